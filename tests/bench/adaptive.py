"""How many games an adaptive league needs until all is separated, against a round-robin, where skills are known.

Run it as `python tests/bench/adaptive.py`. Nothing is played: results are drawn by the model that ratings assume, so
this measures the schedule and the stop rules alone, optional stopping included. Both leagues stop when all neighbours
are separated. An interval covers if it holds the true skill, seen from the average of the bots. An error is a pair of
neighbours that a league called separated the wrong way round.
"""

from __future__ import annotations

import sys
from itertools import combinations, pairwise
from pathlib import Path
from statistics import fmean, median
from typing import Final

import numpy as np

from tavern_tournament.config.file import StopSection
from tavern_tournament.epochs import SEPARATED, Course
from tavern_tournament.ratings.finish import MU
from tavern_tournament.ratings.rate import Rating, rate
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Fixture

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
from simulated import block

LEAGUES: Final = 100
BOTS: Final = 5  # as in the default league
SPREAD: Final = 5.0  # the deviation of skills
GAP: Final = 1.0  # the least difference of two: a better bot wins 57 games of 100
DEALS: Final = 4  # that an adaptive league begins with
MOST: Final = 5000
RESAMPLES: Final = 50


def skills_of(league: int) -> dict[str, float]:
    """The true skills of a league's bots, no two of them too close to tell."""
    rng = np.random.default_rng(league)
    while True:
        skills = rng.normal(MU, SPREAD, BOTS)
        if np.diff(np.sort(skills)).min() >= GAP:
            return {f"bot-{number}": float(skill) for number, skill in enumerate(skills - skills.mean() + MU)}


def separated(league: int, adaptive: bool) -> tuple[int, bool, list[Rating]]:
    """How many games a league took, whether it separated all of its bots, and its table."""
    skills = skills_of(league)
    course = Course(StopSection(separated=True), {"cups-2": MOST}, {"cups-2": "cups"}, adaptive)
    first = DEALS if adaptive else 1
    fixtures = tuple(Fixture("cups-2", pair, first, "") for pair in combinations(sorted(skills), 2))
    done = {fixture.key: 0 for fixture in fixtures}
    results: list[GameResult] = []
    while True:
        for fixture in fixtures:
            for deal in range(done[fixture.key], fixture.deals):
                results += block(skills, fixture, deal, league)
            done[fixture.key] = fixture.deals
        standings = rate(results, bootstrap=RESAMPLES, seed=str(league))
        epoch = course.next_epoch(fixtures, standings, 0.0)
        if epoch.stopped:
            return len(results), epoch.stopped == SEPARATED, standings.overall
        fixtures = epoch.fixtures


def main() -> None:
    """Print the figures."""
    games: dict[bool, list[int]] = {True: [], False: []}
    covered: dict[bool, list[bool]] = {True: [], False: []}
    wrong: dict[bool, list[bool]] = {True: [], False: []}
    for league in range(LEAGUES):
        skills = skills_of(league)
        for adaptive in games:
            number, all_separated, ratings = separated(league, adaptive)
            assert all_separated
            games[adaptive].append(number)
            covered[adaptive] += [rating.low <= skills[rating.bot] <= rating.high for rating in ratings]
            wrong[adaptive] += [skills[upper.bot] < skills[lower.bot] for upper, lower in pairwise(ratings)]
        print(f"league {league + 1} of {LEAGUES}: {games[True][-1]} and {games[False][-1]} games", file=sys.stderr)
    print(f"{LEAGUES} leagues of {BOTS} bots, all of them separated")
    for adaptive, name in ((True, "adaptive"), (False, "round-robin")):
        print(
            f"  {name:<12}{sum(games[adaptive]):>10,} games, median {median(games[adaptive]):>6,.0f}; intervals cover "
            f"{100 * fmean(covered[adaptive]):.1f} %; {100 * fmean(wrong[adaptive]):.1f} % of neighbours the wrong way"
        )
    ratios = sorted(one / other for one, other in zip(games[True], games[False], strict=True))
    print(
        f"  ratio of all games {sum(games[True]) / sum(games[False]):.2f}, median of the leagues {median(ratios):.2f}"
    )


if __name__ == "__main__":
    main()
