"""Why an action is not legal, in a sentence that names the rule."""

from __future__ import annotations

from tavern_engine.games.dragon_vault import rules as r
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import FIRE, FOUR, NINE, PROTECTOR, THREE, ZERO
from tavern_engine.games.dragon_vault.legal import fits
from tavern_engine.games.dragon_vault.names import CARDS, card_name
from tavern_engine.multiset import copies
from tavern_engine.state import ASKED, PHASE


def why_not(state: r.VaultState, action: int) -> str:
    """The reason, for the seat that is asked; empty if this is not the moment for such an action at all."""
    seat, phase = int(state.w[ASKED]), int(state.w[PHASE])
    if phase in (r.PLAY, r.OWE, r.SKIPPED) and action < r.A_REMOVE:
        return _why_no_play(state, seat, action >> 2, (action & 3) + 1)
    if phase == r.PLAY and r.A_REMOVE <= action < r.A_TAKE:
        return "all four must be in the hand (D14, DA30)"
    if phase == r.PLAY and action == r.A_TAKE:
        return "the discard area is empty, and any card can be played (DA2)"
    if phase == r.PLAY and r.A_TURN_UP <= action < r.A_KEEP:
        return "hand and open cards come first, covered cards are out of reach (D9, D10)"
    if phase == r.OWE:
        return "now the choice is between passing the debt on and drawing (D23, DA9, DA25)"
    if phase == r.SKIPPED:
        return "now the choice is between laying Protectors and being skipped (DA37)"
    return ""


def _why_no_play(state: r.VaultState, seat: int, kind: int, amount: int) -> str:
    w = state.w
    if w[PHASE] == r.SKIPPED and kind != PROTECTOR:
        return "a skipped player may only lay Protectors (DA37)"
    if w[PHASE] == r.OWE and kind not in (FOUR, PROTECTOR):
        return "a draw debt is passed on with a 4 or a Protector only, or drawn (D23)"
    in_hand, in_reserve = int(copies(w[z.HAND + seat], kind)), int(copies(w[z.OPEN + seat], kind))
    if not copies(fits(w), kind):
        return _why_not_on_top(state, kind)
    if w[z.SIZE + seat] > 0 and in_hand == 0:
        return f"there is no {CARDS[kind]} in the hand, and the hand comes first (D9)"
    if w[z.SIZE + seat] == 0:
        return "with an empty hand exactly one accessible open card is played (D10, DA3)"
    if amount > in_hand + in_reserve:
        return f"there are only {in_hand} in the hand"
    return "the reserve joins only the whole rest of a hand of one kind (D12)"


def _why_not_on_top(state: r.VaultState, kind: int) -> str:
    top, effective = int(state.w[z.TOP]), int(state.w[z.EFFECTIVE])
    if kind in (ZERO, FIRE, PROTECTOR):
        return "no dragon may be played on a 6 (D20)"
    if kind == NINE and top in (ZERO, PROTECTOR):
        return "a 9 may not be played on a dragon (D21, D22)"
    if effective == THREE:
        return "on a 3 only a 1, a 2 or a dragon may be played (D19)"
    return f"it is lower than the {card_name(effective)} that counts (D18)"
