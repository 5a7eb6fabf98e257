"""How likely decisions at the Inn are: what is thrown, which Action is played, what is answered (R3, R5, R7, R51)."""

from __future__ import annotations

from math import log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.habits import NO_HABIT, SORTS, Habits
from tavern_bots.red_dragon_inn.rules import ACTION, NORMAL, InnRules
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.games.red_dragon_inn.stack import top
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, fits_at, in_deck
from tavern_engine.state import ASKED, PHASE, State
from tavern_engine.tally import bit, number

# The kinds of decisions.
DEAR: Final = 0  # R3: whether a card that the rules keep is kept,
CHEAP: Final = 1  # and one that they throw
ACT: Final = 2  # R5: which Action, or none
DRINK: Final = 3  # R7: whether a Drink is answered
ANSWER: Final = 4  # R51: whether a card is answered
KINDS: Final = ("dear", "cheap", "act", "drink", "answer")


class Judging(Habits):
    """One decision, given the hand of the seat that is asked."""

    def __init__(self, inn: InnTables) -> None:
        super().__init__(list(KINDS))
        self.inn = inn
        self.rules = InnRules(inn)

    def kind(self, state: State) -> i64:
        w = state.w
        phase = w[PHASE]
        if phase == c.ACTING:
            return ACT
        if phase == c.THROW and self.inn.code[w[top(w) + z.PC]] == v.THROW:
            return DEAR
        if phase == c.RESPOND:
            window = self.inn.code[w[top(w) + z.PC] + 1]
            if window == t.DRINK:
                return DRINK
            if window == t.PLAY:
                return ANSWER
        return NO_HABIT

    def judge(self, state: State, action: i64) -> None:
        assert isinstance(state, InnState)
        w = state.w
        seat = w[ASKED]
        f = top(w)
        deck = w[z.CHARACTER + seat]
        kind = self.kind(state)
        if kind == DEAR:
            self.thrown(w, f, seat, deck, action)
            return
        cards = state.offered()
        window: i64 = t.ACT
        if kind != ACT:
            window = self.inn.code[w[f + z.PC] + 1]
            cards &= ~self.inn.fits[fits_at(t.AT_ANY_TIME, deck)]
        chosen: i64 = -1
        if action != c.A_PASS:
            chosen = action - c.A_PLAY
            if self.inn.home[chosen] >= 0 or cards & self.field(deck, chosen) == 0:
                return  # it lay on the table, or fits at any time
        self.choice(kind, w, f, window, seat, cards, chosen)

    def field(self, deck: i64, kind: i64) -> i64:
        return self.inn.field[at_bit(deck, self.inn.bit[in_deck(deck, kind)])]

    def thrown(self, w: vec[i64], f: i64, seat: i64, deck: i64, action: i64) -> None:
        """R3: cards are named in the order of the deck list, so those before the one thrown are kept."""
        cards = (w[z.HAND + seat] >> w[f + z.STEP]) << w[f + z.STEP]
        if action == c.A_PASS:
            self.keeps(seat, deck, cards)
            return
        low = bit(self.inn.bit[in_deck(deck, action - c.A_THROW)])
        self.keeps(seat, deck, cards & (low - 1))
        self.lay_out(0)
        self.lay_out(1)
        if self.rules.kept[deck] & low != 0:
            self.chose(seat, DEAR, 0)
        else:
            self.chose(seat, CHEAP, 1)

    def keeps(self, seat: i64, deck: i64, cards: i64) -> None:
        """The seat keeps all of these cards."""
        dear = number(cards & self.rules.kept[deck])
        for sort in range(SORTS):
            self.logs[SORTS * seat + sort] += float(dear) * log(self.kept(sort, DEAR))
            self.logs[SORTS * seat + sort] += float(number(cards) - dear) * log(self.kept(sort, CHEAP))

    def kept(self, sort: i64, kind: i64) -> float:
        """How likely this sort of player keeps a card that is dear, or cheap."""
        self.lay_out(0)
        self.lay_out(1)
        likely = self.chance(sort, kind, i64(1) if kind == DEAR else i64(0))
        self.number = 0
        return likely

    def choice(self, kind: i64, w: vec[i64], f: i64, window: i64, seat: i64, cards: i64, chosen: i64) -> None:
        """The seat plays this card, or none (-1), of those that fit."""
        deck = w[z.CHARACTER + seat]
        share: i64 = ACTION if kind == ACT else NORMAL
        self.lay_out(0)
        worth: i64 = 0
        while cards != 0:
            low = cards & -cards
            cards &= cards - 1
            card = self.inn.kind[at_bit(deck, number(low - 1))]
            this = self.rules.worth_of(w, f, window, seat, card, share)
            self.lay_out(this)
            if card == chosen:
                worth = this
        self.chose(seat, kind, worth)
