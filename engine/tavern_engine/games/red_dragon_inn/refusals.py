"""Why an action is not legal, in a sentence that names the rule."""

from __future__ import annotations

from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import rules as r
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.components import IGNORED_KINDS
from tavern_engine.games.red_dragon_inn.language import MOMENTS
from tavern_engine.games.red_dragon_inn.stack import present, top
from tavern_engine.games.red_dragon_inn.windows import affected, side_traits
from tavern_engine.state import ASKED, PHASE, SEATS

NEGATING = (t.SOMETIMES_CARD, t.DRINK_CHANGE, t.CHEATED, t.CHEATED_ANYWAY, t.DRINK_IGNORED, t.GOLD_GAINED)
BETWEEN_PLAYS = {
    c.THROW: "no card is played while cards are discarded and drawn (R3, RA17)",
    c.ORDERING: "first the drink is put on a pile (R6)",
    c.AIMING: "first the target of the card is named (RA19)",
    c.PICKING: "first the Drink is named (RA18, RA19)",
    c.SEVERAL: "first the targets of the card are named (RA19)",
    c.HANDING: "first the drinks are given away (RA115)",
    c.WAYS: "first it is said how the card is played, or what comes first (RA19, R41)",
    c.PARTING: "no card is played while cards are discarded (RA17)",
    c.STAKING: "first a Prize is put on the pot (R83)",
    c.SHARING: "first the Drink is shared (R69)",
}
ON_A_DRINK = {
    t.MY_DRINK: "only a Drink that one is about to drink oneself (R53)",
    t.MY_STRONG_DRINK: "only an own Drink with an Alcohol Content above 0 (RA42)",
    t.ANY_DRINK: "nobody is about to drink a Drink any more (RA40)",
    t.ANOTHERS_DRINK: "only a Drink that another player is about to drink (RA45)",
    t.MY_OPEN_DRINK: "only a Drink that one is about to drink oneself (R53)",
    t.MY_SPLIT_DRINK: "only a Drink that one is about to drink oneself (R53)",
}
ALONE = "it is played on another player, and there is none (RA19, RA105)"
CHANGING = (t.MY_OPEN_DRINK, t.MY_SPLIT_DRINK, t.MY_STRONG_DRINK)
NAMING = (c.ORDERING, c.AIMING, c.SEVERAL, c.HANDING, c.SHARING)
NO_PASS = {
    c.ORDERING: "a drink has to be ordered for somebody (R6, RA23)",
    c.SEVERAL: "at least one player is picked (R121)",
    c.WAYS: "one of these it has to be (RA19, R41)",
    c.PARTING: "the card has to be discarded (R111)",
    c.STAKING: "a Prize has to lie on the pot (R83)",
    c.SHARING: "the Drink has to be shared (R69, RA111)",
}


def why_not(state: r.InnState, action: int) -> str:
    """The reason, for the seat that is asked."""
    seat, phase = int(state.w[ASKED]), int(state.w[PHASE])
    if action == c.A_PASS:
        return NO_PASS.get(phase, "a card that is played needs its target (RA19)")
    if action < c.A_THROW:
        return _why_no_play(state, seat, phase, action - c.A_PLAY)
    if action < c.A_SEAT:
        return _why_no_discard(state, seat, phase, action - c.A_THROW)
    if action < c.A_DRINK:
        return _why_not_this_player(state, seat, phase, action - c.A_SEAT)
    if action < c.A_WAY:
        return _why_not_this_drink(state, seat, phase, action - c.A_DRINK)
    if phase != c.WAYS:
        return "there is no such choice to make now"
    return "it is not among the ways to do it now (RA19, RA44, RA103)"


def _bit(state: r.InnState, seat: int, kind: int) -> int:
    """The lowest bit of a kind in the deck of a seat, or -1."""
    return int(state.inn.bit[t.in_deck(state.w[z.CHARACTER + seat], kind)])


def _in_hand(state: r.InnState, seat: int, kind: int) -> bool:
    bit = _bit(state, seat, kind)
    return bit >= 0 and int(state.w[z.HAND + seat]) >> bit & 1 == 1


def _why_no_discard(state: r.InnState, seat: int, phase: int, kind: int) -> str:
    if phase not in (c.THROW, c.PARTING):
        return "cards are discarded at the start of the own turn, or when a card says so, only (R3)"
    if not _in_hand(state, seat, kind):
        return "the card is not in the hand"
    return "discards are named in the order of the deck list, and a later card has been named (R3)"


# Cards.


