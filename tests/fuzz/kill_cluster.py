"""Kills workers, the scheduler and the league of a dask cluster at random moments, and compares what is left.

Every run plays the same league on a new cluster of two workers and is killed some times: with SIGKILL, at moments drawn
from the seed. In the end it must have the bytes of a league that nobody disturbed, and nothing of it may still run.

    .venv/bin/python tests/fuzz/kill_cluster.py --number 50
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))

from clusters import Cluster, running
from leagues import all_end, derived, lines, started, tourney, until, write_league

KILLS = 3  # in a run, at most
THINKER = """
import time


class Thinker:
    summary, games, options = "takes a while for its first move", "all games", ()

    def __init__(self, place):
        time.sleep(0.03)

    def choose(self, infoset, clock):
        return infoset.legal()[0]
"""


def write(folder: Path) -> None:
    """A league of some seconds, however quick the machine is."""
    (folder / "thinker.py").write_text(THINKER)
    row = 'bot = "thinker.py:Thinker"\nname = "rules"\nisolation = "inprocess"\n'
    write_league(folder, deals=12, replace={'bot = "rules"\n': row}, replays=3)


def play(folder: Path, chance: random.Random) -> list[str]:
    """Play the league to its end, whatever is killed; who was, in order."""
    killed: list[str] = []
    number = 0
    while True:
        number += 1
        with running(folder / f"cluster-{number}") as cluster:
            while cluster.scheduler.poll() is None:
                if disturbed(folder, cluster, chance, killed) == 0:
                    until(lambda: not cluster.left_behind())
                    return killed
            assert all_end(cluster.end())


def disturbed(folder: Path, cluster: Cluster, chance: random.Random, killed: list[str]) -> int:
    """One start of the league, killed or disturbed on its way: its exit code."""
    words = ["--config", "league.toml", "--cluster", cluster.address, "-q"]
    with started(folder, *words) as league:
        while league.poll() is None and len(killed) < KILLS:
            enough = lines(folder) + chance.randrange(1, 20)
            late = time.monotonic() + chance.uniform(0.5, 4.0)
            while league.poll() is None and lines(folder) < enough and time.monotonic() < late:
                time.sleep(0.005)
            if league.poll() is not None:
                break
            whom = chance.choice(["worker", "worker", "scheduler", "league"])
            workers = cluster.workers()
            if whom == "worker" and not workers:
                continue
            killed.append(whom)
            if whom == "worker":
                chance.choice(workers).kill()
            elif whom == "scheduler":
                cluster.scheduler.kill()
                cluster.scheduler.wait()
            else:
                league.kill()
                return -9
        told = league.communicate()[1]
        assert league.returncode in (0, 8), told
        assert "Traceback" not in told, told
        return league.returncode


def main() -> None:
    """Print a line for every run; the first that differs ends it with an error."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--number", type=int, default=5, help="runs")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        unbroken = Path(name, "unbroken")
        unbroken.mkdir()
        write(unbroken)
        assert tourney(unbroken, "--config", "league.toml", "-q").returncode == 0
        wanted = derived(unbroken / "run")
        for number in range(given.number):
            folder = Path(name, str(number))
            folder.mkdir()
            write(folder)
            begun = time.monotonic()
            killed = play(folder, random.Random(f"{given.seed} {number}"))
            assert derived(folder / "run") == wanted, f"run {number} differs"
            seconds = time.monotonic() - begun
            print(
                f"run {number + 1}: the same bytes after {', '.join(killed) or 'nobody'} ({seconds:.0f} s)", flush=True
            )


if __name__ == "__main__":
    main()
