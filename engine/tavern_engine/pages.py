"""Pages and samples that come with the package: what a clone has outside of its code, under the same names.

The build puts them into the wheel, in a folder beside the packages (`setup.py`); in a clone they are where they are.
This module imports nothing of ours: the build reads it.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FOLDER: Final = "tavern_pages"  # beside the packages
PAGES: Final = ("README.md", "SECURITY.md", "CHANGELOG.md", "bots/*.md", "docs/*.md", "docs/examples/*")
SAMPLES: Final = ("configs/*.toml",)
MARK: Final = "bots/PROTOCOL.md"  # where this is, all are


def root() -> Path | None:
    """The folder that has them: of the installed package, or the clone that this code is in; None if neither has."""
    here = Path(__file__).parent.parent
    return next((place for place in (here / FOLDER, *here.parents) if os.path.isfile(place / MARK)), None)


def found(patterns: tuple[str, ...], place: Path) -> Iterator[Path]:
    """The files of a folder that are meant."""
    for pattern in patterns:
        yield from sorted(path for path in place.glob(pattern) if path.is_file())


def pages() -> dict[str, Path]:
    """All pages by their names in a clone, such as docs/SCALE.md."""
    place = root()
    return {} if place is None else {path.relative_to(place).as_posix(): path for path in found(PAGES, place)}


def samples() -> dict[str, Path]:
    """The sample leagues by their short names, such as quick."""
    place = root()
    return {} if place is None else {path.stem: path for path in found(SAMPLES, place)}


def title(path: Path) -> str:
    """What a page or a sample says of itself: its heading, or the first sentence of its first comment."""
    with path.open(encoding="utf-8") as file:
        said = next((line for line in file if line.startswith(("# ", "## "))), "")
    return said.lstrip("#").strip().partition(". ")[0]
