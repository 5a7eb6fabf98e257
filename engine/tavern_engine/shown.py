"""What a learner is shown of the words of a state: as flags, counts, digits or one-hot places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

FLAGS: Final = "flags"  # 0 or 1 each
COUNTS: Final = "counts"  # each as it is, up to 127
DIGITS: Final = "digits"  # one number above 127, in digits of 128, the lowest first; then 1 if it is below 0
ONE_HOT: Final = "one-hot"  # a place for each value; all 0 if it is none of them
SEAT_HOT: Final = "seat"  # one-hot: the viewer, the seat after it, ...; all 0 for nobody
SEAT_FLAGS: Final = "seats"  # a flag for the viewer, for the seat after it, ...

WHOLE: Final = 0  # bits of a number that has its word to itself
DIGIT_BITS: Final = 7
MOST: Final = 127  # that a number of an encoding can be


@dataclass(frozen=True)
class Shown:
    """How a learner is shown a row, or a part of each of its words."""

    how: str
    start: int = 0  # the first bit of the word that belongs to it
    bits: int = WHOLE  # of each number
    numbers: int = 1
    low: int = 0
    high: int = 1
    labels: Sequence[str] = ()  # what the numbers, or the values of a one-hot one, are called
    open: bool = False  # of a row that views show in part: this part is in every view
    own: bool = False  # only the viewer's: the words of the others tell nothing new
    places: Sequence[int] | None = None  # only these of the row's words (of each seat)
    counted: tuple[int, int] | None = None  # the word that says how many are in use, and which one the first word is
    name: str = ""  # of the part, where a row is shown in several


Told = Shown | tuple[Shown, ...] | str  # of a row: as a whole, in parts, or why it is left out
UNUSED: Final = "not at this table"
LOTS: Final = "it only numbers the lots drawn"


def flags(labels: Sequence[str] | int, start: int = 0) -> Shown:
    """Bits that follow each other, by their names or their number."""
    names = () if isinstance(labels, int) else tuple(labels)
    return Shown(FLAGS, start, 1, labels if isinstance(labels, int) else len(names), labels=names)


def one_hot(labels: Sequence[str] | int, low: int = 0, start: int = 0, bits: int = WHOLE) -> Shown:
    """A number from `low` on, with a place for each value that it can have."""
    names = () if isinstance(labels, int) else tuple(labels)
    return Shown(ONE_HOT, start, bits, 1, low, low + (labels if isinstance(labels, int) else len(names)) - 1, names)


def counts(labels: Sequence[str], bits: int, high: int, start: int = 0) -> Shown:
    """Numbers of so many bits that follow each other."""
    return Shown(COUNTS, start, bits, len(labels), high=high, labels=tuple(labels))
