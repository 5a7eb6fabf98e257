"""Solo play as a person meets it: scripted input, and what the screen shows."""

import re
from pathlib import Path

import pytest
from solo_games import FIRSTS, START, bad_bot, run, saved

from tavern_engine import games
from tavern_tournament.solo import cli as play_cli
from tavern_tournament.solo.luck import GAMES


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_game_is_played_to_the_end() -> None:
    result = run(*START, "--seats", 3, typed=FIRSTS)
    assert result.exit_code == 0
    assert "You are seat 0; seat 1 is random, seat 2 is random." in result.output
    assert "Seat 1 (random) plays" in result.output
    assert "The result:\n  1. seat" in result.output
    assert re.search(r"seat 0 \(you\), \d+ coins lost\n", result.output)
    assert "You took 0 hints and 0 undos." in result.output
    assert "See it again: tavern-play replay tavern-dragon-vault-5.json" in result.output
    assert "in the browser: tavern-play --web --resume tavern-dragon-vault-5.json" in result.output
    assert saved().record.replay(saved().game).over


def test_the_same_seed_gives_the_same_game() -> None:
    assert run(*START, typed=FIRSTS).output.splitlines()[5:-2] == run(*START, typed=FIRSTS).output.splitlines()[5:-2]


def test_a_seed_is_made_and_shown() -> None:
    result = run("dragon-vault", typed="q\n")
    path = next(Path.cwd().glob("*.json"))
    assert f"Dragon's Vault, seed {saved(path.name).record.seed}" in result.output
    assert path.name == f"tavern-dragon-vault-{saved(path.name).record.seed}.json"


def test_the_human_can_have_any_seat_and_bots_are_reused() -> None:
    result = run("dragon-vault", "--against", "rules,random", "--seats", 4, "--seat", 2, "--seed", 5, typed="q\n")
    assert "You are seat 2; seat 0 is rules, seat 1 is random, seat 3 is rules." in result.output


def test_nothing_of_other_hands_is_shown_before_the_end() -> None:
    result = run(*START, typed="1\n1\nq\n")
    dealt = [line for line in result.output.splitlines() if "Seat 1 (random) is dealt" in line]
    assert dealt == ["  Seat 1 (random) is dealt 5 cards."]
    hands = [line for line in result.output.splitlines() if line.startswith("  seat 1 (random): hand")]
    assert hands
    assert all("?" in line.partition("|")[0] for line in hands)


def test_a_text_is_as_good_as_a_number() -> None:
    run(*START, "--save", "number.json", typed="1\nq\n")
    run(*START, "--save", "text.json", typed="  Keep \nq\n")
    assert saved("number.json") == saved("text.json")


def test_a_choice_in_two_halves_says_so() -> None:
    assert "You chose: swap 1." in run(*START, typed="swap 1\nq\n").output


def test_bad_input_is_refused_and_asked_again() -> None:
    output = run(*START, typed="0\n99\nplay banana\ntake\n\uff11\n9999999999999999\nq\n").output
    assert "There is no choice 0. Type a number from 1 to 5, or ? for help." in output
    assert "There is no choice 99. Type a number from 1 to 5, or ? for help." in output
    assert "Dragon's Vault has no action 'play banana'." in output
    assert output.count("Type a number from 1 to 5, or ? for help.") == 6
    assert saved().record.actions == []


def test_bytes_that_are_no_text_are_refused() -> None:
    result = run(*START, typed=b"\xff\xfe\nq\n")
    assert "has no action" in result.output
    assert result.exit_code == 0


def test_enter_shows_the_table_again() -> None:
    assert run(*START, typed="\nq\n").output.count("The table:") == 2


def test_help_says_what_can_be_typed_and_where_the_rules_are() -> None:
    output = run(*START, typed="?\nq\n").output
    assert "h         a hint, with its reason" in output
    assert "RULES.md" in output


def test_help_finds_rules_by_number_and_by_word() -> None:
    output = run(*START, typed="? d27\n? skipped\n? banana\nq\n").output
    assert "D27 Fire-breather." in output
    assert "D24 5, skip." in output
    assert "No rule has the word 'banana'." in output


