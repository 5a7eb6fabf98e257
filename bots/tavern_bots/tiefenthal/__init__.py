"""How The Taverns of Tiefenthal is played."""

from pathlib import Path

from tavern_bots.player import Levels, Player
from tavern_bots.style import Style
from tavern_bots.tiefenthal.features import TiefenthalFeatures
from tavern_bots.tiefenthal.reasons import REASONS
from tavern_bots.tiefenthal.rules import TiefenthalRules
from tavern_engine.games.tiefenthal.rules import POINT


def restyle(rules: TiefenthalRules, style: Style) -> None:
    """Everything has another price."""
    style.each(rules.worth.weights)
    rules.worth.set_prices()


PLAYER = Player(
    lambda game: TiefenthalRules(game.tables),
    reasons=REASONS,
    tuned={
        "epsilon": 0.0,
        "evaluation": "learned",
        "deals": 2,
        "paired": True,
        "scale": 1_000,
        "trust": 0.01,
    },
    released={"evaluation": "rules", "trust": 0.03},
    restyle=restyle,
    levels=Levels(
        (10, 25, 33, 39, 45, 51, 58, 65, 82, 500), (12.0, 2.1, 1.15, 0.85, 0.63, 0.46, 0.36, 0.29, 0.16, 0.0)
    ),
    features=lambda game: TiefenthalFeatures(game.tables),
    weights=Path(__file__).with_name("evaluation.toml"),
    spread=6 * POINT,
)
