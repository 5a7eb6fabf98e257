"""How The Red Dragon Inn is played."""

from tavern_bots.player import Player
from tavern_bots.red_dragon_inn.reasons import REASONS
from tavern_bots.red_dragon_inn.rules import InnRules
from tavern_engine import Game
from tavern_engine.games.red_dragon_inn.game import RedDragonInn


def policy(game: Game) -> InnRules:
    """The rules for this box."""
    assert isinstance(game, RedDragonInn)
    return InnRules(game.tables)


PLAYER = Player(
    policy,
    reasons=REASONS,
    tuned={"exploration": 0.35, "epsilon": 0.03, "horizon": 20, "scale": 60, "trust": 0.03},
)
