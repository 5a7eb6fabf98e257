"""Ends a bot with everything it started, also what fled into sessions of its own, and nothing else.

A bot's process takes in its own orphans (`confine.py`), and this process those of a bot that has ended by itself. The
latter are known by the mark that every process of a bot carries in its environment.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Final

import psutil

MARK: Final = "TAVERN_BOT"
ROOM: Final = 256  # processes and threads that a user may add after a bot was started
REAPING: Final = 5.0  # seconds until what was killed must be gone


class ProcessTree:
    """A bot's process, which is a child of this one, and all that it started."""

    heads: ClassVar[set[int]] = set()  # of all families in this process

    def __init__(self, head: int, mark: str) -> None:
        self._head = head
        self._mark = mark
        self._born = psutil.Process(head).create_time()
        self.heads.add(head)

    def end(self) -> None:
        """Kill the whole family; its head, dead, waits for the one who started it."""
        ended: set[int] = set()
        while new := {self._head, *self._frozen()} - ended:  # again: who got another parent meanwhile was not found
            for member in new:
                _send(member, signal.SIGKILL)
            _wait_for(new, lambda pid: _is_dead(pid) if pid == self._head else _reaped(pid))
            ended |= new
        _wait_for(self._dead_orphans(), _reaped)
        self.heads.discard(self._head)

    def _frozen(self) -> set[int]:
        """All descendants, stopped as they are found, until there are no new ones: what stands still starts nothing."""
        _send(self._head, signal.SIGSTOP)
        family: set[int] = set()
        while new := {*self._relatives()} - family:
            for member in new:
                _send(member, signal.SIGSTOP)
            family |= new
        return family

    def _relatives(self) -> Iterator[int]:
        marked = [child.pid for child in self._orphans() if _mark_of(child) == self._mark]
        for ancestor in (self._head, *marked):
            with contextlib.suppress(psutil.Error):
                yield from (child.pid for child in psutil.Process(ancestor).children(recursive=True))
        yield from marked

    def _orphans(self) -> Iterable[psutil.Process]:
        """What this process was left by bots that have ended, as far as it is younger than this one."""
        for child in psutil.Process().children():
            with contextlib.suppress(psutil.Error):
                if child.pid not in self.heads and child.create_time() >= self._born:
                    yield child

    def _dead_orphans(self) -> set[int]:
        """They have no mark any more; but nobody else starts processes while bots play."""
        dead = set()
        for child in self._orphans():
            with contextlib.suppress(psutil.Error):
                if child.status() == psutil.STATUS_ZOMBIE:
                    dead.add(child.pid)
        return dead


def _mark_of(process: psutil.Process) -> str | None:
    """Which bot a process belongs to; nobody knows it of one that has ended or runs as somebody else."""
    with contextlib.suppress(psutil.Error, OSError):
        mark: str | None = process.environ().get(MARK)
        return mark
    return None


def _send(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _wait_for(pids: set[int], gone: Callable[[int], bool]) -> None:
    """Wait for the killed: as their parents go first, they all become children of this process."""
    late = time.monotonic() + REAPING
    while pids := {pid for pid in pids if not gone(pid)}:
        if time.monotonic() > late:
            return
        time.sleep(0.001)


def _is_dead(pid: int) -> bool:
    """Whether it has ended, and its children have other parents; it is not reaped."""
    with contextlib.suppress(psutil.Error):
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    return True


def _reaped(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:  # not ours, or not yet
        return not psutil.pid_exists(pid)


def process_limit() -> int | None:
    """How many processes and threads this user may have when a bot is started now; None for root, who has no limit."""
    if os.getuid() == 0:
        return None
    number = 0
    for process in psutil.process_iter(["uids", "num_threads"]):
        if process.info["uids"] and process.info["uids"].real == os.getuid():
            number += process.info["num_threads"] or 1
    return number + ROOM
