"""Leagues in bad company: hostile bots, full disks, workers that fall silent, systems without fork."""

import csv
import errno
import json
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from leagues import LONG, derived, family, real_tourney, tourney, until, write_league

from tavern_bots.confine import keep_orphans
from tavern_tournament import local
from tavern_tournament.executor import Lost, Played
from tavern_tournament.host import Host
from tavern_tournament.journal import Journal
from tavern_tournament.lines import LONGEST, LineSender, pass_on
from tavern_tournament.local import LocalExecutor, Starter, Worker
from tavern_tournament.logs import logging_to, starting_workers
from tavern_tournament.pinned import PinnedProcess
from tavern_tournament.results import FAULT_KINDS, GameResult
from tavern_tournament.schedule import Fixture, Games
from tavern_tournament.specs import OURS, BotSpec, Setup, TableSpec, Times
from tavern_tournament.supervisor import TRIES, Supervisor
from tavern_tournament.workers import Link, NotNow, NoWorkers

pytestmark = pytest.mark.slow
HOSTILE = Path(__file__).parent.parent / "support" / "hostile_bots.py"
KINDS = {"Sleeps": "hang", "Quits": "crash", "Breeds": "hang", "WritesGarbage": "protocol", "Raises": "raise"}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody can be made the parent of orphans")
def test_hostile_bots_cost_only_their_own_results(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1)
    assert tourney(tmp_path, "--config", "league.toml", "--out", "peace").returncode == 0
    rows = "".join(f'[[bots]]\nbot = "{HOSTILE}:{name}"\nname = "{name}"\nisolation = "process"\n' for name in KINDS)
    write_league(tmp_path, deals=1, more=f"{rows}[clock]\npatience = 1.5\n")
    keep_orphans()  # so that whatever bots leave behind descends from this process
    before = set(family())
    run = real_tourney(tmp_path, "--config", "league.toml", "--out", "war", "--workers", "6")  # most of them wait
    assert run.returncode == 0, run.stderr
    assert set(family()) <= before
    with (tmp_path / "war" / "faults.csv").open() as file:
        faults = {(row["bot"], row["kind"]) for row in csv.DictReader(file)}
    assert faults == set(KINDS.items())
    peace = [json.loads(line) for line in (tmp_path / "peace" / "games.jsonl").read_text().splitlines()]
    war = [json.loads(line) for line in (tmp_path / "war" / "games.jsonl").read_text().splitlines()]
    assert len(war) == 28 * 2
    ours = {game["line_up"] for game in peace}
    told = [{**game, "stamp": ""} for game in peace]
    assert [{**game, "stamp": ""} for game in war if game["line_up"] in ours] == told
    for game in war:
        if game["line_up"].count("+") and sum(bot in KINDS for bot in game["bots"]) == 1:
            assert game["placement"][[bot in KINDS for bot in game["bots"]].index(True)] == 2


def test_a_league_with_a_bot_in_its_own_process_is_the_same_league(tmp_path: Path) -> None:
    write_league(tmp_path)
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    inside = derived(tmp_path / "run")["games.jsonl"]
    write_league(tmp_path, replace={'bot = "rules"': 'bot = "rules"\nisolation = "process"'})
    again = tourney(tmp_path, "--config", "league.toml", "--out", "outside")
    assert again.returncode == 0, again.stderr
    assert derived(tmp_path / "outside")["games.jsonl"] == inside


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_ends_in_a_sentence_and_the_run_goes_on_later(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(disk)], capture_output=True).returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        write_league(tmp_path, deals=20)
        run = tourney(tmp_path, "--config", "league.toml", "--out", "disk/run")
        assert run.returncode == 4, run.stderr
        assert "No space left on device" in run.stderr
        assert "Traceback" not in run.stderr
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        again = tourney(tmp_path, "--config", "league.toml", "--out", "disk/run")
        assert again.returncode == 0, again.stderr
        assert "Going on with the run" in again.stderr
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    write_league(tmp_path)
    run = tourney(tmp_path, "--config", "league.toml", "--out", "file/run")
    assert run.returncode == 4
    assert run.stderr == "The folder file/run cannot be made: Not a directory.\n"


