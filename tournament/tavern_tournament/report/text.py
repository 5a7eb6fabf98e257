"""What a league says when it ends: its table as lines of text, with the answers that the report begins with."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Final

from tavern_tournament.ratings.rate import Rating
from tavern_tournament.report.answers import Answers, circle_text, first_answers
from tavern_tournament.report.markup import shown
from tavern_tournament.report.scale import ANCHOR, anchors_text, explained
from tavern_tournament.report.sentences import (
    challenged,
    more_deals,
    not_separated,
    played,
    points_text,
    seconds_text,
    wins_text,
)
from tavern_tournament.report.summary import Summary, ranks

WIDTH: Final = 100  # columns of a line
BETWEEN: Final = "  "  # two columns of a table
TO_THE_LEFT: Final = ("bot", "team", "95 % interval")
BOT: Final = 1  # the column of names


def table_text(summary: Summary) -> str:
    """The standings of every game, and over all of them if there are several, in at most 100 columns."""
    if not summary.standings.games:
        return f"{shown(summary.info.league)}: {played(summary)}, so there is no table.\n"
    parts = []
    for game, ratings in summary.standings.games.items():
        parts.append(_table(summary, ratings, summary.title(game), game))
        if game in summary.teams:
            parts.append(_team_table(summary.teams[game], f"{summary.title(game)}: teams"))
    if len(summary.standings.games) > 1 and summary.standings.overall:
        parts.append(_table(summary, summary.standings.overall, "All games together", None))
    tables = list(summary.standings.games.values())
    return "\n".join([*parts, *filter(None, [fill(summary.info.stopped, WIDTH)]), explained(tables), ""])


def _table(summary: Summary, ratings: Sequence[Rating], title: str, game: str | None) -> str:
    return "\n".join([shown(title), *_lines(list(_rows(summary, ratings, game))), *_said(summary, ratings, game), ""])


def _team_table(teams: Sequence[Rating], title: str) -> str:
    """Teams of different bots, each rated as one player."""
    rows = [("rank", "team", "rating", "95 % interval", "games", "wins", "mean place")]
    for rank, team in zip(ranks(teams), teams, strict=True):
        rating = f"{team.mu:.1f}", f"{team.low:.1f} to {team.high:.1f}"
        rows.append(
            (rank, _one_line(team.bot), *rating, f"{team.games:,}", wins_text(team.wins), f"{team.mean_place:.2f}")
        )
    return "\n".join([shown(title), *_lines(rows), ""])


def _one_line(name: str) -> str:
    return shown(name).replace("\n", " ")


def _lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows as lines, columns below their headlines; names make room for the others."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[BOT] = min(widths[BOT], WIDTH - len(BETWEEN) * (len(widths) - 1) - sum(widths) + widths[BOT])
    return [BETWEEN.join(map(_fitted, rows[0], row, widths)).rstrip() for row in rows]


def _rows(summary: Summary, ratings: Sequence[Rating], game: str | None) -> Iterator[Sequence[str]]:
    """The headlines of the columns, and a row for every bot."""
    points = summary.points.get(game or "")
    counted = [points.name] if points else []
    yield ("rank", "bot", "rating", "95 % interval", "games", "wins", "mean place", *counted, "a move", "faults")
    for rank, rating in zip(ranks(ratings), ratings, strict=True):
        seconds = summary.seconds_a_move(rating.bot, game)
        yield (
            rank,
            _one_line(rating.bot),
            f"{rating.mu:.1f}",
            ANCHOR if rating.anchor else f"{rating.low:.1f} to {rating.high:.1f}",
            f"{rating.games:,}",
            wins_text(rating.wins),
            f"{rating.mean_place:.2f}",
            *([points_text(points, rating.bot)] if points else []),
            "-" if seconds is None else seconds_text(seconds),
            f"{summary.faults_of(rating.bot, game):,}",
        )


def _fitted(head: str, text: str, width: int) -> str:
    """The text in its column; the middle of a long name is left out, for names often differ at the end."""
    if len(text) > width:
        tail = (width - 1) // 2
        text = f"{text[: width - 1 - tail]}…{text[-tail:]}"
    return text.ljust(width) if head in TO_THE_LEFT else text.rjust(width)


def _said(summary: Summary, ratings: Sequence[Rating], game: str | None) -> Iterator[str]:
    """What is said below a table: of a gauntlet about its challengers, and else who is separated from whom."""
    about = [challenged(summary, game, bot) for bot in summary.info.challengers] if game else []
    about = [*filter(None, about)] or [not_separated(ratings), more_deals(summary, ratings, game)]
    about.insert(0, anchors_text(summary, ratings, game))
    about += [f"In a circle: {circle_text(one.bots, one.shares)}" for one in summary.circles if one.game == game]
    yield _filled(" ".join(filter(None, about)))
    answers = next((one for one in first_answers(summary) if one.game == game), None) if summary.again else None
    if answers is not None and answers.loser:
        yield _filled(f"{answers.question} {answers.why}")
        yield from _shown_one(summary, answers)


def _filled(text: str) -> str:
    return fill(shown(text), WIDTH, break_on_hyphens=False)


def _shown_one(summary: Summary, answers: Answers) -> Iterator[str]:
    if answers.example:
        yield f"Show me one: {shown(shlex.join(['tavern-tourney', 'replay', summary.info.folder, answers.example]))}"
