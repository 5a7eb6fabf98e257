"""What choices at the Inn tell of a hand: cards kept, Actions played or not, Drinks and cards that nobody answered.

A sampled world says what the others hold now. Event by event it is wound back: a card that was played or discarded is
in the hand again; which cards were drawn nobody else knows, so they go back by lot. A shuffle tells what a hand was
(R4), so nothing before it tells more. The view of the moment has nothing of what was under way (who is asked what can
tell of a hand), so the frame of the question is put together from the events: a turn, a Drink that was drunk as it is
told, a card that worked on those it was aimed at. Whoever could have answered that and held a good answer would have.
"""

from __future__ import annotations

from math import log
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tavern_bots.habits import SORTS
from tavern_bots.red_dragon_inn.judging import ACT, ANSWER, CHEAP, DEAR, DRINK, Judging
from tavern_engine.chance import Rng
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.stack import clear, present, push
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, fits_at, in_window
from tavern_engine.games.red_dragon_inn.windows import answers, answers_to_drinks, with_company
from tavern_engine.games.red_dragon_inn.zones import seat_bit
from tavern_engine.lookback import LookBack
from tavern_engine.multiset import lesser
from tavern_engine.state import SEATS, Event, State
from tavern_engine.tally import number, place, put, take

REACH: Final = 250  # so many events are looked back on

A_SEAT_MASK: Final = 255  # what of the aim of PLAYS are seats
NO_STEP: Final = -1
LOTS: Final = 0x4000_0000

# What a step of the look back tells.
NOTHING: Final = 0
KEPT: Final = 1  # the seat has thrown what it did not want
ACTED: Final = 2  # it has played this Action,
IDLE: Final = 3  # or none
DRUNK: Final = 4  # nobody has answered this Drink any more


