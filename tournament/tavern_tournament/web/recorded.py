"""The games of a run, to be watched: the list of them, and each as a review."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final
from urllib.parse import quote

from tavern_tournament.report.gallery import FOLDER
from tavern_tournament.report.markup import Markup, tag
from tavern_tournament.results import GameResult
from tavern_tournament.run import Run
from tavern_tournament.web.catalogue import Say
from tavern_tournament.web.pages import Frame, bar, page
from tavern_tournament.web.review import Review

REPORT: Final = "report.html"
CHUNK: Final = re.compile(rb'tavernChunk\("[\w+/=]*"\)\n')


class Recorded:
    """A run that was opened to be watched."""

    def __init__(self, run: Run, game_id: str) -> None:
        """Begin with one of its games, or NoSuchGame."""
        self.run = run
        self.first = Review.of_run(run, game_id)

    def review(self, game_id: str) -> Review:
        """One of its games, or NoSuchGame; the first one if none is named."""
        return Review.of_run(self.run, game_id) if game_id else self.first

    @cached_property
    def _results(self) -> list[GameResult]:
        return self.run.counted(self.run.read())

    def report(self) -> str | None:
        """The run's report, which is told where games are drawn; None if there is none yet."""
        try:
            text = (self.run.folder / REPORT).read_text(encoding="utf-8")
        except (OSError, UnicodeError):
            return None
        return text.replace("<html", '<html data-watch="watch"', 1)

    def chunk(self, name: str) -> bytes | None:
        """A file of games that the report loads; None if there is none, or if it is anything else."""
        try:
            script = (self.run.folder / FOLDER / name).read_bytes()
        except (OSError, ValueError):
            return None
        return script if CHUNK.fullmatch(script) else None

    def page(self, frame: Frame) -> str:
        """All games of the run, each with a link."""
        say = frame.say
        rows = [tag("li", link(result.id), f" {told(result, say)}") for result in self._results]
        heading = say("review.games_of_run")
        body = tag("main", tag("h1", heading), tag("ul", *rows, class_="kept"), class_="paper")
        report = tag("a", say("review.report"), href="report") if (self.run.folder / REPORT).is_file() else Markup()
        return page(frame, heading, bar(frame, self.run.folder.name, report), body)


def link(game: str) -> Markup:
    """The link to a game by its name."""
    return tag("a", game, href=f"watch?game={quote(game, safe='')}&at=0&seat=all")


def told(result: GameResult, say: Say) -> str:
    """Who came where, and how many faults there were."""
    places = ", ".join(f"{place}. {bot}" for place, bot in sorted(zip(result.placement, result.bots, strict=False)))
    faults = f" ({say('review.faults_in_all', number=len(result.faults))})" if result.faults else ""
    return f"{places or result.void}{faults}"
