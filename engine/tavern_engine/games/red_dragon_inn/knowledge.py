"""What a seat knows: views, sampled worlds, and the hidden places (RA4).

Hidden from all others is a hand, less what everybody can work out of it (`zones.py`); a hand and its owner's draw pile
are one pool. The order of all decks and piles is hidden from everybody and decided when a card is turned up.
"""

from mypy_extensions import i64

from tavern_engine.chance import Rng
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.tables import at_bit
from tavern_engine.games.red_dragon_inn.zones import Zones
from tavern_engine.state import PRIVATE, PUBLIC, SEATS, fresh_digest
from tavern_engine.tally import number, place, put, take


def blot_out(state: Zones, seat: i64) -> None:
    """Turn a copy of the truth into the view of one seat, or of the SPECTATOR."""
    w = state.w
    for other in range(w[SEATS]):
        if other != seat:
            w[z.HAND + other] = w[z.KNOWN + other]
            w[z.DECK + other] = 0


def fill_hidden(state: Zones, seat: i64, rng: Rng) -> None:
    """Deal every other hand from its pool."""
    w = state.w
    for other in range(w[SEATS]):
        if other != seat:
            deck = w[z.CHARACTER + other]
            hand = w[z.KNOWN + other]
            pile = w[z.POOL + other]
            left = number(pile)
            missing = w[z.SIZE + other] - number(hand)
            while missing > 0:
                field = state.inn.field[at_bit(deck, place(pile, rng.below(left)))]
                hand = put(hand, field)
                pile = take(pile, field)
                left -= 1
                missing -= 1
            w[z.HAND + other] = hand
            w[z.DECK + other] = pile
            w[PRIVATE + other] = fresh_digest(w[PUBLIC], hand, other)


def kinds(state: Zones, seat: i64, zone: i64) -> list[int]:
    """The cards of a tally of the seat's deck, one by one, in order."""
    deck = state.w[z.CHARACTER + seat]
    cards: list[int] = []
    while zone != 0:
        low = zone & -zone
        cards.append(int(state.inn.kind[at_bit(deck, number(low - 1))]))
        zone &= zone - 1
    return cards


def tally(state: Zones, seat: i64, cards: list[int]) -> int:
    """The tally of these cards of the seat's deck."""
    zone: i64 = 0
    for kind in cards:
        zone = put(zone, state.field(seat, i64(kind)))
    return int(zone)


def hidden_cards(state: Zones, seat: int) -> list[list[int]]:
    """For every other seat the unknown part of its hand, then its draw pile."""
    w = state.w
    pools: list[list[int]] = []
    for other in range(int(w[SEATS])):
        q = i64(other)
        if other != seat:
            unknown = state.without(w[z.CHARACTER + q], w[z.HAND + q], w[z.KNOWN + q])
            pools.append(kinds(state, q, unknown) + kinds(state, q, w[z.DECK + q]))
    return pools


def arrange_cards(state: Zones, seat: int, pools: list[list[int]]) -> None:
    """Put these cards into the hidden places, in the order of `hidden_cards`."""
    w = state.w
    waiting = list(pools)
    for other in range(int(w[SEATS])):
        q = i64(other)
        if other != seat:
            cards = waiting.pop(0)
            missing = int(w[z.SIZE + q] - number(w[z.KNOWN + q]))
            deck = w[z.CHARACTER + q]
            w[z.HAND + q] = state.merge(deck, w[z.KNOWN + q], i64(tally(state, q, cards[:missing])))
            w[z.DECK + q] = i64(tally(state, q, cards[missing:]))
            w[PRIVATE + q] = fresh_digest(w[PUBLIC], w[z.HAND + q], q)
