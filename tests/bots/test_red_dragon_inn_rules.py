"""The exact moves of the rules player of The Red Dragon Inn, rule by rule, and that it plays fair."""

from typing import Any

import pytest

from tavern_bots.red_dragon_inn import reasons
from tavern_bots.red_dragon_inn.reasons import REASONS
from tavern_bots.red_dragon_inn.rules import InnRules
from tavern_engine import RandomPolicy, Rng, State, game
from tavern_engine.chance import seed_words
from tavern_engine.games.red_dragon_inn.game import RedDragonInn

INN = game("red-dragon-inn")
assert isinstance(INN, RedDragonInn)
TABLES = INN.tables
GAMBLE = "Gambling? I'm in!"
BACKSTAB = "How did this get stuck in your back?"
POISON = "Have you seen my poison? I left it in a mug right here..."
HEAL = "My Goddess heals me."
TIP = "Tip the Wench."
FLOOR = "Dump it on the floor"


def seat(character: str, *hand: str, **more: int) -> dict[str, Any]:
    """A player with this character and these cards."""
    return {"character": character, "hand": list(hand), **more}


def table(*seats: dict[str, Any], reveals: tuple[str, ...] = (), **situation: Any) -> State:
    """A turn of seat 0, in its Action phase unless `phase` says otherwise."""
    state = INN.start(len(seats), seed_words(1), INN.checked_options({}))
    situation["seats"] = {str(number): player for number, player in enumerate(seats)}
    INN.situation(state, situation, {"reveals": list(reveals)})
    return state


def after(state: State, *moves: str) -> State:
    """The same table after these moves."""
    for move in moves:
        state.apply(INN.parse_action(move))
    return state


def choice(state: State) -> tuple[str, int]:
    """What the asked seat does, in words, and the rule that decided."""
    policy = InnRules(TABLES)
    action = int(policy.choose(state, Rng(1)))
    assert action in state.legal()
    return INN.action_text(action), int(policy.reason)


# Actions and orders.


def test_plays_the_action_that_hurts_most() -> None:
    state = table(seat("Gerki", BACKSTAB, POISON), seat("Fiona"))
    assert choice(state) == (f"play {POISON}", reasons.HARMS)


def test_puts_out_who_can_be_put_out() -> None:
    state = table(seat("Gerki", BACKSTAB), seat("Fiona"), seat("Zot", fort=10, ac=8), seat("Deirdre"))
    assert choice(state) == (f"play {BACKSTAB}", reasons.KNOCKS_OUT)
    assert choice(after(state, f"play {BACKSTAB}"))[0] == "seat 2"


def test_orders_for_whom_a_drink_hurts_most() -> None:
    state = table(seat("Gerki"), seat("Fiona"), seat("Zot", fort=12, ac=8), seat("Deirdre"), phase="order")
    assert choice(state) == ("seat 2", reasons.ORDERS)


def test_does_not_pile_drinks_up_on_one_player() -> None:
    state = table(seat("Gerki"), seat("Fiona", ac=5, mugs=4), seat("Zot", ac=4, mugs=0), phase="order")
    assert choice(state) == ("seat 2", reasons.ORDERS)


# Discards.


def test_keeps_answers_and_throws_away_what_a_fresh_card_is_likely_to_beat() -> None:
    state = table(seat("Gerki", GAMBLE, FLOOR, POISON), seat("Fiona"), phase="discard")
    assert choice(state) == (f"discard {GAMBLE}", reasons.THROWS)
    assert choice(after(state, f"discard {GAMBLE}")) == ("pass", reasons.KEEPS)


# Cards for any time.


def test_tips_the_wench_with_the_last_gold_of_another() -> None:
    state = table(seat("Gerki", TIP), seat("Fiona", gold=1), seat("Zot"), phase="end")
    assert choice(state) == (f"play {TIP}", reasons.KNOCKS_OUT)
    assert choice(after(state, f"play {TIP}"))[0] == "seat 1"


def test_heals_itself_before_it_draws_up() -> None:
    state = table(seat("Deirdre", HEAL, fort=14, ac=4), seat("Fiona"), phase="start")
    assert choice(state) == (f"play {HEAL}", reasons.STRENGTHENS)


def test_does_not_waste_a_heal() -> None:
    state = table(seat("Deirdre", HEAL, fort=20, ac=4), seat("Fiona"), phase="start")
    assert choice(state) == ("pass", reasons.HOLDS_BACK)


def test_saves_itself_at_the_last_moment() -> None:
    state = table(seat("Gerki", BACKSTAB), seat("Deirdre", HEAL, fort=10, ac=8))
    state = after(state, f"play {BACKSTAB}", "pass")
    assert choice(state) == (f"play {HEAL}", reasons.SAVES_ITSELF)


# Drinks.


def test_does_not_drink_what_would_knock_it_out_but_drinks_water() -> None:
    def poured(drink: str) -> State:
        return table(seat("Gerki", FLOOR, fort=10, ac=6), seat("Zot"), phase="drink", reveals=(drink,))

    assert choice(poured("Dragon Breath Ale")) == (f"play {FLOOR}", reasons.SAVES_ITSELF)
    assert choice(poured("Water")) == ("pass", reasons.HOLDS_BACK)


