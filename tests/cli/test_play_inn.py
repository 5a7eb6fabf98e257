"""Solo play of The Red Dragon Inn: names, questions, card texts, waiting, and the table as a person sees it."""

import json
import re
from pathlib import Path

import pytest
from solo_games import FIRSTS, NUMBERS, run, saved

from tavern_engine import Rng, Table, game
from tavern_tournament.solo import screen as play_screen

INN = ("red-dragon-inn", "--against", "random", "--seats", 4, "--seed", 3, "--save", "inn.json", "--hints", "random")
WAITS = "".join(f"w\n{number}" for number in NUMBERS) * 500  # wait where one can, else decide


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(typed: str) -> str:
    Path("inn.json").unlink(missing_ok=True)
    return run(*INN, typed=typed).output


def test_seats_are_called_by_their_characters() -> None:
    output = play("1\n1\n1\nq\n")
    assert "You are Fiona; Gerki is random, Deirdre is random, Zot is random." in output
    assert "  Fiona (you) has 10 Gold.\n" in output
    assert "  Fiona (you) pays 1 Gold to Zot (random).\n" in output
    assert "   1  Gerki (random)\n   2  Deirdre (random)\n" in output
    assert "seat 0" not in output


def test_markers_stand_in_columns_and_the_hand_is_a_list() -> None:
    output = play("q\n")
    assert "  * Fiona (you)       AC  0  F 20  20 left  Gold  9  drinks 1  hand 7  deck 33\n" in output
    assert "    Deirdre (random)  AC  0  F 20  20 left  Gold 10  drinks 1  hand 7  deck 33\n" in output
    assert "  hand:\n    Winning Hand! (Gambling)\n" in output


def test_the_question_says_what_it_is_about() -> None:
    output = play("1\n1\n1\n1\n1\nq\n")
    questions = re.findall(r"\n(.+)\nYour choices:\n", output)
    assert questions[0] == "Discard a card, going down the list, or pass to stop: then you draw up to 7 cards."
    assert "Your turn, before the drink is ordered: play a card, or pass." in questions
    assert "Who gets the drink?" in questions
    assert "It needs one more decision" not in output


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_question_has_words_and_all_but_windows_concern_the_seat(seats: int) -> None:
    rules = game("red-dragon-inn")
    for seed in range(8):
        table, rng = Table(rules, seats, seed), Rng(seed)
        while not table.over:
            seat, infoset = table.ask()
            question = rules.question(infoset.view)
            assert question.text
            assert f"seat {seat} " not in question.text or "in control" in question.text
            legal = infoset.legal()
            assert question.concerns or rules.action_text(legal[0]) == "pass"
            table.answer(legal[int(rng.below(len(legal)))])


def test_waiting_passes_until_something_concerns_the_player() -> None:
    output = play("1\nw\nq\n")
    assert "before the drink is ordered: play a card, or pass." in output
    assert "Your choice (1-2, w to wait, ? for help): " in output
    assert re.findall(r"\n(.+)\nYour choices:\n", output)[-1] == "Who gets the drink?"
    actions, waited = saved("inn.json").record.actions, saved("inn.json").waited
    assert waited
    assert {saved("inn.json").game.action_text(actions[number]) for number in waited} == {"pass"}


def test_undo_after_waiting_goes_back_to_where_it_began() -> None:
    before = play("1\nq\n").split("The table:")[-1]
    after = play("1\nw\nu\nq\n").split("The table:")[-1]
    assert before == after
    assert saved("inn.json").waited == []


def test_a_decision_without_a_pass_cannot_be_waited_away() -> None:
    output = play("1\nw\nw\nq\n")
    assert "You cannot pass here: make this decision first." in output


def test_in_a_game_without_windows_there_is_nothing_to_wait_for() -> None:
    output = run("dragon-vault", "--against", "random", "--seed", 5, typed="w\n?\nq\n").output
    assert "has no action 'w'" in output
    assert "wait" not in output


def test_a_resumed_game_shows_what_happened_since_the_waiting_began() -> None:
    before = play("1\nw\n1\nw\nq\n").split("Since your last decision:")[-1]
    after = run("--resume", "inn.json", typed="q\n").output.split("Since your last decision:")[-1]
    assert before == after


@pytest.mark.parametrize("waited", [None, "1", ["1"], [True], {}])
def test_a_file_with_nonsense_for_waiting_is_refused(waited: object) -> None:
    play("q\n")
    content = {**json.loads(Path("inn.json").read_text()), "waited": waited}
    Path("inn.json").write_text(json.dumps(content))
    assert "cannot be read: Its 'waited'" in run("--resume", "inn.json").output


def test_a_file_from_before_waiting_is_read() -> None:
    play("1\nq\n")
    content = json.loads(Path("inn.json").read_text())
    del content["waited"]
    Path("inn.json").write_text(json.dumps(content))
    assert saved("inn.json").waited == []


def test_help_shows_cards_by_title_and_by_choice() -> None:
    output = play("? tip the\n? 2\n? r12\n? banana\nq\n")
    assert "Tip the Wench. Anytime. Pick any player; they pay 1 Gold to the Inn." in output
    assert "Winning Hand! Gambling. Take control" in output
    assert "R12" in output
    assert "No card or rule has the word 'banana'." in output


def test_help_explains_waiting_and_the_table() -> None:
    output = play("?\nq\n")
    assert "w         wait: pass until something concerns you:\n          your own decisions, a card aimed" in output
    assert "You are Fiona. In the table * is whose turn it is, AC Alcohol Content" in output


def test_a_seat_is_chosen_by_its_name_as_well() -> None:
    for typed in ("1", "gerki", "Gerki (random)", "seat 1"):
        play(f"1\nw\n{typed}\nq\n")
        assert saved("inn.json").game.parse_action("seat 1") in saved("inn.json").record.actions


def test_a_refusal_names_the_player() -> None:
    output = play("1\nw\nfiona\npass\nq\n")
    assert "Fiona (you) cannot pass: a drink has to be ordered for somebody (R6, RA23)." in output


def test_hints_and_undo() -> None:
    output = play("1\nw\nh\nu\nq\n")
    assert re.search(r"random would choose: (Gerki|Deirdre|Zot) \(random\)\. ", output)
    assert (saved("inn.json").hints, saved("inn.json").undos) == (1, 1)


@pytest.mark.parametrize("typed", [FIRSTS, WAITS])
def test_a_game_is_played_to_the_end_and_seen_again(typed: str) -> None:
    output = play(typed)
    assert re.search(r"\nThe result:\n  1\. \w+ \((you|random)\)\n", output)
    assert "score" not in output
    replayed = run("replay", "inn.json", "--all").output
    assert "You see what Fiona (you) saw." in replayed
    assert "Fiona (you) chooses: " in replayed
    opened = run("replay", "inn.json", "--open", "--all").output
    assert "Zot (random) chooses: " in opened
    assert "seat " not in replayed + opened


def test_colour_adds_to_the_words_and_changes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_screen, "is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("LINES", "200")
    for name, value in (("NO_COLOR", ""), ("FORCE_COLOR", ""), ("TERM", "xterm-256color")):
        monkeypatch.setenv(name, value)
    coloured = play("?\n1\nw\n1\nq\n")
    assert "\x1b[33mGerki (random)\x1b[0m" in coloured
    assert "\x1b[35mWinning Hand!\x1b[0m" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    plain = play("?\n1\nw\n1\nq\n")
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
