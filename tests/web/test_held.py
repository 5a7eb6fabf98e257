"""A saved game that is open twice: whoever comes second is told."""

import subprocess
import sys
from pathlib import Path

import pytest
from solo_games import run
from web_tables import table

from tavern_tournament.solo.held import Held

TWICE = "This game is open somewhere else, too: whoever decides last is saved."
HOLD = """
import sys
from pathlib import Path
from tavern_tournament.solo.held import Held
held = Held(Path(sys.argv[1]), sys.argv[2])
print(held.by_others, flush=True)
sys.stdin.read()
"""


def test_somebody_else_is_noticed_and_gone_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    command = [sys.executable, "-c", HOLD, str(path), "server 1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "False\n"
        assert Held(path, "terminal 2").by_others
        assert not Held(path, "server 1").by_others  # a process of the same server
        assert not Held(tmp_path / "another.json", "terminal 2").by_others
        other.kill()
    held = Held(path, "terminal 2")
    assert not held.by_others
    held.close()


@pytest.mark.slow
def test_a_terminal_and_a_table_warn_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with table(tmp_path, "--web", "dragon-vault", "--against", "random", "--save", "tavern-a.json") as served:
        served.client.asked()
        assert TWICE in run("--resume", "tavern-a.json", typed="q\n").output
        held = Held(tmp_path / "tavern-b.json", "terminal 0")
        run("dragon-vault", "--against", "random", "--save", "tavern-b.json", typed="q\n")
        lobby = served.client
        page = lobby.ask("GET", lobby.root).text
        assert page.count('href="game/') == 2
        answers = [lobby.ask("GET", f"{lobby.root}{link}").text for link in links(page)]
        assert sum(TWICE in answer for answer in answers) == 1
        held.close()


def links(page: str) -> list[str]:
    return [part.partition('"')[0] for part in page.split('href="')[1:] if part.startswith("game/")]
