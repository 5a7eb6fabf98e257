"""Writes small packages for people to begin with: what they may be called, and where their files go."""

from __future__ import annotations

import os.path
import re
import sys
from collections.abc import Mapping
from importlib.metadata import packages_distributions
from keyword import iskeyword
from pathlib import Path
from typing import Final

from tavern_engine.errors import BadPlugin

#: Names that files and folders of the package have, or tools that work on it.
IN_THE_WAY: Final = ("tests", "setup", "build", "dist", "conftest", "tavern_tourney")
#: What Windows keeps for devices.
DEVICES: Final = ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)))
LONGEST: Final = 60  # letters: the names of files have to fit, too


def require_package_name(name: str, example: str, error: type[BadPlugin]) -> None:
    """An error of this type unless a package, and a module in it, can be called this."""
    if not re.fullmatch(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", name):
        wanted = f"use small letters, digits and dashes, such as {example}"
        raise error(f"{name!r} cannot be the name of a package: {wanted}.")
    if len(name) > LONGEST:
        raise error(f"{name[:20] + '...'!r} has {len(name)} letters, and the name of a package here at most {LONGEST}.")
    module = module_of(name)
    if iskeyword(module) or iskeyword(module.capitalize()) or module in (*sys.stdlib_module_names, *IN_THE_WAY):
        raise error(f"{name!r} is a word of Python or of the tavern, and a package of that name would be in its way.")
    if module in DEVICES:
        raise error(f"{name!r} is a device on Windows, where nobody could install such a package.")
    if brought := packages_distributions().get(module):
        raise error(f"{name!r} is the name of a module that is installed already, with {brought[0]}: take another.")


def module_of(name: str) -> str:
    """The module of a package of this name."""
    return name.replace("-", "_")


def require_room(place: Path, error: type[BadPlugin]) -> None:
    """An error of this type if there is something at a place already."""
    if os.path.lexists(place):
        raise error(f"There is something at {place} already: take another name or another folder.")


def write_files(texts: Mapping[str, str], place: Path, error: type[BadPlugin]) -> list[Path]:
    """Write texts by their paths into a new folder; the paths of all files, or an error of this type."""
    require_room(place, error)
    paths = {place / path: text for path, text in texts.items()}
    try:
        for path, text in paths.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise error(f"The package cannot be written to {place}: {reason}.") from None
    return list(paths)
