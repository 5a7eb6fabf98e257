"""`tavern-bots train`: it learns, the same seed gives the same file, and what was broken off goes on."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from tavern_bots.cli import main
from tavern_bots.evaluation import CERTAIN, Evaluation
from tavern_bots.learned import learned, page
from tavern_bots.measure import training
from tavern_bots.measure.training import BadTraining, Learner, Plan, Seen, chapters, ends, plan_of
from tavern_engine import RandomPolicy, Rng, game

VAULT = game("dragon-vault")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def plan(games: int = 60, epochs: int = 2, seed: str = "test") -> Plan:
    return plan_of(VAULT, (2, 3), games, epochs, seed)


def learner(plan: Plan, folder: Path, resume: bool = True) -> Learner:
    return Learner(plan, Seen.of(list(chapters(plan, folder, resume))), folder, resume)


def test_it_learns_a_toy(tmp_path: Path) -> None:
    """Who has more of the third number wins."""
    rng = np.random.default_rng(1)
    number = 4000
    numbers = rng.integers(-20, 20, (number, 2, len(plan().features.names))).astype(np.int16)
    shares = np.zeros((number, 2), dtype=np.float32)
    shares[np.arange(number), numbers[:, :, 2].argmax(axis=1)] = 1
    games = np.arange(number, dtype=np.int32)
    seen = Seen(numbers, np.ones((number, 2), dtype=bool), shares, np.zeros((number, 2), dtype=np.float32), games)
    pupil = Learner(plan(epochs=40), seen, tmp_path, resume=False)
    before = pupil.error()
    while pupil.epoch < 40:
        pupil.learn()
    assert pupil.error() < before / 2
    assert pupil.error() < pupil.usual_error() / 2


def test_the_same_seed_gives_the_same_file_and_a_broken_training_goes_on(tmp_path: Path) -> None:
    common = ("train", "dragon-vault", "--seats", 2, "--games", 40, "--epochs", 2)
    for name, more in (("first", ()), ("second", ()), ("other", ("--seed", "another"))):
        result = run(*common, *more, "--folder", tmp_path / name, "--out", tmp_path / f"{name}.toml")
        assert result.exit_code == 0
        assert "held-out error" in result.output
    first, second, other = ((tmp_path / f"{name}.toml").read_text() for name in ("first", "second", "other"))
    assert first == second
    assert first != other
    (tmp_path / "first" / "chapter-0.npz").unlink()
    half = learner(replace(plan_of(VAULT, (2,), 40, 2, "train")), tmp_path / "half")
    half.learn()
    run(*common, "--folder", tmp_path / "half", "--out", tmp_path / "half.toml")
    run(*common, "--folder", tmp_path / "first", "--anew", "--out", tmp_path / "anew.toml")
    assert (tmp_path / "half.toml").read_text() == (tmp_path / "anew.toml").read_text() == first


def test_what_is_written_plays_as_what_was_learned(tmp_path: Path) -> None:
    """The whole numbers of the file say the same as the net that was trained."""
    pupil = learner(plan(), tmp_path)
    pupil.learn()
    path = tmp_path / "evaluation.toml"
    path.write_text(page(VAULT, pupil.plan.features.names, pupil.net(), pupil.origin()), encoding="utf-8")
    evaluation = learned(VAULT, pupil.plan.features, path)
    assert isinstance(evaluation, Evaluation)
    state = VAULT.new(3, 5)
    state.playout(RandomPolicy(), Rng(3), 30)
    rows = []
    for seat in range(3):
        pupil.plan.features.read(state, seat)
        rows.append([int(one) for one in pupil.plan.features.numbers])
    numbers = np.array([rows], dtype=np.int16)
    seen = Seen(numbers, np.ones((1, 3), dtype=bool), np.zeros((1, 3)), np.zeros((1, 3)), np.zeros(1, dtype=np.int32))
    weights = pupil.adam.weights
    units = training.active(pupil.inputs(seen) @ weights["rows"] + weights["bias"])
    chances = training.softmax(pupil.figures(units, seen))[0]
    assert [int(evaluation.chance(state, seat)) / CERTAIN for seat in range(3)] == pytest.approx(chances, abs=0.002)


def test_games_are_held_out_whole(tmp_path: Path) -> None:
    pupil = learner(plan(), tmp_path)
    assert not set(pupil.seen.games) & set(pupil.held_out.games)
    assert len(set(pupil.held_out.games)) == 6


def test_an_end_is_shared_or_as_clear_as_its_scores() -> None:
    assert ends(0, [5, 7, 7]).tolist() == [0, 0.5, 0.5]
    soft = ends(10, [0, 10])
    assert soft.sum() == pytest.approx(1)
    assert soft[1] == pytest.approx(0.731, abs=0.001)


def test_what_cannot_be_trained_is_told_in_a_sentence(tmp_path: Path) -> None:
    assert "its player has no features" in run("train", "tavern-brawl").output
    assert "is played with 2 to 6 seats" in run("train", "dragon-vault", "--seats", 9).output
    assert "is not in the range" in run("train", "dragon-vault", "--games", 1).output
    (tmp_path / "chapter-0.npz").write_text("no archive")
    output = run("train", "dragon-vault", "--games", 40, "--folder", tmp_path).output
    assert "cannot be gone on with" in output
    assert "Delete it, or begin --anew." in output
    out = tmp_path / "nowhere" / "x.toml"
    result = run("train", "dragon-vault", "--games", 20, "--epochs", 1, "--folder", tmp_path / "new", "--out", out)
    assert "cannot be written" in result.output
    with pytest.raises(BadTraining):
        training.keep(tmp_path / "chapter-0.npz" / "x.npz", {})


def test_what_other_code_has_kept_is_refused_in_a_sentence(tmp_path: Path) -> None:
    training.keep(tmp_path / "net.npz", {"epoch": np.array([1, 2])})
    with pytest.raises(BadTraining, match="cannot be gone on with: it has no 'weights rows'"):
        learner(plan(), tmp_path)
