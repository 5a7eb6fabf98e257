"""A sequential test: after every block of duplicate deals it says which of two claims the results favour, and how much.

The claims are about the mean of a block's result over its standard deviation, so that they mean the same at every game
and table: at most `low`, or at least `high`. The log-likelihood ratio is that of normal results whose spread is not
known: under each claim it is the spread that fits best (a generalised SPRT). The test ends when the ratio leaves its
bounds; `alpha` is how often it may take `low` for `high`, `beta` how often the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from tavern_engine import BadSetup

BETTER: Final = "better"
NOT_BETTER: Final = "not better"
UNDECIDED: Final = "undecided"


@dataclass(frozen=True)
class Sprt:
    """The two claims, and how often each may be taken for the other."""

    low: float = 0.0
    high: float = 0.25
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -5 <= self.low < self.high <= 5:
            raise BadSetup(f"The bounds are from -5 to 5, the low one first, not {self.low:g} and {self.high:g}.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadSetup(f"Error rates are between 0 and 0.5, not {self.alpha:g} and {self.beta:g}.")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio ends the test."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> str:
        """What this log-likelihood ratio decides."""
        least, most = self.bounds
        return NOT_BETTER if ratio <= least else BETTER if ratio >= most else UNDECIDED


class Tally:
    """Results of blocks so far, as much of them as the test needs."""

    def __init__(self) -> None:
        self.number = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, result: float) -> None:
        """One more block."""
        self.number += 1
        self.total += result
        self.squares += result * result

    def ratio(self, test: Sprt) -> float:
        """The log-likelihood of the high claim over that of the low one."""
        if self.number == 0:
            return 0.0
        return self.number * (self._likelihood(test.high) - self._likelihood(test.low))

    def _likelihood(self, claim: float) -> float:
        """The log-likelihood a block if the mean is so many spreads, at the spread that fits best.

        With the mean tied to the spread s that is where s * s + claim * mean * s = mean of squares. Blocks that all
        ended level say nothing about the spread: what is left then is the limit for small ones.
        """
        mean, square = self.total / self.number, self.squares / self.number
        if square == 0:
            return -claim * claim / 2
        spread = (sqrt(claim * claim * mean * mean + 4 * square) - claim * mean) / 2
        return -log(spread) - square / (2 * spread * spread) + claim * mean / spread - claim * claim / 2
