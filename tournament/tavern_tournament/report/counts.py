"""What the games of a league say, counted: who beat whom, which seat helps, how long games and moves take, faults.

Everything but the times is a function of the results alone, in whatever order they come. Games of one block share
their luck, so that blocks, not games, are what the intervals count.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, groupby
from math import ceil, fsum, log10, sqrt
from statistics import NormalDist, fmean, median
from typing import Final

from tavern_tournament.ratings.finish import places_of_teams, wins
from tavern_tournament.ratings.luck import Corrected
from tavern_tournament.results import GameResult

CONFIDENCE: Final = 0.95
ENOUGH_DEALS: Final = 10  # with fewer, nothing is said about the seats
MOST_BARS: Final = 24  # of a histogram


@dataclass(frozen=True)
class Estimate:
    """A mean over blocks, and the interval that holds the truth 19 times in 20."""

    value: float
    low: float
    high: float

    def around(self, truth: float) -> bool:
        """Whether the truth may be this."""
        return self.low <= truth <= self.high


@dataclass(frozen=True)
class Pair:
    """How one bot did against another in one game; they meet where they play in different teams of one table."""

    game: str
    bot: str
    other: str
    meetings: int
    better: int
    equal: int
    worse: int
    blocks: int
    share: Estimate  # of a block's meetings, equal places counting half
    surely: int  # 1 if it is better and -1 if it is worse, even if one looks at all pairs of the game; else 0


@dataclass(frozen=True)
class SeatWorth:
    """What one seat of a kind of table is worth, whoever sits there."""

    table: str
    seat: int
    games: int
    deals: int
    wins: Estimate  # share of the games that its team won; teams that share the first place share the win
    place: Estimate
    fair: float  # the share of wins that it would have if all teams were equal
    matters: bool | None  # whether the seats of this table surely differ; None if the deals are too few to say


@dataclass(frozen=True)
class Lengths:
    """How many decisions the games at a kind of table took."""

    table: str
    games: int
    shortest: int
    median: float
    longest: int
    bars: tuple[tuple[int, int, int], ...]  # from, to (both included), and how many games


@dataclass(frozen=True)
class FaultLine:
    """A fault, and in which game."""

    game: str
    id: str
    bot: str
    seat: int
    move: int
    kind: str
    said: str


@dataclass(frozen=True)
class Timing:
    """How long a bot thought about its moves in one game; no two runs give the same."""

    game: str
    bot: str
    moves: int
    seconds: float
    usual: float  # seconds a move in the median game
    quickest: float  # the same in the quickest game
    slowest: float  # and in the slowest

    @property
    def per_move(self) -> float:
        """Seconds a move over all games."""
        return self.seconds / self.moves


@dataclass(frozen=True)
class LessLuck:
    """How one bot did against another, as it was and without what came by lot."""

    game: str
    bot: str
    other: str
    blocks: int
    plain: Estimate  # of the same blocks
    less: Estimate
    variances: tuple[float, float]  # of a block, plain and with less luck

    @property
    def saved(self) -> float:
        """By which part it varies less."""
        before, after = self.variances
        return 1 - after / before if before else 0.0


@lru_cache(maxsize=1 << 16)
def natural(text: str) -> tuple[tuple[str | int, ...], str]:
    """A key that sorts deal 10 after deal 9."""
    parts = re.split(r"(\d+)", text)
    return tuple(int(part) if odd % 2 else part for odd, part in enumerate(parts)), text


def by_name(result: GameResult) -> tuple[object, int, int]:
    """A key that sorts results by their ids, deal 10 after deal 9."""
    return natural(f"{result.key}/"), result.deal, result.turn


def blocks_of(results: Iterable[GameResult]) -> Iterator[list[GameResult]]:
    """The games that count, block by block in the order of their names."""
    ordered = sorted(counted(results), key=by_name)
    return (
        list(block) for _, block in groupby(ordered, key=lambda result: (result.table, result.line_up, result.deal))
    )


def estimate(
    values: Sequence[float], imagined: tuple[float, float], limits: tuple[float, float], confidence: float = CONFIDENCE
) -> Estimate:
    """The mean of the blocks with Student's interval, to which two imagined blocks, a bad and a good one, are added.

    Without those, a handful of blocks that came out alike would claim to know the truth exactly.
    """
    held = [*values, *imagined]
    centre, value = fmean(held), fmean(values)
    spread = sqrt(fsum((one - centre) ** 2 for one in held) / (len(held) - 1))
    reach = student(confidence, len(held) - 1) * spread / sqrt(len(held))
    lowest, highest = limits
    return Estimate(value, max(lowest, min(value, centre - reach)), min(highest, max(value, centre + reach)))


def student(confidence: float, freedom: int) -> float:
    """How many standard errors the interval reaches; the usual expansion around the normal distribution."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def counted(results: Iterable[GameResult]) -> list[GameResult]:
    """The games that are not void."""
    return [result for result in results if not result.void]


