"""A league in its folder: what was planned, what was played, and what follows from it.

`league.json` says what the folder is about: the resolved config, who founded the league and who joined later, the
line-ups with their stamps and deals, and the setup for workers. `secret` has what decides the luck besides the seed,
and `journal.jsonl` the results. All other files are derived.

A result counts as long as all that decides its game is as it was, its bots take part, and the schedule would have them
meet: the cap on line-ups says what is played next, not what counts. So nothing that was played is lost when bots join a
league that is at its cap, and their line-ups take the place of others.

A league with stop rules is planned epoch by epoch (`epochs`): its line-ups have the deals of all epochs so far. So is a
Swiss one, round by round (`swiss`), and only what its own rounds have played decides the next.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

from tavern_engine import BadSetup, TavernError
from tavern_engine.reading import Unreadable, json_of, read_text
from tavern_tournament.config.league import League, differences
from tavern_tournament.disk import DiskTrouble, write_whole
from tavern_tournament.journal import Journal, read
from tavern_tournament.plan import DATA, FORMAT, OLD_FORMAT, Plan
from tavern_tournament.reading import Reading
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import (
    Entries,
    Fixture,
    Games,
    LineUp,
    Planned,
    Seeds,
    line_ups,
    may_meet,
)
from tavern_tournament.secret import NONE, kept_secret
from tavern_tournament.shards import Share
from tavern_tournament.specs import Setup, TableSpec, Times
from tavern_tournament.swiss import Rounds

LEAGUE: Final = "league.json"
JOURNAL: Final = "journal.jsonl"
MOST_ALIKE: Final = 3  # changes that are told one by one


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
    jail: tuple[str, ...] = ()  # the steps of it that held whenever games were played
    former: tuple[Fixture, ...] = ()  # line-ups that have results, and that a plan of so few has no place for any more
    stopped: str = ""  # why no epoch follows, in a sentence, if it is played in epochs and one was the last

    @property
    def in_epochs(self) -> bool:
        """Whether results decide how much is played."""
        return "stop" in self.config

    @property
    def anchors(self) -> Mapping[str, Mapping[str, float]]:
        """The ratings that are given, by game and bot."""
        given: Mapping[str, Mapping[str, float]] = self.config.get("anchors", {})
        return given

    @property
    def journal(self) -> Path:
        return self.folder / JOURNAL

    def read(self) -> Reading:
        """What its journal holds."""
        return self.weed(read(self.journal))

    def weed(self, reading: Reading) -> Reading:
        """Take a result for a damaged line if others sat there than are planned, or if it is of another game."""
        reading.give(self.setup)
        played = {table.label: table.game for table in self.setup.tables}
        for fixture in (*self.fixtures, *self.former):
            for counted in self._counted(fixture, reading):
                wanted = played[fixture.table], fixture.seated(counted.deal, counted.turn)
                result: GameResult | None = counted
                while result is not None and (result.game, result.bots) != wanted:
                    reading.reject(result)
                    result = reading.of(counted.id, fixture.stamp)
        return reading

    def counted(self, reading: Reading) -> list[GameResult]:
        """The results that count, deal by deal: played under today's conditions, by a line-up of today or before."""
        deals: dict[int, list[GameResult]] = {}
        for fixture in (*self.fixtures, *self.former):
            for result in self._counted(fixture, reading):
                deals.setdefault(result.deal, []).append(result)
        return [result for deal in sorted(deals) for result in deals[deal]]

    def _counted(self, fixture: Fixture, reading: Reading) -> list[GameResult]:
        """The results of a line-up that count, by deal and turn."""
        return [result for result in reading.under(fixture.key, fixture.stamp) if result.deal < fixture.deals]

    def grown(self, fixtures: Sequence[Fixture], stopped: str) -> Run:
        """The run as its next epoch has it, or stopped: a line-up that is planned is no longer one of before."""
        planned = {fixture.key for fixture in fixtures}
        former = tuple(fixture for fixture in self.former if fixture.key not in planned)
        return replace(self, fixtures=tuple(fixtures), former=former, stopped=stopped)

    def left(self, results: Iterable[GameResult], share: Share | None = None) -> Games:
        """The planned games, or a share of them, that none of these results is of."""
        return Games(self.fixtures, {result.id for result in results}, share)

    def is_over(self, results: Iterable[GameResult]) -> bool:
        """Whether nothing will be played any more, now that there are these results."""
        return not self.left(results) and (bool(self.stopped) or not self.in_epochs)

    def game(self, result: GameResult) -> Planned:
        """The game that a result that counts is of."""
        return self._by_key[result.key].game(result.deal, result.turn)

    @cached_property
    def _by_key(self) -> dict[str, Fixture]:
        return {fixture.key: fixture for fixture in (*self.fixtures, *self.former)}

    def save(self) -> None:
        """Write `league.json`, whole or not at all."""
        fields: dict[str, Any] = {
            "format": FORMAT,
            "command": self.command,
            "config": self.config,
            "founders": self.founders,
            "joined": self.joined,
            "fixtures": [asdict(fixture) for fixture in self.fixtures],
            "former": [asdict(fixture) for fixture in self.former],
            "setup": self.setup.to_fields(),
            "jail": self.jail,
            "stopped": self.stopped,
        }
        del fields["setup"]["secret"]  # it has a file of its own
        for table in fields["setup"]["tables"]:
            if table["data"]:  # the folder may be moved
                table["data"] = Path(table["data"]).relative_to(self.folder).as_posix()
        write_whole(self.folder, {LEAGUE: json.dumps(fields, indent=1, ensure_ascii=False) + "\n"})

    @classmethod
    def load(cls, folder: Path) -> Run:
        """The run of a folder, or NoRun."""
        path = folder / LEAGUE
        if not os.path.lexists(path):
            raise NoRun(f"There is no league in {folder}: it has no {LEAGUE}.")
        try:
            fields = json_of(read_text(path))
        except Unreadable as error:
            raise NoRun(f"{path} cannot be read: {error}.") from None
        if not isinstance(fields, dict) or fields.get("format") not in (OLD_FORMAT, FORMAT):
            raise NoRun(f"{path} is not of format {FORMAT}.")
        try:
            plan = Plan.from_fields(fields)
        except TavernError as error:
            raise NoRun(f"{path} is damaged: {str(error).removesuffix('.')}. Use another --out, or --fresh.") from None
        tables = tuple(  # wherever the folder is now
            replace(table, data=str(folder / table.data) if table.data else "") for table in plan.setup.tables
        )
        setup = replace(plan.setup, tables=tables, secret=kept_secret(folder) if plan.has_secret else NONE)
        return cls(
            folder=folder,
            config=plan.config,
            founders=plan.founders,
            joined=plan.joined,
            fixtures=plan.fixtures,
            setup=setup,
            command=plan.command,
            jail=plan.jail,
            former=plan.former,
            stopped=plan.stopped,
        )


