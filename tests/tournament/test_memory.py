"""Bots with a memory: every game is the first one, so a deal that was seen from another seat is not known again."""

from pathlib import Path

import pytest
from leagues import real_tourney, write_league

pytestmark = pytest.mark.slow
# It tells how often it has sat down, as far as it can know: by its module, its class, its folder and its environment.
MEMORY = """
import os

played = []


class Remembers:
    summary, games, options = "counts its games", ["dragon-vault"], ()
    before = 0

    def __init__(self, place):
        Remembers.before += 1
        played.append(place.seat)
        with open("games", "a") as file:
            file.write("one more\\n")
        os.environ["GAMES"] = os.environ.get("GAMES", "") + "x"
        known = [Remembers.before, len(played), len(open("games").readlines()), len(os.environ["GAMES"])]
        print(f"knows {max(known)} games;", flush=True)  # in one piece: another worker's words may come in between
        self.seat = place.seat

    def choose(self, infoset, clock):
        return infoset.legal()[0]
"""


@pytest.mark.parametrize("isolation", ["jail", "process", "inprocess"])
def test_every_game_is_the_first(tmp_path: Path, isolation: str) -> None:
    (tmp_path / "memory.py").write_text(MEMORY)
    bot = f'[[bots]]\nbot = "memory.py:Remembers"\nisolation = "{isolation}"\n'
    write_league(tmp_path, deals=3, replace={'[[bots]]\nbot = "rules"\n': f'{bot}[[bots]]\nbot = "rules"\n'})
    # In our own process its folder is that of the league, where nobody tidies up after it.
    (tmp_path / "memory.py").write_text(MEMORY if isolation != "inprocess" else MEMORY.replace('"a"', '"w"'))
    ended = real_tourney(tmp_path, "--config", "league.toml", "--strict", "-q")
    assert ended.returncode == 0, ended.stderr
    told = (tmp_path / "run" / "bots" / "Remembers.log").read_text().replace("\n", " ").split(";")
    told = [" ".join(line.split()[-3:]) for line in told if "knows" in line]
    assert told == ["knows 1 games"] * (3 * 3 * 2)
