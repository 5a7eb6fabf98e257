"""What a seat is asked, in a sentence."""

from __future__ import annotations

from tavern_engine.game import Question
from tavern_engine.games.dragon_vault import rules as r
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.names import CARDS
from tavern_engine.state import ASKED, CHOSEN, PHASE
from tavern_engine.words import counted

TEXTS = {
    r.GIVE: "before the round you may swap hand cards for open cards of your reserve: give one, or keep all",
    r.FOR: "which open card do you take for the {giving}?",
    r.PLAY: "your turn: play a card, or take the discard area",
    r.OWE: "you owe {debt}: pass the debt on with a 4 or a Protector, or draw",
    r.SKIPPED: "you would be skipped: lay a Protector, or pass",
    r.ROB_ME: "surprise: who draws a card from your hand?",
    r.TURN_ROUND: "carousel: which way does play go on?",
    r.SHOW: "secrets: which open card of the reserve do you take?",
}


def question(state: r.VaultState) -> Question:
    """The question that the viewer of this view has to answer."""
    w = state.w
    if w[ASKED] < 0:
        return Question()
    phase = int(w[PHASE])
    giving = CARDS[int(w[CHOSEN])] if phase == r.FOR else ""
    return Question(TEXTS[phase].format(giving=giving, debt=counted(int(w[z.DEBT]), "card")))
