"""The exact moves of the rules player of Dragon's Vault, rule by rule, and that it plays fair."""

from typing import Any

import pytest

from tavern_bots.dragon_vault import reasons
from tavern_bots.dragon_vault.reasons import REASONS
from tavern_bots.dragon_vault.rules import VaultRules
from tavern_engine import RandomPolicy, Rng, State, game
from tavern_engine.chance import seed_words

VAULT = game("dragon-vault")
MANY = {"hand": ["1", "2", "4", "7", "8", "9", "Zero"]}  # nothing of it is known to the others
OPTIONS = {"hindrances": True, "tricks": True}


def only(*hand: str, **more: Any) -> dict[str, Any]:
    """A player with these hand cards and no reserve, unless `more` says so."""
    return {"hand": list(hand), "open": [], "closed": [], **more}


def table(*seats: dict[str, Any], **situation: Any) -> State:
    """A turn of seat 0 with these players; two at least, the second with many cards."""
    players = seats if len(seats) > 1 else (*seats, MANY)
    state = VAULT.start(len(players), seed_words(1), VAULT.checked_options({}))
    situation["seats"] = {str(seat): cards for seat, cards in enumerate(players)}
    VAULT.situation(state, situation, {})
    return state


def after(state: State, *moves: str) -> State:
    """The same table after these moves."""
    for move in moves:
        state.apply(VAULT.parse_action(move))
    return state


def choice(state: State) -> tuple[str, int]:
    """What the asked seat does, in words, and the rule that decided."""
    policy = VaultRules()
    action = int(policy.choose(state, Rng(1)))
    assert action in state.legal()
    return VAULT.action_text(action), int(policy.reason)


# Sure things.


def test_goes_out_when_it_can() -> None:
    assert choice(table(only("7", "7"), pile=["6"])) == ("play 7 x2", reasons.GOES_OUT)


def test_goes_out_even_when_the_round_goes_in_circles() -> None:
    state = table(only("7", "7"), pile=["6"], turns=500)
    policy = VaultRules()
    assert {VAULT.action_text(int(policy.choose(state, Rng(seed)))) for seed in range(40)} == {"play 7 x2"}


def test_goes_out_with_a_protector_when_it_would_be_skipped() -> None:
    state = after(table(only("5", "9"), only("Protector", "Protector"), pile=["1"]), "play 5")
    assert choice(state) == ("play Protector x2", reasons.GOES_OUT)


def test_clears_the_pile_to_go_out_with_the_rest() -> None:
    state = table(only("Fire-breather", "2", "2"), pile=["1"])
    assert choice(state) == ("play Fire-breather", reasons.FIRE_AND_OUT)


def test_makes_four_in_a_row_with_the_pile() -> None:
    state = table(only("1", "8", "8", "9"), pile=["1", "8", "8"])
    assert choice(state) == ("play 8 x2", reasons.FOUR_IN_A_ROW)


def test_plays_four_equal_cards_that_fit() -> None:
    state = table(only("1", "8", "8", "8", "8"), pile=["7"])
    assert choice(state) == ("play 8 x4", reasons.FOUR_IN_A_ROW)


def test_makes_four_protectors_in_a_row_when_it_would_be_skipped() -> None:
    protectors = ["Protector"] * 3
    state = after(table(only("5", "9"), only("1", *protectors), only("1", "Protector"), pile=["1"]), "play 5")
    state = after(state, "play Protector x3")
    assert choice(state) == ("play Protector", reasons.FOUR_IN_A_ROW)


def test_removes_four_equal_cards_that_do_not_fit() -> None:
    assert choice(table(only("2", "2", "2", "2", "9"), pile=["7"])) == ("remove 2", reasons.REMOVES_FOUR)


def test_turns_a_closed_card_up_rather_than_take_the_pile() -> None:
    state = table(only(closed=2), pile=["9"])
    assert choice(state) == ("turn up", reasons.TURNS_UP)


def test_turns_a_closed_card_up_from_a_double_stack_if_there_is_no_other() -> None:
    state = table(only(closed=4, doubles=2), pile=["9"])
    assert choice(state) == ("turn up double", reasons.TURNS_UP)


# Cards that are weighed.


def test_plays_low_cards_first_and_equal_villains_together() -> None:
    assert choice(table(only("7", "7", "9", "Protector"), pile=["4"])) == ("play 7 x2", reasons.NEEDS_LEAST)


def test_plays_dragons_one_at_a_time_while_nobody_is_nearly_out() -> None:
    assert choice(table(only("2", "Zero", "Zero"), pile=["9"])) == ("play Zero", reasons.NEEDS_LEAST)


def test_never_takes_the_pile_when_it_can_play() -> None:
    assert choice(table(only("1", "2", "Protector"), pile=["8"])) == ("play Protector", reasons.NEEDS_LEAST)


def test_plays_what_the_open_cards_of_the_next_player_cannot_answer() -> None:
    state = table(only("6", "7", "9"), only(open=["7", "8"], closed=2), pile=["1"])
    assert choice(state) == ("play 9", reasons.HARD_TO_ANSWER)


def test_plays_what_the_known_hand_of_the_next_player_cannot_answer() -> None:
    known = only("7", "8", known=["7", "8"])
    assert choice(table(only("6", "7", "9"), known, pile=["1"])) == ("play 9", reasons.HARD_TO_ANSWER)
    assert choice(table(only("6", "7", "9"), MANY, pile=["1"])) == ("play 6", reasons.NEEDS_LEAST)


