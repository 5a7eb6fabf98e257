"""How The Red Dragon Inn is played."""

from pathlib import Path

from tavern_bots.fitted import fitted
from tavern_bots.player import Player
from tavern_bots.red_dragon_inn.features import InnFeatures
from tavern_bots.red_dragon_inn.habits import InnHabits
from tavern_bots.red_dragon_inn.reasons import REASONS
from tavern_bots.red_dragon_inn.rules import InnRules
from tavern_bots.style import Style


def restyle(rules: InnRules, style: Style) -> None:
    """Gold, drink and harm weigh other than they do, and other cards are held back."""
    for weights in (rules.life, rules.coin, rules.harm, rules.waiting):
        style.all(weights)
    style.each(rules.hold)


PLAYER = Player(
    lambda game: InnRules(game.tables),
    reasons=REASONS,
    tuned={"exploration": 0.35, "epsilon": 0.03, "horizon": 20, "scale": 60, "trust": 0.03},
    restyle=restyle,
    habits=lambda game: fitted(InnHabits(game.tables), Path(__file__).with_name("habits.toml")),
    features=lambda game: InnFeatures(game.tables),
    weights=Path(__file__).with_name("evaluation.toml"),
    tables=({}, {"boxes": "both"}),
)
