"""PettingZoo: its own tests at every table size, masks and views that are honest, and mistakes told in a sentence."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from shelves import FAILING, on_path, publish_game

from tavern_engine import BadGame, BadSetup, Game, IllegalAction, TavernError, game, games, zoo

pettingzoo_test = pytest.importorskip("pettingzoo.test")

TABLES = [(one, seats) for one in games() for seats in one.sizes]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{one.id}-{seats}" for one, seats in TABLES])


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """PettingZoo's tests print, and warn that an observation with a mask is no array, as its own games' are."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


@every_table
def test_pettingzoo_is_content(game: Game, seats: int) -> None:
    make = partial(zoo.env, game, seats)
    pettingzoo_test.api_test(make(), num_cycles=40)
    pettingzoo_test.seed_test(make, num_cycles=5)
    pettingzoo_test.render_test(make)
    pettingzoo_test.max_cycles_test(SimpleNamespace(env=make, parallel_env=partial(zoo.parallel_env, game, seats)))


@every_table
def test_pettingzoo_is_content_with_all_agents_at_once(game: Game, seats: int) -> None:
    make = partial(zoo.parallel_env, game, seats)
    pettingzoo_test.parallel_api_test(make(), num_cycles=20)
    pettingzoo_test.parallel_seed_test(make, num_cycles=5)


def play(env: Any, seed: int) -> tuple[list[int], dict[str, float]]:
    """A random game: the actions, and what every agent got."""
    env.reset(seed=seed)
    rng, actions, paid = np.random.default_rng(seed), [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert not truncated
        assert (observation["action_mask"] == info["action_mask"]).all()
        paid[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        assert bool(len(legal)) != terminated
        env.step(None if terminated else int(rng.choice(legal)))
        actions += [] if terminated else [1]
    assert env.agents == []
    return actions, paid


@pytest.mark.parametrize("one", games(), ids=lambda one: one.id)
def test_whole_games_are_played_and_paid(one: Game) -> None:
    for seats in {one.min_seats, one.max_seats}:
        env = zoo.env(one, seats)
        if one.id == "dragon-vault":
            env = zoo.env(one.tiny(), 2)  # its whole games are long
        actions, paid = play(env, 3)
        assert len(actions) > 10
        assert sum(paid.values()) == pytest.approx(0)
        assert max(paid.values()) <= 1
        assert env.metadata["name"].startswith("tavern_")


def test_what_an_agent_sees_is_its_view_and_masks_are_empty_for_those_who_are_not_asked() -> None:
    env = zoo.env("dragon-vault", 3)
    env.reset(seed=1)
    encoding = game("dragon-vault").encoding(3)
    for _ in range(50):
        state = env.table.state
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            assert seen["observation"].tolist() == encoding.numbers(state, seat)
            assert seen["action_mask"].tolist() == env.infos[agent]["action_mask"].tolist()
            assert bool(seen["action_mask"].any()) == (agent == env.agent_selection)
            assert env.observation_space(agent).contains(seen)
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert env.state().shape == (3 * encoding.size,)


def test_observations_that_were_given_away_do_not_change() -> None:
    env = zoo.env("dragon-vault", 2)
    env.reset(seed=1)
    first, info = env.observe("seat_0"), env.infos[env.agent_selection]
    kept = {name: array.copy() for name, array in first.items()}, info["action_mask"].copy()
    for _ in range(20):
        env.step(int(env.last()[4]["action_mask"].argmax()))
    assert all((first[name] == kept[0][name]).all() for name in first)
    assert (info["action_mask"] == kept[1]).all()


def test_a_seed_begins_a_row_of_games() -> None:
    def first_views(env: Any, seeds: list[int | None]) -> list[list[int]]:
        found = []
        for seed in seeds:
            env.reset(seed=seed)
            found.append(env.observe("seat_0")["observation"].tolist())
        return found

    one, other = zoo.env("dragon-vault", 2), zoo.env("dragon-vault", 2)
    rows = first_views(one, [5, None, None, 5])
    assert rows == first_views(other, [5, None, None, 5])
    assert rows[0] == rows[3] != rows[1] != rows[2]
    assert first_views(zoo.env("dragon-vault", 2), [None]) != first_views(zoo.env("dragon-vault", 2), [None])


def test_all_agents_at_once_play_the_same_game() -> None:
    turns, together = zoo.env("tavern-brawl", 2), zoo.parallel_env("tavern-brawl", 2)
    turns.reset(seed=4)
    seen, _ = together.reset(seed=4)
    paid: dict[str, float] = {}
    while together.agents:
        agent = turns.agent_selection
        mask = seen[agent]["action_mask"]
        assert (mask == turns.last()[0]["action_mask"]).all()
        action = int(mask.argmax())
        turns.step(action)
        seen, paid, over, cut, _ = together.step({agent: action})
        assert not any(cut.values())
    assert all(over.values())
    assert paid == turns.rewards


# Pictures.


def test_the_table_is_shown_as_text_and_as_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    views = {}
    for mode in ("ansi", "rgb_array", "human"):
        env = zoo.env("red-dragon-inn", 3, render_mode=mode)
        env.reset(seed=1)
        views[mode] = env.render()
    assert "turn 1: " in views["ansi"]
    assert "(seen by seat " in views["ansi"]
    assert views["human"] is None
    picture = views["rgb_array"]
    assert picture.shape[0] > 300
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) == 2, "chalk on wood"
    letters = (picture == picture.max()).mean()
    assert 0.005 < letters < 0.2


def test_pictures_keep_their_size() -> None:
    env = zoo.env("tavern-brawl", 4, render_mode="rgb_array")
    env.reset(seed=1)
    sizes = []
    for _ in range(30):
        sizes.append(env.render().shape)
        env.step(int(env.last()[4]["action_mask"].argmax()))
    assert sizes == sorted(sizes)


# Mistakes.


def masked(env: Any) -> int:
    """An action that is not legal."""
    return int((env.last()[4]["action_mask"] == 0).argmax())


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (masked, "cannot "),
        (10_000, "There is no action 10000: they are 0 to "),
        (-1, "There is no action -1"),
        (None, "An action is a whole number, not None"),
        (1.5, "An action is a whole number, not 1.5"),
        (True, "An action is a whole number, not True"),
        ("pass", "not 'pass'"),
        ([1, 2], r"not \[1, 2\]"),
    ],
    ids=lambda part: getattr(part, "__name__", str(part)),
)
def test_wrong_actions_are_refused_and_change_nothing(action: Any, sentence: str) -> None:
    env = zoo.env("dragon-vault", 2)
    env.reset(seed=1)
    for _ in range(5):
        before = env.table.state.to_bytes(), env.agent_selection, env.infos[env.agent_selection]["action_mask"].tolist()
        with pytest.raises(IllegalAction, match=sentence):
            env.step(action(env) if callable(action) else action)
        after = env.table.state.to_bytes(), env.agent_selection, env.infos[env.agent_selection]["action_mask"].tolist()
        assert before == after
        env.step(np.int32(env.last()[4]["action_mask"].argmax()))


