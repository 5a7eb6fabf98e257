"""A league as it will be played: every default, table size, version and bot resolved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tavern_engine
from tavern_bots.api import Value
from tavern_engine import Game, game

if TYPE_CHECKING:
    from tavern_tournament.config.file import Clock, Isolation, Limits, Policy, Rating, Run, Schedule


@dataclass(frozen=True)
class TableKind:
    """A game with its options and data, at one table size."""

    label: str  # unique in the league: "dragon-vault-2"
    game: str
    seats: int
    options: Mapping[str, bool | int | str]  # all of them
    version: int  # of the game
    data: Path | None  # corrected components; None for those in the box
    data_hash: str
    deals: int  # a line-up

    def rules(self) -> Game:
        """The game with its component data."""
        known = game(self.game)
        return known if self.data is None else known.with_data(self.data)

    def resolved(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seats": self.seats,
            "options": dict(self.options),
            "version": self.version,
            "data": self.data.name if self.data else None,
            "data_hash": self.data_hash,
            "deals": self.deals,
        }


@dataclass(frozen=True)
class Entrant:
    """A bot that takes part, with its options."""

    name: str  # unique in the league
    bot: str  # as `tavern_bots.discover.find` takes it; empty for a command
    command: tuple[str, ...]  # empty for a bot of ours or of a plugin
    folder: Path  # where a command is run
    given: Mapping[str, str]  # the options that the file sets, as texts
    options: Mapping[str, Value]  # all of them
    package: str  # empty for a bot of a file or a command
    version: str
    digest: str  # of the files of a bot without a package
    isolation: Isolation
    games: tuple[str, ...]  # that it sits down to
    oracle: bool

    @property
    def text(self) -> str:
        """The bot with the options that were given, as `choose_bot` takes it: `mcts:simulations=200`."""
        options = ",".join(f"{name}={value}" for name, value in self.given.items())
        return f"{self.bot}:{options}" if options else self.bot

    def resolved(self) -> dict[str, Any]:
        return {
            "bot": Path(self.bot).name,
            "command": [Path(word).name if Path(word).is_absolute() else word for word in self.command],
            "options": dict(self.options),
            "package": self.package,
            "version": self.version,
            "digest": self.digest,
            "isolation": self.isolation,
            "games": list(self.games),
            "oracle": self.oracle,
        }


@dataclass(frozen=True)
class League:
    """Everything that a league file says."""

    name: str
    seed: str
    out: Path  # relative to where the command is run
    title: str  # of the report
    tables: tuple[TableKind, ...]
    bots: tuple[Entrant, ...]
    schedule: Schedule
    clock: Clock
    faults: Mapping[str, Policy]  # for every kind of fault
    limits: Limits
    run: Run
    rating: Rating

    def resolved(self) -> dict[str, Any]:
        """All that can matter to results, as plain data: nothing of the machine, the folders or the workers."""
        return {
            "tavern-tourney": tavern_engine.__version__,
            "league": {"name": self.name, "seed": self.seed},
            "tables": {table.label: table.resolved() for table in self.tables},
            "bots": {bot.name: bot.resolved() for bot in self.bots},
            "schedule": self.schedule.model_dump(mode="json", exclude={"deals"}),  # the tables have them
            "clock": self.clock.model_dump(mode="json"),
            "faults": dict(self.faults),
            "limits": self.limits.model_dump(mode="json"),
            "rating": self.rating.model_dump(mode="json"),
            "report": {"title": self.title},
        }


def override(league: League, seed: str | None = None, out: Path | None = None, workers: int | None = None) -> League:
    """The league with what the command line sets instead of the file."""
    run = league.run if workers is None else league.run.model_copy(update={"workers": workers})
    return replace(league, seed=league.seed if seed is None else seed, out=out or league.out, run=run)


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What changed between two resolved leagues: `bots.mcts.options.simulations: 200 -> 400`."""
    return list(_changes("", old, new))


def _changes(where: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for key in [*old, *(key for key in new if key not in old)]:
        place = f"{where}.{key}".removeprefix(".")
        if key not in new:
            yield f"{place}: removed"
        elif key not in old:
            yield f"{place}: added"
        elif isinstance(old[key], Mapping) and isinstance(new[key], Mapping):
            yield from _changes(place, old[key], new[key])
        elif old[key] != new[key]:
            yield f"{place}: {_shown(old[key])} -> {_shown(new[key])}"


def _shown(value: object) -> str:
    if value is None or value == "":
        return "none"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
