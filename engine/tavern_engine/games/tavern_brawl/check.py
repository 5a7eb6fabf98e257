"""Whether words read from bytes can be a state or view of this game, so that no foreign bytes reach the rules."""

from __future__ import annotations

from tavern_engine.chance import MASK
from tavern_engine.errors import BadBytes
from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.board import MONK_BREWER, pile_at
from tavern_engine.games.tavern_brawl.mats import (
    CELLS,
    EAST,
    JOKER,
    KINDS,
    MATS,
    MAX_SEATS,
    SHAPESHIFTER,
    SOUTH,
    STERN_LOOK,
    TABLE,
    THIEF,
    WIDE,
)
from tavern_engine.state import (
    ASKED,
    CHOSEN,
    LEFT,
    OVER,
    PHASE,
    PRIVATE,
    PUBLIC,
    SEATS,
    SEED_A,
    SEED_B,
    TRUTH,
    UNTOLD,
    VIEWER,
)
from tavern_engine.state import MAX_SEATS as MAX_TABLE

CENTRE = 2 * WIDE + 2  # B23: where the Monk-brewer lies
FAR = 3 * TABLE  # no line is further from the field
SKILL_OF = {r.STEALING: THIEF, r.STARING: STERN_LOOK, r.JOKING: JOKER, r.JOKING_WITH: JOKER}


def check(state: r.BrawlState) -> None:
    """Raise BadBytes unless every word is in its range, the mats add up and the question can be asked."""
    w = [int(word) for word in state.w]
    _require(w[SEATS] in (2, MAX_SEATS), "the number of seats")
    _check_ranges(w)
    _check_options(w)
    piles = _piles(w)
    _check_mats(w, state, piles)
    _check_field(w, state, piles)
    _check_glasses(w)
    _check_bartender(w, state)
    _check_smashed(w, state, piles)
    _check_setting_up(w, state)
    _check_question(w, state)


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise BadBytes(f"The bytes are no state of this game: {what} cannot be.")


def _number(mask: int) -> int:
    return mask.bit_count()


def _check_ranges(w: list[int]) -> None:
    seats, cells, mats = w[SEATS], (1 << CELLS) - 1, (1 << MATS) - 1
    ranges = {
        "viewer": (VIEWER, TRUTH, seats - 1),
        "asked seat": (ASKED, UNTOLD, seats - 1),
        "decision": (PHASE, 0, r.SMASHING),
        "half-made choice": (CHOSEN, 0, CELLS - 1),
        "repetition": (LEFT, 0, 0),
        "pool": (z.POOL, 0, mats),
        "discard": (z.DISCARD, 0, mats),
        "field": (z.FIELD, 0, cells),
        "second team's cells": (z.AXES, 0, cells),
        "row of the field": (z.ROW, 0, TABLE - 1),
        "column of the field": (z.COLUMN, 0, TABLE - 1),
        "way mats lie": (z.LAID_BY, 0, mats),
        "team of a covered mat": (z.COVERED_AXES, 0, mats),
        "bartender's side": (z.SIDE, 0, 4),
        "bartender's line": (z.LINE, -FAR, FAR),
        "turn": (z.TURN, 0, seats - 1),
        "starting player": (z.STARTER, 0, seats - 1),
        "smashed mug": (z.SMASHED, 0, mats),
        "second smashed mug": (z.SMASHED_AGAIN, 0, mats),
        "mat just laid": (z.LAST, 0, CELLS - 1),
        "Brawlers that have acted": (z.BRAWLED, 0, cells),
    }
    for what, (word, low, high) in ranges.items():
        _require(low <= w[word] <= high, f"the {what}")
    for word in (SEED_A, SEED_B, PUBLIC, *range(PRIVATE, PRIVATE + MAX_TABLE)):
        _require(0 <= w[word] <= MASK, "a seed or digest")
    for seat in range(MAX_SEATS):
        _require(0 <= w[z.HAND + seat] <= mats and 0 <= w[z.GLASS + seat] <= CELLS, "a hand or glass")
        _require(seat < seats or not (w[z.HAND + seat] or w[z.GLASS + seat]), "an empty seat")


def _check_options(w: list[int]) -> None:
    """B21: four play the professional rules; B23: the mini-game does not."""
    mode, seating, opening = w[z.OPTIONS] & 3, w[z.OPTIONS] // z.SEATING & 3, w[z.OPTIONS] // z.OPENING
    _require(mode != z.PROFESSIONAL | z.MONK and seating < 3, "the options")
    _require(opening in (0, 4, 8, 12) if mode == z.PROFESSIONAL else opening == 0, "the options")
    _require(w[SEATS] == 2 or (mode == z.PROFESSIONAL and seating == 0), "the options")


