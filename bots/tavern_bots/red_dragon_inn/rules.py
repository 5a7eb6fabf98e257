"""A player of The Red Dragon Inn by rules of thumb: quick enough for rollouts, and it can say which rule decided.

Whatever happens is weighed by what it changes (`worth.py`, `gambling.py`); a card is played if it changes more than it
is worth to hold. The policy reads the programs of the cards, not their titles (`readings.py`), so it plays any deck.
All weights were found by play against itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.red_dragon_inn.gambling import Gambling
from tavern_bots.red_dragon_inn.readings import (
    CHANGING,
    COVERING,
    FORCING,
    IGNORING,
    IN_ROUND,
    LEAVING,
    MARKERS,
    NEGATING,
    ON_DRINK,
    ON_MARKERS,
    ORDERING_MORE,
    TOASTING,
)
from tavern_bots.red_dragon_inn.reasons import (
    HOLDS_BACK,
    KEEPS,
    KNOCKS_OUT,
    ORDERS,
    PASSES_BET,
    SAVES_ITSELF,
    STRENGTHENS,
    TAKES_GOLD,
    THROWS,
    WATERS,
)
from tavern_bots.red_dragon_inn.worth import PARTS
from tavern_engine.chance import Rng
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn.rules import (
    A_DRINK,
    A_PASS,
    A_PLAY,
    A_SEAT,
    A_THROW,
    ACTING,
    AIMING,
    BETTING,
    ORDERING,
    RESPOND,
    THROW,
    InnState,
)
from tavern_engine.games.red_dragon_inn.stack import top
from tavern_engine.games.red_dragon_inn.tables import (
    ACT,
    BET,
    CHEATS,
    FREE,
    LAST,
    REELING,
    InnTables,
    in_window,
    kind_at,
)
from tavern_engine.games.red_dragon_inn.windows import aimed, can_aim, can_pick
from tavern_engine.games.red_dragon_inn.zones import (
    AMOUNT,
    CARD,
    CHARACTER,
    FRAME,
    IGNORED,
    OWNER,
    PC,
    ROWS,
    STILL_IN,
    TARGETS,
    TURN,
    seat_bit,
)
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
        self.reason: i64 = HOLDS_BACK

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, InnState)
        w = state.w
        seat = w[ASKED]
        phase = w[PHASE]
        choices = state.work_out()
        f = top(w)
        if phase == RESPOND:
            return self.respond(w, f, seat, choices)
        if phase == THROW:
            return self.throw(w, seat, choices)
        if phase == ACTING:
            return self.play_best(w, f, ACT, seat, choices, ACTION)
        if phase == BETTING:
            return self.play_best(w, f, BET, seat, choices, STAKED)
        if phase == ORDERING:
            return self.order(w, seat, choices)
        if phase == AIMING:
            return self.aim(w, f, seat, choices)
        return self.pick(w, f, seat, choices)

    # Cards.

    def respond(self, w: vec[i64], f: i64, seat: i64, choices: i64) -> i64:
        window = self.inn.code[w[f + PC] + 1]
        share: i64 = NORMAL
        if window == LAST or window == REELING:
            share = 0
        elif window == FREE and w[TURN] == seat and w[f + PC] == self.inn.turn:
            share = FRESH
        return self.play_best(w, f, window, seat, choices, share)

    def play_best(self, w: vec[i64], f: i64, window: i64, seat: i64, choices: i64, share: i64) -> i64:
        """The card that changes most beyond what it is worth in the hand; none if none does."""
        deck = w[CHARACTER + seat]
        action: i64 = A_PASS
        most: i64 = 0
        self.reason = PASSES_BET if window == BET else HOLDS_BACK
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            kind = kind_at(self.inn, deck, number(low - 1))
            at = self.inn.entry[in_window(window, kind)]
            worth = self.use(w, seat, at, f)
            if self.inn.traits[in_window(window, kind)] & CHEATS != 0:
                worth = worth * UNCAUGHT // PARTS
            worth -= self.hold[kind] * share // EIGHTHS
            if worth > most:
                most = worth
                action = A_PLAY + kind
                self.reason = self.why(w, window, at, worth)
        return action

    def why(self, w: vec[i64], window: i64, at: i64, worth: i64) -> i64:
        """The rule in words."""
        deed = self.deed[at]
        game = self.life[1] * 3 // 4
        weakens = deed == CHANGING and self.amount[at] < 0
        saves = self.saves[deed] != 0 or self.whom[at] == v.MYSELF or weakens
        if window == LAST or window == REELING or (saves and worth > game):
            return SAVES_ITSELF
        if self.harms[deed] != 0 and worth > game * self.harm[number(w[STILL_IN])] // PARTS:
            return KNOCKS_OUT
        if deed == MARKERS:
            if self.whom[at] == v.MYSELF:
                return STRENGTHENS
            if self.pay_me[at] != 0:
                return TAKES_GOLD
        return WATERS if weakens else self.reasons[deed]

    def use(self, w: vec[i64], seat: i64, at: i64, below: i64) -> i64:
        """What the program is worth to the seat with the best aim."""
        if self.glass[at] < 0:
            return self.best_aim(w, seat, at, 0, below)
        best: i64 = WORST
        row: i64 = 0
        while row < w[ROWS]:
            if can_pick(w, seat, self.glass[at], row, below):
                worth = self.best_aim(w, seat, at, row, below)
                if worth > best:
                    best = worth
            row += 1
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

    def aim(self, w: vec[i64], f: i64, seat: i64, choices: i64) -> i64:
        """At whom it does most."""
        at = w[f + PC]
        self.reason = self.why(w, ACT, at, 0)
        best: i64 = WORST
        action: i64 = 0
        while choices != 0:
            target = choices & -choices
            choices &= choices - 1
            worth = self.outcome(w, seat, at, seat, target, w[f + AMOUNT], f - FRAME)
            if worth > best:
                best = worth
                action = A_SEAT + number(target - 1)
        return action

    def pick(self, w: vec[i64], f: i64, seat: i64, choices: i64) -> i64:
        """On which Drink it does most."""
        at = w[f + PC]
        self.reason = self.why(w, ACT, at, 0)
        best: i64 = WORST
        action: i64 = 0
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            row = number(low - 1)
            worth = self.best_aim(w, seat, at, row, f - FRAME)
            if worth > best:
                best = worth
                action = A_DRINK + row
        return action

    def outcome(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64, row: i64, below: i64) -> i64:
        """What it is worth to `me` if this program of the owner runs, on the frame below."""
        deed = self.deed[at]
        part = self.part[deed]
        if part == ON_MARKERS:
            return self.markers(w, me, at, owner, targets)
        if part == IN_ROUND:
            return self.gamble(w, me, at, owner, targets, below)
        if part == ON_DRINK:
            worth = self.on_drink(w, me, at, targets, row)
            if self.fee[at] != 0:
                worth += self.stake(w, me, owner, 0, -self.fee[at])
            return worth
        if deed == NEGATING:
            return -self.pending(w, me, below)
        if deed == IGNORING:
            return -self.markers(w, me, w[below + PC], w[below + OWNER], seat_bit(owner))
        if deed == COVERING:
            return -self.stake(w, me, owner, 0, -w[below + AMOUNT])
        if deed == LEAVING:
            return self.leave(w, me, owner, w[below + AMOUNT] - self.fee[at])
        if deed == FORCING:
            return self.drink(w, me, number(targets - 1))
        if deed == TOASTING:
            return self.toast(w, me)
        if deed == ORDERING_MORE:
            return self.stake(w, me, owner, 0, -self.fee[at]) + self.order_more(w, me, owner, self.amount[at])
        return 0

    def pending(self, w: vec[i64], me: i64, f: i64) -> i64:
        if w[f + CARD] == 0:
            return 0
        return self.outcome(w, me, w[f + PC], w[f + OWNER], w[f + TARGETS] & ~w[f + IGNORED], w[f + AMOUNT], f - FRAME)

    # Orders and discards.

    def order(self, w: vec[i64], seat: i64, choices: i64) -> i64:
        self.reason = ORDERS
        best: i64 = WORST
        action: i64 = 0
        while choices != 0:
            target = choices & -choices
            choices &= choices - 1
            worth = self.ordered(w, seat, number(target - 1))
            if worth > best:
                best = worth
                action = A_SEAT + number(target - 1)
        return action

    def throw(self, w: vec[i64], seat: i64, choices: i64) -> i64:
        """R3: everything that a fresh card is likely to beat."""
        deck = w[CHARACTER + seat]
        choices &= ~self.kept[deck]
        if choices == 0:
            self.reason = KEEPS
            return A_PASS
        self.reason = THROWS
        low = choices & -choices
        return A_THROW + kind_at(self.inn, deck, number(low - 1))
