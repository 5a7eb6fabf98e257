"""Compacts the journal of a run: what it has goes into `journal.packed`, and the journal begins anew.

Nothing is lost whatever happens: the journal is emptied only when all of it is in the other file, and on the disk.
Whoever is killed in between leaves results in both files, which count once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from tavern_bots.measure.side_by_side import in_pieces, side_by_side
from tavern_tournament.again import can_be_left_out
from tavern_tournament.disk import DiskTrouble, sync_folder, write_whole
from tavern_tournament.journal import COMPACTED, PACKED, Journal, Lines, line_of
from tavern_tournament.packed import write_packed
from tavern_tournament.packer import Packer
from tavern_tournament.reading import Entry
from tavern_tournament.results import in_one_line
from tavern_tournament.run import Run
from tavern_tournament.specs import Setup

BLOCK: Final = 20_000  # games, which tell together what bots like, and are damaged together
HEAD: Final = line_of(in_one_line(COMPACTED).encode()).decode()  # of a journal that begins anew
NOW_AND_THEN: Final = 10.0  # seconds between two words on how far it has come
LETTERS: Final = 1000  # of reasons, which take as much room as a game


class Work(NamedTuple):
    """Games that make a block, by the places of their lines: plain data, for another process."""

    setup: dict[str, Any]
    journal: str
    left_out: bool  # moves that bots choose again
    places: Sequence[int]


@dataclass(frozen=True)
class Compacted:
    """What came of it."""

    games: int  # that are compacted now
    new: int  # of them
    before: int  # bytes of all files of the journal
    after: int


def compact(run: Run, workers: int, say: Callable[[str], None], lean: bool = False) -> Compacted:
    """Compact the journal of a run; BadJournal if somebody else has it open. Lean, without moves that can be repeated.

    What was compacted before stays as it is.
    """
    target = run.journal.with_name(PACKED)
    with Journal(run.journal) as journal:
        reading = run.weed(journal.reading)
        for trouble in reading.troubles():
            say(f"{trouble} What is damaged is left out.")
        before = _bytes(run)
        old = [(len(results), block.payload) for block, results in (reading.packed.blocks if reading.packed else ())]
        work = _blocks(run, [entry for entry in reading.entries() if entry.place >= 0], lean)
        if work:
            made = side_by_side(packed_block, work, workers)
            sizes = (len(one.places) for one in work)
            write_packed(target, chain(old, zip(sizes, _told(made, work, say), strict=True)))
        if work or journal.reading.whole > len(HEAD):  # somebody may have been killed in between
            _begin_anew(run)
    new = sum(len(one.places) for one in work)
    return Compacted(new + sum(size for size, _ in old), new, before, _bytes(run))


def _blocks(run: Run, entries: Sequence[Entry], lean: bool) -> list[Work]:
    """The work to be done: games of the same kind of table together, not too many."""
    counted = {(fixture.key, fixture.stamp) for fixture in (*run.fixtures, *run.former)}
    tables: dict[tuple[str, str, int, bool], list[Entry]] = {}
    for entry in entries:
        one = entry.result
        left_out = lean and (one.key, one.stamp) in counted and can_be_left_out(one, run.setup)
        tables.setdefault((one.game, one.table, len(one.bots), left_out), []).append(entry)
    work = []
    for (*_, left_out), found in sorted(tables.items()):
        found.sort(key=lambda entry: (entry.result.line_up, entry.result.stamp, entry.result.number))
        for piece in in_pieces(found, _room, BLOCK):
            work.append(Work(run.setup.to_fields(), str(run.journal), left_out, [entry.place for entry in piece]))
    return work


def _room(entry: Entry) -> int:
    """How much of a block a result takes."""
    return 1 + sum(map(len, entry.result.reasons)) // LETTERS


def packed_block(work: Work) -> bytes:
    """A block of these games."""
    lines = Lines(Path(work.journal))
    return Packer(Setup.from_fields(work.setup), map(lines.result_at, work.places), work.left_out).payload()


def _told(made: Iterator[bytes], work: Sequence[Work], say: Callable[[str], None]) -> Iterator[bytes]:
    """The blocks, with a word on how far it has come."""
    all_games, done, told = sum(len(one.places) for one in work), 0, time.monotonic()
    for one, payload in zip(work, made, strict=True):
        done += len(one.places)
        if time.monotonic() - told > NOW_AND_THEN:
            say(f"{done:,} of {all_games:,} games are packed.")
            told = time.monotonic()
        yield payload


def _begin_anew(run: Run) -> None:
    """Put an empty journal in the place of one whose results are all packed."""
    write_whole(run.folder, {run.journal.name: HEAD})
    try:
        sync_folder(run.folder)
    except OSError as error:
        raise DiskTrouble(f"The folder {run.folder} cannot be saved: {error.strerror}.") from None


def _bytes(run: Run) -> int:
    files = (run.journal, run.journal.with_name(PACKED))
    return sum(file.stat().st_size for file in files if file.exists())
