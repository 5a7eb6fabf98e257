"""What lies on the table, and every event that moves it. Nothing is hidden: all events are told to everybody."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.tavern_brawl import mats as m
from tavern_engine.games.tavern_brawl.mats import BrawlTables
from tavern_engine.state import State
from tavern_engine.tally import bit

# The first offset is a literal number: sums with constants of this module compile to constants, sums with imported ones
# do not. The rows of `layout.py` say what each word can hold.
OPTIONS: Final = 17
HAND: Final = OPTIONS + 1  # of four seats, a mask of mats
POOL: Final = HAND + 4  # mats that can still be picked
DISCARD: Final = POOL + 1
FIELD: Final = DISCARD + 1  # cells with a mat
AXES: Final = FIELD + 1  # cells whose top mat is of the second team
STACK: Final = AXES + 1  # 36 cells: the mats on each, each plus 1, six bits a mat, the top lowest
ROW: Final = STACK + 36  # which row of the table is row 1 of the grid
COLUMN: Final = ROW + 1
LAID_BY: Final = COLUMN + 1  # mats on the field that the second team laid, which tells how they lie
COVERED_AXES: Final = LAID_BY + 1  # covered mats of the second team
GLASS: Final = COVERED_AXES + 1  # of four seats: the cell where its glass stands plus 1, or 0
SIDE: Final = GLASS + 4  # where the bartender stands, plus 1; 0 before its first move
LINE: Final = SIDE + 1  # the row or column of the grid next to the field that it bars
TURN: Final = LINE + 1
STARTER: Final = TURN + 1
SMASHED: Final = STARTER + 1  # mats that lost a mug
SMASHED_AGAIN: Final = SMASHED + 1  # and those that lost another
# What is under way in a turn; part of the question.
LAST: Final = SMASHED_AGAIN + 1  # the cell of the mat just laid
BRAWLED: Final = LAST + 1  # cells of Brawlers that have acted
LENGTH: Final = BRAWLED + 1

# Options.
PROFESSIONAL: Final = 1
MONK: Final = 2
SEATING: Final = 2  # from this bit on: OPPOSITE, SIDE_BY_SIDE or RIGHT_ANGLE
OPENING: Final = 4  # from this bit on: the number of picks that are drawn
MONK_MAT: Final = 33  # in a stack, plus 1 already

FIRST_ROW: Final = 0x3F  # of the grid, a mask of cells
FIRST_COLUMN: Final = 0x4104_1041

# The events.
PICK: Final = 0
DEAL: Final = 1
SET_UP: Final = 2
TURN_BEGINS: Final = 3
LAY: Final = 4
EXCHANGE: Final = 5
STEAL: Final = 6
TAKE_OFF: Final = 7
PUT_GLASS: Final = 8
FLIP: Final = 9
SEND_OFF: Final = 10
SWAP: Final = 11
BAR: Final = 12
SMASH: Final = 13
GAME_ENDS: Final = 14


def is_professional(w: vec[i64]) -> bool:
    return w[OPTIONS] & PROFESSIONAL != 0


def is_monk(w: vec[i64]) -> bool:
    return w[OPTIONS] & MONK != 0


def seating_of(w: vec[i64]) -> i64:
    return (w[OPTIONS] >> SEATING) & 3


def opening_of(w: vec[i64]) -> i64:
    return w[OPTIONS] >> OPENING


def top_of(stack: i64) -> i64:
    """The top mat of a stack."""
    return (stack & 63) - 1


def pile_on(w: vec[i64], cell: i64) -> list[int]:
    """The mats on a cell, the top one first."""
    stack = w[STACK + cell]
    pile: list[int] = []
    while stack != 0:
        pile.append(int(top_of(stack)))
        stack >>= 6
    return pile


def cells_of(w: vec[i64], team: i64) -> i64:
    """The cells whose top mat is of a team; B23: the Monk-brewer is nobody's."""
    if team == 1:
        return w[AXES]
    return w[FIELD] & ~w[AXES] & ~bit(m.CENTRE) if is_monk(w) else w[FIELD] & ~w[AXES]


def has_glass(w: vec[i64], cell: i64) -> bool:
    here = cell + 1
    return w[GLASS] == here or w[GLASS + 1] == here or w[GLASS + 2] == here or w[GLASS + 3] == here


def glasses(w: vec[i64]) -> i64:
    """The cells whose top mat has a glass."""
    cells: i64 = 0
    for seat in range(i64(4)):
        if w[GLASS + seat] != 0:
            cells |= bit(w[GLASS + seat] - 1)
    return cells


