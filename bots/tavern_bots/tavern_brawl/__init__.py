"""How Tavern Brawl is played."""

from tavern_bots.player import Levels, Player
from tavern_bots.style import Style
from tavern_bots.tavern_brawl.reasons import REASONS
from tavern_bots.tavern_brawl.rules import BrawlRules


def restyle(rules: BrawlRules, style: Style) -> None:
    """Other skills and strength are wanted, and risk is feared more or less."""
    laying, survey = rules.laying, rules.survey
    style.each(laying.pick_skill)
    style.each(laying.lay_skill)
    laying.pick_strength = style.of(laying.pick_strength)
    laying.pick_mugs = style.of(laying.pick_mugs)
    laying.hold = style.of(laying.hold)
    survey.fear = style.of(survey.fear)
    survey.fear_glass = style.of(survey.fear_glass)


PLAYER = Player(
    lambda game: BrawlRules(game.tables),
    reasons=REASONS,
    tuned={"scale": 3_000_000, "opponents": "search", "solve": 5_000},
    restyle=restyle,
    levels=Levels(
        (20, 37, 66, 96, 142, 229, 367, 538, 742, 2000), (40.0, 8.6, 3.0, 1.8, 1.06, 0.56, 0.3, 0.164, 0.078, 0.0)
    ),
)
