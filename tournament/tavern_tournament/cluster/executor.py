"""The executor for a cluster of dask.distributed: batches are tasks, each bound to a worker that plays as we do.

Who plays what is decided here, so that the same rules hold as on one machine: dask would give the tasks of a lost
worker to others, and blame tasks that were merely beside a deadly one. A worker that comes opens a house (`house`) and
shows what it has; if that differs, it is named and gets no game. Coroutines in dask's own thread wait for what happens
elsewhere and only put it into a queue; everything is decided in the thread that asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import math
import queue
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tavern_tournament.cluster.connect import NoCluster
from tavern_tournament.cluster.house import close_house, greeting, open_house, play_games
from tavern_tournament.cluster.likeness import likeness, unlike
from tavern_tournament.cluster.parcel import packed
from tavern_tournament.disk import DiskTrouble
from tavern_tournament.executor import Lost, Played, WorkerBug
from tavern_tournament.lines import log_line, shortened
from tavern_tournament.players.output import LOG_BYTES
from tavern_tournament.schedule import Planned
from tavern_tournament.specs import Setup

if TYPE_CHECKING:
    from distributed import Client

LOOK: Final = 1.0  # seconds between looks at who is there
SILENCE: Final = 30.0  # seconds after which a scheduler that does not answer is gone
OTHERS: Final = 3.0  # seconds that others get to come if none of the first workers may play
LEAST: Final = 5.0  # seconds that a batch should take: a task costs dask some milliseconds

News = Callable[[], list[Played | Lost]]  # something that happened, to be taken in by the thread that waits

log = logging.getLogger("tavern.league")


@dataclass
class Place:
    """A worker of the cluster, as this process sees it."""

    number: int
    address: str
    house: Any  # a future of dask, which keeps the house open
    worker: str = ""  # the worker's own name for itself: another may come to the same address
    slots: int = 0  # how many batches it plays at a time; 0 until it has shown what it has
    given: dict[int, Any] = field(default_factory=dict)  # the futures of its batches


class ClusterExecutor:
    """All workers of a cluster that play as this machine does, as many as there are at any time."""

    def __init__(self, client: Client, setup: Setup) -> None:
        self._client: Any = client
        self._parcel = json.dumps(packed(setup))
        self._has = likeness(setup)
        self._logs = Path(setup.logs)
        self._name = secrets.token_hex(4)  # in the keys of tasks: other leagues may be on the same cluster
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._places: dict[str, Place] = {}
        self._numbers = itertools.count(1)  # of places
        self._refused: dict[str, str] = {}  # addresses of workers that differ, and how
        self._welcomed = False  # whether any worker ever was
        self._changed = math.inf  # when somebody came or went for the last time
        self._waits = False  # for workers, and has said so
        self._parting: set[str] | None = None  # where houses are being closed
        self._watching = self._in_loop(self._watch())

    @property
    def workers(self) -> int:
        """How many batches can be played at a time."""
        return sum(place.slots for place in self._places.values())

    def give(self, batch: int, games: Sequence[Planned]) -> None:
        place = max(self._places.values(), key=lambda one: one.slots - len(one.given))
        text = json.dumps([vars(planned) for planned in games], separators=(",", ":"))
        name = f"games-{batch}: {games[0].id} and {len(games) - 1} more"
        future = self._submit(place.address, name, play_games, place.house, text, place.worker)
        place.given[batch] = future
        self._hear(future, partial(self._take, place, batch))

    def wait(self, seconds: float) -> list[Played | Lost]:
        told: list[Played | Lost] = []
        try:
            told += self._news.get(timeout=seconds)()
            while True:
                told += self._news.get_nowait()()
        except queue.Empty:
            self._look_for_workers()
        return told

    def part(self, seconds: float) -> bool:
        if self._parting is None:
            self._parting = {place.address for place in self._places.values() if place.slots}
            for place in [self._places[address] for address in self._parting]:
                future = self._submit(place.address, f"closing-{place.number}", close_house, place.house)
                self._hear(future, partial(self._see_off, place))
        if self._parting:
            self.wait(seconds)
        return not self._parting

    def end(self) -> None:
        self._watching.cancel()
        for place in [*self._places.values()]:
            self._leave(place, "was sent home")

    # What happens in dask's own thread; nothing of this object is changed there.

    def _in_loop(self, work: Coroutine[Any, Any, None]) -> Future[None]:
        return asyncio.run_coroutine_threadsafe(work, self._client.loop.asyncio_loop)

    async def _watch(self) -> None:
        """Tell again and again who is there, until the scheduler is not."""
        while self._client.status == "running":
            try:
                there = await asyncio.wait_for(self._client.nthreads(), SILENCE)
            except Exception:
                break
            self._news.put(partial(self._see, set(there)))
            await asyncio.sleep(LOOK)
        self._news.put(self._lose_scheduler)

    def _hear(self, future: Any, then: Callable[[dict[str, Any]], list[Played | Lost]]) -> None:
        """Have it told what a task returns, or why it does not."""
        self._in_loop(self._heard(future, then))

    async def _heard(self, future: Any, then: Callable[[dict[str, Any]], list[Played | Lost]]) -> None:
        try:
            told: dict[str, Any] = await future
        except (asyncio.CancelledError, CancelledError):  # by us; or all of them, as the scheduler is gone
            told = {"cancelled": True}
        except Exception as error:
            told = {"failed": type(error).__name__, "why": " ".join(shortened(str(error)).split())}
        self._news.put(partial(then, told))

    def _submit(self, address: str, name: str, task: Callable[..., Any], *arguments: Any) -> Any:
        """A task for one worker and no other."""
        key = f"tavern-{self._name}-{name}"
        return self._client.submit(task, *arguments, key=key, workers=[address], allow_other_workers=False, pure=False)

    async def _cancel(self, futures: list[Any]) -> None:
        """Let go of tasks: those that run see that they are not wanted, and houses close."""
        with contextlib.suppress(Exception):  # the scheduler is gone, as will be seen
            await self._client.cancel(futures, force=True)

    # What follows from it, in the thread that waits.

    def _lose_scheduler(self) -> list[Played | Lost]:
        raise NoCluster(
            "The scheduler of the cluster is gone. Finished games are safe: when it is there again, the same command "
            "goes on."
        )

    def _see(self, there: set[str]) -> list[Played | Lost]:
        """Who is there now: who is gone is lost with its games, who is new is asked what it has."""
        told: list[Played | Lost] = []
        for place in [place for address, place in self._places.items() if address not in there]:
            told += self._leave(place, "died") or ([Lost(None, "died")] if place.slots else [])
        self._refused = {address: why for address, why in self._refused.items() if address in there}
        for address in sorted(there - self._places.keys() - self._refused.keys()) if self._parting is None else ():
            number = next(self._numbers)
            house = self._submit(address, f"house-{number}", open_house, self._parcel)
            self._places[address] = place = Place(number, address, house)
            self._hear(self._submit(address, f"greeting-{number}", greeting, house), partial(self._welcome, place))
            self._changed = time.monotonic()
        self._changed = min(self._changed, time.monotonic())  # the first look
        return told

    def _welcome(self, place: Place, told: dict[str, Any]) -> list[Played | Lost]:
        """A worker has shown what it has: it plays, if that is what we have."""
        if self._places.get(place.address) is not place or "cancelled" in told:
            return []
        self._changed = time.monotonic()
        if why := "; ".join(self._wrong_with(told)):
            self._refused[place.address] = why
            log.warning("The worker %s gets no games: %s.", place.address, why.removesuffix("."))
            return self._leave(place, "was sent home")
        place.worker, place.slots = told["worker"], told["slots"]
        self._welcomed = True
        self._waits = False
        log.info("The worker %s plays %d games at a time.", place.address, place.slots)
        return []

    def _wrong_with(self, told: dict[str, Any]) -> list[str]:
        """Why a worker cannot play, in words."""
        if "has" in told:
            return [*unlike(self._has, told["has"]), *told["troubles"]]
        if "bug" in told:
            return [f"it could not get ready ({told['bug'].strip().splitlines()[-1]})"]
        if told["failed"] == "RuntimeError" and "deserialization of the task graph" in told["why"]:
            raise NoCluster("The scheduler cannot load tavern-tourney: install the same version there, too.")
        return [f"it cannot load tavern-tourney ({told['failed']}: {told['why']})"]

    def _take(self, place: Place, batch: int, told: dict[str, Any]) -> list[Played | Lost]:
        """What became of a batch."""
        if batch not in place.given:  # it is counted as lost
            return []
        if "cancelled" in told:
            return self._lose_scheduler()
        if "failed" in told:
            log.warning("The worker %s failed: %s: %s", place.address, told["failed"], told["why"])
            return self._leave(place, "died")
        self._keep(told)
        if "trouble" in told:
            raise DiskTrouble(f"{place.address}: {told['trouble']}")
        if "bug" in told:
            raise WorkerBug(told["bug"])
        news: list[Played | Lost] = [Played(batch, told["results"], told["took"])] if told["results"] else []
        if "closed" in told:
            return news + self._leave(place, told["closed"])
        del place.given[batch]
        return news + ([Lost(batch, told["lost"])] if "lost" in told else [])

    def _keep(self, told: dict[str, Any]) -> None:
        """What was logged and printed there, as if it had been here."""
        for line in told["lines"]:
            log_line(line, log)
        for name, text in told["printed"].items():
            with contextlib.suppress(OSError):  # a log that fails stops no game
                self._logs.mkdir(parents=True, exist_ok=True)
                with (self._logs / Path(name).name).open("ab") as file:
                    file.write(text.encode()[: max(0, LOG_BYTES - file.tell())])

    def _see_off(self, place: Place, told: dict[str, Any]) -> list[Played | Lost]:
        """A house is closed."""
        if "lines" in told:
            self._keep(told)
        self._leave(place, "was sent home")
        return []

    def _leave(self, place: Place, why: str) -> list[Played | Lost]:
        """Have nothing more to do with a house; its batches are lost. A worker that is still there is asked anew."""
        if self._places.get(place.address) is place:
            del self._places[place.address]
        if self._parting is not None:
            self._parting.discard(place.address)
        self._changed = time.monotonic()
        lost = [Lost(batch, why) for batch in place.given]
        self._in_loop(self._cancel([*place.given.values(), place.house]))
        place.given.clear()
        return [*lost]

    def _look_for_workers(self) -> None:
        """If there is nobody, say so; if nobody of those who are there may ever play, that is the end."""
        if self._places or self._parting is not None or self._changed == math.inf:
            return
        if self._refused and not self._welcomed:
            if time.monotonic() - self._changed > OTHERS:
                address, why = next(iter(self._refused.items()))
                raise NoCluster(f"No worker of the cluster can play this league. {address}: {why.removesuffix('.')}.")
        elif not self._waits:
            self._waits = True
            log.warning("The cluster has no worker for this league now: it waits for one.")