class Told:
    """A watcher who remembers."""

    def __init__(self) -> None:
        self.results: list[GameResult] = []
        self.losses: list[str] = []

    def finished(self, result: GameResult) -> None:
        self.results.append(result)

    def lost(self, games: int, why: str) -> None:
        self.losses.append(why)


def setup_of(*bots: BotSpec, patience: float = 60.0) -> Setup:
    tables = (TableSpec("table", "dragon-vault", 2, {}),)
    return Setup("seed", tables, bots, Times(), patience, dict.fromkeys(FAULT_KINDS, "forfeit"))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all tests run this way")
def test_workers_can_be_spawned_where_there_is_no_fork(tmp_path: Path) -> None:
    setup = setup_of(*(BotSpec(name, "random", isolation="inprocess") for name in ("one", "two")))
    planned = Games([Fixture("table", ("one", "two"), 3, "s")])
    told = Told()
    with (
        logging_to(tmp_path / "log.txt", 0),
        starting_workers(fork=False) as starter,
        Journal(tmp_path / "j.jsonl") as journal,
    ):
        assert Supervisor(setup, journal, LocalExecutor(setup, starter, 2), told).run(planned)
    host = Host(setup)
    expected = {one.id: host.play(one).actions for one in planned}
    assert {result.id: result.actions for result in told.results} == expected


def test_a_game_that_silences_its_worker_is_void_and_the_others_are_played(tmp_path: Path) -> None:
    """A trusted bot that never comes back: nobody but the supervisor can end it."""
    sleeps = BotSpec("sleeps", f"{HOSTILE}:Sleeps", isolation="inprocess")
    setup = setup_of(sleeps, *(BotSpec(name, "random", isolation="inprocess") for name in ("one", "two")))
    fixtures = [Fixture("table", ("one", "sleeps"), 1, "s"), Fixture("table", ("one", "two"), 5, "s")]
    told = Told()
    with (
        logging_to(tmp_path / "log.txt", 0),
        starting_workers() as starter,
        Journal(tmp_path / "j.jsonl") as journal,
    ):
        executor = LocalExecutor(setup, starter, 2)
        executor.silence = 2.0
        assert Supervisor(setup, journal, executor, told).run(Games(fixtures))
    void = {result.id: result.void for result in told.results if result.void}
    assert set(void) == {"table/one+sleeps/0/0", "table/one+sleeps/0/1"}
    assert all(f"{TRIES} times" in why for why in void.values())
    assert len(told.results) == 12
    assert set(told.losses) == {"A worker was silent for 2 s"}


def test_bots_that_would_end_their_worker_end_nothing(tmp_path: Path) -> None:
    """They pretend that somebody pressed Ctrl-C, or that the program exits, in the league's own process."""
    names = ("Interrupts", "RaisesTheUnspeakable", "AnswersItsEnd", "AnswersCtrlC", "RaisesTheNameless")
    guests = [BotSpec(name, f"{HOSTILE}:{name}", isolation="inprocess") for name in names]
    setup = setup_of(*guests, BotSpec("one", "random", isolation="inprocess"))
    told = Told()
    with (
        logging_to(tmp_path / "log.txt", 0),
        starting_workers() as starter,
        Journal(tmp_path / "j.jsonl") as journal,
    ):
        supervisor = Supervisor(setup, journal, LocalExecutor(setup, starter, 2), told)
        assert supervisor.run(Games([Fixture("table", ("one", name), 1, "s") for name in names]))
    assert told.losses == []
    assert [result.void for result in told.results] == [""] * 10
    faults = {(result.bots[fault.seat], fault.kind) for result in told.results for fault in result.faults}
    assert faults == {(name, "raise") for name in names}


class Scarce:
    """Starts workers, but now and then none, as on a machine with too many processes."""

    def __init__(self, starter: Starter, fails: Callable[[int], bool]) -> None:
        self._starter = starter
        self._fails = fails
        self.times = 0

    def start(self) -> tuple[int, Link]:
        self.times += 1
        if self._fails(self.times):
            raise NotNow("Resource temporarily unavailable")
        return self._starter.start()


