"""What a league asks of whoever plays its games: take batches, give back results, and say when a worker is lost.

The supervisor knows nothing else of those who play. `local` plays in processes of this machine, `cluster.executor` on
dask workers; another may play wherever a worker can be told a `Setup` and hand planned games to a `Host`: both are
plain data that JSON can hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from tavern_tournament.schedule import Planned

MOST_WORKERS: Final = 1024  # that a league may ask for


@dataclass(frozen=True)
class Played:
    """The next games of a batch, in its order; perhaps not all that are left of it."""

    batch: int
    results: Sequence[str]  # as `GameResult.to_json` writes them
    took: Sequence[float]  # seconds, of each


@dataclass(frozen=True)
class Lost:
    """A worker that is gone, with all of its batch that has not been told; another one takes its place."""

    batch: int | None  # None if it had nothing to do
    why: str  # what it did, in words: "died"


class WorkerBug(Exception):
    """A worker failed in our own code; the text is its traceback."""


class Executor(Protocol):
    """Plays batches of games, each on one of its workers."""

    @property
    def workers(self) -> int:
        """How many batches can be played at a time; that may change, and for a while be none."""
        ...

    def give(self, batch: int, games: Sequence[Planned]) -> None:
        """Have a batch played under this number, which no other has; at most as many at a time as there are workers."""
        ...

    def wait(self, seconds: float) -> Sequence[Played | Lost]:
        """What has happened, after at most so many seconds; perhaps nothing. A WorkerBug ends the league."""
        ...

    def part(self, seconds: float) -> bool:
        """Send the workers home; whether all have gone, after at most so many seconds. Nothing is given after that."""
        ...

    def end(self) -> None:
        """End all workers at once, whatever they do."""
        ...
