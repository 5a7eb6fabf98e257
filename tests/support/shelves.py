"""Packages for tests as pip would leave them in a folder: files and metadata, without pip."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tavern_bots.measure.strength import game_of
from tavern_engine.new_game import files as template

GAMES, BOTS = "tavern_tourney.games", "tavern_tourney.bots"
VERSION = "0.7"
SITE = "my_game"  # the module of the template when it is published here
ACT = "    def act(self, action: i64) -> None:\n"
#: The rules fail at the third turn of a game, in a line of their own.
FAILING = ("rules.py", ACT, f"{ACT}        if self.w[TURNS] == 2:\n            raise KeyError('no such mug')\n")


def publish(folder: Path, package: str, group: str, entry: str, files: Mapping[str, str]) -> None:
    """A package with these files and one entry point, `name = module:thing`."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    info = folder / f"{package.replace('-', '_')}-{VERSION}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {VERSION}\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{entry}\n")


def publish_game(folder: Path, *changes: tuple[str, str, str], package: str = "my-game") -> None:
    """The game of the template as `my-game`, with changes: a file, what stands in it, and what stands there instead."""
    files = {path: text for path, text in template("my-game").items() if path.startswith(f"{SITE}/")}
    for name, old, new in changes:
        assert old in files[f"{SITE}/{name}"]
        files[f"{SITE}/{name}"] = files[f"{SITE}/{name}"].replace(old, new)
    publish(folder, package, GAMES, f"my-game = {SITE}.game:ThisGame", files)


@contextmanager
def on_path(folder: Path) -> Iterator[Path]:
    """A time in which this process looks into a folder of packages, and after which it has forgotten them."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield folder
    finally:
        sys.path.remove(str(folder))
        game_of.cache_clear()
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
                del sys.modules[name]
