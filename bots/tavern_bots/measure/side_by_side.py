"""Work in several processes, its results in the order of the work: the same for any number of them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from tavern_engine.registry import culprit

if TYPE_CHECKING:
    from multiprocessing.pool import Pool

CORES: Final = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

Work = TypeVar("Work")
Done = TypeVar("Done")


def side_by_side(do: Callable[[Work], Done], work: Sequence[Work], workers: int) -> Iterator[Done]:
    """What each piece of work comes to, in order; whoever asks no more ends the rest. One worker is this process."""
    if workers == 1 or len(work) < 2:
        yield from map(do, work)
        return
    with _deaf_pool(min(workers, len(work))) as pool:
        yield from pool.imap(Told(do), work)


def in_pieces(things: Iterable[Work], size: Callable[[Work], int], enough: int) -> Iterator[list[Work]]:
    """Neighbours together, in lists that are about equally much work: each ends where their sizes come to enough."""
    piece: list[Work] = []
    total = 0
    for thing in things:
        piece.append(thing)
        total += size(thing)
        if total >= enough:
            yield piece
            piece, total = [], 0
    if piece:
        yield piece


@dataclass(frozen=True)
class Told(Generic[Work, Done]):
    """Does work elsewhere; a game of others that fails at it is named there: here nobody could tell where it failed."""

    do: Callable[[Work], Done]

    def __call__(self, work: Work) -> Done:
        try:
            return self.do(work)
        except Exception as error:
            if (failure := culprit(error)) is None:
                raise
            raise failure from None


def _deaf_pool(workers: int) -> Pool:
    """Processes that do not hear Ctrl-C: it reaches the whole group, and they would all complain of it."""
    from multiprocessing import get_context  # it takes a while to import

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is ignored stays so in what is started
    try:
        return get_context("spawn").Pool(workers)
    finally:
        signal.signal(signal.SIGINT, before)