@dataclass
class Meetings:
    """How two bots did against each other, as the first of them sees it."""

    leads: Counter[int] = field(default_factory=Counter)  # how often it was better (1), equal (0) and worse (-1)
    shares: array[float] = field(default_factory=lambda: array("d"))  # by block: what it won of the meetings
    losses: array[float] = field(default_factory=lambda: array("d"))  # and what the other one won

    def take(self, block: Counter[int]) -> None:
        """The meetings of a block, by who was better."""
        self.leads += block
        self.shares.append((block[1] + block[0] / 2) / block.total())
        self.losses.append((block[-1] + block[0] / 2) / block.total())


def count_pairs(results: Iterable[GameResult]) -> list[Pair]:
    """Every ordered pair of bots that met, by game and names."""
    met: dict[tuple[str, str, str], Meetings] = defaultdict(Meetings)
    for block in blocks_of(results):
        leads: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
        for result in block:
            places = places_of_teams(result)
            for (bot, team), (other, rivals) in combinations(sorted({*zip(result.bots, result.teams, strict=True)}), 2):
                if bot != other and team != rivals:
                    lead = places[rivals] - places[team]
                    leads[bot, other][(lead > 0) - (lead < 0)] += 1
        for names, found in leads.items():
            met[block[0].game, *names].take(found)
    number = Counter(game for game, _, _ in met)
    pairs = [
        _pair(game, bot, other, found, sign, number[game])
        for (game, first, second), found in met.items()
        for bot, other, sign in ((first, second, 1), (second, first, -1))
    ]
    return sorted(pairs, key=lambda pair: (natural(pair.game), natural(pair.bot), natural(pair.other)))


def _pair(game: str, bot: str, other: str, met: Meetings, sign: int, pairs: int) -> Pair:
    shares = met.shares if sign > 0 else met.losses
    share = estimate(shares, (0, 1), (0, 1))
    sure = estimate(shares, (0, 1), (0, 1), 1 - (1 - CONFIDENCE) / pairs)  # each pair is another chance to be fooled
    surely = (sure.low > 0.5) - (sure.high < 0.5)
    better, equal, worse = (met.leads[sign * lead] for lead in (1, 0, -1))
    return Pair(game, bot, other, met.leads.total(), better, equal, worse, len(met.shares), share, surely)


def count_seats(results: Iterable[GameResult]) -> list[SeatWorth]:
    """What each seat of each kind of table is worth, from the blocks in which every seating was played.

    All line-ups play the same deals, and luck that favours a seat favours it in all of them: here a deal counts once.
    """
    tables: dict[str, dict[int, list[GameResult]]] = defaultdict(lambda: defaultdict(list))
    for games in blocks_of(results):
        if len(games) == games[0].seatings:  # else a strong bot's wins would go to the seats that it sat in
            tables[games[0].table][games[0].deal] += games
    return [seat for table in sorted(tables, key=natural) for seat in _seats_of(table, list(tables[table].values()))]


