"""What the cards do: the mechanics of Tables 1 and 2 of RULES.md, and the programs that are no cards."""

from __future__ import annotations

# The words of the language, as they read best.
# isort: off
# fmt: off
from tavern_engine.games.red_dragon_inn.language import (
    Branch, Step, ac_to_fort, act, aftertaste, aim, alcohol, answers, antes, bet, check_losses, choose, choose_drink,
    choose_several, choose_way, contest, copy, cover, dare, discard, draw, draw_up, drink_all, drink_up, eject, end,
    end_round, extra_drink, extras, fall, fee, force_drink, fortitude, give_reserve, go_outside, goto, hand_out,
    ignore, ignore_drink, judge_contest, judge_round, leave, lose_top, meet, modify_drink, negate, next_turn, on, only,
    order, own_drink, owner_fortitude, owner_pays, pass_drink, pay_for_each, pay_host, pay_inn, pay_me, pay_pot,
    pot_to_me, prize, put_down, redraw, refill, reveal, reveal_contest, reveal_each, reveal_one, reveal_pair,
    reveal_reserve, serve, set_prize, settle, settle_contest, settle_in, share, shield, shots, soften, split_drink,
    start_round, start_turn, stay, steal_pot, strengthen, take_control, take_paid, take_pot, taste, throw,
    to_one_fort, told, transfer, use, use_kept, wash, win_round, window,
)
from tavern_engine.games.red_dragon_inn.tables import (
    AFFECTED, ANOTHERS_DRINK, ANTE, ANY_DRINK, ANY_LOST, AT_ANY_TIME, CHEATED, CHEATED_ANYWAY, DRINK, DRINK_CHANGE,
    DRINK_IGNORED, EVENING, EVENT, FREE, GOLD_GAINED, HAND_LIMIT, IN_ACT, IN_ANTE, IN_BET, IN_BET_OVER_ALL, IN_EVENING,
    IN_LOST, IN_ORDERING, IN_PAID, IN_PAY, IN_WIN, LAST, LOST, MY_BLOW, MY_DRINK, MY_HARSH_DRINK, MY_LOSS,
    MY_OPEN_DRINK, MY_SPLIT_DRINK, MY_STRONG_DRINK, NO_ACTION, ORDERING, PAID, PAY, POT, POT_SAFE, REDUCES, REELING,
    ROUND, SOMETIMES_CARD, TAX, TWICE, WIN,
)
from tavern_engine.games.red_dragon_inn.verbs import (
    ANOTHERS, ANY, ANY_OTHER, ANYONE, CULPRIT, DRINK_IT, EACH_OTHER, EVERYBODY, GAMBLER, LOWER, MINE, MINE_HARSH,
    MINE_OPEN, MINE_SPLIT, MINE_STRONG, MYSELF, OTHER, PASS_ON, PAY_IT, RAISE, SPLIT, STRUCK,
)
# fmt: on
# isort: on

_drink_together = (drink_all(), aftertaste(), extras())

#: The programs that are no cards.
PROGRAMS: dict[str, tuple[Step, ...]] = {
    # R2; the FREE windows of RA16.
    "turn": (
        start_turn(),
        window(FREE),
        throw(),
        draw_up(),
        window(FREE),
        act(),
        window(ORDERING),
        order(1),
        window(ORDERING),
        drink_up(),
        window(EVENING),
        window(FREE),
        next_turn(label="turn end"),
    ),
    "drinking": (reveal(), window(DRINK, label="open"), share("open"), *_drink_together, end()),  # R7
    "serving": (reveal_reserve(), window(DRINK), *_drink_together, end()),  # RA103
    "tasting": (taste(), end()),  # R41
    "payment": (window(PAY), transfer(), window(PAID), end()),  # RA73
    "ante": (window(ANTE), transfer(), end()),  # R18
    "fee": (fee(), refill(), end()),  # R32
    "losing": (window(LAST), settle(), end()),  # RA76
    "visit": (meet(),),  # R94
    "redraw": (throw(), draw_up(), end()),  # R144
    "end": (end(),),
}

