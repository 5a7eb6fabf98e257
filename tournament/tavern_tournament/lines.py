"""Log lines of workers on their way: each worker has a socket of its own to the process that forked it.

Nobody shares a socket or a lock, so a worker that is killed in the middle of a line silences nobody else, and a line
that was logged has left its worker. The process that forks workers logs the lines as its own; from there
multiprocessing-logging carries them on.
"""

from __future__ import annotations

import contextlib
import json
import logging
import socket
from typing import Final

LONGEST: Final = 2000  # characters of a line
MESSAGE: Final = 1 << 16  # bytes, more than such a line takes


class LineSender(logging.Handler):
    """Sends what a worker logs. A line for which there is no room is dropped: no game waits for its log."""

    def __init__(self, end: socket.socket) -> None:
        super().__init__()
        self._end = end

    def emit(self, record: logging.LogRecord) -> None:
        fields = {"level": record.levelno, "created": record.created, "text": shortened(self.format(record))}
        with contextlib.suppress(OSError):
            self._end.send(json.dumps(fields).encode(), socket.MSG_DONTWAIT)


def pass_on(end: socket.socket, logger: logging.Logger) -> bool:
    """Log the next line of a worker here; False when it has gone."""
    try:
        message = end.recv(MESSAGE)
    except OSError:
        return False
    if message:
        log_line(message.decode(), logger)
    return bool(message)


def waiting_lines(end: socket.socket) -> list[str]:
    """The lines that have arrived, as they were sent; this waits for none."""
    found = []
    with contextlib.suppress(OSError):
        while message := end.recv(MESSAGE, socket.MSG_DONTWAIT):
            found.append(message.decode())
    return found


def log_line(line: str, logger: logging.Logger) -> None:
    """Log a line that was sent as if it had been logged here."""
    fields = json.loads(line)
    record = logger.makeRecord(logger.name, fields["level"], "", 0, fields["text"], (), None)
    record.created = fields["created"]
    logger.handle(record)


def shortened(text: str) -> str:
    """The beginning and the end of a long text."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
