"""How The Red Dragon Inn is played."""

from tavern_bots.player import Player
from tavern_bots.red_dragon_inn.reasons import REASONS
from tavern_bots.red_dragon_inn.rules import InnRules

PLAYER = Player(
    lambda game: InnRules(game.tables),
    reasons=REASONS,
    tuned={"exploration": 0.35, "epsilon": 0.03, "horizon": 20, "scale": 60, "trust": 0.03},
)
