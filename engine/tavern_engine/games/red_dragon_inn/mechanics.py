"""What the cards do: the mechanics of the base box (Table 1 of RULES.md), and the programs that are no cards."""

from __future__ import annotations

# The words of the language, as they read best.
# isort: off
# fmt: off
from tavern_engine.games.red_dragon_inn.language import (
    Branch, Step, ac_to_fort, act, aim, alcohol, answers, antes, bet, choose, choose_drink, contest, copy, cover,
    draw_up, drink_all, drink_up, eject, end, end_round, extra_drink, extras, fall, fee, force_drink, fortitude,
    goto, ignore, ignore_drink, judge_contest, judge_round, leave, modify_drink, negate, next_turn, on, order,
    owner_pays, pass_drink, pay_inn, pay_me, pay_pot, prize, put_down, refill, reveal, reveal_contest, reveal_each,
    reveal_one, settle, settle_contest, split_drink, start_round, steal_pot, take_control, take_pot, throw,
    transfer, win_round, window,
)
from tavern_engine.games.red_dragon_inn.tables import (
    AFFECTED, ANOTHERS_DRINK, ANTE, ANY_DRINK, AT_ANY_TIME, CHEATED, CHEATED_ANYWAY, DRINK, DRINK_CHANGE, EVENT,
    FREE, IN_ACT, IN_ANTE, IN_BET, IN_BET_OVER_ALL, IN_LOST, IN_ORDERING, IN_PAY, IN_WIN, LAST, LOST, MY_DRINK,
    MY_STRONG_DRINK, ORDERING, PAY, POT, POT_SAFE, REELING, ROUND, SOMETIMES_CARD, WIN,
)
from tavern_engine.games.red_dragon_inn.verbs import (
    ANOTHERS, ANY, ANYONE, CULPRIT, EACH_OTHER, EVERYBODY, GAMBLER, MINE, MINE_STRONG, MYSELF, OTHER,
)
# fmt: on
# isort: on

#: The programs that are no cards.
PROGRAMS: dict[str, tuple[Step, ...]] = {
    # R2; the FREE windows of RA16.
    "turn": (
        window(FREE),
        throw(),
        draw_up(),
        window(FREE),
        act(),
        window(ORDERING),
        order(1),
        window(ORDERING),
        drink_up(),
        window(FREE),
        next_turn(label="turn end"),
    ),
    "drinking": (reveal(), window(DRINK), drink_all(), extras(), end()),  # R7
    "payment": (window(PAY), transfer(), end()),  # RA73
    "ante": (window(ANTE), transfer(), end()),  # R18
    "fee": (fee(), refill(), end()),  # R32
    "losing": (window(LAST), settle(), end()),  # RA76
    "end": (end(),),
}

#: Drink Events, by mechanic (R33, R71 to R78).
EVENTS: dict[str, tuple[Step, ...]] = {
    "round_on_the_house": (window(EVENT), reveal_one(), copy(), window(DRINK), drink_all(), extras(), end()),
    "drinking_contest": (
        window(EVENT),
        contest(),
        reveal_contest(label="again"),
        window(DRINK),
        judge_contest(),
        drink_all(),
        extras(),
        settle_contest("won"),
        window(REELING),
        fall("again"),
        prize(1, label="won"),
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
    "toast": (on(IN_ACT, answers(), reveal_each(), window(DRINK), drink_all(), extras()),),
    "force_drink_now": (on(IN_ACT, choose(OTHER), answers(), force_drink()),),
    "force_extra_drink": (on(ANOTHERS_DRINK, choose_drink(ANOTHERS), answers(), extra_drink()),),
    "ignore_drink": (_ignore_drink,),
    "pass_drink": (on(MY_DRINK, choose_drink(MINE), choose(OTHER), answers(), pass_drink()),),
    "split_drink": (on(MY_DRINK, choose_drink(MINE), choose(OTHER), answers(), split_drink()),),
    "modify_drink": (on(ANY_DRINK, choose_drink(ANY), answers(), modify_drink("ac")),),
    "ac_to_fort": (on(MY_STRONG_DRINK, choose_drink(MINE_STRONG), answers(), ac_to_fort()),),
    "ignore_card": (_ignore_card,),
    "ignore_card_or_drink": (_ignore_card, _ignore_drink),
    "negate_sometimes": (on(SOMETIMES_CARD, answers(), negate()),),
    "negate_drink_change": (on(DRINK_CHANGE, answers(), negate()),),
}
