"""What a perfect adversary wins, exactly, and CFR+, which finds a strategy from which nobody wins anything.

A best response knows the whole strategy of its opponent and plays each information set for the most that follows, the
last decisions first. The exploitability of a strategy is what best responses win from it, averaged over both seats; it
is 0 for an equilibrium. CFR (Zinkevich et al. 2007) counts regrets; in CFR+ (Tammelin 2014) they never go below 0, and
later rounds weigh more.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tavern_bots.measure.tree import NOBODY, Mask, Numbers, Tree


def best_response(tree: Tree, strategy: Numbers, seat: int) -> Numbers:
    """The strategy with the seat's choices replaced by the best ones against the rest of it."""
    best = strategy.copy()
    reaches = tree.reaches(strategy, seat)
    mine = tree.seats == seat
    for questions in reversed(tree.turns):
        worth = tree.worth(best, reaches, seat)
        now = mine & np.isin(tree.owners, questions)
        best[now] = one_hot(tree, worth)[now]
    return best


def one_hot(tree: Tree, worth: Numbers) -> Numbers:
    """A strategy that takes the choice of the highest worth everywhere, of equals the first."""
    highest = np.maximum.reduceat(worth, tree.firsts)[tree.owners]
    candidates = np.where(worth >= highest, np.arange(tree.choices), tree.choices)
    chosen = np.zeros(tree.choices)
    chosen[np.minimum.reduceat(candidates, tree.firsts)] = 1.0
    return chosen


def exploitability(tree: Tree, strategy: Numbers) -> float:
    """What a perfect adversary wins from the strategy in a game, averaged over the seats."""
    first, second = (tree.expected(best_response(tree, strategy, seat)) for seat in (0, 1))
    return (first - second) / 2


def even(tree: Tree) -> Numbers:
    """The strategy that takes all choices with equal chances."""
    return matching(tree, np.zeros(tree.choices))


def matching(tree: Tree, regrets: Numbers) -> Numbers:
    """Choices in proportion to their regrets; where there are none, all alike."""
    totals = np.add.reduceat(regrets, tree.firsts)[tree.owners]
    sizes = np.bincount(tree.owners)[tree.owners]
    return np.where(totals > 0, regrets / np.where(totals > 0, totals, 1.0), 1.0 / sizes)


def cfr_plus(tree: Tree, rounds: int) -> Iterator[Numbers]:
    """The average strategy after each round; its exploitability goes to 0."""
    regrets = np.zeros(tree.choices)
    totals = np.zeros(tree.choices)
    for number in range(1, rounds + 1):
        for seat in (0, 1):
            mine: Mask = tree.seats == seat
            strategy = matching(tree, regrets)
            worth = tree.worth(strategy, tree.reaches(strategy, seat), seat)
            expected = np.add.reduceat(strategy * worth, tree.firsts)[tree.owners]
            regrets[mine] = np.maximum(0.0, regrets + worth - expected)[mine]
            totals[mine] += (number * own_reach(tree, strategy)[tree.owners] * strategy)[mine]
        yield matching(tree, totals)


def own_reach(tree: Tree, strategy: Numbers) -> Numbers:
    """How likely each information set is as far as its own seat's choices go."""
    before = np.array([question.before for question in tree.questions])
    reach = np.ones(len(tree.questions))
    for questions in tree.turns[1:]:
        led = before[questions]
        reach[questions] = np.where(led == NOBODY, 1.0, reach[tree.owners[led]] * strategy[led])
    return reach
