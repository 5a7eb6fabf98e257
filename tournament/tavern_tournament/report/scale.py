"""What the numbers of a table mean: seen from the average of the bots, or from anchors, whose ratings are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tavern_tournament.ratings.rate import Rating
from tavern_tournament.report.sentences import few
from tavern_tournament.report.summary import Summary

AVERAGE: Final = "25 is the average of the bots."
INTERVAL: Final = "The interval holds the true rating 19 times in 20."
ANCHOR: Final = "anchor"  # stands in the place of an interval


def explained(tables: Sequence[Sequence[Rating]]) -> str:
    """What the ratings of these tables are seen from, and what their intervals say."""
    anchored = [any(rating.anchor for rating in ratings) for ratings in tables]
    if all(anchored):
        return INTERVAL
    return f"{AVERAGE if not any(anchored) else f'Without anchors, {AVERAGE}'} {INTERVAL}"


def anchors_text(summary: Summary, ratings: Sequence[Rating], game: str | None) -> str:
    """Which anchors hold a table, and which of them have no game to do so; empty if it has none."""
    held = [f"{rating.bot} at {rating.mu:.1f}" for rating in ratings if rating.anchor]
    there = {rating.bot for rating in ratings}
    idle = [bot for bot in summary.info.anchors.get(game, {}) if bot not in there] if game else []
    said = [f"Held by anchors, whose ratings are given: {few(held)}."] if held else []
    if idle:
        said.append(f"No game of an anchor counts, so it holds nothing: {few(idle)}.")
    return " ".join(said)
