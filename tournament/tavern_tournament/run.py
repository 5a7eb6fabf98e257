"""A league in its folder: what was planned, what was played, and what follows from it.

`league.json` says what the folder is about: the resolved config, who founded the league and who joined later, the
line-ups with their stamps, and the setup for workers. `journal.jsonl` has the results. All other files are derived.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from tavern_engine import BadSetup, TavernError
from tavern_tournament.config.league import League, differences
from tavern_tournament.disk import DiskTrouble, write_whole
from tavern_tournament.journal import Journal, Reading
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Entries, Fixture, Planned, Seeds, check_company, games, line_ups
from tavern_tournament.specs import Setup, TableSpec, Times

FORMAT: Final = 2
OLD_FORMAT: Final = 1  # tables and bots were partly in the config only
LEAGUE: Final = "league.json"
DATA: Final = "data"
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

    def counted(self, reading: Reading) -> list[GameResult]:
        """The results that count: of planned games, played under the conditions that are planned now."""
        found = (reading.of(planned.id, planned.stamp) for planned in self.games())
        return [result for result in found if result is not None]

    def save(self) -> None:
        """Write `league.json`, whole or not at all."""
        fields: dict[str, Any] = {
            "format": FORMAT,
            "command": self.command,
            "config": self.config,
            "founders": self.founders,
            "joined": self.joined,
            "fixtures": [asdict(fixture) for fixture in self.fixtures],
            "setup": self.setup.to_fields(),
        }
        for table in fields["setup"]["tables"]:
            if table["data"]:  # the folder may be moved
                table["data"] = Path(table["data"]).relative_to(self.folder).as_posix()
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
        if not isinstance(fields, dict) or fields.get("format") not in (OLD_FORMAT, FORMAT):
            raise NoRun(f"{path} is not of format {FORMAT}.")
        try:
            return cls._from_fields(folder, fields if fields["format"] == FORMAT else _from_old_format(fields))
        except (KeyError, TypeError, AttributeError) as error:
            raise NoRun(f"{path} is damaged: {type(error).__name__} {error}.") from None

    @classmethod
    def _from_fields(cls, folder: Path, fields: dict[str, Any]) -> Run:
        fixtures = tuple(
            Fixture(**{**each, "bots": tuple(each["bots"]), "sides": tuple(each["sides"])})
            for each in fields["fixtures"]
        )
        names = tuple(fields["founders"]), tuple(fields["joined"])
        for table in fields["setup"]["tables"]:
            if table["data"]:  # wherever the folder is now
                table["data"] = str(folder / table["data"])
        return cls(folder, fields["config"], *names, fixtures, Setup.from_fields(fields["setup"]), fields["command"])


def _from_old_format(fields: dict[str, Any]) -> dict[str, Any]:
    """What a run of the first format says, in the form of today's."""
    setup, config = fields["setup"], fields["config"]
    for table in setup["tables"]:
        known = config["tables"][table["label"]]
        table |= {name: known[name] for name in ("version", "data_hash", "deals")} | {"sides": ()}
        table["data"] = table["data"] and f"{DATA}/{Path(table['data']).name}"
    for bot in setup["bots"]:
        known = config["bots"][bot["name"]]
        bot["given"] = bot.pop("options")
        bot |= {name: known[name] for name in ("options", "package", "version", "digest", "games", "oracle")}
        bot["tuned"] = {}  # nobody wrote it down
    return {**fields, "fixtures": [{**each, "sides": ()} for each in fields["fixtures"]]}


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
        check_company(_entries(league, table, [bot.name for bot in league.bots], ()), table.label)


def _entries(league: League, table: TableSpec, founders: Sequence[str], joined: Sequence[str]) -> Entries:
    """Who may sit at a kind of table: all but those who do not play that game."""
    away = {bot.name for bot in league.bots if table.game not in bot.games}
    return Entries(
        founders=[name for name in founders if name not in away],
        joined=[name for name in joined if name not in away],
        seats=table.line_up,
        most=league.schedule.line_ups,
        self_play=league.schedule.self_play,
        challengers=league.schedule.challenger,
    )


def _fixtures(
    league: League, table: TableSpec, founders: Sequence[str], joined: Sequence[str], seeds: Seeds
) -> list[Fixture]:
    """The line-ups of a kind of table, each with the stamp of all that decides its games."""
    bots = {bot.name: bot for bot in league.bots}
    conditions = {
        **table.decisive(),
        "clock": league.clock.model_dump(mode="json"),
        "faults": dict(league.faults),
        "limits": league.limits.model_dump(mode="json"),
    }
    facts = {name: bot.decisive(table.game) for name, bot in bots.items()}
    return [
        Fixture(
            table.label, one, table.deals, seeds.stamp(conditions, {name: facts[name] for name in one}), table.sides
        )
        for one in line_ups(_entries(league, table, founders, joined), {*founders, *joined} - set(bots))
    ]


def _setup(league: League) -> Setup:
    return Setup(
        seed=league.seed,
        tables=tuple(replace(table, data=_data(league.out, table)) for table in league.tables),
        bots=league.bots,
        times=Times(league.clock.move, league.clock.bank, league.clock.first),
        patience=league.clock.patience,
        policies=dict(league.faults),
        logs=str(league.out / "bots"),
    )


def _copies(folder: Path, table: TableSpec) -> dict[Path, Path]:
    """The files of a table's own component data, and where the run's folder keeps each; the first names the others."""
    files = [path.resolve() for path in table.rules().data_files]
    together = Path(os.path.commonpath([path.parent for path in files]))
    return {path: folder / DATA / table.data_hash / path.relative_to(together) for path in files}


def _data(folder: Path, table: TableSpec) -> str:
    """The component data to play with: the folder's copy, once there is one."""
    if not table.data:
        return ""
    copies = _copies(folder, table)
    return str(next(iter(copies.values())) if all(copy.exists() for copy in copies.values()) else table.data)


def keep_data(league: League) -> None:
    """Copy the component data into the folder, so that its games can be replayed for ever."""
    for table in league.tables:
        for path, copy in _copies(league.out, table).items() if table.data else ():
            try:
                copy.parent.mkdir(parents=True, exist_ok=True)
                if not copy.exists():
                    shutil.copyfile(path, copy)
            except OSError as error:
                raise DiskTrouble(f"The data file {copy} cannot be written: {error.strerror}.") from None
        if table.data and not _is_whole(league.out, table):
            raise BadSetup(
                f"{table.data} names files by their whole paths: name them relative to it, and the run can keep them."
            )


def _is_whole(folder: Path, table: TableSpec) -> bool:
    """Whether the folder's copy of a table's component data needs no file outside of it."""
    copies = [copy.resolve() for copy in _copies(folder, table).values()]
    kept = replace(table, data=_data(folder, table)).rules()
    return [path.resolve() for path in kept.data_files] == copies


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
