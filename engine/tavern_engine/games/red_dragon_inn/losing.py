"""Passing out, running out of Gold, and the end (R12 to R17, RA76 to RA86)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.drinks import turn_up
from tavern_engine.games.red_dragon_inn.events import Zones
from tavern_engine.games.red_dragon_inn.stack import clear, jump
from tavern_engine.games.red_dragon_inn.windows import in_trouble
from tavern_engine.games.red_dragon_inn.zones import clockwise, seat_bit
from tavern_engine.state import ASKED, OVER, PHASE, SEATS
from tavern_engine.tally import number, put


def settle(state: Zones, w: vec[i64]) -> None:
    """RA76, steps 2 to 5: everybody has declined; whoever is still in trouble is out."""
    before = w[z.STILL_IN]
    passing = (in_trouble(w, False) | w[z.FALLEN]) & before
    heirs = before & ~passing
    for step in range(w[SEATS]):
        seat = clockwise(w, w[z.TURN], step)
        if passing & seat_bit(seat) != 0:
            rest = w[z.PURSE + seat] // 2  # R14: half, rounded up, to the Inn
            share = rest // number(heirs) if heirs != 0 else i64(0)
            state.passes_out(w, seat, heirs, share)
    for step in range(w[SEATS]):  # R16: only now
        seat = clockwise(w, w[z.TURN], step)
        if w[z.STILL_IN] & seat_bit(seat) != 0 and w[z.PURSE + seat] == 0:
            state.is_broke(w, seat)
    if w[z.STILL_IN] == before:
        return
    turn_up_piles(state, w, before & ~w[z.STILL_IN])
    state.check_ends(w)
    if number(w[z.STILL_IN]) <= 1:
        end_game(state, w)
    elif w[z.STILL_IN] & seat_bit(w[z.TURN]) == 0:
        jump(w, z.STACK, state.inn.turn_end)  # RA82


def turn_up_piles(state: Zones, w: vec[i64], gone: i64) -> None:
    """R15, RA4, RA83: Drink Me! piles of players who are out are discarded, face up."""
    drinks: i64 = 0
    fine: i64 = 0
    for seat in range(w[SEATS]):
        if gone & seat_bit(seat) != 0:
            while w[z.FINE_MUGS + seat] > 0:
                fine = put(fine, state.home_field(turn_up(state, w, seat, z.FROM_PILE)))
            while w[z.MUGS + seat] > 0:
                drinks = put(drinks, state.home_field(turn_up(state, w, seat, z.FROM_PILE)))
    if drinks != 0:
        state.pour_out(w, drinks, 0)
    if fine != 0:
        state.pour_out(w, fine, 1)


def end_game(state: Zones, w: vec[i64]) -> None:
    """RA84, RA86: nothing more is played."""
    state.tell(w, z.GAME_ENDS, 0, w[z.STILL_IN], 0)
    clear(w)
    w[ASKED] = OVER
    w[PHASE] = 0
