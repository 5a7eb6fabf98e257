"""The scratch folder of a run: all temporary folders of its bots are in it, so that none stays when the run has ended.

A worker that is killed cannot tidy up. So whoever made the folder removes it, or the zygote if that one was killed too.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import Final

PREFIX: Final = "tavern-bot-league_"  # what follows "tavern-bot-" is blotted out where bots tell of it: it is random


@contextlib.contextmanager
def scratch_folder() -> Iterator[str]:
    """A folder in which this process, and those that it starts meanwhile, make their temporary files."""
    before = tempfile.tempdir, os.environ.get("TMPDIR")
    folder = tempfile.mkdtemp(prefix=PREFIX)
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


def remove(folder: str) -> None:
    """Remove the folder with all that bots left in it; what cannot be removed stays."""
    shutil.rmtree(folder, ignore_errors=True)
