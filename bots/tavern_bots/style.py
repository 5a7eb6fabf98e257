"""Other styles of the players by rules, the same rules with other weights: whom the searches do not model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tavern_engine import Rng
from tavern_engine.chance import seed_words

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

STEPS: Final = 1000  # the factors that can be drawn, from a half to one and from one to two


class Style:
    """Factors by lot, from a half to twice; the same number is the same style at every table."""

    def __init__(self, number: int) -> None:
        self.rng = Rng(seed_words(f"style {number}")[0])

    def factor(self) -> float:
        """The next one; half and twice are equally likely, and so are all between."""
        return float(2 ** (int(self.rng.below(2 * STEPS + 1)) / STEPS - 1))

    def of(self, weight: int) -> int:
        """The weight in this style."""
        return round(weight * self.factor())

    def each(self, weights: vec[i64]) -> None:
        """Change each weight by a factor of its own."""
        for place in range(len(weights)):
            weights[place] = self.of(int(weights[place]))

    def all(self, weights: vec[i64]) -> None:
        """Change all weights by one factor, for those that only mean something together."""
        factor = self.factor()
        for place in range(len(weights)):
            weights[place] = round(int(weights[place]) * factor)
