"""Drawing, and cards turned up from a character deck (R3, R4, R115, RA6, RA113)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import draw
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.sides import Sides
from tavern_engine.games.red_dragon_inn.tables import at_bit
from tavern_engine.state import SEED_A, SEED_B
from tavern_engine.tally import put, take


def draw_some(state: Sides, w: vec[i64], seat: i64, missing: i64) -> None:
    """R4, RA6: so many cards; an empty draw pile is refilled from the discard at once."""
    deck = w[z.CHARACTER + seat]
    while True:
        pile = w[z.DECK + seat]
        cards: i64 = 0
        amount: i64 = 0
        while amount < missing and pile != 0:
            bit = draw(w[SEED_A], w[SEED_B], seat, w[z.DRAWN + seat] + amount, pile)
            field = state.inn.field[at_bit(deck, bit)]
            cards = put(cards, field)
            pile = take(pile, field)
            amount += 1
        if amount > 0:
            state.draw_cards(w, seat, cards + (deck << z.MOST_IN_DECK), amount)
        if w[z.DECK + seat] != 0 or w[z.DISCARD + seat] == 0 or (amount == 0 and missing <= 0):
            return
        missing -= amount
        state.shuffle(w, seat)


def turn_cards(state: Sides, w: vec[i64], seat: i64, amount: i64) -> i64:
    """R115, RA113: the top cards of the own deck are turned up and discarded; how many are Sometimes cards."""
    found: i64 = 0
    for _ in range(amount):
        if w[z.DECK + seat] == 0 and w[z.DISCARD + seat] != 0:
            state.shuffle(w, seat)
        if w[z.DECK + seat] != 0:
            bit = draw(w[SEED_A], w[SEED_B], seat, w[z.DRAWN + seat], w[z.DECK + seat])
            kind = state.inn.kind[at_bit(w[z.CHARACTER + seat], bit)]
            state.turns_card(w, seat, kind)
            if w[z.DECK + seat] == 0 and w[z.DISCARD + seat] != 0:
                state.shuffle(w, seat)
            state.resolved(w, seat, kind)
            found += state.inn.sometimes[kind]
    return found
