"""The end of a service in The Taverns of Tiefenthal: what is left is spent, and the best of all ends is kept."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.tiefenthal.purchases import MOST, NEVER, NONE, Prices, Purchases
from tavern_engine.games.tiefenthal.actions import A_END, A_NOBLES, upgrade_action
from tavern_engine.games.tiefenthal.cards import F_SAFE, F_STORAGE, GUEST, NOBLE, REGULAR, TavernTables
from tavern_engine.games.tiefenthal.zones import LAID, LAID_GUESTS, is_upgraded, worth
from tavern_engine.multiset import lesser
from tavern_engine.pack import copies
from tavern_engine.tally import bit, place

MOST_REMOVED: Final = 16  # no service so often in one service


class Ends:
    """Weighs what a service comes to once its dice are used."""

    def __init__(self, tavern: TavernTables) -> None:
        self.tavern = tavern
        self.prices = Prices(len(tavern.names))
        self.purchases = Purchases(tavern)
        self.removals = vec[i64]([i64(0)] * MOST_REMOVED)  # what so many removals are worth together
        self.best: i64 = NEVER  # the value of the best end so far,
        self.action: i64 = A_END  # and what to do first for it

    def begin(self, w: vec[i64], seat: i64, prices: Prices, richest: i64) -> None:
        """A new position, in which there are never more thalers in hand than this."""
        self.prices = prices
        self.best = NEVER
        self.weigh_removals(w, seat)
        self.purchases.begin(w, prices, richest)

    def weigh(
        self, w: vec[i64], seat: i64, first: i64, early: i64, thalers: i64, beer: i64, removed: i64, value: i64
    ) -> bool:
        """With or without a larger safe and storage; whether it is the best end so far."""
        value += self.removals[lesser(removed, MOST_REMOVED - 1)]
        self.purchases.make_table(w, seat, early)
        best = self.best
        for stores in range(i64(4)):
            self.weigh_stores(w, seat, first, early, thalers, beer, value, stores)
        return self.best > best

    def weigh_stores(
        self, w: vec[i64], seat: i64, first: i64, early: i64, thalers: i64, beer: i64, value: i64, stores: i64
    ) -> None:
        """One of these four (1: a new safe, 2: a new storage); what is left buys cards, tokens and nobles."""
        new_safe = stores & 1 != 0
        new_storage = stores & 2 != 0
        tavern = self.tavern
        purchases = self.purchases
        safe = worth(w, tavern, seat, F_SAFE)
        storage = worth(w, tavern, seat, F_STORAGE)
        if new_safe:
            if is_upgraded(w, seat, F_SAFE):
                return
            thalers -= tavern.upgrade_cost[F_SAFE]
            value += purchases.token_value(F_SAFE)
            safe = tavern.upgraded[F_SAFE]
        if new_storage:
            if is_upgraded(w, seat, F_STORAGE):
                return
            thalers -= tavern.upgrade_cost[F_STORAGE]
            value += purchases.token_value(F_STORAGE)
            storage = tavern.upgraded[F_STORAGE]
        if thalers < 0:
            return
        thalers = lesser(thalers, purchases.richest)
        spent = purchases.best_spending(early, thalers, safe)
        nobles = purchases.best_nobles(w, beer, storage)
        bought = (MOST + 1) * early + spent
        value += purchases.value[bought] + self.prices.thaler * lesser(thalers - spent, safe)
        value += nobles * self.prices.card[NOBLE]
        value += self.prices.beer * lesser(beer - purchases.noble_cost[nobles], storage)
        if value <= self.best:
            return
        self.best = value
        if first != NONE:
            self.action = first
        elif new_safe:
            self.action = upgrade_action(F_SAFE, 0)
        elif new_storage:
            self.action = upgrade_action(F_STORAGE, 0)
        elif purchases.item[bought] != NONE:
            self.action = purchases.item[bought]
        elif nobles > 0:
            self.action = A_NOBLES + purchases.first_nobles(nobles) - 1
        else:
            self.action = A_END

    def weigh_removals(self, w: vec[i64], seat: i64) -> None:
        """What 0, 1, 2, ... removals are worth: those who are best gone first."""
        regulars = copies(w[LAID + seat], REGULAR)
        others = copies(w[LAID + seat], REGULAR + 1)
        guests = w[LAID_GUESTS + seat]
        remove = self.prices.remove
        for number in range(1, i64(MOST_REMOVED)):
            best: i64 = 0
            kind: i64 = NONE
            if regulars > 0 and remove[REGULAR] > best:
                best = remove[REGULAR]
                kind = REGULAR
            if others > 0 and remove[REGULAR + 1] > best:
                best = remove[REGULAR + 1]
                kind = REGULAR + 1
            seated = guests
            while seated != 0:
                guest = place(seated, 0)
                seated &= seated - 1
                if remove[GUEST + guest] > best:
                    best = remove[GUEST + guest]
                    kind = GUEST + guest
            if kind >= GUEST:
                guests &= ~bit(kind - GUEST)
            elif kind == REGULAR:
                regulars -= 1
            elif kind > REGULAR:
                others -= 1
            self.removals[number] = self.removals[number - 1] + best
