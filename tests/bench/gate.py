"""How often a gate errs: verdicts about results drawn from known distributions, against what alpha and beta promise.

Run it as `python tests/bench/gate.py [--runs N] [--seed N]`. Nothing is played. Shapes are those of real blocks: two
seats whose wins cancel out half of the time, shares of four seats, a bot among others whose block is compared with the
rival's, several tables whose mean is one result. The mean is that of a claim: at most `low`, or at least `high`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from tavern_bots.measure.sprt import BETTER, NOT_BETTER, UNDECIDED, Sprt, Tally

AT_ONCE: Final = 256  # blocks that are drawn
Floats = npt.NDArray[np.float64]
Draw = Callable[[np.random.Generator, float, int], Floats]


def two_seats(rng: np.random.Generator, mean: float, number: int) -> Floats:
    """Both games won, or lost, or one each, which is as likely as both others together."""
    return rng.choice([-0.5, 0.0, 0.5], size=number, p=[0.25 - mean, 0.5, 0.25 + mean])


def four_seats(rng: np.random.Generator, mean: float, number: int) -> Floats:
    """Four games, each won with a chance of about a fourth."""
    return rng.binomial(4, 0.25 + mean, number) / 4 - 0.25


def among_others(rng: np.random.Generator, mean: float, number: int) -> Floats:
    """Shares of two bots in the same seats of the same deals: the luck of a deal moves both."""
    luck = rng.uniform(0.1, 0.4, number)
    return (rng.binomial(4, luck + mean) - rng.binomial(4, luck)) / 4


def three_tables(rng: np.random.Generator, mean: float, number: int) -> Floats:
    """The mean of three tables."""
    return (two_seats(rng, mean, number) + four_seats(rng, mean, number) + two_seats(rng, mean, number)) / 3


def rarely_decided(rng: np.random.Generator, mean: float, number: int) -> Floats:
    """Eight blocks of ten end level."""
    return rng.choice([-0.5, 0.0, 0.5], size=number, p=[0.1 - mean, 0.8, 0.1 + mean])


SHAPES: Final[dict[str, Draw]] = {
    "two seats": two_seats,
    "four seats": four_seats,
    "among others": among_others,
    "three tables": three_tables,
    "rarely decided": rarely_decided,
}
TESTS: Final = (Sprt(), Sprt(0.0, 0.1), Sprt(-0.15, 0.15), Sprt(0.0, 0.35, 0.01, 0.1))


def mean_of(draw: Draw, claim: float) -> float:
    """The mean at which results have so many spreads."""
    rng = np.random.default_rng(1)
    mean = 0.0
    for _ in range(20):
        mean = claim * float(draw(rng, mean, 400_000).std())
    return mean


def verdict(rng: np.random.Generator, draw: Draw, mean: float, test: Sprt) -> tuple[str, int]:
    """What a gate says about such results, and after how many blocks."""
    tally = Tally()
    while True:
        for result in draw(rng, mean, AT_ONCE).tolist():
            tally.add(result)
            if (said := test.verdict(tally.ratio(test))) != UNDECIDED:
                return said, tally.number


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Simulate gates whose answer is known.")
    parser.add_argument("--runs", type=int, default=2000, help="gates for each figure")
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    rng = np.random.default_rng(words.seed)
    for test in TESTS:
        print(f"claims {test.low:g} and {test.high:g}, alpha {100 * test.alpha:g} %, beta {100 * test.beta:g} %")
        for name, draw in SHAPES.items():
            told = []
            for claim, wrong in ((test.low, BETTER), (test.high, NOT_BETTER)):
                mean = mean_of(draw, claim)
                runs = [verdict(rng, draw, mean, test) for _ in range(words.runs)]
                share = sum(said == wrong for said, _ in runs) / words.runs
                margin = 1.96 * sqrt(share * (1 - share) / words.runs)
                blocks = sum(number for _, number in runs) / words.runs
                told.append(f"{100 * share:4.1f} % +- {100 * margin:.1f} in {blocks:4.0f} blocks")
            print(f"  {name:<16}wrongly better {told[0]}; wrongly not better {told[1]}", flush=True)


if __name__ == "__main__":
    main()
