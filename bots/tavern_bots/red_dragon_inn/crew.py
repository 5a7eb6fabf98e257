"""What the Tavern Crew brings is worth: Stories, the stable, the Special Reserve, cards on the table, being outside."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.red_dragon_inn import deeds as d
from tavern_bots.red_dragon_inn.gambling import Gambling
from tavern_bots.red_dragon_inn.worth import A_DRINK_NOW, A_FINE_DRINK, MOST_WAITING, PARTS
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.drinks import changed
from tavern_engine.games.red_dragon_inn.sides import LAST_STALL, in_stall
from tavern_engine.games.red_dragon_inn.tables import at_bit, in_deck
from tavern_engine.games.red_dragon_inn.zones import drinker_of, seat_bit
from tavern_engine.state import SEATS
from tavern_engine.tally import number

A_CARD: Final = 40  # to draw one
AN_ACTION: Final = 170  # to play one
ANOTHER_HAND: Final = 30  # to discard and draw
AN_ELIXIR: Final = 80  # to keep one
A_RAISE: Final = 90  # a Story that raises the numbers of its card
IN_THE_STALL: Final = 2  # what an animal that stays counts of its worth, in eighths


class Crew(Gambling):
    """What only the Tavern Crew does is worth to a seat."""

    def outcome(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64, row: i64, below: i64) -> i64:
        """What it is worth to `me` if this program of the owner runs, on the frame below."""
        raise NotImplementedError

    def use(self, w: vec[i64], seat: i64, at: i64, below: i64) -> i64:
        """What the program is worth to the seat with the best aim."""
        raise NotImplementedError

    def good(self, w: vec[i64], me: i64, seat: i64, worth: i64) -> i64:
        """What is worth so much to the seat, to `me`."""
        return worth if seat == me else -worth * self.harm[number(w[z.STILL_IN])] // PARTS

    # What a program does in the main.

    def of_the_crew(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64, row: i64, below: i64) -> i64:
        deed = self.deed[at]
        if deed == d.SHARING_OUT or deed == d.MIXING or deed == d.WASHING or deed == d.SOFTENING:
            return self.on_crew_drink(w, me, at, targets, row, w[below + z.FRAME + z.WAY])
        if deed == d.TIPPED:
            return self.stake(w, me, owner, 0, w[below + z.AMOUNT])
        if deed == d.SHIELDING:
            loss = self.loss(w, below, owner)
            spared = self.amount[at] if self.amount[at] < loss else loss
            return self.stake(w, me, owner, spared - loss, 0) - self.stake(w, me, owner, -loss, 0)
        if deed == d.STRENGTHENING:
            target = number(targets - 1)
            loss = self.loss(w, below, target)
            return self.stake(w, me, target, self.amount[at] - loss, 0) - self.stake(w, me, target, -loss, 0)
        if deed == d.HANDING_OUT:
            return self.hand_out(w, me, owner)
        if deed == d.DARING:
            return self.stake(w, me, number(targets - 1), -A_DRINK_NOW, 0)
        return self.burden(w, me, self.story[at], number(targets - 1)) if targets != 0 else i64(0)

    def on_crew_drink(self, w: vec[i64], me: i64, at: i64, targets: i64, row: i64, way: i64) -> i64:
        """What is done to a Drink on the table, in the way that was chosen or in the better one."""
        deed = self.deed[at]
        drinker = drinker_of(w, row)
        if drinker < 0:
            return 0
        ac = w[z.ROW_AC + row]
        fort = w[z.ROW_FORT + row]
        if deed == d.SOFTENING:
            return self.stake(w, me, drinker, self.amount[at] if self.amount[at] < -fort else -fort, 0)
        if deed == d.WASHING:
            return self.stake(w, me, drinker, ac - fort, 0) + self.ordered(w, me, number(targets - 1))
        one: i64 = 0
        other: i64 = 0
        if deed == d.MIXING:
            one = self.stake(w, me, drinker, ac - changed(ac, self.amount[at]), 0)
            other = self.stake(w, me, drinker, ac - changed(ac, self.other[at]), 0)
            if way != 0:
                return one if way == v.RAISE + 1 else other
        else:
            one = self.split(w, me, row, number(targets - 1))
            other = self.passed_on(w, me, row, number(targets - 1))
            if way != 0:
                return one if way == v.SPLIT + 1 else other
            if w[z.ROW_EFFECTS + row] & t.NO_SPLIT != 0:
                return other
        return one if one > other else other

    def loss(self, w: vec[i64], f: i64, seat: i64) -> i64:
        """How much F a seat loses to the card of a frame with its Story."""
        bit = seat_bit(seat)
        points = (w[f + z.BLOWS] >> (z.LOSS_BITS * seat)) & z.A_LOSS
        if w[f + z.TARGETS] & bit != 0:
            points -= self.fort[w[f + z.PC]]
            if points > 0:
                points += w[f + z.BOOST]
        if w[f + z.SIDE] != 0:
            story = self.inn.side_work[w[f + z.SIDE] - 1]
            if w[f + z.SIDE_AIM] & bit != 0:
                points -= self.fort[story]
            if seat == w[f + z.OWNER]:
                points -= self.own_fort[story]
        return points

    def hand_out(self, w: vec[i64], me: i64, owner: i64) -> i64:
        """All that waits for the owner goes to others."""
        relief: i64 = 0
        cards = z.pile(w, owner)
        for at in range(cards):
            if at <= MOST_WAITING:
                relief += self.waiting[at]
        mine = self.stake(w, me, owner, -A_FINE_DRINK if w[z.FINE_MUGS + owner] != 0 else i64(-A_DRINK_NOW), 0)
        return self.order_more(w, me, owner, cards) - mine * relief // PARTS

    def burden(self, w: vec[i64], me: i64, story: i64, seat: i64) -> i64:
        """A Story stays before the seat."""
        if story < 0:
            return 0
        bit = seat_bit(self.inn.bit[in_deck(t.FRONTS, story)])
        if self.inn.passive[t.TAX] & bit != 0:
            return self.stake(w, me, seat, 0, -self.inn.value[story])
        if self.inn.passive[t.HAND_LIMIT] & bit != 0:
            return self.good(w, me, seat, A_CARD * (self.inn.value[story] - self.inn.hand))
        return self.good(w, me, seat, -AN_ACTION)

    # What it does besides.

    def more(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64, below: i64) -> i64:
        """What a program does besides, as far as everybody can see it."""
        besides = self.besides[at]
        worth: i64 = 0
        if besides & d.ITS_TALE != 0 and w[below + z.FRAME + z.SIDE] != 0:
            worth += self.its_tale(w, me, below + z.FRAME)
        if besides & d.A_PRICE != 0:
            worth += self.stake(w, me, owner, 0, -self.price[at] * number(targets))
        if besides & d.OWN_FORT != 0:
            worth += self.stake(w, me, owner, self.own_fort[at], 0)
        if besides & d.OUTSIDE != 0:  # two who do not drink; the one does not order either, the other does nothing
            worth -= self.drink(w, me, owner) // 2 + self.order_more(w, me, owner, 1)
        if besides & (d.A_RESERVE | d.LOSES_TOP | d.A_REDRAW | d.CARDS | d.OUTSIDE) != 0:
            for seat in range(w[SEATS]):
                if targets & seat_bit(seat) != 0:
                    worth += self.befalls(w, me, at, seat)
        return worth

    def befalls(self, w: vec[i64], me: i64, at: i64, seat: i64) -> i64:
        """What a program does besides to one of its targets."""
        besides = self.besides[at]
        worth: i64 = 0
        mugs = z.pile(w, seat)
        if besides & d.LOSES_TOP != 0 and mugs > 0:
            mugs -= 1
            worth -= self.laid(w, me, seat, A_FINE_DRINK if w[z.FINE_MUGS + seat] != 0 else i64(A_DRINK_NOW), mugs)
        if besides & d.A_RESERVE != 0 and w[z.CHARACTER + seat] != self.inn.host:  # R107
            worth += self.laid(w, me, seat, A_FINE_DRINK, mugs)
        if besides & d.A_REDRAW != 0:
            worth += self.good(w, me, seat, ANOTHER_HAND)
        if besides & d.CARDS != 0:
            worth += self.good(w, me, seat, A_CARD * self.cards[at])
        if besides & d.OUTSIDE != 0:
            worth += self.good(w, me, seat, -AN_ACTION) - self.drink(w, me, seat) // 2
        return worth

    def laid(self, w: vec[i64], me: i64, seat: i64, points: i64, waiting: i64) -> i64:
        """A drink of so many points on the top of a pile: it is drunk first, and one drink more comes after it."""
        part = self.waiting[waiting if waiting < MOST_WAITING else i64(MOST_WAITING)]
        later = self.stake(w, me, seat, A_DRINK_NOW - points, 0) * (PARTS - part)
        return (self.stake(w, me, seat, -points, 0) * part + later) // PARTS

    def ignoring(self, w: vec[i64], me: i64, f: i64, seat: i64) -> i64:
        """What it is worth that the card of a frame, with all that it does besides, does nothing to the seat."""
        at = w[f + z.PC]
        worth: i64 = 0
        ac: i64 = 0
        gold: i64 = 0
        if w[f + z.TARGETS] & seat_bit(seat) != 0:
            worth = self.befalls(w, me, at, seat)
            ac = self.ac[at]
            gold = self.pay_me[at]
        if w[f + z.SIDE] != 0 and w[f + z.SIDE_AIM] & seat_bit(seat) != 0:
            story = self.inn.side_work[w[f + z.SIDE] - 1]
            worth += self.befalls(w, me, story, seat)
            ac += self.ac[story]
            gold += self.pay_me[story]
        worth += self.stake(w, me, seat, -self.loss(w, f, seat) - ac, -gold)
        return -worth - self.stake(w, me, w[f + z.OWNER], 0, gold)

    def on_top(self, w: vec[i64], me: i64, at: i64, target: i64, f: i64) -> i64:
        """What more a Story is worth at a target that loses F to its card anyway."""
        card = -self.loss(w, f, target)
        story = self.fort[at]
        both = self.stake(w, me, target, card + story, 0)
        return both - self.stake(w, me, target, card, 0) - self.stake(w, me, target, story, 0)

    # Stories and animals.

    def its_tale(self, w: vec[i64], me: i64, f: i64) -> i64:
        """The Story that goes with the card of a frame."""
        kind = w[f + z.SIDE] - 1
        owner = w[f + z.OWNER]
        aim = w[f + z.SIDE_AIM] & ~w[f + z.IGNORED]
        worth = self.outcome(w, me, self.inn.side_work[kind], owner, aim, 0, f)
        boost = w[f + z.BOOST]
        at = w[f + z.PC]
        if boost == 0:
            return worth
        if self.deed[at] == d.ORDERING_MORE:
            return worth + self.order_more(w, me, owner, boost) + self.stake(w, me, owner, 0, -boost)
        points = self.fort[at]
        more = points + boost if points > 0 else points - boost
        for seat in range(w[SEATS]):
            if points != 0 and w[f + z.TARGETS] & ~w[f + z.IGNORED] & seat_bit(seat) != 0:
                worth += self.stake(w, me, seat, more, 0) - self.stake(w, me, seat, points, 0)
        return worth

    def any_tale(self, w: vec[i64], me: i64, f: i64) -> i64:
        """R85: the Story that may come, on average."""
        left = w[z.TALES]
        if left == 0:
            return 0
        worth: i64 = 0
        while left != 0:
            kind = self.inn.kind[at_bit(t.STORIES, number((left & -left) - 1))]
            left &= left - 1
            worth += A_RAISE if self.inn.boost[kind] != 0 else self.use(w, me, self.inn.side[kind], f)
        return worth // number(w[z.TALES])

    def any_animal(self, w: vec[i64], me: i64, f: i64) -> i64:
        """R94: a visit to the stable, on average."""
        left = w[z.STALL] if w[z.STALL] != 0 else w[z.STALL_LEFT]
        animals = number(left)
        if animals == 0:
            return 0
        worth: i64 = 0
        while left != 0:
            kind = self.inn.kind[at_bit(t.STABLE, number((left & -left) - 1))]
            left &= left - 1
            foes = self.inn.foes[kind] & w[z.FRONT + me]
            if foes != 0 and self.inn.yields[kind] != 0:
                continue
            worth += self.use(w, me, self.inn.side[kind], f) + self.hold[kind] * IN_THE_STALL // 8
            while foes != 0:
                lost = self.inn.kind[at_bit(t.FRONTS, number((foes & -foes) - 1))]
                foes &= foes - 1
                worth -= self.hold[lost] * IN_THE_STALL // 8
        worth //= animals
        if in_stall(w, 0) != 0 and in_stall(w, 1) != 0 and in_stall(w, LAST_STALL) != 0:
            worth -= self.hold[in_stall(w, LAST_STALL) - 1] * IN_THE_STALL // 8
        return worth

    # Drinks that do something besides.

    def tasted(self, w: vec[i64], me: i64, at: i64, targets: i64, row: i64) -> i64:
        """What it is worth that others taste a Drink, or nobody does."""
        deed = self.deed[at]
        if deed != d.UNDRINKING and deed != d.PASSING and deed != d.SPLITTING:
            return 0
        worth = -self.taste(w, me, drinker_of(w, row), row)
        if deed == d.UNDRINKING:
            return worth
        worth += self.taste(w, me, number(targets - 1), row)
        return worth // 2 if deed == d.SPLITTING else worth

    def taste(self, w: vec[i64], me: i64, seat: i64, row: i64) -> i64:
        """What a Drink does to a drinker besides AC and F."""
        if seat < 0:
            return 0
        effects = w[z.ROW_EFFECTS + row]
        cards = _effect(effects, t.DRAWS) - _effect(effects, t.DISCARDS)
        worth = self.good(w, me, seat, A_CARD * cards)
        if w[z.ROW_FINE + w[z.ROW_ROOT + row]] & self.inn.stays != 0:
            worth += self.good(w, me, seat, AN_ELIXIR)
        if _effect(effects, t.HEALS) != 0 and w[z.FORTITUDE + seat] < self.inn.limit:
            worth += self.stake(w, me, seat, 1, 0)
        if _effect(effects, t.REVEALS) != 0:
            worth += self.stake(w, me, seat, -_effect(effects, t.REVEALS) * _effect(effects, t.REVEAL_AC) // 2, 0)
        return worth


def _effect(effects: i64, which: i64) -> i64:
    """A number of what a Drink does besides."""
    return (effects >> (t.EFFECT_BITS * which)) & t.AN_EFFECT
