"""Makes the blocks of a compacted journal. Each is read again before it is given away: what differs is kept plain."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from math import isclose
from pathlib import Path
from typing import Any, Final

from tavern_engine import State
from tavern_tournament.blocks import MICRO, SIZES, Block, Names, ranked, squeezed_together, terms, time_of
from tavern_tournament.columns import squeezed
from tavern_tournament.match import deal_out
from tavern_tournament.packing import CannotPack, Chooser, Learner, packed, played
from tavern_tournament.reading import BadJournal
from tavern_tournament.results import NAMES, GameResult
from tavern_tournament.specs import Setup

LEARNED: Final = 200  # games, from everywhere in a block, that tell what bots like
FEW: Final = 100  # games from which nothing is learned: it would take more room than it saves
ONE_BY_ONE: Final = "actions"  # the field that is no column
ROUGHLY: Final = 0.03  # how far a time may be off that is kept roughly: half a step, and rounding


class Numbers:
    """Numbers for what comes up again and again, from 0, by when it was first seen."""

    def __init__(self) -> None:
        self.seen: dict[tuple[int, ...], int] = {}

    def of(self, thing: tuple[int, ...]) -> int:
        return self.seen.setdefault(thing, len(self.seen))


class Packer:
    """Makes a block of results at one kind of table, all with as many seats."""

    def __init__(self, setup: Setup, results: Iterable[GameResult], left_out: bool = False) -> None:
        """With `left_out` all are games whose bots choose the same moves again."""
        self.setup = setup
        self.left_out = left_out
        self.results = sorted(results, key=lambda result: (result.line_up, result.stamp, result.number))
        self.table = self.results[0].table
        self.terms = terms(setup, self.table)
        bots = {bot for result in self.results for bot in result.bots}
        self.kinds = {one.name: Path(one.bot or one.command[0]).name for one in setup.bots if one.name in bots}
        self.likings = self._learned() if len(self.results) >= FEW and not left_out else {}

    def payload(self) -> bytes:
        """The block as bytes."""
        moves = [self._packed(result) for result in self.results]
        names, columns = self._columns([len(each or b"") for each in moves])
        parts = squeezed_together(columns), b"".join(each or b"" for each in moves)
        draft = Block(_joined(names, *parts))
        draft.setup = self.setup
        odd: dict[str, Any] = {}
        for number, (fields, result) in enumerate(zip(draft.fields(), self.results, strict=True)):
            written = GameResult(**fields)
            differs = [name for name in NAMES if name != ONE_BY_ONE and not self._same(name, written, result)]
            if moves[number] is None or not _same_moves(written, result):
                differs.append(ONE_BY_ONE)
            if differs:
                plain = result.fields()
                odd[str(number)] = {name: plain.get(name, ()) for name in differs}
        return _joined(replace(names, odd=odd), *parts)

    def _same(self, name: str, written: GameResult, result: GameResult) -> bool:
        """Whether a field comes out as it went in; times may do so roughly where moves are left out."""
        if name == "seconds" and self.left_out and len(written.seconds) == len(result.seconds):
            pairs = zip(written.seconds, result.seconds, strict=True)
            return all(isclose(one, other, rel_tol=ROUGHLY, abs_tol=2 / MICRO) for one, other in pairs)
        return bool(getattr(written, name) == getattr(result, name))

    def _state(self, result: GameResult) -> State:
        return deal_out(self.setup, self.table, result.deal).truth()

    def _kinds(self, result: GameResult) -> list[str]:
        return [self.kinds.get(bot, "") for bot in result.bots]

    def _packed(self, result: GameResult) -> bytes | None:
        """The moves of a game, or None if the rules do not allow them."""
        if not self.terms:
            return None
        if self.left_out:
            return b""
        try:
            number = packed(self._state(result), result.actions, Chooser(self._kinds(result), self.likings))
        except CannotPack:
            return None
        return number.to_bytes((number.bit_length() + 7) // 8, "little")

    def _learned(self) -> dict[str, bytes]:
        """What bots like, from some of the games."""
        if not self.terms:
            return {}
        learner = Learner(self.setup.table(self.table).rules().actions)
        for result in self.results[:: -(-len(self.results) // LEARNED)]:
            kinds = self._kinds(result)
            try:
                for legal, seat, action in played(self._state(result), result.actions):
                    learner.take(kinds[seat], legal, action)
            except CannotPack:  # it is kept as it is
                continue
        return learner.likings()

    def _columns(self, sizes: Sequence[int]) -> tuple[Names, bytes]:
        """What the games have in common, and their columns."""
        results, seats = self.results, len(self.results[0].bots)
        groups = Counter((result.line_up, result.stamp) for result in results)
        seatings, teams, placements = Numbers(), Numbers(), Numbers()
        columns: list[Iterable[int]] = [
            groups.values(),
            [result.deal for result in results],
            [result.turn for result in results],
            [seatings.of(_seating(result)) for result in results],
            [teams.of(result.teams) for result in results],
            [
                placements.of(() if result.placement == ranked(result.scores) else result.placement)
                for result in results
            ],
            [sum(result.decisions) - len(result.actions) for result in results],
            sizes,
            *_by_seat((result.scores for result in results), seats),
            *_by_seat((result.decisions for result in results), seats),
            *_by_seat(([time_of(each, self.left_out) for each in result.seconds] for result in results), seats),
        ]
        names = Names(
            game=results[0].game,
            table=self.table,
            seats=seats,
            terms=self.terms,
            line_ups=tuple(line_up for line_up, _ in groups),
            stamps=tuple(stamp for _, stamp in groups),
            seatings=tuple(seatings.seen),
            teams=tuple(teams.seen),
            placements=tuple(placements.seen),
            kinds=self.kinds,
            likings={kind: likings.hex() for kind, likings in self.likings.items()},
            left_out=self.left_out,
        )
        return names, b"".join(squeezed(list(column)) for column in columns)


def _seating(result: GameResult) -> tuple[int, ...]:
    line_up = result.line_up.split("+")
    return tuple(line_up.index(bot) for bot in result.bots)


def _by_seat(rows: Iterable[Sequence[int]], seats: int) -> Iterator[list[int]]:
    """Columns of what games have by seat, with zeros where one has nothing."""
    whole = [row if len(row) == seats else [0] * seats for row in rows]
    return ([row[seat] for row in whole] for seat in range(seats))


def _same_moves(written: GameResult, result: GameResult) -> bool:
    try:
        return bool(written.actions == result.actions)
    except BadJournal:
        return False


def _joined(names: Names, columns: bytes, moves: bytes) -> bytes:
    text = squeezed_together(json.dumps(asdict(names), separators=(",", ":")).encode("ascii"))
    return SIZES.pack(len(text), len(columns)) + text + columns + moves
