"""Ways to use dice in a service of The Taverns of Tiefenthal: those that no other beats in everything.

A way is so many thalers from people, so many dice on the brewer and on the monk, and whether register and barrel are
used. What a die on the board brings is left open, for it can wait for an upgrade there.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.tiefenthal.actions import A_SERVE
from tavern_engine.games.tiefenthal.cards import (
    BREWER,
    DISHWASHER,
    F_BARREL,
    F_BREWER,
    F_DISHWASHER,
    F_MONK,
    F_REGISTER,
    NOBLE,
    ON_BREWER,
    ON_GUEST,
    ON_MONK,
    REGULAR,
    SPACES,
    TavernTables,
)
from tavern_engine.games.tiefenthal.zones import (
    BARREL_USED,
    DONE,
    LAID,
    LAID_GUESTS,
    NOBLES_SERVED,
    REGISTER_USED,
    SERVED,
    SERVED_GUESTS,
    dice,
    washers_needed,
    worth,
)
from tavern_engine.multiset import several as several_dice
from tavern_engine.pack import copies
from tavern_engine.tally import bit, place

PEOPLE: Final = 40  # more never sit at the tables
MOST_WAYS: Final = 256  # further ones are dropped; the rules' games have met 64
USE_BITS: Final = 9  # of seven dice in one word


class Ways:
    """All ways for one position; one object serves any number of positions."""

    def __init__(self, tavern: TavernTables) -> None:
        self.tavern = tavern
        self.total: i64 = 0
        self.thalers = vec[i64]([i64(0)] * MOST_WAYS)  # from people
        self.brews = vec[i64]([i64(0)] * MOST_WAYS)  # dice on the brewer
        self.walks = vec[i64]([i64(0)] * MOST_WAYS)  # dice on the monk
        self.uses = vec[i64]([i64(0)] * MOST_WAYS)  # dice on people, a stack of them (see `use_word`)
        self.register = vec[i64]([i64(0)] * MOST_WAYS)  # the face that is put there, or 0
        self.barrel = vec[i64]([i64(0)] * MOST_WAYS)
        self.brewer_face = vec[i64]([i64(0)] * MOST_WAYS)  # one of the faces put there
        self.monk_face = vec[i64]([i64(0)] * MOST_WAYS)
        self.raised = vec[i64]([i64(0)] * MOST_WAYS)  # the face of a die that dishwashers raise, or 0
        # People who can be served, by space; equal ones stand together.
        self.person = vec[i64]([i64(0)] * PEOPLE)
        self.people: i64 = 0
        # The way that is being tried.
        self.washers: i64 = 0
        self.taken: i64 = 0  # a mask of people
        self.skipped: i64 = 0  # dice left over
        self.register_open = False
        self.barrel_open = False
        self.tried_uses: i64 = 0
        self.tried_register: i64 = 0
        self.tried_barrel: i64 = 0
        self.tried_brewer: i64 = 0
        self.tried_monk: i64 = 0
        self.tried_raised: i64 = 0

    def find(self, w: vec[i64], seat: i64, some_dice: i64, washers: i64) -> None:
        """The ways to use these dice, raised so often at most."""
        self.list_people(w, seat)
        self.total = 0
        self.washers = washers
        self.taken = 0
        self.tried_uses = 0
        self.tried_register = 0
        self.tried_barrel = 0
        self.tried_brewer = 0
        self.tried_monk = 0
        self.tried_raised = 0
        self.skipped = 0
        self.register_open = w[DONE + seat] & REGISTER_USED == 0
        self.barrel_open = w[DONE + seat] & BARREL_USED == 0
        self.try_die(some_dice, 6, 0, 0, 0, 0)

    def earn(self, w: vec[i64], seat: i64, face: i64, thaler: i64, beer: i64, step: i64) -> i64:
        """The most that the dice of a seat with one more can earn, at fixed prices for thalers, beer and steps."""
        tavern = self.tavern
        washers = copies(w[LAID + seat], DISHWASHER) + worth(w, tavern, seat, F_DISHWASHER)
        self.find(w, seat, dice(w, seat) + several_dice(face, 1), washers)
        brew = beer * (worth(w, tavern, seat, F_BREWER) + copies(w[LAID + seat], BREWER))
        best: i64 = 0
        way: i64 = 0
        while way < self.total:
            value = thaler * self.thalers[way] + brew * self.brews[way]
            value += step * worth(w, tavern, seat, F_MONK) * self.walks[way]
            if self.register[way] > 0:
                value += thaler * worth(w, tavern, seat, F_REGISTER)
            if self.barrel[way] > 0:
                value += beer * worth(w, tavern, seat, F_BARREL)
            if value > best:
                best = value
            way += 1
        return best

    def list_people(self, w: vec[i64], seat: i64) -> None:
        self.people = 0
        kind: i64 = 0
        while kind < 2:
            waiting = copies(w[LAID + seat], REGULAR + kind) - copies(w[SERVED + seat], REGULAR + kind)
            while waiting > 0:
                self.add_person(kind)
                waiting -= 1
            kind += 1
        if copies(w[LAID + seat], NOBLE) > 0 and w[DONE + seat] & NOBLES_SERVED == 0:
            self.add_person(NOBLE)
        guests = w[LAID_GUESTS + seat] & ~w[SERVED_GUESTS + seat]
        while guests != 0:
            self.add_person(ON_GUEST + place(guests, 0))
            guests &= guests - 1

    def add_person(self, space: i64) -> None:
        self.person[self.people] = space
        self.people += 1

    def try_die(self, some_dice: i64, face: i64, least: i64, thalers: i64, brews: i64, walks: i64) -> None:
        """Every use of the highest die left; equal dice go to people in their order, so that no way is met twice."""
        while face > 0 and (some_dice >> (4 * face)) & 15 == 0:
            face -= 1
            least = 0
        if face == 0:
            self.keep_way(thalers, brews, walks)
            return
        rest = some_dice - several_dice(face, 1)
        self.try_people(rest, face, least, thalers, brews, walks)
        last = self.people  # from here on equal dice go to the board only
        accepts = self.tavern.accepts
        for_brewer = washers_needed(accepts[ON_BREWER], face)
        if for_brewer <= self.washers:
            before = self.tried_brewer
            self.tried_brewer = face
            raised = self.raise_die(face, for_brewer)
            self.try_die(rest, face, last, thalers, brews + 1, walks)
            self.washers += for_brewer
            self.tried_raised = raised
            self.tried_brewer = before
        for_monk = washers_needed(accepts[ON_MONK], face)
        if for_monk <= self.washers:
            before = self.tried_monk
            self.tried_monk = face
            raised = self.raise_die(face, for_monk)
            self.try_die(rest, face, last, thalers, brews, walks + 1)
            self.washers += for_monk
            self.tried_raised = raised
            self.tried_monk = before
        self.try_board(rest, face, last, thalers, brews, walks)
        if for_brewer > 0 and for_monk > 0:  # otherwise it need not be left over
            self.skipped += 1
            self.try_die(rest, face, last, thalers, brews, walks)
            self.skipped -= 1

    def try_people(self, rest: i64, face: i64, least: i64, thalers: i64, brews: i64, walks: i64) -> None:
        """The die on everybody whom it can serve; of equal people only on the first who is free."""
        who = least
        while who < self.people:
            space = self.person[who]
            free = (self.taken >> who) & 1 == 0
            if free and who > 0 and self.person[who - 1] == space and (self.taken >> (who - 1)) & 1 == 0:
                free = False
            needed = washers_needed(self.tavern.accepts[space], face)
            if free and needed <= self.washers:
                self.taken |= bit(who)
                raised = self.raise_die(face, needed)
                self.tried_uses = (self.tried_uses << USE_BITS) | use_word(face, space)
                self.try_die(rest, face, who, thalers + self.tavern.pays[space], brews, walks)
                self.tried_uses >>= USE_BITS
                self.washers += needed
                self.tried_raised = raised
                self.taken &= ~bit(who)
            who += 1

    def raise_die(self, face: i64, needed: i64) -> i64:
        """Let so many dishwashers help; the die that was raised before."""
        before = self.tried_raised
        self.washers -= needed
        if needed > 0:
            self.tried_raised = face
        return before

    def try_board(self, rest: i64, face: i64, last: i64, thalers: i64, brews: i64, walks: i64) -> None:
        """Register and barrel, which take any die."""
        if self.register_open and self.tried_register == 0:
            self.tried_register = face
            self.try_die(rest, face, last, thalers, brews, walks)
            self.tried_register = 0
        if self.barrel_open and self.tried_barrel == 0:
            self.tried_barrel = face
            self.try_die(rest, face, last, thalers, brews, walks)
            self.tried_barrel = 0

    def keep_way(self, thalers: i64, brews: i64, walks: i64) -> None:
        """Keep the way unless another has at least as much of everything, and drop those it beats."""
        registers = i64(1) if self.tried_register > 0 else i64(0)
        barrels = i64(1) if self.tried_barrel > 0 else i64(0)
        if self.skipped > 0 and ((self.register_open and registers == 0) or (self.barrel_open and barrels == 0)):
            return
        way: i64 = 0
        kept: i64 = 0
        while way < self.total:
            has_register = i64(1) if self.register[way] > 0 else i64(0)
            has_barrel = i64(1) if self.barrel[way] > 0 else i64(0)
            if (
                self.thalers[way] >= thalers
                and self.brews[way] >= brews
                and self.walks[way] >= walks
                and has_register >= registers
                and has_barrel >= barrels
            ):
                return  # nothing was dropped before, for what beats this way beats that too
            worse = (
                self.thalers[way] <= thalers
                and self.brews[way] <= brews
                and self.walks[way] <= walks
                and has_register <= registers
                and has_barrel <= barrels
            )
            if not worse:
                if kept < way:
                    self.move_way(way, kept)
                kept += 1
            way += 1
        if kept == MOST_WAYS:
            return
        self.thalers[kept] = thalers
        self.brews[kept] = brews
        self.walks[kept] = walks
        self.uses[kept] = self.tried_uses
        self.register[kept] = self.tried_register
        self.barrel[kept] = self.tried_barrel
        self.brewer_face[kept] = self.tried_brewer
        self.monk_face[kept] = self.tried_monk
        self.raised[kept] = self.tried_raised
        self.total = kept + 1

    def move_way(self, way: i64, to: i64) -> None:
        self.thalers[to] = self.thalers[way]
        self.brews[to] = self.brews[way]
        self.walks[to] = self.walks[way]
        self.uses[to] = self.uses[way]
        self.register[to] = self.register[way]
        self.barrel[to] = self.barrel[way]
        self.brewer_face[to] = self.brewer_face[way]
        self.monk_face[to] = self.monk_face[way]
        self.raised[to] = self.raised[way]


def use_word(face: i64, space: i64) -> i64:
    """A die on a space, in USE_BITS."""
    return SPACES * (face - 1) + space + 1


def use_action(uses: i64) -> i64:
    """The action of the use on top of a stack of them."""
    return A_SERVE + (uses & (1 << USE_BITS) - 1) - 1
