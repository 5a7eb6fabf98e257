"""A secret of the Tavern Crew: what else is in a pile into which known drinks were shuffled (R116)."""

import pytest
from inn_towel import FAULTS, SmallTowelInn, TowelInn

from tavern_engine import COMPILED
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.game import RedDragonInn
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.testing import CHECKS, Failed
from tavern_engine.testing.walk import Case, game_positions

TINY = TowelInn.load(TowelInn.folder / TowelInn.tiny_file)
CHECKED = ("twins", "sample", "blind", "resample", "redraw", "distribution", "world keys", "worlds", "bytes", "layout")


def case(game: TowelInn, effort: float) -> Case:
    return Case(game, 2, game.checked_options({"prizes": True}), effort)


def game_for(check: str) -> TowelInn:
    return SmallTowelInn(TINY) if check == "worlds" else TowelInn(TINY)


def test_the_towel_is_used_in_these_games(effort: float) -> None:
    pooled = [
        bool(position.state.w[z.POOLED])
        for seed in range(20)
        for position in game_positions(case(TowelInn(TINY), effort), seed)
    ]
    assert sum(pooled) > 20


def test_a_payer_does_not_see_whether_somebody_waits_for_the_gold() -> None:
    """R109: the view of who pays the Inn is the same whether or not Olivia holds the card for it."""
    views = []
    for held in ("you_shouldnt_have", "tip_jar"):
        game = RedDragonInn.from_box()
        seats = {
            "0": {"character": "Molly", "hand": ["power_of_the_stable", "coin_on_a_string"]},
            "1": {"character": "Warthorn"},
            "2": {"character": "Olivia", "hand": [held]},
        }
        size, options = game.checked_table(3, {"boxes": "tavern-crew"})
        state = game.start(size, (1, 2), options)
        assert isinstance(state, InnState)
        game.situation(state, {"seats": seats}, {})
        for text in ("play power_of_the_stable", "seat 1", "pass"):
            state.apply(game.parse_action(text))
        views.append(state.observe(0))
    assert views[0].asked
    assert views[0].key == views[1].key
    assert views[0].to_bytes() == views[1].to_bytes()


@pytest.mark.parametrize("check", CHECKED)
def test_the_pile_is_kept_secret(check: str, effort: float) -> None:
    CHECKS[check](case(game_for(check), effort))


@pytest.mark.skipif(COMPILED, reason="a compiled class cannot be changed: the faults are planted in the pure build")
@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_caught_and_named(fault: str) -> None:
    state_class, check, problem = FAULTS[fault]
    game = game_for(check)
    game.state_class = state_class
    with pytest.raises(Failed, match=problem):
        CHECKS[check](case(game, 1.0))
