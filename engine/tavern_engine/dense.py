"""The actions that a learner chooses from: those that can ever be legal at a table, numbered without gaps.

`codes` says which action each number is. The numbers are the same for one version of a game with its data, seats and
options; the codes themselves are the same at every table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tavern_engine.errors import BadGame, IllegalAction
from tavern_engine.state import State
from tavern_engine.whole import is_whole, shown
from tavern_engine.words import Part

if TYPE_CHECKING:
    from tavern_engine.game import Game

NONE: Final = -1  # the number of a code that can never be legal


class ActionSpace:
    """The actions of one kind of table.

    >>> from tavern_engine import game
    >>> actions = game("dragon-vault").encoding(seats=2).actions
    >>> code = game("dragon-vault").parse_action("take")
    >>> actions.codes[actions.number_of(code)] == code
    True
    """

    def __init__(self, game: Game, blank: State) -> None:
        self.game = game
        self.codes = tuple(sorted(set(game.reachable(blank))))
        self.size = len(self.codes)
        if not self.codes or self.codes[0] < 0 or self.codes[-1] >= game.actions:
            raise BadGame(f"The rules of {game.title} failed: actions can be legal that it does not have, or none can.")
        self.numbers = [NONE] * game.actions  # by code
        for number, code in enumerate(self.codes):
            self.numbers[code] = number

    def number_of(self, code: int) -> int:
        """The number of an action code."""
        if not is_whole(code, 0, len(self.numbers) - 1) or self.numbers[code] == NONE:
            raise IllegalAction(f"{self.game.title} has no action {shown(code)} at such a table.")
        return self.numbers[code]

    def texts(self) -> list[str]:
        """What the actions are called."""
        return [self.game.action_text(code) for code in self.codes]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """What `features` tells of every action: `verb: play`, `card: 9`, `seat: 1`, or a part that is a number."""
        found: dict[str, None] = {}
        for code in self.codes:
            found.update(dict.fromkeys(column for column, _ in self._told(code)))
        return tuple(sorted(found, key=lambda column: (not column.startswith("verb: "), column.split(": ")[0])))

    @cached_property
    def features(self) -> Any:
        """For those who score actions: a row for every action, 0 or 1 for what it is about, and its numbers."""
        import numpy as np

        told = np.zeros((self.size, len(self.columns)), np.int16)
        places = {column: place for place, column in enumerate(self.columns)}
        for row, code in enumerate(self.codes):
            for column, value in self._told(code):
                told[row, places[column]] = value
        told.flags.writeable = False
        return told

    def _told(self, code: int) -> Iterator[tuple[str, int]]:
        for name, part in self.game.action_parts(code).items():
            if isinstance(part, int) and not isinstance(part, bool) and name != "seat":
                yield name, part
            else:
                yield from ((f"{name}: {thing}", 1) for thing in _things(part))


def _things(part: Part) -> list[str | int]:
    """What a part names, one by one."""
    return [*part] if isinstance(part, list) else [part]
