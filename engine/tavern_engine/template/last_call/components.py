"""Reads the component data, refuses impossible values with a sentence, and makes the tables that the rules use."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tavern_engine.datafile import DataFile, digest
from tavern_engine.multiset import FIELDS, MOST, of
from tavern_engine.state import numbers

from .rules import MAX_SEATS, Barrel

SECTIONS = {"meta": ("title", "seats"), "setup": ("hand", "rounds", "limit")}
MOST_ROUNDS = 20


@dataclass(frozen=True)
class Components:
    """The checked values of one data file."""

    path: Path
    title: str
    seats: tuple[int, int]
    hand: int
    rounds: int
    limit: int
    names: tuple[str, ...]
    strengths: tuple[int, ...]
    copies: tuple[int, ...]

    @classmethod
    def load(cls, path: Path) -> Components:
        """Read a file, or BadSetup naming the row that cannot be."""
        return _Reader(path).read()

    def data_hash(self) -> str:
        """A digest of the values, whatever their sources and comments."""
        return digest([self.seats, self.hand, self.rounds, self.limit, self.names, self.strengths, self.copies])

    def tables(self, stamp: bytes) -> Barrel:
        """The values in the form that the rules use."""
        tables = Barrel(stamp)
        tables.mugs = of([kind for kind, copies in enumerate(self.copies) for _ in range(copies)])
        tables.kinds = len(self.names)
        tables.strength = numbers(self.strengths)
        tables.hand, tables.rounds, tables.limit = self.hand, self.rounds, self.limit
        return tables


class _Reader(DataFile):
    """Takes the values out of the file, one check after another."""

    def read(self) -> Components:
        self.known_keys("the file", self.raw, (*SECTIONS, "mug"))
        meta, setup = (self.section(name, keys) for name, keys in SECTIONS.items())
        mugs = self.rows("mug", ("strength", "copies"), "name")
        if not 1 <= len(mugs) <= FIELDS:
            raise self.fail("[[mug]]", f"has {len(mugs)} rows, and there are 1 to {FIELDS} kinds of mugs")
        components = Components(
            path=self.path,
            title=str(meta.get("title", self.path.stem)),
            seats=self.seats(meta, MAX_SEATS),
            hand=self.number("[setup]", setup, "hand", 1, MOST),
            rounds=self.number("[setup]", setup, "rounds", 1, MOST_ROUNDS),
            limit=self.number("[setup]", setup, "limit", 0, 1000),
            names=tuple(str(row["name"]) for row in mugs),
            strengths=tuple(self.number(f"mug {row['name']!r}", row, "strength", 0, 100) for row in mugs),
            copies=tuple(self.number(f"mug {row['name']!r}", row, "copies", 0, MOST) for row in mugs),
        )
        needed = components.seats[1] * components.hand
        if sum(components.copies) < needed:
            raise self.fail("[[mug]]", f"has {sum(components.copies)} mugs, but the largest table is dealt {needed}")
        return components
