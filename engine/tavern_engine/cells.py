"""The plan of an encoding: which part of which word goes where, as `encode.py` carries it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tavern_engine import encode as e
from tavern_engine.layout import ASKED_SEAT, PART, Layout, Row
from tavern_engine.shown import (
    COUNTS,
    DIGIT_BITS,
    DIGITS,
    FLAGS,
    MOST,
    ONE_HOT,
    SEAT_FLAGS,
    SEAT_HOT,
    WHOLE,
    Shown,
)

IN_A_WORD: Final = 8  # numbers that are written at once
ALL_BITS: Final = -1
BEYOND_DIGITS: Final = 8


@dataclass
class Cell:
    """A part of a word, and the numbers that tell it."""

    name: str
    shown: Shown
    sources: Sequence[int]  # the words by viewer, the spectator's last
    kind: int
    of_question: bool = False
    item: tuple[int, int] | None = None  # the word that counts items, and which of them this is
    at: int = -1  # the place of the first number

    @property
    def bits(self) -> int:
        """Of each number in the code; 0 where the code is a place."""
        if self.shown.how in (ONE_HOT, SEAT_HOT):
            return 0
        if self.shown.how in (FLAGS, SEAT_FLAGS):
            return 1
        return DIGIT_BITS if self.shown.bits == WHOLE else self.shown.bits

    def highs(self, seats: int) -> list[int]:
        """How far each number goes."""
        shown = self.shown
        if shown.how in (SEAT_HOT, SEAT_FLAGS):
            return [1] * seats
        if shown.how == ONE_HOT:
            return [1] * (shown.high - shown.low + 1)
        if shown.how in (FLAGS, COUNTS):
            return [shown.high - shown.low] * shown.numbers
        top = digits_of(max(shown.high, -shown.low))
        return [*[MOST] * (len(top) - 1), top[-1], *[1] * (shown.low < 0)]

    def planned(self, seats: int) -> list[int]:
        """The words of the cell in a plan."""
        shown, size = self.shown, len(self.highs(seats))
        written = (1 << self.bits * size) - 1
        keep, low = ALL_BITS, shown.low
        if shown.how == SEAT_FLAGS:
            keep = (1 << seats) - 1
        elif shown.how == DIGITS:
            low, keep = 0, (1 << DIGIT_BITS * (size - 1)) - 1 if shown.low < 0 else ALL_BITS
        elif shown.bits != WHOLE:
            keep = (1 << shown.bits * shown.numbers) - 1
        return [self.kind, shown.start, keep, low, self.bits, size, self.at, written]

    @property
    def kept(self) -> int:
        """What is kept of it to see whether it has changed: its word, if that alone decides and is always told."""
        if self.kind == e.RAW:
            return e.RAW_WORDS
        always = not self.shown.own and self.item is None
        return e.WORDS if always and self.kind in (e.PLAIN, e.HOT, e.SIGNED) else e.CODES


def digits_of(number: int) -> list[int]:
    """The digits of a number to the base of 128, the lowest first.

    >>> digits_of(300)
    [44, 2]
    """
    digits = [number & MOST]
    while number := number >> DIGIT_BITS:
        digits.append(number & MOST)
    return digits


def whose(after: int) -> str:
    """A seat as it is counted from the viewer."""
    return "you" if after == 0 else f"{after} after you"


# From rows to cells.


def common_cells(seats: int, layout: Layout) -> Iterator[Cell]:
    """What every encoding begins with: who looks, and whether that seat is asked."""
    nowhere = [0] * (seats + 1)
    labels = tuple(f"seat {seat}" for seat in range(seats))
    yield Cell("which seat you are", Shown(ONE_HOT, high=seats - 1, labels=labels), nowhere, e.IS_VIEWER)
    standing = Shown(FLAGS, bits=1, numbers=2, labels=("you are asked", "the game is over"))
    yield Cell("how it stands", standing, nowhere, e.STANDING)
    if layout.grows:
        digest = Shown(COUNTS, bits=DIGIT_BITS, numbers=BEYOND_DIGITS, high=MOST)
        yield Cell("a digest of what else is under way", digest, nowhere, e.BEYOND, of_question=True)


def cells_of(row: Row, shown: Shown, seats: int) -> Iterator[Cell]:
    """The cells of one part of a row: seat by seat from the viewer on, word by word."""
    kind = _kind(row, shown)
    places = range(row.many) if shown.places is None else shown.places
    for after in range(1 if shown.own or not row.seats else seats):
        for number, place in enumerate(places, start=1):
            told = [row.name, *[shown.name] * bool(shown.name), *[whose(after)] * bool(row.seats)]
            name = ", ".join([*told, *[str(number)] * (len(places) > 1)])
            item = (shown.counted[0], shown.counted[1] + place) if shown.counted else None
            sources = [_source(row, shown, seats, viewer, after, place) for viewer in range(seats + 1)]
            yield Cell(name, shown, sources, kind, row.sight == ASKED_SEAT, item)


def _kind(row: Row, shown: Shown) -> int:
    """How the words of a part of a row become codes."""
    kinds = {SEAT_HOT: e.SEAT, SEAT_FLAGS: e.SEAT_MASK, ONE_HOT: e.HOT}
    kind = e.SIGNED if shown.how == DIGITS and shown.low < 0 else kinds.get(shown.how, e.PLAIN)
    if row.sight == PART and not shown.open:
        return kind + e.GLIMPSED
    alone = shown.start == 0 and shown.low == 0 and not shown.own and not shown.counted
    return e.RAW if kind == e.PLAIN and alone else kind


def _source(row: Row, shown: Shown, seats: int, viewer: int, after: int, place: int) -> int:
    """A word of a row for the seat that comes so many after the viewer; a spectator counts from seat 0."""
    if not row.seats:
        return row.word + place
    if viewer == seats and shown.own:
        return e.NOWHERE
    return row.word + row.many * ((viewer % seats + after) % seats) + place


# Where cells go.


def sections_of(cells: Sequence[Cell]) -> tuple[list[Cell], list[int]]:
    """The cells in the order in which they are written, and the words of their sections.

    What belongs to a question comes last; items are in order of their number.
    """
    ordered = sorted(cells, key=lambda cell: (*_condition(cell), cell.item[1] if cell.item else 0))
    sections: list[int] = []
    for (of_question, count_word, kept), group in groupby(enumerate(ordered), lambda place: _condition(place[1])):
        places, members = zip(*group, strict=True)
        items = len({cell.item for cell in members})
        sections += [places[0], places[-1] + 1, of_question, kept, count_word, len(members) // items]
    return ordered, sections


def _condition(cell: Cell) -> tuple[bool, int, int]:
    return cell.of_question, cell.item[0] if cell.item else -1, cell.kept


def lay_out(cells: Sequence[Cell], seats: int) -> int:
    """Give every cell its place; how many numbers there are, filled up to a multiple of eight."""
    end = 0
    for cell in cells:
        cell.at = end
        end += len(cell.highs(seats))
    return -(-end // IN_A_WORD) * IN_A_WORD
