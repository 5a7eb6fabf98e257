"""What lies on the table, and every event that moves it.

Each method of `Zones` is one event. The referee's state and a seat's view run the same code; on a view a card that was
not seen is HIDDEN. What is hidden, and what everybody can work out about it:

- A hand. KNOWN is the part of it that everybody can name: at a shuffle (R4) all cards that are not in the discard must
  be in the hand. The rest of the hand and the draw pile together are the POOL. A card played is taken from KNOWN first,
  for nobody can tell equal cards apart.
- The order of a draw pile, of the Drink Deck and of the Drink Me! piles is hidden from everybody, so it is nowhere: the
  card is drawn by lot when it is seen for the first time. Drinks that were shuffled together are one BATCH; a pile
  remembers of each of its cards which batch it came from, and the batch holds the cards not yet seen.

The words from CONTROL on are what is under way: the stack, the Drinks on the table, how far a Round has come. They
follow from what everybody saw, but are kept for the seat that is asked alone, as part of the question.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn.tables import DRINKS, InnTables, at_bit, in_deck
from tavern_engine.state import HIDDEN, SEATS, TRUTH, VIEWER, State
from tavern_engine.tally import number, put, take

# Words of a seat, one for each of eight seats. The first offset is a literal number: sums with constants of this module
# compile to constants, sums with imported ones do not. The rows of `layout.py` say what each word can hold.
HAND: Final = 17  # in a view: what the viewer knows of it
SIZE: Final = HAND + 8
KNOWN: Final = SIZE + 8
POOL: Final = KNOWN + 8
DECK: Final = POOL + 8  # the draw pile; 0 in the views of others
DISCARD: Final = DECK + 8
DRAWN: Final = DISCARD + 8  # cards drawn so far
FORTITUDE: Final = DRAWN + 8
ALCOHOL: Final = FORTITUDE + 8
PURSE: Final = ALCOHOL + 8
CHARACTER: Final = PURSE + 8  # which deck
LEFT_AT: Final = CHARACTER + 8  # the loss check in which the seat went out, from 1; 0 while it is in
DRINK_ME: Final = LEFT_AT + 8  # four words a seat, the batches of its Drink Me! pile, the top last; see `mug_word`
MUGS: Final = DRINK_ME + 32  # how many cards that pile has
# Words of the table.
BATCH: Final = MUGS + 8  # the unseen cards of up to 15 batches of drinks
BATCHES: Final = 15
PILE_WORDS: Final = 4  # a Drink Me! pile has so many words,
PER_WORD: Final = 15  # each with the batches of so many cards,
BATCH_BITS: Final = 4  # in so many bits each
A_BATCH: Final = 15
REVEALED: Final = BATCH + 15  # how many drinks were turned up so far
DRINK_DECK: Final = REVEALED + 1  # cards in the Drink Deck,
DECK_BATCH: Final = DRINK_DECK + 1  # all from this batch
BAR: Final = DECK_BATCH + 1  # cards in the bar deck (R82), or put away (R1),
BAR_BATCH: Final = BAR + 1
DREGS: Final = BAR_BATCH + 1  # the Drink discard
RULES: Final = DREGS + 1  # the options: BAR_DECK, FULL_DECK, CAST, START_GOLD
TURN: Final = RULES + 1
TURNS: Final = TURN + 1
CHECKS: Final = TURNS + 1  # loss checks that put somebody out
STILL_IN: Final = CHECKS + 1  # a mask of seats
FALLEN: Final = STILL_IN + 1  # RA53: passed out in a contest that goes on, a mask of seats
COINS: Final = FALLEN + 1  # the pot
GAMBLERS: Final = COINS + 1  # who is in the Round, a mask of seats; 0 when there is none
MASTER: Final = GAMBLERS + 1  # who is in control of it, plus 1
UNBEATEN: Final = MASTER + 1  # R23: 1 if the last control card was Winning Hand!
# What is under way.
CONTROL: Final = UNBEATEN + 1
BETTOR: Final = CONTROL  # whose gambling turn it is
PASSES: Final = BETTOR + 1  # passes in a row
WINNER: Final = PASSES + 1  # of the Round, plus 1
TAKER: Final = WINNER + 1  # who gets the pot instead, plus 1
IN_ROUND: Final = TAKER + 1  # 1 from the start of a Round to its end
FEE_DUE: Final = IN_ROUND + 1  # 1 while the fee of R32 is being paid
GLASSES: Final = FEE_DUE + 1  # the cards of the Drinks on the table
ROWS: Final = GLASSES + 1  # how many Drinks are on the table
ROW_AC: Final = ROWS + 1
ROW_FORT: Final = ROW_AC + 16
ROW_DRINKER: Final = ROW_FORT + 16  # plus 1; 0 when it was ignored
ROW_ROOT: Final = ROW_DRINKER + 16  # the row it was split from, or itself
ROW_SCORE: Final = ROW_ROOT + 16  # RA52, of a root
ROW_REVEALER: Final = ROW_SCORE + 16
MAX_ROWS: Final = 16
DEPTH: Final = ROW_REVEALER + 16  # frames on the stack
STACK: Final = DEPTH + 1
USUAL_DEPTH: Final = 14  # frames that there is always room for; a deeper stack makes the state longer (`stack.py`)
FRAME: Final = 10
LENGTH: Final = STACK + FRAME * USUAL_DEPTH

# The words of a frame.
PC: Final = 0
CARD: Final = 1  # kind plus 1; 0 for none
OWNER: Final = 2
TARGETS: Final = 3  # a mask of seats; of a payment its receiver
IGNORED: Final = 4  # a mask of seats; of a contest who pays its winner
LOSERS: Final = 5  # who lost F to it; of a contest who is ahead
STEP: Final = 6  # how far a verb or window has come
TRAITS: Final = 7
AMOUNT: Final = 8  # of a payment; else which Drink, whose turn to reveal, or of antes 1 when somebody has paid
EXTRA: Final = 9  # extra Drinks that are due after this one, four bits a seat (RA45)

# Options.
BAR_DECK: Final = 1
BLURRED: Final = 2  # no option: two batches of drinks were made one
NAMED_GOLD: Final = 4  # START_GOLD was asked for; else it is that of R1
FULL_DECK: Final = 256  # times the number of drinks that make a Drink Deck
CAST: Final = 65536  # times 0: characters by lot, 1: in order, 2 and up: the first seat plays this one
START_GOLD: Final = 1048576  # times the Gold at the start

# Receivers of Gold, and seats plus RECEIVER.
INN: Final = 0
RECEIVER: Final = 1
THE_POT: Final = 9

MOST_IN_DECK: Final = 56  # cards of one character
MOST_MUGS: Final = 60  # drinks, which may all wait in one pile
ON_DRINK: Final = 256  # times a Drink's row plus 1, in the aim of PLAYS
NO_FORT: Final = 32  # no change of F, in DRINKS_UP, which tells no number below 0
FOR_NOBODY: Final = 16  # plus a Drink's row, in CHANGES: nobody is to drink it

# The events.
SIT_DOWN: Final = 0
SET_BAR: Final = 1
DRAW: Final = 2
SHUFFLE: Final = 3
TURN_BEGINS: Final = 4
THROW: Final = 5
PLAYS: Final = 6
RESOLVED: Final = 7
NEGATED: Final = 8
IGNORES: Final = 9
FORTIFY: Final = 10
INTOXICATE: Final = 11
PAYS: Final = 12
INN_PAYS: Final = 13
ORDERS: Final = 14
REVEAL: Final = 15
POUR_OUT: Final = 16
REFILL: Final = 17
ROUND_BEGINS: Final = 18
TAKES_CONTROL: Final = 19
LEAVES: Final = 20
PASSES_BET: Final = 21
WINS_ROUND: Final = 22
POT_GOES: Final = 23
SOBERS: Final = 24
DRINKS_UP: Final = 25
CHANGES: Final = 26
HANDS_ON: Final = 27
SHARES: Final = 28
IS_COURAGE: Final = 29
OWES_DRINK: Final = 30
TIES: Final = 31
FALLS: Final = 32
WINS_CONTEST: Final = 33
PASSES_OUT: Final = 34
BROKE: Final = 35
GAME_ENDS: Final = 36
CHECK_ENDS: Final = 37
TAKES_POT: Final = 38


def seat_bit(seat: i64) -> i64:
    """The seat as a mask."""
    one: i64 = 1
    return one << seat


def clockwise(w: vec[i64], seat: i64, steps: i64) -> i64:
    """The seat so many steps to the left, at most once around."""
    seat += steps
    return seat - w[SEATS] if seat >= w[SEATS] else seat


def card_of(w: vec[i64], f: i64) -> i64:
    """The card of a frame, or -1."""
    return w[f + CARD] - 1


def drinker_of(w: vec[i64], row: i64) -> i64:
    """Who is to drink a Drink, or -1 for nobody."""
    return w[ROW_DRINKER + row] - 1


def master_of(w: vec[i64]) -> i64:
    """Who is in control of the Round, or -1 for nobody."""
    return w[MASTER] - 1


def winner_of(w: vec[i64]) -> i64:
    """Who has won the Round, or -1 for nobody."""
    return w[WINNER] - 1


def mug_word(seat: i64, at: i64) -> i64:
    """The word that remembers the batch of one card of a Drink Me! pile, counted from the bottom,"""
    return DRINK_ME + PILE_WORDS * seat + at // PER_WORD


def mug_shift(at: i64) -> i64:
    """and how far up in it."""
    return BATCH_BITS * (at % PER_WORD)


def pile_top(w: vec[i64], seat: i64) -> i64:
    """The batch of the top card of a Drink Me! pile that has one."""
    at = w[MUGS + seat] - 1
    return (w[mug_word(seat, at)] >> mug_shift(at)) & A_BATCH


def full_deck(w: vec[i64]) -> i64:
    """R1: how many drinks make a Drink Deck."""
    return w[RULES] // FULL_DECK % (CAST // FULL_DECK)


def cast_wanted(w: vec[i64]) -> i64:
    """How characters are given out: see CAST."""
    return w[RULES] // CAST % (START_GOLD // CAST)


def start_gold(w: vec[i64]) -> i64:
    return w[RULES] // START_GOLD


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
        deck = self.w[CHARACTER + seat]
        return self.inn.field[at_bit(deck, self.inn.bit[in_deck(deck, kind)])]

    def drink_field(self, kind: i64) -> i64:
        return self.inn.field[at_bit(DRINKS, self.inn.bit[in_deck(DRINKS, kind)])]

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
        return number(w[POOL + seat]) - w[SIZE + seat] + number(w[KNOWN + seat])

    # Setting up.

    def sit_down(self, w: vec[i64], seat: i64, deck: i64, gold: i64) -> None:
        """R1: character, markers, Gold."""
        self.tell(w, SIT_DOWN, seat, deck, gold)
        w[CHARACTER + seat] = deck
        w[FORTITUDE + seat] = self.inn.fortitude
        w[PURSE + seat] = gold
        w[POOL + seat] = self.inn.full[deck]
        if self.sees(w, seat):
            w[DECK + seat] = self.inn.full[deck]
        w[STILL_IN] |= seat_bit(seat)

    def set_bar(self, w: vec[i64], drinks: i64) -> None:
        """R1, R82: so many of the shuffled drinks are the Drink Deck; the rest is put away, or is the bar deck."""
        self.tell(w, SET_BAR, 0, 0, drinks)
        w[BATCH] = self.inn.full[DRINKS]
        w[DRINK_DECK] = drinks
        w[BAR] = number(self.inn.full[DRINKS]) - drinks

    # Hands.

    def draw_cards(self, w: vec[i64], seat: i64, what: i64, amount: i64) -> None:
        """R3: from the own draw pile; only the owner sees them. Above the tally is its deck, for the text."""
        self.whisper(w, DRAW, seat, what, amount, seat_bit(seat))
        w[SIZE + seat] += amount
        w[DRAWN + seat] += amount
        if what != HIDDEN:
            deck = what >> MOST_IN_DECK
            cards = what - (deck << MOST_IN_DECK)
            w[HAND + seat] = self.merge(deck, w[HAND + seat], cards)
            w[DECK + seat] = self.without(deck, w[DECK + seat], cards)

    def shuffle(self, w: vec[i64], seat: i64) -> None:
        """R4, RA8: the discard becomes the draw pile; all other cards that nobody has seen go are in the hand."""
        self.tell(w, SHUFFLE, seat, 0, 0)
        deck = w[CHARACTER + seat]
        w[KNOWN + seat] = self.merge(deck, w[KNOWN + seat], w[POOL + seat])
        w[POOL + seat] = w[DISCARD + seat]
        w[DISCARD + seat] = 0
        if self.sees(w, seat):
            w[DECK + seat] = w[POOL + seat]
        else:
            w[HAND + seat] = w[KNOWN + seat]

    def give_up(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """A card leaves a hand in sight of all."""
        field = self.field(seat, kind)
        w[SIZE + seat] -= 1
        if w[KNOWN + seat] & field != 0:
            w[KNOWN + seat] = take(w[KNOWN + seat], field)
        else:
            w[POOL + seat] = take(w[POOL + seat], field)
        if self.sees(w, seat):
            w[HAND + seat] = take(w[HAND + seat], field)
        else:
            w[HAND + seat] = w[KNOWN + seat]

    def throw(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """R3: a discard, face up (RA4)."""
        self.tell(w, THROW, seat, kind, 0)
        self.give_up(w, seat, kind)
        w[DISCARD + seat] = put(w[DISCARD + seat], self.field(seat, kind))

    def plays(self, w: vec[i64], seat: i64, kind: i64, aim: i64) -> None:
        """R5, RA26: the card lies on the stack; `aim` says at whom or at which Drink it is aimed."""
        self.tell(w, PLAYS, seat, kind, aim)
        self.give_up(w, seat, kind)

    def resolved(self, w: vec[i64], seat: i64, kind: i64) -> None:
        self.tell(w, RESOLVED, seat, kind, 0)
        w[DISCARD + seat] = put(w[DISCARD + seat], self.field(seat, kind))

    def negated(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """R51: no effect on anyone, and discarded at once."""
        self.tell(w, NEGATED, seat, kind, 0)
        w[DISCARD + seat] = put(w[DISCARD + seat], self.field(seat, kind))

    # Markers and Gold.

    def fortify(self, w: vec[i64], seat: i64, amount: i64) -> None:
        """R10: a change of Fortitude that the limits allow."""
        self.tell(w, FORTIFY, seat, 0, amount)
        w[FORTITUDE + seat] += amount

    def intoxicate(self, w: vec[i64], seat: i64, amount: i64) -> None:
        """R10: a change of Alcohol Content that the limits allow."""
        self.tell(w, INTOXICATE, seat, 0, amount)
        w[ALCOHOL + seat] += amount

    def receive(self, w: vec[i64], receiver: i64, amount: i64) -> None:
        if receiver == THE_POT:
            w[COINS] += amount
        elif receiver != INN:
            w[PURSE + receiver - RECEIVER] += amount

    def pays(self, w: vec[i64], seat: i64, receiver: i64, amount: i64) -> None:
        self.tell(w, PAYS, seat, receiver, amount)
        w[PURSE + seat] -= amount
        self.receive(w, receiver, amount)

    def inn_pays(self, w: vec[i64], seat: i64, receiver: i64, amount: i64) -> None:
        """R133: the Inn pays what the seat owes."""
        self.tell(w, INN_PAYS, seat, receiver, amount)
        self.receive(w, receiver, amount)

    def turn_begins(self, w: vec[i64], seat: i64) -> None:
        self.tell(w, TURN_BEGINS, seat, 0, 0)
        w[TURN] = seat
        w[TURNS] += 1

    # Drinks.

    def lay_mug(self, w: vec[i64], seat: i64, batch: i64) -> None:
        """Put a face-down card of a batch on top of a Drink Me! pile."""
        at = w[MUGS + seat]
        w[mug_word(seat, at)] |= batch << mug_shift(at)
        w[MUGS + seat] += 1

    def lift_mug(self, w: vec[i64], seat: i64) -> i64:
        """Take the top card of a Drink Me! pile away; its batch."""
        batch = pile_top(w, seat)
        w[MUGS + seat] -= 1
        w[mug_word(seat, w[MUGS + seat])] -= batch << mug_shift(w[MUGS + seat])
        return batch

    def orders(self, w: vec[i64], seat: i64, receiver: i64) -> None:
        """R6, R45: the top card of the Drink Deck, seen by nobody, onto a Drink Me! pile."""
        self.tell(w, ORDERS, seat, receiver, 0)
        w[DRINK_DECK] -= 1
        self.lay_mug(w, receiver, w[DECK_BATCH])

    def reveal(self, w: vec[i64], seat: i64, kind: i64, from_deck: i64) -> None:
        """R7, R34, R72: a drink is turned up from the seat's own pile or from the Drink Deck."""
        self.tell(w, REVEAL, seat, kind, from_deck)
        w[REVEALED] += 1
        batch = w[DECK_BATCH]
        if from_deck != 0:
            w[DRINK_DECK] -= 1
        else:
            batch = self.lift_mug(w, seat)
        w[BATCH + batch] = take(w[BATCH + batch], self.drink_field(kind))

    def pour_out(self, w: vec[i64], drinks: i64) -> None:
        """RA51: drinks that are done with go to the Drink discard."""
        self.tell(w, POUR_OUT, 0, drinks, 0)
        w[DREGS] = self.merge(DRINKS, w[DREGS], drinks)

    def refill(self, w: vec[i64], size: i64) -> None:
        """R32, R82, RA9: a new Drink Deck of so many cards, from the bar deck or from the shuffled discard."""
        self.tell(w, REFILL, 0, 0, size)
        if w[RULES] & BAR_DECK != 0 and w[BAR] > 0:
            w[DECK_BATCH] = w[BAR_BATCH]
            w[DRINK_DECK] = size
            w[BAR] -= size
        else:
            w[DECK_BATCH] = self.new_batch(w)
            w[DRINK_DECK] = size
            if w[RULES] & BAR_DECK != 0:
                w[BAR_BATCH] = w[DECK_BATCH]
                w[BAR] = number(w[DREGS]) - size
            w[BATCH + w[DECK_BATCH]] = w[DREGS]
            w[DREGS] = 0
        if w[RULES] & BAR_DECK != 0 and w[BAR] == 0 and w[DREGS] != 0:
            w[BAR_BATCH] = self.new_batch(w)
            w[BATCH + w[BAR_BATCH]] = w[DREGS]
            w[BAR] = number(w[DREGS])
            w[DREGS] = 0

    def new_batch(self, w: vec[i64]) -> i64:
        """A batch that no card is left of; if cards of all wait in piles, the first two become one."""
        batch: i64 = 0
        while batch < BATCHES and w[BATCH + batch] != 0:
            batch += 1
        if batch < BATCHES:
            return batch
        w[RULES] |= BLURRED
        w[BATCH] = self.merge(DRINKS, w[BATCH], w[BATCH + 1])
        w[BATCH + 1] = 0
        for word in range(DRINK_ME, i64(MUGS)):
            for at in range(0, i64(BATCH_BITS * PER_WORD), BATCH_BITS):
                batch = (w[word] >> at) & A_BATCH
                if batch == 1:
                    w[word] -= batch << at
        if w[BAR_BATCH] == 1:
            w[BAR_BATCH] = 0
        return 1

    # Gambling.

    def round_begins(self, w: vec[i64], seat: i64) -> None:
        """R18, RA56."""
        self.tell(w, ROUND_BEGINS, seat, 0, 0)
        w[GAMBLERS] = w[STILL_IN] & ~w[FALLEN]
        w[MASTER] = seat + 1
        w[UNBEATEN] = 0
        w[COINS] = 0

    def takes_control(self, w: vec[i64], seat: i64, winning_hand: i64) -> None:
        """R18, R23."""
        self.tell(w, TAKES_CONTROL, seat, winning_hand, 0)
        w[MASTER] = seat + 1
        w[UNBEATEN] = winning_hand

    def leaves(self, w: vec[i64], seat: i64) -> None:
        """R24, R25."""
        self.tell(w, LEAVES, seat, 0, 0)
        w[GAMBLERS] &= ~seat_bit(seat)
        if w[MASTER] == seat + 1:
            w[MASTER] = 0
            w[UNBEATEN] = 0

    def pot_goes(self, w: vec[i64], receiver: i64, amount: i64) -> None:
        """R20, R25: the Round is over."""
        self.tell(w, POT_GOES, 0, receiver, amount)
        w[COINS] = 0
        self.receive(w, receiver, amount)
        w[GAMBLERS] = 0
        w[MASTER] = 0
        w[UNBEATEN] = 0

    def takes_pot(self, w: vec[i64], seat: i64, amount: i64) -> None:
        """Gold out of the pot while the Round goes on."""
        self.tell(w, TAKES_POT, seat, 0, amount)
        w[COINS] -= amount
        w[PURSE + seat] += amount

    # Losing.

    def falls(self, w: vec[i64], seat: i64) -> None:
        """RA53: out of the contest; removed when it is over."""
        self.tell(w, FALLS, seat, 0, 0)
        w[FALLEN] |= seat_bit(seat)

    def passes_out(self, w: vec[i64], seat: i64, heirs: i64, share: i64) -> None:
        """R14, RA79: out of the game; each of the heirs, a mask of seats, gets so much Gold, the Inn the rest."""
        self.tell(w, PASSES_OUT, seat, heirs, share)
        for other in range(w[SEATS]):
            if heirs & seat_bit(other) != 0:
                w[PURSE + other] += share
        self.leave_the_inn(w, seat)

    def is_broke(self, w: vec[i64], seat: i64) -> None:
        """R12: out of the game without Gold."""
        self.tell(w, BROKE, seat, 0, 0)
        self.leave_the_inn(w, seat)

    def leave_the_inn(self, w: vec[i64], seat: i64) -> None:
        """RA83: hand, deck and discard leave the game."""
        w[STILL_IN] &= ~seat_bit(seat)
        w[LEFT_AT + seat] = w[CHECKS] + 1
        w[PURSE + seat] = 0
        for word in range(HAND + seat, i64(DRAWN), 8):
            w[word] = 0

    def check_ends(self, w: vec[i64]) -> None:
        """RA80: who goes out in a later check ranks higher."""
        self.tell(w, CHECK_ENDS, 0, 0, 0)
        w[CHECKS] += 1
        w[FALLEN] = 0
