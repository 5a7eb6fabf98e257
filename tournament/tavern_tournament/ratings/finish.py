"""In which order the teams of a game finished: all that ratings look at, and the constants that they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from tavern_tournament.results import GameResult

#: TrueSkill's scale: mean and deviation of skills before the first game, and of a performance around the skill.
MU: Final = 25.0
SIGMA: Final = 25.0 / 3
BETA: Final = 25.0 / 6
#: Draws of equals are held for at least this likely: a margin of zero would make of a first draw an impossible event.
LEAST_DRAW_PROBABILITY: Final = 0.001
#: Ways to finish that are kept: a large league has many games that finished alike.
REMEMBERED: Final = 1 << 18


class Finish(NamedTuple):
    """The teams of a game, best first, and whether each shares its place with the next."""

    teams: tuple[tuple[str, ...], ...]  # the bots of a team, one for each seat, sorted
    shared: tuple[bool, ...]  # one less than teams


Names = tuple[str, ...]
Numbers = tuple[int, ...]


def finish(result: GameResult) -> Finish:
    """How a game finished.

    Teams that share a place stand in the order of their seats, as the `trueskill` package has it; since every line-up
    is rotated around the table, no bot gains by that. A team stands where its last seat does.
    """
    return _finish(result.bots, result.teams, result.placement)


@lru_cache(maxsize=REMEMBERED)
def _finish(bots: Names, teams: Numbers, placement: Numbers) -> Finish:
    members: dict[int, list[str]] = {}
    for bot, team in zip(bots, teams, strict=True):
        members.setdefault(team, []).append(bot)
    places = _places_of_teams(teams, placement)
    order = sorted(members, key=places.__getitem__)
    return Finish(
        tuple(tuple(sorted(members[team])) for team in order),
        tuple(places[better] == places[worse] for better, worse in pairwise(order)),
    )


def wins(result: GameResult) -> Sequence[float]:
    """By seat: what it won. The team that comes first wins once, all its seats alike; teams that tie for it share it.

    Everything that counts wins counts them by this, for seats, or by `wins_of_bots`, for bots.
    """
    return _wins(result.teams, result.placement)


@lru_cache(maxsize=REMEMBERED)
def _wins(teams: Numbers, placement: Numbers) -> Sequence[float]:
    places = _places_of_teams(teams, placement)
    best = [team for team, place in places.items() if place == min(places.values())]
    return [1 / len(best) if team in best else 0.0 for team in teams]


def wins_of_bots(result: GameResult) -> Mapping[str, float]:
    """By bot: what its team won, however many seats of the team it took; what its teams won, if it was several."""
    return _wins_of_bots(result.bots, result.teams, result.placement)


@lru_cache(maxsize=REMEMBERED)
def _wins_of_bots(bots: Names, teams: Numbers, placement: Numbers) -> Mapping[str, float]:
    won = {(bot, team): share for bot, team, share in zip(bots, teams, _wins(teams, placement), strict=True)}
    return {bot: sum(share for (name, _), share in won.items() if name == bot) for bot in dict.fromkeys(bots)}


def places_of_teams(result: GameResult) -> dict[int, int]:
    """The place of every team, in the order of seats: a team stands where its last seat does."""
    return _places_of_teams(result.teams, result.placement)


def _places_of_teams(teams: Numbers, placement: Numbers) -> dict[int, int]:
    if len(set(teams)) == len(teams):
        return dict(zip(teams, placement, strict=True))
    places: dict[int, int] = {}
    for team, place in zip(teams, placement, strict=True):
        places[team] = max(place, places.get(team, place))
    return places


def ranks_of_seats(result: GameResult) -> list[int]:
    """By seat: the place of its team among the teams, 1 is best. Where everybody plays alone, these are the places."""
    if not in_teams(result):
        return list(result.placement)
    places = places_of_teams(result)
    return [1 + sum(other < places[team] for other in places.values()) for team in result.teams]


def in_teams(result: GameResult) -> bool:
    """Whether some seats of the game played together."""
    return len(set(result.teams)) < len(result.teams)


def as_teams(result: GameResult) -> GameResult:
    """The same game with one seat for each team, which is called by its bots: `flat & mcts`."""
    ranks = ranks_of_seats(result)
    first = {team: seat for seat, team in reversed(list(enumerate(result.teams)))}
    seats = [first[team] for team in sorted(first)]
    bots = {
        team: sorted(bot for bot, one in zip(result.bots, result.teams, strict=True) if one == team) for team in first
    }
    return replace(
        result,
        bots=tuple(" & ".join(dict.fromkeys(bots[team])) for team in sorted(first)),
        teams=tuple(sorted(first)),
        placement=tuple(ranks[seat] for seat in seats),
        scores=tuple(result.scores[seat] for seat in seats),
        faults=(),
    )


def draw_probability(shared: int, compared: int) -> float:
    """The chance of a draw, when so many of so many neighbours in finishing orders shared their place."""
    return max(shared / (compared + 1), LEAST_DRAW_PROBABILITY)
