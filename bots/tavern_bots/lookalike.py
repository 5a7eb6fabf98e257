"""A process for the bot kit that looks like a part of a league to the bot in it, with truths lying about that are none.

The kit starts it as `python -m tavern_bots.lookalike LOOK SETTINGS IN OUT`; it answers frames as `serve.py` does, by
that very code. A bot that takes a decoy for the truth decides otherwise than it did elsewhere, which is what tells.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any, ClassVar, Final

from tavern_bots import asked
from tavern_bots.api import Clock, Place
from tavern_bots.confine import Confinement, confine, die_with_parent, keep_orphans
from tavern_bots.discover import Choice
from tavern_engine import Event, InfoSet, Rng, Table

LEAGUE: Final = "tavern_tournament"
INSIDE: Final = ("cli", "league", "supervisor", "local", "workers", "host", "match", "players", "players.inside")


@contextmanager
def within_reach(table: Table) -> Iterator[None]:
    """A time in which the table also lies where scripts have it, in a global of the main module."""
    names = vars(sys.modules["__main__"])
    before = {name: thing for name, thing in names.items() if name == "table"}
    names["table"] = table
    try:
        yield
    finally:
        names.pop("table", None)
        names.update(before)


class Tempted(asked.Asked):
    """A bot in its seat, beside a table with the same cards in its hand and others in all other hands."""

    luck: ClassVar[Rng] = Rng(1)

    def __init__(self, choice: Choice, place: Place, *rest: Any) -> None:
        self._state = place.game.new(place.seats, f"decoy {place.seat}", place.table_options)
        table = self._table = Table.at(place.game, self._state)
        with within_reach(table):
            super().__init__(choice, place, *rest)

    def choose(self, infoset: InfoSet, events: Sequence[Event], clock: Clock) -> int:
        self._state.w = infoset.sample(self.luck).w
        table = self._table
        with within_reach(table):
            return super().choose(infoset, events, clock)


def as_own_process(*arguments: str) -> None:
    """As a league starts a bot in a process of its own: a child of its keeper."""
    from tavern_bots import keeper

    title([sys.executable, "-P", "-s", "-u", "-m", keeper.__name__, *arguments[:2]])
    sys.argv[:] = [str(keeper.__file__), *arguments[:2]]
    sys.modules["__main__"] = keeper
    serve(*arguments)


def as_worker(*arguments: str) -> None:
    """As in a worker of a league, which has a referee in it."""
    title(["tavern-tourney worker"])
    sys.argv[:] = ["tavern-tourney", "--config", "league.toml"]
    sys.modules["__main__"] = ModuleType("__main__")
    for name in (LEAGUE, *(f"{LEAGUE}.{inner}" for inner in INSIDE)):
        sys.modules[name] = hollow(name)
    serve(*arguments)


def serve(settings: str, source: str, sink: str) -> None:
    """Answer over these pipes as a bot's process does."""
    from tavern_bots.serve import Served, run  # not before the decoys are laid out

    confinement = Confinement.from_json(settings)
    die_with_parent(confinement.parent)
    keep_orphans()
    confine(confinement, address_space=True)
    for pipe in (source, sink):
        os.set_inheritable(int(pipe), False)
    run(Served(), int(source), int(sink))


def hollow(name: str) -> ModuleType:
    """A module as it looks from outside; none of its code has run."""
    spec = importlib.util.find_spec(name)
    return ModuleType(name) if spec is None else importlib.util.module_from_spec(spec)


def title(command: list[str]) -> None:
    """Show this as the command that was started."""
    from setproctitle import setproctitle

    sys.orig_argv[:] = command
    setproctitle(" ".join(command))


LOOKS: Final[Mapping[str, Callable[..., None]]] = {"process": as_own_process, "worker": as_worker}


def main(look: str, *arguments: str) -> None:
    """Lay out decoys, and serve."""
    asked.Asked = Tempted  # type: ignore[assignment, misc]
    LOOKS[look](*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
