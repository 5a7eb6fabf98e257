"""Small multisets in one word: four bits a kind, so up to 15 copies of each of up to 15 kinds.

Zones of cards (a hand, a pile) are such words. Adding two zones is `+`, and taking a part away is `-`.
"""

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

ONES: Final = 0x0111_1111_1111_1111
THREES: Final = 0x0333_3333_3333_3333
LOW_NIBBLES: Final = 0x0F0F_0F0F_0F0F_0F0F
MOST: Final = 15
FIELDS: Final = 15  # kinds in a word


def lesser(one: i64, other: i64) -> i64:
    """The smaller number; unlike `min`, and unlike a conditional expression with a literal, it stays a machine word."""
    return one if one < other else other


def copies(zone: i64, kind: i64) -> i64:
    """How many of `kind` the zone holds.

    >>> copies(0x0305, 2)
    3
    """
    return (zone >> (4 * kind)) & 15


def several(kind: i64, amount: i64) -> i64:
    """A zone of `amount` cards of one kind."""
    return amount << (4 * kind)


def size(zone: i64) -> i64:
    """How many cards the zone holds.

    >>> size(0x0305)
    8
    """
    pairs = (zone & LOW_NIBBLES) + ((zone >> 4) & LOW_NIBBLES)
    pairs = (pairs & 0x00FF_00FF_00FF_00FF) + ((pairs >> 8) & 0x00FF_00FF_00FF_00FF)
    pairs = (pairs & 0x0000_FFFF_0000_FFFF) + ((pairs >> 16) & 0x0000_FFFF_0000_FFFF)
    return (pairs + (pairs >> 32)) & 0xFFFF


def one_each(zone: i64) -> i64:
    """One card of every kind that the zone holds.

    >>> hex(one_each(0x0305))
    '0x101'
    """
    return (zone | (zone >> 1) | (zone >> 2) | (zone >> 3)) & ONES


def four_each(zone: i64) -> i64:
    """One card of every kind that the zone holds at least four of."""
    return ((zone >> 2) | (zone >> 3)) & ONES


def at_most_four(zone: i64) -> i64:
    """The zone with every count above four lowered to four.

    >>> hex(at_most_four(0x0934))
    '0x434'
    """
    fours = four_each(zone)
    return (zone & THREES & ~(fours * 3)) | (fours << 2)


def whole(zone: i64) -> i64:
    """A mask that keeps every count of the kinds the zone holds."""
    return one_each(zone) * 15


def nth(zone: i64, index: i64) -> i64:
    """The kind of the card at `index` when the zone is laid out in order of kinds.

    >>> [nth(0x0201, i) for i in range(3)]
    [0, 2, 2]
    """
    kind: i64 = 0
    while zone != 0:
        here = zone & 15
        if index < here:
            return kind
        index -= here
        zone >>= 4
        kind += 1
    raise IndexError("no such card in the zone")


def without(zone: i64, kind: i64, amount: i64) -> i64:
    """The zone less `amount` of `kind`, or less all of them if there are fewer."""
    return zone - several(kind, lesser(copies(zone, kind), amount))


def kinds(zone: int) -> Iterator[int]:
    """Every card of the zone in order of kinds, for texts and tests.

    >>> list(kinds(0x0201))
    [0, 2, 2]
    """
    if zone < 0:
        raise ValueError("a zone is never negative")
    kind = 0
    while zone:
        for _ in range(zone & 15):
            yield kind
        zone >>= 4
        kind += 1


def of(cards: list[int]) -> int:
    """The zone that holds these cards.

    >>> hex(of([2, 0, 2]))
    '0x201'
    """
    return sum(1 << 4 * kind for kind in cards)
