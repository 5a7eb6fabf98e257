"""Who is asked in a window, and what fits there (section W, Table 1)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn.stack import present
from tavern_engine.games.red_dragon_inn.tables import (
    ACTION_CARD,
    ANOTHERS_DRINK,
    ANTE,
    ANTES,
    ANY_DRINK,
    ANYTIME_CARD,
    AT_ANY_TIME,
    CHANGES_DRINK,
    CHEATED,
    CHEATED_ANYWAY,
    CHEATS,
    DRINK,
    DRINK_CHANGE,
    ENDS_ROUND,
    EVENT,
    IN_ANTE,
    IN_BET,
    IN_BET_OVER_ALL,
    IN_LOST,
    IN_ORDERING,
    IN_PAY,
    IN_WIN,
    IS_ACTION,
    IS_CONTEST,
    IS_SOMETIMES,
    LAST,
    LOST,
    MY_DRINK,
    MY_STRONG_DRINK,
    ORDERING,
    PAY,
    PLAY,
    POT,
    POT_SAFE,
    REELING,
    ROUND,
    SOMETIMES,
    SOMETIMES_CARD,
    STARTS_ROUND,
    STATS,
    WIN,
    InnTables,
    fitting,
    ignoring,
)
from tavern_engine.games.red_dragon_inn.zones import (
    ALCOHOL,
    AMOUNT,
    BETTOR,
    CHARACTER,
    COINS,
    FORTITUDE,
    FRAME,
    GAMBLERS,
    HAND,
    IGNORED,
    IN_ROUND,
    LOSERS,
    OWNER,
    PC,
    PURSE,
    ROW_AC,
    ROW_DRINKER,
    ROW_REVEALER,
    ROWS,
    STACK,
    TAKER,
    TARGETS,
    TRAITS,
    TURN,
    UNBEATEN,
    WINNER,
    drinker_of,
    seat_bit,
    winner_of,
)
from tavern_engine.state import SEATS


def first_asked(w: vec[i64], f: i64, window: i64) -> i64:
    """The seat with which the window begins."""
    if window == PLAY or window == LOST or window == EVENT or window == ANTE or window == PAY:
        return w[f + OWNER]
    if window == DRINK:
        return w[ROW_REVEALER] if w[ROWS] == 1 else w[TURN]  # R57, R58, RA18
    if window == ROUND:
        return next_gambler(w)
    if window == WIN:
        return winner_of(w)
    return w[TURN]


def asked(w: vec[i64], f: i64, window: i64) -> i64:
    """Who is asked, a mask of seats; nobody when the matter is settled already."""
    if window == ANTE or window == PAY:
        return seat_bit(w[f + OWNER]) & present(w) if w[f + AMOUNT] > 0 else i64(0)
    if window == LOST:
        return w[f + LOSERS] & present(w)
    if window == LAST or window == REELING:
        return in_trouble(w, window == LAST) & present(w)
    if (window == ROUND and w[IN_ROUND] == 0) or (window == DRINK and w[ROWS] == 0):
        return 0
    if window == WIN:
        return present(w) & ~seat_bit(winner_of(w)) if w[TAKER] == 0 else i64(0)
    return present(w)


def in_trouble(w: vec[i64], purses: bool) -> i64:
    """R12: who has passed out or, if purses count too, has no Gold; a mask of seats."""
    found: i64 = 0
    seat: i64 = 0
    one: i64 = 1
    while seat < w[SEATS]:
        if w[ALCOHOL + seat] >= w[FORTITUDE + seat] or (purses and w[PURSE + seat] == 0):
            found |= one << seat
        seat += 1
    return found


def next_gambler(w: vec[i64]) -> i64:
    """RA63: the next player clockwise still in the Round after the last one who bet or passed."""
    seat = w[BETTOR]
    step: i64 = 0
    while step < w[SEATS]:
        seat += 1
        if seat == w[SEATS]:
            seat = 0
        if w[GAMBLERS] & seat_bit(seat) != 0:
            return seat
        step += 1
    return w[BETTOR]


def bets(inn: InnTables, w: vec[i64], seat: i64) -> i64:
    """R23: the Gambling and Cheating cards that may take control now."""
    deck = w[CHARACTER + seat]
    fits = fitting(inn, IN_BET_OVER_ALL, deck)
    if w[UNBEATEN] == 0:
        fits |= fitting(inn, IN_BET, deck)
    return w[HAND + seat] & fits


def offer(inn: InnTables, w: vec[i64], f: i64, window: i64, seat: i64) -> i64:
    """The cards of a seat that fit into the window of the frame `f`, as lowest bits."""
    hand = w[HAND + seat]
    if hand == 0:
        return 0
    deck = w[CHARACTER + seat]
    if window == PLAY:
        return hand & (answers(inn, w, f, seat) | fitting(inn, AT_ANY_TIME, deck))
    if window == DRINK:
        return hand & (answers_to_drinks(inn, w, f, seat) | fitting(inn, AT_ANY_TIME, deck))
    if window == ANTE:
        return hand & fitting(inn, IN_ANTE, deck)
    if window == PAY:
        return hand & fitting(inn, IN_PAY, deck)
    if window == LOST:
        return hand & fitting(inn, IN_LOST, deck)
    if window == WIN:
        return hand & fitting(inn, IN_WIN, deck)
    fits = fitting(inn, AT_ANY_TIME, deck)
    if window == ROUND:
        fits |= fitting(inn, POT_SAFE, deck)
        if w[COINS] > 0:
            fits |= fitting(inn, POT, deck)
    elif (window == ORDERING or window == LAST) and seat == w[TURN] and is_ordering(inn, w):
        fits |= fitting(inn, IN_ORDERING, deck)
    return hand & fits


def answers(inn: InnTables, w: vec[i64], f: i64, seat: i64) -> i64:
    """What may answer the card of a frame, Anytime cards aside."""
    traits = w[f + TRAITS]
    deck = w[CHARACTER + seat]
    fits: i64 = 0
    if seat != w[f + OWNER]:  # RA13, RA31
        if traits & IS_SOMETIMES != 0:
            fits |= fitting(inn, SOMETIMES_CARD, deck)
            if traits & CHANGES_DRINK != 0:
                fits |= fitting(inn, DRINK_CHANGE, deck)
        if traits & STATS != 0 and (w[f + TARGETS] & ~w[f + IGNORED]) & seat_bit(seat) != 0:
            kind: i64 = ANYTIME_CARD
            if traits & IS_ACTION != 0:
                kind = ACTION_CARD
            elif traits & IS_SOMETIMES != 0:
                kind = SOMETIMES
            fits |= ignoring(inn, kind, traits & STATS, deck)
        if traits & CHEATS != 0:
            fits |= fitting(inn, CHEATED_ANYWAY, deck)
            if w[GAMBLERS] & seat_bit(seat) != 0:
                fits |= fitting(inn, CHEATED, deck)
    if in_a_round(w):  # RA65
        if traits & (ANTES | ENDS_ROUND) == 0:
            fits |= fitting(inn, POT_SAFE, deck)
        if w[COINS] > 0:
            fits |= fitting(inn, POT, deck)
    return fits


def in_a_round(w: vec[i64]) -> bool:
    """RA56, R20: a Round is under way, from the play of the card that starts it until somebody has won it."""
    return w[STACK + FRAME + TRAITS] & STARTS_ROUND != 0 and w[WINNER] == 0


def is_ordering(inn: InnTables, w: vec[i64]) -> bool:
    """RA16: the turn is in its Order a Drink phase, in FREE *acted* or *ordered* or while the drink is ordered."""
    pc = w[STACK + PC]
    return inn.code[pc] == v.ORDER or (inn.code[pc] == v.WINDOW and inn.code[pc + 1] == ORDERING)


def answers_to_drinks(inn: InnTables, w: vec[i64], f: i64, seat: i64) -> i64:
    """What may be played on the Drinks on the table (DRINK)."""
    deck = w[CHARACTER + seat]
    fits: i64 = 0
    row: i64 = 0
    while row < w[ROWS]:
        drinker = drinker_of(w, row)
        if can_change(w, f, row):
            fits |= fitting(inn, ANY_DRINK, deck)
        if drinker == seat:
            fits |= fitting(inn, MY_DRINK, deck)
            if w[ROW_AC + row] > 0:
                fits |= fitting(inn, MY_STRONG_DRINK, deck)
        elif drinker >= 0:
            fits |= fitting(inn, ANOTHERS_DRINK, deck)
        row += 1
    return fits


def can_change(w: vec[i64], f: i64, row: i64) -> bool:
    """RA40, RA119: whether a Drink of the frame can be raised or lowered, in a contest even if nobody will drink it."""
    return w[ROW_DRINKER + row] != 0 or w[f + TRAITS] & IS_CONTEST != 0


def can_aim(w: vec[i64], owner: i64, whom: i64) -> i64:
    """RA21, RA22: whom a player can pick for a card, a mask of seats."""
    if whom == v.ANYONE:
        return present(w)
    if whom == v.GAMBLER:
        return w[GAMBLERS] & ~seat_bit(owner)
    return present(w) & ~seat_bit(owner)


def aimed(w: vec[i64], owner: i64, whom: i64, below: i64) -> i64:
    """RA27: at whom a card is aimed without a choice, a mask of seats."""
    if whom == v.EACH_OTHER:
        return present(w) & ~seat_bit(owner)
    if whom == v.EVERYBODY:
        return present(w)
    if whom == v.MYSELF:
        return seat_bit(owner)
    return seat_bit(w[below + OWNER])


def can_pick(w: vec[i64], owner: i64, which: i64, row: i64, below: i64) -> bool:
    """R53, RA42, RA45, RA119: whether a player can pick a Drink of the frame below for a card."""
    drinker = drinker_of(w, row)
    if which == v.MINE:
        return drinker == owner
    if which == v.MINE_STRONG:
        return drinker == owner and w[ROW_AC + row] > 0
    if which == v.ANOTHERS:
        return drinker >= 0 and drinker != owner
    return can_change(w, below, row)