def test_a_hint_has_a_reason_and_marks_the_game() -> None:
    output = run(*START, typed="h\nq\n").output
    assert "rules would choose: " in output
    assert "It swaps " in output or "It keeps " in output
    assert (saved().hints, saved().undos) == (1, 0)


def test_a_hint_comes_from_the_bot_that_was_named() -> None:
    output = run(*START, "--hints", "mcts:simulations=20", typed="h\nq\n").output
    assert "mcts:simulations=20 would choose: " in output
    assert "After 20 simulations: " in output


def test_a_hint_bot_that_fails_is_named() -> None:
    output = run(*START, "--hints", bad_bot("return 1 // 0"), typed="h\nq\n").output
    assert "The bot 'bad.py:Bot' failed: ZeroDivisionError: " in output


def test_undo_goes_back_to_the_last_decision_and_marks_the_game() -> None:
    output = run(*START, typed="1\nu\nq\n").output
    assert "Your last decision is taken back." in output
    assert output.count("1  keep") == 2
    assert saved().record.actions == []
    assert saved().undos == 1


def test_undo_goes_back_again_and_stops_at_the_start() -> None:
    output = run(*START, typed="1\n1\n1\nu\nu\nu\nu\nq\n").output
    assert "There is no decision of yours to take back." in output
    assert saved().undos == 3


def test_after_an_undo_the_same_decision_leads_to_the_same_game() -> None:
    run(*START, "--save", "straight.json", typed="1\n1\n1\nq\n")
    run(*START, "--save", "undone.json", typed="1\n1\n1\nu\n1\nq\n")
    assert saved("straight.json").record == saved("undone.json").record


