"""Bots in this process: quick, and trusted to come back and to do no harm."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from tavern_bots.api import BadBot, Clock
from tavern_bots.asked import Asked, BotFault, load
from tavern_bots.discover import Choice
from tavern_engine import Event, Game, InfoSet, State
from tavern_tournament.players.printed import Printed


class InsidePlayer:
    """A bot that was imported here."""

    def __init__(self, bot: str, options: Mapping[str, str], printed: Printed) -> None:
        self._bot = bot
        self._options = options
        self._printed = printed
        self._choice: Choice | None = None

    def load(self) -> None:
        self._load()

    def _load(self) -> Choice:
        if self._choice is None:
            try:
                self._choice = load(self._bot, self._options)
            except BadBot as error:
                raise BotFault("raise", self._printed.said(str(error)), gone=True) from None
        return self._choice

    def sit(self, game: Game, seat: int, seats: int, seed: int) -> InsideSeat:
        choice = self._load()
        self._printed.forget()
        return InsideSeat(self._printed, choice, game, seat, seats, seed)

    def stop(self) -> None:
        self._printed.close()


class InsideSeat:
    """The bot in its place for one game."""

    def __init__(self, printed: Printed, choice: Choice, game: Game, seat: int, seats: int, seed: int) -> None:
        self._captured = Captured(printed)
        with self._captured:
            self._asked = Asked(choice, game, seat, seats, seed)

    def choose(self, infoset: InfoSet, events: Sequence[Event], clock: Clock) -> int:
        with self._captured:
            return self._asked.choose(infoset, events, clock)

    @property
    def oracle(self) -> bool:
        """Whether the bot plays with all cards open; the league must allow that."""
        return self._asked.oracle

    def choose_seeing(self, truth: State) -> int:
        """The decision of an oracle."""
        with self._captured:
            return self._asked.choose_seeing(truth)

    def end(self, placement: Sequence[int]) -> None:
        if placement:
            with self._captured:
                self._asked.end(list(placement))


class Captured:
    """Where a bot's code runs: what it prints goes to its paper, and its faults are told with the end of that."""

    def __init__(self, printed: Printed) -> None:
        self._printed = printed

    def __enter__(self) -> None:
        self._before = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = self._printed

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        sys.stdout, sys.stderr = self._before
        if isinstance(error, BotFault):
            raise self._printed.told(error) from None
