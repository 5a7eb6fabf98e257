"""Worker processes: how they are started, talked to and ended, so that none outlives its league.

On Linux a small *zygote* is forked before anything starts threads; it forks every worker and each replacement, and
hands the supervisor one end of the worker's own socket. Nobody shares a queue or a lock, so a killed worker blocks
nobody. When the supervisor is gone, however it went, the zygote's socket closes, and it kills all that descends from
it: workers, bots, and what bots started. Elsewhere workers are spawned.

A batch is plain data: planned games go in as JSON, results come out as JSON lines.
"""

from __future__ import annotations

import contextlib
import gc
import json
import logging
import logging.handlers
import math
import os
import signal
import socket
import struct
import time
import traceback
import warnings
from collections.abc import Iterator
from itertools import islice
from multiprocessing import get_context
from typing import Any, Final, NoReturn

from tavern_bots.confine import die_with_parent, keep_orphans
from tavern_engine import TavernError
from tavern_tournament.grip import Grip
from tavern_tournament.results import GameResult
from tavern_tournament.room import Room, Setup
from tavern_tournament.schedule import Planned
from tavern_tournament.scratch import remove

HEADER: Final = struct.Struct("!I")
FLUSH: Final = 0.1  # seconds that a finished game may wait to be sent with others
DEAF: Final = 5.0  # seconds after which a worker that takes nothing in is given up
ALIVE: Final = 1.0  # seconds after which a worker says that it is still playing
CHUNK: Final = 1 << 16
YOUNG: Final = 10_000  # objects before a search for garbage: those of a game, some thousands, die with it anyway

log = logging.getLogger("tavern.workers")


class NoWorkers(TavernError):
    """No more workers can be started."""


class Gone(Exception):
    """The other end of a link has closed."""


class Link:
    """One end of a socket between supervisor and worker: JSON messages with their length before them."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end
        self._buffer = bytearray()

    def fileno(self) -> int:
        """For selectors."""
        return self.end.fileno()

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message, separators=(",", ":")).encode()
        try:
            self.end.sendall(HEADER.pack(len(body)) + body)
        except OSError:
            raise Gone from None

    def receive(self) -> dict[str, Any] | None:
        """The next message; waits for it. None when the other end has closed."""
        while True:
            for message in self._messages():
                return message
            if not self._read():
                return None

    def arrived(self) -> list[dict[str, Any]] | None:
        """After the selector says so: what has arrived in full, perhaps nothing. None when the other end has closed."""
        return list(self._messages()) if self._read() else None

    def _read(self) -> bool:
        try:
            data = self.end.recv(CHUNK)
        except OSError:
            return False
        self._buffer += data
        return bool(data)

    def _messages(self) -> Iterator[dict[str, Any]]:
        while len(self._buffer) >= HEADER.size:
            (length,) = HEADER.unpack_from(self._buffer)
            if len(self._buffer) < HEADER.size + length:
                return
            body = bytes(self._buffer[HEADER.size : HEADER.size + length])
            del self._buffer[: HEADER.size + length]
            yield json.loads(body)

    def close(self) -> None:
        self.end.close()


class Worker:
    """A worker process as the supervisor sees it."""

    def __init__(self, pid: int, link: Link, setup: Setup, core: int | None) -> None:
        self._grip = Grip(pid)  # it waits for its setup now, so it lives
        self.link = link
        self.core = core
        link.end.settimeout(DEAF)
        with contextlib.suppress(Gone):  # then its end of the link is closed, as the supervisor will see
            link.send({"setup": setup.to_fields(), "core": core})
        self.batch: dict[str, Planned] = {}  # what it has not finished, in its order
        self.heard = time.monotonic()

    def give(self, games: list[Planned]) -> None:
        """Hand it games to play; if it does not take them, it counts as silent."""
        self.batch = {planned.id: planned for planned in games}
        self.heard = time.monotonic()
        try:
            self.link.send({"batch": [vars(planned) for planned in games]})
        except Gone:
            self.heard = -math.inf

    def finished(self, number: int) -> list[Planned]:
        """The games that it has finished now, so many: it plays them in their order."""
        return [self.batch.pop(game_id) for game_id in list(islice(self.batch, number))]

    def kill(self) -> None:
        """End it at once."""
        self._grip.kill()
        self.link.close()


class Zygote:
    """The process that forks workers. Make it before threads start and before the journal is open."""

    def __init__(self, scratch: str) -> None:
        self._end, theirs = socket.socketpair()
        self._pid = _fork()
        if self._pid == 0:
            self._end.close()
            _forking(theirs, scratch)
        theirs.close()

    def worker(self, setup: Setup, core: int | None = None) -> Worker:
        """A new worker that knows the league, on this core if one is named."""
        try:
            self._end.sendall(b"F")
            answer, handles, _, _ = socket.recv_fds(self._end, 16, 1)
        except OSError:
            handles = []
        if not handles:
            raise NoWorkers("The process that starts workers is gone. Finished games are safe: run the command again.")
        return Worker(int(answer), Link(socket.socket(fileno=handles[0])), setup, core)

    def close(self) -> None:
        """End every worker that is still there, and all they started."""
        self._end.close()
        os.waitpid(self._pid, 0)


class Spawner:
    """Starts workers where there is no fork; they get what they log to from a queue of their own."""

    def __init__(self, logs: Any) -> None:
        self._logs = logs

    def worker(self, setup: Setup, core: int | None = None) -> Worker:
        """A new worker that knows the league, on this core if one is named."""
        ours, theirs = socket.socketpair()
        process = get_context("spawn").Process(target=_spawned, args=(theirs, self._logs), daemon=True)
        process.start()
        theirs.close()
        assert process.pid is not None
        return Worker(process.pid, Link(ours), setup, core)

    def close(self) -> None:
        """Nothing to do: daemons end with their parent, and their links are closed."""


def _spawned(end: socket.socket, logs: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    log.addHandler(logging.handlers.QueueHandler(logs))
    log.setLevel(logging.INFO)
    _employed(Link(end))


def _fork() -> int:
    with warnings.catch_warnings():  # the only other threads by now are logging's, whose locks Python resets
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _forking(supervisor: socket.socket, scratch: str) -> NoReturn:
    """The life of the zygote: fork when asked; when the supervisor is gone, leave nothing behind."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)  # they reach the whole group, and the supervisor says what happens
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # workers need not be waited for
    keep_orphans()
    name_process("tavern-tourney workers")
    zygote = os.getpid()
    while _asked(supervisor):
        ours, theirs = socket.socketpair()
        pid = _fork()
        if pid == 0:
            die_with_parent(zygote)
            supervisor.close()
            ours.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            _employed(Link(theirs))
            os._exit(0)
        socket.send_fds(supervisor, [str(pid).encode()], [ours.fileno()])
        ours.close()
        theirs.close()
    kill_descendants()
    remove(scratch)
    os._exit(0)


