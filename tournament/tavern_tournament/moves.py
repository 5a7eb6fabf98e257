"""The moves of a game as a result has them: a run may have millions of games, of hundreds of moves each."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Iterator, Sequence
from typing import Final, overload

from tavern_tournament.shape import BadShape


class Moves(Sequence[int]):
    """Action codes, which need not be at hand before they are asked for; equal to a tuple of the same."""

    __slots__ = ()

    @property
    def written(self) -> bool:
        """Whether they are written down anywhere."""
        return True

    @abstractmethod
    def codes(self) -> Sequence[int]:
        """All of them, wherever they are."""

    def _at_hand(self) -> Sequence[int]:
        """All of them; those of the game that was asked for last stay at hand."""
        last, codes = _last[0]
        if last is not self:
            codes = self.codes()
            _last[0] = self, codes
        return codes

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[int]: ...
    def __getitem__(self, at: int | slice) -> int | Sequence[int]:
        return self._at_hand()[at]

    def __iter__(self) -> Iterator[int]:
        return iter(self._at_hand())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type[KeptMoves], tuple[tuple[int, ...]]]:
        return KeptMoves, (tuple(self),)  # wherever they were: a process has no files of another


#: Who asks for one move asks for the next, too. In a list: the bot kit takes a name that stands for something new for a
#: bot's doing.
_last: Final[list[tuple[Moves | None, Sequence[int]]]] = [(None, ())]


class KeptMoves(Moves):
    """Moves in as few bytes each as the largest needs."""

    __slots__ = ("_codes",)

    def __init__(self, codes: Sequence[int]) -> None:
        self._codes = _packed(codes)

    def codes(self) -> Sequence[int]:
        return self._codes

    def __len__(self) -> int:
        return len(self._codes)


def _packed(codes: Sequence[int]) -> bytes | array[int]:
    if max(codes, default=0) < 1 << 8 and min(codes, default=0) >= 0:
        return bytes(codes)
    for width in "HQ":
        try:
            return array(width, codes)
        except OverflowError:
            continue
    raise BadShape("actions cannot be of a game")
