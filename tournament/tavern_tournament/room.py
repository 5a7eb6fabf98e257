"""What a worker needs to play any game of a league: its tables, its bots, and the rules for faults, from plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tavern_engine import Game, game
from tavern_tournament.match import Conditions, Match, Times
from tavern_tournament.players.player import BotSpec, Limits, Player, player
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Planned, Seeds


@dataclass(frozen=True)
class TableSpec:
    """One kind of table as plain data."""

    label: str
    game: str
    seats: int
    options: Mapping[str, bool | int | str]
    data: str = ""  # a file with other component data; empty for the game's own

    def rules(self) -> Game:
        """The game that is played there."""
        return game(self.game).with_data(self.data) if self.data else game(self.game)


@dataclass(frozen=True)
class Setup:
    """All that decides games, as plain data: it goes to workers, wherever they run."""

    seed: str
    tables: tuple[TableSpec, ...]
    bots: tuple[BotSpec, ...]
    times: Times
    patience: float
    policies: Mapping[str, str]
    logs: str = ""  # a folder for what bots print

    def to_fields(self) -> dict[str, Any]:
        """The setup as plain data that JSON can hold."""
        return asdict(self)

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Setup:
        """The setup that `to_fields` wrote, after JSON was read."""
        bots = [
            BotSpec(**{**bot, "command": tuple(bot["command"]), "limits": Limits(**bot["limits"])})
            for bot in fields["bots"]
        ]
        tables = tuple(TableSpec(**table) for table in fields["tables"])
        return cls(**{**fields, "tables": tables, "bots": tuple(bots), "times": Times(**fields["times"])})


class Room:
    """Plays planned games one after another; its bots stay seated between games until `stop`."""

    def __init__(self, setup: Setup) -> None:
        self.seeds = Seeds(setup.seed)
        self.conditions = {
            table.label: Conditions(table.rules(), table.seats, table.options, setup.times, setup.policies)
            for table in setup.tables
        }
        self._setup = setup
        self._players: dict[str, Player] = {}

    def play(self, planned: Planned, tick: Callable[[], None] = lambda: None) -> GameResult:
        """One game; `tick` is called now and then, to show that it goes on."""
        players = [self._player(name) for name in planned.bots]
        return Match(planned, self.conditions[planned.table], players, self.seeds).play(tick)

    def _player(self, name: str) -> Player:
        if name not in self._players:
            spec = next(bot for bot in self._setup.bots if bot.name == name)
            logs = Path(self._setup.logs) if self._setup.logs else None
            self._players[name] = player(spec, patience=self._setup.patience, log_folder=logs)
        return self._players[name]

    def stop(self) -> None:
        """End the bots that run in processes of their own."""
        for one in self._players.values():
            one.stop()
        self._players.clear()
