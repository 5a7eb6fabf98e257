"""The Special Reserve, and drinks that change places (R102 to R107, R113, R116, R120, R122, R127, RA98 to RA103)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.drinks import (
    NOTHING_YET,
    discard_drink,
    new_row,
    reveal_from,
    reveal_from_deck,
    turn_up,
)
from tavern_engine.games.red_dragon_inn.payments import owe
from tavern_engine.games.red_dragon_inn.sides import Sides
from tavern_engine.games.red_dragon_inn.stack import advance, present, push
from tavern_engine.games.red_dragon_inn.zones import clockwise, pile, seat_bit
from tavern_engine.state import SEATS
from tavern_engine.tally import place


def host_of(state: Sides, w: vec[i64]) -> i64:
    """The seat in the game that keeps the Reserve, or -1."""
    for seat in range(w[SEATS]):
        if w[z.STILL_IN] & seat_bit(seat) != 0 and w[z.CHARACTER + seat] == state.inn.host:
            return seat
    return -1


def fill_cellar(state: Sides, w: vec[i64]) -> None:
    """R106: an empty Reserve deck is shuffled at once, and nobody pays; RA100: not when its keeper is out."""
    if w[z.CELLAR] == 0 and w[z.FINE_DREGS] != 0 and host_of(state, w) >= 0:
        state.shuffles_side(w, t.RESERVE)


def give(state: Sides, w: vec[i64], f: i64) -> None:
    """R102, R103, R107: each target that does not ignore the card gets a Reserve Drink."""
    for step in range(w[SEATS]):
        seat = clockwise(w, w[f + z.OWNER], step)
        if (w[f + z.TARGETS] & ~w[f + z.IGNORED]) & seat_bit(seat) != 0 and w[z.CHARACTER + seat] != state.inn.host:
            fill_cellar(state, w)
            if w[z.CELLAR] > 0:
                state.gets_reserve(w, seat)
                fill_cellar(state, w)
    advance(w, f)


def lose_top(state: Sides, w: vec[i64], f: i64) -> None:
    """R104, RA101: the top card of the pile is discarded, face up (RA4)."""
    for step in range(w[SEATS]):
        seat = clockwise(w, w[f + z.OWNER], step)
        if (w[f + z.TARGETS] & ~w[f + z.IGNORED]) & seat_bit(seat) != 0 and pile(w, seat) > 0:
            discard_drink(state, w, turn_up(state, w, seat, z.FROM_PILE))
    advance(w, f)


def redraw(state: Sides, w: vec[i64], f: i64) -> None:
    """R144: the target discards and draws."""
    who = w[f + z.TARGETS] & ~w[f + z.IGNORED]
    advance(w, f)
    if who != 0:
        push(w, state.inn.redraw, place(who, 0))


def reveal_pair(state: Sides, w: vec[i64], f: i64) -> None:
    """R113, RA114: two Drinks from the Drink Deck; who revealed drinks the stronger one, or the first."""
    if w[f + z.AMOUNT] < 2:
        if reveal_from_deck(state, w, f, w[f + z.OWNER], t.SPLITS):
            w[f + z.STEP] = NOTHING_YET
            w[f + z.AMOUNT] += 1
        return
    w[f + z.AMOUNT] = 0
    if w[z.ROWS] > 1:
        rival = place(w[f + z.TARGETS], 0) + 1 if w[f + z.TARGETS] != 0 else i64(0)
        weaker: i64 = 1 if w[z.ROW_SCORE] >= w[z.ROW_SCORE + 1] else 0
        w[z.ROW_DRINKER + weaker] = rival
    advance(w, f)


def shots(state: Sides, w: vec[i64], f: i64, ac: i64) -> None:
    """R122: everybody gets a Drink of this AC, of which no card is part."""
    for step in range(w[SEATS]):
        seat = clockwise(w, w[f + z.OWNER], step)
        if present(w) & seat_bit(seat) != 0:
            state.tell(w, z.GETS_SHOT, seat, 0, ac)
            row = new_row(w, w[f + z.OWNER], seat)
            w[z.ROW_AC + row] = ac
            w[z.ROW_SCORE + row] = ac
    advance(w, f)


def pay_host(state: Sides, w: vec[i64], f: i64, gold: i64) -> None:
    """R120: to who keeps the Reserve; to the Inn if she is outside or out of the game."""
    host = host_of(state, w)
    advance(w, f)
    receiver: i64 = z.INN
    if host >= 0 and present(w) & seat_bit(host) != 0:
        receiver = z.RECEIVER + host
    owe(state, w, w[f + z.OWNER], receiver, gold, False)


def serve(state: Sides, w: vec[i64], f: i64) -> None:
    """RA103: the next Reserve card is revealed and drunk at once; RA100: if there is one."""
    advance(w, f)
    fill_cellar(state, w)
    if w[z.CELLAR] > 0 and host_of(state, w) >= 0:
        push(w, state.inn.serving, w[f + z.OWNER])


def reveal_reserve(state: Sides, w: vec[i64], f: i64) -> None:
    """RA103: with Chasers from the Reserve deck; an Event happens."""
    fill_cellar(state, w)
    reveal_from(state, w, f, z.FROM_CELLAR)
    fill_cellar(state, w)


def wash(state: Sides, w: vec[i64], f: i64) -> None:
    """R116: the Drink is ignored and its cards are shuffled into the target's pile; Events among them are discarded."""
    row = w[f + z.AMOUNT]
    state.tell(w, z.IGNORES, w[f + z.OWNER], 0, row + 1)
    w[z.ROW_DRINKER + row] = 0
    seat = place(w[f + z.TARGETS], 0)
    root = w[z.ROW_ROOT + row] if w[z.ROW_EFFECTS + row] & t.COPIED == 0 else i64(0)
    drinks = w[z.ROW_CARDS + root] & state.inn.real_drinks
    w[z.ROW_CARDS + root] &= ~state.inn.real_drinks
    fine = w[z.ROW_FINE + root]
    w[z.ROW_FINE + root] = 0
    if drinks != 0:
        state.washes_in(w, seat, drinks, 0)
    if fine != 0:
        state.washes_in(w, seat, fine, 1)
    advance(w, f)
