"""The games of the tavern for OpenSpiel, and bots of OpenSpiel for the tavern.

Importing this registers every game that is installed: `pyspiel.load_game("python_tavern_dragon_vault(players=3)")`. It
needs the extra `openspiel`, and nothing else of ours imports it. docs/openspiel.md tells what there is.
"""

from __future__ import annotations

try:
    import pyspiel  # noqa: F401  (only whether it is there)
except ImportError as error:
    raise ImportError("OpenSpiel is not installed: pip install 'tavern-tourney[openspiel]'.") from error

from tavern_bots.openspiel.bot import OpenSpielBot, Rollouts, resampler
from tavern_bots.openspiel.game import TavernGame, TavernState, load, register_all
from tavern_bots.openspiel.moment import Moment

__all__ = ["Moment", "OpenSpielBot", "Rollouts", "TavernGame", "TavernState", "load", "resampler"]

register_all()
