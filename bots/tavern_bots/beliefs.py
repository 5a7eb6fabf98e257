"""Beliefs: worlds that are drawn as often as they are likely, for all that the others have chosen.

`InfoSet.sample` deals the unseen cards with every arrangement equally likely, which is all that the rules say. Here so
many worlds are weighed by the habits of players (`habits.py`): how likely what was seen to be chosen was in each. Then
worlds are drawn by weight (sampling, importance, resampling), and what nobody at the table knows is drawn anew in each.
Some are drawn uniformly all the same: habits are a guess, and nothing that can be may be ruled out by it.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from tavern_bots.habits import Habits
from tavern_engine.chance import Rng
from tavern_engine.state import InfoSet, State

LOTS: Final = 0x4000_0000
UNIFORM: Final = LOTS // 10  # so many draws of LOTS follow no habit


class Believed(InfoSet):
    """What a seat knows, with worlds drawn by what it makes of the others' choices."""

    def __init__(self, infoset: InfoSet, habits: Habits, number: int, rng: Rng) -> None:
        super().__init__(infoset.view)
        self.worlds: list[State] = []
        self.up_to: list[float] = []  # the sum of the weights so far
        logs: list[float] = []
        for _ in range(number):
            world = infoset.sample(rng)
            self.worlds.append(world)
            logs.append(habits.weigh(world, rng))
        highest = max(logs)
        total = 0.0
        squares = 0.0
        for one in logs:
            weight = exp(one - highest)
            total += weight
            squares += weight * weight
            self.up_to.append(total)
        self.effective = total * total / squares  # how many equal weights would be worth as much

    def sample(self, rng: Rng) -> State:
        if rng.below(LOTS) < UNIFORM:
            return InfoSet.sample(self, rng)
        world = self.worlds[self.drawn(rng)].clone()
        world.redraw(rng)
        return world

    def drawn(self, rng: Rng) -> i64:
        """The place of a world, drawn by its weight."""
        low: i64 = 0
        high: i64 = len(self.up_to) - 1
        lot = self.up_to[high] * (float(rng.below(LOTS)) / LOTS)
        while low < high:
            middle = (low + high) >> 1
            if self.up_to[middle] <= lot:
                low = middle + 1
            else:
                high = middle
        return low
