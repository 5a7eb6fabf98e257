"""What the rules player of Dragon's Vault reads from a table: who is nearly out, and who can hardly answer a card."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.dragon_vault.cards import KINDS, MAX_SEATS
from tavern_engine.games.dragon_vault.zones import CLOSED, KNOWN, LEARNED, OPEN, RUN, SIZE, TOP, closed_total, run_after
from tavern_engine.multiset import size
from tavern_engine.state import SEATS

NEARLY_OUT: Final = 6  # with fewer cards than this a player is in sight of going out
CERTAIN: Final = 256  # chances are in parts of this
ALL_KINDS: Final = 0x1111_1111_1111


def cards_left(w: vec[i64], seat: i64) -> i64:
    return w[SIZE + seat] + size(w[OPEN + seat]) + closed_total(w[CLOSED + seat])


def nearness(w: vec[i64], seat: i64) -> i64:
    """How near the seat is to going out: 0 while it has many cards."""
    near = NEARLY_OUT - cards_left(w, seat)
    if near < 0:
        return 0
    return near


def most_nearness(w: vec[i64], seat: i64) -> i64:
    """How near the foremost of the others is to going out."""
    most: i64 = 0
    for other in range(w[SEATS]):
        if other != seat:
            near = nearness(w, other)
            if near > most:
                most = near
    return most


def chance_stuck(w: vec[i64], seat: i64, other: i64, fits: i64) -> i64:
    """How likely the other seat has no card that fits, for all this seat knows; unseen cards may be of any kind."""
    unfit = KINDS - size(fits & ALL_KINDS)
    hidden = w[SIZE + other]
    seen = w[OPEN + other]
    if hidden != 0:
        seen = w[KNOWN + other] + w[LEARNED + MAX_SEATS * seat + other]
        hidden -= size(seen)
    elif seen == 0:
        hidden = 1  # D10: a closed card, blind
    if seen & fits != 0 or hidden > 5:
        return 0
    chance: i64 = CERTAIN
    while hidden > 0:
        chance = chance * unfit // KINDS
        hidden -= 1
    return chance


def makes_four(w: vec[i64], kind: i64, amount: i64) -> bool:
    """D15: whether these cards make four in a row."""
    return run_after(w[TOP], w[RUN], kind, amount) >= 4
