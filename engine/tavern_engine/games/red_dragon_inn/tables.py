"""The cards of the box as the rules read them: decks as tallies, what fits into which window, and the card programs.

`components.py` makes these tables from the data files and `language.py` the programs from the mechanics.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.state import Tables

MAX_SEATS: Final = 8
MAX_KINDS: Final = 256  # cards with a title of their own, drinks included
DRINKS: Final = 8  # the deck of the drinks comes after those of up to eight characters
DECKS: Final = 9
BITS: Final = 64

# The windows of section W, and the two decisions that are like windows. FREE comes in five points of a turn.
FREE: Final = 0
ORDERING: Final = 1  # FREE *acted* and *ordered*
PLAY: Final = 2
DRINK: Final = 3
EVENT: Final = 4
ANTE: Final = 5
PAY: Final = 6
LOST: Final = 7
ROUND: Final = 8
BET: Final = 9
WIN: Final = 10
LAST: Final = 11
REELING: Final = 12  # LAST between two steps of a contest (RA53)
ACT: Final = 13
WINDOWS: Final = 14

# The moments in which a card fits, each a part of one window or of several.
IN_ACT: Final = 0
IN_BET: Final = 1
IN_BET_OVER_ALL: Final = 2  # R23: also over Winning Hand!
IN_ANTE: Final = 3
IN_PAY: Final = 4
IN_LOST: Final = 5
IN_WIN: Final = 6
IN_ORDERING: Final = 7
AT_ANY_TIME: Final = 8
MY_DRINK: Final = 9
MY_STRONG_DRINK: Final = 10  # RA42: its AC is above 0
ANY_DRINK: Final = 11
ANOTHERS_DRINK: Final = 12
AFFECTED: Final = 13  # which of these fit is in `ignores`
SOMETIMES_CARD: Final = 14
DRINK_CHANGE: Final = 15
CHEATED: Final = 16  # while in the Round
CHEATED_ANYWAY: Final = 17  # also after leaving it
POT_SAFE: Final = 18  # RA65: ROUND, or PLAY in a Round of a card that neither antes nor ends it
POT: Final = 19  # RA65: ROUND, or PLAY in a Round; there is Gold in the pot
MOMENTS: Final = 20

# What a program is and does, in the TRAITS of its frame; most of it follows from its verbs.
FORT: Final = 1  # the stats of its targets that it affects (RA27)
AC: Final = 2
GOLD: Final = 4
STATS: Final = 7
CHANGES_DRINK: Final = 8  # RA36
ANTES: Final = 16
CONTROLS: Final = 32
CHEATS: Final = 64
IS_ACTION: Final = 128
IS_SOMETIMES: Final = 256
IS_ANYTIME: Final = 512
STARTS_ROUND: Final = 1024
ENDS_ROUND: Final = 2048  # or wins it, when it resolves (RA65)
IN_THE_ROUND: Final = 4096  # it works on a Round, and on nothing when that is over (RA66)
IS_CONTEST: Final = 8192  # a Drinking Contest under way

# Kinds of cards for `ignores`.
ACTION_CARD: Final = 0
SOMETIMES: Final = 1
ANYTIME_CARD: Final = 2


class InnTables(Tables):
    """Decks, windows and programs. Decks are tallies: `first` bit, `field` and `kind` are known for every bit."""

    def __init__(self, stamp: bytes) -> None:
        super().__init__(stamp)
        self.titles: list[str] = []  # kind
        self.names: list[str] = []  # deck: of the character
        self.full = vec[i64]()  # deck: all its cards
        self.first = vec[i64]()  # deck: the lowest bit of every kind
        self.field = vec[i64]()  # at_bit: all bits of the card that a bit stands for
        self.kind = vec[i64]()  # at_bit: that card
        self.bit = vec[i64]()  # in_deck: the lowest bit of a card, or -1
        self.fits = vec[i64]()  # fits_at: the lowest bits of what fits
        self.ignores = vec[i64]()  # ignores_at: the lowest bits of what ignores such a card
        self.entry = vec[i64]()  # in_window: where the program of a card begins there, or -1
        self.traits = vec[i64]()  # in_window
        self.code = vec[i64]()  # verb, argument, verb, argument, ...
        self.part = vec[i64]()  # verb: which part of the machine does it
        self.asks = vec[i64]()  # verb: the decision that its frame's owner takes, 0 for none
        self.ac = vec[i64]()  # kind: of a Drink
        self.fort = vec[i64]()
        self.chaser = vec[i64]()
        self.event = vec[i64]()  # kind: where the program of a Drink Event begins, or -1 for a Drink
        self.real_drinks: i64 = 0  # the bits of the drinks that are no Events
        self.strong_drinks: i64 = 0  # the bits of those with AC
        self.limit: i64 = 0  # R10: the highest F and AC
        self.fortitude: i64 = 0  # R1
        self.hand: i64 = 0
        self.turn_limit: i64 = 0  # RA86
        # Where the programs begin that are no cards.
        self.turn: i64 = 0
        self.turn_end: i64 = 0
        self.drinking: i64 = 0
        self.payment: i64 = 0
        self.ante: i64 = 0
        self.fee: i64 = 0
        self.losing: i64 = 0
        self.end: i64 = 0


# Where things are in the vectors. These functions only count, so that the compiler can put them where they are called.


def fits_at(moment: i64, deck: i64) -> i64:
    """In `fits`."""
    return 16 * moment + deck


def ignores_at(card_kind: i64, stats: i64, deck: i64) -> i64:
    """In `ignores`: of a kind of card that affects these stats."""
    return 16 * (8 * card_kind + stats) + deck


def in_window(window: i64, kind: i64) -> i64:
    """In `entry` and `traits`."""
    return MAX_KINDS * window + kind


def at_bit(deck: i64, bit: i64) -> i64:
    """In `kind` and `field`: of a bit in the tallies of a deck."""
    return BITS * deck + bit


def in_deck(deck: i64, kind: i64) -> i64:
    """In `bit`."""
    return MAX_KINDS * deck + kind
