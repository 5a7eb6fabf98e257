"""A player of The Red Dragon Inn by rules of thumb: quick enough for rollouts, and it can say which rule decided.

Whatever happens is weighed by what it changes (`worth.py`, `gambling.py`); a card is played if it changes more than it
is worth to hold. The policy reads the programs of the cards, not their titles (`readings.py`), so it plays any deck.
All weights were found by play against itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.red_dragon_inn import deeds as d
from tavern_bots.red_dragon_inn import reasons as why
from tavern_bots.red_dragon_inn.choosing import EIGHTHS, WORST, Choosing
from tavern_bots.red_dragon_inn.worth import PARTS
from tavern_engine.chance import Rng
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.games.red_dragon_inn.stack import top
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, fits_at, in_window
from tavern_engine.games.red_dragon_inn.windows import aimed, can_aim, can_pick
from tavern_engine.games.red_dragon_inn.zones import seat_bit
from tavern_engine.state import ASKED, PHASE, State
from tavern_engine.tally import number

UNCAUGHT: Final = 200  # how likely a cheat is not caught, in PARTS

# What of a card's worth in the hand counts when it is played, in eighths.
FRESH: Final = 1  # just before drawing up
ACTION: Final = 1  # one Action a turn, or none
STAKED: Final = 8  # a bet
NORMAL: Final = 5
SOON_GONE: Final = 2  # an animal, which others push out of its stall


class InnRules(Choosing):
    """Plays by rules of thumb; `reason` says which one decided, a key of REASONS."""

    def __init__(self, inn: InnTables) -> None:
        super().__init__(inn)
        self.most_worth: i64 = 0  # of the card that is about to be played

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, InnState)
        w = state.w
        seat = w[ASKED]
        phase = w[PHASE]
        choices = state.offered()
        f = top(w)
        if phase == c.RESPOND:
            return self.respond(w, f, seat, choices, state.fronts)
        if phase == c.THROW:
            return self.throw(w, f, seat, choices)
        if phase == c.ACTING:
            return self.play_best(w, f, t.ACT, seat, choices)
        if phase == c.BETTING:
            return self.play_best(w, f, t.BET, seat, choices)
        if phase >= c.SEVERAL:
            return self.choose_for_crew(w, f, phase, seat, choices)
        return self.name_best(w, f, phase, seat, choices)

    # Cards.

    def respond(self, w: vec[i64], f: i64, seat: i64, choices: i64, fronts: i64) -> i64:
        window = self.inn.code[w[f + z.PC] + 1]
        fronts &= ~self.can_wait(w, f, window, seat, t.FRONTS)
        action = self.play_best(w, f, window, seat, choices & ~self.can_wait(w, f, window, seat, w[z.CHARACTER + seat]))
        return action if fronts == 0 else self.use_best(w, f, window, seat, fronts, action)

    def can_wait(self, w: vec[i64], f: i64, window: i64, seat: i64, deck: i64) -> i64:
        """What waits until the own card has worked: another heal or theft, or a part of a pot that is taken whole."""
        if window != t.PLAY or w[f + z.OWNER] != seat:
            return 0
        if w[f + z.TRAITS] & t.IS_ANYTIME != 0:
            return self.inn.fits[fits_at(t.AT_ANY_TIME, deck)]
        deed = self.deed[w[f + z.PC]]
        if deed == d.TAKING or deed == d.POCKETING or deed == d.CATCHING:
            return self.inn.fits[fits_at(t.POT, deck)]
        return 0

    def share_of(self, w: vec[i64], f: i64, window: i64, seat: i64) -> i64:
        """How much of a card's worth in the hand counts when it is played there, in eighths."""
        if window == t.ACT:
            return ACTION
        if window == t.BET:
            return STAKED
        if window == t.LAST or window == t.REELING:
            return 0
        if window == t.FREE and w[z.TURN] == seat and w[f + z.PC] == self.inn.turn + 2:
            return FRESH
        return NORMAL

    def play_best(self, w: vec[i64], f: i64, window: i64, seat: i64, choices: i64) -> i64:
        """The card that changes most beyond what it is worth in the hand; none if none does."""
        deck = w[z.CHARACTER + seat]
        share = self.share_of(w, f, window, seat)
        action: i64 = c.A_PASS
        most: i64 = 0
        self.reason = why.PASSES_BET if window == t.BET else why.HOLDS_BACK
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            kind = self.inn.kind[at_bit(deck, number(low - 1))]
            worth = self.worth_of(w, f, window, seat, kind, share)
            if worth > most:
                most = worth
                action = c.A_PLAY + kind
                self.reason = self.why(w, window, self.inn.entry[in_window(window, kind)], worth)
        self.most_worth = most
        return action

    def worth_of(self, w: vec[i64], f: i64, window: i64, seat: i64, kind: i64, share: i64) -> i64:
        """What playing a card changes, less this share of what it is worth in the hand."""
        at = self.inn.entry[in_window(window, kind)]
        worth = self.use(w, seat, at, f)
        mark = self.marks[in_window(window, kind)]
        if mark & d.UNSEEN != 0:
            worth += self.unseen(w, seat, at, f)
        if mark & d.CHEATING != 0:
            worth = worth * UNCAUGHT // PARTS
        return worth - self.hold[kind] * share // EIGHTHS

    def use_best(self, w: vec[i64], f: i64, window: i64, seat: i64, fronts: i64, action: i64) -> i64:
        """A card on the table instead, if one changes more."""
        while fronts != 0:
            low = fronts & -fronts
            fronts &= fronts - 1
            kind = self.inn.kind[at_bit(t.FRONTS, number(low - 1))]
            at = self.inn.entry[in_window(window, kind)]
            worth = self.use(w, seat, at, f) + self.unseen(w, seat, at, f)
            if window != t.EVENING:  # R114: there it stays
                worth -= self.hold[kind] * (SOON_GONE if self.inn.animals & low != 0 else i64(NORMAL)) // EIGHTHS
            if worth > self.most_worth:
                self.most_worth = worth
                action = c.A_PLAY + kind
                self.reason = self.why(w, window, at, worth)
        return action

    def unseen(self, w: vec[i64], seat: i64, at: i64, f: i64) -> i64:
        """What a program does besides, the same whoever it is aimed at."""
        besides = self.besides[at]
        worth: i64 = 0
        if besides & d.A_TALE != 0:
            worth += self.any_tale(w, seat, f)
        if besides & d.A_VISIT != 0:
            worth += self.any_animal(w, seat, f)
        if besides & d.PARTING != 0:
            worth -= self.cost(w, seat, self.cheapest(w, seat, 0, self.parting[at]))
        return worth

    def why(self, w: vec[i64], window: i64, at: i64, worth: i64) -> i64:
        """The rule in words."""
        deed = self.deed[at]
        game = self.life[1] * 3 // 4
        weakens = deed == d.CHANGING and self.amount[at] < 0
        saves = self.saves[deed] != 0 or self.whom[at] == v.MYSELF or weakens
        if window == t.LAST or window == t.REELING or (saves and worth > game):
            return why.SAVES_ITSELF
        if self.harms[deed] != 0 and worth > game * self.harm[number(w[z.STILL_IN])] // PARTS:
            return why.KNOCKS_OUT
        if deed == d.MARKERS:
            if self.besides[at] & d.OUTSIDE != 0:
                return why.GOES_OUTSIDE
            if self.whom[at] == d.SEVERAL:
                return why.HITS_SEVERAL
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
            targets = self.several(w, seat, at) if whom == d.SEVERAL else i64(0)
            return self.outcome(w, seat, at, seat, targets, row, below)
        if whom >= v.EACH_OTHER and whom <= v.CULPRIT:
            return self.outcome(w, seat, at, seat, aimed(w, seat, whom, below), row, below)
        left = can_aim(self.inn, w, seat, whom, below)
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
                if w[f - z.FRAME + z.SIDE] != 0:
                    worth += self.on_top(w, seat, at, place, f - z.FRAME)
            else:
                worth = self.best_aim(w, seat, at, place, f - z.FRAME)
            if worth > best:
                best = worth
                found = place
        return c.A_DRINK + found if phase == c.PICKING else c.A_SEAT + found

    def outcome(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64, row: i64, below: i64) -> i64:
        """What it is worth to `me` if this program of the owner runs, on the frame below."""
        part = self.part[at]
        if part == d.ON_MARKERS:
            return self.markers(w, me, at, owner, targets)
        if part == d.IN_ROUND:
            return self.gamble(w, me, at, owner, targets, below)
        worth: i64 = 0
        if part == d.AND_MORE:
            worth = self.more(w, me, at, owner, targets, below)
            part = self.part_of[self.deed[at]]
            if part == d.ON_MARKERS:
                return worth + self.markers(w, me, at, owner, targets)
        if part == d.ON_DRINK:
            worth += self.on_drink(w, me, at, targets, row)
            if self.fee[at] != 0:
                worth += self.stake(w, me, owner, 0, -self.fee[at])
            if w[z.ROW_EFFECTS + row] | w[z.ROW_FINE + row] != 0:
                worth += self.tasted(w, me, at, targets, row)
            return worth
        if part == d.OF_THE_CREW:
            return worth + self.of_the_crew(w, me, at, owner, targets, row, below)
        return worth + self.by_itself(w, me, at, owner, targets, below)

    def by_itself(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64, below: i64) -> i64:
        """What is no matter of markers, Drinks or Rounds alone."""
        deed = self.deed[at]
        if deed == d.NEGATING:
            return -self.pending(w, me, below)
        if deed == d.IGNORING:
            if w[below + z.SIDE] != 0 or self.part[w[below + z.PC]] == d.AND_MORE:
                return self.ignoring(w, me, below, owner)
            return -self.markers(w, me, w[below + z.PC], w[below + z.OWNER], seat_bit(owner))
        if deed == d.COVERING:
            return -self.stake(w, me, owner, 0, -w[below + z.AMOUNT])
        if deed == d.LEAVING:
            return self.leave(w, me, owner, w[below + z.AMOUNT] - self.fee[at])
        if deed == d.FORCING:
            return self.drink(w, me, number(targets - 1))
        if deed == d.TOASTING:
            return self.toast(w, me) + self.stake(w, me, owner, -self.own_ac[at], 0)
        if deed == d.ORDERING_MORE:
            return self.stake(w, me, owner, 0, -self.fee[at]) + self.order_more(w, me, owner, self.amount[at])
        return 0

    def pending(self, w: vec[i64], me: i64, f: i64) -> i64:
        if w[f + z.CARD] == 0:
            return 0
        targets = w[f + z.TARGETS] & ~w[f + z.IGNORED]
        return self.outcome(w, me, w[f + z.PC], w[f + z.OWNER], targets, w[f + z.AMOUNT], f - z.FRAME)

    def throw(self, w: vec[i64], f: i64, seat: i64, choices: i64) -> i64:
        """R3: everything that a fresh card is likely to beat."""
        if self.inn.code[w[f + z.PC]] == v.TASTE:
            return self.heal(w, f, seat)
        deck = w[z.CHARACTER + seat]
        choices &= ~self.kept[deck]
        if choices == 0 or (w[z.FRONT + seat] != 0 and self.draws_none(w, f, seat)):
            self.reason = why.KEEPS
            return c.A_PASS
        self.reason = why.THROWS
        low = choices & -choices
        return c.A_THROW + self.inn.kind[at_bit(deck, number(low - 1))]
