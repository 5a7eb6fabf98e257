"""A league as it will be played: every default, table size, version and bot resolved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import tavern_engine
from tavern_tournament.cluster.address import Cluster
from tavern_tournament.schedule import MOST_DEALS, Seeds
from tavern_tournament.secret import NONE, PUBLIC, RANDOM
from tavern_tournament.specs import BotSpec, TableSpec

if TYPE_CHECKING:
    from tavern_tournament.config.file import (
        ClockSection,
        LimitsSection,
        Policy,
        RatingSection,
        ReportSection,
        RunSection,
        ScheduleSection,
        StopSection,
    )

MOST_TIMES: Final = 20  # the deals that it begins with: by default an adaptive line-up plays no more


@dataclass(frozen=True)
class League:
    """Everything that a league file says."""

    name: str
    seed: str
    is_public: bool  # the seed alone decides: there is no secret
    out: Path  # relative to where the command is run
    title: str  # of the report
    report: ReportSection
    tables: tuple[TableSpec, ...]
    bots: tuple[BotSpec, ...]
    schedule: ScheduleSection
    clock: ClockSection
    faults: Mapping[str, Policy]  # for every kind of fault
    limits: LimitsSection
    run: RunSection
    rating: RatingSection
    cluster: Cluster | None = None  # where it is played, if not in processes of this machine
    stop: StopSection | None = None  # when it is enough: then it is played in epochs
    anchors: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # ratings that are given, by game and bot

    @property
    def is_swiss(self) -> bool:
        """Whether results decide who meets next."""
        return self.schedule.kind == "swiss"

    @property
    def rounds(self) -> int:
        """Of a Swiss league."""
        return rounds_of(self.schedule, len(self.bots))

    @property
    def is_adaptive(self) -> bool:
        """Whether results decide where more is played."""
        return self.schedule.kind == "adaptive"

    def first_deals(self, table: TableSpec) -> int:
        """So many deals a line-up plays at a table before anything is looked at."""
        return first_deals(self.schedule, self.stop, table)

    def most_deals(self, table: TableSpec) -> int:
        """More deals than that no line-up plays at a table."""
        return most_deals(self.schedule, table, len(self.bots))

    def resolved(self) -> dict[str, Any]:
        """All that can matter to results, as plain data: nothing of the machine, the folders or the workers."""
        return {
            "tavern-tourney": tavern_engine.__version__,
            "league": {"name": self.name, "seed": self.seed, "secret": PUBLIC if self.is_public else RANDOM},
            "tables": {table.label: table.resolved() for table in self.tables},
            "bots": {bot.name: bot.resolved() for bot in self.bots},
            "schedule": self._schedule(),
            **({} if self.stop is None else {"stop": self.stop.model_dump(mode="json", exclude_none=True)}),
            "clock": self.clock.model_dump(mode="json"),
            "faults": dict(self.faults),
            "limits": self.limits.model_dump(mode="json"),
            "rating": self.rating.model_dump(mode="json"),
            **({"anchors": {game: dict(given) for game, given in self.anchors.items()}} if self.anchors else {}),
            "report": {"title": self.title, **self.report.model_dump(exclude_defaults=True, exclude={"title"})},
        }

    def _schedule(self) -> dict[str, Any]:
        """Who meets whom; tables have the deals."""
        given = self.schedule.model_dump(mode="json", exclude={"deals"}, exclude_none=True)
        return {**given, "rounds": self.rounds} if self.is_swiss else given


def rounds_of(schedule: ScheduleSection, bots: int) -> int:
    """How many rounds a Swiss schedule has: by default as many as a knock-out of twos would take."""
    return schedule.rounds or max(1, (bots - 1).bit_length())


def first_deals(schedule: ScheduleSection, stop: StopSection | None, table: TableSpec) -> int:
    """So many deals a line-up plays at a table before anything is looked at."""
    return table.deals if stop is None or schedule.kind in ("adaptive", "swiss") else 1


def most_deals(schedule: ScheduleSection, table: TableSpec, bots: int) -> int:
    """More deals than that no line-up plays at a table."""
    if schedule.kind == "swiss":
        return min(rounds_of(schedule, bots) * table.deals, MOST_DEALS)
    if schedule.kind != "adaptive":
        return table.deals
    return schedule.most_deals or min(MOST_TIMES * table.deals, MOST_DEALS)


def override(
    league: League,
    seed: str | None = None,
    out: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
) -> League:
    """The league with what the command line sets instead of the file."""
    if seed is not None:
        Seeds(seed, NONE)  # refuses one that it cannot take
    run = league.run if workers is None else league.run.model_copy(update={"workers": workers})
    where = league.cluster
    if cluster is not None:
        where = Cluster(cluster) if where is None else replace(where, address=cluster)
    return replace(league, seed=league.seed if seed is None else seed, out=out or league.out, run=run, cluster=where)


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What changed between two resolved leagues: `bots.mcts.options.simulations: 200 -> 400`."""
    return list(_changes("", old, new))


def _changes(where: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for key in [*old, *(key for key in new if key not in old)]:
        place = f"{where}.{key}".removeprefix(".")
        if key not in new:
            yield f"{place}: removed"
        elif key not in old:
            yield f"{place}: added"
        elif isinstance(old[key], Mapping) and isinstance(new[key], Mapping):
            yield from _changes(place, old[key], new[key])
        elif old[key] != new[key]:
            yield f"{place}: {_shown(old[key])} -> {_shown(new[key])}"


def _shown(value: object) -> str:
    if value is None or value == "":
        return "none"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
