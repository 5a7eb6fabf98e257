"""Logging of a league: to the terminal above the progress bar, to a file, and from workers too.

With fork, the zygote logs what its workers log (see `lines`), and multiprocessing-logging carries that here: it is
installed before the zygote is forked, as its documentation has it, and the zygote alone writes to its queue. Elsewhere
the standard library's queue does it.
"""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tavern_tournament.scratch import scratch_folder
from tavern_tournament.workers import Spawner, Zygote

LEAGUE: Final = logging.getLogger("tavern")
WORKERS: Final = logging.getLogger("tavern.workers")
PLAIN: Final = logging.Formatter("%(message)s")
CAN_FORK: Final = sys.platform == "linux"  # where multiprocessing-logging and the zygote work


@contextlib.contextmanager
def logging_to(file: Path, verbose: int) -> Iterator[None]:
    """Log to the file, and to the terminal what is worth it: warnings, or with `verbose` all."""
    from tqdm.contrib.logging import logging_redirect_tqdm

    console = logging.StreamHandler()
    console.setLevel(logging.WARNING if verbose == 0 else logging.INFO if verbose == 1 else logging.DEBUG)
    console.setFormatter(PLAIN)
    written = logging.FileHandler(file, encoding="utf-8", delay=True)
    written.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    LEAGUE.setLevel(logging.DEBUG)
    LEAGUE.propagate = False
    LEAGUE.handlers = [console, written]
    try:
        with logging_redirect_tqdm([LEAGUE]):
            for handler in LEAGUE.handlers:
                if handler is not written:
                    handler.setLevel(console.level)  # tqdm's own takes over all but that
            yield
    finally:
        LEAGUE.handlers = []
        written.close()


class Forwarder(logging.Handler):
    """Hands what workers logged to the handlers of the league."""

    def emit(self, record: logging.LogRecord) -> None:
        LEAGUE.handle(record)


@contextlib.contextmanager
def starting_workers(fork: bool = CAN_FORK) -> Iterator[Zygote | Spawner]:
    """Somebody who starts workers whose logging arrives here. Enter it before threads start and files are opened."""
    WORKERS.setLevel(logging.DEBUG)
    WORKERS.propagate = False
    WORKERS.handlers = [Forwarder()]
    try:
        with _zygote() if fork else _spawner() as starter:
            yield starter
    finally:
        WORKERS.handlers = []


@contextlib.contextmanager
def _zygote() -> Iterator[Zygote]:
    from multiprocessing_logging import install_mp_handler, uninstall_mp_handler

    multiprocessing.set_start_method("fork", force=True)
    install_mp_handler(WORKERS)
    carriers = list(WORKERS.handlers)
    try:
        with scratch_folder() as scratch, contextlib.closing(Zygote(scratch)) as zygote:
            yield zygote
    finally:
        uninstall_mp_handler(WORKERS)
        for carrier in carriers:
            carrier.close()  # it waits until all is handed on


@contextlib.contextmanager
def _spawner() -> Iterator[Spawner]:
    lines = multiprocessing.get_context("spawn").Queue()
    listener = logging.handlers.QueueListener(lines, *WORKERS.handlers)
    listener.start()
    try:
        with scratch_folder():
            yield Spawner(lines)
    finally:
        listener.stop()
