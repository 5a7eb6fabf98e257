"""A system without fork, as Windows is one, for tests: `python no_fork.py MODULE ARGUMENTS...` runs a command on it.

What only Unix has is taken away before anything of ours is imported: calls, signals, flags, modules, and the ways to
start processes that need them. What the standard library itself uses of that on this system, to start and end spawned
processes, stays. Processes that are spawned import this module too, so they are as poor.
"""

import asyncio
import builtins
import importlib
import multiprocessing
import multiprocessing.context
import os
import runpy
import signal
import socket
import sys
import sysconfig

BLOCKED = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "multiprocessing_logging")
CALLS = (
    *("fork", "forkpty", "getuid", "geteuid", "getgid", "setsid", "killpg", "wait4", "pread", "pwrite", "pidfd_open"),
    *("sched_getaffinity", "sched_setaffinity", "O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "mkfifo", "setpgid"),
)
SIGNALS = ("SIGALRM", "SIGHUP", "SIGCHLD", "SIGQUIT", "SIGSTOP", "SIGCONT", "SIGXCPU", "SIGPIPE", "SIGXFSZ")
TIMERS = ("setitimer", "getitimer", "pidfd_send_signal")
FIRST = ("click", "numpy", "psutil", "pydantic", "rich.console", "setproctitle", "tqdm.auto", "trueskill", "uvicorn")


def take_away() -> None:
    """Make this process one of a system without fork."""
    for name in FIRST:  # they look at the true system when they are imported
        importlib.import_module(name)
    asyncio.new_event_loop().close()
    sysconfig.get_config_vars()
    for name in BLOCKED:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in ((os, CALLS), (signal, (*SIGNALS, *TIMERS)), (socket, ("send_fds", "recv_fds"))):
        for name in names:
            vars(module).pop(name, None)
    for way in ("fork", "forkserver"):
        multiprocessing.context._concrete_contexts.pop(way, None)  # type: ignore[attr-defined]
    multiprocessing.set_start_method("spawn", force=True)
    sys.platform = "forkless"
    builtins.FORKLESS = True  # type: ignore[attr-defined]


if not hasattr(builtins, "FORKLESS"):
    take_away()

if __name__ == "__main__":
    module = sys.argv.pop(1)
    sys.argv[0] = module
    runpy.run_module(module, run_name="__main__", alter_sys=False)
