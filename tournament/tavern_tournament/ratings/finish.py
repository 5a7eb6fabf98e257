"""In which order the teams of a game finished: all that ratings look at, and the constants that they share."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from tavern_tournament.results import GameResult

#: TrueSkill's scale: mean and deviation of skills before the first game, and of a performance around the skill.
MU: Final = 25.0
SIGMA: Final = 25.0 / 3
BETA: Final = 25.0 / 6
#: Draws of equals are held for at least this likely: a margin of zero would make of a first draw an impossible event.
LEAST_DRAW_PROBABILITY: Final = 0.001


class Finish(NamedTuple):
    """The teams of a game, best first, and whether each shares its place with the next."""

    teams: tuple[tuple[str, ...], ...]  # the bots of a team, one for each seat, sorted
    shared: tuple[bool, ...]  # one less than teams


def finish(result: GameResult) -> Finish:
    """How a game finished.

    Teams that share a place stand in the order of their seats, as the `trueskill` package has it; since every line-up
    is rotated around the table, no bot gains by that. A team stands where its last seat does.
    """
    members: dict[int, list[int]] = {}
    for seat, team in enumerate(result.teams):
        members.setdefault(team, []).append(seat)
    places = {team: max(result.placement[seat] for seat in seats) for team, seats in members.items()}
    order = sorted(members, key=places.__getitem__)
    return Finish(
        tuple(tuple(sorted(result.bots[seat] for seat in members[team])) for team in order),
        tuple(places[better] == places[worse] for better, worse in pairwise(order)),
    )


def draw_probability(shared: int, compared: int) -> float:
    """The chance of a draw, when so many of so many neighbours in finishing orders shared their place."""
    return max(shared / (compared + 1), LEAST_DRAW_PROBABILITY)
