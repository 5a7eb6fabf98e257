"""A learned evaluation in a file: the weights of every number that it reads, and how they were found."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tavern_bots.api import BadBot
from tavern_bots.evaluation import WEIGHT, Evaluation, Features
from tavern_engine import Game
from tavern_engine.reading import Unreadable, read_text, toml_of

FORMAT: Final = 1
HEAVIEST: Final = 1000 * WEIGHT  # a weight that no training comes to, and no sum of such is too large for a word


@dataclass(frozen=True)
class Net:
    """The weights of an evaluation as plain numbers."""

    bias: Sequence[float]
    rows: Sequence[Sequence[float]]  # by feature, by unit
    out: Sequence[float]
    spread: int


def page(game: Game, features: Features, net: Net, origin: Mapping[str, Any]) -> str:
    """The file as text."""
    lines = [
        "# A learned evaluation: written by the command below, not by hand. `learned.py` says what is in it.",
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
        *(f"{json.dumps(name)} = {_parts(row)}" for name, row in zip(features.names, net.rows, strict=True)),
    ]
    return "\n".join([*lines, ""])


def _parts(weights: Sequence[float]) -> list[int]:
    return [round(WEIGHT * float(weight)) for weight in weights]


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
        raise BadBot(f"The evaluation in {path.name} cannot be read: {_told(error)}.") from None
    return Written(about, list(rows), list(rows.values()), bias, out, spread)


def learned(game: Game, features: Features, path: Path) -> Evaluation | str:
    """The evaluation of a file, or a sentence why there is none for this game; BadBot if it is no such file."""
    found = written(path)
    retrain = f"`tavern-bots train {game.id}` makes a new one."
    if found.names != features.names:
        return f"The learned evaluation reads other things of {game.title}, so the rules' outlook counts: {retrain}"
    if found.about != (game.id, game.version, game.data_hash):
        return f"The evaluation was learned with other components, so the rules' outlook counts: {retrain}"
    return Evaluation(features, found.spread, found.bias, found.rows, found.out)


def _whole(numbers: Any, units: int) -> bool:
    """Whether these are so many whole numbers that a net can be made of."""
    those = numbers if isinstance(numbers, list) and len(numbers) == units else [None]
    return all(type(one) is int and abs(one) <= HEAVIEST for one in those)


def _told(error: Exception) -> str:
    return f"it has no {error}" if isinstance(error, KeyError) else str(error)
