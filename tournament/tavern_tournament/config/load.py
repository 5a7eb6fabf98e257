"""Reads a league file, checks all of it at once, and resolves it to a `League`."""

from __future__ import annotations

from contextlib import suppress
from operator import eq
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from tavern_bots.confine import Limits
from tavern_tournament.cluster.address import Cluster
from tavern_tournament.config.anchors import Anchors
from tavern_tournament.config.bots import find_bots
from tavern_tournament.config.check import bot_spec, table_specs
from tavern_tournament.config.errors import BadConfig, BrokenBot, Mistake, Source, sentence
from tavern_tournament.config.file import (
    BotRow,
    ClockSection,
    LeagueFile,
    LimitsSection,
    RatingSection,
    RunSection,
    ScheduleSection,
    Section,
    StopSection,
    TableRow,
    keys_of,
    schema,
)
from tavern_tournament.config.league import League, differences, override
from tavern_tournament.config.lines import Where
from tavern_tournament.config.rows import Model, Row
from tavern_tournament.config.stopping import stop_rules
from tavern_tournament.config.together import CERTIFICATES, check_together
from tavern_tournament.results import FAULT_KINDS

__all__ = [
    "BadConfig",
    "BrokenBot",
    "League",
    "Mistake",
    "differences",
    "load",
    "override",
    "schema",
]

AnySection = TypeVar("AnySection", bound=Section)


def load(path: Path) -> League:
    """The league that a file describes, or BadConfig with all that is wrong with it."""
    source = Source.read(path)
    draft = Draft(source)
    anchors = check_together(draft)
    source.close()
    return draft.league(LeagueFile.model_validate(source.values), anchors)


def wrong_shapes(source: Source) -> list[Where]:
    """Where keys are unknown, missing, or of the wrong type or range; each is noted."""
    try:
        LeagueFile.model_validate(source.values)
    except ValidationError as error:
        findings = error.errors()
    else:
        return []
    for finding in findings:
        where = finding["loc"]
        source.note(
            where, sentence(finding, keys_of(str(where[0])) if len(where) > 1 else list(LeagueFile.model_fields))
        )
    return [finding["loc"] for finding in findings]


def _read(model: type[Model], keys: dict[str, Any]) -> Model:
    """A row of right keys; a table whose seats are not known has none."""
    if model is not TableRow or "seats" in keys:
        return model.model_validate(keys)
    return model.model_validate({**keys, "seats": 1}).model_copy(update={"seats": ()})


class Draft:
    """What could be read of a file: a part that is wrong does not keep the others from being checked."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.wrong = wrong_shapes(source)
        self.schedule = self.section("schedule", ScheduleSection)
        self.stop = self.section("stop", StopSection)
        self.clock = self.section("clock", ClockSection)
        self.rating = self.section("rating", RatingSection)
        self.run = self.section("run", RunSection)
        self.tables = [
            (row, table_specs(source, row, self.schedule.deals, self.schedule.whole_teams))
            for row in self.rows("tables", TableRow)
        ]
        rows = self.rows("bots", BotRow)
        limits = Limits(**self.section("limits", LimitsSection).model_dump())
        met = find_bots(source, rows, limits)
        self.bots = [(row, bot_spec(source, row, met.get(row.where), limits)) for row in rows]
        self.anchors: dict[str, Any] = source.values.get("anchors", {}) if self.is_sure("anchors") else {}

    def section(self, name: str, model: type[AnySection]) -> AnySection:
        """A section without the keys that are wrong."""
        keys = self.source.values.get(name, {})
        if (name,) in self.wrong:
            return model()  # it is no section at all
        return model.model_validate({key: value for key, value in keys.items() if self.is_sure(name, key)})

    def is_sure(self, *where: str | int) -> bool:
        """Whether the shape of what stands there is right, and of all around and below it."""
        return not any(all(map(eq, one, where)) for one in self.wrong)

    def is_clean(self, *where: str | int) -> bool:
        """Whether nothing has been found that is wrong with what stands there."""
        return self.source.is_clean(where)

    def listed(self, name: str) -> int:
        """How many rows of a kind there are, right or wrong."""
        rows = self.source.values.get(name)
        return len(rows) if isinstance(rows, list) else 0

    def rows(self, name: str, model: type[Model]) -> list[Row[Model]]:
        """The rows of which enough can be read, without the keys that cannot."""
        rows: list[Row[Model]] = []
        listed = self.source.values.get(name)
        for number, keys in enumerate(listed if isinstance(listed, list) else []):
            wrong = [where for where in self.wrong if where[:2] == (name, number)]
            if (name, number) in wrong:
                continue  # it is no section at all
            left_out = {where[2] for where in wrong}
            right = {key: value for key, value in keys.items() if key not in left_out}
            with suppress(ValidationError):  # a key without which nothing can be checked is missing, which was noted
                rows.append(Row((name, number), _read(model, right), sound=not wrong))
        return rows

    def cluster(self, run: RunSection) -> Cluster | None:
        """Where the cluster is, if there is to be one."""
        if run.cluster is None:
            return None
        here = self.source.path.parent.resolve()
        return Cluster(run.cluster, *(str(here / file) if (file := getattr(run, key)) else "" for key in CERTIFICATES))

    def league(self, file: LeagueFile, anchors: Anchors) -> League:
        """All of it, after no mistake was found."""
        policies = file.faults.model_dump(by_alias=True)
        return League(
            name=file.league.name,
            seed=file.league.seed,
            is_public=file.league.secret is not None,
            out=Path(file.league.out or Path("runs", self.source.path.stem)),
            title=file.report.title or file.league.name,
            report=file.report,
            tables=tuple(kind for _, kinds in self.tables for kind in kinds),
            bots=tuple(bot for _, bot in self.bots if bot is not None),
            schedule=file.schedule,
            clock=file.clock,
            faults={kind: policies[kind] or file.faults.default for kind in FAULT_KINDS},
            limits=file.limits,
            run=file.run,
            cluster=self.cluster(file.run),
            rating=file.rating,
            stop=stop_rules(file.schedule, file.stop),
            anchors=anchors,
        )
