"""The league table: ratings from game results, with intervals, and which bots they do not tell apart.

Ratings are TrueSkill's, fitted to all results of a game at once (see `skill`), and stated against the average of that
game's bots, which is 25: results show nothing but differences. Where bots are anchors, their ratings are given, and all
others are stated against them. Overall ratings are the mean over games.

An interval of 95 % is the wider of two. The model's own is right if bots perform as the model has it. The bootstrap's
asks how much ratings vary if blocks are drawn again with replacement: the games of a block share their luck. It draws
from all blocks of a kind of table, not line-up by line-up: where each line-up plays few deals those would hardly vary,
and the model makes up for line-ups that are drawn more often than others.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from statistics import NormalDist, fmean
from types import MappingProxyType
from typing import Final

import numpy as np

from tavern_tournament.ratings.finish import (
    BETA,
    MU,
    SIGMA,
    Finish,
    draw_probability,
    finish,
    ranks_of_seats,
    wins_of_bots,
)
from tavern_tournament.ratings.skill import Finishes, Floats, Skills, as_if_equal, finishes_of, fit, gaussian
from tavern_tournament.results import GameResult

#: Half the width of a 95 % interval, in standard deviations.
REACH: Final = NormalDist().inv_cdf(0.975)
#: A resample is fitted to within so many points, far fewer than it varies.
RESAMPLE_TOLERANCE: Final = 1e-3
#: Neighbours that would take so many times the games that were played count as too close to tell.
TOO_CLOSE: Final = 20.0
#: What is told and written to files; far beyond these digits, machines may differ.
DIGITS: Final = 4

Played = tuple[GameResult, Finish]
Anchors = Mapping[str, Mapping[str, float]]  # by game and bot: the ratings that are given


@dataclass(frozen=True)
class Rating:
    """A row of the league table."""

    bot: str
    mu: float  # 25 is the average of the game's bots, if there are no anchors
    sigma: float  # the model's standard deviation of it
    low: float  # of the 95 % interval
    high: float
    games: int
    wins: float  # a team that comes first wins once; of a first place shared by two teams, one half
    mean_place: float
    best: int  # the first place that it may have: those that are clearly better are above it
    worst: int  # and the last one
    not_apart: tuple[str, ...]  # the bots that results do not tell apart from it, best first
    enough: float | None  # about so many times these games tell it from the next bot; None if far too many, or no next
    anchor: bool = False  # its rating is given


@dataclass(frozen=True)
class Standings:
    """The tables of a league, best bot first."""

    games: dict[str, list[Rating]]
    overall: list[Rating]  # of the bots that play all games
    skills: dict[str, FittedSkills] = field(compare=False, repr=False)  # by game: what the tables are made of


@dataclass
class BotRecord:
    """What can be counted of a bot's games."""

    games: int = 0
    shares: list[float] = field(default_factory=list)  # what it won in each of them
    places: list[int] = field(default_factory=list)

    def __add__(self, other: BotRecord) -> BotRecord:
        return BotRecord(self.games + other.games, self.shares + other.shares, self.places + other.places)

    def wins(self) -> float:
        """All shares together, whatever their order."""
        return round(math.fsum(self.shares), DIGITS)

    def mean_place(self) -> float:
        """Over all seats that it took."""
        return round(fmean(self.places), DIGITS)


@dataclass(frozen=True)
class Counted:
    """How often games finished how, and the fit to that."""

    finishes: Finishes
    counts: Floats  # none of them 0
    skills: Skills
    anchors: Floats


@dataclass(frozen=True)
class FittedSkills:
    """What results say about some bots."""

    bots: list[str]
    mean: Floats
    covariance: Floats  # the model's
    resampled: Floats  # means by resample and bot, less their average if there are no anchors
    games: Counted | None = None  # of one game only, and of all its bots

    def only(self, bots: list[str]) -> FittedSkills:
        """Some of the bots."""
        number = {bot: number for number, bot in enumerate(self.bots)}
        rows = [number[bot] for bot in bots]
        return FittedSkills(bots, self.mean[rows], self.covariance[np.ix_(rows, rows)], self.resampled[:, rows])

    def spread(self) -> Floats:
        """How the means vary from one resample to the next, as a covariance."""
        moves = self.resampled - self.resampled.mean(axis=0) if len(self.resampled) else self.resampled
        total: Floats = np.einsum("ri,rj->ij", moves, moves)
        return total / max(len(moves) - 1, 1)


