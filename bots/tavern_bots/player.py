"""How a game is played by rules: what `tavern_bots/<game>/` exports as PLAYER, found by the game's id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from tavern_bots.api import Value
from tavern_engine import Game, Policy


@dataclass(frozen=True)
class Player:
    """What the shipped bots need to know of a game."""

    policy: Callable[[Game], Policy]  # whose `reason` says which rule decided last
    reasons: Mapping[int, str]
    tuned: Mapping[str, Value] = field(default_factory=dict)  # by the name of a setting: what was measured to be better


@cache
def player_of(game_id: str) -> Player | None:
    """The player of a game, if it has one: the folder is named like the game, with _ for -."""
    name = f"tavern_bots.{game_id.replace('-', '_')}"
    if find_spec(name) is None:
        return None
    found = import_module(name).PLAYER
    assert isinstance(found, Player)
    return found
