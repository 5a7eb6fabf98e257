"""What a seat is asked, in a sentence."""

from __future__ import annotations

from tavern_engine.game import Question
from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.names import mat_name, spot_text
from tavern_engine.state import ASKED, CHOSEN, PHASE
from tavern_engine.words import counted

TEXTS = {  # {mat} is to be laid, {laid} was just laid, {acting} is half of a choice
    r.PICKING: "pick a mat: you still get {left}",
    r.LAYING: "which mat do you lay?",
    r.EXCHANGING: "lay a mat of the discard instead of {mat}, or pass and lay {mat} itself",
    r.PLACING: "where do you lay {mat}?",
    r.STEALING: "{laid} is a Thief: let it take a glass, take one off the field, or pass",
    r.GLASSES: "before {laid} compares: {glass}, or pass",
    r.STARING: "the stern look of {laid}: put a mat beside it into the discard, or pass",
    r.JOKING: "{laid} is a Joker: choose the first of two mats that it swaps, or pass",
    r.JOKING_WITH: "with which mat does {acting} change places?",
    r.BARRING: "put the bartender against a side of the field, beyond which no mat may be laid then, or pass",
    r.BRAWLING: "which Brawler smashes a mug? Pass, and none of yours that are left does",
    r.SMASHING: "of which mat does {acting} smash a mug? Pass, and it does not",
}


def question(state: r.BrawlState) -> Question:
    """The question that the viewer of this view has to answer."""
    w = state.w
    asked, chosen = int(w[ASKED]), int(w[CHOSEN])
    if asked < 0:
        return Question()
    glass = int(w[z.GLASS + asked]) - 1
    return Question(
        TEXTS[int(w[PHASE])].format(
            left=counted(int(state.mats.hand) - int(w[z.HAND + asked]).bit_count(), "mat"),
            mat=mat_name(state.mats, chosen),
            laid=_top(state, int(w[z.LAST])),
            acting=_top(state, chosen),
            glass="put your glass on a mat" if glass < 0 else f"move your glass from {_spot(state, glass)}",
        )
    )


def _spot(state: r.BrawlState, cell: int) -> str:
    return spot_text(int(state.spot(state.w, cell)))


def _top(state: r.BrawlState, cell: int) -> str:
    """The top mat of a cell, and where it lies."""
    return f"{mat_name(state.mats, int(z.top_of(state.w[z.STACK + cell])))} at {_spot(state, cell)}"
