"""What a purse is made of: where its Gold came from and where it went, by the events that everybody saw."""

from __future__ import annotations

from collections.abc import Sequence

from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.state import Event
from tavern_engine.words import Worth


def purse(start: int, seat: int, now: int, events: Sequence[Event]) -> list[Worth]:
    """The Gold at the start and every kind of income and expense, up to what is there now."""
    parts: dict[str, int] = {"at the start": start}
    for event in events:
        for what, gold in changes(event, seat):
            parts[what] = parts.get(what, 0) + gold
    if left := now - sum(parts.values()):  # R12, R14: who leaves the game leaves the Gold
        parts["left behind"] = left
    return [Worth(what, gold) for what, gold in parts.items() if gold]


def changes(event: Event, seat: int) -> list[tuple[str, int]]:
    """What an event did to the purse of a seat."""
    op, amount = event.op, event.amount
    gets = event.what == z.RECEIVER + seat
    if op == z.PAYS and event.seat == seat:
        whom = {z.THE_POT: "into the pot", z.INN: "to the Inn"}.get(event.what, "to other players")
        return [(whom, -amount)]
    if op in (z.PAYS, z.INN_PAYS) and gets:
        return [("from other players" if op == z.PAYS else "from the Inn", amount)]
    if (op == z.POT_GOES and gets) or (op == z.TAKES_POT and event.seat == seat):
        return [("from the pot", amount)]
    if op == z.TAKES_FROM_INN and event.seat == seat:
        return [("from the Inn", amount)]
    if op == z.PASSES_OUT and event.seat != seat and event.what >> seat & 1:
        return [("from who passed out", amount)]
    return []
