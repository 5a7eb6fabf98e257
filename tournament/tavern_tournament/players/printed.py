"""What a bot prints: the beginning goes to its log, the end is kept to be shown with its faults."""

from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path
from typing import Final

from tavern_bots.asked import BotFault

LOG_BYTES: Final = 1_000_000
TAIL_BYTES: Final = 200
SAID: Final = 500  # characters of what is told of a fault
FULL: Final = b"\n[The log is full: what came after is dropped.]\n"


class Printed(io.TextIOBase):
    """The paper that one bot prints on; stands in for its stdout and stderr, or takes what came from its pipes."""

    def __init__(self, folder: Path | None, bot: str) -> None:
        super().__init__()
        self._path = folder / f"{log_name(bot)}.log" if folder else None
        self._log: int | None = None
        self._tail = b""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.take(text.encode(errors="backslashreplace"))
        return len(text)

    def take(self, data: bytes) -> None:
        """Log what the bot printed, and remember the end of it."""
        self._tail = (self._tail + data[-TAIL_BYTES:])[-TAIL_BYTES:]
        self.log(data)

    def log(self, data: bytes) -> None:
        """Add to the log, until it is full. Several workers write to one log; a log that fails stops no game."""
        with contextlib.suppress(OSError):
            if self._log is None and self._path is not None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._log = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
            if self._log is None:
                return
            room = LOG_BYTES - os.fstat(self._log).st_size
            if room > 0:
                os.write(self._log, data if len(data) <= room else data[:room] + FULL)

    def forget(self) -> None:
        """A new game begins: what was printed in others is no part of its story."""
        self._tail = b""

    def said(self, reason: str) -> str:
        """The reason of a fault with the end of what the bot printed, on one line."""
        printed = visible(self._tail.decode(errors="backslashreplace").strip())
        text = visible(reason)
        return f"{text[: SAID - 250]} Printed last: {printed[-230:]}" if printed else text[:SAID]

    def told(self, fault: BotFault) -> BotFault:
        """A fault with what the bot printed; where in its code it happened goes to the log."""
        self.log(fault.trace.encode(errors="backslashreplace"))
        return BotFault(fault.kind, self.said(fault.said), fault.gone)

    def close(self) -> None:
        if self._log is not None:
            os.close(self._log)
            self._log = None
        super().close()


def visible(text: str) -> str:
    """The text with control characters spelled out, without addresses and folders that are never the same twice."""
    shown = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    return re.sub(r"(\b0x|tavern-bot-)\w{6,}", r"\1...", shown)


def log_name(bot: str) -> str:
    """The bot's name as a file can have it."""
    return re.sub(r"[^\w.+=-]", "_", bot).lstrip(".") or "bot"
