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
    carriers = list(WORKERS.handlers)
    try:
        with scratch_folder() as scratch, contextlib.closing(Zygote(scratch)) as zygote:
            yield zygote
    finally:
        uninstall_mp_handler(WORKERS)
        for carrier in carriers:
            carrier.close()  # when all is written; a handler below that is used again opens its file again


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