@pytest.mark.parametrize(
    "fails", [lambda time: time > 1, lambda time: time % 3 != 0], ids=["one worker", "now and then"]
)
def test_a_league_goes_on_with_the_workers_that_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: Callable[[int], bool]
) -> None:
    monkeypatch.setattr(local, "AGAIN", 0.0)
    setup = setup_of(*(BotSpec(name, "random", isolation="inprocess") for name in ("one", "two")))
    told = Told()
    with (
        logging_to(tmp_path / "log.txt", 0),
        starting_workers() as starter,
        Journal(tmp_path / "j.jsonl") as journal,
    ):
        executor = LocalExecutor(setup, Scarce(starter, fails), 2)
        assert Supervisor(setup, journal, executor, told).run(Games([Fixture("table", ("one", "two"), 20, "s")]))
    assert len(told.results) == 40
    assert told.losses == []
    line = "A worker cannot be started now (Resource temporarily unavailable): the league goes on with "
    assert line in (tmp_path / "log.txt").read_text()


def test_a_league_that_gets_no_worker_at_all_ends_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "AGAIN", 0.0)
    monkeypatch.setattr(local, "TRIES", 3)
    setup = setup_of(*(BotSpec(name, "random", isolation="inprocess") for name in ("one", "two")))
    with (
        logging_to(tmp_path / "log.txt", 0),
        starting_workers() as starter,
        Journal(tmp_path / "j.jsonl") as journal,
    ):
        scarce = Scarce(starter, lambda time: True)
        supervisor = Supervisor(setup, journal, LocalExecutor(setup, scarce, 2), Told())
        with pytest.raises(NoWorkers, match="No worker can be started: Resource temporarily unavailable"):
            supervisor.run(Games([Fixture("table", ("one", "two"), 20, "s")]))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no zygote")
