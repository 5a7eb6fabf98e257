"""What a learner reads of a table: named fields of small whole numbers, made from the layout rows.

An encoding belongs to a game with its data and to one kind of table, its seats and options. All its numbers are whole
and from 0 to 127; `high` says how far each goes. Seats are counted from the viewer on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tavern_engine.cells import IN_A_WORD, Cell, cells_of, common_cells, lay_out, sections_of, whose
from tavern_engine.dense import ActionSpace
from tavern_engine.encode import Encoder
from tavern_engine.errors import BadSetup
from tavern_engine.masks import Masks
from tavern_engine.shown import FLAGS, ONE_HOT, SEAT_FLAGS, SEAT_HOT
from tavern_engine.state import SPECTATOR, InfoSet, State
from tavern_engine.whole import is_whole, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tavern_engine.game import Game

__all__ = ["ActionSpace", "Encoding", "Field"]


@dataclass(frozen=True)
class Field:
    """Numbers that follow each other in an encoding and tell one thing."""

    name: str  # `a hand, you`
    how: str  # flags, counts, digits or one-hot
    at: int  # the place of the first
    size: int
    high: Sequence[int]  # how far each goes; all begin at 0
    labels: Sequence[str] = ()

    def names(self) -> list[str]:
        """What each of the numbers is called."""
        if self.labels:
            return [f"{self.name}: {label}" for label in self.labels]
        return [self.name] if self.size == 1 else [f"{self.name}: {place}" for place in range(self.size)]


class Encoding:
    """How the views of one kind of table become numbers. It writes into a buffer of its own: use it in one thread.

    >>> from tavern_engine import game
    >>> vault = game("dragon-vault")
    >>> encoding = vault.encoding(seats=2)
    >>> numbers = encoding.encode(vault.new(2, seed=1).observe(0))
    >>> numbers.shape == (encoding.size,) and bool((numbers <= encoding.high).all())
    True
    >>> size = encoding.field("the size of a hand, you")
    >>> int(numbers[size.at])
    5
    """

    def __init__(self, game: Game, seats: int, options: Mapping[str, object] | None = None) -> None:
        self.game = game
        self.seats, self.options = game.checked_table(seats, options or {})
        self._blank = game.start(self.seats, (0, 0), self.options)
        self.left_out: dict[str, str] = {}  # rows that are not told, and why
        self._cells = [*common_cells(self.seats, game.layout), *self._row_cells()]
        self.size = lay_out(self._cells, self.seats)
        self.fields = tuple(self._fields())
        self.actions = ActionSpace(game, self._blank)
        self._encoder = self.encoder(1)

    def _row_cells(self) -> Iterator[Cell]:
        words = memoryview(self._blank.w).tolist()
        for row in self.game.layout.rows:
            told = row.told(words)
            if isinstance(told, str):
                self.left_out[row.name] = told
            else:
                for shown in told:
                    yield from cells_of(row, shown, self.seats)

    def _fields(self) -> Iterator[Field]:
        for cell in self._cells:
            high, shown = cell.highs(self.seats), cell.shown
            labels = shown.labels
            if shown.how in (SEAT_HOT, SEAT_FLAGS):
                labels = [whose(after) for after in range(self.seats)]
            how = {SEAT_HOT: ONE_HOT, SEAT_FLAGS: FLAGS}.get(shown.how, shown.how)
            yield Field(cell.name, how, cell.at, len(high), tuple(high), tuple(labels))
        if unused := self.size - cell.at - len(high):
            yield Field("unused", FLAGS, self.size - unused, unused, (1,) * unused)

    def encoder(self, rows: int) -> Encoder:
        """What writes views into a buffer of so many rows."""
        cells, sections = sections_of(self._cells)
        plan = [number for cell in cells for number in cell.planned(self.seats)]
        sources = [cell.sources[viewer] for viewer in range(self.seats + 1) for cell in cells]
        shape = [self.size // IN_A_WORD, self.game.layout.length, *self.game.layout.options]
        return Encoder(self._blank, shape, plan, sources, sections, rows)

    def masks(self, rows: int) -> Masks:
        """What marks legal actions in a buffer of so many rows."""
        return Masks(self.actions.numbers, self.actions.size, rows)

    @property
    def names(self) -> list[str]:
        """What each number is called."""
        return [name for field in self.fields for name in field.names()]

    @property
    def high(self) -> tuple[int, ...]:
        """How far each number goes; all begin at 0."""
        return tuple(high for field in self.fields for high in field.high)

    @cached_property
    def scale(self) -> NDArray[np.float32]:
        """By what each number is multiplied to go from 0 to 1; 0 for one that is always 0."""
        import numpy as np

        scale = np.array([1 / high if high else 0 for high in self.high], np.float32)
        scale.flags.writeable = False
        return scale

    def field(self, name: str) -> Field:
        """The field of this name."""
        for found in self.fields:
            if found.name == name:
                return found
        raise BadSetup(f"{self.game.title} shows learners nothing that is called {name!r}.")

    def _look(self, what: InfoSet | State, seat: int | None) -> None:
        if seat is not None and not is_whole(seat, SPECTATOR, self.seats - 1):
            last = self.seats - 1
            raise BadSetup(f"A whole state is encoded for a seat from 0 to {last}, not for {shown(seat)}.")
        self._encoder.look(what, None if seat is None else int(seat))

    def numbers(self, what: InfoSet | State, seat: int | None = None) -> list[int]:
        """The numbers of an infoset, or of what a seat sees of a whole state."""
        self._look(what, seat)
        return list(bytes(self._encoder.out))

    def encode(
        self, what: InfoSet | State, seat: int | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[np.int8]:
        """Likewise as an array; with `out` they are written into that one, of any type of numbers."""
        self._look(what, seat)
        if out is None:
            return self._buffer.copy()
        if problem := self._why_not(out):
            raise BadSetup(
                f"The numbers of this table are written into an array of shape ({self.size},), not {problem}."
            )
        out[:] = self._buffer
        return out

    def _why_not(self, out: object) -> str:
        """What is wrong with an array that is to be written to; empty if nothing is."""
        import numpy as np

        if not isinstance(out, np.ndarray):
            return f"into {shown(out)}"
        if out.shape != (self.size,):
            return f"of {out.shape}"
        if out.dtype.kind not in "iuf":
            return f"of {out.dtype}"
        return "" if out.flags.writeable else "into one that cannot be written to"

    @cached_property
    def _buffer(self) -> NDArray[np.int8]:
        import numpy as np

        return np.frombuffer(memoryview(self._encoder.out), np.int8)

    def mask(self, what: InfoSet | State) -> NDArray[np.bool_]:
        """Which actions are legal for the seat that is asked; in the view of another seat none is."""
        import numpy as np

        self._encoder.of_this_table(what)
        mask = np.zeros(self.actions.size, np.bool_)
        mask[[self.actions.numbers[code] for code in what.legal()]] = True
        return mask
