"""Joins runs of one league into one: shards, runs that were cut off, runs that played some of the same games.

The same game must have come to the same result wherever it was played; times do not matter. Nothing is written before
all of that is known, and to merge again is to add what is new.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from tavern_engine import TavernError
from tavern_tournament.config.league import differences
from tavern_tournament.disk import DiskTrouble
from tavern_tournament.journal import Journal
from tavern_tournament.plan import DATA
from tavern_tournament.reading import BadJournal, Reading
from tavern_tournament.results import GameResult
from tavern_tournament.run import JOURNAL, LEAGUE, Run, make_folder
from tavern_tournament.schedule import Fixture
from tavern_tournament.secret import keep_secret
from tavern_tournament.shards import whole_folder

SHOWN: Final = 3  # differences of two leagues


class BadMerge(TavernError):
    """Runs that cannot be joined."""


@dataclass
class Pool:
    """Results of several runs, each game once; its place is the number of the run."""

    reading: Reading = field(default_factory=Reading)
    runs: list[tuple[Path, Reading]] = field(default_factory=list)

    def take(self, folder: Path, found: Reading) -> None:
        """All results of a run; BadJournal if one is not what another run says."""
        number = len(self.runs)
        self.runs.append((folder, found))
        for result in found:
            known = self.reading.of(result.id, result.stamp)
            if known is None or (known.lost and not result.lost):
                self.reading.take(result, number)
            elif not known.lost and not result.lost and _told(known) != _told(result):
                raise BadJournal(
                    f"The game {result.id} has two different results: one in {self._where(known)}, and another in "
                    f"{folder / JOURNAL}, {found.where(result)}. One of these runs was played by other code or by a "
                    "clock: merge without it."
                )

    def _where(self, known: GameResult) -> str:
        folder, found = self.runs[self.reading.place(known)]
        return f"{folder / JOURNAL}, {found.where(known)}"


def merge(folders: Sequence[Path], out: Path | None, say: Callable[[str], None]) -> Run:
    """The run that joins these, in its own folder; what is there already counts as one of them."""
    target = out or _folder_for(folders)
    there = [target] if os.path.lexists(target / LEAGUE) else []
    runs = [Run.load(folder) for folder in dict.fromkeys([*there, *folders])]
    if any(run.in_epochs for run in runs):
        raise BadMerge("A league that is planned by its results is played by one run: there is nothing to merge.")
    check_same_league(runs)
    pool = Pool()
    for run in runs:
        found = run.read()
        for trouble in found.troubles():
            say(f"{run.folder}: {trouble}")
        pool.take(run.folder, found)
    return _written(joined(runs, target), runs[0].folder, pool)


def _folder_for(folders: Iterable[Path]) -> Path:
    """Where the league would be played as a whole, if the folders are those of shards."""
    wholes = {whole_folder(folder) for folder in folders}
    whole = wholes.pop()
    if wholes or whole is None:
        raise BadMerge("These are not the folders of shards of one league: name the folder for the whole with --out.")
    return whole


def check_same_league(runs: Sequence[Run]) -> None:
    """BadMerge, with what is different, if these runs are of different leagues."""
    first = runs[0]
    for run in runs[1:]:
        told = differences(first.config, run.config)
        if not told and run.setup.secret != first.setup.secret:
            told = ["they have different secrets"]
        if not told and _plan(run) != _plan(first):
            told = ["they plan different line-ups, as other bots were there before"]
        if told:
            more = f", and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
            raise BadMerge(
                f"{first.folder} and {run.folder} are runs of different leagues: {', '.join(told[:SHOWN])}{more}."
            )


def _plan(run: Run) -> tuple[object, ...]:
    return run.founders, run.joined, run.fixtures


def joined(runs: Sequence[Run], folder: Path) -> Run:
    """The run that these are parts of."""
    first = runs[0]
    former: dict[str, Fixture] = {fixture.key: fixture for run in runs for fixture in run.former}
    jails = [run.jail for run in runs if run.jail]  # it held as far as it held in all of them
    held = tuple(step for step in jails[0] if all(step in jail for jail in jails)) if jails else ()
    tables = tuple(
        replace(table, data=str(folder / Path(table.data).relative_to(first.folder))) if table.data else table
        for table in first.setup.tables
    )
    setup = replace(first.setup, tables=tables, logs=str(folder / "bots"))
    return replace(first, folder=folder, setup=setup, jail=held, former=tuple(former[key] for key in sorted(former)))


def _written(run: Run, source: Path, pool: Pool) -> Run:
    """Write the run down: what its folder has already stays."""
    make_folder(run.folder)
    with Journal(run.journal) as journal:
        _copy_data(source, run.folder)
        if run.setup.secret:
            keep_secret(run.folder, run.setup.secret)
        run.save()
        known = run.weed(journal.reading)
        missing = (one for one in _in_order(run, pool.reading) if not known.is_played(one.id, one.stamp))
        new = [one for one in missing if not one.lost or known.of(one.id, one.stamp) is None]
        journal.append(one.to_json().encode() for one in new)
        journal.sync()
    return run


def _in_order(run: Run, reading: Reading) -> list[GameResult]:
    """Those that count, deal by deal, and then all others: results of bots as they were once."""
    counted = run.counted(reading)
    ids = {(result.id, result.stamp) for result in counted}
    return [*counted, *(result for result in reading if (result.id, result.stamp) not in ids)]


def _copy_data(source: Path, folder: Path) -> None:
    """The component data that a run keeps."""
    if source == folder or not (source / DATA).is_dir():
        return
    try:
        shutil.copytree(source / DATA, folder / DATA, dirs_exist_ok=True)
    except (OSError, shutil.Error) as error:
        raise DiskTrouble(f"The data files in {source} cannot be copied to {folder}: {error}.") from None


def _told(result: GameResult) -> Mapping[str, Any]:
    """A result without what is never the same twice."""
    return {**result.fields(), "seconds": ()}
