"""What a seat knows: views, sampled worlds, and the hidden places (D1 to D3, DA28, DA41).

Hidden from everybody are the closed reserve cards, the trouble pile, and the cards left out of the round. Hidden from
all others is a hand, less what was seen of it (`zones.py`). A sampled world lets other seats remember of thefts only
what everybody knows.
"""

from mypy_extensions import i64

from tavern_engine.chance import Rng
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import MAX_SEATS
from tavern_engine.games.dragon_vault.deal import lay_trouble
from tavern_engine.multiset import copies, kinds, nth, of, several, size
from tavern_engine.state import PRIVATE, PUBLIC, SEATS, SPECTATOR, fresh_digest


def blot_out(state: z.Zones, seat: i64) -> None:
    """Turn a copy of the truth into the view of one seat, or of the SPECTATOR."""
    w = state.w
    for other in range(w[SEATS]):
        z.recall(w, other)
        w[z.CLOSED + other] -= z.closed_cards(w[z.CLOSED + other])
    for i in range(i64(MAX_SEATS * MAX_SEATS)):
        if i // MAX_SEATS != seat:
            w[z.LEARNED + i] = 0
    for i in range(i64(z.TROUBLE_WORDS)):
        w[z.TROUBLE + i] = 0


def unseen(state: z.Zones, seat: i64) -> i64:
    """All cards whose place the seat does not know, as a multiset."""
    w = state.w
    pool = state.vault.deck - w[z.PILE] - w[z.GONE]
    for other in range(w[SEATS]):
        pool -= w[z.OPEN + other] + seen_of_hand(state, seat, other)
    return pool


def seen_of_hand(state: z.Zones, seat: i64, other: i64) -> i64:
    """The part of a hand that the seat knows."""
    w = state.w
    if seat == other:
        return w[z.HAND + other]
    if seat == SPECTATOR:
        return w[z.KNOWN + other]
    return w[z.KNOWN + other] + w[z.LEARNED + MAX_SEATS * seat + other]


def fill_hidden(state: z.Zones, seat: i64, rng: Rng) -> None:
    """Deal the unseen cards to the hidden places of a view."""
    w = state.w
    pool = unseen(state, seat)
    left = size(pool)
    for other in range(w[SEATS]):
        missing = w[z.SIZE + other] - size(w[z.HAND + other])
        while missing > 0:
            kind = nth(pool, rng.below(left))
            pool -= several(kind, 1)
            left -= 1
            w[z.HAND + other] += several(kind, 1)
            missing -= 1
        place: i64 = 0
        while place < z.closed_total(w[z.CLOSED + other]):
            kind = nth(pool, rng.below(left))
            pool -= several(kind, 1)
            left -= 1
            w[z.CLOSED + other] |= several(place, kind)
            place += 1
        if other != seat:
            w[PRIVATE + other] = fresh_digest(w[PUBLIC], w[z.HAND + other], other)
    place = 0
    while place < w[z.LEFT_TROUBLE]:
        kind = nth(pool, rng.below(left))
        pool -= several(kind, 1)
        left -= 1
        z.put_trouble(w, place, kind)
        place += 1


def hidden_cards(state: z.Zones, seat: int) -> list[int]:
    """The cards in hidden places: hands, closed cards, trouble pile, cards out of the round."""
    w = state.w
    cards: list[int] = []
    for other in range(int(w[SEATS])):
        q = i64(other)
        cards.extend(kinds(int(w[z.HAND + q] - seen_of_hand(state, i64(seat), q))))
        closed = int(z.closed_cards(w[z.CLOSED + q]))
        cards.extend(int(copies(closed, place)) for place in range(int(z.closed_total(w[z.CLOSED + q]))))
    cards.extend(trouble_cards(state))
    cards.extend(kinds(int(unseen(state, i64(seat))) - of(cards)))
    return cards


def arrange_cards(state: z.Zones, seat: int, cards: list[int]) -> None:
    """Put these cards into the hidden places, in the order of `hidden_cards`.

    What other seats alone have seen may no longer be true, so they remember of thefts what everybody knows.
    """
    w = state.w
    p = i64(seat)
    taken = 0
    for other in range(int(w[SEATS])):
        q = i64(other)
        seen = seen_of_hand(state, p, q)
        missing = int(w[z.SIZE + q] - size(seen))
        w[z.HAND + q] = seen + i64(of(cards[taken : taken + missing]))
        taken += missing
        total = int(z.closed_total(w[z.CLOSED + q]))
        w[z.CLOSED + q] -= z.closed_cards(w[z.CLOSED + q])
        for place in range(total):
            w[z.CLOSED + q] |= several(i64(place), i64(cards[taken + place]))
        taken += total
        if q != p:
            w[PRIVATE + q] = fresh_digest(w[PUBLIC], w[z.HAND + q], q)
    for i in range(MAX_SEATS * MAX_SEATS):
        if i // MAX_SEATS != seat:
            w[z.LEARNED + i64(i)] = 0
    lay_trouble(state, cards[taken : taken + int(w[z.LEFT_TROUBLE])])


def trouble_cards(state: z.Zones) -> list[int]:
    """The trouble pile, top first."""
    w = state.w
    places = range(int(w[z.LEFT_TROUBLE]) - 1, -1, -1)
    return [int(z.trouble_card(w, i64(place))) for place in places]
