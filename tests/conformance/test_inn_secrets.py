"""A secret of the Tavern Crew: what else is in a pile into which known drinks were shuffled (R116)."""

import pytest
from inn_towel import FAULTS, SmallTowelInn, TowelInn

from tavern_engine import COMPILED
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.testing import CHECKS, Failed
from tavern_engine.testing.walk import Case, game_positions

TINY = TowelInn.load(TowelInn.folder / TowelInn.tiny_file)
CHECKED = ("twins", "sample", "blind", "resample", "distribution", "world keys", "worlds", "bytes", "layout")


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
