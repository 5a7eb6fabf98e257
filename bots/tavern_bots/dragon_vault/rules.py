"""A player of Dragon's Vault by rules of thumb: quick enough for rollouts, and it can say which rule decided.

It reads its own hand and what lies open, and of other hands what it has seen. First come rules for sure things: go out,
four in a row, four equal cards. Otherwise every card that fits is weighed: how much it is needed later, against what it
does to the next player and to those who are nearly out. All weights were found by play against itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.dragon_vault import readings as read
from tavern_bots.dragon_vault import reasons as why
from tavern_engine.chance import Rng
from tavern_engine.games.dragon_vault import cards as c
from tavern_engine.games.dragon_vault import rules as r
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.legal import is_open
from tavern_engine.multiset import copies, four_each, lesser, nth, one_each, several, size
from tavern_engine.state import ASKED, PHASE, SEATS, Policy, State

# In the order of kinds: the villains 1 to 9, Zero, Fire-breather, Protector.
NEED: Final = (18, 0, 10, 20, 32, 44, 48, 52, 60, 70, 88, 75)  # what a card is worth in the hand
EASY: Final = (1, -3, -3, 4, 5, 2, 6, 8, 6, -3, 10, 10)  # how much better it lies in the open reserve than in the hand

ALARM: Final = 3  # so many steps nearer than that, a player may end the round at any time
FOURTH: Final = 60  # the fourth in a row
STUCK: Final = 19  # the next player has to take the pile,
STUCK_PILE: Final = 2  # for each card in it,
STUCK_NEAR: Final = 11  # and for each step that player is near to going out
LOAD: Final = 8  # for each 4 the next player has to draw two cards,
LOAD_NEAR: Final = 10  # and for each step that player is near to going out
SKIP_NEAR: Final = 10  # to skip a player, for each step that player is near to going out
FEATHER: Final = 15  # D38 golden feathers: an 8 left over brings a coin back

CIRCLES: Final = 100  # turns: a round that lasts longer goes round in circles,
SELDOM: Final = 8  # and one choice in so many tries something else


class VaultRules(Policy):
    """Plays by rules of thumb; `reason` says which one decided, as a key of REASONS.

    Where there is only one legal action nobody is asked, so whoever is asked in a turn can play, remove or turn up.
    """

    def __init__(self) -> None:
        self.reason: i64 = why.NEEDS_LEAST
        self.thought: i64 = why.NEEDS_LEAST  # what speaks most for the card that is being weighed
        self.need = vec[i64]([i64(worth) for worth in NEED])
        self.easy = vec[i64]([i64(worth) for worth in EASY])

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, r.VaultState)
        w = state.w
        seat = w[ASKED]
        phase = w[PHASE]
        state.count()  # works out what is offered
        if phase == r.PLAY:
            return self.turn(w, seat, state.offered, rng)
        if phase == r.OWE:
            return self.owe(w, seat, state.offered)
        if phase == r.SKIPPED:
            return self.skipped(w, seat, copies(state.offered, c.PROTECTOR))
        if phase == r.GIVE:
            return self.give(w, seat)
        if phase == r.FOR:
            return self.because(why.SWAPS, r.A_FOR + self.worst_open(w, seat))
        if phase == r.SHOW:
            return self.because(why.SHOWS, r.A_SHOW + self.worst_open(w, seat))
        if phase == r.ROB_ME:
            return self.rob_me(w, seat)
        return self.turn_round(w, seat)

    def because(self, reason: i64, action: i64) -> i64:
        """The action, and why."""
        self.reason = reason
        return action

    # A turn (D5).

    def turn(self, w: vec[i64], seat: i64, offered: i64, rng: Rng) -> i64:
        if w[z.SIZE + seat] >= 4:
            fours = four_each(w[z.HAND + seat])
            if fours != 0:
                return self.play_or_remove_four(w, nth(fours, 0), offered)
        if offered == 0:
            return self.turn_up(w, seat)
        if z.closed_total(w[z.CLOSED + seat]) == 0:
            if z.is_one_kind(w[z.HAND + seat]):
                return self.because(why.GOES_OUT, r.play_action(nth(offered, 0), w[z.SIZE + seat]))
            if copies(offered, c.FIRE) != 0 and z.is_one_kind(w[z.HAND + seat] & ~several(c.FIRE, 15)):
                return self.because(why.FIRE_AND_OUT, r.play_action(c.FIRE, 1))
        if w[z.TURNS] >= CIRCLES and rng.below(SELDOM) == 0:
            return self.try_something_else(offered, rng)
        return self.weigh(w, seat, offered)

    def try_something_else(self, offered: i64, rng: Rng) -> i64:
        """DA24: two players who always do the same can hand each other the same cards for ever."""
        self.reason = why.TRIES_ELSE
        kinds = one_each(offered)
        kind = nth(kinds, rng.below(size(kinds)))
        return r.play_action(kind, copies(offered, kind))

    def play_or_remove_four(self, w: vec[i64], kind: i64, offered: i64) -> i64:
        """D14, D15: played on a pile, four equal cards take it away with them."""
        if w[z.PILE] != 0 and copies(offered, kind) >= 4:
            return self.because(why.FOUR_IN_A_ROW, r.play_action(kind, 4))
        return self.because(why.REMOVES_FOUR, r.A_REMOVE + kind)

    def turn_up(self, w: vec[i64], seat: i64) -> i64:
        """D10: a closed card may fit, and if it does not, it would have had to be played later anyway."""
        self.reason = why.TURNS_UP
        word = w[z.CLOSED + seat]
        if z.closed_total(word) == 2 * z.closed_doubles(word):
            return r.A_TURN_UP + z.TALLEST
        return r.A_TURN_UP + z.LOWEST

    def weigh(self, w: vec[i64], seat: i64, offered: i64) -> i64:
        """The best play of those offered; who can play never takes the pile."""
        alarm = read.most_nearness(w, seat)
        pile = size(w[z.PILE])
        best: i64 = 0
        needed: i64 = 0  # of the best
        most: i64 = -1_000_000
        least: i64 = 1_000_000
        kind: i64 = 0
        while offered != 0:
            amount = offered & 15
            if amount != 0:
                least = lesser(least, self.need[kind])
                amount = self.how_many(w, kind, amount, alarm)
                worth = self.worth(w, seat, kind, amount, pile)
                if worth > most:
                    most = worth
                    best = r.play_action(kind, amount)
                    needed = self.need[kind]
                    self.reason = self.thought
            offered >>= 4
            kind += 1
        if self.reason == why.HARD_TO_ANSWER and needed == least:
            self.reason = why.NEEDS_LEAST  # it would have been played anyway
        return best

    def how_many(self, w: vec[i64], kind: i64, amount: i64, alarm: i64) -> i64:
        """Villains together; dragons, and 5s where one is enough to move again, one at a time."""
        if read.makes_four(w, kind, amount):
            return amount
        if (kind >= c.ZERO and alarm < ALARM) or (kind == c.FIVE and w[SEATS] == 2):
            return 1
        return amount

    def worth(self, w: vec[i64], seat: i64, kind: i64, amount: i64, pile: i64) -> i64:
        """What speaks for this play, less what the card is worth in the hand."""
        self.thought = why.NEEDS_LEAST
        if kind >= c.ZERO and amount > 1:
            self.thought = why.UNLOADS
        worth = -self.need[kind]
        if kind == c.EIGHT and is_open(w, c.GOLDEN_FEATHERS):
            worth -= FEATHER
        if read.makes_four(w, kind, amount):
            self.thought = why.FOUR_IN_A_ROW
            return worth + FOURTH
        if kind == c.FIRE:
            self.thought = why.CLEARS
            return worth
        if kind == c.FOUR:
            return worth + self.load(w, r.beside(w, seat, w[z.DIRECTION]), amount)
        if kind == c.FIVE:
            return worth + self.skip(w, seat, amount, pile)
        return worth + self.hinder(w, seat, r.beside(w, seat, w[z.DIRECTION]), kind, pile)

    def load(self, w: vec[i64], other: i64, amount: i64) -> i64:
        """D23."""
        near = read.nearness(w, other)
        if near != 0:
            self.thought = why.LOADS
        return amount * (LOAD + LOAD_NEAR * near)

    def skip(self, w: vec[i64], seat: i64, amount: i64, pile: i64) -> i64:
        """D24: those skipped, and who has to answer the 5 in the end."""
        worth: i64 = 0
        other = r.beside(w, seat, w[z.DIRECTION])
        while amount > 0 and other != seat:
            near = read.nearness(w, other)
            if near != 0:
                self.thought = why.SKIPS
            worth += SKIP_NEAR * near
            other = r.beside(w, other, w[z.DIRECTION])
            amount -= 1
        if other == seat:
            self.thought = why.MOVES_AGAIN
            return worth
        return worth + self.hinder(w, seat, other, c.FIVE, pile)

    def hinder(self, w: vec[i64], seat: i64, other: i64, kind: i64, pile: i64) -> i64:
        """How much it is worth that the other seat may have no answer."""
        effective = kind
        if kind == c.PROTECTOR:
            effective = w[z.EFFECTIVE]  # D16
        chance = read.chance_stuck(w, seat, other, c.fitting(effective, kind))
        if chance == 0:
            return 0
        if self.thought == why.NEEDS_LEAST:
            self.thought = why.HARD_TO_ANSWER
        return chance * (STUCK + STUCK_PILE * pile + STUCK_NEAR * read.nearness(w, other)) // read.CERTAIN

    # Debts and skips (D23, D24).

    def owe(self, w: vec[i64], seat: i64, offered: i64) -> i64:
        fours = copies(offered, c.FOUR)
        if fours != 0:
            return self.because(why.PASSES_FOURS, r.play_action(c.FOUR, fours))
        protectors = copies(offered, c.PROTECTOR)
        self.reason = why.PASSES_PROTECTOR
        if read.makes_four(w, c.PROTECTOR, protectors) or protectors == read.cards_left(w, seat):
            return r.play_action(c.PROTECTOR, protectors)
        return r.play_action(c.PROTECTOR, 1)

    def skipped(self, w: vec[i64], seat: i64, protectors: i64) -> i64:
        """To be skipped is a turn lost, and a Protector laid now is a card less."""
        if protectors == read.cards_left(w, seat):
            return self.because(why.GOES_OUT, r.play_action(c.PROTECTOR, protectors))
        if read.makes_four(w, c.PROTECTOR, protectors):
            return self.because(why.FOUR_IN_A_ROW, r.play_action(c.PROTECTOR, protectors))
        return self.because(why.PROTECTS, r.play_action(c.PROTECTOR, 1))

    # The swap (D2) and what tricks ask (D38).

    def give(self, w: vec[i64], seat: i64) -> i64:
        """The hand card that gains most in the reserve, if it gains more there than the worst open card."""
        best: i64 = -1
        most = self.easy[self.worst_open(w, seat)]
        hand = w[z.HAND + seat]
        for kind in range(i64(c.KINDS)):
            if copies(hand, kind) != 0 and self.easy[kind] > most:
                most = self.easy[kind]
                best = kind
        if best < 0:
            return self.because(why.KEEPS_RESERVE, r.A_KEEP)
        return self.because(why.SWAPS, r.A_GIVE + best)

    def worst_open(self, w: vec[i64], seat: i64) -> i64:
        """The open card that would gain most in the hand."""
        worst: i64 = -1
        least: i64 = 1_000_000
        for kind in range(i64(c.KINDS)):
            if copies(w[z.OPEN + seat], kind) != 0 and self.easy[kind] < least:
                least = self.easy[kind]
                worst = kind
        return worst

    def rob_me(self, w: vec[i64], seat: i64) -> i64:
        """One more card holds up most who has fewest."""
        self.reason = why.GIVES
        taker: i64 = -1
        least: i64 = 1_000_000
        for other in range(w[SEATS]):
            if other != seat and read.cards_left(w, other) < least:
                least = read.cards_left(w, other)
                taker = other
        return r.A_ROB_ME + taker

    def turn_round(self, w: vec[i64], seat: i64) -> i64:
        if w[SEATS] == 2:
            return self.because(why.MOVES_AGAIN, r.A_REVERSE)
        self.reason = why.TURNS_ROUND
        ahead = read.cards_left(w, r.beside(w, seat, w[z.DIRECTION]))
        behind = read.cards_left(w, r.beside(w, seat, -w[z.DIRECTION]))
        if behind > ahead:
            return r.A_REVERSE
        return r.A_STRAIGHT
