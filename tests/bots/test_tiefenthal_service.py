"""The service planner of The Taverns of Tiefenthal against brute force: every order of every small decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tavern_bots.player import rules_policy
from tavern_bots.tiefenthal.purchases import Prices
from tavern_bots.tiefenthal.rules import TiefenthalRules
from tavern_bots.tiefenthal.service import Planner
from tavern_bots.tiefenthal.weights import NOBLE_RUSH
from tavern_engine import Rng, game, pack
from tavern_engine.chance import seed_words
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import A_END, A_REMOVE, RAISING, SERVING
from tavern_engine.games.tiefenthal.cards import F_SAFE, F_STORAGE, GUEST, NOBLE, TOKENS
from tavern_engine.games.tiefenthal.game import Tiefenthal
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.state import ASKED, PHASE

LAPS = 22  # spaces of the track that come round
MOST = 2000  # positions that are looked at in one service; those that need more are left out


class TooLarge(Exception):
    """A service has more positions than can be tried."""


class BruteForce:
    """Tries all that can be done from a service on, and weighs every end by the same prices, or by several."""

    def __init__(self, start: TiefenthalState, *prices: Prices, most: int = MOST) -> None:
        self.start = start.clone()  # which may be played on
        self.seat = int(start.seat())
        self.prices = prices
        self.most = most

    def best(self, state: TiefenthalState) -> list[int]:
        """The most that can be had from here, by each of the prices."""
        ends = self.ends(state)
        return [max(self.value(end, prices) for end in ends) for prices in self.prices]

    def ends(self, start: TiefenthalState) -> list[TiefenthalState]:
        """Every position from here on in which the service can end, or TooLarge."""
        met, ends, waiting = set[int](), list[TiefenthalState](), [start]
        while waiting:
            state = waiting.pop()
            key = int(state.key(self.seat))
            if key in met:
                continue
            if len(met) > self.most:
                raise TooLarge
            met.add(key)
            if state.w[PHASE] == SERVING:
                ends.append(state)
            for action in state.legal():
                if action != A_END:
                    after = state.clone()
                    after.act(after.w, action)
                    waiting.append(after)
        return ends

    def value(self, state: TiefenthalState, prices: Prices) -> int:
        """What it would be worth to end here."""
        old, new, seat = self.start.w, state.w, self.seat
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
        total += sum(int(prices.token[token]) for token in range(TOKENS) if turned >> token & 1)
        total += int(prices.step) * ((int(new[z.TRACK + seat]) - int(old[z.TRACK + seat])) % LAPS)
        total += int(prices.bar_guest) * int(new[z.BAR + seat])
        stores = state.tavern
        total += int(prices.thaler) * min(int(new[z.THALERS + seat]), int(z.worth(new, stores, seat, F_SAFE)))
        return total + int(prices.beer) * min(int(new[z.BEER + seat]), int(z.worth(new, stores, seat, F_STORAGE)))


def services() -> Iterator[TiefenthalState]:
    """The beginnings of services in games of the rules, cut down."""
    tiefenthal = game("tiefenthal")
    policy = rules_policy(tiefenthal)
    seed = 0
    rng = Rng(5)
    while True:
        state = tiefenthal.new(2, seed)
        assert isinstance(state, TiefenthalState)
        seed += 1
        last = (-1, -1)
        while state.seat() >= 0:
            now = (int(state.w[z.ROUND]), int(state.w[ASKED]))
            if state.w[PHASE] == SERVING and now != last:
                last = now
                if rng.below(4) == 0:
                    yield shortened(state, rng)
            state.move(policy.choose(state, rng))


def shortened(state: TiefenthalState, rng: Rng) -> TiefenthalState:
    """Some of the dice, other thalers and beer."""
    small, most_dice = state.clone(), 2 + int(rng.below(3))
    w, seat = small.w, int(state.seat())
    some_dice = [face for face in range(1, 7) for _ in range(int(z.dice(w, seat)) >> 4 * face & 15)]
    while len(some_dice) > most_dice:
        some_dice.pop(int(rng.below(len(some_dice))))
    w[z.WHITE + seat] = sum(1 << 4 * face for face in some_dice)
    w[z.COLOURED + seat] = 0
    w[z.THALERS + seat] = rng.below(19)
    w[z.BEER + seat] = rng.below(10)
    return small


def random_prices(rng: Rng, kinds: int) -> Prices:
    prices = Prices(kinds)
    for kind in range(kinds):
        prices.card[kind] = rng.below(900)
        prices.remove[kind] = rng.below(300) if kind < NOBLE or kind >= GUEST else 0
    for token in range(TOKENS):
        prices.token[token] = rng.below(900)
    prices.step, prices.bar_guest = rng.below(150), rng.below(150)
    prices.thaler, prices.beer = rng.below(90), rng.below(90)
    return prices


@pytest.fixture(scope="module")
def tiefenthal() -> Tiefenthal:
    found = game("tiefenthal")
    assert isinstance(found, Tiefenthal)
    return found


def follow(planner: Planner, start: TiefenthalState, prices: Prices) -> TiefenthalState:
    """The state in which the plan says to end, decision by decision."""
    state = start.clone()
    while True:
        if state.w[PHASE] == SERVING:
            planner.plan(state.w, state.seat(), prices)
            if planner.action == A_END:
                return state
            assert state.allows(planner.action)
            state.act(state.w, planner.action)
        else:
            best = max(state.legal(), key=lambda action: removal(prices, action))
            state.act(state.w, best)


RETURNS = {
    "a 4 for the monk": {"tavern": ["dishwasher"], "white": [4, 2], "thalers": 7},
    "raised by two": {"tavern": ["dishwasher"] * 2, "white": [3, 6], "thalers": 3, "track": 5},
    "one goes, one stays": {"tavern": ["dishwasher"] * 2 + ["brewer"], "white": [4, 3], "thalers": 6},
    "a guest for a 4 and one for a 5": {"tavern": ["dishwasher", "G401", "G501"], "white": [3, 4], "thalers": 6},
    "the brewer comes first": {"tavern": ["dishwasher", "brewer"], "white": [5, 5], "thalers": 20},
}


@pytest.mark.parametrize("own", [True, False], ids=["prices of the rules", "any prices"])
@pytest.mark.parametrize("case", RETURNS)
def test_dice_are_raised_before_dishwashers_are_returned(tiefenthal: Tiefenthal, case: str, own: bool) -> None:
    """TA10: whoever returns them too early still makes the best of it."""
    state = tiefenthal.start(2, seed_words(1), {})
    assert isinstance(state, TiefenthalState)
    done = {"done": ["helper", "dishwasher", "waitress", "table", "guest"]}
    situation = {"phase": "service", "round": 4, "seats": {"0": {**done, **RETURNS[case]}}}
    tiefenthal.situation(state, situation, {})
    returned = 2 if case == "raised by two" else 1
    state.act(state.w, tiefenthal.parse_action(f"upgrade dishwasher, return {returned}"))
    assert state.w[PHASE] == RAISING
    policy = TiefenthalRules(tiefenthal.tables)
    if not own:
        policy.worth.prices = [
            random_prices(Rng(seed), len(tiefenthal.tables.names)) for seed in range(len(policy.worth.prices))
        ]
    prices = policy.worth.prices_of(state.w, NOBLE_RUSH, 0)
    brute = BruteForce(state, prices, most=60_000)
    best = brute.best(state)
    while state.w[PHASE] == RAISING:
        state.act(state.w, policy.choose(state, Rng(1)))
    assert brute.best(state) == best


def removal(prices: Prices, action: int) -> int:
    if action < A_REMOVE:
        return 0
    kind = action - A_REMOVE
    return int(prices.remove[kind if kind < NOBLE else GUEST + kind - NOBLE])


@pytest.mark.slow
def test_the_plan_is_as_good_as_the_best_of_all_services(tiefenthal: Tiefenthal) -> None:
    """By the prices of the rules, and by any: all that can be done is tried once for both."""
    policy = TiefenthalRules(tiefenthal.tables)
    planner = Planner(tiefenthal.tables)
    rng = Rng(11)
    compared = 0
    for state in services():
        seat = state.seat()
        own = policy.worth.prices_of(state.w, policy.worth.plan_of(state.w, seat), 0)
        brute = BruteForce(state, own, random_prices(rng, len(tiefenthal.tables.names)))
        try:
            all_best = brute.best(state)
        except TooLarge:
            continue
        for prices, best in zip(brute.prices, all_best, strict=True):
            planned = int(planner.plan(state.w, seat, prices))
            assert planned == best, f"a service is planned for {planned}, the best is {best}\n{state}"
            assert brute.value(follow(planner, state, prices), prices) == planned
        compared += 1
        if compared == 40:
            return


WASHERS = ["dishwasher"] * 4
CASES = {
    "a 1 raised to a 5": {"tavern": [*WASHERS, "regular 1"], "white": [1], "track": 14, "served": ["regular 1"]},
    "a 1 raised to a 6 is no better": {"tavern": [*WASHERS, "brewer"], "white": [1, 2], "track": 3},
    "a guest who pays for the brewer": {"white": [1, 6], "thalers": 15, "beer": 7, "tavern": ["brewer"]},
    "a step that pays for the register": {"white": [3, 5], "thalers": 7, "track": 1, "bar_guests": 1},
    "brewers returned early or late": {"white": [1, 1], "thalers": 8, "tavern": ["brewer", "brewer"]},
    "two who can go": {"track": 9, "bar_guests": 2, "tavern": ["regular 1", "G404"], "served": ["regular 1"]},
    "a guest served by a 3 or a 4": {"white": [3, 4], "tavern": ["G703", "G407"]},
}
EMPTY_PILES = {
    "no helper left": ({"helper": 0}, {"track": 3, "bar_guests": 1}),
    "no dishwasher left": ({"dishwasher": 0}, {"track": 6, "bar_guests": 1, "thalers": 5}),
    "no noble left": ({"noble": 0}, {"thalers": 12, "beer": 9}),
}


def weigh_case(tiefenthal: Tiefenthal, situation: dict[str, Any], own: bool) -> None:
    state = tiefenthal.start(2, seed_words(1), {})
    assert isinstance(state, TiefenthalState)
    tiefenthal.situation(state, {"phase": "service", "row": ["G701", "G401", "G603", "G508"], **situation}, {})
    policy, planner = TiefenthalRules(tiefenthal.tables), Planner(tiefenthal.tables)
    kinds = len(tiefenthal.tables.names)
    prices = policy.worth.prices_of(state.w, NOBLE_RUSH, 0) if own else random_prices(Rng(3), kinds)
    brute = BruteForce(state, prices, most=60_000)
    planned = int(planner.plan(state.w, state.seat(), prices))
    assert [planned] == brute.best(state)
    assert brute.value(follow(planner, state, prices), prices) == planned


@pytest.mark.parametrize("own", [True, False], ids=["prices of the rules", "any prices"])
@pytest.mark.parametrize("case", CASES)
def test_odd_services(tiefenthal: Tiefenthal, case: str, own: bool) -> None:
    done = {"done": ["helper", "dishwasher", "waitress", "table"]}  # fewer things to try
    weigh_case(tiefenthal, {"round": 4, "seats": {"0": {**done, **CASES[case]}}}, own)


@pytest.mark.parametrize("own", [True, False], ids=["prices of the rules", "any prices"])
@pytest.mark.parametrize("case", EMPTY_PILES)
def test_what_is_not_there_is_not_planned_for(tiefenthal: Tiefenthal, case: str, own: bool) -> None:
    supply, seat = EMPTY_PILES[case]
    weigh_case(tiefenthal, {"round": 4, "supply": supply, "seats": {"0": seat}}, own)
