"""Positions to check: random games, stopped at here and there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tavern_engine.chance import Rng
from tavern_engine.errors import TavernError
from tavern_engine.game import Game
from tavern_engine.state import SPECTATOR, Event, State
from tavern_engine.table import Table

LONGEST = 20_000


def who(viewer: int) -> str:
    """A seat or the spectator by name."""
    return "the spectator" if viewer == SPECTATOR else f"seat {viewer}"


def words(state: State) -> bytes:
    """All of a state, to be compared with others of its game: without the checksum, which takes most of the time."""
    return bytes(state.w)


class Failed(TavernError):
    """A game does not keep what the interface promises."""


@dataclass(frozen=True)
class Case:
    """One kind of table to check."""

    game: Game
    seats: int
    options: Mapping[str, bool | int | str]
    effort: float = 1.0
    seed: int = 0

    def __str__(self) -> str:
        options = ", ".join(f"{name}={str(value).lower()}" for name, value in self.options.items())
        return f"{self.game.id}, {self.seats} seats{', ' if options else ''}{options}"

    def times(self, number: int) -> int:
        """So often with this effort, but at least once."""
        return max(1, round(number * self.effort))


@dataclass
class Position:
    """A moment of a game: the truth, all that each viewer has been told, and what each seat has decided."""

    case: Case
    state: State
    seen: dict[int, list[Event]]
    decided: dict[int, list[int]] = field(default_factory=dict)

    @property
    def viewers(self) -> range:
        """The seats and the spectator."""
        return range(SPECTATOR, self.case.seats)

    def require(self, condition: bool, problem: str) -> None:
        """Fail with the problem and the table unless the condition holds."""
        if not condition:
            raise Failed(f"{problem}\n{self.state}")


def games(case: Case, number: int) -> Iterator[Iterator[Position]]:
    """That many random games (less with less effort), each as all of its positions; the last one is after the end."""
    for count in range(case.times(number)):
        yield game_positions(case, case.seed + count)


def game_positions(case: Case, seed: int) -> Iterator[Position]:
    """One random game."""
    table = Table(case.game, case.seats, seed, case.options)
    rng = Rng(seed)
    seen: dict[int, list[Event]] = {viewer: [] for viewer in range(SPECTATOR, case.seats)}
    decided: dict[int, list[int]] = {seat: [] for seat in range(case.seats)}
    for _ in range(LONGEST):
        for viewer, events in seen.items():
            events += table.news(viewer)
        yield Position(case, table.truth(), seen, decided)
        if table.over:
            return
        seat, _infoset = table.ask()
        legal = table.truth().legal()
        if not legal:
            raise Failed(f"seat {seat} is asked, but nothing is legal")
        action = legal[int(rng.below(len(legal)))]
        decided[seat].append(action)
        table.answer(action)
    raise Failed(f"a game with seed {seed} did not end within {LONGEST} decisions")


def some_positions(case: Case, number: int) -> Iterator[Position]:
    """That many positions of random games (less with less effort), spread over early and late ones."""
    return spread(case, number, lambda position: True)


def hiding_positions(case: Case, number: int) -> Iterator[Position]:
    """Likewise, but only positions in which something is hidden from a seat, if the game ever hides anything."""

    def hides(position: Position) -> bool:
        return any(position.state.hidden(seat) for seat in range(case.seats))

    if any(hides(position) for positions in games(case, 2) for position in positions):
        return spread(case, number, hides)
    return some_positions(case, number)


def spread(case: Case, number: int, counts: Callable[[Position], bool]) -> Iterator[Position]:
    """So many of the positions that count, with gaps between them."""
    wanted = case.times(number)
    rng = Rng(case.seed + 1)
    seed = case.seed
    gap = int(rng.below(8))
    while wanted > 0:
        for position in game_positions(case, seed):
            if not counts(position):
                continue
            if gap == 0 or position.state.seat() < 0:
                yield position
                wanted -= 1
                gap = 1 + int(rng.below(40))
            gap -= 1
            if wanted == 0:
                return
        seed += 1
