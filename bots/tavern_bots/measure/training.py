"""Trains an evaluation: players by rules play many games, and a small net learns from what those had who won.

They differ in what they value and in how often they err, so that positions are of all sorts. Every tenth game is held
out: what the net is worth there is compared with the outlook of the rules, put on the same scale. Games are played in
chapters, and chapters and epochs are kept in a folder, so that a training that was broken off goes on; the same seed
gives the same weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from hashlib import blake2b
from json import dumps
from math import inf
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from tavern_bots.evaluation import Features, Seated, watch
from tavern_bots.learned import Net
from tavern_bots.measure.adam import Adam, Floats
from tavern_bots.player import Player, player_of
from tavern_bots.search import Mixed
from tavern_engine import Game, Policy, Rng, TavernError
from tavern_engine.chance import seed_words

STYLES: Final = (0, 0, 0, 11, 12, 13, 14, 15, 16)  # of the players by rules; measurements are made against others
ERRORS: Final = (0, 0, 20, 100)  # and in how many decisions of a thousand they err
CHAPTER: Final = 1000  # games
HELD_OUT: Final = 10  # one game of so many
EVERY: Final = 24  # decisions between two positions, on average
MOST_SEATS: Final = 4  # unless other tables are asked for
UNITS: Final = 24
BATCH: Final = 512  # positions
STEP: Final = 0.004  # of Adam, in the first epoch; they get smaller to a tenth
SHRINK: Final = 1e-6  # what a weight loses of itself at every step


class BadTraining(TavernError):
    """A training that cannot be done, or not be gone on with."""


@dataclass(frozen=True)
class Plan:
    """What is played and learned."""

    game: Game
    player: Player
    seats: tuple[int, ...]
    games: int
    epochs: int
    seed: str

    @property
    def chapters(self) -> int:
        """How many there are."""
        return -(-self.games // CHAPTER)

    @cached_property
    def features(self) -> Features:
        """What is read of a state."""
        assert self.player.features is not None
        return self.player.features(self.game)

    @cached_property
    def styles(self) -> list[Policy]:
        """Those who play."""
        return [self.player.styled(self.game, style if self.player.restyle else 0) for style in STYLES]

    def folder(self) -> Path:
        """Where it is kept unless somebody names a folder: another one for everything that decides what is learned."""
        game = [self.game.id, self.game.version, self.game.data_hash, self.features.names]
        header = dumps([*game, list(self.seats), self.games, self.epochs, self.seed])
        return Path("runs", "training", f"{self.game.id}-{blake2b(header.encode(), digest_size=6).hexdigest()}")


@dataclass(frozen=True)
class Seen:
    """Positions: of every seat its numbers, whether it can still win, its share in the end and the rules' outlook."""

    numbers: NDArray[np.int16]  # position, seat, feature
    within: NDArray[np.bool_]
    shares: Floats
    outlooks: Floats
    games: NDArray[np.int32]  # which game each position is of

    @classmethod
    def of(cls, parts: list[Seen]) -> Seen:
        """All of them together."""
        return cls(*(np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(cls)))

    def where(self, wanted: NDArray[Any]) -> Seen:
        """Some of them."""
        return Seen(*(getattr(self, one.name)[wanted] for one in fields(self)))

    def split(self) -> tuple[Seen, Seen]:
        """Those to learn from, and those that are held out."""
        held_out = self.games % HELD_OUT == 0
        return self.where(~held_out), self.where(held_out)


def plan_of(game: Game, seats: tuple[int, ...], games: int, epochs: int, seed: str) -> Plan:
    """A training that can be done, or BadTraining or BadSetup."""
    player = player_of(game.id)
    if player is None or player.features is None:
        raise BadTraining(f"Nobody has said what there is to learn at {game.title}: its player has no features.")
    chosen = seats or tuple(size for size in game.sizes if size <= MOST_SEATS)
    return Plan(game, player, tuple(game.checked_seats(size) for size in chosen), games, epochs, seed)


# Playing.


def chapters(plan: Plan, folder: Path, resume: bool) -> Iterator[Seen]:
    """What was seen in all games, a chapter after another; those that are kept are not played again."""
    for chapter in range(plan.chapters):
        path = folder / f"chapter-{chapter}.npz"
        if resume and path.is_file():
            yield Seen(**kept_in(path))
            continue
        games = range(chapter * CHAPTER, min(plan.games, (chapter + 1) * CHAPTER))
        seen = Seen.of([one for number in games if (one := seen_in(plan, number))])
        keep(path, vars(seen))
        yield seen


