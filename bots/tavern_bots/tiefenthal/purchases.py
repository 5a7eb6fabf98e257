"""What thalers and beer buy at the end of a service in The Taverns of Tiefenthal: a knapsack for each, in tables."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import A_BUY, upgrade_action
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.games.tiefenthal.service import most_returned
from tavern_engine.multiset import lesser
from tavern_engine.pack import copies
from tavern_engine.tally import bit

NONE: Final = -1
NEVER: Final = -1_000_000_000
MOST: Final = 63  # thalers that are told apart: more buy what 63 do
MOST_NOBLES: Final = 24

# The tokens that dice can wait for, as a set of their own.
EARLY: Final = 4
EARLY_BREWER: Final = 1
EARLY_REGISTER: Final = 2
EARLY_MONK: Final = 4
EARLY_BARREL: Final = 8
SETS: Final = 16


class Prices:
    """What things are worth to the seat at the end of a service, in hundredths of a point."""

    def __init__(self, kinds: int) -> None:
        self.card = vec[i64]([i64(0)] * kinds)  # gained, with its points; the same is lost with one returned
        self.token = vec[i64]([i64(0)] * c.TOKENS)  # turned over, beside its noble
        self.remove = vec[i64]([i64(0)] * kinds)  # no service; who is not above 0 stays
        self.step: i64 = 0  # on the monastery track, beside its bonus
        self.bar_guest: i64 = 0
        self.thaler: i64 = 0  # kept
        self.beer: i64 = 0


class Purchases:
    """The best purchases for one position; one object serves any number of positions."""

    def __init__(self, tavern: TavernTables) -> None:
        self.tavern = tavern
        self.prices = Prices(len(tavern.names))
        self.noble: i64 = 0  # what the noble of an upgrade is worth
        self.noble_cost = noble_costs(tavern.noble_price)
        self.richest: i64 = 0  # tables go up to so many thalers
        # For each set of tokens that are upgraded early, a table over thalers spent:
        self.value = vec[i64]([i64(0)] * (SETS * (MOST + 1)))  # the best for just so many
        self.item = vec[i64]([i64(0)] * (SETS * (MOST + 1)))  # an action of it
        self.best = vec[i64]([i64(0)] * (SETS * (MOST + 1)))  # how many to spend, of this much or less
        self.listed: i64 = 0  # the sets whose tables are made

    def begin(self, w: vec[i64], prices: Prices, richest: i64) -> None:
        """A new position, in which there are never more thalers in hand than this."""
        self.prices = prices
        self.noble = prices.card[c.NOBLE] if copies(w[z.SUPPLY], c.NOBLE) > 0 else i64(0)
        self.richest = lesser(richest, MOST)
        self.listed = 0

    def token_value(self, token: i64) -> i64:
        """T41: a token turned over, with the noble that comes with it."""
        return self.prices.token[token] + self.noble

    def make_table(self, w: vec[i64], seat: i64, early: i64) -> None:
        """The best that just so many thalers buy, beside safe, storage and what was upgraded early: a knapsack."""
        if c.holds(self.listed, early):
            return
        self.listed |= bit(early)
        table = (MOST + 1) * early
        for spent in range(self.richest + 1):
            self.value[table + spent] = NEVER
            self.item[table + spent] = NONE
        self.value[table] = 0
        for kind in range(c.HELPER, i64(c.HELPER + c.TAVERN_TYPES)):
            if z.on_sale(w[z.DONE + seat], w[z.SUPPLY], kind):
                self.add_purchase(table, self.tavern.cost[kind], self.prices.card[kind], A_BUY + kind - c.HELPER)
        for token in range(i64(c.TOKENS)):
            stores = token == c.F_SAFE or token == c.F_STORAGE
            if not z.is_turned(w, seat, token) and not stores and not is_early(early, token):
                self.add_upgrade(w, seat, table, token)
        best: i64 = 0
        for spent in range(self.richest + 1):
            if self.value[table + spent] > self.value[table + best]:
                best = spent
            self.best[table + spent] = best

    def add_purchase(self, table: i64, price: i64, value: i64, action: i64) -> None:
        """One more thing to buy, once."""
        for spent in range(self.richest, price - 1, -1):
            before = self.value[table + spent - price]
            if before > NEVER and before + value > self.value[table + spent]:
                self.value[table + spent] = before + value
                self.item[table + spent] = action

    def add_upgrade(self, w: vec[i64], seat: i64, table: i64, token: i64) -> None:
        """One more token to turn over, with any number of cards returned."""
        most = most_returned(w[z.LAID + seat], token)
        loss = self.prices.card[c.offer_card(token)] if most > 0 else i64(0)
        if z.upgrade_price(self.tavern, token, most) > self.richest:
            return
        for spent in range(self.richest, i64(-1), -1):
            best = self.value[table + spent]
            item = self.item[table + spent]
            for returned in range(most + 1):
                price = z.upgrade_price(self.tavern, token, returned)
                if price <= spent and self.value[table + spent - price] > NEVER:
                    value = self.value[table + spent - price] + self.token_value(token) - returned * loss
                    if value > best:
                        best = value
                        item = upgrade_action(token, returned)
            self.value[table + spent] = best
            self.item[table + spent] = item

    def best_spending(self, early: i64, thalers: i64, safe: i64) -> i64:
        """How many thalers to spend, if the safe keeps so many."""
        table = (MOST + 1) * early
        best = self.best[table + (thalers - safe if thalers > safe else i64(0))]
        left: i64 = 0
        while left < safe and left <= thalers:
            value = self.value[table + thalers - left] + self.prices.thaler * left
            other = self.value[table + best] + self.prices.thaler * lesser(thalers - best, safe)
            if value > other:
                best = thalers - left
            left += 1
        return best

    def best_nobles(self, w: vec[i64], beer: i64, storage: i64) -> i64:
        """How many nobles to win, if the storage keeps so much beer."""
        there = copies(w[z.SUPPLY], c.NOBLE)
        best: i64 = 0
        best_value = self.prices.beer * lesser(beer, storage)
        nobles: i64 = 1
        while nobles <= there and nobles < MOST_NOBLES and self.noble_cost[nobles] <= beer:
            kept = lesser(beer - self.noble_cost[nobles], storage)
            value = nobles * self.prices.card[c.NOBLE] + self.prices.beer * kept
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


def early_token(place: i64) -> i64:
    """The tokens that dice can wait for, in a row."""
    if place == 0:
        return c.F_BREWER
    if place == 1:
        return c.F_REGISTER
    return c.F_MONK if place == 2 else i64(c.F_BARREL)


def is_early(early: i64, token: i64) -> bool:
    """Whether a token is in a set of early ones."""
    return any(c.holds(early, number) and early_token(number) == token for number in range(i64(EARLY)))


def noble_costs(prices: vec[i64]) -> vec[i64]:
    """The least beer for so many nobles (TA16)."""
    costs = [0]
    for nobles in range(1, MOST_NOBLES):
        costs.append(min(int(prices[amount - 1]) + costs[nobles - amount] for amount in (1, 2, 3) if amount <= nobles))
    return vec[i64](costs)
