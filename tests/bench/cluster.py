"""What a cluster costs beside the games, and how far one supervisor reaches: the measured parts of docs/SCALE.md.

The same games are played by processes of this machine and by a dask cluster of as many workers on the same cores, in
turns; a figure is the median over the rounds. What each takes to start, seen in a league of a few games, is told apart.
The supervisor is fed by workers that have every result at hand, and by a thousand who take a second for each game.
Nothing here is asserted by a test.
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import itertools
import logging
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import psutil

from tavern_engine import game
from tavern_tournament.cluster.address import Cluster
from tavern_tournament.cluster.connect import connected
from tavern_tournament.cluster.executor import LEAST, ClusterExecutor
from tavern_tournament.executor import Executor, Lost, Played
from tavern_tournament.host import Host
from tavern_tournament.journal import Journal, read
from tavern_tournament.local import LocalExecutor
from tavern_tournament.logs import starting_workers
from tavern_tournament.progress import Progress
from tavern_tournament.ratings.rate import rate
from tavern_tournament.results import FAULT_KINDS, GameResult
from tavern_tournament.schedule import Fixture, Games, Planned
from tavern_tournament.specs import OURS, BotSpec, Setup, TableSpec, Times
from tavern_tournament.supervisor import Supervisor

WORKERS = 2
GAME = 0.1  # seconds of a game, about
RESULTS = 50_000
CROWD = 1000  # workers
TASKS = 500
ROUND_TRIP = 0.02  # seconds from a simulated worker to the supervisor and back


class Spent(NamedTuple):
    """What something takes, in seconds."""

    time: float
    processor: float  # of all cores

    def less(self, other: Spent) -> Spent:
        return Spent(self.time - other.time, self.processor - other.processor)


class Nobody:
    """A watcher who does not look."""

    def finished(self, result: GameResult) -> None:
        """Nothing."""

    def lost(self, games: int, why: str) -> None:
        """Nothing."""


def setup(simulations: int, logs: Path) -> Setup:
    """A league of two searches, or of two bots that play by rules if they may not try anything."""
    bot, given = ("flat", {"simulations": str(simulations)}) if simulations else ("rules", {})
    bots = tuple(BotSpec(name, bot, given, isolation="inprocess", package=OURS) for name in ("one", "two"))
    tables = (TableSpec("table", "dragon-vault", 2, game("dragon-vault").checked_options({})),)
    return Setup("bench", tables, bots, Times(), 60.0, dict.fromkeys(FAULT_KINDS, "forfeit"), str(logs))


def plan(deals: int) -> Games:
    return Games([Fixture("table", ("one", "two"), deals, "bench")])


def setup_of_length(seconds: float, logs: Path) -> Setup:
    """A league whose games take about so long."""
    simulations = 1
    while True:
        league = setup(simulations, logs)
        host, some = Host(league), list(plan(3))
        start = time.process_time()  # others may be busy on the same cores
        for planned in some:
            host.play(planned)
        each = (time.process_time() - start) / len(some)
        if each >= 0.8 * seconds:
            print(f"games of {1000 * each:.0f} ms")
            return league
        simulations = max(simulations + 1, round(simulations * seconds / each))


class Metered:
    """An executor, and the processor time that all processes here have used when its workers are sent home."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._before = processor_times()
        self.used: float | None = None
        self.give, self.wait, self.end = executor.give, executor.wait, executor.end

    @property
    def workers(self) -> int:
        return self._executor.workers

    def part(self, seconds: float) -> bool:
        if self.used is None:
            self.used = sum(used - self._before.get(each, 0.0) for each, used in processor_times().items())
        return self._executor.part(seconds)


def processor_times() -> dict[psutil.Process, float]:
    """The seconds that this process and all that descend from it have used."""
    found = {}
    for each in (psutil.Process(), *psutil.Process().children(recursive=True)):
        with contextlib.suppress(psutil.Error):
            times = each.cpu_times()
            found[each] = float(times.user + times.system)
    return found


def led(league: Setup, planned: Games, executor: Executor, seconds: float, folder: Path) -> Spent:
    """What a league takes with its workers."""
    path = folder / "journal.jsonl"
    metered = Metered(executor)
    with Journal(path) as journal:
        supervisor = Supervisor(league, journal, metered, Nobody(), {"table/one+two": GAME})
        supervisor.batch_seconds = seconds
        start = perf_counter()
        assert supervisor.run(planned)
        spent = perf_counter() - start
    path.unlink()
    assert metered.used is not None
    return Spent(spent, metered.used)


