"""What a scenario cannot mean is refused with a sentence, in the same words in every game."""

from typing import Any

import pytest

from tavern_engine import BadScenario, Game, game, games
from tavern_engine.chance import seed_words


@pytest.mark.parametrize("game", games(), ids=lambda game: str(game.id))
@pytest.mark.parametrize(
    ("situation", "chance", "expected"),
    [
        ({"seets": {}}, {}, "The situation has an unknown key 'seets'. Did you mean 'seats'?"),
        ({"turn": 2}, {}, "The situation's turn is a whole number from 0 to 1, not 2."),
        ({"turn": True}, {}, "The situation's turn is a whole number from 0 to 1, not True."),
        ({"seats": 3}, {}, "The situation's seats are tables, such as seats.0."),
        ({"seats": {"0": 3}}, {}, "The situation's seats are tables, such as seats.0."),
        ({"seats": {"2": {}}}, {}, "The situation has no seat '2' at a table of 2."),
        ({"seats": {"1": {"luck": 7}}}, {}, "The situation of seat 1 has an unknown key 'luck'. It may have: "),
        ({"phase": "xyz"}, {}, "There is no 'xyz' for 'phase'. There are: "),
        ({}, {"luck": 7}, "The chance has an unknown key 'luck'. It may have: "),
    ],
)
def test_every_game_refuses_it(game: Game, situation: dict[str, Any], chance: dict[str, Any], expected: str) -> None:
    if "turn" in situation and game.id == "tiefenthal":
        situation = {"phase": "service", **situation}  # nobody's turn is asked for before
    state = game.start(2, seed_words(1), game.checked_options({}))
    with pytest.raises(BadScenario) as refused:
        game.situation(state, situation, chance)
    assert str(refused.value).startswith(expected)
    assert str(refused.value).endswith((".", "?"))


@pytest.mark.parametrize("outside", [7, [[0], [1]], [0, 0], [0, 1, 0], [0, 9], "01"])
def test_the_inn_refuses_who_cannot_be_outside(outside: object) -> None:
    inn = game("red-dragon-inn")
    state = inn.start(2, seed_words(1), inn.checked_options({}))
    with pytest.raises(BadScenario, match="outside"):
        inn.situation(state, {"outside": outside}, {})