class InnHabits(Judging):
    """The habits of players of The Red Dragon Inn, and what the others did as far as a seat saw it."""

    def __init__(self, inn: InnTables) -> None:
        super().__init__(inn)
        self.borne = vec[i64]()  # who has let an Action work that was aimed at them, a mask of seats
        self.hands = vec[i64]([0] * 8)
        self.since = vec[i64]([0] * 8)  # the first step that counts, by seat

    def remember(self, look_back: LookBack) -> None:
        self.begin(look_back.seat)
        self.borne = vec[i64]()
        for seat in range(i64(8)):
            self.since[seat] = 0
        start: i64 = NO_STEP  # of the turn, while its player has not drawn up yet
        acting = False  # whether its player can still play an Action
        action: i64 = NO_STEP  # the Action that is under way,
        aimed: i64 = 0  # and who has not answered it yet
        for event, view in look_back.steps[-REACH:]:
            tells: i64 = NOTHING
            seat = i64(event.seat)
            here = i64(len(self.ops))
            if event.op == z.TURN_BEGINS:
                start = here
                acting = True
                action = NO_STEP
            elif event.op == z.DRAW and start >= 0 and seat == view.w[z.TURN]:
                tells = KEPT
                start = NO_STEP
            elif event.op == z.PLAYS:
                if acting and seat == view.w[z.TURN] and self.is_action(i64(event.what)):
                    tells = ACTED
                    acting = False
                    action = here
                    aimed = i64(event.amount) & A_SEAT_MASK & ~seat_bit(seat)
                aimed &= ~seat_bit(seat)
            elif event.op == z.NEGATED and action >= 0 and i64(event.what) == self.whats[action]:
                action = NO_STEP
            elif event.op == z.RESOLVED and action >= 0 and i64(event.what) == self.whats[action]:
                self.borne[action] = aimed
                action = NO_STEP
            elif event.op == z.ORDERS and seat == view.w[z.TURN]:
                if start >= 0:
                    self.tells[start] = KEPT
                    start = NO_STEP
                if acting:
                    tells = IDLE
                    acting = False
            elif event.op == z.DRINKS_UP:
                tells = DRUNK
            elif event.op == z.SHUFFLE or event.op == z.PASSES_OUT or event.op == z.BROKE:
                self.since[seat] = here + 1  # the hand is known then, or put away
            self.note(event, view if tells == NOTHING else asked(self.inn, event, view, tells), tells)
            self.borne = append(self.borne, 0)

    def is_action(self, kind: i64) -> bool:
        return self.inn.traits[in_window(t.ACT, kind)] & t.IS_ACTION != 0

    def wind_back(self, world: State, rng: Rng) -> None:
        hands = self.hands
        w = world.w
        for seat in range(w[SEATS]):
            hands[seat] = w[z.HAND + seat]
        for at in range(i64(len(self.ops)) - 1, i64(-1), -1):
            v = self.views[at].w
            seat = self.seats[at]
            tells = self.tells[at]
            if self.borne[at] != 0:
                self.unanswered(v, at, ANSWER, z.STACK + z.FRAME, t.PLAY, self.borne[at])
            if tells == DRUNK:
                self.unanswered(v, at, DRINK, z.STACK, t.DRINK, present(v))
            elif seat != self.seat and at >= self.since[seat]:
                op = self.ops[at]
                if op == z.DRAW:
                    self.undraw(v, seat, self.amounts[at], tells == KEPT, rng)
                    continue
                if op == z.PLAYS or op == z.THROW:
                    hands[seat] = put(hands[seat], self.field(w[z.CHARACTER + seat], self.whats[at]))
                if tells != NOTHING:
                    self.step(v, seat, at, tells)

    def undraw(self, v: vec[i64], seat: i64, amount: i64, after_throwing: bool, rng: Rng) -> None:
        """Put so many cards back that were drawn: any that nobody knew of can have been these.

        If the seat had just thrown what it did not want, the cards that were there before are those it kept. Then it is
        worked out how likely that is, whichever they were, and they are drawn by lot as one sort of player keeps them.
        """
        deck = v[z.CHARACTER + seat]
        unknown = self.without(deck, self.hands[seat], v[z.KNOWN + seat])
        dear = unknown & self.rules.kept[deck]
        cheap = unknown & ~dear
        left = number(unknown) - amount  # so many were there before,
        most = lesser(left, number(cheap))  # that many cheap ones at most,
        fewest = left - number(dear)  # and that many at least
        if fewest < 0:
            fewest = 0
        one_dear = self.kept(0, DEAR) if after_throwing else 1.0
        one_cheap = self.kept(0, CHEAP) if after_throwing else 1.0
        total = 0.0
        for chosen in range(fewest, most + 1):
            total += ways(number(cheap), chosen, one_cheap) * ways(number(dear), left - chosen, one_dear)
        lot = total * (float(rng.below(LOTS)) / LOTS)
        were_cheap = fewest
        while were_cheap < most:
            lot -= ways(number(cheap), were_cheap, one_cheap) * ways(number(dear), left - were_cheap, one_dear)
            if lot < 0.0:
                break
            were_cheap += 1
        self.put_back(deck, seat, cheap, number(cheap) - were_cheap, rng)
        self.put_back(deck, seat, dear, number(dear) - left + were_cheap, rng)
        if not after_throwing:
            return
        likely = log(total / ways(number(unknown), left, 1.0))
        for sort in range(SORTS):  # the others are as likely as they keep just these
            self.logs[SORTS * seat + sort] += likely
            self.logs[SORTS * seat + sort] += float(were_cheap) * log(self.kept(sort, CHEAP) / one_cheap)
            self.logs[SORTS * seat + sort] += float(left - were_cheap) * log(self.kept(sort, DEAR) / one_dear)

    def put_back(self, deck: i64, seat: i64, cards: i64, amount: i64, rng: Rng) -> None:
        """So many of these cards, by lot, are not in the hand yet."""
        for left in range(number(cards), number(cards) - amount, -1):
            field = self.inn.field[at_bit(deck, place(cards, rng.below(left)))]
            cards = take(cards, field)
            self.hands[seat] = take(self.hands[seat], field)

    def without(self, deck: i64, cards: i64, others: i64) -> i64:
        """A tally less the cards of another, all of which it holds."""
        while others != 0:
            cards = take(cards, self.inn.field[at_bit(deck, number((others & -others) - 1))])
            others &= others - 1
        return cards

    def step(self, v: vec[i64], seat: i64, at: i64, tells: i64) -> None:
        """Judge what the seat did with the hand it had."""
        hand = self.hands[seat]
        deck = v[z.CHARACTER + seat]
        if tells == KEPT:
            self.keeps(seat, deck, hand)
            return
        v[z.HAND + seat] = hand
        cards = hand & self.inn.fits[fits_at(t.IN_ACT, deck)]
        cards = with_company(self.inn, v, t.ACT, seat, deck, cards)
        self.choice(ACT, v, z.STACK, t.ACT, seat, cards, self.whats[at] if tells == ACTED else i64(-1))

    def unanswered(self, v: vec[i64], at: i64, kind: i64, f: i64, window: i64, who: i64) -> None:
        """None of these seats plays a card on the Drink or card of the frame."""
        for seat in range(v[SEATS]):
            if seat != self.seat and at >= self.since[seat] and who & seat_bit(seat) != 0:
                v[z.HAND + seat] = self.hands[seat]
                deck = v[z.CHARACTER + seat]
                cards = self.hands[seat] & ~self.inn.fits[fits_at(t.AT_ANY_TIME, deck)]
                if window == t.DRINK:
                    cards &= answers_to_drinks(self.inn, v, f, seat, deck)
                else:
                    cards &= answers(self.inn, v, f, seat, deck)
                cards = with_company(self.inn, v, window, seat, deck, cards)
                self.choice(kind, v, f, window, seat, cards, -1)


def ways(cards: i64, kept: i64, likely: float) -> float:
    """In how many ways so many of the cards can be kept, each way weighed by how likely every one of them is."""
    total = 1.0
    for one in range(kept):
        total = total * likely * float(cards - one) / float(one + 1)
    return total


def asked(inn: InnTables, event: Event, view: State, tells: i64) -> State:
    """The view with what was under way, as far as the event says it: the turn, and the Drink or the Action."""
    found = view.clone()
    w = found.w
    clear(w)
    f = push(w, inn.turn, i64(event.seat))
    if tells == DRUNK:
        w[f + z.PC] = inn.drinking
        w[z.ROWS] = 1
        w[z.ROW_AC] = event.amount
        w[z.ROW_FORT] = event.what - z.NO_FORT
        w[z.ROW_DRINKER] = event.seat + 1
    elif tells == ACTED:
        played = in_window(t.ACT, i64(event.what))
        card = push(w, inn.entry[played], i64(event.seat))
        w[card + z.CARD] = event.what + 1
        w[card + z.TRAITS] = inn.traits[played]
        w[card + z.TARGETS] = event.amount & A_SEAT_MASK
    return found
