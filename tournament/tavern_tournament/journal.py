"""The journal of a run: every finished game as one line, appended by the supervisor alone and never rewritten.

A line is JSON, `{"check":"<crc>","entry":{...}}`; the first entry names the format. Opening it to write takes a lock,
cuts a torn last line off and reports it; other damaged lines are reported and left alone, and their games are played
again. The moves of a game, most of its line, stay in the file until somebody asks for them.

When a journal is compacted (`compact`), what it had goes into a file of its own beside it (`packed`), and it begins
anew in format 2, which says that the other file belongs to it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Self
from zlib import crc32

from tavern_bots.measure.ledger import lock
from tavern_engine import TavernError
from tavern_engine.reading import Unreadable, json_of, lines_of, opened
from tavern_tournament.disk import DiskTrouble
from tavern_tournament.moves import Moves
from tavern_tournament.reading import BadJournal, Reading, no_garbage
from tavern_tournament.results import GameResult, in_one_line
from tavern_tournament.shape import BadShape

FORMAT: Final = {"journal": "tavern-tourney", "format": 1}
COMPACTED: Final = {**FORMAT, "format": 2}
OPENING: Final = b'{"check":"'
MIDDLE: Final = b'","entry":'
START: Final = len(OPENING) + 8 + len(MIDDLE)  # of an entry in its line
MOVES: Final = b'"actions":['  # in an entry; in a text the quotes would have strokes before them
DIGITS: Final = b"0123456789"
PACKED: Final = "journal.packed"
DRAFT: Final = f".{PACKED}.new"
PIECE: Final = 4096  # bytes of a line that are read at a time
LARGE_PIECE: Final = 1 << 20  # likewise of all lines
NO_NUMBERS: Final = re.compile(rb",(?:,|0[0-9]|[0-9]{19})")  # nothing between two commas, or what is no number of JSON


def line_of(body: bytes) -> bytes:
    """The line for an entry's JSON."""
    return b"%b%08x%b%b}\n" % (OPENING, crc32(body), MIDDLE, body)


def _entry(body: bytes) -> dict[str, Any] | None:
    try:
        entry = json_of(body.decode())
    except (UnicodeDecodeError, Unreadable):
        return None
    return entry if isinstance(entry, dict) else None