def _why_no_play(state: r.InnState, seat: int, phase: int, kind: int) -> str:
    w, inn = state.w, state.inn
    if phase in BETWEEN_PLAYS:
        return BETWEEN_PLAYS[phase]
    if kind < len(inn.titles) and int(inn.bit[t.in_deck(t.FRONTS, kind)]) >= 0:
        return _why_no_use(state, seat, kind)
    if not _in_hand(state, seat, kind):
        return "the card is not in the hand"
    windows = [window for window in range(t.WINDOWS) if int(inn.entry[t.in_window(window, kind)]) >= 0]
    if phase == c.ACTING and t.ACT in windows:
        return ALONE
    if phase == c.ACTING:
        return "in the Action phase one Action card is played or none (R5)"
    if phase == c.BETTING and t.BET not in windows:
        return "only a Gambling or Cheating card takes control of a Round (R18)"
    if phase == c.BETTING:
        return "only a Cheating card takes control over Winning Hand! (R23)"
    window = int(inn.code[int(w[int(top(w)) + z.PC]) + 1])
    if not set(windows) - {t.ACT, t.BET}:
        return _why_only_on_turn(windows)
    moments = _moments(state, seat, kind)
    if (
        present(w) == 1 << seat
        and int(inn.company[t.by_window(window, w[z.CHARACTER + seat])]) >> _bit(state, seat, kind) & 1
    ):
        return ALONE
    if t.AT_ANY_TIME in moments:
        return "not even an Anytime card is played in the middle of an ante, a payment, a loss or a win (RA15)"
    for moment in moments:
        if why := _why_unfit(state, seat, window, moment, kind):
            return why
    return f"it waits for another moment: {' or '.join(MOMENTS[moment].name for moment in moments)} (R139)"


def _why_no_use(state: r.InnState, seat: int, kind: int) -> str:
    """Why a card on the table is not used."""
    bit = int(state.inn.bit[t.in_deck(t.FRONTS, kind)])
    if not int(state.w[z.FRONT + seat]) >> bit & 1:
        return "the card does not lie before its player (RA110)"
    if int(state.w[z.USED]) >> bit & 1:
        return "it was used this turn already (R114)"
    moments = [moment for moment in MOMENTS if int(state.inn.fits[t.fits_at(moment, t.FRONTS)]) >> bit & 1]
    if not moments:
        return "it works by itself (R93, R126)"
    w = state.w
    window = int(state.inn.code[int(w[int(top(w)) + z.PC]) + 1])
    if present(w) == 1 << seat and int(state.inn.company[t.by_window(window, t.FRONTS)]) >> bit & 1:
        return ALONE
    for moment in moments:
        if window == t.DRINK and (why := _why_not_on_a_drink(state, seat, moment)):
            return why
    return f"it waits for another moment: {' or '.join(MOMENTS[moment].name for moment in moments)} (Table 2)"


def _why_only_on_turn(windows: list[int]) -> str:
    if t.BET not in windows:
        return "an Action card is played in the own Action phase only (R5)"
    if t.ACT in windows:
        return "it is played in the own Action phase or at the own turn to bet only (R5, R18)"
    return "Gambling and Cheating cards are played at the own turn to bet only (R18)"


def _moments(state: r.InnState, seat: int, kind: int) -> list[int]:
    """The moments in which a card fits."""
    deck, bit = int(state.w[z.CHARACTER + seat]), _bit(state, seat, kind)
    return [moment for moment in MOMENTS if int(state.inn.fits[t.fits_at(moment, deck)]) >> bit & 1]


def _why_unfit(state: r.InnState, seat: int, window: int, moment: int, kind: int) -> str:
    """Why a card does not fit into a window that has room for such cards; nothing if the window has none."""
    if window == t.PLAY:
        return _why_no_answer(state, seat, moment, kind)
    if window == t.DRINK:
        return _why_not_on_a_drink(state, seat, moment)
    if window == t.ROUND and moment == t.POT:
        return "the pot is empty (Table 1)"
    if window in (t.ORDERING, t.LAST) and moment == t.IN_ORDERING and seat != int(state.w[z.TURN]):
        return "extra drinks are ordered in the own turn only (RA16)"
    return ""


def _why_not_on_a_drink(state: r.InnState, seat: int, moment: int) -> str:
    """Why a card fits none of the Drinks on the table."""
    w = state.w
    rows = [row for row in range(int(w[z.ROWS])) if int(w[z.ROW_DRINKER + row])]
    mine = [row for row in rows if int(w[z.ROW_DRINKER + row]) == seat + 1]
    meant = rows if moment == t.ANY_DRINK else mine if moment in CHANGING else []
    if meant and all(int(w[z.ROW_EFFECTS + row]) & t.PROTECTED for row in meant):
        return "the Drink is protected (RA112)"
    if meant and moment == t.MY_SPLIT_DRINK:
        return "the Drink cannot be split by a card (RA44)"
    return ON_A_DRINK.get(moment, "")


