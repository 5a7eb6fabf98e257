"""Solo play of The Taverns of Tiefenthal: whole games, the tavern board, questions, lists of choices, and cards."""

import re
from pathlib import Path

import pytest
from solo_games import FIRSTS, run, saved

from tavern_engine import Rng, Table, game

TAVERN = ("tiefenthal", "--against", "random", "--seed", 3, "--save", "tavern.json", "--hints", "random")
PICKS = "pass\npick 6\npick 6\npick 5\n"  # of seed 3, and a 6 is left


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(typed: str, *more: object) -> str:
    Path("tavern.json").unlink(missing_ok=True)
    return run(*TAVERN, *more, typed=typed).output


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_is_played_to_the_end(seats: int) -> None:
    output = play(FIRSTS, "--seats", seats)
    assert saved("tavern.json").record.replay(game("tiefenthal")).over
    assert "The game is over." in output
    at_the_end = output.partition("The table at the end, open:")[2]
    points = [int(found) for found in re.findall(r"seat \d \(\w+\): (\d+) points?, \d thalers? ", at_the_end)]
    assert len(points) == seats
    places = re.findall(r"^  (\d)\. seat (\d)", output.partition("The result:")[2], re.MULTILINE)
    assert [int(place) for place, _ in places] == sorted(int(place) for place, _ in places)
    assert points[int(places[0][1])] == max(points)
    assert max(map(len, output.splitlines())) <= 140


def test_the_screen_of_a_first_decision() -> None:
    output = play("q\n")
    assert re.search(r"^  round 1 of 8, which brings a bar guest; seat 0 \(you\) starts$", output, re.MULTILINE)
    assert re.search(
        r"^  guests on offer +beer +die +pays +points +brings\n    G302 \(3-beer pile\) +3 +3 +3 +1$",
        output,
        re.MULTILINE,
    )
    assert re.search(
        r"^  \* seat 0 \(you\): 5 points, 0 thalers \(safe 2\), 0 beer \(storage 2\), 1 bar guest$",
        output,
        re.MULTILINE,
    )
    assert "      tables       regular 2 x2 (a 2 pays 2), regular 1 (a 1 pays 1)\n" in output
    assert "      deck 7       regular 2 x2, regular 1 x2, waitress, table, brewer\n" in output
    assert (
        "Your tables are full: pass, or spend a bar guest to discard the 3 cards you drew and start over.\n" in output
    )


def test_cards_and_dice_in_a_row_are_told_in_one_sentence() -> None:
    output = play("pass\nq\n")
    assert "  Seat 0 (you) turns up regular 2, regular 1, regular 2.\n" in output
    assert re.search(r"^  The coaster of seat 1 \(random\) shows a \d, \d, \d, \d\.$", output, re.MULTILINE)


def test_many_choices_stand_side_by_side_by_die() -> None:
    output = play("pass\npick 3\npick 1\npick 5\nq\n")
    choices = output.rpartition("Your choices:\n")[2].partition("Your choice (")[0]
    assert choices == (
        "   1  end service    2  step\n"
        "   3  1 on regular 1       4  1 on the register    5  1 on the barrel\n"
        "   6  1 on the brewer\n"
        "   7  3 on the register    8  3 on the barrel\n"
        "   9  5 on the register   10  5 on the barrel     11  5 on the monk\n"
        "  12  6 on the register   13  6 on the barrel     14  6 on the brewer\n"
    )


def test_a_service_by_hand() -> None:
    """Dice on the board, a bar guest for a step, a purchase, and the end; the picture follows."""
    output = play(
        f"{PICKS}5 on the monk\n6 on the barrel\n6 on the brewer\nstep\nbuy a helper\nend service\nend service\nq\n"
    )
    questions = re.findall(
        r"^Your service: (.+)\. At its end you keep up to 2 thalers and 2 beer\.$", output, re.MULTILINE
    )
    assert questions == [
        "0 thalers, 0 beer, dice 5 6 6 6",
        "0 thalers, 0 beer, dice 6 6 6",
        "0 thalers, 1 beer, dice 6 6",
        "0 thalers, 2 beer, dice 6",
        "2 thalers, 2 beer, dice 6",
        "0 thalers, 2 beer, dice 6",
    ]
    assert "      this round   helper bought, barrel used\n" in output
    assert "      on top       helper\n" in output
    assert "      monastery    space 2 of 22, in 2: a helper, in 3: no service, in 5: a dishwasher\n" in output
    assert "The bonus of round 2: take the 3-beer guest or a helper, or pass. All choose unseen." in output


def test_the_number_of_a_choice_shows_its_card() -> None:
    output = play(f"{PICKS}5 on the monk\nstep\n? 9\n? 99\n3\nq\n")
    assert "(1-9, ? for help): helper: Costs 2 thalers" in output
    assert "There is no choice 3. Type one of 1, 6-9, or ? for help." in output


def test_help_reads_the_board_and_the_cards() -> None:
    output = play("?\n? g402\n? helper\n? t23\nq\n")
    helped = " ".join(output.split())
    assert "15-5 is 5 less for each card returned" in helped
    assert "G402: Costs 4 beer; a 3 pays 4 thalers, 3 points." in helped
    assert "helper: Costs 2 thalers, 0 points; laid out it brings 1 beer when your service begins." in helped
    assert "T23 Never more than 3" in helped


def test_what_cannot_be_is_refused_with_its_rule() -> None:
    output = play(f"pick 1\n{PICKS}4 on the register\nwin g302\nbuy a brewer\nupgrade tables, return 1\nq\n")
    why = re.findall(r"Seat 0 \(you\) cannot [^:]+: (.+ \(T\d+\)\.)", output)
    assert why == [
        "the choice is to spend a bar guest and start over, or to pass (T16).",
        "it has no 4 below its board (T27).",
        "G302 costs 3 beer, and it has 0 (T43).",
        "a brewer costs 6 thalers, and it has 0 (T37).",
        "only cards laid out in its tavern can be returned, and none is there (T39).",
    ]


def test_every_question_has_words_that_fit_a_line() -> None:
    rules = game("tiefenthal")
    for seats, seed in ((2, 1), (3, 2), (4, 3)):
        table, rng = Table(rules, seats, seed), Rng(seed)
        while not table.over:
            infoset = table.ask()[1]
            assert 0 < len(rules.question(infoset.view).text) < 100
            legal = infoset.legal()
            table.answer(legal[int(rng.below(len(legal)))])
