"""What the results of a run say, as plain data: the standings, and everything that a table or a page shows about them.

All but the times is a function of the results and of `RunInfo`, whatever the order of the results: a league that was
broken off and resumed has the same summary as one that was not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tavern_tournament.ratings.finish import as_teams, in_teams
from tavern_tournament.ratings.luck import take_luck_out, variance_saved
from tavern_tournament.ratings.rate import Anchors, Rating, Standings, means, rate
from tavern_tournament.report import counts
from tavern_tournament.report.counts import FaultLine, Lengths, LessLuck, Pair, SeatWorth, Timing, by_name, natural
from tavern_tournament.report.cycles import Circle, find_circles
from tavern_tournament.report.matchups import Dimensions, Reason, find_examples, find_reasons
from tavern_tournament.results import GameResult
from tavern_tournament.secret import PUBLIC, RANDOM

if TYPE_CHECKING:
    from tavern_tournament.replay import Again

GROWTH_STEPS: Final = 10
GROWTH_GAMES: Final = 300_000  # that are rated again for it, or about three times all
TEAMS_SHOWN: Final = 60
DIGITS: Final = 4  # of numbers in files and in the report's data
MOST_MAPPED: Final = 50  # bots in the map of who beat whom; pairs.csv has all
FAULTS_SHOWN: Final = 50  # in the report; faults.csv has all


@dataclass(frozen=True)
class RunInfo:
    """What a run is called, and what it takes to repeat it."""

    league: str
    seed: str
    planned: int  # games
    folder: str  # of the run, as it was given
    command: str  # that repeats it
    config: Mapping[str, Any] = field(default_factory=dict)  # resolved
    versions: Mapping[str, str] = field(default_factory=dict)
    isolation: Mapping[str, str] = field(default_factory=dict)  # by bot: inprocess, process or jail
    jail: tuple[str, ...] = ()  # the steps of it that held
    secret: str = PUBLIC  # or the digits, which are named when all games are played; until then RANDOM
    strangers: tuple[str, ...] = ()  # the bots that did not come with tavern-tourney
    titles: Mapping[str, str] = field(default_factory=dict)  # of games, by id
    stopped: str = ""  # why it stopped before its schedule's end, in a sentence

    @property
    def challengers(self) -> Sequence[str]:
        """Those whom a gauntlet is about."""
        schedule = self.config.get("schedule", {})
        return list(schedule["challenger"]) if schedule.get("kind") == "gauntlet" else []

    @property
    def anchors(self) -> Anchors:
        """The ratings that are given."""
        given: Anchors = self.config.get("anchors", {})
        return given


@dataclass(frozen=True)
class Step:
    """Where the ratings stood when a part of a game's blocks had been played, in the order of deals."""

    blocks: int
    games: int
    ratings: dict[str, float]  # by bot


@dataclass(frozen=True)
class Points:
    """What the bots counted in a game, in its own points."""

    name: str  # "coins lost"
    means: dict[str, float]  # a game, by bot


