"""The scratch folder of a run: all temporary folders of its bots are in it, so that none stays when the run has ended.

A worker that is killed cannot tidy up. So whoever made the folder removes it, or the zygote if that one was killed too,
or else the next run: a folder that nobody holds the lock of is nobody's.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import Final

from tavern_tournament.disk import DiskTrouble

PREFIX: Final = "tavern-bot-league_"  # what follows "tavern-bot-" is blotted out where bots tell of it: it is random
OWNER: Final = "owner"
UNSHARED: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)  # Windows has neither, nor needs them


@contextlib.contextmanager
def scratch_folder() -> Iterator[str]:
    """A folder in which this process, and those that it starts meanwhile, make their temporary files."""
    before = tempfile.tempdir, os.environ.get("TMPDIR")
    with contextlib.suppress(OSError):  # who makes a folder there tells of it
        remove_what_is_nobodys(tempfile.gettempdir())
    folder = temporary_folder(PREFIX)
    owner = hold(os.path.join(folder, OWNER))
    tempfile.tempdir = os.environ["TMPDIR"] = folder  # forked workers have the first, spawned ones the second
    try:
        yield folder
    finally:
        tempfile.tempdir = before[0]
        if before[1] is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before[1]
        remove(folder)
        if owner is not None:
            os.close(owner)


def hold(path: str) -> int | None:
    """Lock a file for as long as this process and those it forks live: its number, or None if somebody else does."""
    with contextlib.suppress(OSError):
        file = os.open(path, os.O_RDWR | os.O_CREAT | UNSHARED, 0o600)
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except (OSError, ImportError):
            os.close(file)
    return None


def remove_what_is_nobodys(place: str) -> None:
    """Remove the folders of runs that were killed with all that belonged to them."""
    for entry in os.scandir(place) if hasattr(os, "getuid") else ():
        path = os.path.join(entry.path, OWNER)
        if not entry.name.startswith(PREFIX) or not os.path.exists(path) or os.stat(path).st_uid != os.getuid():
            continue
        if (owner := hold(path)) is not None:
            remove(entry.path)
            os.close(owner)


def temporary_folder(prefix: str) -> str:
    """A new empty folder where the system keeps temporary files, or DiskTrouble."""
    try:
        return tempfile.mkdtemp(prefix=prefix)
    except OSError as error:
        where = tempfile.tempdir or os.environ.get("TMPDIR") or "the system's folder for them"
        raise DiskTrouble(
            f"There is no room for temporary files in {where}: {error.strerror or error}. "
            "Make some, or name another folder in TMPDIR, and run the command again."
        ) from None


def remove(folder: str) -> None:
    """Remove the folder with all that bots left in it; what cannot be removed stays."""
    shutil.rmtree(folder, ignore_errors=True)
