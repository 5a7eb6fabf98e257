"""Who beat whom with less luck: the shares of pairs beside those from which it was taken off what came by lot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tavern_tournament.report.counts import LessLuck
from tavern_tournament.report.markup import Markup, name, table, tag
from tavern_tournament.report.sentences import share_text

MOST_PAIRS: Final = 30  # in a table of the page; luck.csv has all
COLUMNS: Final = {
    "Bot": "name",
    "Against": "name",
    "Placed better in": "number",
    "With less luck": "number",
    "Variance saved": "number",
}
LITTLE: Final = 0.01  # of the variance


def part_saved(pairs: Sequence[LessLuck]) -> float:
    """Which part of the variance is saved, of all pairs together, blocks counting alike."""
    before, after = (sum(pair.blocks * pair.variances[which] for pair in pairs) for which in range(2))
    return 1 - after / before if before else 0.0


def less_luck_text(pairs: Sequence[LessLuck], title: str, judged: str) -> str:
    """What taking off what came by lot was good for, in a sentence; or why there is nothing to say."""
    if not pairs:
        reason = judged if judged.endswith(".") else f"{judged[:1].upper()}{judged[1:]} sees no luck in it."
        return f"What came by lot in {title} cannot be taken off the results. {reason}"
    saved = part_saved(pairs)
    what = f"Taking off what came by lot while {title} was played"
    if saved < LITTLE:
        return f"{what} made the figures no surer."
    return f"{what} saved {100 * saved:.0f} % of the variance, as {1 / (1 - saved):.2f} times as many games would have."


def draw_less_luck(pairs: Sequence[LessLuck], title: str, judged: str) -> list[Markup]:
    """The pairs in a table, with what it means."""
    if not pairs:
        return []
    rows = [
        (name(pair.bot), name(pair.other), share_text(pair.plain), share_text(pair.less), f"{100 * pair.saved:.0f} %")
        for pair in pairs[:MOST_PAIRS]
    ]
    more = f" The other {len(pairs) - MOST_PAIRS:,} pairs are in luck.csv." if len(pairs) > MOST_PAIRS else ""
    note = (
        f"{less_luck_text(pairs, title, judged)} After every decision luck was drawn anew, and {judged}, which was "
        "there before these games, said how much better the cards and dice were that really came. That is nothing on "
        "average, whoever plays: both columns estimate the same, and the second one varies less. How much of it is "
        f"taken off was fitted to other deals than those that it is taken off.{more}"
    )
    return [table(COLUMNS, rows), tag("p", note, class_="note")]


def of_game(pairs: Iterable[LessLuck], game: str) -> list[LessLuck]:
    """Those of one game."""
    return [pair for pair in pairs if pair.game == game]
