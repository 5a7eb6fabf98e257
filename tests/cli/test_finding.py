"""What came with the package is found by commands, wherever they run, and shells complete what is typed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from saved_runs import saved_run
from shelves import GAMES, on_path, publish

from tavern_bots.cli import main as bots
from tavern_bots.names import game_names
from tavern_engine.pages import PAGES, found, pages, samples
from tavern_engine.registry import games
from tavern_tournament.cli import main as tourney
from tavern_tournament.config.load import load
from tavern_tournament.solo.cli import main as play

ROOT = Path(__file__).parent.parent.parent
PROGRAMS = {"tavern-tourney": tourney, "tavern-bots": bots, "tavern-play": play}
HEAVY = ("numpy", "pydantic", "trueskill", "tqdm", "rich", "tavern_engine.games.dragon_vault.game")


def completed(typed: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a shell is told to complete the last word with."""
    program = typed.split()[0]
    words = typed.split(" ")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    variable = f"_{program.replace('-', '_').upper()}_COMPLETE"
    told = CliRunner().invoke(PROGRAMS[program], [], prog_name=program, env={variable: "bash_complete"})
    assert told.exit_code == 0
    return [line.partition(",")[2] for line in told.output.splitlines()]


def test_all_pages_of_the_project_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = {path.relative_to(ROOT).as_posix() for path in found(PAGES, ROOT)}
    assert set(pages()) == names >= {"SECURITY.md", "bots/README.md", "bots/PROTOCOL.md", "docs/SCALE.md"}
    listed = CliRunner().invoke(bots, ["docs"])
    assert all(name in listed.output for name in names)
    for said in ("docs/SCALE.md", "scale", "SCALE", "scale.md"):
        assert CliRunner().invoke(tourney, ["docs", said]).output.startswith("# How far a league reaches")
    assert CliRunner().invoke(bots, ["docs", "bots"]).output.startswith("# The bots")
    assert CliRunner().invoke(bots, ["docs", "protocol"]).output.startswith("# How the league speaks")
    wrong = CliRunner().invoke(bots, ["docs", "protcol"])
    assert wrong.exit_code == 1
    assert "Did you mean 'protocol'?" in wrong.output


def test_a_sample_league_is_written_where_it_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert {path.stem for path in (ROOT / "configs").glob("*.toml")} == set(samples())
    listed = CliRunner().invoke(tourney, ["init", "--list"])
    assert "quick " in listed.output
    hint = CliRunner().invoke(tourney, ["--config", "configs/quick.toml"])
    assert hint.exit_code == 2
    assert "To write it: tavern-tourney init --like quick" in hint.output
    assert CliRunner().invoke(tourney, ["init", "new", "--like", "quick"]).exit_code == 0
    assert load(Path("new/quick.toml")).name == "A quick round"
    again = CliRunner().invoke(tourney, ["init", "new", "--like", "quick"])
    assert again.exit_code == 2
    assert "There is new/quick.toml already" in again.output
    wrong = CliRunner().invoke(tourney, ["init", "--like", "quik"])
    assert "No league 'quik' came with the package. Did you mean 'quick'?" in wrong.output


def test_the_names_of_games_are_known_without_them() -> None:
    assert game_names() == [game.id for game in games()]


def test_games_of_other_packages_are_completed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(tmp_path, "curious-game", GAMES, "curious = curious_module:Game", {"curious_module.py": "raise SystemExit"})
    with on_path(tmp_path):
        assert completed("tavern-play cu", monkeypatch) == ["curious"]


@pytest.mark.parametrize(
    ("typed", "some"),
    [
        ("tavern-tourney co", ["compact", "completion"]),
        ("tavern-tourney --sh", ["--shard"]),
        ("tavern-tourney init --like qu", ["quick"]),
        ("tavern-tourney gate ru", ["rules"]),
        ("tavern-tourney docs bots/", ["bots/PROTOCOL.md", "bots/README.md"]),
        ("tavern-bots info mc", ["mcts"]),
        ("tavern-bots page ", ["dragon-vault", "red-dragon-inn", "tavern-brawl", "tiefenthal"]),
        ("tavern-bots strength mcts --game t", ["tavern-brawl", "tiefenthal"]),
        ("tavern-bots strength mcts --against ru", ["rules"]),
        ("tavern-play ti", ["tiefenthal"]),
        ("tavern-play re", ["replay", "red-dragon-inn"]),
        ("tavern-play --see", ["--seed"]),
        ("tavern-play dragon-vault --against rules,mc", ["rules,mcts"]),
        ("tavern-play completion b", ["bash"]),
    ],
)
def test_names_are_completed(typed: str, some: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(typed, monkeypatch) == some


def test_runs_and_what_is_in_them_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "runs").mkdir()
    saved_run(tmp_path, deals=2).folder.rename(tmp_path / "runs" / "evening")
    monkeypatch.chdir(tmp_path)
    assert completed("tavern-tourney rate ", monkeypatch) == ["runs/evening"]
    assert completed("tavern-tourney merge runs/evening runs/e", monkeypatch) == ["runs/evening"]
    assert completed(f"tavern-tourney replay {tmp_path}/runs/", monkeypatch) == [f"{tmp_path}/runs/evening"]
    first = completed("tavern-tourney replay runs/evening dragon-vault-2/other+r", monkeypatch)
    assert first == ["dragon-vault-2/other+random/0/0", "dragon-vault-2/other+rules/0/0"]
    last = completed("tavern-tourney replay runs/evening dragon-vault-2/other+rules/1", monkeypatch)
    assert last == ["dragon-vault-2/other+rules/1/0", "dragon-vault-2/other+rules/1/1"]
    assert completed("tavern-tourney games runs/evening --bot ra", monkeypatch) == ["random"]
    assert completed("tavern-tourney rate nowhere/", monkeypatch) == ["nowhere/"]  # the shell looks for folders


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_is_told_how(program: str, shell: str) -> None:
    told = CliRunner().invoke(PROGRAMS[program], ["completion", shell])
    assert told.exit_code == 0
    assert f"_{program.replace('-', '_').upper()}_COMPLETE={shell}_complete" in told.output


@pytest.mark.parametrize(
    ("start", "typed"),
    [
        ("tavern_tournament.start import tourney", "tavern-tourney gate m"),
        ("tavern_bots.start import bots", "tavern-bots info m"),
        ("tavern_tournament.start import play", "tavern-play dragon-vault --against m"),
    ],
)
def test_completing_imports_nothing_heavy(start: str, typed: str) -> None:
    program, variable = typed.split()[0], f"_{typed.split()[0].replace('-', '_').upper()}_COMPLETE"
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" ")), variable: "bash_complete"}
    script = f"from {start}\n{start.split()[-1]}({program!r})"
    command = [sys.executable, "-X", "importtime", "-c", script]
    run = subprocess.run(command, env={**os.environ, **words}, capture_output=True, text=True)
    assert run.stdout == "plain,mcts\n"
    imported = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    assert not imported.intersection(HEAVY)
