"""Ratings while the league is still playing: game by game, in the order of completion, by the `trueskill` package.

They cost about 0.2 ms a game of two teams, and 0.5 to 0.8 ms of four. The table at the end is fitted to all games at
once (see `ratings`) and does not depend on their order; these do, a little.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import accumulate, chain
from statistics import fmean
from typing import Final

import trueskill

from tavern_tournament.ratings.finish import BETA, MU, SIGMA, draw_probability, finish
from tavern_tournament.results import GameResult

#: How exact a game of more than two teams is worked out, in points.
TOLERANCE: Final = 0.1


class Live:
    """Who leads, as far as is known."""

    def __init__(self) -> None:
        self._environment = trueskill.TrueSkill(MU, SIGMA, BETA, tau=0)  # skills do not drift
        self._ratings: defaultdict[str, dict[str, trueskill.Rating]] = defaultdict(dict)  # by game and bot
        self._shared: Counter[str] = Counter()  # neighbours that shared their place, by game
        self._compared: Counter[str] = Counter()

    def add(self, result: GameResult) -> None:
        """A game is finished."""
        if result.void or len(set(result.teams)) < 2:
            return
        game, (teams, shared) = result.game, finish(result)
        self._shared[game] += sum(shared)
        self._compared[game] += len(shared)
        self._environment.draw_probability = draw_probability(self._shared[game], self._compared[game])
        ratings = self._ratings[game]
        before = [[ratings.setdefault(bot, self._environment.create_rating()) for bot in team] for team in teams]
        ranks = accumulate((not share for share in shared), initial=0)
        after = self._environment.rate(before, list(ranks), min_delta=TOLERANCE)
        for bot, old, new in zip(chain(*teams), chain(*before), chain(*after), strict=True):
            ratings[bot] = trueskill.Rating(ratings[bot] * (new / old))  # once for each seat that it took

    def leaders(self) -> list[tuple[str, float]]:
        """All bots and their ratings, best first: the mean over the games that each has played."""
        figures: defaultdict[str, list[float]] = defaultdict(list)
        for ratings in self._ratings.values():
            for bot, rating in ratings.items():
                figures[bot].append(rating.mu)
        means = [(bot, fmean(figures[bot])) for bot in sorted(figures)]
        return sorted(means, key=lambda mean: -mean[1])
