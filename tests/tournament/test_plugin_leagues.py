"""Leagues of another package's game: any isolation, shards, its code in the stamps, and rules that fail."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from shelves import ACT, FAILING, on_path, publish_game

from tavern_tournament import match
from tavern_tournament.cluster.likeness import likeness, unlike
from tavern_tournament.config.load import BadConfig, load
from tavern_tournament.host import Host
from tavern_tournament.journal import read
from tavern_tournament.results import FAULT_KINDS
from tavern_tournament.run import prepare
from tavern_tournament.schedule import Planned
from tavern_tournament.signals import like_ctrl_c
from tavern_tournament.specs import INPROCESS, OURS, BotSpec, Setup, TableSpec, Times

LEAGUE = """
league = {{ name = "Evening", seed = "evening", out = "{out}", secret = "public" }}
tables = [{{ game = "my-game", seats = 2 }}]
bots = [{{ bot = "flat", options = {{ simulations = 8 }} }}, {{ bot = "first.py:First", isolation = "{isolation}" }}]
schedule = {{ deals = {deals} }}
run = {{ workers = 1 }}
rating = {{ bootstrap = 5 }}
"""
FIRST = """
class First:
    summary, games, options = "takes what comes first", "all games", ()
    def __init__(self, place): pass
    def choose(self, infoset, clock): return infoset.sample(RNG).legal()[0]
from tavern_engine import Rng
RNG = Rng(1)
"""


def write(folder: Path, isolation: str = "inprocess", out: str = "run", deals: int = 2) -> Path:
    """A league file, and the bot that it names."""
    (folder / "first.py").write_text(FIRST)
    path = folder / "league.toml"
    path.write_text(LEAGUE.format(isolation=isolation, out=out, deals=deals))
    return path


def tourney(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in this folder, with the packages of its shelf."""
    paths = os.pathsep.join(filter(None, [str(folder / "shelf"), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "tavern_tournament", *arguments]
    env = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)


@pytest.mark.slow
def test_it_is_played_alike_everywhere_and_again_when_its_code_changes(tmp_path: Path) -> None:
    publish_game(tmp_path / "shelf")
    played = {}
    for isolation in ("inprocess", "process", *(["jail"] if sys.platform == "linux" else [])):
        config = write(tmp_path, isolation, isolation)
        done = tourney(tmp_path, "--config", str(config))
        assert done.returncode == 0, done.stderr
        played[isolation] = (tmp_path / isolation / "games.jsonl").read_bytes()
    assert len(set(played.values())) == 1
    assert "my-game 0.7" in (tmp_path / "inprocess" / "report.html").read_text(encoding="utf-8")
    for shard in ("1/2", "2/2"):
        assert tourney(tmp_path, "--config", str(config), "--out", "whole", "--shard", shard).returncode == 0
    merged = tourney(tmp_path, "merge", "whole-1-of-2", "whole-2-of-2")
    assert merged.returncode == 0, merged.stderr
    assert (tmp_path / "whole" / "games.jsonl").read_bytes() == played["inprocess"]
    assert "My Game" in merged.stdout
    with (tmp_path / "shelf" / "my_game" / "texts.py").open("a") as file:
        file.write("# changed\n")
    again = tourney(tmp_path, "--config", str(config), "--dry-run")
    assert "4 games." in again.stdout, again.stdout + again.stderr
    assert "tables.my-game-2.digest: " in again.stderr


@pytest.mark.slow
@pytest.mark.parametrize("isolation", ["inprocess", "process"])
def test_games_whose_rules_fail_come_to_no_result_and_nobody_is_blamed(tmp_path: Path, isolation: str) -> None:
    publish_game(tmp_path / "shelf", FAILING)
    done = tourney(tmp_path, "--config", str(write(tmp_path, isolation, deals=1)))
    assert done.returncode == 5, done.stderr
    told = "2 games came to no result. The rules of My Game failed: KeyError: 'no such mug' (rules.py, line "
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert [result.faults for result in read(tmp_path / "run" / "journal.jsonl")] == [(), ()]
    assert "no such mug" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("w[ASKED] = turn % seats", "w[ASKED] = 6", "There is no seat 6 at a table of 2."),
        (ACT, f"{ACT}        Rng(1).below(0)\n", "A random number below 0 cannot be drawn (rules.py, line "),
        ("return strength + size", "return 'much' + size", "TypeError: "),
        ("return size(self.drinkable()) + size(self.boastable())", "return 0", "a seat is asked that can do nothing."),
        ("        self.ask_next()\n        self.settle()\n", "        1 // 0\n", "ZeroDivisionError: "),
        (ACT, f"{ACT}        raise SystemExit(3)\n", "SystemExit: 3 (rules.py, line "),
        (ACT, f"{ACT}        raise KeyboardInterrupt\n", "KeyboardInterrupt: no reason given (rules.py, line "),
        (
            "return strength + size",
            "raise SystemExit\n        return size",
            "SystemExit: no reason given (rules.py, line ",
        ),
        (ACT, f"{ACT}        return\n", "after 100 decisions there is no end."),
    ],
    ids=[
        *("no such seat", "impossible luck", "score", "nothing to do", "deal"),
        *("exit", "as if by a person", "exit at the end", "no end"),
    ],
)
def test_whatever_rules_do_wrong_a_game_comes_to_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, reason: str
) -> None:
    monkeypatch.setattr(match, "TICK", 0)
    monkeypatch.setattr(match, "MOST_DECISIONS", 100)
    publish_game(tmp_path, ("rules.py", old, new))
    bots = (
        BotSpec("a", "random", isolation=INPROCESS, package=OURS),
        BotSpec("b", "random", isolation=INPROCESS, package=OURS),
    )
    table = TableSpec("t", "my-game", 2, {}, data_hash=str(tmp_path))
    setup = Setup("seed", (table,), bots, Times(), 10.0, dict.fromkeys(FAULT_KINDS, "forfeit"))
    with on_path(tmp_path), like_ctrl_c(signal.SIGINT):  # as in a league, where it is known who pressed Ctrl-C
        result = Host(setup).play(Planned("t", "a+b", 0, 0, ("a", "b"), "stamp"))
    assert result.lost
    assert "My Game" in result.void or "my-game" in result.void
    assert reason in result.void
    assert result.faults == ()


def test_its_code_decides_stamps_and_is_compared_on_clusters(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    publish_game(shelf)
    with on_path(shelf):
        league = load(write(tmp_path))
        table = league.tables[0]
        assert table.package == "my-game 0.7"
        run = prepare(league, None)
        ours = likeness(run.setup)
        with (shelf / "my_game" / "texts.py").open("a") as file:
            file.write("# changed\n")
        changed = prepare(load(tmp_path / "league.toml"), None)
        assert changed.fixtures[0].stamp != run.fixtures[0].stamp
        theirs = likeness(run.setup)
    told = "its rules or component data for the table my-game-2 are not the same"
    assert list(unlike(ours, theirs)) == [told]
    missing = likeness(run.setup)
    assert list(unlike(ours, missing)) == [told]


def test_a_league_file_that_names_a_broken_game_says_where(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    publish_game(shelf)
    (shelf / "my_game" / "rules.py").write_text("import no_such_module\n")
    with on_path(shelf), pytest.raises(BadConfig) as error:
        load(write(tmp_path))
    said = "league.toml:3: tables[0].game: The game 'my-game' of my-game 0.7 cannot be loaded: ModuleNotFoundError: "
    assert said in str(error.value)
