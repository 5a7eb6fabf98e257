"""The rules of the tavern's games, behind one information-set interface.

A `Table` referees a game; a seat only ever gets an `InfoSet`; `InfoSet.sample` gives worlds to search in.
"""

import tavern_engine.games  # noqa: F401  loaded first, so that the function `games` below keeps the name
from tavern_engine import chance as _chance
from tavern_engine.chance import Rng
from tavern_engine.docs import attach as _attach
from tavern_engine.errors import (
    BadBytes,
    BadGame,
    BadRecord,
    BadScenario,
    BadSetup,
    IllegalAction,
    TavernError,
    UnknownGame,
)
from tavern_engine.game import Game, Option
from tavern_engine.lookback import LookBack, Step
from tavern_engine.record import Record
from tavern_engine.registry import game, games
from tavern_engine.state import SPECTATOR, Event, InfoSet, Policy, RandomPolicy, State
from tavern_engine.table import Table

#: The release; what docs/API.md promises follows semver.
__version__ = "0.1.0"

#: Whether the compiled core runs, or the same source in plain Python.
COMPILED = not str(_chance.__file__).endswith(".py")

__all__ = [
    "COMPILED",
    "SPECTATOR",
    "BadBytes",
    "BadGame",
    "BadRecord",
    "BadScenario",
    "BadSetup",
    "Event",
    "Game",
    "IllegalAction",
    "InfoSet",
    "LookBack",
    "Option",
    "Policy",
    "RandomPolicy",
    "Record",
    "Rng",
    "State",
    "Step",
    "Table",
    "TavernError",
    "UnknownGame",
    "__version__",
    "game",
    "games",
]

_attach(map(globals().get, __all__))  # so that help() answers on the compiled build
