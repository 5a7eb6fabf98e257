"""A ledger: what a long measurement has done so far, so that it can be broken off and go on.

The first line says what is measured, each further line is one piece of work, in order. A last line that was never
finished is cut off; a ledger of something else is refused, and so is one that somebody else writes to.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from tavern_engine import TavernError
from tavern_engine.reading import Unreadable, json_of, read_bytes


class BadLedger(TavernError):
    """A ledger that cannot be read, written or gone on with."""


def read_ledger(path: Path) -> tuple[dict[str, Any], list[Any], int]:
    """What is measured, what is done, and how many bytes of the file are whole; an empty file measures nothing."""
    try:
        data = read_bytes(path)
    except Unreadable as error:
        raise BadLedger(f"The ledger {path} cannot be read: {error}.") from None
    rows: list[Any] = []
    whole = data.rfind(b"\n") + 1
    for number, line in enumerate(data[:whole].splitlines(), start=1):
        try:
            rows.append(json_of(line.decode("utf-8")))
        except (Unreadable, UnicodeDecodeError):
            raise BadLedger(f"Line {number} of the ledger {path} is damaged: delete the file to begin anew.") from None
    header = rows.pop(0) if rows else {}
    if not isinstance(header, dict):
        raise BadLedger(f"{path} is no ledger: it does not say what it measures.")
    return header, rows, whole


def usual_path(folder: str, header: Mapping[str, Any]) -> Path:
    """Where a ledger is kept unless somebody names a file."""
    name = blake2b(json.dumps(header).encode(), digest_size=6).hexdigest()
    return Path("runs", folder, f"{name}.jsonl")


class Ledger:
    """A ledger that is open for more; `rows` is what it had when it was opened and what was added since."""

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except (OSError, ValueError) as error:
            raise BadLedger(f"The ledger {path} cannot be opened: {getattr(error, 'strerror', error)}.") from None
        try:
            lock(self._file)
            found, self.rows, whole = read_ledger(path)
            if found and found != dict(header):
                raise BadLedger(f"The ledger {path} is of something else: name another file, or delete it.")
            os.ftruncate(self._file, whole)
            if not found:
                self._write(dict(header))
        except BlockingIOError:
            self.close()
            raise BadLedger(f"Somebody else is writing to {path}: wait, or name another file.") from None
        except (OSError, TavernError) as error:
            self.close()
            if isinstance(error, TavernError):
                raise
            raise BadLedger(f"The ledger {path} cannot be written: {error.strerror}.") from None

    def add(self, row: Any) -> None:
        """Write one more piece of work down."""
        try:
            self._write(row)
        except OSError as error:
            raise BadLedger(f"The ledger {self.path} cannot be written: {error.strerror}.") from None
        self.rows.append(row)

    def _write(self, row: Any) -> None:
        line = json.dumps(row, separators=(",", ":")).encode() + b"\n"
        while line:
            line = line[os.write(self._file, line) :]

    def close(self) -> None:
        """Let others write to it."""
        os.close(self._file)


def lock(file: int) -> None:
    """Take the lock of an open file or raise OSError; it ends with the process, however that ends."""
    try:
        import fcntl
    except ImportError:  # Windows: no lock
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
