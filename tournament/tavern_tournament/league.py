"""Plays a league from its config to its tables: looks what is there, plays what is missing, writes what follows."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import tavern_engine
from tavern_bots.confine import STEPS
from tavern_engine import TavernError, game
from tavern_tournament.config.league import League, differences
from tavern_tournament.hiring import hired
from tavern_tournament.journal import Journal, read
from tavern_tournament.logs import logging_to
from tavern_tournament.players.keepers import steps_that_hold
from tavern_tournament.players.player import probe
from tavern_tournament.progress import Progress
from tavern_tournament.reading import BadJournal, Reading
from tavern_tournament.results import GameResult
from tavern_tournament.run import JOURNAL, LEAGUE, Run, changes, keep_data, make_folder, move_aside, prepare
from tavern_tournament.schedule import Games
from tavern_tournament.secret import FILE, NONE, PUBLIC, RANDOM, NoSecret, keep_secret, kept_secret
from tavern_tournament.shards import Shard, Share, paces_of, share_of
from tavern_tournament.signals import ENDINGS, heard_by
from tavern_tournament.specs import JAIL, OURS
from tavern_tournament.supervisor import Supervisor

if TYPE_CHECKING:
    from tavern_tournament.ratings.rate import Standings
    from tavern_tournament.report.summary import RunInfo, Summary

LOG: Final = "log.txt"


class UnloadableBots(TavernError):
    """Bots that cannot play at all."""


@dataclass(frozen=True)
class PlayOptions:
    """How a league is to be run; nothing of it changes a result."""

    command: str  # that runs it again
    fresh: bool = False
    secret: str = NONE  # of another run that is to be repeated, or of all shards
    shard: Shard | None = None  # the league's folder is that of the shard
    quiet: bool = False
    verbose: int = 0


def play(league: League, options: PlayOptions, say: Callable[[str], None]) -> tuple[Run, bool]:
    """Play all games of a league, or of a shard, that have no result yet; the run, and whether it is complete."""
    if options.shard is not None:
        _check_secret(league, options)
    if options.fresh and (aside := move_aside(league.out)):
        say(f"The old run is now in {aside}.")
    make_folder(league.out)
    with (
        logging_to(league.out / LOG, options.verbose),
        hired(league) as crew,
        Journal(league.out / JOURNAL) as journal,
    ):
        old = _run_before(league)  # if that has lost its secret, none is made in its place
        keep_data(league)
        secret = NONE if league.is_public else keep_secret(league.out, options.secret)
        run = _prepared(league, old, options.command, journal.reading, secret, say)
        done = played(run, journal.reading)
        todo = run.left(done, share_of(options.shard, run.fixtures))
        ahead = Games(run.fixtures) if run.in_epochs and todo else todo  # who has played enough may play again
        if old is not None:
            say(f"Going on with the run in {league.out}: {len(done)} of {len(done) + len(todo)} games are done.")
        check_bots(run, ahead)
        run = _with_jail(run, todo, say)
        run.save()
        progress = Progress(len(done) + len(todo), len(done), options.quiet)
        supervisor = Supervisor(run.setup, journal, crew.engage(run.setup, len(ahead)), progress, paces_of(done))
        supervisor.batch_seconds = crew.batch_seconds
        epochs = Epochs(league, run, progress)
        with _obeying_signals(supervisor, say):
            complete = supervisor.run(todo, epochs.more)
        progress.close()
    return epochs.run, complete


class Epochs:
    """The run of a league as it goes from epoch to epoch; most have one only."""

    def __init__(self, league: League, run: Run, progress: Progress) -> None:
        self.league = league
        self.run = run
        self.progress = progress
        self.started = time.monotonic()

    def more(self) -> Games | None:
        """The games of the next epoch, when all of this one were played; None if they were lost, or are enough."""
        if not self.run.in_epochs or self.run.stopped:
            return None
        reading = self.run.read()
        done = played(self.run, reading)
        if self.run.left(done):
            return None
        self.run = _next_epoch(self.league, self.run, done, (time.monotonic() - self.started) / 60)
        self.run.save()
        todo = self.run.left(played(self.run, self.run.weed(reading)))
        self.progress.more(len(todo))
        return todo


def _next_epoch(league: League, run: Run, done: Sequence[GameResult], minutes: float) -> Run:
    """The run with one more epoch, or stopped, if these results are enough; as it is, if it has no epochs."""
    from tavern_tournament.epochs import Course

    if league.stop is None:
        return run
    course = Course.of(league, league.stop, run)
    if league.is_swiss:
        planned = {fixture.key for fixture in run.fixtures}
        done = [result for result in done if result.key in planned]
    epoch = course.next_epoch(run.fixtures, _standings(run, done, course.asks_how_sure), minutes)
    return run.grown(epoch.fixtures, epoch.stopped)


def _check_secret(league: League, options: PlayOptions) -> None:
    """A shard does not make a secret: the other shards would not have it."""
    kept = not options.fresh and os.path.lexists(league.out / FILE)
    if not league.is_public and not options.secret and not kept:
        raise NoSecret(
            "A shard needs the secret of the league, which all shards share: make it once with "
            "`tavern-tourney secret FILE`, and give every shard --secret FILE."
        )


def look_ahead(league: League, fresh: bool, say: Callable[[str], None]) -> tuple[Run, list[GameResult]]:
    """The run as `play` would plan it, and the results that it has already; nothing is written."""
    if fresh:
        return prepare(league, None), []
    journal = league.out / JOURNAL
    reading = read(journal) if os.path.lexists(journal) else Reading()
    has_secret = not league.is_public and os.path.lexists(league.out / FILE)
    secret = kept_secret(league.out) if has_secret else NONE
    run = _prepared(league, _run_before(league), "", reading, secret, say)
    return run, played(run, reading)


def played(run: Run, reading: Reading) -> list[GameResult]:
    """The results that count, without those of games that are to be played again."""
    return [result for result in run.counted(reading) if not result.lost]


def _run_before(league: League) -> Run | None:
    """The run that the league's folder has already."""
    return Run.load(league.out) if os.path.lexists(league.out / LEAGUE) else None


