"""Who has a saved game open: two at once would each write over what the other has decided.

A lock on a small file in the folder for temporary files says it: the system lets go of it when its process ends,
however that ends. The file itself stays there: a few letters for each saved game.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without such locks: nobody is warned there
    fcntl = None  # type: ignore[assignment]


class Held:
    """A saved game that is held open, by a terminal or by a server."""

    def __init__(self, path: Path, holder: str) -> None:
        """Hold the game if nobody else does; `holder` is the same for all processes of one server."""
        self.by_others = False  # whether somebody else had it open already
        self._file: int | None = None
        if fcntl is None:
            return
        digest = hashlib.blake2b(os.fsencode(path.resolve()), digest_size=12).hexdigest()
        lock = Path(tempfile.gettempdir()) / f"tavern-play-{os.getuid()}-{digest}.open"
        with contextlib.suppress(OSError):  # without it the game is played all the same
            self._file = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            self._hold(self._file, holder)

    def _hold(self, file: int, holder: str) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.by_others = os.pread(file, 200, 0).decode("utf-8", "replace") != holder
            return  # a process of the same server is about to end: it was told to
        os.ftruncate(file, 0)
        os.pwrite(file, holder.encode(), 0)

    def close(self) -> None:
        """Let others have it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
