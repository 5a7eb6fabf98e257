"""How long a league may take: every bot plays a little at every kind of table, and the rest is multiplication."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import Final

from tavern_tournament.host import Host
from tavern_tournament.run import Run
from tavern_tournament.schedule import Games

ENOUGH: Final = 10.0  # seconds of trying


def expected_duration(run: Run, todo: Games, workers: int) -> str:
    """A sentence on how long the games may take, from one game or more for every bot and table."""
    seconds = _tried(run, todo)
    if not seconds:
        return "There is nothing to play."
    usual = sum(seconds.values()) / len(seconds)
    total = 0.0
    for fixture, left in todo.by_fixture().items():
        known = [seconds[fixture.table, bot] for bot in fixture.bots if (fixture.table, bot) in seconds]
        total += left * (sum(known) / len(known) if known else usual)
    processes = workers or os.cpu_count() or 1
    return f"About {_duration(total / processes)} with {processes} workers, going by the first games."


def _tried(run: Run, todo: Games) -> dict[tuple[str, str], float]:
    """The seconds of a game in which a bot sat at a kind of table, for as many as can be tried soon."""
    host = Host(replace(run.setup, logs=""))  # trying writes nothing
    taken: dict[tuple[str, str], list[float]] = {}
    until = time.monotonic() + ENOUGH
    try:
        for fixture, left in todo.by_fixture().items():
            if not left or all((fixture.table, bot) in taken for bot in fixture.bots):
                continue
            game = next(fixture.games(0))
            started = time.monotonic()
            host.play(game)
            for bot in fixture.bots:
                taken.setdefault((fixture.table, bot), []).append(time.monotonic() - started)
            if time.monotonic() > until:
                break
    finally:
        host.stop()
    return {key: sum(times) / len(times) for key, times in taken.items()}


def _duration(seconds: float) -> str:
    """A time in words.

    >>> [_duration(seconds) for seconds in (0.7, 42, 100, 9000)]
    ['1 second', '42 seconds', '2 minutes', '2.5 hours']
    """
    if seconds < 100:
        return f"{seconds:.0f} second{'' if round(seconds) == 1 else 's'}"
    return f"{seconds / 60:.0f} minutes" if seconds < 6000 else f"{seconds / 3600:.1f} hours"