def _why_no_answer(state: r.InnState, seat: int, moment: int, kind: int) -> str:
    """Why a card does not answer the card on top of the stack."""
    w = state.w
    f = int(top(w))
    traits, owner = int(w[f + z.TRAITS]), int(w[f + z.OWNER])
    if moment in NEGATING and owner == seat:
        return "nobody negates an own card (RA13)"
    if moment == t.AFFECTED:
        return _why_no_ignoring(state, seat, kind)
    if moment == t.SOMETIMES_CARD:
        return "it negates Sometimes cards only (RA35)"
    if moment == t.DRINK_CHANGE:
        return "the card that it would negate changes no Drink (R56, RA36)"
    if moment == t.DRINK_IGNORED:
        return "it negates a card that ignores a Drink only (Table 2)"
    if moment == t.GOLD_GAINED:
        return "the card brings its player no Gold (RA109)"
    if moment in (t.CHEATED, t.CHEATED_ANYWAY):
        outside = traits & t.CHEATS and not int(w[z.GAMBLERS]) >> seat & 1
        return "its player has left the Round (Table 1)" if outside else "it answers a Cheating card only (R132)"
    if moment == t.POT_SAFE:
        return "only inside a Round, and not against a card that makes players ante or ends the Round (R131, RA65)"
    if moment == t.POT:
        return "it answers a card inside a Round with Gold in the pot (RA65)"
    return ""


def _why_no_ignoring(state: r.InnState, seat: int, kind: int) -> str:
    """Why an ignore card does not fit the card on top of the stack."""
    w = state.w
    f = int(top(w))
    if int(w[f + z.IGNORED]) >> seat & 1:
        return "its player ignores the card already (R51)"
    if affected(state.inn, w, f, seat):
        return f"it ignores {_ignored_by(state, seat, kind)} only (RA27)"
    if int(w[f + z.OWNER]) == seat:
        return "what the own card does cannot be ignored (RA31, R134)"
    if (int(w[f + z.TRAITS]) | int(side_traits(state.inn, w, f))) & t.STATS == 0:
        return "the card changes nobody's Fortitude, Alcohol Content or Gold itself (RA27, RA28)"
    return "the card does not affect its player (RA27)"


def _ignored_by(state: r.InnState, seat: int, kind: int) -> str:
    """Which cards an ignore card ignores."""
    deck, bit = int(state.w[z.CHARACTER + seat]), _bit(state, seat, kind)
    stats = {"Fortitude": t.FORT, "Alcohol Content": t.AC, "Gold": t.GOLD}
    found = [
        (card_kind, stat)
        for card_kind, number in IGNORED_KINDS.items()
        for stat, mask in stats.items()
        if int(state.inn.ignores[t.ignores_at(number, mask, deck)]) >> bit & 1
    ]
    names = [" and ".join(dict.fromkeys(pair[place] for pair in found)) for place in (0, 1)]
    return f"{names[0]} cards that affect {names[1]}"


# Targets.


def _why_not_this_player(state: r.InnState, seat: int, phase: int, other: int) -> str:
    w = state.w
    if phase not in NAMING:
        return "no player is to be named"
    if other >= int(w[SEATS]):
        return f"there is no seat {other} at this table"
    if not int(w[z.STILL_IN]) >> other & 1:
        return "that player is out of the game (RA21)"
    if phase == c.ORDERING:
        return "a drink is ordered for another player (R6, X5)"
    whom = int(state.inn.code[int(w[int(top(w)) + z.PC]) + 1]) if phase == c.AIMING else v.OTHER
    if other == seat:
        return "the card is for another player (RA22)"
    if int(w[z.OUTSIDE]) >> other & 1:
        return "that player is outside (RA105)"
    if whom == v.STRUCK:
        return "that player loses no Fortitude to the card (Table 2)"
    if phase == c.SEVERAL:
        return "players are named in the order of their seats, and a later one has been named (R121)"
    if whom == v.GAMBLER and not int(w[z.GAMBLERS]) >> other & 1:
        return "that player is not in the Round (R24)"
    return "that player has passed out in the contest (RA53)"


def _why_not_this_drink(state: r.InnState, seat: int, phase: int, row: int) -> str:
    w = state.w
    if phase != c.PICKING:
        return "no Drink is to be named"
    if row >= int(w[z.ROWS]):
        return f"there is no drink {row + 1} on the table"
    if int(w[z.ROW_DRINKER + row]) == 0:
        return "nobody is about to drink it (R53)"
    which = int(state.inn.code[int(w[int(top(w)) + z.PC]) + 1])
    if which == v.ANOTHERS:
        return "the card is for a Drink of another player (RA45)"
    if int(w[z.ROW_EFFECTS + row]) & t.PROTECTED:
        return "it is protected (RA112)"
    if int(w[z.ROW_DRINKER + row]) == seat + 1:
        reasons = {v.MINE_HARSH: "it lowers no Fortitude", v.MINE_SPLIT: "it cannot be split by a card (RA44)"}
        return reasons.get(which, "its Alcohol Content is not above 0 (RA42)")
    return "somebody else is about to drink it (R53)"
