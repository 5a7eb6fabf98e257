"""A block of a compacted journal: the results of many games at one kind of table, field by field.

What games have in common is told once, and numbers stand in columns, squeezed together. Moves are packed game by game
(`packing`), so that any of them can be replayed, or left out where bots choose them again (`again`). What fits nowhere
(faults, reasons, void games, moves that today's rules do not allow) is kept as it is, by game. `packer` makes blocks.
"""

from __future__ import annotations

import lzma
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log2
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tavern_engine import TavernError
from tavern_engine.reading import Unreadable, json_of
from tavern_tournament.columns import BadColumn, Columns
from tavern_tournament.match import deal_out
from tavern_tournament.moves import Moves
from tavern_tournament.packing import CannotPack, Chooser, unpacked
from tavern_tournament.reading import BadJournal
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Planned
from tavern_tournament.shape import BadShape, made
from tavern_tournament.specs import Setup

if TYPE_CHECKING:
    from tavern_tournament.again import Again

MICRO: Final = 1_000_000  # times are in these parts of a second,
GRAIN: Final = 16  # and where moves are left out in so many steps from a time to its double
SIZES: Final = struct.Struct("<II")  # bytes of the names and of the columns as they are squeezed; moves follow
LONGEST: Final = 62  # as often a microsecond can be doubled: no game takes as long
LARGEST: Final = 1 << 30  # bytes of either before that
SQUEEZING: Final[list[dict[str, Any]]] = [{"id": lzma.FILTER_LZMA2, "preset": 9, "pb": 0}]


class BadBlock(TavernError):
    """Bytes that are no block."""


@dataclass(frozen=True)
class Names:
    """What the games of a block have in common, and what their columns refer to by number."""

    game: str
    table: str
    seats: int
    terms: str  # a digest of all by which moves are packed
    line_ups: tuple[str, ...]
    stamps: tuple[str, ...]  # as many: each line-up under its conditions is a group
    seatings: tuple[tuple[int, ...], ...]  # by seat: which of the line-up sits there
    teams: tuple[tuple[int, ...], ...]
    placements: tuple[tuple[int, ...], ...]  # an empty one: as the scores say
    kinds: Mapping[str, str] = field(default_factory=dict)  # of the bots
    likings: Mapping[str, str] = field(default_factory=dict)  # by kind: what it likes, in hexadecimal digits
    left_out: bool = False  # the moves: bots choose them again
    odd: Mapping[str, Any] = field(default_factory=dict)  # by the number of a game: its fields that are not so


class Where(NamedTuple):
    """A game whose moves are packed, and where they are in the block."""

    line_up: str
    stamp: str
    deal: int
    turn: int
    bots: tuple[str, ...]  # by seat
    start: int
    end: int


