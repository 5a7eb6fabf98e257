"""What choices at Dragon's Vault tell of a hand: cards played and not played, debts paid, skips, the pile taken, swaps.

A sampled world says what the others hold now. Event by event it is wound back: a card that was laid is in the hand
again, the pile that was taken is not yet. Only which cards a debt brought is not known then; any of those that nobody
has seen can have come, so they are drawn by lot. So the hand before each choice is known in that world, and how likely
the choice was with it. A theft (D38) is not wound back: what was before it is left out.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.dragon_vault import readings as read
from tavern_bots.dragon_vault.rules import VaultRules
from tavern_bots.habits import NO_HABIT, Habits
from tavern_engine.chance import Rng
from tavern_engine.games.dragon_vault import cards as c
from tavern_engine.games.dragon_vault import rules as r
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.legal import fits, most_plays
from tavern_engine.lookback import LookBack
from tavern_engine.multiset import copies, four_each, lesser, nth, several, size
from tavern_engine.state import ASKED, PHASE, SEATS, State

# The kinds of decisions.
SWAP: Final = 0  # D2: whether to swap, and which card to give
CARD: Final = 1  # D5: which card to play, or four to remove, or the pile to take
AMOUNT: Final = 2  # D6: and how many
DEBT: Final = 3  # D23: pass it on or draw
SKIP: Final = 4  # D24: lay a Protector or be skipped
KINDS: Final = ("swap", "card", "amount", "debt", "skip")

SURE: Final = 100  # the worth of what the rules do without weighing: go out, fours
TAKEN: Final = -150  # the worth of the pile: the rules never take it if a card fits
USUAL: Final = 1  # the worth of the number of cards that the rules would play; others are worth nothing
REACH: Final = 200  # so many events are looked back on; cards of long ago are gone

#: The events that tell of a hand, or change it.
FELT: Final = (z.KEEP_RESERVE, z.SWAP, z.LAY, z.TURN_UP, z.PICK_UP, z.PAY_DEBT, z.DRAW, z.REMOVE, z.REVEAL)
NOTHING: Final = 0  # an event that was nobody's choice; others tell in which phase it was chosen


class VaultHabits(Habits):
    """The habits of players of Dragon's Vault."""

    def __init__(self) -> None:
        super().__init__(list(KINDS))
        self.rules = VaultRules()
        self.hands = vec[i64]([0] * c.MAX_SEATS)

    # One decision.

    def kind(self, state: State) -> i64:
        phase = state.w[PHASE]
        if phase == r.PLAY and state.w[z.SIZE + state.w[ASKED]] > 0:
            return CARD
        if phase == r.OWE:
            return DEBT
        if phase == r.SKIPPED:
            return SKIP
        if phase == r.GIVE:
            return SWAP
        return NO_HABIT

    def judge(self, state: State, action: i64) -> None:
        w = state.w
        seat = w[ASKED]
        phase = w[PHASE]
        if phase == r.GIVE:
            self.swap(w, seat, c.NONE if action == r.A_KEEP else action - r.A_GIVE)
        elif action < r.A_REMOVE:
            self.lay(w, seat, phase, action >> 2, (action & 3) + 1)
        elif action < r.A_TAKE:
            self.turn(w, seat, c.KINDS + action - r.A_REMOVE)
        elif phase == r.PLAY:
            self.turn(w, seat, c.NONE)
        else:
            self.pass_on(w, seat, phase, c.NONE)

    def swap(self, w: vec[i64], seat: i64, given: i64) -> None:
        """D2: the rules give the card that gains most in the reserve."""
        easy = self.rules.easy
        least = easy[self.rules.worst_open(w, seat)]
        hand = w[z.HAND + seat]
        self.lay_out(0)
        for kind in range(i64(c.KINDS)):
            if copies(hand, kind) != 0:
                self.lay_out(easy[kind] - least)
        self.chose(seat, SWAP, i64(0) if given == c.NONE else easy[given] - least)

    def lay(self, w: vec[i64], seat: i64, phase: i64, kind: i64, amount: i64) -> None:
        """D6, D23, D24: which card, and how many of it."""
        if phase != r.PLAY:
            self.pass_on(w, seat, phase, kind)
            return
        self.turn(w, seat, kind)
        most = copies(most_plays(w, seat, fits(w)), kind)
        usual = self.rules.how_many(w, kind, most, read.most_nearness(w, seat))
        for number in range(1, most + 1):
            self.lay_out(i64(USUAL) if number == usual else i64(0))
        self.chose(seat, AMOUNT, i64(USUAL) if amount == usual else i64(0))

    def turn(self, w: vec[i64], seat: i64, chosen: i64) -> None:
        """D5: the kind that was played, or c.KINDS and the kind that was removed, or NONE if the pile was taken."""
        if w[z.SIZE + seat] == 0:
            return  # D10: what can be played lies open, or is known to nobody
        offered = most_plays(w, seat, fits(w))
        fours = four_each(w[z.HAND + seat])
        sure = self.sure(w, seat, offered, fours)
        pile = size(w[z.PILE])
        alarm = read.most_nearness(w, seat)
        worth: i64 = TAKEN
        if pile != 0:
            self.lay_out(TAKEN)
        for kind in range(i64(c.KINDS)):
            most = copies(offered, kind)
            if most != 0:
                play = self.rules.worth(w, seat, kind, self.rules.how_many(w, kind, most, alarm), pile)
                if sure == kind:
                    play = SURE
                self.lay_out(play)
                if chosen == kind:
                    worth = play
            if copies(fours, kind) != 0:
                remove: i64 = 0
                if sure == c.KINDS + kind:
                    remove = SURE
                self.lay_out(remove)
                if chosen == c.KINDS + kind:
                    worth = remove
        self.chose(seat, CARD, worth)

    def sure(self, w: vec[i64], seat: i64, offered: i64, fours: i64) -> i64:
        """What the rules do without weighing, coded as in `turn`, or NONE."""
        if fours != 0:
            kind = nth(fours, 0)
            if w[z.PILE] != 0 and copies(offered, kind) >= 4:
                return kind
            return c.KINDS + kind
        if offered != 0 and z.closed_total(w[z.CLOSED + seat]) == 0:
            if z.is_one_kind(w[z.HAND + seat]):
                return nth(offered, 0)
            if copies(offered, c.FIRE) != 0 and z.is_one_kind(w[z.HAND + seat] & ~several(c.FIRE, 15)):
                return c.FIRE
        return c.NONE

    def pass_on(self, w: vec[i64], seat: i64, phase: i64, chosen: i64) -> None:
        """D23, D24: 4s before Protectors before nothing, which is NONE."""
        offered = most_plays(w, seat, r.PASSING_ON if phase == r.OWE else r.PROTECTING)
        self.lay_out(0)
        if copies(offered, c.PROTECTOR) != 0:
            self.lay_out(1)
        if copies(offered, c.FOUR) != 0:
            self.lay_out(2)
        worth: i64 = 0
        if chosen == c.PROTECTOR:
            worth = 1
        elif chosen == c.FOUR:
            worth = 2
        self.chose(seat, DEBT if phase == r.OWE else SKIP, worth)

    # The look back.

    def remember(self, look_back: LookBack) -> None:
        self.begin(look_back.seat)
        blind = False
        for event, view in look_back.steps[-REACH:]:
            if event.op == z.THIEVE:
                self.begin(look_back.seat)
            if event.op == z.SKIP or (event.seat != look_back.seat and event.op in FELT):
                self.note(event, view.clone(), i64(NOTHING) if blind else asked(view.w, i64(event.op)))
            blind = event.op == z.TURN_UP  # D11: what follows is no choice

    def wind_back(self, world: State, rng: Rng) -> None:
        hands = self.hands
        w = world.w
        for seat in range(w[SEATS]):
            hands[seat] = w[z.HAND + seat]
        for place in range(i64(len(self.ops)) - 1, i64(-1), -1):
            v = self.views[place].w
            seat = self.seats[place]
            if self.ops[place] == z.SKIP:
                self.skipped(v, self.whats[place])
                continue
            hands[seat] = self.wound_back(v, seat, place, hands[seat], rng)
            if self.tells[place] != NOTHING:
                v[z.HAND + seat] = hands[seat]
                self.step(v, seat, place)

    def skipped(self, v: vec[i64], mask: i64) -> None:
        """D24: those of the mask had no Protector, or kept it."""
        for seat in range(v[SEATS]):
            if (mask >> seat) & 1 and seat != self.seat:
                v[z.HAND + seat] = self.hands[seat]
                self.pass_on(v, seat, r.SKIPPED, c.NONE)

    def step(self, v: vec[i64], seat: i64, place: i64) -> None:
        """Judge this choice with the hand that is in the view now."""
        op = self.ops[place]
        if op == z.LAY:
            self.lay(v, seat, self.tells[place], self.whats[place], self.amounts[place])
        elif op == z.PAY_DEBT:
            self.pass_on(v, seat, r.OWE, c.NONE)
        elif op == z.PICK_UP:
            self.turn(v, seat, c.NONE)
        elif op == z.REMOVE:
            self.turn(v, seat, c.KINDS + self.whats[place])
        elif op == z.SWAP:
            self.swap(v, seat, self.whats[place] & 15)
        else:
            self.swap(v, seat, c.NONE)

    def wound_back(self, v: vec[i64], seat: i64, place: i64, hand: i64, rng: Rng) -> i64:
        """The hand of the seat before this event of its own, if this is the hand after it."""
        op = self.ops[place]
        what = self.whats[place]
        amount = self.amounts[place]
        if op == z.LAY:
            return hand + several(what, lesser(amount, v[z.SIZE + seat]))
        if op == z.PICK_UP:
            return hand - v[z.PILE]
        if op == z.REMOVE:
            return hand + several(what, 4)
        if op == z.SWAP:
            return hand + several(what & 15, 1) - several(what >> 4, 1)
        if op == z.TURN_UP or op == z.REVEAL:
            return hand - several(what, 1)
        if op == z.PAY_DEBT or op == z.DRAW:
            unseen = hand - v[z.KNOWN + seat] - v[z.LEARNED + c.MAX_SEATS * self.seat + seat]
            for left in range(size(unseen), size(unseen) - amount, -1):
                drawn = several(nth(unseen, rng.below(left)), 1)
                unseen -= drawn
                hand -= drawn
        return hand


def asked(v: vec[i64], op: i64) -> i64:
    """What was asked before this event, or NOTHING."""
    if op == z.LAY:
        if v[z.HITS] > 0:
            return r.SKIPPED
        if v[z.DEBT] > 0:
            return r.OWE
        return r.PLAY
    if op == z.PICK_UP or op == z.REMOVE:
        return r.PLAY
    if op == z.PAY_DEBT:
        return r.OWE
    if op == z.SWAP or op == z.KEEP_RESERVE:
        return r.GIVE
    return NOTHING
