"""How Tavern Brawl is played."""

from tavern_bots.player import Player
from tavern_bots.tavern_brawl.reasons import REASONS
from tavern_bots.tavern_brawl.rules import BrawlRules

PLAYER = Player(
    lambda game: BrawlRules(game.tables),
    reasons=REASONS,
    tuned={"scale": 3_000_000, "opponents": "search", "solve": 5_000},
)