def test_keeps_the_answer_to_a_strong_drink_for_one() -> None:
    state = table(seat("Gerki", FLOOR), seat("Zot"), phase="drink", reveals=("Light Ale",))
    assert choice(state) == ("pass", reasons.HOLDS_BACK)


def test_makes_the_drink_of_another_stronger_when_that_puts_them_out() -> None:
    extra = "A little somethin' extra"
    state = table(seat("Zot", fort=12, ac=7), seat("Gerki", extra), phase="drink", reveals=("Elven Wine",))
    assert choice(state) == (f"play {extra}", reasons.KNOCKS_OUT)


def test_hands_a_strong_drink_on_to_whom_it_hurts_most() -> None:
    teleport = "Teleport beverage!"
    players = seat("Zot", teleport, fort=12, ac=8), seat("Fiona"), seat("Gerki", fort=9, ac=6)
    state = table(*players, phase="drink", reveals=("Dragon Breath Ale",))
    assert choice(state) == (f"play {teleport}", reasons.HANDS_ON)
    assert choice(after(state, f"play {teleport}"))[0] == "seat 2"


def test_turns_a_strong_drink_into_courage() -> None:
    courage = "Nothing like a little belt of liquid courage!"
    state = table(seat("Fiona", courage, fort=12), seat("Zot"), phase="drink", reveals=("Dragon Breath Ale",))
    assert choice(state) == (f"play {courage}", reasons.COURAGE)


# Cards of others.


def test_stops_a_card_that_would_save_another() -> None:
    no = "I don't think so!"
    players = seat("Gerki", FLOOR, fort=10, ac=7), seat("Zot", no)
    state = table(*players, phase="drink", reveals=("Dragon Breath Ale",))
    assert choice(after(state, f"play {FLOOR}")) == (f"play {no}", reasons.NEGATES)


def test_lets_a_card_pass_that_hardly_matters() -> None:
    no = "I don't think so!"
    state = table(seat("Gerki", FLOOR), seat("Zot", no), phase="drink", reveals=("Light Ale",))
    assert choice(after(state, f"play {FLOOR}")) == ("pass", reasons.HOLDS_BACK)


def test_ignores_what_would_put_it_out() -> None:
    armor = "Luckily for me, I was wearing my armor!"
    state = table(seat("Gerki", POISON), seat("Fiona", armor, fort=12, ac=9))
    assert choice(after(state, f"play {POISON}")) == (f"play {armor}", reasons.SAVES_ITSELF)


# Rounds.


def test_leaves_a_round_rather_than_ante_its_last_gold() -> None:
    polishing = "Go away! I'm polishing my arsenal."
    state = table(seat("Gerki", GAMBLE), seat("Fiona", polishing, gold=1))
    assert choice(after(state, f"play {GAMBLE}")) == (f"play {polishing}", reasons.SAVES_ITSELF)


def test_starts_a_round_with_good_cards_only() -> None:
    good = ["Winning Hand!", "Winning Hand!", "I raise!", GAMBLE, GAMBLE, GAMBLE]
    assert choice(table(seat("Gerki", *good), seat("Fiona"))) == (f"play {GAMBLE}", reasons.GAMBLES)
    assert choice(table(seat("Gerki", GAMBLE, gold=1), seat("Fiona", *good))) == ("pass", reasons.HOLDS_BACK)


def test_steals_the_pot_of_the_winner() -> None:
    steal = "Um... I know you think you won, but..."
    state = table(seat("Fiona", GAMBLE, "Winning Hand!"), seat("Gerki", steal, GAMBLE))
    state = after(state, f"play {GAMBLE}", "pass")
    assert choice(state) == (f"play {steal}", reasons.HELPS_ITSELF)


# All games.


@pytest.mark.parametrize("seats", range(2, 5))
def test_every_choice_is_legal_and_the_same_on_the_view(seats: int) -> None:
    """With random players among them, so that situations come up which it would not bring about itself."""
    policy, anybody, luck = InnRules(TABLES), RandomPolicy(), Rng(seats)
    for seed in range(4):
        state = INN.new(seats, seed, {})
        while state.seat() >= 0:
            view = state.observe(int(state.seat())).view
            action, reason = int(policy.choose(state, Rng(1))), int(policy.reason)
            assert action in state.legal()
            assert (int(policy.choose(view, Rng(1))), int(policy.reason)) == (action, reason)
            state.move(action if luck.below(4) else anybody.choose(state, luck))


def test_every_rule_has_a_sentence_and_decides_now_and_then() -> None:
    decided = set()
    policy, rng = InnRules(TABLES), Rng(1)
    for seed in range(60):
        state = INN.new(2 + seed % 3, seed, {})
        while state.seat() >= 0:
            state.move(policy.choose(state, rng))
            decided.add(int(policy.reason))
    assert decided == set(REASONS)