def rate(
    results: Iterable[GameResult],
    *,
    bootstrap: int = 200,
    seed: str = "",
    anchors: Anchors = MappingProxyType({}),
) -> Standings:
    """The tables of all games that count. They depend on nothing but the results, the seed and the anchors.

    `bootstrap` is the number of resamples; with 0 the intervals are the model's alone.
    """
    by_game: dict[str, list[Played]] = {}
    for result in results:
        if not result.void:
            by_game.setdefault(result.game, []).append((result, finish(result)))
    given = {game: anchors.get(game, {}) for game in sorted(by_game)}
    fields = {game: _field(by_game[game], bootstrap, f"{seed}/{game}", given[game]) for game in given}
    records = {game: _records(by_game[game]) for game in fields}
    tables = {game: _table(fields[game], records[game], given[game]) for game in fields}
    everywhere = [bot for bot in next(iter(given.values()), ()) if all(bot in each for each in given.values())]
    return Standings(tables, _overall(list(fields.values()), list(records.values()), everywhere), fields)


def means(results: Iterable[GameResult], anchors: Mapping[str, float]) -> dict[str, float]:
    """The ratings of the bots of one game, best first, as the table of these results would have them."""
    field = _field([(result, finish(result)) for result in results if not result.void], 0, "", anchors)
    found = zip(field.bots, field.mean.round(DIGITS).tolist(), strict=True)
    return dict(sorted(found, key=lambda one: (-one[1], one[0])))


def _field(games: Sequence[Played], bootstrap: int, seed: str, given: Mapping[str, float]) -> FittedSkills:
    """What all results of one game say about its bots."""
    bots = sorted({bot for result, _ in games for bot in result.bots})
    games = [(result, order) for result, order in games if order.shared]  # a team alone at its table shows nothing
    orders = sorted({order for _, order in games})
    numbers = {order: number for number, order in enumerate(orders)}
    played = np.array([numbers[order] for _, order in games], np.int64)
    shared = sum(sum(order.shared) for _, order in games), sum(len(order.shared) for _, order in games)
    times = dict(zip(orders, np.bincount(played).tolist(), strict=True))
    skills = skills_by(times, bots, draw_probability(*shared), given)
    if (fitted := skills.games) is None:
        return replace(skills, resampled=np.zeros((bootstrap, len(bots))))
    resampled = np.empty((bootstrap, len(bots)))
    for row, weights in enumerate(_resamples([result for result, _ in games], bootstrap, seed)):
        drawn = np.bincount(played, weights, len(orders)).astype(np.float64)
        mean = fit(fitted.finishes, drawn, fitted.skills.messages, RESAMPLE_TOLERANCE, fitted.anchors).mean
        resampled[row] = mean if given.keys() & set(bots) else mean - mean.mean()
    return replace(skills, resampled=resampled)


def skills_by(
    times: Mapping[Finish, int], bots: list[str], draws: float, given: Mapping[str, float] = MappingProxyType({})
) -> FittedSkills:
    """What it says about these bots that games finished like this so many times, if equals draw so often."""
    anchors = np.array([given.get(bot, math.nan) for bot in bots])
    resampled = np.zeros((0, len(bots)))
    if not times:
        nothing = np.zeros((len(bots), len(bots)))
        return FittedSkills(bots, *_stated(*gaussian(nothing, nothing[0], anchors), anchors), resampled)
    finishes = finishes_of(list(times), bots, draws)
    counts = np.array(list(times.values()), np.float64)
    skills = fit(finishes, counts, anchors=anchors)
    stated = _stated(skills.mean, skills.covariance, anchors)
    return FittedSkills(bots, *stated, resampled, Counted(finishes, counts, skills, anchors))


def _stated(mean: Floats, covariance: Floats, anchors: Floats) -> tuple[Floats, Floats]:
    """Skills as seen from their average, or from anchors if there are some."""
    if not np.isnan(anchors).all():
        return mean, covariance
    with_average = covariance.mean(axis=0)
    return mean - mean.mean() + MU, covariance - with_average - with_average[:, None] + covariance.mean()


def _resamples(results: Sequence[GameResult], bootstrap: int, seed: str) -> Iterator[Floats]:
    """How often each game counts if, for each kind of table, as many blocks as there are get drawn from them."""
    tables = []
    for table in sorted({result.table for result in results}):
        games = [game for game, result in enumerate(results) if result.table == table]
        names = np.array([results[game].block for game in games])
        blocks, block_of_game = np.unique(names, return_inverse=True)
        key = blake2b(f"{seed}/{table}".encode(), digest_size=16).digest()
        tables.append((games, len(blocks), block_of_game, np.random.PCG64(int.from_bytes(key))))
    for _ in range(bootstrap):
        times = np.zeros(len(results))
        for games, number, block_of_game, chance in tables:
            # Raw words: of these, numpy promises that no later version draws others.
            drawn = (chance.random_raw(number) % np.uint64(number)).astype(np.int64)
            times[games] = np.bincount(drawn, minlength=number)[block_of_game]
        yield times


