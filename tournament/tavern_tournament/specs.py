"""A league's bots, tables and terms as plain data that JSON can hold: the config makes them, and workers play by them.

There is one description of a bot and one of a kind of table, from the config over the schedule to whoever plays.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from tavern_bots.api import Value
from tavern_bots.confine import Limits
from tavern_engine import Game, game
from tavern_tournament.schedule import Seeds
from tavern_tournament.secret import NONE
from tavern_tournament.shape import made

OURS: Final = "tavern-tourney"  # the package whose bots we trust
# Where a bot's code runs.
INPROCESS: Final = "inprocess"
PROCESS: Final = "process"
JAIL: Final = "jail"
FOR_STRANGERS: Final = JAIL if sys.platform == "linux" else PROCESS


@dataclass(frozen=True)
class BotSpec:
    """A bot that takes part, with its options."""

    name: str  # unique in the league
    bot: str = ""  # as `tavern_bots.discover.find` takes it; empty for a command
    given: Mapping[str, str] = field(default_factory=dict)  # the options that the file sets, as texts
    command: tuple[str, ...] = ()  # instead of `bot`: a program that speaks the JSON form of the protocol
    isolation: str = PROCESS  # a command always has a process
    limits: Limits = field(default_factory=Limits)  # of the process
    folder: str = ""  # where the paths in `bot` and `command` start; empty for the current folder
    options: Mapping[str, Value] = field(default_factory=dict)  # all of them
    tuned: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)  # by game: what is played there instead
    package: str = ""  # empty for a bot of a file or a command
    version: str = ""
    digest: str = ""  # of its files
    files: tuple[str, ...] = ()  # those that it reads besides its code
    games: tuple[str, ...] = ()  # that it sits down to
    oracle: bool = False  # it sees all cards

    @property
    def text(self) -> str:
        """The bot with the options that were given, as `choose_bot` takes it: `mcts:simulations=200`."""
        options = ",".join(f"{name}={value}" for name, value in self.given.items())
        return f"{self.bot}:{options}" if options else self.bot

    @property
    def trusted(self) -> bool:
        """Whether a worker may wait for it as long as it takes: our own comes back, and a process can be ended."""
        return self.package == OURS or self.isolation != INPROCESS

    def options_at(self, game_id: str) -> dict[str, Value]:
        """The options as they are played in a game."""
        return {**self.options, **self.tuned.get(game_id, {})}

    def resolved(self) -> dict[str, Any]:
        """What the config of a run says about it: nothing of the machine."""
        return {
            "bot": Path(self.bot).name,
            "command": [Path(word).name if Path(word).is_absolute() else word for word in self.command],
            "options": dict(self.options),
            "tuned": {game_id: dict(options) for game_id, options in self.tuned.items()},
            "package": self.package,
            "version": self.version,
            "digest": self.digest,
            "isolation": self.isolation,
            "files": [Path(file).name for file in self.files],
            "games": list(self.games),
            "oracle": self.oracle,
        }

    def decisive(self, game_id: str) -> dict[str, Any]:
        """All about it that can change a game of this kind."""
        facts = {**self.resolved(), "options": self.options_at(game_id)}
        del facts["tuned"], facts["isolation"], facts["files"], facts["games"]  # what is in them is in the digest
        return facts


@dataclass(frozen=True)
class TableSpec:
    """A kind of table: a game with its options and component data, at one size."""

    label: str  # unique in the league: "dragon-vault-2"
    game: str
    seats: int
    options: Mapping[str, bool | int | str]  # all of them
    data: str = ""  # a file with corrected components; empty for those in the box
    data_hash: str = ""
    version: int = 0  # of the game
    deals: int = 1  # a line-up
    sides: tuple[int, ...] = ()  # by seat: which bot of a line-up sits there; empty if there is one for every seat
    package: str = ""  # of a game that is not ours, with its version
    digest: str = ""  # of the files of that package; our own code is in the digests of our bots

    @property
    def line_up(self) -> int:
        """How many bots a line-up has."""
        return len(set(self.sides)) or self.seats

    def rules(self) -> Game:
        """The game with its component data."""
        return _rules(self.game, self.data, self.data_hash)

    def resolved(self) -> dict[str, Any]:
        """What the config of a run says about it: nothing of the machine."""
        return {
            "game": self.game,
            "seats": self.seats,
            "options": dict(self.options),
            "version": self.version,
            "data": Path(self.data).name if self.data else None,
            "data_hash": self.data_hash,
            "deals": self.deals,
            **({"package": self.package, "digest": self.digest} if self.package else {}),
        }

    def decisive(self) -> dict[str, Any]:
        """All about it that can change a game."""
        facts = self.resolved()
        del facts["deals"]
        return facts


@lru_cache(maxsize=32)
def _rules(game_id: str, data: str, _data_hash: str) -> Game:
    """A game is made once; other contents of the same file have another hash."""
    return game(game_id).with_data(data) if data else game(game_id)


@dataclass(frozen=True)
class Times:
    """How long bots may think; without `move` nobody looks at the clock."""

    move: float | None = None  # seconds a move
    bank: float = 0.0  # seconds a game that moves may take beyond that
    first: float = 0.0  # seconds more for the first move of a game


@dataclass(frozen=True)
class Setup:
    """All that decides games, as plain data: it goes to workers, wherever they run."""

    seed: str
    tables: tuple[TableSpec, ...]
    bots: tuple[BotSpec, ...]
    times: Times
    patience: float
    policies: Mapping[str, str]  # by the kind of fault
    logs: str = ""  # a folder for what bots print
    reasons: bool = False  # whether results have the reasons of bots that give some
    secret: str = field(default=NONE, repr=False)

    @cached_property
    def seeds(self) -> Seeds:
        """All luck of the league."""
        return Seeds(self.seed, self.secret)

    def table(self, label: str) -> TableSpec:
        """A kind of table."""
        return self._tables[label]

    def bot(self, name: str) -> BotSpec:
        """A bot."""
        return self._bots[name]

    @cached_property
    def _tables(self) -> dict[str, TableSpec]:
        return {table.label: table for table in self.tables}

    @cached_property
    def _bots(self) -> dict[str, BotSpec]:
        return {bot.name: bot for bot in self.bots}  # there may be hundreds, and every game asks for some

    def to_fields(self) -> dict[str, Any]:
        """The setup as plain data that JSON can hold."""
        fields = asdict(self)
        if not self.reasons:
            del fields["reasons"]  # older files have none
        return fields

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Setup:
        """The setup that `to_fields` wrote, after JSON was read."""
        return made(cls, fields)
