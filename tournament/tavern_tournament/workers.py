"""Worker processes: how they are started, talked to and ended, so that none outlives its league.

On Linux a small *zygote* is forked before anything starts threads; it forks every worker and each replacement, and
hands the supervisor one end of the worker's own socket. Nobody shares a queue or a lock, so a killed worker blocks
nobody; what workers log goes through the zygote (see `lines`). When the supervisor is gone, however it went, the
zygote's socket closes, and it kills all that descends from it: workers, bots, and what bots started. Elsewhere workers
are spawned.

A batch is plain data: planned games go in as JSON, results come out as JSON lines.
"""

from __future__ import annotations

import contextlib
import gc
import json
import logging
import logging.handlers
import os
import selectors
import signal
import socket
import struct
import time
import traceback
import warnings
from collections.abc import Iterator
from multiprocessing import get_context
from typing import Any, Final

from tavern_bots.confine import die_with_parent, keep_orphans
from tavern_engine import TavernError
from tavern_tournament.disk import DiskTrouble
from tavern_tournament.host import GameLost, Host
from tavern_tournament.lines import LineSender, pass_on
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Planned
from tavern_tournament.scratch import remove
from tavern_tournament.specs import Setup

HEADER: Final = struct.Struct("!I")
FLUSH: Final = 0.1  # seconds that a finished game may wait to be sent with others
ALIVE: Final = 1.0  # seconds after which a worker says that it is still playing
CHUNK: Final = 1 << 16
ANSWER: Final = 200  # bytes of what the zygote says
YOUNG: Final = 10_000  # objects before a search for garbage: those of a game, some thousands, die with it anyway

log = logging.getLogger("tavern.workers")


class NoWorkers(TavernError):
    """No more workers can be started."""


class NotNow(Exception):
    """A worker cannot be started now; the text is the system's reason. Another time it may be."""


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


class Forker:
    """One end of the socket to a process that forks workers (`fork_workers`)."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def start(self) -> tuple[int, Link]:
        """The process id of a new worker and the link to it, or NotNow; NoWorkers if that will never change."""
        try:
            self._end.sendall(b"F")
            answer, handles, _, _ = socket.recv_fds(self._end, ANSWER, 1)
        except OSError:
            answer, handles = b"", []
        if not answer:
            raise NoWorkers("The process that starts workers is gone. Finished games are safe: run the command again.")
        if not handles:  # a reason; or a worker, whose link is no more, as this process has too many open files
            raise NotNow("Too many open files" if answer.isdigit() else answer.decode())
        return int(answer), Link(socket.socket(fileno=handles[0]))


class Zygote(Forker):
    """The process that forks workers. Make it before the journal is open, and before threads start but logging's.

    It is a process of `multiprocessing`, so that what it logs is on its way before it ends.
    """

    def __init__(self, scratch: str) -> None:
        ours, theirs = socket.socketpair()
        super().__init__(ours)
        self._process = get_context("fork").Process(target=_forking, args=(ours, theirs, scratch))
        with _fork_warnings():
            self._process.start()
        theirs.close()

    def close(self) -> None:
        """End every worker that is still there, and all they started."""
        self._end.close()
        self._process.join()


class Spawner:
    """Starts workers where there is no fork; they get what they log to from a queue of their own."""

    def __init__(self, logs: Any) -> None:
        self._logs = logs

    def start(self) -> tuple[int, Link]:
        """The process id of a new worker and the link to it, or NotNow."""
        try:
            ours, theirs = socket.socketpair()
            process = get_context("spawn").Process(target=_spawned, args=(theirs, self._logs), daemon=True)
            process.start()
        except OSError as error:
            raise NotNow(error.strerror) from None
        theirs.close()
        assert process.pid is not None
        return process.pid, Link(ours)

    def close(self) -> None:
        """Nothing to do: daemons end with their parent, and their links are closed."""


def _spawned(end: socket.socket, logs: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _log_to(logging.handlers.QueueHandler(logs))
    _run_worker(Link(end))


def _log_to(handler: logging.Handler) -> None:
    """Let this worker's lines go there and nowhere else."""
    for other in list(log.handlers):
        log.removeHandler(other)
    log.addHandler(handler)
    log.setLevel(logging.INFO)


