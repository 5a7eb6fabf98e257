"""The executor for this machine: worker processes, each with a link of its own, replaced when they die or fall silent.

A worker says that it is alive between decisions, so silence means a bot in its own process, or rules, that never come
back. Our own do come back, however long they think: with no others in its process, a worker is only given up if it does
not even work. Where others are, or the rules of others are played, nobody can see from here who thinks.
"""

from __future__ import annotations

import contextlib
import logging
import math
import selectors
import socket
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Protocol

from tavern_tournament.disk import DiskTrouble
from tavern_tournament.executor import Lost, Played, WorkerBug
from tavern_tournament.pinned import PinnedProcess
from tavern_tournament.schedule import Planned
from tavern_tournament.specs import Setup
from tavern_tournament.workers import Gone, Link, NotNow, NoWorkers, cores

DEAF: Final = 5.0  # seconds after which a worker that takes nothing in is given up
MARGIN: Final = 5.0  # seconds a worker may be silent beyond what its bots may take
AGAIN: Final = 1.0  # seconds until a worker that could not be started is tried again
TRIES: Final = 60  # of that, while there is no other worker
STEP: Final = 2.0  # seconds at most that count between two looks: if more pass, this process stood still

log = logging.getLogger("tavern.league")


class Starter(Protocol):
    """Somebody who starts worker processes."""

    def start(self) -> tuple[int, Link]:
        """The process id of a new worker, which waits for its setup, and the link to it; or NotNow, or NoWorkers."""
        ...


class Worker:
    """A worker process as this one sees it."""

    def __init__(self, pid: int, link: Link, setup: Setup, core: int | None) -> None:
        self._process = PinnedProcess(pid)  # it waits for its setup now, so it lives
        self.link = link
        self.core = core
        link.end.settimeout(DEAF)
        with contextlib.suppress(Gone):  # then its end of the link is closed, as will be seen
            link.send({"setup": setup.to_fields(), "core": core})
        self.batch: int | None = None
        self.left = 0  # games of the batch
        self.heard = time.monotonic()
        self._guests = {bot.name for bot in setup.bots if not bot.trusted}
        self._strange = {table.label for table in setup.tables if table.package}  # the rules of others
        self._trusted = False  # with its batch
        self._used = 0.0  # seconds of CPU time, when that was last looked at

    def is_silent(self, seconds: float) -> bool:
        """Whether it has said nothing for so long, and there is no good reason."""
        now = time.monotonic()
        if self.batch is None or now - self.heard <= seconds:
            return False
        before, self._used = self._used, self._process.cpu_seconds()
        if self._trusted and self._used > before and self.heard > -math.inf:
            self.heard = now
            return False
        return True

    def give(self, batch: int, games: Sequence[Planned]) -> None:
        """Hand it games to play; if it does not take them, it counts as silent."""
        bots, tables = {name for planned in games for name in planned.bots}, {planned.table for planned in games}
        self._trusted = self._guests.isdisjoint(bots) and self._strange.isdisjoint(tables)
        self.batch, self.left = batch, len(games)
        self.heard = time.monotonic()
        try:
            self.link.send({"batch": [vars(planned) for planned in games]})
        except Gone:
            self.heard = -math.inf

    def take(self, message: dict[str, Any]) -> list[Played]:
        """What it says: results, or only that it is alive."""
        if "trouble" in message:
            raise DiskTrouble(message["trouble"])
        if "bug" in message:
            raise WorkerBug(message["bug"])
        if not message["results"] or self.batch is None:
            return []
        played = Played(self.batch, message["results"], message["took"])
        self.left -= len(played.results)
        if self.left == 0:
            self.batch = None
        return [played]

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self.link.close()


class LocalExecutor:
    """So many worker processes, each on a core of its own if that is wanted and there are enough."""

    def __init__(self, setup: Setup, starter: Starter, workers: int, one_core: bool = False) -> None:
        self.workers = workers
        times = setup.times
        start = max((bot.limits.start_seconds for bot in setup.bots), default=0.0)
        self.silence = (times.move or 0.0) + times.bank + times.first + setup.patience + start + MARGIN
        self._setup = setup
        self._starter = starter
        known = cores() if one_core else []
        self._cores: list[int | None] = [*known[:workers]] if workers <= len(known) else [None] * workers
        self._selector = selectors.DefaultSelector()
        self._workers: list[Worker] = []
        self._waiting: deque[tuple[int, Sequence[Planned]]] = deque()  # batches for which there is no worker yet
        self._failed = 0  # how often in a row no worker could be started
        self._again = -math.inf  # when that is tried again
        self._looked = time.monotonic()

    def give(self, batch: int, games: Sequence[Planned]) -> None:
        self._waiting.append((batch, games))
        self._hand_out()

    def _hand_out(self) -> None:
        """Give what waits to whoever has nothing to do."""
        self._fill()
        for worker in self._workers:
            if worker.batch is None and self._waiting:
                worker.give(*self._waiting.popleft())

    def _fill(self) -> None:
        """Start the workers that are missing, as far as that can be done now."""
        while len(self._workers) < self.workers and time.monotonic() >= self._again:
            core = self._cores[0]
            try:
                worker = Worker(*self._starter.start(), self._setup, core)
            except NotNow as reason:
                self._go_on_with_fewer(reason)
                return
            self._failed = 0
            self._cores.pop(0)
            self._workers.append(worker)
            self._selector.register(worker.link, selectors.EVENT_READ, worker)

    def _go_on_with_fewer(self, reason: NotNow) -> None:
        """A worker that cannot be started is tried again; if there is no other, not for ever."""
        if self._failed == 0:
            number = f"{len(self._workers)} of {self.workers} workers"
            log.warning("A worker cannot be started now (%s): the league goes on with %s.", reason, number)
        self._failed += 1
        self._again = time.monotonic() + AGAIN
        if not self._workers and self._failed >= TRIES:
            raise NoWorkers(f"No worker can be started: {reason}. Finished games are safe: run the command again.")

    def wait(self, seconds: float) -> list[Played | Lost]:
        self._hand_out()
        told: list[Played | Lost] = []
        for key, _ in self._selector.select(seconds):
            worker: Worker = key.data
            messages = worker.link.arrived()
            if messages is None:
                told.append(self._lose(worker, "died"))
                continue
            worker.heard = time.monotonic()
            for message in messages:
                told += worker.take(message)
        self._forgive(time.monotonic())
        for worker in [each for each in self._workers if each.is_silent(self.silence)]:
            told.append(self._lose(worker, f"was silent for {self.silence:g} s"))
        return told

    def _forgive(self, now: float) -> None:
        """Time in which this process stood still (Ctrl-Z, a sleeping machine, a slow disk) is nobody's silence."""
        stood = max(0.0, now - self._looked - STEP)
        self._looked = now
        for worker in self._workers:
            worker.heard = min(now, worker.heard + stood)

    def _lose(self, worker: Worker, why: str) -> Lost:
        """A worker that is gone or hangs; another one starts when somebody waits again."""
        self._selector.unregister(worker.link)
        self._workers.remove(worker)
        self._cores.append(worker.core)
        worker.kill()
        return Lost(worker.batch, why)

    def part(self, seconds: float) -> bool:
        for worker in self._workers:
            with contextlib.suppress(OSError):  # it has gone already
                worker.link.end.shutdown(socket.SHUT_WR)
        for key, _ in self._selector.select(seconds) if self._selector.get_map() else ():
            if key.data.link.arrived() is None:
                self._selector.unregister(key.data.link)
        return not self._selector.get_map()

    def end(self) -> None:
        for worker in self._workers:
            worker.kill()
