"""A keeper ends all that a bot has started, whatever moves while it is looked for."""

import subprocess
import sys

import pytest

#: One process is on no list of children until another has ended, as if it had just got another parent.
MISSED = """
import os, signal, time
from tavern_bots import keeper
from tavern_bots.confine import keep_orphans

def sleeper():
    pid = os.fork()
    if pid == 0:
        time.sleep(30)
        os._exit(0)
    return pid

def seen(pid):
    for child in all_there_are(pid):
        if child != missed or not os.path.exists(f"/proc/{first}"):
            yield child

signal.alarm(30)
keep_orphans()
one = keeper.Keeper.__new__(keeper.Keeper)
one._jail, one._code, one._child = None, None, sleeper()
missed, first, all_there_are = sleeper(), one._child, keeper.descendants
keeper.descendants = seen
print(one._end([]), [*all_there_are(os.getpid())])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives orphans to a keeper")
def test_who_gets_another_parent_while_it_is_looked_for_is_ended_too() -> None:
    done = subprocess.run([sys.executable, "-c", MISSED], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{'code': None} []\n", "")
