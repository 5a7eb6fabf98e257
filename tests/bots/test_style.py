"""Players by rules whom the searches do not model: other weights, and errors."""

from __future__ import annotations

import pytest

import tavern_engine
from tavern_bots.api import BadBot, Clock
from tavern_bots.discover import choose_bot
from tavern_bots.player import Player, rules_player
from tavern_bots.style import Style
from tavern_bots.testing import check_bot
from tavern_engine import Game, RandomPolicy, Rng, Table, game, games

EFFORT = 0.05 if tavern_engine.COMPILED else 0.01


def answers(text: str, rules: Game, seed: int = 1) -> list[int]:
    """What a bot answers at every decision of games that go by the rules, whoever is asked."""
    found = []
    for deal in range(2 if tavern_engine.COMPILED else 1):
        table = Table(rules, 2, f"{seed} {deal}")
        bots = [choose_bot(text).seat(rules, seat, 2, Rng(seat + 7)) for seat in range(2)]
        guides = [choose_bot("rules").seat(rules, seat, 2, Rng(seat)) for seat in range(2)]
        for _ in range(150 if rules.id != "tiefenthal" else 60):  # there every decision is planned
            if table.over:
                break
            seat, infoset = table.ask()
            found.append(bots[seat].choose(infoset, Clock()))
            table.answer(guides[seat].choose(infoset, Clock()))
    return found


def differing(one: list[int], other: list[int]) -> float:
    return sum(a != b for a, b in zip(one, other, strict=True)) / len(one)


@pytest.mark.parametrize("rules", games(), ids=lambda one: one.id)
def test_a_style_plays_otherwise_and_the_same_every_time(rules: Game) -> None:
    usual = answers("rules", rules)
    assert answers("rules:style=0", rules) == usual
    styles = [answers(f"rules:style={number}", rules) for number in (1, 2, 3)]
    assert all(0.005 < differing(usual, style) < 0.5 for style in styles)
    assert answers("rules:style=2", rules) == styles[1] != styles[2]
    assert answers("rules", rules) == usual  # a style is nobody else's


@pytest.mark.parametrize("rules", games(), ids=lambda one: one.id)
def test_errors_are_as_many_as_asked_for(rules: Game) -> None:
    usual = answers("rules", rules)
    assert 0.02 < differing(usual, answers("rules:errors=0.3", rules)) < 0.35
    assert differing(usual, answers("rules:errors=1", rules)) > 0.2


def test_an_error_is_told_as_one() -> None:
    rules = game("dragon-vault")
    seat, infoset = Table(rules, 2, 1).ask()
    bot = choose_bot("rules:errors=1").seat(rules, seat, 2, Rng(1))
    bot.choose(infoset, Clock())
    assert bot.explain() == "It was drawn by lot."  # type: ignore[attr-defined]


def test_the_searches_go_on_modelling_the_shipped_player() -> None:
    rules = game("dragon-vault")
    seat, infoset = Table(rules, 2, 4).ask()
    before = choose_bot("flat:simulations=20").seat(rules, seat, 2, Rng(1)).choose(infoset, Clock())
    choose_bot("rules:style=5").seat(rules, seat, 2, Rng(1)).choose(infoset, Clock())
    assert choose_bot("flat:simulations=20").seat(rules, seat, 2, Rng(1)).choose(infoset, Clock()) == before


def test_factors_are_from_a_half_to_twice_and_even() -> None:
    style = Style(1)
    factors = [style.factor() for _ in range(2000)]
    assert 0.5 <= min(factors) < 0.51
    assert 1.98 < max(factors) <= 2
    assert 0.45 < sum(factor < 1 for factor in factors) / 2000 < 0.55


def test_a_player_without_styles_says_so() -> None:
    vault = game("dragon-vault")
    only = Player(rules_player(vault).policy, {})
    assert not isinstance(only.styled(vault, 0), RandomPolicy)
    with pytest.raises(BadBot, match="has only one style"):
        only.styled(vault, 3)


@pytest.mark.parametrize("text", ["rules:style=1001", "rules:style=-1", "rules:style=bold", "rules:errors=1.5"])
def test_styles_and_errors_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(BadBot, match=r"The option (style|errors) is a"):
        choose_bot(text)


@pytest.mark.slow
def test_they_play_fair() -> None:
    assert check_bot(choose_bot("rules:style=3,errors=0.1"), effort=EFFORT) == []
