"""The journal of a run: every finished game as one line, appended by the supervisor alone and never rewritten.

A line is JSON, `{"check":"<crc>","entry":{...}}`; the first entry names the format. Opening it to write takes a lock,
cuts a torn last line off and reports it; other damaged lines are reported and left alone, and their games are played
again.
"""

from __future__ import annotations

import json
import os
from bisect import insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self
from zlib import crc32

from tavern_bots.measure.ledger import lock
from tavern_engine import TavernError
from tavern_engine.reading import Unreadable, json_of, read_bytes
from tavern_tournament.disk import DiskTrouble
from tavern_tournament.results import GameResult
from tavern_tournament.shape import BadShape

FORMAT: Final = {"journal": "tavern-tourney", "format": 1}
OPENING: Final = b'{"check":"'
MIDDLE: Final = b'","entry":'


class BadJournal(TavernError):
    """A journal that is none, or that somebody else is writing to."""


def line_of(body: bytes) -> bytes:
    """The line for an entry's JSON."""
    return b"%b%08x%b%b}\n" % (OPENING, crc32(body), MIDDLE, body)


def entry_of(line: bytes) -> dict[str, Any] | None:
    """The entry of a line with its newline, or None if the line is damaged."""
    start = len(OPENING) + 8 + len(MIDDLE)
    body = line[start:-2]
    if line != line_of(body):
        return None
    try:
        entry = json_of(body.decode())
    except (UnicodeDecodeError, Unreadable):
        return None
    return entry if isinstance(entry, dict) else None


@dataclass
class Reading:
    """What a journal held: results by game id, for each stamp the first that was not lost, and what was wrong."""

    results: dict[str, dict[str, GameResult]] = field(default_factory=dict)  # by id, then by stamp
    lines: dict[tuple[str, str], int] = field(default_factory=dict)  # of the results, by id and stamp
    spare: dict[tuple[str, str], list[tuple[GameResult, int]]] = field(default_factory=dict)  # others of the same games
    damaged: list[int] = field(default_factory=list)  # lines, from 1
    torn: int = 0  # bytes of a last line that was not finished
    whole: int = 0  # bytes up to there

    def take(self, result: GameResult, line: int) -> None:
        key = result.id, result.stamp
        if self.is_played(*key):
            self.spare.setdefault(key, []).append((result, line))
            return
        self.results.setdefault(result.id, {})[result.stamp] = result
        self.lines[key] = line

    def reject(self, result: GameResult) -> None:
        """Count the line of a result as damaged, as it is none of the game that it names; the next takes its place."""
        key = result.id, result.stamp
        del self.results[result.id][result.stamp]
        if not self.results[result.id]:
            del self.results[result.id]
        insort(self.damaged, self.lines.pop(key))
        for spare, line in self.spare.pop(key, ()):
            self.take(spare, line)

    def is_played(self, game_id: str, stamp: str) -> bool:
        """Whether a game has its result under these conditions, and need not be played again."""
        known = self.of(game_id, stamp)
        return known is not None and not known.lost

    def __iter__(self) -> Iterator[GameResult]:
        """All results, of every stamp."""
        return (result for stamps in self.results.values() for result in stamps.values())

    def stamps(self) -> dict[str, set[str]]:
        """Under which conditions line-ups have played, each named with its table: `dragon-vault-2/flat+mcts`."""
        found: dict[str, set[str]] = {}
        for result in self:
            found.setdefault(result.key, set()).add(result.stamp)
        return found

    def of(self, game_id: str, stamp: str) -> GameResult | None:
        """The result of a game under these conditions, if there is one."""
        return self.results.get(game_id, {}).get(stamp)

    def troubles(self) -> list[str]:
        """What was wrong, in sentences."""
        found = []
        if self.torn:
            found.append(f"The last line of the journal was cut off in the middle ({self.torn} bytes).")
        if self.damaged:
            lines = ", ".join(map(str, self.damaged[:5])) + (" ..." if len(self.damaged) > 5 else "")
            found.append(f"{len(self.damaged)} lines of the journal are damaged (line {lines}); they do not count.")
        return found


def read(path: Path) -> Reading:
    """All that can be read of a journal; BadJournal if it is none at all."""
    try:
        data = read_bytes(path, largest=-1)
    except Unreadable as error:
        raise BadJournal(f"The journal {path} cannot be read: {error}.") from None
    reading = Reading()
    *lines, rest = data.split(b"\n")
    reading.torn = len(rest)
    reading.whole = len(data) - len(rest)
    for number, line in enumerate(lines, start=1):
        entry = entry_of(line + b"\n")
        if entry == FORMAT:
            continue
        if number == 1 and entry is not None and "journal" in entry:
            raise BadJournal(f"The journal {path} is of another format: {entry!s:.200}, not {FORMAT}.")
        try:
            reading.take(GameResult.from_fields(entry or {}), number)
        except BadShape:  # perhaps with the right checksum, but no game
            reading.damaged.append(number)
    if len(reading.damaged) == len(lines) > 2:
        raise BadJournal(
            f"{path} is no journal of a league, or damaged from end to end. Use another --out, or --fresh."
        )
    return reading


class Journal:
    """A journal that is open for writing, and locked against a second writer."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0), 0o644)
        except OSError as error:
            raise DiskTrouble(f"The journal {path} cannot be opened: {error.strerror}.") from None
        try:
            lock(self._file)
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

    def _cut(self) -> None:
        """Begin an empty journal, or cut off a line that was never finished."""
        if self.reading.torn:
            os.ftruncate(self._file, self.reading.whole)
        if self.reading.whole == 0:
            self.append([json.dumps(FORMAT, separators=(",", ":")).encode()])

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
