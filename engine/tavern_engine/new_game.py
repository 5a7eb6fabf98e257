"""What `python -m tavern_engine new-game` writes: a complete small package with a game, its tests and its README.

The package is `template/`, a game that is called Last Call; in a new one it is called as its maker says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tavern_engine.errors import BadGame
from tavern_engine.new_package import module_of, require_package_name, write_files
from tavern_engine.registry import discover

TEMPLATE: Final = Path(__file__).parent / "template"
KINDS: Final = (".py", ".toml", ".md", ".typed")
CALLED: Final = "last-call"


def files(name: str) -> Mapping[str, str]:
    """The text of every file of the package, by its path."""
    words = dict(zip(forms(CALLED), forms(name), strict=True))
    called = re.compile("|".join(words))

    def renamed(text: str) -> str:
        return called.sub(lambda word: words[word[0]], text)

    return {renamed(path): renamed((TEMPLATE / path).read_text(encoding="utf-8")) for path in template_files()}


def template_files() -> Iterator[str]:
    """The files of the template."""
    for path in sorted(TEMPLATE.rglob("*")):
        if path.suffix in KINDS and "__pycache__" not in path.parts:
            yield path.relative_to(TEMPLATE).as_posix()


def forms(name: str) -> tuple[str, str, str]:
    """A name as the id of a game, as a module, and as people read it.

    >>> forms("my-game")
    ('my-game', 'my_game', 'My Game')
    """
    id = name.replace("_", "-")
    return id, module_of(name), " ".join(part.capitalize() for part in id.split("-"))


def write_game(name: str, folder: Path) -> list[Path]:
    """Write the package into a new folder of its name; the paths of its files, or BadGame."""
    require_package_name(name, "my-game", BadGame)
    for one in discover():
        if one.name == forms(name)[0]:
            raise BadGame(f"There is a game {one.name!r} already, of {one.packages[0]}: take another name.")
    return write_files(files(name), folder / name, BadGame)
