"""Leagues with corrected component data, in one file or in many: the run keeps all of it, wherever it is moved."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from league_files import GOOD, loaded
from leagues import derived, tourney, write_league

from tavern_engine import game
from tavern_tournament.run import Run

INN = game("red-dragon-inn").data_file.parent
pytestmark = pytest.mark.slow
OLD, NEW = "fortitude = 20", "fortitude = 9"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A copy of the Inn's box, in which everybody falls sooner and a deck is another one, too."""
    folder = tmp_path / "my inn"
    shutil.copytree(INN / "decks", folder / "decks")
    text = (INN / "box.toml").read_text(encoding="utf-8")
    assert OLD in text
    (folder / "box.toml").write_text(text.replace(OLD, NEW), encoding="utf-8")
    return folder


def inn_league(folder: Path, data: str, replays: int = 1) -> None:
    rows = {"dragon-vault": "red-dragon-inn", "seats = 2": f'seats = 2\ndata = "{data}"'}
    write_league(folder, deals=1, replace=rows, replays=replays)


@pytest.mark.parametrize("data", ["my inn", "my inn/box.toml"])
def test_data_of_many_files_is_played_kept_and_moved(tmp_path: Path, box: Path, data: str) -> None:
    inn_league(tmp_path, data)
    run = tourney(tmp_path, "--config", "league.toml")
    assert run.returncode == 0, run.stderr
    (kept,) = (tmp_path / "run" / "data").iterdir()
    copies = {path.relative_to(kept).as_posix() for path in kept.rglob("*.toml")}
    assert copies == {path.relative_to(box).as_posix() for path in box.rglob("*.toml")}
    before = derived(tmp_path / "run")
    shutil.rmtree(box)
    (tmp_path / "elsewhere").mkdir()
    moved = tmp_path / "elsewhere" / "moved"
    (tmp_path / "run").rename(moved)
    (table,) = Run.load(moved).setup.tables
    assert Path(table.data).is_relative_to(moved)
    assert table.rules().box.values["fortitude"] == 9  # type: ignore[attr-defined]
    checked = tourney(tmp_path / "elsewhere", "verify", "moved", "--play", "6")
    assert checked.returncode == 0, checked.stderr
    told = tourney(tmp_path / "elsewhere", "replay", "moved", "red-dragon-inn-2/random+rules/0/0")
    assert told.returncode == 0, told.stderr
    assert tourney(tmp_path / "elsewhere", "report", "moved").returncode == 0
    assert derived(moved) == before


def test_bots_in_processes_of_their_own_play_with_data_of_many_files(tmp_path: Path, box: Path) -> None:
    inn_league(tmp_path, "my inn")
    text = (tmp_path / "league.toml").read_text()
    (tmp_path / "league.toml").write_text(text.replace('bot = "rules"', 'bot = "rules"\nisolation = "process"'))
    run = tourney(tmp_path, "--config", "league.toml", "--strict")
    assert run.returncode == 0, run.stderr


CHANGES: dict[str, Callable[[str], str]] = {
    "box.toml": lambda text: text.replace(NEW, "fortitude = 8"),
    "decks/zot.toml": lambda text: text.replace("copies = 6", "copies = 5", 1),
}


@pytest.mark.parametrize("file", CHANGES)
def test_a_change_in_any_file_is_another_game(tmp_path: Path, box: Path, file: str) -> None:
    inn_league(tmp_path, "my inn")
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    path = box / file
    text = path.read_text(encoding="utf-8")
    assert CHANGES[file](text) != text
    path.write_text(CHANGES[file](text), encoding="utf-8")
    again = tourney(tmp_path, "--config", "league.toml")
    assert again.returncode == 0, again.stderr
    assert "tables.red-dragon-inn-2.data_hash: " in again.stderr
    assert "0 of the 6 games that were played stay valid" in again.stderr
    assert len(list((tmp_path / "run" / "data").iterdir())) == 2


def test_decks_outside_of_the_folder_are_kept_where_they_are_looked_for(tmp_path: Path, box: Path) -> None:
    """A box that shares decks with others: `../common/zot.toml`."""
    (tmp_path / "common").mkdir()
    (box / "decks" / "zot.toml").rename(tmp_path / "common" / "zot.toml")
    text = (box / "box.toml").read_text(encoding="utf-8")
    (box / "box.toml").write_text(text.replace("decks/zot.toml", "../common/zot.toml"), encoding="utf-8")
    inn_league(tmp_path, "my inn")
    run = tourney(tmp_path, "--config", "league.toml")
    assert run.returncode == 0, run.stderr
    (kept,) = (tmp_path / "run" / "data").iterdir()
    assert (kept / "common" / "zot.toml").is_file()
    shutil.rmtree(box)
    shutil.rmtree(tmp_path / "common")
    assert tourney(tmp_path, "verify", "run").returncode == 0


def test_decks_named_by_their_whole_paths_are_refused(tmp_path: Path, box: Path) -> None:
    text = (box / "box.toml").read_text(encoding="utf-8")
    (box / "box.toml").write_text(text.replace("decks/zot.toml", f"{box}/decks/zot.toml"), encoding="utf-8")
    inn_league(tmp_path, "my inn")
    run = tourney(tmp_path, "--config", "league.toml")
    assert run.returncode == 2
    assert "box.toml names files by their whole paths: name them relative to it" in run.stderr


def test_a_folder_needs_the_file_named_like_the_games_own(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    shutil.copy(game("dragon-vault").data_file, tmp_path / "data")
    (table,) = loaded(tmp_path, GOOD.replace("seats = 2", 'seats = 2\ndata = "data"')).tables
    assert Path(table.data).name == game("dragon-vault").data_file.name
    assert table.data_hash == game("dragon-vault").data_hash


def test_a_run_of_the_first_format_can_still_be_read(tmp_path: Path) -> None:
    """Before, tables and bots in league.json had less in them."""
    write_league(tmp_path, deals=1)
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    path = tmp_path / "run" / "league.json"
    fields = json.loads(path.read_text())
    fields["format"] = 1
    for table in fields["setup"]["tables"]:
        for name in ("version", "data_hash", "deals", "sides"):
            del table[name]
    for bot in fields["setup"]["bots"]:
        bot["options"] = bot.pop("given")
        for name in ("tuned", "package", "version", "digest", "games", "oracle"):
            del bot[name]
    for fixture in fields["fixtures"]:
        del fixture["sides"]
    path.write_text(json.dumps(fields))
    before = derived(tmp_path / "run")
    assert tourney(tmp_path, "verify", "run", "--play", "3").returncode == 0
    assert tourney(tmp_path, "report", "run").returncode == 0
    assert derived(tmp_path / "run") == before
    again = tourney(tmp_path, "--config", "league.toml")
    assert "Going on with the run in run: 6 of 6 games are done." in again.stderr
