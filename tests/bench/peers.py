"""How fast the peers of our engine play at random, on this machine.

Each function takes a wall-clock budget in seconds and returns a rate: player decisions per second, on one thread.
Where there was a choice of how to measure, the one that favours the peer was taken.
The peers (`open_spiel`, `rlcard`) are imported where they are used, so this module imports without them.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from time import perf_counter
from typing import Any

CRAZY_EIGHTS = "crazy_eights(players=4)"
DEALS = 64
COUNTED_ROLLOUTS_PER_DEAL = 40
TIMED_ROLLOUTS_PER_CALL = 20
HEARTS_PLAYED = 24
SEARCHED = 1000
TERMINAL = -4
"""What OpenSpiel's `current_player()` says when the game is over; a chance node is negative too."""


def openspiel_rollouts(seconds: float) -> float:
    """Decisions per second of random rollouts run inside OpenSpiel's C++ core.

    `RandomRolloutEvaluator` has no `evaluate` in Python (2.0.2), so an `MCTSBot` of one simulation calls it: the
    search then clones the state once, runs the evaluator on it, and grows no tree. For each rollout the evaluator
    clones the state, and until the game is over applies a uniform choice of `LegalActions()` for a player and a
    sample of `ChanceOutcomes()` for a chance node. There is no Python in that loop. `evaluate_bots` with random
    bots, the other loop in C++, was slower.

    The evaluator does not count, so the rate is rollouts per second times the mean of `decisions_per_rollout`, from
    the same start states. In the peer's favour: the deal is not timed, and a decision with a single legal action
    counts as one (about a quarter of them).
    """
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    game = pyspiel.load_game(CRAZY_EIGHTS)
    deals = _deals(game)
    mean, _ = decisions_per_rollout()
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=TIMED_ROLLOUTS_PER_CALL, seed=1)
    bot = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=100, solve=False, seed=1, verbose=False
    )

    def every_deal() -> float:
        for state in deals:
            bot.mcts_search(state)
        return mean * TIMED_ROLLOUTS_PER_CALL * len(deals)

    return _rate(every_deal, seconds)


@cache
def decisions_per_rollout() -> tuple[float, float]:
    """The mean number of player decisions in a rollout from a fresh deal, and the share that are real choices.

    The rollouts are driven from Python, the same number from each deal, and chance nodes do not count. A decision with
    a single legal action is no choice. The standard error of the mean is about 0.35 %.
    """
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    rng = Random(2)
    decisions = choices = 0
    for state in _deals(pyspiel.load_game(CRAZY_EIGHTS)):
        for _ in range(COUNTED_ROLLOUTS_PER_DEAL):
            rollout = state.clone()
            while (player := rollout.current_player()) != TERMINAL:
                actions = rollout.legal_actions()
                rollout.apply_action(rng.choice(actions))
                decisions += player >= 0
                choices += player >= 0 and len(actions) > 1
    return decisions / (DEALS * COUNTED_ROLLOUTS_PER_DEAL), choices / decisions


def openspiel_example_steps(seconds: float) -> float:
    """Decisions per second driven from Python as OpenSpiel's `example.py` does: NumPy samples `chance_outcomes()`."""
    import numpy as np  # type: ignore[import-not-found,unused-ignore]
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    game = pyspiel.load_game(CRAZY_EIGHTS)
    rng = Random(3)
    numpy_rng = np.random.RandomState(3)

    def one_game() -> float:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(numpy_rng.choice(actions, p=probabilities))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return _rate(one_game, seconds)


def openspiel_steps(seconds: float) -> float:
    """Decisions per second driven from Python with as few calls as possible.

    It starts from clones of dealt states, so the deal is not timed, asks `current_player()` instead of three questions,
    and picks a chance outcome out of `legal_actions()`: every card left in a single deck is equally likely.
    """
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    deals = _deals(pyspiel.load_game(CRAZY_EIGHTS))
    rng = Random(3)
    return _rate(lambda: _play_cheaply(rng.choice(deals).clone(), rng), seconds)


def openspiel_ismcts(seconds: float) -> float:
    """Simulations per second of OpenSpiel's C++ `ISMCTSBot` on hearts, 40 decisions from the end, random rollouts."""
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    state = pyspiel.load_game("hearts").new_initial_state()
    rng = Random(5)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    for _ in range(HEARTS_PLAYED):
        state.apply_action(rng.choice(state.legal_actions()))
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 1.0, SEARCHED, -1, best, False, False)

    def one_search() -> float:
        bot.step(state)
        return SEARCHED

    return _rate(one_search, seconds)


def rlcard_uno_steps(seconds: float) -> float:
    """Steps per second of RLCard's `uno` environment with random agents, whole games with their resets.

    It has 2 players: the environment ignores `game_num_players` (1.2.0), so 4 cannot be asked for. A step takes one
    of the state's `raw_legal_actions`, which spares the environment decoding an action number and is about a fifth
    faster. `env.step` also makes the next state's observation; the API has no way around that.
    """
    import rlcard  # type: ignore[import-not-found,import-untyped,unused-ignore]

    env = rlcard.make("uno", config={"seed": 4})
    rng = Random(4)

    def one_game() -> float:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(state["raw_legal_actions"]), raw_action=True)
            steps += 1
        return steps

    return _rate(one_game, seconds)


def _rate(batch: Callable[[], float], seconds: float) -> float:
    """Decisions per second of `batch`, which returns how many it took; repeated until the time is up."""
    batch()
    decisions = 0.0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds or not decisions:
        decisions += batch()
    return decisions / elapsed


def _deals(game: Any) -> list[Any]:
    """The start states: the first player of each is about to decide. Always the same ones."""
    rng = Random(1)
    deals = []
    for _ in range(DEALS):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        deals.append(state)
    return deals


def _play_cheaply(state: Any, rng: Random) -> int:
    """Play a state to its end at random with as few calls as possible; returns the number of player decisions."""
    random = rng.random
    decisions = 0
    while (player := state.current_player()) != TERMINAL:
        actions = state.legal_actions()
        state.apply_action(actions[int(random() * len(actions))])
        if player >= 0:
            decisions += 1
    return decisions
