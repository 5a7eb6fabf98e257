"""A bot that plays what a small net has learned; `learn.py` makes a package of this file and the net's weights."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavern_bots.api import Clock, Place
from tavern_engine import Game, InfoSet

Numbers = NDArray[np.float32]
WEIGHTS = Path(__file__).with_name("weights.npz")
NEVER = np.float32(-1e9)  # what an action is worth that is not legal


class Net:
    """One hidden layer, from which come a worth for every action and the expected reward of the seat."""

    def __init__(self, weights: dict[str, Numbers]) -> None:
        self.weights = weights

    @classmethod
    def fresh(cls, inputs: int, hidden: int, actions: int, random: np.random.Generator) -> Net:
        """A net that knows nothing yet: all actions are nearly alike."""
        shapes = {"in": (inputs, hidden), "actions": (hidden, actions), "reward": (hidden, 1)}
        scales = {"in": np.sqrt(2 / inputs), "actions": 0.01, "reward": 0.01}
        weights = {name: random.normal(0, scales[name], shape) for name, shape in shapes.items()}
        weights |= {f"{name} bias": np.zeros(shape[1]) for name, shape in shapes.items()}
        return cls({name: values.astype(np.float32) for name, values in weights.items()})

    def look(self, seen: Numbers, masks: NDArray[np.bool_]) -> tuple[Numbers, Numbers, Numbers]:
        """For rows of what seats see and may do: the hidden layer, the worth of every action, the expected reward."""
        w = self.weights
        hidden = np.maximum(seen @ w["in"] + w["in bias"], 0)
        worths = np.where(masks, hidden @ w["actions"] + w["actions bias"], NEVER)
        return hidden, worths, (hidden @ w["reward"] + w["reward bias"])[:, 0]


def name_of_table(game: Game, seats: int, options: Any) -> str:
    """All that decides what the numbers of an encoding and the actions mean."""
    return f"{game.id} {game.version} {game.data_hash}, {seats} seats, {sorted(dict(options).items())}"


@cache
def learned() -> tuple[str, Net]:
    """The table that was learned, and the net."""
    with np.load(WEIGHTS, allow_pickle=False) as file:
        weights = {name: file[name] for name in file.files}
    return str(weights.pop("table")), Net(weights)


class Learned:
    """Takes the action that the net thinks best; at a table that it has not learned, any."""

    summary = "what a small net learned from playing against itself; at other tables than its own it plays at random"
    games = ("GAME",)
    options = ()

    def __init__(self, place: Place) -> None:
        self.place = place
        table, net = learned()
        self.net = net if table == name_of_table(place.game, place.seats, place.table_options) else None
        if self.net:
            self.encoding = place.game.encoding(place.seats, place.table_options)
        self.reason = "It has not chosen yet."

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        """The legal action with the highest worth."""
        legal = infoset.legal()
        if self.net is None:
            self.reason = "It has not learned to play at such a table, so it plays at random."
            return legal[int(self.place.rng.below(len(legal)))]
        seen = self.encoding.encode(infoset) * self.encoding.scale
        _, worths, reward = self.net.look(seen[None], self.encoding.mask(infoset)[None])
        code: int = self.encoding.actions.codes[int(worths[0].argmax())]
        self.reason = f"It thinks {self.place.game.action_text(code)!r} best and expects {reward[0]:+.2f} of the game."
        return code

    def explain(self) -> str:
        """Why it chose what it chose last."""
        return self.reason
