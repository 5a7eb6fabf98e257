"""What was learned, in a file: the weights of every number that a net reads, and how they were found."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tavern_bots.api import BadBot
from tavern_bots.evaluation import Evaluation, Features
from tavern_bots.learned_policy import LearnedPolicy
from tavern_bots.net import WEIGHT, Weights
from tavern_engine import Game
from tavern_engine.reading import Unreadable, read_text, toml_of

FORMAT: Final = 1
HEAVIEST: Final = 1000 * WEIGHT  # a weight that no training comes to, and no sum of such is too large for a word


@dataclass(frozen=True)
class Net:
    """The weights of a net as plain numbers."""

    bias: Sequence[float]
    rows: Sequence[Sequence[float]]  # by feature, by unit
    out: Sequence[float]
    spread: int  # of an evaluation


def page(game: Game, names: Sequence[str], net: Net, origin: Mapping[str, Any]) -> str:
    """The file as text."""
    lines = [
        "# What was learned: written by the command below, not by hand. `learned.py` says what is in it.",
        f"format = {FORMAT}",
        f"game = {json.dumps(game.id)}",
        f"version = {game.version}",
        f"data = {json.dumps(game.data_hash)}",
        *(f"{name} = {json.dumps(value)}" for name, value in origin.items()),
        f"spread = {net.spread}  # of scores at the end; 0: only who wins counts",
        f"bias = {_parts(net.bias)}",
        f"out = {_parts(net.out)}",
        "",
        f"[rows]  # in parts of {WEIGHT}",
        *(f"{json.dumps(name)} = {_parts(row)}" for name, row in zip(names, net.rows, strict=True)),
    ]
    return "\n".join([*lines, ""])


def _parts(weights: Sequence[float]) -> list[int]:
    return [round(WEIGHT * float(weight)) for weight in weights]


def whole(net: Net) -> Weights:
    """The same as bots have them."""
    return Weights(_parts(net.bias), [_parts(row) for row in net.rows], _parts(net.out))


class Written(NamedTuple):
    """What a file says."""

    about: tuple[Any, ...]  # game, version and data
    names: list[str]
    rows: list[list[int]]
    bias: list[int]
    out: list[int]
    spread: int


@cache  # a league asks for it at every game
def written(path: Path) -> Written:
    """What a file says, or BadBot if it is no such file."""
    try:
        values = toml_of(read_text(path))
        about = tuple(values[name] for name in ("game", "version", "data"))
        rows, bias, out, spread = values["rows"], values["bias"], values["out"], values["spread"]
        if values["format"] != FORMAT or not isinstance(rows, dict):
            raise ValueError(f"it is not of format {FORMAT}")
        units = len(out)
        if not units or any(not _whole(row, units) for row in (bias, out, *rows.values())) or not _whole([spread], 1):
            raise ValueError("its weights are not whole numbers, or not as many for each feature")
    except (Unreadable, KeyError, TypeError, ValueError) as error:
        raise BadBot(f"What was learned, in {path.name}, cannot be read: {_told(error)}.") from None
    return Written(about, list(rows), list(rows.values()), bias, out, spread)


def learned(game: Game, features: Features, path: Path) -> Evaluation | str:
    """The evaluation of a file, or a sentence why there is none for this game; BadBot if it is no such file."""
    missing = misfit(game, features.names, path)
    if missing:
        return f"The learned evaluation {missing}, so the rules' outlook counts: {_again(game)}"
    return Evaluation(features, weights_in(path), written(path).spread)


def schooled(game: Game, policy: LearnedPolicy, path: Path) -> LearnedPolicy | str:
    """The policy with what a file says it has learned, or a sentence why it has learned nothing; BadBot likewise."""
    missing = misfit(game, policy.names, path)
    if missing:
        return f"The learned policy {missing}, so the rules decide: {_again(game, ' --what policy')}"
    policy.teach(weights_in(path))
    return policy


def misfit(game: Game, names: Sequence[str], path: Path) -> str:
    """Why the net of a file is not one for this game, as a part of a sentence; empty if it is."""
    found = written(path)
    if found.names != list(names):
        return f"reads other things of {game.title}"
    return "" if found.about == (game.id, game.version, game.data_hash) else "was learned with other components"


def weights_in(path: Path) -> Weights:
    """The weights of a file."""
    found = written(path)
    return Weights(found.bias, found.rows, found.out)


def _again(game: Game, what: str = "") -> str:
    return f"`tavern-bots train {game.id}{what}` makes a new one."


def _whole(numbers: Any, units: int) -> bool:
    """Whether these are so many whole numbers that a net can be made of."""
    those = numbers if isinstance(numbers, list) and len(numbers) == units else [None]
    return all(type(one) is int and abs(one) <= HEAVIEST for one in those)


def _told(error: Exception) -> str:
    return f"it has no {error}" if isinstance(error, KeyError) else str(error)
