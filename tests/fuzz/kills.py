"""Kills leagues with SIGKILL at random moments: each goes on, and ends with the bytes of one that nobody killed.

    python tests/fuzz/kills.py --number 200

One bot of the league is in the jail, so that what dies with a league is a whole tree of processes. Sometimes the
supervisor is killed, and sometimes a worker or the zygote before it; the process of a bot never, as that would be the
bot's fault. Exit code 1 if a league ended in other bytes, or if something outlived it.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import tempfile
import time
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))

from leagues import all_end, derived, family, started, titled, tourney, write_league

SAMPLE = Path(__file__).parent.parent / "sample_bot" / "sample_bot.py"
OURS = ("tavern-tourney workers", "tavern-tourney worker")  # the zygote, and those it forks
LONGEST = 3.0  # seconds that a league is left alone
ROW = f'[[bots]]\nbot = "{SAMPLE}:SampleBot"\nname = "sample"\n[schedule]'


def write(folder: Path, seed: int) -> Path:
    folder.mkdir()
    write_league(folder, deals=20, replace={"[schedule]": ROW, 'seed = "test"': f'seed = "kills {seed}"'}, replays=3)
    return folder


def killed(folder: Path, chance: random.Random, most: int) -> int:
    """How often a league was killed until it ended, most often so many times."""
    kills = 0
    while True:
        with started(folder, "--config", "league.toml", "--quiet") as process:
            late = time.monotonic() + (chance.uniform(0.05, LONGEST) if kills < most else 3600)
            while process.poll() is None and time.monotonic() < late:
                time.sleep(0.005)
            if process.poll() is not None:
                if process.returncode == 0:
                    return kills
                raise AssertionError(f"It ended with {process.returncode}: {process.communicate()[1]}")
            others, ours = family(process.pid), [one for title in OURS for one in titled(process, title)]
            if ours and chance.random() < 0.3:
                with contextlib.suppress(psutil.Error):
                    chance.choice(ours).kill()
            if chance.random() < 0.2:  # it may go on for a moment without what was killed
                time.sleep(chance.uniform(0, 0.3))
                others = [*others, *family(process.pid)] if process.poll() is None else others
        kills += 1
        assert all_end(others), "something outlived the league"


def main() -> None:
    """Kill, compare and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=20, help="kills in all")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    chance = random.Random(chosen.seed)
    kills, leagues = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while kills < chosen.number:
            whole, cut = (write(Path(folder, f"{name} {leagues}"), leagues) for name in ("whole", "cut"))
            done = tourney(whole, "--config", "league.toml", "--quiet")
            assert done.returncode == 0, done.stderr
            kills += killed(cut, chance, chosen.number - kills)
            leagues += 1
            if derived(whole / "run") != derived(cut / "run"):
                sys.exit(f"League {leagues} of seed {chosen.seed} ended in other bytes.")
            print(f"{kills} kills, {leagues} leagues: the same bytes", flush=True)


if __name__ == "__main__":
    main()