def _asked(supervisor: socket.socket) -> bool:
    try:
        return supervisor.recv(1) == b"F"
    except OSError:
        return False


def kill_descendants() -> None:
    """Kill all that descends from this process, until there is nothing left."""
    import psutil

    while children := psutil.Process().children(recursive=True):
        for child in children:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
        psutil.wait_procs(children, timeout=1)


def cores() -> list[int]:
    """The cores that this process may use, where that can be known and chosen."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def name_process(name: str) -> None:
    """Show this name in place of the command line, which may hold the league's seed."""
    from setproctitle import setproctitle

    setproctitle(name)


def _employed(link: Link) -> None:
    """Work, and tell of what goes wrong in our own code; nothing may leave this frame, for it is a fork's."""
    try:
        work(link)
    except Gone:
        log.debug("the supervisor is gone")
    except Exception:
        with contextlib.suppress(Gone):
            link.send({"bug": traceback.format_exc()})


def work(link: Link) -> None:
    """The life of a worker: take batches, play them, send results, until the supervisor closes the link."""
    name_process("tavern-tourney worker")
    first = link.receive()
    if first is None:
        return
    if first["core"] is not None:
        os.sched_setaffinity(0, {first["core"]})  # its bots inherit that
    room = Room(Setup.from_fields(first["setup"]))
    gc.freeze()  # what is here by now stays: to look through it for garbage again and again would slow down every game
    gc.set_threshold(YOUNG)
    try:
        while (message := link.receive()) is not None:
            _play_batch(room, link, message["batch"])
    finally:
        room.stop()


def let_lines_out() -> None:
    """Wait a moment until what was logged is in the pipe: after its results a worker may be ended at any time."""
    late = time.monotonic() + 1
    for handler in log.handlers:
        waiting = getattr(getattr(handler, "queue", None), "_buffer", ())
        while waiting and time.monotonic() < late:
            time.sleep(0.001)


def _play_batch(room: Room, link: Link, batch: list[dict[str, Any]]) -> None:
    """Play games, and send results with others that finish soon after; a game that goes on says so."""
    results: list[GameResult] = []
    took: list[float] = []
    said = time.monotonic()

    def send_after(wait: float) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said >= wait:
            let_lines_out()
            link.send({"results": [result.to_json() for result in results], "took": took})
            results.clear()
            took.clear()
            said = now

    for fields in batch:
        started = time.monotonic()
        result = room.play(Planned(**{**fields, "bots": tuple(fields["bots"])}), lambda: send_after(ALIVE))
        for fault in result.faults:
            log.info("%s, move %d: %s: %s", result.id, fault.move, result.bots[fault.seat], fault.kind)
        results.append(result)
        took.append(time.monotonic() - started)
        send_after(FLUSH)
    send_after(0.0)
