"""Solo play of Tavern Brawl: every mode, the board as a person reads it, questions, and what a mat says."""

import re
from pathlib import Path

import pytest
from solo_games import FIRSTS, run

from tavern_engine import Rng, Table, game

BRAWL = ("tavern-brawl", "--against", "random", "--seed", 3, "--save", "brawl.json", "--hints", "random")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(typed: str, *more: object) -> str:
    Path("brawl.json").unlink(missing_ok=True)
    return run(*BRAWL, *more, typed=typed).output


@pytest.mark.parametrize("mode", ["professional", "basic", "monk"])
def test_every_mode_is_played_to_the_end(mode: str) -> None:
    output = play(FIRSTS, "--option", f"mode={mode}")
    assert "The game is over." in output
    assert re.search(r"  swords: \d+ points?, .*levels \d+\n  axes: \d+ points?, .*levels \d+\n", output)
    assert re.search(r"The result:\n  1\. seat [01]", output)
    assert max(map(len, output.splitlines())) <= 120


def test_by_default_all_mats_are_picked() -> None:
    assert "Pick a mat: you still get 6 mats." in play("q\n")  # B13


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--seats", 4, "--option", "mode=basic"), "Four play the professional rules (B21): mode=basic is for two."),
        (
            ("--seats", 4, "--option", "seating=right angle"),
            "Four sit team opposite team (B21): seating=right angle is",
        ),
        (
            ("--option", "mode=monk", "--option", "opening=8"),
            "Mats are picked by the professional rules only (B13): open",
        ),
    ],
)
def test_a_table_that_is_not_in_the_book_is_refused(options: tuple[object, ...], sentence: str) -> None:
    output = play("q\n", *options)
    assert sentence in " ".join(output.split())
    assert "Pick a mat" not in output


def test_two_play_against_two() -> None:
    output = play(FIRSTS, "--seats", 4)
    assert "seat 2 (random) (swords)" in output
    places = re.findall(r"^  (\d)\. seat (\d)", output.partition("The result:")[2], re.MULTILINE)
    by_seat = {int(seat): place for place, seat in places}
    assert by_seat[0] == by_seat[2]
    assert by_seat[1] == by_seat[3]


def test_the_board_shows_strengths_teams_mugs_and_labels() -> None:
    output = play("1\n7\n" * 30 + "q\n", "--option", "mode=basic", "--seat", 1)
    assert re.search(r"^ +column 6 +column 7", output, re.MULTILINE)
    assert re.search(r"^  row \|(swords|axes  ) ", output, re.MULTILINE)
    assert re.search(r"\|\d +\w+ +\d\|", output)
    assert "free" in output
    assert re.search(
        r"the bartender stands (north: no mat above|south: no mat below) row \d|the bartender stands (east|west): ",
        output,
    )


def test_the_hand_says_how_mats_will_lie() -> None:
    output = play("q\n", "--option", "opening=12")
    assert re.search(
        r"^  [* ] seat 0 \(you\) \(swords\), glass off the field:\n      \w+ +\d/\d/\d/\d  [12] ", output, re.MULTILINE
    )


def test_the_question_says_what_it_is_about() -> None:
    output = play(FIRSTS, "--option", "opening=0")
    questions = set(re.findall(r"\n(.+)\nYour choices:\n", output))
    assert "Pick a mat: you still get 6 mats." in questions
    assert "Which mat do you lay?" in questions
    assert any(re.fullmatch(r"Where do you lay \w+\?", text) for text in questions)
    assert any(
        re.fullmatch(r"Before \w+ at row \d+ column \d+ compares: put your glass .+\.", text) for text in questions
    )
    assert "It needs one more decision" not in output


@pytest.mark.parametrize(("seats", "mode"), [(2, "professional"), (2, "basic"), (2, "monk"), (4, "professional")])
def test_every_question_has_words(seats: int, mode: str) -> None:
    rules = game("tavern-brawl")
    for seed in range(8):
        table, rng = Table(rules, seats, seed, {"mode": mode}), Rng(seed)
        while not table.over:
            infoset = table.ask()[1]
            assert rules.question(infoset.view).text
            legal = infoset.legal()
            table.answer(legal[int(rng.below(len(legal)))])


def test_help_reads_the_board_and_the_mats() -> None:
    output = play("?\n? arsan\n? b20\nq\n")
    assert "Dotted cells are free" in output
    assert "Level 4, strengths 8/6/4/6 (top/right/bottom/left), 1 light. Stern look:" in " ".join(output.split())
    assert "B20" in output


def test_a_place_that_is_barred_is_refused_with_its_rule() -> None:
    output = play("1\nrow 1 column 1\nq\n", "--option", "mode=basic", "--seat", 1)
    assert "a mat must share an edge with a mat on the field (B7)" in output
