"""Finds the levels of the house at a game: `python tests/bench/levels.py red-dragon-inn --deals 200`.

Players from nearly careless to the strongest play their neighbours, two at a table. Their ratings are added up, and the
levels are laid so that they are evenly spaced between both ends. With `--shipped` these players are the levels as they
are: that measures how far each is above the one below, and lays them better. In the league of `configs/levels.toml`
all levels play each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp, log, log10
from pathlib import Path

import click

from tavern_bots.api import Place, Setting
from tavern_bots.house import HouseBot, free
from tavern_bots.measure.strength import Pairing, measure
from tavern_bots.player import LEVELS, Levels, player_of, rules_player
from tavern_bots.shipped import MctsBot
from tavern_engine import Game
from tavern_engine import game as find_game

SOFT = (40.0, 12.0, 5.0, 2.5, 1.4, 0.8, 0.45, 0.25, 0.12, 0.0)


class Candidate(HouseBot):
    """The house with a softness of its own."""

    options = (
        Setting("simulations", 100, "how much it thinks", low=1),
        Setting("softness", 1.0, "how freely it chooses"),
    )

    def __init__(self, place: Place) -> None:
        own = dict(place.options)
        self.softness = float(own.pop("softness"))
        if self.softness > 0:
            own |= free(player_of(place.game.id))
        MctsBot.__init__(self, self.told(place, own))


def elo(share: float, games: int) -> float:
    """The difference in rating that a share of wins in so many games shows; nobody wins all."""
    share = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return 400 * log10(share / (1 - share))


def name_of(simulations: int, softness: float) -> str:
    return f"{Path(__file__).resolve()}:Candidate:simulations={simulations},softness={softness:g}"


def first_guess(least: int, most: int) -> Levels:
    """Players over the whole range, the softest first."""
    last = len(SOFT) - 1
    return Levels([round(least * (most / least) ** (place / last)) for place in range(len(SOFT))], SOFT)


def ratings(game: Game, candidates: Levels, deals: int, seed: str, workers: int) -> list[float]:
    """Of the candidates, the softest first and 0."""
    made = [0.0]
    names = [name_of(*one) for one in zip(candidates.simulations, candidates.softness, strict=True)]
    for level, (low, high) in enumerate(pairwise(names), 2):
        *_, result = measure(Pairing(game.id, high, (low,), game.min_seats, seed), deals, workers)
        least, apart, most = (elo(result.share + end * result.margin, 2 * deals) for end in (-1, 0, 1))
        made.append(made[-1] + apart)
        click.echo(f"{level} against {level - 1}: {result}, apart (Elo) {apart:.0f} ({least:.0f} to {most:.0f})")
    return made


def between(wanted: float, made: Sequence[float], values: Sequence[float]) -> float:
    """The value at a rating, between those of the two candidates around it, by its logarithm."""
    for (low, high), (first, second) in zip(pairwise(made), pairwise(values), strict=True):
        if low <= wanted <= high:
            part = (wanted - low) / (high - low or 1.0)
            return exp((1 - part) * log(first) + part * log(second))
    return values[-1]


@click.command()
@click.argument("game_id")
@click.option("--deals", default=100, help="Deals a pair, each from both seats.")
@click.option("--least", default=50, help="Simulations of the softest.")
@click.option("--most", default=2000, help="Simulations of the strongest.")
@click.option("--shipped", is_flag=True, help="Begin with the levels as they are.")
@click.option("--seed", default="levels")
@click.option("--workers", default=2)
def main(game_id: str, deals: int, least: int, most: int, shipped: bool, seed: str, workers: int) -> None:
    """Print how far players are apart, and the levels of a game that follow."""
    game = find_game(game_id)
    candidates = rules_player(game).levels if shipped else first_guess(least, most)
    made = ratings(game, candidates, deals, seed, workers)
    rising = [max(made[: place + 1]) for place in range(LEVELS)]
    wanted = [rising[-1] * level / (LEVELS - 1) for level in range(LEVELS)]
    nearly_none = candidates.softness[-2] / 4
    softness = [round(between(one, rising, [*candidates.softness[:-1], nearly_none]), 3) for one in wanted[:-1]]
    simulations = [round(between(one, rising, candidates.simulations)) for one in wanted[:-1]]
    levels = f"({(*simulations, candidates.simulations[-1])}, {(*softness, 0.0)})"
    click.echo(f"levels=Levels{levels},  # {rising[-1] / (LEVELS - 1):.0f} apart")


if __name__ == "__main__":
    main()
