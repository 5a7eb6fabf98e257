"""Our speed against the same source uncompiled and against other frameworks, in one interleaved run.

Machines are noisy, so every figure is measured in each of several rounds, a round's figures close together in time,
and a ratio is the median of the rounds' ratios. Nothing here is asserted by a test. `make bench` runs it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import peers

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 7
SECONDS = 0.7
SEATS = 4

Figures = dict[str, Any]


def ours(game: str, path: str) -> Figures:
    """The engine's own bench of a game, of the installed build or of the sources on `path`."""
    command = [sys.executable, "-m", "tavern_engine", "bench", game, "--json"]
    command += ["--seats", str(SEATS), "--seconds", str(SECONDS)]
    env = {**os.environ, "PYTHONPATH": path}
    output = subprocess.run(command, env=env, cwd=ROOT / "tests", capture_output=True, text=True, check=True).stdout
    result: Figures = json.loads(output)[0]
    return result


def search_rate(seconds: float) -> float:
    """Simulations per second of our information-set search with random rollouts, about 40 decisions each."""
    from tavern_bots.search import Search
    from tavern_engine import RandomPolicy, Rng, game

    state = game("dragon-vault").new(SEATS, 3)
    state.playout(RandomPolicy(), Rng(2), 12)
    infoset = state.observe(int(state.seat()))
    done = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        search = Search(infoset, RandomPolicy(), Rng(done), 1000)
        search.horizon = 38
        search.run(1000)
        done += 1000
    return done / spent


def one_round() -> Figures:
    """Every figure once."""
    compiled = ours("dragon-vault", "")
    rollouts = peers.openspiel_rollouts(SECONDS)
    inn = ours("red-dragon-inn", "")
    brawl = ours("tavern-brawl", "")
    tiefenthal = ours("tiefenthal", "")
    pure = ours("dragon-vault", str(ROOT / "engine"))
    if compiled["build"] != "compiled":
        sys.exit("The installed build is pure Python: there is nothing to compare.")
    return {
        "playouts": compiled["playout decisions per second"],
        "pure playouts": pure["playout decisions per second"],
        "steps": compiled["steps from Python per second"],
        "clone": compiled["clone ns"],
        "observe": compiled["observe ns"],
        "sample": compiled["sample ns"],
        "bytes": compiled["bytes per state"],
        "inn playouts": inn["playout decisions per second"],
        "inn clone": inn["clone ns"],
        "inn observe": inn["observe ns"],
        "inn sample": inn["sample ns"],
        "inn bytes": inn["bytes per state"],
        "brawl playouts": brawl["playout decisions per second"],
        "brawl clone": brawl["clone ns"],
        "brawl bytes": brawl["bytes per state"],
        "tiefenthal playouts": tiefenthal["playout decisions per second"],
        "tiefenthal clone": tiefenthal["clone ns"],
        "tiefenthal sample": tiefenthal["sample ns"],
        "tiefenthal bytes": tiefenthal["bytes per state"],
        "openspiel rollouts": rollouts,
        "openspiel steps": peers.openspiel_steps(SECONDS),
        "openspiel example": peers.openspiel_example_steps(SECONDS),
        "rlcard": peers.rlcard_uno_steps(SECONDS),
        "mcts": search_rate(SECONDS),
        "openspiel ismcts": peers.openspiel_ismcts(SECONDS),
    }


def main() -> None:
    """Print figures and ratios."""
    rounds = []
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
        rounds.append(one_round())
    per_rollout, choices = peers.decisions_per_rollout()

    def ratio(name: str, figure: Callable[[Figures], float]) -> None:
        values = sorted(figure(one) for one in rounds)
        print(f"  {name:<96}{median(values):>7.1f}x  ({values[0]:.1f} to {values[-1]:.1f})")

    print(f"Dragon's Vault, the inn, the brawl, Tiefenthal: {SEATS} seats, one core, medians of {ROUNDS} rounds")
    for name in rounds[0]:
        print(f"  {name:<24}{median(one[name] for one in rounds):>14,.0f}")
    print(f"OpenSpiel crazy_eights, 4 players: {per_rollout:.1f} decisions a rollout, {choices:.0%} real choices")
    print("Ratios (lowest to highest round)")
    ratio("playouts: compiled / pure", lambda one: one["playouts"] / one["pure playouts"])
    ratio(
        "playouts: our choices / OpenSpiel's choices, in its C++ core",
        lambda one: one["playouts"] / (one["openspiel rollouts"] * choices),
    )
    ratio(
        "playouts: our choices / OpenSpiel's decisions, forced ones included",
        lambda one: one["playouts"] / one["openspiel rollouts"],
    )
    ratio(
        "The Red Dragon Inn, playouts: our choices / OpenSpiel's decisions, forced ones included",
        lambda one: one["inn playouts"] / one["openspiel rollouts"],
    )
    ratio(
        "Tavern Brawl, playouts: our choices / OpenSpiel's decisions, forced ones included",
        lambda one: one["brawl playouts"] / one["openspiel rollouts"],
    )
    ratio(
        "The Taverns of Tiefenthal, playouts: our choices / OpenSpiel's decisions, forced ones included",
        lambda one: one["tiefenthal playouts"] / one["openspiel rollouts"],
    )
    ratio("steps from Python: ours / OpenSpiel as its example.py", lambda one: one["steps"] / one["openspiel example"])
    ratio("steps from Python: ours / OpenSpiel with fewest calls", lambda one: one["steps"] / one["openspiel steps"])
    ratio("search: our mcts / OpenSpiel's C++ ISMCTSBot on hearts", lambda one: one["mcts"] / one["openspiel ismcts"])
    ratio("steps from Python: ours / RLCard uno", lambda one: one["steps"] / one["rlcard"])


if __name__ == "__main__":
    main()
