"""The words of Dragon's Vault, row by row, and whether its cards add up."""

from __future__ import annotations

from tavern_engine import layout as lay
from tavern_engine.games.dragon_vault import rules as r
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import KINDS, MAX_CARDS, MAX_CLOSED, MAX_SEATS, NONE, VaultTables
from tavern_engine.layout import Layout, Row, number, packed, require
from tavern_engine.multiset import FIELDS, copies, kinds, of, size
from tavern_engine.state import CHOSEN, LEFT, PHASE, SEATS, TRUTH, VIEWER

CARDS = packed(4, KINDS)  # a zone of cards, as counts
CARD_OR_NONE = number(KINDS - 1, NONE)


def layout(vault: VaultTables) -> Layout:
    """All words after those that say who is asked."""
    hindrances = packed(4, FIELDS, len(vault.row_hand))  # each plus 1
    return Layout(
        (
            Row("the kind of decision", PHASE, number(r.SHOW), sight=lay.ASKED_SEAT),
            Row("the half-made choice", CHOSEN, number(KINDS - 1), sight=lay.ASKED_SEAT),
            Row("the repetition", LEFT, number(MAX_SEATS), sight=lay.ASKED_SEAT),
            Row("a hand", z.HAND, CARDS, MAX_SEATS, sight=lay.PART),
            Row("the size of a hand", z.SIZE, number(MAX_CARDS), MAX_SEATS),
            Row("the known part of a hand", z.KNOWN, CARDS, MAX_SEATS),
            Row("the open reserve", z.OPEN, CARDS, MAX_SEATS),
            Row("the closed reserve", z.CLOSED, packed(4, MAX_CLOSED + 2), MAX_SEATS, sight=lay.PART),
            Row("the coins lost", z.LOST, number(lay.MANY, -lay.MANY), MAX_SEATS),
            Row("what is known of a hand", z.LEARNED, CARDS, MAX_SEATS, many=MAX_SEATS, sight=lay.OWNER),
            Row("the discard area", z.PILE, CARDS),
            Row("the top card", z.TOP, CARD_OR_NONE),
            Row("the run", z.RUN, number(3)),
            Row("the effective card", z.EFFECTIVE, CARD_OR_NONE),
            Row("the cards out of the round", z.GONE, CARDS),
            Row("the debt", z.DEBT, number(2 * MAX_CARDS)),
            Row("the player of the 5s", z.ORIGIN, lay.SEAT),
            Row("the skip", z.HITS, number(MAX_SEATS)),
            Row("the turn", z.TURN, lay.SEAT),
            Row("the direction", z.DIRECTION, number(1, -1)),
            Row("the number of turns", z.TURNS, number(lay.MANY)),
            Row("the number of thefts", z.THEFTS, number(lay.MANY)),
            Row("the starting player", z.STARTER, lay.SEAT),
            Row("the round", z.ROUND, number(lay.MANY)),
            Row("the winner", z.WINNER, lay.SEAT_OR_NONE),
            Row("the open tricks", z.TRICKS, packed(4, FIELDS, 1)),
            Row("the options", z.RULES, packed(1, 3)),
            Row("the hindrance pile", z.FRESH, packed(4, FIELDS)),
            Row("the hindrances put back", z.UNDER, hindrances),
            Row("the hindrances taken", z.TAKEN, hindrances),
            Row("a hindrance", z.HELD, hindrances),
            Row("the trouble pile", z.LEFT_TROUBLE, number(MAX_CARDS)),
            Row("the trouble pile", z.TROUBLE, packed(4, FIELDS), many=z.TROUBLE_WORDS, sight=lay.NOBODY),
            Row("the Protectors against a skip", z.LAID, lay.SEATS_MASK),
        ),
        z.LENGTH,
    )


def check_cards(state: r.VaultState) -> None:
    """No card lies in more places than there are copies, and there are enough for the hidden places."""
    w, vault = [int(word) for word in state.w], state.vault
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
