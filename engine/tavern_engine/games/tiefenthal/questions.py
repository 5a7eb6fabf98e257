"""What a seat is asked, in a sentence."""

from __future__ import annotations

from tavern_engine import pack
from tavern_engine.game import Question
from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.cards import F_SAFE, F_STORAGE, bonus_choice
from tavern_engine.games.tiefenthal.names import bonus_choices, faces
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.state import ASKED, LEFT, PHASE
from tavern_engine.words import counted


def question(state: TiefenthalState) -> Question:
    """The question that the viewer of this view has to answer."""
    asked = int(state.w[ASKED])
    return Question(_text(state, asked) if asked >= 0 else "")


def _text(state: TiefenthalState, seat: int) -> str:
    phase = int(state.w[PHASE])
    if phase == a.CHOOSING:
        return _bonus_text(state)
    if phase == a.CHOOSING_AGAIN:
        return f"others before you took the last one: take {_choices(state)} instead, or pass"
    if phase == a.ARRIVING:
        return _start_over_text(state, seat)
    if phase == a.DRAFTING:
        return _draft_text(state, seat)
    if phase == a.SERVING:
        return _service_text(state, seat)
    if phase == a.RAISING:
        return _raising_text(state, seat)
    more = f", before the {counted(int(state.w[LEFT]), 'step')} still to go" if state.w[LEFT] else ""
    return f"no service: remove one person at your tables from the game, or pass{more}"


def _choices(state: TiefenthalState) -> str:
    """What can be had: `a table or a brewer`."""
    words = bonus_choices(state.tavern)
    return " or ".join(words[action] for action in state.legal()[1:])


def _bonus_text(state: TiefenthalState) -> str:
    """T14, T15."""
    which = int(state.w[z.ROUND])
    free_upgrade = bonus_choice(state.tavern, which, 0) == a.A_TURN
    bonus = "turn over a furnishing for nothing" if free_upgrade else f"take {_choices(state)}"
    return f"the bonus of round {which}: {bonus}, or pass. All choose unseen"


def _start_over_text(state: TiefenthalState, seat: int) -> str:
    """T16 (a)."""
    w = state.w
    laid = int(pack.size(w[z.LAID + seat], w[z.LAID_GUESTS + seat]))
    start_over = f"spend a bar guest to discard the {counted(laid, 'card')} you drew and start over"
    return f"your tables are full: pass, or {start_over}"


def _draft_text(state: TiefenthalState, seat: int) -> str:
    """T25."""
    taken = " ".join(map(str, faces(int(z.dice(state.w, seat)))))
    return f"pick a die; the others on the coaster go to your left neighbour{f'. You have {taken}' if taken else ''}"


def _raising_text(state: TiefenthalState, seat: int) -> str:
    """TA10."""
    lost = int(z.washers_lost(state.w, state.tavern, seat, state.w[LEFT]))
    help = "a dishwasher that has" if lost == 1 else f"{lost} dishwashers that have"
    return f"you return {help} not helped yet: raise a die first, which then counts as 1 higher, or pass"


def _service_text(state: TiefenthalState, seat: int) -> str:
    """T31, T49."""
    w = state.w
    thalers, beer = counted(int(w[z.THALERS + seat]), "thaler"), f"{int(w[z.BEER + seat])} beer"
    left = faces(int(z.dice(w, seat)))
    dice = f"dice {' '.join(map(str, left))}" if left else "no dice"
    safe, storage = (int(z.worth(w, state.tavern, seat, token)) for token in (F_SAFE, F_STORAGE))
    kept = f"{counted(safe, 'thaler')} and {storage} beer"
    return f"your service: {thalers}, {beer}, {dice}. At its end you keep up to {kept}"
