"""Checking a run: whatever its record determines and says otherwise is found, and nothing else is."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from leagues import tourney, write_league

from tavern_tournament.journal import line_of
from tavern_tournament.run import Run
from tavern_tournament.verify import check_run

pytestmark = pytest.mark.slow
Entry = dict[str, Any]
BAD = """
class Bad:
    summary, games, options = "fails", "all games", ()

    def __init__(self, place):
        self.asked = 0
        self.place = place

    def choose(self, infoset, clock):
        self.asked += 1
        print("hm")
        if self.asked % 3:
            return infoset.legal()[0]
        raise ValueError("not today")

    def end(self, placement):
        raise ValueError("already?")
"""
ROWS = """
[[bots]]
bot = "bad.py:Bad"
name = "bad"
isolation = "inprocess"
[faults]
raise = "{policy}"
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Leagues in which one bot makes faults, by what that costs it."""
    folders = {policy: tmp_path_factory.mktemp(policy) for policy in ("substitute", "forfeit", "void")}
    for policy, folder in folders.items():
        (folder / "bad.py").write_text(BAD)
        write_league(folder, deals=2, more=ROWS.format(policy=policy))
        run = tourney(folder, "--config", "league.toml")
        assert run.returncode == 0, run.stderr
    return folders


def check(folder: Path, again: int = 0) -> list[str]:
    """What is found wrong."""
    return list(check_run(Run.load(folder), 100, again, lambda _sentence: None))


def forge(run: Path, line_up: str, how: Callable[[Entry], object]) -> str:
    """Write another first game of a line-up into the journal; its id."""
    journal = run / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    entries = [json.loads(line)["entry"] for line in lines]
    wanted = (line_up, 0, 0)
    (number,) = (at for at, one in enumerate(entries[1:], 1) if (one["line_up"], one["deal"], one["turn"]) == wanted)
    how(entries[number])
    lines[number] = line_of(json.dumps(entries[number], separators=(",", ":")).encode())
    journal.write_bytes(b"".join(lines))
    return f"dragon-vault-2/{line_up}/0/0"


@pytest.mark.parametrize("policy", ["substitute", "forfeit", "void"])
def test_a_league_with_faults_is_in_order(played: dict[str, Path], policy: str) -> None:
    journal = (played[policy] / "run" / "journal.jsonl").read_text()
    assert journal.count("not today") >= 12
    assert check(played[policy] / "run", again=100) == []


def test_a_check_writes_nothing(played: dict[str, Path], tmp_path: Path) -> None:
    run = played["substitute"] / "run"
    before = {path: path.stat().st_mtime_ns for path in run.rglob("*")}
    checked = tourney(tmp_path, "verify", str(run), "--play", "10")
    assert checked.returncode == 0, checked.stderr
    assert {path: path.stat().st_mtime_ns for path in run.rglob("*")} == before
    assert list(tmp_path.iterdir()) == []


def swap(*names: str) -> Callable[[Entry], object]:
    return lambda entry: [entry[name].reverse() for name in names]


@pytest.mark.parametrize(
    ("policy", "how", "told"),
    [
        ("forfeit", swap("placement"), "these differ: placement."),
        ("substitute", swap("scores"), "these differ: scores."),
        ("substitute", swap("decisions"), "these differ: decisions."),
        ("substitute", lambda entry: entry["faults"].pop(0), "actions, decisions, faults."),
        ("void", lambda entry: entry.update(void="", placement=[1, 2], scores=[0, 0]), "placement, scores, void."),
        ("forfeit", lambda entry: entry["actions"].__delitem__(slice(9, None)), "its record ends after"),
    ],
)
def test_a_forged_game_with_a_fault_is_found(
    played: dict[str, Path], tmp_path: Path, policy: str, how: Callable[[Entry], object], told: str
) -> None:
    shutil.copytree(played[policy] / "run", tmp_path / "run")
    name = forge(tmp_path / "run", "bad+random", how)
    (found,) = check(tmp_path / "run")
    assert found.startswith(name)
    assert told in found


def test_a_forged_game_without_a_fault_is_found(played: dict[str, Path], tmp_path: Path) -> None:
    shutil.copytree(played["void"] / "run", tmp_path / "run")
    name = forge(tmp_path / "run", "random+rules", swap("placement", "scores"))
    checked = tourney(tmp_path, "verify", "run")
    assert checked.returncode == 6
    assert checked.stderr == (
        f"{name} does not end as its result says. By its record, these differ: placement, scores.\n"
    )
