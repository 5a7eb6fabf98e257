"""The turn of a player: its beginning, cards drawn, Actions, and whose turn is next (R2 to R7, RA86, RA89, RA92)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import drinks, payments, tales
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.answers import Answers
from tavern_engine.games.red_dragon_inn.hands import draw_some
from tavern_engine.games.red_dragon_inn.losing import end_game
from tavern_engine.games.red_dragon_inn.stack import advance, jump, push
from tavern_engine.games.red_dragon_inn.zones import clockwise, seat_bit
from tavern_engine.state import SEATS


class Turns(Answers):
    """A state whose players take turns."""

    def clone(self) -> Turns:
        raise NotImplementedError

    def do_turn(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> bool:
        owner = w[f + z.OWNER]
        if verb == v.ACT:
            return self.act(w, f, owner)
        if verb == v.ORDER:
            if w[f + z.STEP] < arg and w[z.DRINK_DECK] > 0:  # RA7
                return self.ask(w, owner, c.ORDERING)
            advance(w, f)
        elif verb == v.DRAW_UP:
            limit = self.inn.hand if w[z.FRONT + owner] == 0 else self.hand_limit(w, f, owner)
            draw_some(self, w, owner, limit - w[z.SIZE + owner])
            advance(w, f)
        elif verb == v.DRINK_UP:
            advance(w, f)
            if w[z.FRONT + owner] == 0:
                advance(w, f)  # no evening
            push(w, self.inn.drinking, owner)
        elif verb == v.START_TURN:
            self.start_turn(w, f, owner)
        elif verb == v.DRAW:
            who = w[f + z.TARGETS] & ~w[f + z.IGNORED]
            for step in range(w[SEATS]):
                seat = clockwise(w, owner, step)
                if who & seat_bit(seat) != 0:
                    draw_some(self, w, seat, arg)
            advance(w, f)
        elif verb == v.DISCARD:
            return self.discard(w, f, owner, arg)
        else:
            return self.next_turn(w, f)
        return False

    def start_turn(self, w: vec[i64], f: i64, seat: i64) -> None:
        """RA105: back from outside; RA89: a tax for every Story that says so; RA92: a visit to the stable."""
        if w[z.OUT_WITH] == seat + 1:
            self.comes_back(w)
        tax = drinks.front_kind(self, w, seat, t.TAX)
        if tax >= 0:
            self.uses(w, seat, tax, 0)
            tales.refill_tales(self, w)
            payments.owe(self, w, seat, z.INN, self.inn.value[tax], False)
            return
        advance(w, f)
        if w[z.CHARACTER + seat] == self.inn.groom:
            push(w, self.inn.visit, seat)

    def hand_limit(self, w: vec[i64], f: i64, seat: i64) -> i64:
        """R3, R144: how many cards are drawn up to; a Story may say otherwise, once, in the own phase."""
        story = drinks.front_kind(self, w, seat, t.HAND_LIMIT)
        if story < 0 or f != z.STACK:
            return self.inn.hand
        self.uses(w, seat, story, 0)
        tales.refill_tales(self, w)
        return self.inn.value[story]

    def act(self, w: vec[i64], f: i64, seat: i64) -> bool:
        """R5: one Action card or none; R126: or two, if an Elixir says so. RA70: losses are checked before the next."""
        if w[f + z.STEP] == 0:
            if w[z.FRONT + seat] == 0:
                return self.ask(w, seat, c.ACTING)
            w[f + z.AMOUNT] = self.actions(w, seat)
        if w[f + z.STEP] <= w[f + z.AMOUNT]:
            return self.ask(w, seat, c.ACTING)
        w[f + z.AMOUNT] = 0
        advance(w, f)
        return False

    def actions(self, w: vec[i64], seat: i64) -> i64:
        """R126, RA89: Action cards that may be played now, less one; what says so is used up."""
        found: i64 = 0
        elixir = drinks.front_kind(self, w, seat, t.TWICE)
        if elixir >= 0:
            self.uses(w, seat, elixir, 0)
            found = self.inn.value[elixir] - 1
        story = drinks.front_kind(self, w, seat, t.NO_ACTION)
        if story >= 0:
            self.uses(w, seat, story, 0)
            tales.refill_tales(self, w)
            found = -1
        return found

    def discard(self, w: vec[i64], f: i64, seat: i64, amount: i64) -> bool:
        """R114: so many cards, one by one."""
        if w[f + z.WAY] == 0:
            w[f + z.WAY] = 1
            w[f + z.AMOUNT] = amount if amount < w[z.SIZE + seat] else w[z.SIZE + seat]
        if w[f + z.AMOUNT] > 0:
            return self.ask(w, seat, c.PARTING)
        w[f + z.WAY] = 0
        advance(w, f)
        return False

    def next_turn(self, w: vec[i64], f: i64) -> bool:
        """R2, RA86; whether the game is over."""
        if w[z.TURNS] >= self.inn.turn_limit:
            end_game(self, w)
            return True
        seat = clockwise(w, w[z.TURN], 1)
        while w[z.STILL_IN] & seat_bit(seat) == 0 or (w[z.OUTSIDE] & seat_bit(seat) != 0 and w[z.OUT_WITH] != seat + 1):
            seat = clockwise(w, seat, 1)
        self.turn_begins(w, seat)
        w[f + z.OWNER] = seat
        w[f + z.AMOUNT] = 0  # a turn that ended early may have left Actions
        jump(w, f, self.inn.turn)
        if w[z.OUT_WITH] == 0 and w[z.FRONT + seat] == 0 and w[z.CHARACTER + seat] != self.inn.groom:
            advance(w, f)  # nothing happens before the turn starts
        return False
