"""What a seat knows: views, sampled worlds, and the hidden places (D1 to D3, DA28, DA41).

Hidden from everybody are the closed reserve cards, the trouble pile, and the cards left out of the round. Hidden from
all others is a hand, less what was seen of it (`zones.py`). A sampled world lets other seats remember of thefts only
what everybody knows.
"""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import Rng
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import MAX_SEATS
from tavern_engine.games.dragon_vault.deal import lay_trouble
from tavern_engine.multiset import FIELDS, copies, kinds, nth, of, several, size
from tavern_engine.state import PRIVATE, PUBLIC, SEATS, SPECTATOR, State, fresh_digest


class Knowledge(z.Zones):
    """The words of Dragon's Vault through the eyes of a seat."""

    def mask(self, seat: i64) -> None:
        w = self.w
        for other in range(w[SEATS]):
            z.recall(w, other)
            w[z.CLOSED + other] -= z.closed_cards(w[z.CLOSED + other])
        for i in range(i64(MAX_SEATS * MAX_SEATS)):
            if i // MAX_SEATS != seat:
                w[z.LEARNED + i] = 0
        for i in range(i64(z.TROUBLE_WORDS)):
            w[z.TROUBLE + i] = 0

    def glimpse(self, w: vec[i64], seat: i64, word: i64) -> i64:
        if z.HAND <= word < z.SIZE:
            return seen_of_hand(w, seat, word - z.HAND)
        return w[word] - z.closed_cards(w[word])

    def unseen(self, seat: i64) -> i64:
        """All cards whose place the seat does not know, as a multiset."""
        w = self.w
        pool = self.vault.deck - w[z.PILE] - w[z.GONE]
        for other in range(w[SEATS]):
            pool -= w[z.OPEN + other] + seen_of_hand(w, seat, other)
        return pool

    def fill(self, seat: i64, rng: Rng) -> None:
        w = self.w
        pool = self.unseen(seat)
        left = size(pool)
        for other in range(w[SEATS]):
            for _ in range(w[z.SIZE + other] - size(w[z.HAND + other])):
                kind = nth(pool, rng.below(left))
                pool -= several(kind, 1)
                left -= 1
                w[z.HAND + other] += several(kind, 1)
            for place in range(z.closed_total(w[z.CLOSED + other])):
                kind = nth(pool, rng.below(left))
                pool -= several(kind, 1)
                left -= 1
                w[z.CLOSED + other] |= several(place, kind)
            if other != seat:
                w[PRIVATE + other] = fresh_digest(w[PUBLIC], w[z.HAND + other], other)
        for place in range(w[z.LEFT_TROUBLE]):
            kind = nth(pool, rng.below(left))
            pool -= several(kind, 1)
            left -= 1
            w[z.TROUBLE + place // FIELDS] |= several(place % FIELDS, kind)

    def redraw(self, rng: Rng) -> None:
        """Deal closed cards and the trouble pile anew from what is in no hand and does not lie open."""
        super().redraw(rng)
        w = self.w
        pool = self.vault.deck - w[z.PILE] - w[z.GONE]
        for seat in range(w[SEATS]):
            pool -= w[z.OPEN + seat] + w[z.HAND + seat]
            w[z.CLOSED + seat] -= z.closed_cards(w[z.CLOSED + seat])
        unseen: list[int] = []
        for left in range(size(pool), i64(0), -1):
            kind = nth(pool, rng.below(left))
            pool -= several(kind, 1)
            unseen.append(int(kind))
        for seat in range(w[SEATS]):
            for place in range(z.closed_total(w[z.CLOSED + seat])):
                w[z.CLOSED + seat] |= several(place, i64(unseen.pop()))
        lay_trouble(self, unseen[: int(w[z.LEFT_TROUBLE])])

    def hidden(self, seat: int) -> list[list[int]]:
        """One list: hands, closed cards, the trouble pile from its top, cards out of the round."""
        w = self.w
        cards: list[int] = []
        for other in range(int(w[SEATS])):
            q = i64(other)
            cards.extend(kinds(int(w[z.HAND + q] - seen_of_hand(w, i64(seat), q))))
            closed = int(z.closed_cards(w[z.CLOSED + q]))
            cards.extend(int(copies(closed, place)) for place in range(int(z.closed_total(w[z.CLOSED + q]))))
        for place in range(int(w[z.LEFT_TROUBLE]) - 1, -1, -1):
            cards.append(int(z.trouble_card(w, i64(place))))
        cards.extend(kinds(int(self.unseen(i64(seat))) - of(cards)))
        return [cards]

    def arrange(self, seat: int, cards: list[list[int]]) -> State:
        """What other seats alone have seen may no longer be true: they remember of thefts what everybody knows."""
        world = self.clone()
        w = world.w
        p = i64(seat)
        taken = 0
        for other in range(int(w[SEATS])):
            q = i64(other)
            seen = seen_of_hand(w, p, q)
            missing = int(w[z.SIZE + q] - size(seen))
            w[z.HAND + q] = seen + i64(of(cards[0][taken : taken + missing]))
            taken += missing
            total = int(z.closed_total(w[z.CLOSED + q]))
            w[z.CLOSED + q] -= z.closed_cards(w[z.CLOSED + q])
            for place in range(total):
                w[z.CLOSED + q] |= several(i64(place), i64(cards[0][taken + place]))
            taken += total
            if q != p:
                w[PRIVATE + q] = fresh_digest(w[PUBLIC], w[z.HAND + q], q)
        for i in range(MAX_SEATS * MAX_SEATS):
            if i // MAX_SEATS != seat:
                w[z.LEARNED + i64(i)] = 0
        lay_trouble(world, cards[0][taken : taken + int(w[z.LEFT_TROUBLE])])
        return world


def seen_of_hand(w: vec[i64], seat: i64, other: i64) -> i64:
    """The part of a hand that the seat knows."""
    if seat == other:
        return w[z.HAND + other]
    if seat == SPECTATOR:
        return w[z.KNOWN + other]
    return w[z.KNOWN + other] + w[z.LEARNED + MAX_SEATS * seat + other]
