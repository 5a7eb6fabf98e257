"""Shards: the games of a league dealt out to runs that know nothing of each other, each game to just one.

Every shard works out the same deal from the league's file alone. The games of a line-up take about equally long, so
they go to all shards in turn; what is left over of each line-up goes, the slowest first, to the shards with the least
to do so far. How long games take is known from another run, if all shards are told of the same one.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tavern_engine import TavernError
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Fixture

MOST: Final = 10_000  # shards
FOLDER: Final = re.compile(r"(.+)-\d+-of-\d+")  # of a shard


class BadShard(TavernError):
    """A shard that there cannot be."""


@dataclass(frozen=True)
class Shard:
    """One of several runs that play a league together."""

    number: int  # from 1
    of: int
    paces: Mapping[str, float] = field(default_factory=dict)  # as `paces_of` gives them, the same for all shards

    @classmethod
    def from_text(cls, text: str, paces: Mapping[str, float] | None = None) -> Shard:
        """The shard that a text such as `3/16` names, or BadShard."""
        found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
        if found is None:
            raise BadShard(f"A shard is written like 3/16, the third of sixteen, not {text!r}.")
        number, of = int(found[1]), int(found[2])
        if not 1 <= of <= MOST:
            raise BadShard(f"There can be 1 to {MOST:,} shards, not {of:,}.")
        if not 1 <= number <= of:
            raise BadShard(f"There is no shard {text}: they are numbered from 1 to {of}.")
        return cls(number, of, paces or {})

    def folder(self, out: Path) -> Path:
        """Where it plays, if the whole league would play in `out`."""
        return out.with_name(f"{out.name}-{self.number}-of-{self.of}")

    def share(self, fixtures: Sequence[Fixture]) -> Share:
        """Its games."""
        usual = sum(self.paces.values()) / len(self.paces) if self.paces else 1.0
        seconds = {fixture: self.paces.get(fixture.key, usual) for fixture in fixtures}
        busy = [(0.0, number) for number in range(self.of)]  # a heap: what each shard has of what was left over
        places: dict[str, int] = {}
        for fixture in sorted(fixtures, key=lambda one: (-seconds[one], one.key)):
            least = [heapq.heappop(busy) for _ in range(fixture.size % self.of)]
            for place, (load, number) in enumerate(least):
                heapq.heappush(busy, (load + seconds[fixture], number))
                if number == self.number - 1:
                    places[fixture.key] = place
        return Share(self.number - 1, self.of, places)


@dataclass(frozen=True)
class Share:
    """The games of one shard."""

    number: int  # from 0
    of: int
    places: Mapping[str, int]  # by line-up: which of the games left over is its own, if one is

    def has(self, fixture: Fixture, deal: int, turn: int) -> bool:
        """Whether a game is one of them."""
        game = deal * len(fixture.bots) + turn
        around = fixture.size // self.of
        if game >= around * self.of:
            return self.places.get(fixture.key) == game - around * self.of
        return (game + game // self.of) % self.of == self.number  # not always in the same seating

    def size(self, fixture: Fixture) -> int:
        """How many games of a line-up."""
        return fixture.size // self.of + (fixture.key in self.places)


def share_of(shard: Shard | None, fixtures: Sequence[Fixture]) -> Share | None:
    """The games of a shard; None, which means all, if there is none."""
    return None if shard is None else shard.share(fixtures)


def paces_of(results: Iterable[GameResult]) -> dict[str, float]:
    """The seconds that a game takes on average, by table and line-up, as far as results tell."""
    thought: dict[str, list[float]] = {}
    for result in results:
        if result.seconds:
            thought.setdefault(result.key, []).append(sum(result.seconds))
    return {key: sum(seconds) / len(seconds) for key, seconds in thought.items()}


def whole_folder(shard: Path) -> Path | None:
    """Where a league is played as a whole, by the folder of one of its shards; None if it is not named like one."""
    found = FOLDER.fullmatch(shard.name)
    return shard.with_name(found[1]) if found else None
