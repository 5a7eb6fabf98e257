"""Gold that changes hands: payments and their window, prize money, the fee for an empty Drink Deck (RA72 to RA75)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.events import Zones
from tavern_engine.games.red_dragon_inn.stack import advance, in_reach, push
from tavern_engine.games.red_dragon_inn.tables import fits_at
from tavern_engine.games.red_dragon_inn.zones import clockwise, full_deck, seat_bit
from tavern_engine.state import SEATS
from tavern_engine.tally import number, place


def collect(state: Zones, w: vec[i64], f: i64, receiver: i64, amount: i64) -> None:
    """RA72: the targets pay one after another, from the left of the card's player on, who pays last."""
    while w[f + z.STEP] < w[SEATS]:
        w[f + z.STEP] += 1
        seat = clockwise(w, w[f + z.OWNER], w[f + z.STEP])
        if (w[f + z.TARGETS] & ~w[f + z.IGNORED]) & seat_bit(seat) != 0 and receiver != z.RECEIVER + seat:
            owe(state, w, seat, receiver, amount, True)
            return
    advance(w, f)


def owe(state: Zones, w: vec[i64], seat: i64, receiver: i64, amount: i64, for_card: bool) -> None:
    """RA73: a payment; its windows are opened only if they can matter."""
    for_inn = for_card and receiver == z.INN and w[z.RULES] & z.WITH_SIDES != 0
    covered = w[z.HAND + seat] & state.inn.fits[fits_at(t.IN_PAY, w[z.CHARACTER + seat])]
    if w[z.FRONT + seat] != 0:
        covered |= w[z.FRONT + seat] & state.inn.fits[fits_at(t.IN_PAY, t.FRONTS)]
    if covered == 0 and not (for_inn and is_watched(state, w)):
        hand_over(state, w, seat, receiver, amount)
        return
    f = push(w, state.inn.payment, seat)
    w[f + z.TARGETS] = receiver
    w[f + z.AMOUNT] = amount
    if for_inn:  # whoever watches: the payer, who sees the frame, must not learn that somebody does
        w[f + z.TRAITS] = t.PAID_FOR


def is_watched(state: Zones, w: vec[i64]) -> bool:
    """R109, RA102: whether somebody holds a card for Gold that was paid to the Inn."""
    for seat in range(w[SEATS]):
        if w[z.HAND + seat] & state.inn.fits[fits_at(t.IN_PAID, w[z.CHARACTER + seat])] != 0:
            return True
    return False


def hand_over(state: Zones, w: vec[i64], seat: i64, receiver: i64, amount: i64) -> i64:
    """R10, R27: as much as there is, which is returned."""
    if amount > w[z.PURSE + seat]:
        amount = w[z.PURSE + seat]
    if amount > 0:
        state.pays(w, seat, receiver, amount)
    return amount


def transfer(state: Zones, w: vec[i64], f: i64) -> None:
    """R133, RA75: a covered payment comes from the Inn. R28: the card below learns that somebody anted."""
    paid = -w[f + z.AMOUNT]
    if paid > 0:
        state.inn_pays(w, w[f + z.OWNER], w[f + z.TARGETS], paid)
    else:
        paid = hand_over(state, w, w[f + z.OWNER], w[f + z.TARGETS], w[f + z.AMOUNT])
    if w[f + z.TARGETS] == z.THE_POT and paid > 0:
        w[f - z.FRAME + z.AMOUNT] = 1
    w[f + z.AMOUNT] = paid if w[f + z.TRAITS] & t.PAID_FOR != 0 else i64(0)  # RA102
    advance(w, f)


def pay_prize(state: Zones, w: vec[i64], f: i64, gold: i64) -> None:
    """R72, R76, RA55, RA118: everybody who was there pays the winner, if there is one."""
    if w[f + z.LOSERS] == 0:
        advance(w, f)
        return
    winner = place(w[f + z.LOSERS], 0)
    if w[f + z.STEP] == 0:
        state.tell(w, z.WINS_CONTEST, winner, 0, 0)
    while w[f + z.STEP] < w[SEATS] - 1:
        w[f + z.STEP] += 1
        seat = clockwise(w, winner, w[f + z.STEP])
        if w[f + z.IGNORED] & seat_bit(seat) != 0:
            owe(state, w, seat, z.RECEIVER + winner, gold, False)
            return
    advance(w, f)


def collect_fee(state: Zones, w: vec[i64], f: i64) -> None:
    """R32, RA74, RA118: from the active player on each pays 1."""
    while w[f + z.STEP] < w[SEATS]:
        seat = clockwise(w, w[f + z.OWNER], w[f + z.STEP])
        w[f + z.STEP] += 1
        if in_reach(w) & seat_bit(seat) != 0:
            owe(state, w, seat, z.INN, 1, False)
            return
    advance(w, f)


def refill_bar(state: Zones, w: vec[i64], f: i64) -> None:
    """R32, R82, RA9."""
    size = w[z.BAR] if w[z.RULES] & z.BAR_DECK != 0 and w[z.BAR] > 0 else number(w[z.DREGS])
    if size > full_deck(w) and w[z.RULES] & z.BAR_DECK != 0:
        size = full_deck(w)
    state.refill(w, size)
    w[z.FEE_DUE] = 0
    advance(w, f)
