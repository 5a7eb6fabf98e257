"""Habits in a file: the numbers of every kind of decision, and how they were found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tavern_bots.api import BadBot
from tavern_bots.habits import SORTS, Habits
from tavern_engine.reading import Unreadable, read_text, toml_of


@dataclass(frozen=True)
class Fit:
    """The numbers of one kind of decision, by sort of player, and what they are worth on other games."""

    temperatures: Sequence[float]
    errors: Sequence[float]
    decisions: int  # that they were fitted to
    gain: float  # of the held-out log-likelihood over a choice at random, a decision


@dataclass(frozen=True)
class Origin:
    """How the numbers of a file were found."""

    command: str
    bots: Sequence[str]
    games: int
    held_out: int  # more games, on which the gains were measured


@dataclass(frozen=True)
class Trust:
    """How much all choices together count, and what that is worth on games it was not fitted to."""

    power: float
    gain: float  # how many times as often the true hands are drawn as if all worlds were alike


def page(origin: Origin, trust: Trust, shares: Sequence[float], fits: Mapping[str, Fit]) -> str:
    """The file as text."""
    bots = ", ".join(f'"{bot}"' for bot in origin.bots)
    lines = [
        "# How players choose, for `habits.py`: written by the command below, not by hand.",
        "# A gain is in nats a decision, over a choice at random, in games that nothing was fitted to; `hands` is how",
        "# many times as often the true hands are drawn there as if all worlds were alike.",
        f'command = "{origin.command}"',
        f"bots = [{bots}]",
        f"games = {origin.games}",
        f"held_out = {origin.held_out}",
        f"power = {trust.power}",
        f"hands = {trust.gain:.2f}",
        f"shares = {list(shares)}  # of the sorts of players",
    ]
    for kind, fit in fits.items():
        lines += ["", f"[{kind}]", f"temperatures = {list(fit.temperatures)}", f"errors = {list(fit.errors)}"]
        lines += [f"decisions = {fit.decisions}", f"gain = {fit.gain:.4f}"]
    return "\n".join([*lines, ""])


@cache  # a league asks for it at every game
def values_in(path: Path) -> dict[str, Any]:
    """What a file says."""
    return toml_of(read_text(path))


def fitted(habits: Habits, path: Path) -> Habits:
    """The habits with the numbers of a file, or BadBot."""
    try:
        values = values_in(path)
        habits.power = float(values["power"])
        habits.shares = [float(share) for share in values["shares"]]
        sorts = range(len(habits.shares))
        habits.temperatures = [[float(values[kind]["temperatures"][one]) for kind in habits.kinds] for one in sorts]
        habits.errors = [[float(values[kind]["errors"][one]) for kind in habits.kinds] for one in sorts]
    except (Unreadable, KeyError, IndexError, TypeError, ValueError) as error:
        raise BadBot(f"The habits in {path.name} cannot be read: {error}.") from None
    if not 0 < habits.power <= 1:
        raise BadBot(f"The habits in {path.name} cannot be: their power is above 0 and at most 1.")
    if len(sorts) != SORTS or not all(0 < share < 1 for share in habits.shares):
        raise BadBot(f"The habits in {path.name} cannot be: there are {SORTS} sorts of players, with a share each.")
    if not all(one > 0 for row in habits.temperatures for one in row):
        raise BadBot(f"The habits in {path.name} cannot be: a temperature is above 0.")
    if not all(0 < one < 1 for row in habits.errors for one in row):
        raise BadBot(f"The habits in {path.name} cannot be: errors are between 0 and 1.")
    return habits
