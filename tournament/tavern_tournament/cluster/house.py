"""What dask workers do for a league: tasks that open a house, play batches of games in it, and close it.

A house is the result of a task, and stays where it was made: batches are tasks that need it. So dask itself keeps it as
long as the league is there, and lets it go when the league's process has ended, however it ended; then all that runs
below it ends. What goes in and comes out of tasks is plain data. This module is imported by the scheduler too, so it
imports little.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tavern_tournament.local import LocalExecutor
    from tavern_tournament.specs import Setup
    from tavern_tournament.workers import Link

LOOK: Final = 0.2  # seconds between looks whether the batch is still wanted
PARTING: Final = 3.0  # seconds for bots to go home
LIVING: Final = ("running", "paused", "closing_gracefully")  # states of a dask worker


class House:
    """An outpost and its rooms: one for every batch that is played at a time."""

    def __init__(self, parcel: str) -> None:
        from tavern_tournament.specs import Setup
        from tavern_tournament.workers import Link

        self.told: dict[str, Any] = {"bug": "The process that games are played below ended at its start."}
        self._lock = threading.Lock()
        self._rooms: list[Room] = []  # that nobody plays in
        self._numbers = itertools.count(1)
        self._control, control = socket.socketpair()
        self._lines, lines = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with control, lines:
            handles = control.fileno(), lines.fileno()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tavern_tournament.cluster.outpost", *map(str, handles)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=handles,
                start_new_session=True,
            )
        link = Link(self._control)
        with contextlib.suppress(Exception):  # it has ended, as is said then
            link.send(json.loads(parcel))
            self.told = link.receive() or self.told
        if "setup" in self.told:
            self._setup: Setup = Setup.from_fields(self.told.pop("setup"))

    def play(self, games: list[dict[str, Any]], wanted: Callable[[], bool]) -> dict[str, Any]:
        """Play games in a room that is free, as long as that is wanted: the results, and what else there is to tell."""
        try:
            room = self._rooms.pop()
        except IndexError:
            room = self._new_room()
        told = room.play(games, wanted)
        if not {"bug", "trouble", "closed"} & set(told):
            self._rooms.append(room)
        return {**told, "printed": room.printed(), "lines": self.lines()}

    def _new_room(self) -> Room:
        """A room knows nothing of its house: a house that nobody knows any more is gone at once."""
        from tavern_tournament.local import LocalExecutor

        printed = Path(self.told["scratch"], f"printed-{next(self._numbers)}")
        starter = Door(self._control, self._lock)
        return Room(LocalExecutor(replace(self._setup, logs=str(printed)), starter, 1), printed)

    def lines(self) -> list[str]:
        """What was logged since this was last asked."""
        from tavern_tournament.lines import waiting_lines

        return waiting_lines(self._lines)

    def close(self) -> dict[str, Any]:
        """Send everybody home: what was printed and logged last."""
        printed: dict[str, str] = {}
        for room in self._rooms:
            room.leave()
            for name, text in room.printed().items():
                printed[name] = printed.get(name, "") + text
        self._rooms.clear()
        self._control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING)
        return {"printed": printed, "lines": self.lines()}

    def __del__(self) -> None:
        self._control.close()
        threading.Thread(target=self._process.wait, daemon=True).start()  # the outpost ends now, and is nobody's zombie

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Where dask moves or stores it there is no house any more; who looks for it is told so."""
        return str, ("a house that is gone",)


@dataclass(frozen=True)
class Door:
    """Where rooms get their workers from, each in a thread of its own."""

    control: socket.socket
    lock: threading.Lock

    def start(self) -> tuple[int, Link]:
        """A new worker, as `local.Starter` has it."""
        from tavern_tournament.workers import Forker

        with self.lock:
            return Forker(self.control).start()


class Room:
    """One worker process of ours, with what its bots print."""

    def __init__(self, executor: LocalExecutor, logs: Path) -> None:
        self._executor = executor
        self._logs = logs
        self._batch = 0

    def play(self, games: list[dict[str, Any]], wanted: Callable[[], bool]) -> dict[str, Any]:
        """The results of a batch, and how its worker was lost, if it was; `bug`, `trouble` or `closed` end it."""
        from tavern_tournament.disk import DiskTrouble
        from tavern_tournament.executor import Lost, WorkerBug
        from tavern_tournament.schedule import Planned
        from tavern_tournament.workers import NoWorkers

        self._batch += 1
        results: list[str] = []
        took: list[float] = []
        told: dict[str, Any] = {"results": results, "took": took}
        try:
            self._executor.give(self._batch, [Planned(**{**one, "bots": tuple(one["bots"])}) for one in games])
            while len(results) < len(games):
                if not wanted():
                    self._executor.end()
                    return {**told, "closed": "was not wanted any more"}
                for news in self._executor.wait(LOOK):
                    if isinstance(news, Lost):
                        if news.batch is not None:
                            return {**told, "lost": news.why}
                        continue
                    results += news.results
                    took += news.took
        except DiskTrouble as trouble:
            return {**told, "trouble": str(trouble)}
        except WorkerBug as bug:
            return {**told, "bug": str(bug)}
        except NoWorkers:
            return {**told, "closed": "died"}
        return told

    def printed(self) -> dict[str, str]:
        """What bots printed since this was last asked, by the name of their log."""
        found = {}
        with contextlib.suppress(OSError):
            for path in sorted(self._logs.iterdir()):
                if text := path.read_bytes().decode(errors="backslashreplace"):
                    found[path.name] = text
                    os.truncate(path, 0)
        return found

    def leave(self) -> None:
        """Let the bots go home, and end the worker."""
        self._executor.part(PARTING)
        self._executor.end()


def open_house(parcel: str) -> House:
    """A task: a house on this worker."""
    return House(parcel)


def greeting(house: Any) -> dict[str, Any]:
    """A task: what the house has, and the worker that it is on."""
    from distributed import get_worker

    worker = get_worker()
    told = house.told if isinstance(house, House) else {"bug": "The house was moved."}
    return {**told, "worker": worker.id, "slots": worker.state.nthreads}


def play_games(house: Any, games: str, worker_id: str) -> dict[str, Any]:
    """A task: play a batch on this worker, unless another has taken its address, or dask has let go of the house."""
    from distributed import get_worker

    worker = get_worker()
    if worker.id != worker_id or not isinstance(house, House):
        return {"results": [], "took": [], "printed": {}, "lines": [], "closed": "died"}
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return worker.status.name in LIVING and task is not None and task.state != "cancelled"

    return house.play(json.loads(games), is_wanted)


def close_house(house: Any) -> dict[str, Any]:
    """A task: close the house."""
    return house.close() if isinstance(house, House) else {"printed": {}, "lines": []}