def test_makes_a_player_draw_who_is_nearly_out() -> None:
    state = table(only("2", "4", "4", "7"), only("8"), pile=["1"])
    assert choice(state) == ("play 4 x2", reasons.LOADS)


def test_skips_a_player_who_is_nearly_out() -> None:
    state = table(only("2", "5", "9"), only("8"), MANY, pile=["1"])
    assert choice(state) == ("play 5", reasons.SKIPS)


def test_with_two_players_plays_5s_one_by_one_to_move_again() -> None:
    assert choice(table(only("5", "5", "9"), pile=["4"])) == ("play 5", reasons.MOVES_AGAIN)


def test_clears_the_pile_with_a_fire_breather_when_little_else_fits() -> None:
    assert choice(table(only("2", "3", "Fire-breather"), pile=["9"])) == ("play Fire-breather", reasons.CLEARS)


def test_gets_rid_of_dragons_together_when_somebody_is_about_to_go_out() -> None:
    state = table(only("2", "Zero", "Zero"), only("1"), pile=["9"])
    assert choice(state) == ("play Zero x2", reasons.UNLOADS)


def test_keeps_8s_that_bring_coins_back() -> None:
    hand = only("8", "9", "1")
    assert choice(table(hand, pile=["7"]))[0] == "play 8"
    assert choice(table(hand, pile=["7"], tricks=["golden feathers"]))[0] == "play 9"


def test_tries_something_else_when_a_round_goes_in_circles() -> None:
    state = table(only("6", "7", "8", "9", "Zero"), pile=["5"], turns=500)
    policy = VaultRules()
    tried = {int(policy.choose(state, Rng(seed))): int(policy.reason) for seed in range(60)}
    assert len(tried) > 2
    assert set(tried.values()) == {reasons.TRIES_ELSE, reasons.NEEDS_LEAST}


# Debts and skips.


def test_passes_a_debt_on_with_4s() -> None:
    state = table(only("4", "4", "Protector", "9"), pile=["4"], debt=2)
    assert choice(state) == ("play 4 x2", reasons.PASSES_FOURS)


def test_passes_a_debt_on_with_a_protector() -> None:
    state = table(only("Protector", "Protector", "9"), pile=["4"], debt=2)
    assert choice(state) == ("play Protector", reasons.PASSES_PROTECTOR)


def test_lays_a_protector_rather_than_be_skipped() -> None:
    state = after(table(only("5", "9"), only("1", "Protector", "Protector"), pile=["1"]), "play 5")
    assert choice(state) == ("play Protector", reasons.PROTECTS)


# The swap and the tricks.


def test_swaps_a_dragon_into_the_reserve_for_a_low_card() -> None:
    state = table(only("3", "Fire-breather", "8", open=["2", "7", "9"], closed=3), phase="swap")
    assert choice(state) == ("swap Fire-breather", reasons.SWAPS)
    assert choice(after(state, "swap Fire-breather")) == ("for 2", reasons.SWAPS)


def test_keeps_a_good_reserve() -> None:
    state = table(only("2", "3", "5", open=["8", "8", "Fire-breather"], closed=3), phase="swap")
    assert choice(state) == ("keep", reasons.KEEPS_RESERVE)


def test_gives_a_card_to_who_is_nearest_to_going_out() -> None:
    state = table(only("2", "7", "9"), MANY, only("1", "8"), pile=["1"], tricks=["surprise"])
    assert choice(after(state, "play 2")) == ("let seat 2 draw", reasons.GIVES)


@pytest.mark.parametrize(("hand", "does"), [(["1"], "reverse"), (["1"] * 5, "straight on")])
def test_lets_the_neighbour_with_more_cards_move_next(hand: list[str], does: str) -> None:
    state = table(only("7", "9"), only(*hand), only("2", "2", "2"), pile=["1"], tricks=["carousel"])
    assert choice(after(state, "play 7")) == (does, reasons.TURNS_ROUND)


def test_turns_round_to_move_again_with_two_players() -> None:
    state = after(table(only("7", "9"), pile=["1"], tricks=["carousel"]), "play 7")
    assert choice(state) == ("reverse", reasons.MOVES_AGAIN)


def test_takes_the_open_card_that_is_hardest_to_play_from_the_reserve() -> None:
    state = table(only("9", "8", open=["2", "Protector"], closed=2), pile=["1"], tricks=["revealing secrets"])
    assert choice(after(state, "play 9")) == ("reveal 2", reasons.SHOWS)


# All games.


@pytest.mark.parametrize("options", [{}, OPTIONS])
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_choice_is_legal_and_the_same_on_the_view(seats: int, options: dict[str, bool]) -> None:
    """With random players among them, so that situations come up which it would not bring about itself."""
    policy, anybody, luck = VaultRules(), RandomPolicy(), Rng(seats)
    for seed in range(3):
        state = VAULT.new(seats, seed, options)
        for step in range(400):
            if state.seat() < 0:
                break
            view = state.observe(int(state.seat())).view
            action, reason = int(policy.choose(state, Rng(step))), int(policy.reason)
            assert action in state.legal()
            assert (int(policy.choose(view, Rng(step))), int(policy.reason)) == (action, reason)
            state.move(action if luck.below(4) else anybody.choose(state, luck))


def test_every_rule_has_a_sentence_and_decides_now_and_then() -> None:
    decided = set()
    policy, rng = VaultRules(), Rng(1)
    for seed in range(40):
        state = VAULT.new(2 + seed % 5, seed, OPTIONS)
        while state.seat() >= 0:
            state.move(policy.choose(state, rng))
            decided.add(int(policy.reason))
    assert decided == set(REASONS)
