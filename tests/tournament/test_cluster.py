"""Leagues on a real dask cluster over loopback: the same bytes as on one machine, whoever is killed meanwhile."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from clusters import Cluster, make_certificates, running
from leagues import LONG, all_end, derived, heard_from, lines, started, told_by, tourney, until, write_league

import tavern_tournament
from tavern_tournament.cli import code_of
from tavern_tournament.cluster.address import Cluster as Address
from tavern_tournament.cluster.connect import NoCluster, connected

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent.parent
PROGRAM = Path(__file__).parent / "other_languages" / "last.sh"
BOTS = """
import os
import time
from pathlib import Path


class Plain:
    summary, games, options = "plays its first move", "all games", ()

    def __init__(self, place):
        pass

    def choose(self, infoset, clock):
        return infoset.legal()[0]


class Reader(Plain):
    def choose(self, infoset, clock):
        print("I read", (Path(__file__).parent / "book" / "moves.txt").read_text())
        return infoset.legal()[-1]


class Raiser(Plain):
    def choose(self, infoset, clock):
        raise ValueError("not my day")


class Hanger(Plain):
    def choose(self, infoset, clock):
        time.sleep(3600)


class Deadly(Plain):
    def choose(self, infoset, clock):
        os._exit(3)
"""
ROWS = """
[[bots]]
bot = "bots.py:Reader"
name = "reader"
files = ["book/moves.txt"]
[[bots]]
bot = "bots.py:Raiser"
name = "raiser"
isolation = "process"
[[bots]]
bot = "bots.py:Hanger"
name = "hanger"
isolation = "process"
[[bots]]
bot = "bots.py:Deadly"
name = "deadly"
isolation = "inprocess"
[[bots]]
command = ["./last.sh"]
name = "program"
games = ["dragon-vault"]
[clock]
patience = 0.5
"""
GAUNTLET = '[schedule]\nkind = "gauntlet"\nchallenger = "rules"\n'
THINKER = """
import time


class Thinker:
    summary, games, options = "takes a while for its first move", "all games", ()

    def __init__(self, place):
        time.sleep(0.04)

    def choose(self, infoset, clock):
        return infoset.legal()[0]
"""


def write_strange_league(folder: Path) -> None:
    """A league of bots of all kinds, most of them with faults."""
    (folder / "bots.py").write_text(BOTS)
    (folder / "book").mkdir()
    (folder / "book" / "moves.txt").write_text("a book")
    shutil.copy(PROGRAM, folder)
    (folder / PROGRAM.name).chmod(0o755)
    write_league(folder, deals=1, more=ROWS, replace={"[schedule]\n": GAUNTLET})


def write_slow_league(folder: Path) -> None:
    """A league of some seconds, however quick the machine is."""
    (folder / "thinker.py").write_text(THINKER)
    row = 'bot = "thinker.py:Thinker"\nname = "rules"\nisolation = "inprocess"\n'
    write_league(folder, deals=16, replace={'bot = "rules"\n': row})


def on(cluster: Cluster) -> list[str]:
    return ["--config", "league.toml", "--cluster", cluster.address]


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a league leaves on one machine."""
    folder = tmp_path_factory.mktemp("unbroken")
    write_slow_league(folder)
    assert tourney(folder, "--config", "league.toml", "-q").returncode == 0
    return derived(folder / "run")


def test_bots_of_all_kinds_play_as_on_one_machine(tmp_path: Path) -> None:
    """Bots of files, with files, in jails, programs; those that raise, hang, and end their process: void is void.

    Their faults are logged, what they print is kept, and nothing of them stays.
    """
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        write_strange_league(tmp_path / name)
    here = tourney(tmp_path / "here", "--config", "league.toml", "-q")
    assert here.returncode == 5, here.stderr
    with running(tmp_path / "cluster", workers=0) as cluster:
        cluster.add_worker("both", threads=2)
        there = tourney(tmp_path / "there", *on(cluster), "-q")
        assert there.returncode == 5, there.stderr
        until(lambda: not cluster.left_behind())
    assert derived(tmp_path / "there" / "run") == derived(tmp_path / "here" / "run")
    assert "Its worker died, 3 times." in (tmp_path / "there" / "run" / "faults.csv").read_text()
    assert "I read a book" in (tmp_path / "there" / "run" / "bots" / "reader.log").read_text()
    assert ": raiser: raise" in (tmp_path / "there" / "run" / "log.txt").read_text()


def test_a_cluster_through_all_its_troubles(tmp_path: Path, unbroken: dict[str, str]) -> None:
    """Workers come late, one is killed, one is slow, the league is killed, and then the scheduler."""
    write_slow_league(tmp_path)
    with running(tmp_path / "first", workers=0) as cluster:
        with started(tmp_path, *on(cluster), "-q") as league:
            heard_from(league, "The cluster has no worker for this league now: it waits for one.")
            cluster.add_worker("late", threads=2)
            until(lambda: lines(tmp_path) >= 10 and cluster.workers(), league)
            (worker,) = cluster.workers()
            worker.kill()
            heard_from(league, "A worker died: it is replaced")
            enough = lines(tmp_path) + 5
            until(lambda: lines(tmp_path) >= enough and cluster.workers(), league)
            (slow,) = cluster.workers()
            slow.send_signal(signal.SIGSTOP)
            cluster.add_worker("quick")
            more = lines(tmp_path) + 5
            until(lambda: lines(tmp_path) >= more, league)
            slow.send_signal(signal.SIGCONT)
            league.kill()
        until(lambda: not cluster.left_behind())  # before the next league comes
        with started(tmp_path, *on(cluster), "-q") as league:
            still = lines(tmp_path)
            until(lambda: lines(tmp_path) > still, league)
            cluster.scheduler.kill()
            told = told_by(league)
        assert league.returncode == 8, told
        assert told.splitlines()[-1].startswith("The scheduler of the cluster is gone. Finished games are safe")
        others = cluster.end()
    assert all_end(others)
    again = tourney(tmp_path, "--config", "league.toml", "-q")  # wherever it likes
    assert again.returncode == 0, again.stderr
    assert "Going on with the run in run" in again.stderr
    assert derived(tmp_path / "run") == unbroken