@dataclass(frozen=True)
class Summary:
    """All that is told about a run."""

    info: RunInfo
    results: tuple[GameResult, ...]  # by id, deal 10 after deal 9
    standings: Standings
    pairs: list[Pair]
    seats: list[SeatWorth]
    lengths: list[Lengths]
    growth: dict[str, list[Step]]  # by game
    saved: dict[str, float]  # by game: the part of the variance that playing deals from all seats took out
    faults: list[FaultLine]
    timings: list[Timing]
    teams: dict[str, list[Rating]]  # by game, where different bots play together: whole teams, each as one
    circles: list[Circle]
    points: dict[str, Points]  # by game, where it counts points
    less_luck: list[LessLuck]  # pairs without what came by lot, if that was looked at
    judged: dict[str, str]  # by game, if it was: what said how much came by lot, or why nothing can
    reasons: list[Reason]
    examples: dict[tuple[str, str, str], str]  # by game, loser and winner: one of their games
    again: Again | None = field(default=None, compare=False, repr=False)  # the games themselves, if they are at hand

    @cached_property
    def _by_names(self) -> dict[tuple[str, str, str], Pair]:
        return {(pair.game, pair.bot, pair.other): pair for pair in self.pairs}

    @cached_property
    def _fault_counts(self) -> Counter[tuple[str, str | None]]:
        return Counter((fault.bot, game) for fault in self.faults for game in (None, fault.game))

    def pair(self, game: str, bot: str, other: str) -> Pair | None:
        """How one bot did against another, if they met."""
        return self._by_names.get((game, bot, other))

    def challenges(self, game: str, challenger: str) -> list[Pair]:
        """How a challenger of a gauntlet did against each of the field."""
        met = [pair for pair in self.pairs if (pair.game, pair.bot) == (game, challenger)]
        return [pair for pair in met if pair.other not in self.info.challengers]

    @cached_property
    def _played(self) -> dict[str | None, tuple[float, int]]:
        games: dict[str | None, list[GameResult]] = {None: counts.counted(self.results)}
        for result in games[None]:
            games.setdefault(result.game, []).append(result)
        blocks = {game: {(one.key, one.deal) for one in results} for game, results in games.items()}
        line_ups = {game: len({key for key, _ in found}) for game, found in blocks.items()}
        return {game: (len(blocks[game]) / max(1, line_ups[game]), len(games[game])) for game in games}

    def played_at(self, game: str | None) -> tuple[float, int]:
        """How many deals a line-up has played on average, of one game or of all, and how many games count."""
        return self._played[game]

    @property
    def is_open(self) -> bool:
        """Whether games may be shown with all their cards: not while others are to be played with the same deals."""
        return self.again is not None and self.info.secret != RANDOM

    @property
    def void(self) -> list[GameResult]:
        """The games that do not count."""
        return [result for result in self.results if result.void]

    @property
    def counting(self) -> int:
        """How many games count."""
        return len(self.results) - len(self.void)

    @property
    def clocked(self) -> int:
        """In how many games a clock decided something."""
        return sum(result.clocked for result in self.results)

    def title(self, game: str) -> str:
        """The game's name for people."""
        return self.info.titles.get(game, game)

    def faults_of(self, bot: str, game: str | None = None) -> int:
        """How many faults the bot made, in one game or in all."""
        return self._fault_counts[bot, game]

    def seconds_a_move(self, bot: str, game: str | None = None) -> float | None:
        """How long the bot thought about a move, in one game or in all; None if that is not known."""
        found = [timing for timing in self.timings if timing.bot == bot and game in (None, timing.game)]
        moves = sum(timing.moves for timing in found)
        return sum(timing.seconds for timing in found) / moves if moves else None


def summarise(
    results: Iterable[GameResult], standings: Standings, info: RunInfo, again: Again | None = None
) -> Summary:
    """What these results say, and the games themselves, if they are at hand."""
    ordered = tuple(sorted(results, key=by_name))
    pairs = counts.count_pairs(ordered)
    looked = again is not None and bool(info.config.get("report", {}).get("luck"))
    return Summary(
        info=info,
        results=ordered,
        standings=standings,
        pairs=pairs,
        seats=counts.count_seats(ordered),
        lengths=counts.count_lengths(ordered),
        growth={game: _growth(game, ordered, ratings, info.anchors) for game, ratings in standings.games.items()},
        saved=variance_saved(ordered),
        faults=counts.list_faults(ordered),
        timings=counts.measure_times(ordered),
        teams=_teams(ordered, info),
        circles=find_circles(pairs),
        points=_points(ordered, again) if again else {},
        less_luck=counts.count_less_luck(take_luck_out(ordered, again.windfalls(ordered))) if again and looked else [],
        judged=again.judged() if again and looked else {},
        reasons=find_reasons(ordered, pairs, again.dimensions if again else _no_dimensions),
        examples=find_examples(ordered, pairs),
        again=again,
    )


def _no_dimensions(_result: GameResult) -> list[Dimensions]:
    return []


def _teams(results: Sequence[GameResult], info: RunInfo) -> dict[str, list[Rating]]:
    """The tables of the teams, in games in which different bots play together."""
    together = counts.counted(result for result in results if in_teams(result))
    mixed = {
        result.game for result in together if len({*zip(result.bots, result.teams, strict=True)}) > len({*result.teams})
    }
    games = [as_teams(result) for result in together if result.game in mixed]
    return rate(games, bootstrap=info.config.get("rating", {}).get("bootstrap", 0), seed=info.seed).games


def _points(results: Sequence[GameResult], again: Again) -> dict[str, Points]:
    """What the bots counted on average, by game."""
    sums: dict[str, dict[str, list[int]]] = {}
    names: dict[str, str] = {}
    for result in counts.counted(results):
        for bot, points in zip(result.bots, again.points(result), strict=False):
            both = sums.setdefault(result.game, {}).setdefault(bot, [0, 0])
            both[0] += points
            both[1] += 1
            names.setdefault(result.game, again.rules(result).points_name)
    return {
        game: Points(names[game], {bot: total / number for bot, (total, number) in sorted(bots.items())})
        for game, bots in sorted(sums.items())
    }


