"""How well Swiss rounds rank many bots, against rounds by lot of as many games, where skills are known.

Run it as `python tests/bench/swiss.py [--bots N] [--seed N]`. Nothing is played: results are drawn by the model that
ratings assume. Told are the correlation of ratings and skills, how many of the ten best are among the first ten, how
wide neighbours at a table are apart in skill, and what a round costs: to rate what was played, and to plan the next.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Final

import numpy as np

from tavern_tournament.ratings.finish import MU, SIGMA
from tavern_tournament.ratings.rate import rate
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Fixture, LineUp, Meetings
from tavern_tournament.swiss import Rounds

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
from simulated import block

TABLES: Final = ((2, 9, 2), (4, 6, 1))  # seats, rounds, deals
BEST: Final = 10


def rounds_of(bots: Sequence[str], seats: int, number: int, deals: int) -> Rounds:
    def fixtures(line_ups: Sequence[LineUp]) -> list[Fixture]:
        return [Fixture(f"cups-{seats}", one, deals, "") for one in line_ups]

    return Rounds(bots, seats, deals, number, fixtures)


def played(skills: dict[str, float], rounds: Rounds, by_lot: bool, seed: int) -> str:
    """What a league of these rounds comes to."""
    rng = np.random.default_rng([seed, 1])
    fixtures = rounds.after([], ())
    done: dict[str, int] = {}
    results: list[GameResult] = []
    rating, planning = [], []
    while True:
        new = [one for one in fixtures if done.get(one.key, 0) < one.deals]
        for one in new:
            for deal in range(done.get(one.key, 0), one.deals):
                results += block(skills, one, deal, seed)
            done[one.key] = one.deals
        start = perf_counter()
        table = rate(results, bootstrap=0).games["cups"]
        rating.append(perf_counter() - start)
        start = perf_counter()
        lots = [replace(row, mu=float(lot)) for row, lot in zip(table, rng.random(len(table)), strict=True)]
        grown = rounds.after(fixtures, lots if by_lot else table)
        planning.append(perf_counter() - start)
        if grown == fixtures:
            break
        fixtures = grown
    meetings = Meetings([one.bots for one in fixtures])
    apart = fmean(abs(skills[one] - skills[other]) for line_up in new for one, other in combinations(line_up.bots, 2))
    found = np.corrcoef([skills[row.bot] for row in table], [row.mu for row in table])[0, 1]
    best = {row.bot for row in table[:BEST]}.intersection(sorted(skills, key=skills.__getitem__)[-BEST:])
    again = sum(times > 1 for times in meetings.met.values())
    return (
        f"{len(results):,} games; correlation {found:.3f}; {len(best)} of the best {BEST}; in the last round "
        f"{apart:.1f} points apart; {again} pairs met again; a round takes {fmean(rating):.2f} s to rate and "
        f"{fmean(planning):.2f} s to plan"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Simulate Swiss leagues with known skills.")
    parser.add_argument("--bots", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    rng = np.random.default_rng(words.seed)
    skills = {f"bot-{number:03}": float(skill) for number, skill in enumerate(rng.normal(MU, SIGMA, words.bots))}
    for seats, number, deals in TABLES:
        print(f"{words.bots} bots, {seats} seats, {number} rounds of {deals} deals")
        rounds = rounds_of(list(skills), seats, number, deals)
        for name, by_lot in (("Swiss", False), ("by lot", True)):
            print(f"  {name}: {played(skills, rounds, by_lot, words.seed)}", flush=True)


if __name__ == "__main__":
    main()
