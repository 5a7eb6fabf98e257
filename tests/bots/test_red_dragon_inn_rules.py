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
TABLES_TO_PLAY = [(boxes, seats) for boxes in ("base", "tavern-crew") for seats in (2, 3, 4)] + [("both", 8)]


def seat(character: str, *hand: str, **more: Any) -> dict[str, Any]:
    """A player with this character and these cards."""
    return {"character": character, "hand": list(hand), **more}


def table(*seats: dict[str, Any], boxes: str = "base", **situation: Any) -> State:
    """A turn of seat 0, in its Action phase unless `phase` says otherwise."""
    state = INN.start(len(seats), seed_words(1), INN.checked_options({"boxes": boxes, "prizes": boxes != "base"}))
    situation["seats"] = {str(number): player for number, player in enumerate(seats)}
    chance = {luck: list(situation.pop(luck, ())) for luck in ("reveals", "stories", "animals")}
    INN.situation(state, situation, chance)
    return state


def crew(*seats: dict[str, Any], **situation: Any) -> State:
    """The same with both boxes."""
    return table(*seats, boxes="both", **situation)


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


def test_throws_nothing_away_when_a_story_lets_it_draw_no_fresh_card() -> None:
    kept = [FLOOR, FLOOR, POISON, "I don't think so!", TIP]
    gerki = seat(
        "Gerki", *kept, GAMBLE, GAMBLE, front=["Did I ever tell you about the tale that bored a troll to stone?"]
    )
    assert choice(crew(gerki, seat("Warthorn"), phase="discard")) == ("pass", reasons.KEEPS)


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


# Stories (R85 to R91).

STORY_CARD = "Hey! I'm telling you a story here!"
SHORT_STORY = "Now, where was I...?"
HEADBUTT = "That, lad, is a proper dwarven headbutt!"
COPPER = "Did I ever tell you about the cursed copper?"
TRIALS = "Did I ever tell you about Serena's Paladin Trials?"


def test_counts_the_story_that_may_come() -> None:
    state = crew(seat("Warthorn", HEADBUTT, STORY_CARD), seat("Jasper"), seat("Molly"))
    assert choice(state) == (f"play {STORY_CARD}", reasons.HARMS)


def test_aims_a_story_at_whom_it_troubles_most() -> None:
    state = crew(seat("Warthorn", STORY_CARD), seat("Jasper"), seat("Molly", gold=1), stories=[COPPER])
    assert choice(after(state, f"play {STORY_CARD}", "seat 1")) == ("seat 2", reasons.BURDENS)


def test_aims_a_story_at_whom_it_puts_out_together_with_its_card() -> None:
    players = seat("Warthorn", STORY_CARD), seat("Jasper", fort=12, ac=8), seat("Molly", fort=11, ac=8)
    state = crew(*players, stories=[TRIALS])
    assert choice(after(state, f"play {STORY_CARD}", "seat 1"))[0] == "seat 1"


def test_ignores_a_card_for_its_story() -> None:
    """RA91; a loss of 1 to the card would not be worth the answer, 2 more are the end."""
    feeding = "Not now! Feeding time!"
    players = seat("Warthorn", SHORT_STORY), seat("Molly", feeding, fort=10, ac=7), seat("Jasper")
    state = crew(*players, stories=[TRIALS])
    assert choice(after(state, f"play {SHORT_STORY}", "seat 1", "seat 1")) == (f"play {feeding}", reasons.SAVES_ITSELF)


def test_negates_a_card_that_others_pay_for_only_through_its_story() -> None:
    leaves, story = (
        "Deal me out, I'm getting to the good part.",
        "Did I ever tell you about twelve goblins and one pie?",
    )
    no = "I don't think so!"
    players = (seat("Jasper", GAMBLE), seat("Warthorn", leaves), seat("Olivia", no, fort=10, ac=9))
    state = after(crew(*players, stories=[story]), f"play {GAMBLE}", f"play {leaves}")
    assert choice(state) == (f"play {no}", reasons.NEGATES)


# The stable (R92 to R101).

GOAT = "Butterscotch the Giant Goat"
UNICORN = "Elandral the Unicorn"


