"""Who is asked in a window, and what fits there (section W, Table 1)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

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
    CONTROLS,
    DRINK,
    DRINK_CHANGE,
    EVENT,
    IN_ANTE,
    IN_BET,
    IN_BET_OVER_ALL,
    IN_LOST,
    IN_ORDERING,
    IN_PAY,
    IN_WIN,
    IS_ACTION,
    IS_SOMETIMES,
    LAST,
    LOST,
    MY_DRINK,
    MY_STRONG_DRINK,
    MY_WHOLE_DRINK,
    ORDERING,
    PAY,
    PLAY,
    POT,
    POT_SAFE,
    REELING,
    ROUND,
    SOMETIMES,
    SOMETIMES_CARD,
    STATS,
    WIN,
    InnTables,
)
from tavern_engine.games.red_dragon_inn.zones import (
    ALCOHOL,
    AMOUNT,
    BETTOR,
    CHARACTER,
    COINS,
    DEPTH,
    FORTITUDE,
    GAMBLERS,
    HAND,
    IGNORED,
    IN_ROUND,
    LOSERS,
    MAX_DEPTH,
    MAX_ROWS,
    OWNER,
    PURSE,
    ROW_AC,
    ROW_DRINKER,
    ROW_REVEALER,
    ROWS,
    TAKER,
    TARGETS,
    TRAITS,
    TURN,
    UNBEATEN,
    WINNER,
    seat_bit,
)
from tavern_engine.state import SEATS

ROOM: Final = 6  # frames that one card can need at most


def first_asked(w: vec[i64], f: i64, window: i64) -> i64:
    """The seat with which the window begins."""
    if window == PLAY or window == LOST or window == EVENT or window == ANTE or window == PAY:
        return w[f + OWNER]
    if window == DRINK:
        return w[ROW_REVEALER] if w[ROWS] == 1 else w[TURN]  # R57, R58, RA18
    if window == ROUND:
        return next_gambler(w)
    if window == WIN:
        return w[WINNER] - 1
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
        return present(w) & ~seat_bit(w[WINNER] - 1) if w[TAKER] == 0 else i64(0)
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
    fits = inn.fits[16 * IN_BET_OVER_ALL + deck]
    if w[UNBEATEN] == 0:
        fits |= inn.fits[16 * IN_BET + deck]
    return w[HAND + seat] & fits


def offer(inn: InnTables, w: vec[i64], f: i64, window: i64, seat: i64) -> i64:
    """The cards of a seat that fit into the window of the frame `f`, as lowest bits."""
    hand = w[HAND + seat]
    if hand == 0 or w[DEPTH] > MAX_DEPTH - ROOM:
        return 0
    deck = w[CHARACTER + seat]
    if window == PLAY:
        return hand & (answers(inn, w, f, seat) | inn.fits[16 * AT_ANY_TIME + deck])
    if window == DRINK:
        return hand & (answers_to_drinks(inn, w, seat) | inn.fits[16 * AT_ANY_TIME + deck])
    if window == ANTE:
        return hand & inn.fits[16 * IN_ANTE + deck]
    if window == PAY:
        return hand & inn.fits[16 * IN_PAY + deck]
    if window == LOST:
        return hand & inn.fits[16 * IN_LOST + deck]
    if window == WIN:
        return hand & inn.fits[16 * IN_WIN + deck]
    fits = inn.fits[16 * AT_ANY_TIME + deck]
    if window == ROUND:
        fits |= inn.fits[16 * POT_SAFE + deck]
        if w[COINS] > 0:
            fits |= inn.fits[16 * POT + deck]
    elif window == ORDERING and seat == w[TURN]:
        fits |= inn.fits[16 * IN_ORDERING + deck]
    return hand & fits


def answers(inn: InnTables, w: vec[i64], f: i64, seat: i64) -> i64:
    """What may answer the card of a frame, Anytime cards aside."""
    traits = w[f + TRAITS]
    deck = w[CHARACTER + seat]
    fits: i64 = 0
    if seat != w[f + OWNER]:  # RA13, RA31
        if traits & IS_SOMETIMES != 0:
            fits |= inn.fits[16 * SOMETIMES_CARD + deck]
            if traits & CHANGES_DRINK != 0:
                fits |= inn.fits[16 * DRINK_CHANGE + deck]
        if traits & STATS != 0 and (w[f + TARGETS] & ~w[f + IGNORED]) & seat_bit(seat) != 0:
            kind: i64 = ANYTIME_CARD
            if traits & IS_ACTION != 0:
                kind = ACTION_CARD
            elif traits & IS_SOMETIMES != 0:
                kind = SOMETIMES
            fits |= inn.ignores[16 * (8 * kind + (traits & STATS)) + deck]
        if traits & CHEATS != 0:
            fits |= inn.fits[16 * CHEATED_ANYWAY + deck]
            if w[GAMBLERS] & seat_bit(seat) != 0:
                fits |= inn.fits[16 * CHEATED + deck]
    if traits & CONTROLS != 0 and w[IN_ROUND] != 0:
        if traits & ANTES == 0:
            fits |= inn.fits[16 * POT_SAFE + deck]  # RA65
        if w[COINS] > 0:
            fits |= inn.fits[16 * POT + deck]
    return fits


def answers_to_drinks(inn: InnTables, w: vec[i64], seat: i64) -> i64:
    """What may be played on the Drinks on the table (DRINK)."""
    deck = w[CHARACTER + seat]
    fits: i64 = 0
    row: i64 = 0
    while row < w[ROWS]:
        drinker = w[ROW_DRINKER + row] - 1
        if drinker >= 0:
            fits |= inn.fits[16 * ANY_DRINK + deck]
            if drinker != seat:
                fits |= inn.fits[16 * ANOTHERS_DRINK + deck]
            else:
                fits |= inn.fits[16 * MY_DRINK + deck]
                if w[ROWS] < MAX_ROWS:
                    fits |= inn.fits[16 * MY_WHOLE_DRINK + deck]
                if w[ROW_AC + row] > 0:
                    fits |= inn.fits[16 * MY_STRONG_DRINK + deck]
        row += 1
    return fits
