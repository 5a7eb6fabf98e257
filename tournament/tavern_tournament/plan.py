"""What the `league.json` of a run says, checked: everything is there and of its type, and all of it fits together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final

from tavern_tournament.match import FORFEIT, SUBSTITUTE, VOID
from tavern_tournament.results import FAULT_KINDS
from tavern_tournament.schedule import MOST_DEALS, Fixture, Seeds
from tavern_tournament.secret import NONE, PUBLIC, RANDOM
from tavern_tournament.shape import BadShape, made
from tavern_tournament.specs import INPROCESS, JAIL, PROCESS, Setup, TableSpec

FORMAT: Final = 2
OLD_FORMAT: Final = 1  # tables and bots were partly in the config only
DATA: Final = "data"  # the folder for component data
MOST_RESAMPLES: Final = 100_000


@dataclass(frozen=True)
class Plan:
    """All of it; `Run` says what is what."""

    format: int
    command: str
    config: Mapping[str, Any]
    founders: tuple[str, ...]
    joined: tuple[str, ...]
    fixtures: tuple[Fixture, ...]
    setup: Setup
    jail: tuple[str, ...] = ()  # older runs have none
    former: tuple[Fixture, ...] = ()
    stopped: str = ""

    @property
    def has_secret(self) -> bool:
        """Whether the run's folder keeps a secret besides."""
        return bool(self._in_config("league", "secret") == RANDOM)

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Plan:
        """The plan that a run saved, in today's format or in the first one, or BadShape."""
        plan = made(cls, fields if fields["format"] == FORMAT else _from_old_format(fields))
        for where, fits in plan._facts():
            if not fits:
                raise BadShape(f"{where} cannot be that")
        return plan

    def _facts(self) -> Iterator[tuple[str, bool]]:
        """What must be true of the parts together, and where it is told."""
        setup, tables = self.setup, {table.label: table for table in self.setup.tables}
        bots = [bot.name for bot in setup.bots]
        Seeds(setup.seed, NONE)  # refuses it itself
        yield "setup.secret", setup.secret == NONE  # it has a file of its own
        yield "setup.tables", len(tables) == len(setup.tables) and all(0 < one.seats < 100 for one in setup.tables)
        yield "setup.bots", _are_different(bots)
        yield "setup.bots", {bot.isolation for bot in setup.bots} <= {INPROCESS, PROCESS, JAIL}
        yield "setup.policies", set(FAULT_KINDS) <= set(setup.policies)
        yield "setup.policies", set(setup.policies.values()) <= {SUBSTITUTE, FORFEIT, VOID}
        yield "setup.times", min(setup.times.move or 0, setup.times.bank, setup.times.first, setup.patience) >= 0
        yield "founders and joined", _are_different([*self.founders, *self.joined])
        for name, fixtures in (("fixtures", self.fixtures), ("former", self.former)):
            for number, fixture in enumerate(fixtures):
                fits = fixture.table in tables and set(fixture.bots) <= set(bots)
                yield f"{name}[{number}]", fits and _can_be_seated(fixture, tables[fixture.table])
        yield "fixtures and former", _are_different([fixture.key for fixture in (*self.fixtures, *self.former)])
        yield "config.league", self._in_config("league", "secret") in (None, PUBLIC, RANDOM)  # older runs have none
        yield "config.rating", type(resamples := self._in_config("rating", "bootstrap")) is int
        yield "config.rating", 0 <= resamples <= MOST_RESAMPLES
        yield "config.report", type(self._in_config("report", "title")) is str
        yield "config.anchors", _are_ratings(self.config.get("anchors", {}))

    def _in_config(self, section: str, key: str) -> Any:
        keys = self.config.get(section)
        return keys.get(key) if isinstance(keys, Mapping) else None


def _are_different(names: Sequence[str]) -> bool:
    return len(set(names)) == len(names)


def _are_ratings(anchors: Any) -> bool:
    """Whether these are numbers by game and bot."""
    given = anchors.values() if isinstance(anchors, Mapping) else [None]
    return all(isinstance(each, Mapping) and all(map(_is_number, each.values())) for each in given)


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and isfinite(value)  # type: ignore[arg-type]


def _can_be_seated(fixture: Fixture, table: TableSpec) -> bool:
    """Whether there is a bot for every seat, and a number of deals."""
    if not 0 < fixture.deals <= MOST_DEALS or not fixture.bots:
        return False
    if not fixture.sides:
        return len(fixture.bots) == table.seats
    return len(fixture.sides) == table.seats and set(fixture.sides) == set(range(len(fixture.bots)))


def _from_old_format(fields: dict[str, Any]) -> dict[str, Any]:
    """What a run of the first format says, in the form of today's."""
    try:
        setup, config = fields["setup"], fields["config"]
        for table in setup["tables"]:
            known = config["tables"][table["label"]]
            table |= {name: known[name] for name in ("version", "data_hash", "deals")} | {"sides": ()}
            table["data"] = table["data"] and f"{DATA}/{Path(table['data']).name}"
        for bot in setup["bots"]:
            known = config["bots"][bot["name"]]
            bot["given"] = bot.pop("options")
            bot |= {name: known[name] for name in ("options", "package", "version", "digest", "games", "oracle")}
            bot["tuned"] = {}  # nobody wrote it down
        return {**fields, "fixtures": [{**each, "sides": ()} for each in fields["fixtures"]]}
    except (KeyError, TypeError, AttributeError) as error:  # nothing of it has been checked yet
        raise BadShape(f"of the first format, {error} is missing or of the wrong type") from None