def kept_in(path: Path) -> dict[str, Any]:
    """The arrays of a file, or BadTraining."""
    try:
        with np.load(path) as kept:
            return dict(kept)
    except (OSError, ValueError, BadZipFile) as error:
        raise BadTraining(f"{path} cannot be gone on with: {error}. Delete it, or begin --anew.") from None


def gone_on(adam: Adam, path: Path) -> int:
    """Take up what was kept after an epoch, and say after which, or BadTraining."""
    kept = kept_in(path)
    try:
        adam.go_on(kept)
        return int(kept["epoch"])
    except KeyError as error:
        raise BadTraining(f"{path} cannot be gone on with: it has no {error}. Delete it, or begin --anew.") from None


def keep(path: Path, arrays: dict[str, Any]) -> None:
    """Write arrays to a file that is there whole or not at all."""
    half = path.with_suffix(".half.npz")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(half, **arrays)
        half.replace(path)
    except OSError as error:
        raise BadTraining(f"{path} cannot be written: {error.strerror}.") from None


def seen_in(plan: Plan, number: int) -> Seen | None:
    """What was seen in one game, if anything."""
    seed = f"{plan.seed} game {number}"
    rng = Rng(seed_words(f"{seed} players")[0])
    tables = plan.player.tables
    seats = plan.seats[number % len(plan.seats)]
    state = plan.game.new(seats, seed, tables[number // len(plan.seats) % len(tables)])
    features = plan.features
    policy = Seated([somebody(plan, rng) for _ in range(seats)])
    words = watch(state, policy, rng, features, plan.styles[0], EVERY)
    rows = np.frombuffer(bytes(words), dtype=np.int64).reshape(-1, seats, 2 + len(features.names))
    if not len(rows):
        return None
    size = max(plan.seats)
    padded = np.zeros((len(rows), size, rows.shape[2]), dtype=np.int64)
    padded[:, :seats] = rows
    shares = np.zeros((len(rows), size), dtype=np.float32)
    shares[:, :seats] = ends(plan.player.spread, [int(state.score(seat)) for seat in range(seats)])
    numbers = padded[:, :, 2:].clip(-32768, 32767).astype(np.int16)
    which = np.full(len(rows), number, dtype=np.int32)
    return Seen(numbers, padded[:, :, 0] > 0, shares, padded[:, :, 1].astype(np.float32), which)


def somebody(plan: Plan, rng: Rng) -> Policy:
    """A player by rules of any style, who errs now and then."""
    return Mixed(plan.styles[int(rng.below(len(STYLES)))], ERRORS[int(rng.below(len(ERRORS)))])


def ends(spread: int, scores: list[int]) -> Floats:
    """What the end is worth to every seat, as `Evaluation.ending` has it."""
    if spread:
        figures: Floats = softmax(np.array([scores], dtype=np.float32) / spread)[0]
        return figures
    best: Floats = np.array([score == max(scores) for score in scores], dtype=np.float32)
    shares: Floats = best / best.sum()
    return shares


def softmax(figures: Floats) -> Floats:
    powers = np.exp(figures - figures.max(axis=1, keepdims=True))
    chances: Floats = powers / powers.sum(axis=1, keepdims=True)
    return chances


# Learning.


class Learner:
    """A net in training: Adam on the cross-entropy of who wins."""

    def __init__(self, plan: Plan, seen: Seen, folder: Path, resume: bool) -> None:
        self.plan = plan
        self.path = folder / "net.npz"
        self.seen, self.held_out = seen.split()
        flat = self.seen.numbers.reshape(-1, self.seen.numbers.shape[2])
        self.spreads = np.maximum(flat.astype(np.float32).std(axis=0), 0.05)
        rng = np.random.default_rng(seed_words(plan.seed)[0])
        number = flat.shape[1]
        rows = rng.normal(0, number**-0.5, (number, UNITS))
        self.adam = Adam({"rows": rows, "bias": np.zeros(UNITS), "out": first_out(UNITS)}, SHRINK)
        self.epoch = 0
        if resume and self.path.is_file():
            self.epoch = gone_on(self.adam, self.path)

    def learn(self) -> None:
        """One epoch: all positions once, in an order of its own."""
        rng = np.random.default_rng((seed_words(self.plan.seed)[0], self.epoch))
        order = rng.permutation(len(self.seen.games))
        step = step_in(self.epoch, self.plan.epochs)
        for start in range(0, len(order), BATCH):
            self.adjust(self.seen.where(order[start : start + BATCH]), step)
        self.epoch += 1
        keep(self.path, {**self.adam.arrays(), "epoch": np.array(self.epoch)})

    def adjust(self, batch: Seen, step: float) -> None:
        """One step of Adam."""
        weights = self.adam.weights
        inputs = self.inputs(batch)
        sums = inputs @ weights["rows"] + weights["bias"]
        units = active(sums)
        chances = softmax(self.figures(units, batch))
        error = ((chances - batch.shares) / len(chances)).reshape(-1, 1)
        back = error * weights["out"] * slope_of(sums)
        slopes = {"rows": inputs.T @ back, "bias": back.sum(axis=0), "out": (units * error).sum(axis=0)}
        self.adam.step(slopes, step)

    def inputs(self, batch: Seen) -> Floats:
        """The numbers of all seats, each as far as it varies."""
        inputs: Floats = batch.numbers.reshape(-1, batch.numbers.shape[2]) / self.spreads
        return inputs

    def figures(self, units: Floats, batch: Seen) -> Floats:
        figures: Floats = (units @ self.adam.weights["out"]).reshape(batch.within.shape)
        return np.where(batch.within, figures, np.float32(-1e9))

    def error(self) -> float:
        """The mean cross-entropy on what was held out, in nats; what cannot be avoided there is left out."""
        total = 0.0
        for start in range(0, len(self.held_out.games), 8 * BATCH):
            part = self.held_out.where(np.arange(start, min(len(self.held_out.games), start + 8 * BATCH)))
            units = active(self.inputs(part) @ self.adam.weights["rows"] + self.adam.weights["bias"])
            total += lost(softmax(self.figures(units, part)), part)
        return total / len(self.held_out.games)

    def usual_error(self) -> float:
        """The same of the rules' outlook, on the scale on which it does best."""
        best = inf
        for power in range(30):
            figures = np.where(self.held_out.within, self.held_out.outlooks / np.float32(1.6**power), np.float32(-1e9))
            best = min(best, lost(softmax(figures), self.held_out))
        return best / len(self.held_out.games)

    def net(self) -> Net:
        """What was learned."""
        weights = self.adam.weights
        rows = weights["rows"] / self.spreads[:, None]
        return Net(weights["bias"].tolist(), rows.tolist(), weights["out"].tolist(), self.plan.player.spread)

    def origin(self, data: str = "") -> dict[str, Any]:
        """How it was found, for its file."""
        plan = self.plan
        seats = " ".join([*(f"--seats {size}" for size in plan.seats), *([f"--data {data}"] if data else [])])
        how = f"{seats} --games {plan.games} --epochs {plan.epochs} --seed {plan.seed}"
        return {
            "command": f"tavern-bots train {plan.game.id} {how}",
            "games": plan.games,
            "positions": len(self.seen.games),
            "held_out": len(self.held_out.games),
            "error": round(self.error(), 4),
            "outlook_error": round(self.usual_error(), 4),
        }


def first_out(units: int) -> Floats:
    """What units count for at first: some for, some against."""
    out: Floats = 0.1 * np.where(np.arange(units) % 2, -1, 1)
    return out


def step_in(epoch: int, epochs: int) -> float:
    """The step of Adam in an epoch."""
    return STEP * (1 - 0.9 * epoch / max(1, epochs - 1))


def active(sums: Floats) -> Floats:
    """What the units say: the first as it is, the others from 0 on."""
    units = np.maximum(sums, 0)
    units[:, 0] = sums[:, 0]
    return units


def slope_of(sums: Floats) -> Floats:
    """How that changes with the sums."""
    slope: Floats = (sums > 0).astype(np.float32)
    slope[:, 0] = 1
    return slope


def lost(chances: Floats, seen: Seen) -> float:
    """The sum of the cross-entropies, less what the shares themselves have."""
    with np.errstate(divide="ignore", invalid="ignore"):
        own = np.where(seen.shares > 0, seen.shares * np.log(seen.shares), 0)
        each = np.where(seen.shares > 0, seen.shares * np.log(np.maximum(chances, 1e-6)), 0)
    return float((own - each).sum())