@contextlib.contextmanager
def _fork_warnings() -> Iterator[None]:
    """Fork without a warning: the only other threads are logging's, whose locks Python resets."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def _forking(not_ours: socket.socket, supervisor: socket.socket, scratch: str) -> None:
    not_ours.close()
    fork_workers(supervisor, scratch)


def fork_workers(supervisor: socket.socket, scratch: str) -> None:
    """The life of the zygote: fork when asked, and log what workers log; when the supervisor is gone, leave nothing."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)  # they reach the whole group, and the supervisor says what happens
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # workers need not be waited for
    keep_orphans()
    name_process("tavern-tourney workers")
    with selectors.DefaultSelector() as heard:
        heard.register(supervisor, selectors.EVENT_READ)
        asked = True
        while asked:
            for key, _ in heard.select():
                if key.fileobj is supervisor:
                    asked = _asked(supervisor)
                    if asked and (lines := _fork_worker(supervisor)):
                        heard.register(lines, selectors.EVENT_READ)
                else:
                    _hear(heard, key)
        kill_descendants()
        heard.unregister(supervisor)
        while heard.get_map():  # what workers logged before they ended
            for key, _ in heard.select():
                _hear(heard, key)
    remove(scratch)


def _hear(heard: selectors.BaseSelector, key: selectors.SelectorKey) -> None:
    """Log a line of a worker, or let it go when it has ended."""
    assert isinstance(key.fileobj, socket.socket)
    if not pass_on(key.fileobj, log):
        heard.unregister(key.fileobj)
        key.fileobj.close()


def _fork_worker(supervisor: socket.socket) -> socket.socket | None:
    """Fork a worker, and hand its link to the supervisor: where its lines come from.

    None if that fails, as a machine may be out of processes, memory or open files; the supervisor is told why.
    """
    zygote = os.getpid()
    with contextlib.ExitStack() as ends:
        try:
            ours, theirs = map(ends.enter_context, socket.socketpair())
            lines, its_lines = map(ends.enter_context, socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
            with _fork_warnings():
                pid = os.fork()
        except OSError as error:
            _answer(supervisor, str(error.strerror), [])
            return None
        ends.pop_all()
    if pid == 0:
        die_with_parent(zygote)
        for end in (supervisor, ours, lines):
            end.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _log_to(LineSender(its_lines))
        _run_worker(Link(theirs))
        os._exit(0)
    _answer(supervisor, str(pid), [ours.fileno()])
    for end in (ours, theirs, its_lines):
        end.close()
    return lines


def _answer(supervisor: socket.socket, text: str, handles: list[int]) -> None:
    with contextlib.suppress(OSError):  # the supervisor is gone, as will be seen
        socket.send_fds(supervisor, [text.encode()[:ANSWER]], handles)


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


def _run_worker(link: Link) -> None:
    """Work, and tell of what goes wrong in our own code; nothing may leave this frame, for it is a fork's."""
    try:
        work(link)
    except Gone:
        log.debug("the supervisor is gone")
    except GameLost as lost:  # as if a bot had ended this process
        log.warning("%s", lost)
    except DiskTrouble as trouble:
        with contextlib.suppress(Gone):
            link.send({"trouble": str(trouble)})
    except BaseException:
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
    host = Host(Setup.from_fields(first["setup"]))
    gc.freeze()  # what is here by now stays: to look through it for garbage again and again would slow down every game
    gc.set_threshold(YOUNG)
    try:
        while (message := link.receive()) is not None:
            _play_batch(host, link, message["batch"])
    finally:
        host.stop()


def _play_batch(host: Host, link: Link, batch: list[dict[str, Any]]) -> None:
    """Play games, and send results with others that finish soon after; a game that goes on says so."""
    results: list[GameResult] = []
    took: list[float] = []
    said = time.monotonic()

    def send_after(wait: float) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said >= wait:
            link.send({"results": [result.to_json() for result in results], "took": took})
            results.clear()
            took.clear()
            said = now

    for fields in batch:
        started = time.monotonic()
        result = host.play(Planned(**{**fields, "bots": tuple(fields["bots"])}), lambda: send_after(ALIVE))
        for fault in result.faults:
            log.info("%s, move %d: %s: %s", result.id, fault.move, result.bots[fault.seat], fault.kind)
        results.append(result)
        took.append(time.monotonic() - started)
        send_after(FLUSH)
    send_after(0.0)
