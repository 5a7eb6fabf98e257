"""Bots that beat each other in a circle, and the lottery over bots that nobody beats where there is such a circle.

A circle is told only if every bot in it surely beats the next: with all pairs of a game looked at, luck alone shows one
in at most one league of twenty. The lottery is the maximal lottery (Kreweras 1965, Fishburn 1984): whoever lets it
choose who sits down places better than any bot at least as often as not, as far as the shares that were seen are true.
It is the optimal strategy of a symmetric game with two players, which is found by linear programming. It is no ranking:
a bot can have a larger part of it for beating what others in it are beaten by.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tavern_tournament.ratings.skill import Floats
from tavern_tournament.report.counts import Pair, natural

TINY: Final = 1e-9
STEEP: Final = 10  # steps for each bot that are taken the steepest way
LEAST_PART: Final = 0.005  # of a lottery that is told


@dataclass(frozen=True)
class Circle:
    """Bots of which each surely beats the next, and the last one the first."""

    game: str
    bots: tuple[str, ...]
    shares: tuple[float, ...]  # of the meetings with the next in which each placed better, equal places counting half
    lottery: Mapping[str, float]  # over all bots of the game: a bot alone if nobody beats that


def find_circles(pairs: Sequence[Pair]) -> list[Circle]:
    """One circle, the shortest, for each group of bots of a game that are in some; none if there is an order."""
    games: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        games[pair.game].append(pair)
    return [circle for game in sorted(games, key=natural) for circle in _circles(game, games[game])]


def _circles(game: str, pairs: Sequence[Pair]) -> list[Circle]:
    beats: dict[str, list[str]] = defaultdict(list)
    for pair in pairs:
        if pair.surely > 0:
            beats[pair.bot].append(pair.other)
    rounds: list[tuple[str, ...]] = []
    told: set[str] = set()
    for bot in sorted(beats, key=natural):
        found = _way_back(bot, beats)
        if found and (not rounds or not told.intersection(found)):
            rounds.append(found)
            told.update(_group(bot, beats))
    if not rounds:
        return []
    shares = {(pair.bot, pair.other): pair.share.value for pair in pairs}
    lottery = _lottery(shares)
    return [
        Circle(
            game,
            found,
            tuple(shares[one, after] for one, after in zip(found, (*found[1:], found[0]), strict=True)),
            lottery,
        )
        for found in rounds
    ]


def _way_back(start: str, beats: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The shortest circle through a bot; nothing if there is none."""
    before: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        bot = waiting.popleft()
        for other in beats.get(bot, ()):
            if other == start:
                way = [bot]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return tuple(reversed(way))
            if other not in before:
                before[other] = bot
                waiting.append(other)
    return ()


def _group(start: str, beats: Mapping[str, Sequence[str]]) -> set[str]:
    """All bots that are in a circle with this one: it reaches them, and they reach it."""
    beaten_by: dict[str, list[str]] = defaultdict(list)
    for bot, others in beats.items():
        for other in others:
            beaten_by[other].append(bot)
    return _reached(start, beats) & _reached(start, beaten_by)


def _reached(start: str, ways: Mapping[str, Sequence[str]]) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        for other in ways.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _lottery(shares: Mapping[tuple[str, str], float]) -> dict[str, float]:
    """The maximal lottery over all bots that met, the largest part first; pairs that never met count as even."""
    bots = sorted({bot for pair in shares for bot in pair}, key=natural)
    number = {bot: place for place, bot in enumerate(bots)}
    margins = np.zeros((len(bots), len(bots)))
    for (bot, other), share in shares.items():
        margins[number[bot], number[other]] = share - 0.5
    parts = maximal_lottery(margins)
    told = {bot: float(part) for bot, part in zip(bots, parts, strict=True) if part >= LEAST_PART}
    return dict(sorted(told.items(), key=lambda item: (-item[1], natural(item[0]))))


def maximal_lottery(margins: Floats) -> Floats:
    """Chances of the rows with which no column wins on average; `margins` are what rows win from columns.

    With all margins raised above zero, the game is the program: the least sum of weights with which every column
    gives at least one. Its dual begins with a solution, so the simplex method walks from there, by the steepest way
    (Dantzig), and if that takes suspiciously long by the one that never goes round in circles (Bland).
    """
    size = len(margins)
    raised = margins - margins.min() + 1
    table = np.zeros((size + 1, 2 * size + 1))  # rows: raised x <= 1; the last one: the most of sum(x)
    table[:size, :size] = raised
    table[:size, size : 2 * size] = np.eye(size)
    table[:size, -1] = 1
    table[size, :size] = -1
    basis = list(range(size, 2 * size))
    steps = 0
    while (prices := table[size, :-1]).min() < -TINY:
        steps += 1
        entering = int(prices.argmin() if steps < STEEP * size else np.argmax(prices < -TINY))
        column = table[:size, entering]
        ratios = np.divide(table[:size, -1], column, out=np.full(size, np.inf), where=column > TINY)
        least = ratios.min()
        leaving = min((row for row in range(size) if ratios[row] <= least + TINY), key=basis.__getitem__)
        table[leaving] /= table[leaving, entering]
        others = np.arange(size + 1) != leaving
        table[others] -= np.outer(table[others, entering], table[leaving])
        basis[leaving] = entering
    weights = np.maximum(table[size, size : 2 * size], 0)  # the dual's prices: of the rows
    parts: Floats = weights / weights.sum()
    return parts
