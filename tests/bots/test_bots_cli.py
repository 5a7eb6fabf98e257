"""`tavern-bots`: what a person sees, and a sentence where they err."""

import json
import os
import subprocess
import sys
from pathlib import Path

import bad_bots
import pytest
from click.testing import CliRunner, Result

from tavern_bots.cli import main

BAD_BOTS = Path(bad_bots.__file__)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def test_the_list_has_name_package_games_and_a_line() -> None:
    lines = {line.split()[0]: line for line in run("list").output.splitlines()}
    assert "tavern-tourney 0.1.0" in lines["mcts"]
    assert "all games" in lines["mcts"]
    assert "dragon-vault" in lines["rules"]
    assert lines["random"].endswith("any legal action, all equally likely")


def test_the_list_as_json() -> None:
    rows = {row["name"]: row for row in json.loads(run("list", "--json").output)}
    assert rows["random"] == {
        "name": "random",
        "package": "tavern-tourney 0.1.0",
        "games": "all games",
        "summary": "any legal action, all equally likely",
        "problem": None,
    }


def test_info_shows_options_with_value_and_what_is_allowed() -> None:
    output = run("info", "mcts:simulations=100").output
    assert "information-set tree search" in output
    assert "games: all games" in output
    assert "    simulations=100  how many simulations a move; fewer if more change nothing (a whole" in output
    assert "    rollout=rules  who plays on after the tree: everybody at random or by the rules, or" in output
    assert "options: none" in run("info", "random").output


def test_the_kit_runs_as_numbered_steps() -> None:
    result = run("check", "random", "--effort", "0.02", "--game", "dragon-vault")
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert lines[0] == " 1 passed  seats: It takes every seat at every table size."
    assert [line[:9] for line in lines] == [f"{number:>2} passed" for number in range(1, 12)]


def test_a_failed_step_shows_what_was_found() -> None:
    result = run("check", f"{BAD_BOTS}:Prints", "--effort", "0.02", "--game", "dragon-vault")
    assert result.exit_code == 1
    assert "10 passed  alone" in result.output
    assert "11 FAILED  quiet" in result.output
    assert r"it printed 'let me think\n' [dragon-vault, 2 seats" in result.output
    assert "] and at " in result.output
    assert result.output.count("it printed") == 1


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("info", "mtcs"), "Error: There is no bot 'mtcs'. Did you mean 'mcts'?"),
        (("check", "mcts:worlds=2"), "There is no option 'worlds'."),
        (("check", "rules", "--game", "chess"), "There is no game 'chess'."),
        (("check", "rules", "--effort", "nan"), "must be an ordinary number"),
        (("check", "oracle"), "is an oracle"),
        (("strength", "random", "--seed", ""), "'--seed': it must not be empty."),
        (("strength", "random", "--workers", "99999999"), "99999999 is not in the range 1<=x<=1024."),
        (("new", "My Bot"), "'My Bot' cannot be the name of a package: use small letters"),
        (("new", "../bot"), "cannot be the name of a package"),
        (("new", "json"), "'json' is a word of Python"),
        (("new", "mcts"), "There is a bot 'mcts' already, of tavern-tourney"),
    ],
)
def test_a_users_mistake_is_a_sentence(arguments: tuple[str, ...], expected: str) -> None:
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert expected in result.output
    assert "Traceback" not in result.output


def test_a_bot_that_plays_another_game_is_not_checked(tmp_path: Path) -> None:
    file = tmp_path / "other.py"
    file.write_text(
        "class Bot:\n    summary, games, options = 'x', ('chess',), ()\n    def choose(self, infoset, clock): pass\n"
    )
    assert "plays chess, and none of the games here: dragon-vault" in run("check", f"{file}:Bot").output
    assert "does not play Dragon's Vault, only chess" in run("check", f"{file}:Bot", "--game", "dragon-vault").output


def test_a_new_package_names_its_files_and_the_next_command(tmp_path: Path) -> None:
    output = run("new", "my-bot", "--folder", tmp_path).output
    for path in ("pyproject.toml", "my_bot/__init__.py", "tests/test_my_bot.py", "README.md"):
        assert f"wrote {tmp_path / 'my-bot' / path}" in output
        assert (tmp_path / "my-bot" / path).is_file()
    assert f"Next: pip install {tmp_path / 'my-bot'} && tavern-bots check my-bot" in output


def test_a_new_package_never_overwrites(tmp_path: Path) -> None:
    (tmp_path / "my-bot").mkdir()
    result = run("new", "my-bot", "--folder", tmp_path)
    assert result.exit_code == 1
    assert f"There is something at {tmp_path / 'my-bot'} already" in result.output
    (tmp_path / "file").touch()
    assert "cannot be written" in run("new", "my-bot", "--folder", tmp_path / "file" / "deeper").output


@pytest.mark.slow
def test_a_new_package_installs_and_passes_at_once(tmp_path: Path) -> None:
    run("new", "my-bot", "--folder", tmp_path)
    package, site = tmp_path / "my-bot", tmp_path / "site"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH")]))}
    for command in (
        ["pip", "install", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(site), str(package)],
        ["tavern_bots", "check", "my-bot:worlds=1", "--effort", "0.01"],
        ["tavern_bots", "strength", "my-bot:worlds=1", "--against", "random", "--deals", "1", "--workers", "1"],
        ["pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(package), str(package / "tests"), "-k", "seats"],
        ["mypy", "--strict", str(package / "my_bot")],
        ["ruff", "check", str(package)],
        ["ruff", "format", "--line-length=120", "--check", str(package)],
    ):
        done = subprocess.run([sys.executable, "-m", *command], env=env, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
