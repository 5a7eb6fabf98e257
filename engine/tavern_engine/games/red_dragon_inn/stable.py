"""Molly's stable (R92 to R101, RA92 to RA97)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import draw
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.sides import LAST_STALL, Sides, in_stall
from tavern_engine.games.red_dragon_inn.stack import advance, jump
from tavern_engine.games.red_dragon_inn.tables import at_bit
from tavern_engine.state import SEED_A, SEED_B
from tavern_engine.tally import number

STABLE_LUCK: Final = 11  # the purpose of luck


def refill_stable(state: Sides, w: vec[i64]) -> None:
    """R101: an empty stable deck is shuffled at once."""
    if w[z.STALL] == 0 and w[z.STALL_LEFT] != 0:
        state.shuffles_side(w, t.STABLE)


def meet(state: Sides, w: vec[i64], f: i64) -> None:
    """R94, R95: the top animal comes, meets its foe, and does what it does at once; then it settles in."""
    seat = w[f + z.OWNER]
    refill_stable(state, w)
    if w[z.STALL] == 0:
        jump(w, f, state.inn.end)
        return
    bit = draw(w[SEED_A], w[SEED_B], STABLE_LUCK, w[z.VISITS], w[z.STALL])
    kind = state.inn.kind[at_bit(t.STABLE, bit)]
    state.comes(w, seat, kind)
    refill_stable(state, w)
    foes = state.inn.foes[kind] & w[z.FRONT + seat]  # RA97
    jump(w, f, state.inn.side[kind])
    w[f + z.SIDE] = kind + 1
    if foes != 0 and state.inn.yields[kind] != 0:
        state.goes(w, seat, kind)
        w[f + z.SIDE] = 0
        jump(w, f, state.inn.end)
        foes = 0
    while foes != 0:
        state.goes(w, seat, state.inn.kind[at_bit(t.FRONTS, number((foes & -foes) - 1))])
        foes &= foes - 1


def settle_in(state: Sides, w: vec[i64], f: i64) -> None:
    """R92: who is pushed out of the last stall is discarded."""
    seat = w[f + z.OWNER]
    if in_stall(w, 0) != 0 and in_stall(w, 1) != 0 and in_stall(w, LAST_STALL) != 0:
        state.goes(w, seat, in_stall(w, LAST_STALL) - 1)
        refill_stable(state, w)
    state.settles_in(w, seat, w[f + z.SIDE] - 1)
    w[f + z.SIDE] = 0
    advance(w, f)
