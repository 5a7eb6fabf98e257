"""A bot in a process of its own for one game: exchanges messages with it, and ends it with all it started.

Nothing that the bot does can block the referee: no pipe is waited for alone, and never longer than its patience lasts.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
from collections.abc import Callable, Sequence
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from tavern_bots.asked import FATAL, BotFault
from tavern_engine import Game
from tavern_tournament.players.keepers import Keeper
from tavern_tournament.players.languages import Language
from tavern_tournament.players.output import SAID, Output

CHUNK: Final = 1 << 16
CHUNKS: Final = 64  # that are still read after the end
SLICE: Final = 0.1  # seconds between two looks whether it still lives, as its children may keep its pipes open
STOOD: Final = 2.0  # seconds between two looks: if more pass, this process stood still, and most likely the bot too
DYING: Final = 2.0  # seconds from closing a pipe to the end of a process

T = TypeVar("T")


class PipeClosed(Exception):
    """The bot can no longer be heard, or no longer hears."""


class Patience:
    """How long a bot is still waited for; time in which all stood still (Ctrl-Z, a sleeping machine) is not counted."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self._looked = monotonic()

    def look(self) -> None:
        """Count the time since the last look."""
        now = monotonic()
        took, self._looked = now - self._looked, now
        self.left -= took if took < STOOD else SLICE