def test_masked_actions_can_be_replaced_by_lot() -> None:
    def run() -> bytes:
        env = zoo.env("dragon-vault", 2, illegal="by lot")
        env.reset(seed=1)
        for _ in range(20):
            env.step(masked(env))
        return bytes(env.table.state.to_bytes())

    assert run() == run()


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"seats": 9}, "is played with 2 to 6 seats, not with 9"),
        ({"game": "chess"}, "chess"),
        ({"game": 3}, "An environment needs a game"),
        ({"options": {"trick": True}}, "has no option 'trick'"),
        ({"rewards": "points"}, "The argument rewards is 'placement' or 'lead', not 'points'"),
        ({"illegal": "allow"}, "The argument illegal is 'refuse' or 'by lot', not 'allow'"),
        ({"render_mode": "rgb"}, "render_mode is 'human' or 'ansi' or 'rgb_array', not 'rgb'"),
        ({"max_cycles": 0}, "cut off after at least one cycle, not after 0"),
        ({"max_cycles": 2.0}, "not after 2.0"),
    ],
)
def test_wrong_set_ups_are_refused_with_a_sentence(setup: dict[str, Any], sentence: str) -> None:
    for make in (zoo.env, zoo.parallel_env):
        with pytest.raises(TavernError, match=sentence):
            make(**{"game": "dragon-vault", "seats": 2, **setup})


def test_the_order_of_calls_is_minded() -> None:
    env = zoo.env("dragon-vault", 2)
    for call in (lambda: env.step(0), lambda: env.observe("seat_0"), env.render, env.state):
        with pytest.raises(BadSetup, match=r"No game has begun: call reset\(\) first"):
            call()
    with pytest.raises(BadSetup, match="No game is being played"):
        env.last()
    with pytest.raises(BadSetup, match="not 'tomorrow'"):
        env.reset(seed="tomorrow")
    env.reset(seed=1)
    with pytest.raises(BadSetup, match="There is no agent 'seat_2': they are seat_0, seat_1"):
        env.observe("seat_2")
    for ask in (env.observe, env.observation_space, env.action_space):
        for agent in ("seat_2", None, ["seat_0"]):
            with pytest.raises(BadSetup, match="There is no agent "):
                ask(agent)
    short = zoo.env(game("dragon-vault").tiny(), 2)
    play(short, 1)
    with pytest.raises(BadSetup, match=r"The game is over: step\(None\)"):
        short.step(0)
    together = zoo.parallel_env("dragon-vault", 2)
    with pytest.raises(BadSetup, match="none has begun"):
        together.step({})
    together.reset(seed=1)
    with pytest.raises(BadSetup, match="seat_0 is asked, but there is no action of it: actions are given by agent"):
        together.step(None)
    with pytest.raises(BadSetup, match="is asked, but there is no action of it"):
        together.step({})


def test_a_game_of_others_that_fails_is_named_and_another_can_begin(tmp_path: Path) -> None:
    publish_game(tmp_path, FAILING)
    with on_path(tmp_path):
        env = zoo.env("my-game", 2)
        env.reset(seed=10**5000)
        for _ in range(2):
            env.step(int(env.last()[4]["action_mask"].argmax()))
        last = int(env.last()[4]["action_mask"].argmax())
        with pytest.raises(BadGame, match=r"^The rules of My Game failed: KeyError: 'no such mug' \(rules\.py, line "):
            env.step(last)
        with pytest.raises(BadSetup, match="No game has begun"):
            env.step(0)
        env.reset(seed=np.int64(1))
        assert env.last()[4]["action_mask"].any()


def test_a_number_that_python_does_not_write_down_is_no_action() -> None:
    env = zoo.env("dragon-vault", 2)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="There is no action a whole number of 16610 bits: they are 0 to 88"):
        env.step(10**5000)


def test_without_pettingzoo_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "tavern_engine.zoo")
    with pytest.raises(ImportError, match=r"PettingZoo is not installed: pip install 'tavern-tourney\[pettingzoo\]'"):
        importlib.import_module("tavern_engine.zoo")
