"""A league in its folder: what was planned, what was played, and what follows from it.

`league.json` says what the folder is about: the resolved config, who founded the league and who joined later, the
line-ups with their stamps, and the setup for workers. `journal.jsonl` has the results. All other files are derived.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tavern_engine import TavernError
from tavern_tournament.config.league import League, TableKind, differences
from tavern_tournament.disk import DiskTrouble, write_whole
from tavern_tournament.journal import Journal, Reading
from tavern_tournament.match import Times
from tavern_tournament.players.player import BotSpec, Limits
from tavern_tournament.results import GameResult
from tavern_tournament.room import Setup, TableSpec
from tavern_tournament.schedule import Field, Fixture, Planned, Seeds, check_company, games, line_ups

FORMAT: Final = 1
LEAGUE: Final = "league.json"
JOURNAL: Final = "journal.jsonl"


class NoRun(TavernError):
    """A folder without a league in it."""


@dataclass(frozen=True)
class Run:
    """What is planned in a folder."""

    folder: Path
    config: Mapping[str, Any]  # as `League.resolved` says it
    founders: tuple[str, ...]
    joined: tuple[str, ...]
    fixtures: tuple[Fixture, ...]
    setup: Setup
    command: str  # that runs it again

    @property
    def journal(self) -> Path:
        return self.folder / JOURNAL

    def games(self) -> list[Planned]:
        """All planned games."""
        return games(self.fixtures)

    def table(self, label: str) -> TableSpec:
        """A kind of table."""
        return next(table for table in self.setup.tables if table.label == label)

    def counted(self, reading: Reading) -> list[GameResult]:
        """The results that count: of planned games, played under the conditions that are planned now."""
        found = (reading.of(planned.id, planned.stamp) for planned in self.games())
        return [result for result in found if result is not None]

    def save(self) -> None:
        """Write `league.json`, whole or not at all."""
        fields = {
            "format": FORMAT,
            "command": self.command,
            "config": self.config,
            "founders": self.founders,
            "joined": self.joined,
            "fixtures": [asdict(fixture) for fixture in self.fixtures],
            "setup": self.setup.to_fields(),
        }
        write_whole(self.folder, {LEAGUE: json.dumps(fields, indent=1, ensure_ascii=False) + "\n"})

    @classmethod
    def load(cls, folder: Path) -> Run:
        """The run of a folder, or NoRun."""
        path = folder / LEAGUE
        try:
            fields = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise NoRun(f"There is no league in {folder}: it has no {LEAGUE}.") from None
        except (OSError, ValueError) as error:
            raise NoRun(f"{path} cannot be read: {error}.") from None
        if not isinstance(fields, dict) or fields.get("format") != FORMAT:
            raise NoRun(f"{path} is not of format {FORMAT}.")
        try:
            return cls._from_fields(folder, fields)
        except (KeyError, TypeError, AttributeError) as error:
            raise NoRun(f"{path} is damaged: {type(error).__name__} {error}.") from None

    @classmethod
    def _from_fields(cls, folder: Path, fields: dict[str, Any]) -> Run:
        fixtures = tuple(Fixture(**{**each, "bots": tuple(each["bots"])}) for each in fields["fixtures"])
        names = tuple(fields["founders"]), tuple(fields["joined"])
        for table in fields["setup"]["tables"]:
            if table["data"]:  # wherever the folder is now
                table["data"] = str(folder / "data" / Path(table["data"]).name)
        return cls(folder, fields["config"], *names, fixtures, Setup.from_fields(fields["setup"]), fields["command"])


def prepare(league: League, old: Run | None, command: str = "") -> Run:
    """What a league plans in its folder, going on from what was planned there before."""
    seeds = Seeds(league.seed)
    names = [bot.name for bot in league.bots]
    founders = old.founders if old else tuple(names)
    before = [*founders, *(old.joined if old else ())]
    joined = (*before[len(founders) :], *(name for name in names if name not in before))
    fixtures = [fixture for table in league.tables for fixture in _fixtures(league, table, founders, joined, seeds)]
    return Run(league.out, league.resolved(), founders, joined, tuple(fixtures), _setup(league), command)


def check_tables(league: League) -> None:
    """Whether every table can be filled, or NoLineUps."""
    for table in league.tables:
        check_company(_field(league, table, [bot.name for bot in league.bots], ()), table.label)


def _field(league: League, table: TableKind, founders: Sequence[str], joined: Sequence[str]) -> Field:
    """Who may sit at a kind of table: all but those who do not play that game."""
    away = {bot.name for bot in league.bots if table.game not in bot.games}
    return Field(
        founders=[name for name in founders if name not in away],
        joined=[name for name in joined if name not in away],
        seats=table.seats,
        most=league.schedule.line_ups,
        self_play=league.schedule.self_play,
        challengers=league.schedule.challenger,
    )


def _fixtures(
    league: League, table: TableKind, founders: Sequence[str], joined: Sequence[str], seeds: Seeds
) -> list[Fixture]:
    """The line-ups of a kind of table, each with the stamp of all that decides its games."""
    bots = {bot.name: bot for bot in league.bots}
    conditions = {**table.resolved(), "clock": league.clock.model_dump(mode="json"), "faults": dict(league.faults)}
    conditions["limits"] = league.limits.model_dump(mode="json")
    del conditions["deals"]
    resolved = {name: bot.resolved() for name, bot in bots.items()}
    for facts in resolved.values():
        del facts["isolation"], facts["games"]  # they do not change a game
    return [
        Fixture(table.label, one, table.deals, seeds.stamp(conditions, {name: resolved[name] for name in one}))
        for one in line_ups(_field(league, table, founders, joined), {*founders, *joined} - set(bots))
    ]


def _setup(league: League) -> Setup:
    limits = Limits(**league.limits.model_dump())
    return Setup(
        seed=league.seed,
        tables=tuple(
            TableSpec(table.label, table.game, table.seats, dict(table.options), _data(league.out, table))
            for table in league.tables
        ),
        bots=tuple(
            BotSpec(bot.name, bot.bot, dict(bot.given), bot.command, bot.isolation, limits, str(bot.folder))
            for bot in league.bots
        ),
        times=Times(league.clock.move, league.clock.bank, league.clock.first),
        patience=league.clock.patience,
        policies=dict(league.faults),
        logs=str(league.out / "bots"),
    )


def _copy(folder: Path, table: TableKind) -> Path:
    """Where the folder keeps a table's own component data."""
    return folder / "data" / f"{table.data_hash}.toml"


