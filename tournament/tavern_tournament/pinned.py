"""A process that stays the same one: its number may be given to another process when it has ended."""

from __future__ import annotations

import contextlib
import os
import signal


class PinnedProcess:
    """A process that can be killed, and nobody else in its place. Make this while the process surely lives."""

    def __init__(self, pid: int) -> None:
        self._pid: int | None = pid
        self._file: int | None = None
        if not hasattr(os, "pidfd_open"):
            return
        try:
            self._file = os.pidfd_open(pid)
        except ProcessLookupError:
            self._pid = None  # it has ended already
        except OSError:
            return  # an old system: its number must do

    def cpu_seconds(self) -> float:
        """The CPU time that it has used; 0 if it has ended, or nobody can know."""
        import psutil

        if self._pid is None:
            return 0.0
        try:
            times = psutil.Process(self._pid).cpu_times()
        except psutil.Error:
            return 0.0
        return float(times.user + times.system)

    def kill(self) -> None:
        """End the process at once, if it still runs, and let it go."""
        with contextlib.suppress(ProcessLookupError):
            if self._file is not None:
                signal.pidfd_send_signal(self._file, signal.SIGKILL)
            elif self._pid is not None:
                os.kill(self._pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        if self._file is not None:
            os.close(self._file)
        self._pid = self._file = None
