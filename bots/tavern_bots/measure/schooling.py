"""Trains a policy: lessons are taken in many games, and a small net learns what choices gain (`learned_policy.py`).

It is done in rounds. In the first the pupil plays by the rules, in every later one by what it has learned in the one
before, and so do the games go on in which a choice is tried; each round learns anew from its own lessons. Other seats
are taken by players by rules of several styles, so that it learns to play with all sorts. Games are played in chapters,
which are kept in a folder as rounds are, so that a training that was broken off goes on; the same seed gives the same
weights, in any number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from hashlib import blake2b
from json import dumps
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavern_bots.evaluation import Evaluation, Seated
from tavern_bots.learned import Net, whole
from tavern_bots.learned_policy import HEAD, MOST, SMALL, WORTHS, LearnedPolicy, Trials, study
from tavern_bots.measure.adam import Adam, Floats
from tavern_bots.measure.side_by_side import side_by_side
from tavern_bots.measure.strength import game_of
from tavern_bots.measure.training import (
    ERRORS,
    HELD_OUT,
    MOST_SEATS,
    STYLES,
    BadTraining,
    active,
    first_out,
    gone_on,
    keep,
    kept_in,
    slope_of,
    step_in,
)  # fmt: skip
from tavern_bots.player import Player, player_of
from tavern_bots.search import Mixed
from tavern_engine import Game, Policy, Rng
from tavern_engine.chance import seed_words

CHAPTER: Final = 500  # games
EVERY: Final = 12  # decisions between two lessons, on average
TRIES: Final = 1  # of every choice: many choices tried once tell more than few tried often
HORIZON: Final = 40  # decisions
PUPILS: Final = 3  # one seat of so many is taken by somebody else
UNITS: Final = 16
BATCH: Final = 2048  # choices
SHRINK: Final = 1e-5
TENTHS: Final = 100_000  # gains are counted in tenths of the game
RARE: Final = 30  # fewer choices of a sort teach nothing


@dataclass(frozen=True)
class Course:
    """What is played and learned."""

    game_id: str
    data: str
    seats: tuple[int, ...]
    games: int  # of a round
    rounds: int
    epochs: int
    seed: str

    @property
    def game(self) -> Game:
        """What is played."""
        return game_of(self.game_id, self.data)

    @property
    def player(self) -> Player:
        """Whose policy is trained."""
        found = player_of(self.game_id)
        assert found is not None
        return found

    def pupil(self, net: Net | None = None) -> LearnedPolicy:
        """The policy, with this net if it has learned anything."""
        assert self.player.pupil is not None
        policy = self.player.pupil(self.game)
        if net is not None:
            policy.teach(whole(net))
        return policy

    @property
    def chapters(self) -> int:
        """How many a round has."""
        return -(-self.games // CHAPTER)

    def folder(self) -> Path:
        """Where it is kept unless somebody names a folder: another one for everything that decides what is learned."""
        game = self.game
        header = [game.id, game.version, game.data_hash, self.pupil().names, list(self.seats)]
        digest = blake2b(dumps([*header, self.games, self.rounds, self.epochs, self.seed]).encode(), digest_size=6)
        return Path("runs", "training", f"{game.id}-policy-{digest.hexdigest()}")


@cache
def evaluation_of(course: Course) -> Evaluation:
    """What counts where a trial ends, or BadTraining."""
    found = course.player.evaluation(course.game)
    if isinstance(found, str):
        raise BadTraining(f"{found} A policy is trained with an evaluation that fits.")
    return found


def course_of(
    game_id: str, data: str, seats: tuple[int, ...], games: int, rounds: int, epochs: int, seed: str
) -> Course:
    """A training that can be done, or BadTraining or BadSetup."""
    game, player = game_of(game_id, data), player_of(game_id)
    if player is None or player.pupil is None:
        raise BadTraining(f"Nobody has said what there is to learn at {game.title}: its player has no learned policy.")
    chosen = seats or tuple(size for size in game.sizes if size <= MOST_SEATS)
    sizes = tuple(game.checked_seats(size) for size in chosen)
    course = Course(game_id, data, sizes, games, rounds, epochs, seed)
    evaluation_of(course)
    return course


# Lessons.


@dataclass(frozen=True)
class Lessons:
    """Choices that were tried: of which sort, what the rules thought, what was gained, and the situation."""

    slots: NDArray[np.int16]
    worths: NDArray[np.int16]
    gains: Floats
    numbers: NDArray[np.int16]
    games: NDArray[np.int32]  # which game each is of

    @classmethod
    def of(cls, parts: list[Lessons]) -> Lessons:
        """All of them together."""
        return cls(*(np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(cls)))

    def where(self, wanted: NDArray[Any]) -> Lessons:
        """Some of them."""
        return Lessons(*(getattr(self, one.name)[wanted] for one in fields(self)))


@dataclass(frozen=True)
class Chapter:
    """Some games of a round, as a process is told of them; `net` is what was learned in the round before."""

    course: Course
    round: int
    number: int
    net: Net | None
    path: Path


def lessons_of(course: Course, round: int, net: Net | None, folder: Path, workers: int) -> Iterator[Lessons]:
    """The lessons of a round, chapter by chapter; chapters that are kept are not played again."""
    chapters = [
        Chapter(course, round, number, net, folder / f"round-{round}-chapter-{number}.npz")
        for number in range(course.chapters)
    ]
    missing = [one for one in chapters if not one.path.is_file()]
    played = side_by_side(play, missing, workers)
    for chapter in chapters:
        if chapter in missing:
            next(played)
        yield Lessons(**kept_in(chapter.path))


def play(chapter: Chapter) -> None:
    """Play the games of a chapter, and keep its lessons."""
    course = chapter.course
    pupil = course.pupil(chapter.net)
    others = [course.player.styled(course.game, style if course.player.restyle else 0) for style in STYLES]
    first = chapter.number * CHAPTER
    parts = [taken_in(chapter, number, pupil, others) for number in range(first, min(course.games, first + CHAPTER))]
    keep(chapter.path, vars(Lessons.of(parts)))


def taken_in(chapter: Chapter, number: int, pupil: LearnedPolicy, others: list[Policy]) -> Lessons:
    """The lessons of one game."""
    course = chapter.course
    seed = f"{course.seed} round {chapter.round} game {number}"
    rng = Rng(seed_words(f"{seed} players")[0])
    seats = course.seats[number % len(course.seats)]
    tables = course.player.tables
    state = course.game.new(seats, seed, tables[number // len(course.seats) % len(tables)])
    mask = 0
    policies: list[Policy] = []
    for seat in range(seats):
        learns = seat == number % seats or rng.below(PUPILS) > 0
        mask |= int(learns) << seat
        who = pupil if learns else others[int(rng.below(len(others)))]
        policies.append(Mixed(who, ERRORS[int(rng.below(len(ERRORS)))]))
    trials = Trials(Seated(policies), evaluation_of(course), TRIES, HORIZON)
    words = study(state, pupil, mask, trials, rng, EVERY)
    rows = np.frombuffer(bytes(words), dtype=np.int64).reshape(-1, HEAD + len(pupil.features.names))
    return Lessons(
        rows[:, 0].astype(np.int16),
        rows[:, 1].astype(np.int16),
        (rows[:, 2] / TENTHS).astype(np.float32),
        rows[:, HEAD:].clip(-32768, 32767).astype(np.int16),
        np.full(len(rows), number, dtype=np.int32),
    )


# Learning.


class Student:
    """The net of a round in training: Adam on the square of what it gets wrong."""

    def __init__(self, course: Course, round: int, lessons: Lessons, folder: Path) -> None:
        self.course = course
        self.round = round
        self.path = folder / f"round-{round}.npz"
        self.slots = len(course.pupil().slots)
        self.common = np.bincount(lessons.slots, minlength=self.slots) >= RARE
        lessons = lessons.where(self.common[lessons.slots])
        held_out = lessons.games % HELD_OUT == 0
        if not held_out.any() or held_out.all():
            raise BadTraining(f"{course.games} games give too few lessons of any sort to learn from: play more.")
        self.lessons, self.held_out = lessons.where(~held_out), lessons.where(held_out)
        self.spreads = np.maximum(lessons.numbers.astype(np.float32).std(axis=0), 0.05)
        self.worth_spreads = np.maximum(both_worths(lessons).std(axis=0), 0.05)
        rng = np.random.default_rng(seed_words(f"{course.seed} round {round}")[0])
        number = len(self.spreads)
        weights = {
            "rows": rng.normal(0, number**-0.5, (number, UNITS)),
            "worths": rng.normal(0, 0.5, (len(WORTHS), UNITS)),
            "slots": rng.normal(0, 0.3, (self.slots, UNITS)),
            "bias": np.zeros(UNITS),
            "out": first_out(UNITS),
        }
        self.adam = Adam(weights, SHRINK)
        self.epoch = 0
        if self.path.is_file():
            self.epoch = gone_on(self.adam, self.path)

    def learn(self) -> None:
        """One epoch: all lessons once, in an order of its own."""
        rng = np.random.default_rng((seed_words(self.course.seed)[0], self.round, self.epoch))
        order = rng.permutation(len(self.lessons.games))
        step = step_in(self.epoch, self.course.epochs)
        for start in range(0, len(order), BATCH):
            self.adjust(self.lessons.where(order[start : start + BATCH]), step)
        self.epoch += 1
        keep(self.path, {**self.adam.arrays(), "epoch": np.array(self.epoch)})

    def adjust(self, batch: Lessons, step: float) -> None:
        """One step of Adam."""
        weights = self.adam.weights
        inputs, worths, sums = self.sums(batch)
        units = active(sums)
        error = ((units @ weights["out"] - batch.gains) / len(batch.gains))[:, None]
        back = error * weights["out"] * slope_of(sums)
        marks = np.zeros_like(weights["slots"])
        np.add.at(marks, batch.slots, back)
        slopes = {"rows": inputs.T @ back, "worths": worths.T @ back, "slots": marks, "bias": back.sum(axis=0)}
        self.adam.step({**slopes, "out": (units * error).sum(axis=0)}, step)

    def sums(self, batch: Lessons) -> tuple[Floats, Floats, Floats]:
        """What is read of a situation and of a choice, and what the units add up."""
        weights = self.adam.weights
        inputs: Floats = batch.numbers / self.spreads
        worths: Floats = both_worths(batch) / self.worth_spreads
        sums = inputs @ weights["rows"] + worths @ weights["worths"] + weights["slots"][batch.slots] + weights["bias"]
        return inputs, worths, sums

    def explained(self) -> float:
        """The share of what choices gain in held-out games that it foretells; luck, most of all, cannot be foretold."""
        wrong = 0.0
        for start in range(0, len(self.held_out.games), 8 * BATCH):
            part = self.held_out.where(np.arange(start, min(len(self.held_out.games), start + 8 * BATCH)))
            wrong += float(((active(self.sums(part)[2]) @ self.adam.weights["out"] - part.gains) ** 2).sum())
        return 1 - wrong / max(float((self.held_out.gains**2).sum()), 1e-9)

    def net(self) -> Net:
        """What was learned; a sort of choice without lessons has no weights."""
        weights = self.adam.weights
        rows = weights["rows"] / self.spreads[:, None]
        worths = weights["worths"] / self.worth_spreads[:, None]
        slots = weights["slots"] * self.common[:, None]
        return Net(
            weights["bias"].tolist(), [*rows.tolist(), *worths.tolist(), *slots.tolist()], weights["out"].tolist(), 0
        )

    def origin(self) -> dict[str, Any]:
        """How it was found, for its file."""
        course = self.course
        seats = " ".join(
            [*(f"--seats {size}" for size in course.seats), *([f"--data {course.data}"] if course.data else [])]
        )
        how = f"{seats} --games {course.games} --rounds {course.rounds} --epochs {course.epochs} --seed {course.seed}"
        return {
            "command": f"tavern-bots train {course.game_id} --what policy {how}",
            "games": course.games * course.rounds,
            "lessons": len(self.lessons.games),
            "held_out": len(self.held_out.games),
            "explained": round(self.explained(), 4),
        }


def both_worths(lessons: Lessons) -> Floats:
    """What the rules thought of each choice, as the net reads it: see WORTHS."""
    worths = lessons.worths.astype(np.float32)
    found: Floats = np.stack([np.clip(worths, -MOST, MOST), np.clip(worths, -SMALL, SMALL)], axis=1)
    return found


def school(course: Course, folder: Path, workers: int, tell: Callable[[int, str], None]) -> Student:
    """All rounds; `tell` hears how many chapters and epochs more are done, and how it stands. Who has learned all."""
    net: Net | None = None
    for round in range(course.rounds - 1):
        net = learn(course, round, net, folder, workers, tell).net()
    return learn(course, course.rounds - 1, net, folder, workers, tell)


def learn(
    course: Course, round: int, net: Net | None, folder: Path, workers: int, tell: Callable[[int, str], None]
) -> Student:
    """One round: its lessons, and who has learned from them."""
    stage = f"round {round + 1}"
    lessons = []
    for chapter in lessons_of(course, round, net, folder, workers):
        lessons.append(chapter)
        tell(1, stage)
    student = Student(course, round, Lessons.of(lessons), folder)
    tell(student.epoch, stage)
    while student.epoch < course.epochs:
        student.learn()
        tell(1, f"{stage}: {student.explained():.1%} foretold")
    return student
