"""Exact checks: the sampler against a list of all arrangements, knowledge against all games that could have been."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from tavern_engine.chance import Rng, Script
from tavern_engine.state import PRIVATE, SEED_A, SEED_B, Event, State
from tavern_engine.testing.views import twins
from tavern_engine.testing.walk import Case, Failed, Position, game_positions, hiding_positions, who, words

MOST_ARRANGEMENTS = 5000
MOST_ORDERS = 50_000  # of single cards; cards of one hand make one arrangement in any order
DRAWS = 20
SURE = 4.75  # standard deviations: p below 1e-6

Cell = tuple[tuple[int, ...], ...]


def cell(state: State, seat: int) -> Cell:
    """The arrangement of what is hidden from the seat."""
    return tuple(map(tuple, state.hidden(seat)))


@lru_cache(maxsize=256)  # the same few cards are hidden again and again
def orders(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every different order of the cards, each once; they come sorted."""
    firsts = [place for place, card in enumerate(cards) if card not in cards[:place]]
    rests = ((cards[place], orders(cards[:place] + cards[place + 1 :])) for place in firsts)
    return [(card, *order) for card, rest in rests for order in rest] if cards else [()]


def arrangements(state: State, seat: int) -> Counter[Cell]:
    """Every arrangement that fits what the seat knows, with the number of orders of single cards that make it."""
    pools: list[list[list[int]]] = [[]]
    for cards in state.hidden(seat):
        pools = [[*before, list(order)] for before in pools for order in orders(tuple(sorted(cards)))]
        if len(pools) > MOST_ORDERS:
            raise Failed(f"the tiny data have more than {MOST_ORDERS} orders of the hidden cards")
    found = Counter(cell(state.arrange(seat, pool), seat) for pool in pools)
    if len(found) > MOST_ARRANGEMENTS:
        raise Failed(f"the tiny data have more than {MOST_ARRANGEMENTS} arrangements")
    return found


def excess(chi_square: float, freedom: int) -> float:
    """How many standard deviations a chi-square lies above what luck gives (Wilson and Hilferty's approximation)."""
    if freedom < 1:
        return 0.0
    spread = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def check_distribution(case: Case) -> None:
    """On the tiny data every arrangement that fits is sampled for a seat, all equally often, and no other."""
    for position in hiding_positions(case, 6):
        for seat in range(case.seats):
            weights = arrangements(position.state, seat)
            draws = max(200, round(DRAWS * len(weights) * case.effort))
            infoset = position.state.observe(seat)
            rng = Rng(case.seed + seat + 1)
            sampled = Counter(cell(infoset.sample(rng), seat) for _ in range(draws))
            impossible = sorted(set(sampled) - set(weights))
            problem = f"worlds were sampled that do not fit what {who(seat)} knows: {impossible[:1]}"
            position.require(not impossible, problem)
            share = draws / weights.total()
            means = {key: share * weight for key, weight in weights.items()}
            far = excess(sum((sampled[key] - mean) ** 2 / mean for key, mean in means.items()), len(means) - 1)
            position.require(far < SURE, f"sampling for {who(seat)} is not even: {far:.1f} deviations off")


def check_marginals(case: Case) -> None:
    """On the full data every hidden place gets every card as often by sampling as by shuffling what is hidden."""
    worlds = case.times(400)
    for position in hiding_positions(case, 2):
        for seat in position.viewers:
            infoset = position.state.observe(seat)
            rng = Rng(case.seed + seat + 5)
            sampled = [cell(infoset.sample(rng), seat) for _ in range(worlds)]
            shuffled = [cell(twin, seat) for twin in twins(position, seat, worlds)]
            far = max((apart(sampled, shuffled, pool) for pool in range(len(sampled[0]))), default=0.0)
            problem = f"hidden places are not filled evenly for {who(seat)}: {far:.1f} deviations off"
            position.require(far < SURE, problem)


def apart(one: list[Cell], other: list[Cell], pool: int) -> float:
    """How far apart two sets of arrangements are in the worst place of a pool, in standard deviations."""
    worst = 0.0
    places = zip(*(world[pool] for world in one), strict=True)
    other_places = zip(*(world[pool] for world in other), strict=True)
    for here, there in zip(places, other_places, strict=True):
        mine, theirs = Counter(here), Counter(there)
        both = {card: number for card, number in (mine + theirs).items() if number >= 10}  # rarer: no chi-square
        chi_square = sum((mine[card] - theirs[card]) ** 2 / number for card, number in both.items())
        worst = max(worst, excess(chi_square, len(both) - 1))
    return worst


