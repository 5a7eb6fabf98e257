"""The best service of a seat in The Taverns of Tiefenthal: exact search over dice, upgrades, purchases and beer.

What a service is worth is a sum over its end: cards gained, returned and removed, tokens turned over, steps made, bar
guests left, thalers and beer kept. The prices (`Prices`) come from outside; none may be negative, so that more thalers,
beer or steps never hurt. Then every service can be brought into this order without losing anything, and only such
services are searched:

1. dice on people, on register, barrel, brewer and monk, except those that wait for an upgrade of their space;
2. bar guests as steps; the guest for beer, as soon as it can be paid; upgrades that dice wait for, each followed by its
   dice, in any order that can be paid;
3. whatever the thalers left over buy best (a knapsack), and nobles for the beer. Dishwashers are returned only here,
   when all dice are used, so that none need be raised before (TA10).

`Ways` finds the ways to use the dice, `Ends` what the rest comes to. It is exact as long as no pile runs out in the
middle of the service: a card that is there when it is planned counts as there until it ends.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.tiefenthal import purchases as p
from tavern_bots.tiefenthal.dice import Ways, face_on, use_action
from tavern_bots.tiefenthal.ends import Ends
from tavern_bots.tiefenthal.purchases import NONE, Prices, early_token
from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import A_END, A_STEP, A_WIN, serve_action, upgrade_action
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.games.tiefenthal.service import most_returned
from tavern_engine.multiset import lesser
from tavern_engine.pack import copies
from tavern_engine.tally import bit


class Planner:
    """Finds the best service from a position within it; one planner serves any number of positions."""

    def __init__(self, tavern: TavernTables) -> None:
        self.tavern = tavern
        self.prices = Prices(len(tavern.names))
        self.ways = Ways(tavern)
        self.ends = Ends(tavern)
        # Where the service stands while an end is weighed.
        self.supply: i64 = 0
        self.thalers: i64 = 0
        self.beer: i64 = 0
        self.space: i64 = 0
        self.value: i64 = 0
        self.removed: i64 = 0
        self.way: i64 = 0
        # What the best service begins with.
        self.action: i64 = A_END
        self.to_serve: i64 = 0  # dice on people that come first, as in `Ways.uses`
        self.raised: i64 = 0  # the face of a die that dishwashers raise, or 0

    def plan(self, w: vec[i64], seat: i64, prices: Prices) -> i64:
        """The value of the best service from here; the action it begins with is left in `action`."""
        self.prices = prices
        self.supply = w[z.SUPPLY]
        self.ways.find(w, seat, z.dice(w, seat), z.washers_left(w, seat))
        self.ends.begin(w, seat, prices, self.most_thalers(w, seat))
        for way in range(self.ways.total):
            self.way = way
            self.weigh_way(w, seat, way)
        self.action = self.ends.action
        return self.ends.best

    # Bounds, so that what can never be paid is not tried.

    def windfall(self, w: vec[i64], seat: i64, way: i64) -> i64:
        """A bound for what guest and track can pay in this service."""
        thalers: i64 = 0
        steps: i64 = 0
        where: i64 = 0
        while where < z.PLACES and w[z.DONE + seat] & z.GUEST_WON == 0:
            guest = z.card_in(w[z.OFFER], where)
            if guest >= 0 and self.tavern.bonus[guest] == c.B_THALERS and self.tavern.bonus_amount[guest] > thalers:
                thalers = self.tavern.bonus_amount[guest]
            if guest >= 0 and self.tavern.bonus[guest] == c.B_STEPS and self.tavern.bonus_amount[guest] > steps:
                steps = self.tavern.bonus_amount[guest]
            where += 1
        steps += w[z.BAR + seat] + self.ways.walks[way] * self.tavern.upgraded[c.F_MONK]
        space = w[z.TRACK + seat]
        while steps > 0:
            space = z.next_space(space)
            if self.tavern.track_bonus[space] == c.B_THALERS:
                thalers += self.tavern.track_amount[space]
            elif self.tavern.track_bonus[space] == c.B_STEPS:
                steps += self.tavern.track_amount[space]
            steps -= 1
        return thalers

    def most_thalers(self, w: vec[i64], seat: i64) -> i64:
        """A bound for the thalers in hand at once, so that tables need not be longer."""
        most: i64 = 0
        for way in range(self.ways.total):
            thalers = self.ways.thalers[way] + self.windfall(w, seat, way)
            if thalers > most:
                most = thalers
        return w[z.THALERS + seat] + most + self.tavern.upgraded[c.F_REGISTER]

    def can_ever_pay(self, w: vec[i64], seat: i64, way: i64, early: i64) -> bool:
        """A quick look whether the thalers could do for these upgrades, with all that may come on the way."""
        price: i64 = 0
        for number in range(i64(p.EARLY)):
            if c.holds(early, number):
                token = early_token(number)
                price += z.upgrade_price(self.tavern, token, most_returned(w[z.LAID + seat], token))
        thalers = w[z.THALERS + seat] + self.ways.thalers[way] + self.tavern.upgraded[c.F_REGISTER]
        return price <= thalers + self.windfall(w, seat, way)

    # What comes of a way.

    def could_wait(self, w: vec[i64], seat: i64, way: i64) -> i64:
        """The upgrades that dice of this way could wait for, a set."""
        found: i64 = 0
        if self.ways.brews[way] > 0 and not z.is_turned(w, seat, c.F_BREWER):
            found |= p.EARLY_BREWER
        if face_on(self.ways.board[way], c.ON_REGISTER) > 0 and not z.is_turned(w, seat, c.F_REGISTER):
            found |= p.EARLY_REGISTER
        if self.ways.walks[way] > 0 and not z.is_turned(w, seat, c.F_MONK):
            found |= p.EARLY_MONK
        if face_on(self.ways.board[way], c.ON_BARREL) > 0 and not z.is_turned(w, seat, c.F_BARREL):
            found |= p.EARLY_BARREL
        return found

    def weigh_way(self, w: vec[i64], seat: i64, way: i64) -> None:
        """All sets of early upgrades, and all numbers of dice that wait for them: at least one, if any."""
        waiting = self.could_wait(w, seat, way)
        early = waiting
        while True:
            brews = self.ways.brews[way]
            walks = self.ways.walks[way]
            least_brews = i64(0) if early & p.EARLY_BREWER != 0 else brews
            least_walks = i64(0) if early & p.EARLY_MONK != 0 else walks
            most_brews = brews - 1 if early & p.EARLY_BREWER != 0 else brews
            most_walks = walks - 1 if early & p.EARLY_MONK != 0 else walks
            if early == 0 or self.can_ever_pay(w, seat, way, early):
                for now_brews in range(least_brews, most_brews + 1):
                    for now_walks in range(least_walks, most_walks + 1):
                        self.weigh_start(w, seat, way, early, now_brews, now_walks)
            if early == 0:
                return
            early = (early - 1) & waiting

    def weigh_start(self, w: vec[i64], seat: i64, way: i64, early: i64, now_brews: i64, now_walks: i64) -> None:
        """Take off the dice that wait for nothing, then try bar guests and guests."""
        tavern = self.tavern
        board = self.ways.board[way]
        thalers = w[z.THALERS + seat] + self.ways.thalers[way]
        beer = w[z.BEER + seat] + now_brews * z.brewing(w, tavern, seat)
        if face_on(board, c.ON_REGISTER) > 0 and early & p.EARLY_REGISTER == 0:
            thalers += z.worth(w, tavern, seat, c.F_REGISTER)
        if face_on(board, c.ON_BARREL) > 0 and early & p.EARLY_BARREL == 0:
            beer += z.worth(w, tavern, seat, c.F_BARREL)
        first = self.first_of_way(way, early, now_brews, now_walks)
        steps = now_walks * z.worth(w, tavern, seat, c.F_MONK)
        later_brews = self.ways.brews[way] - now_brews
        later_walks = self.ways.walks[way] - now_walks
        for spent in range(w[z.BAR + seat] + 1):
            if spent == 1 and first == NONE:
                first = A_STEP
            for where in range(NONE, i64(z.PLACES)):
                guest = z.card_in(w[z.OFFER], where) if where >= 0 else i64(NONE)
                if where < 0 or (guest >= 0 and w[z.DONE + seat] & z.GUEST_WON == 0):
                    self.thalers = thalers
                    self.beer = beer
                    self.space = w[z.TRACK + seat]
                    self.value = (w[z.BAR + seat] - spent) * self.prices.bar_guest
                    self.removed = 0
                    self.walk(steps + spent)
                    self.go_on(w, seat, first, guest, early, early, later_brews, later_walks)

    def first_of_way(self, way: i64, early: i64, now_brews: i64, now_walks: i64) -> i64:
        """The first die that is taken off at once, or NONE."""
        board = self.ways.board[way]
        if self.ways.uses[way] != 0:
            return use_action(self.ways.uses[way])
        if face_on(board, c.ON_REGISTER) > 0 and early & p.EARLY_REGISTER == 0:
            return serve_action(face_on(board, c.ON_REGISTER), c.ON_REGISTER)
        if face_on(board, c.ON_BARREL) > 0 and early & p.EARLY_BARREL == 0:
            return serve_action(face_on(board, c.ON_BARREL), c.ON_BARREL)
        if now_brews > 0:
            return serve_action(face_on(board, c.ON_BREWER), c.ON_BREWER)
        if now_walks > 0:
            return serve_action(face_on(board, c.ON_MONK), c.ON_MONK)
        return NONE

    def walk(self, steps: i64) -> None:
        """Steps on the track, with what they bring."""
        while steps > 0:
            steps -= 1
            self.space = z.next_space(self.space)
            self.value += self.prices.step
            steps += self.take_bonus(self.tavern.track_bonus[self.space], self.tavern.track_amount[self.space])

    def take_bonus(self, bonus: i64, amount: i64) -> i64:
        """What a bonus brings; the steps that it adds."""
        if bonus == c.B_THALERS:
            self.thalers += amount
        elif bonus == c.B_STEPS:
            return amount
        elif bonus == c.B_NO_SERVICE:
            self.removed += 1
        elif bonus >= c.B_CARD:
            self.value += lesser(amount, copies(self.supply, bonus - c.B_CARD)) * self.prices.card[bonus - c.B_CARD]
        return 0

    def go_on(
        self, w: vec[i64], seat: i64, first: i64, guest: i64, early: i64, all_early: i64, brews: i64, walks: i64
    ) -> None:
        """The guest as soon as it can be paid, then one of the upgrades that dice wait for, until all is done."""
        tavern = self.tavern
        if guest >= 0 and self.beer >= tavern.cost[c.GUEST + guest]:
            if first == NONE:
                first = A_WIN + guest
            self.beer -= tavern.cost[c.GUEST + guest]
            self.value += self.prices.card[c.GUEST + guest]
            self.walk(self.take_bonus(tavern.bonus[guest], tavern.bonus_amount[guest]))
            guest = NONE
        if early == 0:
            if guest < 0:
                self.end(w, seat, first, all_early)
            return
        thalers = self.thalers
        beer = self.beer
        space = self.space
        value = self.value
        removed = self.removed
        for number in range(i64(p.EARLY)):
            if c.holds(early, number):
                token = early_token(number)
                most = most_returned(w[z.LAID + seat], token)
                for returned in range(most + 1):
                    price = z.upgrade_price(tavern, token, returned)
                    if price <= thalers:
                        self.thalers = thalers - price
                        self.beer = beer
                        self.space = space
                        self.value = value + self.ends.purchases.token_value(token)
                        self.value -= returned * self.prices.card[c.BREWER]
                        self.removed = removed
                        self.take_off(w, seat, token, copies(w[z.LAID + seat], c.BREWER) - returned, brews, walks)
                        code = upgrade_action(token, returned) if first == NONE else first
                        self.go_on(w, seat, code, guest, early & ~bit(number), all_early, brews, walks)

    def take_off(self, w: vec[i64], seat: i64, token: i64, brewers: i64, brews: i64, walks: i64) -> None:
        """The dice that have waited for this upgrade, with so many brewers left in the tavern."""
        upgraded = self.tavern.upgraded[token]
        if token == c.F_BREWER:
            self.beer += brews * (upgraded + brewers)
        elif token == c.F_REGISTER:
            self.thalers += upgraded
        elif token == c.F_BARREL:
            self.beer += upgraded
        else:
            self.walk(walks * upgraded)

    def end(self, w: vec[i64], seat: i64, first: i64, early: i64) -> None:
        if self.ends.weigh(w, seat, first, early, self.thalers, self.beer, self.removed, self.value):
            self.to_serve = self.ways.uses[self.way]
            self.raised = self.ways.raised[self.way]