#: Drink Events, by mechanic (R33, R71 to R78, R113, R120, R122).
EVENTS: dict[str, tuple[Step, ...]] = {
    "round_on_the_house": (window(EVENT), reveal_one(), copy(), window(DRINK), *_drink_together, end()),
    "drinking_contest": (
        window(EVENT),
        contest(),
        reveal_contest(label="again"),
        window(DRINK),
        judge_contest(),
        *_drink_together,
        settle_contest("won"),
        window(REELING),
        fall("again"),
        prize(1, label="won"),
        end(),
    ),
    "event_dare": (choose(OTHER), dare(), window(EVENT), reveal_pair(), window(DRINK), *_drink_together, end()),
    "event_shots": (window(EVENT), shots("ac"), window(DRINK), *_drink_together, end()),
    "event_pay_olivia": (
        window(EVENT),
        choose_way("pay or drink"),
        only(PAY_IT),
        pay_host("gold"),
        only(DRINK_IT),
        serve(),
        end(),
    ),
}

_leave = on(IN_ANTE, answers(), leave())
_ignore_card = on(AFFECTED, answers(), ignore())
_ignore_drink = on(MY_DRINK, choose_drink(MINE), answers(), ignore_drink())

#: What the cards in a hand do, by mechanic.
MECHANICS: dict[str, tuple[Branch, ...]] = {
    "gamble_start_or_control": (
        on(
            IN_ACT,
            answers(),
            start_round(),
            set_prize(),
            antes("ante"),
            put_down(),
            judge_round("won", label="next bet"),
            window(ROUND),
            judge_round("won"),
            bet(),
            goto("next bet"),
            window(WIN, label="won"),
            pay_pot(),
        ),
        on(IN_BET, answers(), take_control(0)),
    ),
    "gamble_raise": (on(IN_BET, answers(), take_control(0), antes("ante")),),
    "gamble_winning_hand": (on(IN_BET, answers(), take_control(1)),),
    "cheat_control": (on(IN_BET_OVER_ALL, answers(), take_control(0)),),
    "cheat_control_eject": (on(IN_BET_OVER_ALL, choose(GAMBLER), answers(), take_control(0), eject()),),
    "anti_cheat_win": (on(CHEATED, answers(), negate(), win_round()),),
    "anti_cheat_win_even_outside": (on(CHEATED_ANYWAY, answers(), negate(), win_round()),),
    "pot_to_inn": (on(POT_SAFE, answers(), end_round()),),
    "take_from_pot": (on(POT, answers(), take_pot("amount")),),
    "steal_win": (on(IN_WIN, answers(), steal_pot()),),
    "leave_instead_of_ante": (_leave,),
    "leave_or_ignore_drink": (
        on(IN_ANTE, answers(), leave(), owner_pays("pay_inn")),
        on(MY_DRINK, choose_drink(MINE), answers(), ignore_drink(), owner_pays("pay_inn")),
    ),
    "pay_from_inn": (on((IN_ANTE, IN_PAY), answers(), cover()),),
    "order_extra": (on(IN_ORDERING, answers(), owner_pays("pay_inn"), order("drinks")),),
    "player_pays_inn": (on(AT_ANY_TIME, choose(ANYONE), answers(), pay_inn("amount")),),
    "player_pays_you": (on(AT_ANY_TIME, choose(OTHER), answers(), pay_me("amount")),),
    "collect_each_other": (on(IN_ACT, aim(EACH_OTHER), answers(), pay_me("amount")),),
    "heal_other_for_gold": (on(IN_ACT, choose(OTHER), answers(), fortitude("fort"), pay_me("gold")),),
    "heal_all_collect": (on(IN_ACT, aim(EVERYBODY), answers(), fortitude("fort"), pay_me("gold")),),
    "all_lose_ac_collect": (on(IN_ACT, aim(EVERYBODY), answers(), alcohol("ac"), pay_me("gold")),),
    "gain_fort": (on(AT_ANY_TIME, aim(MYSELF), answers(), fortitude("fort")),),
    "damage_other": (on(IN_ACT, choose(OTHER), answers(), fortitude("fort"), window(LOST)),),
    "damage_all_others": (on(IN_ACT, aim(EACH_OTHER), answers(), fortitude("fort"), window(LOST)),),
    "hit_back": (on(IN_LOST, aim(CULPRIT), answers(), fortitude("fort"), window(LOST)),),
    "toast": (
        on(
            IN_ACT,
            answers(),
            reveal_each(),
            own_drink("own_ac"),
            window(DRINK, label="open"),
            share("open"),
            *_drink_together,
        ),
    ),
    "force_drink_now": (on(IN_ACT, choose(OTHER), answers(), force_drink()),),
    "force_extra_drink": (on(ANOTHERS_DRINK, choose_drink(ANOTHERS), answers(), extra_drink()),),
    "ignore_drink": (_ignore_drink,),
    "pass_drink": (on(MY_OPEN_DRINK, choose_drink(MINE_OPEN), choose(OTHER), answers(), pass_drink()),),
    "split_drink": (on(MY_SPLIT_DRINK, choose_drink(MINE_SPLIT), choose(OTHER), answers(), split_drink()),),
    "split_or_pass_drink": (
        on(
            MY_OPEN_DRINK,
            choose_drink(MINE_OPEN),
            choose_way("split it or pass it on"),
            choose(OTHER),
            answers(),
            only(SPLIT),
            split_drink(),
            only(PASS_ON),
            pass_drink(),
        ),
    ),
    "modify_drink": (on(ANY_DRINK, choose_drink(ANY), answers(), modify_drink("ac")),),
    "raise_or_lower_drink": (
        on(
            ANY_DRINK,
            choose_drink(ANY),
            choose_way("raise it or lower it"),
            answers(),
            only(RAISE),
            modify_drink("raise"),
            only(LOWER),
            modify_drink("lower"),
        ),
    ),
    "ac_to_fort": (on(MY_STRONG_DRINK, choose_drink(MINE_STRONG), answers(), ac_to_fort()),),
    "ignore_card": (_ignore_card,),
    "ignore_card_or_drink": (_ignore_card, _ignore_drink),
    "negate_sometimes": (on(SOMETIMES_CARD, answers(), negate()),),
    "negate_drink_change": (on(DRINK_CHANGE, answers(), negate()),),
    # Table 2.
    "ac_to_one_fort": (on(MY_STRONG_DRINK, choose_drink(MINE_STRONG), answers(), to_one_fort("fort")),),
    "damage_reserve": (on(IN_ACT, choose(OTHER), answers(), fortitude("fort"), give_reserve(), window(LOST)),),
    "damage_several_pay": (
        on(
            IN_ACT,
            choose_several("max_targets"),
            answers(),
            fortitude("fort"),
            pay_for_each("pay_inn_per_target"),
            window(LOST),
        ),
    ),
    "damage_swap_drink": (
        on(IN_ACT, choose(OTHER), answers(), fortitude("fort"), lose_top(), give_reserve(), window(LOST)),
    ),
    "gain_fort_as_action": (on(IN_ACT, aim(MYSELF), answers(), fortitude("fort")),),
    "hit_back_any": (on(ANY_LOST, aim(CULPRIT), answers(), fortitude("fort"), window(LOST)),),
    "leave_or_ignore_card": (_leave, _ignore_card),
    "negate_gold_gain": (on(GOLD_GAINED, answers(), negate()),),
    "negate_ignore_drink": (on(DRINK_IGNORED, answers(), negate()),),
    "pot_to_self": (on(POT_SAFE, answers(), pot_to_me()),),
    "redistribute_drinkme": (on(IN_ACT, answers(), hand_out()),),
    "reserve_and_redraw": (on(IN_ACT, choose(OTHER), answers(), give_reserve(), redraw()),),
    "reserve_for_gold": (on(IN_ACT, choose(OTHER), answers(), pay_me("gold"), give_reserve()),),
    "step_outside": (
        on(
            IN_ACT,
            choose(OTHER),
            answers(),
            fortitude("fort"),
            window(LOST),
            put_down(),
            check_losses(),
            go_outside(),
        ),
    ),
    "take_paid_gold": (on(IN_PAID, answers(), take_paid()),),
}

