"""Layout rows: what the words of a state mean, how far their numbers go, and who may see them.

One row describes words that follow each other and mean the same. The rows of a game are all its words without a gap
(the kit checks it); from them come the range checks of the decoder and the vector for learners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tavern_engine.chance import MASK
from tavern_engine.errors import BadBytes
from tavern_engine.state import ASKED, MAX_SEATS, OVER, PHASE, PRIVATE, PUBLIC, SEATS, SEED_A, TRUTH, UNTOLD, VIEWER

MANY: Final = 1_000_000  # more than anything is ever counted to
WHOLE: Final = 0  # bits of a number that has its word to itself

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
        if self.bits != WHOLE and not 0 <= word < 1 << self.bits * self.numbers:
            return False
        high = self.high
        if self.seat is not None:
            high = seats - 1 + self.seat
        elif self.mask:
            high = (1 << seats) - 1
        return all(self.low <= value <= high for value in self.values(word))

    def seen_from(self, viewer: int, seats: int, word: int) -> list[int]:
        """The numbers in a word for a learner: seats are counted from the viewer, 1 for itself and 0 for nobody."""
        values = self.values(word)
        if self.seat is not None:
            return [0 if value < self.seat else 1 + (value - self.seat - viewer) % seats for value in values]
        if self.mask:
            places = range(MAX_SEATS)
            return [value >> (viewer + place) % seats & (place < seats) for value in values for place in places]
        return values


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


@dataclass(frozen=True)
class Row:
    """Words that follow each other and mean the same."""

    name: str  # in words: "the pile"
    word: int  # the first
    range: Range
    seats: int = 0  # how many seats have such words; 0 for words of the table
    many: int = 1  # words, or words of each seat
    sight: str = ALL

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

    def __init__(self, rows: Sequence[Row], length: int) -> None:
        self.rows = tuple(rows)
        self.length = length

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
        for row in (*COMMON, *self.rows):
            for place in range(row.words):
                word = w[row.word + place]
                if word == 0 and row.range.low <= 0:  # most words, and nobody may mind
                    continue
                owner = place // row.many if row.seats else None
                require(word == 0 if owner is not None and owner >= seats else row.range.fits(word, seats), row.name)
                hidden = viewer != TRUTH and (row.sight == NOBODY or (row.sight == OWNER and owner != viewer))
                require(word == 0 or not (hidden or (row.sight == ASKED_SEAT and asked < 0)), row.name)

    def vector(self, w: Sequence[int]) -> list[int]:
        """A view as numbers, always of the same length: rows in order, words of seats from the viewer on."""
        seats, viewer = w[SEATS], max(w[VIEWER], 0)
        numbers = [seats]
        for row in self.rows:
            if row.sight == NOBODY:
                continue
            for place in range(row.words):
                seat, word = divmod(place, row.many) if row.seats else (0, place)
                here = seat < seats
                word += row.many * ((viewer + seat) % seats) if row.seats and here else 0
                shown = row.range.seen_from(viewer, seats, w[row.word + word])
                numbers += shown if here else [0] * len(shown)
        return numbers


def require(condition: bool, what: str) -> None:
    """Raise BadBytes about this part of a state unless the condition holds."""
    if not condition:
        raise BadBytes(f"The bytes are no state of this game: {what} cannot be.")
