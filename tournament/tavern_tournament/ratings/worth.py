"""What one more block of a line-up would tell: by how much it would shrink the variances that are in question.

A game tells most about a pair if either may win it, and about the difference of two bots if they play each other, less
if both play a third. In a block every pair of its line-up is compared twice over, however many sit at the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from statistics import NormalDist
from typing import Final

import numpy as np

from tavern_tournament.ratings.finish import BETA
from tavern_tournament.ratings.rate import FittedSkills
from tavern_tournament.ratings.skill import Floats

DIGITS: Final = 9  # of a worth that are compared; beyond these, machines may differ
COMPARED: Final = 2  # times, each pair in a block
FARTHEST: Final = 5.0  # deviations between two bots; beyond, a game tells nothing


class Worth:
    """What a block of each line-up is worth, as skills are known so far and as planned blocks will make them known."""

    def __init__(self, skills: FittedSkills, line_ups: Sequence[Sequence[str]], questions: Floats) -> None:
        """`questions` are sums of skills whose variance is to shrink: rows of factors, in the order of the bots."""
        numbers = {bot: number for number, bot in enumerate(skills.bots)}
        self._pairs = [
            [
                (numbers[one], numbers[other])
                for one, other in combinations(line_up, 2)
                if {one, other} <= numbers.keys()
            ]
            for line_up in line_ups
        ]
        self._line_up = np.repeat(np.arange(len(line_ups)), [len(pairs) for pairs in self._pairs])
        both = np.array([pair for pairs in self._pairs for pair in pairs], np.int64).reshape(-1, 2)
        self._first, self._second = both[:, 0], both[:, 1]
        self._tells = np.array([_told(float(skills.mean[one] - skills.mean[other])) for one, other in both])
        self._covariance = skills.covariance.copy()
        self._questions = questions
        self._size = len(line_ups)

    def best(self, allowed: Sequence[bool]) -> int | None:
        """The line-up of which a block is worth most, if any of those that are allowed is worth something."""
        with_skills = np.einsum("qi,ij->qj", self._questions, self._covariance)
        variances = np.einsum("qi,qi->q", with_skills, self._questions)
        with_pairs = with_skills[:, self._first] - with_skills[:, self._second]
        shrinks = np.einsum("qp,qp,q->p", with_pairs, with_pairs, 1 / np.maximum(variances, 1e-9))
        own = np.diag(self._covariance)
        spread = own[self._first] + own[self._second] - 2 * self._covariance[self._first, self._second]
        worth = np.bincount(self._line_up, shrinks * self._tells / (1 + self._tells * spread), self._size)
        worth = np.where(allowed, worth, 0.0)
        most = worth.max(initial=0.0)
        return int(np.argmax((worth / most).round(DIGITS))) if most > 0 else None

    def plan(self, line_up: int) -> None:
        """Know the skills as they will be known after one more block of this line-up."""
        for pair in np.flatnonzero(self._line_up == line_up):
            one, other, tells = self._first[pair], self._second[pair], self._tells[pair]
            with_pair = self._covariance[:, one] - self._covariance[:, other]
            spread = with_pair[one] - with_pair[other]
            self._covariance -= np.outer(with_pair, with_pair) * (tells / (1 + tells * spread))


def _told(difference: float) -> float:
    """What the comparisons of a block tell about a pair whose skills differ so much: the precision that they add."""
    apart = min(abs(difference) / (math.sqrt(2) * BETA), FARTHEST)
    normal = NormalDist()
    likely = normal.cdf(apart)
    return COMPARED * normal.pdf(apart) ** 2 / (likely * (1 - likely)) / (2 * BETA**2)
