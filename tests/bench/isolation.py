"""What a process of its own costs a bot: the time of a decision that needs no thought, inside and outside.

`python tests/bench/isolation.py` prints it. Inside and outside are measured in turns, for machines are noisy; look at
the medians when other work runs.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from time import perf_counter

from tavern_bots.api import Clock
from tavern_bots.asked import own_output
from tavern_engine import Event, Game, InfoSet, Rng, Table, game
from tavern_tournament.players.player import Seat, player
from tavern_tournament.specs import BotSpec
from tavern_tournament.workers import cores

DECISIONS = 20_000
ROUNDS = 10
SEATS = 4
BOT = Path(__file__).parent.parent / "sample_bot" / "sample_bot.py"

Question = tuple[InfoSet, list[Event]]


def questions(played: Game, number: int) -> list[Question]:
    """What seat 0 is asked in games at random, with the news it would be told."""
    found: list[Question] = []
    rng = Rng(1)
    for seed in range(number):
        table = Table(played, SEATS, seed)
        while not table.over:
            seat, infoset = table.ask()
            if seat == 0:
                found.append((infoset, table.news(0)))
            legal = infoset.legal()
            table.answer(legal[int(rng.below(len(legal)))])
        if len(found) >= number:
            break
    return found[:number]


def times(seat: Seat, asked: Sequence[Question]) -> list[float]:
    """Microseconds for each answer."""
    spent = []
    for infoset, events in asked:
        clock = Clock()
        start = perf_counter()
        seat.choose(infoset, events, clock)
        spent.append(1e6 * (perf_counter() - start))
    return spent


def main() -> None:
    """Print what was measured."""
    if free := cores():  # one core, as in a league: to wake another one can take longer than the answer
        os.sched_setaffinity(0, free[:1])
    played = game("dragon-vault")
    asked = questions(played, DECISIONS // ROUNDS)
    players = {
        where: player(BotSpec(where, f"{BOT}:SampleBot", isolation=where), patience=10, log_folder=None)
        for where in ("inprocess", "process")
    }
    spent: dict[str, list[float]] = {where: [] for where in players}
    with own_output():
        seats = {where: bot.sit(played, 0, SEATS, 1) for where, bot in players.items()}
        for _ in range(ROUNDS):
            for where, seat in seats.items():
                spent[where] += times(seat, asked)
    for where, found in spent.items():
        print(f"{where:>9}: median {median(found):6.1f}, mean {fmean(found):6.1f} microseconds a decision")
    added = [measure(spent["process"]) - measure(spent["inprocess"]) for measure in (median, fmean)]
    ratio = median(spent["process"]) / median(spent["inprocess"])
    print(f"    added: median {added[0]:6.1f}, mean {added[1]:6.1f}; {ratio:.0f} times the time inside")
    for bot in players.values():
        bot.stop()


if __name__ == "__main__":
    main()
