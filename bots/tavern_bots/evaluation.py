"""A learned evaluation: how likely each seat is to win, from a few numbers that a game's player reads of a state.

Every seat gets a figure from a small net over its own numbers, and its chance is the softmax of all figures.
`measure/training.py` finds the weights by play, and they are data (`learned.py`): nobody needs a learner to play.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from tavern_bots.net import FIGURE, Weights, WholeNet
from tavern_engine.chance import Rng
from tavern_engine.state import ASKED, MAX_SEATS, SEATS, Policy, State

CERTAIN: Final = 1_000_000  # a chance of one
OUT: Final = -1e9  # the figure of who cannot win any more


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """What an evaluation reads of a state: whole numbers of one seat, each with a name."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.numbers = vec[i64]([0] * len(names))  # of the last `read`

    def read(self, state: State, seat: i64) -> None:
        """Set all numbers to those of the seat, in a whole state or as far as a view knows it."""
        raise NotImplementedError

    def is_in(self, state: State, seat: i64) -> bool:
        """Whether the seat can still win."""
        return True

    def is_calm(self, state: State) -> bool:
        """Whether nothing is under way that the numbers do not tell; only such states are evaluated and learned."""
        return True


class Evaluation:
    """How likely each seat is to win, by a net over the numbers of each."""

    def __init__(self, features: Features, weights: Weights, spread: int) -> None:
        self.features = features
        self.nets = [WholeNet(weights) for _ in range(MAX_SEATS)]  # one a seat: less changes from reading to reading
        self.spread: i64 = spread  # at the end of the game: how far apart scores must be to matter; 0: who wins
        self.figures = [0.0] * MAX_SEATS

    def chance(self, state: State, seat: i64) -> i64:
        """How likely the seat is to win, in parts of CERTAIN; teams are not known here."""
        seats = state.w[SEATS]
        over = state.w[ASKED] < 0
        most = OUT
        for other in range(seats):
            figure = self.ending(state, other) if over else self.figure(state, other)
            self.figures[other] = figure
            if figure > most:
                most = figure
        total = 0.0
        for other in range(seats):
            total += exp(self.figures[other] - most)
        return i64(CERTAIN * exp(self.figures[seat] - most) / total)

    def figure(self, state: State, seat: i64) -> float:
        """How well the seat stands before the end."""
        if not self.features.is_in(state, seat):
            return OUT
        self.features.read(state, seat)
        net = self.nets[seat]
        net.read(self.features.numbers)
        return float(net.figure()) / FIGURE

    def ending(self, state: State, seat: i64) -> float:
        """The same at the end: the score if its spread counts, else only whether it is the best."""
        score = state.score(seat)
        if self.spread > 0:
            return float(score) / float(self.spread)
        for other in range(state.w[SEATS]):
            if state.score(other) > score:
                return OUT
        return 0.0


class Seated(Policy):
    """Another policy for every seat."""

    def __init__(self, policies: list[Policy]) -> None:
        self.policies = policies

    def choose(self, state: State, rng: Rng) -> i64:
        return self.policies[state.w[ASKED]].choose(state, rng)

    def outlook(self, state: State, seat: i64) -> i64:
        return self.policies[seat].outlook(state, seat)


def watch(state: State, policy: Policy, rng: Rng, features: Features, rules: Policy, every: i64) -> vec[i64]:
    """Play a game to its end and read a calm state now and then, on average after so many decisions.

    Of every such state there is a row for each seat: whether it can still win, the outlook of the rules, its numbers.
    """
    found = vec[i64]()
    wait = rng.below(2 * every)
    while state.w[ASKED] >= 0:
        if wait <= 0 and features.is_calm(state):
            for seat in range(state.w[SEATS]):
                found = append(found, i64(1) if features.is_in(state, seat) else i64(0))
                found = append(found, rules.outlook(state, seat))
                features.read(state, seat)
                for place in range(i64(len(features.numbers))):
                    found = append(found, features.numbers[place])
            wait = rng.below(2 * every)
        state.move(policy.choose(state, rng))
        wait -= 1
    return found
