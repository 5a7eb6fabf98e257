"""The field drawn in text: mats with strengths on their four edges, free cells dotted, rows and columns named."""

from __future__ import annotations

import re
from typing import Final

from tavern_engine.games.tavern_brawl import mats as m
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.names import MONK_BREWER, TEAMS, mat_name, mugs_text, spot_text
from tavern_engine.games.tavern_brawl.rules import BrawlState
from tavern_engine.games.tavern_brawl.scoring import mugs_left, strength
from tavern_engine.state import ASKED, OVER

LASTING: Final = {
    m.COCKTAILS: "cocktail",
    m.BRAWLER: "brawler",
    m.SMALL_CREATURE: "small",
}  # skills that matter on the field
INNER: Final = 17  # letters inside a mat
LABEL: Final = 4  # letters before a row
SHORT: Final = 7  # letters of a name where there is little room
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


def glass_at(state: BrawlState, cell: int) -> int | None:
    """Whose glass stands on a cell."""
    return next((seat for seat in range(m.MAX_SEATS) if state.w[z.GLASS + seat] == cell + 1), None)


def free_cells(state: BrawlState) -> int:
    """Where a mat may be laid on the table itself, as a mask of cells."""
    w = state.w
    if w[ASKED] == OVER or w[z.FIELD] == 0:
        return 0
    return int(state.places(w)) & ~int(w[z.FIELD])


