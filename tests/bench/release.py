"""Our speed against another checkout, such as the last release: `python tests/bench/release.py ../last-release`.

Both must be built (`make build`). Each runs in an interpreter of its own that stays alive; they do the same work in
turns, timed in CPU seconds, and a ratio is the median over all turns: above 1 this checkout is the faster one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import repeat
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

ROOT = Path(__file__).parent.parent.parent
TURNS = 15
GAMES = ("dragon-vault", "red-dragon-inn", "tavern-brawl", "tiefenthal")
FIGURES = ("playouts", "steps", "clone", "observe", "sample", "search", "search by rules")
OPTIONS: dict[str, dict[str, Any]] = {"tavern-brawl": {"opening": 4}}  # as it was in the first release
SEATS = 4
WARM_UP = 30
SECONDS = 0.15  # of work a turn, about


class Work:
    """The work of one figure at one game, with the same calls in every release."""

    def __init__(self, game_id: str, figure: str) -> None:
        from tavern_bots.search import Search
        from tavern_engine import Policy, RandomPolicy, Rng, game

        rules = game(game_id)
        rules_policy = vars(import_module("tavern_bots.shipped"))["rules_policy"]  # where the first release has it
        options = OPTIONS.get(game_id, {})
        starts = [rules.new(SEATS, seed, options) for seed in range(16)]
        state = starts[0].clone()
        state.playout(RandomPolicy(), Rng(1), WARM_UP)
        infoset = state.observe(int(state.seat()))
        rng = Rng(2)

        def playouts() -> int:
            return sum(int(start.clone().playout(RandomPolicy(), Rng(3), 1_000_000)) for start in starts)

        def steps() -> int:
            random, made = Random(1).random, 0
            for start in starts[:4]:
                going = start.clone()
                while actions := going.legal():
                    going.apply(actions[int(random() * len(actions))])
                    made += 1
            return made

        def calls(call: Callable[[], object]) -> Callable[[], int]:
            def many() -> int:
                for _ in repeat(None, 2000):
                    call()
                return 2000

            return many

        def simulations(policy: Policy) -> Callable[[], int]:
            def some() -> int:
                Search(infoset, policy, Rng(4), 1000).run(100)
                return 100

            return some

        self.once = {
            "playouts": playouts,
            "steps": steps,
            "clone": calls(state.clone),
            "observe": calls(lambda: state.observe(infoset.seat)),
            "sample": calls(lambda: infoset.sample(rng)),
            "search": simulations(RandomPolicy()),
            "search by rules": simulations(rules_policy(rules)),
        }[figure]
        begin = process_time()
        self.once()
        self.times = max(1, round(SECONDS / max(process_time() - begin, 1e-6)))

    def rate(self, times: int) -> float:
        """Units of work a CPU second."""
        begin = process_time()
        done = sum(self.once() for _ in range(times))
        return done / (process_time() - begin)


def answer() -> None:
    """Measure what is asked for, one line of JSON each."""
    works: dict[tuple[str, str], Work] = {}
    for line in sys.stdin:
        game_id, figure, times = json.loads(line)
        if (game_id, figure) not in works:
            works.clear()
            works[game_id, figure] = Work(game_id, figure)
        work = works[game_id, figure]
        print(json.dumps([work.times, work.rate(times or work.times)]), flush=True)


class Checkout:
    """A built checkout that measures in its own interpreter."""

    def __init__(self, root: Path) -> None:
        python = root / ".venv" / "bin" / "python"
        if not python.exists():
            sys.exit(f"{root} is not built: run `make build` there.")
        self.process = subprocess.Popen(
            [python, __file__, "--answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root / "tests"
        )

    def measure(self, game_id: str, figure: str, times: int) -> tuple[int, float]:
        """How often the work was done at the first call, and its rate."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([game_id, figure, times]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("A checkout could not measure this: its message is above.")
        often, rate = json.loads(line)
        return often, rate


def main(other: Path) -> None:
    """Print a ratio for every figure of every game."""
    ours, theirs = Checkout(ROOT), Checkout(other)
    print(f"this checkout / {other.name}, {SEATS} seats, CPU time, medians of {TURNS} turns (lowest to highest)")
    for game_id in GAMES:
        for figure in FIGURES:
            times, _ = theirs.measure(game_id, figure, 1)
            ours.measure(game_id, figure, 1)
            ratios = []
            for turn in range(TURNS):
                pair = [ours, theirs] if turn % 2 else [theirs, ours]
                rates = {one: one.measure(game_id, figure, times)[1] for one in pair}
                ratios.append(rates[ours] / rates[theirs])
            low, high = min(ratios), max(ratios)
            print(f"  {game_id:<16}{figure:<16}{median(ratios):>6.2f}x  ({low:.2f} to {high:.2f})", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--answer"]:
        answer()
    elif len(sys.argv) == 2:
        main(Path(sys.argv[1]).resolve())
    else:
        sys.exit(__doc__)