#: What cards do that are used from the table, by mechanic; no branches: nothing but what PASSIVE has.
TABLE_MECHANICS: dict[str, tuple[Branch, ...]] = {
    "animal_damage": (),
    "animal_damage_all": (),
    "animal_damage_all_others": (),
    "animal_discard_damage": (on(IN_EVENING, use_kept(), discard("discard"), choose("target"), fortitude("fort")),),
    "animal_discard_heal": (on(IN_EVENING, use_kept(), discard("discard"), aim(MYSELF), fortitude("fort")),),
    "animal_gain_fort": (),
    "animal_hit_back": (on(IN_LOST, aim(CULPRIT), use(), fortitude("fort")),),
    "animal_ignore_drink": (on(MY_DRINK, choose_drink(MINE), use(), ignore_drink()),),
    "animal_leave_instead_of_ante": (on(IN_ANTE, use(), leave()),),
    "animal_modify_drink": (on(MY_OPEN_DRINK, choose_drink(MINE_OPEN), use(), modify_drink("ac")),),
    "animal_player_pays_you": (),
    "animal_reduce_loss": (),
    "animal_take_from_pot": (on(POT, use(), take_pot("amount")),),
    "elixir_clarity": (on(MY_OPEN_DRINK, choose_drink(MINE_OPEN), use(), modify_drink("change")),),
    "elixir_fortune": (on((IN_ANTE, IN_PAY), use(), cover()),),
    "elixir_speed": (),
    "elixir_stoneskin": (
        on(MY_LOSS, use(), shield("reduce")),
        on(MY_HARSH_DRINK, choose_drink(MINE_HARSH), use(), soften("reduce")),
    ),
    "elixir_strength": (on(MY_BLOW, choose(STRUCK), use(), strengthen("extra_fort")),),
    "prize_towel": (on(MY_DRINK, choose_drink(MINE), choose(ANYONE), use(), wash()),),
}

