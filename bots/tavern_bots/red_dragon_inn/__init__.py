"""How The Red Dragon Inn is played."""

from pathlib import Path

from tavern_bots.fitted import fitted
from tavern_bots.player import Levels, Player
from tavern_bots.red_dragon_inn.features import InnFeatures
from tavern_bots.red_dragon_inn.habits import InnHabits
from tavern_bots.red_dragon_inn.learned_policy import InnLearnedPolicy
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
    tuned={
        "exploration": 0.35,
        "epsilon": 0.03,
        "evaluation": "learned",
        "horizon": 40,
        "rollout": "learned",
        "beliefs": 1000,
        "paired": True,
        "race": 4.0,
        "depth": 1,
        "scale": 60,
        "doubt": 0.1,
    },
    released={
        "evaluation": "rules",
        "rollout": "rules",
        "beliefs": 0,
        "horizon": 20,
        "paired": False,
        "race": 0.0,
        "depth": 1000,
        "trust": 0.03,
        "doubt": 0.0,
    },
    restyle=restyle,
    levels=Levels(
        (30, 63, 119, 153, 189, 269, 369, 487, 772, 2000), (40.0, 5.35, 1.84, 1.26, 0.93, 0.56, 0.35, 0.22, 0.075, 0.0)
    ),
    habits=lambda game: fitted(InnHabits(game.tables), Path(__file__).with_name("habits.toml")),
    features=lambda game: InnFeatures(game.tables),
    weights=Path(__file__).with_name("evaluation.toml"),
    tables=({}, {"boxes": "both"}),
    pupil=lambda game: InnLearnedPolicy(game.tables),
    lessons=Path(__file__).with_name("policy.toml"),
)
