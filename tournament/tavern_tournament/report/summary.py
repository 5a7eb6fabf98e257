"""What the results of a run say, as plain data: the standings, and everything that a table or a page shows about them.

All but the times is a function of the results and of `RunInfo`, whatever the order of the results: a league that was
broken off and resumed has the same summary as one that was not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Final

from tavern_tournament.ratings.luck import variance_saved
from tavern_tournament.ratings.rate import Anchors, Rating, Standings, means
from tavern_tournament.report import counts
from tavern_tournament.report.counts import FaultLine, Lengths, Pair, SeatWorth, Timing, by_name, natural
from tavern_tournament.results import GameResult
from tavern_tournament.secret import PUBLIC

GROWTH_STEPS: Final = 10
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
        return self._faults[bot, game]

    @cached_property
    def _faults(self) -> Counter[tuple[str, str | None]]:
        by_game = Counter((fault.bot, fault.game) for fault in self.faults)
        return by_game + Counter((fault.bot, None) for fault in self.faults)

    def seconds_a_move(self, bot: str, game: str | None = None) -> float | None:
        """How long the bot thought about a move, in one game or in all; None if that is not known."""
        found = [timing for timing in self.timings if timing.bot == bot and game in (None, timing.game)]
        moves = sum(timing.moves for timing in found)
        return sum(timing.seconds for timing in found) / moves if moves else None


def summarise(results: Iterable[GameResult], standings: Standings, info: RunInfo) -> Summary:
    """What these results say."""
    ordered = tuple(sorted(results, key=by_name))
    return Summary(
        info=info,
        results=ordered,
        standings=standings,
        pairs=counts.count_pairs(ordered),
        seats=counts.count_seats(ordered),
        lengths=counts.count_lengths(ordered),
        growth={game: _growth(game, ordered, ratings, info.anchors) for game, ratings in standings.games.items()},
        saved=variance_saved(ordered),
        faults=counts.list_faults(ordered),
        timings=counts.measure_times(ordered),
    )


def _growth(game: str, results: Sequence[GameResult], final: Sequence[Rating], anchors: Anchors) -> list[Step]:
    """The ratings after each tenth of the blocks; by deals and not by completion, which is never the same twice."""
    blocks: dict[tuple[Any, ...], list[GameResult]] = {}
    for result in counts.counted(results):
        if result.game == game:
            key = (result.deal, natural(result.table), natural(result.line_up))
            blocks.setdefault(key, []).append(result)
    ordered = [blocks[key] for key in sorted(blocks)]
    parts = min(GROWTH_STEPS, len(ordered))
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
        "seats": _rounded([asdict(seat) for seat in summary.seats]),
        "lengths": _rounded([asdict(lengths) for lengths in summary.lengths]),
        "growth": _rounded({game: [asdict(step) for step in steps] for game, steps in summary.growth.items()}),
        "variance saved": _rounded(summary.saved),
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
