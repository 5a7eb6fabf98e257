"""Games against bots as files: the engine's record, who sits where, and the help that was taken."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from tavern_engine import BadRecord, Game, Record, Table, TavernError
from tavern_engine import game as find_game
from tavern_engine.reading import Unreadable, json_of, read_text

FORMAT: Final = "tavern-play 1"
YOU: Final = "you"
NOBODY: Final = -1  # in the place of the person's seat: bots play alone


@dataclass
class SavedGame:
    """A game against bots, as its file has it."""

    record: Record
    seat: int  # the person's, or NOBODY
    players: list[str]  # the text of every seat's bot, and YOU
    hints: int = 0
    undos: int = 0
    waited: list[int] = field(default_factory=list)  # which decisions were passes that the person was not asked for
    data: str = ""  # the file of corrected component data; empty for the game's own

    @cached_property
    def game(self) -> Game:
        """The game that is played."""
        game = find_game(self.record.game)
        return game.with_data(self.data) if self.data else game

    def fresh_table(self) -> Table:
        """The table before the first decision of the record."""
        return replace(self.record, actions=[]).replay(self.game)

    def save(self, path: Path) -> None:
        """Write the file in one go: a crash leaves the old one or the new one, never half of it."""
        entries = {one.name: getattr(self, one.name) for one in fields(self)}
        text = json.dumps({"format": FORMAT, **entries, "record": json.loads(self.record.to_json())})
        part = path.with_name(path.name + ".part")
        try:
            part.write_text(text + "\n", encoding="utf-8")
            os.replace(part, path)
        except OSError as error:
            raise BadRecord(f"The saved game {path} cannot be written: {error}.") from None

    @classmethod
    def load(cls, path: Path, data: Path | None = None) -> SavedGame:
        """Read a saved game and check that it can be played, or BadRecord; `data` is where its data are by now."""
        try:
            saved = cls.from_json(read_text(path))
            saved.data = str(data or saved.data)
            saved.record.replay(saved.game)
        except Unreadable as error:
            raise BadRecord(f"The saved game {path} cannot be read: {error}.") from None
        except TavernError as error:
            raise BadRecord(f"The saved game {path} cannot be read: {error}") from None
        return saved

    @classmethod
    def from_json(cls, text: str) -> SavedGame:
        """A saved game from its text, or BadRecord."""
        try:
            fields = json_of(text)
        except Unreadable as error:
            raise BadRecord(f"It is not JSON ({error}).") from None
        if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
            raise BadRecord("It was not saved by tavern-play, or by another version of it.")
        record = Record.from_json(json.dumps(fields.pop("record", None)))
        kinds = {"seat": int, "players": list, "hints": int, "undos": int, "waited": list, "data": str}
        fields = {"waited": [], "data": "", **fields}  # older files have neither
        for name, kind in kinds.items():
            if type(fields.get(name)) is not kind:
                raise BadRecord(f"Its {name!r} is missing or of the wrong type.")
        if unknown := sorted(set(fields) - set(kinds)):
            raise BadRecord(f"It has an unknown entry {unknown[0]!r}.")
        saved = cls(record, **fields)
        if not all(type(number) is int for number in saved.waited):
            raise BadRecord("Its 'waited' are not numbers of decisions.")
        if not saved.seats_fit():
            raise BadRecord("Its seat and its players do not fit the number of seats.")
        return saved

    def seats_fit(self) -> bool:
        """Whether every seat has a player, and the person's seat is one of them."""
        if not all(isinstance(player, str) for player in self.players) or len(self.players) != self.record.seats:
            return False
        if self.seat == NOBODY:
            return YOU not in self.players
        return self.players[self.seat : self.seat + 1] == [YOU]


def unused(path: Path) -> Path:
    """The path, unless a file would be lost."""
    if os.path.lexists(path):
        raise BadRecord(f"There is a file {path} already: go on with --resume {path}, or name another with --save.")
    return path


def free_path(game_id: str, seed: int | str) -> Path:
    """A name for a saved game in the current folder that no file has yet."""
    path, number = Path(f"tavern-{game_id}-{seed}.json"), 1
    while os.path.lexists(path):
        number += 1
        path = Path(f"tavern-{game_id}-{seed}-{number}.json")
    return path


def again(saved: SavedGame) -> SavedGame:
    """The same deal against the same bots, from its beginning."""
    return SavedGame(replace(saved.record, actions=[]), saved.seat, list(saved.players), data=saved.data)
