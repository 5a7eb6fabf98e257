"""What lies on the table, and every event that changes it.

What nobody can know is nowhere: a deck is what lies on top in sight of all (KNOWN) and a pack of what the rest may be
in any order (REST); a card of the rest is drawn by lot when it is turned up. So all words are open to everybody, except
what a seat has chosen in phase A while others still choose (SECRET).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal.actions import A_CHEAP, A_COLOURED, A_TAKE, A_TURN
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.multiset import copies as showing
from tavern_engine.multiset import lesser
from tavern_engine.multiset import several as several_dice
from tavern_engine.pack import copies, several
from tavern_engine.state import HIDDEN, SEATS, State
from tavern_engine.tally import bit, number

# Words of a seat, one for each of four seats. The first offset is a literal number: sums with constants of this module
# compile to constants, sums with imported ones do not. The rows of `layout.py` say what each word can hold.
REST: Final = 17  # the shuffled part of the deck: a pack
REST_GUESTS: Final = REST + 4
PILE: Final = REST_GUESTS + 4  # the discard pile
PILE_GUESTS: Final = PILE + 4
LAID: Final = PILE_GUESTS + 4  # what lies in the tavern
LAID_GUESTS: Final = LAID + 4
SERVED: Final = LAID_GUESTS + 4  # and has been served: counts of regulars
SERVED_GUESTS: Final = SERVED + 4
LOTS: Final = SERVED_GUESTS + 4  # cards drawn by lot so far
POINTS: Final = LOTS + 4  # on all cards of the seat
WHITE: Final = POINTS + 4  # dice below the board, and their faces (multiset.py)
COLOURED: Final = WHITE + 4
COASTER: Final = COLOURED + 4  # dice on the coaster in front of the seat
WASHERS: Final = COASTER + 4  # how often dishwashers can help in this service, known when it begins
WASHED: Final = WASHERS + 4  # how often they have helped
UPGRADED: Final = WASHED + 4  # furnishing tokens turned over, a mask
FRESH: Final = UPGRADED + 4  # those of them that work from the next round only
THALERS: Final = FRESH + 4
BEER: Final = THALERS + 4
TRACK: Final = BEER + 4  # the space of the monastery
BAR: Final = TRACK + 4  # bar guests
DONE: Final = BAR + 4  # what can be done once a round and has been done, a mask
SECRET: Final = DONE + 4  # what the seat has chosen in phase A and not shown yet: the action plus 1
KNOWN_SIZE: Final = SECRET + 4
KNOWN: Final = KNOWN_SIZE + 4  # 19 words a seat: cards on top that everybody saw (see `card_in`), the top last
# Words of the table.
SUPPLY: Final = KNOWN + 76  # the common piles, as counts
CHEAP: Final = SUPPLY + 1  # guests of the 3-beer pile that nobody has seen yet, a mask
GUESTS: Final = CHEAP + 1  # guests of the face-down deck
OFFER: Final = GUESTS + 1  # guests on offer (see `card_in`); place 0 is the 3-beer pile
ROUND: Final = OFFER + 1
STARTER: Final = ROUND + 1
OFFERED: Final = STARTER + 1  # which choices of the round's bonus were there when it began: 1 the first, 2 the second
LENGTH: Final = OFFERED + 1

KNOWN_WORDS: Final = 19  # for all the cards that can ever lie on one deck
PER_WORD: Final = 10
PLACES: Final = 5

# DONE: the bits 0 to 4 are purchases of tavern cards.
GUEST_WON: Final = 32
REGISTER_USED: Final = 64
BARREL_USED: Final = 128
NOBLES_SERVED: Final = 256

UNKNOWN_CHOICE: Final = -1  # in SECRET, in the views of others

# The events.
ROUND_BEGINS: Final = 0
BAR_GUEST: Final = 1
CHOOSE: Final = 2
REVEAL: Final = 3
GAIN: Final = 4
COME: Final = 5
INVITE: Final = 6
FREE_UPGRADE: Final = 7
ROLL_COLOURED: Final = 8
DRAW: Final = 9
SHUFFLE: Final = 10
START_OVER: Final = 11
ROLL: Final = 12
PICK: Final = 13
PASS_ON: Final = 14
SERVICE_BEGINS: Final = 15
USE: Final = 16
USE_BAR_GUEST: Final = 17
STEP: Final = 18
EARN: Final = 19
BUY: Final = 20
UPGRADE: Final = 21
WIN: Final = 22
WIN_NOBLES: Final = 23
REMOVE: Final = 24
SERVICE_ENDS: Final = 25
CLOSE: Final = 26
GAME_ENDS: Final = 27
RAISE: Final = 28


# Reading the words.


def card_in(word: i64, place: i64) -> i64:
    """The card at a place of a word that holds cards plus 1 in six bits each; -1 for none."""
    return ((word >> (6 * place)) & 63) - 1


def at_place(card: i64, place: i64) -> i64:
    """A card as part of such a word."""
    return (card + 1) << (6 * place)


def dice(w: vec[i64], seat: i64) -> i64:
    """The dice of a seat below its board."""
    return w[WHITE + seat] + w[COLOURED + seat]


def is_turned(w: vec[i64], seat: i64, token: i64) -> bool:
    """T38: whether the token is turned over, even if it works from the next round only."""
    return c.holds(w[UPGRADED + seat], token)


def is_upgraded(w: vec[i64], seat: i64, token: i64) -> bool:
    """T42: whether the token is turned over and works by now."""
    return c.holds(w[UPGRADED + seat] & ~w[FRESH + seat], token)


def worth(w: vec[i64], tavern: TavernTables, seat: i64, token: i64) -> i64:
    """What a token gives now."""
    return tavern.upgraded[token] if is_upgraded(w, seat, token) else tavern.basic[token]


def brewing(w: vec[i64], tavern: TavernTables, seat: i64) -> i64:
    """T34: the beer for a die on the brewer."""
    return worth(w, tavern, seat, c.F_BREWER) + copies(w[LAID + seat], c.BREWER)


def has_bought(done: i64, kind: i64) -> bool:
    """T37: whether a tavern card of this kind is among what has been done in this round."""
    return c.holds(done, kind - c.HELPER)


def on_sale(done: i64, supply: i64, kind: i64) -> bool:
    """T37, TA17: whether a tavern card is there for a seat that has not bought its like in this round."""
    return not has_bought(done, kind) and copies(supply, kind) > 0


def washers(w: vec[i64], tavern: TavernTables, seat: i64) -> i64:
    """T29: dishwashers in the tavern, a permanent one included."""
    return copies(w[LAID + seat], c.DISHWASHER) + worth(w, tavern, seat, c.F_DISHWASHER)


def washers_left(w: vec[i64], seat: i64) -> i64:
    """T29: how often a dishwasher can still help in this service."""
    return w[WASHERS + seat] - w[WASHED + seat]


def washers_lost(w: vec[i64], tavern: TavernTables, seat: i64, returned: i64) -> i64:
    """TA10: how much help goes unused if so many dishwasher cards are returned now; used ones are returned first."""
    lost = washers_left(w, seat) - (washers(w, tavern, seat) - returned)
    return lost if lost > 0 else i64(0)


def washers_needed(accepts: i64, face: i64) -> i64:
    """T29: by how much a die must be raised to be put on a space; more than 5 if it cannot be."""
    raised: i64 = 0
    while not c.holds(accepts, face + raised):
        raised += 1
        if face + raised > 6:
            return 6
    return raised


def upgrade_price(tavern: TavernTables, token: i64, returned: i64) -> i64:
    """T38, T39: thalers for an upgrade when so many cards are returned."""
    price = tavern.upgrade_cost[token] - returned * tavern.discount[token]
    return price if price > 0 else i64(0)


def next_space(space: i64) -> i64:
    """TA3: the space of the monastery after this one; from the last one a step leads to space 1."""
    return space + 1 if space < c.LAST_SPACE else i64(1)


def waiting(laid: i64, served: i64, regular: i64) -> i64:
    """How many of the regulars of this kind that are laid out have not been served."""
    return copies(laid, regular) - copies(served, regular)


def tables_free(w: vec[i64], tavern: TavernTables, seat: i64) -> i64:
    """T17 to T19: tables that are not taken."""
    laid = w[LAID + seat]
    seated = copies(laid, c.REGULAR) + copies(laid, c.REGULAR + 1) + number(w[LAID_GUESTS + seat])
    if copies(laid, c.NOBLE) > 0:
        seated += 1
    return worth(w, tavern, seat, c.F_TABLES) + copies(laid, c.TABLE) - seated


def place_of(w: vec[i64], guest: i64) -> i64:
    """The place where a guest is on offer, or PLACES."""
    place: i64 = 0
    while place < PLACES and card_in(w[OFFER], place) != guest:
        place += 1
    return place


def known_word(seat: i64, card: i64) -> i64:
    """The word that holds a card on top of a deck, counted from the lowest that everybody saw."""
    return KNOWN + KNOWN_WORDS * seat + card // PER_WORD


def known_card(w: vec[i64], seat: i64, card: i64) -> i64:
    """The kind of such a card."""
    return card_in(w[known_word(seat, card)], card % PER_WORD)


class Zones(State):
    """The words of The Taverns of Tiefenthal and the events that change them."""

    def __init__(self, words: vec[i64], tables: TavernTables) -> None:
        super().__init__(words, tables)
        self.tavern = tables

    def deals(self) -> i64:
        """A round begins with nothing that only some have seen."""
        return self.w[ROUND]

    # Cards.

    def put_on_top(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """T55: a card gained lies uppermost on the deck, in sight of all."""
        size = w[KNOWN_SIZE + seat]
        w[known_word(seat, size)] += at_place(kind, size % PER_WORD)
        w[KNOWN_SIZE + seat] = size + 1
        w[POINTS + seat] += self.tavern.points[kind]

    def known_top(self, w: vec[i64], seat: i64) -> i64:
        """The top card of the deck if everybody knows it, else HIDDEN."""
        last = w[KNOWN_SIZE + seat] - 1
        return known_card(w, seat, last) if last >= 0 else i64(HIDDEN)

    def gain(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """T41, T48, T55: a card from the common piles, on top."""
        self.tell(w, GAIN, seat, kind, 0)
        w[SUPPLY] -= several(kind, 1)
        self.put_on_top(w, seat, kind)

    def come(self, w: vec[i64], guest: i64, place: i64) -> None:
        """T5, T44: a guest is turned up."""
        self.tell(w, COME, 0, guest, place)
        if place == 0 and w[CHEAP] != 0:
            w[CHEAP] -= bit(guest)
        else:
            w[GUESTS] -= bit(guest)
        w[OFFER] += at_place(guest, place)

    def leave_offer(self, w: vec[i64], guest: i64) -> None:
        w[OFFER] -= at_place(guest, place_of(w, guest))

    def invite(self, w: vec[i64], seat: i64, guest: i64) -> None:
        """T14: the 3-beer guest for nothing, on top."""
        self.tell(w, INVITE, seat, guest, 0)
        self.leave_offer(w, guest)
        self.put_on_top(w, seat, c.GUEST + guest)

    def win(self, w: vec[i64], seat: i64, guest: i64) -> None:
        """T43: a guest for beer, on top."""
        self.tell(w, WIN, seat, guest, 0)
        w[BEER + seat] -= self.tavern.cost[c.GUEST + guest]
        w[DONE + seat] |= GUEST_WON
        self.leave_offer(w, guest)
        self.put_on_top(w, seat, c.GUEST + guest)

    # The evening.

    def round_begins(self, w: vec[i64], starter: i64, which: i64) -> None:
        """T14: the moon moves on."""
        self.tell(w, ROUND_BEGINS, starter, 0, which)
        w[ROUND] = which
        w[STARTER] = starter
        w[OFFERED] = self.live_offer(w)

    def live_offer(self, w: vec[i64]) -> i64:
        """TA17: which choices of the round's bonus are there now: 1 the first, 2 the second."""
        found: i64 = 0
        if self.can_take(w, c.bonus_choice(self.tavern, w[ROUND], 0)):
            found = 1
        if self.can_take(w, c.bonus_choice(self.tavern, w[ROUND], 1)):
            found |= 2
        return found

    def can_take(self, w: vec[i64], bonus: i64) -> bool:
        """T14, TA17, TA18: whether what a round's bonus offers is there."""
        if bonus == A_CHEAP:
            first = card_in(w[OFFER], 0)
            return first >= 0 and c.holds(self.tavern.cheap, first)
        if A_TAKE <= bonus < A_TURN:
            return copies(w[SUPPLY], c.HELPER + bonus - A_TAKE) > 0
        return bonus == A_COLOURED

    def get_bar_guest(self, w: vec[i64], seat: i64) -> None:
        """T14."""
        self.tell(w, BAR_GUEST, seat, 0, 0)
        w[BAR + seat] += 1

    def choose(self, w: vec[i64], seat: i64, action: i64) -> None:
        """T14: a choice of phase A, kept to oneself until all have chosen."""
        self.whisper(w, CHOOSE, seat, action, 0, bit(seat))
        w[SECRET + seat] = UNKNOWN_CHOICE if action == HIDDEN else action + 1

    def reveal(self, w: vec[i64], seat: i64, action: i64) -> None:
        self.tell(w, REVEAL, seat, action, 0)
        w[SECRET + seat] = 0

    def free_upgrade(self, w: vec[i64], seat: i64, token: i64) -> None:
        """T14: works at once and brings no noble."""
        self.tell(w, FREE_UPGRADE, seat, token, 0)
        w[UPGRADED + seat] |= bit(token)

    def roll_coloured(self, w: vec[i64], seat: i64, face: i64) -> None:
        """T14, T22."""
        self.tell(w, ROLL_COLOURED, seat, face, 0)
        w[COLOURED + seat] += several_dice(face, 1)

    def draw(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """T17: the top card of the deck is laid out."""
        self.tell(w, DRAW, seat, kind, 0)
        last = w[KNOWN_SIZE + seat] - 1
        if last >= 0:
            w[known_word(seat, last)] -= at_place(kind, last % PER_WORD)
            w[KNOWN_SIZE + seat] = last
        elif kind < c.GUEST:
            w[REST + seat] -= several(kind, 1)
            w[LOTS + seat] += 1
        else:
            w[REST_GUESTS + seat] -= bit(kind - c.GUEST)
            w[LOTS + seat] += 1
        if kind < c.GUEST:
            w[LAID + seat] += several(kind, 1)
        else:
            w[LAID_GUESTS + seat] += bit(kind - c.GUEST)

    def shuffle(self, w: vec[i64], seat: i64) -> None:
        """T20: the discard pile is the new deck."""
        self.tell(w, SHUFFLE, seat, 0, 0)
        w[REST + seat] = w[PILE + seat]
        w[REST_GUESTS + seat] = w[PILE_GUESTS + seat]
        w[PILE + seat] = 0
        w[PILE_GUESTS + seat] = 0

    def discard_laid(self, w: vec[i64], seat: i64) -> None:
        w[PILE + seat] += w[LAID + seat]
        w[PILE_GUESTS + seat] += w[LAID_GUESTS + seat]
        w[LAID + seat] = 0
        w[LAID_GUESTS + seat] = 0

    def start_over(self, w: vec[i64], seat: i64) -> None:
        """T16: a bar guest clears the tables."""
        self.tell(w, START_OVER, seat, 0, 0)
        w[BAR + seat] -= 1
        self.discard_laid(w, seat)

    # Dice.

    def roll(self, w: vec[i64], seat: i64, face: i64) -> None:
        """T24: a white die on the coaster in front of a seat."""
        self.tell(w, ROLL, seat, face, 0)
        w[COASTER + seat] += several_dice(face, 1)

    def pick(self, w: vec[i64], seat: i64, face: i64) -> None:
        """T25, T26."""
        self.tell(w, PICK, seat, face, 0)
        w[COASTER + seat] -= several_dice(face, 1)
        w[WHITE + seat] += several_dice(face, 1)

    def pass_on(self, w: vec[i64]) -> None:
        """T25: every coaster goes to the left neighbour."""
        self.tell(w, PASS_ON, 0, 0, 0)
        last = w[COASTER + w[SEATS] - 1]
        for seat in range(w[SEATS] - 1, i64(0), -1):
            w[COASTER + seat] = w[COASTER + seat - 1]
        w[COASTER] = last

    # Service.

    def service_begins(self, w: vec[i64], seat: i64) -> None:
        """T29, T35, TA31: the dishwashers are counted, the helpers bring their beer."""
        self.tell(w, SERVICE_BEGINS, seat, 0, 0)
        w[WASHERS + seat] = washers(w, self.tavern, seat)
        w[BEER + seat] += copies(w[LAID + seat], c.HELPER)

    def dice_with(self, w: vec[i64], seat: i64, face: i64) -> i64:
        """The word from which a die with this face is taken: white ones first."""
        return WHITE + seat if showing(w[WHITE + seat], face) > 0 else COLOURED + seat

    def raise_die(self, w: vec[i64], seat: i64, face: i64) -> None:
        """T29, TA10: a dishwasher helps before it goes back; the die counts as 1 higher for the rest of the service."""
        self.tell(w, RAISE, seat, face, 0)
        w[WASHED + seat] += 1
        w[self.dice_with(w, seat, face)] += several_dice(face + 1, 1) - several_dice(face, 1)

    def use(self, w: vec[i64], seat: i64, space: i64, face: i64) -> None:
        """T27 to T34: a die is put on a space and taken off; steps on the monastery track are events of their own."""
        self.tell(w, USE, seat, space, face)
        tavern = self.tavern
        w[WASHED + seat] += washers_needed(tavern.accepts[space], face)
        w[self.dice_with(w, seat, face)] -= several_dice(face, 1)  # T32: to the coaster or the supply
        w[THALERS + seat] += tavern.pays[space]
        if space >= c.ON_GUEST:
            w[SERVED_GUESTS + seat] |= bit(space - c.ON_GUEST)
        elif space < c.NOBLE:
            w[SERVED + seat] += several(space, 1)
        elif space == c.NOBLE:
            w[DONE + seat] |= NOBLES_SERVED
        elif space == c.ON_REGISTER:
            w[DONE + seat] |= REGISTER_USED
            w[THALERS + seat] += worth(w, tavern, seat, c.F_REGISTER)
        elif space == c.ON_BARREL:
            w[DONE + seat] |= BARREL_USED
            w[BEER + seat] += worth(w, tavern, seat, c.F_BARREL)
        elif space == c.ON_BREWER:
            w[BEER + seat] += brewing(w, tavern, seat)

    def use_bar_guest(self, w: vec[i64], seat: i64) -> None:
        """T16 (b)."""
        self.tell(w, USE_BAR_GUEST, seat, 0, 0)
        w[BAR + seat] -= 1

    def step(self, w: vec[i64], seat: i64, space: i64) -> None:
        """T47, TA3."""
        self.tell(w, STEP, seat, space, 0)
        w[TRACK + seat] = space

    def earn(self, w: vec[i64], seat: i64, thalers: i64) -> None:
        """T48, TA14."""
        self.tell(w, EARN, seat, 0, thalers)
        w[THALERS + seat] += thalers

    def buy(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """T37."""
        self.tell(w, BUY, seat, kind, 0)
        w[THALERS + seat] -= self.tavern.cost[kind]
        w[DONE + seat] |= bit(kind - c.HELPER)
        w[SUPPLY] -= several(kind, 1)
        self.put_on_top(w, seat, kind)

    def upgrade(self, w: vec[i64], seat: i64, token: i64, returned: i64) -> None:
        """T38, T39: the cards returned go back to their pile, whether used or not."""
        self.tell(w, UPGRADE, seat, token, returned)
        w[THALERS + seat] -= upgrade_price(self.tavern, token, returned)
        w[UPGRADED + seat] |= bit(token)
        w[FRESH + seat] |= bit(token) & c.LATER
        if token < c.SPECIAL_OFFERS and returned > 0:
            kind = c.offer_card(token)
            if kind == c.DISHWASHER:
                w[WASHERS + seat] -= washers_lost(w, self.tavern, seat, returned)
            w[LAID + seat] -= several(kind, returned)
            w[SUPPLY] += several(kind, returned)
            w[POINTS + seat] -= returned * self.tavern.points[kind]

    def win_nobles(self, w: vec[i64], seat: i64, amount: i64) -> None:
        """T46."""
        self.tell(w, WIN_NOBLES, seat, 0, amount)
        w[BEER + seat] -= self.tavern.noble_price[amount - 1]
        w[SUPPLY] -= several(c.NOBLE, amount)
        for _ in range(amount):
            self.put_on_top(w, seat, c.NOBLE)

    def remove(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """T48: no service. Of equal regulars one that has been served goes first."""
        self.tell(w, REMOVE, seat, kind, 0)
        w[POINTS + seat] -= self.tavern.points[kind]
        if kind >= c.GUEST:
            w[LAID_GUESTS + seat] &= ~bit(kind - c.GUEST)
            w[SERVED_GUESTS + seat] &= ~bit(kind - c.GUEST)
            return
        w[LAID + seat] -= several(kind, 1)
        if copies(w[SERVED + seat], kind) > 0:
            w[SERVED + seat] -= several(kind, 1)

    def service_ends(self, w: vec[i64], seat: i64) -> None:
        """T49, T50: what fits is kept, the dice go back."""
        self.tell(w, SERVICE_ENDS, seat, 0, 0)
        w[THALERS + seat] = lesser(w[THALERS + seat], worth(w, self.tavern, seat, c.F_SAFE))
        w[BEER + seat] = lesser(w[BEER + seat], worth(w, self.tavern, seat, c.F_STORAGE))
        w[WHITE + seat] = 0
        w[COLOURED + seat] = 0
        w[WASHERS + seat] = 0
        w[WASHED + seat] = 0
        w[DONE + seat] = 0

    def close(self, w: vec[i64]) -> None:
        """T51."""
        self.tell(w, CLOSE, 0, 0, 0)
        for seat in range(w[SEATS]):
            self.discard_laid(w, seat)
            w[FRESH + seat] = 0  # T42
            w[SERVED + seat] = 0
            w[SERVED_GUESTS + seat] = 0
