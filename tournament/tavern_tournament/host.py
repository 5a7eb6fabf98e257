"""Plays any game of a league, from plain data: what a worker does, wherever it runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tavern_tournament.match import Match
from tavern_tournament.players.player import Player, player
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Planned
from tavern_tournament.specs import Setup


class Host:
    """Plays planned games one after another; its bots stay loaded between games until `stop`."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._players: dict[str, Player] = {}
        for table in setup.tables:
            table.rules()  # now rather than in the first game

    def play(self, planned: Planned, tick: Callable[[], None] = lambda: None) -> GameResult:
        """One game; `tick` is called now and then, to show that it goes on."""
        return Match(planned, self._setup, [self._player(name) for name in planned.bots]).play(tick)

    def _player(self, name: str) -> Player:
        if name not in self._players:
            logs = Path(self._setup.logs) if self._setup.logs else None
            self._players[name] = player(self._setup.bot(name), patience=self._setup.patience, log_folder=logs)
        return self._players[name]

    def stop(self) -> None:
        """End the bots that run in processes of their own."""
        for one in self._players.values():
            one.stop()
        self._players.clear()
