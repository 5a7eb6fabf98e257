"""What a finished game leaves behind: plain data that goes through pipes, the journal and the report.

A line of the journal is `{"check": "<checksum>", "entry": {...}}` around what `GameResult.to_json` writes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Final

from tavern_tournament.moves import KeptMoves, Moves
from tavern_tournament.shape import BadShape, parts

#: What a bot can do instead of answering. The last four end its game: nobody is there to be asked again.
FAULT_KINDS: Final = ("raise", "illegal", "timeout", "hang", "crash", "memory", "protocol")


BEYOND: Final = 10**10  # decisions or seconds (three centuries) of a game

#: What many results of a run have in common: it is kept once.
COMMON: Final = ("game", "table", "line_up", "stamp", "bots", "teams", "placement")

in_one_line: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def seatings(line_up: str) -> int:
    """How many games a block of a line-up has, which may be named with its table: `dragon-vault-2/flat+mcts`."""
    return 1 + line_up.count("+")


@lru_cache(maxsize=1 << 18)
def _kept_once(part: Any) -> Any:
    """The first one that was equal to this part of a result: a run may have millions of results."""
    return part


def _are_ordinary(numbers: Sequence[float]) -> bool:
    """Whether all of them can be decisions or seconds of a game."""
    return not numbers or (min(numbers) >= 0 and max(numbers) < BEYOND)


@dataclass(frozen=True)
class Fault:
    """What a bot did instead of answering, and when."""

    seat: int
    move: int  # the number of the decision in its game, from 1; 0 is before the first
    kind: str  # one of FAULT_KINDS
    said: str  # the reason, and the tail of what the bot printed


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of a league."""

    game: str  # "dragon-vault"
    table: str  # the kind of table: "dragon-vault-2", or another label if the config gives one
    line_up: str  # who sits at it, sorted: "flat+mcts"
    deal: int  # which luck, from 0; the same in every line-up
    turn: int  # how far the line-up is rotated around the table, from 0
    stamp: str  # a digest of all that decides the game; a result counts while that is the same
    bots: tuple[str, ...]  # by seat
    teams: tuple[int, ...]  # by seat
    placement: tuple[int, ...]  # by seat, 1 is best, equal places shared; empty if the game is void
    scores: tuple[int, ...]  # by seat; empty if the game is void
    actions: Sequence[int]  # all decisions in order, so that the game can be replayed
    decisions: tuple[int, ...]  # how many each seat made
    faults: tuple[Fault, ...] = ()
    void: str = ""  # why the game does not count; empty if it does
    clocked: bool = False  # a clock decided something in it, so that it need not come out the same again
    seconds: tuple[float, ...] = ()  # by seat, thought in all; in the journal only, for it is never the same twice
    reasons: tuple[
        str, ...
    ] = ()  # by decision, in the journal only, where the league records them; empty texts for none

    @property
    def id(self) -> str:
        """Its name in the league: `dragon-vault-2/flat+mcts/7/1`."""
        return f"{self.block}/{self.turn}"

    @property
    def lost(self) -> bool:
        """Whether it came to no result though no bot is to blame, so that it is to be played again."""
        return bool(self.void) and not self.teams

    @property
    def key(self) -> str:
        """The line-up at its table: `dragon-vault-2/flat+mcts`."""
        return f"{self.table}/{self.line_up}"

    @property
    def block(self) -> str:
        """The deal and line-up that it shares with the games in the other seatings."""
        return f"{self.key}/{self.deal}"

    @property
    def seatings(self) -> int:
        """How many games a whole block has: one for every turn of the line-up around the table."""
        return seatings(self.line_up)

    @property
    def number(self) -> int:
        """Which game of its line-up it is, deal by deal."""
        return self.deal * self.seatings + self.turn

    def to_json(self) -> str:
        """One line, without spaces, keys in the order of the fields."""
        return in_one_line(self.fields())

    @property
    def has_moves(self) -> bool:
        """Whether its moves are written down; else its bots play it again when they are asked for."""
        return not isinstance(self.actions, Moves) or self.actions.written

    def fields(self, with_moves: bool = True) -> dict[str, Any]:
        """Its fields as plain data."""
        found = {name: getattr(self, name) for name in NAMES}
        found["actions"] = tuple(self.actions) if with_moves else None
        found["faults"] = [vars(fault) for fault in self.faults]
        if not self.reasons:
            del found["reasons"]
        return found

    @classmethod
    def from_fields(cls, fields: dict[str, Any], moves: Moves | None = None) -> GameResult:
        """The result that `to_json` wrote, after JSON was read, or BadShape if it cannot be of any game.

        Its moves may be somewhere else.
        """
        values = parts(cls, fields)
        for name in COMMON:
            values[name] = _kept_once(values[name])
        values["actions"] = KeptMoves(values["actions"]) if moves is None else moves
        result = cls(**values)
        if wrong := result.nonsense():
            raise BadShape(f"{wrong} cannot be of a game")
        return result

    def nonsense(self) -> str:
        """What of it can be true of no game, if anything: rules and players are not asked."""
        seats, counts = len(self.bots), not self.void
        possible = {
            "bots": set(self.bots) == set(self.line_up.split("+")),
            "deal": self.deal >= 0,
            "turn": 0 <= self.turn < self.seatings,
            "teams": len(self.teams) in ((seats,) if counts else (0, seats)),
            "placement": len(self.placement) == seats * counts and all(0 < place <= seats for place in self.placement),
            "scores": len(self.scores) == seats * counts,
            "decisions": len(self.decisions) in (0, seats) and _are_ordinary(self.decisions),
            "seconds": len(self.seconds) in (0, seats) and _are_ordinary(self.seconds),
            "reasons": len(self.reasons) in (0, len(self.actions)),
            "faults": all(
                0 <= fault.seat < seats and fault.move >= 0 and fault.kind in FAULT_KINDS for fault in self.faults
            ),
        }
        return next((name for name, fits in possible.items() if not fits), "")


NAMES: Final = tuple(field.name for field in fields(GameResult))
