"""How fast a game runs: rates in playouts and from Python, times of single calls, the size of a state."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

import tavern_engine
from tavern_engine.chance import Rng
from tavern_engine.game import Game
from tavern_engine.state import RandomPolicy, State

ENDLESS = 1_000_000
WARM_UP = 30  # decisions before the state whose clone, observe and sample are timed


def measure(game: Game, seats: int, seconds: float) -> dict[str, Any]:
    """All figures of one game at one table size; times are in nanoseconds."""
    seats = game.checked_seats(seats)
    state = game.new(seats, 1)
    state.playout(RandomPolicy(), Rng(1), WARM_UP)
    if state.seat() < 0:  # a short game
        state = game.new(seats, 1)
    infoset = state.observe(int(state.seat()))
    rng = Rng(2)
    return {
        "game": game.id,
        "seats": seats,
        "build": "compiled" if tavern_engine.COMPILED else "pure",
        "playout decisions per second": round(playouts(game, seats, seconds)),
        "steps from Python per second": round(steps(game, seats, seconds)),
        "clone ns": round(nanoseconds(state.clone, seconds)),
        "observe ns": round(nanoseconds(lambda: state.observe(infoset.seat), seconds)),
        "sample ns": round(nanoseconds(lambda: infoset.sample(rng), seconds)),
        "bytes per state": len(bytes(state.w)),
    }


def fresh_games(game: Game, seats: int) -> list[State]:
    """Some games at their first decision, to start from without timing the set-up."""
    return [game.new(seats, seed) for seed in range(64)]


def playouts(game: Game, seats: int, seconds: float) -> float:
    """Decisions per second of random playouts inside the core, whole games with all their deals."""
    policy, rng = RandomPolicy(), Rng(1)
    starts = fresh_games(game, seats)
    made = played = 0
    begin = perf_counter()
    while perf_counter() - begin < seconds:
        made += int(starts[played % len(starts)].clone().playout(policy, rng, ENDLESS))
        played += 1
    return made / (perf_counter() - begin)


def steps(game: Game, seats: int, seconds: float) -> float:
    """Decisions per second when Python drives: the legal list, a random choice, apply."""
    random = Random(1).random
    starts = fresh_games(game, seats)
    made = played = 0
    begin = perf_counter()
    while perf_counter() - begin < seconds:
        state = starts[played % len(starts)].clone()
        legal, apply = state.legal, state.apply
        while actions := legal():
            apply(actions[int(random() * len(actions))])
            made += 1
        played += 1
    return made / (perf_counter() - begin)


def nanoseconds(call: Callable[[], object], seconds: float) -> float:
    """The time of one call from Python, the loop's own cost taken off."""
    return max(0.0, _per_call(call, seconds) - _per_call(lambda: None, seconds / 4)) * 1e9


def _per_call(call: Callable[[], object], seconds: float) -> float:
    calls = 0
    begin = perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        for _ in range(100):
            call()
        calls += 100
    return spent / calls


def table_of(result: dict[str, Any]) -> str:
    """The figures for people."""
    title = f"{result['game']}, {result['seats']} seats, {result['build']} build"
    rows = [f"  {name:<32}{value:>14,}" for name, value in result.items() if isinstance(value, int) and name != "seats"]
    return "\n".join([title, *rows])
