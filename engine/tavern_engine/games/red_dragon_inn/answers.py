"""Questions and answers: a choice is carried out, and a question that has only one answer is not asked."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import drinks, gambling, tasting
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.knowledge import Knowledge
from tavern_engine.games.red_dragon_inn.stack import advance, push, top
from tavern_engine.games.red_dragon_inn.tables import in_deck, in_window
from tavern_engine.games.red_dragon_inn.zones import seat_bit
from tavern_engine.state import ASKED, PHASE
from tavern_engine.tally import number


class Answers(Knowledge):
    """A state that can be asked and answered."""

    def clone(self) -> Answers:
        raise NotImplementedError

    def answer(self, w: vec[i64], f: i64, phase: i64, seat: i64, action: i64) -> None:
        """What the asked seat has chosen."""
        if phase == c.AIMING:
            w[f + z.TARGETS] = seat_bit(action - c.A_SEAT)
            advance(w, f)
        elif phase == c.PICKING:
            w[f + z.AMOUNT] = action - c.A_DRINK
            advance(w, f)
        elif phase == c.ORDERING:
            self.orders(w, seat, action - c.A_SEAT)
            w[f + z.STEP] += 1
        elif action == c.A_PASS:
            self.decline(w, f, phase)
        elif phase == c.THROW or phase == c.PARTING:
            w[f + z.STEP] = self.inn.bit[in_deck(w[z.CHARACTER + seat], action - c.A_THROW)]
            self.throw(w, seat, action - c.A_THROW)
            if self.inn.code[w[f + z.PC]] != v.THROW:
                tasting.gave_up(self, w, f)
        elif phase <= c.BETTING:
            self.take_up(w, f, phase, seat, action - c.A_PLAY)
        else:
            self.answer_crew(w, f, phase, seat, action)

    def answer_crew(self, w: vec[i64], f: i64, phase: i64, seat: i64, action: i64) -> None:
        """What the asked seat has chosen, of what only the Tavern Crew brings."""
        if phase == c.SEVERAL:
            w[f + z.TARGETS] |= seat_bit(action - c.A_SEAT)
            if number(w[f + z.TARGETS]) == self.inn.code[w[f + z.PC] + 1]:
                advance(w, f)
        elif phase == c.HANDING:
            self.hands_over(w, seat, action - c.A_SEAT)
        elif phase == c.SHARING:
            row = tasting.to_be_shared(w)
            w[z.ROW_EFFECTS + row] -= t.SPLITS
            drinks.split_drink(self, w, row, action - c.A_SEAT)
            w[f + z.STEP] = 1
        elif phase == c.STAKING:
            self.stakes_prize(w, seat, action - c.A_PLAY)
            advance(w, f)
        elif self.inn.code[w[f + z.PC]] == v.TASTE:
            tasting.begin_taste(w, f, action - c.A_WAY)
        else:
            w[f + z.WAY] = action - c.A_WAY + 1
            advance(w, f)

    def decline(self, w: vec[i64], f: i64, phase: i64) -> None:
        """No card, no more discards, no Action, nobody else, or a pass in a Round."""
        if phase == c.RESPOND:
            w[f + z.STEP] += 1
        elif phase == c.BETTING:
            gambling.pass_bet(self, w, f)
        else:
            if phase == c.ACTING or phase == c.THROW:
                w[f + z.AMOUNT] = 0
            if self.inn.code[w[f + z.PC]] != v.TASTE:
                advance(w, f)

    def take_up(self, w: vec[i64], f: i64, phase: i64, seat: i64, kind: i64) -> None:
        """A card is taken from the hand, or one on the table; what it is aimed at is chosen next, then all see it."""
        window: i64 = t.BET
        if phase == c.RESPOND:
            window = self.inn.code[w[f + z.PC] + 1]
            w[f + z.STEP] = 0  # RA11: after this the window starts again
        elif phase == c.ACTING:
            window = t.ACT
            w[f + z.STEP] += 1
        else:
            w[z.BETTOR] = seat
            advance(w, f)
        card = push(w, self.inn.entry[in_window(window, kind)], seat)
        if self.inn.home[kind] >= 0:
            w[card + z.SIDE] = kind + 1
            return
        w[card + z.CARD] = kind + 1
        w[card + z.TRAITS] = self.inn.traits[in_window(window, kind)]

    def ask(self, w: vec[i64], seat: i64, phase: i64) -> bool:
        """Put a question unless it has only one answer, which is given at once; whether somebody is asked now."""
        w[ASKED] = seat
        w[PHASE] = phase
        self.choices = -1
        choices = self.count()
        if choices >= 2:
            return True
        f = top(w)
        if choices == 1:
            action = self.nth(0)
            self.choices = -1
            self.answer(w, f, phase, seat, action)
        elif phase == c.ORDERING:
            w[f + z.STEP] += 1  # nobody to order for
        else:
            w[f + z.TARGETS] = 0
            advance(w, f)
        return False
