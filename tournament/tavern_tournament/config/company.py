"""Whether every bot of a league file has a table to sit at, and every table enough bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavern_tournament.config.bots import name_of
from tavern_tournament.config.file import TableRow
from tavern_tournament.config.rows import Row
from tavern_tournament.schedule import Entries, how_many
from tavern_tournament.specs import TableSpec

if TYPE_CHECKING:
    from tavern_tournament.config.load import Draft


def check_company(draft: Draft) -> None:
    """Note who has no table, and which tables cannot be filled, even if all that is wrong otherwise were right."""
    if draft.is_clean("tables"):
        played = {kind.game for _, kinds in draft.tables for kind in kinds}
        for row, bot in draft.bots:
            if bot is not None and draft.is_clean(*row.where) and not played.intersection(bot.games):
                plays = f"it plays {', '.join(bot.games)}" if bot.games else "it plays no game that there is"
                draft.source.note(row.where, f"the bot {bot.name!r} has no table to sit at: {plays}.")
    if not draft.listed("bots") or not draft.is_sure("schedule", "self_play"):
        return
    for table, kinds in draft.tables:
        for number, kind in enumerate(kinds or _as_far_as_known(draft, table)):
            where = (*table.where, "seats", number)
            if draft.is_clean(*where) and (told := why_empty(draft, kind)):
                draft.source.note(where, told)


def _as_far_as_known(draft: Draft, table: Row[TableRow]) -> list[TableSpec]:
    """The kinds of table of a row that has mistakes, if these do not keep it from being known how many sit there."""
    if draft.schedule.whole_teams or not draft.is_clean(*table.where, "game"):
        return []
    return [TableSpec("", table.given.game, seats, {}) for seats in table.given.seats]


def entries_at(draft: Draft, kind: TableSpec) -> Entries:
    """Who would sit down at a kind of table; of whom too little is known counts as one who does."""
    here = [
        name_of(row.given) or str(row.where)
        for row, bot in draft.bots
        if bot is None or not draft.is_clean(*row.where) or kind.game in bot.games
    ]
    unread = [f"bots[{number}]" for number in range(len(draft.bots), draft.listed("bots"))]
    schedule = draft.schedule
    return Entries(
        founders=[*here, *unread],
        joined=(),
        seats=kind.line_up,
        most=schedule.line_ups,
        self_play=schedule.self_play,
        challengers=schedule.challenger if draft.is_clean("schedule", "challenger") else (),
    )


def why_empty(draft: Draft, kind: TableSpec) -> str:
    """Why nobody would play at a kind of table; empty if somebody does."""
    entries = entries_at(draft, kind)
    if how_many(entries):
        return ""
    challengers = set(entries.challengers)
    others = [bot for bot in entries.founders if bot not in challengers]
    if challengers and len(others) == len(entries.founders):
        who = " or ".join(entries.challengers)
        return f"nobody would play there: {kind.game} is not played by {who}. Leave the table out."
    needed = f"{kind.line_up} teams" if kind.sides else f"{kind.seats} seats"
    whom = "the others" if challengers else "the bots"
    alone = " besides a challenger" if challengers else ""
    more = "add bots." if draft.schedule.kind == "swiss" else "add bots, or write self_play = true under [schedule]."
    return f"{needed}, but only {len(others)} of {whom} play {kind.game}{alone}: {more}"
