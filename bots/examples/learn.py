"""A small agent that learns a game by playing against itself, and becomes a bot that anybody can install.

    python bots/examples/learn.py --minutes 5 --out vault-learner
    pip install --no-build-isolation ./vault-learner
    tavern-bots check vault-learner
    tavern-tourney --config vault-learner/league.toml

Both seats are played by one net (`learned.py`), many games at once (`tavern_engine.batch`). After some steps of all
games the net is moved towards actions that did better than it expected, a little at a time (proximal policy
optimisation, Schulman et al. 2017; advantages after Schulman et al. 2016). Only numpy is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import numpy as np
from learned import Net, Numbers, name_of_table
from numpy.typing import NDArray

from tavern_bots.api import BadBot
from tavern_bots.player import player_of, rules_policy
from tavern_engine import Game, Policy, RandomPolicy, TavernError, game
from tavern_engine.batch import Batch
from tavern_engine.cli import finite
from tavern_engine.new_package import module_of, require_package_name, require_room, write_files

SEATS = 2  # one seat's gain is the other's loss, so one net can judge for both
FADING = 0.97  # how much of a surprise is told to the decision before it
CURIOSITY = 0.01  # what it is worth to leave a choice open
CLIP = 0.2  # how far a round of learning may move the chance of an action
EVERY = 20  # rounds it is tried
TRIALS = 200  # games
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Plan:
    """How large the agent is, and how it learns."""

    games: int = 128  # played at once
    steps: int = 64  # of each, between two rounds of learning
    hidden: int = 128
    rate: float = 1e-3
    passes: int = 3  # over what was played
    at_once: int = 1024  # decisions in one step of learning


@dataclass
class Played:
    """Decisions: what was seen and allowed, what was done, and how it compares with what was expected."""

    seen: Numbers
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    chances: Numbers  # of the actions, as logarithms
    better: Numbers  # than expected
    rewards: Numbers  # what the net should have expected

    def some(self, rows: NDArray[np.int64]) -> Played:
        """These decisions alone."""
        parts: list[NDArray[Any]] = [*vars(self).values()]
        return Played(*(part[rows] for part in parts))


def play(net: Net, batch: Batch, steps: int, random: np.random.Generator) -> Played:
    """So many decisions of every game, each with the chance that the net gives it."""
    seen, masks, actions, chances, expected, asked, rewards, ended = ([] for _ in range(8))
    rows = np.arange(batch.n)
    for _ in range(steps):
        seen.append(batch.scaled().copy())
        masks.append(batch.now.masks.copy())
        asked.append(batch.now.asked.copy())
        _, worths, reward = net.look(seen[-1], masks[-1])
        logs = log_chances(worths)
        actions.append((logs + random.gumbel(size=logs.shape)).argmax(axis=1))
        chances.append(logs[rows, actions[-1]])
        expected.append(reward)
        step = batch.step(actions[-1])
        rewards.append(step.rewards[rows, asked[-1]].astype(np.float32))
        ended.append(step.ended.copy())
    asked.append(batch.now.asked.copy())
    expected.append(net.look(batch.scaled(), batch.now.masks)[2])
    better = advantages(np.array(expected), np.array(asked), np.array(rewards), np.array(ended))
    should = better + np.array(expected[:-1])
    parts: list[NDArray[Any]] = [*map(np.array, (seen, masks, actions, chances)), better, should]
    return Played(*(part.reshape(-1, *part.shape[2:]) for part in parts))


def advantages(expected: Numbers, asked: NDArray[np.int64], rewards: Numbers, ended: NDArray[np.bool_]) -> Numbers:
    """How much better every decision turned out than expected; what is good for one seat is bad for the other."""
    better = np.zeros_like(rewards)
    after = np.zeros_like(rewards[0])
    for step in reversed(range(len(rewards))):
        goes_on = np.where(asked[step + 1] == asked[step], 1, -1) * ~ended[step]
        surprise = rewards[step] + goes_on * expected[step + 1] - expected[step]
        after = surprise + FADING * goes_on * after
        better[step] = after
    return better


def log_chances(worths: Numbers) -> Numbers:
    """The logarithm of the chance that each action is taken."""
    lowered = worths - worths.max(axis=1, keepdims=True)
    logs: Numbers = lowered - np.log(np.exp(lowered).sum(axis=1, keepdims=True))
    return logs


def slopes(net: Net, told: Played) -> dict[str, Numbers]:
    """Where the weights should go, downhill being better."""
    rows, number = np.arange(len(told.actions)), len(told.actions)
    hidden, worths, expected = net.look(told.seen, told.masks)
    logs = log_chances(worths)
    chances = np.exp(logs)
    ratio = np.exp(logs[rows, told.actions] - told.chances)
    far = ((ratio > 1 + CLIP) & (told.better > 0)) | ((ratio < 1 - CLIP) & (told.better < 0))
    push = np.where(far, 0, -told.better * ratio)[:, None]
    by_worth = -push * chances
    by_worth[rows, told.actions] += push[:, 0]
    openness = -(chances * np.where(told.masks, logs, 0)).sum(axis=1, keepdims=True)
    by_worth += CURIOSITY * chances * np.where(told.masks, logs + openness, 0)
    by_reward = (expected - told.rewards)[:, None]
    by_hidden = (by_worth @ net.weights["actions"].T + by_reward @ net.weights["reward"].T) * (hidden > 0)
    ends = {"in": (told.seen, by_hidden), "actions": (hidden, by_worth), "reward": (hidden, by_reward)}
    found = {name: start.T @ end / number for name, (start, end) in ends.items()}
    return found | {f"{name} bias": end.sum(axis=0) / number for name, (_, end) in ends.items()}


class Downhill:
    """Moves weights downhill with a step size for each (Adam, Kingma and Ba 2015)."""

    def __init__(self, net: Net, rate: float) -> None:
        self.net, self.rate, self.steps = net, rate, 0
        self.means = {name: np.zeros_like(values) for name, values in net.weights.items()}
        self.squares = {name: np.zeros_like(values) for name, values in net.weights.items()}

    def step(self, found: dict[str, Numbers]) -> None:
        self.steps += 1
        for name, slope in found.items():
            self.means[name] += 0.1 * (slope - self.means[name])
            self.squares[name] += 0.001 * (slope**2 - self.squares[name])
            mean = self.means[name] / (1 - 0.9**self.steps)
            square = self.squares[name] / (1 - 0.999**self.steps)
            self.net.weights[name] -= self.rate * mean / (np.sqrt(square) + 1e-8)


def learning(rules: Game, plan: Plan, seed: int) -> Iterator[Net]:
    """The net after every round of play and learning, without end."""
    random = np.random.default_rng(seed)
    batch = Batch(rules, SEATS, plan.games, seed)
    net = Net.fresh(batch.encoding.size, plan.hidden, batch.encoding.actions.size, random)
    downhill = Downhill(net, plan.rate)
    while True:
        played = play(net, batch, plan.steps, random)
        spread = played.better.std() + 1e-6
        played.better = (played.better - played.better.mean()) / spread
        for _ in range(plan.passes):
            order = random.permutation(len(played.actions))
            for start in range(0, len(order), plan.at_once):
                downhill.step(slopes(net, played.some(order[start : start + plan.at_once])))
        yield net


def wins_against(policy: Policy, net: Net, rules: Game, games: int, seed: int) -> float:
    """The share of games, half of them at each seat, that the net wins; shared first places count half."""
    won = 0.0
    for seat in range(SEATS):
        batch = Batch(rules, SEATS, games // SEATS, seed, opponents={1 - seat: policy})
        waiting = np.ones(batch.n, bool)
        while waiting.any():
            _, worths, _ = net.look(batch.scaled(), batch.now.masks)
            step = batch.step(worths.argmax(axis=1))
            now = step.ended & waiting
            won += (step.rewards[now, seat] + 1).sum() / 2
            waiting &= ~now
    return won / (games // SEATS * SEATS)


PYPROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "NAME"
version = "0.1.0"
description = "A bot that learned GAME by playing against itself"
requires-python = ">=3.11"
dependencies = ["tavern-tourney", "numpy"]

[project.entry-points."tavern_tourney.bots"]
NAME = "MODULE:Learned"

[tool.setuptools]
packages = ["MODULE"]

[tool.setuptools.package-data]
MODULE = ["weights.npz"]
"""

