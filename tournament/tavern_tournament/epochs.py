"""Epochs: a league that stops when it is enough is played in parts, each planned by the results of all before it.

A plan is nothing but a number of deals for every line-up, and all games of an epoch count before the next is planned.
So what is played is a function of the config, the seed and the secret, for any number of workers, and a run that was
broken off finds its way again from its journal. Of the rules only `minutes` asks a clock.

In every epoch but the first an adaptive schedule adds blocks where they tell most: about neighbours in a table that are
not separated, or, if that is the rule, about bots with wide intervals. Those that are too close to tell wait until all
others are separated. Each kind of table goes on by itself, so that none comes to count more in the ratings of its game.
An epoch of a Swiss schedule is a round (`swiss`). Other schedules add deals to all line-ups alike.

Whoever looks often enough finds two equal bots separated at 95 % some day. So a pair counts as separated here when its
games are 20 times likelier with a difference than without (`evidence`): 5 % of equal pairs ever come to that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from math import log
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Self

import numpy as np

from tavern_tournament.ratings.finish import LEAST_DRAW_PROBABILITY, Finish
from tavern_tournament.ratings.rate import TOO_CLOSE, Rating, Standings, evidence, skills_by, times_enough
from tavern_tournament.ratings.skill import Floats
from tavern_tournament.ratings.worth import Worth
from tavern_tournament.run import rounds_of
from tavern_tournament.schedule import Fixture
from tavern_tournament.swiss import Rounds

if TYPE_CHECKING:
    from tavern_tournament.config.file import StopSection
    from tavern_tournament.config.league import League
    from tavern_tournament.run import Run

ADDED: Final = 8  # an epoch adds an eighth of what was played, and at least one deal: so there are few epochs
SURE: Final = log(20)  # the evidence that separates a pair: 5 % of those that are equal ever have so much
LEAST: Final = 4  # no line-up has less than a fourth of the deals that line-ups of its table have on average

SEPARATED: Final = "It stopped because all neighbours are separated."
CHALLENGED: Final = "It stopped because the challenger is separated from all others."
ALL_PLAYED: Final = "It stopped because all deals were played that the schedule allows."
ROUNDS_PLAYED: Final = "All rounds were played."


@dataclass(frozen=True)
class Course:
    """How a league goes from epoch to epoch."""

    stop: StopSection
    most: Mapping[str, int]  # deals a line-up, by table
    games: Mapping[str, str]  # by table
    adaptive: bool = False
    challengers: Sequence[str] = ()
    rounds: Mapping[str, Rounds] = field(default_factory=dict)  # by table, if it is Swiss

    @classmethod
    def of(cls, league: League, stop: StopSection, run: Run) -> Self:
        """The course of a league with these rules."""
        most = {table.label: league.most_deals(table) for table in league.tables}
        games = {table.label: table.game for table in league.tables}
        rounds = {}
        if league.is_swiss:
            seeds = run.setup.seeds
            rounds = {one.label: rounds_of(league, one, run.founders, run.joined, seeds) for one in league.tables}
        return cls(stop, most, games, league.is_adaptive, league.schedule.challenger, rounds)

    @property
    def asks_how_sure(self) -> bool:
        """Whether it has to be known how sure the ratings are."""
        return self.stop.separated or self.stop.interval is not None

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
        anchors = {rating.bot for rating in ratings if rating.anchor}
        found = []
        for bot, other in _to_separate([rating.bot for rating in ratings], self.challengers):
            enough = float(times[number[bot], number[other]])
            if not anchors.issuperset((bot, other)) and not (enough < 1 and evidence(skills, bot, other) >= SURE):
                found.append(Pair(bot, other, enough))
        return found

    def next_epoch(self, fixtures: Sequence[Fixture], standings: Standings, minutes: float) -> Epoch:
        """What is planned after so many minutes, when these fixtures have been played and come to these standings."""
        if reason := self.enough(standings):
            return Epoch(tuple(fixtures), reason)
        if self.stop.minutes is not None and minutes >= self.stop.minutes:
            return Epoch(tuple(fixtures), _after(self.stop.minutes))
        grown = self._grown(fixtures, standings, 1.0)
        if grown == list(fixtures):
            return Epoch(tuple(fixtures), ROUNDS_PLAYED if self.rounds else ALL_PLAYED)
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
            if table in self.rounds:
                grown += self.rounds[table].after(here, standings.games.get(self.games[table], ()))
            elif not self.adaptive:
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


def _to_separate(names: Sequence[str], challengers: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs that matter of these bots, best first: neighbours, or each challenger with all who are none."""
    if not challengers:
        return list(pairwise(names))
    others = [bot for bot in names if bot not in challengers]
    return [(bot, other) for bot in names if bot in challengers for other in others]


def could_separate(fixtures: Sequence[Fixture], games: Mapping[str, str], challengers: Sequence[str]) -> bool:
    """Whether results that leave no doubt, by which the same bots always win, would separate all that matters."""
    for game in sorted(set(games.values())):
        here = [fixture for fixture in fixtures if games[fixture.table] == game]
        bots = sorted({bot for fixture in here for bot in fixture.bots}, key=lambda bot: (bot not in challengers, bot))
        times: Counter[Finish] = Counter()
        for fixture in here:
            places = sorted(fixture.bots, key=bots.index)
            times[Finish(tuple((bot,) for bot in places), (False,) * (len(places) - 1))] += fixture.size
        known = skills_by(times, bots, LEAST_DRAW_PROBABILITY)
        if any(evidence(known, *pair) < SURE for pair in _to_separate(bots, challengers)):
            return False
    return True


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
