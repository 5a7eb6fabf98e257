"""What the asked seat may choose: the decisions, the actions, and which of them are legal."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.sides import Sides
from tavern_engine.games.red_dragon_inn.stack import clear, in_reach, present, top
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, fits_at
from tavern_engine.games.red_dragon_inn.windows import bets, can_aim, can_pick, offer, offer_front, with_company
from tavern_engine.games.red_dragon_inn.zones import seat_bit
from tavern_engine.state import ASKED, PHASE
from tavern_engine.tally import number, place

# The decisions (PHASE).
RESPOND: Final = 1  # a window: play one card or decline
THROW: Final = 2  # R3: discard one more card or stop
ACTING: Final = 3  # R5: an Action card or none
ORDERING: Final = 4  # R6: who gets the drink
AIMING: Final = 5  # RA19: at whom
PICKING: Final = 6  # RA18: on which Drink
BETTING: Final = 7  # R18: a Gambling or Cheating card, or pass
SEVERAL: Final = 8  # R121: at whom else, or no more
HANDING: Final = 9  # RA115: who gets the top card of the pile, or no more
WAYS: Final = 10  # RA19: how the card is played; R41: what to do first
PARTING: Final = 11  # a card that has to be discarded
STAKING: Final = 12  # R83: which Prize lies on the pot
SHARING: Final = 13  # R69: with whom the Drink is split
PHASES: Final = 14

# The actions.
A_PASS: Final = 0
A_PLAY: Final = 1  # + kind
A_THROW: Final = 257  # + kind
A_SEAT: Final = 513  # + seat
A_DRINK: Final = 521  # + row
A_WAY: Final = 537  # + way
ACTIONS: Final = 551


class Choices(Sides):
    """A state that knows what is legal.

    What the asked seat may choose is worked out once a question, as a tally or mask, and kept until the next action.
    """

    def __init__(self, words: vec[i64], tables: InnTables) -> None:
        super().__init__(words, tables)
        self.choices: i64 = -1  # -1: not worked out
        self.fronts: i64 = 0  # in a window: what may be used of the cards before the seat

    def clone(self) -> Choices:
        raise NotImplementedError

    def forget_the_question(self) -> None:
        super().forget_the_question()
        clear(self.w)
        if len(self.w) > z.LENGTH:
            self.w = self.w[: z.LENGTH]
        self.choices = -1

    def offered(self) -> i64:
        """The choices of the asked seat: lowest bits of cards, a mask of seats, of Drinks, or of ways."""
        return self.choices if self.choices >= 0 else self.work_out()

    def work_out(self) -> i64:
        """What is offered, and `fronts` with it."""
        w = self.w
        seat = w[ASKED]
        phase = w[PHASE]
        f = top(w)
        found: i64 = 0
        self.fronts = 0
        if seat < 0:
            found = 0
        elif phase == RESPOND:
            window = self.inn.code[w[f + z.PC] + 1]
            found = with_company(self.inn, w, window, seat, w[z.CHARACTER + seat], offer(self.inn, w, f, window, seat))
            self.fronts = offer_front(self.inn, w, f, window, seat)
        elif phase == THROW:
            found = self.throwable(w, f, seat)
        elif phase == ACTING:
            found = w[z.HAND + seat] & self.inn.fits[fits_at(t.IN_ACT, w[z.CHARACTER + seat])]
            found = with_company(self.inn, w, t.ACT, seat, w[z.CHARACTER + seat], found)
        elif phase == BETTING:
            found = bets(self.inn, w, seat)
        elif phase == ORDERING:
            found = in_reach(w) & ~seat_bit(seat)  # RA105, RA118
        elif phase == AIMING:
            found = can_aim(self.inn, w, seat, self.inn.code[w[f + z.PC] + 1], f - z.FRAME)
        elif phase == PICKING:
            found = self.picks(w, f, self.inn.code[w[f + z.PC] + 1])
        else:
            found = self.crew_choices(w, f, phase, seat)
        self.choices = found
        return found

    def crew_choices(self, w: vec[i64], f: i64, phase: i64, seat: i64) -> i64:
        """The choices that only the Tavern Crew brings."""
        if phase == SEVERAL:
            return present(w) & ~seat_bit(seat) & ~up_to(w[f + z.TARGETS])
        if phase == WAYS:
            return self.ways(w, f, seat)
        if phase == PARTING:
            return self.to_part_with(w, f, seat)
        if phase == STAKING:
            return w[z.TROPHIES] & self.inn.first[t.PRIZES]
        return present(w) & ~seat_bit(seat)  # HANDING, SHARING

    def throwable(self, w: vec[i64], f: i64, seat: i64) -> i64:
        """R3: any cards, named in the order of the deck list."""
        cards = w[z.HAND + seat] & self.inn.first[w[z.CHARACTER + seat]]
        return (cards >> w[f + z.STEP]) << w[f + z.STEP]

    def to_part_with(self, w: vec[i64], f: i64, seat: i64) -> i64:
        """Cards of which AMOUNT must go, named in the order of the deck list: so many have to come after each."""
        cards = self.throwable(w, f, seat)
        hand = (w[z.HAND + seat] >> w[f + z.STEP]) << w[f + z.STEP]
        found: i64 = 0
        while cards != 0 and number(hand) >= w[f + z.AMOUNT]:
            low = cards & -cards
            found |= low
            cards -= low
            hand &= ~self.inn.field[at_bit(w[z.CHARACTER + seat], number(low - 1))]
        return found

    def ways(self, w: vec[i64], f: i64, seat: i64) -> i64:
        """What is offered now of the ways that the verb names: all of them that can be."""
        if self.inn.code[w[f + z.PC]] == v.TASTE:
            return tastes(w, f)
        found = self.inn.code[w[f + z.PC] + 1]
        if found & seat_bit(v.SPLIT) != 0 and w[z.ROW_EFFECTS + w[f + z.AMOUNT]] & t.NO_SPLIT != 0:
            found &= ~seat_bit(v.SPLIT)  # RA44
        if found & seat_bit(v.PAY_IT) != 0 and not self.can_pay_host(w, f, seat):
            found &= ~seat_bit(v.PAY_IT)
        return found

    def can_pay_host(self, w: vec[i64], f: i64, seat: i64) -> bool:
        """RA103, RA22: it needs that much Gold, and nobody pays herself."""
        price = self.inn.code[w[f + z.PC] + 5]  # of the verb after the next one, which pays
        return w[z.PURSE + seat] >= price and w[z.CHARACTER + seat] != self.inn.host

    def picks(self, w: vec[i64], f: i64, which: i64) -> i64:
        """Which Drinks can be picked, a mask of rows."""
        found: i64 = 0
        for row in range(w[z.ROWS]):
            if can_pick(w, w[f + z.OWNER], which, row, f - z.FRAME):
                found |= seat_bit(row)
        return found

    def count(self) -> i64:
        phase = self.w[PHASE]
        choices = number(self.offered())
        if phase == ORDERING or phase == AIMING or phase == PICKING or self.w[ASKED] < 0:
            return choices
        if self.fronts != 0:
            choices += number(self.fronts)
        return choices + 1 if phase < SEVERAL or self.may_pass(phase) else choices

    def nth(self, index: i64) -> i64:
        w = self.w
        phase = w[PHASE]
        choices = self.offered()
        if phase == ORDERING or phase == AIMING:
            return A_SEAT + place(choices, index)
        if phase == PICKING:
            return A_DRINK + place(choices, index)
        if phase >= SEVERAL:
            return self.nth_of_crew(phase, choices, index)
        if index == 0:
            return A_PASS
        index -= 1
        if self.fronts != 0:
            cards = number(choices)
            if index >= cards:  # their kinds come after those of the characters
                return A_PLAY + self.inn.kind[at_bit(t.FRONTS, place(self.fronts, index - cards))]
        kind = self.inn.kind[at_bit(w[z.CHARACTER + w[ASKED]], place(choices, index))]
        return A_THROW + kind if phase == THROW else A_PLAY + kind

    def nth_of_crew(self, phase: i64, choices: i64, index: i64) -> i64:
        """The choices that only the Tavern Crew brings."""
        if self.may_pass(phase):
            if index == 0:
                return A_PASS
            index -= 1
        if phase == WAYS:
            return A_WAY + place(choices, index)
        if phase == STAKING:
            return A_PLAY + self.inn.kind[at_bit(t.PRIZES, place(choices, index))]
        if phase == PARTING:
            return A_THROW + self.inn.kind[at_bit(self.w[z.CHARACTER + self.w[ASKED]], place(choices, index))]
        return A_SEAT + place(choices, index)

    def may_pass(self, phase: i64) -> bool:
        """Whether declining is one of the choices that only the Tavern Crew brings."""
        return phase == HANDING or (phase == SEVERAL and self.w[top(self.w) + z.TARGETS] != 0)


def up_to(seats: i64) -> i64:
    """The last of these seats and all before it: several are named in their order."""
    seats |= seats >> 1
    seats |= seats >> 2
    return seats | seats >> 4


def tastes(w: vec[i64], f: i64) -> i64:
    """R41: what a Drink still does to its drinker, a mask of ways."""
    found: i64 = 0
    for effect in range(i64(t.REVEALS + 1)):
        is_own = effect != t.EXCHANGE_DRAWS and effect != t.HEAL_FORT  # not just a number of another one
        if is_own and (w[f + z.EXTRA] >> (t.EFFECT_BITS * effect)) & t.AN_EFFECT != 0:
            found |= seat_bit(v.FIRST_EFFECT + effect)
    return found
