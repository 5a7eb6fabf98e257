"""The words of a state: what lies on the table, and what is under way.

What is hidden, and what everybody can work out about it:

- A hand. KNOWN is the part of it that everybody can name: at a shuffle (R4) all cards that are not in the discard must
  be in the hand. The rest of the hand and the draw pile together are the POOL. A card played is taken from KNOWN first,
  for nobody can tell equal cards apart.
- The order of a draw pile, of the Drink Deck and of the Drink Me! piles is hidden from everybody, so it is nowhere: the
  card is drawn by lot when it is seen for the first time. Drinks that were shuffled together are one BATCH; a pile
  remembers of each of its cards which batch it came from, and the batch holds the cards not yet seen. Stories and
  animals are one batch each. Reserve Drinks always lie on top of a pile (R102), so they are a pile of their own.
- Which cards were in a pile when known ones were shuffled into it (R116). Such a pile is a new batch, and from then on
  its batches are POOLED: of each everybody knows what must be in it (SURE), and of all together what else they hold.

The words from CONTROL on are what is under way: the stack, the Drinks on the table, how far a Round has come. They
follow from what everybody saw, but are kept for the seat that is asked alone, as part of the question.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.state import SEATS

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
FINE: Final = MUGS + 8  # the batches of the Reserve Drinks on top of that pile, the top last,
FINE_MUGS: Final = FINE + 8  # and how many there are
FRONT: Final = FINE_MUGS + 8  # the cards before the seat, a tally of FRONTS
# Words of the table.
BATCH: Final = FRONT + 8  # the unseen cards of up to 15 batches of drinks
BATCHES: Final = 15
SURE: Final = BATCH + 15  # of a batch that is POOLED: the cards that everybody knows to be in it
POOLED: Final = SURE + 15  # a mask of batches
FINE_BATCHES: Final = POOLED + 1  # a mask: those of the Reserve
LOOSE: Final = FINE_BATCHES + 1  # what the pooled batches of drinks hold besides,
FINE_LOOSE: Final = LOOSE + 1  # and those of the Reserve
PILE_WORDS: Final = 4  # a Drink Me! pile has so many words,
PER_WORD: Final = 15  # each with the batches of so many cards,
BATCH_BITS: Final = 4  # in so many bits each
A_BATCH: Final = 15
REVEALED: Final = FINE_LOOSE + 1  # how many drinks were turned up so far
DRINK_DECK: Final = REVEALED + 1  # cards in the Drink Deck,
DECK_BATCH: Final = DRINK_DECK + 1  # all from this batch
BAR: Final = DECK_BATCH + 1  # cards in the bar deck (R82), or put away (R1),
BAR_BATCH: Final = BAR + 1
DREGS: Final = BAR_BATCH + 1  # the Drink discard
CELLAR: Final = DREGS + 1  # cards in the Reserve deck,
CELLAR_BATCH: Final = CELLAR + 1  # all from this batch
FINE_DREGS: Final = CELLAR_BATCH + 1  # the Reserve discard
TALES: Final = FINE_DREGS + 1  # the Story deck
TALES_TOLD: Final = TALES + 1  # the Story discard
TELLINGS: Final = TALES_TOLD + 1  # how many were revealed so far
STALL: Final = TELLINGS + 1  # the stable deck
STALL_LEFT: Final = STALL + 1  # the discarded animals
VISITS: Final = STALL_LEFT + 1  # how many were revealed so far
STALLS: Final = VISITS + 1  # the animals in the three stalls, kind plus 1, ten bits each
USED: Final = STALLS + 1  # the cards before the active player that were used this turn (R114), or came in it (RA89)
TROPHIES: Final = USED + 1  # the Prizes at the Inn,
TROPHIES_USED: Final = TROPHIES + 1  # and those in the discard
STAKED: Final = TROPHIES_USED + 1  # the Prize on the pot, kind plus 1
OUTSIDE: Final = STAKED + 1  # RA105: a mask of seats,
OUT_WITH: Final = OUTSIDE + 1  # and who took them out, plus 1
RULES: Final = OUT_WITH + 1  # the options: BAR_DECK, FULL_DECK, START_GOLD and so on
CAST: Final = RULES + 1  # the characters that seats asked for, plus 1, four bits a seat; 0: by lot
TURN: Final = CAST + 1
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
ROWS: Final = FEE_DUE + 1  # how many Drinks are on the table
ROW_AC: Final = ROWS + 1
ROW_FORT: Final = ROW_AC + 16
ROW_DRINKER: Final = ROW_FORT + 16  # plus 1; 0 when it was ignored
ROW_ROOT: Final = ROW_DRINKER + 16  # the row it was split from, or itself
ROW_SCORE: Final = ROW_ROOT + 16  # RA52, of a root
ROW_REVEALER: Final = ROW_SCORE + 16
ROW_CARDS: Final = ROW_REVEALER + 16  # the drinks that it is made of,
ROW_FINE: Final = ROW_CARDS + 16  # and the Reserve Drinks
ROW_EFFECTS: Final = ROW_FINE + 16  # what it does besides, and what may be done to it: see EFFECTS in `tables.py`
MAX_ROWS: Final = 16
DEPTH: Final = ROW_EFFECTS + 16  # frames on the stack
STACK: Final = DEPTH + 1
USUAL_DEPTH: Final = 11  # frames that there is always room for; a deeper stack makes the state longer (`stack.py`)
FRAME: Final = 16
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
EXTRA: Final = 9  # extra Drinks that are due after this one, four bits a seat (RA45); of a tasting its effects
SIDE: Final = 10  # the Story or animal that goes with it, kind plus 1
SIDE_AIM: Final = 11  # a mask of seats: the targets of the Story
BOOST: Final = 12  # RA90: by how much the numbers of the card are raised
WAY: Final = 13  # how the card is played, see SPLIT in `verbs.py`
SHIELDS: Final = 14  # how much less F seats lose to it, four bits a seat; above that a mask of those who saw to it
BLOWS: Final = 15  # how much more F seats lose to it, four bits a seat
LOSS_BITS: Final = 4  # of each seat in SHIELDS and BLOWS
A_LOSS: Final = 15
SHIELDERS: Final = 32  # where that mask begins

# Options.
BAR_DECK: Final = 1
BLURRED: Final = 2  # no option: two batches of drinks were made one
NAMED_GOLD: Final = 4  # START_GOLD was asked for; else it is that of R1
WITH_PRIZES: Final = 8
BOX_ORDER: Final = 16  # characters in the order of the boxes
WITH_SIDES: Final = 32  # no option: there are cards besides those in hands, and drinks
BOXES: Final = 64  # times 0: those that are needed, 1: the base box, 2: the Tavern Crew, 3: both
FULL_DECK: Final = 256  # times the number of drinks that make a Drink Deck
BAR_SET: Final = 65536  # times which drinks are in the bar, see `bars` in `tables.py`
START_GOLD: Final = 1048576  # times the Gold at the start

# Receivers of Gold, and seats plus RECEIVER.
INN: Final = 0
RECEIVER: Final = 1
THE_POT: Final = 9

# Where a drink is revealed from.
FROM_PILE: Final = 0
FROM_BAR: Final = 1
FROM_CELLAR: Final = 2

MOST_IN_DECK: Final = 56  # cards of one character
MOST_MUGS: Final = 60  # drinks, which may all wait in one pile
ON_DRINK: Final = 256  # times a Drink's row plus 1, in the aim of PLAYS
BY_WAY: Final = 8192  # times the way plus 1, in the aim of PLAYS
NO_FORT: Final = 32  # no change of F, in DRINKS_UP, which tells no number below 0
FOR_NOBODY: Final = 16  # plus a Drink's row, in CHANGES: nobody is to drink it
IN_ALL: Final = 16  # plus a Drink's row, in IS_COURAGE: all its AC becomes so much F, not as much as it was

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
TELLS: Final = 39
STORY_AIMS: Final = 40
STORY_ENDS: Final = 41
STAYS: Final = 42
USES: Final = 43
USES_KEPT: Final = 44
COMES: Final = 45
GOES: Final = 46
SETTLES_IN: Final = 47
SHUFFLES_SIDE: Final = 48
GETS_RESERVE: Final = 49
HANDS_OVER: Final = 50
STEPS_OUT: Final = 51
COMES_BACK: Final = 52
TURNS_CARD: Final = 53
TAKES_FROM_INN: Final = 54
STAKES_PRIZE: Final = 55
WASHES_IN: Final = 56
NAMES_RIVAL: Final = 57
SOFTENS: Final = 58
GETS_SHOT: Final = 59


def seat_bit(seat: i64) -> i64:
    """The seat as a mask. Good for numbers below 31: the compiler makes it a shift of 32 bits (else `tally.bit`)."""
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


def pile(w: vec[i64], seat: i64) -> i64:
    """How many cards a Drink Me! pile has, Reserve Drinks and others."""
    return w[MUGS + seat] + w[FINE_MUGS + seat]


def pile_top(w: vec[i64], seat: i64) -> i64:
    """The batch of the top card of a Drink Me! pile that has one; R102: Reserve Drinks lie on top."""
    at = w[FINE_MUGS + seat] - 1
    if at >= 0:
        return (w[FINE + seat] >> (BATCH_BITS * at)) & A_BATCH
    at = w[MUGS + seat] - 1
    return (w[mug_word(seat, at)] >> mug_shift(at)) & A_BATCH


def full_deck(w: vec[i64]) -> i64:
    """R1: how many drinks make a Drink Deck."""
    return w[RULES] // FULL_DECK % (BAR_SET // FULL_DECK)


def bar_set(w: vec[i64]) -> i64:
    """RA2: which drinks are in the bar, as a place in `bars`."""
    return w[RULES] // BAR_SET % (START_GOLD // BAR_SET)


def start_gold(w: vec[i64]) -> i64:
    return w[RULES] // START_GOLD
