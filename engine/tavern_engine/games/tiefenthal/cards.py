"""The cards, furnishings and tracks as the rules read them: `components.py` makes them from the TOML file."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.state import Tables

MAX_SEATS: Final = 4

# Kinds of cards; guests follow, each a kind of its own (pack.py).
REGULAR: Final = 0  # two kinds of regulars
NOBLE: Final = 2
HELPER: Final = 3
DISHWASHER: Final = 4
WAITRESS: Final = 5
TABLE: Final = 6
BREWER: Final = 7
GUEST: Final = 8
MAX_GUESTS: Final = 38
TAVERN_TYPES: Final = 5  # from HELPER on

# Furnishing tokens that can be upgraded; the first four at a special offer (T39).
F_TABLES: Final = 0
F_WAITRESS: Final = 1
F_DISHWASHER: Final = 2
F_BREWER: Final = 3
F_REGISTER: Final = 4
F_MONK: Final = 5
F_SAFE: Final = 6
F_BARREL: Final = 7
F_STORAGE: Final = 8
TOKENS: Final = 9
SPECIAL_OFFERS: Final = 4
LATER: Final = 7  # T42: tables, waitress and dishwasher work from the next round, a mask of tokens

# Where a die can be put (T28): the kinds of people, the spaces of the board, then single guests.
ON_REGISTER: Final = 3
ON_BARREL: Final = 4
ON_BREWER: Final = 5
ON_MONK: Final = 6
ON_GUEST: Final = 7
SPACES: Final = 45  # ON_GUEST + MAX_GUESTS

# Bonuses of the monastery and of guests (T48); a card is B_CARD + its kind.
NO_BONUS: Final = 0
B_THALERS: Final = 1
B_STEPS: Final = 2
B_NO_SERVICE: Final = 3
B_CARD: Final = 4  # a noble or a tavern card

LAST_SPACE: Final = 22
ANY_FACE: Final = 0x7E  # a mask of the faces 1 to 6


class TavernTables(Tables):
    """The component data."""

    def __init__(self, stamp: bytes) -> None:
        super().__init__(stamp)
        self.names: list[str] = []  # of kinds
        self.guests: i64 = 0  # how many there are
        self.cheap: i64 = 0  # the guests of the 3-beer pile, a mask
        self.accepts = vec[i64]()  # by space: the faces it takes, a mask
        self.pays = vec[i64]()  # by space: thalers (T34); 0 for spaces of the board
        self.points = vec[i64]()  # by kind
        self.cost = vec[i64]()  # by kind: thalers for tavern cards, beer for guests
        self.bonus = vec[i64]()  # by guest (T45)
        self.bonus_amount = vec[i64]()
        self.suits = vec[i64]()  # by face: the guests that take it, a mask
        self.upgrade_cost = vec[i64]()  # by token
        self.discount = vec[i64]()
        self.basic = vec[i64]()  # by token, what it gives
        self.upgraded = vec[i64]()
        self.track_bonus = vec[i64]()  # by space of the monastery
        self.track_amount = vec[i64]()
        self.rounds: i64 = 0
        self.round_bonus = vec[i64]()  # by round, first and second choice: actions, or -1 for none
        self.noble_price = vec[i64]()  # of 1, 2 and 3 nobles in beer
        self.supply: i64 = 0  # the common piles before anybody takes a card, as counts
        self.start_deck: i64 = 0
        self.coloured_dice: i64 = 0


def holds(mask: i64, place: i64) -> bool:
    """Whether a mask has this bit."""
    return (mask >> place) & 1 == 1


def bonus_choice(tavern: TavernTables, which: i64, choice: i64) -> i64:
    """T14: what a round offers as its first or second choice (0 or 1): an action, or one of those in `actions.py`."""
    return tavern.round_bonus[2 * which - 2 + choice]


def offer_card(token: i64) -> i64:
    """T39: the kind that lowers the cost of a token."""
    if token == F_TABLES:
        return TABLE
    if token == F_WAITRESS:
        return WAITRESS
    if token == F_DISHWASHER:
        return DISHWASHER
    return BREWER
