"""The frozen entry of the last release: what today's `mcts` is measured against."""

import pytest

from tavern_bots.api import BadBot
from tavern_bots.discover import choose_bot
from tavern_bots.released import ReleasedBot
from tavern_engine import Rng, game

#: What `mcts` was told in 0.1.0.
TOLD = {
    "dragon-vault": {"exploration": 0.35, "evaluation": "rules", "horizon": 0, "opponents": "rollout", "reuse": True},
    "red-dragon-inn": {
        "exploration": 0.35,
        "evaluation": "rules",
        "rollout": "rules",
        "horizon": 20,
        "race": 0.0,
        "depth": 1000,
        "scale": 60,
        "trust": 0.03,
        "doubt": 0.0,
    },
    "tavern-brawl": {"exploration": 0.7, "opponents": "search", "solve": 5_000, "scale": 3_000_000},
    "tiefenthal": {
        "evaluation": "rules",
        "deals": 2,
        "paired": True,
        "race": 0.0,
        "depth": 1000,
        "epsilon": 0.0,
        "trust": 0.03,
        "scale": 1_000,
    },
}


@pytest.mark.parametrize("game_id", TOLD)
def test_it_is_told_what_mcts_was_told_then(game_id: str) -> None:
    bot = choose_bot("released:simulations=70").seat(game(game_id), 0, 2, Rng(1))
    assert isinstance(bot, ReleasedBot)
    expected = {"simulations": 70, "beliefs": 0, **TOLD[game_id]}
    assert {name: bot.place.options[name] for name in expected} == expected


def test_it_can_be_told_only_how_long_to_think() -> None:
    with pytest.raises(BadBot, match="There is no option 'trust'"):
        choose_bot("released:trust=0")
