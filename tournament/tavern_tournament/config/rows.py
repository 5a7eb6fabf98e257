"""A `[[tables]]` or `[[bots]]` of a league file, as far as it can be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from tavern_tournament.config.file import BotRow, TableRow
from tavern_tournament.config.lines import Where

Model = TypeVar("Model", TableRow, BotRow)


@dataclass(frozen=True)
class Row(Generic[Model]):
    """One of them, and where it stands."""

    where: Where
    given: Model
    sound: bool  # every key of it could be read; those that could not are left out
