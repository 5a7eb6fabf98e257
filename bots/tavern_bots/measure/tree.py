"""The whole tree of a small game of two as arrays: every deal, every decision, every end.

Nodes stand in the order of their depth, so that values flow up and probabilities flow down level by level. A *choice*
is an action of an information set; a strategy is a probability for every choice. Luck is in the deal alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tavern_engine import BadSetup, InfoSet, State

if TYPE_CHECKING:
    from numpy import bool_, float64, int64
    from numpy.typing import NDArray

    Numbers = NDArray[float64]
    Places = NDArray[int64]
    Mask = NDArray[bool_]
else:  # numpy takes a while to import
    Numbers = Places = Mask = Any

NOBODY = -1


@dataclass
class Question:
    """An information set: who is asked, what the seat knows, and its choices."""

    infoset: InfoSet
    actions: list[int]
    first: int  # its first choice
    before: int  # the choice of the same seat that led here, NOBODY if it had none

    @property
    def seat(self) -> int:
        """Who is asked."""
        return self.infoset.seat


class Sprouting:
    """A tree that grows deal by deal."""

    def __init__(self) -> None:
        self.parents: list[int] = []
        self.edges: list[int] = []  # the choice that leads to a node
        self.depths: list[int] = []
        self.values: list[float] = []  # at an end: the lead of seat 0
        self.chances: list[float] = []  # of a deal
        self.questions: list[Question] = []
        self.choices = 0
        self._known: dict[tuple[int, int], int] = {}

    def plant(self, chance: float, deal: State) -> None:
        """All that can come of a deal that comes with this chance."""
        round_of = int(deal.deals())
        waiting: list[tuple[State, int, int, int, tuple[int, int]]] = [(deal, NOBODY, NOBODY, 0, (NOBODY, NOBODY))]
        while waiting:
            state, parent, edge, depth, before = waiting.pop()
            node = len(self.parents)
            self.parents.append(parent)
            self.edges.append(edge)
            self.depths.append(depth)
            self.chances.append(chance if depth == 0 else 0.0)
            seat = int(state.seat())
            if seat < 0 or state.deals() != round_of:
                self.values.append(float(state.score(0) - state.score(1)))
                continue
            self.values.append(0.0)
            question = self.question(state, seat, before[seat])
            for place, action in enumerate(question.actions):
                child = state.clone()
                child.move(action)
                choice = question.first + place
                behind = (choice, before[1]) if seat == 0 else (before[0], choice)
                waiting.append((child, node, choice, depth + 1, behind))

    def question(self, state: State, seat: int, before: int) -> Question:
        """The information set of the seat that is asked."""
        known = self._known.setdefault((seat, int(state.key(seat))), len(self.questions))
        if known == len(self.questions):
            infoset = state.observe(seat)
            self.questions.append(Question(infoset, infoset.legal(), self.choices, before))
            self.choices += len(self.questions[-1].actions)
        question = self.questions[known]
        if question.before != before:
            raise BadSetup("This game cannot be solved: a seat does not remember what it did.")
        return question


class Tree:
    """A grown tree."""

    def __init__(self, deals: Iterable[tuple[float, State]]) -> None:
        import numpy as np

        sprouting = Sprouting()
        for chance, deal in deals:
            sprouting.plant(chance, deal)
        order = np.argsort(np.array(sprouting.depths), kind="stable")
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        depths = np.array(sprouting.depths)[order]
        self.questions = sprouting.questions
        self.choices = sprouting.choices
        self.parents: Places = place[np.array(sprouting.parents)[order]]  # the roots' are never looked at
        self.edges: Places = np.array(sprouting.edges)[order]
        self.ends: Numbers = np.array(sprouting.values)[order]
        self.chances: Numbers = np.array(sprouting.chances)[order]
        bounds = np.searchsorted(depths, np.arange(depths[-1] + 2))
        self.levels = [slice(int(start), int(end)) for start, end in pairwise(bounds)]
        self.firsts: Places = np.array([question.first for question in self.questions])
        self.owners: Places = np.repeat(
            np.arange(len(self.questions)), [len(question.actions) for question in self.questions]
        )  # of choices
        self.seats: Places = np.array([question.seat for question in self.questions])[self.owners]  # of choices
        self.turns = self._turns()

    def _turns(self) -> list[Places]:
        """The information sets by how many decisions their seat has made before, fewest first."""
        import numpy as np

        number: list[int] = []
        for question in self.questions:  # what comes before stands before
            number.append(0 if question.before == NOBODY else 1 + number[int(self.owners[question.before])])
        numbers = np.array(number)
        return [np.flatnonzero(numbers == turn) for turn in range(max(number) + 1)]

    def values(self, strategy: Numbers) -> Numbers:
        """The lead of seat 0 that every node leads to, if both play this strategy."""
        import numpy as np

        values = self.ends.copy()
        for above, level in zip(reversed(self.levels[:-1]), reversed(self.levels[1:]), strict=True):
            shares = strategy[self.edges[level]] * values[level]
            parents = self.parents[level] - above.start
            values[above] += np.bincount(parents, shares, above.stop - above.start)
        return values

    def reaches(self, strategy: Numbers, seat: int) -> Numbers:
        """How likely every node is if this seat always does what leads there, the deal included."""
        import numpy as np

        others = np.where(self.seats == seat, 1.0, strategy)
        reaches = self.chances.copy()
        for level in self.levels[1:]:
            reaches[level] = reaches[self.parents[level]] * others[self.edges[level]]
        return reaches

    def worth(self, strategy: Numbers, reaches: Numbers, seat: int) -> Numbers:
        """What every choice of the seat brings it, weighed with how likely the others and luck lead there."""
        import numpy as np

        below = slice(self.levels[0].stop, None)
        gains = reaches[self.parents[below]] * self.values(strategy)[below]
        brings: Numbers = np.bincount(self.edges[below], gains, self.choices).astype(np.float64)
        return brings if seat == 0 else -brings

    def expected(self, strategy: Numbers) -> float:
        """The lead of seat 0 if both play this strategy."""
        return float((self.values(strategy) * self.chances).sum())
