"""How Dragon's Vault is played."""

from pathlib import Path

from tavern_bots.dragon_vault.features import VaultFeatures
from tavern_bots.dragon_vault.habits import VaultHabits
from tavern_bots.dragon_vault.reasons import REASONS
from tavern_bots.dragon_vault.rules import VaultRules
from tavern_bots.fitted import fitted
from tavern_bots.player import Levels, Player
from tavern_bots.style import Style


def restyle(rules: VaultRules, style: Style) -> None:
    """Other cards are dear, in the hand and in the reserve."""
    style.each(rules.need)
    style.each(rules.easy)


PLAYER = Player(
    lambda game: VaultRules(),
    reasons=REASONS,
    tuned={"exploration": 0.35, "evaluation": "learned", "horizon": 6, "opponents": "by-seats", "reuse": True},
    released={"evaluation": "rules", "horizon": 0, "opponents": "rollout"},
    restyle=restyle,
    levels=Levels(
        (30, 63, 94, 112, 132, 162, 206, 281, 413, 2000), (40.0, 5.3, 2.65, 2.0, 1.58, 1.17, 0.82, 0.52, 0.29, 0.0)
    ),
    habits=lambda game: fitted(VaultHabits(), Path(__file__).with_name("habits.toml")),
    features=lambda game: VaultFeatures(game.tables),
    weights=Path(__file__).with_name("evaluation.toml"),
)
