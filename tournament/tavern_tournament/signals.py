"""Signals that end a program, heard by somebody else for a while."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tavern_engine.guard import CtrlC

Hearer = Callable[[int, object], None]

#: The wish of the system: a shutdown, or a terminal that was closed.
ENDINGS: Final = tuple(signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def wait_for_children() -> None:
    """Let the system keep processes that have ended until they are waited for, whoever started this one otherwise."""
    if hasattr(signal, "SIGCHLD"):
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


@contextlib.contextmanager
def heard_by(hearers: Mapping[signal.Signals, Hearer]) -> Iterator[None]:
    """Let these hear signals meanwhile; one that is to be ignored (as nohup has it) stays ignored."""
    heeded = {number: hearer for number, hearer in hearers.items() if signal.getsignal(number) != signal.SIG_IGN}
    before = {number: signal.signal(number, hearer) for number, hearer in heeded.items()}
    try:
        yield
    finally:
        for number, hearer in before.items():
            signal.signal(number, hearer)


@contextlib.contextmanager
def like_ctrl_c(*others: signal.Signals) -> Iterator[None]:
    """Meanwhile the wish of the system, and other signals, are heeded like Ctrl-C, so that everybody cleans up."""

    def interrupt(_number: int, _frame: object) -> None:
        raise CtrlC

    with heard_by(dict.fromkeys((*ENDINGS, *others), interrupt)):
        yield
