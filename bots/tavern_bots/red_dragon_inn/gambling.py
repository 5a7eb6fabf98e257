"""What a Round of Gambling is worth to a player of The Red Dragon Inn: chances, pots, and cards that decide it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.red_dragon_inn import deeds as d
from tavern_bots.red_dragon_inn.worth import PARTS, Worth
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.zones import master_of, seat_bit, winner_of
from tavern_engine.state import SEATS
from tavern_engine.tally import number

CONTROL_CARDS: Final = 100  # so many in 256 cards of an unknown hand can take control,
SURE_CARDS: Final = 20  # and so many can after Winning Hand!
CONTESTED: Final = 160  # a bet counts in this part while others can still bet against the one in control


class Gambling(Worth):
    """What a Round is worth to a seat."""

    def pending(self, w: vec[i64], me: i64, f: i64) -> i64:
        """What it is worth to `me` if the card of the frame comes to its end."""
        raise NotImplementedError

    def chance(self, w: vec[i64], me: i64, rivals: i64, unbeatable: bool) -> i64:
        """How likely the pot goes to `me` after playing a control card: those left in the hand against the others'."""
        mine = PARTS * number(w[z.HAND + me] & self.control[w[z.CHARACTER + me]])
        theirs: i64 = 0
        for seat in range(w[SEATS]):
            if rivals & seat_bit(seat) != 0 and seat != me:
                theirs += w[z.SIZE + seat]
        theirs *= SURE_CARDS if unbeatable else i64(CONTROL_CARDS)
        return PARTS * mine // (mine + theirs + 1)

    def leave(self, w: vec[i64], me: i64, owner: i64, saved: i64) -> i64:
        """What is not paid, less the prospect of the pot."""
        if owner != me:
            return 0
        prospect = self.chance(w, me, w[z.GAMBLERS], False) // 2
        if master_of(w) == me:
            prospect *= 2
        return -self.stake(w, me, me, 0, -saved) - prospect * self.stake(w, me, me, 0, w[z.COINS] + saved) // PARTS

    def gamble(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64, below: i64) -> i64:
        """What a program does to the Round."""
        deed = self.deed[at]
        pot = w[z.COINS]
        if deed == d.STARTING:
            return self.start(w, me, self.amount[at]) if owner == me else i64(0)
        if deed == d.TAKING:
            return self.stake(w, me, owner, 0, self.amount[at])
        if deed == d.STEALING:
            return self.stake(w, me, owner, 0, pot) - self.stake(w, me, winner_of(w), 0, pot)
        if deed == d.CATCHING:
            return self.stake(w, me, owner, 0, pot) - self.pending(w, me, below)
        if deed == d.POCKETING:
            return self.stake(w, me, owner, 0, pot) - self.prospects(w, me, below)
        if deed == d.SPOILING:
            return -self.prospects(w, me, below)
        return self.bet(w, me, at, owner, targets)

    def bet(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64) -> i64:
        """Control, with the chance that it lasts."""
        deed = self.deed[at]
        pot = w[z.COINS]
        master = master_of(w)
        chance: i64 = PARTS // 2
        if owner == me:
            chance = self.chance(w, me, w[z.GAMBLERS] & ~targets, deed == d.UNBEATABLE)
        worth = self.stake(w, me, owner, 0, pot)
        if master >= 0 and master != owner:
            worth -= self.stake(w, me, master, 0, pot)
        if w[z.PASSES] < number(w[z.GAMBLERS]) - 2:
            worth = worth * CONTESTED // PARTS
        if deed == d.RAISING:
            worth += self.stake(w, me, owner, 0, number(w[z.GAMBLERS]) - 1)
            return (chance * worth + (PARTS - chance) * self.stake(w, me, owner, 0, -self.amount[at])) // PARTS
        return chance * worth // PARTS

    def start(self, w: vec[i64], me: i64, ante: i64) -> i64:
        """Everybody antes; one of them takes it all."""
        players = number(w[z.STILL_IN])
        win = self.chance(w, me, w[z.STILL_IN], False)
        lose = (PARTS - win) // (players - 1)
        gain = ante * (players - 1)
        worth: i64 = 0
        for seat in range(w[SEATS]):
            if w[z.STILL_IN] & seat_bit(seat) != 0:
                chance = win if seat == me else lose
                worth += chance * self.stake(w, me, seat, 0, gain)
                worth += (PARTS - chance) * self.stake(w, me, seat, 0, -ante)
        return worth // PARTS

    def prospects(self, w: vec[i64], me: i64, below: i64) -> i64:
        """What the pot is worth to `me` as things stand: who is in control, or is about to be, gets it perhaps."""
        ahead = master_of(w)
        if w[below + z.TRAITS] & t.CONTROLS != 0:
            ahead = w[below + z.OWNER]
        if ahead == me:
            return self.stake(w, me, me, 0, w[z.COINS])
        worth: i64 = 0
        if ahead >= 0:
            worth = self.stake(w, me, ahead, 0, w[z.COINS]) // 2
        if w[z.GAMBLERS] & seat_bit(me) != 0:
            worth += self.chance(w, me, w[z.GAMBLERS], False) * self.stake(w, me, me, 0, w[z.COINS]) // (2 * PARTS)
        return worth
