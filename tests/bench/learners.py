"""What learners get a second: steps of batches, encodings, and steps through PettingZoo against its own card games.

    .venv/bin/python tests/bench/learners.py

One interleaved run: every figure is measured in each of several rounds, and ratios are medians of the rounds' ratios.
Time is that of this process on one core (`time.process_time`), so that others who use the machine count less. A step of
a batch is one decision of one game, random and legal, with the observation and the mask that follow. PettingZoo has
dropped gin rummy, so the release before that is fetched into a folder of its own for both of its games; it needs
`rlcard` and `pygame`. Nothing here is asserted by a test.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

PETTINGZOO = "pettingzoo==1.26.1"  # the last one with gin rummy
PEERS = {"gin rummy": "gin_rummy_v4", "Texas hold'em": "texas_holdem_v4"}
ROUNDS = 5
SECONDS = 0.5
GAMES_AT_ONCE = 128
WANTED = {"dragon-vault": 1_000_000, "tavern-brawl": 1_000_000, "red-dragon-inn": 400_000, "tiefenthal": 400_000}


def rate(once: Callable[[], int]) -> float:
    """How much is done in a second, by calls that say how much each did."""
    done, begin = 0, process_time()
    while (spent := process_time() - begin) < SECONDS:
        done += once()
    return done / spent


def batch_steps(game_id: str, seats: int) -> float:
    """Steps a second of a batch with random actions."""
    from tavern_engine.batch import Batch

    batch = Batch(game_id, seats, GAMES_AT_ONCE, 1)

    def once() -> int:
        for _ in range(20):
            batch.step(batch.random_actions())
        return 20 * GAMES_AT_ONCE

    once()
    return rate(once)


def encodings(game_id: str) -> float:
    """Microseconds to encode a view of a game of two into an array, views of both seats in turn."""
    import numpy as np

    from tavern_engine import RandomPolicy, Rng, game

    encoding, state = game(game_id).encoding(2), game(game_id).new(2, 1)
    state.playout(RandomPolicy(), Rng(1), 30)
    views, out = [state.observe(0), state.observe(1)], np.zeros(encoding.size, np.int8)

    def once() -> int:
        for _ in range(500):
            encoding.encode(views[0], out=out)
            encoding.encode(views[1], out=out)
        return 1000

    return 1e6 / rate(once)


def zoo_steps(env: Any) -> float:
    """Steps a second through PettingZoo: `last`, a random legal action, `step`."""
    import numpy as np

    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def once() -> int:
        steps = 0
        env.reset()
        for _agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        return steps

    once()
    return rate(once)


def peer_steps(module: str, folder: str) -> float:
    """The same of a game of PettingZoo's, in a process that finds the release in this folder."""
    command = [sys.executable, __file__, "--peer", module]
    environment = {**os.environ, "PYTHONPATH": folder, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONWARNINGS": "ignore"}
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    return float(output.split()[-1])


def play_peer(module: str) -> None:
    """Print the steps a second of a game of PettingZoo's."""
    from importlib import import_module

    print(zoo_steps(import_module(f"pettingzoo.classic.{module}").env()))


def tables() -> list[tuple[str, int]]:
    """Every game at every table size."""
    from tavern_engine import game

    return [(game_id, seats) for game_id in WANTED for seats in game(game_id).sizes]


def one_round(folder: str) -> dict[str, float]:
    """Every figure once."""
    from tavern_engine import zoo

    figures = {name: peer_steps(module, folder) for name, module in PEERS.items()}
    for game_id, seats in tables():
        figures[f"batch {game_id} {seats}"] = batch_steps(game_id, seats)
        figures[f"zoo {game_id} {seats}"] = zoo_steps(zoo.env(game_id, seats))
    for game_id in WANTED:
        figures[f"encode {game_id}"] = encodings(game_id)
    return figures


def report(rounds: list[dict[str, float]]) -> None:
    """The medians, and how often ours is PettingZoo's."""
    middle = {name: median(figures[name] for figures in rounds) for name in rounds[0]}
    print(f"medians of {len(rounds)} rounds, {GAMES_AT_ONCE} games in a batch, CPU time of one core")
    for name in PEERS:
        print(f"PettingZoo's {name}: {middle[name]:,.0f} steps a second")
    for game_id, seats in tables():
        name = f"{game_id} {seats}"
        times = [median(figures[f"zoo {name}"] / figures[peer] for figures in rounds) for peer in PEERS]
        steps = f"batch {middle[f'batch {name}']:,.0f} steps a second (wanted {WANTED[game_id]:,})"
        through = f"PettingZoo {middle[f'zoo {name}']:,.0f}, {times[0]:.0f} and {times[1]:.0f} times its own games"
        print(f"{game_id}, {seats} seats: {steps}, {through}")
    for game_id in WANTED:
        print(f"{game_id}: encode {middle[f'encode {game_id}']:.2f} microseconds a view")


def main() -> None:
    """Fetch PettingZoo's games, measure, report."""
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*pip, "--target", folder, PETTINGZOO], check=True)
        report([one_round(folder) for _ in range(ROUNDS)])


if __name__ == "__main__":
    if "--peer" in sys.argv:
        play_peer(sys.argv[-1])
    else:
        main()
