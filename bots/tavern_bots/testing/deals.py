"""Games that a bot plays under the eyes of the kit, as plain data: no truth is alive but the one at the table.

What a seat knows and what is true are kept as words. A bot that looks for a truth, wherever it looks, must find the one
that the check has put there, and no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tavern_bots.lookalike import within_reach
from tavern_bots.testing.seated import Trial
from tavern_engine import Event, Game, InfoSet, Rng, State, Table
from tavern_engine.state import numbers
from tavern_engine.testing import Failed
from tavern_engine.testing.views import twins
from tavern_engine.testing.walk import Position, some_positions

WHOLE: Final = 2000  # decisions of the bot: more than a game has
FEW: Final = 4  # decisions of a game that are compared, or more with more effort
TWINS: Final = 3
MEDDLES: Final = "it changed the game behind the referee's back"


def words_of(state: State) -> bytes:
    """All that a state or view knows."""
    return bytes(state.w)


def state_of(game: Game, words: bytes) -> State:
    """The state or view with these words, which are the kit's own: `Game.decode` would check each of them, for ms."""
    return game.state_class(numbers(memoryview(words).cast("q")), game.tables)


def infoset_of(game: Game, words: bytes) -> InfoSet:
    """What a seat knows, made of words only, as a bot's own process gets it."""
    return InfoSet(state_of(game, words))


@dataclass(frozen=True)
class Moment:
    """A decision as plain data: what the seat knows, and some truths that all look like that to it."""

    seat: int
    view: bytes
    seen: tuple[Event, ...]
    truths: tuple[bytes, ...]


def moments(trial: Trial, number: int) -> list[Moment]:
    """Decisions from random games; no state of those games is alive when they are returned."""
    found = []
    for position in some_positions(trial.table, number):
        seat = int(position.state.seat())
        if seat >= 0:
            states = [position.state, *twins(position, seat, TWINS)]
            view = words_of(position.state.observe(seat).view)
            found.append(Moment(seat, view, tuple(position.seen[seat]), tuple(map(words_of, states))))
    return found


def asked_next(table: Table, seats: Iterable[int], rng: Rng) -> bool:
    """Let the others decide at random until one of these seats is asked; False if the game ends before."""
    while not table.over:
        seat, infoset = table.ask()
        if seat in seats:
            return True
        legal = infoset.legal()
        table.answer(legal[int(rng.below(len(legal)))])
    return False


def play(trial: Trial, seats: Iterable[int], seed: int) -> Iterator[int]:
    """Seat the bot here against random others and yield its decisions one by one, to the end of the game."""
    table = Table(trial.game, trial.table.seats, seed, trial.table.options)
    bots = {seat: trial.seat(seat, seed + seat) for seat in seats}
    rng = Rng(seed + 100)
    while asked_next(table, bots, rng):
        seat, infoset = table.ask()
        action = bots[seat].answer(infoset_of(trial.game, words_of(infoset.view)), table.news(seat))
        yield action
        table.answer(action)
    for bot in bots.values():
        bot.end(table.placement())


def first_answers(trial: Trial, seat: int, seed: int) -> Iterator[int]:
    """The first few decisions of a game: those that are compared."""
    return islice(play(trial, [seat], seed), max(FEW, trial.table.times(FEW)))


@dataclass(frozen=True)
class Told:
    """A decision of a whole game: what the seat was told, another truth that looks like that to it, and its answer."""

    view: bytes
    news: tuple[Event, ...]
    twin: bytes
    answer: int


@dataclass(frozen=True)
class Transcript:
    """All that a bot was told in a game, and what it answered."""

    seat: int
    seed: int  # of the deal; the bot's own follows from it
    told: tuple[Told, ...]
    placement: tuple[int, ...]  # empty if the game was broken off

    @property
    def luck(self) -> int:
        """The seed of the bot's random numbers."""
        return self.seed + self.seat


def transcript(trial: Trial, seat: int, seed: int) -> Transcript:
    """Play a game with the bot on one seat, and write down its side of it; with little effort, only the beginning."""
    table = Table(trial.game, trial.table.seats, seed, trial.table.options)
    rng = Rng(seed + 100)
    told: list[Told] = []
    with within_reach(table):
        bot = trial.seat(seat, seed + seat)
        while len(told) < trial.table.times(WHOLE) and asked_next(table, [seat], rng):
            view, news = words_of(table.ask()[1].view), table.news(seat)
            before = words_of(table.truth())
            answer = bot.answer(infoset_of(trial.game, view), news)
            if words_of(table.truth()) != before:
                raise Failed(MEDDLES)
            told.append(Told(view, tuple(news), twin_of(trial, table, seat), answer))
            table.answer(answer)
        if table.over:
            bot.end(table.placement())
    return Transcript(seat, seed, tuple(told), tuple(table.placement() if table.over else ()))


def twin_of(trial: Trial, table: Table, seat: int) -> bytes:
    """Another truth that looks the same to the seat."""
    return words_of(next(twins(Position(trial.table, table.truth(), {}), seat, 1)))


def answers_again(trial: Trial, heard: Transcript) -> Iterator[int]:
    """Its answers when it is told the same once more, while a table in the same process holds the other truths."""
    if not heard.told:
        return
    state = state_of(trial.game, heard.told[0].twin)
    table = Table.at(trial.game, state)
    with within_reach(table):
        bot = trial.seat(heard.seat, heard.luck)
        for told in heard.told:
            state.w = numbers(memoryview(told.twin).cast("q"))
            yield bot.answer(infoset_of(trial.game, told.view), told.news)
            if words_of(state) != told.twin:
                raise Failed(MEDDLES)
        if heard.placement:
            bot.end(list(heard.placement))
