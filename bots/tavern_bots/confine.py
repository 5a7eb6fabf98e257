"""Confines a process before any code of a bot runs in it: limits, and death with the one who started it."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import shutil
import signal
import sys
from dataclasses import asdict, dataclass
from typing import Final

with contextlib.suppress(ImportError):  # where there is none, bots have no processes of their own
    import resource

HAS_FORK: Final = hasattr(os, "fork")  # without it (Windows) bots have no processes of their own
_LIBC: Final = ctypes.CDLL(None) if sys.platform == "linux" else None
MEGABYTE: Final = 1 << 20
GRACE: Final = 5  # CPU seconds between the signal that says so and the end
PR_SET_PDEATHSIG: Final = 1
PR_SET_CHILD_SUBREAPER: Final = 36

# The steps of the jail (`jail.py`), in the order in which they are taken.
USERS: Final = "users"
SPACES: Final = "network"  # and messages between processes, names of the machine
PROCESSES: Final = "processes"
ROOT: Final = "files"  # only its own are to be seen
POWERS: Final = "powers"
LANDLOCK: Final = "landlock"
CALLS: Final = "calls"
STEPS: Final = (USERS, SPACES, PROCESSES, ROOT, POWERS, LANDLOCK, CALLS)


@dataclass(frozen=True)
class Limits:
    """What a bot may use; memory and processor time in each of its processes."""

    memory_mb: int = 1024
    cpu_seconds: int = 3600  # a game
    open_files: int = 64
    file_mb: int = 16  # the largest file that it may write
    disk_mb: int = 64  # all files together, in the jail
    threads: bool = False  # whether it may start threads, in the jail
    start_seconds: float = 30.0  # until it is loaded


@dataclass(frozen=True)
class Confinement:
    """The limits of a process and who starts it; goes to it as JSON in its arguments."""

    limits: Limits
    parent: int  # process id
    processes: int | None  # how many its user may have in all; None if that cannot be limited

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Confinement:
        """What `to_json` wrote."""
        fields = json.loads(text)
        return cls(Limits(**fields.pop("limits")), **fields)


def confine(settings: Confinement, address_space: bool) -> None:
    """Limit this process for good.

    Memory is limited by address space, or else, for programs that reserve far more of it than they use, by what they
    can write to (on Linux; other systems count that otherwise).
    """
    limits = settings.limits
    by_data = not address_space and sys.platform == "linux"
    wanted = {
        resource.RLIMIT_DATA if by_data else resource.RLIMIT_AS: limits.memory_mb * MEGABYTE,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_FSIZE: limits.file_mb * MEGABYTE,
        resource.RLIMIT_CORE: 0,
    }
    for which, most in wanted.items():
        _limit(which, most, most)
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)  # it may have been started with that ignored
    grace = 0 if os.getpid() == 1 else GRACE  # the first process of a namespace does not hear that signal
    _limit(resource.RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + grace)
    if settings.processes is not None:
        _limit_processes(settings.processes)


def _limit(which: int, soft: int, hard: int) -> None:
    allowed = resource.getrlimit(which)[1]
    top = hard if allowed == resource.RLIM_INFINITY else min(hard, allowed)
    try:
        resource.setrlimit(which, (min(soft, top), top))
    except (ValueError, OSError):
        if sys.platform == "linux":  # other systems do not know all of these limits
            raise


def _limit_processes(most: int) -> None:
    """Limit the processes of this user, unless that would allow none at all.

    The system counts all processes of a user, also those of other containers, which nobody here can see.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_NPROC, (most, hard))
    try:
        child = os.fork()
    except OSError:
        resource.setrlimit(resource.RLIMIT_NPROC, (soft, hard))
        return
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    resource.setrlimit(resource.RLIMIT_NPROC, (most, most))


def die_with_parent(parent: int) -> None:
    """Have the system kill this process when its parent ends, where it can (Linux); end now if that has happened."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def keep_orphans() -> None:
    """Become the parent of all descendants that lose theirs, where the system can do that (Linux)."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def _prctl(option: int, value: int) -> None:
    if _LIBC is not None:
        _LIBC.prctl(option, value, 0, 0, 0)


def clear(folder: str) -> None:
    """Remove all that is in a folder."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            os.unlink(entry.path)


def become(command: list[str]) -> None:
    """Turn this process into a program, with the signals a program expects: Python ignores two of them."""
    os.environ.pop("PYTHONPATH", None)  # it was for this module; another Python would stumble over it
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"The program {command[0]!r} cannot be run: {error.strerror}.")
