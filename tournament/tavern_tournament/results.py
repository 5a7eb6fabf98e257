"""What a finished game leaves behind: plain data that goes through pipes, the journal and the report.

A line of the journal is `{"check": "<checksum>", "entry": {...}}` around what `GameResult.to_json` writes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

#: What a bot can do instead of answering. The last four end its game: nobody is there to be asked again.
FAULT_KINDS: Final = ("raise", "illegal", "timeout", "hang", "crash", "memory", "protocol")


_in_one_line = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


@dataclass(frozen=True)
class Fault:
    """What a bot did instead of answering, and when."""

    seat: int
    move: int  # the number of the decision in its game, from 1; 0 is before the first
    kind: str  # one of FAULT_KINDS
    said: str  # the reason, and the tail of what the bot printed


@dataclass(frozen=True)
class GameResult:
    """One game of a league."""

    game: str  # "dragon-vault"
    table: str  # the kind of table: "dragon-vault-2", or another label if the config gives one
    line_up: str  # who sits at it, sorted: "flat+mcts"
    deal: int  # which luck, from 0; the same in every line-up
    turn: int  # how far the line-up is rotated around the table, from 0
    stamp: str  # a digest of all that decides the game; a result counts while the schedule has the same
    bots: tuple[str, ...]  # by seat
    teams: tuple[int, ...]  # by seat
    placement: tuple[int, ...]  # by seat, 1 is best, equal places shared; empty if the game is void
    scores: tuple[int, ...]  # by seat; empty if the game is void
    actions: tuple[int, ...]  # all decisions in order, so that the game can be replayed
    decisions: tuple[int, ...]  # how many each seat made
    faults: tuple[Fault, ...] = ()
    void: str = ""  # why the game does not count; empty if it does
    clocked: bool = False  # a clock decided something in it, so that it need not come out the same again
    seconds: tuple[float, ...] = ()  # by seat, thought in all; in the journal only, for it is never the same twice

    @property
    def id(self) -> str:
        """Its name in the league: `dragon-vault-2/flat+mcts/7/1`."""
        return f"{self.block}/{self.turn}"

    @property
    def block(self) -> str:
        """The deal and line-up that it shares with the games in the other seatings."""
        return f"{self.table}/{self.line_up}/{self.deal}"

    @property
    def seatings(self) -> int:
        """How many games a whole block has: one for every turn of the line-up around the table."""
        return 1 + self.line_up.count("+")

    def to_json(self) -> str:
        """One line, without spaces, keys in the order of the fields."""
        return _in_one_line(self.fields())

    def fields(self) -> dict[str, Any]:
        """Its fields as plain data."""
        return {**vars(self), "faults": [vars(fault) for fault in self.faults]}

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> GameResult:
        """The result that `to_json` wrote, after JSON was read."""
        faults = tuple(Fault(**fault) for fault in fields.pop("faults"))
        tuples = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
        return cls(**{**fields, **tuples}, faults=faults)
