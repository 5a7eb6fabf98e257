"""A learned policy: a player by rules that has learned what its choices gain, in the situation in which it has them.

The rules are quick but judge a card by fixed weights. A learned policy knows the same choices, and a small net tells
what each gains over doing without it, from the numbers of the seat (`Features`), what the rules think of the choice,
and a mark of its own for every sort of choice (a `slot`: this card in that window). It decides in two microseconds.

It learns from lessons: a choice is tried in games that are played on from there with the same luck as without it. Their
hands are the true ones of games that were played, so what others are likely to hold is in the average. One
choice tells next to nothing, for most is luck; what millions have in common is what is learned.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from tavern_bots.evaluation import Evaluation, Features
from tavern_bots.net import Weights, WholeNet
from tavern_engine.chance import Rng
from tavern_engine.state import ASKED, MAX_SEATS, Policy, State

WORTHS: Final = ("worth", "small worth")  # what the rules think of a choice, and the same within SMALL
MOST: Final = 2000
SMALL: Final = 100
HEAD: Final = 3  # of the row of a lesson: slot, worth, and what was gained
FIRST_MARK: Final = 2  # after the worths
NO_SLOT: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class LearnedPolicy(Policy):
    """What games share: the net, and how lessons are written down. A game says what its choices are."""

    def __init__(self, rules: Policy, features: Features, slots: list[str]) -> None:
        self.rules = rules
        self.features = features
        self.slots = slots
        self.names = [*features.names, *WORTHS, *slots]  # of all numbers of the net
        self.first: i64 = len(features.names)
        self.nets: list[WholeNet] = []  # one a seat: less changes from reading to reading; none: the rules decide
        self.known = vec[i64]([0] * len(slots))  # 1: there were lessons of it
        self.by_net = False  # whether the net decided last
        self.found = vec[i64]()  # rows of lessons

    def teach(self, weights: Weights) -> None:
        """Choose by these from now on; slots without a weight are unknown, and left to the rules."""
        self.nets = [WholeNet(weights) for _ in range(MAX_SEATS)]
        units = i64(len(weights.bias))
        row = (self.first + FIRST_MARK) * units
        for slot in range(i64(len(self.known))):
            self.known[slot] = 0
            for unit in range(units):
                if weights.rows[row + unit] != 0:
                    self.known[slot] = 1
            row += units

    def outlook(self, state: State, seat: i64) -> i64:
        return self.rules.outlook(state, seat)

    def gain(self, net: WholeNet, slot: i64, worth: i64) -> i64:
        """What a choice gains over doing without it; the rules judge what there were no lessons of."""
        if slot == NO_SLOT or self.known[slot] == 0:
            return worth
        kept = within(worth, MOST)
        return net.figure_with(self.first + FIRST_MARK + slot, self.first, kept, within(kept, SMALL))

    # Lessons.

    def lesson(self, state: State, rng: Rng, trials: Trials) -> None:
        """Try all choices of the decision that is due, and add to `found` what each gained."""
        raise NotImplementedError

    def write_down(self, slot: i64, worth: i64, gained: i64) -> None:
        """A row: a choice, and the situation as it was read last."""
        found = append(append(append(self.found, slot), within(worth, MOST)), gained)
        numbers = self.features.numbers
        for place in range(i64(len(numbers))):
            found = append(found, numbers[place])
        self.found = found


def within(number: i64, most: i64) -> i64:
    """The number, but no further from 0 than that."""
    if number > most:
        return most
    if number < -most:
        return -most
    return number


class Trials:
    """How a choice is tried: everybody plays on as they do, for some decisions, and then the evaluation counts."""

    def __init__(self, policy: Policy, evaluation: Evaluation, tries: int, horizon: int) -> None:
        self.policy = policy
        self.evaluation = evaluation
        self.tries: i64 = tries
        self.horizon: i64 = horizon

    def worth(self, state: State, luck: i64, action: i64, seat: i64) -> i64:
        """How likely the seat wins after this action, in parts of CERTAIN; with the same luck for the same `luck`."""
        total: i64 = 0
        for turn in range(self.tries):
            rng = Rng(int(luck + turn))
            world = state.clone()
            world.redraw(rng)
            world.move(action)
            left = self.horizon
            while (left > 0 or not self.evaluation.features.is_calm(world)) and world.w[ASKED] >= 0:
                world.move(self.policy.choose(world, rng))
                left -= 1
            total += self.evaluation.chance(world, seat)
        return total // self.tries


def study(state: State, pupil: LearnedPolicy, seats: i64, trials: Trials, rng: Rng, every: i64) -> vec[i64]:
    """Play a game to its end; at decisions of these seats (a mask) take a lesson now and then. Rows of all lessons."""
    pupil.found = vec[i64]()
    wait = rng.below(2 * every)
    while state.w[ASKED] >= 0:
        if wait <= 0 and (seats >> state.w[ASKED]) & 1 != 0:
            pupil.lesson(state, rng, trials)
            wait = rng.below(2 * every)
        state.move(trials.policy.choose(state, rng))
        wait -= 1
    return pupil.found
