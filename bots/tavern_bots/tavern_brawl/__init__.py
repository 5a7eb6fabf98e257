"""How Tavern Brawl is played."""

from tavern_bots.player import Player
from tavern_bots.tavern_brawl.reasons import REASONS
from tavern_bots.tavern_brawl.rules import BrawlRules
from tavern_engine import Game
from tavern_engine.games.tavern_brawl.game import TavernBrawl


def policy(game: Game) -> BrawlRules:
    """The rules for this box."""
    assert isinstance(game, TavernBrawl)
    return BrawlRules(game.tables)


PLAYER = Player(
    policy,
    reasons=REASONS,
    tuned={"scale": 3_000_000, "opponents": "search", "solve": 5_000},
)
