"""The games of a run inside its report: a list to look through, and games that can be opened, decision by decision.

What a game shows is made of texts, the picture of the table line by line, and most lines come again and again. So the
games of a chunk share a list of texts, frames are numbers in it, and the whole is deflated. A small league has its
chunks in the page; of a large one they are files beside it, which the page loads as scripts, as a page that was opened
from a disk may load nothing else.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from tavern_bots.measure.side_by_side import CORES, in_pieces, side_by_side
from tavern_tournament.ratings.finish import ranks_of_seats
from tavern_tournament.replay import Again
from tavern_tournament.report.answers import first_answers
from tavern_tournament.report.counts import natural
from tavern_tournament.report.markup import shown
from tavern_tournament.report.summary import FAULTS_SHOWN, Summary
from tavern_tournament.results import GameResult
from tavern_tournament.specs import Setup

FOLDER: Final = "report-games"  # for chunks that are files
REPLAYS: Final = 1000  # games that can be opened, if nobody says how many
LISTED: Final = 20_000  # games; a page with more is slow to look through
CHUNK: Final = 6_000  # decisions, about a second of work
SEVERAL: Final = 8  # chunks from which on more than one process makes them
INSIDE: Final = 4_000_000  # letters of chunks that a page holds


@dataclass(frozen=True)
class Gallery:
    """What the list is made of, and the chunks."""

    data: dict[str, Any]  # plain data: see `_row`
    chunks: tuple[str, ...]

    @property
    def files(self) -> dict[str, str]:
        """The chunks as scripts, by the names of their files; none if they are in the page."""
        if sum(map(len, self.chunks)) <= INSIDE:
            return {}
        return {f"{blake2b(chunk.encode(), digest_size=8).hexdigest()}.js": script(chunk) for chunk in self.chunks}


def script(chunk: str) -> str:
    """A chunk as a script; it is made of letters, digits and three signs, so nothing in it is code."""
    return f'tavernChunk("{chunk}")\n'


def make_gallery(summary: Summary, most: int) -> Gallery:
    """The games to list and, if they may be shown, so many of them to open, from all line-ups alike."""
    results = sorted(summary.results, key=lambda result: result.deal)  # of a deal they stay in the order of names
    first = _first_to_open(summary)
    before = [result for result in results if result.id in first]
    listed = {result.id: result for result in (*before, *results[:LISTED])}
    opened = sorted(listed.values(), key=lambda result: first.get(result.id, len(first)))[:most]
    works: list[list[GameResult]] = []
    chunks: tuple[str, ...] = ()
    if (again := summary.again) is not None and summary.is_open:
        opened.sort(key=lambda result: natural(result.id))
        works = list(in_pieces(opened, lambda result: len(result.actions), CHUNK))
        chunks = tuple(
            side_by_side(pack, [(again.setup, work) for work in works], CORES if len(works) >= SEVERAL else 1)
        )
    places = {result.id: place for place, work in enumerate(works) for result in work}
    return Gallery(_data(summary, sorted(listed.values(), key=lambda one: natural(one.id)), places), chunks)


def _first_to_open(summary: Summary) -> dict[str, int]:
    """The games that are to be opened before others, in order: examples, then those with the faults that are listed."""
    answers = [answer.example for answer in first_answers(summary) if answer.example]
    faults = [fault.id for fault in summary.faults[:FAULTS_SHOWN]]
    ids = dict.fromkeys([*answers, *faults, *summary.examples.values()])
    return {game_id: place for place, game_id in enumerate(ids)}


def pack(work: tuple[Setup, Sequence[GameResult]]) -> str:
    """A chunk of games, ready to be put into a page or a script; it may be made in another process."""
    setup, results = work
    again = Again(setup)
    texts = _Texts()
    games = {result.id: _frames(again, result, texts) for result in results}
    whole = json.dumps({"texts": texts.all, "games": games}, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(whole.encode("utf-8", "backslashreplace"))).decode()


class _Texts:
    """Every text once, with a number."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._numbers: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self.all)
            self.all.append(shown(text))
        return self._numbers[text]


def _frames(again: Again, result: GameResult, number: _Texts) -> list[Any] | int:
    """The frames of a game: seat, text, reason, what happened, picture, faults; or why it cannot be shown."""
    try:
        found = again.frames(result)
    except Exception as error:  # somebody changed the journal, or a game of others cannot be drawn
        return number(f"This game cannot be replayed: {error}")
    return [
        [
            frame.seat,
            number(frame.text),
            number(frame.reason),
            [number(text) for text in frame.happened],
            [number(line) for line in frame.picture.split("\n")],
            [number(fault) for fault in frame.faults],
        ]
        for frame in found
    ]


def _data(summary: Summary, results: Sequence[GameResult], places: dict[str, int]) -> dict[str, Any]:
    """The list as plain data: names once, and a row for each game."""
    bots = sorted({bot for result in results for bot in result.bots}, key=natural)
    keys = list(dict.fromkeys(result.key for result in results))
    tables = list(dict.fromkeys(result.table for result in results))
    names = {result.table: summary.points[result.game].name for result in results if result.game in summary.points}
    number = {kind: {name: place for place, name in enumerate(kind_)} for kind, kind_ in (("bot", bots), ("key", keys))}
    games = {result.key: tables.index(result.table) for result in results}
    return {
        "run": summary.info.folder,
        "played": len(summary.results),
        "bots": bots,
        "tables": [[table, names.get(table, "")] for table in tables],
        "keys": [[key, games[key]] for key in keys],
        "rows": [_row(summary, result, number, places.get(result.id, -1)) for result in results],
    }


def _row(summary: Summary, result: GameResult, number: dict[str, dict[str, int]], place: int) -> list[Any]:
    """Line-up, deal, turn, then by seat: bots, places, points; decisions, faults, why it is void, and its chunk."""
    points = summary.again.points(result) if summary.again else []
    return [
        number["key"][result.key],
        result.deal,
        result.turn,
        [number["bot"][bot] for bot in result.bots],
        [] if result.void else ranks_of_seats(result),
        points,
        len(result.actions),
        len(result.faults),
        result.void,
        place,
    ]
