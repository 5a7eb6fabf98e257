"""Games whose components come in a box: a data file that a person can correct."""

from __future__ import annotations

from os.path import isdir  # unlike Path.is_dir it refuses no name, however long
from pathlib import Path
from typing import Any, ClassVar, Self

from tavern_engine.game import Game


class BoxGame(Game):
    """A game that is set up from what is in its box: the components as a data file has them.

    A box has the `title` of the game, the `path` of the file, `data_hash()`, a short name for the values whatever their
    sources and comments, and `tables(stamp)`, the components in the form that states use. A game's own
    `__init__` goes on from there: it makes `words` and `layout` for these tables.
    """

    folder: ClassVar[Path]  # where the game's files are
    box_file: ClassVar[str]  # the components that ship with it
    tiny_file: ClassVar[str]  # so few of them that every arrangement can be listed

    def __init__(self, box: Any) -> None:
        self.box = box
        self.title = box.title
        self.data_hash = box.data_hash()
        self.data_file = box.path
        self.rules_file = self.folder / "RULES.md"
        self.tables = self.make_tables(self.stamp())
        self.tables.game = self

    @classmethod
    def load(cls, path: Path) -> Any:
        """What a data file says, or BadSetup."""
        raise NotImplementedError

    def make_tables(self, stamp: bytes) -> Any:
        """The components in the form that states use."""
        return self.box.tables(stamp)

    @classmethod
    def from_box(cls) -> Self:
        return cls(cls.load(cls.folder / cls.box_file))

    def with_data(self, path: Path | str) -> Self:
        path = Path(path)
        return type(self)(self.load(path / self.box_file if isdir(path) else path))

    def tiny(self) -> Self:
        return self.with_data(self.folder / self.tiny_file)
