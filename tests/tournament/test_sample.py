"""A league file to begin with."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from leagues import tourney

from tavern_bots.discover import discover
from tavern_engine import games
from tavern_tournament import duration
from tavern_tournament.cli import main
from tavern_tournament.config.load import load


def test_it_has_what_is_installed_and_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long that takes is measured elsewhere: here one game is tried, not as many as there is time for."""
    told = tourney(tmp_path, "init", "here")
    assert told.returncode == 0, told.stderr
    assert "run it: tavern-tourney --config here/league.toml" in told.stderr
    league = load(tmp_path / "here" / "league.toml")
    assert {table.game for table in league.tables} == {game.id for game in games()}
    assert {bot.bot for bot in league.bots} == {bot.name for bot in discover()} - {"oracle", "insider", "released"}
    monkeypatch.setattr(duration, "ENOUGH", 0.0)
    planned = CliRunner().invoke(main, ["--config", str(tmp_path / "here" / "league.toml"), "--dry-run"])
    assert "line-ups" in planned.output, planned.output
    assert "going by the first games" in planned.output


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "league.toml").write_text("mine")
    told = tourney(tmp_path, "init")
    assert (told.returncode, told.stderr) == (2, "There is league.toml already: name another folder, or move it.\n")
    assert (tmp_path / "league.toml").read_text() == "mine"
    (tmp_path / "file").write_text("")
    assert "cannot be written: " in tourney(tmp_path, "init", "file/below").stderr
