"""What a bot prints: the beginning goes to its log, the end is kept to be shown with its faults."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
from pathlib import Path
from typing import Final

from tavern_bots.asked import BotFault
from tavern_engine import guard

LOG_BYTES: Final = 1_000_000
TAIL_BYTES: Final = 200
RECENT_BYTES: Final = 4096  # in which there are as many that are the same in every run
NEVER_THE_SAME: Final = re.compile(guard.NEVER_THE_SAME.encode())
SAID: Final = 500  # characters of what is told of a fault
LONGEST_NAME: Final = 100  # characters of a log's name; most systems take 255 bytes
FULL: Final = b"\n[The log is full: what came after is dropped.]\n"


class Log:
    """The file that keeps what a bot printed; several workers write to one. A log that fails stops no game."""

    def __init__(self, folder: Path | None, bot: str) -> None:
        self._path = folder / f"{log_name(bot)}.log" if folder else None
        self._file: int | None = None
        self._last = ("", 0)  # the heading that what comes next stands under, and where

    def add(self, heading: str, data: bytes) -> None:
        """Add to the log, until it is full, under a heading, unless that is the last one in the file."""
        with contextlib.suppress(OSError):
            if (file := self._opened()) is None or not data:
                return
            size = os.fstat(file).st_size
            if self._last != (heading, size):
                data = b"[%s]\n%s" % (heading.encode(), data)
            room = LOG_BYTES - size
            if room > 0:
                written = os.write(file, data if len(data) <= room else data[:room] + FULL)
                self._last = heading, size + written

    def _opened(self) -> int | None:
        if self._file is None and self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(
                self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644
            )
        return self._file

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


class Output(io.TextIOBase):
    """What a bot prints while it is loaded, or in one seat of one game; its other seats have outputs of their own.

    It stands in for the bot's stdout and stderr, or takes what came from its pipes.
    """

    def __init__(self, log: Log, heading: str = "loading") -> None:
        super().__init__()
        self._log = log
        self._heading = heading
        self._tail = b""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.take(text.encode(errors="backslashreplace"))
        return len(text)

    def take(self, data: bytes) -> None:
        """Log what the bot printed, and remember the end of it."""
        self._tail = NEVER_THE_SAME.sub(rb"\1...", self._tail + data[-RECENT_BYTES:])[-TAIL_BYTES:]
        self._log.add(self._heading, data)

    def said(self, reason: str) -> str:
        """The reason of a fault with the end of what the bot printed, on one line."""
        printed = visible(self._tail.decode(errors="backslashreplace").strip())
        text = visible(reason)
        return f"{text[: SAID - 250]} Printed last: {printed[-230:]}" if printed else text[:SAID]

    def told(self, fault: BotFault) -> BotFault:
        """A fault with what the bot printed; where in its code it happened goes to the log."""
        self._log.add(self._heading, fault.trace.encode(errors="backslashreplace"))
        return BotFault(fault.kind, self.said(fault.said), fault.gone)


def visible(text: str) -> str:
    """The text with control characters spelled out, as it is in every run."""
    shown = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    return guard.repeatable(shown)


def log_name(bot: str) -> str:
    """The bot's name as a file can have it."""
    name = re.sub(r"[^\w.+=-]", "_", bot, flags=re.ASCII).lstrip(".") or "bot"
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[:LONGEST_NAME]}-{hashlib.blake2b(bot.encode(), digest_size=8).hexdigest()}"
