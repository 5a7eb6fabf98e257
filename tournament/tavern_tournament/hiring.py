"""Who plays the games of a league: processes of this machine, or the workers of a cluster."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tavern_tournament.config.league import League
from tavern_tournament.executor import Executor
from tavern_tournament.local import LocalExecutor
from tavern_tournament.logs import starting_workers
from tavern_tournament.specs import Setup


@dataclass(frozen=True)
class Crew:
    """Those who can be had; they are told of the league when it is known what is left to play."""

    engage: Callable[[Setup, int], Executor]  # for so many games
    batch_seconds: float  # that a batch should take


@contextlib.contextmanager
def hired(league: League) -> Iterator[Crew]:
    """The crew of a league. Enter it before threads start and files are opened."""
    wanted = league.run.batch_seconds
    if league.cluster is None:
        with starting_workers() as starter:
            most = league.run.workers or os.cpu_count() or 1
            yield Crew(
                lambda setup, games: LocalExecutor(setup, starter, min(most, games), league.run.one_core), wanted
            )
        return
    from tavern_tournament.cluster.connect import connected

    with connected(league.cluster) as client:
        from tavern_tournament.cluster.executor import LEAST, ClusterExecutor

        yield Crew(lambda setup, _games: ClusterExecutor(client, setup), max(LEAST, wanted))
