"""Reads a league file, checks all of it at once, and resolves it to a `League`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from tavern_bots import confine
from tavern_engine.game import did_you_mean
from tavern_tournament.config.check import entrant, name_of, table_kinds
from tavern_tournament.config.errors import BadConfig, BrokenBot, Mistake, Page, sentence
from tavern_tournament.config.file import (
    BotRow,
    Clock,
    LeagueFile,
    Limits,
    Rating,
    Schedule,
    Section,
    TableRow,
    keys_of,
    schema,
)
from tavern_tournament.config.guests import guests
from tavern_tournament.config.league import Entrant, League, TableKind, differences, override
from tavern_tournament.config.lines import Where
from tavern_tournament.config.rows import Model, Row
from tavern_tournament.results import FAULT_KINDS

__all__ = [
    "BadConfig",
    "BrokenBot",
    "Entrant",
    "League",
    "Mistake",
    "TableKind",
    "differences",
    "load",
    "override",
    "schema",
]

AnySection = TypeVar("AnySection", bound=Section)


def load(path: Path) -> League:
    """The league that a file describes, or BadConfig with all that is wrong with it."""
    page = Page.read(path)
    draft = Draft(page)
    draft.check()
    page.close()
    return draft.league(LeagueFile.model_validate(page.values))


def wrong_shapes(page: Page) -> list[Where]:
    """Where keys are unknown, missing, or of the wrong type or range; each is noted."""
    try:
        LeagueFile.model_validate(page.values)
    except ValidationError as error:
        findings = error.errors()
    else:
        return []
    for finding in findings:
        where = finding["loc"]
        page.note(where, sentence(finding, keys_of(str(where[0])) if len(where) > 1 else list(LeagueFile.model_fields)))
    return [finding["loc"] for finding in findings]


class Draft:
    """What could be read of a file: a part that is wrong does not keep the others from being checked."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong = wrong_shapes(page)
        self.schedule = self.section("schedule", Schedule)
        self.clock = self.section("clock", Clock)
        self.rating = self.section("rating", Rating)
        deals = self.schedule.deals if self.schedule else 1
        self.tables = [(row, table_kinds(page, row, deals)) for row in self.rows("tables", TableRow)]
        rows = self.rows("bots", BotRow)
        met = guests(page, rows, confine.Limits(**(self.section("limits", Limits) or Limits()).model_dump()))
        self.bots = [(row, entrant(page, row, met.get(row.where))) for row in rows]

    def section(self, name: str, model: type[AnySection]) -> AnySection | None:
        """A section, if its shape is right."""
        if any(where[0] == name for where in self.wrong):
            return None
        return model.model_validate(self.page.values.get(name, {}))

    def rows(self, name: str, model: type[Model]) -> list[Row[Model]]:
        """The rows of which enough can be read, without the keys that cannot."""
        rows: list[Row[Model]] = []
        listed = self.page.values.get(name)
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
        self.check_unique("bot", self.names())
        self.check_unique(
            "table", [((*row.where, "label"), kind.label) for row, kinds in self.tables for kind in kinds]
        )
        self.check_schedule()
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
            self.page.note(("clock", key), "there is no clock without 'move', the seconds for each move.")

    def check_unique(self, what: str, named: Iterable[tuple[Where, str]]) -> None:
        """No two bots or tables are called the same: results are told apart by it."""
        seen: dict[str, int] = {}
        for where, name in named:
            if name in seen:
                self.page.note(
                    where,
                    f"there is a {what} {name!r} already in line {seen[name]}: "
                    f"give one of them a {where[-1]} of its own.",
                )
            seen.setdefault(name, self.page.line(where))

    def check_schedule(self) -> None:
        """A gauntlet has challengers and a field; a round-robin has no challengers."""
        if self.schedule is None:
            return
        where: Where = ("schedule", "challenger")
        challengers = self.schedule.challenger
        if self.schedule.kind == "round-robin":
            if challengers:
                self.page.note(where, "only a gauntlet has a challenger: write kind = 'gauntlet', or leave it out.")
        elif not challengers:
            self.page.note(where, "a gauntlet needs a challenger: the name of a bot, or a list of names.")
        elif all(place[0] != "bots" for place in self.wrong):
            names = [name_of(row.given) for row, _ in self.bots]
            for number, challenger in enumerate(challengers):
                if challenger not in names:
                    hint = did_you_mean(challenger, names) or f" There are: {', '.join(names)}."
                    self.page.note((*where, number), f"there is no bot named {challenger!r}.{hint}")
            if set(names) <= set(challengers):
                self.page.note(where, "there is nobody left for them to meet.")

    def check_oracles(self) -> None:
        """Who sees all cards is not rated by accident."""
        for row, bot in self.bots:
            if bot is not None and bot.oracle and self.rating is not None and not self.rating.oracle:
                self.page.note(
                    (*row.where, "bot"),
                    "this bot sees all cards: leave it out, or write oracle = true under [rating] to have it rated.",
                )

    def check_company(self) -> None:
        """Every bot has a table to sit at, and every table enough bots; known only if all of them are right."""
        if not self.page.is_clean(("tables",)) or not self.page.is_clean(("bots",)):
            return
        played = {kind.game for _, kinds in self.tables for kind in kinds}
        players = [bot for _, bot in self.bots if bot is not None]
        for (row, _), bot in zip(self.bots, players, strict=True):
            if not played.intersection(bot.games):
                plays = f"it plays {', '.join(bot.games)}" if bot.games else "it plays no game that there is"
                self.page.note(row.where, f"the bot {bot.name!r} has no table to sit at: {plays}.")
        if self.schedule is not None and not self.schedule.self_play:
            self.check_seats(players)

    def check_seats(self, players: Sequence[Entrant]) -> None:
        """Enough different bots for every table."""
        for row, kinds in self.tables:
            for number, kind in enumerate(kinds):
                count = sum(kind.game in bot.games for bot in players)
                if kind.seats > count:
                    self.page.note(
                        (*row.where, "seats", number),
                        f"{kind.seats} seats, but only {count} of the bots play {kind.game}: "
                        "add bots, or write self_play = true under [schedule].",
                    )

    def league(self, file: LeagueFile) -> League:
        """All of it, after no mistake was found."""
        policies = file.faults.model_dump(by_alias=True)
        return League(
            name=file.league.name,
            seed=file.league.seed,
            out=Path(file.league.out or Path("runs", self.page.path.stem)),
            title=file.report.title or file.league.name,
            tables=tuple(kind for _, kinds in self.tables for kind in kinds),
            bots=tuple(bot for _, bot in self.bots if bot is not None),
            schedule=file.schedule,
            clock=file.clock,
            faults={kind: policies[kind] or file.faults.default for kind in FAULT_KINDS},
            limits=file.limits,
            run=file.run,
            rating=file.rating,
        )
