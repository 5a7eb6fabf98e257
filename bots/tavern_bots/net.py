"""A small net in whole numbers, so that both builds say the same: what an evaluation and a learned policy are made of.

Units add up weighed numbers, the first as they are and the others from 0 on, and are weighed in turn.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WEIGHT: Final = 65_536  # weights are whole numbers of such parts
FIGURE: Final = 4_294_967_296.0  # and so are figures: of parts of parts


class Weights:
    """All weights of a net: nothing in them changes."""

    def __init__(self, bias: list[int], rows: list[list[int]], out: list[int]) -> None:
        self.bias = bias
        self.rows = vec[i64]([i64(one) for row in rows for one in row])  # by number, by unit
        self.out = vec[i64]([i64(one) for one in out])
        self.numbers = len(rows)


class WholeNet:
    """`read` numbers first; then ask for the `figure`, or for that with a few numbers more."""

    def __init__(self, weights: Weights) -> None:
        self.rows = weights.rows
        self.out = weights.out
        self.units: i64 = len(weights.bias)
        self.last = vec[i64]([0] * weights.numbers)  # the numbers that were read last,
        self.sums = vec[i64]([i64(one) for one in weights.bias])  # and what the units made of them

    def read(self, numbers: vec[i64]) -> None:
        """Add up these numbers, which are the first of all rows: only what has changed since the last ones."""
        units = self.units
        sums = self.sums
        rows = self.rows
        last = self.last
        row: i64 = 0
        for place in range(i64(len(numbers))):
            change = numbers[place] - last[place]
            if change != 0:
                last[place] = numbers[place]
                for unit in range(units):
                    sums[unit] += change * rows[row + unit]
            row += units

    def figure(self) -> i64:
        """What the net says of the numbers that were read."""
        total = self.sums[0] * self.out[0]
        for unit in range(1, self.units):
            if self.sums[unit] > 0:
                total += self.sums[unit] * self.out[unit]
        return total

    def figure_with(self, mark: i64, first: i64, one: i64, other: i64) -> i64:
        """The same if the number `mark` were 1 besides, and `first` and the one after it were `one` and `other`."""
        units = self.units
        rows = self.rows
        marked = mark * units
        row = first * units
        total: i64 = 0
        for unit in range(units):
            found = self.sums[unit] + rows[marked + unit] + one * rows[row + unit] + other * rows[row + units + unit]
            if unit == 0 or found > 0:
                total += found * self.out[unit]
        return total
