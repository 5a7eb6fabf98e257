"""What isolation costs: the start of a game and a move, in a process and in the jail: `python tests/bench/jail.py`.

The bot is the sample bot, which only looks at its legal actions. The two levels take turns: a busy machine slows
down both. Medians are printed, and the least that was seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from tavern_bots.api import Clock
from tavern_engine import Table, game
from tavern_tournament.players.player import Player, player
from tavern_tournament.specs import JAIL, PROCESS, BotSpec

BOT = f"{Path(__file__).parent.parent / 'sample_bot' / 'sample_bot.py'}:SampleBot"
GAMES = 100
MOVES = 50


def played(one: Player, seed: int) -> Iterator[tuple[str, float]]:
    """What was measured in a game, by name."""
    table = Table(game("dragon-vault"), 2, seed)
    seat_number, infoset = table.ask()
    began = perf_counter()
    seat = one.sit(table.game, seat_number, 2, seed, {})
    yield "start of a game", perf_counter() - began
    for _ in range(MOVES):
        began = perf_counter()
        seat.choose(infoset, (), Clock(None))
        yield "move", perf_counter() - began
    seat.end([1, 2])


def main() -> None:
    """Print the figures."""
    levels = (PROCESS, JAIL)
    players = {one: player(BotSpec("bot", BOT, isolation=one), patience=60, log_folder=None) for one in levels}
    measured: dict[tuple[str, str], list[float]] = {}
    for one in players.values():
        one.load()
    for number in range(GAMES):
        for level, one in players.items():
            for what, seconds in played(one, number):
                measured.setdefault((what, level), []).append(1e6 * seconds)
    for (what, level), times in sorted(measured.items()):
        print(f"{what:<18}{level:<10}median {median(times):>9.1f} us, least {min(times):>9.1f} us")
    for one in players.values():
        one.stop()


if __name__ == "__main__":
    main()
