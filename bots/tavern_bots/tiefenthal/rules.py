"""A player of The Taverns of Tiefenthal by rules of thumb and an exact plan of its service; it can say why.

`Worth` says what things will bring; with these prices `Planner` finds the best service. The weights were found by play
against itself.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.tiefenthal import reasons as r
from tavern_bots.tiefenthal.dice import USE_BITS, use_action
from tavern_bots.tiefenthal.purchases import Prices
from tavern_bots.tiefenthal.service import Planner
from tavern_bots.tiefenthal.weights import POINT, W_BEER, W_DIE, W_STEP, W_THALER, W_TOKEN
from tavern_bots.tiefenthal.worth import Worth
from tavern_engine.chance import Rng
from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal.cards import F_DISHWASHER, GUEST, HELPER, TavernTables
from tavern_engine.games.tiefenthal.rules import POINT as SCORE_OF_A_POINT
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.games.tiefenthal.zones import COASTER, OFFER, ROUND, USE, WASHERS, card_in
from tavern_engine.multiset import copies as showing
from tavern_engine.state import ASKED, LEFT, PHASE, PUBLIC, Policy, State


class TiefenthalRules(Policy):
    """Chooses for the seat that is asked, from what everybody can see; `reason` says why, as a key of REASONS."""

    def __init__(self, tavern: TavernTables) -> None:
        self.worth = Worth(tavern)
        self.planner = Planner(tavern)
        self.reason: i64 = r.TAKES
        self.to_serve: i64 = 0  # what is left of the dice of the last plan, if nothing else has happened since:
        self.expected: i64 = 0  # the public digest is still this

    def outlook(self, state: State, seat: i64) -> i64:
        """The score, and what the cards and tokens of the seat will bring."""
        if state.w[ROUND] == 0:
            return state.score(seat)
        return state.score(seat) + self.worth.prospects(state.w, seat) * SCORE_OF_A_POINT // POINT

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, TiefenthalState)
        w = state.w
        seat = w[ASKED]
        phase = w[PHASE]
        plan = self.worth.plan_of(w, seat)
        if phase == a.SERVING:
            self.reason = r.PLANS + plan
            return self.serve(state, w, seat, self.worth.prices_of(w, plan, 0))
        if phase == a.DRAFTING:
            self.reason = r.PICKS
            return self.pick_die(w, seat, plan)
        if phase == a.ARRIVING:
            poor = self.worth.is_poor(w, seat, plan)
            self.reason = r.STARTS_OVER if poor else r.KEEPS_GUESTS
            return a.A_START_OVER if poor else a.A_PASS
        if phase == a.CHOOSING or phase == a.CHOOSING_AGAIN:
            self.reason = r.TAKES
            return self.take_best(state, w, self.worth.prices_of(w, plan, 1), plan)  # a card taken now is there at once
        if phase == a.RAISING:
            return self.raise_die(state, w, seat, self.worth.prices_of(w, plan, 0))
        action = self.take_best(state, w, self.worth.prices_of(w, plan, 0), plan)
        self.reason = r.SENDS_NOBODY if action == a.A_PASS else r.SENDS_AWAY
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
        self.expected = state.digest_with(w, USE, seat, a.used_space(action), a.used_face(action))
        return action

    def raise_die(self, state: TiefenthalState, w: vec[i64], seat: i64, prices: Prices) -> i64:
        """TA10: a die that the best service after the return would raise, if the dishwashers still helped then."""
        after = state.clone()
        after.carry_out_upgrade(after.w, seat, F_DISHWASHER, w[LEFT])
        after.w[WASHERS + seat] = w[WASHERS + seat]
        self.planner.plan(after.w, seat, prices)
        if self.planner.raised == 0:
            self.reason = r.RAISES_NONE
            return a.A_PASS
        self.reason = r.RAISES
        return a.A_RAISE + self.planner.raised - 1

    def take_best(self, state: TiefenthalState, w: vec[i64], prices: Prices, plan: i64) -> i64:
        """The bonus or removal that is worth most, or to pass."""
        best: i64 = a.A_PASS
        best_value: i64 = 0
        for index in range(1, state.count()):
            action = state.nth(index)
            value = self.value_of(w, prices, plan, action)
            if value > best_value:
                best_value = value
                best = action
        return best

    def value_of(self, w: vec[i64], prices: Prices, plan: i64, action: i64) -> i64:
        if action >= a.A_REMOVE:
            return prices.remove[a.removed_kind(action)]
        if action == a.A_CHEAP:
            return prices.card[GUEST + card_in(w[OFFER], 0)]
        if action == a.A_COLOURED:
            return self.worth.weight(plan, W_DIE)
        if action >= a.A_TURN:
            return 1 + self.worth.weight(plan, W_TOKEN + action - a.A_TURN)
        return prices.card[HELPER + action - a.A_TAKE]

    def pick_die(self, w: vec[i64], seat: i64, plan: i64) -> i64:
        """The face with which its dice can earn most."""
        thaler = self.worth.weight(plan, W_THALER)
        beer = self.worth.weight(plan, W_BEER)
        step = self.worth.weight(plan, W_STEP)
        best: i64 = 0
        best_value: i64 = -1
        for face in range(1, i64(7)):
            if showing(w[COASTER + seat], face) > 0:
                value = self.planner.ways.earn(w, seat, face, thaler, beer, step)
                if value > best_value:
                    best_value = value
                    best = face
        return a.A_PICK + best - 1
