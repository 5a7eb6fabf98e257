"""Plays a league from its config to its tables: looks what is there, plays what is missing, writes what follows."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import tavern_engine
from tavern_engine import TavernError, game
from tavern_tournament.config.league import League
from tavern_tournament.journal import Journal, read
from tavern_tournament.local import LocalExecutor
from tavern_tournament.logs import logging_to, starting_workers
from tavern_tournament.players.player import probe
from tavern_tournament.progress import Progress
from tavern_tournament.run import LEAGUE, Run, changes, keep_data, make_folder, move_aside, prepare
from tavern_tournament.schedule import Planned
from tavern_tournament.signals import ENDINGS, heard_by
from tavern_tournament.supervisor import Supervisor

if TYPE_CHECKING:
    from tavern_tournament.report.summary import RunInfo, Summary

LOG: Final = "log.txt"


class UnloadableBots(TavernError):
    """Bots that cannot play at all."""


@dataclass(frozen=True)
class PlayOptions:
    """How a league is to be run; nothing of it changes a result."""

    command: str  # that runs it again
    fresh: bool = False
    quiet: bool = False
    verbose: int = 0


def play(league: League, options: PlayOptions, say: Callable[[str], None]) -> tuple[Run, bool]:
    """Play all games of a league that have no result yet; the run, and whether it is complete."""
    if options.fresh and (aside := move_aside(league.out)):
        say(f"The old run is now in {aside}.")
    make_folder(league.out)
    with (
        logging_to(league.out / LOG, options.verbose),
        starting_workers() as starter,
        Journal(league.out / "journal.jsonl") as journal,
    ):
        run = _prepared(league, options.command, journal, say)
        todo = [planned for planned in run.games() if journal.reading.of(planned.id, planned.stamp) is None]
        check_bots(run, todo)
        run.save()
        progress = Progress(len(run.games()), len(run.games()) - len(todo), options.quiet)
        workers = min(league.run.workers or os.cpu_count() or 1, len(todo))
        executor = LocalExecutor(run.setup, starter, workers, league.run.one_core)
        supervisor = Supervisor(run.setup, journal, executor, progress)
        supervisor.batch_seconds = league.run.batch_seconds
        with _obeying_signals(supervisor, say):
            complete = supervisor.run(todo)
        progress.close()
    return run, complete


def _prepared(league: League, command: str, journal: Journal, say: Callable[[str], None]) -> Run:
    """The run as it is planned now, with a word on what changed since last time."""
    old = Run.load(league.out) if (league.out / LEAGUE).exists() else None
    keep_data(league)
    run = prepare(league, old, command)
    for trouble in journal.reading.troubles():
        say(f"{trouble} What is missing is played again.")
    if old is not None:
        for sentence in changes(old, run, journal.reading):
            say(sentence)
        done = len(run.counted(journal.reading))
        say(f"Going on with the run in {league.out}: {done} of {len(run.games())} games are done.")
    return run


def check_bots(run: Run, todo: list[Planned]) -> None:
    """Start every command once, so that one that cannot play is told at once; plugins were met with the config."""
    needed = {name for planned in todo for name in planned.bots}
    reasons = [probe(bot, run.setup.patience) for bot in run.setup.bots if bot.command and bot.name in needed]
    if told := [reason for reason in reasons if reason]:
        raise UnloadableBots("\n".join(told))


@contextmanager
def _obeying_signals(supervisor: Supervisor, say: Callable[[str], None]) -> Iterator[None]:
    """The first Ctrl-C lets running games end, the second stops at once, and so does the wish of the system."""

    def asked_to_end(_number: int, _frame: object) -> None:
        if supervisor.draining:
            supervisor.stopping = True
        else:
            supervisor.draining = True
            say("\nFinishing the games that are being played; press Ctrl-C again to stop at once.")

    def told_to_end(_number: int, _frame: object) -> None:
        supervisor.draining = supervisor.stopping = True

    with heard_by({signal.SIGINT: asked_to_end, **dict.fromkeys(ENDINGS, told_to_end)}):
        yield


def derive(run: Run) -> Summary:
    """What the results of a run say; nothing is written."""
    from tavern_tournament.ratings.rate import rate
    from tavern_tournament.report.summary import summarise

    results = run.counted(read(run.journal))
    standings = rate(results, bootstrap=run.config["rating"]["bootstrap"], seed=run.setup.seed)
    return summarise(results, standings, info_of(run))


def info_of(run: Run) -> RunInfo:
    """What the report says about a run besides its results."""
    from tavern_tournament.report.summary import RunInfo

    bots: Mapping[str, Any] = run.config["bots"]
    packages = {bot["package"]: bot["version"] for bot in bots.values() if bot["package"]}
    return RunInfo(
        league=run.config["report"]["title"],
        seed=run.setup.seed,
        planned=len(run.games()),
        folder=str(run.folder),
        command=run.command,
        config=run.config,
        versions={"tavern-tourney": tavern_engine.__version__, **packages},
        isolation={name: bot["isolation"] for name, bot in bots.items()},
        titles={table.game: game(table.game).title for table in run.setup.tables},
    )