class Block:
    """Results, and the moves that belong to them."""

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.setup: Setup | None = None  # of the league, by which moves can be unpacked
        self._again: Again | None = None
        try:
            names, columns = SIZES.unpack_from(payload)
            self._moves = SIZES.size + names + columns
            text = _loosened(payload[SIZES.size : SIZES.size + names]).decode("utf-8")
            self.names = made(Names, json_of(text))
            self._columns = _loosened(payload[SIZES.size + names : self._moves])
            self._likings = {kind: bytes.fromhex(digits) for kind, digits in self.names.likings.items()}
        except (struct.error, lzma.LZMAError, ValueError, Unreadable, BadShape) as error:
            raise BadBlock(str(error)) from None

    def results(self) -> list[GameResult]:
        """All results, or BadBlock."""
        try:
            return [self._result(number, fields) for number, fields in enumerate(self.fields())]
        except (BadColumn, BadShape, IndexError, TypeError, ValueError) as error:
            raise BadBlock(str(error)) from None

    def _result(self, number: int, fields: dict[str, Any]) -> GameResult:
        odd = self.names.odd.get(str(number))
        if odd is not None:
            moves = None if "actions" in odd else fields["actions"]
            return GameResult.from_fields({**fields, "actions": (), **odd}, moves)
        result = GameResult(**fields)
        if wrong := result.nonsense():
            raise BadBlock(f"{wrong} cannot be of a game")
        return result

    def fields(self) -> Iterator[dict[str, Any]]:
        """The fields of one game after the other, as far as columns tell them."""
        names, columns = self.names, Columns(self._columns)
        counts = columns.next(len(names.line_ups))
        games = sum(counts)
        deals, turns, seatings, teams, placements, missing, sizes = (columns.next(games) for _ in range(7))
        scores, decisions, times = (
            list(zip(*[columns.next(games) for _ in range(names.seats)], strict=True)) for _ in range(3)
        )
        ends = list(accumulate(sizes, initial=self._moves))
        if min(sizes, default=0) < 0 or ends[-1] != len(self.payload):
            raise BadBlock("moves are missing")
        game = 0
        for line_up, stamp, count in zip(names.line_ups, names.stamps, counts, strict=True):
            bots = line_up.split("+")
            seated = [tuple(bots[each] for each in seating) for seating in names.seatings]
            for _ in range(count):
                placement = names.placements[placements[game]] or ranked(scores[game])
                sitting = seated[seatings[game]]
                where = Where(line_up, stamp, deals[game], turns[game], sitting, ends[game], ends[game + 1])
                yield {
                    "game": names.game,
                    "table": names.table,
                    "line_up": line_up,
                    "deal": deals[game],
                    "turn": turns[game],
                    "stamp": stamp,
                    "bots": sitting,
                    "teams": names.teams[teams[game]],
                    "placement": placement,
                    "scores": scores[game] if placement else (),
                    "actions": PackedMoves(self, where, sum(decisions[game]) - missing[game]),
                    "decisions": decisions[game],
                    "seconds": tuple([seconds_of(each, names.left_out) for each in times[game]]),
                }
                game += 1

    def unpack(self, where: Where, count: int) -> Sequence[int]:
        """The moves of a game, or BadJournal if they cannot be unpacked with what is here."""
        names = self.names
        if self.setup is None or terms(self.setup, names.table) != names.terms:
            raise BadJournal(
                f"The moves of the games at {names.table} were packed under other rules, cards or options, or with "
                "another seed, than are here now: only with those can they be unpacked."
            )
        if names.left_out:
            return self._played_again(where, count)
        number = int.from_bytes(self.payload[where.start : where.end], "little")
        chooser = Chooser([names.kinds.get(bot, "") for bot in where.bots], self._likings)
        try:
            return unpacked(deal_out(self.setup, names.table, where.deal).truth(), number, count, chooser)
        except CannotPack as error:
            raise BadJournal(
                f"The moves of a game at {names.table} cannot be unpacked: {error}. They were packed by other code "
                "than is installed here, or somebody has changed them."
            ) from None

    def _played_again(self, where: Where, count: int) -> Sequence[int]:
        from tavern_tournament.again import Again

        assert self.setup is not None
        if self._again is None:
            self._again = Again(self.setup)
        planned = Planned(self.names.table, where.line_up, where.deal, where.turn, where.bots, where.stamp)
        moves = self._again.play(planned).actions
        if len(moves) != count:
            raise BadJournal(f"{planned.id} came out differently when its bots played it again.")
        return moves


def ranked(scores: Sequence[int]) -> tuple[int, ...]:
    """The places that follow from scores: they are not written down."""
    return tuple([1 + sum(other > mine for other in scores) for mine in scores])


def time_of(seconds: float, roughly: bool) -> int:
    """A time as a block has it."""
    return round(GRAIN * log2(1 + MICRO * seconds)) if roughly else round(MICRO * seconds)


def seconds_of(time: int, roughly: bool) -> float:
    """The other way round; roughly it is within 3 %, or two microseconds."""
    return round(2.0 ** min(time / GRAIN, LONGEST) - 1 if roughly else time) / MICRO


class PackedMoves(Moves):
    """Moves that are packed in a block."""

    __slots__ = ("_block", "_count", "_where")

    def __init__(self, block: Block, where: Where, count: int) -> None:
        self._block = block
        self._where = where
        self._count = count

    @property
    def written(self) -> bool:
        return not self._block.names.left_out

    def codes(self) -> Sequence[int]:
        return self._block.unpack(self._where, self._count)

    def __len__(self) -> int:
        return self._count


def terms(setup: Setup, table: str) -> str:
    """A digest of all by which moves at a table are packed; empty if there is no such table.

    The rules and cards are those that are installed, for by them moves are packed and unpacked; the league may have
    been played by others.
    """
    spec = next((each for each in setup.tables if each.label == table), None)
    if spec is None:
        return ""
    rules = spec.rules()
    return setup.seeds.text(
        "moves", spec.game, rules.version, rules.data_hash, spec.seats, sorted(spec.options.items())
    )


def squeezed_together(data: bytes) -> bytes:
    """Names or columns in few bytes."""
    return lzma.compress(data, lzma.FORMAT_RAW, filters=SQUEEZING)


def _loosened(data: bytes) -> bytes:
    """What was squeezed together."""
    reader = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=SQUEEZING)
    found = reader.decompress(data, LARGEST)
    if not reader.eof or reader.unused_data:
        raise BadBlock("it is cut off, or too large")
    return found
