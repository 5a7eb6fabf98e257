"""Reads the component data, refuses impossible values with a sentence, and makes the tables the rules use."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tavern_engine.datafile import DataFile, digest
from tavern_engine.games.dragon_vault.cards import MAX_CARDS, MAX_CLOSED, MAX_SEATS, VaultTables
from tavern_engine.games.dragon_vault.names import CARDS, TRICKS
from tavern_engine.multiset import MOST, of
from tavern_engine.state import numbers

HINDRANCE_KINDS = ("invasion", "unknown", "chaos")
SECTIONS = {
    "meta": ("title", "seats"),
    "setup": ("stacks", "hand", "trouble_pile"),
    "scoring": ("round_cap", "threshold"),
    "limits": ("turns",),
    "card_back": ("coins",),
}
ROWS = {"card": ("copies", "coins"), "hindrance": ("kind", "hand", "stacks", "copies"), "trick": ("copies",)}


@dataclass(frozen=True)
class Components:
    """The checked values of one data file."""

    path: Path
    title: str
    seats: tuple[int, int]
    values: dict[str, int]
    copies: dict[str, int]
    coins: dict[str, int]
    hindrances: tuple[dict[str, Any], ...]
    tricks: dict[str, int]

    @classmethod
    def load(cls, path: Path) -> Components:
        """Read a file, or BadSetup naming the row that cannot be."""
        return _Reader(path).read()

    def data_hash(self) -> str:
        """A digest of the values, whatever their sources and comments."""
        return digest([self.seats, self.values, self.copies, self.coins, self.hindrances, self.tricks])

    def tables(self, stamp: bytes) -> VaultTables:
        """The values in the form the rules use."""
        tables = VaultTables(stamp)
        tables.deck = of([kind for kind, name in enumerate(CARDS) for _ in range(self.copies[name])])
        tables.face = numbers([self.coins[name] for name in CARDS])
        tables.back = self.values["back"]
        tables.hand = self.values["hand"]
        tables.stacks = self.values["stacks"]
        tables.trouble = self.values["trouble_pile"]
        tables.cap = self.values["round_cap"]
        tables.threshold = self.values["threshold"]
        tables.turn_limit = self.values["turns"]
        tables.tricks = of([kind for kind, name in enumerate(TRICKS) for _ in range(self.tricks[name])])
        rows = self.hindrances
        tables.hindrances = of([row for row, card in enumerate(rows) for _ in range(card["copies"])])
        tables.row_hand = numbers([card["hand"] for card in rows])
        tables.row_doubles = numbers([card["doubles"] for card in rows])
        tables.row_chaos = numbers([int(card["kind"] == "chaos") for card in rows])
        return tables


class _Reader(DataFile):
    """Takes the values out of the file, one check after another."""

    def named(self, name: str, expected: tuple[str, ...]) -> dict[str, dict[str, Any]]:
        """Rows that must be just these, by name."""
        rows = {str(row["name"]): row for row in self.rows(name, ROWS[name], "name")}
        self.expect(name, list(rows), expected)
        return rows

    def read(self) -> Components:
        self.known_keys("the file", self.raw, (*SECTIONS, *ROWS))
        meta, setup, scoring, limits, back = (self.section(name, keys) for name, keys in SECTIONS.items())
        values = {
            "stacks": self.number("[setup]", setup, "stacks", 1, MAX_CLOSED // 2),
            "hand": self.number("[setup]", setup, "hand", 1, 20),
            "trouble_pile": self.number("[setup]", setup, "trouble_pile", 0, MAX_CARDS),
            "round_cap": self.number("[scoring]", scoring, "round_cap", 1, 1000),
            "threshold": self.number("[scoring]", scoring, "threshold", 1, 1000),
            "turns": self.number("[limits]", limits, "turns", 1, 100_000),
            "back": self.number("[card_back]", back, "coins", 0, 15),
        }
        cards = self.named("card", CARDS)
        tricks = self.named("trick", TRICKS)
        components = Components(
            path=self.path,
            title=str(meta.get("title", self.path.stem)),
            seats=self.seats(meta, MAX_SEATS),
            values=values,
            copies={name: self.number(f"card {name!r}", cards[name], "copies", 0, MOST) for name in CARDS},
            coins={name: self.number(f"card {name!r}", cards[name], "coins", 0, 15) for name in CARDS},
            hindrances=tuple(self.hindrance(row, values) for row in self.rows("hindrance", ROWS["hindrance"], "name")),
            tricks={name: self.number(f"trick {name!r}", tricks[name], "copies", 0, 1) for name in TRICKS},
        )
        self.check_deck(components)
        return components

    def hindrance(self, row: dict[str, Any], values: dict[str, int]) -> dict[str, Any]:
        where = f"hindrance {row['name']!r}"
        kind = HINDRANCE_KINDS[self.one_of(where, row, "kind", HINDRANCE_KINDS)]
        hand = self.number(where, row, "hand", values["hand"], 20) if kind == "invasion" else 0
        doubles = 0
        if kind == "unknown":
            stacks = row.get("stacks")
            given = stacks if isinstance(stacks, list) else []
            if len(given) != values["stacks"] or any(stack not in ("CO", "CC") for stack in given):
                raise self.fail(where, f"needs {values['stacks']} stacks, each CO or CC, not {stacks!r}")
            doubles = given.count("CC")
        copies = self.number(where, row, "copies", 0, MOST)
        return {"name": str(row["name"]), "kind": kind, "hand": hand, "doubles": doubles, "copies": copies}

    def check_deck(self, components: Components) -> None:
        """Enough cards for the largest table, and no more than the words of a state can hold."""
        total = sum(components.copies.values())
        if not any(components.coins[name] for name in CARDS if components.copies[name]):
            raise self.fail("the deck", "has no coins on any card, so no game would ever end")
        if total > MAX_CARDS:
            raise self.fail("the deck", f"has {total} cards, more than the {MAX_CARDS} that can be dealt")
        values = components.values
        extra = sum((row["hand"] - values["hand"]) * row["copies"] for row in components.hindrances if row["hand"])
        needed = components.seats[1] * (2 * values["stacks"] + values["hand"]) + values["trouble_pile"] + extra
        if total < needed:
            raise self.fail("the deck", f"has {total} cards, but {components.seats[1]} seats need {needed}")
        pile = sum(row["copies"] for row in components.hindrances)
        if len(components.hindrances) > 14 or pile > 14:
            raise self.fail("the hindrances", f"are at most 14, not {pile}")
