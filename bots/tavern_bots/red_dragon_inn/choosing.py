"""The decisions that only the Tavern Crew brings: whom else to hit, who gets which drink, what to discard first."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.red_dragon_inn import reasons as why
from tavern_bots.red_dragon_inn.crew import Crew
from tavern_bots.red_dragon_inn.worth import A_FINE_DRINK
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.drinks import changed, half
from tavern_engine.games.red_dragon_inn.stack import present
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit
from tavern_engine.games.red_dragon_inn.tasting import amount_of, to_be_shared
from tavern_engine.games.red_dragon_inn.zones import drinker_of, seat_bit
from tavern_engine.state import SEATS
from tavern_engine.tally import number

WORST: Final = -1_000_000

# What of a card's worth in the hand counts when it is given up, in eighths.
EIGHTHS: Final = 8
KEPT: Final = 5
THROWN_ANYWAY: Final = 1  # R3: it goes when a hand is drawn up

# R41: what a Drink does besides, in the best order: cards come before cards go.
ORDER: Final = (t.DRAWS, t.EXCHANGES, t.REVEALS, t.HEALS, t.DISCARDS)


class Choosing(Crew):
    """Takes those decisions; `reason` says which rule decided."""

    def __init__(self, inn: InnTables) -> None:
        super().__init__(inn)
        self.reason: i64 = why.HOLDS_BACK
        self.order = vec[i64](ORDER)

    def choose_for_crew(self, w: vec[i64], f: i64, phase: i64, seat: i64, choices: i64) -> i64:
        if phase == c.SEVERAL:
            return self.hit_another(w, f, seat, choices)
        if phase == c.HANDING:
            return self.hand_one(w, seat, choices)
        if phase == c.WAYS:
            return c.A_WAY + self.way(w, f, seat, choices)
        if phase == c.PARTING:
            self.reason = why.PARTS_WITH
            return self.give_up(w, seat, self.cheapest(w, seat, w[f + z.STEP], w[f + z.AMOUNT]))
        if phase == c.STAKING:
            self.reason = why.GAMBLES
            return c.A_PLAY + self.inn.kind[at_bit(t.PRIZES, number((choices & -choices) - 1))]
        return self.share(w, seat, choices)

    # Whom.

    def several(self, w: vec[i64], me: i64, at: i64) -> i64:
        """R121: who is worth the price, a mask of seats; at least one."""
        chosen: i64 = 0
        for picked in range(self.most[at]):
            cost = self.stake(w, me, me, 0, -self.price[at] * picked)
            cost -= self.stake(w, me, me, 0, -self.price[at] * (picked + 1))
            best: i64 = WORST
            target: i64 = 0
            for seat in range(w[SEATS]):
                bit = seat_bit(seat)
                if seat != me and present(w) & ~chosen & bit != 0:
                    worth = self.markers(w, me, at, me, bit)
                    if worth > best:
                        best = worth
                        target = bit
            if chosen != 0 and best <= cost:
                return chosen
            chosen |= target
        return chosen

    def hit_another(self, w: vec[i64], f: i64, seat: i64, choices: i64) -> i64:
        """One after another, in their order."""
        self.reason = why.HITS_SEVERAL
        wanted = self.several(w, seat, w[f + z.PC]) & choices
        if wanted == 0:
            if w[f + z.TARGETS] != 0:
                return c.A_PASS
            wanted = choices
        return c.A_SEAT + number((wanted & -wanted) - 1)

    def hand_one(self, w: vec[i64], me: i64, choices: i64) -> i64:
        """RA115: the top card of the own pile, to whom it hurts most."""
        self.reason = why.HANDS_OUT
        is_fine = w[z.FINE_MUGS + me] != 0
        best: i64 = WORST
        found: i64 = 0
        while choices != 0:
            seat = number((choices & -choices) - 1)
            choices &= choices - 1
            worth = self.laid(w, me, seat, A_FINE_DRINK, z.pile(w, seat)) if is_fine else self.ordered(w, me, seat)
            if worth > best:
                best = worth
                found = seat
        return c.A_SEAT + found

    def share(self, w: vec[i64], me: i64, choices: i64) -> i64:
        """R69: half of the Drink."""
        self.reason = why.SHARES
        row = to_be_shared(w)
        points = half(w[z.ROW_FORT + row]) - half(w[z.ROW_AC + row])
        best: i64 = WORST
        found: i64 = 0
        while choices != 0:
            seat = number((choices & -choices) - 1)
            choices &= choices - 1
            worth = self.stake(w, me, seat, points, 0)
            if worth > best:
                best = worth
                found = seat
        return c.A_SEAT + found

    # How.

    def way(self, w: vec[i64], f: i64, me: i64, choices: i64) -> i64:
        if self.inn.code[w[f + z.PC]] == v.TASTE:
            return self.first_taste(w, f, me, choices)
        if choices & seat_bit(v.DRINK_IT) != 0:
            return self.pay_or_drink(w, f, me, choices)
        row = w[f + z.AMOUNT]
        if choices & seat_bit(v.RAISE) != 0:
            at = w[f + z.PC]
            ac = w[z.ROW_AC + row]
            drinker = drinker_of(w, row)
            raised = self.stake(w, me, drinker, ac - changed(ac, self.amount[at]), 0)
            lowered = self.stake(w, me, drinker, ac - changed(ac, self.other[at]), 0)
            self.reason = why.SPIKES if raised > lowered else why.WATERS
            return v.RAISE if raised > lowered else v.LOWER
        self.reason = why.HANDS_ON
        found: i64 = v.PASS_ON
        best: i64 = WORST
        for seat in range(w[SEATS]):
            if seat != me and present(w) & seat_bit(seat) != 0:
                worth = self.passed_on(w, me, row, seat)
                if worth > best:
                    best = worth
                    found = v.PASS_ON
                worth = self.split(w, me, row, seat)
                if choices & seat_bit(v.SPLIT) != 0 and worth > best:
                    best = worth
                    found = v.SPLIT
        return found

    def pay_or_drink(self, w: vec[i64], f: i64, me: i64, choices: i64) -> i64:
        """R120: so much Gold for who keeps the Reserve, or a Reserve Drink."""
        self.reason = why.DRINKS_RATHER
        if choices & seat_bit(v.PAY_IT) == 0:
            return v.DRINK_IT
        gold = self.fee[w[f + z.PC]]
        paid = self.stake(w, me, me, 0, -gold)
        for seat in range(w[SEATS]):
            if present(w) & seat_bit(seat) != 0 and w[z.CHARACTER + seat] == self.inn.host:
                paid += self.stake(w, me, seat, 0, gold)
        if paid <= self.stake(w, me, me, -A_FINE_DRINK, 0):
            return v.DRINK_IT
        self.reason = why.PAYS_RATHER
        return v.PAY_IT

    def first_taste(self, w: vec[i64], f: i64, me: i64, choices: i64) -> i64:
        """R41: draw before cards have to go; R111: but who has too few to give up does that first."""
        self.reason = why.TASTES
        must: i64 = v.FIRST_EFFECT + t.DISCARDS
        if choices & seat_bit(must) != 0 and amount_of(w, f, t.DISCARDS) > w[z.SIZE + me]:
            return must
        for at in range(i64(len(ORDER))):
            way = v.FIRST_EFFECT + self.order[at]
            if choices & seat_bit(way) != 0:
                return way
        return must

    # Cards to give up.

    def price_of(self, kind: i64, is_kept: bool) -> i64:
        """What it costs to give up a card."""
        return self.hold[kind] * (KEPT if is_kept else i64(THROWN_ANYWAY)) // EIGHTHS

    def cheapest(self, w: vec[i64], seat: i64, first: i64, amount: i64) -> i64:
        """The cards worth least of those from the first bit on, so many of them, as bits of the hand."""
        deck = w[z.CHARACTER + seat]
        cards = (w[z.HAND + seat] >> first) << first
        found: i64 = 0
        for _ in range(amount):
            left = cards & ~found
            least: i64 = -WORST
            one: i64 = 0
            while left != 0:
                low = left & -left
                left &= left - 1
                price = self.price_of(self.inn.kind[at_bit(deck, number(low - 1))], self.kept[deck] & low != 0)
                if price < least:
                    least = price
                    one = low
            found |= one
        return found

    def cost(self, w: vec[i64], seat: i64, cards: i64) -> i64:
        """What these cards of the hand are worth together."""
        deck = w[z.CHARACTER + seat]
        worth: i64 = 0
        while cards != 0:
            low = cards & -cards
            cards &= cards - 1
            worth += self.price_of(self.inn.kind[at_bit(deck, number(low - 1))], self.kept[deck] & low != 0)
        return worth

    def give_up(self, w: vec[i64], seat: i64, cards: i64) -> i64:
        """The first of these cards, for they are named in the order of the deck list."""
        deck = w[z.CHARACTER + seat]
        return c.A_THROW + self.inn.kind[at_bit(deck, number((cards & -cards) - 1))]

    def draws_none(self, w: vec[i64], f: i64, seat: i64) -> bool:
        """RA89: whether no fresh card comes, for a Story makes the hand smaller than what is kept anyway."""
        story = w[z.FRONT + seat] & self.inn.passive[t.HAND_LIMIT]
        if story == 0 or f != z.STACK:
            return False
        limit = self.inn.value[self.inn.kind[at_bit(t.FRONTS, number((story & -story) - 1))]]
        thrown = (w[z.HAND + seat] >> w[f + z.STEP]) << w[f + z.STEP] & ~self.kept[w[z.CHARACTER + seat]]
        return w[z.SIZE + seat] - number(thrown) >= limit

    def heal(self, w: vec[i64], f: i64, seat: i64) -> i64:
        """R112: cards that are worth less than the Fortitude that each brings."""
        room = self.inn.limit - w[z.FORTITUDE + seat]
        fort = amount_of(w, f, t.HEAL_FORT)
        gain = self.stake(w, seat, seat, fort if fort < room else room, 0)
        cards = self.cheapest(w, seat, w[f + z.STEP], w[f + z.AMOUNT])
        worthwhile: i64 = 0
        while cards != 0:
            low = cards & -cards
            cards &= cards - 1
            if self.cost(w, seat, low) < gain:
                worthwhile |= low
        if worthwhile == 0:
            self.reason = why.KEEPS
            return c.A_PASS
        self.reason = why.HEALS_WITH_CARDS
        return self.give_up(w, seat, worthwhile)
