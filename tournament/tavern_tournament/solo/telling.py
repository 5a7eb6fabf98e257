"""A game told to people: what its seats are called, what happened in sentences, and the table as a picture."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tavern_engine import SPECTATOR, Event, State, Table
from tavern_engine.state import HIDDEN
from tavern_tournament.solo.new import options_text
from tavern_tournament.solo.saved import SavedGame
from tavern_tournament.solo.steps import Step

WIDTH: Final = 76  # of lines that are broken
OPEN: Final = -3  # in the place of a seat: everything is shown


class Telling:
    """One game in words, for people who know the players by name."""

    def __init__(self, table: Table, players: Sequence[str]) -> None:
        self.game = table.game
        self.seat_names = self.game.seat_names(table.view(SPECTATOR).view)
        self.names = [f"{name} ({short_name(who)})" for name, who in zip(self.seat_names, players, strict=True)]

    def action(self, code: int) -> str:
        """What somebody chooses or chose."""
        return self.game.action_text(code, self.names)

    def short_action(self, code: int) -> str:
        """The same with seats named without their players."""
        return self.game.action_text(code, self.seat_names)

    def question(self, view: State) -> str:
        """What the viewer is asked; empty where the choices say it."""
        return self.game.question(view, self.names).text

    def refusal(self, view: State, code: int) -> str:
        """Why the viewer cannot choose this."""
        return self.game.refusal(view, code, self.names)

    def sentences(self, events: Sequence[Event]) -> list[str]:
        """What happened, as far as people are told of it."""
        return [sentence(text) for text in self.game.told(events, self.names)]

    def stepwise(self, steps: Iterable[Step]) -> list[str]:
        """The same, each sentence with what it brought."""
        return [sentence(f"{step.text}: {'; '.join(step.changes)}" if step.changes else step.text) for step in steps]

    def picture(self, view: State) -> str:
        """The table as a view shows it, or a whole state."""
        return self.game.picture(view, self.names)

    def pieces(self, view: State) -> list[str]:
        """The same in pieces, what the viewer needs most first."""
        return self.game.pieces(view, self.names)

    def worths(self, view: State, seen: Sequence[Event]) -> list[str]:
        """What the points or coins of every seat are made of."""
        lines = []
        for seat, name in enumerate(self.names):
            if parts := self.game.worth(view, seat, seen):
                total = sum(part.number for part in parts)
                made_of = ", ".join(f"{part.what}: {part.number}" for part in parts)
                lines += textwrap.wrap(f"{name}: {total} ({made_of})", WIDTH, subsequent_indent="    ")
        return lines


def short_name(player: str) -> str:
    """A bot's name without its options or its path."""
    head, _, tail = player.rpartition(":")
    if head and "=" in tail:
        return short_name(head)
    return tail if head.endswith(".py") else player


def title_of(saved: SavedGame) -> str:
    """What is played: the game with its options and its seed."""
    options = ", ".join(options_text(saved.game, saved.record.options))
    return f"{saved.game.title}{' with ' if options else ''}{options}, seed {saved.record.seed}"


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return stopped(text[:1].upper() + text[1:])


def stopped(text: str) -> str:
    """The text with a full stop, unless it ends like a sentence already, as titles of cards may."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def news(table: Table, seat: int) -> list[Event]:
    """What the seat was not told yet; for OPEN as the best witness of each event saw it."""
    if seat != OPEN:
        return table.news(seat)
    versions = zip(*(table.news(witness) for witness in range(table.seats)), strict=True)
    return [max(versions_of_one, key=lambda event: event.what != HIDDEN) for versions_of_one in versions]


def seen(table: Table, seat: int) -> State:
    """The table as the seat sees it; for OPEN everything."""
    return table.truth() if seat == OPEN else table.view(seat).view


def steps(saved: SavedGame, seat: int) -> Iterator[str]:
    """A saved game in pieces, one for every decision that the seat made or saw something of."""
    table = saved.fresh_table()
    told = Telling(table, saved.players)
    yield "\n".join(told.sentences(news(table, seat)))
    for number, action in enumerate(saved.record.actions):
        asked, _ = table.ask()
        parts: list[str] = []
        if seat in (asked, OPEN) and number not in saved.waited:
            parts = [told.picture(seen(table, seat)), sentence(f"{told.names[asked]} chooses: {told.action(action)}")]
        table.answer(action)
        if happened := told.sentences(news(table, seat)):
            parts.append("\n".join(happened))
        if parts:
            yield "\n\n".join(parts)
    yield told.picture(seen(table, seat))
