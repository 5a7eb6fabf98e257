"""The look back of a seat: every event it saw since the last deal, each with what it knew just before.

A bot that weighs what others may hold asks how likely their choices were, and for that it needs the position in which
they chose. A look back is made of nothing but the events that the seat was told: folded one after another they give the
seat's own view at every moment, by the same code that gives views their bytes. So it cannot hold what was not seen. A
window that another seat has declined is no event and is not in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tavern_engine.state import PRIVATE, PUBLIC, Event, InfoSet, State

if TYPE_CHECKING:
    from tavern_engine.game import Game


class Step(NamedTuple):
    """An event as the seat saw it, and the seat's view just before it."""

    event: Event
    view: State


class LookBack:
    """What one seat has seen since everything was last dealt anew; `see` takes the news as a bot gets it.

    >>> from tavern_engine import Table, game
    >>> vault = game("dragon-vault")
    >>> table = Table(vault, seats=2, seed=7)
    >>> seat, infoset = table.ask()
    >>> look_back = vault.look_back(2, {}, seat)
    >>> look_back.leads_to(infoset)
    False
    >>> look_back.see(table.news(seat))
    >>> look_back.leads_to(infoset)
    True
    """

    def __init__(self, game: Game, seats: int, options: Mapping[str, object] | None, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.view = game.blank(seats, options, seat)  # what the seat knows after all it was told
        self.steps: list[Step] = []

    def see(self, events: Sequence[Event]) -> None:
        """Take in what the seat was told."""
        for event in events:
            deal = self.view.deals()
            before = self.view.clone()
            self.game.fold(self.view, event)
            if self.view.deals() != deal:
                self.steps.clear()  # what was hidden then no longer matters
            self.steps.append(Step(event, before))

    def leads_to(self, infoset: InfoSet) -> bool:
        """Whether the seat was told all that led to this; a bot that joined late, or was told nothing, was not."""
        mine, theirs = self.view.w, infoset.view.w
        private = PRIVATE + self.seat
        return bool(mine[PUBLIC] == theirs[PUBLIC] and mine[private] == theirs[private])
