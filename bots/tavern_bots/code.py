"""Digests the code of bots and of others' games: whoever changes a file changes a digest, and games are played again.

A bot of a package is digested with all files of the package as Python would import it. A wheel lists its files; an
editable install only says where the project is, so there the files are those that are found in its place. Compiled
files count unless their source is beside them: they differ from machine to machine, and what was compiled does not.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import Distribution, EntryPoint
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from tavern_bots.api import BadBot
from tavern_bots.discover import listed, split_text
from tavern_engine import BadGame
from tavern_engine.registry import listed as listed_game

DECISIVE: Final = (
    "tavern_engine",
    "tavern_bots",
)  # what of this package can change a game: the league's own code cannot
EDITABLE: Final = "__editable__"  # begins the names of what setuptools installs in place of the code
COMPILED_TOGETHER: Final = "__mypyc"  # ends the name of a module that holds the code of many
NO_CODE: Final = (".pyc", ".pyo", ".pth")


@cache  # what has been imported stays as it is
def bot_digest(text: str) -> str:
    """A digest of all code behind a bot's text, ours and that of its own package or file, or BadBot."""
    name, _ = split_text(text)
    path, _, _ = name.rpartition(":")
    ours = listed("rules")
    try:
        digest = own_digest()
        if path.endswith(".py"):
            return digest + file_digest([Path(path)])
        bot = listed(name)
        return digest if bot.packages == ours.packages else digest + package_digest(bot.entries[0])
    except OSError as error:
        raise BadBot(f"The code of the bot {text!r} cannot be read: {error.strerror}.") from None


@cache  # as above; leagues and ledgers ask for it again and again
def own_digest() -> str:
    """A digest of all our code that can change a game; OSError if a file cannot be read."""
    return package_digest(listed("rules").entries[0], DECISIVE)


def game_origin(game_id: str) -> tuple[str, str]:
    """The package of a game with its version, and a digest of its files, or BadGame; both empty for one of our own."""
    game = listed_game(game_id)
    try:
        return ("", "") if game.ours else (game.packages[-1], package_digest(game.entries[-1]))
    except OSError as error:
        raise BadGame(f"The code of the game {game_id!r} cannot be read: {error.strerror}.") from None


def game_places(game_id: str) -> list[str]:
    """Where the code of another package's game is, for bots that may read little else."""
    game = listed_game(game_id)
    spec = None if game.ours else find_spec(game.entries[-1].module.partition(".")[0])
    return [] if spec is None else [*(spec.submodule_search_locations or filter(None, [spec.origin]))]


def rules_of_others(game_id: str) -> dict[str, str]:
    """What the head of a ledger says of the code of a game; nothing of our own, which is in the digests of bots."""
    _, digest = game_origin(game_id)
    return {"rules": digest} if digest else {}


def package_digest(entry: EntryPoint, modules: Iterable[str] = ()) -> str:
    """A digest of all files of the package that an entry point comes from, or of some modules of it."""
    return _digest(_package_files(entry, set(modules)))


def file_digest(paths: Iterable[Path]) -> str:
    """A digest of files alone, wherever they are; OSError if one cannot be read."""
    contents = hashlib.blake2b(digest_size=8)
    for path in paths:
        contents.update(_of_file(path))
    return contents.hexdigest()


def _digest(files: dict[str, Path]) -> str:
    contents = hashlib.blake2b(digest_size=8)
    for name, path in sorted(files.items()):
        contents.update(name.encode() + b"\0")
        contents.update(_of_file(path))
    return contents.hexdigest()


def _of_file(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, hashlib.blake2b).digest()


def _package_files(entry: EntryPoint, wanted: set[str]) -> dict[str, Path]:
    """The files of a package by their names in it."""
    package = entry.dist
    listed = {} if package is None else dict(_listed(package, wanted))
    names = {_module(name) for name in listed} | {entry.module.partition(".")[0]}
    if package is not None:
        names |= {*(package.read_text("top_level.txt") or "").split(), *_editable_modules(package)}
    found: dict[str, Path] = {}
    for name in sorted(names & wanted if wanted else names):
        own = {inside: path for inside, path in listed.items() if _module(inside) == name}
        found |= {inside: path for inside, path in _module_files(name, package, own).items() if _counts(path)}
    return found


