"""The twelve kinds of cards, the seven tricks, and what may lie on what (D16 to D22)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.state import Tables

# Villains are kinds 0 to 8 for the values 1 to 9; then the dragons.
ONE: Final = 0
TWO: Final = 1
THREE: Final = 2
FOUR: Final = 3
FIVE: Final = 4
SIX: Final = 5
SEVEN: Final = 6
EIGHT: Final = 7
NINE: Final = 8
ZERO: Final = 9
FIRE: Final = 10
PROTECTOR: Final = 11
KINDS: Final = 12
NONE: Final = -1

# Tricks in the order of D38; the open ones are a multiset like the cards.
QUICK_DRAGON: Final = 0
VILLAINS_VS_DRAGONS: Final = 1
SMALL_BUT_BRAVE: Final = 2
SURPRISE: Final = 3
CAROUSEL: Final = 4
GOLDEN_FEATHERS: Final = 5
REVEALING_SECRETS: Final = 6

MAX_SEATS: Final = 6
MAX_CLOSED: Final = 6
MAX_CARDS: Final = 105  # what the words of the trouble pile can hold

# Masks of four bits a kind.
VILLAINS: Final = 0x000F_FFFF_FFFF
BELOW_THREE: Final = 0x0000_0000_00FF
NINES: Final = 0x000F_0000_0000
DRAGONS: Final = 0xFFF0_0000_0000


def fitting(effective: i64, top: i64) -> i64:
    """A mask of the kinds that may be played on an area with this effective and this top card (NONE: no such card)."""
    kinds: i64 = VILLAINS  # D17; D22: a Zero counts as 0
    if effective == THREE:
        kinds = BELOW_THREE  # D19
    elif effective != NONE and effective != ZERO:
        kinds = (kinds >> (4 * effective)) << (4 * effective)  # D18
    if top >= ZERO:
        kinds &= ~NINES  # D21, D22
    if top != SIX:
        kinds |= DRAGONS  # D20
    return kinds


class VaultTables(Tables):
    """The component data as the rules read it: `components.py` makes it from the TOML file."""

    def __init__(self, stamp: bytes) -> None:
        super().__init__(stamp)
        self.deck: i64 = 0  # all playing cards of the box
        self.face = vec[i64]()  # coins on the face of each kind
        self.back: i64 = 0
        self.hand: i64 = 0
        self.stacks: i64 = 0  # each a closed card under an open one (D1)
        self.trouble: i64 = 0
        self.cap: i64 = 0
        self.threshold: i64 = 0
        self.turn_limit: i64 = 0
        self.tricks: i64 = 0  # the trick deck as a multiset
        self.hindrances: i64 = 0  # the hindrance pile as a multiset of the rows below
        self.row_hand = vec[i64]()  # D34: cards in hand, or 0 where the row does not change it
        self.row_doubles = vec[i64]()  # D35: stacks of closed on closed
        self.row_chaos = vec[i64]()  # D36: 1 for Chaos