def _data(folder: Path, table: TableKind) -> str:
    """The component data to play with: the folder's copy, once there is one."""
    copy = _copy(folder, table)
    return str(copy if copy.exists() else table.data) if table.data else ""


def keep_data(league: League) -> None:
    """Copy the component data into the folder, so that its games can be replayed for ever."""
    for table in league.tables:
        if table.data is not None and not (kept := _copy(league.out, table)).exists():
            try:
                kept.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(table.data, kept)
            except OSError as error:
                raise DiskTrouble(f"The data file {kept} cannot be written: {error.strerror}.") from None


def make_folder(folder: Path) -> None:
    """A folder for a run, or DiskTrouble."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiskTrouble(f"The folder {folder} cannot be made: {error.strerror}.") from None


def move_aside(folder: Path) -> Path | None:
    """Give an old run another name, if there is one: `evening.1`, `evening.2`, ..."""
    if not folder.exists():
        return None
    number = 1
    while (aside := folder.with_name(f"{folder.name}.{number}")).exists():
        number += 1
    try:
        with Journal(folder / JOURNAL) if (folder / JOURNAL).exists() else nullcontext():  # nobody may be writing to it
            folder.rename(aside)
    except (OSError, ValueError) as error:
        raise DiskTrouble(f"The old run in {folder} cannot be moved aside: {error}.") from None
    return aside


def changes(old: Run, new: Run, reading: Reading) -> list[str]:
    """What is different now, and what that means for the games that were played, in sentences."""
    told = differences(old.config, new.config)
    if told:
        kept = len(new.counted(reading))
        before = len(reading.results)
        told.append(f"{kept} of the {before} games that were played stay valid; the others stay in the journal.")
    return told
