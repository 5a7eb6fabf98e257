"""What a seat knows: views, sampled worlds, and the hidden places (RA4).

Hidden from all others is a hand, less what everybody can work out of it (`zones.py`); a hand and its owner's draw pile
are one pool. The order of all decks and piles is hidden from everybody and decided when a card is turned up.
"""

from mypy_extensions import i64

from tavern_engine.chance import Rng
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.choices import Choices
from tavern_engine.games.red_dragon_inn.tables import at_bit
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

    def kinds(self, seat: i64, zone: i64) -> list[int]:
        """The cards of a tally of the seat's deck, one by one, in order."""
        deck = self.w[z.CHARACTER + seat]
        cards: list[int] = []
        while zone != 0:
            cards.append(int(self.inn.kind[at_bit(deck, number((zone & -zone) - 1))]))
            zone &= zone - 1
        return cards

    def tally(self, seat: i64, zone: i64, cards: list[int]) -> i64:
        """A tally of the seat's deck with these cards put to it."""
        for kind in cards:
            zone = put(zone, self.field(seat, i64(kind)))
        return zone

    def hidden(self, seat: int) -> list[list[int]]:
        """For every other seat the unknown part of its hand, then its draw pile."""
        w = self.w
        pools: list[list[int]] = []
        for other in range(w[SEATS]):
            if other != i64(seat):
                unknown = self.without(w[z.CHARACTER + other], w[z.HAND + other], w[z.KNOWN + other])
                pools.append(self.kinds(other, unknown) + self.kinds(other, w[z.DECK + other]))
        return pools

    def arrange(self, seat: int, cards: list[list[int]]) -> State:
        world = self.clone()
        w = world.w
        pools = list(cards)
        for other in range(w[SEATS]):
            if other != i64(seat):
                pool = pools.pop(0)
                missing = int(w[z.SIZE + other] - number(w[z.KNOWN + other]))
                w[z.HAND + other] = self.tally(other, w[z.KNOWN + other], pool[:missing])
                w[z.DECK + other] = self.tally(other, 0, pool[missing:])
                w[PRIVATE + other] = fresh_digest(w[PUBLIC], w[z.HAND + other], other)
        return world
