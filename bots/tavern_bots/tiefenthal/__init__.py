"""How The Taverns of Tiefenthal is played."""

from tavern_bots.player import Player
from tavern_bots.style import Style
from tavern_bots.tiefenthal.reasons import REASONS
from tavern_bots.tiefenthal.rules import TiefenthalRules


def restyle(rules: TiefenthalRules, style: Style) -> None:
    """Everything has another price."""
    style.each(rules.worth.weights)
    rules.worth.set_prices()


PLAYER = Player(
    lambda game: TiefenthalRules(game.tables),
    reasons=REASONS,
    tuned={"epsilon": 0.0, "deals": 2, "paired": True, "scale": 1_000, "trust": 0.03},
    restyle=restyle,
)
