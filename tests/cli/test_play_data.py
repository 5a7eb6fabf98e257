"""Games with corrected component data: `--data`, in one file or several, and saved games that remember it."""

import json
import shlex
import shutil
from pathlib import Path

import pytest
from solo_games import FIRSTS, START, run, saved

from tavern_engine import game
from tavern_engine.games.red_dragon_inn.components import Box


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def corrected(old: str, new: str, name: str = "vault.toml") -> str:
    """A copy of the Vault's data with one value changed."""
    text = game("dragon-vault").data_file.read_text()
    assert old in text
    Path(name).write_text(text.replace(old, new, 1))
    return name


def test_corrected_data_are_played_with() -> None:
    output = run(*START, "--data", corrected("hand = 5", "hand = 4"), typed="q\n").output
    assert "Seat 1 (random) is dealt 4 cards." in output


def test_a_saved_game_remembers_its_data_wherever_it_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(*START, "--data", corrected("hand = 5", "hand = 4"), typed="1\nq\n")
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    file = str(tmp_path / "tavern-dragon-vault-5.json")
    output = run("--resume", file, typed=FIRSTS).output
    assert "The result:" in output
    assert "is dealt 4 cards" in run("replay", file, "--all").output
    line = next(line for line in output.splitlines() if line.startswith("The same deal again: tavern-play "))
    assert "is dealt 4 cards" in run(*shlex.split(line)[5:], typed="q\n").output


def test_data_of_a_saved_game_may_move() -> None:
    run(*START, "--data", corrected("hand = 5", "hand = 4"), typed="1\nq\n")
    Path("vault.toml").rename("moved.toml")
    lost = run("--resume", "tavern-dragon-vault-5.json")
    assert lost.exit_code == 1
    assert "The saved game tavern-dragon-vault-5.json cannot be read: The component data " in lost.output
    assert run("replay", "tavern-dragon-vault-5.json", "--data", "moved.toml", "--all").exit_code == 0
    found = run("--resume", "tavern-dragon-vault-5.json", "--data", "moved.toml", typed="q\n")
    assert found.exit_code == 0
    assert saved().data.endswith("moved.toml")


@pytest.mark.parametrize("other", ["hand = 6", "hand = 5"])
def test_a_saved_game_is_not_resumed_with_other_data(other: str) -> None:
    run(*START, "--data", corrected("hand = 5", "hand = 4"), typed="1\nq\n")
    corrected("hand = 5", other)
    result = run("--resume", "tavern-dragon-vault-5.json")
    assert result.exit_code == 1
    assert "The record is of another component data" in result.output


def test_a_file_from_before_data_is_read() -> None:
    run(*START, typed="1\nq\n")
    file = Path("tavern-dragon-vault-5.json")
    content = json.loads(file.read_text())
    del content["data"]
    file.write_text(json.dumps(content))
    assert saved().data == ""


def test_data_in_several_files_are_played_with() -> None:
    shutil.copytree(
        game("red-dragon-inn").data_file.parent, "inn", ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    title = '\ntitle = "' + Box.load(Path("inn/box.toml")).kinds()[0].title + '"'
    for deck in Path("inn/decks").glob("*.toml"):  # a card that several decks have needs the same title in all
        deck.write_text(deck.read_text().replace(title, '\ntitle = "A Corrected Title"'))
    start = ("red-dragon-inn", "--against", "random", "--seed", 3, "--data", "inn/box.toml")
    output = run(*start, typed="? a corrected title\nq\n").output
    assert "A Corrected Title" in output
    resumed = run("--resume", "tavern-red-dragon-inn-3.json", typed="? a corrected title\nq\n")
    assert "A Corrected Title" in resumed.output


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[", "vault.toml cannot be read: "),
        ("[meta]\n", "vault.toml: [setup] is missing."),
        ("", "vault.toml: [meta] is missing."),
    ],
)
def test_data_that_cannot_be_are_refused(content: str, sentence: str) -> None:
    Path("vault.toml").write_text(content)
    result = run(*START, "--data", "vault.toml")
    assert result.exit_code == 1
    assert sentence in result.output
    assert not list(Path.cwd().glob("*.json"))


def test_a_data_file_that_is_not_there_is_named() -> None:
    result = run(*START, "--data", "nothing.toml")
    assert result.exit_code == 1
    assert "nothing.toml cannot be read: " in result.output
