"""What a seat is asked, in a sentence."""

from __future__ import annotations

from tavern_engine.game import Question
from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.names import mat_name, spot_text
from tavern_engine.state import ASKED, CHOSEN, PHASE
from tavern_engine.words import counted


def question(state: r.BrawlState) -> Question:
    """The question that the viewer of this view has to answer."""
    return Question(_text(state, int(state.w[PHASE])) if int(state.w[ASKED]) >= 0 else "")


def _text(state: r.BrawlState, phase: int) -> str:
    w = state.w
    if phase == r.PICKING:
        left = int(state.mats.hand) - int(w[z.HAND + w[ASKED]]).bit_count()
        return f"pick a mat: you still get {counted(left, 'mat')}"
    if phase == r.LAYING:
        return "which mat do you lay?"
    if phase == r.EXCHANGING:
        return f"lay a mat of the discard instead of {_chosen(state)}, or pass and lay {_chosen(state)} itself"
    if phase == r.PLACING:
        return f"where do you lay {_chosen(state)}?"
    if phase == r.STEALING:
        return f"{_top(state, z.LAST)} is a Thief: let it take a glass, take one off the field, or pass"
    if phase == r.GLASSES:
        return _glass_text(state)
    if phase == r.STARING:
        return f"the stern look of {_top(state, z.LAST)}: put a mat beside it into the discard, or pass"
    if phase == r.JOKING:
        return f"{_top(state, z.LAST)} is a Joker: choose the first of two mats that it swaps, or pass"
    if phase == r.JOKING_WITH:
        return f"with which mat does {_top(state, CHOSEN)} change places?"
    if phase == r.BARRING:
        return "put the bartender against a side of the field, beyond which no mat may be laid then, or pass"
    if phase == r.BRAWLING:
        return "which Brawler smashes a mug? Pass, and none of yours that are left does"
    return f"of which mat does {_top(state, CHOSEN)} smash a mug? Pass, and it does not"


def _chosen(state: r.BrawlState) -> str:
    """The mat that was chosen to be laid."""
    return mat_name(state.mats, int(state.w[CHOSEN]))


def _top(state: r.BrawlState, word: int) -> str:
    """The top mat of the cell that a word names, and where it lies."""
    cell = int(state.w[word])
    return f"{mat_name(state.mats, int(z.mat_on(state.w, cell)))} at {spot_text(int(state.spot(state.w, cell)))}"


def _glass_text(state: r.BrawlState) -> str:
    w = state.w
    stands = int(w[z.GLASS + int(w[ASKED])])
    laid = _top(state, z.LAST)
    if not stands:
        return f"before {laid} compares: put your glass on a mat, or pass"
    return f"before {laid} compares: move your glass from {spot_text(int(state.spot(w, stands - 1)))}, or pass"
