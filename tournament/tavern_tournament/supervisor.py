"""Runs a schedule on workers: hands out batches, writes results down, replaces workers that die or fall silent.

Only this process writes the journal. A worker's unfinished games go back when it is gone and are played one by one,
each alone with a worker; a game that loses its worker three times that way is void and listed. The order in which games
finish decides nothing.
"""

from __future__ import annotations

import json
import selectors
import socket
import time
from collections import Counter, deque
from collections.abc import Sequence
from typing import Any, Final, Protocol

from tavern_tournament.journal import Journal
from tavern_tournament.match import void_result
from tavern_tournament.results import GameResult
from tavern_tournament.room import Setup
from tavern_tournament.schedule import Planned
from tavern_tournament.workers import Worker, cores

TRIES: Final = 3  # how often a game may lose its worker while it is played alone
LOOK: Final = 0.2  # seconds between looks at silent workers and signals
MARGIN: Final = 5.0  # seconds a worker may be silent beyond what its bots may take
SYNC: Final = 1.0  # seconds between two times that the journal is forced to the disk
STEP: Final = 2.0  # seconds at most that count between two looks: if more pass, this process stood still
PARTING: Final = 3.0  # seconds that workers get to send their bots home


class OurBug(Exception):
    """A worker failed in our own code; the text is its traceback."""


class Watcher(Protocol):
    """Somebody who is told how the league goes."""

    def finished(self, result: GameResult) -> None:
        """A game has a result."""

    def lost(self, games: int, why: str) -> None:
        """A worker is gone, and so many of its games are played again."""


class Starter(Protocol):
    """Somebody who starts workers."""

    def worker(self, setup: Setup, core: int | None) -> Worker:
        """A new worker that knows the league, on this core if one is named."""


class Supervisor:
    """One run over games that have no result yet."""

    def __init__(self, setup: Setup, journal: Journal, starter: Starter, watcher: Watcher) -> None:
        self.setup = setup
        self.journal = journal
        self.starter = starter
        self.watcher = watcher
        self.batch_seconds = 1.0
        self.one_core = False  # whether each worker keeps to a core of its own, with its bots, if there are enough
        times = setup.times
        start = max(bot.limits.start_seconds for bot in setup.bots)
        self.silence = (times.move or 0.0) + times.bank + times.first + setup.patience + start + MARGIN
        self.draining = False  # no more batches; what is being played is finished
        self.stopping = False  # nothing more at all
        self._queue: deque[Planned] = deque()
        self._alone: deque[Planned] = deque()
        self._tries: Counter[str] = Counter()
        self._pace: dict[str, float] = {}  # seconds a game takes, by table and line-up
        self._selector = selectors.DefaultSelector()
        self._workers: list[Worker] = []
        self._synced = self._looked = time.monotonic()

    def run(self, games: Sequence[Planned], workers: int) -> bool:
        """Play the games; whether all of them got their result."""
        self._queue.extend(games)
        try:
            free = cores() if self.one_core else []
            for number in range(min(workers, len(games))):
                self._start(free[number] if workers <= len(free) else None)
            while not self.stopping and self._busy():
                self._look()
            self._part()
        finally:
            for worker in self._workers:
                worker.kill()
            self.journal.sync()
        return not self._queue and not self._alone and not self.stopping

    def _busy(self) -> bool:
        """Whether there is still something to wait for."""
        for worker in self._workers:
            if not worker.batch:
                self._employ(worker)
        return any(worker.batch for worker in self._workers)

    def _start(self, core: int | None) -> None:
        worker = self.starter.worker(self.setup, core)
        self._workers.append(worker)
        self._selector.register(worker.link, selectors.EVENT_READ, worker)

    def _employ(self, worker: Worker) -> None:
        """Give an idle worker something to do, if there is anything."""
        if self.draining:
            return
        if self._alone:
            worker.give([self._alone.popleft()])
        elif self._queue:
            worker.give(self._next_batch())

    def _next_batch(self) -> list[Planned]:
        """Games for about `batch_seconds`; fewer towards the end, so that all workers end together."""
        fair = max(1, len(self._queue) // (2 * len(self._workers)))
        batch: list[Planned] = []
        seconds = 0.0
        while self._queue and len(batch) < fair and seconds < self.batch_seconds:
            planned = self._queue.popleft()
            batch.append(planned)
            seconds += self._pace.get(_pace_of(planned), self.batch_seconds)
        return batch

    def _look(self) -> None:
        """Wait a little, and deal with whatever comes."""
        for key, _ in self._selector.select(LOOK):
            worker: Worker = key.data
            messages = worker.link.arrived()
            if messages is None:
                self._replace(worker, "died")
                continue
            worker.heard = time.monotonic()
            for message in messages:
                self._take(worker, message)
        now = time.monotonic()
        self._forgive(now)
        for worker in [each for each in self._workers if each.batch and now - each.heard > self.silence]:
            self._replace(worker, f"was silent for {self.silence:g} s")
        if now - self._synced > SYNC:
            self.journal.sync()
            self._synced = now

    def _forgive(self, now: float) -> None:
        """Time in which this process stood still (Ctrl-Z, a sleeping machine, a slow disk) is nobody's silence."""
        stood = max(0.0, now - self._looked - STEP)
        self._looked = now
        for worker in self._workers:
            worker.heard = min(now, worker.heard + stood)

    def _take(self, worker: Worker, message: dict[str, Any]) -> None:
        """Results of a worker: write them down, do not let it wait for more, and only then read and tell them."""
        if "bug" in message:
            raise OurBug(message["bug"])
        lines: list[str] = message["results"]
        self.journal.append(line.encode() for line in lines)
        for planned, took in zip(worker.finished(len(lines)), message["took"], strict=True):
            pace = self._pace.get(_pace_of(planned), took)
            self._pace[_pace_of(planned)] = pace + (took - pace) / 4
        if not worker.batch:
            self._employ(worker)
        for line in lines:
            self.watcher.finished(GameResult.from_fields(json.loads(line)))

    def _replace(self, worker: Worker, why: str) -> None:
        """Another worker for one that is gone or hangs; its games are played again, each alone."""
        self._selector.unregister(worker.link)
        self._workers.remove(worker)
        worker.kill()
        lost = list(worker.batch.values())
        if len(lost) == 1:
            self._tries[lost[0].id] += 1
        for planned in lost:
            if self._tries[planned.id] < TRIES:
                self._alone.append(planned)
            else:
                self._give_up(planned, f"Its worker {why}, {TRIES} times.")
        self.watcher.lost(len(lost), f"A worker {why}")
        self._start(worker.core)

    def _give_up(self, planned: Planned, why: str) -> None:
        """A game that cannot be played to its end is void."""
        game = next(table.game for table in self.setup.tables if table.label == planned.table)
        result = void_result(planned, game, why)
        self.journal.append([result.to_json().encode()])
        self.watcher.finished(result)

    def _part(self) -> None:
        """Let workers send their bots home, for a little while."""
        for worker in self._workers:
            worker.link.end.shutdown(socket.SHUT_WR)
        until = time.monotonic() + PARTING
        while self._selector.get_map() and time.monotonic() < until and not self.stopping:
            for key, _ in self._selector.select(LOOK):
                if key.data.link.arrived() is None:
                    self._selector.unregister(key.data.link)


def _pace_of(planned: Planned) -> str:
    return f"{planned.table}/{planned.line_up}"