def _piles(w: list[int]) -> list[list[int]]:
    """The mats of every cell, the top one first."""
    for cell in range(CELLS):
        _require(0 <= w[z.STACK + cell] < 1 << 60, "a stack")
    return [pile_at(w, cell) for cell in range(CELLS)]


def _check_mats(w: list[int], state: r.BrawlState, piles: list[list[int]]) -> None:
    """Every mat of the box lies in exactly one place, and the Monk-brewer in the centre of the mini-game."""
    kinds = (1 << int(state.mats.kinds)) - 1
    box = kinds if w[SEATS] == 2 else kinds | kinds << KINDS
    lying = [mat for pile in piles for mat in pile if mat != MONK_BREWER]
    _require(all(0 <= mat < MATS for mat in lying), "a mat on the field")
    places = [*(w[z.HAND + seat] for seat in range(MAX_SEATS)), w[z.POOL], w[z.DISCARD], *(1 << mat for mat in lying)]
    _require(sum(places) == box and sum(map(_number, places)) == _number(box), "the number of mats")
    for seat in range(MAX_SEATS):
        _require(_number(w[z.HAND + seat]) <= int(state.mats.hand), "the size of a hand")
    for cell, pile in enumerate(piles):
        monk = bool(w[z.OPTIONS] & z.MONK and cell == CENTRE and not w[z.POOL])
        _require(pile == [MONK_BREWER] if monk else MONK_BREWER not in pile, "the Monk-brewer")