def board(state: BrawlState) -> list[str]:
    """The picture, line by line."""
    w = state.w
    if w[z.FIELD] == 0:
        return [f"the field is empty: the first mat goes to row {m.MIDDLE} column {m.MIDDLE}"] if w[z.POOL] == 0 else []
    free = free_cells(state)
    shown = int(w[z.FIELD]) | free
    rows = [row for row in range(m.WIDE) if shown >> m.WIDE * row & z.FIRST_ROW]
    columns = [column for column in range(m.WIDE) if shown >> column & z.FIRST_COLUMN]
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    paper = [[" "] * ((INNER + 1) * (right - left) + 1) for _ in range(TALL * (bottom - top) + 1)]
    for cell in range(m.CELLS):
        if free >> cell & 1:
            _draw_free(paper, cell // m.WIDE - top, cell % m.WIDE - left)
    for cell in range(m.CELLS):
        if m.has(w[z.FIELD], cell):
            _draw_mat(paper, cell // m.WIDE - top, cell % m.WIDE - left, _mat_lines(state, cell), _under(state, cell))
    _draw_line(state, paper, top, bottom, left, right)
    lines = [_label(state, number, top) + "".join(line).rstrip() for number, line in enumerate(paper)]
    first = int(w[z.COLUMN]) - 1
    heading = "".join(f"column {column + first}".center(INNER + 1) for column in range(left, right))
    return [(" " * LABEL + heading).rstrip(), *lines, *_stacks(state), *_bartender(state)]


def small_field(state: BrawlState) -> list[str]:
    """The field for a small screen, two lines a row: team and name, then strengths north/east/south/west."""
    w, free = state.w, free_cells(state)
    shown = int(w[z.FIELD]) | free
    rows = [row for row in range(m.WIDE) if shown >> m.WIDE * row & z.FIRST_ROW]
    columns = [column for column in range(m.WIDE) if shown >> column & z.FIRST_COLUMN]
    cells = {}
    for row in rows:
        for column in columns:
            cell = m.WIDE * row + column
            is_free = free >> cell & 1
            cells[row, column] = _small_mat(state, cell) if m.has(w[z.FIELD], cell) else ("free" if is_free else "", "")
    wide = max(len(text) for pair in cells.values() for text in pair) + 1
    first_row, first_column = int(w[z.ROW]) - 1, int(w[z.COLUMN]) - 1
    lines = ["col".ljust(LABEL) + "".join(f"{column + first_column:<{wide}}" for column in columns).rstrip()]
    for row in rows:
        for half, label in enumerate((str(row + first_row), "")):
            texts = [cells[row, column][half] for column in columns]
            if label or any(texts):
                lines.append(f"{label:<{LABEL}}" + "".join(f"{text:<{wide}}" for text in texts).rstrip())
    return [*lines, *_bartender(state)]


def _small_mat(state: BrawlState, cell: int) -> tuple[str, str]:
    """A mat in two short texts; `g1` is the glass of seat 1."""
    w, mats = state.w, state.mats
    mat = int(z.top_of(w[z.STACK + cell]))
    if mat == MONK_BREWER:
        return "Monk", ""
    owner = glass_at(state, cell)
    name = mat_name(mats, mat)[: SHORT if owner is None else SHORT - 3] + ("" if owner is None else f" g{owner}")
    return f"{TEAMS[m.team_in(w[z.AXES], cell)][0]} {name}", "/".join(
        str(int(strength(w, mats, cell, side))) for side in range(4)
    )


def _label(state: BrawlState, number: int, top: int) -> str:
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


def _mat_lines(state: BrawlState, cell: int) -> list[str]:
    """Team, strength to the north and glass; west, name and east; mugs and skill; south."""
    w, mats = state.w, state.mats
    mat = int(z.top_of(w[z.STACK + cell]))
    if mat == MONK_BREWER:
        return ["", f"{'Monk-brewer':^{INNER}}", "", ""]
    north, east, south, west = (int(strength(w, mats, cell, side)) for side in range(4))
    owner = glass_at(state, cell)
    glass = "" if owner is None else f" glass {owner}"
    kind = mat % m.KINDS
    skill = LASTING.get(mats.skill[kind], "") if z.is_professional(w) else ""
    drink = f"{mugs_text(mats, kind, int(mugs_left(w, mats, mat)))} {skill}".rstrip()
    inner = INNER - 4
    return [
        f"{TEAMS[m.team_in(w[z.AXES], cell)]:6} {north:2}{glass}",
        f"{west:<2}{mat_name(mats, mat)[:inner]:^{inner}}{east:>2}",
        f"{drink:^{INNER}}",
        f"{south:>9}",
    ]


def _under(state: BrawlState, cell: int) -> str:
    """What lies under a mat, for its lower edge."""
    w, below = state.w, z.pile_on(state.w, cell)[1:]
    if not below:
        return ""
    team = TEAMS[m.team_in(w[z.COVERED_AXES], below[0])]
    text = f"on {mat_name(state.mats, below[0])}, {team}" if len(below) == 1 else f"on {len(below)} mats"
    return text[: INNER - 2]


def _stacks(state: BrawlState) -> list[str]:
    """Stacks of three and more, which no edge has room for."""
    w, lines = state.w, []
    for cell in range(m.CELLS):
        pile = z.pile_on(w, cell)
        if len(pile) > 2:
            below = [f"{mat_name(state.mats, mat)} ({TEAMS[m.team_in(w[z.COVERED_AXES], mat)]})" for mat in pile[1:]]
            stack = " on ".join([mat_name(state.mats, pile[0]), *below])
            lines.append(f"{spot_text(int(state.spot(w, cell)))}: {stack}")
    return lines


def _draw_line(state: BrawlState, paper: list[list[str]], top: int, bottom: int, left: int, right: int) -> None:
    """B10: the bartender's line, if it is at the edge of the picture."""
    side, line = int(state.w[z.SIDE]) - 1, int(state.w[z.LINE])
    if (side == m.NORTH and line == top - 1) or (side == m.SOUTH and line == bottom):
        edge = paper[0 if side == m.NORTH else -1]
        barred = EDGE.sub(ALONG_ROW, "".join(edge))
        plain = barred == ALONG_ROW * len(edge)
        edge[:] = f"{' bartender ':{ALONG_ROW}^{len(edge)}}" if plain else barred
    elif (side == m.EAST and line == right) or (side == m.WEST and line == left - 1):
        for row in paper:
            row[-1 if side == m.EAST else 0] = ALONG_COLUMN


def _bartender(state: BrawlState) -> list[str]:
    """B10, BA30: what the bartender bars, in words."""
    w = state.w
    side, line = int(w[z.SIDE]) - 1, int(w[z.LINE]) - 1
    if z.is_monk(w):
        return []
    row, column = line + int(w[z.ROW]), line + int(w[z.COLUMN])
    bars = {
        m.NORTH: f"north: no mat above row {row + 1}",
        m.EAST: f"east: no mat right of column {column - 1}",
        m.SOUTH: f"south: no mat below row {row - 1}",
        m.WEST: f"west: no mat left of column {column + 1}",
    }
    return [f"the bartender stands {bars.get(side, 'aside')}"]