def test_uses_an_animal_rather_than_a_card() -> None:
    later = "We'll save that for later, right, buddy?"
    molly = seat("Molly", later, fort=10, ac=6)
    state = crew(molly, seat("Jasper"), stalls=[GOAT], phase="drink", reveals=["Dragon Breath Ale"])
    assert choice(state) == (f"use {GOAT}", reasons.SAVES_ITSELF)


def test_heals_at_the_end_of_the_turn_with_cards_it_would_throw_away() -> None:
    def evening(fort: int) -> State:
        molly = seat("Molly", GAMBLE, GAMBLE, "Coin on a string", fort=fort, ac=4)
        return crew(molly, seat("Jasper"), stalls=[UNICORN], phase="evening")

    assert choice(evening(12)) == (f"use {UNICORN}", reasons.STRENGTHENS)
    assert choice(evening(20)) == ("pass", reasons.HOLDS_BACK)
    state = after(evening(12), f"use {UNICORN}")
    assert choice(state) == (f"discard {GAMBLE}", reasons.PARTS_WITH)


def test_hits_everybody_who_is_worth_the_price() -> None:
    power = "The power of the stable, unleashed!"
    molly = seat("Molly", power, gold=2)
    state = crew(molly, seat("Jasper"), seat("Zot", fort=10, ac=8), seat("Olivia"))
    assert choice(state) == (f"play {power}", reasons.HITS_SEVERAL)
    state = after(state, f"play {power}")
    assert choice(state) == ("seat 2", reasons.HITS_SEVERAL)
    assert choice(after(state, "seat 2")) == ("pass", reasons.HITS_SEVERAL)
    molly["gold"] = 12
    state = after(crew(molly, seat("Jasper"), seat("Zot"), seat("Olivia")), f"play {power}")
    assert choice(state) == ("seat 1", reasons.HITS_SEVERAL)
    assert choice(after(state, "seat 1")) == ("seat 2", reasons.HITS_SEVERAL)


# The Special Reserve (R102 to R107).


def test_serves_a_reserve_drink_to_whom_it_hurts_most() -> None:
    tray = "Mind the tray!"
    state = crew(seat("Olivia", tray), seat("Jasper"), seat("Molly", fort=14, ac=8), seat("Zot"))
    assert choice(after(state, f"play {tray}")) == ("seat 2", reasons.HARMS)


def test_orders_for_whom_no_reserve_drink_waits() -> None:
    players = seat("Olivia"), seat("Jasper", mugs=0, reserves=2, ac=4), seat("Molly", mugs=1, ac=4)
    assert choice(crew(*players, phase="order")) == ("seat 2", reasons.ORDERS)


def test_takes_what_another_paid_to_the_inn() -> None:
    tip, thanks = "Tip the Wench.", "Aw, you really shouldn't have!"
    state = crew(seat("Jasper", tip), seat("Olivia", thanks, gold=2), seat("Zot"), phase="end")
    assert choice(after(state, f"play {tip}", "seat 2")) == (f"play {thanks}", reasons.TAKES_TIP)


def test_pockets_the_pot_of_another() -> None:
    mine = "Oh, I thought that was my tip..."
    state = crew(seat("Zot", GAMBLE, "Winning Hand!"), seat("Olivia", mine, gold=3), seat("Jasper"), seat("Gerki"))
    assert choice(after(state, f"play {GAMBLE}")) == (f"play {mine}", reasons.HELPS_ITSELF)


def test_pays_when_the_drink_would_hurt_more() -> None:
    def hero(**markers: int) -> State:
        olivia, zot = seat("Olivia", mugs=0), seat("Zot", reserves=1, **markers)
        return crew(zot, olivia, phase="drink", reveals=["Another one, hero?", "Royal Brandy"])

    assert choice(hero(fort=12, ac=9)) == ("pay", reasons.PAYS_RATHER)
    assert choice(hero(gold=2)) == ("drink", reasons.DRINKS_RATHER)


def test_dares_whom_a_drink_hurts_most() -> None:
    players = seat("Jasper"), seat("Molly"), seat("Zot", fort=12, ac=9)
    state = crew(*players, phase="drink", reveals=["The Wench dares you..."])
    assert choice(state) == ("seat 2", reasons.DARES)


