"""What the asked seat may choose: the decisions, the actions, and which of them are legal."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.stack import clear, present, top
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, fits_at
from tavern_engine.games.red_dragon_inn.windows import bets, can_aim, can_pick, offer
from tavern_engine.games.red_dragon_inn.zones import Zones, seat_bit
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

# The actions.
A_PASS: Final = 0
A_PLAY: Final = 1  # + kind
A_THROW: Final = 257  # + kind
A_SEAT: Final = 513  # + seat
A_DRINK: Final = 521  # + row
ACTIONS: Final = 537


class Choices(Zones):
    """A state that knows what is legal.

    What the asked seat may choose is worked out once a question, as a tally or mask, and kept until the next action.
    """

    def __init__(self, words: vec[i64], tables: InnTables) -> None:
        super().__init__(words, tables)
        self.choices: i64 = -1  # -1: not worked out

    def clone(self) -> Choices:
        raise NotImplementedError

    def forget_the_question(self) -> None:
        super().forget_the_question()
        clear(self.w)
        if len(self.w) > z.LENGTH:
            self.w = self.w[: z.LENGTH]
        self.choices = -1

    def work_out(self) -> i64:
        """The choices of the asked seat: lowest bits of cards, a mask of seats, or a mask of Drinks."""
        w = self.w
        seat = w[ASKED]
        if self.choices >= 0 and seat >= 0:
            return self.choices
        phase = w[PHASE]
        f = top(w)
        found: i64 = 0
        if seat < 0:
            found = 0
        elif phase == RESPOND:
            found = offer(self.inn, w, f, self.inn.code[w[f + z.PC] + 1], seat)
        elif phase == THROW:
            found = self.throwable(w, f, seat)
        elif phase == ACTING:
            found = w[z.HAND + seat] & self.inn.fits[fits_at(t.IN_ACT, w[z.CHARACTER + seat])]
        elif phase == BETTING:
            found = bets(self.inn, w, seat)
        elif phase == ORDERING:
            found = present(w) & ~seat_bit(seat)  # RA118
        elif phase == AIMING:
            found = can_aim(w, seat, self.inn.code[w[f + z.PC] + 1])
        else:
            found = self.picks(w, f, self.inn.code[w[f + z.PC] + 1])
        self.choices = found
        return found

    def throwable(self, w: vec[i64], f: i64, seat: i64) -> i64:
        """R3: any cards, named in the order of the deck list."""
        cards = w[z.HAND + seat] & self.inn.first[w[z.CHARACTER + seat]]
        return (cards >> w[f + z.STEP]) << w[f + z.STEP]

    def picks(self, w: vec[i64], f: i64, which: i64) -> i64:
        """Which Drinks can be picked, a mask of rows."""
        found: i64 = 0
        for row in range(w[z.ROWS]):
            if can_pick(w, w[f + z.OWNER], which, row, f - z.FRAME):
                found |= seat_bit(row)
        return found

    def count(self) -> i64:
        phase = self.w[PHASE]
        choices = number(self.work_out())
        if phase == ORDERING or phase == AIMING or phase == PICKING or self.w[ASKED] < 0:
            return choices
        return choices + 1

    def nth(self, index: i64) -> i64:
        w = self.w
        phase = w[PHASE]
        choices = self.work_out()
        if phase == ORDERING or phase == AIMING:
            return A_SEAT + place(choices, index)
        if phase == PICKING:
            return A_DRINK + place(choices, index)
        if index == 0:
            return A_PASS
        kind = self.inn.kind[at_bit(w[z.CHARACTER + w[ASKED]], place(choices, index - 1))]
        return A_THROW + kind if phase == THROW else A_PLAY + kind
