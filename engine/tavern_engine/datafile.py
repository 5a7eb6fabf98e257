"""Reads a game's component data: a TOML file whose rows say their source; what cannot be is refused with a sentence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tavern_engine.errors import BadSetup
from tavern_engine.game import did_you_mean
from tavern_engine.reading import Unreadable, read_text, toml_of

SOURCE_KEYS = ("source", "source_fields", "basis", "note")


class DataFile:
    """One parsed file; every method refuses what is wrong, naming the row."""

    sources_needed = True  # in every row

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.raw = toml_of(read_text(path))
        except Unreadable as error:
            raise BadSetup(f"The component data {path} cannot be read: {error}.") from None

    def fail(self, where: str, problem: str) -> BadSetup:
        """The error that says what is wrong where."""
        return BadSetup(f"{self.path}: {where} {problem}{'' if problem.endswith(('.', '?')) else '.'}")

    def known_keys(self, where: str, table: dict[str, Any], known: Sequence[str]) -> None:
        """Refuse a key that means nothing."""
        for key in table:
            if key not in known:
                raise self.fail(where, f"has an unknown entry {key!r}.{did_you_mean(key, known, 'There are')}")

    def number(self, where: str, table: dict[str, Any], key: str, low: int, high: int) -> int:
        """A whole number in its range."""
        value = table.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.fail(where, f"needs {key} as a whole number from {low} to {high}, not {value!r}")
        return value

    def one_of(self, where: str, table: dict[str, Any], key: str, known: Sequence[str]) -> int:
        """The place of a word among those that are known."""
        value = table.get(key)
        if value not in known:
            raise self.fail(where, f"has an unknown {key} {value!r}.{did_you_mean(value, known, 'There are')}")
        return known.index(value)

    def section(self, name: str, known: Sequence[str]) -> dict[str, Any]:
        """A table of the file that must be there."""
        table = self.raw.get(name)
        if not isinstance(table, dict):
            raise self.fail(f"[{name}]", "is missing")
        self.known_keys(f"[{name}]", table, (*known, *SOURCE_KEYS))
        return table

    def seats(self, meta: dict[str, Any], most: int) -> tuple[int, int]:
        """The fewest and the most players."""
        seats = meta.get("seats")
        match seats:
            case [int(fewest), int(largest)] if 2 <= fewest <= largest <= most:
                return fewest, largest
        needed = f"two whole numbers from 2 to {most}, the fewest and the most"
        raise self.fail("[meta]", f"needs seats as {needed}, not {seats!r}")

    def tables(self, name: str) -> list[dict[str, Any]]:
        """The rows of a list of tables, whatever is in them."""
        rows = self.raw.get(name, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise self.fail(f"[[{name}]]", "is a list of rows")
        return rows

    def rows(self, name: str, known: Sequence[str], called: str) -> list[dict[str, Any]]:
        """The rows of a list of tables, each with its source and a name of its own under the key `called`."""
        rows = self.tables(name)
        for number, row in enumerate(rows, start=1):
            if called not in row:
                raise self.fail(f"{name} {number} of the file", f"needs its {called}")
        names = [str(row[called]).lower() for row in rows]
        for row in rows:
            where = f"{name} {row[called]!r}"
            if names.count(str(row[called]).lower()) > 1:
                raise self.fail(where, "is listed twice")
            self.known_keys(where, row, (called, *known, *SOURCE_KEYS))
            if self.sources_needed and "source" not in row:
                raise self.fail(where, "does not say its source")
        return rows

    def expect(self, rows: str, names: Sequence[object], expected: Sequence[str]) -> None:
        """The rows must be just these."""
        for name in names:
            self.one_of(f"[[{rows}]]", {"name": name}, "name", expected)
        for name in expected:
            if name not in names:
                raise self.fail(f"[[{rows}]]", f"has no row {name!r}")


def digest(values: object) -> str:
    """A short name for component values, whatever their sources and comments."""
    return hashlib.blake2b(json.dumps(values, sort_keys=True).encode(), digest_size=8).hexdigest()
