"""Work in several processes, its results in the order of the work: the same for any number of them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from traceback import format_exc
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from tavern_engine.errors import TavernError
from tavern_engine.registry import culprit

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

CORES: Final = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

Work = TypeVar("Work")
Done = TypeVar("Done")


class HelperLost(TavernError):
    """A process ended before its work was done."""


def side_by_side(do: Callable[[Work], Done], work: Sequence[Work], workers: int) -> Generator[Done, None, None]:
    """What each piece of work comes to, in order; whoever asks no more ends the rest. One worker is this process."""
    if workers == 1 or len(work) < 2:
        yield from map(do, work)
        return
    from concurrent.futures import ThreadPoolExecutor  # these take a while to import
    from queue import SimpleQueue

    number = min(workers, len(work))
    with ThreadPoolExecutor(number) as threads, _helpers(do, number) as helpers:
        idle = SimpleQueue[Helper[Work, Done]]()
        for helper in helpers:
            idle.put(helper)

        def ask(piece: Work) -> Done:
            helper = idle.get()
            try:
                return helper.ask(piece)
            finally:
                idle.put(helper)

        yield from threads.map(ask, work)


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
class Success(Generic[Done]):
    """What a piece of work came to."""

    done: Done


@dataclass(frozen=True)
class Failure:
    """Why it came to nothing."""

    error: Exception


Answer = Success[Done] | Failure


class Helper(Generic[Work, Done]):
    """A process that does what it is asked.

    It has a line of its own. A pool's processes share theirs, with locks: one that is ended in the middle of an answer
    takes its lock with it, and then the pool waits for ever, as it does for the answer of one that is gone.
    """

    def __init__(self, do: Callable[[Work], Done]) -> None:
        from multiprocessing import get_context

        context = get_context("spawn")
        self._line, its_end = context.Pipe()
        with its_end:
            self._process = context.Process(target=_serve, args=(its_end, do), daemon=True)
            self._process.start()

    def ask(self, piece: Work) -> Done:
        """What it says, or the error that it had."""
        try:
            self._line.send(piece)
            answer: Answer[Done] = self._line.recv()
        except (EOFError, OSError):
            self._process.join()
            code = self._process.exitcode
            raise HelperLost(f"A process that helped ended with {code} before its work was done.") from None
        if isinstance(answer, Failure):
            raise answer.error
        return answer.done

    def end(self) -> None:
        """Whatever it is doing."""
        self._process.kill()
        self._process.join()


@contextmanager
def _helpers(do: Callable[[Work], Done], number: int) -> Iterator[list[Helper[Work, Done]]]:
    """Processes that do not hear Ctrl-C: it reaches the whole group, and they would all complain of it."""
    with ExitStack() as ends:
        helpers = []
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is ignored stays so in what is started
        try:
            for _ in range(number):
                helpers.append(Helper(do))
                ends.callback(helpers[-1].end)
        finally:
            signal.signal(signal.SIGINT, before)
        yield helpers


def _serve(line: Connection[Answer[Done], Work], do: Callable[[Work], Done]) -> None:
    """Answer until nobody asks any more. A game of others that fails is named here: elsewhere nobody could tell."""
    with suppress(EOFError, OSError):
        while True:
            piece = line.recv()
            answer: Answer[Done]
            try:
                answer = Success(do(piece))
            except Exception as error:
                error.add_note(format_exc())  # where it was is not sent with it
                answer = Failure(culprit(error) or error)
            line.send(answer)
