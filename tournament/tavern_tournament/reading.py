"""What a journal held: results by game and conditions, and what was wrong with it."""

from __future__ import annotations

import gc
from bisect import insort
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from tavern_engine import TavernError
from tavern_tournament.results import GameResult, seatings

if TYPE_CHECKING:
    from tavern_tournament.journal import Lines
    from tavern_tournament.packed import Packed
    from tavern_tournament.specs import Setup

MANY: Final = 100_000  # objects


class BadJournal(TavernError):
    """A journal that is none, or that somebody else is writing to."""


@contextmanager
def no_garbage() -> Iterator[None]:
    """A time in which much is made that stays: nobody looks for garbage in it, nor, if it is very much, ever again.

    Python would look through millions of results again and again, and find none.
    """
    wanted = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if gc.get_count()[0] > MANY:
            gc.freeze()
        if wanted:
            gc.enable()


class Entry(NamedTuple):
    """A result, and where it was found: the byte of the journal at which its line begins, or less than 0 if packed."""

    result: GameResult
    place: int


@dataclass
class Reading:
    """What a journal held: for each game and stamp the first result that was not lost, and what was wrong."""

    damaged: list[int] = field(default_factory=list)  # lines, from 1
    torn: int = 0  # bytes of a last line that was not finished
    whole: int = 0  # bytes up to there
    packed: Packed | None = None  # what was compacted
    lines: Lines | None = None  # the others
    _games: dict[tuple[str, str], dict[int, Entry]] = field(default_factory=dict)
    """By line-up and stamp, then by the number of the game."""
    _spare: dict[tuple[str, str], list[Entry]] = field(default_factory=dict)
    """Other results of the same games, by id and stamp."""
    _unfit: int = 0  # packed results that are not of the games that they name

    def take(self, result: GameResult, place: int) -> None:
        games = self._games.setdefault((result.key, result.stamp), {})
        known = games.get(result.number)
        if known is not None and not known.result.lost:
            self._spare.setdefault((result.id, result.stamp), []).append(Entry(result, place))
        else:
            games[result.number] = Entry(result, place)

    def reject(self, result: GameResult) -> None:
        """Count the line of a result as damaged, as it is none of the game that it names; the next takes its place."""
        group = result.key, result.stamp
        place = self._games[group].pop(result.number).place
        if place < 0:
            self._unfit += 1
        else:
            insort(self.damaged, self._line(place))
        if not self._games[group]:
            del self._games[group]
        for spare in self._spare.pop((result.id, result.stamp), ()):
            self.take(*spare)

    def is_played(self, game_id: str, stamp: str) -> bool:
        """Whether a game has its result under these conditions, and need not be played again."""
        known = self.of(game_id, stamp)
        return known is not None and not known.lost

    def __iter__(self) -> Iterator[GameResult]:
        """All results, of every stamp."""
        return (entry.result for entry in self.entries())

    def entries(self) -> Iterator[Entry]:
        """All results with their places."""
        return (entry for games in self._games.values() for entry in games.values())

    def __len__(self) -> int:
        """How many games have a result, under whatever conditions."""
        numbers: dict[str, list[dict[int, Entry]]] = {}
        for (key, _), games in self._games.items():
            numbers.setdefault(key, []).append(games)
        return sum(len(set().union(*found)) if len(found) > 1 else len(found[0]) for found in numbers.values())

    def stamps(self) -> dict[str, set[str]]:
        """Under which conditions line-ups have played, each named with its table: `dragon-vault-2/flat+mcts`."""
        found: dict[str, set[str]] = {}
        for key, stamp in self._games:
            found.setdefault(key, set()).add(stamp)
        return found

    def under(self, key: str, stamp: str) -> list[GameResult]:
        """The results of a line-up under these conditions, by deal and turn."""
        games = self._games.get((key, stamp), {})
        return [games[number].result for number in sorted(games)]

    def of(self, game_id: str, stamp: str) -> GameResult | None:
        """The result of a game under these conditions, if there is one."""
        key, deal, turn = game_id.rsplit("/", 2)
        entry = self._games.get((key, stamp), {}).get(int(deal) * seatings(key) + int(turn))
        return entry and entry.result

    def place(self, result: GameResult) -> int:
        """Where a result was found, as it was taken."""
        return self._games[result.key, result.stamp][result.number].place

    def where(self, result: GameResult) -> str:
        """Where a result stands, for people."""
        place = self.place(result)
        return "compacted" if place < 0 else f"line {self._line(place)}"

    def _line(self, place: int) -> int:
        return place if self.lines is None else self.lines.number(place)

    def give(self, setup: Setup) -> None:
        """Let packed moves be unpacked by the rules of this league."""
        for block, _ in self.packed.blocks if self.packed else ():
            block.setup = setup

    def troubles(self) -> list[str]:
        """What was wrong, in sentences."""
        found = self.packed.troubles() if self.packed else []
        if self._unfit:
            found.append(f"{self._unfit} compacted results are not of the games that they name; they do not count.")
        if self.torn:
            found.append(f"The last line of the journal was cut off in the middle ({self.torn} bytes).")
        if self.damaged:
            lines = ", ".join(map(str, self.damaged[:5])) + (" ..." if len(self.damaged) > 5 else "")
            found.append(f"{len(self.damaged)} lines of the journal are damaged (line {lines}); they do not count.")
        return found
