"""Runs a schedule on an executor: hands out batches, writes results down, plays again what was lost.

Only this process writes the journal. The unfinished games of a worker that is gone are played one by one, each alone
with a worker; a game that loses its worker three times that way is void and listed. The order in which games finish
decides nothing.
"""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from typing import Final, Protocol

from tavern_tournament.executor import Executor, Lost, Played
from tavern_tournament.journal import Journal
from tavern_tournament.match import void_result
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Games, Planned
from tavern_tournament.specs import Setup

TRIES: Final = 3  # how often a game may lose its worker while it is played alone
LOOK: Final = 0.2  # seconds between looks at signals
SYNC: Final = 1.0  # seconds between two times that the journal is forced to the disk
PARTING: Final = 3.0  # seconds that workers get to send their bots home


class Watcher(Protocol):
    """Somebody who is told how the league goes."""

    def finished(self, result: GameResult) -> None:
        """A game has a result."""

    def lost(self, games: int, why: str) -> None:
        """A worker is gone, and so many of its games are played again."""


class Supervisor:
    """One run over games that have no result yet."""

    def __init__(
        self,
        setup: Setup,
        journal: Journal,
        executor: Executor,
        watcher: Watcher,
        paces: Mapping[str, float] | None = None,  # as far as they are known from games that were played before
    ) -> None:
        self.setup = setup
        self.journal = journal
        self.executor = executor
        self.watcher = watcher
        self.batch_seconds = 1.0
        self.draining = False  # no more batches; what is being played is finished
        self.stopping = False  # nothing more at all
        self._queue: Iterator[Planned] = iter(())
        self._waiting = 0  # games in it
        self._alone: deque[Planned] = deque()
        self._given: dict[int, deque[Planned]] = {}  # what is not finished of the batches that are played
        self._batches = 0
        self._tries: Counter[str] = Counter()
        self._pace = dict(paces or {})  # seconds a game takes, by table and line-up
        self._synced = time.monotonic()

    def run(self, games: Games, more: Callable[[], Games | None] = lambda: None) -> bool:
        """Play the games, and each time that all have results the games that there are more; whether all got theirs."""
        next_games: Games | None = games
        try:
            while next_games is not None and (complete := self._play(next_games)):
                next_games = more()
            until = time.monotonic() + PARTING
            while not self.stopping and time.monotonic() < until and not self.executor.part(LOOK):
                continue
        finally:
            self.executor.end()
            self.journal.sync()
        return complete

    def _play(self, games: Games) -> bool:
        """Play these games; whether all of them got their result."""
        self._queue, self._waiting = iter(games), len(games)
        while not self.stopping and self._busy():
            for told in self.executor.wait(LOOK):
                if isinstance(told, Played):
                    self._take(told)
                else:
                    self._play_again(told)
            self._sync()
        return not self._waiting and not self._alone and not self.stopping

    def _busy(self) -> bool:
        """Give idle workers something to do; whether there is still something to wait for."""
        while len(self._given) < self.executor.workers and (batch := self._next_batch()):
            self._batches += 1
            self._given[self._batches] = deque(batch)
            self.executor.give(self._batches, batch)
        waits = bool(self._waiting or self._alone) and not self.draining  # there may be no worker for now
        return waits or bool(self._given)

    def _next_batch(self) -> list[Planned]:
        """A game that must be alone, or games for about `batch_seconds`: fewer in the end, so that all end together."""
        batch: list[Planned] = []
        if self.draining:
            return batch
        if self._alone:
            return [self._alone.popleft()]
        fair = max(1, self._waiting // (2 * self.executor.workers))
        seconds = 0.0
        while self._waiting and len(batch) < fair and seconds < self.batch_seconds:
            planned = next(self._queue)
            self._waiting -= 1
            batch.append(planned)
            seconds += self._pace.get(planned.key, self.batch_seconds)
        return batch

    def _take(self, played: Played) -> None:
        """Results: write them down, do not let their worker wait for more, and only then read and tell them."""
        self.journal.append(line.encode() for line in played.results)
        left = self._given[played.batch]
        for took in played.took:
            planned = left.popleft()
            pace = self._pace.get(planned.key, took)
            self._pace[planned.key] = pace + (took - pace) / 4
        if not left:
            del self._given[played.batch]
            self._busy()
        for line in played.results:
            self.watcher.finished(GameResult.from_fields(json.loads(line)))

    def _play_again(self, lost: Lost) -> None:
        """The games that a worker did not finish are played again, each alone."""
        games = self._given.pop(lost.batch, deque()) if lost.batch is not None else deque()
        if len(games) == 1:
            self._tries[games[0].id] += 1
        for planned in games:
            if self._tries[planned.id] < TRIES:
                self._alone.append(planned)
            else:
                self._give_up(planned, f"Its worker {lost.why}, {TRIES} times.")
        self.watcher.lost(len(games), f"A worker {lost.why}")

    def _give_up(self, planned: Planned, why: str) -> None:
        """A game that cannot be played to its end is void."""
        result = void_result(planned, self.setup.table(planned.table).game, why)
        self.journal.append([result.to_json().encode()])
        self.watcher.finished(result)

    def _sync(self) -> None:
        """Force the journal to the disk now and then."""
        now = time.monotonic()
        if now - self._synced > SYNC:
            self.journal.sync()
            self._synced = now
