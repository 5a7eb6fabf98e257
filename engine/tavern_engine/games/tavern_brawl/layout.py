"""The words of Tavern Brawl, row by row, and whether its mats add up."""

from __future__ import annotations

from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.mats import CELLS, CENTRE, MATS, MAX_SEATS, TABLE
from tavern_engine.layout import ASKED_SEAT, SEAT, Layout, Row, number, packed, require
from tavern_engine.state import CHOSEN, LEFT, PHASE, SEATS

SOME_MATS = packed(1, MATS)
SOME_CELLS = packed(1, CELLS)
HIGHEST = 10  # mats that a word can stack
FAR = 3 * TABLE  # no line is further from the field

LAYOUT = Layout(
    (
        Row("the kind of decision", PHASE, number(r.SMASHING), sight=ASKED_SEAT),
        Row("the half-made choice", CHOSEN, number(CELLS - 1), sight=ASKED_SEAT),
        Row("the repetition", LEFT, number(0), sight=ASKED_SEAT),
        Row("the options", z.OPTIONS, packed(1, 8)),
        Row("a hand", z.HAND, SOME_MATS, MAX_SEATS),
        Row("the pool", z.POOL, SOME_MATS),
        Row("the discard", z.DISCARD, SOME_MATS),
        Row("the field", z.FIELD, SOME_CELLS),
        Row("the second team's cells", z.AXES, SOME_CELLS),
        Row("a stack", z.STACK, packed(6, HIGHEST, z.MONK_MAT), many=CELLS),
        Row("the row of the field", z.ROW, number(TABLE - 1)),
        Row("the column of the field", z.COLUMN, number(TABLE - 1)),
        Row("the way mats lie", z.LAID_BY, SOME_MATS),
        Row("the team of covered mats", z.COVERED_AXES, SOME_MATS),
        Row("a glass", z.GLASS, number(CELLS), MAX_SEATS),
        Row("the bartender's side", z.SIDE, number(4)),
        Row("the bartender's line", z.LINE, number(FAR, -FAR)),
        Row("the turn", z.TURN, SEAT),
        Row("the starting player", z.STARTER, SEAT),
        Row("the smashed mugs", z.SMASHED, SOME_MATS),
        Row("the second smashed mugs", z.SMASHED_AGAIN, SOME_MATS),
        Row("the mat just laid", z.LAST, number(CELLS - 1), sight=ASKED_SEAT),
        Row("the Brawlers that have acted", z.BRAWLED, SOME_CELLS, sight=ASKED_SEAT),
    ),
    z.LENGTH,
)


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
