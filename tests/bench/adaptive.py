"""How many games an adaptive league needs until all is separated, against a round-robin, where skills are known.

Run it as `python tests/bench/adaptive.py [--leagues N] [--seed N]`. Nothing is played: results are drawn by the model
that ratings assume, so this measures the schedule and the stop rules alone, optional stopping included. Both leagues
stop when all neighbours are separated. An interval covers if it holds the true skill, seen from the average of the
bots. An error is a pair of neighbours that a league called separated the wrong way round. In leagues with two equal
bots it is counted how often these are called separated at any look between two epochs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, median
from typing import Final

import numpy as np

from tavern_tournament.config.file import StopSection
from tavern_tournament.epochs import SEPARATED, SURE, Course, Epoch
from tavern_tournament.ratings.finish import MU
from tavern_tournament.ratings.rate import Rating, Standings, evidence, rate
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Fixture

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
from simulated import block

BOTS: Final = 5  # as in the default league
SPREAD: Final = 5.0  # the deviation of skills
GAP: Final = 1.0  # the least difference of two: a better bot wins 57 games of 100
DEALS: Final = 4  # that an adaptive league begins with
MOST: Final = 5000  # deals a line-up, where all can be separated
MOST_OF_EQUALS: Final = (20 * DEALS, 100 * DEALS)  # as the default has it, and many more looks
RESAMPLES: Final = 50
TABLE: Final = "cups-2"
KINDS: Final = {True: "adaptive", False: "round-robin"}


def skills_of(league: int) -> dict[str, float]:
    """The true skills of a league's bots, no two of them too close to tell."""
    rng = np.random.default_rng(league)
    while True:
        skills = rng.normal(MU, SPREAD, BOTS)
        if np.diff(np.sort(skills)).min() >= GAP:
            return {f"bot-{number}": float(skill) for number, skill in enumerate(skills - skills.mean() + MU)}


def looks(skills: dict[str, float], adaptive: bool, most: int, seed: int) -> Iterator[tuple[int, Standings, Epoch]]:
    """A league as it is looked at after each epoch: its games so far, its standings, and what follows from them."""
    course = Course(StopSection(separated=True), {TABLE: most}, {TABLE: "cups"}, adaptive)
    first = DEALS if adaptive else 1
    epoch = Epoch(tuple(Fixture(TABLE, pair, first, "") for pair in combinations(sorted(skills), 2)))
    done = {fixture.key: 0 for fixture in epoch.fixtures}
    results: list[GameResult] = []
    while not epoch.stopped:
        for fixture in epoch.fixtures:
            for deal in range(done[fixture.key], fixture.deals):
                results += block(skills, fixture, deal, seed)
            done[fixture.key] = fixture.deals
        standings = rate(results, bootstrap=RESAMPLES, seed=str(seed))
        epoch = course.next_epoch(epoch.fixtures, standings, 0.0)
        yield len(results), standings, epoch


def separated(adaptive: bool, league: int) -> tuple[int, list[Rating]]:
    """How many games a league took to separate all of its bots, and its table."""
    *_, (games, standings, epoch) = looks(skills_of(league), adaptive, MOST, league)
    assert epoch.stopped == SEPARATED
    return games, standings.overall


def parts_equals(most: int, adaptive: bool, league: int) -> bool:
    """Whether a league ever calls two of its bots separated that are equal."""
    skills = skills_of(league)
    one, other, *_ = sorted(skills)
    skills[other] = skills[one]
    for _, standings, _ in looks(skills, adaptive, most, league):
        fitted = standings.skills["cups"]
        if evidence(fitted, one, other) >= SURE:
            return True
    return False


def tell_games(leagues: range, pool: ProcessPoolExecutor) -> None:
    """Print how many games leagues need, and whether what they say is right."""
    print(f"{len(leagues)} leagues of {BOTS} bots, all of them separated")
    games: dict[bool, list[int]] = {}
    for adaptive, name in KINDS.items():
        found = list(pool.map(partial(separated, adaptive), leagues))
        games[adaptive] = [number for number, _ in found]
        known = [(skills_of(league), rows) for league, (_, rows) in zip(leagues, found, strict=True)]
        covered = fmean(row.low <= skills[row.bot] <= row.high for skills, rows in known for row in rows)
        wrong = fmean(
            skills[upper.bot] < skills[lower.bot] for skills, rows in known for upper, lower in pairwise(rows)
        )
        print(
            f"  {name:<12}{sum(games[adaptive]):>10,} games, median {median(games[adaptive]):>6,.0f}; intervals cover "
            f"{100 * covered:.1f} %; {100 * wrong:.1f} % of neighbours the wrong way",
            flush=True,
        )
    ratios = [one / other for one, other in zip(games[True], games[False], strict=True)]
    print(
        f"  ratio of all games {sum(games[True]) / sum(games[False]):.2f}, median of the leagues {median(ratios):.2f}"
    )


def tell_errors(leagues: range, pool: ProcessPoolExecutor) -> None:
    """Print how often equal bots are called separated."""
    print(f"{len(leagues)} leagues of {BOTS} bots, two of them equal: these are called separated at some look")
    for most in MOST_OF_EQUALS:
        for adaptive, name in KINDS.items():
            wrong = fmean(pool.map(partial(parts_equals, most, adaptive), leagues))
            margin = 1.96 * sqrt(wrong * (1 - wrong) / len(leagues))
            print(
                f"  {name:<12}{most:>6,} deals a line-up: {100 * wrong:.1f} % +- {100 * margin:.1f} of leagues",
                flush=True,
            )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Simulate leagues with known skills.")
    parser.add_argument("--leagues", type=int, default=100)
    parser.add_argument("--equals", type=int, default=400, help="leagues with two equal bots")
    parser.add_argument("--seed", type=int, default=0, help="of the first league; others follow")
    words = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        if words.leagues:
            tell_games(range(words.seed, words.seed + words.leagues), pool)
        if words.equals:
            tell_errors(range(words.seed, words.seed + words.equals), pool)


if __name__ == "__main__":
    main()
