"""The executor for clusters with a cluster in memory: what it makes of workers that come, differ, fail and go."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tavern_tournament.cluster import executor as module
from tavern_tournament.cluster.connect import NoCluster
from tavern_tournament.cluster.executor import ClusterExecutor
from tavern_tournament.cluster.likeness import likeness, unlike
from tavern_tournament.cluster.parcel import BadParcel, packed, unpacked
from tavern_tournament.disk import DiskTrouble
from tavern_tournament.executor import Lost, Played, WorkerBug
from tavern_tournament.results import FAULT_KINDS
from tavern_tournament.schedule import Fixture, Games, Planned
from tavern_tournament.specs import BotSpec, Setup, TableSpec, Times

TABLE = TableSpec("table", "dragon-vault", 2, {}, deals=3)
POLICIES = dict.fromkeys(FAULT_KINDS, "void")
GAMES = list(Games([Fixture("table", ("a", "b"), 2, "s")]))
NOTHING: dict[str, Any] = {"results": [], "took": [], "lines": [], "printed": {}}


class KilledWorker(Exception):
    """As dask names it."""


class Client:
    """A client of dask as the executor uses it; what tasks return is decided by a test."""

    def __init__(self, loop: asyncio.AbstractEventLoop, tasks: dict[str, Callable[..., Any]]) -> None:
        self.loop = SimpleNamespace(asyncio_loop=loop)
        self.status = "running"
        self.there = {"tcp://one:1": 1}
        self.tasks = tasks
        self.keys: list[str] = []

    async def nthreads(self) -> dict[str, int]:
        return dict(self.there)

    def submit(self, task: Callable[..., Any], *arguments: Any, key: str, workers: list[str], **_: Any) -> Any:
        self.keys.append(key)
        return self._run(task.__name__, workers[0])

    async def _run(self, name: str, address: str) -> Any:
        told = self.tasks[name](address)
        if isinstance(told, BaseException):
            raise told
        return told

    async def cancel(self, futures: list[Any], force: bool) -> None:
        for future in futures:
            if asyncio.iscoroutine(future):
                future.close()


async def all_but_this_end() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    made = asyncio.new_event_loop()
    thread = threading.Thread(target=made.run_forever)
    thread.start()
    yield made
    asyncio.run_coroutine_threadsafe(all_but_this_end(), made).result()
    made.call_soon_threadsafe(made.stop)
    thread.join()
    made.close()


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    monkeypatch.setattr(module, "LOOK", 0.01)
    monkeypatch.setattr(module, "OTHERS", 0.0)
    return Setup("seed", (TABLE,), (), Times(), 60.0, POLICIES, str(tmp_path / "bots"))


def greet(setup: Setup, **other: Any) -> dict[str, Any]:
    return {"has": {**likeness(setup), **other}, "troubles": [], "worker": "name", "slots": 1}


def ready(executor: ClusterExecutor) -> None:
    """Wait until a worker is welcome."""
    while not executor.workers:
        executor.wait(0.05)


def wait_for_ever(executor: ClusterExecutor) -> None:
    while True:
        executor.wait(0.05)


def becomes_of(executor: ClusterExecutor, games: list[Planned]) -> list[Played | Lost]:
    """What becomes of a batch."""
    ready(executor)
    executor.give(7, games)
    while not (told := executor.wait(0.05)):
        continue
    return told


@pytest.mark.parametrize(
    ("told", "news"),
    [
        ({**NOTHING, "results": ["a", "b"], "took": [1, 2]}, [Played(7, ["a", "b"], [1, 2])]),
        ({**NOTHING, "results": ["a"], "took": [1], "lost": "hung"}, [Played(7, ["a"], [1]), Lost(7, "hung")]),
        ({**NOTHING, "closed": "died"}, [Lost(7, "died")]),  # another worker is there, or the outpost was killed
        (KilledWorker("by a neighbour"), [Lost(7, "died")]),
    ],
)
def test_what_a_batch_comes_to(loop: asyncio.AbstractEventLoop, setup: Setup, told: Any, news: list[Any]) -> None:
    tasks = {"open_house": lambda _: None, "greeting": lambda _: greet(setup), "play_games": lambda _: told}
    client: Any = Client(loop, tasks)
    executor = ClusterExecutor(client, setup)
    assert becomes_of(executor, GAMES[:2]) == news
    ready(executor)  # whatever happened, the worker is asked again if it is there
    assert [key for key in client.keys if key.endswith("games-7: table/a+b/0/0 and 1 more")]
    executor.end()


@pytest.mark.parametrize(
    ("told", "error"),
    [
        ({**NOTHING, "bug": "Traceback"}, WorkerBug),
        ({**NOTHING, "trouble": "no room"}, DiskTrouble),
        (CancelledError(), NoCluster),  # dask cancels everything when the scheduler is gone
    ],
)
def test_what_ends_a_league(loop: asyncio.AbstractEventLoop, setup: Setup, told: Any, error: type[Exception]) -> None:
    tasks = {"open_house": lambda _: None, "greeting": lambda _: greet(setup), "play_games": lambda _: told}
    client: Any = Client(loop, tasks)
    executor = ClusterExecutor(client, setup)
    with pytest.raises(error):
        becomes_of(executor, GAMES[:2])
    executor.end()


def test_a_worker_that_goes_is_lost_with_its_games(loop: asyncio.AbstractEventLoop, setup: Setup) -> None:
    never: asyncio.Event = asyncio.Event()

    async def play() -> Any:
        await never.wait()

    client: Any = Client(loop, {"open_house": lambda _: None, "greeting": lambda _: greet(setup)})
    executor = ClusterExecutor(client, setup)
    ready(executor)
    client.submit = lambda *_, **__: play()
    executor.give(7, GAMES[:1])
    client.there = {}
    while not (told := executor.wait(0.05)):
        continue
    assert told == [Lost(7, "died")]
    assert executor.workers == 0
    loop.call_soon_threadsafe(never.set)
    executor.end()


def test_if_no_worker_may_play_that_is_the_end(loop: asyncio.AbstractEventLoop, setup: Setup) -> None:
    """One has no bot, and the other not even tavern-tourney: both are named."""
    versions = {**likeness(setup)["versions"], "tavern-tourney": "0.0.1"}

    def greeting(address: str) -> Any:
        return greet(setup, versions=versions) if "one" in address else ModuleNotFoundError("No module named 'it'")

    client: Any = Client(loop, {"open_house": lambda _: None, "greeting": greeting})
    client.there = {"tcp://one:1": 1, "tcp://two:2": 1}
    executor = ClusterExecutor(client, setup)
    with pytest.raises(NoCluster, match=r"No worker of the cluster can play this league\. tcp://(one|two)"):
        wait_for_ever(executor)
    executor.end()


def test_the_scheduler_goes(loop: asyncio.AbstractEventLoop, setup: Setup) -> None:
    client: Any = Client(loop, {"open_house": lambda _: None, "greeting": lambda _: greet(setup)})
    executor = ClusterExecutor(client, setup)
    ready(executor)
    client.status = "connecting"
    with pytest.raises(NoCluster, match=r"The scheduler of the cluster is gone\. Finished games are safe"):
        wait_for_ever(executor)
    executor.end()


def test_what_differs_is_told(setup: Setup) -> None:
    ours = {**likeness(setup), "bots": {"mine": ["my-bot", "1.0", "aa"]}, "jail": ["files", "calls"]}
    theirs = {
        **ours,
        "build": "wooden",
        "games": {"table": ["1", "other"]},
        "bots": {"mine": []},
        "jail": ["files"],
    }
    assert list(unlike(ours, ours)) == []
    assert [sentence.partition(",")[0] for sentence in unlike(ours, theirs)] == [
        "it has the wooden build",
        "its rules or component data for the table table are not the same",
        "it has no bot 'mine' (of the package my-bot 1.0)",
        "its jail is weaker than the one here: calls missing",
    ]
    other = {**ours, "bots": {"mine": ["my-bot", "1.0", "bb"]}}
    assert list(unlike(ours, other)) == ["its bot 'mine' has other code (my-bot 1.0, here my-bot 1.0)"]


def test_files_arrive_beside_each_other_or_not_at_all(tmp_path: Path, setup: Setup) -> None:
    here = tmp_path / "here"
    (here / "book").mkdir(parents=True)
    (here / "bot.py").write_text("class Bot: pass")
    (here / "book" / "moves.txt").write_text("moves")
    (here / "run.sh").write_text("#!/bin/sh")
    (here / "run.sh").chmod(0o755)
    bots = (
        BotSpec("mine", f"{here}/bot.py:Bot", folder=str(here), files=(f"{here}/book/moves.txt",)),
        BotSpec("program", command=("./run.sh", "--quick"), folder=str(here)),
    )
    parcel = packed(Setup("seed", (TABLE,), bots, Times(), 60.0, POLICIES))
    mine, program = unpacked(parcel, tmp_path / "there").bots
    assert mine.bot == f"{tmp_path}/there/files/bot.py:Bot"
    assert mine.files == (f"{tmp_path}/there/files/book/moves.txt",)
    assert Path(mine.files[0]).read_text() == "moves"
    assert program.command == (f"{tmp_path}/there/files/run.sh", "--quick")
    assert Path(program.command[0]).stat().st_mode & 0o100
    parcel["files"][0]["data"] = ""
    with pytest.raises(BadParcel):
        unpacked(parcel, tmp_path / "elsewhere")
    (here / "bot.py").unlink()
    with pytest.raises(DiskTrouble):
        packed(Setup("seed", (TABLE,), bots, Times(), 60.0, POLICIES))
