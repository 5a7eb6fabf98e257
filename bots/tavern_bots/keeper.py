"""Keeps the jail of one bot: a process that we trust, in which no code of the bot ever runs.

The league starts it as `python -m tavern_bots.keeper SETTINGS CONTROL` and asks it over a socket, one line of JSON at a
time. For every game it forks a process that knows nothing of the games before: it locks itself up, loads the bot, and
answers frames (`serve.py`), or becomes the bot's program. What the bot needs of ours is loaded here once.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import psutil

from tavern_bots import discover, serve
from tavern_bots.confine import Confinement, become, clear, confine, die_with_parent, keep_orphans

PIPES: Final = 3  # questions, answers, what it prints
LONGEST: Final = 1 << 20
TICKS: Final = 0.7  # of a limit of processor time may have been used when it is over, as the system counts in ticks

Order = Callable[..., dict[str, Any]]


@dataclass(frozen=True)
class Keeping:
    """What a keeper is told at its start; goes to it as JSON in its arguments."""

    confinement: Confinement
    jail: bool
    own_files: tuple[str, ...]  # of the bot, to be read
    hidden: tuple[str, ...]  # folders that are not to be seen
    command: tuple[str, ...]  # the bot's program; none for a bot in Python
    folder: str

    def to_json(self) -> str:
        return json.dumps({**asdict(self), "confinement": self.confinement.to_json()})

    @classmethod
    def from_json(cls, text: str) -> Keeping:
        """What `to_json` wrote."""
        fields = json.loads(text)
        lists = {name: tuple(fields[name]) for name in ("own_files", "hidden", "command")}
        return cls(**{**fields, **lists, "confinement": Confinement.from_json(fields["confinement"])})


class Keeper:
    """Starts and ends the process of one game after another."""

    def __init__(self, keeping: Keeping, control: socket.socket) -> None:
        self._keeping = keeping
        self._control = control
        self._served = serve.Served()  # with the games that were played
        self._child = 0  # the process of the game
        self._code: int | None = None  # how it ended by itself
        self._folder = keeping.folder
        self._jail: Any = None
        if keeping.jail:
            from tavern_bots.jail import Jail

            programs, limits = bool(keeping.command), keeping.confinement.limits
            self._jail = Jail(keeping.own_files, keeping.hidden, programs, limits, keeping.folder)
            self._jail.build()
            self._folder = self._jail.folder
        os.environ["HOME"] = os.environ["TMPDIR"] = self._folder
        for path in keeping.own_files:
            discover.compile_once(path)

    def obey(self) -> None:
        """Do what is asked until the league closes the socket."""
        while True:
            line, pipes, _, _ = socket.recv_fds(self._control, LONGEST, PIPES)
            if not line:
                return
            asked = json.loads(line)
            orders: dict[str, Order] = {"start": self._start, "status": self._status, "end": self._end}
            told = orders[asked.pop("do")](pipes, **asked)
            handles = []
            if "held" in told:
                with contextlib.suppress(OSError, AttributeError):  # a system without such handles
                    handles.append(os.pidfd_open(self._child))
            socket.send_fds(self._control, [json.dumps(told).encode() + b"\n"], handles)
            for handle in (*handles, *pipes):
                os.close(handle)

    def _start(self, pipes: list[int], games: list[dict[str, str]]) -> dict[str, Any]:
        """A process for the next game; the steps of the jail that hold, or why there is none."""
        self._end([])
        try:
            for game in games:
                self._served.find(**game)
            if self._jail is not None:
                self._jail.next_game()
            else:
                clear(self._folder)
            ready, told = os.pipe()
            gc.freeze()
            keeper = os.getpid()
            self._child = os.fork()
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}
        if self._child == 0:
            os.close(ready)
            self._live(pipes, told, keeper)
        os.close(told)
        with open(ready, "rb") as said:
            return {"held": json.loads(said.read() or b"[]")}

    def _live(self, pipes: list[int], ready: int, keeper: int) -> None:
        """The life of a game's process."""
        try:
            die_with_parent(keeper if os.getppid() else 0)  # who is the first of its namespace sees no parent
            keep_orphans()
            self._control.close()
            os.setsid()
            os.chdir(self._folder)
            questions, answers = self._take(pipes)
            confine(self._keeping.confinement, address_space=not self._keeping.command)
            if self._jail is not None:
                self._jail.lock()
            os.write(ready, json.dumps(self._jail.held if self._jail is not None else []).encode())
            os.close(ready)
            gc.enable()
            if self._keeping.command:
                become([*self._keeping.command])
            serve.run(self._served, questions, answers)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)

    def _take(self, pipes: list[int]) -> tuple[int, int]:
        """Put the pipes where they belong: a program has its questions and answers on stdin and stdout."""
        questions, answers, output = pipes
        if self._keeping.command:
            os.dup2(questions, 0)
            os.close(questions)
        os.dup2(answers if self._keeping.command else output, 1)
        os.dup2(output, 2)
        os.close(output)
        if self._keeping.command:
            os.close(answers)
        return questions, answers

    def _status(self, _pipes: list[int]) -> dict[str, Any]:
        """Whether the process still runs, and if not, how it ended."""
        self._look()
        return {"runs": self._child != 0, "code": self._code}

    def _look(self) -> None:
        if self._child:
            pid, status, used = os.wait4(self._child, os.WNOHANG)
            if pid:
                self._child, self._code = 0, os.waitstatus_to_exitcode(status)
                limit = self._keeping.confinement.limits.cpu_seconds * TICKS
                if self._code == -signal.SIGKILL and used.ru_utime + used.ru_stime >= limit:
                    self._code = -signal.SIGXCPU  # which the first process of a namespace does not hear

    def _end(self, _pipes: list[int]) -> dict[str, Any]:
        """End the process with all that it started; how it ended if that was by itself."""
        self._look()
        if self._child:
            os.kill(self._child, signal.SIGKILL)
        together = self._jail is not None and self._jail.ends_together
        if not together:
            end_descendants()
        # A bot in Python has no other process there and does nothing more, so nobody waits until it is gone.
        patience = os.WNOHANG if together and not self._keeping.command else 0
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, patience)[0]:  # all are killed, and those whose parents go become children of this one
                if not together:
                    end_descendants()  # who got another parent while they were looked for is found there now
        code, self._child, self._code = self._code, 0, None
        return {"code": code}


def end_descendants() -> None:
    """Kill all that descends from this process: each stands still when it is found, and so starts nothing more."""
    found: set[int] = set()
    while new := {*descendants(os.getpid())} - found:
        for pid in new:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGSTOP)
        found |= new
    for pid in found:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def descendants(pid: int) -> Iterator[int]:
    """All processes that a process started, and those that they started."""
    try:
        lists = [Path(task, "children").read_text("ascii") for task in Path(f"/proc/{pid}/task").iterdir()]
    except OSError:  # it has just ended, or this system tells it in another way
        if not Path("/proc/thread-self/children").exists():
            yield from (child.pid for child in psutil.Process(pid).children(recursive=True))
        return
    for child in " ".join(lists).split():
        yield int(child)
        yield from descendants(int(child))


def main(settings: str, control: str) -> None:
    """Keep a jail until nobody needs it."""
    keeping = Keeping.from_json(settings)
    die_with_parent(keeping.confinement.parent)
    keep_orphans()
    discover.remember()
    gc.disable()  # it would only touch what all children share
    with socket.socket(fileno=int(control)) as league:
        os.set_inheritable(league.fileno(), False)
        Keeper(keeping, league).obey()


if __name__ == "__main__":
    main(*sys.argv[1:])
