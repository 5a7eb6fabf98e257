"""Gold that changes hands: payments and their window, prize money, the fee for an empty Drink Deck (RA72 to RA75)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn.stack import advance, present, push
from tavern_engine.games.red_dragon_inn.tables import IN_PAY, fitting
from tavern_engine.games.red_dragon_inn.zones import (
    AMOUNT,
    BAR,
    BAR_DECK,
    CHARACTER,
    DREGS,
    FEE_DUE,
    HAND,
    IGNORED,
    INN,
    LOSERS,
    OWNER,
    PURSE,
    RECEIVER,
    RULES,
    STEP,
    TARGETS,
    WINS_CONTEST,
    Zones,
    clockwise,
    full_deck,
    seat_bit,
)
from tavern_engine.state import SEATS
from tavern_engine.tally import number, place


def collect(state: Zones, w: vec[i64], f: i64, receiver: i64, amount: i64) -> None:
    """RA72: the targets pay one after another, from the left of the card's player on, who pays last."""
    while w[f + STEP] < w[SEATS]:
        w[f + STEP] += 1
        seat = clockwise(w, w[f + OWNER], w[f + STEP])
        if (w[f + TARGETS] & ~w[f + IGNORED]) & seat_bit(seat) != 0 and receiver != RECEIVER + seat:
            owe(state, w, seat, receiver, amount)
            return
    advance(w, f)


def owe(state: Zones, w: vec[i64], seat: i64, receiver: i64, amount: i64) -> None:
    """RA73: a payment; the window PAY is opened only if it can matter."""
    if w[HAND + seat] & fitting(state.inn, IN_PAY, w[CHARACTER + seat]) == 0:
        hand_over(state, w, seat, receiver, amount)
        return
    f = push(w, state.inn.payment, seat)
    w[f + TARGETS] = receiver
    w[f + AMOUNT] = amount


def hand_over(state: Zones, w: vec[i64], seat: i64, receiver: i64, amount: i64) -> None:
    """R10, R27: as much as there is."""
    if amount > w[PURSE + seat]:
        amount = w[PURSE + seat]
    if amount > 0:
        state.pays(w, seat, receiver, amount)


def transfer(state: Zones, w: vec[i64], f: i64) -> None:
    """R133, RA75: a covered payment comes from the Inn."""
    if w[f + AMOUNT] < 0:
        state.inn_pays(w, w[f + OWNER], w[f + TARGETS], -w[f + AMOUNT])
    else:
        hand_over(state, w, w[f + OWNER], w[f + TARGETS], w[f + AMOUNT])
    advance(w, f)


def pay_prize(state: Zones, w: vec[i64], f: i64, gold: i64) -> None:
    """R72, R76, RA55, RA118: everybody who was there pays the winner, if there is one."""
    if w[f + LOSERS] == 0:
        advance(w, f)
        return
    winner = place(w[f + LOSERS], 0)
    if w[f + STEP] == 0:
        state.tell(w, WINS_CONTEST, winner, 0, 0)
    while w[f + STEP] < w[SEATS] - 1:
        w[f + STEP] += 1
        seat = clockwise(w, winner, w[f + STEP])
        if w[f + IGNORED] & seat_bit(seat) != 0:
            owe(state, w, seat, RECEIVER + winner, gold)
            return
    advance(w, f)


def collect_fee(state: Zones, w: vec[i64], f: i64) -> None:
    """R32, RA74, RA118: from the active player on each pays 1."""
    while w[f + STEP] < w[SEATS]:
        seat = clockwise(w, w[f + OWNER], w[f + STEP])
        w[f + STEP] += 1
        if present(w) & seat_bit(seat) != 0:
            owe(state, w, seat, INN, 1)
            return
    advance(w, f)


def refill_bar(state: Zones, w: vec[i64], f: i64) -> None:
    """R32, R82, RA9."""
    size = w[BAR] if w[RULES] & BAR_DECK != 0 and w[BAR] > 0 else number(w[DREGS])
    if size > full_deck(w) and w[RULES] & BAR_DECK != 0:
        size = full_deck(w)
    state.refill(w, size)
    w[FEE_DUE] = 0
    advance(w, f)
