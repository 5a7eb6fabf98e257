"""Saved games: nothing that was played is lost, a resumed game goes on the same, and a changed file is refused."""

import json
import shlex
from pathlib import Path

import pytest
from solo_games import BAD_BOT, FIRSTS, START, bad_bot, run, saved

from tavern_engine import Record
from tavern_tournament.solo.saved import YOU, SavedGame
from tavern_tournament.solo.screen import Screen


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("bots", ["random", "mcts:simulations=3,reuse=false,rules"])
def test_quit_and_resume_give_the_same_game_as_without(bots: str) -> None:
    """A search that keeps its tree from move to move (`reuse`) has lost it when the game is resumed."""
    start = ("dragon-vault", "--against", bots, "--seed", "8", "--save")
    run(*start, "whole.json", typed=FIRSTS)
    lines = FIRSTS.splitlines(keepends=True)
    left = run(*start, "parts.json", typed="".join([*lines[:3], "q\n"]))
    assert left.output.endswith("The game is saved. Go on with: tavern-play --resume parts.json\n")
    run("--resume", "parts.json", typed="".join([*lines[3:40], "q\n"]))
    assert "The result:" in run("--resume", "parts.json", typed="".join(lines[40:])).output
    assert saved("parts.json") == saved("whole.json")


def test_a_bot_that_draws_lots_on_its_seat_draws_the_same_when_resumed() -> None:
    seating = "open('drawn', 'a').write(f'{place.rng.below(10**6)} ')"
    Path("lots.py").write_text(BAD_BOT.replace("self.place = place", seating).replace("{body}", "return 0 // 0"))
    run("dragon-vault", "--against", "lots.py:Bot", "--seed", 5, typed="1\n1\nq\n")
    run("--resume", "tavern-dragon-vault-5.json", typed="u\nq\n")
    drawn = Path("drawn").read_text().split()
    assert (len(drawn), len(set(drawn))) == (3, 1)


def test_a_resumed_game_shows_what_happened_since_the_last_decision() -> None:
    before = run(*START, typed="1\n1\nq\n").output.split("Since your last decision:")[-1]
    after = run("--resume", "tavern-dragon-vault-5.json", typed="q\n").output.split("Since your last decision:")[-1]
    assert before == after


def test_the_end_of_the_input_saves() -> None:
    result = run(*START, typed="1\n1\n")
    assert result.exit_code == 0
    assert "Go on with: tavern-play --resume tavern-dragon-vault-5.json" in result.output
    assert len(saved().record.actions) >= 2


def test_ctrl_c_at_the_prompt_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "ask", ctrl_c)
    result = run(*START)
    assert result.exit_code == 130
    assert "Go on with: tavern-play --resume tavern-dragon-vault-5.json" in result.output


def ctrl_c(*_arguments: object) -> str:
    raise KeyboardInterrupt


def test_ctrl_c_while_a_bot_thinks_keeps_the_decision_before_it() -> None:
    result = run("dragon-vault", "--against", bad_bot("raise KeyboardInterrupt"), "--seed", 5, typed="1\n")
    assert result.exit_code == 130
    assert saved().record.actions == [saved().game.parse_action("keep")]


def test_ctrl_c_saves_what_other_bots_decided_before_it() -> None:
    run("dragon-vault", "--against", f"random,{bad_bot('raise KeyboardInterrupt')}", "--seed", 5, typed="1\n")
    assert len(saved().record.actions) > 1


def test_ctrl_c_during_an_undo_loses_nothing() -> None:
    seating = "Bot.seated = getattr(Bot, 'seated', 0) + 1\n        if Bot.seated == 2: raise KeyboardInterrupt"
    Path("once.py").write_text(BAD_BOT.replace("self.place = place", seating).format(body="return infoset.legal()[0]"))
    result = run("dragon-vault", "--against", "once.py:Bot", "--seed", 5, typed="1\n1\nu\n")
    assert result.exit_code == 130
    assert (len(saved().record.actions) >= 2, saved().undos) == (True, 0)