#: Cards that change something while they lie before a player: what, and by which number.
PASSIVE: dict[str, tuple[int, str]] = {
    "animal_reduce_loss": (REDUCES, "reduce"),
    "elixir_speed": (TWICE, "actions"),
    "story_persist_hand_limit": (HAND_LIMIT, "hand"),
    "story_persist_no_action": (NO_ACTION, ""),
    "story_persist_tax": (TAX, "amount"),
}

#: What animals do at once when they come, by mechanic; all others just settle in (R95).
ARRIVALS: dict[str, tuple[Step, ...]] = {
    "animal_damage": (choose("target"), fortitude("fort")),
    "animal_damage_all": (aim(EVERYBODY), fortitude("fort")),
    "animal_damage_all_others": (aim(EACH_OTHER), fortitude("fort")),
    "animal_gain_fort": (aim(MYSELF), fortitude("fort")),
    "animal_player_pays_you": (choose("target"), pay_me("amount")),
}
AT_HOME: tuple[Step, ...] = (settle_in(), end())

_stays = ((choose(ANY_OTHER), told()), (stay(), end()))

#: Stories, by mechanic: how they are aimed, and what they do after their card (RA87).
STORIES: dict[str, tuple[tuple[Step, ...], tuple[Step, ...]]] = {
    "story_add_ac": ((choose("target"), told()), (alcohol("ac"), end())),
    "story_boost_numbers": ((told(),), (end(),)),
    "story_collect_each_other": ((aim(EACH_OTHER), told()), (pay_me("amount"), end())),
    "story_damage_all_others": ((aim(EACH_OTHER), told()), (fortitude("fort"), end())),
    "story_damage_both": ((choose("target"), told()), (fortitude("fort"), owner_fortitude("self_fort"), end())),
    "story_damage_draw": ((choose("target"), told()), (fortitude("fort"), draw("draw"), end())),
    "story_damage_other": ((choose("target"), told()), (fortitude("fort"), end())),
    "story_draw": ((aim(MYSELF), told()), (draw("draw"), end())),
    "story_gain_fort": ((aim(MYSELF), told()), (fortitude("fort"), end())),
    "story_lose_ac": ((aim(MYSELF), told()), (alcohol("ac"), end())),
    "story_order_extra": ((told(),), (order("drinks"), end())),
    "story_persist_hand_limit": _stays,
    "story_persist_no_action": _stays,
    "story_persist_tax": _stays,
    "story_player_pays_you": ((choose("target"), told()), (pay_me("amount"), end())),
}