def check_world_keys(case: Case) -> None:
    """Sampled worlds in which another seat would see the same give it the same key: search trees join them there."""
    for position in hiding_positions(case, 6):
        for seat in range(case.seats):
            infoset = position.state.observe(seat)
            rng = Rng(case.seed + seat)
            keys: dict[tuple[int, bytes], int] = {}
            for _ in range(case.times(200)):
                world = infoset.sample(rng)
                for other in range(case.seats):
                    view = world.observe(other).view
                    key = int(view.key(other))
                    view.w[PRIVATE + other] = 0
                    same = keys.setdefault((other, words(view)), key) == key
                    position.require(same, f"in worlds of {who(seat)}, equal views of {who(other)} have different keys")


def check_worlds(case: Case) -> None:
    """What a seat that is asked may still think possible is just what could have happened.

    On the tiny data every other arrangement of the same deal is played again with all choices the others could have
    made and all cards that could have been turned up. Those in which the seat would have seen the same end in just the
    arrangements that its view allows; where a game says it has forgotten something a view may allow more, but never
    rule out one. And in all of them its view is the same: it is a function of what the seat has seen.
    """
    for count in range(case.times(8)):
        for seat in range(case.seats):
            _check_worlds_of(case, case.seed + count, seat)


def _check_worlds_of(case: Case, seed: int, seat: int) -> None:
    """One random game, checked when the seat is asked for the first to fourth time in each of the first deals."""
    deal = -1
    starts: list[State] = []
    seen = decided = 0
    for position in game_positions(case, seed):
        if int(position.state.deals()) != deal:
            base, deal = position.state, int(position.state.deals())
            others = arrangements(base, seat) if deal <= 3 else {}
            starts = [base.arrange(seat, [list(cards) for cards in start]) for start in others]
            seen, decided = len(position.seen[seat]), len(position.decided[seat])
        mine = position.decided[seat][decided:]
        if starts and position.state.seat() == seat and len(mine) <= 3:
            _compare_worlds(position, starts, seat, position.seen[seat][seen:], mine)


def _compare_worlds(position: Position, starts: list[State], seat: int, seen: list[Event], decided: list[int]) -> None:
    allowed = set(arrangements(position.state, seat))
    could_be: set[Cell] = set()
    views = {words(position.state.observe(seat).view)}
    for start in starts:
        for ending in endings(start, seat, seen, decided):
            could_be.add(cell(ending, seat))
            views.add(words(ending.observe(seat).view))
    there = cell(position.state, seat) in could_be
    position.require(there, f"the truth is not among the worlds that {who(seat)} could be in")
    ruled_out = could_be - allowed
    position.require(not ruled_out, f"{who(seat)} rules out what could be: {sorted(ruled_out)[:1]}")
    if not position.case.game.forgets(position.state):
        too_many = allowed - could_be
        position.require(not too_many, f"{who(seat)} has forgotten what it saw, it allows: {sorted(too_many)[:1]}")
    position.require(len(views) == 1, f"{who(seat)} sees what it cannot know: games that looked the same to it differ")


def endings(start: State, seat: int, seen: list[Event], decided: list[int]) -> Iterator[State]:
    """The worlds in which one can end after the seat has seen and decided just this."""
    waiting = [(start, 0, 0)]
    met: set[tuple[bytes, int]] = set()
    while waiting:
        state, told, chosen = waiting.pop()
        here = (words(state), chosen)
        if here in met:
            continue
        met.add(here)
        asked = int(state.seat())
        if told == len(seen) and chosen == len(decided) and asked == seat:
            yield state
        if asked < 0 or (asked == seat and chosen == len(decided)):
            continue
        for action in [decided[chosen]] if asked == seat else state.legal():
            if not state.allows(action):
                continue
            for world in outcomes(state, action, seat, seen[told:]):
                waiting.append((world, told + len(world.log or []), chosen + (asked == seat)))


def outcomes(state: State, action: int, seat: int, seen: list[Event]) -> Iterator[State]:
    """The worlds after an action, for every way its cards can come, in which the seat sees what it has seen."""
    seed = (int(state.w[SEED_A]), int(state.w[SEED_B]))
    waiting: list[dict[tuple[int, int], int]] = [{}]
    while waiting:
        fixed = waiting.pop()
        script = Script(seed, fixed)
        world = state.clone()
        world.w[SEED_A], world.w[SEED_B] = script.words
        script.log = world.log = []
        world.move(action)
        world.w[SEED_A], world.w[SEED_B] = seed
        script.close()
        events = [event.seen_by(seat) for event in world.log]
        alike = next((n for n, (one, other) in enumerate(zip(events, seen, strict=False)) if one != other), len(events))
        if alike == len(events) <= len(seen):
            yield world
        for free in script.free:
            if free.events > min(alike, len(seen)):
                break  # the seat had seen something else before this draw and those after it
            others = [bit for bit in range(free.zone.bit_length()) if free.zone >> bit & 1 and bit != free.bit]
            waiting += [{**fixed, free.draw: bit} for bit in others]
            fixed = {**fixed, free.draw: free.bit}
