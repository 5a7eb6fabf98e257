"""What a league costs beside the games themselves: the runner, its second core, the journal, the supervisor.

The same games are played by a bare loop in this process and by a league with one and two workers, in turns, for
machines are noisy: each league is held against the loops before and after it, and a figure is the median over the
rounds. What a league takes to start its workers and to end, seen in one of a few games, is told apart: it is paid once,
however many games are played. The small batches towards the end are paid once too, but count here as if they were not.
The runner's work is some for each game and some for each decision, so its share depends on how long games are and on
how long bots think. Nothing here is asserted by a test.
`make bench` runs it.
"""

import gc
import os
import socket
import sys
import tempfile
from pathlib import Path
from statistics import fmean, median
from time import perf_counter

from tavern_bots.api import Clock
from tavern_bots.discover import choose_bot
from tavern_engine import Rng, Table, game
from tavern_tournament.host import Host
from tavern_tournament.journal import Journal
from tavern_tournament.local import LocalExecutor
from tavern_tournament.logs import logging_to, starting_workers
from tavern_tournament.match import void_result
from tavern_tournament.results import FAULT_KINDS, GameResult
from tavern_tournament.schedule import Fixture, Games, Planned, Seeds
from tavern_tournament.specs import OURS, BotSpec, Setup, TableSpec, Times
from tavern_tournament.supervisor import Supervisor
from tavern_tournament.workers import Link, Spawner, Zygote

ROUNDS = 7
SECONDS = 2.0  # of games in a round
NAMES = ("one", "two", "three", "four", "five", "six")
EMPTY = 20_000
LINES = 5_000

#: Games, bots and numbers of seats, from about 1 ms a game to 2 ms and to more than 20.
LEAGUES = (
    ("dragon-vault", "rules", 2),
    ("dragon-vault", "rules", 6),
    ("red-dragon-inn", "rules", 2),
    ("tiefenthal", "rules", 2),
    ("dragon-vault", "flat:simulations=1", 2),
)


class Nobody:
    """A watcher who does not look."""

    def finished(self, result: GameResult) -> None:
        """Nothing."""

    def lost(self, games: int, why: str) -> None:
        """Nothing."""


def setup(played: str, bot: str, seats: int) -> Setup:
    name, _, options = bot.partition(":")
    given = dict(part.split("=") for part in options.split(",") if part)
    bots = tuple(BotSpec(each, name, given, isolation="inprocess", package=OURS) for each in NAMES[:seats])
    tables = (TableSpec("table", played, seats, game(played).checked_options({})),)
    return Setup("bench", tables, bots, Times(), 60.0, dict.fromkeys(FAULT_KINDS, "forfeit"))


def plan(deals: int, seats: int = 2) -> Games:
    return Games([Fixture("table", NAMES[:seats], deals, "bench")])


def bare(played: str, bot: str, planned: Games) -> float:
    """The games one after another, with nothing but a table and its bots."""
    choice, rules, seeds = choose_bot(bot), game(played), Seeds("bench", "")
    start = perf_counter()
    for one in planned:
        seats = len(one.bots)
        table = Table(rules, seats, seeds.deal(played, one.deal))
        seated = [
            choice.plugin(choice.place(rules, seat, seats, Rng(seeds.bot(one.id, seat)))) for seat in range(seats)
        ]
        while not table.over:
            seat, infoset = table.ask()
            table.answer(seated[seat].choose(infoset, Clock()))
    return perf_counter() - start


def led(league: Setup, planned: Games, workers: int, starter: Zygote | Spawner, folder: Path) -> float:
    """The same games in a league."""
    path = folder / "journal.jsonl"
    with Journal(path) as journal:
        executor = LocalExecutor(league, starter, min(workers, len(planned)), one_core=True)
        supervisor = Supervisor(league, journal, executor, Nobody())
        start = perf_counter()
        assert supervisor.run(planned)
        spent = perf_counter() - start
    path.unlink()
    return spent


def compare(played: str, bot: str, seats: int, starter: Zygote | Spawner, folder: Path) -> None:
    """Print what the runner adds to the games of one league, and what a second worker saves."""
    league = setup(played, bot, seats)
    planned = plan(10, seats)
    each = min(bare(played, bot, planned) for _ in range(3)) / len(planned)  # the first games find everything cold
    planned = plan(max(10, round(SECONDS / each / seats)), seats)
    few = plan(1, seats)
    alone = [bare(played, bot, planned)]
    starts, added, shares, efficiency = [], [], [], []
    for _ in range(ROUNDS):
        start, one = (led(league, some, 1, starter, folder) for some in (few, planned))
        alone.append(bare(played, bot, planned))
        start_two, two = (led(league, some, 2, starter, folder) for some in (few, planned))
        around = fmean(alone[-2:])
        starts.append(start)
        added.append((one - start - around) / len(planned))
        shares.append((one - start) / around - 1)
        efficiency.append((one - start) / (two - start_two) / 2)
    length = 1000 * median(alone) / len(planned)
    print(f"{played}, {seats} seats, {bot}: {len(planned)} games of {length:.1f} ms")
    print(
        f"  the runner adds {median(shares):.1%}, {1e6 * median(added):.0f} us a game, and {median(starts):.2f} s once"
    )
    print(f"  two workers are {median(efficiency):.0%} efficient")


def journal_cost(folder: Path) -> None:
    """Print what writing a game down costs."""
    host = Host(setup("dragon-vault", "random", 2))
    body = host.play(next(iter(plan(1)))).to_json().encode()
    with Journal(folder / "cost.jsonl") as journal:
        start = perf_counter()
        for _ in range(LINES):
            journal.append([body])
        spent = perf_counter() - start
    print(f"journal: {1e6 * spent / LINES:.1f} us a game of {len(body)} bytes")


class Idler:
    """Starts workers that have every result at hand."""

    def start(self) -> tuple[int, Link]:
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            ours.close()
            answer_at_once(Link(theirs))
            os._exit(0)
        theirs.close()
        return pid, Link(ours)


def answer_at_once(link: Link) -> None:
    link.receive()
    while (message := link.receive()) is not None:
        planned = [Planned(**{**fields, "bots": tuple(fields["bots"])}) for fields in message["batch"]]
        results = [void_result(one, "dragon-vault", "empty").to_json() for one in planned]
        link.send({"results": results, "took": [0.001] * len(planned)})


def empty_games(folder: Path) -> None:
    """Print how many games without any play in them pass through a supervisor."""
    planned = plan(EMPTY // 2)
    with Journal(folder / "empty.jsonl") as journal:
        league = setup("dragon-vault", "random", 2)
        supervisor = Supervisor(league, journal, LocalExecutor(league, Idler(), 2), Nobody())
        start = perf_counter()
        supervisor.run(planned)
        print(f"supervisor: {len(planned) / (perf_counter() - start):,.0f} empty games a second")


def main() -> None:
    """Print everything."""
    gc.freeze()  # as workers do, so that the bare loop has no garbage to look through that they have not
    with tempfile.TemporaryDirectory() as name, logging_to(Path(name) / "log.txt", 0), starting_workers() as starter:
        folder = Path(name)
        journal_cost(folder)
        empty_games(folder)
        for played, bot, seats in LEAGUES:
            compare(played, bot, seats, starter, folder)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