def test_a_cluster_of_this_machine_and_ctrl_c(tmp_path: Path, unbroken: dict[str, str]) -> None:
    """The terminal sends Ctrl-C to the whole group: games end, and the same command goes on."""
    write_slow_league(tmp_path)
    with started(tmp_path, "--config", "league.toml", "--cluster", "local:2") as league:
        until(lambda: lines(tmp_path) >= 10, league)
        os.killpg(league.pid, signal.SIGINT)
        told = told_by(league)
    assert league.returncode == 4, told
    assert "Finishing the games that are being played" in told
    assert "A worker died" not in told
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    assert derived(tmp_path / "run") == unbroken


def test_certificates(tmp_path: Path) -> None:
    """Over TLS with the right ones, and a sentence with those of somebody else, or without any."""
    good, other = make_certificates(tmp_path / "good"), make_certificates(tmp_path / "other")
    with running(tmp_path / "cluster", workers=1, certificates=good) as cluster:
        for files, words in (
            (other, f"The certificates for {cluster.address} do not fit: "),
            ({**good, "ca": other["ca"]}, f"The certificates for {cluster.address} do not fit: "),
            ({}, "tls:// needs cluster_ca, cluster_cert and cluster_key under [run]"),
        ):
            with pytest.raises(NoCluster) as refused, connected(there(cluster.address, files)):
                pass
            assert str(refused.value).startswith(words)
            assert "\n" not in str(refused.value)
        keys = "".join(f'cluster_{name} = "{path}"\n' for name, path in good.items())
        write_league(tmp_path, deals=2, replace={"[run]\n": f'[run]\ncluster = "{cluster.address}"\n{keys}'})
        run = tourney(tmp_path, "--config", "league.toml", "-q")
        assert (run.returncode, run.stderr.splitlines()[-1]) == (0, "Report: run/report.html"), run.stderr
    write_league(tmp_path, deals=2)
    assert tourney(tmp_path, "--config", "league.toml", "-q", "--out", "here").returncode == 0
    assert derived(tmp_path / "run") == derived(tmp_path / "here")


def there(address: str, files: dict[str, Path]) -> Address:
    return Address(address, **{name: str(path) for name, path in files.items()})


def test_a_worker_that_differs_gets_no_game_and_is_named(tmp_path: Path) -> None:
    """One has other code, and the other has it all."""
    write_league(tmp_path, deals=2)
    source = Path(tavern_tournament.__file__).parent
    shutil.copytree(source, tmp_path / "code" / "tavern_tournament", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "code" / "tavern_tournament" / "match.py").open("a") as file:
        file.write("# another\n")
    with running(tmp_path / "cluster", workers=1) as cluster:
        cluster.add_worker(
            "other", nanny=False, PYTHONPATH=os.pathsep.join([str(tmp_path / "code"), *filter(None, sys.path)])
        )
        until(lambda: (tmp_path / "cluster" / "scheduler.log").read_text().count("Register worker") == 2)
        told = tourney(tmp_path, *on(cluster), "-q")
    assert told.returncode == 0, told.stderr
    assert told.stderr.count("gets no games: its code of tavern-tourney is not the same, though the version is.") == 1
    assert lines(tmp_path) == 12


def test_there_is_no_such_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavern_tournament.cluster.connect.PATIENCE", 0.1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        for sentence in (
            f"There is no scheduler at {address}: Connection refused.",
            f"Nobody at {address} speaks like a scheduler within 0.1 s; is it tls:// there?",
        ):
            with pytest.raises(NoCluster) as refused, connected(Address(address)):
                pass
            assert str(refused.value) == sentence
            assert code_of(refused.value) == 8
            silent.listen()


def test_the_three_ways_of_the_readme(tmp_path: Path) -> None:
    """Its six lines as they are written, on a smaller league and another port: each way leaves the same tables."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = (part for part in text.split("```\n") if "--shard 1/2" in part)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    for old, new in {
        "8786": port,
        "--host 127.0.0.1": f"--host 127.0.0.1 --port {port} --no-dashboard",
        ".venv/bin/": f"{Path(sys.executable).parent}/",
    }.items():
        assert old in block
        block = block.replace(old, new)
    one, first, second, merged, cluster, on_cluster = block.splitlines()
    (tmp_path / "configs").mkdir()
    config = write_league(tmp_path / "configs", deals=1, replace={'out = "run"': 'out = "runs/quick"'})
    config.rename(config.with_name("quick.toml"))
    tables = []
    for way in ([one], [first, second, merged], [cluster, on_cluster]):
        shutil.rmtree(tmp_path / "runs", ignore_errors=True)
        script = subprocess.Popen(["bash", "-ec", "\n".join(way)], cwd=tmp_path, start_new_session=True)
        try:
            assert script.wait(LONG) == 0
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(script.pid, signal.SIGKILL)
        tables.append(derived(tmp_path / "runs" / "quick"))
    assert tables[0] == tables[1] == tables[2]
