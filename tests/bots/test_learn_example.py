"""The worked example learns, and what it writes is a bot that passes the kit and plays in a league."""

from __future__ import annotations

import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from shelves import on_path, publish_game

import tavern_bots.cli
from tavern_bots.api import Clock
from tavern_bots.discover import choose_bot
from tavern_engine import Game, RandomPolicy, Rng, game
from tavern_engine.batch import Batch

EXAMPLES = Path(__file__).parents[2] / "bots" / "examples"


@pytest.fixture(scope="module")
def learn() -> Any:
    """The example, imported as a script finds what is beside it."""
    sys.path.insert(0, str(EXAMPLES))
    try:
        return import_module("learn")
    finally:
        sys.path.remove(str(EXAMPLES))


@pytest.fixture(scope="module")
def small() -> Game:
    return game("dragon-vault").tiny()


def trained(learn: Any, rules: Game, rounds: int) -> Any:
    plan = learn.Plan(games=32, steps=32, hidden=32, rate=5e-3, at_once=256)
    for number, net in enumerate(learn.learning(rules, plan, seed=1), start=1):
        if number == rounds:
            return net
    raise AssertionError


def test_it_learns_to_beat_random_play(learn: Any, small: Game) -> None:
    """Two seconds at a small deck are enough to see it; with six seeds it came to 89 to 91 %."""
    before = learn.wins_against(RandomPolicy(), trained(learn, small, 1), small, 400, seed=5)
    after = learn.wins_against(RandomPolicy(), trained(learn, small, 40), small, 400, seed=5)
    assert after > 0.85
    assert after > before


def test_the_same_seed_learns_the_same(learn: Any, small: Game) -> None:
    nets = [trained(learn, small, 2) for _ in range(2)]
    for name, weights in nets[0].weights.items():
        np.testing.assert_array_equal(weights, nets[1].weights[name])


def test_slopes_are_those_of_what_is_to_be_lowered(learn: Any, small: Game) -> None:
    """Compared with tiny steps of single weights: the chance of good actions, open choices, and wrong expectations."""
    random = np.random.default_rng(3)
    batch = Batch(small, 2, 16, 1)
    net = learn.Net.fresh(batch.encoding.size, 8, batch.encoding.actions.size, random)
    net.weights = {name: (weights + random.normal(0, 0.1, weights.shape)) for name, weights in net.weights.items()}
    told = learn.play(net, batch, 8, random)

    def height() -> float:
        _, worths, expected = net.look(told.seen, told.masks)
        logs = learn.log_chances(worths)
        taken = logs[np.arange(len(told.actions)), told.actions]
        openness = -(np.exp(logs) * np.where(told.masks, logs, 0)).sum(axis=1)
        ratio = np.exp(taken - told.chances)
        wrong = (expected - told.rewards) ** 2 / 2
        return float(np.mean(-told.better * ratio - learn.CURIOSITY * openness + wrong))

    found = learn.slopes(net, told)
    for name in net.weights:
        place = tuple(random.integers(0, length) for length in net.weights[name].shape)
        steps = []
        for side in (1e-5, -1e-5):
            net.weights[name][place] += side
            steps.append(height())
            net.weights[name][place] -= side
        assert found[name][place] == pytest.approx((steps[0] - steps[1]) / 2e-5, abs=2e-4)


def test_the_package_is_a_bot(learn: Any, tmp_path: Path) -> None:
    """At its own table it plays what the net thinks best, at others at random, and it says so."""
    rules = game("dragon-vault")
    net = trained(learn, rules, 1)
    learn.write_package(net, rules, tmp_path / "vault-learner")
    bot = choose_bot(f"{tmp_path / 'vault-learner' / 'vault_learner' / '__init__.py'}:Learned")
    infoset = rules.new(2, seed=3).observe(0)
    seated: Any = bot.seat(rules, 0, 2, Rng(1))
    encoding = rules.encoding(2)
    worths = net.look((encoding.encode(infoset) * encoding.scale)[None], encoding.mask(infoset)[None])[1]
    assert seated.choose(infoset, Clock()) == encoding.actions.codes[int(worths[0].argmax())]
    assert seated.explain().startswith("It thinks ")
    three = rules.new(3, seed=3).observe(0)
    elsewhere: Any = bot.seat(rules, 0, 3, Rng(1))
    assert elsewhere.choose(three, Clock()) in three.legal()
    assert "so it plays at random" in elsewhere.explain()


def test_a_game_without_a_player_by_rules_has_a_league_without_one(learn: Any, tmp_path: Path) -> None:
    publish_game(tmp_path / "shelf")
    with on_path(tmp_path / "shelf"):
        learn.write_package(trained(learn, game("my-game"), 1), game("my-game"), tmp_path / "my-learner")
    league = tomllib.loads((tmp_path / "my-learner" / "league.toml").read_text(encoding="utf-8"))
    assert league["bots"] == [{"bot": "random"}, {"bot": "my-learner"}]


@pytest.mark.slow
def test_the_command_writes_a_package_that_passes_the_kit(learn: Any, tmp_path: Path) -> None:
    place = tmp_path / "vault-learner"
    result = CliRunner().invoke(learn.main, ["--minutes", "0.02", "--out", str(place)], catch_exceptions=False)
    assert "against random" in result.output
    bot = f"{place / 'vault_learner' / '__init__.py'}:Learned"
    checked = CliRunner().invoke(tavern_bots.cli.main, ["check", bot, "--effort", "0.02"], catch_exceptions=False)
    assert checked.exit_code == 0, checked.output
    assert "11 passed" in checked.output
    project = tomllib.loads((place / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["tavern_tourney.bots"] == {"vault-learner": "vault_learner:Learned"}
    league = tomllib.loads((place / "league.toml").read_text(encoding="utf-8"))
    assert {"bot": "vault-learner"} in league["bots"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "dragon-valt"], "Did you mean 'dragon-vault'?"),
        (["--out", "Vault Learner"], "cannot be the name of a package"),
        (["--minutes", "0", "--out", "."], "cannot be the name of a package"),
        (["--out", "configs"], "There is something at configs already: take another name"),
        (["--minutes", "nan"], "it must be an ordinary number"),
        (["--seed", "-1"], "-1 is not in the range x>=0"),
    ],
)
def test_mistakes_are_told_before_anything_is_learned(learn: Any, arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(learn.main, arguments)
    assert result.exit_code in (1, 2)
    assert said in result.output