def _check_field(w: list[int], state: r.BrawlState, piles: list[list[int]]) -> None:
    """B8, B20: the field fits its square, and only Small creatures are covered."""
    field = sum(1 << cell for cell, pile in enumerate(piles) if pile)
    rows = [cell // WIDE for cell, pile in enumerate(piles) if pile] or [1]
    columns = [cell % WIDE for cell, pile in enumerate(piles) if pile] or [1]
    monk, size = bool(w[z.OPTIONS] & z.MONK), int(state.field_size(state.w))
    _require(w[z.FIELD] == field and w[z.AXES] & ~field == 0, "the field")
    _require(not monk or not w[z.AXES] >> CENTRE & 1, "the team of the Monk-brewer")
    _require(min(rows) >= 1 and min(columns) >= 1 and max(rows) <= size and max(columns) <= size, "the field")
    _require(monk or (min(rows) == 1 and min(columns) == 1), "the field")
    if monk or not field:
        _require(w[z.ROW] == w[z.COLUMN] == int(monk), "the place of the field")
    _require(w[z.ROW] + max(rows) <= TABLE and w[z.COLUMN] + max(columns) <= TABLE, "the place of the field")
    covered = [mat for pile in piles for mat in pile[1:]]
    small = int(state.mats.small) if w[z.OPTIONS] & z.PROFESSIONAL else 0
    _require(all(small >> mat % KINDS & 1 for mat in covered), "a covered mat")
    _require(w[z.COVERED_AXES] & ~sum(1 << mat for mat in covered) == 0, "the team of a covered mat")
    lying = sum(1 << mat for pile in piles for mat in pile if mat != MONK_BREWER)
    _require(w[z.LAID_BY] & ~lying == 0, "the way a mat lies")


def _check_glasses(w: list[int]) -> None:
    """B3, BA29: on mats, one on each, and never on the Monk-brewer."""
    cells = [w[z.GLASS + seat] - 1 for seat in range(MAX_SEATS) if w[z.GLASS + seat]]
    _require(len(cells) == len(set(cells)), "two glasses on a mat")
    _require(all(w[z.FIELD] >> cell & 1 for cell in cells), "a glass")
    _require(not w[z.OPTIONS] & z.MONK or CENTRE not in cells, "a glass")


def _check_bartender(w: list[int], state: r.BrawlState) -> None:
    """B10: the line lies outside the field; B23: there is none in the mini-game."""
    side, line = w[z.SIDE] - 1, w[z.LINE]
    if side < 0:
        _require(line == 0, "the bartender's line")
        return
    _require(w[z.FIELD] > 0 and not w[z.OPTIONS] & z.MONK, "the bartender")
    last = {EAST: int(state.width(state.w)), SOUTH: int(state.height(state.w))}.get(side)
    _require(line <= 0 if last is None else line > last, "the bartender's line")


def _check_smashed(w: list[int], state: r.BrawlState, piles: list[list[int]]) -> None:
    """B19: mugs are smashed at scoring only, and no more than a mat has."""
    tops = sum(1 << pile[0] for pile in piles if pile and pile[0] != MONK_BREWER)
    _require(w[z.SMASHED] & ~tops == 0 and w[z.SMASHED_AGAIN] & ~w[z.SMASHED] == 0, "a smashed mug")
    twice = [mat for mat in range(MATS) if w[z.SMASHED_AGAIN] >> mat & 1]
    _require(all(int(state.mats.mugs[mat % KINDS]) > 1 for mat in twice), "a smashed mug")
    scoring = w[ASKED] < 0 or w[PHASE] >= r.BRAWLING
    _require(w[z.SMASHED] == 0 or (scoring and bool(w[z.OPTIONS] & z.PROFESSIONAL)), "a smashed mug")


def _check_setting_up(w: list[int], state: r.BrawlState) -> None:
    """B13: while mats are picked nothing lies on the table, and picks go round."""
    if not w[z.POOL]:
        _require(w[PHASE] != r.PICKING, "the decision")
        return
    _require(not (w[z.FIELD] or w[z.DISCARD] or w[z.TURN] or w[z.STARTER]), "the pool")
    _require(w[ASKED] != OVER and (w[ASKED] < 0 or w[PHASE] == r.PICKING), "the pool")
    sizes = [_number(w[z.HAND + seat]) for seat in range(w[SEATS])]
    made = sum(sizes)
    _require(all(size == (made + w[SEATS] - 1 - seat) // w[SEATS] for seat, size in enumerate(sizes)), "the picks")
    if w[ASKED] >= 0:
        _require(bool(w[z.OPTIONS] & z.PROFESSIONAL), "the decision")
        _require(made < int(state.mats.hand) * w[SEATS] and w[ASKED] == made % w[SEATS], "the picks")
        _require(made >= w[z.OPTIONS] // z.OPENING, "the picks")


def _check_question(w: list[int], state: r.BrawlState) -> None:
    """The decision must be one that the table allows, with something to choose."""
    asked, phase, last = w[ASKED], w[PHASE], w[z.LAST]
    if asked < 0:
        _require(phase == w[CHOSEN] == last == w[z.BRAWLED] == 0, "a question to nobody")
        return
    _require(phase > 0 and w[VIEWER] in (TRUTH, asked), "the question")
    professional = bool(w[z.OPTIONS] & z.PROFESSIONAL)
    if r.LAYING <= phase <= r.BARRING:
        _require(asked == w[z.TURN], "the question")
    if r.LAYING <= phase <= r.PLACING:
        size = int(state.field_size(state.w))
        _require(w[z.HAND + asked] > 0 and _number(w[z.FIELD]) < size * size, "the turn")
    if r.STEALING <= phase <= r.BARRING:
        _check_laid(w, state)
    else:
        _require(last == 0, "the mat just laid")
    if phase >= r.BRAWLING:
        _require(professional and asked in (w[z.STARTER], (w[z.STARTER] + 1) % w[SEATS]), "the scoring")
        _require(w[z.BRAWLED] & ~w[z.FIELD] == 0, "a Brawler")
    else:
        _require(w[z.BRAWLED] == 0, "a Brawler")
    _require(phase != r.BARRING or not w[z.OPTIONS] & z.MONK, "the decision")
    _check_chosen(w, state)
    _require(int(state.count()) > 1, "the decision")


def _check_laid(w: list[int], state: r.BrawlState) -> None:
    """The mat just laid is the asked seat's and has the skill it is asked about."""
    last, axes = w[z.LAST], w[ASKED] & 1
    _require(w[z.FIELD] >> last & 1 == 1, "the mat just laid")
    mat = pile_at(w, last)[0]
    _require(mat != MONK_BREWER and w[z.AXES] >> last & 1 == axes == w[z.LAID_BY] >> mat & 1, "the mat just laid")
    skill = SKILL_OF.get(w[PHASE])
    if skill is not None:
        _require(bool(w[z.OPTIONS] & z.PROFESSIONAL) and int(state.mats.skill[mat % KINDS]) == skill, "the skill")


def _check_chosen(w: list[int], state: r.BrawlState) -> None:
    """The half of a choice that is made already."""
    phase, chosen = w[PHASE], w[CHOSEN]
    if phase in (r.EXCHANGING, r.PLACING):
        _require(chosen < MATS and w[z.HAND + w[ASKED]] >> chosen & 1 == 1, "the half-made choice")
        skill = int(state.mats.skill[chosen % KINDS]) if w[z.OPTIONS] & z.PROFESSIONAL else 0
        _require(phase == r.PLACING or skill == SHAPESHIFTER, "the exchange")
    elif phase == r.JOKING_WITH:
        _require(w[z.FIELD] >> chosen & 1 == 1 and chosen != w[z.LAST], "the half-made choice")
    elif phase == r.SMASHING:
        _require(w[z.BRAWLED] >> chosen & 1 == 1, "the half-made choice")
        brawler = int(state.mats.brawlers) >> pile_at(w, chosen)[0] % KINDS & 1
        _require(brawler == 1 and w[z.AXES] >> chosen & 1 == w[ASKED] & 1, "the half-made choice")
    else:
        _require(chosen == 0, "the half-made choice")
