"""What a person sees while a league runs: a bar on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import logging
import sys
import time
from typing import Final

from tavern_tournament.ratings.live import Live
from tavern_tournament.results import GameResult

PLAIN: Final = 10.0  # seconds between two plain lines
SHOWN: Final = 3  # leaders
RATED: Final = 0.02  # the share of the time that may go into live ratings

log = logging.getLogger("tavern.progress")


class Progress:
    """Counts what finishes, keeps live ratings of it, and shows both."""

    def __init__(self, planned: int, done: int, quiet: bool) -> None:
        from tqdm import tqdm

        self.planned = planned
        self.done = done
        self.faults = 0
        self.started = self._shown = time.monotonic()
        self._before = done
        self._quiet = quiet
        self._live = Live()
        self._rating = 0.0  # seconds spent with it
        plain = quiet or not sys.stderr.isatty()
        form = "{l_bar}{bar}| {n_fmt}/{total_fmt} games, {rate_fmt}, {remaining} left{postfix}"
        self._bar = tqdm(total=planned, initial=done, unit=" games", disable=plain, bar_format=form, dynamic_ncols=True)
        self._plain = plain and not quiet

    def finished(self, result: GameResult) -> None:
        self.done += 1
        self.faults += len(result.faults)
        if result.void:
            log.warning("%s is void: %s", result.id, result.void)
        self._rate(result)
        self._bar.update()
        now = time.monotonic()
        if now - self._shown >= (PLAIN if self._plain else 0.5):
            self._shown = now
            if self._plain:
                print(self._line(now), file=sys.stderr)
            self._bar.set_postfix_str(f"{self.faults} faults; {self._leaders()}", refresh=False)

    def more(self, games: int) -> None:
        """So many games are to be played besides."""
        self.planned += games
        self._bar.total = self.planned

    def lost(self, games: int, why: str) -> None:
        log.warning("%s: it is replaced, and %d of its games are played again.", why, games)

    def close(self) -> None:
        """Leave the bar as it is."""
        self._bar.close()

    def _rate(self, result: GameResult) -> None:
        """Live ratings take some of the games if all would take too long; the final ones take all."""
        now = time.monotonic()
        if self._rating <= RATED * (now - self.started) and not result.void:
            self._live.add(result)
            self._rating += time.monotonic() - now

    def _leaders(self) -> str:
        return ", ".join(f"{bot} {mu:.1f}" for bot, mu in self._live.leaders()[:SHOWN])

    def _line(self, now: float) -> str:
        rate = (self.done - self._before) / (now - self.started)
        left = (self.planned - self.done) / rate if rate else float("inf")
        pace = f"{rate:.1f} a second, {left:.0f} s left"
        return f"{self.done} of {self.planned} games, {pace}, {self.faults} faults; {self._leaders()}"
