"""The levels of the house: soft choices among good actions."""

from collections import Counter

import pytest

from tavern_bots.discover import choose_bot
from tavern_bots.house import HouseBot, softly
from tavern_bots.measure.strength import Pairing, measure
from tavern_bots.player import LEVELS, Levels, player_of
from tavern_engine import Rng, Table, games

Rows = list[tuple[int, int, float]]
MANY = 2000


def choices(rows: Rows, softness: float, best: int = 1) -> Counter[int]:
    rng = Rng(7)
    return Counter(softly(rows, best, softness, rng) for _ in range(MANY))


def test_the_worse_an_action_the_less_often_it_is_chosen() -> None:
    chosen = choices([(1, 50, 0.6), (2, 40, 0.58), (3, 30, 0.5)], 1.0)
    assert chosen[1] > chosen[2] > chosen[3] > 0


def test_less_softness_chooses_the_best_more_often() -> None:
    rows = [(1, 50, 0.6), (2, 40, 0.58), (3, 30, 0.5)]
    often = [choices(rows, softness)[1] for softness in (8.0, 2.0, 0.5, 0.1)]
    assert often == sorted(often)
    assert often[-1] > 0.8 * MANY


def test_what_is_obviously_bad_is_never_chosen() -> None:
    """However soft: an action that loses a fifth of the game, or one that the search hardly looked at."""
    assert set(choices([(1, 50, 0.6), (2, 40, 0.3), (3, 4, 0.59)], 100.0)) == {1}


@pytest.mark.parametrize("shift", [0.0, 0.39, -0.5])
def test_who_is_far_ahead_or_behind_plays_no_worse(shift: float) -> None:
    """Only how far the actions lie apart in this decision counts: also where all of them nearly win, or lose."""
    rows = [(1, 50, 0.6), (2, 40, 0.58), (3, 30, 0.5)]
    near = [(action, tries, 0.6 + shift + (worth - 0.6) / 50) for action, tries, worth in rows]
    usual, decided = choices(rows, 1.0), choices(near, 1.0)
    assert all(abs(usual[action] - decided[action]) < 0.05 * MANY for action in (1, 2, 3))


def test_actions_that_are_all_alike_are_left_to_the_search() -> None:
    assert set(choices([(1, 50, 0.6), (2, 40, 0.6)], 5.0, best=2)) == {2}


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_every_game_has_ten_levels_that_rise(rules: object) -> None:
    player = player_of(rules.id)  # type: ignore[attr-defined]
    for levels in (player.levels if player else Levels(), Levels()):
        assert len(levels.simulations) == len(levels.softness) == LEVELS
        assert list(levels.simulations) == sorted(levels.simulations)
        assert list(levels.softness) == sorted(levels.softness, reverse=True)
        assert levels.softness[-1] == 0


def test_a_low_level_loses_to_the_rules_and_to_a_high_one() -> None:
    """With room to spare: twelve games each."""
    for better in ("rules", "house:level=7"):
        *_, result = measure(Pairing("dragon-vault", "house:level=1", (better,), 2), 6, 1)
        assert result.share + result.margin < 0.5


def test_the_level_is_told_and_wrong_ones_are_refused() -> None:
    choice = choose_bot("house:level=4")
    table = Table(games()[0], 2, "level")
    bot = choice.seat(table.game, 0, 2, Rng(1))
    assert isinstance(bot, HouseBot)
    assert bot.place.options["simulations"] == player_levels(table).simulations[3]
    with pytest.raises(Exception, match="a whole number from 1 to 10"):
        choose_bot("house:level=11")


def player_levels(table: Table) -> Levels:
    player = player_of(table.game.id)
    assert player is not None
    return player.levels
