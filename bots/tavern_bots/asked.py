"""Asks a bot as the referee does, and turns whatever it does instead of answering into a fault.

The same code asks bots in the league's own process and, behind a pipe, in a process of their own.
"""

from __future__ import annotations

import reprlib
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from tavern_bots.api import Clock, Place
from tavern_bots.discover import Choice, choose_bot
from tavern_bots.shipped import SEEING
from tavern_engine import BadGame, Event, Game, InfoSet, State
from tavern_engine.guard import (
    NOT_ITS_OWN,
    Overrun,
    complaint,
    pressed,
    repeatable,
    rules_failed,
    stranger,
    time_limit,
    told,
)

WIDEST: Final = 1 << 63  # an action code is a signed number of 64 bits
TRACED: Final = 4000  # characters of a traceback
BRIEF: Final = 30  # characters of an answer that is none
EXPLAINING: Final = 1.0  # seconds for a reason
FATAL: Final = ("hang", "crash", "memory", "protocol")  # after these nobody is there to be asked again


class BotFault(Exception):
    """What a bot did instead of answering; no TavernError, for the match catches it and the game goes on."""

    def __init__(self, kind: str, said: str, gone: bool = False, trace: str = "") -> None:
        super().__init__(f"{kind}: {said}")
        self.kind = kind  # raise, illegal, hang, crash, memory or protocol
        self.said = said
        self.gone = gone or kind in FATAL  # it cannot be asked again in this game
        self.trace = trace  # for its log


def load(bot: str, options: Mapping[str, str]) -> Choice:
    """The bot of a name or a file with these options, or BadBot."""
    texts = ",".join(f"{name}={value}" for name, value in options.items())
    return choose_bot(f"{bot}:{texts}" if texts else bot)


@contextmanager
def own_output() -> Iterator[None]:
    """A time in which what a bot prints goes to its own output; after it, stdout and stderr are what they were."""
    outside = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout, sys.stderr = outside


class Asked:
    """A bot in its seat for one game; within `own_output` what it prints goes to its `output`, a text stream."""

    def __init__(self, choice: Choice, place: Place, output: Any) -> None:
        self._output = output
        self._game = place.game
        self._package = ""
        self._package = self._run(lambda: str(getattr(choice.plugin, "__module__", "")).partition(".")[0])
        if not self._run(choice.plays, place.game):
            raise BotFault("raise", f"The bot {choice.text!r} does not play {place.game.title}.", gone=True)
        try:
            self._bot: Any = self._run(choice.plugin, place)
            self.sees = self._run(hasattr, self._bot, "see")  # it wants to be told what happened
        except BotFault as fault:
            raise BotFault(fault.kind, fault.said, gone=True, trace=fault.trace) from None
        self.oracle = choice.plugin in SEEING
        self._explains = True

    def choose(self, infoset: InfoSet, events: Sequence[Event], clock: Clock) -> int:
        """Its decision: a whole number, which need not be legal."""
        sys.stdout = sys.stderr = self._output  # as in `_run`, whose calls would be paid for at every decision
        try:
            if self.sees:
                self._bot.see(list(events))
            answer = self._bot.choose(infoset, clock)
        except BaseException as error:
            raise self._failed(error) from None
        return answer if type(answer) is int and 0 <= answer < WIDEST else self._code(answer)

    def choose_seeing(self, truth: State) -> int:
        """The decision of an oracle, which is shown everything."""
        return self._code(self._run(self._bot.choose_seeing, truth))

    def explain(self) -> str:
        """Why it decided as it did last, in its words; empty if it does not say. One that fails is not asked again."""
        if not self._explains:
            return ""
        try:
            with time_limit(EXPLAINING):
                said: str = self._run(self._explained)
        except (BotFault, BadGame, Overrun):
            self._explains = False
            return ""
        return said

    def _explained(self) -> str:
        return str(self._bot.explain()) if hasattr(self._bot, "explain") else ""

    def end(self, placement: Sequence[int]) -> None:
        """Tell it how the game ended, if it wants to know and the game counts."""
        if placement and self._run(hasattr, self._bot, "end"):
            self._run(self._bot.end, list(placement))

    def _run(self, code: Callable[..., Any], *arguments: object) -> Any:
        """Run a bot's code, which prints to its output: whatever it raises is a BotFault."""
        sys.stdout = sys.stderr = self._output
        try:
            return code(*arguments)
        except BaseException as error:
            raise self._failed(error) from None

    def _failed(self, error: BaseException) -> BaseException:
        """What an error in the bot's code is to the league: a fault, unless it is a person's Ctrl-C or the game's."""
        if pressed(error):
            return error
        return rules_behind(error, self._game, self._package) or self._told(fault_of(error))

    def _code(self, answer: object) -> int:
        try:
            return action_code(answer)
        except BotFault as fault:
            raise self._told(fault) from None

    def _told(self, fault: BotFault) -> BotFault:
        """The fault as the league is told of it."""
        return fault


def rules_behind(error: BaseException, game: Game, bot: str) -> BadGame | None:
    """That the rules of another package's game failed, if an error under a bot of the package `bot` means that.

    Code of the game that comes first, with nobody's but ours before it, was called by us; else a bot called it, and
    may have called it wrongly.
    """
    package = type(game).__module__.partition(".")[0]
    if isinstance(error, Overrun) or package in NOT_ITS_OWN or package == bot or stranger(error) != package:
        return None
    return rules_failed(game, error)


def action_code(answer: object) -> int:
    """The answer as a plain number, whatever class the bot made of it."""
    if type(answer) is bool or not issubclass(type(answer), int):
        raise BotFault("illegal", f"It answered {_shown(answer)}, which is not an action code.")
    code = int.__index__(answer)  # type: ignore[arg-type]
    if not -WIDEST <= code < WIDEST:
        raise BotFault("illegal", f"It answered a number of {code.bit_length()} bits, which is not an action code.")
    return code


class Brief(reprlib.Repr):
    """Shows answers in a few words, the same in every run."""

    def __init__(self) -> None:
        super().__init__()
        self.maxother = sys.maxsize  # it would cut an address in half

    def repr_instance(self, x: object, level: int) -> str:
        whole = repeatable(super().repr_instance(x, level))
        return whole if len(whole) <= BRIEF else f"{whole[: BRIEF // 2]}...{whole[-BRIEF // 2 :]}"


def _shown(answer: object) -> str:
    try:
        return Brief().repr(answer)
    except BaseException as error:
        raise (error if pressed(error) else fault_of(error)) from None


def fault_of(error: BaseException) -> BotFault:
    """The fault that an error in a bot is."""
    kind = "memory" if issubclass(type(error), MemoryError) else "raise"
    trace = told(lambda: "".join(traceback.format_exception(error, limit=-20, chain=False)), "")
    return BotFault(kind, f"{complaint(error)}.", trace=trace[-TRACED:])
