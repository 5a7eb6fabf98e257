"""Reads what a scenario gives a game, [situation] and [chance]; what cannot be is refused with a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavern_engine.chance import Script
from tavern_engine.errors import BadScenario
from tavern_engine.game import did_you_mean
from tavern_engine.state import SEED_A, SEED_B, State


def known_keys(where: str, table: object, known: Sequence[str]) -> dict[str, Any]:
    """A table in which every key means something."""
    if not isinstance(table, dict):
        raise BadScenario(f"The {where} is a table of keys and values, not {table!r}.")
    for key in table:
        if key not in known:
            raise BadScenario(f"The {where} has an unknown key {key!r}.{did_you_mean(key, known, 'It may have')}")
    return table


def seat_tables(situation: dict[str, Any], seats: int, known: Sequence[str]) -> list[dict[str, Any]]:
    """What is said of each seat; an empty table if nothing is."""
    tables = situation.get("seats", {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise BadScenario(f"The situation's seats are tables, such as seats.0.{known[0]}.")
    numbers = [str(seat) for seat in range(seats)]
    for key in tables:
        if key not in numbers:
            raise BadScenario(f"The situation has no seat {key!r} at a table of {seats}.")
    return [known_keys(f"situation of seat {seat}", tables.get(seat, {}), known) for seat in numbers]


def index_of(where: str, name: object, known: Sequence[str]) -> int:
    """The place of a name among those that are known."""
    if name not in known:
        raise BadScenario(f"There is no {name!r} for {where!r}.{did_you_mean(name, known, 'There are')}")
    return known.index(str(name))


def listed(where: str, value: object, things: str) -> list[Any]:
    """A list; `things` says of what."""
    if not isinstance(value, list):
        raise BadScenario(f"The entry {where!r} is a list of {things}, not {value!r}.")
    return value


def whole_number(where: str, value: object, low: int, high: int) -> int:
    """A whole number in its range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadScenario(f"The situation's {where} is a whole number from {low} to {high}, not {value!r}.")
    return value


def script_draws(state: State, outcomes: dict[tuple[int, int], int]) -> None:
    """Let the draws that the scenario names, by purpose and count, come out as it says."""
    if outcomes:
        w = state.w
        w[SEED_A], w[SEED_B] = Script((int(w[SEED_A]), int(w[SEED_B])), outcomes).words
