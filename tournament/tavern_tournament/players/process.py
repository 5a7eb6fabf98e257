"""A bot in a process of its own: starts it confined, exchanges messages with it, and ends it with all it started.

Nothing that the bot does can block the referee: no pipe is waited for alone, and never longer than a deadline.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import monotonic, sleep
from typing import Final, TypeVar

import psutil

from tavern_bots.asked import FATAL, BotFault
from tavern_bots.confine import Confinement, Limits, keep_orphans
from tavern_tournament.players.languages import Language
from tavern_tournament.players.output import SAID, Output
from tavern_tournament.players.tree import MARK, ProcessTree, process_limit

CHUNK: Final = 1 << 16
CHUNKS: Final = 64  # that are still read after the end
SLICE: Final = 0.1  # seconds between two looks whether it still lives, as its children may keep its pipes open
DYING: Final = 2.0  # seconds from closing a pipe to the end of a process

T = TypeVar("T")


class PipeClosed(Exception):
    """The bot can no longer be heard, or no longer hears."""


class BotProcess:
    """A running bot. Whatever it does instead of answering ends it, and is a BotFault."""

    def __init__(self, language: Language, limits: Limits, output: Output) -> None:
        self.lost: BotFault | None = None  # why it is no more
        self._cut = language.cut
        self._limits = limits
        self.output = output  # takes what it prints now
        self._heard = bytearray()
        mark = secrets.token_hex(8)
        keep_orphans()
        with contextlib.ExitStack() as its_ends, contextlib.ExitStack() as ours:
            folder = tempfile.mkdtemp(prefix="tavern-bot-")
            ours.callback(shutil.rmtree, folder, ignore_errors=True)
            its_questions, self._to_bot = _pipe(its_ends, ours)
            its_answers, self._from_bot = _pipe(its_ends, ours, to_bot=False)
            its_output, self._its_output = _pipe(its_ends, ours, to_bot=False)
            self._process = _start(language, limits, (its_questions, its_answers, its_output), folder, mark)
            self._tree = ProcessTree(self._process.pid, mark)
            self._leftovers = ours.pop_all()
        self._listening = select.poll()
        self._listening.register(self._from_bot, select.POLLIN)
        self._listening.register(self._its_output, select.POLLIN)

    @property
    def tired(self) -> bool:
        """Whether it has used so much of its CPU time that another game might not fit."""
        times = psutil.Process(self._process.pid).cpu_times()
        return bool(times.user + times.system > self._limits.cpu_seconds / 2)

    def ask(self, message: bytes, seconds: float, read: Callable[[bytes], T]) -> T:
        """Its answer as `read` reads it, or the fault that it told of or that its answer is."""
        answer = self.exchange(message, seconds)
        try:
            return read(answer)
        except BotFault as fault:
            raise (self.lose(fault) if fault.kind in FATAL else self.output.told(fault)) from None

    def exchange(self, message: bytes, seconds: float) -> bytes:
        """Send a message and return the answer, which must come in so many seconds; take what it prints meanwhile."""
        if self.lost is not None:
            raise BotFault(self.lost.kind, f"Its process ended at another seat. {self.lost.said}"[:SAID])
        deadline = monotonic() + seconds
        try:
            self._listen(0)
            if self._heard:
                raise BotFault("protocol", "It spoke without being asked.")
            self._send(message, deadline)
            while (answer := self._answer()) is None:
                self._wait(deadline)
        except BotFault as fault:
            raise self.lose(fault) from None
        except PipeClosed:
            raise self.lose(None) from None
        except BaseException:
            self.stop()
            raise
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

    def _end(self) -> None:
        """End it with all it started, and read what it still printed."""
        self._tree.end()
        self._process.wait()
        for _ in range(CHUNKS):
            if not self._read_output():
                break
        self._leftovers.close()

    def _send(self, message: bytes, deadline: float) -> None:
        left = memoryview(message)
        while left := left[self._write(left) :]:
            self._listening.register(self._to_bot, select.POLLOUT)
            try:
                self._wait(deadline)
            finally:
                self._listening.unregister(self._to_bot)

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._to_bot, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise PipeClosed from None

    def _wait(self, deadline: float) -> None:
        """Listen for a while; it hangs if nothing came though its time is over (which may have been spent asleep)."""
        left = deadline - monotonic()
        if self._listen(min(max(left, 0), SLICE)):
            return
        if self._has_ended():
            if self._listen(0):  # its last words, between the look at its pipes and the look at itself
                return
            raise PipeClosed
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
        """Whether it has ended by itself; nobody reaps it before its family is known."""
        return bool(psutil.Process(self._process.pid).status() == psutil.STATUS_ZOMBIE)

    def _ends_soon(self) -> bool:
        """Whether it is about to end: its pipes are closed shortly before."""
        late = monotonic() + DYING
        while not self._has_ended():
            if monotonic() > late:
                return False
            sleep(0.001)
        return True

    def _crash(self) -> BotFault:
        """How a process that ended by itself ended."""
        code = self._process.returncode
        if code >= 0:
            return BotFault("crash", f"Its process ended with exit code {code}.")
        reasons: dict[int, str] = {
            signal.SIGXCPU: f": it has used {self._limits.cpu_seconds} seconds of CPU time",
            signal.SIGXFSZ: f": it wrote a file of more than {self._limits.file_mb} MB",
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


def _start(
    language: Language, limits: Limits, ends: tuple[int, int, int], folder: str, mark: str
) -> subprocess.Popen[bytes]:
    """Start the process of a bot with its ends of the three pipes."""
    questions, answers, output = ends
    own_pipes = (questions, answers) if language.own_pipes else ()
    settings = Confinement(limits, os.getpid(), process_limit()).to_json()
    # Unbuffered (-u), so that what it printed before an answer is here before the answer.
    python = [sys.executable, "-P", "-s", "-u", "-m", language.module]
    return subprocess.Popen(
        [*python, settings, *map(str, own_pipes), *language.arguments],
        stdin=subprocess.DEVNULL if own_pipes else questions,
        stdout=output if own_pipes else answers,
        stderr=output,
        pass_fds=own_pipes,
        cwd=folder,
        env=_environment(folder, mark),
        start_new_session=True,
    )


def _environment(folder: str, mark: str) -> dict[str, str]:
    """All that a bot's process learns of its surroundings; it finds modules where this process finds them."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG") or name.startswith("LC_")}
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path)
    return {**kept, "HOME": folder, "TMPDIR": folder, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", MARK: mark}
