"""A bot that has every table hand it the truth, by what it changes when it is imported."""

from __future__ import annotations

from bad_bots import HonestBot

from tavern_bots.api import Clock
from tavern_engine import InfoSet, State, Table

left: list[State] = []


def ask(table: Table) -> tuple[int, InfoSet]:
    left[:] = [table.truth()]
    return as_it_was(table)


as_it_was = Table.ask
Table.ask = ask  # type: ignore[assignment, method-assign]


class PatchingBot(HonestBot):
    """Decides by what the referee left."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        legal = infoset.legal()
        return legal[sum(left[0].to_bytes()) % len(legal)] if left else super().choose(infoset, clock)
