"""Runs the code of bots and of others' games guarded: stopped when it hangs, its errors sentences with its own line."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Final, NoReturn

from tavern_engine.errors import BadGame, BadPlugin, TavernError

if TYPE_CHECKING:
    from tavern_engine.game import Game

PATIENCE: Final = 10.0  # seconds that a plugin may take to be imported, and a bot to be seated
RINGS: Final = 10  # by which a time is measured: while a process stands still (Ctrl-Z), all become one
SHOWN: Final = 200  # characters of what a bot says when it fails
#: Addresses, and folders that a bot gets for one time only; after dots that stand for some of it comes more of it.
NEVER_THE_SAME: Final = r"(\b0x|tavern-bot-)(?:\w{6,}|\.\.\.\w+)"
NOT_ITS_OWN: Final = {*sys.stdlib_module_names, "tavern_engine", "tavern_bots", "tavern_tournament"}


class Overrun(BaseException):
    """Raised inside a bot that does not come back; not an Exception, so that the bot does not catch it by accident."""


class CtrlC(KeyboardInterrupt):
    """A person's Ctrl-C or the system's wish to end, as our own handlers raise it: no bot's doing."""


def pressed(error: BaseException) -> bool:
    """Whether an error is a person's Ctrl-C. A KeyboardInterrupt that a bot raised is not, where that can be known:

    the commands of a league raise CtrlC, and no signal reaches its workers and the processes of bots. Only while
    Python's own handler is in place can nobody tell one from the other.
    """
    kind = type(error)
    unknown = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return issubclass(kind, KeyboardInterrupt if unknown else CtrlC)


def told(tell: Callable[[], str], instead: str) -> str:
    """A text that takes a bot's own code to make, or what is told instead if that fails in any way."""
    try:
        return tell()
    except BaseException as error:
        if pressed(error):
            raise
        return instead


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise Overrun in the block after so many seconds; without timers (Windows, other threads) there is no limit.

    It stops endless Python code and sleeps. A bot that catches everything goes on, and compiled code that never comes
    back to Python cannot be stopped: only a process of its own could do that.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    rings = 0

    def ring(_number: int, _frame: FrameType | None) -> None:
        nonlocal rings
        rings += 1
        if rings >= RINGS:
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise Overrun(f"it took longer than {seconds:g} seconds")

    outside, started = signal.signal(signal.SIGALRM, ring), time.perf_counter()
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds / RINGS, seconds / RINGS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, outside or signal.SIG_DFL)
        if left:  # somebody else's timer was running
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.perf_counter() - started), 0.001), interval)


@contextlib.contextmanager
def guarded(what: str, kind: type[BadPlugin]) -> Iterator[None]:
    """Whatever a plugin does while it is imported or set up becomes a sentence; only a person's Ctrl-C stays one."""
    try:
        with time_limit(PATIENCE), open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
            yield
    except BaseException as error:
        if pressed(error):
            raise
        raise kind(f"{what}: {complaint(error)}.") from error


def blame(game: Game, error: BaseException) -> NoReturn:
    """Raise BadGame for whatever the code of a game raised; a person's Ctrl-C and the end of a time stay what they are.

    Rules that ask Python to exit, or act as if somebody had pressed Ctrl-C, would end whoever plays them.
    """
    if pressed(error) or isinstance(error, Overrun):
        raise error
    raise rules_failed(game, error) from error


def rules_failed(game: Game, error: BaseException) -> BadGame:
    """That the code of a game raised what it should not, with the line."""
    package = type(game).__module__.partition(".")[0]
    return BadGame(f"The rules of {game.title} failed: {complaint(error, package)}.")


def complaint(error: BaseException, package: str | None = None) -> str:
    """What went wrong and in which line of the plugin's own code, without a full stop."""

    def tell() -> str:
        says_where = isinstance(error, (BadPlugin, Overrun, SyntaxError))
        return reason(error) if says_where else f"{reason(error)}{own_line(error, package)}"

    return told(tell, "It raised what cannot be shown")


def reason(error: BaseException) -> str:
    """What went wrong in one short line without its full stop."""
    said = message_of(error)
    return said if isinstance(error, (TavernError, Overrun)) else f"{type(error).__name__}: {said}"


def message_of(error: BaseException) -> str:
    """The first line of what an error says, even if it cannot be shown."""
    lines = told(lambda: str.strip(str(error)), "it cannot be shown").splitlines()
    return repeatable(lines[0])[:SHOWN].rstrip(".") if lines else "no reason given"


def repeatable(text: str) -> str:
    """The text as it is in every run; shorten it after that, not before.

    >>> repeatable("<Bot object at 0x7f12ab34cd56> in /tmp/tavern-bot-x1_y2z3")
    '<Bot object at 0x...> in /tmp/tavern-bot-...'
    """
    return re.sub(NEVER_THE_SAME, r"\1...", text)


def own_line(error: BaseException, package: str | None = None) -> str:
    """The last line of the plugin's own code, that of this package if it is known, that led to an error:

    ` (my_bot.py, line 12)`.
    """
    plugin, own = package or stranger(error), None
    for frame, line in traceback.walk_tb(error.__traceback__):  # which can be long: nothing is kept of it
        if plugin in (package_of(frame), None):  # what is ours has no line that is not ours
            own = frame.f_code, line
    return shown_line(*own) if own else ""


def stranger(error: BaseException) -> str | None:
    """The package of the first code on the way to an error that is neither ours nor Python's."""
    return next((package for package in packages_behind(error) if package not in NOT_ITS_OWN), None)


def packages_behind(error: BaseException) -> Iterator[str]:
    """The packages whose code led to an error, in the order of the calls."""
    return (package_of(frame) for frame, _ in traceback.walk_tb(error.__traceback__))


def package_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__")).partition(".")[0]


def line_of(method: object) -> str:
    """Where a method of a bot begins: ` (my_bot.py, line 9)`; nothing for one that is not written in Python."""
    code = getattr(method, "__code__", None)
    return shown_line(code, code.co_firstlineno) if isinstance(code, CodeType) else ""


def shown_line(code: CodeType, line: int) -> str:
    path = Path(code.co_filename)
    name = f"{path.parent.name}/{path.name}" if path.stem == "__init__" else path.name
    return f" ({name}, line {line})"
