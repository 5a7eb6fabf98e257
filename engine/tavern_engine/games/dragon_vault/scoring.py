"""What a round costs and when the game is decided (D30 to D32)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.dragon_vault.cards import EIGHT, GOLDEN_FEATHERS, KINDS, VaultTables
from tavern_engine.games.dragon_vault.legal import is_open
from tavern_engine.games.dragon_vault.zones import (
    CLOSED,
    HAND,
    LAST_ROUNDS,
    LOST,
    OPEN,
    RULES,
    closed_doubles,
    closed_total,
)
from tavern_engine.multiset import copies, size
from tavern_engine.state import SEATS


def coins(w: vec[i64], vault: VaultTables, seat: i64) -> i64:
    """D30, D31, DA19, DA43: what the seat would lose if the round ended now; in a view, by the cards it knows."""
    faces = w[HAND + seat] + w[OPEN + seat]
    total: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        total += copies(faces, kind) * vault.face[kind]
        kind += 1
    if is_open(w, GOLDEN_FEATHERS):
        total -= copies(faces, EIGHT) * (vault.face[EIGHT] + 1)
    word = w[CLOSED + seat]
    total += (closed_total(word) - closed_doubles(word) - size(w[OPEN + seat])) * vault.back  # DA47
    return total if total < vault.cap else vault.cap


def is_decided(w: vec[i64]) -> bool:
    """D32, DA23: somebody has lost enough, and the lowest loss is not shared."""
    low = w[LOST]
    lowest: i64 = 1
    seat: i64 = 1
    while seat < w[SEATS]:
        if w[LOST + seat] < low:
            low = w[LOST + seat]
            lowest = 1
        elif w[LOST + seat] == low:
            lowest += 1
        seat += 1
    return w[RULES] & LAST_ROUNDS != 0 and lowest == 1
