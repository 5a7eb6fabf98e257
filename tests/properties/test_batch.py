"""Batches: many games stepped at once, the same for the same seed, and unharmed by whatever is handed to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shelves import ACT, FAILING, on_path, publish_game

import tavern_engine
from tavern_engine import (
    BadGame,
    BadSetup,
    Game,
    IllegalAction,
    Policy,
    RandomPolicy,
    Rng,
    State,
    TavernError,
    game,
    games,
)
from tavern_engine.batch import Batch, Step

all_games = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
STEPS = 300 if tavern_engine.COMPILED else 40


class First(Policy):
    """Always the first legal action."""

    def choose(self, state: State, rng: Rng) -> int:
        return int(state.nth(0))


class Cheat(Policy):
    """An action that is never legal."""

    def choose(self, state: State, rng: Rng) -> int:
        return 999_999


def copied(step: Step) -> list[Any]:
    return [array.copy() for array in step]


def same(one: list[Any], other: list[Any]) -> bool:
    return all((mine == theirs).all() for mine, theirs in zip(one, other, strict=True))


@all_games
def test_the_same_seed_gives_the_same_arrays_and_another_one_others(game: Game) -> None:
    runs = []
    for seed in (7, 7, "seven"):
        batch = Batch(game, game.usual_size, 8, seed)
        for _ in range(STEPS // 3):
            batch.step(batch.random_actions())
        runs.append(copied(batch.now))
    assert same(runs[0], runs[1])
    assert not same(runs[0], runs[2])


def test_a_game_does_not_hang_on_how_many_others_there_are() -> None:
    few, many = Batch("dragon-vault", 3, 2, 5), Batch("dragon-vault", 3, 20, 5)
    for _ in range(STEPS):
        actions = many.random_actions()
        step, wide = few.step(actions[:2]), many.step(actions)
        assert [one.tolist() for one in step] == [one[:2].tolist() for one in wide]


def test_reset_begins_again() -> None:
    batch = Batch("tavern-brawl", 2, 4, 1)
    before = copied(batch.now)
    for _ in range(60):
        batch.step(batch.random_actions())
    assert not same(before, copied(batch.now))
    assert same(before, copied(batch.reset()))
    assert not same(before, copied(batch.reset(seed=2)))


def test_arrays_are_the_same_objects_and_cannot_be_written_to() -> None:
    batch = Batch("dragon-vault", 2, 4)
    step = batch.step(batch.random_actions())
    assert all(one is other for one, other in zip(step, batch.now, strict=True))
    for array in (*step, batch.places, batch.random_actions()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_games_that_end_make_room_for_the_next() -> None:
    batch = Batch("tavern-brawl", 2, 16, 3)
    ended = 0
    for _ in range(STEPS // 2):
        step = batch.step(batch.random_actions())
        ended += int(step.ended.sum())
        assert (step.rewards[~step.ended] == 0).all()
        assert (batch.places[~step.ended] == 0).all()
        for rewards, places in zip(step.rewards[step.ended], batch.places[step.ended], strict=True):
            assert rewards.tolist() == {1: [1, -1], 2: [-1, 1], 0: [0, 0]}[0 if places[0] == places[1] else places[0]]
        assert step.masks.any(axis=1).all()
    assert ended > 0 or not tavern_engine.COMPILED


def test_rewards_of_four_go_from_1_to_minus_1_by_place() -> None:
    batch = Batch("red-dragon-inn", 4, 32 if tavern_engine.COMPILED else 4, 3)
    places: dict[tuple[int, ...], list[float]] = {}
    for _ in range(8 * STEPS):
        step = batch.step(batch.random_actions())
        for room in np.flatnonzero(step.ended):
            places[tuple(batch.places[room].tolist())] = step.rewards[room].tolist()
        if len(places) > 3:
            break
    worth = [1, 1 / 3, -1 / 3, -1]
    for order, rewards in places.items():
        if sorted(order) == [1, 2, 3, 4]:
            assert rewards == pytest.approx([worth[place - 1] for place in order])
        assert sum(rewards) == pytest.approx(0)


def test_teams_win_and_lose_together() -> None:
    batch = Batch("tavern-brawl", 4, 8, 3)
    for _ in range(STEPS):
        step = batch.step(batch.random_actions())
        for rewards in step.rewards[step.ended]:
            assert rewards[0] == rewards[2] == -rewards[1] == -rewards[3]
            assert abs(rewards[0]) in (0, 1)


def test_a_lead_is_paid_in_points() -> None:
    places, leads = (Batch("tiefenthal", 2, 4, 3, rewards=by) for by in ("placement", "lead"))
    for _ in range(4 * STEPS):
        actions = places.random_actions()
        by_place, by_lead = places.step(actions), leads.step(actions)
        assert (np.sign(by_place.rewards) == np.sign(by_lead.rewards)).all()
        assert (np.abs(by_lead.rewards) < 200).all()


def test_opponents_play_inside_and_only_the_others_are_asked() -> None:
    batch = Batch("dragon-vault", 3, 8, 3, opponents={1: RandomPolicy(), 2: First()})
    for _ in range(STEPS):
        step = batch.step(batch.random_actions())
        assert (step.asked == 0).all()
    again = Batch("dragon-vault", 3, 8, 3, opponents={1: RandomPolicy(), 2: First()})
    for _ in range(STEPS):
        again.step(again.random_actions())
    assert same(copied(batch.now), copied(again.now))


def test_a_policy_that_cheats_is_named() -> None:
    with pytest.raises(IllegalAction, match="A policy of the batch chose action 999999"):
        Batch("dragon-vault", 2, 1, 0, opponents={0: Cheat()})


def test_every_seat_can_be_looked_at() -> None:
    batch = Batch("dragon-vault", 3, 4, 3)
    for _ in range(20):
        step = batch.step(batch.random_actions())
        seen = [batch.seen_by(seat) for seat in range(3)]
        for room, seat in enumerate(step.asked):
            assert (seen[seat][room] == step.observations[room]).all()
    assert batch.seen_by(1) is batch.seen_by(1)
    with pytest.raises(BadSetup, match="There is no seat 3 at a table of 3"):
        batch.seen_by(3)


def test_scaled_observations_go_from_0_to_1() -> None:
    batch = Batch("red-dragon-inn", 2, 8, 3)
    for _ in range(30):
        batch.step(batch.random_actions())
    scaled = batch.scaled()
    assert scaled.dtype == np.float32
    assert scaled.min() == 0
    assert scaled.max() == 1
    high = np.array(batch.encoding.high)
    assert np.allclose(scaled * high, batch.now.observations)


# Bad input.


def illegal(batch: Batch) -> list[int]:
    """Legal actions for all games but the last."""
    actions = [int(mask.argmax()) for mask in batch.now.masks]
    return [*actions[:-1], int((~batch.now.masks[-1]).argmax())]


WRONG: dict[str, tuple[Callable[[Batch], object], str]] = {
    "a masked action": (illegal, "Game 3: Seat "),
    "no action": (lambda batch: [10_000] * 4, "there is no action"),
    "a negative action": (lambda batch: [-1, 0, 0, 0], "Game 0: there is no action -1: they are 0 to"),
    "too few": (lambda batch: [0, 0], r"takes 4 whole numbers.* not an array of int64 of shape \(2,\)"),
    "two dimensions": (lambda batch: [[0, 0, 0, 0]], r"shape \(1, 4\)"),
    "a single number": (lambda batch: 0, r"shape \(\)"),
    "fractions": (lambda batch: [0.0, 1.0, 0.0, 0.0], "array of float64"),
    "yes and no": (lambda batch: [True, False, True, True], "array of bool"),
    "words": (lambda batch: ["pass"] * 4, "array of <U4"),
    "nothing": (lambda batch: None, "array of object"),
    "a ragged list": (lambda batch: [[0], [0, 1], 0, 0], "whole numbers"),
    "a number beyond all": (lambda batch: np.array([2**64 - 1] * 4, np.uint64), "there is no action"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_actions_are_refused_with_a_sentence_and_change_nothing(what: str) -> None:
    batch, twin = Batch("dragon-vault", 2, 4, 1), Batch("dragon-vault", 2, 4, 1)
    make, sentence = WRONG[what]
    for _ in range(3):
        before = [copied(batch.now), [batch.truth(room).to_bytes() for room in range(4)]]
        with pytest.raises(IllegalAction, match=sentence):
            batch.step(make(batch))  # type: ignore[arg-type]
        assert same(before[0], copied(batch.now))
        assert before[1] == [batch.truth(room).to_bytes() for room in range(4)]
        actions = twin.random_actions().copy()
        assert same(copied(batch.step(actions)), copied(twin.step(actions)))


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"seats": 9}, "is played with 2 to 6 seats, not with 9"),
        ({"seats": "two"}, "not with 'two'"),
        ({"n": 0}, "A batch has 1 to 1,000,000 games, not 0"),
        ({"n": 2.0}, "not 2.0"),
        ({"n": True}, "not True"),
        ({"n": 10**9}, "not 1000000000"),
        ({"seed": 1.5}, "A seed is a whole number or a text"),
        ({"options": {"trick": True}}, "has no option 'trick'. Did you mean 'tricks'"),
        ({"options": {"tricks": 1}}, "The option tricks cannot be 1"),
        ({"options": 7}, "Options are names with values"),
        ({"game": "dragon-vaul"}, "dragon-vault"),
        ({"game": 7}, "A batch needs a game"),
        ({"opponents": {2: RandomPolicy()}}, "sits at a seat from 0 to 1, not at 2"),
        ({"opponents": {"1": RandomPolicy()}}, "not at '1'"),
        ({"opponents": {0: "random"}}, "An opponent is a Policy"),
        ({"opponents": {0: RandomPolicy(), 1: RandomPolicy()}}, "leave one for the learner"),
        ({"opponents": [RandomPolicy()]}, "Opponents are policies by seat"),
        ({"rewards": "leads"}, "Did you mean 'lead'"),
        ({"rewards": None}, "The argument rewards is 'placement' or 'lead', not None"),
    ],
)
def test_wrong_set_ups_are_refused_with_a_sentence(setup: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TavernError, match=sentence):
        Batch(**{"game": "dragon-vault", "seats": 2, "n": 1, **setup})


def test_a_truth_is_a_copy() -> None:
    batch = Batch(game("dragon-vault"), 2, 2)
    before = batch.truth(0).to_bytes()
    batch.truth(0).playout(RandomPolicy(), Rng(1), 5)
    assert batch.truth(0).to_bytes() == before
    with pytest.raises(BadSetup, match="There is no game 2 in a batch of 2"):
        batch.truth(2)


class Choosy(Policy):
    """Plays at random, and fails when it is asked for the hundredth time, if it ever does."""

    def __init__(self, answer: int | None = None, at: int = 100) -> None:
        self.answer = answer
        self.left = at

    def choose(self, state: State, rng: Rng) -> int:
        self.left -= 1
        if self.left != 0:
            return int(state.nth(rng.below(state.count())))
        if self.answer is None:
            raise ValueError("I give up")
        return self.answer


def everything(batch: Batch) -> list[Any]:
    """All that can be seen of a batch."""
    rooms = [np.frombuffer(batch.truth(room).to_bytes(), np.uint8) for room in range(batch.n)]
    return [*copied(batch.now), batch.places.copy(), *rooms]


def until_it_fails(batch: Batch) -> tuple[list[Any], Any, BaseException]:
    """All that was seen before the step that failed, its actions, and what was raised."""
    while True:
        before, actions = everything(batch), batch.random_actions().copy()
        try:
            batch.step(actions)
        except BaseException as error:
            return before, actions, error


@pytest.mark.parametrize(("answer", "error"), [(None, ValueError), (999_999, IllegalAction)])
def test_a_policy_that_fails_leaves_the_batch_as_it_was(answer: int | None, error: type[Exception]) -> None:
    batch = Batch("dragon-vault", 2, 8, 1, opponents={1: Choosy(answer)})
    twin = Batch("dragon-vault", 2, 8, 1, opponents={1: Choosy(at=0)})
    before, actions, wrong = until_it_fails(batch)
    assert isinstance(wrong, error)
    assert same(before, everything(batch))
    while not same(before, everything(twin)):
        twin.step(twin.random_actions())
    for _ in range(20):
        assert same(copied(batch.step(actions)), copied(twin.step(actions)))
        actions = twin.random_actions().copy()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (FAILING, r"KeyError: 'no such mug' \(rules\.py, line \d+\)"),
        (("rules.py", ACT, f"{ACT}        if self.w[TURNS] == 2:\n            raise SystemExit(3)\n"), "SystemExit: 3"),
        (("rules.py", "return strength + size", "return 'much' + size"), "TypeError: "),
    ],
    ids=["raises", "exits", "score"],
)
def test_a_game_of_others_that_fails_is_named_and_the_batch_is_as_it_was(
    tmp_path: Path, change: tuple[str, str, str], reason: str
) -> None:
    publish_game(tmp_path, change)
    with on_path(tmp_path):
        batch = Batch("my-game", 2, 5, 1)
        before, actions, wrong = until_it_fails(batch)
        assert isinstance(wrong, BadGame)
        assert re.match(f"The rules of My Game failed: {reason}", str(wrong))
        assert same(before, everything(batch))
        assert all(batch.now.masks[room, action] for room, action in enumerate(actions))
        assert batch.reset().masks.any(axis=1).all()


def test_a_game_of_others_that_cannot_begin_is_named(tmp_path: Path) -> None:
    publish_game(tmp_path, ("rules.py", "        self.ask_next()\n        self.settle()\n", "        1 // 0\n"))
    with on_path(tmp_path), pytest.raises(BadGame, match=r"^The rules of My Game failed: ZeroDivisionError: "):
        Batch("my-game", 2, 5, 1)


@pytest.mark.parametrize(
    ("codes", "reason"),
    [
        ("[-1, 0]", "actions can be legal that it does not have, or none can"),
        ("[10**6]", "actions can be legal that it does not have, or none can"),
        ("[]", "actions can be legal that it does not have, or none can"),
        ("[0]", "The rules of My Game failed: IndexError"),
        ("1 // 0", "ZeroDivisionError: "),
    ],
)
def test_a_game_of_others_that_miscounts_its_actions_is_told(tmp_path: Path, codes: str, reason: str) -> None:
    told = f"    def reachable(self, blank):\n        return {codes}\n\n    def set_out("
    publish_game(tmp_path, ("game.py", "    def set_out(", told))
    with on_path(tmp_path), pytest.raises(TavernError, match=reason):
        Batch("my-game", 2, 5, 1)


def test_numbers_of_numpy_are_numbers() -> None:
    two = np.int64(2)
    batch = Batch(game("dragon-vault"), two, np.int32(3), np.uint8(7))  # type: ignore[arg-type]
    same_one = Batch(game("dragon-vault"), 2, 3, 7)
    assert (batch.n, batch.seats) == (3, 2)
    assert same(copied(batch.now), copied(same_one.now))
    asked = batch.now.asked[0]
    assert (batch.seen_by(asked) == same_one.seen_by(int(asked))).all()
    assert batch.seen_by(0) is batch.seen_by(asked)
    assert batch.truth(two).to_bytes() == same_one.truth(2).to_bytes()  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [10**5000, -(10**5000), 2**63, -1, ""], ids=["large", "low", "64 bits", "-1", "empty"])
def test_any_whole_number_or_text_is_a_seed(seed: int | str) -> None:
    batch = Batch(game("dragon-vault"), 2, 2, seed)
    assert same(copied(batch.now), copied(Batch(game("dragon-vault"), 2, 2, seed).now))