class BotProcess:
    """A running bot. Whatever it does instead of answering ends it, and is a BotFault."""

    def __init__(self, language: Language, keeper: Keeper, output: Output, games: Sequence[Game] = ()) -> None:
        """Start it; the greeting lies in its pipe before it runs, so that it loads the bot while others are told."""
        self.lost: BotFault | None = None  # why it is no more
        self._cut = language.cut
        self._keeper = keeper
        self._code: int | None = None  # how it ended by itself
        self.output = output  # takes what it prints now
        self._heard = bytearray()
        self._greeting = language.greeting
        hello = memoryview(language.hello())
        with contextlib.ExitStack() as its_ends, contextlib.ExitStack() as ours:
            its_questions, self._to_bot = _pipe(its_ends, ours)
            its_answers, self._from_bot = _pipe(its_ends, ours, to_bot=False)
            its_output, self._its_output = _pipe(its_ends, ours, to_bot=False)
            self._unsent = hello[self._write(hello) :]  # more than a pipe holds
            keeper.start((its_questions, its_answers, its_output), games)
            self._pipes = ours.pop_all()
        self._listening = select.poll()
        self._listening.register(self._from_bot, select.POLLIN)
        self._listening.register(self._its_output, select.POLLIN)

    def greet(self, seconds: float) -> dict[str, Any]:
        """What it says about itself when it has loaded the bot."""
        return self._read(self._exchange(self._unsent, seconds), self._greeting)

    def ask(self, message: bytes, seconds: float, read: Callable[[bytes], T]) -> T:
        """Its answer as `read` reads it, or the fault that it told of or that its answer is."""
        return self._read(self.exchange(message, seconds), read)

    def _read(self, answer: bytes, read: Callable[[bytes], T]) -> T:
        try:
            return read(answer)
        except BotFault as fault:
            raise (self.lose(fault) if fault.kind in FATAL else self.output.told(fault)) from None

    def exchange(self, message: bytes, seconds: float) -> bytes:
        """Send a message and return the answer, which must come in so many seconds; take what it prints meanwhile."""
        if self.lost is not None:
            raise BotFault(self.lost.kind, f"Its process ended at another seat. {self.lost.said}"[:SAID])
        self._keeper.wake()
        return self._exchange(memoryview(message), seconds, asked_before=False)

    def _exchange(self, message: memoryview, seconds: float, asked_before: bool = True) -> bytes:
        """Send a message, or the rest of one, and return the answer."""
        patience = Patience(seconds)
        try:
            self._listen(0)
            if self._heard and not asked_before:
                raise BotFault("protocol", "It spoke without being asked.")
            self._send(message, patience)
            while (answer := self._answer()) is None:
                self._wait(patience)
        except BotFault as fault:
            raise self.lose(fault) from None
        except PipeClosed:
            raise self.lose(None) from None
        except BaseException:
            self.stop()
            raise
        self._keeper.pause()
        return answer

    def lose(self, fault: BotFault | None) -> BotFault:
        """End it for a fault, or because it fell silent: the fault as it is told."""
        gave_up = fault is None and self._ends_soon()
        self._end()
        fault = fault or (self._crash() if gave_up else BotFault("protocol", "It closed its pipe."))
        self.lost = BotFault(fault.kind, self.output.said(fault.said))
        return self.lost

    def stop(self) -> None:
        """End it, if it runs, as nobody needs it any more."""
        if self.lost is None:
            self.lost = BotFault("crash", "It was stopped.")
            self._end()

    def give_way(self) -> None:
        """Leave it to its keeper, which ends it when it starts the next one."""
        if self.lost is None:
            self.lost = BotFault("crash", "It was stopped.")
            self._close()

    def _end(self) -> None:
        """End it with all it started, and read what it still printed."""
        with contextlib.suppress(BotFault):  # then its keeper has ended, and it too
            self._code = self._keeper.end()
        self._close()

    def _close(self) -> None:
        """Hear no more of it than what it has printed."""
        for _ in range(CHUNKS):
            if not self._read_output():
                break
        self._pipes.close()

    def _send(self, left: memoryview, patience: Patience) -> None:
        while left and (left := left[self._write(left) :]):
            self._listening.register(self._to_bot, select.POLLOUT)
            try:
                self._wait(patience)
            finally:
                self._listening.unregister(self._to_bot)

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._to_bot, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise PipeClosed from None

    def _wait(self, patience: Patience) -> None:
        """Listen for a while; it hangs if nothing came though its time is over."""
        patience.look()
        left = patience.left
        if self._listen(min(max(left, 0), SLICE)):
            return
        if self._has_ended():
            if self._listen(0):  # its last words, between the look at its pipes and the look at itself
                return
            raise PipeClosed
        if (fault := self._keeper.excess()) is not None:
            raise fault
        if left <= 0:
            raise BotFault("hang", "It did not answer in time.")

    def _listen(self, seconds: float) -> bool:
        """Wait until something happens on a pipe, and take in what came; False if it did no more than print."""
        happened = self._listening.poll(seconds * 1000)
        for pipe, _ in happened:
            if pipe == self._from_bot:
                data = os.read(pipe, CHUNK)
                if not data:
                    raise PipeClosed
                self._heard += data
            elif pipe == self._its_output and not self._read_output():
                self._listening.unregister(pipe)
        return any(pipe != self._its_output for pipe, _ in happened)

    def _read_output(self) -> bool:
        """Take some of what it printed; False if there is nothing."""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._its_output, CHUNK)
            self.output.take(data)
            return bool(data)
        return False

    def _answer(self) -> bytes | None:
        try:
            answer = self._cut(self._heard)
        except ValueError as error:
            raise BotFault("protocol", f"It answered what is no message: {error}.") from None
        if answer is not None and self._heard:
            raise BotFault("protocol", "It said more than it was asked.")
        return answer

    def _has_ended(self) -> bool:
        """Whether it has ended by itself."""
        try:
            return self._keeper.has_ended()
        except BotFault:
            return True

    def _ends_soon(self) -> bool:
        """Whether it is about to end: its pipes are closed shortly before."""
        patience = Patience(DYING)
        while not self._has_ended():
            if patience.left <= 0:
                return False
            sleep(0.001)
            patience.look()
        return True

    def _crash(self) -> BotFault:
        """How a process that ended by itself ended."""
        code = self._code
        if code is None:
            return BotFault("crash", "The process that keeps it has ended.")
        if code >= 0:
            return BotFault("crash", f"Its process ended with exit code {code}.")
        reasons: dict[int, str] = {
            signal.SIGXCPU: f": it has used {self._keeper.limits.cpu_seconds} seconds of CPU time",
            signal.SIGXFSZ: f": it wrote a file of more than {self._keeper.limits.file_mb} MB",
            signal.SIGKILL: ": the machine may be out of memory",
        }
        name = next((known.name for known in signal.Signals if known == -code), f"signal {-code}")
        return BotFault("crash", f"Its process was ended by {name}{reasons.get(-code, '')}.")


def _pipe(its_ends: contextlib.ExitStack, ours: contextlib.ExitStack, to_bot: bool = True) -> tuple[int, int]:
    """The bot's end of a new pipe, and ours, which never blocks."""
    reader, writer = os.pipe()
    its, our = (reader, writer) if to_bot else (writer, reader)
    its_ends.callback(os.close, its)
    ours.callback(os.close, our)
    os.set_blocking(our, False)
    return its, our