def changed(**fields: object) -> str:
    content = json.loads(Path("tavern-dragon-vault-5.json").read_text())
    return json.dumps({**content, **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"format": "other"},
        {"seat": 2},
        {"seat": -1},
        {"seat": True},
        {"players": ["you"]},
        {"players": ["random", "you"]},
        {"players": ["you", 3]},
        {"hints": "many"},
        {"record": None},
        {"more": 1},
    ],
)
def test_a_changed_file_is_refused(fields: dict[str, object]) -> None:
    run(*START, typed="q\n")
    Path("changed.json").write_text(changed(**fields))
    result = run("--resume", "changed.json")
    assert result.exit_code == 1
    assert "The saved game changed.json cannot be read: " in result.output


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"format":1}'])
def test_a_file_of_something_else_is_refused(content: bytes) -> None:
    Path("other.json").write_bytes(content)
    for arguments in (["--resume", "other.json"], ["replay", "other.json"]):
        result = run(*arguments)
        assert result.exit_code == 1
        assert "The saved game other.json cannot be read: " in result.output
    assert Path("other.json").read_bytes() == content


@pytest.mark.parametrize("entry", [{"game": "chess"}, {"version": 99}, {"seats": 7}, {"actions": [0]}, {"seed": True}])
def test_a_record_that_cannot_be_played_is_refused(entry: dict[str, object]) -> None:
    run(*START, typed="q\n")
    record = json.loads(Path("tavern-dragon-vault-5.json").read_text())["record"]
    Path("changed.json").write_text(changed(record={**record, **entry}))
    result = run("--resume", "changed.json")
    assert result.exit_code == 1
    assert "The saved game changed.json cannot be read: " in result.output


def test_no_saved_game_is_lost() -> None:
    run(*START, typed="1\nq\n")
    run(*START, typed="q\n")
    assert len(saved().record.actions) > 0
    assert saved("tavern-dragon-vault-5-2.json").record.actions == []
    refused = run(*START, "--save", "tavern-dragon-vault-5.json")
    assert refused.exit_code == 1
    assert "go on with --resume tavern-dragon-vault-5.json" in refused.output


def test_a_finished_game_resumed_shows_its_result() -> None:
    run(*START, typed=FIRSTS)
    assert "The result:" in run("--resume", "tavern-dragon-vault-5.json").output


def test_options_are_saved_and_come_back_with_the_game() -> None:
    start = run(*START, "--option", "tricks=TRUE", "--option", "hindrances=false", typed="1\nq\n").output
    assert start.startswith("Dragon's Vault with tricks=true, seed 5\n")
    assert saved().record.options == {"hindrances": False, "tricks": True}
    resumed = run("--resume", "tavern-dragon-vault-5.json", typed=FIRSTS).output
    assert resumed.startswith("Dragon's Vault with tricks=true, seed 5\n")
    assert "  tricks: " in resumed
    replayed = run("replay", "tavern-dragon-vault-5.json", "--all").output
    assert replayed.startswith("Dragon's Vault with tricks=true, seed 5\nYou see what seat 0 (you) saw.\n")
    assert replayed.count("is turned up.") > 1


def test_the_command_for_the_same_deal_begins_the_same_game() -> None:
    bots = ("--against", "random,mcts:simulations=3,memory=64", "--seats", 4, "--seat", 1)
    output = run("dragon-vault", *bots, "--seed", 5, "--option", "tricks=true", typed=FIRSTS).output
    line = next(line for line in output.splitlines() if line.startswith("The same deal again: tavern-play "))
    run(*shlex.split(line)[5:], "--save", "again.json", typed="q\n")
    first, again = saved(), saved("again.json")
    assert (again.players, again.seat, again.record.options) == (first.players, first.seat, first.record.options)
    assert again.record.actions == first.record.actions[: len(again.record.actions)]


def test_a_failed_write_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch) -> None:
    run(*START, typed="1\nq\n")
    before = Path("tavern-dragon-vault-5.json").read_bytes()
    monkeypatch.setattr("os.replace", no_space)
    result = run("--resume", "tavern-dragon-vault-5.json", typed="1\n")
    assert result.exit_code == 1
    assert "cannot be written: no space" in result.output
    assert Path("tavern-dragon-vault-5.json").read_bytes() == before


def no_space(*_paths: object) -> None:
    raise OSError("no space")


def test_a_saved_game_is_read_as_it_was_written() -> None:
    run(*START, typed="h\n1\nu\n1\nq\n")
    again = SavedGame.from_json(Path("tavern-dragon-vault-5.json").read_text())
    assert again.players == [YOU, "random"]
    assert isinstance(again.record, Record)
    assert (again.hints, again.undos) == (1, 1)