LEAGUE = """\
league = { name = "NAME and others", seed = "NAME", out = "runs/NAME" }
tables = [{ game = "GAME", seats = 2 }]
bots = [{ bot = "random" }, RULES{ bot = "NAME" }]
schedule = { deals = 20 }
"""


def write_package(net: Net, rules: Game, place: Path) -> None:
    """A package with the bot, its weights and a league to enter; BadBot if it cannot be written."""
    require_package_name(place.name, "vault-learner", BadBot)
    module = module_of(place.name)
    texts = {"pyproject.toml": PYPROJECT, "league.toml": LEAGUE}
    texts[f"{module}/__init__.py"] = (HERE / "learned.py").read_text(encoding="utf-8")
    known = '{ bot = "rules" }, ' if player_of(rules.id) else ""
    words = {"RULES": known, "NAME": place.name, "MODULE": module, "GAME": rules.id}
    for word, meant in words.items():
        texts = {path: text.replace(word, meant) for path, text in texts.items()}
    write_files(texts, place, BadBot)
    kept: dict[str, Any] = {"table": name_of_table(rules, SEATS, rules.checked_options({})), **net.weights}
    np.savez(place / module / "weights.npz", **kept)


@click.command()
@click.option("--game", "game_id", default="dragon-vault", show_default=True, help="What it learns, with two seats.")
@click.option("--minutes", default=5.0, show_default=True, callback=finite, help="How long it learns.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Its luck.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("vault-learner"), show_default=True)
def main(game_id: str, minutes: float, seed: int, out: Path) -> None:
    """Learn a game by self-play and write a package with the bot into the folder OUT."""
    try:
        rules = game(game_id)
        require_package_name(out.name, "vault-learner", BadBot)
        require_room(out, BadBot)
        opponents = {"random": RandomPolicy()} | ({"rules": rules_policy(rules)} if player_of(rules.id) else {})
        started = perf_counter()
        for number, net in enumerate(learning(rules, Plan(), seed), start=1):
            over = perf_counter() - started > 60 * minutes
            if over or number % EVERY == 0:
                won = {name: wins_against(policy, net, rules, TRIALS, seed) for name, policy in opponents.items()}
                shares = ", ".join(f"{share:.1%} against {name}" for name, share in won.items())
                click.echo(f"{perf_counter() - started:5.0f} s, round {number}: wins {shares}, {TRIALS} games each")
            if over:
                break
        write_package(net, rules, out)
    except TavernError as error:
        raise click.ClickException(str(error)) from None
    place = out if out.is_absolute() else f"./{out}"
    league = f"tavern-tourney --config {out}/league.toml"
    click.echo(f"Next: pip install --no-build-isolation {place} && tavern-bots check {out.name} && {league}")


if __name__ == "__main__":
    main()
