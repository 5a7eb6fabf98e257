"""Every event that moves what lies on the table.

Each method of `Zones` is one event. The referee's state and a seat's view run the same code; on a view a card that was
not seen is HIDDEN. What only the Tavern Crew brings is in `sides.py`.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.tables import DRINKS, InnTables, at_bit, in_deck
from tavern_engine.games.red_dragon_inn.zones import bar_set, mug_shift, mug_word, pile_top, seat_bit
from tavern_engine.state import HIDDEN, SEATS, TRUTH, VIEWER, State
from tavern_engine.tally import number, put, take


class Zones(State):
    """The words of The Red Dragon Inn and the events that change them."""

    def __init__(self, words: vec[i64], tables: InnTables) -> None:
        super().__init__(words, tables)
        self.inn = tables

    def clone(self) -> Zones:
        raise NotImplementedError

    def deals(self) -> i64:
        return 0

    def field(self, seat: i64, kind: i64) -> i64:
        """The field of a kind in the deck of a seat's character."""
        inn = self.inn
        deck = self.w[z.CHARACTER + seat]
        return inn.field[at_bit(deck, inn.bit[in_deck(deck, kind)])]

    def home_field(self, kind: i64) -> i64:
        """The field of a drink, Story, animal or Prize in the deck that it belongs to."""
        return self.inn.home_fields[kind]

    def front_field(self, kind: i64) -> i64:
        """The field of a card that lies before a player."""
        return self.inn.field[at_bit(t.FRONTS, self.inn.bit[in_deck(t.FRONTS, kind)])]

    def sees(self, w: vec[i64], seat: i64) -> bool:
        """Whether these words know the hand of the seat."""
        return w[VIEWER] == TRUTH or w[VIEWER] == seat

    def merge(self, deck: i64, one: i64, other: i64) -> i64:
        """Two tallies of one deck as one."""
        while other != 0:
            one = put(one, self.inn.field[at_bit(deck, number((other & -other) - 1))])
            other &= other - 1
        return one

    def without(self, deck: i64, one: i64, other: i64) -> i64:
        """A tally less the cards of another, all of which it holds."""
        while other != 0:
            one = take(one, self.inn.field[at_bit(deck, number((other & -other) - 1))])
            other &= other - 1
        return one

    def pile_size(self, w: vec[i64], seat: i64) -> i64:
        """How many cards a draw pile has, which everybody can count (RA4)."""
        return number(w[z.POOL + seat]) - w[z.SIZE + seat] + number(w[z.KNOWN + seat])

    # Setting up.

    def sit_down(self, w: vec[i64], seat: i64, deck: i64, gold: i64) -> None:
        """R1: character, markers, Gold."""
        self.tell(w, z.SIT_DOWN, seat, deck, gold)
        w[z.CHARACTER + seat] = deck
        w[z.FORTITUDE + seat] = self.inn.fortitude
        w[z.PURSE + seat] = gold
        w[z.POOL + seat] = self.inn.full[deck]
        if self.sees(w, seat):
            w[z.DECK + seat] = self.inn.full[deck]
        w[z.STILL_IN] |= seat_bit(seat)

    def set_bar(self, w: vec[i64], drinks: i64) -> None:
        """R1, R82: so many of the shuffled drinks are the Drink Deck; the rest is put away, or is the bar deck."""
        self.tell(w, z.SET_BAR, 0, 0, drinks)
        w[z.BATCH] = self.inn.bars[bar_set(w)]
        w[z.DRINK_DECK] = drinks
        w[z.BAR] = number(w[z.BATCH]) - drinks

    # Hands.

    def draw_cards(self, w: vec[i64], seat: i64, what: i64, amount: i64) -> None:
        """R3: from the own draw pile; only the owner sees them. Above the tally is its deck, for the text."""
        self.whisper(w, z.DRAW, seat, what, amount, seat_bit(seat))
        w[z.SIZE + seat] += amount
        w[z.DRAWN + seat] += amount
        if what != HIDDEN:
            deck = what >> z.MOST_IN_DECK
            cards = what - (deck << z.MOST_IN_DECK)
            w[z.HAND + seat] = self.merge(deck, w[z.HAND + seat], cards)
            w[z.DECK + seat] = self.without(deck, w[z.DECK + seat], cards)

    def shuffle(self, w: vec[i64], seat: i64) -> None:
        """R4, RA8: the discard becomes the draw pile; all other cards that nobody has seen go are in the hand."""
        self.tell(w, z.SHUFFLE, seat, 0, 0)
        deck = w[z.CHARACTER + seat]
        w[z.KNOWN + seat] = self.merge(deck, w[z.KNOWN + seat], w[z.POOL + seat])
        w[z.POOL + seat] = w[z.DISCARD + seat]
        w[z.DISCARD + seat] = 0
        if self.sees(w, seat):
            w[z.DECK + seat] = w[z.POOL + seat]
        else:
            w[z.HAND + seat] = w[z.KNOWN + seat]

    def give_up(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """A card leaves a hand in sight of all."""
        field = self.field(seat, kind)
        w[z.SIZE + seat] -= 1
        if w[z.KNOWN + seat] & field != 0:
            w[z.KNOWN + seat] = take(w[z.KNOWN + seat], field)
        else:
            w[z.POOL + seat] = take(w[z.POOL + seat], field)
        if self.sees(w, seat):
            w[z.HAND + seat] = take(w[z.HAND + seat], field)
        else:
            w[z.HAND + seat] = w[z.KNOWN + seat]

    def throw(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """R3: a discard, face up (RA4)."""
        self.tell(w, z.THROW, seat, kind, 0)
        self.give_up(w, seat, kind)
        w[z.DISCARD + seat] = put(w[z.DISCARD + seat], self.field(seat, kind))

    def plays(self, w: vec[i64], seat: i64, kind: i64, aim: i64) -> None:
        """R5, RA26: the card lies on the stack; `aim` says at whom or at which Drink it is aimed."""
        self.tell(w, z.PLAYS, seat, kind, aim)
        self.give_up(w, seat, kind)

    def resolved(self, w: vec[i64], seat: i64, kind: i64) -> None:
        self.tell(w, z.RESOLVED, seat, kind, 0)
        w[z.DISCARD + seat] = put(w[z.DISCARD + seat], self.field(seat, kind))

    def negated(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """R51: no effect on anyone, and discarded at once."""
        self.tell(w, z.NEGATED, seat, kind, 0)
        w[z.DISCARD + seat] = put(w[z.DISCARD + seat], self.field(seat, kind))

    # Markers and Gold.

    def fortify(self, w: vec[i64], seat: i64, amount: i64) -> None:
        """R10: a change of Fortitude that the limits allow."""
        self.tell(w, z.FORTIFY, seat, 0, amount)
        w[z.FORTITUDE + seat] += amount

    def intoxicate(self, w: vec[i64], seat: i64, amount: i64) -> None:
        """R10: a change of Alcohol Content that the limits allow."""
        self.tell(w, z.INTOXICATE, seat, 0, amount)
        w[z.ALCOHOL + seat] += amount

    def receive(self, w: vec[i64], receiver: i64, amount: i64) -> None:
        if receiver == z.THE_POT:
            w[z.COINS] += amount
        elif receiver != z.INN:
            w[z.PURSE + receiver - z.RECEIVER] += amount

    def pays(self, w: vec[i64], seat: i64, receiver: i64, amount: i64) -> None:
        self.tell(w, z.PAYS, seat, receiver, amount)
        w[z.PURSE + seat] -= amount
        self.receive(w, receiver, amount)

    def inn_pays(self, w: vec[i64], seat: i64, receiver: i64, amount: i64) -> None:
        """R133: the Inn pays what the seat owes."""
        self.tell(w, z.INN_PAYS, seat, receiver, amount)
        self.receive(w, receiver, amount)

    def turn_begins(self, w: vec[i64], seat: i64) -> None:
        self.tell(w, z.TURN_BEGINS, seat, 0, 0)
        w[z.TURN] = seat
        w[z.TURNS] += 1

    # Drinks.

    def lay_mug(self, w: vec[i64], seat: i64, batch: i64) -> None:
        """Put a face-down card of a batch on top of a Drink Me! pile."""
        at = w[z.MUGS + seat]
        w[mug_word(seat, at)] |= batch << mug_shift(at)
        w[z.MUGS + seat] += 1

    def lay_fine(self, w: vec[i64], seat: i64, batch: i64) -> None:
        """RA98: put a face-down Reserve Drink of a batch on the very top of a Drink Me! pile."""
        w[z.FINE + seat] |= batch << (z.BATCH_BITS * w[z.FINE_MUGS + seat])
        w[z.FINE_MUGS + seat] += 1

    def lift_mug(self, w: vec[i64], seat: i64) -> i64:
        """Take the top card of a Drink Me! pile away; its batch."""
        batch = pile_top(w, seat)
        if w[z.FINE_MUGS + seat] > 0:
            w[z.FINE_MUGS + seat] -= 1
            w[z.FINE + seat] -= batch << (z.BATCH_BITS * w[z.FINE_MUGS + seat])
        else:
            w[z.MUGS + seat] -= 1
            w[mug_word(seat, w[z.MUGS + seat])] -= batch << mug_shift(w[z.MUGS + seat])
        return batch

    def orders(self, w: vec[i64], seat: i64, receiver: i64) -> None:
        """R6, R45: the top card of the Drink Deck, seen by nobody, onto a Drink Me! pile."""
        self.tell(w, z.ORDERS, seat, receiver, 0)
        w[z.DRINK_DECK] -= 1
        self.lay_mug(w, receiver, w[z.DECK_BATCH])

    def reveal(self, w: vec[i64], seat: i64, kind: i64, source: i64) -> None:
        """R7, R34, R72: a drink is turned up from the seat's own pile or from a deck."""
        self.tell(w, z.REVEAL, seat, kind, source)
        w[z.REVEALED] += 1
        batch = w[z.DECK_BATCH]
        if source == z.FROM_BAR:
            w[z.DRINK_DECK] -= 1
        elif source == z.FROM_CELLAR:
            batch = w[z.CELLAR_BATCH]
            w[z.CELLAR] -= 1
        else:
            batch = self.lift_mug(w, seat)
        field = self.home_field(kind)
        if w[z.POOLED] & seat_bit(batch) == 0:
            w[z.BATCH + batch] = take(w[z.BATCH + batch], field)
        else:
            self.leaves_pool(w, batch, field)

    def leaves_pool(self, w: vec[i64], batch: i64, field: i64) -> None:
        """A card of a pooled batch is seen."""
        raise NotImplementedError

    def pour_out(self, w: vec[i64], drinks: i64, is_fine: i64) -> None:
        """RA51, RA99: drinks that are done with go to the Drink discard, or to that of the Reserve."""
        self.tell(w, z.POUR_OUT, 0, drinks, is_fine)
        if is_fine != 0:
            w[z.FINE_DREGS] = self.merge(t.RESERVE, w[z.FINE_DREGS], drinks)
        else:
            w[z.DREGS] = self.merge(DRINKS, w[z.DREGS], drinks)

    def refill(self, w: vec[i64], size: i64) -> None:
        """R32, R82, RA9: a new Drink Deck of so many cards, from the bar deck or from the shuffled discard."""
        self.tell(w, z.REFILL, 0, 0, size)
        if w[z.RULES] & z.BAR_DECK != 0 and w[z.BAR] > 0:
            w[z.DECK_BATCH] = w[z.BAR_BATCH]
            w[z.DRINK_DECK] = size
            w[z.BAR] -= size
        else:
            w[z.DECK_BATCH] = self.new_batch(w)
            w[z.DRINK_DECK] = size
            if w[z.RULES] & z.BAR_DECK != 0:
                w[z.BAR_BATCH] = w[z.DECK_BATCH]
                w[z.BAR] = number(w[z.DREGS]) - size
            w[z.BATCH + w[z.DECK_BATCH]] = w[z.DREGS]
            w[z.DREGS] = 0
        if w[z.RULES] & z.BAR_DECK != 0 and w[z.BAR] == 0 and w[z.DREGS] != 0:
            w[z.BAR_BATCH] = self.new_batch(w)
            w[z.BATCH + w[z.BAR_BATCH]] = w[z.DREGS]
            w[z.BAR] = number(w[z.DREGS])
            w[z.DREGS] = 0

    def new_batch(self, w: vec[i64]) -> i64:
        """A batch that no card is left of; if cards of all wait in piles, the first two become one."""
        for batch in range(i64(z.BATCHES)):
            if w[z.BATCH + batch] == 0 and w[z.POOLED] & seat_bit(batch) == 0:
                w[z.FINE_BATCHES] &= ~seat_bit(batch)
                return batch
        w[z.RULES] |= z.BLURRED
        one = self.plain_batch(w, 0)
        other = self.plain_batch(w, one + 1)
        w[z.BATCH + one] = self.merge(DRINKS, w[z.BATCH + one], w[z.BATCH + other])
        w[z.BATCH + other] = 0
        for word in range(z.DRINK_ME, i64(z.MUGS)):
            for at in range(0, i64(z.BATCH_BITS * z.PER_WORD), z.BATCH_BITS):
                if (w[word] >> at) & z.A_BATCH == other:
                    w[word] -= (other - one) << at
        if w[z.BAR_BATCH] == other:
            w[z.BAR_BATCH] = one
        if w[z.DECK_BATCH] == other:
            w[z.DECK_BATCH] = one
        return other

    def plain_batch(self, w: vec[i64], first: i64) -> i64:
        """The first batch from there on of drinks whose contents everybody knows."""
        while (w[z.POOLED] | w[z.FINE_BATCHES]) & seat_bit(first) != 0:
            first += 1
        return first

    # Gambling.

    def round_begins(self, w: vec[i64], seat: i64) -> None:
        """R18, RA56."""
        self.tell(w, z.ROUND_BEGINS, seat, 0, 0)
        w[z.GAMBLERS] = w[z.STILL_IN] & ~w[z.FALLEN] & ~w[z.OUTSIDE]
        w[z.MASTER] = seat + 1
        w[z.UNBEATEN] = 0
        w[z.COINS] = 0

    def takes_control(self, w: vec[i64], seat: i64, winning_hand: i64) -> None:
        """R18, R23."""
        self.tell(w, z.TAKES_CONTROL, seat, winning_hand, 0)
        w[z.MASTER] = seat + 1
        w[z.UNBEATEN] = winning_hand

    def leaves(self, w: vec[i64], seat: i64) -> None:
        """R24, R25."""
        self.tell(w, z.LEAVES, seat, 0, 0)
        w[z.GAMBLERS] &= ~seat_bit(seat)
        if w[z.MASTER] == seat + 1:
            w[z.MASTER] = 0
            w[z.UNBEATEN] = 0

    def pot_goes(self, w: vec[i64], receiver: i64, amount: i64) -> None:
        """R20, R25: the Round is over."""
        self.tell(w, z.POT_GOES, 0, receiver, amount)
        w[z.COINS] = 0
        self.receive(w, receiver, amount)
        w[z.GAMBLERS] = 0
        w[z.MASTER] = 0
        w[z.UNBEATEN] = 0
        if w[z.STAKED] != 0:
            self.prize_goes(w, receiver, w[z.STAKED] - 1)
            w[z.STAKED] = 0

    def prize_goes(self, w: vec[i64], receiver: i64, kind: i64) -> None:
        """R83: who takes the pot takes the Prize."""
        if receiver == z.INN:
            w[z.TROPHIES] = put(w[z.TROPHIES], self.home_field(kind))
        else:
            seat = receiver - z.RECEIVER
            w[z.FRONT + seat] = put(w[z.FRONT + seat], self.front_field(kind))

    def takes_pot(self, w: vec[i64], seat: i64, amount: i64) -> None:
        """Gold out of the pot while the Round goes on."""
        self.tell(w, z.TAKES_POT, seat, 0, amount)
        w[z.COINS] -= amount
        w[z.PURSE + seat] += amount

    # Losing.

    def falls(self, w: vec[i64], seat: i64) -> None:
        """RA53: out of the contest; removed when it is over."""
        self.tell(w, z.FALLS, seat, 0, 0)
        w[z.FALLEN] |= seat_bit(seat)

    def passes_out(self, w: vec[i64], seat: i64, heirs: i64, share: i64) -> None:
        """R14, RA79: out of the game; each of the heirs, a mask of seats, gets so much Gold, the Inn the rest."""
        self.tell(w, z.PASSES_OUT, seat, heirs, share)
        for other in range(w[SEATS]):
            if heirs & seat_bit(other) != 0:
                w[z.PURSE + other] += share
        self.leave_the_inn(w, seat)

    def is_broke(self, w: vec[i64], seat: i64) -> None:
        """R12: out of the game without Gold."""
        self.tell(w, z.BROKE, seat, 0, 0)
        self.leave_the_inn(w, seat)

    def leave_the_inn(self, w: vec[i64], seat: i64) -> None:
        """RA83: hand, deck and discard leave the game."""
        w[z.STILL_IN] &= ~seat_bit(seat)
        w[z.LEFT_AT + seat] = w[z.CHECKS] + 1
        w[z.PURSE + seat] = 0
        for word in range(z.HAND + seat, i64(z.DRAWN), 8):
            w[word] = 0
        if w[z.FRONT + seat] | w[z.OUTSIDE] != 0 or w[z.CHARACTER + seat] == self.inn.teller:
            self.clear_front(w, seat)

    def clear_front(self, w: vec[i64], seat: i64) -> None:
        """RA83, RA89, RA108: what a player leaves behind on the table."""
        raise NotImplementedError

    def check_ends(self, w: vec[i64]) -> None:
        """RA80: who goes out in a later check ranks higher."""
        self.tell(w, z.CHECK_ENDS, 0, 0, 0)
        w[z.CHECKS] += 1
        w[z.FALLEN] = 0
