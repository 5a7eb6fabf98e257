"""What the asked seat may play: on what, how many, and from where (D9 to D12, D16 to D22)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import NINE, ONE, SMALL_BUT_BRAVE, fitting
from tavern_engine.multiset import at_most_four, copies, lesser, nth, one_each, several


def is_open(w: vec[i64], trick: i64) -> bool:
    return copies(w[z.TRICKS], trick) != 0


def fits(w: vec[i64]) -> i64:
    """D16 to D22: a mask of the kinds that may be played on the discard area."""
    mask = fitting(w[z.EFFECTIVE], w[z.TOP])
    if w[z.EFFECTIVE] == NINE and copies(w[z.TRICKS], SMALL_BUT_BRAVE) != 0:
        mask |= several(ONE, 15)  # D38, DA18
    return mask


def most_plays(w: vec[i64], seat: i64, fitting_kinds: i64) -> i64:
    """How many cards of each fitting kind the seat may play at most."""
    hand = w[z.HAND + seat]
    cards = w[z.SIZE + seat]
    if cards == 0:
        return one_each(w[z.OPEN + seat] & fitting_kinds)  # D10, DA3, DA4: one open card
    most = at_most_four(hand & fitting_kinds)  # D9, DA29
    if cards < 4 and w[z.OPEN + seat] != 0:
        kind = nth(hand, 0)
        matching = copies(w[z.OPEN + seat], kind)
        if matching != 0 and copies(most, kind) == cards:
            most = several(kind, lesser(cards + matching, 4))  # D12: the whole hand and any number of these
    return most


def heights(w: vec[i64], seat: i64) -> i64:
    """D10, DA39: how many different heights of stack a closed card can be turned up from."""
    word = w[z.CLOSED + seat]
    doubles = z.closed_doubles(word)
    lone = z.closed_total(word) - 2 * doubles
    return lesser(lone, 1) + lesser(doubles, 1)
