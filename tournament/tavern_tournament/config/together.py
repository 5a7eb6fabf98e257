"""Whether the parts of a league file fit together: what is wrong between them is noted, as far as they can be read."""

from __future__ import annotations

import os.path
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from tavern_engine.game import did_you_mean
from tavern_tournament.cluster.address import TLS
from tavern_tournament.config import anchors
from tavern_tournament.config.bots import name_of
from tavern_tournament.config.check import label_of
from tavern_tournament.config.company import check_company
from tavern_tournament.config.lines import Where
from tavern_tournament.config.stopping import check_stop
from tavern_tournament.schedule import MOST_DEALS

if TYPE_CHECKING:
    from tavern_tournament.config.load import Draft

CERTIFICATES: Final = ("cluster_ca", "cluster_cert", "cluster_key")  # as `Cluster` takes them


def check_together(draft: Draft) -> anchors.Anchors:
    """Note what does not fit; the anchors of the league, if all of it does."""
    check_clock(draft)
    check_cluster(draft)
    check_unique(draft, "bot", names(draft))
    check_unique(draft, "table", labels(draft))
    if draft.is_sure("schedule", "kind"):
        check_challengers(draft)
        check_rounds(draft)
    check_teams(draft)
    check_oracles(draft)
    check_company(draft)
    check_stop(draft)
    return check_anchors(draft)


def names(draft: Draft) -> list[tuple[Where, str]]:
    """What the bots are called, as far as that is certain."""
    named = [((*row.where, "name"), name_of(row.given)) for row, _ in draft.bots if row.sound]
    return [(where, name) for where, name in named if name]


def labels(draft: Draft) -> list[tuple[Where, str]]:
    """What the kinds of table are called, as far as that is certain."""
    rows = [row for row, _ in draft.tables if draft.is_sure(*row.where, "label")]
    return [((*row.where, "label"), label_of(row.given, seats)) for row in rows for seats in row.given.seats]


def all_names(draft: Draft) -> list[str] | None:
    """What all bots are called; None if that is not certain."""
    called = [name_of(row.given) for row, _ in draft.bots if draft.is_sure(*row.where, "name")]
    return called if len(called) == draft.listed("bots") and all(called) else None


def check_clock(draft: Draft) -> None:
    """Seconds beyond those of a move mean nothing if a move may take for ever."""
    if not draft.is_sure("clock", "move") or draft.clock.move is not None:
        return
    for key in sorted(draft.clock.model_fields_set & {"bank", "first"}):
        draft.source.note(("clock", key), "there is no clock without 'move', the seconds for each move.")


def check_cluster(draft: Draft) -> None:
    """Certificates are for tls, which needs all of them."""
    if not draft.is_sure("run", "cluster"):
        return
    secure = draft.run.cluster is not None and draft.run.cluster.startswith(f"{TLS}:")
    for key in CERTIFICATES:
        file = getattr(draft.run, key)
        if file is None and secure and draft.is_sure("run", key):
            draft.source.note(("run", "cluster"), f"tls:// needs {key}, a file.")
        elif file is not None and not secure:
            draft.source.note(("run", key), "only a cluster at tls:// has certificates.")
        elif file is not None and not os.path.isfile(path := draft.source.path.parent / file):
            draft.source.note(("run", key), f"there is no file {path}.")


def check_unique(draft: Draft, what: str, named: Iterable[tuple[Where, str]]) -> None:
    """No two bots or tables are called the same: results are told apart by it."""
    seen: dict[str, int] = {}
    for where, name in named:
        if name in seen:
            draft.source.note(
                where,
                f"there is a {what} {name!r} already in line {seen[name]}: give one of them a {where[-1]} of its own.",
            )
        seen.setdefault(name, draft.source.line(where))


def check_challengers(draft: Draft) -> None:
    """A gauntlet has challengers and a field; others have no challengers."""
    where: Where = ("schedule", "challenger")
    challengers, called = draft.schedule.challenger, all_names(draft)
    if not draft.is_sure(*where):
        return
    if draft.schedule.kind != "gauntlet":
        if challengers:
            draft.source.note(where, "only a gauntlet has a challenger: write kind = 'gauntlet', or leave it out.")
    elif not challengers:
        draft.source.note(where, "a gauntlet needs a challenger: the name of a bot, or a list of names.")
    elif called is not None:
        for number, challenger in enumerate(challengers):
            if challenger not in called:
                hint = did_you_mean(challenger, called, "There are")
                draft.source.note((*where, number), f"there is no bot named {challenger!r}.{hint}")
        if set(called) <= set(challengers):
            draft.source.note(where, "there is nobody left for them to meet.")


def check_rounds(draft: Draft) -> None:
    """Only a Swiss schedule has rounds; in it everybody sits, each at one table of a kind, and there are others."""
    schedule, note = draft.schedule, draft.source.note
    if schedule.kind != "swiss":
        if schedule.rounds is not None:
            note(("schedule", "rounds"), "only a Swiss schedule has rounds: write kind = 'swiss', or leave it out.")
        return
    if "line_ups" in schedule.model_fields_set:
        note(("schedule", "line_ups"), "in a Swiss schedule everybody sits at a table in every round: leave it out.")
    deals = max((kind.deals for _, kinds in draft.tables for kind in kinds), default=0)
    if (schedule.rounds or 0) * deals > MOST_DEALS:
        told = (
            f"{schedule.rounds:,} rounds of {deals:,} deals are more than the {MOST_DEALS:,} that a line-up may play."
        )
        note(("schedule", "rounds"), told)
    if schedule.self_play:
        note(("schedule", "self_play"), "in a Swiss schedule nobody meets itself: leave it out.")
    if draft.listed("bots") == 1:
        note(("schedule", "kind"), "Swiss rounds pair bots, and there is only one: add others.")


def check_teams(draft: Draft) -> None:
    """Whole teams need a game that is played in teams; known only if all tables are right."""
    if not draft.schedule.whole_teams or not draft.is_clean("tables"):
        return
    if not any(kind.sides for _, kinds in draft.tables for kind in kinds):
        draft.source.note(("schedule", "whole_teams"), "no table has a game that is played in teams: leave it out.")


def check_oracles(draft: Draft) -> None:
    """Who sees all cards is not rated by accident."""
    if not draft.is_sure("rating", "oracle") or draft.rating.oracle:
        return
    for row, bot in draft.bots:
        if bot is not None and bot.oracle:
            draft.source.note(
                (*row.where, "bot"),
                "this bot sees all cards: leave it out, or write oracle = true under [rating] to have it rated.",
            )


def check_anchors(draft: Draft) -> anchors.Anchors:
    """Anchors are bots of the league with ratings, in games that they play, and leave somebody to rate."""
    anchors.check_values(draft.source, draft.anchors)
    if (called := all_names(draft)) is not None:
        anchors.check_names(draft.source, draft.anchors, called)
    if not all(map(draft.is_clean, ("anchors", "tables", "bots"))):
        return {}
    bots = [bot for _, bot in draft.bots if bot is not None]
    games = list(dict.fromkeys(kind.game for _, kinds in draft.tables for kind in kinds))
    return anchors.anchors_of(draft.source, draft.anchors, bots, games)
