"""Multisets of the cards of one deck in one word, a run of bits for every kind: as many bits set as there are copies.

A kind with three copies owns three neighbouring bits, its `field`, filled from the lowest. So a word says at once
which kinds are there (the lowest bits of the fields), and any set bit is one single card to draw. Up to 62 cards.
"""

from typing import Final

from mypy_extensions import i64

FIVES: Final = 0x1555_5555_5555_5555
THREES: Final = 0x3333_3333_3333_3333
LOW_NIBBLES: Final = 0x0F0F_0F0F_0F0F_0F0F


def number(zone: i64) -> i64:
    """How many cards the zone holds.

    >>> number(0b1011)
    3
    """
    pairs = zone - ((zone >> 1) & FIVES)
    pairs = (pairs & THREES) + ((pairs >> 2) & THREES)
    pairs = (pairs + (pairs >> 4)) & LOW_NIBBLES
    pairs += pairs >> 8
    pairs += pairs >> 16
    return (pairs + (pairs >> 32)) & 127


def place(zone: i64, index: i64) -> i64:
    """The place of the set bit at `index`, counted from the lowest.

    >>> [place(0b1011, index) for index in range(3)]
    [0, 1, 3]
    """
    found: i64 = 0
    if index > 7:
        skipped = number(zone & 0xFFFF_FFFF)
        if index >= skipped:
            index -= skipped
            zone >>= 32
            found = 32
    while index > 0:
        zone &= zone - 1
        index -= 1
    low = zone & -zone
    return found + number(low - 1)


def put(zone: i64, field: i64) -> i64:
    """The zone with one more card of the kind that owns the field.

    >>> bin(put(0b0001, 0b0111))
    '0b11'
    """
    return zone | ((((zone & field) << 1) | (field & -field)) & field)


def take(zone: i64, field: i64) -> i64:
    """The zone with one card less of the kind that owns the field.

    >>> bin(take(0b0011, 0b0111))
    '0b1'
    """
    return (zone & ~field) | (((zone & field) >> 1) & field)


def bit(place: i64) -> i64:
    """The word with one bit set. A 1 that is known as such would be compiled to a shift of 32 bits.

    >>> bit(40) == 2**40
    True
    """
    return (place - place + 1) << place
