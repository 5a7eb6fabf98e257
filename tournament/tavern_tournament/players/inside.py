"""Bots in this process: quick, and trusted to come back and to do no harm."""

from __future__ import annotations

from collections.abc import Mapping

from tavern_bots.api import BadBot
from tavern_bots.asked import Asked, BotFault, load
from tavern_bots.discover import Choice
from tavern_engine import Game, Rng
from tavern_tournament.players.output import Log, Output


class InsidePlayer:
    """A bot that was imported here."""

    def __init__(self, bot: str, options: Mapping[str, str], log: Log) -> None:
        self._bot = bot
        self._options = options
        self._log = log
        self._choice: Choice | None = None

    def load(self) -> None:
        self._load()

    def _load(self) -> Choice:
        if self._choice is None:
            try:
                self._choice = load(self._bot, self._options)
            except BadBot as error:
                raise BotFault("raise", Output(self._log).said(str(error)), gone=True) from None
        return self._choice

    def sit(
        self, game: Game, seat: int, seats: int, seed: int, table_options: Mapping[str, object] | None = None
    ) -> InsideSeat:
        output, choice = Output(self._log, f"seat {seat}"), self._load()
        return InsideSeat(choice, choice.place(game, seat, seats, Rng(seed), table_options), output)

    def stop(self) -> None:
        self._log.close()


class InsideSeat(Asked):
    """The bot in its place for one game; its faults are told with the end of what it printed."""

    def _told(self, fault: BotFault) -> BotFault:
        assert isinstance(self._output, Output)
        return self._output.told(fault)