def _seats_of(table: str, deals: list[list[GameResult]]) -> list[SeatWorth]:
    seats = range(len(deals[0][0].bots))
    fair, last = 1 / len(set(deals[0][0].teams)), max(max(game.placement) for games in deals for game in games)
    won = [[wins(game) for game in games] for games in deals]
    shares = [[fmean(game[seat] for game in games) for games in won] for seat in seats]
    places = [[fmean(game.placement[seat] for game in games) for games in deals] for seat in seats]
    # each seat is another chance to be fooled, so each has to be surer
    surely = [estimate(share, (0, 2 * fair), (0, 1), 1 - (1 - CONFIDENCE) / len(seats)) for share in shares]
    matters = None if len(deals) < ENOUGH_DEALS else any(not share.around(fair) for share in surely)
    return [
        SeatWorth(
            table=table,
            seat=seat,
            games=sum(map(len, deals)),
            deals=len(deals),
            wins=estimate(shares[seat], (0, 2 * fair), (0, 1)),
            place=estimate(places[seat], (1, last), (1, last)),
            fair=fair,
            matters=matters,
        )
        for seat in seats
    ]


def count_lengths(results: Iterable[GameResult]) -> list[Lengths]:
    """How many decisions games took, by kind of table."""
    tables: dict[str, list[int]] = defaultdict(list)
    for result in counted(results):
        tables[result.table].append(len(result.actions))
    return [
        Lengths(table, len(found), min(found), float(median(found)), max(found), _bars(found))
        for table, found in sorted(tables.items(), key=lambda item: natural(item[0]))
    ]


def _bars(values: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    width = _round_width((max(values) - min(values) + 1) / MOST_BARS)
    filled = Counter(value // width for value in values)
    return tuple((bar * width, bar * width + width - 1, filled[bar]) for bar in range(min(filled), max(filled) + 1))


def _round_width(least: float) -> int:
    """The next of 1, 2, 5, 10, 20, 50 and so on."""
    power = 10 ** max(0, ceil(log10(max(least, 1))) - 1)
    return next(int(step * power) for step in (1, 2, 5, 10) if step * power >= least)


def list_faults(results: Iterable[GameResult]) -> list[FaultLine]:
    """All faults in the order of games and moves, those of void games too."""
    return [
        FaultLine(result.game, result.id, result.bots[fault.seat], fault.seat, fault.move, fault.kind, fault.said)
        for result in results
        for fault in result.faults
    ]


def measure_times(results: Iterable[GameResult]) -> list[Timing]:
    """How long the bots thought about a move, by game and bot; nothing for games whose times are not known."""
    found: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    for result in results:
        for bot, moves, seconds in zip(result.bots, result.decisions, result.seconds, strict=False):
            if moves:
                found[result.game, bot].append((moves, seconds))
    return [_timing(*key, found[key]) for key in sorted(found, key=lambda key: (natural(key[0]), natural(key[1])))]


def _timing(game: str, bot: str, seats: list[tuple[int, float]]) -> Timing:
    rates = [seconds / moves for moves, seconds in seats]
    moves, total = sum(moves for moves, _ in seats), sum(seconds for _, seconds in seats)
    return Timing(game, bot, moves, total, median(rates), min(rates), max(rates))


def count_less_luck(pairs: Iterable[Corrected]) -> list[LessLuck]:
    """The pairs with their intervals, by game and names."""
    found = [
        LessLuck(
            game=pair.game,
            bot=pair.bot,
            other=pair.other,
            blocks=len(pair.plain),
            plain=estimate(pair.plain, (0, 1), (0, 1)),
            less=estimate(pair.less_luck, (0, 1), (0, 1)),
            variances=pair.variances,
        )
        for pair in pairs
    ]
    return sorted(found, key=lambda pair: (natural(pair.game), natural(pair.bot), natural(pair.other)))
