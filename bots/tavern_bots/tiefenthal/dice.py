"""Ways to use dice in a service of The Taverns of Tiefenthal: those that no other beats in everything.

A way is so many thalers from people, so many dice on the brewer and on the monk, and whether register and barrel are
used. What a die on the board brings is left open, for it can wait for an upgrade there.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import A_SERVE, serve_action
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.games.tiefenthal.service import open_spaces
from tavern_engine.multiset import copies as showing
from tavern_engine.multiset import several as several_dice
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
        self.uses = vec[i64]([i64(0)] * MOST_WAYS)  # dice on people, a stack of them (see `use_action`)
        self.board = vec[i64]([i64(0)] * MOST_WAYS)  # one of the faces on each space of the board (see `face_on`)
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
        self.tried_board: i64 = 0
        self.tried_raised: i64 = 0

    def find(self, w: vec[i64], seat: i64, some_dice: i64, helping: i64) -> None:
        """The ways to use these dice, raised so often at most."""
        spaces = open_spaces(w, seat)
        self.list_people(w, seat, spaces)
        self.total = 0
        self.washers = helping
        self.taken = 0
        self.skipped = 0
        self.register_open = c.holds(spaces, c.ON_REGISTER)
        self.barrel_open = c.holds(spaces, c.ON_BARREL)
        self.tried_uses = 0
        self.tried_board = 0
        self.tried_raised = 0
        self.try_die(some_dice, 6, 0, 0, 0, 0)

    def earn(self, w: vec[i64], seat: i64, face: i64, thaler: i64, beer: i64, step: i64) -> i64:
        """The most that the dice of a seat with one more can earn, at fixed prices for thalers, beer and steps."""
        tavern = self.tavern
        self.find(w, seat, z.dice(w, seat) + several_dice(face, 1), z.washers(w, tavern, seat))
        brew = beer * z.brewing(w, tavern, seat)
        walk = step * z.worth(w, tavern, seat, c.F_MONK)
        best: i64 = 0
        for way in range(self.total):
            value = thaler * self.thalers[way] + brew * self.brews[way] + walk * self.walks[way]
            if face_on(self.board[way], c.ON_REGISTER) > 0:
                value += thaler * z.worth(w, tavern, seat, c.F_REGISTER)
            if face_on(self.board[way], c.ON_BARREL) > 0:
                value += beer * z.worth(w, tavern, seat, c.F_BARREL)
            if value > best:
                best = value
        return best

    def list_people(self, w: vec[i64], seat: i64, spaces: i64) -> None:
        """Those who are not served yet."""
        self.people = 0
        while spaces != 0:
            space = place(spaces, 0)
            spaces &= spaces - 1
            if c.ON_REGISTER <= space < c.ON_GUEST:
                continue
            guests = z.waiting(w[z.LAID + seat], w[z.SERVED + seat], space) if space < c.NOBLE else i64(1)
            for _ in range(guests):
                self.person[self.people] = space
                self.people += 1

    def try_die(self, some_dice: i64, face: i64, least: i64, thalers: i64, brews: i64, walks: i64) -> None:
        """Every use of the highest die left; equal dice go to people in their order, so that no way is met twice."""
        while face > 0 and showing(some_dice, face) == 0:
            face -= 1
            least = 0
        if face == 0:
            self.keep_way(thalers, brews, walks)
            return
        rest = some_dice - several_dice(face, 1)
        self.try_people(rest, face, least, thalers, brews, walks)
        accepts = self.tavern.accepts
        for_brewer = z.washers_needed(accepts[c.ON_BREWER], face)
        if for_brewer <= self.washers:
            self.try_board(rest, face, c.ON_BREWER, for_brewer, thalers, brews + 1, walks)
        for_monk = z.washers_needed(accepts[c.ON_MONK], face)
        if for_monk <= self.washers:
            self.try_board(rest, face, c.ON_MONK, for_monk, thalers, brews, walks + 1)
        if self.register_open and face_on(self.tried_board, c.ON_REGISTER) == 0:
            self.try_board(rest, face, c.ON_REGISTER, 0, thalers, brews, walks)
        if self.barrel_open and face_on(self.tried_board, c.ON_BARREL) == 0:
            self.try_board(rest, face, c.ON_BARREL, 0, thalers, brews, walks)
        if for_brewer > 0 and for_monk > 0:  # otherwise it need not be left over
            self.skipped += 1
            self.try_die(rest, face, self.people, thalers, brews, walks)
            self.skipped -= 1

    def try_people(self, rest: i64, face: i64, least: i64, thalers: i64, brews: i64, walks: i64) -> None:
        """The die on everybody whom it can serve; of equal people only on the first who is free."""
        for who in range(least, self.people):
            space = self.person[who]
            free = not c.holds(self.taken, who)
            if free and who > 0 and self.person[who - 1] == space and not c.holds(self.taken, who - 1):
                free = False
            needed = z.washers_needed(self.tavern.accepts[space], face)
            if free and needed <= self.washers:
                raised = self.tried_raised
                self.let_help(face, needed)
                self.taken |= bit(who)
                self.tried_uses = (self.tried_uses << USE_BITS) | (serve_action(face, space) - A_SERVE + 1)
                self.try_die(rest, face, who, thalers + self.tavern.pays[space], brews, walks)
                self.tried_uses >>= USE_BITS
                self.taken &= ~bit(who)
                self.washers += needed
                self.tried_raised = raised

    def try_board(self, rest: i64, face: i64, space: i64, needed: i64, thalers: i64, brews: i64, walks: i64) -> None:
        """The die on a space of the board; from here on equal dice go there too, not to people."""
        board = self.tried_board
        raised = self.tried_raised
        self.let_help(face, needed)
        self.tried_board = with_face(board, space, face)
        self.try_die(rest, face, self.people, thalers, brews, walks)
        self.tried_board = board
        self.washers += needed
        self.tried_raised = raised

    def let_help(self, face: i64, needed: i64) -> None:
        """So many dishwashers help a die."""
        self.washers -= needed
        if needed > 0:
            self.tried_raised = face

    def keep_way(self, thalers: i64, brews: i64, walks: i64) -> None:
        """Keep the way unless another has at least as much of everything, and drop those it beats."""
        register = is_used(self.tried_board, c.ON_REGISTER)
        barrel = is_used(self.tried_board, c.ON_BARREL)
        if self.skipped > 0 and ((self.register_open and register == 0) or (self.barrel_open and barrel == 0)):
            return
        kept: i64 = 0
        for way in range(self.total):
            more_thalers = self.thalers[way] - thalers
            more_brews = self.brews[way] - brews
            more_walks = self.walks[way] - walks
            more_register = is_used(self.board[way], c.ON_REGISTER) - register
            more_barrel = is_used(self.board[way], c.ON_BARREL) - barrel
            if more_thalers >= 0 and more_brews >= 0 and more_walks >= 0 and more_register >= 0 and more_barrel >= 0:
                return  # nothing was dropped before, for what beats this way beats that too
            if more_thalers > 0 or more_brews > 0 or more_walks > 0 or more_register > 0 or more_barrel > 0:
                if kept < way:
                    self.move_way(way, kept)
                kept += 1
        if kept == MOST_WAYS:
            return
        self.thalers[kept] = thalers
        self.brews[kept] = brews
        self.walks[kept] = walks
        self.uses[kept] = self.tried_uses
        self.board[kept] = self.tried_board
        self.raised[kept] = self.tried_raised
        self.total = kept + 1

    def move_way(self, way: i64, to: i64) -> None:
        self.thalers[to] = self.thalers[way]
        self.brews[to] = self.brews[way]
        self.walks[to] = self.walks[way]
        self.uses[to] = self.uses[way]
        self.board[to] = self.board[way]
        self.raised[to] = self.raised[way]


def face_on(board: i64, space: i64) -> i64:
    """The face on a space of the board, of the four that a word holds; 0 for none."""
    return showing(board, space - c.ON_REGISTER)


def with_face(board: i64, space: i64, face: i64) -> i64:
    """Such a word with another face on a space."""
    return board + several_dice(space - c.ON_REGISTER, face - face_on(board, space))


def is_used(board: i64, space: i64) -> i64:
    """1 if a die lies on a space of the board."""
    return i64(1) if face_on(board, space) > 0 else i64(0)


def use_action(uses: i64) -> i64:
    """The action of the use on top of a stack of them."""
    return A_SERVE + (uses & (1 << USE_BITS) - 1) - 1
