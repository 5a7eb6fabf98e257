"""Checks a run: its journal, and games that must come out as they are written down.

A game is replayed by the league's own referee, with players who do what the record says: who answered answers again,
and who made a fault makes it again. So all that follows from a record is checked: moves that were played in a bot's
place, who forfeited and came last, scores and places.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import ExitStack
from dataclasses import replace
from itertools import product
from typing import Final

from tavern_bots.api import Clock
from tavern_engine import Event, Game, InfoSet, Table, TavernError
from tavern_tournament.host import Host
from tavern_tournament.match import Match
from tavern_tournament.players.player import BotFault
from tavern_tournament.reading import Reading
from tavern_tournament.results import NAMES, GameResult
from tavern_tournament.run import Run
from tavern_tournament.schedule import Planned
from tavern_tournament.scratch import scratch_folder
from tavern_tournament.specs import Setup, Times

BESIDE: Final = ("seconds", "reasons")  # what of a result is not part of how it came out


class Unfinished(TavernError):
    """A record that ends before its game."""


def check_run(run: Run, sample: int, again: int, say: Callable[[str], None]) -> Iterator[str]:
    """What is wrong with a run: its journal, or games that do not come out as they are written down."""
    reading = run.read()
    yield from reading.troubles()
    results = run.counted(reading)
    say(f"{len(results)} of {len(results) + len(run.left(results))} games have a result.")
    for result in spread(results, sample):
        yield from wrong_replay(run, run.game(result), result)
    say(f"{min(sample, len(results))} games replayed.")
    repeatable = spread([result for result in results if not by_clock(result, run.setup)], again)
    yield from played_again(run, reading, [run.game(result) for result in repeatable])
    if again:
        say(f"{len(repeatable)} games played again by their bots.")


def by_clock(result: GameResult, setup: Setup) -> bool:
    """Whether a clock decided something in a game, or its bots look at one."""
    options = [setup.bot(name).options_at(result.game) for name in set(result.bots)]
    return result.clocked or setup.times.move is not None or any(each.get("seconds") for each in options)


def spread(results: list[GameResult], number: int) -> list[GameResult]:
    """So many results from everywhere in the list, the same ones each time."""
    step = max(1, len(results) // number) if number else 1
    return results[::step][:number]


def wrong_replay(run: Run, planned: Planned, result: GameResult) -> Iterator[str]:
    """Replay a game by its record: it must end as its result says."""
    if result.lost:
        return  # nothing is known of it
    # A fault at the last move was made in deciding it, or when the bot was told the result: the record does not say.
    unsure = sorted({fault.seat for fault in result.faults if fault.move == sum(result.decisions)})
    complaints = []
    for lates in product((False, True), repeat=len(unsure)):
        late = {seat for seat, is_late in zip(unsure, lates, strict=True) if is_late}
        complaints.append(complaint(run, planned, result, late))
    wrong, told = min(complaints)
    if wrong:
        yield f"{result.id} {told}"


def complaint(run: Run, planned: Planned, result: GameResult, late: Set[int]) -> tuple[int, str]:
    """How much is wrong with a result, and what, if the last faults of the seats in `late` came after the game."""
    try:
        wrong = differences(result, replayed(run, planned, result, late))
    except Unfinished as error:
        return len(NAMES), f"cannot be replayed: {error}"
    return len(wrong), f"does not end as its result says. By its record, these differ: {', '.join(wrong)}."


def differences(one: GameResult, other: GameResult) -> list[str]:
    """In what two results differ, apart from the time that they took and what was said of it."""
    return [name for name in NAMES if name not in BESIDE and getattr(one, name) != getattr(other, name)]


def replayed(run: Run, planned: Planned, result: GameResult, late: Set[int]) -> GameResult:
    """What the referee makes of a record."""
    players = [Reader(result, seat, seat in late) for seat in range(len(result.bots))]
    match = Match(planned, replace(run.setup, times=Times(), reasons=False), players)
    for player in players:
        player.table = match.table
    return match.play()


class Reader:
    """A player, and its seat, that does what a record says."""

    sees = False
    table: Table

    def __init__(self, result: GameResult, seat: int, late: bool) -> None:
        self._actions = result.actions
        self._faults = deque(fault for fault in result.faults if fault.seat == seat)
        self._kept = int(late)  # faults that are left for the end

    def load(self) -> None:
        """Nothing: it is here."""

    def stop(self) -> None:
        """Nothing: it ends by itself."""

    def sit(
        self, game: Game, seat: int, seats: int, seed: int, table_options: Mapping[str, object] | None = None
    ) -> Reader:
        self._make_fault(0)
        return self

    def choose(self, infoset: InfoSet, events: Sequence[Event], clock: Clock) -> int:
        assert self.table.record is not None
        move = len(self.table.record.actions)
        self._make_fault(move + 1)
        if move >= len(self._actions):  # beyond it, moves were played in the place of others
            raise Unfinished(f"its record ends after {len(self._actions)} decisions, before the game does.")
        return self._actions[move]

    def explain(self) -> str:
        return ""

    def end(self, placement: Sequence[int]) -> None:
        self._kept = 0
        if self._faults:
            self._make_fault(self._faults[0].move)

    def _make_fault(self, move: int) -> None:
        """The fault of this move, if one is written down."""
        if len(self._faults) > self._kept and self._faults[0].move == move:
            fault = self._faults.popleft()
            raise BotFault(fault.kind, fault.said)


def played_again(run: Run, reading: Reading, wanted: Sequence[Planned]) -> Iterator[str]:
    """Let the bots play games again: without a clock they must choose the same."""
    host = Host(replace(run.setup, logs=""))  # checking a run writes nothing
    with scratch_folder(), ExitStack() as ends:  # as a league does, for bots may tell of their folders
        ends.callback(host.stop)
        for planned in wanted:
            before = reading.of(planned.id, planned.stamp)
            if before is None or differences(before, host.play(planned)):
                yield f"{planned.id} came out differently when its bots played it again."