# Drinks that do more.


def test_shares_mead_with_whom_it_hurts_most() -> None:
    state = crew(seat("Jasper"), seat("Molly"), seat("Zot", fort=12, ac=9), phase="drink", reveals=["Mead"])
    assert choice(state) == ("seat 2", reasons.SHARES)


def test_draws_before_it_gives_up_cards() -> None:
    drinks = ["Barrel Whiskey with a Chaser", "Intriguing Ale"]
    state = crew(seat("Jasper", GAMBLE, reserves=1), seat("Olivia"), phase="drink", reveals=drinks)
    assert choice(state) == ("draw", reasons.TASTES)
    state = crew(seat("Jasper", reserves=1), seat("Olivia"), phase="drink", reveals=drinks)
    assert choice(state) == ("discard", reasons.TASTES)


def test_gives_up_cards_for_fortitude_only_while_it_can_gain_some() -> None:
    def tonic(fort: int) -> State:
        hand = [GAMBLE, GAMBLE, "Not now. Time to do some bouncing!"]
        state = crew(
            seat("Jasper", *hand, fort=fort, reserves=1), seat("Olivia"), phase="drink", reveals=["Bitter Tonic"]
        )
        return after(state, "pass")

    state = tonic(16)
    assert choice(state) == (f"discard {GAMBLE}", reasons.HEALS_WITH_CARDS)
    state = after(state, f"discard {GAMBLE}", f"discard {GAMBLE}")
    assert choice(state) == ("pass", reasons.KEEPS)
    assert choice(tonic(20)) == ("pass", reasons.KEEPS)


def test_chooses_how_a_drink_is_changed() -> None:
    job = "Playing with the drinks is MY job!"
    state = crew(seat("Zot", fort=12, ac=9), seat("Olivia", job), phase="drink", reveals=["Wine"])
    assert choice(state) == (f"play {job}", reasons.KNOCKS_OUT)
    assert choice(after(state, f"play {job}")) == ("raise it", reasons.SPIKES)
    state = crew(seat("Olivia", job, fort=12, ac=10), seat("Zot"), phase="drink", reveals=["Wine"])
    assert choice(after(state, f"play {job}")) == ("lower it", reasons.WATERS)


def test_passes_a_drink_on_or_splits_it() -> None:
    finish = "Here, finish this!"
    state = crew(seat("Warthorn", finish, fort=12, ac=8), seat("Zot"), phase="drink", reveals=["Dragon Breath Ale"])
    assert choice(state) == (f"play {finish}", reasons.HANDS_ON)
    assert choice(after(state, f"play {finish}")) == ("pass it on", reasons.HANDS_ON)


def test_turns_a_drink_into_a_little_courage() -> None:
    iron = "They don't call me 'Iron Belly' for nothing!"
    state = crew(seat("Jasper", iron, fort=14, ac=8), seat("Zot"), phase="drink", reveals=["Dragon Breath Ale"])
    assert choice(state) == (f"play {iron}", reasons.COURAGE)


def test_gives_away_the_drinks_that_wait_for_it() -> None:
    regulars = "I know what my regulars like!"
    state = crew(seat("Warthorn", regulars, mugs=3), seat("Zot", fort=14, ac=8), seat("Jasper"))
    assert choice(state) == (f"play {regulars}", reasons.HANDS_OUT)
    assert choice(after(state, f"play {regulars}")) == ("seat 1", reasons.HANDS_OUT)


# Cards on the table.


def test_hits_harder_when_that_puts_somebody_out() -> None:
    elixir = "Elixir of Strength"
    state = crew(seat("Gerki", BACKSTAB, front=[elixir]), seat("Olivia"), seat("Zot", fort=12, ac=8))
    assert choice(after(state, f"play {BACKSTAB}", "seat 2")) == (f"use {elixir}", reasons.KNOCKS_OUT)


def test_takes_the_edge_off_a_blow_that_would_put_it_out() -> None:
    elixir = "Elixir of Stoneskin"
    state = crew(seat("Gerki", BACKSTAB), seat("Zot", fort=12, ac=10, front=[elixir]), seat("Olivia"))
    assert choice(after(state, f"play {BACKSTAB}", "seat 1")) == (f"use {elixir}", reasons.SAVES_ITSELF)