def _module(name: str) -> str:
    """The module or package at the top that a file belongs to."""
    return name.partition("/")[0].partition(".")[0]


def _listed(package: Distribution, wanted: set[str]) -> Iterator[tuple[str, Path]]:
    """The files of code that an installed package lists, as far as they are there and of modules that are wanted."""
    folder = str(package.locate_file(""))
    for name in map(
        str, package.files or ()
    ):  # hundreds, at the beginning of every league: texts are quicker than paths
        inside = name.replace(os.sep, "/")
        top = inside.partition("/")[0]
        if top in ("..", "") or top.endswith((".dist-info", ".egg-info")) or top.startswith(EDITABLE):
            continue
        path = os.path.join(folder, name)
        if (not wanted or _module(inside) in wanted) and os.path.isfile(path):
            yield inside, Path(path)


def _counts(path: Path) -> bool:
    """Whether a file is code or data of its own, and not made of another one or by the way of installing it."""
    stem = path.name.partition(".")[0]
    if "__pycache__" in path.parts or path.suffix in NO_CODE or path.name.startswith("."):
        return False
    if not path.name.endswith(tuple(EXTENSION_SUFFIXES)):
        return True
    return not stem.endswith(COMPILED_TOGETHER) and not path.with_name(f"{stem}.py").is_file()


def _module_files(name: str, package: Distribution | None, listed: dict[str, Path]) -> dict[str, Path]:
    """The files of a module or package as Python finds it; none of it is run.

    Where Python finds what the package lists, it is that. A namespace may be shared with other packages: elsewhere than
    in the project's folder, it has only what is listed.
    """
    try:
        spec = find_spec(name)
    except (ImportError, ValueError, AttributeError):
        spec = None
    if spec is None:
        return listed
    installed = None if package is None else Path(str(package.locate_file(""))).resolve()
    if spec.submodule_search_locations is None:
        origin = Path(spec.origin or "")
        found = {} if listed and origin.resolve().parent == installed else {origin.name: origin}
        return listed if not found or not origin.is_file() else found
    folders = [Path(folder).resolve() for folder in spec.submodule_search_locations]
    folders = [folder for folder in folders if not (listed and folder.parent == installed)]
    if spec.origin is not None:
        return dict(_below(name, folders)) if folders else listed
    project = None if package is None else _project(package)
    return listed | dict(_below(name, [folder for folder in folders if project is None or project in folder.parents]))


def _below(name: str, folders: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """All files in the folders of a package, by their names in it."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.is_file() and not any(part.startswith(".") for part in inside.parts):
                yield f"{name}/{inside.as_posix()}", path


def _editable_modules(package: Distribution) -> Iterator[str]:
    """The modules in the folders that an editable install puts on Python's path."""
    project = _project(package)
    for name in package.files or () if project is not None else ():
        path = Path(str(name.locate())) if name.suffix == ".pth" else None
        if path is None or not path.is_file():
            continue
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            folder = Path(line.strip())
            if folder.is_dir() and (folder.resolve() == project or project in folder.resolve().parents):
                yield from _modules_in(folder)


def _modules_in(folder: Path) -> Iterator[str]:
    for path in folder.iterdir():
        if path.suffix == ".py" or (path / "__init__.py").is_file():
            yield path.stem


def _project(package: Distribution) -> Path | None:
    """The folder of a project that was installed from a folder, as pip writes it down."""
    try:
        url = urlsplit(json.loads(package.read_text("direct_url.json") or "{}").get("url", ""))
    except (ValueError, AttributeError):
        return None
    return Path(os.path.realpath(url2pathname(url.path))) if url.scheme == "file" else None