def test_a_fork_that_fails_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that forks workers stays, and forks the next one."""
    fork, parent = os.fork, os.getpid()
    failed = tmp_path / "failed"

    def scarce() -> int:
        if os.getpid() != parent and not failed.exists():
            failed.touch()
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return fork()

    monkeypatch.setattr(os, "fork", scarce)
    with logging_to(tmp_path / "log.txt", 0), starting_workers() as starter:
        with pytest.raises(NotNow, match="Resource temporarily unavailable"):
            starter.start()
        _, link = starter.start()
        link.close()


class StoodStill(Told):
    """A watcher in a process that is stopped for an hour after every game, as by Ctrl-Z."""

    def __init__(self) -> None:
        super().__init__()
        self.away = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.away

    def finished(self, result: GameResult) -> None:
        super().finished(result)
        self.away += 3600.0


def test_workers_of_a_league_that_stood_still_are_not_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of(*(BotSpec(name, "random", isolation="inprocess") for name in ("one", "two")))
    told = StoodStill()
    with (
        logging_to(tmp_path / "log.txt", 0),
        starting_workers() as starter,
        Journal(tmp_path / "j.jsonl") as journal,
    ):
        for module in ("supervisor", "local", "workers"):
            monkeypatch.setattr(f"tavern_tournament.{module}.time", told)
        supervisor = Supervisor(setup, journal, LocalExecutor(setup, starter, 2), told)
        assert supervisor.run(Games([Fixture("table", ("one", "two"), 20, "s")]))
    assert told.losses == []
    assert len(told.results) == 40


class Hours:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("other", "package", "works", "lost"),
    [
        ("stranger", "", True, False),
        ("stranger", "", False, True),
        ("guest", "", True, True),
        ("ours", "my 1", True, True),
    ],
    ids=["our bot thinks", "nobody thinks", "a guest may be thinking", "rules of others may go round in circles"],
)
def test_our_own_bots_may_think_as_long_as_they_like(
    monkeypatch: pytest.MonkeyPatch, other: str, package: str, works: bool, lost: bool
) -> None:
    """For hours, in a build that is slow: a worker that uses its CPU is silent, but not hanging."""
    hours = Hours()
    monkeypatch.setattr(local, "time", hours)
    monkeypatch.setattr(PinnedProcess, "cpu_seconds", lambda self: hours.now if works else 7.0)
    ours = BotSpec("ours", "mcts", package=OURS, isolation="inprocess")
    setup = setup_of(ours, BotSpec("guest", "guest.py:Guest", isolation="inprocess"), BotSpec("stranger", "random"))
    setup = replace(setup, tables=tuple(replace(table, package=package) for table in setup.tables))
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    near, far = socket.socketpair()
    with process, far:
        executor = LocalExecutor(setup, Ready(process.pid, Link(near)), 1)
        executor.give(1, [*Games([Fixture("table", (other, "ours"), 1, "s")])])
        told: list[Played | Lost] = []
        while hours.now < 10 * executor.silence and not told:
            hours.now += 1.0
            told += executor.wait(0.0)
        assert told == ([Lost(1, f"was silent for {executor.silence:g} s")] if lost else [])
        executor.end()


class Ready:
    """Starts a worker that is there already."""

    def __init__(self, pid: int, link: Link) -> None:
        self._worker = pid, link

    def start(self) -> tuple[int, Link]:
        return self._worker


def test_the_work_of_a_process_is_seen() -> None:
    me = PinnedProcess(os.getpid())
    before = me.cpu_seconds()
    until(lambda: me.cpu_seconds() > before)
    process = subprocess.Popen([sys.executable, "-c", ""])
    gone = PinnedProcess(process.pid)
    process.wait(timeout=LONG)
    assert gone.cpu_seconds() == 0.0


def test_what_workers_log_arrives_though_others_are_gone(tmp_path: Path) -> None:
    """A bot ends its worker again and again: nobody else is silenced, and no line is lost."""
    raises = BotSpec("raises", f"{HOSTILE}:Raises", isolation="inprocess")
    quits = BotSpec("quits", f"{HOSTILE}:Quits", isolation="inprocess")
    setup = setup_of(raises, quits, BotSpec("one", "random", isolation="inprocess"))
    fixtures = [Fixture("table", ("one", "quits"), 1, "s"), Fixture("table", ("one", "raises"), 4, "s")]
    told = Told()
    with (
        logging_to(tmp_path / "log.txt", 0),
        starting_workers() as starter,
        Journal(tmp_path / "j.jsonl") as journal,
    ):
        supervisor = Supervisor(setup, journal, LocalExecutor(setup, starter, 2), told)
        supervisor.batch_seconds = 0.001  # a batch is a game, so that nobody else's is lost
        assert supervisor.run(Games(fixtures))
    assert told.losses.count("A worker died") >= 2 * TRIES
    logged = (tmp_path / "log.txt").read_text()
    faults = [
        f"{result.id}, move {fault.move}: {result.bots[fault.seat]}: {fault.kind}\n"
        for result in told.results
        for fault in result.faults
    ]
    assert len(faults) >= 8
    assert [line for line in faults if logged.count(line) != 1] == []


def test_lines_travel_whole_and_a_worker_never_waits_for_its_log() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    sender, heard = LineSender(theirs), Heard()
    logger = logging.Logger("lines")
    logger.addHandler(heard)
    long = "\N{DRAGON}" * 5000
    try:
        raise ValueError("oh")
    except ValueError:
        sender.emit(logging.LogRecord("tavern.workers", 20, "", 7, "%s fell", (long,), sys.exc_info()))
    assert pass_on(ours, logger)
    (record,) = heard.records
    assert (record.levelno, record.getMessage()[0], record.getMessage()[-14:]) == (20, long[0], "ValueError: oh")
    assert len(record.getMessage()) < LONGEST + 10
    for _ in range(10_000):  # far more than the socket holds
        sender.emit(logging.LogRecord("tavern.workers", 20, "", 7, "again", (), None))
    theirs.close()
    while pass_on(ours, logger):
        continue
    assert 10 < len(heard.records) < 10_000
    ours.close()
    sender.emit(logging.LogRecord("tavern.workers", 20, "", 7, "nobody is there", (), None))


class Heard(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="elsewhere a process is only known by its number")
def test_a_worker_that_has_ended_is_not_killed_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else may have it by now."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    ours, theirs = socket.socketpair()
    worker = Worker(process.pid, Link(ours), setup_of(), None)
    process.communicate(b"\n")
    killed: list[int] = []
    monkeypatch.setattr(os, "kill", lambda pid, _number: killed.append(pid))
    worker.kill()
    worker.kill()
    theirs.close()
    assert killed == []


def test_a_pinned_process_is_ended() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    PinnedProcess(process.pid).kill()
    assert process.wait(timeout=LONG) == -9
    PinnedProcess(process.pid).kill()