def test_lets_another_have_what_it_does_not_want_to_drink() -> None:
    towel = "Fluffy Towel"
    players = seat("Gerki", fort=14, ac=9, front=[towel]), seat("Zot", fort=12, ac=8), seat("Jasper")
    state = crew(*players, phase="drink", reveals=["Dragon Breath Ale"])
    assert choice(state) == (f"use {towel}", reasons.WASHES)
    assert choice(after(state, f"use {towel}")) == ("seat 1", reasons.WASHES)


# Jasper.


def test_takes_somebody_outside() -> None:
    air = "I think you need some air."
    state = crew(seat("Jasper", air), seat("Zot"), seat("Molly"))
    assert choice(state) == (f"play {air}", reasons.GOES_OUTSIDE)


def test_stops_a_theft_on_its_watch() -> None:
    watch, tabs = "No stealing on my watch!", "Time to settle your tabs!"
    state = crew(seat("Warthorn", tabs), seat("Jasper", watch, gold=1), seat("Zot"))
    assert choice(after(state, f"play {tabs}")) == (f"play {watch}", reasons.NEGATES)


def test_lets_nobody_leave_a_drink_that_puts_them_out() -> None:
    rather = "In my day, drinks were for drinking!"
    players = seat("Gerki", FLOOR, fort=10, ac=7), seat("Jasper", rather)
    state = crew(*players, phase="drink", reveals=["Dragon Breath Ale"])
    assert choice(after(state, f"play {FLOOR}")) == (f"play {rather}", reasons.NEGATES)


def test_hits_who_makes_a_ruckus() -> None:
    quit_it = "Quit making a ruckus!"
    state = crew(seat("Gerki", BACKSTAB, fort=10, ac=8), seat("Zot"), seat("Jasper", quit_it))
    state = after(state, f"play {BACKSTAB}", "seat 1")
    assert choice(state) == (f"play {quit_it}", reasons.KNOCKS_OUT)


# One thing at a time.


def test_waits_until_the_own_card_has_worked() -> None:
    """A second heal is played when the first has worked, if it is still needed."""
    state = table(seat("Deirdre", HEAL, HEAL, fort=18, ac=17), seat("Fiona"), phase="start")
    assert choice(after(state, f"play {HEAL}")) == ("pass", reasons.HOLDS_BACK)


def test_does_not_steal_the_same_gold_twice() -> None:
    thefts = "Oh, this gold piece? Um... I found it... under your chair...", "Well... I don't see your name on it!"
    state = after(table(seat("Gerki", *thefts), seat("Fiona", gold=1), phase="end"), f"play {thefts[0]}")
    assert choice(state) == ("pass", reasons.HOLDS_BACK)


# All games.


@pytest.mark.parametrize(("boxes", "seats"), TABLES_TO_PLAY)
def test_every_choice_is_legal_and_the_same_on_the_view(boxes: str, seats: int) -> None:
    """With random players among them, so that situations come up which it would not bring about itself."""
    policy, anybody, luck = InnRules(TABLES), RandomPolicy(), Rng(seats)
    for seed in range(4):
        state = INN.new(seats, seed, {"boxes": boxes, "prizes": boxes != "base"})
        while state.seat() >= 0:
            view = state.observe(int(state.seat())).view
            action, reason = int(policy.choose(state, Rng(1))), int(policy.reason)
            assert action in state.legal()
            assert (int(policy.choose(view, Rng(1))), int(policy.reason)) == (action, reason)
            state.move(action if luck.below(4) else anybody.choose(state, luck))


def test_every_rule_has_a_sentence_and_decides_now_and_then() -> None:
    decided = set()
    policy, rng = InnRules(TABLES), Rng(1)
    for seed in range(180):
        boxes = ("base", "tavern-crew", "both")[seed % 3]
        state = INN.new(2 + seed % (7 if boxes == "both" else 3), seed, {"boxes": boxes, "prizes": boxes != "base"})
        while state.seat() >= 0:
            state.move(policy.choose(state, rng))
            decided.add(int(policy.reason))
    assert decided == set(REASONS)