def prepare(
    league: League, old: Run | None, command: str = "", reading: Reading | None = None, secret: str = NONE
) -> Run:
    """What a league plans in its folder, going on from what was planned and played there before; its first epoch."""
    setup = _setup(league, secret)
    seeds = setup.seeds
    names = [bot.name for bot in league.bots]
    founders = old.founders if old else tuple(names)
    before = [*founders, *(old.joined if old else ())]
    joined = (*before[len(founders) :], *(name for name in names if name not in before))
    played = reading.stamps() if reading is not None else {}
    fixtures: list[Fixture] = []
    former: list[Fixture] = []
    for table in league.tables:
        entries = _entries(league, table, founders, joined)
        gone = {*founders, *joined}.difference(names)
        if league.is_swiss:
            planned = rounds_of(league, table, founders, joined, seeds).after([], ())
        else:
            planned = _fixtures(league, table, line_ups(entries, gone), league.first_deals(table), seeds)
        fixtures += planned
        others = sorted(_line_ups_at(table, played).difference(fixture.bots for fixture in planned))
        met = [one for one in others if may_meet(entries, one, gone)]
        had = _fixtures(league, table, met, league.most_deals(table), seeds)
        former += (fixture for fixture in had if fixture.stamp in played[fixture.key])
    jail = old.jail if old else ()
    return Run(league.out, league.resolved(), founders, joined, tuple(fixtures), setup, command, jail, tuple(former))


