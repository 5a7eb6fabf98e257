"""Solo play on a small screen: what is asked is never scrolled off, and words show what was left out."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tavern_engine import Game, Rng, games
from tavern_tournament.solo import screen as play_screen
from tavern_tournament.solo.cli import main

PROMPT = re.compile(r"Your choice \(1-(\d+), [^)]*\): ")
SIZES = [(80, 24, ()), (80, 24, ("--plain",)), (110, 40, ())]
ANSWERS = 100


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(play_screen, "is_terminal", lambda: True)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "200")


def screens(output: str) -> list[str]:
    """What was printed between two questions, with the question, as a terminal without colours has it."""
    plain = re.sub(r"\x1b\[[0-9;]*[mK]", "", output)
    parts = PROMPT.split(plain)
    return parts[2:-1:2]  # without the welcome, and what comes after the last answer


def rows(screen: str, columns: int) -> int:
    return sum(max(1, -(-len(line) // columns)) for line in screen.split("\n"))


@pytest.mark.parametrize(("columns", "lines", "plain"), SIZES)
@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_what_is_asked_fits_the_screen(
    rules: Game, columns: int, lines: int, plain: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))
    rng = Rng(lines)
    typed = "".join(f"{1 + int(rng.below(9))}\n" for _ in range(ANSWERS))
    size = rules.max_seats
    arguments = [rules.id, "--against", "random", "--seats", str(size), "--seed", "7", *plain]
    shown = screens(CliRunner().invoke(main, arguments, input=typed, catch_exceptions=False).output)
    assert len(shown) > 25
    for screen in shown:
        assert rows(screen, columns) <= lines, screen
        if "The table" in screen:
            assert re.search(r"^ +\d+  \S", screen, re.MULTILINE), screen
    assert any("'table' shows all of it" in screen for screen in shown) or lines > 24


def small(typed: str, *arguments: str) -> str:
    """A game at 80 by 24, without colours."""
    return CliRunner().invoke(main, [*arguments, "--plain"], input=typed, catch_exceptions=False).output


@pytest.fixture
def at_80_by_24(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


@pytest.mark.usefixtures("at_80_by_24")
def test_words_show_what_was_left_out() -> None:
    output = small("table\n\nq\nnews\nq\nchoices\nlog\nq\nquit\n", "tiefenthal", "--seats", "4", "--seed", "3")
    assert "The table in part ('table' shows all of it" in output
    assert "Enter for more, q to stop: " in output
    assert "seat 3 (rules): 5 points" in output  # only the whole table has room for it
    assert "The game is saved." in output


@pytest.mark.usefixtures("at_80_by_24")
def test_help_is_paged_and_says_the_words() -> None:
    output = small("help\n\n\nquit\n", "tiefenthal", "--seed", "3")
    for word in ("table", "news", "choices", "points", "undo", "save", "quit"):
        assert word in output


@pytest.mark.usefixtures("at_80_by_24")
def test_names_stand_side_by_side_so_that_the_mats_have_room() -> None:
    output = small("q\n", "tavern-brawl", "--against", "random", "--seed", "3")
    assert "   1  Christian      2  Arsan          3  faun           4  Sid\n" in output
    assert "bard         6/4/5/5  1 ale    Joker" in output


@pytest.mark.usefixtures("at_80_by_24")
def test_whoever_has_read_enough_types_what_comes_next() -> None:
    output = small("? wench\nsave\nq\n", "red-dragon-inn", "--seed", "3", "--save", "inn.json")
    assert "Enter for more, q to stop: The game is saved in inn.json" in output
    assert "**" not in output
    assert "[000" not in output


def test_a_path_that_is_longer_than_the_screen_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    output = CliRunner().invoke(main, ["dragon-vault", "--seed", "3"], input="help\nq\n").output
    assert str(games()[0].rules_file) in re.sub(r"\x1b\[[0-9;]*[mK]", "", output)


def test_choices_keep_their_numbers_while_a_turn_goes_on() -> None:
    typed = "pass\npick 3\npick 1\npick 5\n3 on the barrel\nq\n"
    output = small(typed, "tiefenthal", "--against", "random", "--seed", "3", "--save", "tavern.json")
    before, after = (
        dict(re.findall(r"(\d+)  (\d on [a-z0-9 ]+?)(?=  |\n)", part)) for part in output.split("Your choices:\n")[-2:]
    )
    assert after.items() < before.items()
    assert list(after) != [str(number) for number in range(3, 3 + len(after))]


def test_a_die_says_what_it_brought() -> None:
    typed = "pass\npick 3\npick 1\npick 5\n3 on the barrel\n1 on the register\nq\n"
    output = small(typed, "tiefenthal", "--against", "random", "--seed", "3", "--save", "tavern.json")
    assert "Seat 0 (you) puts a 3 on the barrel: +1 beer." in output
    assert "Seat 0 (you) puts a 1 on the register: +1 thaler." in output


def test_to_end_a_service_with_dice_left_is_asked_back() -> None:
    typed = "pass\npick 3\npick 1\npick 5\nend service\n3 on the barrel\nend service\n1\nq\n"
    output = small(typed, "tiefenthal", "--against", "random", "--seed", "3", "--save", "tavern.json")
    assert output.count("end your service all the same? Then type it again.") == 2
    assert "Seat 0 (you) ends its service." in output


def test_whole_words_are_found_before_beginnings() -> None:
    output = small("? ale\nq\n", "red-dragon-inn", "--seed", "3")
    found = output.partition("): ")[2].partition("Your choice (")[0]
    assert "Light Ale" in found or "Ale" in found
    assert not re.search(r"\bale\w", found, re.IGNORECASE)


def bare(typed: str) -> str:
    """The command without a word."""
    return CliRunner().invoke(main, [], input=typed, catch_exceptions=False).output


def test_who_names_no_game_is_asked_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavern_tournament.solo.cli.at_a_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    titles = [rules.id for rules in games()]
    inn = titles.index("red-dragon-inn") + 1
    output = bare(f"{inn}\ntwelve\n3\nnobody\nrandom\nhugo\nzot\nbar_deck=9\nbar_deck=true\nquit\n")
    for said in ("'twelve' is no number of seats.", "You are Zot", "with characters=zot, bar_deck=true"):
        assert said in output
    assert output.count("Which character is yours") == 2
    assert "Go on with: tavern-play --resume" in output