class Zones(State):
    """The words of Tavern Brawl and the events that change them."""

    def __init__(self, words: vec[i64], tables: BrawlTables) -> None:
        super().__init__(words, tables)
        self.mats = tables

    def deals(self) -> i64:
        return 0

    def team(self, seat: i64) -> i64:
        return seat & 1  # B21: A1, B1, A2, B2

    def cell(self, w: vec[i64], spot: i64) -> i64:
        """The cell of the grid for a spot of the table."""
        return m.WIDE * (spot // m.TABLE - w[ROW] + 1) + spot % m.TABLE - w[COLUMN] + 1

    def spot(self, w: vec[i64], cell: i64) -> i64:
        """The spot of the table for a cell of the grid."""
        return m.TABLE * (cell // m.WIDE + w[ROW] - 1) + cell % m.WIDE + w[COLUMN] - 1

    def copy_in(self, zone: i64, kind: i64) -> i64:
        """The mat of a kind that a zone holds; of two copies the first."""
        return kind if zone & bit(kind) != 0 else kind + m.KINDS

    # Setting up.

    def pick(self, w: vec[i64], how: i64, seat: i64, kind: i64) -> None:
        """B5, B13: a mat goes to a player, by lot or by choice."""
        self.tell(w, how, seat, kind, 0)
        mat = bit(self.copy_in(w[POOL], kind))
        w[POOL] -= mat
        w[HAND + seat] += mat

    def set_up(self, w: vec[i64], starter: i64) -> None:
        """B5, B13: the rest is the discard; B23: the Monk-brewer lies in the centre."""
        self.tell(w, SET_UP, starter, 0, 0)
        w[DISCARD] = w[POOL]
        w[POOL] = 0
        w[STARTER] = starter
        if is_monk(w):
            w[FIELD] = bit(m.CENTRE)
            w[STACK + m.CENTRE] = MONK_MAT

    def turn_begins(self, w: vec[i64], seat: i64) -> None:
        self.tell(w, TURN_BEGINS, seat, 0, 0)
        w[TURN] = seat

    # The field.

    def shift(self, w: vec[i64], rows: i64, columns: i64) -> None:
        """Move everything in the grid, so that the field begins at row 1, column 1 again."""
        by = m.WIDE * rows + columns
        if by > 0:
            w[FIELD] <<= by
            w[AXES] <<= by
            for cell in range(m.CELLS - 1, by - 1, -1):
                w[STACK + cell] = w[STACK + cell - by]
            for cell in range(by):
                w[STACK + cell] = 0
        else:
            w[FIELD] >>= -by
            w[AXES] >>= -by
            for cell in range(m.CELLS + by):
                w[STACK + cell] = w[STACK + cell - by]
            for cell in range(m.CELLS + by, i64(m.CELLS)):
                w[STACK + cell] = 0
        for seat in range(i64(4)):
            if w[GLASS + seat] != 0:
                w[GLASS + seat] += by
        if w[SIDE] != 0:
            w[LINE] += rows if w[SIDE] & 1 == 1 else columns  # north and south bar rows
        w[ROW] -= rows
        w[COLUMN] -= columns

    def straighten(self, w: vec[i64]) -> None:
        """Bring the field back to the corner of the grid."""
        field = w[FIELD]
        if is_monk(w) or field == 0:
            return
        rows: i64 = 1
        while (field >> (m.WIDE * (1 - rows))) & FIRST_ROW == 0:
            rows -= 1
        columns: i64 = 1
        while (field >> (1 - columns)) & FIRST_COLUMN == 0:
            columns -= 1
        if rows != 0 or columns != 0:
            self.shift(w, rows, columns)

    def lay(self, w: vec[i64], seat: i64, mat: i64, spot: i64) -> None:
        """B7.1, B20: on a free cell, or on a Small creature; BA14: a glass moves up."""
        self.tell(w, LAY, seat, mat, spot)
        cell = self.cell(w, spot)
        w[HAND + seat] &= ~bit(mat)
        if w[FIELD] == 0:
            w[ROW] = spot // m.TABLE
            w[COLUMN] = spot % m.TABLE
            cell = m.CORNER
        here = bit(cell)
        if w[STACK + cell] != 0 and m.team_in(w[AXES], cell) == 1:
            w[COVERED_AXES] |= bit(top_of(w[STACK + cell]))
        w[STACK + cell] = (w[STACK + cell] << 6) | (mat + 1)
        w[FIELD] |= here
        w[AXES] &= ~here
        w[LAID_BY] &= ~bit(mat)
        if self.team(seat) == 1:
            w[AXES] |= here
            w[LAID_BY] |= bit(mat)
        self.straighten(w)

    def exchange(self, w: vec[i64], seat: i64, mat: i64, other: i64) -> None:
        """B18 Shapeshifter: it goes to the discard, a character from there to the hand, to be laid at once."""
        self.tell(w, EXCHANGE, seat, mat, other)
        w[HAND + seat] += bit(other) - bit(mat)
        w[DISCARD] += bit(mat) - bit(other)

    def steal(self, w: vec[i64], seat: i64, owner: i64, spot: i64) -> None:
        """B18 Thief: a glass comes to it."""
        self.tell(w, STEAL, seat, owner, spot)
        w[GLASS + owner] = self.cell(w, spot) + 1

    def take_off(self, w: vec[i64], seat: i64, owner: i64) -> None:
        """B18 Thief: a glass is taken off the field."""
        self.tell(w, TAKE_OFF, seat, owner, 0)
        w[GLASS + owner] = 0

    def put_glass(self, w: vec[i64], seat: i64, spot: i64) -> None:
        """B3, B7.3."""
        self.tell(w, PUT_GLASS, seat, 0, spot)
        w[GLASS + seat] = self.cell(w, spot) + 1

    def flip(self, w: vec[i64], seat: i64, spot: i64) -> None:
        """B9, BA1: the top mat changes its team."""
        self.tell(w, FLIP, seat, 0, spot)
        w[AXES] ^= bit(self.cell(w, spot))

    def send_off(self, w: vec[i64], seat: i64, spot: i64) -> None:
        """B18 Stern look, BA12 to BA14: a top mat goes to the discard, a glass on it back to its owner."""
        self.tell(w, SEND_OFF, seat, 0, spot)
        cell = self.cell(w, spot)
        here = bit(cell)
        mat = top_of(w[STACK + cell])
        w[DISCARD] |= bit(mat)
        w[LAID_BY] &= ~bit(mat)
        w[STACK + cell] >>= 6
        w[AXES] &= ~here
        if w[STACK + cell] == 0:
            w[FIELD] &= ~here
        else:
            below = bit(top_of(w[STACK + cell]))
            if w[COVERED_AXES] & below != 0:
                w[AXES] |= here
                w[COVERED_AXES] -= below
        for owner in range(i64(4)):
            if w[GLASS + owner] == cell + 1:
                w[GLASS + owner] = 0
        self.straighten(w)

    def swap(self, w: vec[i64], seat: i64, spot: i64, other_spot: i64) -> None:
        """B18 Joker, BA15, BA32: two top mats change places, their glasses with them."""
        self.tell(w, SWAP, seat, spot, other_spot)
        one = self.cell(w, spot)
        other = self.cell(w, other_spot)
        mat = top_of(w[STACK + one])
        another = top_of(w[STACK + other])
        w[STACK + one] += another - mat
        w[STACK + other] += mat - another
        if m.team_in(w[AXES], one) != m.team_in(w[AXES], other):
            w[AXES] ^= bit(one) | bit(other)
        for owner in range(i64(4)):
            if w[GLASS + owner] == one + 1:
                w[GLASS + owner] = other + 1
            elif w[GLASS + owner] == other + 1:
                w[GLASS + owner] = one + 1

    def bar(self, w: vec[i64], seat: i64, side: i64) -> None:
        """B10, BA4, BA30: the bartender stands against a side; the line is the edge of the field there."""
        self.tell(w, BAR, seat, side, 0)
        w[SIDE] = side + 1
        w[LINE] = self.edge(w, side)

    def edge(self, w: vec[i64], side: i64) -> i64:
        """The row or column of the grid just outside the field on that side."""
        if side == m.NORTH or side == m.WEST:
            return 0
        if side == m.SOUTH:
            return self.height(w) + 1
        return self.width(w) + 1

    def height(self, w: vec[i64]) -> i64:
        """How many rows the field has."""
        rows: i64 = 0
        while w[FIELD] >> (m.WIDE * (rows + 1)) != 0:
            rows += 1
        return rows

    def width(self, w: vec[i64]) -> i64:
        """How many columns the field has."""
        any_row = w[FIELD] | (w[FIELD] >> 6) | (w[FIELD] >> 12) | (w[FIELD] >> 18) | (w[FIELD] >> 24) | (w[FIELD] >> 30)
        any_row &= FIRST_ROW
        columns: i64 = 0
        while any_row >> (columns + 1) != 0:
            columns += 1
        return columns

    def smash(self, w: vec[i64], seat: i64, mat: i64, spot: i64) -> None:
        """B19 Brawler, BA35."""
        self.tell(w, SMASH, seat, mat, spot)
        if w[SMASHED] & bit(mat) != 0:
            w[SMASHED_AGAIN] |= bit(mat)
        w[SMASHED] |= bit(mat)
