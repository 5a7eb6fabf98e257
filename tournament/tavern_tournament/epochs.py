"""Epochs: a league that stops when it is enough is played in parts, each planned by the results of all before it.

A plan is nothing but a number of deals for every line-up, and all games of an epoch count before the next is planned.
So what is played is a function of the config, the seed and the secret, for any number of workers, and a run that was
broken off finds its way again from its journal. Of the rules only `minutes` asks a clock.

In every epoch but the first an adaptive schedule adds blocks where they tell most: about neighbours in a table that are
not separated, or, if that is the rule, about bots with wide intervals. Those that are too close to tell wait until all
others are separated. Each kind of table goes on by itself, so that none comes to count more in the ratings of its game.
Other schedules add deals to all line-ups alike.

Whoever looks often enough finds two equal bots separated at 95 % some day. So a pair counts as separated here when half
of its games would have been enough, and is looked at when an eighth more has been played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Self

import numpy as np

from tavern_tournament.ratings.rate import TOO_CLOSE, Rating, Standings, times_enough
from tavern_tournament.ratings.skill import Floats
from tavern_tournament.ratings.worth import Worth
from tavern_tournament.schedule import Fixture

if TYPE_CHECKING:
    from tavern_tournament.config.file import StopSection
    from tavern_tournament.config.league import League

ADDED: Final = 8  # an epoch adds an eighth of what was played, and at least one deal: so there are few epochs
HALF: Final = 0.5  # of the games have to be enough to separate a pair
LEAST: Final = 4  # no line-up has less than a fourth of the deals that line-ups of its table have on average

SEPARATED: Final = "It stopped because all neighbours are separated."
CHALLENGED: Final = "It stopped because the challenger is separated from all others."
ALL_PLAYED: Final = "It stopped because all deals were played that the schedule allows."


@dataclass(frozen=True)
class Course:
    """How a league goes from epoch to epoch."""

    stop: StopSection
    most: Mapping[str, int]  # deals a line-up, by table
    games: Mapping[str, str]  # by table
    adaptive: bool = False
    challengers: Sequence[str] = ()

    @classmethod
    def of(cls, league: League, stop: StopSection) -> Self:
        """The course of a league with these rules."""
        most = {table.label: league.most_deals(table) for table in league.tables}
        games = {table.label: table.game for table in league.tables}
        return cls(stop, most, games, league.is_adaptive, league.schedule.challenger)

    def enough(self, standings: Standings) -> str:
        """Why no more needs to be played, in a sentence; empty if none of the rules about results is met."""
        if not standings.games:
            return ""
        if self.stop.separated and not any(self._open_pairs(standings, game) for game in standings.games):
            return CHALLENGED if self.challengers else SEPARATED
        wide = self.stop.interval
        if wide is not None and not any(_is_wide(one, wide) for table in standings.games.values() for one in table):
            return f"It stopped because no 95 % interval reaches further than {wide:g} to either side."
        return ""

    def _open_pairs(self, standings: Standings, game: str) -> list[Pair]:
        """The pairs of a game that are to be separated and are not, best first."""
        ratings, skills = standings.games[game], standings.skills[game]
        times = times_enough(skills)
        number = {bot: number for number, bot in enumerate(skills.bots)}
        names = [rating.bot for rating in ratings]
        pairs = list(pairwise(names))
        if self.challengers:
            field = [bot for bot in names if bot not in self.challengers]
            pairs = [(bot, other) for bot in names if bot in self.challengers for other in field]
        found = [Pair(bot, other, float(times[number[bot], number[other]])) for bot, other in pairs]
        return [pair for pair in found if pair.enough > HALF]

    def next_epoch(self, fixtures: Sequence[Fixture], standings: Standings, minutes: float) -> Epoch:
        """What is planned after so many minutes, when these fixtures have been played and come to these standings."""
        if reason := self.enough(standings):
            return Epoch(tuple(fixtures), reason)
        if self.stop.minutes is not None and minutes >= self.stop.minutes:
            return Epoch(tuple(fixtures), _after(self.stop.minutes))
        grown = self._grown(fixtures, standings, 1.0)
        if grown == list(fixtures):
            return Epoch(tuple(fixtures), ALL_PLAYED)
        budget = self.stop.games
        if budget is not None and _games(grown) > budget:
            part = (budget - _games(fixtures)) / (_games(grown) - _games(fixtures))
            grown = self._grown(fixtures, standings, part) if self.adaptive else list(fixtures)
            if grown == list(fixtures):
                return Epoch(tuple(fixtures), _spent(budget))
        return Epoch(tuple(grown))

    def _grown(self, fixtures: Sequence[Fixture], standings: Standings, part: float) -> list[Fixture]:
        """The fixtures with the deals of one more epoch, or with a part of them."""
        grown: list[Fixture] = []
        for table, each in groupby(fixtures, attrgetter("table")):
            here, most = list(each), self.most[table]
            if not self.adaptive:
                grown += [replace(one, deals=min(most, one.deals + max(1, one.deals // ADDED))) for one in here]
            elif (questions := self._questions(standings, self.games[table])).size:
                worth = Worth(standings.skills[self.games[table]], [one.bots for one in here], questions)
                grown += _where_it_tells(here, most, part, worth)
            else:
                grown += here
        return grown

    def _questions(self, standings: Standings, game: str) -> Floats:
        """What is to be found out about the skills of a game, as `Worth` takes it."""
        if game not in standings.games:
            return np.array([])
        bots = standings.skills[game].bots
        own = dict(zip(bots, np.eye(len(bots)), strict=True))
        if not self.stop.separated:
            wide = self.stop.interval or 0.0
            return np.array([own[one.bot] for one in standings.games[game] if _is_wide(one, wide)])
        pairs = self._open_pairs(standings, game)
        pairs = [pair for pair in pairs if pair.enough <= TOO_CLOSE] or pairs
        return np.array([own[pair.bot] - own[pair.other] for pair in pairs])


@dataclass(frozen=True)
class Pair:
    """Two bots, and about how many times the games that were played separate them."""

    bot: str
    other: str
    enough: float


@dataclass(frozen=True)
class Epoch:
    """The fixtures up to the end of an epoch, or why there is no other."""

    fixtures: tuple[Fixture, ...]
    stopped: str = ""


def _is_wide(rating: Rating, most: float) -> bool:
    return max(rating.high - rating.mu, rating.mu - rating.low) > most


def _games(fixtures: Iterable[Fixture]) -> int:
    return sum(fixture.size for fixture in fixtures)


def _spent(games: int) -> str:
    return f"It stopped because the budget of {games:,} games is spent, as far as whole deals go."


def _after(minutes: float) -> str:
    return (
        f"It stopped after {minutes:g} minutes: a clock decided how far it went, so that another run may come to "
        "another end, though every game in it can be repeated."
    )


def _where_it_tells(fixtures: Sequence[Fixture], most: int, part: float, worth: Worth) -> list[Fixture]:
    """The fixtures of one kind of table with more blocks: first where there are few, then where they tell most."""
    deals = [fixture.deals for fixture in fixtures]
    added = int(part * max(1, sum(deals) // ADDED))
    least = min(most, (sum(deals) + added) // (LEAST * len(deals)))
    for _ in range(added):
        few = [number for number, each in enumerate(deals) if each < least]
        number = few[0] if few else worth.best([each < most for each in deals])
        if number is None:
            break
        worth.plan(number)
        deals[number] += 1
    return [replace(fixture, deals=new) for fixture, new in zip(fixtures, deals, strict=True)]
