"""Replays of saved games: each seat sees what it saw, and nothing else."""

import shlex
from pathlib import Path

import pytest
from solo_games import FIRSTS, START, run, saved

from tavern_engine import Event, Table, game
from tavern_engine.games.dragon_vault.zones import SKIP
from tavern_engine.state import EVERYBODY
from tavern_tournament.solo.saved import YOU
from tavern_tournament.solo.telling import Telling, steps


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_command_shown_at_the_end_replays_the_game() -> None:
    output = run(*START, "--save", "my game.json", typed=FIRSTS).output
    command = shlex.split(output.splitlines()[-1].partition("tavern-play ")[2])
    result = run(*command, "--all")
    assert result.exit_code == 0
    assert "Seat 0 (you) chooses: keep" in result.output
    assert "The game is over: seat" in result.output


def test_all_seats_in_a_sentence_are_named() -> None:
    told = Telling(Table(game("dragon-vault"), 3), [YOU, "rules", "mcts:goal=win"])
    assert told.sentences([Event(SKIP, 0, 0b110, 0, EVERYBODY)]) == ["Seat 1 (rules) and seat 2 (mcts) are skipped."]


def test_a_replay_shows_no_hidden_cards_of_other_seats() -> None:
    run(*START, typed=FIRSTS)
    for seat, other in ((0, "1 (random)"), (1, "0 (you)")):
        output = run("replay", "tavern-dragon-vault-5.json", "--seat", seat, "--all").output
        dealt = [line for line in output.splitlines() if line.startswith(f"Seat {other} is dealt")]
        assert dealt
        assert all(line.endswith(" cards.") for line in dealt)
        assert f"Seat {other} chooses" not in output
        assert f"seat {other}: hand ? x5" in output


def test_an_open_replay_shows_all() -> None:
    run(*START, typed=FIRSTS)
    output = run("replay", "tavern-dragon-vault-5.json", "--open", "--all").output
    assert "Seat 1 (random) is dealt 5 cards (" in output
    assert "Seat 1 (random) chooses: " in output
    assert "hand ? x" not in output


def test_a_replay_waits_for_enter_and_stops_when_told() -> None:
    run(*START, typed=FIRSTS)
    assert run("replay", "tavern-dragon-vault-5.json", typed="\n\nq\n").output.count("Enter for more") == 3
    assert run("replay", "tavern-dragon-vault-5.json", typed="\n").output.count("Enter for more") == 2


@pytest.mark.parametrize("view", [("--open",), ("--seat", "1")])
def test_an_unfinished_game_is_replayed_from_the_humans_seat_only(view: tuple[str, ...]) -> None:
    run(*START, typed="1\n1\nq\n")
    refused = run("replay", "tavern-dragon-vault-5.json", *view, "--all")
    assert refused.exit_code == 1
    assert "This game is not over" in refused.output
    assert run("replay", "tavern-dragon-vault-5.json", "--all").exit_code == 0


def test_a_replay_view_is_chosen_once_and_exists() -> None:
    run(*START, typed=FIRSTS)
    assert "either --seat or --open" in run("replay", "tavern-dragon-vault-5.json", "--seat", 0, "--open").output
    assert "There is no seat 7" in run("replay", "tavern-dragon-vault-5.json", "--seat", 7).output


def test_a_game_with_a_long_past_can_be_stepped_through_twice() -> None:
    run(*START, typed=FIRSTS)
    assert list(steps(saved(), 0)) == list(steps(saved(), 0))
