"""Where commands begin. Ctrl-C while their code is still imported ends them with exit code 130, without a word.

So this module imports next to nothing, and neither does its package.
"""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130

try:
    import signal
    from importlib import import_module
except KeyboardInterrupt:
    os._exit(INTERRUPTED)


def bots(program: str | None = None) -> None:
    """Run `tavern-bots`."""
    start("tavern_bots.cli", program)


def start(module: str, program: str | None) -> None:
    """Import the module of a command and run it; under nohup and the like Ctrl-C stays ignored."""
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeded:
        # At once: nothing has begun, and an exception could get lost in the code that is being imported.
        signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(INTERRUPTED))
    main = import_module(module).main
    try:
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        main(prog_name=program)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        if heeded:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's own end has nothing to tell of it either
