"""The character mats as the rules read them, and the small grid they lie on.

A field of up to 4 x 4 cells is kept in a grid of 6 x 6 with a free ring around it, its upper left corner always at
row 1, column 1: a set of cells is one word, and the neighbours of a set are four shifts.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.state import Tables
from tavern_engine.tally import bit, number

KINDS: Final = 16
MATS: Final = 32  # two copies of each kind in the team game: mat = kind + 16 * copy
WIDE: Final = 6
CELLS: Final = 36
CORNER: Final = WIDE + 1  # where the field begins
CENTRE: Final = CORNER + WIDE + 1  # B23: where the Monk-brewer lies
TABLE: Final = 15  # rows and columns of the table; the first mat lies in the middle
MIDDLE: Final = 7
MAX_SEATS: Final = 4

# Skills.
NO_SKILL: Final = 0
THIEF: Final = 1
STERN_LOOK: Final = 2
SHAPESHIFTER: Final = 3
JOKER: Final = 4
COCKTAILS: Final = 5
BRAWLER: Final = 6
SMALL_CREATURE: Final = 7

# Sides of the field, and of a mat that lies as its player sees it.
NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3

# How two players sit (B22).
OPPOSITE: Final = 0
SIDE_BY_SIDE: Final = 1
RIGHT_ANGLE: Final = 2

BEERS: Final = 4

MOST_MUGS: Final = 64  # two on each of 32 mats


class BrawlTables(Tables):
    """The component data as the rules read it: `components.py` makes it from the TOML file."""

    def __init__(self, stamp: bytes) -> None:
        super().__init__(stamp)
        self.names: list[str] = []
        self.kinds: i64 = 0
        self.strength = vec[i64]()  # 4 * kind + side
        self.level = vec[i64]()
        self.beer = vec[i64]()
        self.mugs = vec[i64]()
        self.skill = vec[i64]()
        self.bonus = vec[i64]()  # what a set of so many mugs, up to MOST_MUGS, scores beyond its mugs
        self.small: i64 = 0  # kinds that are Small creatures, a mask
        self.brawlers: i64 = 0
        self.hand: i64 = 0
        self.field: i64 = 0
        self.team_field: i64 = 0
        self.glass_bonus: i64 = 0

    def box(self, seats: i64) -> i64:
        """All mats of a table of so many, a mask; B21: four play with a second copy."""
        one_copy = bit(self.kinds) - 1
        return one_copy if seats == 2 else one_copy | (one_copy << KINDS)


def kind_of(mat: i64) -> i64:
    """Which character a mat shows, of two copies the same."""
    return mat & 15


def kinds_of(zone: i64) -> i64:
    """The characters in a mask of mats, as a mask."""
    return (zone | (zone >> KINDS)) & 0xFFFF


def has(mask: i64, place: i64) -> bool:
    """Whether a mat, character or cell is in a mask."""
    return (mask >> place) & 1 != 0


def team_in(axes: i64, place: i64) -> i64:
    """The team of a mat or cell, by a mask of those of the second team."""
    return (axes >> place) & 1


def lowest(mask: i64) -> i64:
    """The first mat, character or cell of a mask."""
    return number((mask & -mask) - 1)


def around(cells: i64) -> i64:
    """The cells that share an edge with one of these; the ring keeps them from reaching round the edge."""
    return (cells << 1) | (cells >> 1) | (cells << WIDE) | (cells >> WIDE)


def beside(cell: i64, side: i64) -> i64:
    """The cell on that side of a cell."""
    if side == NORTH:
        return cell - WIDE
    if side == EAST:
        return cell + 1
    if side == SOUTH:
        return cell + WIDE
    return cell - 1


def opposite(side: i64) -> i64:
    """The side that faces this one."""
    return side ^ 2


def edge_of(kind: i64, seating: i64, team: i64, direction: i64) -> i64:
    """B2, B22: the edge in `strength` of a mat laid by a team that faces that way; its bottom is towards its player."""
    if team == 0 or seating == SIDE_BY_SIDE:
        return 4 * kind + direction
    if seating == OPPOSITE:
        return 4 * kind + opposite(direction)
    return 4 * kind + ((direction + 1) & 3)


def monk_side(cell: i64) -> i64:
    """B24: the side of a cell that touches the Monk-brewer, or -1."""
    for side in range(i64(4)):
        if beside(cell, side) == CENTRE:
            return side
    return -1


def first_possible(last: i64, size: i64) -> i64:
    """B8: the first row or column that a field can have whose last is this one."""
    return last - size + 1


def last_possible(first: i64, size: i64) -> i64:
    """B8: the last row or column that a field can have whose first is this one."""
    return first + size - 1
