"""Reads a league file, checks all of it at once, and resolves it to a `League`."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeVar

from pydantic import ValidationError

from tavern_bots.confine import Limits
from tavern_engine.game import did_you_mean
from tavern_tournament.cluster.address import TLS, Cluster
from tavern_tournament.config.bots import find_bots, name_of
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
from tavern_tournament.results import FAULT_KINDS
from tavern_tournament.specs import BotSpec

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

CERTIFICATES: Final = ("cluster_ca", "cluster_cert", "cluster_key")  # as `Cluster` takes them

AnySection = TypeVar("AnySection", bound=Section)


def load(path: Path) -> League:
    """The league that a file describes, or BadConfig with all that is wrong with it."""
    source = Source.read(path)
    draft = Draft(source)
    draft.check()
    source.close()
    return draft.league(LeagueFile.model_validate(source.values))


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
        schedule = self.schedule or ScheduleSection()
        self.tables = [
            (row, table_specs(source, row, schedule.deals, schedule.whole_teams))
            for row in self.rows("tables", TableRow)
        ]
        rows = self.rows("bots", BotRow)
        limits = Limits(**(self.section("limits", LimitsSection) or LimitsSection()).model_dump())
        met = find_bots(source, rows, limits)
        self.bots = [(row, bot_spec(source, row, met.get(row.where), limits)) for row in rows]

    def section(self, name: str, model: type[AnySection]) -> AnySection | None:
        """A section, if its shape is right."""
        if any(where[0] == name for where in self.wrong):
            return None
        return model.model_validate(self.source.values.get(name, {}))

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
            try:
                rows.append(Row((name, number), model.model_validate(right), sound=not wrong))
            except ValidationError:
                continue  # a key that it needs is missing, which has been noted
        return rows

    def check(self) -> None:
        """Whether the parts fit together."""
        self.check_clock()
        self.check_cluster()
        self.check_unique("bot", self.names())
        self.check_unique(
            "table", [((*row.where, "label"), kind.label) for row, kinds in self.tables for kind in kinds]
        )
        self.check_schedule()
        self.check_stop()
        self.check_teams()
        self.check_oracles()
        self.check_company()

    def names(self) -> list[tuple[Where, str]]:
        """What the bots are called, as far as that is certain."""
        named = [((*row.where, "name"), name_of(row.given)) for row, _ in self.bots if row.sound]
        return [(where, name) for where, name in named if name]

    def check_clock(self) -> None:
        """Seconds beyond those of a move mean nothing if a move may take for ever."""
        if self.clock is None or self.clock.move is not None:
            return
        for key in sorted(self.clock.model_fields_set & {"bank", "first"}):
            self.source.note(("clock", key), "there is no clock without 'move', the seconds for each move.")

    def check_cluster(self) -> None:
        """Certificates are for tls, which needs all of them."""
        if self.run is None:
            return
        secure = self.run.cluster is not None and self.run.cluster.startswith(f"{TLS}:")
        for key in CERTIFICATES:
            file = getattr(self.run, key)
            if file is None and secure:
                self.source.note(("run", "cluster"), f"tls:// needs {key}, a file.")
            elif file is not None and not secure:
                self.source.note(("run", key), "only a cluster at tls:// has certificates.")
            elif file is not None and not os.path.isfile(path := self.source.path.parent / file):
                self.source.note(("run", key), f"there is no file {path}.")

    def check_unique(self, what: str, named: Iterable[tuple[Where, str]]) -> None:
        """No two bots or tables are called the same: results are told apart by it."""
        seen: dict[str, int] = {}
        for where, name in named:
            if name in seen:
                self.source.note(
                    where,
                    f"there is a {what} {name!r} already in line {seen[name]}: "
                    f"give one of them a {where[-1]} of its own.",
                )
            seen.setdefault(name, self.source.line(where))

    def check_schedule(self) -> None:
        """A gauntlet has challengers and a field; others have no challengers."""
        if self.schedule is None:
            return
        where: Where = ("schedule", "challenger")
        challengers = self.schedule.challenger
        if self.schedule.kind != "gauntlet":
            if challengers:
                self.source.note(where, "only a gauntlet has a challenger: write kind = 'gauntlet', or leave it out.")
        elif not challengers:
            self.source.note(where, "a gauntlet needs a challenger: the name of a bot, or a list of names.")
        elif all(place[0] != "bots" for place in self.wrong):
            names = [name_of(row.given) for row, _ in self.bots]
            for number, challenger in enumerate(challengers):
                if challenger not in names:
                    hint = did_you_mean(challenger, names) or f" There are: {', '.join(names)}."
                    self.source.note((*where, number), f"there is no bot named {challenger!r}.{hint}")
            if set(names) <= set(challengers):
                self.source.note(where, "there is nobody left for them to meet.")

    def check_stop(self) -> None:
        """Stop rules say something, and an adaptive league has something to tell apart and deals to add."""
        if self.stop is not None and "stop" in self.source.values and not self.stop.has_rules:
            self.source.note(("stop",), "there is no rule: write separated = true, interval, games or minutes.")
        if self.schedule is None:
            return
        most = self.schedule.most_deals
        if self.schedule.kind != "adaptive":
            if most is not None:
                self.source.note(("schedule", "most_deals"), "only an adaptive schedule adds deals: leave it out.")
            return
        if len(self.bots) == 1 and self.source.is_clean(("bots",)):
            self.source.note(("schedule", "kind"), "adaptive play tells bots apart, and there is only one: add others.")
        first = max((kind.deals for _, kinds in self.tables for kind in kinds), default=0)
        if most is not None and most < first:
            self.source.note(
                ("schedule", "most_deals"), f"line-ups begin with {first} deals, which is more than {most}."
            )

    def check_teams(self) -> None:
        """Whole teams need a game that is played in teams; known only if all tables are right."""
        if self.schedule is None or not self.schedule.whole_teams or not self.source.is_clean(("tables",)):
            return
        if not any(kind.sides for _, kinds in self.tables for kind in kinds):
            self.source.note(("schedule", "whole_teams"), "no table has a game that is played in teams: leave it out.")

    def check_oracles(self) -> None:
        """Who sees all cards is not rated by accident."""
        for row, bot in self.bots:
            if bot is not None and bot.oracle and self.rating is not None and not self.rating.oracle:
                self.source.note(
                    (*row.where, "bot"),
                    "this bot sees all cards: leave it out, or write oracle = true under [rating] to have it rated.",
                )

    def check_company(self) -> None:
        """Every bot has a table to sit at, and every table enough bots; known only if all of them are right."""
        if not self.source.is_clean(("tables",)) or not self.source.is_clean(("bots",)):
            return
        played = {kind.game for _, kinds in self.tables for kind in kinds}
        players = [bot for _, bot in self.bots if bot is not None]
        for (row, _), bot in zip(self.bots, players, strict=True):
            if not played.intersection(bot.games):
                plays = f"it plays {', '.join(bot.games)}" if bot.games else "it plays no game that there is"
                self.source.note(row.where, f"the bot {bot.name!r} has no table to sit at: {plays}.")
        if self.schedule is not None and not self.schedule.self_play:
            self.check_seats(players)

    def check_seats(self, players: Sequence[BotSpec]) -> None:
        """Enough different bots for every table."""
        for row, kinds in self.tables:
            for number, kind in enumerate(kinds):
                count = sum(kind.game in bot.games for bot in players)
                if kind.line_up > count:
                    needed = f"{kind.line_up} teams" if kind.sides else f"{kind.seats} seats"
                    self.source.note(
                        (*row.where, "seats", number),
                        f"{needed}, but only {count} of the bots play {kind.game}: "
                        "add bots, or write self_play = true under [schedule].",
                    )

    def cluster(self, run: RunSection) -> Cluster | None:
        """Where the cluster is, if there is to be one."""
        if run.cluster is None:
            return None
        here = self.source.path.parent.resolve()
        return Cluster(run.cluster, *(str(here / file) if (file := getattr(run, key)) else "" for key in CERTIFICATES))

    def league(self, file: LeagueFile) -> League:
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
            stop=stop_rules(file),
        )


def stop_rules(file: LeagueFile) -> StopSection | None:
    """When a league stops, if that is not at the end of its schedule: an adaptive one when there is no more to tell."""
    if file.schedule.kind == "adaptive" and file.stop.interval is None:
        return file.stop.model_copy(update={"separated": True})
    return file.stop if file.stop.has_rules else None
