"""The service planner of The Taverns of Tiefenthal against brute force: every order of every small decision."""

from __future__ import annotations

import pytest

from tavern_bots.shipped import rules_policy
from tavern_bots.tiefenthal import TiefenthalRules
from tavern_bots.tiefenthal_service import Planner, Prices
from tavern_engine import Rng, game, pack
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import A_END, SERVING
from tavern_engine.games.tiefenthal.cards import F_SAFE, F_STORAGE, GUEST, NOBLE, TOKENS
from tavern_engine.games.tiefenthal.game import Tiefenthal
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.state import ASKED, PHASE

LAPS = 22  # spaces of the track that come round


class BruteForce:
    """Tries all that can be done from a service on, and weighs every end by the same prices."""

    def __init__(self, start: TiefenthalState, prices: Prices) -> None:
        self.start = start
        self.seat = int(start.seat())
        self.prices = prices
        self.known: dict[int, int] = {}

    def best(self, state: TiefenthalState) -> int:
        key = int(state.key(self.seat))
        if key not in self.known:
            found = self.value(state) if state.w[PHASE] == SERVING else -(10**9)
            for action in state.legal():
                if action != A_END:
                    after = state.clone()
                    after.act(after.w, action)
                    found = max(found, self.best(after))
            self.known[key] = found
        return self.known[key]

    def value(self, state: TiefenthalState) -> int:
        """What it would be worth to end here."""
        prices, old, new, seat = self.prices, self.start.w, state.w, self.seat
        total = 0
        for place in range(int(old[z.KNOWN_SIZE + seat]), int(new[z.KNOWN_SIZE + seat])):
            word = int(new[z.KNOWN + z.KNOWN_WORDS * seat + place // z.PER_WORD])
            total += int(prices.card[(word >> 6 * (place % z.PER_WORD) & 63) - 1])
        before = list(pack.kinds(int(old[z.LAID + seat]), int(old[z.LAID_GUESTS + seat])))
        for kind in pack.kinds(int(new[z.LAID + seat]), int(new[z.LAID_GUESTS + seat])):
            before.remove(kind)
        for gone in before:
            total += int(prices.remove[gone]) if gone < NOBLE or gone >= GUEST else -int(prices.card[gone])
        turned = int(new[z.UPGRADED + seat]) & ~int(old[z.UPGRADED + seat])
        nobles = sum(int(prices.token[token]) for token in range(TOKENS) if turned >> token & 1)
        total += nobles - turned.bit_count() * int(prices.card[NOBLE])  # the noble of an upgrade is counted as a card
        total += int(prices.step) * ((int(new[z.TRACK + seat]) - int(old[z.TRACK + seat])) % LAPS)
        total += int(prices.bar_guest) * int(new[z.BAR + seat])
        stores = state.tavern
        total += int(prices.thaler) * min(int(new[z.THALERS + seat]), int(z.worth(new, stores, seat, F_SAFE)))
        return total + int(prices.beer) * min(int(new[z.BEER + seat]), int(z.worth(new, stores, seat, F_STORAGE)))


def services(number: int, most_dice: int) -> list[TiefenthalState]:
    """The beginnings of services in games of the rules, with some dice taken away and some thalers and beer added."""
    tiefenthal = game("tiefenthal")
    policy = rules_policy(tiefenthal)
    found: list[TiefenthalState] = []
    seed = 0
    rng = Rng(5)
    while len(found) < number:
        state = tiefenthal.new(2, seed)
        assert isinstance(state, TiefenthalState)
        seed += 1
        last = (-1, -1)
        while state.seat() >= 0 and len(found) < number:
            now = (int(state.w[z.ROUND]), int(state.w[ASKED]))
            if state.w[PHASE] == SERVING and now != last:
                last = now
                if rng.below(4) == 0:
                    found.append(shortened(state, rng, most_dice))
            state.move(policy.choose(state, rng))
    return found


def shortened(state: TiefenthalState, rng: Rng, most_dice: int) -> TiefenthalState:
    small = state.clone()
    w, seat = small.w, int(state.seat())
    some_dice = [face for face in range(1, 7) for _ in range(int(z.dice(w, seat)) >> 4 * face & 15)]
    while len(some_dice) > most_dice:
        some_dice.pop(int(rng.below(len(some_dice))))
    w[z.WHITE + seat] = sum(1 << 4 * face for face in some_dice)
    w[z.COLOURED + seat] = 0
    w[z.THALERS + seat] = rng.below(13)
    w[z.BEER + seat] = rng.below(5)
    return small


def random_prices(rng: Rng, kinds: int) -> Prices:
    prices = Prices(kinds)
    for kind in range(kinds):
        prices.card[kind] = rng.below(900)
        prices.remove[kind] = rng.below(300) if kind < NOBLE or kind >= GUEST else 0
    for token in range(TOKENS):
        prices.token[token] = int(prices.card[NOBLE]) + int(rng.below(900))
    prices.step, prices.bar_guest = rng.below(150), rng.below(150)
    prices.thaler, prices.beer = rng.below(90), rng.below(90)
    return prices


@pytest.fixture(scope="module")
def tiefenthal() -> Tiefenthal:
    found = game("tiefenthal")
    assert isinstance(found, Tiefenthal)
    return found


def follow(planner: Planner, start: TiefenthalState, prices: Prices, policy: TiefenthalRules) -> TiefenthalState:
    """The state in which the plan says to end, decision by decision."""
    state = start.clone()
    while True:
        if state.w[PHASE] == SERVING:
            planner.plan(state.w, state.seat(), prices)
            if planner.action == A_END:
                return state
            assert state.allows(planner.action), start.tavern.names
            state.act(state.w, planner.action)
        else:
            best = max(state.legal(), key=lambda action: removal(prices, action))
            state.act(state.w, best)


def removal(prices: Prices, action: int) -> int:
    from tavern_engine.games.tiefenthal.actions import A_REMOVE

    if action < A_REMOVE:
        return 0
    kind = action - A_REMOVE
    return int(prices.remove[kind if kind < NOBLE else GUEST + kind - NOBLE])


@pytest.mark.parametrize("own", [True, False], ids=["prices of the rules", "any prices"])
def test_the_plan_is_as_good_as_the_best_of_all_services(tiefenthal: Tiefenthal, own: bool) -> None:
    policy = TiefenthalRules(tiefenthal.tables)
    planner = Planner(tiefenthal.tables)
    rng = Rng(11)
    for state in services(60, 3):
        seat = state.seat()
        prices = policy.prices_of(state.w, policy.plan_of(state.w, seat), 0)
        if not own:
            prices = random_prices(rng, len(tiefenthal.tables.names))
        brute = BruteForce(state, prices)
        planned = int(planner.plan(state.w, seat, prices))
        assert planned == brute.best(state), f"a service is planned for {planned}\n{state}"
        assert brute.value(follow(planner, state, prices, policy)) == planned
