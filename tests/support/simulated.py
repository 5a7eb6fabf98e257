"""Leagues of bots whose true skills are known, played by the model that ratings assume."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from tavern_tournament.ratings.finish import BETA
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Fixture


def game_result(
    bots: str,
    placement: tuple[int, ...],
    *,
    game: str = "cups",
    deal: int = 0,
    turn: int = 0,
    teams: tuple[int, ...] = (),
    void: str = "",
) -> GameResult:
    """A game of bots, named with spaces between them, that ended like this."""
    seats = tuple(bots.split())
    return GameResult(
        game=game,
        table=f"{game}-{len(seats)}",
        line_up="+".join(sorted(seats)),
        deal=deal,
        turn=turn,
        stamp="",
        bots=seats,
        teams=teams or tuple(range(len(seats))),
        placement=() if void else placement,
        scores=(),
        actions=(),
        decisions=(),
        void=void,
    )


def league(
    skills: dict[str, float], *, seats: int, deals: int, seed: int = 1, luck: float = 0.0, game: str = "cups"
) -> list[GameResult]:
    """Every line-up plays every deal in all cyclic seatings.

    `luck` is the part of the variance of performances that belongs to the seat of a deal, whoever sits there.
    """
    rng = np.random.default_rng(seed)
    of_deals = rng.normal(0, BETA * luck**0.5, (deals, seats))
    results = []
    for line_up in combinations(sorted(skills), seats):
        for deal in range(deals):
            for turn in range(seats):
                bots = line_up[turn:] + line_up[:turn]
                chance = of_deals[deal] + rng.normal(0, BETA * (1 - luck) ** 0.5, seats)
                performance = [skills[bot] + float(more) for bot, more in zip(bots, chance, strict=True)]
                placement = tuple(1 + sum(other > own for other in performance) for own in performance)
                results.append(game_result(" ".join(bots), placement, game=game, deal=deal, turn=turn))
    return results


def block(skills: dict[str, float], fixture: Fixture, deal: int, seed: int) -> list[GameResult]:
    """A deal of a line-up in all its seatings: the same whoever asks for it, and when."""
    found = []
    for planned in fixture.games(deal):
        rng = np.random.default_rng([seed, deal, planned.turn, *map(ord, fixture.key)])
        performance = [skills[bot] + rng.normal(0, BETA) for bot in planned.bots]
        placement = tuple(1 + sum(other > own for other in performance) for own in performance)
        found.append(game_result(" ".join(planned.bots), placement, deal=deal, turn=planned.turn))
    return found
