"""The best service of a seat in The Taverns of Tiefenthal: exact search over dice, upgrades, purchases and beer.

What a service is worth is a sum over its end: cards gained, returned and removed, tokens turned over, steps made, bar
guests left, thalers and beer kept. The prices (`Prices`) come from outside; none may be negative, so that more thalers,
beer or steps never hurt. Then every service can be brought into this order without losing anything, and only such
services are searched:

1. dice on people, on register, barrel, brewer and monk, except those that wait for an upgrade of their space;
2. bar guests as steps; the guest for beer, as soon as it can be paid; upgrades that dice wait for, each followed by its
   dice, in any order that can be paid;
3. whatever the thalers left over buy best (a knapsack), and nobles for the beer.

`tiefenthal_dice` finds the ways to use the dice, `tiefenthal_purchases` what the rest buys. It is exact as long as no
pile runs out in the middle of the service: a card that is there when it is planned counts as there until it ends.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.tiefenthal.dice import Ways, use_action, use_word
from tavern_bots.tiefenthal.purchases import EARLY, MOST, NEVER, NONE, Prices, Purchases, early_token, upgrade_action
from tavern_engine.games.tiefenthal.actions import A_END, A_NOBLES, A_STEP, A_WIN
from tavern_engine.games.tiefenthal.cards import (
    B_CARD,
    B_NO_SERVICE,
    B_STEPS,
    B_THALERS,
    BREWER,
    F_BARREL,
    F_BREWER,
    F_MONK,
    F_REGISTER,
    F_SAFE,
    F_STORAGE,
    GUEST,
    LAST_SPACE,
    NOBLE,
    ON_BARREL,
    ON_BREWER,
    ON_MONK,
    ON_REGISTER,
    REGULAR,
    TavernTables,
)
from tavern_engine.games.tiefenthal.zones import (
    BAR,
    BEER,
    DONE,
    GUEST_WON,
    LAID,
    LAID_GUESTS,
    OFFER,
    PLACES,
    SUPPLY,
    THALERS,
    TRACK,
    UPGRADED,
    dice,
    is_upgraded,
    upgrade_price,
    washers_left,
    worth,
)
from tavern_engine.multiset import lesser
from tavern_engine.pack import copies
from tavern_engine.tally import bit, place

MOST_REMOVED: Final = 16  # no service so often in one service


class Planner:
    """Finds the best service from a position within it; one planner serves any number of positions."""

    def __init__(self, tavern: TavernTables) -> None:
        self.tavern = tavern
        self.prices = Prices(len(tavern.names))
        self.ways = Ways(tavern)
        self.purchases = Purchases(tavern)
        self.removals = vec[i64]([i64(0)] * MOST_REMOVED)  # what so many removals are worth together
        # Where the service stands while an end is weighed.
        self.supply: i64 = 0
        self.thalers: i64 = 0
        self.beer: i64 = 0
        self.space: i64 = 0
        self.value: i64 = 0
        self.removed: i64 = 0
        self.way: i64 = 0
        # The best end so far, and what to do first.
        self.best: i64 = NEVER
        self.action: i64 = A_END
        self.to_serve: i64 = 0  # dice on people that come first, as in `Ways.uses`
        self.raised: i64 = 0  # the face of a die that dishwashers raise, or 0

    def plan(self, w: vec[i64], seat: i64, prices: Prices) -> i64:
        """The value of the best service from here; the action it begins with is left in `action`."""
        self.prices = prices
        self.supply = w[SUPPLY]
        self.best = NEVER
        self.weigh_removals(w, seat)
        self.ways.find(w, seat, dice(w, seat), washers_left(w, seat))
        self.purchases.begin(w, prices, self.most_thalers(w, seat))
        self.way = 0
        while self.way < self.ways.total:
            self.weigh_way(w, seat, self.way)
            self.way += 1
        return self.best

    # What comes of a way.

    def weigh_way(self, w: vec[i64], seat: i64, way: i64) -> None:
        """All sets of early upgrades that dice of this way could wait for."""
        waiting: i64 = 0
        if self.ways.brews[way] > 0 and (w[UPGRADED + seat] >> F_BREWER) & 1 == 0:
            waiting |= 1
        if self.ways.register[way] > 0 and (w[UPGRADED + seat] >> F_REGISTER) & 1 == 0:
            waiting |= 2
        if self.ways.walks[way] > 0 and (w[UPGRADED + seat] >> F_MONK) & 1 == 0:
            waiting |= 4
        if self.ways.barrel[way] > 0 and (w[UPGRADED + seat] >> F_BARREL) & 1 == 0:
            waiting |= 8
        early = waiting
        while True:
            brews = self.ways.brews[way]
            walks = self.ways.walks[way]
            least_brews = i64(0) if early & 1 != 0 else brews
            least_walks = i64(0) if early & 4 != 0 else walks
            if early == 0 or self.can_ever_pay(w, seat, way, early):
                now_brews = least_brews
                while now_brews <= brews and (now_brews < brews or early & 1 == 0):
                    now_walks = least_walks
                    while now_walks <= walks and (now_walks < walks or early & 4 == 0):
                        self.weigh_start(w, seat, way, early, now_brews, now_walks)
                        now_walks += 1
                    now_brews += 1
            if early == 0:
                return
            early = (early - 1) & waiting

    def can_ever_pay(self, w: vec[i64], seat: i64, way: i64, early: i64) -> bool:
        """A quick look whether the thalers could do for these upgrades, with all that may come on the way."""
        price: i64 = 0
        number: i64 = 0
        while number < EARLY:
            if (early >> number) & 1 == 1:
                token = early_token(number)
                returned = copies(w[LAID + seat], BREWER) if token == F_BREWER else i64(0)
                price += upgrade_price(self.tavern, token, returned)
            number += 1
        thalers = w[THALERS + seat] + self.ways.thalers[way] + self.tavern.upgraded[F_REGISTER]
        return price <= thalers + self.windfall(w, seat, way)

    def windfall(self, w: vec[i64], seat: i64, way: i64) -> i64:
        """A bound for what guest and track can pay in this service."""
        best: i64 = 0
        number: i64 = 0
        steps = w[BAR + seat] + self.ways.walks[way] * self.tavern.upgraded[F_MONK]
        offer = w[OFFER]
        while offer != 0 and w[DONE + seat] & GUEST_WON == 0:
            guest = (offer & 63) - 1
            offer >>= 6
            if guest >= 0 and self.tavern.bonus[guest] == B_THALERS and self.tavern.bonus_amount[guest] > best:
                best = self.tavern.bonus_amount[guest]
            if guest >= 0 and self.tavern.bonus[guest] == B_STEPS and self.tavern.bonus_amount[guest] > number:
                number = self.tavern.bonus_amount[guest]
        steps += number
        space = w[TRACK + seat]
        while steps > 0:
            space = space + 1 if space < LAST_SPACE else i64(1)
            if self.tavern.track_bonus[space] == B_THALERS:
                best += self.tavern.track_amount[space]
            elif self.tavern.track_bonus[space] == B_STEPS:
                steps += self.tavern.track_amount[space]
            steps -= 1
        return best

    def most_thalers(self, w: vec[i64], seat: i64) -> i64:
        """A bound for the thalers in hand at once, so that tables need not be longer."""
        most: i64 = 0
        way: i64 = 0
        while way < self.ways.total:
            thalers = self.ways.thalers[way] + self.windfall(w, seat, way)
            if thalers > most:
                most = thalers
            way += 1
        return w[THALERS + seat] + most + self.tavern.upgraded[F_REGISTER]

    def weigh_start(self, w: vec[i64], seat: i64, way: i64, early: i64, now_brews: i64, now_walks: i64) -> None:
        """Take off the dice that wait for nothing, then try bar guests and guests."""
        tavern = self.tavern
        thalers = w[THALERS + seat] + self.ways.thalers[way]
        beer = w[BEER + seat] + now_brews * (worth(w, tavern, seat, F_BREWER) + copies(w[LAID + seat], BREWER))
        if self.ways.register[way] > 0 and early & 2 == 0:
            thalers += worth(w, tavern, seat, F_REGISTER)
        if self.ways.barrel[way] > 0 and early & 8 == 0:
            beer += worth(w, tavern, seat, F_BARREL)
        first = self.first_of_way(way, early, now_brews, now_walks)
        steps = now_walks * worth(w, tavern, seat, F_MONK)
        spent: i64 = 0
        while spent <= w[BAR + seat]:
            if spent == 1 and first == NONE:
                first = A_STEP
            guest_place: i64 = NONE
            while guest_place < PLACES:
                guest: i64 = NONE
                if guest_place >= 0:
                    guest = ((w[OFFER] >> (6 * guest_place)) & 63) - 1
                if guest_place < 0 or (guest >= 0 and w[DONE + seat] & GUEST_WON == 0):
                    self.thalers = thalers
                    self.beer = beer
                    self.space = w[TRACK + seat]
                    self.value = (w[BAR + seat] - spent) * self.prices.bar_guest
                    self.removed = 0
                    self.walk(steps + spent)
                    later_brews = self.ways.brews[way] - now_brews
                    later_walks = self.ways.walks[way] - now_walks
                    self.go_on(w, seat, first, guest, early, early, later_brews, later_walks)
                guest_place += 1
            spent += 1

    def first_of_way(self, way: i64, early: i64, now_brews: i64, now_walks: i64) -> i64:
        """The first die that is taken off at once, or NONE."""
        if self.ways.uses[way] != 0:
            return use_action(self.ways.uses[way])
        if self.ways.register[way] > 0 and early & 2 == 0:
            return use_action(use_word(self.ways.register[way], ON_REGISTER))
        if self.ways.barrel[way] > 0 and early & 8 == 0:
            return use_action(use_word(self.ways.barrel[way], ON_BARREL))
        if now_brews > 0:
            return use_action(use_word(self.ways.brewer_face[way], ON_BREWER))
        if now_walks > 0:
            return use_action(use_word(self.ways.monk_face[way], ON_MONK))
        return NONE

    def walk(self, steps: i64) -> None:
        tavern = self.tavern
        while steps > 0:
            steps -= 1
            self.space = self.space + 1 if self.space < LAST_SPACE else i64(1)
            self.value += self.prices.step
            steps += self.take_bonus(tavern.track_bonus[self.space], tavern.track_amount[self.space])

    def take_bonus(self, bonus: i64, amount: i64) -> i64:
        """What a bonus brings; the steps that it adds."""
        if bonus == B_THALERS:
            self.thalers += amount
        elif bonus == B_STEPS:
            return amount
        elif bonus == B_NO_SERVICE:
            self.removed += 1
        elif bonus >= B_CARD:
            self.value += lesser(amount, copies(self.supply, bonus - B_CARD)) * self.prices.card[bonus - B_CARD]
        return 0

    def go_on(
        self, w: vec[i64], seat: i64, first: i64, guest: i64, early: i64, all_early: i64, brews: i64, walks: i64
    ) -> None:
        """The guest as soon as it can be paid, then one of the upgrades that dice wait for, until all is done."""
        tavern = self.tavern
        if guest >= 0 and self.beer >= tavern.cost[GUEST + guest]:
            if first == NONE:
                first = A_WIN + guest
            self.beer -= tavern.cost[GUEST + guest]
            self.value += self.prices.card[GUEST + guest]
            self.walk(self.take_bonus(tavern.bonus[guest], tavern.bonus_amount[guest]))
            guest = NONE
        if early == 0:
            if guest < 0:
                self.weigh_end(w, seat, first, all_early)
            return
        thalers = self.thalers
        beer = self.beer
        space = self.space
        value = self.value
        removed = self.removed
        number: i64 = 0
        while number < EARLY:
            if (early >> number) & 1 == 1:
                token = early_token(number)
                most = copies(w[LAID + seat], BREWER) if token == F_BREWER else i64(0)
                returned: i64 = 0
                while returned <= most:
                    price = upgrade_price(tavern, token, returned)
                    if price <= thalers:
                        self.thalers = thalers - price
                        self.beer = beer
                        self.space = space
                        self.value = value + self.purchases.token_value(token) - returned * self.prices.card[BREWER]
                        self.removed = removed
                        if token == F_BREWER:
                            cards = copies(w[LAID + seat], BREWER) - returned
                            self.beer += brews * (tavern.upgraded[F_BREWER] + cards)
                        elif token == F_REGISTER:
                            self.thalers += tavern.upgraded[F_REGISTER]
                        elif token == F_BARREL:
                            self.beer += tavern.upgraded[F_BARREL]
                        else:
                            self.walk(walks * tavern.upgraded[F_MONK])
                        code = upgrade_action(token, returned) if first == NONE else first
                        self.go_on(w, seat, code, guest, early & ~bit(number), all_early, brews, walks)
                    returned += 1
            number += 1

    # The end: what is left is spent.

    def weigh_end(self, w: vec[i64], seat: i64, first: i64, early: i64) -> None:
        """With or without a larger safe and storage; the best of all ends is kept."""
        value = self.value + self.removals[lesser(self.removed, MOST_REMOVED - 1)]
        self.purchases.make_table(w, seat, early)
        choice: i64 = 0
        while choice < 4:
            self.weigh_stores(w, seat, first, early, choice, value)
            choice += 1

    def weigh_stores(self, w: vec[i64], seat: i64, first: i64, early: i64, choice: i64, value: i64) -> None:
        tavern = self.tavern
        thalers = self.thalers
        safe = worth(w, tavern, seat, F_SAFE)
        storage = worth(w, tavern, seat, F_STORAGE)
        if choice & 1 != 0:
            if is_upgraded(w, seat, F_SAFE):
                return
            thalers -= tavern.upgrade_cost[F_SAFE]
            value += self.purchases.token_value(F_SAFE)
            safe = tavern.upgraded[F_SAFE]
        if choice & 2 != 0:
            if is_upgraded(w, seat, F_STORAGE):
                return
            thalers -= tavern.upgrade_cost[F_STORAGE]
            value += self.purchases.token_value(F_STORAGE)
            storage = tavern.upgraded[F_STORAGE]
        if thalers < 0:
            return
        purchases = self.purchases
        thalers = lesser(thalers, purchases.richest)
        spent = purchases.best_spending(early, thalers, safe)
        nobles = purchases.best_nobles(w, self.beer, storage)
        bought = (MOST + 1) * early + spent
        value += purchases.value[bought] + self.prices.thaler * lesser(thalers - spent, safe)
        value += nobles * self.prices.card[NOBLE]
        value += self.prices.beer * lesser(self.beer - purchases.noble_cost[nobles], storage)
        if value <= self.best:
            return
        self.best = value
        self.to_serve = self.ways.uses[self.way]
        self.raised = self.ways.raised[self.way]
        if first != NONE:
            self.action = first
        elif choice & 1 != 0:
            self.action = upgrade_action(F_SAFE, 0)
        elif choice & 2 != 0:
            self.action = upgrade_action(F_STORAGE, 0)
        elif purchases.item[bought] != NONE:
            self.action = purchases.item[bought]
        elif nobles > 0:
            self.action = A_NOBLES + purchases.first_nobles(nobles) - 1
        else:
            self.action = A_END

    def weigh_removals(self, w: vec[i64], seat: i64) -> None:
        """What 0, 1, 2, ... removals are worth: those who are best gone first."""
        laid = w[LAID + seat]
        guests = w[LAID_GUESTS + seat]
        regulars = copies(laid, REGULAR)
        others = copies(laid, REGULAR + 1)
        number: i64 = 1
        while number < MOST_REMOVED:
            best: i64 = 0
            best_guest: i64 = NONE
            best_kind: i64 = NONE
            if regulars > 0 and self.prices.remove[REGULAR] > best:
                best = self.prices.remove[REGULAR]
                best_kind = REGULAR
            if others > 0 and self.prices.remove[REGULAR + 1] > best:
                best = self.prices.remove[REGULAR + 1]
                best_kind = REGULAR + 1
            seated = guests
            while seated != 0:
                guest = place(seated, 0)
                seated &= seated - 1
                if self.prices.remove[GUEST + guest] > best:
                    best = self.prices.remove[GUEST + guest]
                    best_guest = guest
            if best_guest >= 0:
                guests &= ~bit(best_guest)
            elif best_kind == REGULAR:
                regulars -= 1
            elif best_kind > REGULAR:
                others -= 1
            self.removals[number] = self.removals[number - 1] + best
            number += 1
