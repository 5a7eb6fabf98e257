"""Tuning of settings by an evolution strategy over games."""

from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from tavern_bots.api import BadBot, Setting
from tavern_bots.cli import main
from tavern_bots.measure.strength import Pairing
from tavern_bots.measure.tuning import Axis, Tuning

SETTINGS = (
    Setting("trust", 0.0, "", high=1),
    Setting("horizon", 0, ""),
    Setting("goal", "lead", "", choices=("win", "lead")),
)


def test_an_axis_is_a_range_or_some_choices() -> None:
    assert [Axis.parse(SETTINGS, "trust=0..0.1").at(place) for place in (0, 0.5, 1)] == ["0", "0.05", "0.1"]
    assert [Axis.parse(SETTINGS, "goal=win|lead").at(place) for place in (0, 0.4, 0.6, 1)] == 2 * ["win"] + 2 * ["lead"]


def test_a_wide_range_is_searched_by_its_logarithm() -> None:
    assert [Axis.parse(SETTINGS, "horizon=1..100").at(place) for place in (0, 0.5, 1)] == ["1", "10", "100"]
    assert [Axis.parse(SETTINGS, "horizon=0..100").at(place) for place in (0, 0.5, 1)] == ["0", "50", "100"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("truth=0..1", "There is no setting 'truth' to tune: there are trust, horizon, goal."),
        ("trust=0.1", "leaves no choice: write trust=LOW..HIGH"),
        ("trust=0..2", "a number from 0 to 1, not '2'"),
        ("trust=0.5..0.1", "is no range"),
        ("horizon=0..inf", "not 'inf'"),
        ("goal=0..1", "goal is win or lead, not a range of numbers"),
        ("goal=win|draw", "win or lead, not 'draw'"),
    ],
)
def test_what_is_no_axis_gets_a_sentence(text: str, said: str) -> None:
    with pytest.raises(BadBot, match=said):
        Axis.parse(SETTINGS, text)


def test_a_setting_is_set_once() -> None:
    pairing = Pairing("dragon-vault", "rules:errors=0.1", ("rules",), 2)
    for texts in (["errors=0..1"], ["style=0..3", "style=1|2"]):
        with pytest.raises(BadBot, match="is set twice"):
            Tuning.of(pairing, texts, 1)


def tuning() -> Tuning:
    """A player whose errors are to be found: the fewer the better."""
    return Tuning.of(Pairing("dragon-vault", "rules", ("rules:errors=0.5",), 2, "tuning"), ["errors=0..1"], 6)


def test_it_finds_what_is_better_and_goes_on_where_it_was(tmp_path: Path) -> None:
    *_, last = tuning().play(tmp_path / "whole.jsonl", 6, 1)
    assert float(last.favourite.partition("errors=")[2]) < 0.25
    list(islice(tuning().play(tmp_path / "broken.jsonl", 6, 1), 3))
    *_, resumed = tuning().play(tmp_path / "broken.jsonl", 6, 1)
    assert resumed == last
    assert (tmp_path / "broken.jsonl").read_text() == (tmp_path / "whole.jsonl").read_text()


def test_the_command_ends_with_a_gate_on_fresh_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = "tune rules:style=0 --setting errors=0..0.9 --against rules:errors=0.4 --rounds 2 --deals 2 --most 30"
    result = CliRunner().invoke(main, [*words.split(), "--workers", "1"])
    assert result.exit_code in (1, 2), result.output  # without errors it cannot be bettered
    assert "now thought best: rules:style=0,errors=" in result.output
    assert "better than rules:style=0 among rules:errors=0.4 at Dragon's Vault" in result.output
    assert "There is no setting 'luck'" in CliRunner().invoke(main, ["tune", "rules", "--setting", "luck=1..2"]).output
