"""The rules: what a state holds, what happens in it, who may do what, and what a seat knows.

All of a state is one vector of words. This module imports `mypy_extensions`, so that setup.py compiles it where it can.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from tavern_engine.chance import Rng, pick
from tavern_engine.multiset import copies, kinds, nth, of, one_each, several, size, without
from tavern_engine.state import (
    ASKED,
    HIDDEN,
    OVER,
    PHASE,
    PRIVATE,
    PUBLIC,
    SEATS,
    SEED_A,
    SEED_B,
    WORDS,
    State,
    Tables,
    fresh_digest,
)

MAX_SEATS: Final = 4

# The words of a state, after those that all games share. A zone of mugs is a multiset in one word.
HAND: Final = WORDS  # a word a seat, as in all that follow but the last two
SHOWN: Final = HAND + MAX_SEATS  # the part of the hand that everybody has seen
SIZE: Final = SHOWN + MAX_SEATS  # how many mugs the hand has
DRUNK: Final = SIZE + MAX_SEATS  # the empty mugs in front of a guest
TURNS: Final = DRUNK + MAX_SEATS  # that have been taken or passed over
LIMITED: Final = TURNS + 1  # 1 if the option `limit` is on
LENGTH: Final = LIMITED + 1

# Events, and the one source of luck.
DRAW: Final = 0
DRINK: Final = 1
BOAST: Final = 2
BARREL: Final = 0

TURN: Final = 1  # the only kind of decision


@mypyc_attr(native_class=False)  # as its base is compiled elsewhere
class Barrel(Tables):
    """The component data as the rules read it: `components.py` makes it from the TOML file."""

    def __init__(self, stamp: bytes) -> None:
        super().__init__(stamp)
        self.mugs: i64 = 0  # all of them, as a multiset
        self.kinds: i64 = 0
        self.strength: vec[i64] = vec[i64]()
        self.hand: i64 = 0
        self.rounds: i64 = 0
        self.limit: i64 = 0


@mypyc_attr(native_class=False)  # as its base is compiled elsewhere
class Evening(State):
    """A game in progress."""

    def __init__(self, words: vec[i64], tables: Barrel) -> None:
        super().__init__(words, tables)
        self.barrel = tables

    def clone(self) -> State:
        return Evening(self.w[:], self.barrel)

    def begin_game(self) -> None:
        """L1: deal, then ask the first seat."""
        w = self.w
        for _ in range(self.barrel.hand):
            for seat in range(w[SEATS]):
                self.draw_one(w, seat)
        self.ask_next()
        self.settle()

    # Events: each changes the words and tells who saw it.

    def drawn(self, w: vec[i64], seat: i64, mug: i64) -> None:
        """L1, L4: only the guest sees which mug it is."""
        self.whisper(w, DRAW, seat, mug, 1, i64(1) << seat)
        w[SIZE + seat] += 1
        if mug != HIDDEN:
            w[HAND + seat] += several(mug, 1)

    def drank(self, w: vec[i64], seat: i64, mug: i64) -> None:
        """L4: whoever has shown such a mug has drunk that one."""
        self.tell(w, DRINK, seat, mug, 0)
        w[HAND + seat] = without(w[HAND + seat], mug, 1)
        w[SHOWN + seat] = without(w[SHOWN + seat], mug, 1)
        w[SIZE + seat] -= 1
        w[DRUNK + seat] += several(mug, 1)
        self.count_turn(w, seat)

    def boasted(self, w: vec[i64], seat: i64, mug: i64) -> None:
        """L5: everybody knows of the mug from now on."""
        self.tell(w, BOAST, seat, mug, 0)
        w[SHOWN + seat] += several(mug, 1)
        if copies(w[HAND + seat], mug) < copies(w[SHOWN + seat], mug):  # in the eyes of another
            w[HAND + seat] += several(mug, 1)
        self.count_turn(w, seat)

    def count_turn(self, w: vec[i64], seat: i64) -> None:
        """L2: the seats between that have no mug are passed over."""
        while w[TURNS] % w[SEATS] != seat:
            w[TURNS] += 1
        w[TURNS] += 1

    # Choices: drink a mug (codes from 0), or boast of one (codes from `kinds` on).

    def drinkable(self) -> i64:
        """One of every kind that the asked seat holds; nothing if nobody is asked."""
        seat = self.w[ASKED]
        return one_each(self.w[HAND + seat]) if seat >= 0 else 0

    def boastable(self) -> i64:
        """One of every kind of which it holds a mug that nobody has seen (L5)."""
        seat = self.w[ASKED]
        return one_each(self.w[HAND + seat] - self.w[SHOWN + seat]) if seat >= 0 else 0

    def count(self) -> i64:
        return size(self.drinkable()) + size(self.boastable())

    def nth(self, index: i64) -> i64:
        drinkable = self.drinkable()
        first = size(drinkable)
        return nth(drinkable, index) if index < first else self.barrel.kinds + nth(self.boastable(), index - first)

    def move(self, action: i64) -> None:
        self.act(action)
        self.settle()

    def settle(self) -> None:
        """L3: what is the only thing that can be done is done."""
        while self.w[ASKED] >= 0 and self.count() == 1:
            self.act(self.nth(0))

    def act(self, action: i64) -> None:
        """One turn."""
        w = self.w
        seat = w[ASKED]
        if action < self.barrel.kinds:
            self.drank(w, seat, action)
            if size(self.in_barrel(w)) > 0:
                self.draw_one(w, seat)
        else:
            self.boasted(w, seat, action - self.barrel.kinds)
        self.ask_next()

    def ask_next(self) -> None:
        """L2: the next seat with a mug, until everybody has had all turns."""
        w = self.w
        seats = w[SEATS]
        turn = w[TURNS]
        last = self.barrel.rounds * seats
        while turn < last and w[SIZE + turn % seats] == 0:
            turn += 1
        if turn < last:
            w[ASKED] = turn % seats
            w[PHASE] = TURN
        else:
            w[ASKED] = OVER
            w[PHASE] = 0

    def draw_one(self, w: vec[i64], seat: i64) -> None:
        """A mug out of the barrel, which nobody has looked into: it comes by lot when it is drawn."""
        self.drawn(w, seat, pick(w[SEED_A], w[SEED_B], BARREL, self.taken(w), self.in_barrel(w)))

    def in_barrel(self, w: vec[i64]) -> i64:
        """The mugs that are left in it; only the truth can tell."""
        left = self.barrel.mugs
        for seat in range(w[SEATS]):
            left -= w[HAND + seat] + w[DRUNK + seat]
        return left

    def taken(self, w: vec[i64]) -> i64:
        """How many mugs have been taken out of it."""
        number: i64 = 0
        for seat in range(w[SEATS]):
            number += w[SIZE + seat] + size(w[DRUNK + seat])
        return number

    # The end.

    def strength(self, seat: i64) -> i64:
        """What a guest has drunk in all."""
        total: i64 = 0
        zone = self.w[DRUNK + seat]
        for kind in range(self.barrel.kinds):
            total += copies(zone, kind) * self.barrel.strength[kind]
        return total

    def score(self, seat: i64) -> i64:
        strength = self.strength(seat)
        if self.w[LIMITED] == 1 and strength > self.barrel.limit:
            return 0  # L7
        return strength + size(self.w[SHOWN + seat])  # L6

    def deals(self) -> i64:
        return 1

    # Knowledge: what is hidden from a seat are the hands of the others but for what was shown, and the barrel.

    def seen(self, seat: i64, other: i64) -> i64:
        """The part of a hand that a seat (or the spectator) knows."""
        return self.w[HAND + other] if seat == other else self.w[SHOWN + other]

    def unseen(self, seat: i64) -> i64:
        """All mugs whose place the seat does not know."""
        pool = self.barrel.mugs
        for other in range(self.w[SEATS]):
            pool -= self.seen(seat, other) + self.w[DRUNK + other]
        return pool

    def mask(self, seat: i64) -> None:
        for other in range(self.w[SEATS]):
            self.w[HAND + other] = self.seen(seat, other)

    def fill(self, seat: i64, rng: Rng) -> None:
        w = self.w
        pool = self.unseen(seat)
        for other in range(w[SEATS]):
            for _ in range(w[SIZE + other] - size(w[HAND + other])):
                mug = nth(pool, rng.below(size(pool)))
                pool -= several(mug, 1)
                w[HAND + other] += several(mug, 1)
            if other != seat:
                w[PRIVATE + other] = fresh_digest(w[PUBLIC], w[HAND + other], other)

    # For the kit: the hidden mugs as lists, hands first, and a state with others in their places.

    def hidden(self, seat: int) -> list[list[int]]:
        mugs: list[int] = []
        for other in range(int(self.w[SEATS])):
            mugs += kinds(int(self.w[HAND + other] - self.seen(seat, other)))
        return [[*mugs, *kinds(int(self.unseen(seat)) - of(mugs))]]

    def arrange(self, seat: int, cards: list[list[int]]) -> State:
        state = self.clone()
        left = list(cards[0])
        for other in range(int(self.w[SEATS])):
            known = int(self.seen(seat, other))
            missing = int(self.w[SIZE + other]) - int(size(known))
            state.w[HAND + other] = i64(known + of(left[:missing]))
            left = left[missing:]
            if other != seat:
                state.w[PRIVATE + other] = fresh_digest(state.w[PUBLIC], state.w[HAND + other], other)
        return state