def _records(games: Sequence[Played]) -> dict[str, BotRecord]:
    records: defaultdict[str, BotRecord] = defaultdict(BotRecord)
    for result, _ in games:
        for bot, won in wins_of_bots(result).items():
            records[bot].games += 1
            records[bot].shares.append(won)
        for bot, place in zip(result.bots, ranks_of_seats(result), strict=True):
            records[bot].places.append(place)
    return records


def _overall(
    fields: Sequence[FittedSkills], records: Sequence[dict[str, BotRecord]], anchors: Collection[str]
) -> list[Rating]:
    """The table of the means over games, for the bots that play all of them."""
    if not fields:
        return []
    bots = sorted(set.intersection(*(set(one.bots) for one in fields)))
    parts = [one.only(bots) for one in fields]
    mean = np.mean([one.mean for one in parts], axis=0)
    covariance = np.sum([one.covariance for one in parts], axis=0) / len(parts) ** 2
    overall = FittedSkills(bots, mean, covariance, np.mean([one.resampled for one in parts], axis=0))
    return _table(overall, {bot: sum((one[bot] for one in records), BotRecord()) for bot in bots}, anchors)


def _table(one: FittedSkills, records: dict[str, BotRecord], anchors: Collection[str]) -> list[Rating]:
    mean = {bot: round(float(mu), DIGITS) for bot, mu in zip(one.bots, one.mean, strict=True)}
    one = one.only(sorted(one.bots, key=lambda bot: (-mean[bot], bot)))
    variance = np.diag(one.covariance)
    reach = REACH * np.sqrt(np.maximum(variance, np.diag(one.spread())))
    figures = np.stack([one.mean, np.sqrt(variance), one.mean - reach, one.mean + reach]).round(DIGITS).T.tolist()
    times = times_enough(one)
    apart = times < 1
    rows = []
    for row, (bot, (mu, sigma, low, high)) in enumerate(zip(one.bots, figures, strict=True)):
        record = records[bot]
        near = tuple(other for other, far in zip(one.bots, apart[row], strict=True) if other != bot and not far)
        counted = record.games, record.wins(), record.mean_place()
        places = 1 + int(apart[row, :row].sum()), len(apart) - int(apart[row, row:].sum())
        enough = float(times[row, row + 1].round(DIGITS)) if row + 1 < len(times) else math.inf
        told = enough if enough <= TOO_CLOSE else None
        rows.append(Rating(bot, mu, sigma, low, high, *counted, *places, near, told, bot in anchors))
    return rows


def times_enough(one: FittedSkills) -> Floats:
    """How many times these games tell each pair apart: less than one if these do, as variances shrink with more games.

    Pairs are told apart by their difference, which is surer than either rating.
    """
    variance = np.maximum(_of_differences(one.covariance), _of_differences(one.spread()))
    squared = (one.mean[:, None] - one.mean) ** 2
    return np.divide(REACH**2 * variance, squared, out=np.full_like(squared, np.inf), where=squared > 0)


def evidence(skills: FittedSkills, one: str, other: str) -> float:
    """How many times likelier games are if two bots differ than if they are equal, as a logarithm.

    That they differ means here: by a normal lot, as wide as the luck of a single performance. While two bots are
    equal such a ratio has a mean of one, whatever is played and why; so however often somebody looks, it ever comes to
    20 in at most one of 20 leagues (Ville's inequality; Robbins 1970).
    """
    if skills.games is None:
        return 0.0
    pair = skills.bots.index(one), skills.bots.index(other)
    near = as_if_equal(skills.games.finishes, skills.games.counts, skills.games.skills, pair, skills.games.anchors)
    blur = max(1.0, _variance(skills.spread(), pair) / _variance(skills.covariance, pair))
    variance = blur * _variance(near.covariance, pair)
    # What games say is what is known less what was supposed before them, both taken for normal.
    told = max(1 / variance - 1 / (2 * SIGMA**2), 0.0)
    shift = float(near.mean[pair[0]] - near.mean[pair[1]]) / variance
    return (shift**2 / (told + 1 / BETA**2) - math.log1p(BETA**2 * told)) / 2


def _variance(covariance: Floats, pair: tuple[int, int]) -> float:
    """The variance of a difference."""
    one, other = pair
    return float(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other])


def _of_differences(covariance: Floats) -> Floats:
    """The variances of all differences."""
    own = np.diag(covariance)
    return np.maximum(own[:, None] + own - 2 * covariance, 0)
