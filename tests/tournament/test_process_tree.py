"""A bot ends with everything it started, whatever moves while it is looked for."""

import os
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from tavern_bots.confine import keep_orphans
from tavern_tournament.players.tree import MARK, ProcessTree

HEAD = "import subprocess, sys; print(subprocess.Popen(['sleep', '3600']).pid, flush=True); sys.stdin.read()"


class LooksOnce(ProcessTree):
    """Misses everybody at first, as if all had just got other parents."""

    looks = 0

    def _relatives(self) -> Iterator[int]:
        self.looks += 1
        return super()._relatives() if self.looks > 1 else iter(())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives orphans to whoever asks for them")
def test_who_gets_another_parent_while_it_is_looked_for_is_ended_too() -> None:
    keep_orphans()
    environment = {**os.environ, MARK: "bot of a test"}
    with subprocess.Popen([sys.executable, "-c", HEAD], stdin=-1, stdout=-1, text=True, env=environment) as head:
        assert head.stdout is not None
        child = psutil.Process(int(head.stdout.readline()))
        LooksOnce(head.pid, "bot of a test").end()
        assert head.wait() < 0
    assert not child.is_running()
