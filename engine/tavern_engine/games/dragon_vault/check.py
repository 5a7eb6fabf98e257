"""Whether words read from bytes can be a state or view of this game, so that no foreign bytes reach the rules."""

from __future__ import annotations

from tavern_engine.chance import MASK
from tavern_engine.errors import BadBytes
from tavern_engine.games.dragon_vault import rules as r
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import KINDS, MAX_CARDS, MAX_CLOSED, MAX_SEATS, NONE, PROTECTOR
from tavern_engine.multiset import kinds, size
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

MANY = 1_000_000


def check(state: r.VaultState) -> None:
    """Raise BadBytes unless every word is in its range and the cards add up."""
    w = [int(word) for word in state.w]
    _require(2 <= w[SEATS] <= MAX_SEATS, "the number of seats")
    _check_ranges(w, state)
    _check_zones(w, state)
    _check_pile(w)
    _check_question(w, state)


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise BadBytes(f"The bytes are no state of this game: {what} cannot be.")


def _are_parts(one: int, other: int, zone: int) -> bool:
    """Whether a zone holds all cards of both parts."""
    return all((one >> n & 15) + (other >> n & 15) <= (zone >> n & 15) for n in range(0, 64, 4))


def _check_ranges(w: list[int], state: r.VaultState) -> None:
    seats, rows = w[SEATS], len(state.vault.row_hand)
    ranges = {
        "viewer": (VIEWER, TRUTH, seats - 1),
        "asked seat": (ASKED, UNTOLD, seats - 1),
        "decision": (PHASE, 0, r.SHOW),
        "half-made choice": (CHOSEN, 0, KINDS - 1),
        "repetition": (LEFT, 0, MAX_SEATS),
        "debt": (z.DEBT, 0, 2 * MAX_CARDS),
        "skip": (z.HITS, 0, seats),
        "player of the 5s": (z.ORIGIN, 0, seats - 1),
        "Protectors against a skip": (z.LAID, 0, (1 << seats) - 1),
        "turn": (z.TURN, 0, seats - 1),
        "direction": (z.DIRECTION, -1, 1),
        "number of turns": (z.TURNS, 0, MANY),
        "number of thefts": (z.THEFTS, 0, MANY),
        "starting player": (z.STARTER, 0, seats - 1),
        "round": (z.ROUND, 1, MANY),
        "winner": (z.WINNER, NONE, seats - 1),
        "options": (z.RULES, 0, z.WITH_HINDRANCES + z.WITH_TRICKS + z.LAST_ROUNDS),
        "trouble pile": (z.LEFT_TROUBLE, 0, MAX_CARDS),
        "top card": (z.TOP, NONE, KINDS - 1),
        "effective card": (z.EFFECTIVE, NONE, KINDS - 1),
        "run": (z.RUN, 0, 3),
    }
    for what, (word, low, high) in ranges.items():
        _require(low <= w[word] <= high, f"the {what}")
    _require(w[z.DIRECTION] != 0, "the direction")
    for word in (SEED_A, SEED_B, PUBLIC, *range(PRIVATE, PRIVATE + MAX_TABLE)):
        _require(0 <= w[word] <= MASK, "a seed or digest")
    for seat in range(seats):
        _require(-MANY <= w[z.LOST + seat] <= MANY, "the coins lost")
    for word in (z.TRICKS, z.FRESH, z.UNDER, z.TAKEN, z.HELD):
        _require(0 <= w[word] < 1 << 60, "the tricks or hindrances")
    _require(_are_parts(w[z.TRICKS], 0, int(state.vault.tricks)), "the open tricks")
    pile = w[z.FRESH]
    for queue in (w[z.UNDER], w[z.TAKEN]):
        _require(_is_packed(queue), "the order of the hindrances")
        for place in range(15):
            if row := (queue >> 4 * place) & 15:
                _require(row <= rows, "a hindrance")
                pile += 1 << 4 * (row - 1)
    _require(pile == int(state.vault.hindrances), "the hindrance pile")
    for seat in range(15):
        held = (w[z.HELD] >> 4 * seat) & 15
        _require(held <= rows and (held == 0 or seat < seats), "a hindrance")


def _is_packed(queue: int) -> bool:
    """Whether the entries of a queue stand without gaps."""
    while queue:
        if not queue & 15:
            return False
        queue >>= 4
    return True


