"""Logging of a league: to the terminal above the progress bar, to a file, and from workers too.

With fork, multiprocessing-logging carries what workers log. Its pipe is shared, so a lock of all workers would guard
it, and one that was killed with the lock in its hand would silence all others for ever. Lines that fit into the pipe at
once need no lock: so they are kept short, and a killed worker costs at most lines of its own. Elsewhere the standard
library's queue does it, lock and all.
"""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import multiprocessing
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tavern_tournament.scratch import scratch_folder
from tavern_tournament.workers import Spawner, Zygote

LEAGUE: Final = logging.getLogger("tavern")
WORKERS: Final = logging.getLogger("tavern.workers")
PLAIN: Final = logging.Formatter("%(message)s")
LONGEST: Final = 600  # characters of a worker's line: with all that travels along, less than 4096 bytes (PIPE_BUF)
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
    for logger in (LEAGUE, WORKERS):
        logger.setLevel(logging.DEBUG)
        logger.propagate = False
        logger.handlers = [console, written]
    try:
        with logging_redirect_tqdm([LEAGUE, WORKERS]):
            for handler in {handler for logger in (LEAGUE, WORKERS) for handler in logger.handlers} - {written}:
                handler.setLevel(console.level)  # tqdm's own takes over all but that
            yield
    finally:
        for logger in (LEAGUE, WORKERS):
            logger.handlers = []
        written.close()


@contextlib.contextmanager
def starting_workers(fork: bool = CAN_FORK) -> Iterator[Zygote | Spawner]:
    """Somebody who starts workers whose logging arrives here. Enter it before threads start and files are opened."""
    with _zygote() if fork else _spawner() as starter:
        yield starter


@contextlib.contextmanager
def _zygote() -> Iterator[Zygote]:
    from multiprocessing_logging import install_mp_handler, uninstall_mp_handler

    multiprocessing.set_start_method("fork", force=True)
    install_mp_handler(WORKERS)
    handlers: list[Any] = list(WORKERS.handlers)
    for handler in handlers:
        handler.queue.cancel_join_thread()  # workers inherit it: one that was killed must not keep others from ending
        handler.queue._wlock = threading.Lock()  # and its lock would stay taken: each has a copy of this one instead
    WORKERS.addFilter(shorten)
    try:
        with scratch_folder() as scratch, contextlib.closing(Zygote(scratch)) as zygote:
            yield zygote
    finally:
        WORKERS.removeFilter(shorten)
        uninstall_mp_handler(WORKERS)
        for handler in handlers:
            handler._is_closed = True  # its thread ends when all is written; the terminal's handler stays open


@contextlib.contextmanager
def _spawner() -> Iterator[Spawner]:
    lines = multiprocessing.get_context("spawn").Queue()
    listener = logging.handlers.QueueListener(lines, *WORKERS.handlers, respect_handler_level=True)
    listener.start()
    try:
        with scratch_folder():
            yield Spawner(lines)
    finally:
        listener.stop()


def shorten(record: logging.LogRecord) -> bool:
    """Make a line so short that the pipe takes it whole or not at all, whoever else writes and whenever that ends."""
    text = PLAIN.format(record)  # with the traceback, if there is one
    record.msg = text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
    record.args = record.exc_info = record.exc_text = record.stack_info = None
    del record.message  # which the formatter left
    return True
