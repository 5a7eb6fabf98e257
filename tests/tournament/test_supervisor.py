"""The supervisor and an executor in memory that loses its workers: what is lost is played again, or void in the end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tavern_tournament.executor import Lost, Played, WorkerBug
from tavern_tournament.journal import Journal, read
from tavern_tournament.match import void_result
from tavern_tournament.results import FAULT_KINDS, GameResult
from tavern_tournament.schedule import Fixture, Games, Planned
from tavern_tournament.specs import Setup, TableSpec, Times
from tavern_tournament.supervisor import TRIES, Supervisor

SETUP = Setup(
    "seed", (TableSpec("table", "dragon-vault", 2, {}),), (), Times(), 60.0, dict.fromkeys(FAULT_KINDS, "void")
)
Strikes = Callable[[Planned, int], str]  # a game, and for which time it is played: how its worker is lost, or nothing


class Memory:
    """An executor without any process: the next look tells what becomes of a batch, one game a look."""

    def __init__(self, workers: int, strikes: Strikes = lambda planned, time: "") -> None:
        self.workers = workers
        self.strikes = strikes
        self.batches: dict[int, list[Planned]] = {}
        self.sizes: list[int] = []
        self.times: Counter[str] = Counter()
        self.done: list[str] = []

    def give(self, batch: int, games: Sequence[Planned]) -> None:
        assert len(self.batches) < self.workers
        assert batch not in self.batches
        self.batches[batch] = list(games)
        self.sizes.append(len(games))

    def wait(self, seconds: float) -> list[Played | Lost]:
        told: list[Played | Lost] = []
        for batch, left in list(self.batches.items()):
            planned = left[0]
            self.times[planned.id] += 1
            if why := self.strikes(planned, self.times[planned.id]):
                del self.batches[batch]
                told.append(Lost(batch, why))
                continue
            left.pop(0)
            if not left:
                del self.batches[batch]
            line = void_result(planned, "dragon-vault", "not really played").to_json()
            told.append(Played(batch, [line], [0.001]))
        return told

    def part(self, seconds: float) -> bool:
        self.done.append("part")
        return self.done.count("part") > 1  # somebody needs another moment

    def end(self) -> None:
        self.done.append("end")


class Told:
    """Keeps what it is told."""

    def __init__(self, then: Callable[[], object] = lambda: None) -> None:
        self.results: list[GameResult] = []
        self.losses: list[tuple[int, str]] = []
        self.then = then

    def finished(self, result: GameResult) -> None:
        self.results.append(result)
        self.then()

    def lost(self, games: int, why: str) -> None:
        self.losses.append((games, why))


def plan(deals: int) -> Games:
    return Games([Fixture("table", ("a", "b"), deals, "s")])


def played(folder: Path, executor: Memory, planned: Games) -> tuple[Told, bool]:
    told = Told()
    with Journal(folder / "journal.jsonl") as journal:
        complete = Supervisor(SETUP, journal, executor, told).run(planned)
    assert executor.done[-1] == "end"
    written = read(folder / "journal.jsonl")
    assert {(one.id, one.void) for one in told.results} == {(one.id, one.void) for one in written}
    return told, complete


def test_every_game_is_played_once_and_workers_are_sent_home(tmp_path: Path) -> None:
    executor = Memory(3)
    told, complete = played(tmp_path, executor, plan(50))
    assert complete
    assert Counter(one.id for one in told.results) == Counter(one.id for one in plan(50))
    assert executor.done == ["part", "part", "end"]
    assert max(executor.sizes) > 10  # quick games come in large batches
    assert executor.sizes[-3:] == [1, 1, 1]  # and in small ones in the end


def test_what_a_lost_worker_had_is_played_again_alone(tmp_path: Path) -> None:
    victim = list(plan(40))[60].id
    executor = Memory(2, lambda planned, time: "died" if planned.id == victim and time == 1 else "")
    told, complete = played(tmp_path, executor, plan(40))
    assert complete
    assert len(told.results) == 80
    ((games_again, why),) = told.losses
    assert (games_again > 1, why) == (True, "A worker died")
    assert all("not really played" in one.void for one in told.results)
    assert executor.times[victim] == 2


def test_a_game_that_loses_three_workers_alone_is_void_and_the_others_are_played(tmp_path: Path) -> None:
    victim = list(plan(40))[60].id
    executor = Memory(2, lambda planned, _time: "was silent" if planned.id == victim else "")
    told, complete = played(tmp_path, executor, plan(40))
    assert complete
    void = {one.id: one.void for one in told.results if one.void != "not really played"}
    assert void == {victim: f"Its worker was silent, {TRIES} times."}
    assert len(told.results) == 80
    assert [number for number, _ in told.losses][-TRIES:] == [1] * TRIES
    assert executor.times[victim] == TRIES + 1


def test_workers_may_be_lost_all_the_time(tmp_path: Path) -> None:
    """Every game loses its worker twice: all of them get their result."""
    executor = Memory(4, lambda planned, time: "died" if time < TRIES else "")
    told, complete = played(tmp_path, executor, plan(20))
    assert complete
    assert sorted(one.id for one in told.results) == sorted(one.id for one in plan(20))
    assert {one.void for one in told.results} == {"not really played"}


def test_an_idle_worker_that_is_lost_costs_nothing(tmp_path: Path) -> None:
    class Idle(Memory):
        def wait(self, seconds: float) -> list[Played | Lost]:
            return [Lost(None, "died"), *super().wait(seconds)]

    told, complete = played(tmp_path, Idle(2), plan(3))
    assert complete
    assert len(told.results) == 6
    assert set(told.losses) == {(0, "A worker died")}


def test_a_league_waits_for_workers_that_come_late(tmp_path: Path) -> None:
    class Late(Memory):
        looks = 0

        def wait(self, seconds: float) -> list[Played | Lost]:
            self.looks += 1
            self.workers = 2 if self.looks > 3 else 0
            return super().wait(seconds)

    told, complete = played(tmp_path, Late(0), plan(3))
    assert complete
    assert len(told.results) == 6


def test_known_paces_make_large_batches_at_once(tmp_path: Path) -> None:
    executor = Memory(1)
    with Journal(tmp_path / "journal.jsonl") as journal:
        assert Supervisor(SETUP, journal, executor, Told(), {"table/a+b": 0.05}).run(plan(50))
    assert executor.sizes[0] == 20  # for a second


@pytest.mark.parametrize("word", ["draining", "stopping"])
def test_a_league_that_is_stopped_writes_down_what_is_finished(tmp_path: Path, word: str) -> None:
    executor = Memory(2)
    with Journal(tmp_path / "journal.jsonl") as journal:
        supervisor = Supervisor(SETUP, journal, executor, Told(lambda: setattr(supervisor, word, True)))
        assert not supervisor.run(plan(50))
    assert 1 <= len(read(tmp_path / "journal.jsonl")) < 100
    assert executor.done == (["part", "part", "end"] if word == "draining" else ["end"])
    assert bool(executor.batches) == (word == "stopping")


def test_a_bug_in_a_worker_ends_the_league_and_its_workers(tmp_path: Path) -> None:
    class Buggy(Memory):
        def wait(self, seconds: float) -> list[Played | Lost]:
            raise WorkerBug("Traceback ...")

    executor = Buggy(2)
    with Journal(tmp_path / "journal.jsonl") as journal, pytest.raises(WorkerBug):
        Supervisor(SETUP, journal, executor, Told()).run(plan(1))
    assert executor.done == ["end"]


def test_specs_survive_json() -> None:
    fields = json.loads(json.dumps(SETUP.to_fields()))
    assert Setup.from_fields(fields) == SETUP
