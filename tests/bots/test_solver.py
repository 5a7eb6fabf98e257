"""The solver against plain minimax, in slices, with a small table, and what it refuses."""

import pytest

from tavern_bots.solver import Solution, Solver
from tavern_bots.tavern_brawl.rules import BrawlRules
from tavern_engine import BadSetup, Policy, RandomPolicy, Rng, State, game
from tavern_engine.chance import seed_words
from tavern_engine.games.tavern_brawl.game import TavernBrawl

BRAWL = TavernBrawl.from_box()
PLENTY = 1_000_000
MOST_ENDINGS = 120  # that minimax looks at


def decisions(mode: str, seed: int, seats: int = 2) -> list[State]:
    """Every decision of a game played at random, the last first."""
    state = BRAWL.new(seats, seed, {"mode": mode})
    rng = Rng(seed)
    found: list[State] = []
    while state.seat() >= 0:
        found.append(state.clone())
        state.move(RandomPolicy().choose(state, rng))
    return found[::-1]


def minimax(state: State, left: list[int]) -> int:
    """The lead of team 0 with best play by trying everything; `left` counts the endings that may still be looked at."""
    if state.seat() < 0:
        left[0] -= 1
        return int(state.score(0) - state.score(1))
    best: int | None = None
    for action in state.legal():
        child = state.clone()
        child.apply(action)
        value = minimax(child, left)
        if left[0] < 0:
            return 0
        better = best is None or (value > best if state.team(state.seat()) == 0 else value < best)
        best = value if better else best
    assert best is not None
    return best


def small_endings(mode: str, seats: int = 2) -> list[tuple[State, int]]:
    """Positions with what minimax says the deciding team's lead will be."""
    found = []
    for seed in range(8 if seats == 2 else 4):
        for state in decisions(mode, seed, seats):
            left = [MOST_ENDINGS]
            lead = minimax(state, left)
            if left[0] < 0:
                break
            found.append((state, lead if state.team(state.seat()) == 0 else -lead))
    return found


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize(("mode", "seats"), [("professional", 2), ("basic", 2), ("monk", 2), ("professional", 4)])
def test_it_finds_what_minimax_finds(mode: str, seats: int) -> None:
    endings = small_endings(mode, seats)
    assert len(endings) > 3
    for state, lead in endings:
        exact = Solver(RandomPolicy(), 1 << 12).solve(state, PLENTY, True)
        rough = Solver(RandomPolicy(), 1 << 12).solve(state, PLENTY, False)
        assert exact is not None
        assert rough is not None
        assert (exact.value, rough.value) == (lead, sign(lead))
        for solution in (exact, rough):
            child = state.clone()
            child.apply(solution.action)
            kept = minimax(child, [PLENTY]) * (1 if state.team(state.seat()) == 0 else -1)
            assert kept == lead or (solution is rough and sign(kept) == sign(lead))


def deep_ending(seed: int = 3) -> State:
    """A decision in the last turn but one."""
    return decisions("basic", seed)[6]


def test_a_search_in_slices_goes_on_where_it_stopped() -> None:
    whole = Solver(RandomPolicy(), 1 << 14)
    answer = whole.solve(deep_ending(), PLENTY, True)
    assert whole.nodes > 40
    sliced = Solver(RandomPolicy(), 1 << 14)
    calls = 1
    while (found := sliced.solve(deep_ending(), 20, True)) is None:
        calls += 1
        assert calls < 10_000
    assert calls > 1
    assert answer is not None
    assert found.value == answer.value


def test_a_table_that_is_too_small_only_costs_time() -> None:
    answers = [Solver(RandomPolicy(), capacity).solve(deep_ending(), PLENTY, True) for capacity in (1, 1 << 14)]
    assert answers[0] is not None
    assert answers[1] is not None
    assert answers[0].value == answers[1].value


@pytest.mark.parametrize("guess", [RandomPolicy(), BrawlRules(BRAWL.tables)])
def test_the_guess_does_not_change_the_value(guess: Policy) -> None:
    found = Solver(guess, 1 << 14).solve(deep_ending(), PLENTY, True)
    again = Solver(guess, 1 << 14).solve(deep_ending(), PLENTY, True)
    plain = Solver(RandomPolicy(), 1 << 14).solve(deep_ending(), PLENTY, True)
    assert isinstance(found, Solution)
    assert plain is not None
    assert found == again
    assert found.value == plain.value


def test_what_is_not_found_within_the_nodes_is_not_solved() -> None:
    assert Solver(RandomPolicy(), 1 << 12).solve(decisions("professional", 1)[-1], 50, False) is None


def test_the_position_stays_as_it_is() -> None:
    state = deep_ending()
    before = state.to_bytes()
    Solver(RandomPolicy(), 1 << 12).solve(state, PLENTY, True)
    assert state.to_bytes() == before


def test_nothing_is_solved_after_the_end() -> None:
    state = decisions("basic", 1)[0]
    while state.seat() >= 0:
        state.apply(state.legal()[0])
    with pytest.raises(BadSetup, match="nobody is asked"):
        Solver(RandomPolicy(), 64).solve(state, 10, True)


def test_three_who_play_alone_are_refused() -> None:
    vault = game("dragon-vault")
    state = vault.start(3, seed_words(1), vault.checked_options({}))
    vault.begin(state)
    with pytest.raises(BadSetup, match="two teams"):
        Solver(RandomPolicy(), 64).solve(state, 10, True)
