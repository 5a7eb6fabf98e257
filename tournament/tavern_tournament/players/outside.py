"""Bots in processes of their own: a process serves one game after another until a fault ends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from tavern_bots.api import Clock
from tavern_bots.asked import FATAL, BotFault
from tavern_bots.confine import Limits
from tavern_engine import Event, Game, InfoSet
from tavern_tournament.players.languages import Language
from tavern_tournament.players.printed import Printed
from tavern_tournament.players.process import BotProcess

T = TypeVar("T")


class OutsidePlayer:
    """A bot with a process that is started when it is needed, and anew after a fault has ended it."""

    def __init__(self, language: Language, limits: Limits, patience: float, printed: Printed) -> None:
        self.language = language
        self.patience = patience
        self._limits = limits
        self._printed = printed
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
            self._process = BotProcess(self.language, self._limits, self._printed)
            try:
                self.ask(self._process, self.language.hello(), self._limits.start_seconds, self.language.greeting)
            except BotFault:
                self._process.stop()
                raise
        return self._process

    def sit(self, game: Game, seat: int, seats: int, seed: int) -> OutsideSeat:
        if not self._plays or not self._taken or seat in self._taken:
            self._begin()
        message = self.language.sit(game, seat, seats, seed)
        try:
            process = self._running()
            if not self._taken:
                self._printed.forget()
            told = self.ask(process, message, self.patience, self.language.fields)
        except BotFault as fault:
            raise BotFault(fault.kind, fault.said, gone=True) from None
        self._taken.add(seat)
        return OutsideSeat(self, process, game, seat, sees=told.get("sees") is not False)

    def _begin(self) -> None:
        """A new game: what was printed before is no part of it, and a process that might not last is replaced."""
        self._taken.clear()
        if self._process is not None and self._plays and self._process.tired:
            self._process.stop()

    def leave(self, seat: int) -> None:
        """The seat's game is over."""
        self._taken.discard(seat)

    def ask(self, process: BotProcess, message: bytes, seconds: float, read: Callable[[bytes], T]) -> T:
        """Its answer as `read` reads it, or the fault that it told of or that its answer is."""
        answer = process.exchange(message, seconds)
        try:
            return read(answer)
        except BotFault as fault:
            told = self._printed.told(fault)
            raise (process.lose(fault) if fault.kind in FATAL else told) from None

    def stop(self) -> None:
        if self._process is not None:
            self._process.stop()
        self._printed.close()


class OutsideSeat:
    """The bot in its place for one game."""

    def __init__(self, player: OutsidePlayer, process: BotProcess, game: Game, seat: int, sees: bool) -> None:
        self._player = player
        self._process = process
        self._game = game
        self._seat = seat
        self.sees = sees

    def choose(self, infoset: InfoSet, events: Sequence[Event], clock: Clock) -> int:
        left = None if clock.seconds is None else max(clock.left(), 0.0)
        language, game = self._player.language, self._game
        message = language.question(game, self._seat, infoset, events if self.sees else (), left)
        seconds = self._player.patience + clock.bank + (left or 0.0)
        return self._player.ask(self._process, message, seconds, lambda answer: language.action(game, answer))

    def end(self, placement: Sequence[int]) -> None:
        self._player.leave(self._seat)
        if placement and self._process.lost is None:
            message = self._player.language.end(self._seat, placement)
            self._player.ask(self._process, message, self._player.patience, self._player.language.fields)
