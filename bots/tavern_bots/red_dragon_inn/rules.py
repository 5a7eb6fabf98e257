"""A player of The Red Dragon Inn by rules of thumb: quick enough for rollouts, and it can say which rule decided.

Whatever happens is weighed by what it changes (`worth.py`, `gambling.py`); a card is played if it changes more than it
is worth to hold. The policy reads the programs of the cards, not their titles (`readings.py`), so it plays any deck.
All weights were found by play against itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.red_dragon_inn import readings as r
from tavern_bots.red_dragon_inn import reasons as why
from tavern_bots.red_dragon_inn.gambling import Gambling
from tavern_bots.red_dragon_inn.worth import PARTS
from tavern_engine.chance import Rng
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.games.red_dragon_inn.stack import top
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, in_window
from tavern_engine.games.red_dragon_inn.windows import aimed, can_aim, can_pick
from tavern_engine.games.red_dragon_inn.zones import seat_bit
from tavern_engine.state import ASKED, PHASE, State
from tavern_engine.tally import number

UNCAUGHT: Final = 200  # how likely a cheat is not caught, in PARTS
WORST: Final = -1_000_000

# What of a card's worth in the hand counts when it is played, in eighths.
EIGHTHS: Final = 8
FRESH: Final = 1  # just before drawing up
ACTION: Final = 1  # one Action a turn, or none
STAKED: Final = 8  # a bet
NORMAL: Final = 5


class InnRules(Gambling):
    """Plays by rules of thumb; `reason` says which one decided, a key of REASONS."""

    def __init__(self, inn: InnTables) -> None:
        super().__init__(inn)
        self.reason: i64 = why.HOLDS_BACK

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, InnState)
        w = state.w
        seat = w[ASKED]
        phase = w[PHASE]
        choices = state.work_out()
        f = top(w)
        if phase == c.RESPOND:
            return self.respond(w, f, seat, choices)
        if phase == c.THROW:
            return self.throw(w, seat, choices)
        if phase == c.ACTING:
            return self.play_best(w, f, t.ACT, seat, choices, ACTION)
        if phase == c.BETTING:
            return self.play_best(w, f, t.BET, seat, choices, STAKED)
        return self.name_best(w, f, phase, seat, choices)

    # Cards.

    def respond(self, w: vec[i64], f: i64, seat: i64, choices: i64) -> i64:
        window = self.inn.code[w[f + z.PC] + 1]
        share: i64 = NORMAL
        if window == t.LAST or window == t.REELING:
            share = 0
        elif window == t.FREE and w[z.TURN] == seat and w[f + z.PC] == self.inn.turn:
            share = FRESH
        return self.play_best(w, f, window, seat, choices, share)

    def play_best(self, w: vec[i64], f: i64, window: i64, seat: i64, choices: i64, share: i64) -> i64:
        """The card that changes most beyond what it is worth in the hand; none if none does."""
        deck = w[z.CHARACTER + seat]
        action: i64 = c.A_PASS
        most: i64 = 0
        self.reason = why.PASSES_BET if window == t.BET else why.HOLDS_BACK
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            kind = self.inn.kind[at_bit(deck, number(low - 1))]
            at = self.inn.entry[in_window(window, kind)]
            worth = self.use(w, seat, at, f)
            if self.inn.traits[in_window(window, kind)] & t.CHEATS != 0:
                worth = worth * UNCAUGHT // PARTS
            worth -= self.hold[kind] * share // EIGHTHS
            if worth > most:
                most = worth
                action = c.A_PLAY + kind
                self.reason = self.why(w, window, at, worth)
        return action

    def why(self, w: vec[i64], window: i64, at: i64, worth: i64) -> i64:
        """The rule in words."""
        deed = self.deed[at]
        game = self.life[1] * 3 // 4
        weakens = deed == r.CHANGING and self.amount[at] < 0
        saves = self.saves[deed] != 0 or self.whom[at] == v.MYSELF or weakens
        if window == t.LAST or window == t.REELING or (saves and worth > game):
            return why.SAVES_ITSELF
        if self.harms[deed] != 0 and worth > game * self.harm[number(w[z.STILL_IN])] // PARTS:
            return why.KNOCKS_OUT
        if deed == r.MARKERS:
            if self.whom[at] == v.MYSELF:
                return why.STRENGTHENS
            if self.pay_me[at] != 0:
                return why.TAKES_GOLD
        return why.WATERS if weakens else self.reasons[deed]

    def use(self, w: vec[i64], seat: i64, at: i64, below: i64) -> i64:
        """What the program is worth to the seat with the best aim."""
        if self.glass[at] < 0:
            return self.best_aim(w, seat, at, 0, below)
        best: i64 = WORST
        for row in range(w[z.ROWS]):
            if can_pick(w, seat, self.glass[at], row, below):
                worth = self.best_aim(w, seat, at, row, below)
                if worth > best:
                    best = worth
        return best

    def best_aim(self, w: vec[i64], seat: i64, at: i64, row: i64, below: i64) -> i64:
        whom = self.whom[at]
        if whom < 0:
            return self.outcome(w, seat, at, seat, 0, row, below)
        if whom != v.OTHER and whom != v.ANYONE and whom != v.GAMBLER:
            return self.outcome(w, seat, at, seat, aimed(w, seat, whom, below), row, below)
        left = can_aim(w, seat, whom)
        best: i64 = WORST
        while left != 0:
            target = left & -left
            left &= left - 1
            worth = self.outcome(w, seat, at, seat, target, row, below)
            if worth > best:
                best = worth
        return best

    def name_best(self, w: vec[i64], f: i64, phase: i64, seat: i64, choices: i64) -> i64:
        """Whom to order for, at whom a card is aimed, or on which Drink it is played: where it does most."""
        at = w[f + z.PC]
        self.reason = why.ORDERS if phase == c.ORDERING else self.why(w, t.ACT, at, 0)
        best: i64 = WORST
        found: i64 = 0
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            place = number(low - 1)
            worth: i64 = 0
            if phase == c.ORDERING:
                worth = self.ordered(w, seat, place)
            elif phase == c.AIMING:
                worth = self.outcome(w, seat, at, seat, low, w[f + z.AMOUNT], f - z.FRAME)
            else:
                worth = self.best_aim(w, seat, at, place, f - z.FRAME)
            if worth > best:
                best = worth
                found = place
        return c.A_DRINK + found if phase == c.PICKING else c.A_SEAT + found

    def outcome(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64, row: i64, below: i64) -> i64:
        """What it is worth to `me` if this program of the owner runs, on the frame below."""
        deed = self.deed[at]
        part = self.part[deed]
        if part == r.ON_MARKERS:
            return self.markers(w, me, at, owner, targets)
        if part == r.IN_ROUND:
            return self.gamble(w, me, at, owner, targets, below)
        if part == r.ON_DRINK:
            worth = self.on_drink(w, me, at, targets, row)
            if self.fee[at] != 0:
                worth += self.stake(w, me, owner, 0, -self.fee[at])
            return worth
        if deed == r.NEGATING:
            return -self.pending(w, me, below)
        if deed == r.IGNORING:
            return -self.markers(w, me, w[below + z.PC], w[below + z.OWNER], seat_bit(owner))
        if deed == r.COVERING:
            return -self.stake(w, me, owner, 0, -w[below + z.AMOUNT])
        if deed == r.LEAVING:
            return self.leave(w, me, owner, w[below + z.AMOUNT] - self.fee[at])
        if deed == r.FORCING:
            return self.drink(w, me, number(targets - 1))
        if deed == r.TOASTING:
            return self.toast(w, me)
        if deed == r.ORDERING_MORE:
            return self.stake(w, me, owner, 0, -self.fee[at]) + self.order_more(w, me, owner, self.amount[at])
        return 0

    def pending(self, w: vec[i64], me: i64, f: i64) -> i64:
        if w[f + z.CARD] == 0:
            return 0
        targets = w[f + z.TARGETS] & ~w[f + z.IGNORED]
        return self.outcome(w, me, w[f + z.PC], w[f + z.OWNER], targets, w[f + z.AMOUNT], f - z.FRAME)

    def throw(self, w: vec[i64], seat: i64, choices: i64) -> i64:
        """R3: everything that a fresh card is likely to beat."""
        deck = w[z.CHARACTER + seat]
        choices &= ~self.kept[deck]
        if choices == 0:
            self.reason = why.KEEPS
            return c.A_PASS
        self.reason = why.THROWS
        low = choices & -choices
        return c.A_THROW + self.inn.kind[at_bit(deck, number(low - 1))]
