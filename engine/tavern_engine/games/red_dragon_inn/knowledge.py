"""What a seat knows: views, sampled worlds, and the hidden places (RA4).

Hidden from all others is a hand, less what everybody can work out of it (`zones.py`); a hand and its owner's draw pile
are one pool. The order of all decks and piles is hidden from everybody and decided when a card is turned up; and so is
what was in a pile into which known cards were shuffled.
"""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import Rng
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.choices import Choices
from tavern_engine.games.red_dragon_inn.sides import places
from tavern_engine.games.red_dragon_inn.tables import at_bit, in_deck
from tavern_engine.games.red_dragon_inn.zones import seat_bit
from tavern_engine.state import PRIVATE, PUBLIC, SEATS, State, fresh_digest
from tavern_engine.tally import number, place, put, take


class Knowledge(Choices):
    """A state that can be seen with the eyes of one seat."""

    def mask(self, seat: i64) -> None:
        w = self.w
        for other in range(w[SEATS]):
            if other != seat:
                w[z.HAND + other] = w[z.KNOWN + other]
                w[z.DECK + other] = 0
        if w[z.POOLED] != 0:
            for batch in range(i64(z.BATCHES)):
                if w[z.POOLED] & seat_bit(batch) != 0:
                    w[z.BATCH + batch] = w[z.SURE + batch]

    def glimpse(self, w: vec[i64], seat: i64, word: i64) -> i64:
        if word < z.SIZE:
            return w[word] if word == z.HAND + seat else w[word - z.HAND + z.KNOWN]
        batch = word - z.BATCH
        return w[z.SURE + batch] if w[z.POOLED] & seat_bit(batch) != 0 else w[word]

    def fill(self, seat: i64, rng: Rng) -> None:
        """Deal every other hand from its pool."""
        w = self.w
        for other in range(w[SEATS]):
            if other != seat:
                deck = w[z.CHARACTER + other]
                hand = w[z.KNOWN + other]
                pile = w[z.POOL + other]
                left = number(pile)
                missing = w[z.SIZE + other] - number(hand)
                while missing > 0:
                    field = self.inn.field[at_bit(deck, place(pile, rng.below(left)))]
                    hand = put(hand, field)
                    pile = take(pile, field)
                    left -= 1
                    missing -= 1
                w[z.HAND + other] = hand
                w[z.DECK + other] = pile
                w[PRIVATE + other] = fresh_digest(w[PUBLIC], hand, other)
        self.fill_pools(rng)

    def redraw(self, rng: Rng) -> None:
        super().redraw(rng)
        self.fill_pools(rng)

    def fill_pools(self, rng: Rng) -> None:
        """Deal all that nobody knows."""
        if self.w[z.POOLED] != 0:
            self.fill_pool(t.DRINKS, rng)
            self.fill_pool(t.RESERVE, rng)

    def fill_pool(self, deck: i64, rng: Rng) -> None:
        """Deal what the pooled batches of a deck hold besides what everybody knows."""
        w = self.w
        loose = w[z.LOOSE + deck - t.DRINKS]
        left = number(loose)
        for batch in self.pooled(deck):
            contents = w[z.SURE + batch]
            missing = places(w, i64(batch)) - number(contents)
            while missing > 0:
                field = self.inn.field[at_bit(deck, place(loose, rng.below(left)))]
                contents = put(contents, field)
                loose = take(loose, field)
                left -= 1
                missing -= 1
            w[z.BATCH + batch] = contents

    def pooled(self, deck: i64) -> list[int]:
        """The pooled batches of a deck."""
        w = self.w
        ours = w[z.FINE_BATCHES] if deck == t.RESERVE else ~w[z.FINE_BATCHES]
        return [batch for batch in range(z.BATCHES) if w[z.POOLED] & ours & seat_bit(i64(batch)) != 0]

    def kinds(self, deck: i64, zone: i64) -> list[int]:
        """The cards of a tally of a deck, one by one, in order."""
        cards: list[int] = []
        while zone != 0:
            cards.append(int(self.inn.kind[at_bit(deck, number((zone & -zone) - 1))]))
            zone &= zone - 1
        return cards

    def tally(self, deck: i64, zone: i64, cards: list[int]) -> i64:
        """A tally of a deck with these cards put to it."""
        for kind in cards:
            zone = put(zone, self.inn.field[at_bit(deck, self.inn.bit[in_deck(deck, i64(kind))])])
        return zone

    def hidden(self, seat: int) -> list[list[int]]:
        """For every other seat the unknown part of its hand, then its draw pile; then pooled batches, deck by deck."""
        w = self.w
        pools: list[list[int]] = []
        for other in range(w[SEATS]):
            if other != i64(seat):
                deck = w[z.CHARACTER + other]
                unknown = self.without(deck, w[z.HAND + other], w[z.KNOWN + other])
                pools.append(self.kinds(deck, unknown) + self.kinds(deck, w[z.DECK + other]))
        for deck in (i64(t.DRINKS), i64(t.RESERVE)):
            pool: list[int] = []
            for batch in self.pooled(deck):
                pool += self.kinds(deck, self.without(deck, w[z.BATCH + batch], w[z.SURE + batch]))
            if pool:
                pools.append(pool)
        return pools

    def arrange(self, seat: int, cards: list[list[int]]) -> State:
        world = self.clone()
        w = world.w
        pools = list(cards)
        for other in range(w[SEATS]):
            if other != i64(seat):
                deck = w[z.CHARACTER + other]
                pool = pools.pop(0)
                missing = int(w[z.SIZE + other] - number(w[z.KNOWN + other]))
                w[z.HAND + other] = self.tally(deck, w[z.KNOWN + other], pool[:missing])
                w[z.DECK + other] = self.tally(deck, 0, pool[missing:])
                w[PRIVATE + other] = fresh_digest(w[PUBLIC], w[z.HAND + other], other)
        for deck in (i64(t.DRINKS), i64(t.RESERVE)):
            if w[z.LOOSE + deck - t.DRINKS] != 0:
                pool = pools.pop(0)
                for batch in self.pooled(deck):
                    missing = int(number(w[z.BATCH + batch]) - number(w[z.SURE + batch]))
                    w[z.BATCH + batch] = self.tally(deck, w[z.SURE + batch], pool[:missing])
                    pool = pool[missing:]
        return world
