"""Layout rows: what the words of a state mean, how far their numbers go, and who may see them.

One row describes words that follow each other and mean the same. The rows of a game are all its words without a gap
(the kit checks it); from them come the range checks of the decoder and what learners are shown (`encoding.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from operator import itemgetter, or_
from typing import Final

from tavern_engine.chance import MASK
from tavern_engine.errors import BadBytes
from tavern_engine.shown import (
    COUNTS,
    DIGIT_BITS,
    DIGITS,
    FLAGS,
    MOST,
    SEAT_FLAGS,
    SEAT_HOT,
    UNUSED,
    WHOLE,
    Shown,
    Told,
)
from tavern_engine.state import ASKED, MAX_SEATS, OVER, PHASE, PRIVATE, PUBLIC, SEATS, SEED_A, TRUTH, UNTOLD, VIEWER

MANY: Final = 1_000_000  # more than anything is ever counted to

# Who may see a row.
ALL: Final = "all"
PART: Final = "part"  # of what is another's a view shows the part that its seat knows
OWNER: Final = "owner"  # 0 in the views of others
ASKED_SEAT: Final = "asked"  # part of the question: 0 in the views of seats that are not asked
NOBODY: Final = "nobody"  # 0 in every view


@dataclass(frozen=True)
class Range:
    """What a word can hold: one number from `low` to `high`, or several of `bits` bits each, the first lowest.

    With `seat` a number is a seat, counted from there (0, or 1 where 0 is nobody); with `mask` it has a bit a seat.
    """

    low: int = 0
    high: int = 0
    bits: int = WHOLE
    numbers: int = 1
    seat: int | None = None
    mask: bool = False

    def values(self, word: int) -> list[int]:
        """The numbers in a word."""
        if self.bits == WHOLE:
            return [word]
        return [word >> self.bits * place & ((1 << self.bits) - 1) for place in range(self.numbers)]

    def fits(self, word: int, seats: int) -> bool:
        """Whether every number of the word is in its range, at a table of so many seats."""
        high = self.high
        if self.seat is not None:
            high = seats - 1 + self.seat
        elif self.mask:
            high = (1 << seats) - 1
        if self.bits == WHOLE:
            return self.low <= word <= high
        if not 0 <= word < 1 << self.bits * self.numbers:
            return False
        full = self.low == 0 and high == (1 << self.bits) - 1  # then anything is in its range
        return full or all(self.low <= value <= high for value in self.values(word))


def number(high: int, low: int = 0) -> Range:
    """A number that has its word to itself."""
    return Range(low, high)


def packed(bits: int, numbers: int, high: int | None = None) -> Range:
    """Several numbers in a word, each of so many bits."""
    return Range(0, (1 << bits) - 1 if high is None else high, bits, numbers)


SEAT: Final = Range(seat=0)
SEAT_OR_NONE: Final = Range(low=-1, seat=0)
SEAT_PLUS_ONE: Final = Range(seat=1)  # or 0 for nobody
SEATS_MASK: Final = Range(mask=True)


def as_ranged(kind: Range) -> Told:
    """How a learner is shown a row of which only the range is known."""
    if kind == number(0):
        return "it is always 0"
    if kind.seat is not None:
        return Shown(SEAT_HOT, low=kind.seat)
    if kind.mask:
        return Shown(SEAT_FLAGS)
    if kind.bits == 1 or kind.bits > DIGIT_BITS:
        return Shown(FLAGS, 0, 1, kind.bits * kind.numbers)
    if kind.bits != WHOLE:
        return Shown(COUNTS, 0, kind.bits, kind.numbers, high=kind.high)
    if kind.high - kind.low <= MOST:
        return Shown(COUNTS, low=kind.low, high=kind.high)
    return Shown(DIGITS, low=kind.low, high=kind.high)


Telling = Callable[[Sequence[int]], Told | None]  # for the words of a table that is set out; None: as the range says


def only_with(word: int, options: int, shown: Told | None = None) -> Telling:
    """The row is in use only at tables whose options set one of these bits in this word."""
    return lambda w: shown if w[word] & options else UNUSED


@dataclass(frozen=True)
class Row:
    """Words that follow each other and mean the same."""

    name: str  # in words: "the pile"
    word: int  # the first
    range: Range
    seats: int = 0  # how many seats have such words; 0 for words of the table
    many: int = 1  # words, or words of each seat
    sight: str = ALL
    shown: Told | Telling | None = None  # to learners, if the range does not say it

    def told(self, w: Sequence[int]) -> tuple[Shown, ...] | str:
        """How learners are shown the row, in parts, at a table that these words set out; or why it is left out."""
        if self.sight == NOBODY:
            return "nobody sees it"
        told = (self.shown(w) if callable(self.shown) else self.shown) or as_ranged(self.range)
        if isinstance(told, str):
            return told
        parts = told if isinstance(told, tuple) else (told,)
        return tuple(replace(part, own=True) for part in parts) if self.sight == OWNER else parts

    @property
    def words(self) -> int:
        """How many words it has in all."""
        return self.many * max(self.seats, 1)


#: The first words, which every game has. A digest of another seat is 0 in a view, as is the seed.
COMMON: Final = (
    Row("the seed", SEED_A, number(MASK), many=2, sight=NOBODY),
    Row("a digest", PUBLIC, number(MASK)),
    Row("a digest", PRIVATE, number(MASK), seats=MAX_SEATS, sight=OWNER),
)


class Layout:
    """All rows of a game, PHASE first."""

    def __init__(
        self, rows: Sequence[Row], length: int, options: tuple[int, int] = (SEATS, 0), grows: bool = False
    ) -> None:
        self.rows = tuple(rows)
        self.length = length
        self.options = options  # a word, and the bits of it that the options of a table decide
        self.grows = grows  # whether states can have words beyond these; learners see a digest of them
        self._places = [  # every word: where it is, its row, and the seat that has it
            (row.word + place, row, place // row.many if row.seats else None)
            for row in (*COMMON, *self.rows)
            for place in range(row.words)
        ]
        self._words_of = itemgetter(*(place for place, _, _ in self._places))
        self._never_zero = [int(row.range.low > 0) for _, row, _ in self._places]

    def gaps(self) -> list[str]:
        """What is wrong with the rows: words that no row or two rows describe."""
        described = [word for row in self.rows for word in range(row.word, row.word + row.words)]
        wanted = range(PHASE, self.length)
        names = {row.word: row.name for row in self.rows}
        problems = [f"no row describes word {word}" for word in wanted if word not in described]
        for word in sorted(set(described)):
            if described.count(word) > 1 or word not in wanted:
                problems.append(f"word {word} ({names.get(word, 'inside a row')}) is described wrongly")
        return problems

    def check(self, w: Sequence[int], sizes: Sequence[int]) -> None:
        """Raise BadBytes unless every number is in its range, and a view holds nothing that its seat may not see."""
        seats, viewer, asked = w[SEATS], w[VIEWER], w[ASKED]
        require(seats in sizes, "the number of seats")
        require(TRUTH <= viewer < seats, "the viewer")
        require(UNTOLD <= asked < seats and (viewer == TRUTH or asked in (UNTOLD, OVER, viewer)), "the asked seat")
        # Most words are 0, and where that is in the range nobody may mind.
        for place, row, owner in compress(self._places, map(or_, self._words_of(w), self._never_zero)):
            word = w[place]
            require(word == 0 if owner is not None and owner >= seats else row.range.fits(word, seats), row.name)
            hidden = viewer != TRUTH and (row.sight == NOBODY or (row.sight == OWNER and owner != viewer))
            require(word == 0 or not (hidden or (row.sight == ASKED_SEAT and asked < 0)), row.name)


def require(condition: bool, what: str) -> None:
    """Raise BadBytes about this part of a state unless the condition holds."""
    if not condition:
        raise BadBytes(f"The bytes are no state of this game: {what} cannot be.")
