"""How long the league table takes, against a plain pass of the `trueskill` package over the same games.

A league of eight bots, every four of them at a table, 10,080 games in all. Figures of a round are measured close
together in time, and a ratio is the median of the rounds' ratios. Nothing here is asserted by a test.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import trueskill

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))

from simulated import league

from tavern_tournament.ratings.finish import finish
from tavern_tournament.ratings.live import Live
from tavern_tournament.ratings.luck import variance_saved
from tavern_tournament.ratings.rate import rate
from tavern_tournament.results import GameResult

ROUNDS = 5
RESAMPLES = 200
SAMPLE = 500  # games for what costs the same for each: the others are counted on

Figures = dict[str, float]


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def plain_trueskill(results: list[GameResult]) -> None:
    """Games one after the other, as most leagues do it."""
    environment = trueskill.TrueSkill(tau=0, draw_probability=0.001)
    ratings = {bot: environment.create_rating() for result in results for bot in result.bots}
    for result in results:
        teams = finish(result).teams
        rated = environment.rate([{bot: ratings[bot] for bot in team} for team in teams])
        for team in rated:
            ratings.update(team)


def live(results: list[GameResult]) -> None:
    """Games one after the other, as the progress bar does it."""
    ratings = Live()
    for result in results:
        ratings.add(result)


def one_round(fours: list[GameResult], twos: list[GameResult]) -> Figures:
    """Every figure once, in seconds."""
    return {
        "plain trueskill": seconds(lambda: plain_trueskill(fours[:SAMPLE])) * len(fours) / SAMPLE,
        "table": seconds(lambda: rate(fours, bootstrap=0)),
        "table and resamples": seconds(lambda: rate(fours, bootstrap=RESAMPLES)),
        "variance saved": seconds(lambda: variance_saved(fours)),
        "live game of 2": seconds(lambda: live(twos[:SAMPLE])) / SAMPLE,
        "live game of 4": seconds(lambda: live(fours[:SAMPLE])) / SAMPLE,
    }


def main() -> None:
    """Print figures and ratios."""
    skills = {f"bot-{number}": 19 + 1.7 * number for number in range(8)}
    fours = league(skills, seats=4, deals=36, luck=0.5)
    twos = league(skills, seats=2, deals=SAMPLE // 50, luck=0.5)
    Random(1).shuffle(fours)
    rounds = []
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
        rounds.append(one_round(fours, twos))

    def ratio(name: str, figure: Callable[[Figures], float]) -> None:
        values = sorted(figure(one) for one in rounds)
        print(f"  {name:<74}{median(values):>8.2f}x  ({values[0]:.2f} to {values[-1]:.2f})")

    print(f"{len(fours):,} games of four seats; medians of {ROUNDS} interleaved rounds, in seconds")
    for name in rounds[0]:
        print(f"  {name:<24}{median(one[name] for one in rounds):>12.5f}")
    print("Ratios (lowest to highest round)")
    ratio("table without resamples / plain trueskill", lambda one: one["table"] / one["plain trueskill"])
    ratio(
        f"table with {RESAMPLES} resamples / plain trueskill",
        lambda one: one["table and resamples"] / one["plain trueskill"],
    )
    ratio("table without resamples / the 2 s it may take", lambda one: one["table"] / 2)
    ratio("resamples / the 60 s they may take", lambda one: (one["table and resamples"] - one["table"]) / 60)


if __name__ == "__main__":
    main()