class Lines:
    """A journal that is open to be read at any place: the same file, whatever takes its name later."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = opened(path)

    def number(self, place: int) -> int:
        """Which line begins there, from 1."""
        number, left = 1, place
        with opened(self.path) as file:
            while piece := file.read(min(left, LARGE_PIECE)):  # there may be more of it than memory
                number += piece.count(b"\n")
                left -= len(piece)
        return number

    def result_at(self, place: int) -> GameResult:
        """The result of the line that begins there; BadJournal if it is not there any more."""
        return GameResult.from_fields(_entry(self._body(place)) or {})

    def moves_at(self, place: int) -> list[int]:
        """The moves of the line that begins there; BadJournal if it is not there any more."""
        moves: list[int] = json.loads(b"[%b]" % self._body(place).partition(MOVES)[2].partition(b"]")[0])
        return moves

    def _body(self, place: int) -> bytes:
        line = piece = self._piece(place)
        while piece and b"\n" not in piece:
            piece = self._piece(place + len(line))
            line += piece
        line = line[: line.find(b"\n") + 1]
        body = line[START:-2]
        if not line or line != line_of(body):
            raise BadJournal(f"Somebody else has changed {self.path} while it was read: try again.")
        return body

    def _piece(self, place: int) -> bytes:
        if hasattr(os, "pread"):  # forks share the place up to which a file is read
            return os.pread(self._file.fileno(), PIECE, place)
        self._file.seek(place)
        return self._file.read(PIECE)


class WrittenMoves(Moves):
    """Moves that are in a journal, at the line that begins at this place."""

    __slots__ = ("_count", "_lines", "_place")

    def __init__(self, lines: Lines, place: int, count: int) -> None:
        self._lines = lines
        self._place = place
        self._count = count

    def codes(self) -> Sequence[int]:
        return self._lines.moves_at(self._place)

    def __len__(self) -> int:
        return self._count


def read(path: Path) -> Reading:
    """All that can be read of a journal; BadJournal if it is none at all."""
    with no_garbage():
        return _read(path)


def _read(path: Path) -> Reading:
    reading = Reading()
    if os.path.lexists(path.with_name(PACKED)):
        _take_packed(reading, path.with_name(PACKED))
        if not os.path.lexists(path):
            return reading
    number = 0
    try:
        reading.lines = Lines(path)
        for number, line in enumerate(lines_of(path), start=1):
            if not line.endswith(b"\n"):
                reading.torn = len(line)
                number -= 1
                break
            _take(reading, reading.lines, line, number)
            reading.whole += len(line)
    except Unreadable as error:
        raise BadJournal(f"The journal {path} cannot be read: {error}.") from None
    if len(reading.damaged) == number > 2:
        raise BadJournal(
            f"{path} is no journal of a league, or damaged from end to end. Use another --out, or --fresh."
        )
    return reading


def _take_packed(reading: Reading, path: Path) -> None:
    """Take what was compacted."""
    from tavern_tournament.packed import read_packed

    reading.packed = read_packed(path)
    for _, results in reading.packed.blocks:
        for result in results:
            reading.take(result, -1)


def _take(reading: Reading, lines: Lines, line: bytes, number: int) -> None:
    """Take what a line holds, or note that it is damaged."""
    body = line[START:-2]
    moves, rest = _without_moves(body) if line == line_of(body) else (None, b"")
    entry = _entry(rest) or {}
    if "journal" in entry:
        if entry == FORMAT or (entry == COMPACTED and reading.packed is not None):
            return
        if entry == COMPACTED:
            raise BadJournal(
                f"The journal {lines.path} was compacted, and {PACKED}, which holds its games, is not beside it. Put "
                "it back, or start over with --fresh."
            )
        if number == 1:
            raise BadJournal(f"The journal {lines.path} is of another format: {entry!s:.200}, not {FORMAT}.")
    try:
        written = None if moves is None else WrittenMoves(lines, reading.whole, moves)
        reading.take(GameResult.from_fields(entry, written), reading.whole)
    except BadShape:  # perhaps with the right checksum, but no game
        reading.damaged.append(number)


def _without_moves(body: bytes) -> tuple[int | None, bytes]:
    """How many moves an entry has, and its JSON without them; None if nobody knows, and all of it."""
    before, found, after = body.partition(MOVES)
    moves, _, _ = after.partition(b"]")
    commas = moves.translate(None, DIGITS)
    if not found or commas.strip(b",") or NO_NUMBERS.search(b",%b," % moves):
        return None, body
    return len(commas) + 1, before + found + after[len(moves) :]


class Journal:
    """A journal that is open for writing, and locked against a second writer."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open()
        try:
            lock(self._file)
            while not self._has_its_name():  # it was compacted before we had the lock
                self.close()
                self._open()
                lock(self._file)
            path.with_name(DRAFT).unlink(missing_ok=True)  # of somebody who was killed while compacting it
            self.reading = read(path)
            self._cut()
        except OSError as error:
            self.close()
            if isinstance(error, BlockingIOError):
                raise BadJournal(
                    f"Another run is writing to {path.parent}. Wait for it, or use another --out."
                ) from None
            raise DiskTrouble(f"The journal {path} cannot be repaired: {error.strerror}.") from None
        except TavernError:
            self.close()
            raise

    def _open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0), 0o644)
        except OSError as error:
            raise DiskTrouble(f"The journal {self.path} cannot be opened: {error.strerror}.") from None

    def _has_its_name(self) -> bool:
        """Whether the file that is open is still the one of this name."""
        try:
            return os.path.samestat(os.fstat(self._file), os.stat(self.path))
        except FileNotFoundError:
            return False

    def _cut(self) -> None:
        """Begin an empty journal, or cut off a line that was never finished."""
        if self.reading.torn:
            os.ftruncate(self._file, self.reading.whole)
        if self.reading.whole == 0:
            self.append([in_one_line(COMPACTED if self.reading.packed else FORMAT).encode()])

    def append(self, bodies: Iterable[bytes]) -> None:
        """Write entries down, all or, on a full disk, none of the last one; DiskTrouble says so."""
        data = b"".join(map(line_of, bodies))
        end = os.fstat(self._file).st_size
        try:
            written = 0
            while written < len(data):
                written += os.write(self._file, data[written:])
        except OSError as error:
            os.ftruncate(self._file, end)
            raise DiskTrouble(
                f"The journal {self.path} cannot be written: {error.strerror}. "
                "What was finished before is safe; make room and run the same command again."
            ) from None

    def sync(self) -> None:
        """Make sure that what was written survives a power cut."""
        try:
            os.fsync(self._file)
        except OSError as error:
            raise DiskTrouble(f"The journal {self.path} cannot be saved: {error.strerror}.") from None

    def close(self) -> None:
        """Let others write to it."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
