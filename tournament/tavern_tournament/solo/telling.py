"""A game told to people: what its seats are called, what happened in sentences, and the table as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tavern_engine import SPECTATOR, Event, State, Table
from tavern_engine.state import HIDDEN, VIEWER
from tavern_tournament.solo.new import options_text
from tavern_tournament.solo.saved import SavedGame

OPEN: Final = -3  # in the place of a seat: everything is shown
SEATS: Final = re.compile(
    r"\bseats (?P<several>\d+(, \d+)*)|\bseat (?P<one>\d+)( \((?P<called>[^()]+)\))?(?P<column>  +)?", re.IGNORECASE
)
UNSAID: Final = (" is to move", "'s discard", " play on")  # how sentences end that are left out: others say it
LISTED: Final = re.compile(r".* (turns up|shows a) ")  # how sentences begin that are told as one when in a row


class Telling:
    """One game in words, for people who know the players by name."""

    def __init__(self, table: Table, players: Sequence[str]) -> None:
        self.game = table.game
        self.seat_names = self.game.seat_names(table.view(SPECTATOR).view)
        self.names = [f"{name} ({short_name(who)})" for name, who in zip(self.seat_names, players, strict=True)]

    def action(self, code: int) -> str:
        """What somebody chooses or chose."""
        return self.named(self.game.action_text(code))

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """What happened, a sentence for each event that tells something."""
        texts = [self.game.event_text(event) for event in events]
        return [sentence(self.named(text)) for text in listed(texts) if not text.endswith(UNSAID)]

    def picture(self, view: State) -> str:
        """The table as a view shows it, or a whole state."""
        return self.named(str(view).replace(f" (seen by seat {int(view.w[VIEWER])})", ""))

    def named(self, text: str) -> str:
        """The text with the name and the player of every seat: `Zot (mcts)`; for `seats 1, 2` both are named so."""
        return SEATS.sub(self.name_found, text)

    def name_found(self, found: re.Match[str]) -> str:
        """The name for a seat in a text; one with spaces behind it is a column, as wide as the longest name."""
        if found["several"]:
            return " and ".join(self.name(int(seat)) for seat in found["several"].split(", "))
        seat, called = int(found["one"]), found["called"]
        name = self.name(seat)
        if called and called not in self.seat_names[seat : seat + 1]:
            name += f" ({called})"
        return f"{name:{max(map(len, self.names))}}  " if found["column"] else name

    def name(self, seat: int) -> str:
        """A seat with its player: `seat 1 (mcts)`, or `Zot (mcts)` where seats have names."""
        return self.names[seat] if seat < len(self.names) else f"seat {seat}"


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


def listed(texts: Iterable[str]) -> list[str]:
    """The texts, those in a row that begin alike as one: `seat 1 turns up table, brewer, regular 2`."""
    told: list[str] = []
    beginning = ""
    for text in texts:
        found = LISTED.match(text)
        if found and found[0] == beginning:
            told[-1] += f", {text.removeprefix(beginning)}"
        else:
            told.append(text)
        beginning = found[0] if found else ""
    return told


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
            parts = [told.picture(seen(table, seat)), sentence(f"{told.name(asked)} chooses: {told.action(action)}")]
        table.answer(action)
        if happened := told.sentences(news(table, seat)):
            parts.append("\n".join(happened))
        if parts:
            yield "\n\n".join(parts)
    yield told.picture(seen(table, seat))
