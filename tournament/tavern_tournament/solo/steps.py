"""What happened, step by step: every sentence with the table as the viewer saw it then, and what it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tavern_engine import Event, Game, State
from tavern_engine.words import counted


class Step(NamedTuple):
    """Something that happened."""

    text: str  # in words, without capital and full stop
    view: State  # the table after it
    changes: list[str]  # what it changed and the words do not say: `seat 1: +2 thalers`
    seen: int  # how many events had happened by then


class Seen:
    """All that a seat saw of a game, and what it is made of: a view that events are folded into as they come."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, object], seat: int) -> None:
        self.game = game
        self._seats = seats
        self._blank = game.blank(seats, options, seat)
        self._view = self._blank.clone()  # after the first `_folded` events
        self._folded = 0

    def steps(self, events: Sequence[Event], first: int, names: Sequence[str]) -> Iterator[Step]:
        """The steps from the event with this number on; `events` are all that the seat saw."""
        told = self.game.told_of(events[first:], names)
        view = self._view_after(events, first)
        done = first
        for text, number in told:
            before = [self.game.counts(view, seat) for seat in range(self._seats)]
            for event in events[done : first + number]:
                self.game.fold(view, event)
            done = first + number
            yield Step(text, view.clone(), self._changes(before, view, names, text), done)

    def _view_after(self, events: Sequence[Event], number: int) -> State:
        if number < self._folded:
            self._view, self._folded = self._blank.clone(), 0
        for event in events[self._folded : number]:
            self.game.fold(self._view, event)
        self._folded = number
        return self._view.clone()

    def _changes(self, before: Sequence[dict[str, int]], view: State, names: Sequence[str], text: str) -> list[str]:
        said = []
        for seat, had in enumerate(before):
            has = self.game.counts(view, seat)
            parts = [
                f"{has[what] - had[what]:+} {noun(what, has[what] - had[what])}"
                for what in has
                if has[what] != had[what]
            ]
            if parts:
                told = ", ".join(parts)
                said.append(told if text.startswith(names[seat]) else f"{names[seat]} {told}")
        return said


def noun(what: str, number: int) -> str:
    """The noun for so many."""
    return what if what == "beer" else counted(abs(number), what).partition(" ")[2]