def _prepared(
    league: League, old: Run | None, command: str, reading: Reading, secret: str, say: Callable[[str], None]
) -> Run:
    """The run as it is planned now, with a word on what changed since last time."""
    run = _come_as_far(league, old, prepare(league, old, command, reading, secret), reading)
    for trouble in reading.troubles():
        say(f"{trouble} What is missing is played again.")
    if old is not None:
        for sentence in changes(old, run, reading):
            say(sentence)
        if secret and old.is_over(old.counted(reading)) and not run.is_over(run.counted(reading)):
            say("The report has named the secret: who has read it knows the deals to come. --fresh makes a new one.")
    return run


def _come_as_far(league: League, old: Run | None, run: Run, reading: Reading) -> Run:
    """The run in the epoch that its journal has come to, and stopped if it was: a clock may have stopped it."""
    done = played(run, run.weed(reading))
    while run.in_epochs and not run.stopped and not run.left(done):
        if old is not None and old.fixtures == run.fixtures and not differences(old.config, run.config):
            run = replace(run, stopped=old.stopped)
        if not run.stopped:
            run = _next_epoch(league, run, done, 0.0)
            done = played(run, run.weed(reading))
    return run


def _with_jail(run: Run, todo: Games, say: Callable[[str], None]) -> Run:
    """The run with the steps of the jail that hold here, and held whenever games were played before."""
    if not todo or all(bot.isolation != JAIL for bot in run.setup.bots):
        return run
    held = steps_that_hold()
    if missing := [step for step in STEPS if step not in held]:
        what = "`tavern-tourney docs security` says what that means"
        say(f"The jail is not whole on this system: {', '.join(missing)} missing. {what}.")
    before = set(run.jail) if run.jail else set(held)
    return replace(run, jail=tuple(step for step in held if step in before))


def check_bots(run: Run, todo: Games) -> None:
    """Start every command once, so that one that cannot play is told at once; plugins were met with the config."""
    needed = {name for fixture, left in todo.by_fixture().items() if left for name in fixture.bots}
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


def derive(run: Run, complete: bool = False, share: Share | None = None, replays: bool = True) -> Summary:
    """What the results of a run say and, with replays, what its games show; nothing is written.

    BadJournal if it, or a share of it, is said to be complete, and is not.
    """
    from tavern_tournament.replay import Again
    from tavern_tournament.report.summary import summarise

    results = run.counted(run.read())
    if complete and (missing := len(run.left(results, share))):
        raise BadJournal(
            f"{missing} of {len(results) + missing} games were played, but are not in {run.journal}: somebody else "
            "changed it meanwhile. The same command plays them again."
        )
    again = Again(run.setup) if replays else None
    return summarise(results, _standings(run, results), info_of(run, results), again)


def _standings(run: Run, results: Sequence[GameResult], resampled: bool = True) -> Standings:
    from tavern_tournament.ratings.rate import rate

    resamples = run.config["rating"]["bootstrap"] if resampled else 0
    return rate(results, bootstrap=resamples, seed=run.setup.seed, anchors=run.anchors)


def info_of(run: Run, results: Sequence[GameResult]) -> RunInfo:
    """What the report says about a run besides its results."""
    from tavern_tournament.report.summary import RunInfo

    packages = {bot.package: bot.version for bot in run.setup.bots if bot.package}
    packages |= dict(table.package.partition(" ")[::2] for table in run.setup.tables if table.package)
    return RunInfo(
        league=run.config["report"]["title"],
        seed=run.setup.seed,
        secret=PUBLIC if not run.setup.secret else run.setup.secret if run.is_over(results) else RANDOM,
        planned=len(results) + len(run.left(results)),
        folder=str(run.folder),
        command=run.command,
        config=run.config,
        versions={"tavern-tourney": tavern_engine.__version__, **packages},
        isolation={bot.name: bot.isolation for bot in run.setup.bots},
        jail=run.jail,
        strangers=tuple(bot.name for bot in run.setup.bots if bot.package != OURS),
        titles={table.game: game(table.game).title for table in run.setup.tables},
        stopped=run.stopped,
    )
