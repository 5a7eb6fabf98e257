"""What a round costs and when the game is decided (D30 to D32)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import EIGHT, GOLDEN_FEATHERS, KINDS, VaultTables
from tavern_engine.games.dragon_vault.legal import is_open
from tavern_engine.multiset import copies, size
from tavern_engine.state import SEATS


def coins(w: vec[i64], vault: VaultTables, seat: i64) -> i64:
    """D30, D31, DA19, DA43: what the seat would lose if the round ended now; in a view, by the cards it knows."""
    faces = w[z.HAND + seat] + w[z.OPEN + seat]
    total: i64 = 0
    for kind in range(i64(KINDS)):
        total += copies(faces, kind) * vault.face[kind]
    if is_open(w, GOLDEN_FEATHERS):
        total -= copies(faces, EIGHT) * (vault.face[EIGHT] + 1)
    word = w[z.CLOSED + seat]
    total += (z.closed_total(word) - z.closed_doubles(word) - size(w[z.OPEN + seat])) * vault.back  # DA47
    return total if total < vault.cap else vault.cap


def leader(w: vec[i64]) -> i64:
    """Who has lost least."""
    best: i64 = 0
    for seat in range(1, w[SEATS]):
        if w[z.LOST + seat] < w[z.LOST + best]:
            best = seat
    return best


def is_decided(w: vec[i64]) -> bool:
    """D32, DA23: somebody has lost enough, and the lowest loss is not shared."""
    best = leader(w)
    for seat in range(w[SEATS]):
        if seat != best and w[z.LOST + seat] == w[z.LOST + best]:
            return False
    return w[z.RULES] & z.LAST_ROUNDS != 0
