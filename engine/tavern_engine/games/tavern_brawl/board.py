"""The field drawn in text: mats with strengths on their four edges, free cells dotted, rows and columns named."""

from __future__ import annotations

import re
from typing import Any, Final

from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.mats import (
    BRAWLER,
    COCKTAILS,
    EAST,
    KINDS,
    MIDDLE,
    NORTH,
    SMALL_CREATURE,
    SOUTH,
    TABLE,
    WEST,
    WIDE,
)
from tavern_engine.games.tavern_brawl.scoring import mugs_left, strength
from tavern_engine.state import ASKED, OVER

TEAMS: Final = ("swords", "axes")
BEERS: Final = ("light", "dark", "wheat", "ale")
LASTING: Final = {COCKTAILS: "cocktail", BRAWLER: "brawler", SMALL_CREATURE: "small"}  # skills that matter on the field
MONK_BREWER: Final = 32
INNER: Final = 17  # letters inside a mat
LABEL: Final = 4  # letters before a row
TALL: Final = 5  # lines of a mat, with the edge above it
ALONG_ROW: Final = "="  # the bartender's line
ALONG_COLUMN: Final = "#"
EDGE: Final = re.compile(r"[-+.]|(?<![\w,]) ")  # an edge of mats, without what it says

NOTES: Final = (
    "Every mat shows its strengths on its four edges, a glass counted in, its team, its mugs, and a skill that still "
    "matters (small: Small creature, B20); 'glass 1' is the glass of seat 1, 'on Fred' a mat that is covered. "
    "Dotted cells are free; a line of = or # is the bartender's. Strengths of mats in a hand are written as they will "
    "lie on the field: north/east/south/west."
)


def pile_at(w: Any, cell: int) -> list[int]:
    """The mats on a cell, the top one first."""
    stack, pile = int(w[z.STACK + cell]), []
    while stack:
        pile.append((stack & 63) - 1)
        stack >>= 6
    return pile


def mat_name(mats: Any, mat: int) -> str:
    return "Monk-brewer" if mat == MONK_BREWER else str(mats.names[mat % KINDS])


def mugs_text(mats: Any, kind: int, mugs: int) -> str:
    return f"{mugs} {BEERS[int(mats.beer[kind])]}"


def free_cells(state: Any) -> int:
    """Where a mat may be laid on the table itself, as a mask of cells."""
    w = state.w
    if int(w[ASKED]) == OVER or int(w[z.FIELD]) == 0:
        return 0
    return int(state.places(w)) & ~int(w[z.FIELD])


