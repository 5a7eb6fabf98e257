"""A player of The Taverns of Tiefenthal by rules of thumb and an exact plan of its service; it can say why.

What a card or token will bring is what it brings in a round, times the rounds in which it will be there: a card gained
lies on top, so it is there in the next round for sure, and later in every other round or so. The plan it follows says
how much: noble rush, brewer engine or monastery. With these prices `Planner` finds the best service. Values are
hundredths of a point; the weights were found by play against itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.tiefenthal.dice import USE_BITS, use_action
from tavern_bots.tiefenthal.purchases import Prices
from tavern_bots.tiefenthal.service import Planner
from tavern_engine.chance import Rng
from tavern_engine.games.tiefenthal.actions import (
    A_CHEAP,
    A_COLOURED,
    A_PASS,
    A_PICK,
    A_RAISE,
    A_REMOVE,
    A_SERVE,
    A_START_OVER,
    A_TAKE,
    A_TURN,
    ARRIVING,
    CHOOSING,
    CHOOSING_AGAIN,
    DRAFTING,
    RAISING,
    SERVING,
)
from tavern_engine.games.tiefenthal.cards import (
    BREWER,
    DISHWASHER,
    F_BREWER,
    F_DISHWASHER,
    F_MONK,
    GUEST,
    HELPER,
    NOBLE,
    ON_GUEST,
    REGULAR,
    SPACES,
    TABLE,
    TOKENS,
    WAITRESS,
    TavernTables,
)
from tavern_engine.games.tiefenthal.rules import POINT as SCORE_OF_A_POINT
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.games.tiefenthal.zones import (
    BAR,
    BEER,
    COASTER,
    KNOWN_SIZE,
    LAID,
    LAID_GUESTS,
    OFFER,
    PILE,
    PILE_GUESTS,
    REST,
    REST_GUESTS,
    ROUND,
    THALERS,
    TRACK,
    UPGRADED,
    USE,
    WASHERS,
    known_card,
)
from tavern_engine.pack import copies
from tavern_engine.state import ASKED, LEFT, PHASE, PUBLIC, Policy, State
from tavern_engine.tally import place

REASONS: tuple[str, ...] = (
    "takes what brings most in the rounds to come",
    "spends a bar guest, for these guests bring too little",
    "keeps these guests, for better ones are not to be expected",
    "picks the die that its tavern can use best",
    "plans for as many nobles as it can get: noble rush",
    "plans around beer: brewer engine",
    "plans around the monastery track",
    "sends away somebody who pays too little",
    "sends nobody away",
    "raises a die before the dishwasher that can do it goes back",
    "raises no die, for it has no use for a higher one",
)
TAKES: Final = 0
STARTS_OVER: Final = 1
KEEPS_GUESTS: Final = 2
PICKS: Final = 3
PLANS: Final = 4  # + plan
SENDS_AWAY: Final = 7
SENDS_NOBODY: Final = 8
RAISES: Final = 9
RAISES_NONE: Final = 10

# Plans.
NOBLE_RUSH: Final = 0
BREWER_ENGINE: Final = 1
MONASTERY: Final = 2
ALL_PLANS: Final = 3

POINT: Final = 100

# The weights: where they stand in DEFAULT, which has a column for each plan.
W_THALER: Final = 0
W_BEER: Final = 1
W_STEP: Final = 2
W_DIE: Final = 3
W_DISHWASHER: Final = 4
W_TABLE: Final = 5
W_BREWER: Final = 6
W_AGAIN: Final = 7
W_REPLACED: Final = 8
W_NOBLE: Final = 9
W_BAR_GUEST: Final = 10
W_REGULAR: Final = 11
W_KEPT_THALER: Final = 13
W_KEPT_BEER: Final = 14
W_TOKEN: Final = 15
W_POOR: Final = 24
W_POOR_LATER: Final = 25
WEIGHTS: Final = 26

DEFAULT: Final = (
    (106, 80, 90),  # a thaler earned
    (110, 130, 59),  # a beer
    (60, 60, 132),  # a step on the monastery track
    (165, 220, 165),  # a die more in a round
    (60, 60, 60),  # a dishwasher in a round
    (160, 160, 160),  # a table
    (170, 250, 150),  # a brewer
    (45, 72, 34),  # in how many of a hundred later rounds a card is there again
    (453, 453, 453),  # hundredths of thalers that somebody else would have paid at a guest's table
    (26, 30, 30),  # a noble at the table
    (114, 114, 170),  # a bar guest kept
    (48, 48, 48),  # a regular of the first kind removed, for each round to come
    (60, 38, 45),  # one of the second kind
    (60, 71, 80),  # a thaler kept
    (154, 96, 96),  # a beer kept
    (340, 212, 212),  # for each round to come: tables upgraded
    (144, 320, 320),  # waitress
    (51, 60, 60),  # dishwasher
    (108, 156, 108),  # brewer
    (180, 180, 180),  # register
    (96, 96, 158),  # monk
    (31, 36, 36),  # safe
    (75, 75, 75),  # barrel
    (36, 36, 31),  # storage
    (420, 420, 420),  # guests that bring less than this are worth a bar guest
    (63, 63, 63),  # and so much more for each round that has passed
)


class TiefenthalRules(Policy):
    """Chooses for the seat that is asked, from what everybody can see."""

    def __init__(self, tavern: TavernTables) -> None:
        self.tavern = tavern
        self.planner = Planner(tavern)
        self.reason: i64 = 0
        self.to_serve: i64 = 0  # what is left of the dice of the last plan, if nothing else has happened since:
        self.expected: i64 = 0  # the public digest is still this
        self.rounds: i64 = tavern.rounds
        self.weights = vec[i64]([i64(row[plan]) for plan in range(ALL_PLANS) for row in DEFAULT])
        self.prices: list[Prices] = []
        self.per_round = vec[i64]()  # what every kind brings in a round in which it is there, plan by plan
        self.set_prices()

    def set_weights(self, rows: list[list[int]]) -> None:
        """Other weights, for those who look for better ones."""
        self.weights = vec[i64]([i64(weight) for row in rows for weight in row])
        self.set_prices()

    def set_prices(self) -> None:
        """The prices of every plan and every number of rounds to come."""
        self.prices = []
        kinds = range(len(self.tavern.names))
        rows = [WEIGHTS * plan for plan in range(ALL_PLANS)]
        self.per_round = vec[i64]([i64(max(0, self.brings(row, kind))) for row in rows for kind in kinds])
        for plan in range(ALL_PLANS):
            for rounds in range(int(self.rounds) + 1):
                self.prices.append(self.price_list(WEIGHTS * plan, rounds))

    def price_list(self, row: int, rounds: int) -> Prices:
        tavern = self.tavern
        weights = [int(weight) for weight in self.weights[row : row + WEIGHTS]]
        prices = Prices(len(tavern.names))
        times = 100 + (rounds - 1) * weights[W_AGAIN] if rounds > 0 else 0
        for kind in range(len(tavern.names)):
            brings = int(self.per_round[row // WEIGHTS * len(tavern.names) + kind])
            prices.card[kind] = POINT * int(tavern.points[kind]) + brings * times // 100
        for token in range(TOKENS):
            prices.token[token] = rounds * weights[W_TOKEN + token]
        for kind in (REGULAR, REGULAR + 1):
            prices.remove[kind] = rounds * weights[W_REGULAR + kind]
        prices.step = weights[W_STEP] if rounds > 0 else 0
        prices.bar_guest = weights[W_BAR_GUEST] if rounds > 0 else 0
        prices.thaler = weights[W_KEPT_THALER] if rounds > 0 else 1
        prices.beer = weights[W_KEPT_BEER] if rounds > 0 else 1
        return prices

    def brings(self, row: int, kind: int) -> int:
        """What a card brings in a round in which it is there."""
        weights = [int(weight) for weight in self.weights[row : row + WEIGHTS]]
        if kind == HELPER:
            return weights[W_BEER]
        if kind == DISHWASHER:
            return weights[W_DISHWASHER]
        if kind == WAITRESS:
            return weights[W_DIE]
        if kind == TABLE:
            return weights[W_TABLE]
        if kind == BREWER:
            return weights[W_BREWER]
        if kind == NOBLE:
            return weights[W_NOBLE]
        pays = int(self.tavern.pays[kind if kind < NOBLE else kind - GUEST + ON_GUEST])
        return weights[W_THALER] * (100 * pays - weights[W_REPLACED]) // 100

    # Prospects.

    def outlook(self, state: State, seat: i64) -> i64:
        """The score, and what the cards and tokens of the seat will bring in this round and those to come."""
        w = state.w
        if w[ROUND] == 0:
            return state.score(seat)
        plan = self.plan_of(w, seat)
        row = WEIGHTS * plan
        weights = self.weights
        rounds = self.rounds - w[ROUND] + 1
        in_a_round = self.known_brings(w, seat, plan) * (100 - weights[row + W_AGAIN])  # there for sure the first time
        in_a_round //= rounds
        in_a_round += self.all_bring(w, seat, plan) * weights[row + W_AGAIN]
        in_a_round -= 100 * copies(self.all_commons(w, seat), REGULAR) * weights[row + W_REGULAR]
        in_a_round -= 100 * copies(self.all_commons(w, seat), REGULAR + 1) * weights[row + W_REGULAR + 1]
        tokens = w[UPGRADED + seat]
        while tokens != 0:
            in_a_round += 100 * weights[row + W_TOKEN + place(tokens, 0)]
            tokens &= tokens - 1
        value = rounds * in_a_round // 100 + weights[row + W_STEP] * w[TRACK + seat]
        value += weights[row + W_BAR_GUEST] * w[BAR + seat]
        value += weights[row + W_KEPT_THALER] * w[THALERS + seat] + weights[row + W_KEPT_BEER] * w[BEER + seat]
        return state.score(seat) + value * SCORE_OF_A_POINT // POINT

    def all_commons(self, w: vec[i64], seat: i64) -> i64:
        return w[REST + seat] + w[PILE + seat] + w[LAID + seat]

    def all_bring(self, w: vec[i64], seat: i64, plan: i64) -> i64:
        """What all cards of the seat bring in a round in which they are there; those on top are counted apart."""
        row = plan * len(self.tavern.names)
        value = self.known_brings(w, seat, plan)
        counts = self.all_commons(w, seat)
        kind: i64 = 0
        while counts != 0:
            value += (counts & 127) * self.per_round[row + kind]
            counts >>= 7
            kind += 1
        guests = w[REST_GUESTS + seat] | w[PILE_GUESTS + seat] | w[LAID_GUESTS + seat]
        while guests != 0:
            value += self.per_round[row + GUEST + place(guests, 0)]
            guests &= guests - 1
        return value

    def known_brings(self, w: vec[i64], seat: i64, plan: i64) -> i64:
        """The same of the cards on top that everybody saw."""
        row = plan * len(self.tavern.names)
        value: i64 = 0
        card: i64 = 0
        while card < w[KNOWN_SIZE + seat]:
            value += self.per_round[row + known_card(w, seat, card)]
            card += 1
        return value

    # Choosing.

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, TiefenthalState)
        w = state.w
        seat = w[ASKED]
        phase = w[PHASE]
        plan = self.plan_of(w, seat)
        if phase == SERVING:
            self.reason = PLANS + plan
            return self.serve(state, w, seat, self.prices_of(w, plan, 0))
        if phase == DRAFTING:
            self.reason = PICKS
            return self.pick_die(w, seat, plan)
        if phase == ARRIVING:
            return self.judge_guests(w, seat, plan)
        if phase == CHOOSING or phase == CHOOSING_AGAIN:
            self.reason = TAKES
            return self.take_best(state, w, self.prices_of(w, plan, 1), plan)  # a card taken now is there at once
        if phase == RAISING:
            return self.raise_die(state, w, seat, self.prices_of(w, plan, 0))
        action = self.take_best(state, w, self.prices_of(w, plan, 0), plan)
        self.reason = SENDS_NOBODY if action == A_PASS else SENDS_AWAY
        return action

    def serve(self, state: TiefenthalState, w: vec[i64], seat: i64, prices: Prices) -> i64:
        """The next thing of the plan; people whom it serves are served one after another without planning anew."""
        as_planned = self.to_serve != 0 and w[PUBLIC] == self.expected and state.allows(use_action(self.to_serve))
        if not as_planned:
            self.planner.plan(w, seat, prices)
            self.to_serve = self.planner.to_serve
            if self.to_serve == 0:
                return self.planner.action
        action = use_action(self.to_serve)
        self.to_serve >>= USE_BITS
        use = action - A_SERVE
        self.expected = state.digest_with(w, USE, seat, use % SPACES, use // SPACES + 1)
        return action

    def raise_die(self, state: TiefenthalState, w: vec[i64], seat: i64, prices: Prices) -> i64:
        """TA10: a die that the best service after the return would raise, if the dishwashers still helped then."""
        after = state.clone()
        after.carry_out_upgrade(after.w, seat, F_DISHWASHER, w[LEFT])
        after.w[WASHERS + seat] = w[WASHERS + seat]
        self.planner.plan(after.w, seat, prices)
        if self.planner.raised == 0:
            self.reason = RAISES_NONE
            return A_PASS
        self.reason = RAISES
        return A_RAISE + self.planner.raised - 1

    def plan_of(self, w: vec[i64], seat: i64) -> i64:
        """What the tavern is made for."""
        if (w[UPGRADED + seat] >> F_BREWER) & 1 == 1:
            return BREWER_ENGINE
        if (w[UPGRADED + seat] >> F_MONK) & 1 == 1:
            return MONASTERY
        return NOBLE_RUSH

    def prices_of(self, w: vec[i64], plan: i64, more: i64) -> Prices:
        """The prices of a plan, with the rounds after this one and so many more."""
        return self.prices[plan * (self.rounds + 1) + self.rounds - w[ROUND] + more]

    def take_best(self, state: TiefenthalState, w: vec[i64], prices: Prices, plan: i64) -> i64:
        """The bonus or removal that is worth most, or to pass."""
        best: i64 = A_PASS
        best_value: i64 = 0
        total = state.count()
        index: i64 = 1
        while index < total:
            action = state.nth(index)
            value = self.value_of(w, prices, plan, action)
            if value > best_value:
                best_value = value
                best = action
            index += 1
        return best

    def value_of(self, w: vec[i64], prices: Prices, plan: i64, action: i64) -> i64:
        if action >= A_REMOVE:
            kind = action - A_REMOVE
            return prices.remove[kind if kind < NOBLE else GUEST + kind - NOBLE]
        if action == A_CHEAP:
            return prices.card[GUEST + (w[OFFER] & 63) - 1]
        if action == A_COLOURED:
            return self.weights[WEIGHTS * plan + W_DIE]
        if action >= A_TURN:
            return 1 + self.weights[WEIGHTS * plan + W_TOKEN + action - A_TURN]
        return prices.card[HELPER + action - A_TAKE]

    def judge_guests(self, w: vec[i64], seat: i64, plan: i64) -> i64:
        """Whether what has arrived brings less than one may expect."""
        row = WEIGHTS * plan
        laid = w[LAID + seat]
        weights = self.weights
        value = copies(laid, HELPER) * weights[row + W_BEER] + copies(laid, DISHWASHER) * weights[row + W_DISHWASHER]
        value += copies(laid, WAITRESS) * weights[row + W_DIE] + copies(laid, BREWER) * weights[row + W_BREWER]
        thaler = weights[row + W_THALER]
        value += thaler * self.tavern.pays[REGULAR] * copies(laid, REGULAR)
        value += thaler * self.tavern.pays[REGULAR + 1] * copies(laid, REGULAR + 1)
        guests = w[LAID_GUESTS + seat]
        while guests != 0:
            value += thaler * self.tavern.pays[ON_GUEST + place(guests, 0)]
            guests &= guests - 1
        if value < weights[row + W_POOR] + weights[row + W_POOR_LATER] * w[ROUND]:
            self.reason = STARTS_OVER
            return A_START_OVER
        self.reason = KEEPS_GUESTS
        return A_PASS

    def pick_die(self, w: vec[i64], seat: i64, plan: i64) -> i64:
        """The face with which its dice can earn most."""
        best: i64 = 0
        best_value: i64 = -1
        row = WEIGHTS * plan
        face: i64 = 1
        while face <= 6:
            if (w[COASTER + seat] >> (4 * face)) & 15 != 0:
                value = self.planner.ways.earn(
                    w,
                    seat,
                    face,
                    self.weights[row + W_THALER],
                    self.weights[row + W_BEER],
                    self.weights[row + W_STEP],
                )
                if value > best_value:
                    best_value = value
                    best = face
            face += 1
        return A_PICK + best - 1
