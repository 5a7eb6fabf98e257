"""Gymnasium: its checker is content, bots sit at the other seats, and mistakes are told in a sentence."""

from __future__ import annotations

import importlib
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tavern_engine
from tavern_engine import Game, IllegalAction, TavernError, games

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from tavern_bots.gym import TavernEnv  # noqa: E402


@pytest.mark.parametrize("one", games(), ids=lambda one: one.id)
def test_gymnasium_is_content(one: Game) -> None:
    for seats in one.sizes:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            name = f"tavern/{one.id}-v{one.version}"
            env = gymnasium.make(name, seats=seats, opponents="random", render_mode="rgb_array")
            check_env(env.unwrapped)


def play(env: Any, seed: int) -> tuple[float, int]:
    """A random game of the learner: its reward and how often it was asked."""
    _, info = env.reset(seed=seed)
    rng, asked = np.random.default_rng(seed), 0
    while True:
        assert (env.unwrapped.action_masks() == info["action_mask"]).all()
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, cut, info = env.step(action)
        assert env.observation_space.contains(seen)
        assert not cut
        assert not info["replaced"]
        asked += 1
        if over:
            assert not info["action_mask"].any()
            return reward, asked
        assert reward == 0


@pytest.mark.parametrize("opponents", ["rules", "random", ["rules"], "mcts:simulations=5"])
def test_bots_sit_at_the_other_seats(opponents: Any) -> None:
    if "mcts:simulations=5" in opponents and not tavern_engine.COMPILED:
        pytest.skip("a search of the pure build takes minutes")
    env = TavernEnv("tavern-brawl", 2, opponents)
    results = [play(env, seed) for seed in range(2)]
    assert results == [play(env, seed) for seed in range(2)], "a seed decides the bots' luck, too"
    assert all(asked > 5 for _, asked in results)


def test_three_at_a_table_with_different_bots() -> None:
    env = TavernEnv("red-dragon-inn", 3, ["rules", "random"], seat=1)
    reward, asked = play(env, 1)
    assert env.seat == 1
    assert -1 <= reward <= 1
    assert asked > 1


def test_rules_beat_a_learner_that_knows_nothing() -> None:
    env = TavernEnv("tavern-brawl", 2, "rules")
    assert sum(play(env, seed)[0] for seed in range(12)) < 0


def test_the_learner_can_sit_anywhere() -> None:
    env = TavernEnv("tavern-brawl", 4, "random", seat=None)
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2, 3}


def test_a_bot_that_wants_to_be_told_is_told(tmp_path: Path) -> None:
    bot = tmp_path / "listener.py"
    bot.write_text(
        "class Listener:\n"
        "    summary, games, options = 'listens', 'all games', ()\n"
        "    def __init__(self, place): self.told, self.place = 0, place\n"
        "    def see(self, events): self.told += len(events)\n"
        "    def choose(self, infoset, clock):\n"
        "        assert self.told, 'nobody told me'\n"
        "        return infoset.legal()[0]\n"
    )
    assert play(TavernEnv("tavern-brawl", 2, f"{bot}:Listener"), 1)[1] > 5


def test_masked_actions_are_replaced_and_it_is_said_or_refused() -> None:
    env = TavernEnv("dragon-vault", 2, "random")
    _, info = env.reset(seed=1)
    wrong = int((info["action_mask"] == 0).argmax())
    assert env.step(wrong)[4]["replaced"]
    strict = TavernEnv("dragon-vault", 2, "random", illegal="refuse")
    _, info = strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="cannot "):
        strict.step(wrong)
    strict.step(int(info["action_mask"].argmax()))


def test_games_are_registered() -> None:
    env = gymnasium.make("tavern/dragon-vault-v1", seats=3, opponents="random", disable_env_checker=True)
    env.reset(seed=1)
    assert env.unwrapped.table.seats == 3


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"seats": 1}, "is played with 2 to 6 seats"),
        ({"seat": 2}, "The learner sits at a seat from 0 to 1, or at None, which is any; not at 2"),
        ({"seat": "0"}, "not at '0'"),
        ({"opponents": "nobody"}, "nobody"),
        ({"opponents": ["rules", "rules"]}, "Opponents are one bot, or 1 for the seats after the learner's"),
        ({"opponents": 3}, "Opponents are one bot"),
        ({"opponents": "oracle"}, "The bot 'oracle' cannot sit here"),
        ({"opponents": "mcts:simulations=no"}, "simulations"),
        ({"render_mode": "film"}, "render_mode is 'human' or 'ansi' or 'rgb_array', not 'film'"),
    ],
)
def test_wrong_set_ups_are_refused_with_a_sentence(setup: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TavernError, match=sentence):
        TavernEnv(**{"game": "dragon-vault", "seats": 2, **setup})


@pytest.mark.parametrize("seed", [-1, "tomorrow", 1.5, True])
def test_wrong_seeds_are_refused_with_a_sentence(seed: Any) -> None:
    with pytest.raises(TavernError, match="A seed is a whole number that is not below 0"):
        TavernEnv("dragon-vault", 2, "random").reset(seed=seed)


def test_a_bot_that_fails_is_named(tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text(
        "class Broken:\n"
        "    summary, games, options = 'breaks', 'all games', ()\n"
        "    def __init__(self, place): pass\n"
        "    def choose(self, infoset, clock): return 1 / 0\n"
    )
    with pytest.raises(TavernError, match=r"failed in seat 0: .*division by zero"):
        TavernEnv("dragon-vault", 2, f"{bot}:Broken", seat=1).reset(seed=1)


def test_a_bot_that_cannot_be_seated_is_named(tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text(
        "class Broken:\n"
        "    summary, games, options = 'breaks', 'all games', ()\n"
        "    def __init__(self, place): raise KeyError('no chair')\n"
        "    def choose(self, infoset, clock): return 0\n"
    )
    with pytest.raises(TavernError, match=r"The bot '.*broken\.py:Broken' failed in seat 0: .*no chair"):
        TavernEnv("dragon-vault", 2, f"{bot}:Broken", seat=1).reset(seed=1)


def test_seeds_of_numpy_and_very_large_ones_are_seeds() -> None:
    env = TavernEnv("dragon-vault", 2, "random", seat=np.int64(1))  # type: ignore[arg-type]
    first, _ = env.reset(seed=np.int64(5))  # type: ignore[arg-type]
    assert (first == env.reset(seed=5)[0]).all()
    env.reset(seed=10**5000)


def test_without_gymnasium_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "tavern_bots.gym")
    with pytest.raises(ImportError, match=r"Gymnasium is not installed: pip install 'tavern-tourney\[gymnasium\]'"):
        importlib.import_module("tavern_bots.gym")
