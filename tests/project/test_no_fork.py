"""On a system without fork, as Windows is one: what works there, and what says in a sentence that it does not.

It is simulated (tests/support/no_fork.py); docs/PLATFORMS.md says the same in words.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import warm

pytestmark = pytest.mark.slow
NO_FORK = Path(__file__).parent.parent / "support" / "no_fork.py"
LEAGUE = """
league = {{ name = "Evening", seed = "evening", out = "run", secret = "public" }}
tables = [{{ game = "dragon-vault", seats = 2 }}]
bots = [{{ bot = "random" }}, {bot}]
schedule = {{ deals = 1 }}
run = {{ workers = 1 }}
rating = {{ bootstrap = 20 }}
"""
OURS = '{ bot = "rules" }'
STRANGER = """
class First:
    summary, games, options = "takes what comes first", "all games", ()
    def __init__(self, place): pass
    def choose(self, infoset, clock): return infoset.legal()[0]
"""
IMPORTS = """
import no_fork, pkgutil, importlib, tavern_engine, tavern_bots, tavern_tournament
for package in (tavern_engine, tavern_bots, tavern_tournament):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith(("__main__", "__mypyc", "web.warm", "cluster.deaf")):
            importlib.import_module(module.name)
print("all imported")
"""


def run(folder: Path, *arguments: str, input: str = "") -> subprocess.CompletedProcess[str]:
    """A command on a system without fork."""
    command = [sys.executable, str(NO_FORK), *arguments]
    return subprocess.run(command, cwd=folder, input=input, capture_output=True, text=True)


def test_everything_is_imported_there(tmp_path: Path) -> None:
    paths = os.pathsep.join(filter(None, [str(NO_FORK.parent), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run([sys.executable, "-c", IMPORTS], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.stdout == "all imported\n", done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tavern_engine", "check", "tavern-brawl", "--effort", "0.01"], " passed  worlds"),
        (["tavern_bots", "check", "random", "--game", "tavern-brawl", "--effort", "0.01"], " 6 left out league: "),
        (["tavern_bots", "strength", "rules", "--against", "random", "--deals", "2", "--workers", "2"], "over 2 deals"),
        (["tavern_tournament.solo.cli", "dragon-vault", "--seed", "1", "--plain"], "The game is saved."),
    ],
    ids=["engine", "check", "strength", "play"],
)
def test_these_work_there(tmp_path: Path, arguments: list[str], told: str) -> None:
    done = run(tmp_path, *arguments, input="1\nq\n")
    assert done.returncode == 0, done.stderr
    assert told in done.stdout


def test_a_league_of_our_bots_is_the_same_there(tmp_path: Path) -> None:
    (tmp_path / "league.toml").write_text(LEAGUE.format(bot=OURS))
    done = run(tmp_path, "tavern_tournament", "--config", "league.toml")
    assert done.returncode == 0, done.stderr
    here = [sys.executable, "-m", "tavern_tournament", "--config", "league.toml", "--out", "here"]
    assert warm.run(here, cwd=tmp_path, capture_output=True, text=True).returncode == 0
    assert (tmp_path / "run" / "games.jsonl").read_bytes() == (tmp_path / "here" / "games.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("bot", "options", "code", "told"),
    [
        ('{ bot = "first.py:First" }', [], 2, "bots cannot have processes of their own: write isolation = 'inprocess'"),
        ('{ command = ["first.py"], name = "first", games = ["dragon-vault"] }', [], 2, "as first needs: leave it out"),
        (OURS, ["--cluster", "local:2"], 8, "Leagues are played on clusters of Linux machines, and started from one."),
    ],
    ids=["process", "command", "cluster"],
)
def test_these_say_that_they_do_not(tmp_path: Path, bot: str, options: list[str], code: int, told: str) -> None:
    (tmp_path / "first.py").write_text(STRANGER)
    (tmp_path / "league.toml").write_text(LEAGUE.format(bot=bot))
    done = run(tmp_path, "tavern_tournament", "--config", "league.toml", *options)
    assert (done.returncode, told in done.stderr) == (code, True), done.stderr
    assert "Traceback" not in done.stderr


def test_a_table_in_the_browser_says_that_it_cannot_be(tmp_path: Path) -> None:
    done = run(tmp_path, "tavern_tournament.solo.cli", "--web")
    assert done.returncode == 1
    assert "A table in the browser needs a system with fork, such as Linux: play in the terminal." in done.stderr
