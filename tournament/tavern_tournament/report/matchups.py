"""Where a matchup is won: what stands out in the games in which one bot loses to another.

A game names its dimensions (`Game.dimensions`): amounts that a seat had, such as the coins of a round, and what it was
or did, such as its character. To these come what all games have: seats, kinds of table, lengths, faults. Only pairs are
looked at of which one clearly loses, and something is told only if it is there with all that was looked at in the game
taken into account: luck alone has one game in twenty say anything. Blocks, not games, are what is counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, median
from typing import Final

from tavern_tournament.ratings.finish import places_of_teams
from tavern_tournament.report.counts import CONFIDENCE, Pair, counted, natural, student
from tavern_tournament.results import GameResult

MOST_DECISIONS: Final = 400_000  # of a game that are replayed: about two seconds; more games would say little more
ENOUGH_BLOCKS: Final = 8  # of each of two kinds that are compared
EXAMPLES: Final = 9  # lost games of a pair among which one is chosen to be shown
MOST_NEAR: Final = 1e6  # how clear something can be

Dimensions = Mapping[str, int | str]


@dataclass(frozen=True)
class Reason:
    """Something that stands out where a bot loses to another."""

    game: str
    bot: str  # that loses
    other: str
    what: str  # "when its seat is 1", or "coins lost in round 2"
    here: float  # the share of its meetings in which it placed better, or how much it had
    there: float  # the share in the other meetings, or how much the other had
    meetings: int  # that were looked at; of a share, those here
    is_share: bool
    clear: float  # how many times further from nothing than luck would reach


@dataclass
class Meetings:
    """The meetings of a pair, added up by block."""

    blocks: dict[str, list[float]] = field(default_factory=dict)  # by block: how many, and how well the bot did
    kinds: dict[str, dict[str, list[float]]] = field(default_factory=lambda: defaultdict(dict))  # of one kind only
    amounts: dict[str, dict[str, list[tuple[int, int]]]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, block: str, did: float, kinds: Iterable[str], amounts: Mapping[str, tuple[int, int]]) -> None:
        """One meeting: how the bot did, what kind of meeting it was, and what it and the other had."""
        for sums in (self.blocks, *(self.kinds[kind] for kind in kinds)):
            many, good = sums.get(block, (0.0, 0.0))
            sums[block] = [many + 1, good + did]
        for name, both in amounts.items():
            self.amounts[name].setdefault(block, []).append(both)


def find_reasons(
    results: Iterable[GameResult], pairs: Iterable[Pair], dimensions: Callable[[GameResult], Sequence[Dimensions]]
) -> list[Reason]:
    """All that stands out, by game and pair, the clearest first; `dimensions` are those that the games name."""
    lost = {(pair.game, pair.bot, pair.other) for pair in pairs if pair.share.high < 0.5}
    met: dict[tuple[str, str, str], Meetings] = defaultdict(Meetings)
    for games in _looked_at(results):
        lengths = _usual_lengths(games)
        tables = len(lengths) > 1
        for result in games:
            if any((result.game, bot, other) in lost for bot in result.bots for other in result.bots):
                seats = _seats(result, lengths, tables, dimensions(result))
                _meet(result, seats, lost, met)
    found: list[Reason] = []
    for game in sorted({game for game, _, _ in met}, key=natural):
        found += _standing_out([(key, met[key]) for key in sorted(met) if key[0] == game])
    return found


def find_examples(results: Iterable[GameResult], pairs: Iterable[Pair]) -> dict[tuple[str, str, str], str]:
    """By game, loser and winner, for all that met: a game of usual length, of the first that the one lost."""
    lost: dict[tuple[str, str, str], list[GameResult]] = {(pair.game, pair.bot, pair.other): [] for pair in pairs}
    open_pairs = len(lost)
    for result in sorted(counted(results), key=lambda result: (result.deal, result.turn)):
        if not open_pairs:
            break
        places = places_of_teams(result)
        seats = sorted({*zip(result.bots, result.teams, strict=True)})
        for bot, team in seats:
            for other, rivals in seats:
                found = lost.get((result.game, bot, other))
                if found is not None and len(found) < EXAMPLES and places[team] > places[rivals]:
                    found.append(result)
                    open_pairs -= len(found) == EXAMPLES
    usual = {key: sorted(found, key=lambda result: len(result.actions)) for key, found in lost.items() if found}
    return {key: found[len(found) // 2].id for key, found in usual.items()}


def _looked_at(results: Iterable[GameResult]) -> Iterator[list[GameResult]]:
    """The first deals of every game, whole blocks, as far as they are to be replayed."""
    blocks: dict[str, dict[tuple[int, str], list[GameResult]]] = defaultdict(lambda: defaultdict(list))
    for result in counted(results):
        blocks[result.game][result.deal, result.key].append(result)
    for game in sorted(blocks, key=natural):
        games: list[GameResult] = []
        left = MOST_DECISIONS
        for key in sorted(blocks[game]):
            left -= sum(len(result.actions) for result in blocks[game][key])
            if left < 0 and games:
                break
            games += sorted(blocks[game][key], key=lambda result: result.turn)
        yield games


def _usual_lengths(games: Sequence[GameResult]) -> dict[str, float]:
    """How many decisions half of the games at each kind of table take at most."""
    lengths: dict[str, list[int]] = defaultdict(list)
    for result in games:
        lengths[result.table].append(len(result.actions))
    return {table: median(found) for table, found in lengths.items()}


@dataclass(frozen=True)
class _Seat:
    """What is known of a seat of a game."""

    bot: str
    team: int
    about: Mapping[str, str]  # what it was or did
    amounts: Mapping[str, int]
    kinds: Sequence[str]  # of game that it was, from this seat


def _seats(
    result: GameResult, lengths: Mapping[str, float], tables: bool, dimensions: Sequence[Dimensions]
) -> list[_Seat]:
    kinds = [f"at {result.table}"] if tables else []
    if len(result.actions) > lengths[result.table]:
        kinds.append("in the longer half of the games")
    else:
        kinds.append("in the shorter half of the games")
    failed = {fault.seat for fault in result.faults}
    seats = []
    for seat, (bot, team) in enumerate(zip(result.bots, result.teams, strict=True)):
        named = dimensions[seat] if seat < len(dimensions) else {}
        about = {name: value for name, value in named.items() if isinstance(value, str)}
        amounts = {name: value for name, value in named.items() if isinstance(value, int)}
        own = [*kinds, f"when its seat is {seat}", *(["in games in which it makes a fault"] if seat in failed else [])]
        seats.append(_Seat(bot, team, about, amounts, own))
    return seats


def _meet(
    result: GameResult,
    seats: Sequence[_Seat],
    lost: set[tuple[str, str, str]],
    met: Mapping[tuple[str, str, str], Meetings],
) -> None:
    places = places_of_teams(result)
    for one in seats:
        for other in seats:
            key = result.game, one.bot, other.bot
            if key not in lost or one.team == other.team:
                continue
            lead = places[other.team] - places[one.team]
            kinds = [
                *one.kinds,
                *(f"when its {name} is {value}" for name, value in one.about.items()),
                *(f"when the {name} of {other.bot} is {value}" for name, value in other.about.items()),
            ]
            amounts = {name: (one.amounts[name], other.amounts[name]) for name in one.amounts if name in other.amounts}
            met[key].add(result.block, 0.5 + (lead > 0) / 2 - (lead < 0) / 2, kinds, amounts)


def _standing_out(met: Sequence[tuple[tuple[str, str, str], Meetings]]) -> list[Reason]:
    """What stands out among all pairs of one game, each compared with what luck does among so many."""
    tried = [(key, *one) for key, meetings in met for one in (*_kinds(meetings), *_amounts(meetings))]
    found = []
    for (game, bot, other), what, here, there, meetings, is_share, times, freedom in tried:
        reach = student(1 - (1 - CONFIDENCE) / len(tried), freedom)
        clear = min(abs(times) / reach, MOST_NEAR)
        if clear > 1 and not (is_share and here >= there):
            found.append(Reason(game, bot, other, what, here, there, meetings, is_share, clear))
    return sorted(found, key=lambda one: (natural(one.bot), natural(one.other), -one.clear, one.what))


_Tried = tuple[str, float, float, int, bool, float, int]  # what, here, there, meetings, is a share, t, freedom


def _kinds(met: Meetings) -> Iterator[_Tried]:
    """Every kind of meeting against all others: the difference of shares in standard errors, which are of blocks."""
    for kind, sums in met.kinds.items():
        rest = {
            block: [many - sums[block][0], good - sums[block][1]] if block in sums else [many, good]
            for block, (many, good) in met.blocks.items()
        }
        rest = {block: both for block, both in rest.items() if both[0]}
        if min(len(sums), len(rest)) < ENOUGH_BLOCKS:
            continue
        # As in `estimate`, a bad and a good block are imagined on each side: what always came out alike is not certain.
        here = {**sums, "bad here": [1.0, 0.0], "good here": [1.0, 1.0]}
        there = {**rest, "bad there": [1.0, 0.0], "good there": [1.0, 1.0]}
        off = [_off(side) for side in (here, there)]
        moves = [off[0].get(block, 0.0) - off[1].get(block, 0.0) for block in {**here, **there}]
        error = sqrt(sum(move**2 for move in moves) * len(moves) / (len(moves) - 1))
        times = (_mean(here) - _mean(there)) / error
        freedom = min(len(here), len(there)) - 1
        yield kind, _mean(sums), _mean(rest), int(sum(many for many, _ in sums.values())), True, times, freedom


def _mean(sums: Mapping[str, Sequence[float]]) -> float:
    return sum(good for _, good in sums.values()) / sum(many for many, _ in sums.values())


def _off(sums: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """By how much each block moves the mean."""
    mean, total = _mean(sums), sum(many for many, _ in sums.values())
    return {block: (good - mean * many) / total for block, (many, good) in sums.items()}


def _amounts(met: Meetings) -> Iterator[_Tried]:
    """Every amount: how much more the bot had than the other, in standard errors, which are of blocks."""
    for name, blocks in met.amounts.items():
        if len(blocks) < ENOUGH_BLOCKS:
            continue
        leads = [fmean(mine - theirs for mine, theirs in both) for both in blocks.values()]
        farthest = max(map(abs, leads))
        if farthest == 0:
            continue
        held = [*leads, -farthest, farthest]
        centre = fmean(held)
        error = sqrt(sum((lead - centre) ** 2 for lead in held) / (len(held) - 1) / len(held))
        both = [one for block in blocks.values() for one in block]
        mine, theirs = (fmean(one[side] for one in both) for side in range(2))
        yield name, mine, theirs, len(both), False, centre / error, len(held) - 1
