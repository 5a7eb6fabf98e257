"""The words of Dragon's Vault, row by row, and whether its cards add up."""

from __future__ import annotations

from tavern_engine import layout as lay
from tavern_engine.games.dragon_vault import rules as r
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import KINDS, MAX_CARDS, MAX_CLOSED, MAX_SEATS, NONE, VaultTables
from tavern_engine.games.dragon_vault.names import CARDS as CARD_NAMES
from tavern_engine.games.dragon_vault.names import TRICKS
from tavern_engine.games.dragon_vault.texts import PHASES
from tavern_engine.layout import Layout, Row, Telling, number, only_with, packed, require
from tavern_engine.multiset import FIELDS, copies, kinds, of, size
from tavern_engine.shown import COUNTS, LOTS, Shown, counts, flags, one_hot
from tavern_engine.state import CHOSEN, LEFT, PHASE, SEATS, TRUTH, VIEWER

CARDS = packed(4, KINDS)  # a zone of cards, as counts
CARD_OR_NONE = number(KINDS - 1, NONE)
TOP_CARD = one_hot(("none", *CARD_NAMES), NONE)
IN_VIEW = "it is in what you see of hands"
CLOSED = Shown(COUNTS, 4 * MAX_CLOSED, 4, 2, high=MAX_CLOSED, labels=("all", "stacks of two"), open=True)


def layout(vault: VaultTables) -> Layout:
    """All words after those that say who is asked."""
    rows = len(vault.row_hand)
    hindrances = packed(4, FIELDS, rows)  # each plus 1
    most = max(int(copies(vault.deck, kind)) for kind in range(KINDS))
    zone = counts(CARD_NAMES, 4, most)
    tricks = only_with(z.RULES, z.WITH_TRICKS, counts(TRICKS, 4, 1))

    def in_hindrances(numbers: int, high: int) -> Telling:
        return only_with(z.RULES, z.WITH_HINDRANCES, Shown(COUNTS, 0, 4, numbers, high=high))

    return Layout(
        (
            Row("the kind of decision", PHASE, number(r.SHOW), sight=lay.ASKED_SEAT, shown=one_hot(PHASES[1:], 1)),
            Row("the half-made choice", CHOSEN, number(KINDS - 1), sight=lay.ASKED_SEAT, shown=one_hot(CARD_NAMES)),
            Row("the repetition", LEFT, number(MAX_SEATS), sight=lay.ASKED_SEAT),
            Row("a hand", z.HAND, CARDS, MAX_SEATS, sight=lay.PART, shown=zone),
            Row("the size of a hand", z.SIZE, number(MAX_CARDS), MAX_SEATS),
            Row("the known part of a hand", z.KNOWN, CARDS, MAX_SEATS, shown=zone),
            Row("the open reserve", z.OPEN, CARDS, MAX_SEATS, shown=zone),
            Row("the closed reserve", z.CLOSED, packed(4, MAX_CLOSED + 2), MAX_SEATS, sight=lay.PART, shown=CLOSED),
            Row("the coins lost", z.LOST, number(lay.MANY, -lay.MANY), MAX_SEATS),
            Row("what is known of a hand", z.LEARNED, CARDS, MAX_SEATS, many=MAX_SEATS, sight=lay.OWNER, shown=IN_VIEW),
            Row("the discard area", z.PILE, CARDS, shown=zone),
            Row("the top card", z.TOP, CARD_OR_NONE, shown=TOP_CARD),
            Row("the run", z.RUN, number(3)),
            Row("the effective card", z.EFFECTIVE, CARD_OR_NONE, shown=TOP_CARD),
            Row("the cards out of the round", z.GONE, CARDS, shown=zone),
            Row("the debt", z.DEBT, number(2 * MAX_CARDS)),
            Row("the player of the 5s", z.ORIGIN, lay.SEAT),
            Row("the skip", z.HITS, number(MAX_SEATS)),
            Row("the turn", z.TURN, lay.SEAT),
            Row("the direction", z.DIRECTION, number(1, -1)),
            Row("the number of turns", z.TURNS, number(lay.MANY)),
            Row("the number of thefts", z.THEFTS, number(lay.MANY), shown=LOTS),
            Row("the starting player", z.STARTER, lay.SEAT),
            Row("the round", z.ROUND, number(lay.MANY)),
            Row("the winner", z.WINNER, lay.SEAT_OR_NONE),
            Row("the open tricks", z.TRICKS, packed(4, FIELDS, 1), shown=tricks),
            Row("the options", z.RULES, packed(1, 3), shown=flags(("the last rounds",), start=2)),
            Row("the hindrance pile", z.FRESH, packed(4, FIELDS), shown=in_hindrances(rows, FIELDS)),
            Row("the hindrances put back", z.UNDER, hindrances, shown=in_hindrances(FIELDS, rows)),
            Row("the hindrances taken", z.TAKEN, hindrances, shown=in_hindrances(FIELDS, rows)),
            Row("a hindrance", z.HELD, hindrances, shown=in_hindrances(MAX_SEATS, rows)),
            Row("the trouble pile", z.LEFT_TROUBLE, number(MAX_CARDS)),
            Row("the trouble pile", z.TROUBLE, packed(4, FIELDS), many=z.TROUBLE_WORDS, sight=lay.NOBODY),
            Row("the Protectors against a skip", z.LAID, lay.SEATS_MASK),
        ),
        z.LENGTH,
        options=(z.RULES, z.WITH_HINDRANCES | z.WITH_TRICKS),
    )


def check_cards(state: r.VaultState) -> None:
    """No card lies in more places than there are copies, and there are enough for the hidden places."""
    w, vault = memoryview(state.w).tolist(), state.vault
    truth = w[VIEWER] == TRUTH
    seen = [*kinds(w[z.PILE]), *kinds(w[z.GONE])]
    hidden = 0
    for seat in range(w[SEATS]):
        hand, closed = w[z.HAND + seat], w[z.CLOSED + seat]
        total = int(z.closed_total(closed))
        require(total <= MAX_CLOSED and size(w[z.OPEN + seat]) + 2 * z.closed_doubles(closed) <= total, "the reserve")
        mine = truth or w[VIEWER] == seat
        require(size(hand) == w[z.SIZE + seat] if mine else size(hand) <= w[z.SIZE + seat], "the size of a hand")
        learned = [w[z.LEARNED + MAX_SEATS * other + seat] for other in range(w[SEATS])]
        require(all(_holds(hand, w[z.KNOWN + seat], part) for part in learned), "what is known of a hand")
        seen += [*kinds(hand), *kinds(w[z.OPEN + seat])]
        if truth:
            seen += [int(copies(closed, place)) for place in range(total)]
        hidden += w[z.SIZE + seat] - int(size(hand)) + (0 if truth else total)
    if truth:
        seen += [int(z.trouble_card(state.w, place)) for place in range(w[z.LEFT_TROUBLE])]
    deck = int(vault.deck)
    require(all(seen.count(kind) <= copies(deck, kind) for kind in set(seen)), "the number of equal cards")
    require(len(seen) + hidden + (0 if truth else w[z.LEFT_TROUBLE]) <= size(deck), "the number of cards")
    piles = w[z.FRESH]
    for queue in (w[z.UNDER], w[z.TAKEN]):
        piles += of([int(copies(queue, place)) - 1 for place in range(int(z.queue_length(queue)))])
    require(piles == vault.hindrances, "the hindrance pile")


def _holds(hand: int, *parts: int) -> bool:
    """Whether a hand has all cards of its parts."""
    return all(sum(copies(part, kind) for part in parts) <= copies(hand, kind) for kind in range(KINDS))
