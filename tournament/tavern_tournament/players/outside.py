"""Bots in processes of their own, a fresh one for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from tavern_bots.api import Clock
from tavern_bots.asked import BotFault
from tavern_bots.code import game_places
from tavern_engine import Event, Game, InfoSet
from tavern_engine import game as shipped
from tavern_tournament.players.keepers import Keeper, Terms
from tavern_tournament.players.languages import Language
from tavern_tournament.players.output import Log, Output
from tavern_tournament.players.process import BotProcess

T = TypeVar("T")


class OutsidePlayer:
    """A bot that has a keeper, and in every game a process that knows nothing of the games before."""

    def __init__(self, language: Language, terms: Terms, patience: float, log: Log) -> None:
        self.language = language
        self.patience = patience
        self._terms = terms
        self._log = log
        self._keeper: Keeper | None = None
        self._process: BotProcess | None = None
        self._taken: set[int] = set()  # its seats in the game that is played
        self._data: frozenset[str] = frozenset()  # component data and packages of games that it has been told of

    def load(self) -> None:
        if self._keeper is None or not self._keeper.runs:
            self._start(())

    def _start(self, games: Sequence[Game]) -> BotProcess:
        """A new process with the bot in it."""
        self._tell_of(games)
        if self._keeper is None or not self._keeper.runs:
            self._keeper = Keeper(replace(self._terms, own_files=(*self._terms.own_files, *sorted(self._data))))
        self._process = process = BotProcess(self.language, self._keeper, Output(self._log), games)
        try:
            process.greet(self._terms.limits.start_seconds)
        except BotFault:
            process.stop()
            raise
        return process

    def _tell_of(self, games: Sequence[Game]) -> None:
        """Let it see games of other packages, and components that are not as in the box: that needs a new keeper."""
        others = [one for one in games if one.data_file != shipped(one.id).data_file]
        data = self._data.union(str(file.absolute()) for one in others for file in one.data_files)
        data = data.union(place for one in games for place in game_places(one.id))
        if data != self._data and self._keeper is not None:
            self._keeper.stop()
        self._data = data

    def sit(
        self, game: Game, seat: int, seats: int, seed: int, table_options: Mapping[str, object] | None = None
    ) -> OutsideSeat:
        try:
            process = self._process
            if process is None or process.lost is not None or not self._taken or seat in self._taken:
                process = self._begin(game)
            one = OutsideSeat(self, process, game, seat, Output(self._log, f"seat {seat}"))
            one.sit(seats, seed, game.checked_options(table_options or {}))
        except BotFault as fault:
            raise BotFault(fault.kind, fault.said, gone=True) from None
        self._taken.add(seat)
        return one

    def _begin(self, game: Game) -> BotProcess:
        """A new game: nobody is there from the one before."""
        self._taken.clear()
        self._give_way()
        return self._start((game,))

    def leave(self, seat: int) -> None:
        """The seat's game is over; with the last one the process ends while others go on."""
        self._taken.discard(seat)
        if not self._taken:
            self._give_way()

    def _give_way(self) -> None:
        if self._process is not None:
            self._process.give_way()

    def stop(self) -> None:
        if self._process is not None:
            self._process.stop()
        if self._keeper is not None:
            self._keeper.stop()
        self._log.close()


class OutsideSeat:
    """The bot in its place for one game."""

    def __init__(self, player: OutsidePlayer, process: BotProcess, game: Game, seat: int, output: Output) -> None:
        self._player = player
        self._process = process
        self._game = game
        self._seat = seat
        self._output = output
        self._reason = ""
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

        def read(answer: bytes) -> int:
            action = language.action(game, answer)
            self._reason = language.reason(answer)
            return action

        return self._ask(message, seconds, read)

    def explain(self) -> str:
        return self._reason

    def end(self, placement: Sequence[int]) -> None:
        try:
            if placement and self._process.lost is None:
                message = self._player.language.end(self._seat, placement)
                self._ask(message, self._player.patience, self._player.language.fields)
        finally:
            self._player.leave(self._seat)

    def _ask(self, message: bytes, seconds: float, read: Callable[[bytes], T]) -> T:
        self._process.output = self._output  # the bot's other seats have outputs of their own
        return self._process.ask(message, seconds, read)