def _line_ups_at(table: TableSpec, played: Iterable[str]) -> set[LineUp]:
    """The line-ups that have played at a kind of table."""
    keys = (key.partition("/") for key in played)
    return {tuple(line_up.split("+")) for label, _, line_up in keys if label == table.label}


def rounds_of(league: League, table: TableSpec, founders: Sequence[str], joined: Sequence[str], seeds: Seeds) -> Rounds:
    """The rounds of a Swiss league at a kind of table, for those who are still there: who joined has a later lot."""
    entries = _entries(league, table, founders, joined)
    names = {bot.name for bot in league.bots}
    sides = [
        sorted((seeds.text("lot", table.label, bot), bot) for bot in names.intersection(side))
        for side in (entries.founders, entries.joined)
    ]
    bots = [bot for side in sides for _, bot in side]
    made = partial(_fixtures, league, table, deals=table.deals, seeds=seeds)
    return Rounds(bots, entries.seats, table.deals, league.rounds, made)


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


def _fixtures(league: League, table: TableSpec, line_ups: Iterable[LineUp], deals: int, seeds: Seeds) -> list[Fixture]:
    """These line-ups at a kind of table with their deals, each with the stamp of all that decides its games."""
    conditions = {
        **table.decisive(),
        "clock": league.clock.model_dump(mode="json"),
        "faults": dict(league.faults),
        "limits": league.limits.model_dump(mode="json"),
    }
    facts = {bot.name: bot.decisive(table.game) for bot in league.bots}
    return [
        Fixture(table.label, one, deals, seeds.stamp(conditions, {name: facts[name] for name in one}), table.sides)
        for one in line_ups
    ]


def _setup(league: League, secret: str) -> Setup:
    return Setup(
        seed=league.seed,
        secret=secret,
        tables=tuple(replace(table, data=_data(league.out, table)) for table in league.tables),
        bots=league.bots,
        times=Times(league.clock.move, league.clock.bank, league.clock.first),
        patience=league.clock.patience,
        policies=dict(league.faults),
        logs=str(league.out / "bots"),
        reasons=league.run.reasons,
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
    if not os.path.lexists(folder):
        return None
    number = 1
    while (aside := folder.with_name(f"{folder.name}.{number}")).exists():
        number += 1
    try:
        with (
            Journal(folder / JOURNAL) if os.path.lexists(folder / JOURNAL) else nullcontext()
        ):  # nobody may be writing to it
            folder.rename(aside)
    except (OSError, ValueError) as error:
        raise DiskTrouble(f"The old run in {folder} cannot be moved aside: {error}.") from None
    return aside


def changes(old: Run, new: Run, reading: Reading) -> list[str]:
    """What is different now, and what that means for the games that were played, in sentences."""
    told = _folded(differences(old.config, new.config))
    if told:
        kept = len(new.counted(reading))
        before = len(reading)
        told.append(f"{kept} of the {before} games that were played stay valid; the others stay in the journal.")
    return told


def _folded(told: Iterable[str]) -> list[str]:
    """Changes with those that are the same for many bots or tables told once."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for sentence in told:
        place, _, change = sentence.partition(": ")
        section, _, rest = place.partition(".")
        groups.setdefault((section, rest.partition(".")[2], change), []).append(sentence)
    folded = []
    for (*_, same), found in groups.items():
        if same and len(found) > MOST_ALIKE:
            folded.append(f"{found[0]}; and the same of {len(found) - 1} others")
        else:
            folded += found
    return folded
