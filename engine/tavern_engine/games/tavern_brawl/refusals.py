"""Why an action is not legal, in a sentence that names the rule."""

from __future__ import annotations

from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.mats import EAST, NORTH, SOUTH, TABLE, WIDE, around, has, kind_of, team_in
from tavern_engine.games.tavern_brawl.names import MONK_BREWER
from tavern_engine.state import ASKED, CHOSEN, PHASE

ASKS_FOR = {
    r.PICKING: "a mat is to be picked (B13)",
    r.LAYING: "a mat of the hand is to be chosen (B7)",
    r.EXCHANGING: "the choice is a character from the discard, or to pass and lay the Shapeshifter itself (B18)",
    r.PLACING: "the choice is where the mat is laid (B7)",
    r.STEALING: "the choice is what the Thief does with a glass (B18)",
    r.GLASSES: "the choice is where the own glass goes (B7)",
    r.STARING: "the choice is whom the Stern look sends off (B18)",
    r.JOKING: "the choice is which mats the Joker swaps (B18)",
    r.JOKING_WITH: "the choice is the other mat that the Joker swaps (B18)",
    r.BARRING: "the choice is where the bartender goes (B7, B10)",
    r.BRAWLING: "the choice is which Brawler acts (B19, BA35)",
    r.SMASHING: "the choice is whose mug is smashed (B19)",
}
MATS_OF = {
    r.PICKING: "it cannot be picked any more (B13)",
    r.LAYING: "it is not in the hand (B7)",
    r.EXCHANGING: "it is not in the discard (B18)",
}


def why_not(state: r.BrawlState, action: int) -> str:
    """The reason, for the seat that is asked."""
    phase = int(state.w[PHASE])
    if action == r.A_PASS:
        return _why_no_pass(phase)
    if action < r.A_STEAL:
        return MATS_OF.get(phase, ASKS_FOR[phase])
    if action < r.A_SIDE:
        return _why_no_theft(state, phase, (action - r.A_STEAL) % 4)
    if action < r.A_SPOT:
        return ASKS_FOR[phase] if phase != r.BARRING else "it bars the edge of the field there already (BA30)"
    return _why_not_here(state, phase, action - r.A_SPOT)


def _why_no_pass(phase: int) -> str:
    if phase == r.PICKING:
        return "a mat has to be picked (B13)"
    if phase == r.JOKING_WITH:
        return "the Joker swaps two mats, and one is named already (B18)"
    return "a mat has to be laid in every turn (B7)"


def _why_no_theft(state: r.BrawlState, phase: int, owner: int) -> str:
    if phase != r.STEALING:
        return "only a Thief takes glasses, when it is laid (B18)" if phase == r.GLASSES else ASKS_FOR[phase]
    if not state.w[z.GLASS + owner]:
        return "that glass is not on the field (B18)"
    return "a glass stands on the Thief already, and there is one glass on a mat (B3, BA14)"


def _cell(state: r.BrawlState, spot: int) -> int:
    """The cell of the grid for a spot, or -1 if the grid does not reach there."""
    w = state.w
    row, column = spot // TABLE - int(w[z.ROW]) + 1, spot % TABLE - int(w[z.COLUMN]) + 1
    return WIDE * row + column if 0 <= row < WIDE and 0 <= column < WIDE else -1


def _why_not_here(state: r.BrawlState, phase: int, spot: int) -> str:
    w, cell = state.w, _cell(state, spot)
    if phase < r.PLACING or phase in (r.STEALING, r.BARRING):
        return ASKS_FOR[phase]
    if phase == r.PLACING:
        return _why_no_laying(state, spot, cell)
    if cell < 0 or not has(w[z.FIELD], cell):
        return "no mat lies there"
    top = int(z.top_of(w[z.STACK + cell]))
    if phase == r.GLASSES:
        if top == MONK_BREWER:
            return "no glass is put on the Monk-brewer (BA29)"
        return "a glass stands there already, and there is one glass on a mat (B3, BA29)"
    if phase == r.STARING:
        return "a Stern look reaches only mats that share an edge with the mat just laid (B18)"
    if phase in (r.JOKING, r.JOKING_WITH):
        return _why_no_joke(state, phase, cell)
    if phase == r.BRAWLING:
        return _why_no_brawl(state, cell, top)
    if not around(1 << int(w[CHOSEN])) >> cell & 1:
        return "a Brawler reaches only mats that share an edge with it (B19)"
    return "that mat has no mug left (BA19)"


def _why_no_joke(state: r.BrawlState, phase: int, cell: int) -> str:
    if cell == int(state.w[z.LAST]):
        return "the Joker does not swap itself (B18, BA32)"
    if cell == int(state.w[CHOSEN]) and phase == r.JOKING_WITH:
        return "a mat is not swapped with itself (B18)"
    return "the two mats are named in the order of rows and columns, the one further north and west first"


def _why_no_brawl(state: r.BrawlState, cell: int, top: int) -> str:
    w = state.w
    if not state.mats.brawlers >> kind_of(top) & 1:
        return "the mat there is no Brawler (B19)"
    if team_in(w[z.AXES], cell) != state.team(w[ASKED]):
        return "that Brawler is in the other team (B19)"
    if w[z.BRAWLED] >> cell & 1:
        return "that Brawler has acted already (BA35)"
    return "no mat beside that Brawler has a mug left (B19, BA19)"


def _why_no_laying(state: r.BrawlState, spot: int, cell: int) -> str:
    """B7, B8, B10, B20, B23, BA24."""
    w = state.w
    if cell >= 0 and has(w[z.FIELD], cell):
        return _why_not_on_top(state, cell)
    if z.is_monk(w):
        if cell < 0 or not (1 <= cell // WIDE <= 3 and 1 <= cell % WIDE <= 3):
            return "the field is the 3 x 3 square around the Monk-brewer (B23, BA24)"
        return "a mat must share an edge with a mat on the field, the first one with the Monk-brewer (B7, BA24)"
    if barred := _barred(state, spot):
        return barred
    if cell < 0 or not around(w[z.FIELD]) >> cell & 1:
        return "a mat must share an edge with a mat on the field (B7)"
    return f"the field may not be more than {int(state.field_size(w))} mats wide or high (B8)"


def _barred(state: r.BrawlState, spot: int) -> str:
    """B10: why the bartender bars a spot, or nothing."""
    w = state.w
    side, line = int(w[z.SIDE]) - 1, int(w[z.LINE])
    row, column = spot // TABLE - int(w[z.ROW]) + 1, spot % TABLE - int(w[z.COLUMN]) + 1
    beyond = {NORTH: row <= line, EAST: column >= line, SOUTH: row >= line}.get(side, side >= 0 and column <= line)
    return "it lies beyond the line of the bartender (B10, BA30)" if beyond else ""


def _why_not_on_top(state: r.BrawlState, cell: int) -> str:
    w = state.w
    top = int(z.top_of(w[z.STACK + cell]))
    if top == MONK_BREWER:
        return "the Monk-brewer lies there (B23)"
    if not z.is_professional(w):
        return "a mat lies there already (B7)"
    if not state.mats.small >> kind_of(top) & 1:
        return "a mat lies there already, and only a Small creature is laid on (B20)"
    return "that Small creature is in the other team (B20)"