def board(state: Any) -> list[str]:
    """The picture, line by line."""
    w = state.w
    if int(w[z.FIELD]) == 0:
        return [f"the field is empty: the first mat goes to row {MIDDLE} column {MIDDLE}"] if w[z.POOL] == 0 else []
    free = free_cells(state)
    shown = int(w[z.FIELD]) | free
    rows = [row for row in range(WIDE) if shown >> WIDE * row & 0x3F]
    columns = [column for column in range(WIDE) if any(shown >> WIDE * row + column & 1 for row in range(WIDE))]
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    paper = [[" "] * ((INNER + 1) * (right - left) + 1) for _ in range(TALL * (bottom - top) + 1)]
    for cell in range(WIDE * WIDE):
        if free >> cell & 1:
            _draw_free(paper, cell // WIDE - top, cell % WIDE - left)
    for cell in range(WIDE * WIDE):
        if int(w[z.FIELD]) >> cell & 1:
            _draw_mat(paper, cell // WIDE - top, cell % WIDE - left, _mat_lines(state, cell), _under(state, cell))
    _draw_line(state, paper, top, bottom, left, right)
    lines = [_label(state, number, top) + "".join(line).rstrip() for number, line in enumerate(paper)]
    first = int(w[z.COLUMN]) - 1
    heading = "".join(f"column {column + first}".center(INNER + 1) for column in range(left, right))
    return [(" " * LABEL + heading).rstrip(), *lines, *_stacks(state), *_bartender(state)]


def _label(state: Any, number: int, top: int) -> str:
    """`row` and below it its number, beside the first lines of a mat."""
    row = number // TALL + top + int(state.w[z.ROW]) - 1
    return {1: "row", 2: f"{row:>2}"}.get(number % TALL, "").ljust(LABEL)


def _write(paper: list[list[str]], line: int, column: int, text: str) -> None:
    paper[line][column : column + len(text)] = text


def _draw_free(paper: list[list[str]], row: int, column: int) -> None:
    line, left = TALL * row, (INNER + 1) * column
    for edge in (line, line + TALL):
        _write(paper, edge, left, ". " * (INNER // 2 + 2))
    for inside in range(line + 1, line + TALL):
        _write(paper, inside, left, f".{'free' if inside == line + 2 else '':^{INNER}}.")


def _draw_mat(paper: list[list[str]], row: int, column: int, lines: list[str], under: str) -> None:
    line, left = TALL * row, (INNER + 1) * column
    if paper[line][left + 1] in " .":
        _write(paper, line, left, f"+{'-' * INNER}+")
    for number, text in enumerate(lines, start=1):
        _write(paper, line + number, left, f"|{text:{INNER}}|")
    _write(paper, line + TALL, left, f"+{under:-^{INNER}}+")


def _mat_lines(state: Any, cell: int) -> list[str]:
    """Team, strength to the north and glass; west, name and east; mugs and skill; south."""
    w, mats = state.w, state.mats
    mat = pile_at(w, cell)[0]
    if mat == MONK_BREWER:
        return ["", f"{'Monk-brewer':^{INNER}}", "", ""]
    north, east, south, west = (int(strength(w, mats, cell, side)) for side in range(4))
    owners = [seat for seat in range(4) if int(w[z.GLASS + seat]) == cell + 1]
    glass = f" glass {owners[0]}" if owners else ""
    kind = mat % KINDS
    skill = LASTING.get(int(mats.skill[kind]), "") if int(w[z.OPTIONS]) & z.PROFESSIONAL else ""
    drink = f"{mugs_text(mats, kind, int(mugs_left(w, mats, mat)))} {skill}".rstrip()
    inner = INNER - 4
    return [
        f"{TEAMS[int(w[z.AXES]) >> cell & 1]:6} {north:2}{glass}",
        f"{west:<2}{mat_name(mats, mat)[:inner]:^{inner}}{east:>2}",
        f"{drink:^{INNER}}",
        f"{south:>9}",
    ]


def _under(state: Any, cell: int) -> str:
    """What lies under a mat, for its lower edge."""
    w, below = state.w, pile_at(state.w, cell)[1:]
    if not below:
        return ""
    team = TEAMS[int(w[z.COVERED_AXES]) >> below[0] & 1]
    text = f"on {mat_name(state.mats, below[0])}, {team}" if len(below) == 1 else f"on {len(below)} mats"
    return text[: INNER - 2]


def _stacks(state: Any) -> list[str]:
    """Stacks of three and more, which no edge has room for."""
    w, lines = state.w, []
    for cell in range(WIDE * WIDE):
        pile = pile_at(w, cell)
        if len(pile) > 2:
            spot = int(state.spot(w, cell))
            below = [f"{mat_name(state.mats, mat)} ({TEAMS[int(w[z.COVERED_AXES]) >> mat & 1]})" for mat in pile[1:]]
            top = mat_name(state.mats, pile[0])
            lines.append(f"row {spot // TABLE} column {spot % TABLE}: {' on '.join([top, *below])}")
    return lines


def _draw_line(state: Any, paper: list[list[str]], top: int, bottom: int, left: int, right: int) -> None:
    """B10: the bartender's line, if it is at the edge of the picture."""
    side, line = int(state.w[z.SIDE]) - 1, int(state.w[z.LINE])
    if (side == NORTH and line == top - 1) or (side == SOUTH and line == bottom):
        edge = paper[0 if side == NORTH else -1]
        barred = EDGE.sub(ALONG_ROW, "".join(edge))
        plain = barred == ALONG_ROW * len(edge)
        edge[:] = f"{' bartender ':{ALONG_ROW}^{len(edge)}}" if plain else barred
    elif (side == EAST and line == right) or (side == WEST and line == left - 1):
        for row in paper:
            row[-1 if side == EAST else 0] = ALONG_COLUMN


def _bartender(state: Any) -> list[str]:
    """B10, BA30: what the bartender bars, in words."""
    w = state.w
    side, line = int(w[z.SIDE]) - 1, int(w[z.LINE]) - 1
    if int(w[z.OPTIONS]) & z.MONK:
        return []
    row, column = line + int(w[z.ROW]), line + int(w[z.COLUMN])
    bars = {
        NORTH: f"north: no mat above row {row + 1}",
        EAST: f"east: no mat right of column {column - 1}",
        SOUTH: f"south: no mat below row {row - 1}",
        WEST: f"west: no mat left of column {column + 1}",
    }
    return [f"the bartender stands {bars.get(side, 'aside')}"]
