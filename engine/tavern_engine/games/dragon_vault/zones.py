"""What lies on the table, and every event that moves it.

Each method below is one event. The referee's state and a seat's view run the same code; on a view a card that was not
seen is HIDDEN. What the seats know of each other's hands is kept here too:

- KNOWN: the part of a hand that everybody has seen: picked up from the pile, taken from the open reserve, turned up
  blind. A card played or removed is taken from it first, for nobody can tell equal cards apart.
- LEARNED: what one seat knows of another's hand beyond that, from a theft under *surprise* (DA41). Those who do not see
  the stolen card can no longer be sure of any single card of the giver: one of each kind is forgotten (`judge_theft`).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.dragon_vault import cards as c
from tavern_engine.multiset import FIELDS, copies, lesser, one_each, several, size, without
from tavern_engine.state import HIDDEN, SEATS, TRUTH, VIEWER, State
from tavern_engine.tally import bit

# Words of a seat, one for each of six seats. The first offset is a literal number: sums with constants of this
# module compile to constants, sums with imported ones do not. The rows of `layout.py` say what each word can hold.
HAND: Final = 17  # in a view: the part that the viewer knows
SIZE: Final = HAND + 6
KNOWN: Final = SIZE + 6
OPEN: Final = KNOWN + 6  # the open cards of the reserve, each on a closed one
CLOSED: Final = OPEN + 6  # see closed_word
LOST: Final = CLOSED + 6
LEARNED: Final = LOST + 6  # LEARNED + MAX_SEATS * p + q: what p alone knows of q's hand
# Words of the table.
PILE: Final = LEARNED + 36  # the discard area
TOP: Final = PILE + 1
RUN: Final = TOP + 1  # how many equal cards lie on top
EFFECTIVE: Final = RUN + 1
GONE: Final = EFFECTIVE + 1  # cards that left the round and were seen
DEBT: Final = GONE + 1
ORIGIN: Final = DEBT + 1  # who played the 5s
HITS: Final = ORIGIN + 1  # how many players, in turn order after ORIGIN, the skip has hit
TURN: Final = HITS + 1
DIRECTION: Final = TURN + 1
TURNS: Final = DIRECTION + 1  # turns begun in this round, and Protectors laid against a skip (DA24)
THEFTS: Final = TURNS + 1
STARTER: Final = THEFTS + 1
ROUND: Final = STARTER + 1
WINNER: Final = ROUND + 1  # who ended the previous round, or NONE
TRICKS: Final = WINNER + 1  # the tricks turned up
RULES: Final = TRICKS + 1  # the options WITH_HINDRANCES and WITH_TRICKS, and LAST_ROUNDS
FRESH: Final = RULES + 1  # hindrances that nobody has drawn yet
UNDER: Final = FRESH + 1  # hindrances put back under the pile, the first to come lowest, each plus 1
TAKEN: Final = UNDER + 1  # hindrances of this round in the order taken, each plus 1
HELD: Final = TAKEN + 1  # the hindrance that each seat follows, plus 1
LEFT_TROUBLE: Final = HELD + 1  # cards in the trouble pile
TROUBLE: Final = LEFT_TROUBLE + 1  # the trouble pile, FIELDS kinds a word, the top last
TROUBLE_WORDS: Final = 7
LAID: Final = TROUBLE + 7  # who has laid a Protector against the skip, a mask of seats
LENGTH: Final = LAID + 1

WITH_HINDRANCES: Final = 1
WITH_TRICKS: Final = 2
LAST_ROUNDS: Final = 4  # somebody has lost enough: the game ends as soon as the lowest loss is not shared

# The events.
ROUND_BEGINS: Final = 0
TRICK: Final = 1
HINDRANCE: Final = 2
RESERVE: Final = 3
DEAL: Final = 4
PILE_UP: Final = 5
KEEP_RESERVE: Final = 6
SWAP: Final = 7
TURN_BEGINS: Final = 8
LAY: Final = 9
TURN_UP: Final = 10
PICK_UP: Final = 11
PAY_DEBT: Final = 12
DRAW: Final = 13
CLEAR: Final = 14
REMOVE: Final = 15
THIEVE: Final = 16
REVERSE: Final = 17
REVEAL: Final = 18
ROUND_ENDS: Final = 19
LOSE: Final = 20
SKIP: Final = 21
GAME_ENDS: Final = 22

LOWEST: Final = 0  # DA39: a lone closed card
TALLEST: Final = 1  # a closed card that covers another


def closed_word(cards: i64, total: i64, doubles: i64) -> i64:
    """The closed cards of a reserve: kinds in the order they will be turned up, number, stacks of closed on closed.

    All closed cards are unknown to everybody and stacks of equal height are one choice (DA39), so which stack a card
    lies in does not matter: the next one turned up is the first of the list.
    """
    return cards | (total << 24) | (doubles << 28)


def closed_cards(word: i64) -> i64:
    return word & 0xFF_FFFF


def closed_total(word: i64) -> i64:
    return (word >> 24) & 15


def closed_doubles(word: i64) -> i64:
    return (word >> 28) & 15


def swapped(what: int) -> tuple[int, int]:
    """The cards of a swap as its event has them: given, and taken for it."""
    return what & 15, what >> 4


def queue_length(queue: i64) -> i64:
    """How many hindrances stand in a queue: four bits each, none of them 0."""
    length: i64 = 0
    while copies(queue, length) != 0:
        length += 1
    return length


def trouble_card(w: vec[i64], place: i64) -> i64:
    """The kind of a card in the trouble pile."""
    return copies(w[TROUBLE + place // FIELDS], place % FIELDS)


def put_trouble(w: vec[i64], place: i64, kind: i64) -> None:
    """Put a card into an empty place of the trouble pile."""
    w[TROUBLE + place // FIELDS] |= several(place % FIELDS, kind)


def run_after(top: i64, run: i64, kind: i64, amount: i64) -> i64:
    """D15, DA33: how many equal cards lie on top after these; Protectors are not looked through here."""
    return run + amount if top == kind else amount


def stack(w: vec[i64], seat: i64, kind: i64, amount: i64) -> None:
    """The discard area after these cards, and what they bring on the next player."""
    w[PILE] += several(kind, amount)
    w[RUN] = run_after(w[TOP], w[RUN], kind, amount)
    w[TOP] = kind
    if kind != c.PROTECTOR:
        w[EFFECTIVE] = kind  # D16, D25, D26: under a Protector everything stays as it was
    if kind == c.FOUR:
        w[DEBT] += 2 * amount  # D23, DA5, DA31: only 4s and 5s add up
    elif kind == c.FIVE:
        w[ORIGIN] = seat  # D24, DA6
        w[HITS] = lesser(amount, w[SEATS] - 1)
    elif kind == c.PROTECTOR and w[HITS] > 0:
        w[LAID] |= bit(seat)
        w[TURN] = seat  # D24: it is that player's move, and counts as a turn (DA24)
        w[TURNS] += 1
        if w[HITS] < w[SEATS]:
            w[HITS] += 1  # D24, DA7, DA36: the first player in turn order not hit yet, if there is one


def empty_area(w: vec[i64]) -> None:
    w[PILE] = 0
    w[TOP] = c.NONE
    w[RUN] = 0
    w[EFFECTIVE] = c.NONE
    w[DEBT] = 0
    w[ORIGIN] = 0
    w[HITS] = 0
    w[LAID] = 0


# Hands, and what others know of them.


def gain_unseen(w: vec[i64], seat: i64, cards: i64, amount: i64) -> None:
    """Cards come to a hand that only its owner sees; for everybody else they are HIDDEN."""
    w[SIZE + seat] += amount
    if cards != HIDDEN:
        w[HAND + seat] += cards


def gain_seen(w: vec[i64], seat: i64, cards: i64, amount: i64) -> None:
    """Cards come to a hand in sight of all."""
    w[SIZE + seat] += amount
    w[HAND + seat] += cards
    w[KNOWN + seat] += cards


def give_up(w: vec[i64], seat: i64, kind: i64, amount: i64) -> None:
    """Equal cards leave a hand in sight of all."""
    w[SIZE + seat] -= amount
    w[HAND + seat] = without(w[HAND + seat], kind, amount)
    known = copies(w[KNOWN + seat], kind)
    if known >= amount:
        w[KNOWN + seat] -= several(kind, amount)
        return
    w[KNOWN + seat] -= several(kind, known)
    if w[THEFTS] == 0:
        return
    for other in range(LEARNED + seat, LEARNED + c.MAX_SEATS * c.MAX_SEATS, c.MAX_SEATS):
        w[other] = without(w[other], kind, amount - known)


def judge_theft(w: vec[i64], seat: i64, giver: i64, kind: i64, taker: i64, all_can_tell: bool) -> None:
    """What one seat still knows of the giver's hand.

    The taker saw the card. For the others each card they knew may be the one that went, so one of each kind is
    forgotten; only if they knew the whole hand, and it was of one kind, can they tell what went.
    """
    mine = LEARNED + c.MAX_SEATS * seat
    public = w[KNOWN + giver]
    before = public + w[mine + giver]
    after = before - one_each(before)
    if kind != HIDDEN:
        after = without(before, kind, 1)
    elif not all_can_tell and is_whole_hand_of_one_kind(w, giver, before):
        w[mine + taker] += one_each(before)
    w[mine + giver] = after - (public - one_each(public))


def is_one_kind(cards: i64) -> bool:
    kinds = one_each(cards)
    return kinds & (kinds - 1) == 0


def is_whole_hand_of_one_kind(w: vec[i64], seat: i64, cards: i64) -> bool:
    return cards != 0 and is_one_kind(cards) and size(cards) == w[SIZE + seat]


def recall(w: vec[i64], seat: i64) -> None:
    """In a view the hand of another seat is what the viewer knows of it."""
    viewer = w[VIEWER]
    if viewer == TRUTH or viewer == seat:
        return
    w[HAND + seat] = w[KNOWN + seat]
    if viewer >= 0:
        w[HAND + seat] += w[LEARNED + c.MAX_SEATS * viewer + seat]


class Zones(State):
    """The words of Dragon's Vault and the events that change them."""

    def __init__(self, words: vec[i64], tables: c.VaultTables) -> None:
        super().__init__(words, tables)
        self.vault = tables

    def clone(self) -> Zones:
        raise NotImplementedError

    def deals(self) -> i64:
        return self.w[ROUND]

    # Setting up a round.

    def round_begins(self, w: vec[i64], starter: i64, number: i64) -> None:
        self.tell(w, ROUND_BEGINS, starter, 0, number)
        for i in range(HAND, i64(LOST)):
            w[i] = 0
        for i in range(LEARNED, i64(STARTER)):
            w[i] = 0
        w[LAID] = 0
        w[TOP] = c.NONE
        w[EFFECTIVE] = c.NONE
        w[DIRECTION] = 1  # DA40
        w[TURN] = starter
        w[STARTER] = starter
        w[ROUND] = number

    def open_trick(self, w: vec[i64], trick: i64) -> None:
        self.tell(w, TRICK, 0, trick, 0)
        w[TRICKS] += several(trick, 1)

    def take_hindrance(self, w: vec[i64], seat: i64, row: i64) -> None:
        """D33, D36: the top one, an unseen one while there are any, then those put back, in order."""
        self.tell(w, HINDRANCE, seat, row, 0)
        if w[FRESH] != 0:
            w[FRESH] -= several(row, 1)
        else:
            w[UNDER] >>= 4
        w[TAKEN] += several(queue_length(w[TAKEN]), row + 1)
        if self.vault.row_chaos[row] == 0:  # DA21: Chaos itself only sets the trouble pile
            w[HELD] += several(seat, row + 1)

    def lay_reserve(self, w: vec[i64], seat: i64, open_cards: i64, shape: i64) -> None:
        """D1, D35: the open cards are seen by all, the closed ones by nobody."""
        self.tell(w, RESERVE, seat, open_cards, shape)
        w[OPEN + seat] = open_cards
        w[CLOSED + seat] = closed_word(0, shape & 15, shape >> 4)

    def deal_hand(self, w: vec[i64], seat: i64, cards: i64, amount: i64) -> None:
        self.whisper(w, DEAL, seat, cards, amount, bit(seat))
        gain_unseen(w, seat, cards, amount)

    def pile_up(self, w: vec[i64], amount: i64) -> None:
        self.tell(w, PILE_UP, 0, 0, amount)
        w[LEFT_TROUBLE] = amount

    def swap(self, w: vec[i64], seat: i64, given: i64, wanted: i64) -> None:
        """D2, DA28: a hand card for an open card, both seen by all."""
        self.tell(w, SWAP, seat, given + 16 * wanted, 0)
        give_up(w, seat, given, 1)
        w[OPEN + seat] += several(given, 1) - several(wanted, 1)
        gain_seen(w, seat, several(wanted, 1), 1)

    # Turns.

    def turn_begins(self, w: vec[i64], seat: i64) -> None:
        self.tell(w, TURN_BEGINS, seat, 0, 0)
        w[TURN] = seat
        w[TURNS] += 1
        w[ORIGIN] = 0
        w[HITS] = 0
        w[LAID] = 0
        if w[LEFT_TROUBLE] == 0:
            w[DEBT] = 0  # DA34

    def lay(self, w: vec[i64], seat: i64, kind: i64, amount: i64) -> None:
        """D6, D10, D12: equal cards onto the discard area, from the hand first, what it lacks from the open reserve."""
        self.tell(w, LAY, seat, kind, amount)
        from_hand = lesser(amount, w[SIZE + seat])
        if from_hand > 0:
            give_up(w, seat, kind, from_hand)
        if from_hand < amount:
            w[OPEN + seat] -= several(kind, amount - from_hand)
        stack(w, seat, kind, amount)

    def turn_up(self, w: vec[i64], seat: i64, kind: i64, which: i64) -> None:
        """D11: a closed card is turned up and lies before the player for all to see, counted as a hand card."""
        self.tell(w, TURN_UP, seat, kind, which)
        word = w[CLOSED + seat]
        w[CLOSED + seat] = closed_word(closed_cards(word) >> 4, closed_total(word) - 1, closed_doubles(word) - which)
        gain_seen(w, seat, several(kind, 1), 1)

    def pick_up(self, w: vec[i64], seat: i64) -> None:
        """D7, DA25: the discard area goes to the hand; everybody knows these cards."""
        self.tell(w, PICK_UP, seat, 0, 0)
        gain_seen(w, seat, w[PILE], size(w[PILE]))
        empty_area(w)

    def pay_debt(self, w: vec[i64], seat: i64, cards: i64, amount: i64) -> None:
        """D23, D28: the cards of a debt; the effect is spent (DA35)."""
        self.whisper(w, PAY_DEBT, seat, cards, amount, bit(seat))
        w[LEFT_TROUBLE] -= amount
        gain_unseen(w, seat, cards, amount)
        w[DEBT] = 0

    def draw(self, w: vec[i64], seat: i64, cards: i64, amount: i64) -> None:
        """D38 *villains against dragons*."""
        self.whisper(w, DRAW, seat, cards, amount, bit(seat))
        w[LEFT_TROUBLE] -= amount
        gain_unseen(w, seat, cards, amount)

    def clear(self, w: vec[i64]) -> None:
        """D15, D27: the discard area leaves the round, and every effect with it."""
        self.tell(w, CLEAR, 0, 0, 0)
        w[GONE] += w[PILE]
        empty_area(w)

    def remove(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """D14: four of a kind leave the hand and the round."""
        self.tell(w, REMOVE, seat, kind, 0)
        give_up(w, seat, kind, 4)
        w[GONE] += several(kind, 4)

    def reverse(self, w: vec[i64], seat: i64) -> None:
        """D38 *carousel*."""
        self.tell(w, REVERSE, seat, 0, 0)
        w[DIRECTION] = -w[DIRECTION]

    def reveal(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """D38 *revealing secrets*, DA42: an open card of the reserve comes to the hand."""
        self.tell(w, REVEAL, seat, kind, 0)
        w[OPEN + seat] -= several(kind, 1)
        gain_seen(w, seat, several(kind, 1), 1)

    def round_ends(self, w: vec[i64], winner: i64) -> None:
        """D29: the winner is NONE when the turn limit ended the round (DA24)."""
        self.tell(w, ROUND_ENDS, winner, 0, 0)
        w[WINNER] = winner
        w[UNDER] += w[TAKEN] << (4 * queue_length(w[UNDER]))  # D33, DA46
        w[TAKEN] = 0
        w[HELD] = 0

    def lose(self, w: vec[i64], seat: i64, coins: i64) -> None:
        """D31, D32: coins lost, or got back; they do not call the last rounds off again (DA23)."""
        self.tell(w, LOSE, seat, 0, coins)
        w[LOST + seat] += coins
        if w[LOST + seat] >= self.vault.threshold:
            w[RULES] |= LAST_ROUNDS

    def thieve(self, w: vec[i64], giver: i64, kind: i64, taker: i64) -> None:
        """D38 *surprise*, DA41: a random hand card changes hands, seen by these two only."""
        self.whisper(w, THIEVE, giver, kind, taker, bit(giver) | bit(taker))
        w[THEFTS] += 1
        public = w[KNOWN + giver]
        all_can_tell = is_whole_hand_of_one_kind(w, giver, public)
        for seat in range(w[SEATS]):
            if seat != giver and (w[VIEWER] == TRUTH or w[VIEWER] == seat):
                judge_theft(w, seat, giver, kind if seat == taker else HIDDEN, taker, all_can_tell)
        w[KNOWN + giver] = public - one_each(public)
        if all_can_tell:
            w[KNOWN + taker] += one_each(public)
        elif kind != HIDDEN and (w[VIEWER] == TRUTH or w[VIEWER] == giver):
            w[LEARNED + c.MAX_SEATS * giver + taker] += several(kind, 1)
        w[SIZE + giver] -= 1
        w[SIZE + taker] += 1
        if kind != HIDDEN:
            w[HAND + giver] = without(w[HAND + giver], kind, 1)
            w[HAND + taker] += several(kind, 1)
        recall(w, giver)
        recall(w, taker)
