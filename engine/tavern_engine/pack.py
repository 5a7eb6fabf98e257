"""Multisets of the cards of a large deck in two words: copies of eight common kinds, and a mask of single cards.

A pack is `counts`, seven bits for each of the kinds 0 to 7, and `singles`, a bit for each card that there is only once:
the kinds 8 to 63. Adding two packs is `+`, word by word, and taking a part away is `-`.
"""

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

from tavern_engine.tally import bit, number, place

COMMON: Final = 8  # kinds with copies; from here on kinds are single cards


def copies(counts: i64, kind: i64) -> i64:
    """How many of a common kind there are.

    >>> copies(3 << 14, 2)
    3
    """
    return (counts >> (7 * kind)) & 127


def several(kind: i64, amount: i64) -> i64:
    """The counts of `amount` cards of one common kind."""
    return amount << (7 * kind)


def size(counts: i64, singles: i64) -> i64:
    """How many cards the pack holds.

    >>> size((3 << 14) + 2, 0b101)
    7
    """
    total = number(singles)
    while counts != 0:
        total += counts & 127
        counts >>= 7
    return total


def nth(counts: i64, singles: i64, index: i64) -> i64:
    """The kind of the card at `index` when the pack is laid out in order of kinds.

    >>> [int(nth((1 << 14) + 2, 0b101, index)) for index in range(5)]
    [0, 0, 2, 8, 10]
    """
    kind: i64 = 0
    while counts != 0:
        here = counts & 127
        if index < here:
            return kind
        index -= here
        counts >>= 7
        kind += 1
    return COMMON + place(singles, index)


def there(counts: int, singles: int) -> int:
    """A mask of the kinds that the pack holds."""
    found = singles << COMMON
    for kind in range(COMMON):
        if counts >> 7 * kind & 127:
            found |= 1 << kind
    return found


def kinds(counts: int, singles: int) -> Iterator[int]:
    """Every card of the pack in order of kinds, for texts and tests.

    >>> list(kinds((1 << 14) + 2, 0b101))
    [0, 0, 2, 8, 10]
    """
    for index in range(int(size(i64(counts), i64(singles)))):
        yield int(nth(i64(counts), i64(singles), i64(index)))


def of(cards: list[int]) -> tuple[int, int]:
    """The pack that holds these cards.

    >>> of([10, 0, 2, 0, 8]) == ((1 << 14) + 2, 0b101)
    True
    """
    counts = singles = 0
    for kind in cards:
        if kind < COMMON:
            counts += int(several(i64(kind), 1))
        else:
            singles += int(bit(i64(kind - COMMON)))
    return counts, singles