def test_the_log_has_all_that_was_seen() -> None:
    output = run(*START, typed="1\nl\nq\n").output
    assert output.count("Round 1 begins, seat 0 (you) starts.") == 2
    assert output.count("Seat 1 (random) is dealt 5 cards.") == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dragon-valt"], "There is no game 'dragon-valt'. Did you mean 'dragon-vault'?"),
        (["dragon-vault", "--against", "mtcs"], "There is no bot 'mtcs'. Did you mean 'mcts'?"),
        (["dragon-vault", "--against", "mcts:luck=3"], "There is no option 'luck'."),
        (["dragon-vault", "--against", "no.py:Bot"], "There is no file no.py"),
        (["dragon-vault", "--against", "oracle"], "The bot 'oracle' sees all cards"),
        (["dragon-vault", "--against", "insider"], "The bot 'insider' sees all cards"),
        (["dragon-vault", "--hints", "oracle"], "The bot 'oracle' sees all cards"),
        (["dragon-vault", "--option", "trick=true"], "has no option 'trick'. Did you mean 'tricks'?"),
        (["dragon-vault", "--option", "tricks=some"], "The option tricks cannot be 'some': it is one of false, true."),
        (["dragon-vault", "--option", "tricks="], "The option tricks cannot be ''"),
        (["dragon-vault", "--option", "tricks"], "An option is written name=value, and 'tricks' is not."),
        (["dragon-vault", *["--option", "tricks=true"] * 2], "The option tricks is given twice."),
        (["tavern-brawl", "--seats", "4", "--option", "mode=monk"], "Error: Four play the professional rules (B21)"),
        (
            ["red-dragon-inn", "--option", "boxes=base", "--option", "prizes=true"],
            "The option boxes cannot be base: the option prizes needs Prize cards, and the box base has none.",
        ),
        (["dragon-vault", "--hints", "mtcs"], "There is no bot 'mtcs'."),
        (["dragon-vault", "--seats", "9"], "Dragon's Vault is played with 2 to 6 seats, not with 9."),
        (["dragon-vault", "--seats", "3", "--seat", "3"], "There is no seat 3 at a table of 3"),
        (["dragon-vault", "--against", "rules,rules", "--seats", "2"], "2 bots are too many for a table of 2"),
        (["dragon-vault", "--save", "no/folder/x.json"], "cannot be written"),
        (["--resume", "nothing.json"], "The saved game nothing.json cannot be read"),
        (["dragon-vault", "--resume", "nothing.json"], "leave them out"),
        (["--option", "tricks=true", "--resume", "nothing.json"], "leave them out"),
        (["--plain"], "Name a game (dragon-vault, red-dragon-inn, tavern-brawl, tiefenthal), or --resume FILE."),
        (["replay", "nothing.json"], "The saved game nothing.json cannot be read"),
    ],
)
def test_a_mistake_gets_a_sentence(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert sentence in result.output
    assert "Traceback" not in result.output
    assert not list(Path.cwd().glob("*.json"))


@pytest.mark.parametrize(
    ("flag", "value", "sentence"),
    [
        ("--seconds", "nan", "'--seconds': it must be an ordinary number."),
        ("--seconds", "inf", "'--seconds': inf is not in the range"),
        ("--seed", "", "'--seed': it must be a number, or up to 60 letters"),
        ("--seed", "a/b", "'--seed': it must be a number, or up to 60 letters"),
    ],
)
def test_what_is_no_number_or_seed_is_refused(flag: str, value: str, sentence: str) -> None:
    result = run("dragon-vault", flag, value)
    assert result.exit_code == 2
    assert sentence in result.output
    assert not list(Path.cwd().glob("*.json"))


def test_words_are_as_good_as_letters() -> None:
    output = run(*START, typed="help\nhelp d27\nhint\n1\nundo\nlog\nsave\nexit\n").output
    assert "u         take your last decision back" in output
    assert "D27 Fire-breather." in output
    assert "rules would choose: " in output
    assert "Your last decision is taken back." in output
    assert "The game is saved in tavern-dragon-vault-5.json, as it is after every decision." in output
    assert "has no action" not in output


def test_who_names_no_game_is_asked_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_cli, "at_a_terminal", lambda: True)
    result = run("--seed", 5, typed="9\n1\n17\nmany\n3\nnobody\nrandom\ntricks=7\ntricks=true\nq\n")
    assert result.exit_code == 0
    assert "Dragon's Vault is played with 2 to 6 seats, not with 17." in result.output
    assert "'many' is no number of seats." in result.output
    assert "tricks cannot be '7'" in result.output
    assert saved().record.seats == 3
    assert saved().record.options["tricks"] is True
    assert saved().players == ["you", "random", "random"]


def test_a_game_is_asked_for_by_number_or_by_name_and_nobody_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_cli, "at_a_terminal", lambda: True)
    result = run("--seed", 5, typed="abc\ndragon\nVault\nq\n")
    assert result.exit_code == 0
    for words in ("abc", "dragon"):  # no game, and two of them
        assert f"Which one is '{words}'? Type a number from 1 to {len(games())}, a name, or q to quit." in result.output
    assert "How many seats (2 to 6)" in result.output
    assert "integer" not in result.output
    assert list(Path().glob("*.json")) == []


def test_a_level_is_a_bot_of_the_house() -> None:
    assert "seat 1 is house:level=8" in run("dragon-vault", "--level", "hard", "--seed", 5, typed="q\n").output
    assert "seat 1 is house:level=3" in run("dragon-vault", "--against", 3, "--seed", 6, typed="q\n").output
    assert "a number from 1 to 10, or easy, normal, hard, expert" in run("dragon-vault", "--level", 0, typed="").output
    both = run("dragon-vault", "--level", 2, "--against", "rules", typed="")
    assert "Choose either --level or --against." in both.output


def test_luck_is_told_after_the_end_for_every_seat() -> None:
    result = run(*START, "--seats", 3, typed=FIRSTS, equals=GAMES)
    told = [line for line in result.output.splitlines() if "equal players win" in line]
    assert [line.split(":")[0] for line in told] == ["  seat 0 (you)", "  seat 1 (random)", "  seat 2 (random)"]
