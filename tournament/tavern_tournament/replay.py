"""Games of a run again, from their deals and decisions: told move by move, and what a report asks of them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tavern_engine import Game, TavernError
from tavern_engine.game import did_you_mean
from tavern_tournament.match import new_table
from tavern_tournament.ratings.finish import ranks_of_seats
from tavern_tournament.ratings.windfalls import Windfalls, judge_of, windfalls_of
from tavern_tournament.report.markup import shown
from tavern_tournament.results import Fault, GameResult
from tavern_tournament.run import Run
from tavern_tournament.solo.telling import OPEN, Telling, news, seen, sentence
from tavern_tournament.specs import Setup

_log = logging.getLogger(__name__)

NOBODY: Final = -1  # in the place of a seat, at the end
MOST_COMPARED: Final = 20_000  # names of games, when one is looked for that is like a wrong one: a second


class NoSuchGame(TavernError):
    """A game or a seat that a run does not have."""


@dataclass(frozen=True)
class Frame:
    """A decision of a game, or its end: what happened before, the table, who chose what, and why."""

    happened: Sequence[str]  # since the frame before
    picture: str
    seat: int  # who decides, or NOBODY
    text: str  # what was chosen, or how it ended
    reason: str  # of the bot, if it was recorded
    faults: Sequence[str]  # of bots in this decision

    def lines(self, bots: Sequence[str]) -> Iterator[str]:
        """The frame as it is printed; nothing that a bot said commands a terminal."""
        yield from self.happened
        yield from ("", self.picture, "")
        yield from (shown(f"  [{fault}]") for fault in self.faults)
        yield shown(self.text)
        if self.reason:
            yield shown(f"  [{bots[self.seat]}: {self.reason}]")


@dataclass(frozen=True)
class Again:
    """The games of a run as a report asks of them; results alone do not tell these things."""

    setup: Setup

    @cached_property
    def _games(self) -> dict[str, Game]:
        return {table.label: table.rules() for table in self.setup.tables}

    def rules(self, result: GameResult) -> Game:
        """The game that was played, with its components."""
        return self._games[result.table]

    def points(self, result: GameResult) -> list[int]:
        """What every seat counted at the end, in the game's own points; nothing if it has none, or none were won."""
        rules = self.rules(result)
        try:
            return [points for score in result.scores if (points := rules.points(score)) is not None]
        except Exception as error:  # a game of others that cannot say it is no reason to have no report
            _log.warning("%s does not say what a score counts: %s", rules.title, error)
            return []

    def dimensions(self, result: GameResult) -> list[Mapping[str, int | str]]:
        """By seat, what the game names to tell where it was won; nothing if its record does not come to its end."""
        try:
            table = new_table(result, self.setup)
            for action in result.actions:
                table.answer(action)
            state, events = table.truth(), news(table, OPEN)
            return [table.game.dimensions(state, seat, events) for seat in range(table.seats)] if table.over else []
        except TavernError:  # somebody changed the journal; `verify` says so
            return []
        except Exception as error:
            _log.warning("%s does not say where it was won: %s", self.rules(result).title, error)
            return []

    def windfalls(self, results: Iterable[GameResult]) -> Windfalls:
        """What came by lot in these games, as far as that can be said; it takes its time."""
        return windfalls_of(self.setup, results)

    def judged(self) -> dict[str, str]:
        """By game: what says how much came by lot, or why nothing can."""
        judges = {table.game: judge_of(table.rules()) for table in self.setup.tables}
        return {game: judge if isinstance(judge, str) else judge.named for game, judge in judges.items()}

    def frames(self, result: GameResult) -> list[Frame]:
        """All decisions with everything open, or TavernError."""
        return list(frames(self.setup, result, OPEN))


def retell(run: Run, game_id: str, seat: int | None) -> Iterator[str]:
    """A game as lines, as one seat saw it or with everything open: the table at every decision, faults and reasons."""
    result = find(run, game_id)
    if seat is not None and seat >= len(result.bots):
        raise NoSuchGame(f"There is no seat {seat} at a table of {len(result.bots)}.")
    names = Telling(new_table(result, run.setup), result.bots).names
    yield f"{result.id}: {', '.join(names)}"
    for frame in frames(run.setup, result, OPEN if seat is None else seat):
        yield from frame.lines(result.bots)


def frames(setup: Setup, result: GameResult, viewer: int) -> Iterator[Frame]:
    """The decisions of a game that the viewer made, or all of them if everything is open, and its end."""
    table = new_table(result, setup)
    story = Telling(table, result.bots)
    for number, action in enumerate(result.actions):
        asked, _ = table.ask()
        if viewer in (OPEN, asked):
            happened = story.sentences(news(table, viewer))
            reason = "".join(result.reasons[number : number + 1])
            text = sentence(f"{story.names[asked]} chooses: {story.action(action)}")
            faults = _faults(result, viewer, (number + 1, 0) if number == 0 else (number + 1,))
            yield Frame(happened, story.picture(seen(table, viewer)), asked, text, reason, faults)
        table.answer(action)
    happened = story.sentences(news(table, viewer))
    late = [fault.move for fault in result.faults if fault.move > len(result.actions)]
    ranks = [] if result.void else ranks_of_seats(result)
    places = [f"{name} place {place}" for name, place in zip(story.names, ranks, strict=False)]
    end = f"The game is void: {result.void}" if result.void else sentence(", ".join(places))
    yield Frame(happened, story.picture(seen(table, viewer)), NOBODY, end, "", _faults(result, viewer, late))


def _faults(result: GameResult, viewer: int, moves: Sequence[int]) -> list[str]:
    """What bots did instead of answering in these moves; what another seat's bot says may tell a hand."""
    return [told(one, result) for one in result.faults if one.move in moves and viewer in (OPEN, one.seat)]


def told(fault: Fault, result: GameResult) -> str:
    """A fault in a line."""
    return f"fault at move {fault.move}: {result.bots[fault.seat]}: {fault.kind}: {fault.said}"


def find(run: Run, game_id: str) -> GameResult:
    """The result of a game that counts, or NoSuchGame."""
    results = {result.id: result for result in run.counted(run.read())}
    if game_id not in results:
        near = did_you_mean(game_id, results) if len(results) <= MOST_COMPARED else ""
        hint = near or f" Its {len(results)} games are listed in games.jsonl."
        raise NoSuchGame(f"There is no finished game {game_id!r} in {run.folder}.{hint}")
    return results[game_id]
