"""The best service of a seat in The Taverns of Tiefenthal: exact search over dice, upgrades, purchases and beer.

What a service is worth is a sum over its end: cards gained, returned and removed, tokens turned over, steps made, bar
guests left, thalers and beer kept. The prices (`Prices`) come from outside; none may be negative, so that more thalers,
beer or steps never hurt. Then every service can be brought into this order without losing anything, and only such
services are searched:

1. dice on people, on register, barrel, brewer and monk, except those that wait for an upgrade of their space;
2. bar guests as steps; the guest for beer, as soon as it can be paid; upgrades that dice wait for, each followed by its
   dice, in any order that can be paid;
3. whatever the thalers left over buy best (a knapsack), and nobles for the beer.

Ways to use the dice of which another has at least as much of everything are dropped early. It does not look at piles
that run out on the way: a card that is there when the service is planned counts as there until it ends.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.tiefenthal.actions import (
    A_BUY,
    A_END,
    A_FIT,
    A_NOBLES,
    A_SERVE,
    A_STEP,
    A_UPGRADE,
    A_WIN,
    MOST_RETURNED,
)
from tavern_engine.games.tiefenthal.cards import (
    B_CARD,
    B_NO_SERVICE,
    B_STEPS,
    B_THALERS,
    BREWER,
    DISHWASHER,
    F_BARREL,
    F_BREWER,
    F_DISHWASHER,
    F_MONK,
    F_REGISTER,
    F_SAFE,
    F_STORAGE,
    GUEST,
    HELPER,
    LAST_SPACE,
    NOBLE,
    ON_BARREL,
    ON_BREWER,
    ON_GUEST,
    ON_MONK,
    ON_REGISTER,
    REGULAR,
    SPACES,
    SPECIAL_OFFERS,
    TAVERN_TYPES,
    TOKENS,
    TavernTables,
    offer_card,
)
from tavern_engine.games.tiefenthal.zones import (
    BAR,
    BARREL_USED,
    BEER,
    DONE,
    GUEST_WON,
    LAID,
    LAID_GUESTS,
    NOBLES_SERVED,
    OFFER,
    PLACES,
    REGISTER_USED,
    SERVED,
    SERVED_GUESTS,
    SUPPLY,
    THALERS,
    TRACK,
    UPGRADED,
    dice,
    is_upgraded,
    several_dice,
    upgrade_price,
    washers_left,
    washers_needed,
    worth,
)
from tavern_engine.multiset import lesser
from tavern_engine.pack import copies
from tavern_engine.tally import bit, place

NONE: Final = -1
NEVER: Final = -1_000_000_000
MOST: Final = 63  # thalers and beer that are told apart
PEOPLE: Final = 24  # places for people at the tables
WAYS: Final = 64  # ways to use the dice that are kept apart
MOST_NOBLES: Final = 24
USE_BITS: Final = 9  # of seven dice in one word
EARLY: Final = 4  # tokens that dice can wait for: brewer, register, monk and barrel


class Prices:
    """What things are worth to the seat at the end of a service, in hundredths of a point."""

    def __init__(self, kinds: int) -> None:
        self.card = vec[i64]([i64(0)] * kinds)  # gained, with its points; the same is lost with one returned
        self.token = vec[i64]([i64(0)] * TOKENS)  # turned over, with its noble
        self.remove = vec[i64]([i64(0)] * kinds)  # no service; what is not above 0 stays
        self.step: i64 = 0  # a step on the monastery track beside its bonus
        self.bar_guest: i64 = 0
        self.thaler: i64 = 0  # kept
        self.beer: i64 = 0


def early_token(place: i64) -> i64:
    """The tokens that dice can wait for, in a row."""
    if place == 0:
        return F_BREWER
    if place == 1:
        return F_REGISTER
    return F_MONK if place == 2 else i64(F_BARREL)


class Planner:
    """Finds the best service from a position within it; one planner serves any number of positions."""

    def __init__(self, tavern: TavernTables) -> None:
        self.tavern = tavern
        self.prices = Prices(len(tavern.names))
        self.washers: i64 = 0
        # People who can be served: their space, and what they pay.
        self.person = vec[i64]([i64(0)] * PEOPLE)
        self.people: i64 = 0
        self.seat_taken: i64 = 0  # a mask of them, while ways are tried
        # The way that is being tried.
        self.uses: i64 = 0  # of dice, a stack of spaces and faces (see `use_word`)
        self.register_face: i64 = 0
        self.barrel_face: i64 = 0
        self.brewer_face: i64 = 0
        self.monk_face: i64 = 0
        self.skipped: i64 = 0
        self.register_open = False
        self.barrel_open = False
        # The ways that are not worse than another: WAYS entries each.
        self.ways: i64 = 0
        self.w_thalers = vec[i64]([i64(0)] * WAYS)
        self.w_brews = vec[i64]([i64(0)] * WAYS)
        self.w_walks = vec[i64]([i64(0)] * WAYS)
        self.w_uses = vec[i64]([i64(0)] * WAYS)
        self.w_register = vec[i64]([i64(0)] * WAYS)
        self.w_barrel = vec[i64]([i64(0)] * WAYS)
        self.w_brewer_face = vec[i64]([i64(0)] * WAYS)
        self.w_monk_face = vec[i64]([i64(0)] * WAYS)
        # What thalers buy: for each set of early tokens a table over thalers spent.
        self.spent_value = vec[i64]([i64(0)] * (16 * (MOST + 1)))
        self.spent_item = vec[i64]([i64(0)] * (16 * (MOST + 1)))
        self.spent_best = vec[i64]([i64(0)] * (16 * (MOST + 1)))  # the best of this much or less
        self.listed: i64 = 0  # the sets whose tables are made
        self.richest: i64 = 0  # more thalers than this are never in hand at once
        self.noble_cost = noble_costs(tavern.noble_price)
        self.removals = vec[i64]([i64(0)] * 16)  # what so many removals are worth together
        # Where the service stands while an end is weighed.
        self.thalers: i64 = 0
        self.beer: i64 = 0
        self.space: i64 = 0
        self.value: i64 = 0
        self.removed: i64 = 0
        # The best end so far, and what to do first.
        self.best: i64 = NEVER
        self.action: i64 = A_END
        self.to_serve: i64 = 0  # people to be served first, as in `uses`
        self.way: i64 = 0
        self.first: i64 = NONE
        self.seat: i64 = 0

    def plan(self, w: vec[i64], seat: i64, prices: Prices) -> i64:
        """The value of the best service from here; the action it begins with is left in `action`."""
        self.prices = prices
        self.seat = seat
        self.best = NEVER
        self.listed = 0
        self.list_people(w, seat)
        self.weigh_removals(w, seat)
        self.try_dice(w, seat, dice(w, seat), washers_left(w, seat))
        self.richest = self.most_thalers(w, seat)
        self.way = 0
        while self.way < self.ways:
            self.weigh_way(w, seat, self.way)
            self.way += 1
        return self.best

    # Ways to use the dice.

    def list_people(self, w: vec[i64], seat: i64) -> None:
        self.people = 0
        kind: i64 = 0
        while kind < 2:
            waiting = copies(w[LAID + seat], REGULAR + kind) - copies(w[SERVED + seat], REGULAR + kind)
            while waiting > 0:
                self.add_person(kind)
                waiting -= 1
            kind += 1
        if copies(w[LAID + seat], NOBLE) > 0 and w[DONE + seat] & NOBLES_SERVED == 0:
            self.add_person(NOBLE)
        guests = w[LAID_GUESTS + seat] & ~w[SERVED_GUESTS + seat]
        while guests != 0:
            self.add_person(ON_GUEST + place(guests, 0))
            guests &= guests - 1

    def add_person(self, space: i64) -> None:
        if self.people < PEOPLE:
            self.person[self.people] = space
            self.people += 1

    def earn(self, w: vec[i64], seat: i64, face: i64, thaler: i64, beer: i64, step: i64) -> i64:
        """The most that the dice of a seat with one more can earn, at fixed prices for thalers, beer and steps."""
        tavern = self.tavern
        self.list_people(w, seat)
        washers = copies(w[LAID + seat], DISHWASHER) + worth(w, tavern, seat, F_DISHWASHER)
        self.try_dice(w, seat, dice(w, seat) + several_dice(face, 1), washers)
        brew = beer * (worth(w, tavern, seat, F_BREWER) + copies(w[LAID + seat], BREWER))
        best: i64 = 0
        way: i64 = 0
        while way < self.ways:
            value = thaler * self.w_thalers[way] + brew * self.w_brews[way]
            value += step * worth(w, tavern, seat, F_MONK) * self.w_walks[way]
            if self.w_register[way] > 0:
                value += thaler * worth(w, tavern, seat, F_REGISTER)
            if self.w_barrel[way] > 0:
                value += beer * worth(w, tavern, seat, F_BARREL)
            if value > best:
                best = value
            way += 1
        return best

    def try_dice(self, w: vec[i64], seat: i64, some_dice: i64, washers: i64) -> None:
        self.ways = 0
        self.washers = washers
        self.seat_taken = 0
        self.uses = 0
        self.register_face = 0
        self.barrel_face = 0
        self.brewer_face = 0
        self.monk_face = 0
        self.skipped = 0
        self.register_open = w[DONE + seat] & REGISTER_USED == 0
        self.barrel_open = w[DONE + seat] & BARREL_USED == 0
        self.try_die(some_dice, 6, 0, 0, 0, 0)

    def try_die(self, some_dice: i64, face: i64, least: i64, thalers: i64, brews: i64, walks: i64) -> None:
        """Every use of the highest die left; equal dice go to people in their order, so that no way is met twice."""
        while face > 0 and (some_dice >> (4 * face)) & 15 == 0:
            face -= 1
            least = 0
        if face == 0:
            self.keep_way(thalers, brews, walks)
            return
        rest = some_dice - several_dice(face, 1)
        tavern = self.tavern
        who = least
        while who < self.people:
            space = self.person[who]
            free = (self.seat_taken >> who) & 1 == 0
            if free and who > 0 and self.person[who - 1] == space and (self.seat_taken >> (who - 1)) & 1 == 0:
                free = False  # an equal one before it is free
            if free:
                raised = washers_needed(tavern.accepts[space], face)
                if raised <= self.washers:
                    self.seat_taken |= bit(who)
                    self.washers -= raised
                    self.uses = (self.uses << USE_BITS) | use_word(face, space)
                    self.try_die(rest, face, who, thalers + tavern.pays[space], brews, walks)
                    self.uses >>= USE_BITS
                    self.washers += raised
                    self.seat_taken &= ~bit(who)
            who += 1
        last = self.people  # from here on equal dice go to the board only
        raised = washers_needed(tavern.accepts[ON_BREWER], face)
        if raised <= self.washers:
            before = self.brewer_face
            self.brewer_face = face
            self.washers -= raised
            self.try_die(rest, face, last, thalers, brews + 1, walks)
            self.washers += raised
            self.brewer_face = before
            if raised == 0:
                self.try_board(rest, face, last, thalers, brews, walks)
                return  # it need not be left over
        raised = washers_needed(tavern.accepts[ON_MONK], face)
        if raised <= self.washers:
            before = self.monk_face
            self.monk_face = face
            self.washers -= raised
            self.try_die(rest, face, last, thalers, brews, walks + 1)
            self.washers += raised
            self.monk_face = before
            if raised == 0:
                self.try_board(rest, face, last, thalers, brews, walks)
                return
        self.try_board(rest, face, last, thalers, brews, walks)
        self.skipped += 1
        self.try_die(rest, face, last, thalers, brews, walks)
        self.skipped -= 1

    def try_board(self, rest: i64, face: i64, last: i64, thalers: i64, brews: i64, walks: i64) -> None:
        """Register and barrel, which take any die."""
        if self.register_open and self.register_face == 0:
            self.register_face = face
            self.try_die(rest, face, last, thalers, brews, walks)
            self.register_face = 0
        if self.barrel_open and self.barrel_face == 0:
            self.barrel_face = face
            self.try_die(rest, face, last, thalers, brews, walks)
            self.barrel_face = 0

    def keep_way(self, thalers: i64, brews: i64, walks: i64) -> None:
        """Keep the way unless another has at least as much of everything, and drop those it beats."""
        registers = i64(1) if self.register_face > 0 else i64(0)
        barrels = i64(1) if self.barrel_face > 0 else i64(0)
        if self.skipped > 0 and ((self.register_open and registers == 0) or (self.barrel_open and barrels == 0)):
            return
        way: i64 = 0
        kept: i64 = 0
        while way < self.ways:
            has_register = i64(1) if self.w_register[way] > 0 else i64(0)
            has_barrel = i64(1) if self.w_barrel[way] > 0 else i64(0)
            if (
                self.w_thalers[way] >= thalers
                and self.w_brews[way] >= brews
                and self.w_walks[way] >= walks
                and has_register >= registers
                and has_barrel >= barrels
            ):
                return  # nothing was dropped before, for what beats this way beats that too
            worse = (
                self.w_thalers[way] <= thalers
                and self.w_brews[way] <= brews
                and self.w_walks[way] <= walks
                and has_register <= registers
                and has_barrel <= barrels
            )
            if not worse:
                if kept < way:
                    self.move_way(way, kept)
                kept += 1
            way += 1
        if kept == WAYS:
            return
        self.w_thalers[kept] = thalers
        self.w_brews[kept] = brews
        self.w_walks[kept] = walks
        self.w_uses[kept] = self.uses
        self.w_register[kept] = self.register_face
        self.w_barrel[kept] = self.barrel_face
        self.w_brewer_face[kept] = self.brewer_face
        self.w_monk_face[kept] = self.monk_face
        self.ways = kept + 1

    def move_way(self, way: i64, to: i64) -> None:
        self.w_thalers[to] = self.w_thalers[way]
        self.w_brews[to] = self.w_brews[way]
        self.w_walks[to] = self.w_walks[way]
        self.w_uses[to] = self.w_uses[way]
        self.w_register[to] = self.w_register[way]
        self.w_barrel[to] = self.w_barrel[way]
        self.w_brewer_face[to] = self.w_brewer_face[way]
        self.w_monk_face[to] = self.w_monk_face[way]

    # What comes of a way.

    def weigh_way(self, w: vec[i64], seat: i64, way: i64) -> None:
        """All sets of early upgrades that dice of this way could wait for."""
        waiting: i64 = 0
        if self.w_brews[way] > 0 and (w[UPGRADED + seat] >> F_BREWER) & 1 == 0:
            waiting |= 1
        if self.w_register[way] > 0 and (w[UPGRADED + seat] >> F_REGISTER) & 1 == 0:
            waiting |= 2
        if self.w_walks[way] > 0 and (w[UPGRADED + seat] >> F_MONK) & 1 == 0:
            waiting |= 4
        if self.w_barrel[way] > 0 and (w[UPGRADED + seat] >> F_BARREL) & 1 == 0:
            waiting |= 8
        early = waiting
        while True:
            brews = self.w_brews[way]
            walks = self.w_walks[way]
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
                price += upgrade_price(w, self.tavern, token, returned)
            number += 1
        thalers = w[THALERS + seat] + self.w_thalers[way] + self.tavern.upgraded[F_REGISTER]
        return price <= thalers + self.windfall(w, seat, way)

    def windfall(self, w: vec[i64], seat: i64, way: i64) -> i64:
        """At least what guest and track could pay in this service."""
        best: i64 = 0
        number: i64 = 0
        steps = w[BAR + seat] + self.w_walks[way] * self.tavern.upgraded[F_MONK]
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
        while way < self.ways:
            thalers = self.w_thalers[way] + self.windfall(w, seat, way)
            if thalers > most:
                most = thalers
            way += 1
        return lesser(w[THALERS + seat] + most + self.tavern.upgraded[F_REGISTER], MOST)

    def weigh_start(self, w: vec[i64], seat: i64, way: i64, early: i64, now_brews: i64, now_walks: i64) -> None:
        """Take off the dice that wait for nothing, then try bar guests and guests."""
        tavern = self.tavern
        thalers = w[THALERS + seat] + self.w_thalers[way]
        beer = w[BEER + seat] + now_brews * (worth(w, tavern, seat, F_BREWER) + copies(w[LAID + seat], BREWER))
        if self.w_register[way] > 0 and early & 2 == 0:
            thalers += worth(w, tavern, seat, F_REGISTER)
        if self.w_barrel[way] > 0 and early & 8 == 0:
            beer += worth(w, tavern, seat, F_BARREL)
        self.first = self.first_of_way(w, way, early, now_brews, now_walks)
        steps = now_walks * worth(w, tavern, seat, F_MONK)
        spent: i64 = 0
        while spent <= w[BAR + seat]:
            if spent == 1 and self.first == NONE:
                self.first = A_STEP
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
                    later_brews = self.w_brews[way] - now_brews
                    later_walks = self.w_walks[way] - now_walks
                    self.go_on(w, seat, self.first, guest, early, early, later_brews, later_walks)
                guest_place += 1
            spent += 1

    def first_of_way(self, w: vec[i64], way: i64, early: i64, now_brews: i64, now_walks: i64) -> i64:
        """The first die that is taken off at once, or NONE."""
        if self.w_uses[way] != 0:
            return use_action(self.w_uses[way])
        if self.w_register[way] > 0 and early & 2 == 0:
            return A_SERVE + SPACES * (self.w_register[way] - 1) + ON_REGISTER
        if self.w_barrel[way] > 0 and early & 8 == 0:
            return A_SERVE + SPACES * (self.w_barrel[way] - 1) + ON_BARREL
        if now_brews > 0:
            return A_SERVE + SPACES * (self.w_brewer_face[way] - 1) + ON_BREWER
        if now_walks > 0:
            return A_SERVE + SPACES * (self.w_monk_face[way] - 1) + ON_MONK
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
            self.value += amount * self.prices.card[bonus - B_CARD]
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
                    price = upgrade_price(w, tavern, token, returned)
                    if price <= thalers:
                        self.thalers = thalers - price
                        self.beer = beer
                        self.space = space
                        self.value = value + self.prices.token[token] - returned * self.prices.card[BREWER]
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
        removed = lesser(self.removed, 15)
        value = self.value + self.removals[removed]
        self.list_purchases(w, seat, early)
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
            value += self.prices.token[F_SAFE]
            safe = tavern.upgraded[F_SAFE]
        if choice & 2 != 0:
            if is_upgraded(w, seat, F_STORAGE):
                return
            thalers -= tavern.upgrade_cost[F_STORAGE]
            value += self.prices.token[F_STORAGE]
            storage = tavern.upgraded[F_STORAGE]
        if thalers < 0:
            return
        thalers = lesser(thalers, self.richest)
        table = (MOST + 1) * early
        spent = self.best_spending(table, thalers, safe)
        nobles = self.best_nobles(w, self.beer, storage)
        value += self.spent_value[table + spent] + self.prices.thaler * lesser(thalers - spent, safe)
        value += nobles * self.prices.card[NOBLE]
        value += self.prices.beer * lesser(self.beer - self.noble_cost[nobles], storage)
        if value <= self.best:
            return
        self.best = value
        self.to_serve = self.w_uses[self.way]
        if first != NONE:
            self.action = first
        elif choice & 1 != 0:
            self.action = upgrade_action(F_SAFE, 0)
        elif choice & 2 != 0:
            self.action = upgrade_action(F_STORAGE, 0)
        elif self.spent_item[table + spent] != NONE:
            self.action = self.spent_item[table + spent]
        elif nobles > 0:
            self.action = A_NOBLES + self.first_nobles(nobles) - 1
        else:
            self.action = A_END

    def best_spending(self, table: i64, thalers: i64, safe: i64) -> i64:
        """How many thalers to spend, if the safe keeps so many."""
        best = self.spent_best[table + (thalers - safe if thalers > safe else i64(0))]
        left: i64 = 0
        while left < safe and left <= thalers:
            value = self.spent_value[table + thalers - left] + self.prices.thaler * left
            other = self.spent_value[table + best] + self.prices.thaler * lesser(thalers - best, safe)
            if value > other:
                best = thalers - left
            left += 1
        return best

    def best_nobles(self, w: vec[i64], beer: i64, storage: i64) -> i64:
        """How many nobles to win, if the storage keeps so much beer."""
        there = copies(w[SUPPLY], NOBLE)
        best: i64 = 0
        best_value = self.prices.beer * lesser(beer, storage)
        nobles: i64 = 1
        while nobles <= there and nobles < MOST_NOBLES and self.noble_cost[nobles] <= beer:
            kept = lesser(beer - self.noble_cost[nobles], storage)
            value = nobles * self.prices.card[NOBLE] + self.prices.beer * kept
            if value > best_value:
                best_value = value
                best = nobles
            nobles += 1
        return best

    def first_nobles(self, nobles: i64) -> i64:
        """How many of these nobles to win at once."""
        amount: i64 = 3
        prices = self.tavern.noble_price
        while amount > nobles or self.noble_cost[nobles] != prices[amount - 1] + self.noble_cost[nobles - amount]:
            amount -= 1
        return amount

    def list_purchases(self, w: vec[i64], seat: i64, early: i64) -> None:
        """The best that just so many thalers buy, beside safe, storage and what was upgraded early: a knapsack."""
        if (self.listed >> early) & 1 == 1:
            return
        self.listed |= bit(early)
        table = (MOST + 1) * early
        spent: i64 = 0
        while spent <= self.richest:
            self.spent_value[table + spent] = NEVER
            self.spent_item[table + spent] = NONE
            spent += 1
        self.spent_value[table] = 0
        kind: i64 = HELPER
        while kind < HELPER + TAVERN_TYPES:
            if (w[DONE + seat] >> (kind - HELPER)) & 1 == 0 and copies(w[SUPPLY], kind) > 0:
                self.add_purchase(table, self.tavern.cost[kind], self.prices.card[kind], A_BUY + kind - HELPER)
            kind += 1
        token: i64 = 0
        while token < TOKENS:
            stores = token == F_SAFE or token == F_STORAGE
            if (w[UPGRADED + seat] >> token) & 1 == 0 and not stores and not is_early(early, token):
                self.add_upgrade(w, seat, table, token)
            token += 1
        best: i64 = 0
        spent = 0
        while spent <= self.richest:
            if self.spent_value[table + spent] > self.spent_value[table + best]:
                best = spent
            self.spent_best[table + spent] = best
            spent += 1

    def add_purchase(self, table: i64, price: i64, value: i64, action: i64) -> None:
        """One more thing to buy, once."""
        spent = self.richest
        while spent >= price:
            before = self.spent_value[table + spent - price]
            if before > NEVER and before + value > self.spent_value[table + spent]:
                self.spent_value[table + spent] = before + value
                self.spent_item[table + spent] = action
            spent -= 1

    def add_upgrade(self, w: vec[i64], seat: i64, table: i64, token: i64) -> None:
        """One more token to turn over, with any number of cards returned."""
        most: i64 = 0
        loss: i64 = 0
        if token < SPECIAL_OFFERS:
            most = copies(w[LAID + seat], offer_card(token))
            loss = self.prices.card[offer_card(token)]
        if upgrade_price(w, self.tavern, token, most) > self.richest:
            return
        spent = self.richest
        while spent >= 0:
            best = self.spent_value[table + spent]
            item = self.spent_item[table + spent]
            returned: i64 = 0
            while returned <= most:
                price = upgrade_price(w, self.tavern, token, returned)
                if price <= spent and self.spent_value[table + spent - price] > NEVER:
                    value = self.spent_value[table + spent - price] + self.prices.token[token] - returned * loss
                    if value > best:
                        best = value
                        item = upgrade_action(token, returned)
                returned += 1
            self.spent_value[table + spent] = best
            self.spent_item[table + spent] = item
            spent -= 1

    def weigh_removals(self, w: vec[i64], seat: i64) -> None:
        """What 0, 1, 2, ... removals are worth: those who are best gone first."""
        laid = w[LAID + seat]
        guests = w[LAID_GUESTS + seat]
        regulars = copies(laid, REGULAR)
        others = copies(laid, REGULAR + 1)
        number: i64 = 1
        while number < 16:
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


def use_word(face: i64, space: i64) -> i64:
    """A die on a space, in USE_BITS."""
    return SPACES * (face - 1) + space + 1


def use_action(uses: i64) -> i64:
    """The action of the use on top of a stack of them."""
    return A_SERVE + (uses & (1 << USE_BITS) - 1) - 1


def upgrade_action(token: i64, returned: i64) -> i64:
    if token >= SPECIAL_OFFERS:
        return A_FIT + token - SPECIAL_OFFERS
    return A_UPGRADE + MOST_RETURNED * token + returned


def is_early(early: i64, token: i64) -> bool:
    """Whether a token is in a set of early ones."""
    number: i64 = 0
    while number < EARLY:
        if (early >> number) & 1 == 1 and early_token(number) == token:
            return True
        number += 1
    return False


def noble_costs(prices: vec[i64]) -> vec[i64]:
    """The least beer for so many nobles (TA16)."""
    costs = [0]
    for nobles in range(1, MOST_NOBLES):
        costs.append(min(int(prices[amount - 1]) + costs[nobles - amount] for amount in (1, 2, 3) if amount <= nobles))
    return vec[i64](costs)