def _growth(game: str, results: Sequence[GameResult], final: Sequence[Rating], anchors: Anchors) -> list[Step]:
    """The ratings after equal parts of the blocks; by deals and not by completion, which is never the same twice."""
    blocks: dict[tuple[Any, ...], list[GameResult]] = {}
    for result in counts.counted(results):
        if result.game == game:
            key = (result.deal, natural(result.table), natural(result.line_up))
            blocks.setdefault(key, []).append(result)
    ordered = [blocks[key] for key in sorted(blocks)]
    parts = min(GROWTH_STEPS, len(ordered), max(3, GROWTH_GAMES // max(1, sum(map(len, ordered)))))
    steps = []
    for part in range(1, parts + 1):
        played = ordered[: len(ordered) * part // parts]
        games = [result for block in played for result in block]
        ratings = {rating.bot: rating.mu for rating in final} if part == parts else means(games, anchors.get(game, {}))
        steps.append(Step(len(played), len(games), ratings))
    return steps


def report_data(summary: Summary) -> dict[str, Any]:
    """What the report is drawn from, without times, folders and commands: the same for every run of the league."""
    info = summary.info
    return {
        "league": info.league,
        "seed": info.seed,
        "secret": info.secret,
        "games": {
            "planned": info.planned,
            "played": len(summary.results),
            "void": len(summary.void),
            "clocked": summary.clocked,
        },
        "stopped": info.stopped,
        "isolation": dict(sorted(info.isolation.items())),
        "jail": list(info.jail),
        "standings": standings_data(summary),
        "pairs": _rounded([asdict(pair) for pair in _mapped_pairs(summary)]),
        "teams": _rounded({game: list(map(asdict, teams[:TEAMS_SHOWN])) for game, teams in summary.teams.items()}),
        "circles": _rounded([asdict(circle) for circle in summary.circles]),
        "points": _rounded({game: asdict(points) for game, points in summary.points.items()}),
        "reasons": _rounded([asdict(reason) for reason in summary.reasons]),
        "seats": _rounded([asdict(seat) for seat in summary.seats]),
        "lengths": _rounded([asdict(lengths) for lengths in summary.lengths]),
        "growth": _rounded({game: [asdict(step) for step in steps] for game, steps in summary.growth.items()}),
        "variance saved": _rounded(summary.saved),
        "less luck": _rounded([asdict(pair) for pair in summary.less_luck]),
        "judged": summary.judged,
        "faults": {"count": len(summary.faults), "first": [asdict(fault) for fault in summary.faults[:FAULTS_SHOWN]]},
        "void": {result.id: result.void for result in summary.void[:FAULTS_SHOWN]},
    }


def standings_data(summary: Summary) -> dict[str, Any]:
    """The ratings by game and over all games, with the faults of the bots."""

    def lines(ratings: Sequence[Rating], game: str | None) -> list[dict[str, Any]]:
        return [
            {"rank": rank, **asdict(rating), "faults": summary.faults_of(rating.bot, game)}
            for rank, rating in zip(ranks(ratings), ratings, strict=True)
        ]

    games = summary.standings.games
    return _rounded(  # type: ignore[no-any-return]
        {
            "games": {game: lines(games[game], game) for game in sorted(games, key=natural)},
            "overall": lines(summary.standings.overall, None),
        }
    )


def mapped(ratings: Sequence[Rating]) -> list[str]:
    """The bots of a table that the page shows against each other: a map of all pairs of many would be of no use."""
    return [rating.bot for rating in ratings[:MOST_MAPPED]]


def _mapped_pairs(summary: Summary) -> list[Pair]:
    shown = {game: set(mapped(ratings)) for game, ratings in summary.standings.games.items()}
    return [pair for pair in summary.pairs if {pair.bot, pair.other} <= shown[pair.game]]


def ranks(ratings: Sequence[Rating]) -> list[str]:
    """The place of each in the table, or the places that it may have: 1, 2-3, 2-4, 3-4."""
    return [f"{one.best}" if one.best == one.worst else f"{one.best}-{one.worst}" for one in ratings]


def _rounded(data: Any) -> Any:
    """The same data with short numbers."""
    if isinstance(data, float):
        return round(data, DIGITS)
    if isinstance(data, Mapping):
        return {key: _rounded(value) for key, value in data.items()}
    return [_rounded(value) for value in data] if isinstance(data, list | tuple) else data
