"""What decides who wins at The Red Dragon Inn, as numbers: points left, Gold, drinks that wait, and every card held."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.evaluation import Features
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit
from tavern_engine.games.red_dragon_inn.zones import seat_bit
from tavern_engine.multiset import lesser
from tavern_engine.state import PHASE, SEATS, State
from tavern_engine.tally import number

MARGINS: Final = (2, 3, 4, 5, 6, 8, 10, 13)  # how many points a seat has below each of these,
PURSES: Final = (2, 3, 4, 6, 9)  # and how much Gold
PLAIN: Final = (
    "margin", "gold", "fortitude", "alcohol", "cards", "drinks", "a drink", "turn", "turns until", "still in", "two in",
    "least margin", "margins", "least gold", "golds", "other cards",
)  # fmt: skip
MARGIN: Final = 16  # where each group begins
PURSE: Final = MARGIN + 8
CHARACTER: Final = PURSE + 5
CARD: Final = CHARACTER + 8


class InnFeatures(Features):
    """Read when somebody is about to act: hands are drawn up, and nothing is on the table."""

    def __init__(self, inn: InnTables) -> None:
        self.inn = inn
        self.margins = vec[i64](MARGINS)
        self.purses = vec[i64](PURSES)
        held, before = kinds_in(inn, list(range(t.DRINKS))), kinds_in(inn, [t.FRONTS])
        names = [*PLAIN, *(f"margin below {one}" for one in MARGINS), *(f"gold below {one}" for one in PURSES)]
        names += [f"is {inn.names[deck] if deck < len(inn.names) else deck}" for deck in range(t.DRINKS)]
        self.card = vec[i64]([0] * t.MAX_KINDS)
        self.front = vec[i64]([0] * t.MAX_KINDS)
        for kind in held:
            self.card[kind] = i64(len(names))
            names.append(f"holds {inn.titles[kind]}")
        for kind in before:
            self.front[kind] = i64(len(names))
            names.append(f"has {inn.titles[kind]}")
        self.places = vec[i64]([0] * (2 * t.BITS))  # of the cards that were counted
        self.counted: i64 = 0
        super().__init__(names)

    def is_in(self, state: State, seat: i64) -> bool:
        return state.w[z.LEFT_AT + seat] == 0

    def is_calm(self, state: State) -> bool:
        return state.w[PHASE] == c.ACTING and state.w[z.DEPTH] == 1

    def read(self, state: State, seat: i64) -> None:
        w = state.w
        x = self.numbers
        self.forget(x)
        margin = w[z.FORTITUDE + seat] - w[z.ALCOHOL + seat]
        purse = w[z.PURSE + seat]
        x[0] = margin
        x[1] = lesser(purse, 30)
        x[2] = w[z.FORTITUDE + seat]
        x[3] = w[z.ALCOHOL + seat]
        x[4] = w[z.SIZE + seat]
        x[5] = z.pile(w, seat)
        if x[5] > 0:
            x[6] = 1
        self.read_table(w, seat)
        for place in range(i64(len(self.margins))):
            if margin < self.margins[place]:
                x[MARGIN + place] = self.margins[place] - margin
        for place in range(i64(len(self.purses))):
            if purse < self.purses[place]:
                x[PURSE + place] = self.purses[place] - purse
        deck = w[z.CHARACTER + seat]
        x[CHARACTER + deck] = 1
        cards = w[z.HAND + seat]
        while cards != 0:
            low = cards & -cards
            cards &= cards - 1
            self.count(x, self.card[self.inn.kind[at_bit(deck, number(low - 1))]])
        cards = w[z.FRONT + seat]
        while cards != 0:
            low = cards & -cards
            cards &= cards - 1
            self.count(x, self.front[self.inn.kind[at_bit(t.FRONTS, number(low - 1))]])

    def forget(self, x: vec[i64]) -> None:
        """Make all numbers 0: of the many cards only those that were counted."""
        for place in range(CARD):
            x[place] = 0
        for at in range(self.counted):
            x[self.places[at]] = 0
        self.counted = 0

    def count(self, x: vec[i64], place: i64) -> None:
        """One more card of this sort."""
        x[place] += 1
        self.places[self.counted] = place
        self.counted += 1

    def read_table(self, w: vec[i64], seat: i64) -> None:
        """Whose turn it is, and how the others stand."""
        x = self.numbers
        least: i64 = 30
        least_gold: i64 = 30
        seats = w[SEATS]
        others: i64 = 0
        for steps in range(1, seats):
            other = z.clockwise(w, seat, steps)
            if w[z.STILL_IN] & seat_bit(other) != 0:
                margin = w[z.FORTITUDE + other] - w[z.ALCOHOL + other]
                gold = lesser(w[z.PURSE + other], 30)
                others += 1
                least = lesser(least, margin)
                least_gold = lesser(least_gold, gold)
                x[12] += margin
                x[14] += gold
                x[15] += w[z.SIZE + other]
        x[7] = i64(1) if w[z.TURN] == seat else i64(0)
        other = w[z.TURN]
        while other != seat:
            if w[z.STILL_IN] & seat_bit(other) != 0:
                x[8] += 1
            other = z.clockwise(w, other, 1)
        x[9] = others
        x[10] = i64(1) if others == 1 else i64(0)
        x[11] = least
        x[13] = least_gold
        if others > 1:
            x[12] = x[12] // others
            x[14] = x[14] // others
            x[15] = x[15] // others


def kinds_in(inn: InnTables, decks: list[int]) -> list[int]:
    """The kinds of cards that these decks have, each once."""
    found = [
        int(inn.kind[at_bit(deck, bit)]) for deck in decks for bit in range(t.BITS - 1) if inn.full[deck] >> bit & 1
    ]
    return sorted(set(found))