def _check_zones(w: list[int], state: r.VaultState) -> None:
    seats, viewer = w[SEATS], w[VIEWER]
    placed: list[int] = []
    for word in (*range(z.HAND, z.SIZE), *range(z.KNOWN, z.CLOSED), *range(z.LEARNED, z.PILE), z.PILE, z.GONE):
        _require(0 <= w[word] < 1 << 4 * KINDS, "a zone of cards")
    for seat in range(MAX_SEATS):
        hand, held, closed = w[z.HAND + seat], w[z.SIZE + seat], w[z.CLOSED + seat]
        total, doubles, open_cards = z.closed_total(closed), z.closed_doubles(closed), w[z.OPEN + seat]
        _require(seat < seats or not (hand or held or closed or open_cards), "an empty seat")
        _require(seat >= seats or held + total > 0 or w[ASKED] == OVER, "a seat without cards")  # D29
        _require(0 <= closed < 1 << 32 and total <= MAX_CLOSED, "the closed reserve")
        _require(int(size(open_cards)) + 2 * doubles <= total, "the reserve")
        whole = viewer in (TRUTH, seat)
        _require(held == int(size(hand)) if whole else int(size(hand)) <= held <= MAX_CARDS, "the size of a hand")
        for other in range(MAX_SEATS):
            learned = w[z.LEARNED + MAX_SEATS * other + seat]
            _require(not learned or (other != seat and max(other, seat) < seats), "what is known of a hand")
            _require(not learned or viewer in (TRUTH, other), "what others have learned")
            _require(_are_parts(w[z.KNOWN + seat], learned, hand), "what is known of a hand")
        placed += [*kinds(hand), *kinds(open_cards)]
        placed += _nibbles(closed & 0xFF_FFFF, total if viewer == TRUTH else 0)
    trouble = 0
    for word in range(z.TROUBLE_WORDS):
        _require(0 <= w[z.TROUBLE + word] < 1 << 60, "the trouble pile")
        trouble += w[z.TROUBLE + word] << 60 * word
    placed += _nibbles(trouble, w[z.LEFT_TROUBLE] if viewer == TRUTH else 0)
    _check_cards(w, state, placed)


def _nibbles(packed: int, number: int) -> list[int]:
    """That many kinds from a list of four bits each; nothing may stand behind them."""
    _require(packed >> 4 * number == 0, "a list of cards")
    return [(packed >> 4 * place) & 15 for place in range(number)]


def _check_cards(w: list[int], state: r.VaultState, placed: list[int]) -> None:
    """No card stands in more places than there are copies, and there are enough for the hidden places."""
    deck = int(state.vault.deck)
    placed = [*placed, *kinds(w[z.PILE]), *kinds(w[z.GONE])]
    for kind in range(16):
        _require(placed.count(kind) <= (deck >> 4 * kind) & 15, "the number of equal cards")
    hidden = 0
    if w[VIEWER] != TRUTH:
        hidden = w[z.LEFT_TROUBLE]
        for seat in range(w[SEATS]):
            hidden += w[z.SIZE + seat] - int(size(w[z.HAND + seat])) + int(z.closed_total(w[z.CLOSED + seat]))
    _require(len(placed) + hidden <= int(size(deck)), "the number of cards")


def _check_pile(w: list[int]) -> None:
    pile, top, effective = w[z.PILE], w[z.TOP], w[z.EFFECTIVE]
    _require((pile == 0) == (top == NONE) == (w[z.RUN] == 0), "the discard area")
    _require(top == NONE or w[z.RUN] <= (pile >> 4 * top) & 15, "the top of the discard area")
    _require(effective == NONE or (pile >> 4 * effective) & 15 > 0, "the effective card")
    _require(effective == top or top == PROTECTOR, "the effective card")
    _require(effective != PROTECTOR, "the effective card")


def _check_question(w: list[int], state: r.VaultState) -> None:
    """The decision must be one that the table allows, with something to choose."""
    asked, phase = w[ASKED], w[PHASE]
    if asked < 0:
        _require(phase == 0 and w[CHOSEN] == 0 and w[LEFT] == 0, "a question to nobody")
        return
    _require(w[VIEWER] in (TRUTH, asked), "the question")
    _require(phase != r.OWE or (w[z.DEBT] > 0 and w[z.LEFT_TROUBLE] > 0), "the debt")
    _require((phase == r.SKIPPED) == (w[z.HITS] > 0), "the skip")
    _require(phase != r.SKIPPED or 1 <= w[LEFT] <= w[z.HITS], "the skip")
    _require(phase not in (r.ROB_ME, r.SHOW) or w[LEFT] >= 1, "the trick")
    _require(phase != r.ROB_ME or w[z.SIZE + asked] > 0, "the trick")
    _require(phase not in (r.GIVE, r.FOR) or (w[z.OPEN + asked] > 0 and w[z.SIZE + asked] > 0), "the swap")
    _require(phase != r.FOR or (w[z.HAND + asked] >> 4 * w[CHOSEN]) & 15 > 0, "the swap")
    _require(phase == r.FOR or w[CHOSEN] == 0, "the half-made choice")
    _require(phase > 0 and int(state.count()) > 0, "the decision")
