"""The file `journal.packed`: what a compacted journal had, in blocks, each with a checksum.

It is written once, beside the old one, and takes its place whole. A block that was damaged later costs its own games,
and the next one is found by its mark; the end says how many games there must be.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from zlib import crc32

from tavern_engine.reading import Unreadable, read_bytes
from tavern_tournament.blocks import BadBlock, Block
from tavern_tournament.disk import DiskTrouble, sync_folder
from tavern_tournament.journal import DRAFT, PACKED
from tavern_tournament.reading import BadJournal
from tavern_tournament.results import GameResult

FORMAT: Final = b"tavern-tourney: a compacted journal, format 1\n"
MARK: Final = b"blck"
END: Final = b"end."
HEAD: Final = struct.Struct("<4sIIII")  # a mark, games, bytes, their checksum, and one of all that stands before it


@dataclass
class Packed:
    """What the file held."""

    blocks: list[tuple[Block, list[GameResult]]] = field(default_factory=list)
    games: int | None = None  # that there should be; None if the end is missing
    damaged: int = 0  # places at which there should be a block, and is none

    @property
    def found(self) -> int:
        """How many games could be read."""
        return sum(len(results) for _, results in self.blocks)

    def troubles(self) -> list[str]:
        """What was wrong, in sentences."""
        if self.games == self.found and not self.damaged:
            return []
        if self.games is None:
            lost = "its end is missing, and with it perhaps some games"
        else:
            lost = f"{self.games - self.found:,} of its {self.games:,} games cannot be read and do not count"
        return [f"The compacted journal ({PACKED}) is damaged: {lost}."]


def read_packed(path: Path) -> Packed:
    """All that can be read of the file; BadJournal if it is no such file."""
    try:
        data = read_bytes(path, largest=-1)
    except Unreadable as error:
        raise BadJournal(f"The compacted journal {path} cannot be read: {error}.") from None
    if not data.startswith(FORMAT):
        raise BadJournal(f"{path} is no compacted journal, or of another format: put back what was there.")
    packed = Packed()
    at = len(FORMAT)
    while at < len(data):
        head = _head(data, at)
        if head is None:
            packed.damaged += 1
            at = _next_mark(data, at + 1)
            continue
        mark, games, size, check = head
        at += HEAD.size
        if mark == END:
            packed.games = games
            packed.damaged += at < len(data)
            break
        payload = data[at : at + size]
        with suppress(BadBlock):
            if crc32(payload) == check:
                block = Block(payload)
                packed.blocks.append((block, block.results()))
                at += size
                continue
        packed.damaged += 1
        at = _next_mark(data, at)
    return packed


def _head(data: bytes, at: int) -> tuple[bytes, int, int, int] | None:
    """What stands before a block: its mark, games, bytes and checksum; None if there is nothing like that."""
    head = data[at : at + HEAD.size]
    if len(head) < HEAD.size or not head.startswith((MARK, END)):
        return None
    mark, games, size, check, own = HEAD.unpack(head)
    return (mark, games, size, check) if own == crc32(head[:-4]) else None


def _next_mark(data: bytes, at: int) -> int:
    """Where the next block may begin."""
    found = [place for place in (data.find(MARK, at), data.find(END, at)) if place >= 0]
    return min(found, default=len(data))


def write_packed(path: Path, blocks: Iterable[tuple[int, bytes]]) -> None:
    """Write the file of these blocks, which have so many games each; whatever happens, there is the old or the new."""
    draft = path.with_name(DRAFT)
    try:
        with draft.open("wb") as file:
            file.write(FORMAT)
            total = 0
            for games, payload in blocks:
                total += games
                file.write(_headed(MARK, games, payload) + payload)
            file.write(_headed(END, total, b""))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise DiskTrouble(
            f"The compacted journal cannot be written to {path}: {error.strerror or error}. Nothing is lost: the "
            "journal is as it was."
        ) from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _headed(mark: bytes, games: int, payload: bytes) -> bytes:
    head = HEAD.pack(mark, games, len(payload), crc32(payload), 0)[:-4]
    return head + struct.pack("<I", crc32(head))
