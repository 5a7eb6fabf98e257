"""Records: all it takes to play a game again, exactly. Forced decisions are not in them: the engine takes those."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tavern_engine.errors import BadRecord, TavernError
from tavern_engine.game import Game
from tavern_engine.reading import Unreadable, json_of, read_text

if TYPE_CHECKING:
    from tavern_engine.table import Table

FORMAT = 1
FIELDS = {"game": str, "version": int, "data": str, "seats": int, "options": dict, "seed": (int, str), "actions": list}


@dataclass
class Record:
    """A game that was or is being played."""

    game: str
    version: int
    data: str
    seats: int
    options: dict[str, bool | int | str]
    seed: int | str
    actions: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game, seats: int, seed: int | str, options: Mapping[str, bool | int | str]) -> Record:
        """The record of a game that begins now."""
        return cls(game.id, game.version, game.data_hash, seats, dict(options), seed)

    def to_json(self) -> str:
        """The record in one line."""
        return json.dumps({"format": FORMAT, **vars(self)}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Record:
        """A record from its line, or BadRecord."""
        try:
            fields = json_of(text)
        except Unreadable as error:
            raise BadRecord(f"A record is one JSON object, and this is none: {error}.") from None
        if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
            raise BadRecord(f"This is no record of format {FORMAT}.")
        for name, kind in FIELDS.items():
            if not isinstance(fields.get(name), kind):  # type: ignore[arg-type]
                raise BadRecord(f"The record's {name!r} is missing or of the wrong type.")
        if unknown := sorted(set(fields) - set(FIELDS)):
            raise BadRecord(f"The record has an unknown entry {unknown[0]!r}.")
        return cls(**fields)

    def save(self, path: Path | str) -> None:
        """Write the record to a file, or BadRecord."""
        try:
            Path(path).write_text(self.to_json() + "\n", encoding="utf-8")
        except OSError as error:
            raise BadRecord(f"The record {path} cannot be written: {error}.") from None

    @classmethod
    def load(cls, path: Path | str) -> Record:
        """Read a record from a file, or BadRecord."""
        try:
            return cls.from_json(read_text(path))
        except Unreadable as error:
            raise BadRecord(f"The record {path} cannot be read: {error}.") from None
        except BadRecord as error:
            raise BadRecord(f"The record {path} cannot be read: {error}") from None

    def replay(self, game: Game) -> Table:
        """The table after all recorded actions, or BadRecord if the record is of another game or cannot be played."""
        from tavern_engine.table import Table

        if not isinstance(game, Game):
            raise BadRecord(f"A record is replayed with a game, such as game('dragon-vault'), not with {game!r}.")
        mine = (game.id, game.version, game.data_hash)
        theirs = (self.game, self.version, self.data)
        for name, ours, recorded in zip(("game", "version", "component data"), mine, theirs, strict=True):
            if ours != recorded:
                raise BadRecord(f"The record is of another {name}: {recorded!r}, not {ours!r}.")
        try:
            table = Table(game, self.seats, self.seed, self.options)
        except TavernError as error:
            raise BadRecord(f"The record cannot be set up: {error}") from None
        for number, action in enumerate(self.actions, start=1):
            try:
                table.answer(action)
            except TavernError as error:
                raise BadRecord(f"Action {number} of the record cannot be played: {error}") from None
        return table
