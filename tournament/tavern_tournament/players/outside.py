"""Bots in processes of their own: a process serves one game after another until a fault ends it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tavern_bots.api import Clock
from tavern_bots.asked import BotFault
from tavern_bots.confine import Limits
from tavern_engine import Event, Game, InfoSet
from tavern_tournament.players.languages import Language
from tavern_tournament.players.output import Log, Output
from tavern_tournament.players.process import BotProcess

T = TypeVar("T")


class OutsidePlayer:
    """A bot with a process that is started when it is needed, and again after a fault has ended it."""

    def __init__(self, language: Language, limits: Limits, patience: float, log: Log) -> None:
        self.language = language
        self.patience = patience
        self._limits = limits
        self._log = log
        self._process: BotProcess | None = None
        self._taken: set[int] = set()  # its seats in the game that is played

    @property
    def _plays(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and self._process.lost is None

    def load(self) -> None:
        self._running()

    def _running(self) -> BotProcess:
        """The process with the bot in it."""
        if self._process is None or not self._plays:
            self._process = BotProcess(self.language, self._limits, Output(self._log))
            try:
                self._process.ask(self.language.hello(), self._limits.start_seconds, self.language.greeting)
            except BotFault:
                self._process.stop()
                raise
        return self._process

    def sit(
        self, game: Game, seat: int, seats: int, seed: int, table_options: Mapping[str, object] | None = None
    ) -> OutsideSeat:
        if not self._plays or not self._taken or seat in self._taken:
            self._begin()
        try:
            one = OutsideSeat(self, self._running(), game, seat, Output(self._log, f"seat {seat}"))
            one.sit(seats, seed, game.checked_options(table_options or {}))
        except BotFault as fault:
            raise BotFault(fault.kind, fault.said, gone=True) from None
        self._taken.add(seat)
        return one

    def _begin(self) -> None:
        """A new game: a process that might not last is replaced."""
        self._taken.clear()
        if self._process is not None and self._plays and self._process.tired:
            self._process.stop()

    def leave(self, seat: int) -> None:
        """The seat's game is over."""
        self._taken.discard(seat)

    def stop(self) -> None:
        if self._process is not None:
            self._process.stop()
        self._log.close()


class OutsideSeat:
    """The bot in its place for one game."""

    def __init__(self, player: OutsidePlayer, process: BotProcess, game: Game, seat: int, output: Output) -> None:
        self._player = player
        self._process = process
        self._game = game
        self._seat = seat
        self._output = output
        self.sees = True

    def sit(self, seats: int, seed: int, table_options: Mapping[str, object]) -> None:
        """Tell the bot that it sits down."""
        language = self._player.language
        message = language.sit(self._game, self._seat, seats, seed, table_options)
        told = self._ask(message, self._player.patience, language.fields)
        self.sees = told.get("sees") is not False

    def choose(self, infoset: InfoSet, events: Sequence[Event], clock: Clock) -> int:
        left = None if clock.seconds is None else max(clock.left(), 0.0)
        language, game = self._player.language, self._game
        message = language.question(game, self._seat, infoset, events if self.sees else (), left)
        seconds = self._player.patience + clock.bank + (left or 0.0)
        return self._ask(message, seconds, lambda answer: language.action(game, answer))

    def end(self, placement: Sequence[int]) -> None:
        self._player.leave(self._seat)
        if placement and self._process.lost is None:
            message = self._player.language.end(self._seat, placement)
            self._ask(message, self._player.patience, self._player.language.fields)

    def _ask(self, message: bytes, seconds: float, read: Callable[[bytes], T]) -> T:
        self._process.output = self._output  # the bot's other seats have outputs of their own
        return self._process.ask(message, seconds, read)
