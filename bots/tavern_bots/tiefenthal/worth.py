"""What cards, tokens and a whole tavern are worth in the rounds to come.

What a card or token will bring is what it brings in a round, times the rounds in which it will be there: a card gained
lies on top, so it is there in the next round for sure, and later in every other round or so. The plan that a seat
follows says how much: noble rush, brewer engine or monastery. Values are hundredths of a point.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.tiefenthal import weights as k
from tavern_bots.tiefenthal.purchases import Prices
from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.pack import copies
from tavern_engine.tally import place


class Worth:
    """Prices and prospects for every plan."""

    def __init__(self, tavern: TavernTables) -> None:
        self.tavern = tavern
        self.rounds: i64 = tavern.rounds
        self.weights = vec[i64]([i64(row[plan]) for plan in range(k.ALL_PLANS) for row in k.DEFAULT])
        self.prices: list[Prices] = []
        self.per_round = vec[i64]()  # what every kind brings in a round in which it is there, plan by plan
        self.set_prices()

    def set_weights(self, rows: list[list[int]]) -> None:
        """Other weights, for those who look for better ones."""
        self.weights = vec[i64]([i64(weight) for row in rows for weight in row])
        self.set_prices()

    def set_prices(self) -> None:
        """The prices of every plan and every number of rounds to come."""
        kinds = range(len(self.tavern.names))
        rows = [k.WEIGHTS * plan for plan in range(k.ALL_PLANS)]
        self.per_round = vec[i64]([i64(max(0, self.brings(row, kind))) for row in rows for kind in kinds])
        self.prices = [self.price_list(row, rounds) for row in rows for rounds in range(int(self.rounds) + 1)]

    def price_list(self, row: int, rounds: int) -> Prices:
        tavern = self.tavern
        weights = [int(weight) for weight in self.weights[row : row + k.WEIGHTS]]
        prices = Prices(len(tavern.names))
        times = 100 + (rounds - 1) * weights[k.W_AGAIN] if rounds > 0 else 0
        for kind in range(len(tavern.names)):
            brings = int(self.per_round[row // k.WEIGHTS * len(tavern.names) + kind])
            prices.card[kind] = k.POINT * int(tavern.points[kind]) + brings * times // 100
        for token in range(c.TOKENS):
            prices.token[token] = rounds * weights[k.W_TOKEN + token]
        for kind in (c.REGULAR, c.REGULAR + 1):
            prices.remove[kind] = rounds * weights[k.W_REGULAR + kind]
        prices.step = weights[k.W_STEP] if rounds > 0 else 0
        prices.bar_guest = weights[k.W_BAR_GUEST] if rounds > 0 else 0
        prices.thaler = weights[k.W_KEPT_THALER] if rounds > 0 else 1
        prices.beer = weights[k.W_KEPT_BEER] if rounds > 0 else 1
        return prices

    def brings(self, row: int, kind: int) -> int:
        """What a card brings in a round in which it is there."""
        weights = [int(weight) for weight in self.weights[row : row + k.WEIGHTS]]
        by_kind = (k.W_NOBLE, k.W_BEER, k.W_DISHWASHER, k.W_DIE, k.W_TABLE, k.W_BREWER)  # from the noble on
        if c.NOBLE <= kind < c.GUEST:
            return weights[by_kind[kind - c.NOBLE]]
        pays = int(self.tavern.pays[kind if kind < c.NOBLE else kind - c.GUEST + c.ON_GUEST])
        return weights[k.W_THALER] * (100 * pays - weights[k.W_REPLACED]) // 100

    # Looking up.

    def plan_of(self, w: vec[i64], seat: i64) -> i64:
        """What the tavern is made for."""
        if z.is_turned(w, seat, c.F_BREWER):
            return k.BREWER_ENGINE
        if z.is_turned(w, seat, c.F_MONK):
            return k.MONASTERY
        return k.NOBLE_RUSH

    def weight(self, plan: i64, which: i64) -> i64:
        return self.weights[k.WEIGHTS * plan + which]

    def prices_of(self, w: vec[i64], plan: i64, more: i64) -> Prices:
        """The prices of a plan, with the rounds after this one and so many more."""
        return self.prices[plan * (self.rounds + 1) + self.rounds - w[z.ROUND] + more]

    # Prospects.

    def arrived(self, w: vec[i64], seat: i64, plan: i64) -> i64:
        """What the cards laid out bring in this round."""
        laid = w[z.LAID + seat]
        value = copies(laid, c.HELPER) * self.weight(plan, k.W_BEER)
        value += copies(laid, c.DISHWASHER) * self.weight(plan, k.W_DISHWASHER)
        value += copies(laid, c.WAITRESS) * self.weight(plan, k.W_DIE)
        value += copies(laid, c.BREWER) * self.weight(plan, k.W_BREWER)
        thalers = self.tavern.pays[c.REGULAR] * copies(laid, c.REGULAR)
        thalers += self.tavern.pays[c.REGULAR + 1] * copies(laid, c.REGULAR + 1)
        guests = w[z.LAID_GUESTS + seat]
        while guests != 0:
            thalers += self.tavern.pays[c.ON_GUEST + place(guests, 0)]
            guests &= guests - 1
        return value + thalers * self.weight(plan, k.W_THALER)

    def is_poor(self, w: vec[i64], seat: i64, plan: i64) -> bool:
        """Whether what has arrived brings less than one may expect."""
        expected = self.weight(plan, k.W_POOR) + self.weight(plan, k.W_POOR_LATER) * w[z.ROUND]
        return self.arrived(w, seat, plan) < expected

    def prospects(self, w: vec[i64], seat: i64) -> i64:
        """What the cards and tokens of the seat will bring in this round and those to come."""
        plan = self.plan_of(w, seat)
        rounds = self.rounds - w[z.ROUND] + 1
        again = self.weight(plan, k.W_AGAIN)
        in_a_round = self.known_brings(w, seat, plan) * (100 - again) // rounds  # there for sure the first time
        in_a_round += self.all_bring(w, seat, plan) * again
        in_a_round -= 100 * copies(self.all_commons(w, seat), c.REGULAR) * self.weight(plan, k.W_REGULAR)
        in_a_round -= 100 * copies(self.all_commons(w, seat), c.REGULAR + 1) * self.weight(plan, k.W_REGULAR + 1)
        tokens = w[z.UPGRADED + seat]
        while tokens != 0:
            in_a_round += 100 * self.weight(plan, k.W_TOKEN + place(tokens, 0))
            tokens &= tokens - 1
        value = rounds * in_a_round // 100 + self.weight(plan, k.W_STEP) * w[z.TRACK + seat]
        value += self.weight(plan, k.W_BAR_GUEST) * w[z.BAR + seat]
        value += self.weight(plan, k.W_KEPT_THALER) * w[z.THALERS + seat]
        return value + self.weight(plan, k.W_KEPT_BEER) * w[z.BEER + seat]

    def all_commons(self, w: vec[i64], seat: i64) -> i64:
        return w[z.REST + seat] + w[z.PILE + seat] + w[z.LAID + seat]

    def all_bring(self, w: vec[i64], seat: i64, plan: i64) -> i64:
        """What all cards of the seat bring in a round in which they are there; those on top are counted apart."""
        row = plan * len(self.tavern.names)
        value = self.known_brings(w, seat, plan)
        counts = self.all_commons(w, seat)
        for kind in range(i64(c.GUEST)):
            value += copies(counts, kind) * self.per_round[row + kind]
        guests = w[z.REST_GUESTS + seat] | w[z.PILE_GUESTS + seat] | w[z.LAID_GUESTS + seat]
        while guests != 0:
            value += self.per_round[row + c.GUEST + place(guests, 0)]
            guests &= guests - 1
        return value

    def known_brings(self, w: vec[i64], seat: i64, plan: i64) -> i64:
        """The same of the cards on top that everybody saw."""
        row = plan * len(self.tavern.names)
        value: i64 = 0
        for card in range(w[z.KNOWN_SIZE + seat]):
            value += self.per_round[row + z.known_card(w, seat, card)]
        return value
