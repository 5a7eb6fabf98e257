"""How The Taverns of Tiefenthal is played."""

from tavern_bots.player import Player
from tavern_bots.tiefenthal.reasons import REASONS
from tavern_bots.tiefenthal.rules import TiefenthalRules
from tavern_engine import Game
from tavern_engine.games.tiefenthal.game import Tiefenthal


def policy(game: Game) -> TiefenthalRules:
    """The rules for this box."""
    assert isinstance(game, Tiefenthal)
    return TiefenthalRules(game.tables)


PLAYER = Player(
    policy,
    reasons=REASONS,
    tuned={"epsilon": 0.0, "deals": 2, "paired": True, "scale": 1_000, "trust": 0.03},
)
