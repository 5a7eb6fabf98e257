"""How much luck the blocks took out of the results: the same deal is played from all seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from statistics import fmean

import numpy as np

from tavern_tournament.ratings.finish import REMEMBERED
from tavern_tournament.results import GameResult


def variance_saved(results: Iterable[GameResult]) -> dict[str, float]:
    """By game: by which part a bot's mean over a block varies less than over as many games with luck of their own.

    With 0.5, a league without blocks would need twice the games for the same table; with 0 they are no better than
    single games, and below that worse. The outcome of a game for a bot is the part of its rivals that it left behind.
    The variance of single games with their own deals and random seats is that between blocks and that within them
    together. Only line-ups with at least two whole blocks count; a game without one has no figure.
    """
    line_ups: dict[tuple[str, str, str], dict[int, list[GameResult]]] = {}
    for result in sorted(results, key=lambda result: result.id):
        if not result.void:
            deals = line_ups.setdefault((result.game, result.table, result.line_up), {})
            deals.setdefault(result.deal, []).append(result)
    of_blocks: dict[str, float] = {}
    of_singles: dict[str, float] = {}
    for (game, *_), deals in line_ups.items():
        turns = max(map(len, deals.values()))
        whole = [block for block in deals.values() if len(block) == turns]
        if turns < 2 or len(whole) < 2:
            continue
        for bot in sorted(set(whole[0][0].bots)):
            outcomes = np.array([[left_behind(result, bot) for result in block] for block in whole])
            between, within = float(outcomes.mean(axis=1).var(ddof=1)), float(outcomes.var(axis=1).mean())
            of_blocks[game] = of_blocks.get(game, 0) + len(whole) * between
            of_singles[game] = of_singles.get(game, 0) + len(whole) * (between + within) / turns
    return {game: round(1 - of_blocks[game] / single, 4) for game, single in sorted(of_singles.items()) if single > 0}


def left_behind(result: GameResult, bot: str) -> float:
    """The part of its rivals that a bot placed ahead of, a shared place counting half; the mean over its seats."""
    parts = _left_behind(result.teams, result.placement)
    return fmean([parts[seat] for seat, name in enumerate(result.bots) if name == bot])


@lru_cache(maxsize=REMEMBERED)
def _left_behind(teams: Sequence[int], placement: Sequence[int]) -> list[float]:
    """The same by seat."""
    parts = []
    for team, own in zip(teams, placement, strict=True):
        rivals = [place for place, other in zip(placement, teams, strict=True) if other != team]
        ahead = sum(place > own for place in rivals) + sum(place == own for place in rivals) / 2
        parts.append(ahead / max(len(rivals), 1))
    return parts
