"""The cards of the boxes as the rules read them: decks as tallies, what fits into which window, and the card programs.

`components.py` makes these tables from the data files and `language.py` the programs from the mechanics.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.state import Tables

MAX_SEATS: Final = 8
MAX_KINDS: Final = 256  # cards with a title of their own, drinks included
DRINKS: Final = 8  # the deck of the drinks comes after those of up to eight characters
RESERVE: Final = 9  # R102: the Special Reserve
STORIES: Final = 10  # R85
STABLE: Final = 11  # R92
PRIZES: Final = 12  # R83
FRONTS: Final = 13  # no deck of its own: all cards that can lie before a player
DECKS: Final = 14
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
PAID: Final = 14
EVENING: Final = 15  # RA95: what the active player has before it, after the Drink phase
WINDOWS: Final = 16

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
IN_PAID: Final = 20
IN_EVENING: Final = 21
ANY_LOST: Final = 22  # R124: after others have had their chance to hit back
MY_OPEN_DRINK: Final = 23  # RA112: it is not protected
MY_SPLIT_DRINK: Final = 24  # RA44: nor one that cannot be split by a card
MY_HARSH_DRINK: Final = 25  # it lowers F
DRINK_IGNORED: Final = 26
GOLD_GAINED: Final = 27  # RA109
MY_BLOW: Final = 28  # an own Action card that lowers F
MY_LOSS: Final = 29  # a card that lowers the player's F
MY_PLAIN_DRINK: Final = 30  # MY_DRINK, MY_OPEN_DRINK and MY_SPLIT_DRINK in one
MOMENTS: Final = 31

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
IGNORES_DRINK: Final = 16384
GAINS_GOLD: Final = 32768  # RA109
HURTS: Final = 65536  # its targets lose F,
INTOXICATES: Final = 131072  # or gain AC
HURTS_OWNER: Final = 262144  # its player loses F too
IS_SHOWN: Final = 524288  # the card has left the hand
PAID_FOR: Final = 1048576  # RA102: a payment that a card from hand asks for
IS_STORY: Final = 2097152  # a Story at work, for the card below
ALL_TRAITS: Final = 4194303

# Cards before a player that change something while they lie there, in `passive`.
TWICE: Final = 0  # R126: so many Action cards in the next Action phase
REDUCES: Final = 1  # RA96: every loss of F is so much smaller
NO_ACTION: Final = 2
HAND_LIMIT: Final = 3
TAX: Final = 4
PASSIVES: Final = 5

# What a Drink does besides AC and F (R41), in `effects` and in the row of a Drink: six bits a number.
EFFECT_BITS: Final = 6
AN_EFFECT: Final = 63
DRAWS: Final = 0
DISCARDS: Final = 1
EXCHANGES: Final = 2  # discards so many, then draws
EXCHANGE_DRAWS: Final = 3
HEALS: Final = 4  # discards up to so many, each for
HEAL_FORT: Final = 5  # so much F
REVEALS: Final = 6  # so many of the own deck, each Sometimes card for
REVEAL_AC: Final = 7  # so much AC
EFFECTS: Final = 0xFFFF_FFFF_FFFF
COUNTED_EFFECTS: Final = 0x03F0_3FFF_FFFF  # the numbers that add up and are halved, not those for each card
SPLITS: Final = 0x0001_0000_0000_0000  # R69: it is still to be split
NO_SPLIT: Final = 0x0002_0000_0000_0000  # RA44
PROTECTED: Final = 0x0004_0000_0000_0000  # RA112
COPIED: Final = 0x0008_0000_0000_0000  # R71: its cards are those of the first Drink on the table
FROM_DECK: Final = 0x0010_0000_0000_0000  # R42: it was revealed straight from a deck

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
        self.may = vec[i64]()  # by_window: the lowest bits of what can ever be played there
        self.company = vec[i64]()  # by_window: the lowest bits of what needs another player
        self.entry = vec[i64]()  # in_window: where the program of a card begins there, or -1
        self.traits = vec[i64]()  # in_window
        self.code = vec[i64]()  # verb, argument, verb, argument, ...
        self.part = vec[i64]()  # verb: which part of the machine does it
        self.asks = vec[i64]()  # verb: the decision that its frame's owner takes, 0 for none
        self.counts = vec[i64]()  # verb: 1 if its argument is a number of the card's row
        self.ac = vec[i64]()  # kind: of a Drink
        self.fort = vec[i64]()
        self.chaser = vec[i64]()
        self.event = vec[i64]()  # kind: where the program of a Drink Event begins, or -1 for a Drink
        self.effects = vec[i64]()  # kind: what a Drink does besides, see EFFECTS
        self.home = vec[i64]()  # kind: the deck that a drink, Story, animal or Prize belongs to, or -1
        self.home_fields = vec[i64]()  # kind: all its bits there
        self.side = vec[i64]()  # kind: where the program of a Story or animal begins when it is revealed, or -1
        self.side_traits = vec[i64]()  # kind: of a Story
        self.side_work = vec[i64]()  # kind: where a Story goes on when its card has worked
        self.boost = vec[i64]()  # kind: RA90: by how much a Story raises the numbers of its card
        self.foes = vec[i64]()  # kind: of an animal, the bits of its foes before its owner (R95)
        self.yields = vec[i64]()  # kind: 1 if the animal goes when its foe is there, else the foe does
        self.sometimes = vec[i64]()  # kind: 1 for a Sometimes card
        self.value = vec[i64]()  # kind: the number of a card in `passive`
        self.passive = vec[i64]()  # PASSIVES: the bits of such cards before a player
        self.animals: i64 = 0  # the bits of animals before a player
        self.stays: i64 = 0  # the bits of Elixirs in the Reserve
        self.bars = vec[i64]()  # R1, RA2: all drinks of the base box, of the Tavern Crew, of both
        self.teller: i64 = -1  # the character with the Stories,
        self.groom: i64 = -1  # with the stable,
        self.host: i64 = -1  # with the Special Reserve; -1 if the box has none
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
        self.visit: i64 = 0
        self.redraw: i64 = 0
        self.tasting: i64 = 0
        self.serving: i64 = 0
        self.end: i64 = 0


# Where things are in the vectors. These functions only count, so that the compiler can put them where they are called.


def fits_at(moment: i64, deck: i64) -> i64:
    """In `fits`."""
    return 16 * moment + deck


def ignores_at(card_kind: i64, stats: i64, deck: i64) -> i64:
    """In `ignores`: of a kind of card that affects these stats."""
    return 16 * (8 * card_kind + stats) + deck


def by_window(window: i64, deck: i64) -> i64:
    """In `may` and `company`."""
    return 16 * window + deck


def in_window(window: i64, kind: i64) -> i64:
    """In `entry` and `traits`."""
    return MAX_KINDS * window + kind


def at_bit(deck: i64, bit: i64) -> i64:
    """In `kind` and `field`: of a bit in the tallies of a deck."""
    return BITS * deck + bit


def in_deck(deck: i64, kind: i64) -> i64:
    """In `bit`."""
    return MAX_KINDS * deck + kind
