"""How many bytes a game takes in a journal, in one that xz made smaller, in a compacted one, and in a lean one.

A small league of bots by rules, at random and of little searches is played at every game, and its run compacted both
ways. Larger leagues have less to say for each game. Nothing here is asserted by a test.
"""

import argparse
import itertools
import lzma
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from tavern_tournament.compact import compact
from tavern_tournament.config.load import load
from tavern_tournament.host import Host
from tavern_tournament.journal import PACKED, Journal
from tavern_tournament.run import Run, prepare

TABLES = (
    ("dragon-vault", 2),
    ("dragon-vault", 4),
    ("red-dragon-inn", 2),
    ("red-dragon-inn", 4),
    ("tavern-brawl", 2),
    ("tiefenthal", 2),
)
LEAGUE = """\
[league]
name = "Compacting"
seed = "compacting"
secret = "public"
out = "{out}"
[[tables]]
game = "{game}"
seats = {seats}
[schedule]
deals = 1000
[[bots]]
bot = "random"
[[bots]]
bot = "rules"
[[bots]]
bot = "rules"
name = "styled"
options = {{ style = 2 }}
[[bots]]
bot = "rules"
name = "erring"
options = {{ style = 1, errors = 0.02 }}
[[bots]]
bot = "flat"
options = {{ simulations = 20 }}
[[bots]]
bot = "mcts"
options = {{ simulations = 40 }}
"""


def played(folder: Path, game: str, seats: int, games: int) -> Run:
    """The run of a league in which so many games were played."""
    path = folder / "league.toml"
    path.write_text(LEAGUE.format(out=folder / "run", game=game, seats=seats), encoding="utf-8")
    run = prepare(load(path), None, "tavern-tourney --config league.toml")
    run.folder.mkdir()
    host = Host(run.setup)
    with Journal(run.journal) as journal:
        for planned in itertools.islice(run.left(()), games):
            journal.append([host.play(planned).to_json().encode()])
    run.save()
    return Run.load(run.folder)


def sizes(run: Run) -> Iterator[float]:
    """Bytes of the journal, squeezed by xz, compacted and lean; then milliseconds a game to compact and to unpack."""
    data = run.journal.read_bytes()
    yield len(data)
    yield len(lzma.compress(data, preset=9))
    lean = Run.load(Path(shutil.copytree(run.folder, run.folder.with_name("lean"))))
    start = process_time()
    compact(run, 1, print)
    packing = process_time() - start
    yield (run.folder / PACKED).stat().st_size
    compact(lean, 1, print, lean=True)
    yield (lean.folder / PACKED).stat().st_size
    results = run.counted(run.read())
    start = process_time()
    assert sum(len(tuple(result.actions)) for result in results)
    yield 1000 * packing
    yield 1000 * (process_time() - start)


def main() -> None:
    """Print a line for every table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600, help="at each table")
    games = parser.parse_args().games
    print(f"| table ({games} games each) | journal | xz -9 | compacted | lean | ms to compact | ms to unpack |")
    print("| --- " * 7 + "|")
    for game, seats in TABLES:
        with tempfile.TemporaryDirectory() as folder:
            journal, squeezed, small, lean, packing, unpacking = sizes(played(Path(folder), game, seats, games))
        figures = [f"{journal / games:,.0f}", f"{squeezed / games:,.0f} ({journal / squeezed:.0f}x)"]
        figures += [f"{small / games:.1f} ({journal / small:.0f}x)", f"{lean / games:.1f} ({journal / lean:.0f}x)"]
        figures += [f"{packing / games:.2f}", f"{unpacking / games:.2f}"]
        print(f"| {game}, {seats} seats | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()
