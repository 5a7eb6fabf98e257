"""What a league of many games takes after it was played: to go on with it, to rate it, to report it, to compact it.

It writes the run of a league of bots with known skills, with results that nobody played: who wins is drawn by skill,
and moves, scores and times look as they do in games of Dragon's Vault. Then each step is made by a process of its own,
which tells how long it took and the most memory that it had. `--games 100000` is a quick look, and twice the games
should take twice the time. Nothing here is asserted by a test.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from tavern_tournament.config.load import load
from tavern_tournament.journal import Journal
from tavern_tournament.league import derive, look_ahead, played
from tavern_tournament.ratings.rate import rate
from tavern_tournament.report.files import write_files
from tavern_tournament.results import GameResult
from tavern_tournament.run import Run, prepare
from tavern_tournament.schedule import Planned

GAME = "dragon-vault"
LEFT = 1000  # games that are not played yet, so that there is something to go on with
MOVES = (100, 400)  # a game: about as many as two bots by rules make
SPREAD = 6.0  # of skills, in which two bots that are one apart win about 3 of 4 games
CHUNK = 10_000  # lines that are written at a time
HEAD = """\
[league]
name = "Scale"
seed = "scale"
secret = "public"
out = "{out}"
[[tables]]
game = "{game}"
seats = {seats}
[schedule]
deals = {deals}
line_ups = {line_ups}
[rating]
bootstrap = 0
"""
BOT = """\
[[bots]]
bot = "random"
name = "{name}"
"""


def write_league(folder: Path, bots: int, games: int, seats: int, line_ups: int) -> Path:
    """The file of a league that has about so many games."""
    deals = -(-(games + LEFT) // (line_ups * seats))
    head = HEAD.format(out=folder / "run", game=GAME, seats=seats, deals=deals, line_ups=line_ups)
    path = folder / "league.toml"
    path.write_text(head + "".join(BOT.format(name=f"bot-{number:03}") for number in range(bots)), encoding="utf-8")
    return path


def invented(games: Iterator[Planned], skills: dict[str, float]) -> Iterator[GameResult]:
    """Results of games that were not played."""
    chance = Random(7)
    for planned in games:
        how_well = [skills[bot] + chance.gauss(0, 1) for bot in planned.bots]
        placement = tuple(1 + sum(other > own for other in how_well) for own in how_well)
        decisions = tuple(chance.randint(*MOVES) // len(how_well) for _ in how_well)
        yield GameResult(
            game=GAME,
            **vars(planned),
            teams=tuple(range(len(how_well))),
            placement=placement,
            scores=tuple(0 if place == 1 else -chance.randint(10, 40) for place in placement),
            actions=tuple(chance.choices(range(100), k=sum(decisions))),
            decisions=decisions,
            seconds=tuple(round(each * chance.uniform(2e-6, 3e-6), 6) for each in decisions),
        )


def write_run(folder: Path, bots: int, games: int, seats: int, line_ups: int) -> None:
    """The run of a league of which all but a few games were played."""
    league = load(write_league(folder, bots, games, seats, line_ups))
    run = prepare(league, None, "tavern-tourney --config league.toml")
    skills = {bot.name: SPREAD * number / bots for number, bot in enumerate(league.bots)}
    left = iter(run.left(()))
    results = invented(itertools.islice(left, games), skills)
    run.folder.mkdir()
    with Journal(run.journal) as journal:
        while chunk := [result.to_json().encode() for result in itertools.islice(results, CHUNK)]:
            journal.append(chunk)
    run.save()
    print(f"{games:,} games of {bots} bots in {len(run.fixtures):,} line-ups at tables of {seats}:")
    print(f"  the journal has {run.journal.stat().st_size / games:,.0f} bytes a game")


def go_on(folder: Path) -> Iterator[str]:
    """To the first game that is to be played."""
    league = load(folder / "league.toml")
    run, done = look_ahead(league, False, print)
    todo = run.left(done)
    next(iter(todo))
    yield f"resume, to the first of {len(todo):,} games"


def rated(folder: Path) -> Iterator[str]:
    """The table without resamples."""
    run = Run.load(folder / "run")
    results = played(run, run.read())
    yield "reading the run"
    rate(results, bootstrap=0)
    yield "rating it"


def reported(folder: Path) -> Iterator[str]:
    """All files of a run."""
    summary = derive(Run.load(folder / "run"))
    yield "reading, rating and counting"
    paths = write_files(summary, folder / "run")
    yield f"writing the files; the report has {paths[-1].stat().st_size / 1e6:.1f} MB"


STEPS: dict[str, Callable[[Path], Iterator[str]]] = {"resume": go_on, "rating": rated, "report": reported}


def measured(step: str, folder: Path) -> None:
    """Print what a step takes; called in a process of its own."""
    before, worked = perf_counter(), 0.0  # the processor has worked since the process began: it counts from there
    for told in STEPS[step](folder):
        now, working = perf_counter(), process_time()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        spent = f"{now - before:.1f} s ({working - worked:.1f} s of a processor)"
        print(f"  {told}: {spent}, at most {memory:.2f} GB so far", flush=True)
        before, worked = now, working


def main() -> None:
    """Write a run and measure all steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", type=int, default=300)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--line-ups", type=int, default=0, help="all pairs, if not given")
    parser.add_argument("--folder", type=Path, help="an empty one, which is kept")
    parser.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        measured(options.step, options.folder)
        return
    line_ups = options.line_ups or options.bots * (options.bots - 1) // 2
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(exist_ok=True)
        if not (folder / "run").exists():
            write_run(folder, options.bots, options.games, options.seats, line_ups)
        for step in STEPS:
            subprocess.run([sys.executable, __file__, "--step", step, "--folder", folder], check=True)


if __name__ == "__main__":
    main()
