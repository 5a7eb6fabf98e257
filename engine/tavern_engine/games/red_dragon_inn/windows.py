"""Who is asked in a window, and what fits there (section W, Table 1)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.stack import present
from tavern_engine.games.red_dragon_inn.tables import InnTables, fits_at, ignores_at
from tavern_engine.games.red_dragon_inn.zones import drinker_of, seat_bit, winner_of
from tavern_engine.state import SEATS


def first_asked(w: vec[i64], f: i64, window: i64) -> i64:
    """The seat with which the window begins."""
    if window == t.PLAY or window == t.LOST or window == t.EVENT or window == t.ANTE or window == t.PAY:
        return w[f + z.OWNER]
    if window == t.DRINK:
        return w[z.ROW_REVEALER] if w[z.ROWS] == 1 else w[z.TURN]  # R57, R58, RA18
    if window == t.ROUND:
        return next_gambler(w)
    if window == t.WIN:
        return winner_of(w)
    return w[z.TURN]


def asked(w: vec[i64], f: i64, window: i64) -> i64:
    """Who is asked, a mask of seats; nobody when the matter is settled already."""
    if window == t.ANTE or window == t.PAY:
        return seat_bit(w[f + z.OWNER]) & present(w) if w[f + z.AMOUNT] > 0 else i64(0)
    if window == t.LOST:
        return w[f + z.LOSERS] & present(w)
    if window == t.LAST or window == t.REELING:
        return in_trouble(w, window == t.LAST) & present(w)
    if (window == t.ROUND and w[z.IN_ROUND] == 0) or (window == t.DRINK and w[z.ROWS] == 0):
        return 0
    if window == t.WIN:
        return present(w) & ~seat_bit(winner_of(w)) if w[z.TAKER] == 0 else i64(0)
    return present(w)


def in_trouble(w: vec[i64], purses: bool) -> i64:
    """R12: who has passed out or, if purses count too, has no Gold; a mask of seats."""
    found: i64 = 0
    for seat in range(w[SEATS]):
        if w[z.ALCOHOL + seat] >= w[z.FORTITUDE + seat] or (purses and w[z.PURSE + seat] == 0):
            found |= seat_bit(seat)
    return found


def next_gambler(w: vec[i64]) -> i64:
    """RA63: the next player clockwise still in the Round after the last one who bet or passed."""
    seat = w[z.BETTOR]
    for _ in range(w[SEATS]):
        seat += 1
        if seat == w[SEATS]:
            seat = 0
        if w[z.GAMBLERS] & seat_bit(seat) != 0:
            return seat
    return w[z.BETTOR]


def bets(inn: InnTables, w: vec[i64], seat: i64) -> i64:
    """R23: the Gambling and Cheating cards that may take control now."""
    deck = w[z.CHARACTER + seat]
    fits = inn.fits[fits_at(t.IN_BET_OVER_ALL, deck)]
    if w[z.UNBEATEN] == 0:
        fits |= inn.fits[fits_at(t.IN_BET, deck)]
    return w[z.HAND + seat] & fits


def offer(inn: InnTables, w: vec[i64], f: i64, window: i64, seat: i64) -> i64:
    """The cards of a seat that fit into the window of the frame `f`, as lowest bits."""
    hand = w[z.HAND + seat]
    if hand == 0:
        return 0
    deck = w[z.CHARACTER + seat]
    if window == t.PLAY:
        return hand & (answers(inn, w, f, seat) | inn.fits[fits_at(t.AT_ANY_TIME, deck)])
    if window == t.DRINK:
        return hand & (answers_to_drinks(inn, w, f, seat) | inn.fits[fits_at(t.AT_ANY_TIME, deck)])
    if window == t.ANTE:
        return hand & inn.fits[fits_at(t.IN_ANTE, deck)]
    if window == t.PAY:
        return hand & inn.fits[fits_at(t.IN_PAY, deck)]
    if window == t.LOST:
        return hand & inn.fits[fits_at(t.IN_LOST, deck)]
    if window == t.WIN:
        return hand & inn.fits[fits_at(t.IN_WIN, deck)]
    fits = inn.fits[fits_at(t.AT_ANY_TIME, deck)]
    if window == t.ROUND:
        fits |= inn.fits[fits_at(t.POT_SAFE, deck)]
        if w[z.COINS] > 0:
            fits |= inn.fits[fits_at(t.POT, deck)]
    elif (window == t.ORDERING or window == t.LAST) and seat == w[z.TURN] and is_ordering(inn, w):
        fits |= inn.fits[fits_at(t.IN_ORDERING, deck)]
    return hand & fits


def answers(inn: InnTables, w: vec[i64], f: i64, seat: i64) -> i64:
    """What may answer the card of a frame, Anytime cards aside."""
    traits = w[f + z.TRAITS]
    deck = w[z.CHARACTER + seat]
    fits: i64 = 0
    if seat != w[f + z.OWNER]:  # RA13, RA31
        if traits & t.IS_SOMETIMES != 0:
            fits |= inn.fits[fits_at(t.SOMETIMES_CARD, deck)]
            if traits & t.CHANGES_DRINK != 0:
                fits |= inn.fits[fits_at(t.DRINK_CHANGE, deck)]
        if traits & t.STATS != 0 and (w[f + z.TARGETS] & ~w[f + z.IGNORED]) & seat_bit(seat) != 0:
            kind: i64 = t.ANYTIME_CARD
            if traits & t.IS_ACTION != 0:
                kind = t.ACTION_CARD
            elif traits & t.IS_SOMETIMES != 0:
                kind = t.SOMETIMES
            fits |= inn.ignores[ignores_at(kind, traits & t.STATS, deck)]
        if traits & t.CHEATS != 0:
            fits |= inn.fits[fits_at(t.CHEATED_ANYWAY, deck)]
            if w[z.GAMBLERS] & seat_bit(seat) != 0:
                fits |= inn.fits[fits_at(t.CHEATED, deck)]
    if in_a_round(w):  # RA65
        if traits & (t.ANTES | t.ENDS_ROUND) == 0:
            fits |= inn.fits[fits_at(t.POT_SAFE, deck)]
        if w[z.COINS] > 0:
            fits |= inn.fits[fits_at(t.POT, deck)]
    return fits


def in_a_round(w: vec[i64]) -> bool:
    """RA56, R20: a Round is under way, from the play of the card that starts it until somebody has won it."""
    return w[z.STACK + z.FRAME + z.TRAITS] & t.STARTS_ROUND != 0 and w[z.WINNER] == 0


def is_ordering(inn: InnTables, w: vec[i64]) -> bool:
    """RA16: the turn is in its Order a Drink phase, in FREE *acted* or *ordered* or while the drink is ordered."""
    pc = w[z.STACK + z.PC]
    return inn.code[pc] == v.ORDER or (inn.code[pc] == v.WINDOW and inn.code[pc + 1] == t.ORDERING)


def answers_to_drinks(inn: InnTables, w: vec[i64], f: i64, seat: i64) -> i64:
    """What may be played on the Drinks on the table (DRINK)."""
    deck = w[z.CHARACTER + seat]
    fits: i64 = 0
    for row in range(w[z.ROWS]):
        drinker = drinker_of(w, row)
        if can_change(w, f, row):
            fits |= inn.fits[fits_at(t.ANY_DRINK, deck)]
        if drinker == seat:
            fits |= inn.fits[fits_at(t.MY_DRINK, deck)]
            if w[z.ROW_AC + row] > 0:
                fits |= inn.fits[fits_at(t.MY_STRONG_DRINK, deck)]
        elif drinker >= 0:
            fits |= inn.fits[fits_at(t.ANOTHERS_DRINK, deck)]
    return fits


def can_change(w: vec[i64], f: i64, row: i64) -> bool:
    """RA40, RA119: whether a Drink of the frame can be raised or lowered, in a contest even if nobody will drink it."""
    return w[z.ROW_DRINKER + row] != 0 or w[f + z.TRAITS] & t.IS_CONTEST != 0


def can_aim(w: vec[i64], owner: i64, whom: i64) -> i64:
    """RA21, RA22: whom a player can pick for a card, a mask of seats."""
    if whom == v.ANYONE:
        return present(w)
    if whom == v.GAMBLER:
        return w[z.GAMBLERS] & ~seat_bit(owner)
    return present(w) & ~seat_bit(owner)


def aimed(w: vec[i64], owner: i64, whom: i64, below: i64) -> i64:
    """RA27: at whom a card is aimed without a choice, a mask of seats."""
    if whom == v.EACH_OTHER:
        return present(w) & ~seat_bit(owner)
    if whom == v.EVERYBODY:
        return present(w)
    if whom == v.MYSELF:
        return seat_bit(owner)
    return seat_bit(w[below + z.OWNER])


def can_pick(w: vec[i64], owner: i64, which: i64, row: i64, below: i64) -> bool:
    """R53, RA42, RA45, RA119: whether a player can pick a Drink of the frame below for a card."""
    drinker = drinker_of(w, row)
    if which == v.MINE:
        return drinker == owner
    if which == v.MINE_STRONG:
        return drinker == owner and w[z.ROW_AC + row] > 0
    if which == v.ANOTHERS:
        return drinker >= 0 and drinker != owner
    return can_change(w, below, row)