def overhead(rounds: int, games: int, folder: Path) -> None:
    """Print how much more games take on a cluster than in processes, both on the same cores.

    Where others are busy on them too, only the processor time can be compared: systems share time out by session.
    """
    league = setup_of_length(GAME, folder / "bots")
    few, many = plan(1), plan(games // 2)
    times, processor, starts = [], [], []
    with starting_workers() as starter:
        for _ in range(rounds):
            a_few, all_ = (
                led(league, some, LocalExecutor(league, starter, WORKERS), 1.0, folder) for some in (few, many)
            )
            here = all_.less(a_few)
            with connected(Cluster(f"local:{WORKERS}")) as client:  # idle workers would cost the others something, too
                a_few, all_ = (
                    led(league, some, ClusterExecutor(client, league), LEAST, folder) for some in (few, many)
                )
            there = all_.less(a_few)
            times.append(there.time / here.time)
            processor.append(there.processor / here.processor)
            starts.append(a_few.time)
            print(
                f"  {len(many)} games: {here.time:.1f} s ({here.processor:.2f} of a core) in processes, "
                f"{there.time:.1f} s ({there.processor:.2f}) on the cluster",
                flush=True,
            )
    print(
        f"cluster: {median(times) - 1:+.1%} time and {median(processor) - 1:+.1%} processor time over processes, "
        f"and {median(starts):.1f} s once"
    )


def tasks() -> None:
    """Print what dask takes for a task that does nothing."""
    with connected(Cluster("local:1")) as client:
        any_client: Any = client
        (address,) = any_client.nthreads()
        start = perf_counter()
        for number in range(TASKS):
            any_client.submit(len, (), key=f"nothing-{number}", workers=[address], pure=False).result()
        alone = (perf_counter() - start) / TASKS
        start = perf_counter()
        futures = [
            any_client.submit(len, (), key=f"none-{number}", workers=[address], pure=False) for number in range(TASKS)
        ]
        any_client.gather(futures)
        together = (perf_counter() - start) / TASKS
    print(f"dask: {1000 * alone:.1f} ms for a task alone, {1 / together:,.0f} tasks a second together")


class Crowd:
    """Workers that are only a list: each batch is played when the clock says so, with results that are at hand."""

    def __init__(self, workers: int, line: str, seconds: float) -> None:
        self.workers = workers
        self.played = 0
        self._head, self._tail = line.split('"deal":0,"turn":0')
        self._seconds = seconds
        self._due: list[tuple[float, int, int, Sequence[Planned]]] = []
        self._order = itertools.count()

    def give(self, batch: int, games: Sequence[Planned]) -> None:
        at = time.monotonic() + self._seconds * len(games) + (ROUND_TRIP if self._seconds else 0.0)
        heapq.heappush(self._due, (at, next(self._order), batch, games))

    def wait(self, seconds: float) -> list[Played | Lost]:
        if self._due:
            time.sleep(min(seconds, max(0.0, self._due[0][0] - time.monotonic())))
        told: list[Played | Lost] = []
        while self._due and self._due[0][0] <= time.monotonic() and len(told) < self.workers:
            *_, batch, games = heapq.heappop(self._due)
            lines = [f'{self._head}"deal":{one.deal},"turn":{one.turn}{self._tail}' for one in games]
            self.played += len(lines)
            told.append(Played(batch, lines, [self._seconds or 0.001] * len(lines)))
        return told

    def part(self, seconds: float) -> bool:
        return True

    def end(self) -> None:
        """Nobody is there."""


def crowd(line: str, league: Setup, folder: Path) -> None:
    """Print how many results one supervisor takes, and how busy it keeps a thousand workers."""
    at_once = Crowd(CROWD, line, 0.0)
    progress = Progress(RESULTS, 0, quiet=True)
    with Journal(folder / "many.jsonl") as journal:
        supervisor = Supervisor(league, journal, at_once, progress, {"table/one+two": 0.1})
        supervisor.batch_seconds = LEAST
        start, used = perf_counter(), time.process_time()
        supervisor.run(plan(RESULTS // 2))
        spent, used = perf_counter() - start, time.process_time() - used
    print(
        f"supervisor: {RESULTS / spent:,.0f} results of {len(line)} bytes a second, journal and progress included; "
        f"{RESULTS / used:,.0f} a second of its core"
    )
    start = perf_counter()
    results = list(read(folder / "many.jsonl"))
    print(f"journal: {len(results) / (perf_counter() - start):,.0f} results a second are read again")
    start = perf_counter()
    rate(results, bootstrap=0, seed="bench")
    print(f"ratings: {len(results):,} games of two bots in {perf_counter() - start:.1f} s")
    busy = Crowd(CROWD, line, 1.0)
    with Journal(folder / "busy.jsonl") as journal:
        supervisor = Supervisor(league, journal, busy, Nobody())
        supervisor.batch_seconds = LEAST
        start = perf_counter()
        used = time.process_time()
        supervisor.run(plan(20 * CROWD))
        spent = perf_counter() - start
    print(
        f"{CROWD:,} simulated workers with games of a second: {busy.played / spent / CROWD:.1%} busy, "
        f"{(time.process_time() - used) / spent:.0%} of a core for the supervisor and the simulation"
    )


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=["supervisor", "dask", "overhead"], help="a part of it")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=300, help="in a round, of a tenth of a second each")
    given = parser.parse_args()
    logging.getLogger("tavern").addHandler(logging.NullHandler())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.only in (None, "supervisor"):
            league = setup(0, folder / "bots")
            crowd(Host(league).play(next(iter(plan(1)))).to_json(), league, folder)
        if given.only in (None, "dask"):
            tasks()
        if given.only in (None, "overhead"):
            overhead(given.rounds, given.games, folder)


if __name__ == "__main__":
    main()
