"""The words of Tavern Brawl, row by row, and whether its mats add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.mats import (
    CELLS,
    CENTRE,
    CORNER,
    KINDS,
    MATS,
    MAX_SEATS,
    TABLE,
    WIDE,
    BrawlTables,
)
from tavern_engine.games.tavern_brawl.names import SIDES
from tavern_engine.games.tavern_brawl.texts import PHASES
from tavern_engine.layout import ASKED_SEAT, SEAT, Layout, Row, number, packed, require
from tavern_engine.shown import UNUSED, Told, flags, one_hot
from tavern_engine.state import CHOSEN, LEFT, PHASE, SEATS

SOME_MATS = packed(1, MATS)
SOME_CELLS = packed(1, CELLS)
HIGHEST = 10  # mats that a word can stack
MAT_BITS = 6  # of each of them
FAR = 3 * TABLE  # no line is further from the field


def layout(mats: BrawlTables) -> Layout:
    """All words after those that say who is asked."""
    of_field, some_mats = partial(_in_field, mats), partial(_some_mats, mats)
    if_professional = partial(_if_professional, mats)
    return Layout(
        (
            Row("the kind of decision", PHASE, number(r.SMASHING), sight=ASKED_SEAT, shown=one_hot(PHASES[1:], 1)),
            Row("the half-made choice", CHOSEN, number(CELLS - 1), sight=ASKED_SEAT, shown=one_hot(CELLS)),
            Row("the repetition", LEFT, number(0), sight=ASKED_SEAT),
            Row("the options", z.OPTIONS, packed(1, 8), shown="it is the same in every game at a table"),
            Row("a hand", z.HAND, SOME_MATS, MAX_SEATS, shown=some_mats),
            Row("the pool", z.POOL, SOME_MATS, shown=some_mats),
            Row("the discard", z.DISCARD, SOME_MATS, shown=some_mats),
            Row("the field", z.FIELD, SOME_CELLS, shown="it is where mats are stacked"),
            Row("the second team's cells", z.AXES, SOME_CELLS, shown=of_field),
            Row("a stack", z.STACK, packed(MAT_BITS, HIGHEST, z.MONK_MAT), many=CELLS, shown=partial(_stack, mats)),
            Row("the row of the field", z.ROW, number(TABLE - 1), shown=one_hot(TABLE)),
            Row("the column of the field", z.COLUMN, number(TABLE - 1), shown=one_hot(TABLE)),
            Row("the way mats lie", z.LAID_BY, SOME_MATS, shown=some_mats),
            Row("the team of covered mats", z.COVERED_AXES, SOME_MATS, shown=if_professional),
            Row("a glass", z.GLASS, number(CELLS), MAX_SEATS, shown=lambda w: _cell(mats, w, 1)),
            Row("the bartender's side", z.SIDE, number(4), shown=one_hot(("nowhere", *SIDES))),
            Row("the bartender's line", z.LINE, number(FAR, -FAR)),
            Row("the turn", z.TURN, SEAT),
            Row("the starting player", z.STARTER, SEAT),
            Row("the smashed mugs", z.SMASHED, SOME_MATS, shown=if_professional),
            Row("the second smashed mugs", z.SMASHED_AGAIN, SOME_MATS, shown=if_professional),
            Row("the mat just laid", z.LAST, number(CELLS - 1), sight=ASKED_SEAT, shown=lambda w: _cell(mats, w, 0)),
            Row("the Brawlers that have acted", z.BRAWLED, SOME_CELLS, sight=ASKED_SEAT, shown=of_field),
        ),
        z.LENGTH,
        options=(z.OPTIONS, (1 << 8) - 1),
    )


# What learners are shown: only mats and cells that a table of so many seats has.


def _copies(w: Sequence[int]) -> int:
    """B21: how many mats of each kind there are."""
    return 1 if w[SEATS] == 2 else 2


def _names(mats: BrawlTables, w: Sequence[int]) -> list[str]:
    """What the mats of a table are called, by number."""
    names = [*mats.names, *(f"no mat {kind}" for kind in range(len(mats.names), KINDS))]
    return [*names, *(f"{name} again" for name in names)][: KINDS * _copies(w)]


def _some_mats(mats: BrawlTables, w: Sequence[int]) -> Told:
    return flags(_names(mats, w))


def _if_professional(mats: BrawlTables, w: Sequence[int]) -> Told:
    return _some_mats(mats, w) if w[z.OPTIONS] & z.PROFESSIONAL else UNUSED


def _width(mats: BrawlTables, w: Sequence[int]) -> int:
    return int(mats.field if w[SEATS] == 2 else mats.team_field)


def _in_field(mats: BrawlTables, w: Sequence[int]) -> Told:
    """A flag for every cell that can be part of the field, row by row."""
    width = _width(mats, w)
    return tuple(replace(flags(width, CORNER + WIDE * row), name=f"row {row + 1}") for row in range(width))


def _cell(mats: BrawlTables, w: Sequence[int], plus: int) -> Told:
    """A cell of the field, one-hot from its corner to the opposite one."""
    return one_hot((WIDE + 1) * (_width(mats, w) - 1) + 1, CORNER + plus)


def _stack(mats: BrawlTables, w: Sequence[int]) -> Told:
    """The mat on top of every cell of the field, one-hot; below it Small creatures (B20), mat plus 1 in binary."""
    width, small = _width(mats, w), int(mats.small).bit_count() * _copies(w)
    places = [CORNER + WIDE * row + column for row in range(width) for column in range(width)]
    most = z.MONK_MAT if w[z.OPTIONS] & z.MONK else _names(mats, w)
    top = replace(one_hot(most, 1, bits=MAT_BITS), places=places, name="on top")
    below = replace(flags(MAT_BITS * small, MAT_BITS), places=places, name="below")
    return (top, below) if w[z.OPTIONS] & z.PROFESSIONAL and small else top


def check_cards(state: r.BrawlState) -> None:
    """Every mat of the box lies in exactly one place, and the Monk-brewer in the centre of the mini-game."""
    w = state.w
    require(w[z.OPTIONS] & 3 < z.PROFESSIONAL + z.MONK and z.seating_of(w) < 3, "the options")
    piles = [z.pile_on(w, cell) for cell in range(CELLS)]
    require(sum(1 << cell for cell, pile in enumerate(piles) if pile) == w[z.FIELD], "the field")
    monks = [cell for cell, pile in enumerate(piles) for mat in pile if mat + 1 == z.MONK_MAT]
    require(monks == ([CENTRE] if z.is_monk(w) and not w[z.POOL] else []), "the Monk-brewer")
    zones = [int(w[z.HAND + seat]) for seat in range(MAX_SEATS)] + [int(w[z.POOL]), int(w[z.DISCARD])]
    zones += [1 << mat for pile in piles for mat in pile if mat < MATS]
    box = int(state.mats.box(w[SEATS]))
    require(sum(zones) == box and sum(map(int.bit_count, zones)) == box.bit_count(), "the number of mats")
