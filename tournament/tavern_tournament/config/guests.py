"""Finds the bots that a league file names, and has each say which games it plays and what it can be told.

Our own bots, and those that the file sets to `inprocess`, are imported. All others are strangers, whose code runs in
confined processes only.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from tavern_bots.api import BadBot, Setting
from tavern_bots.asked import BotFault
from tavern_bots.confine import Limits
from tavern_bots.discover import choose_bot, listed, plays
from tavern_tournament.config.errors import BrokenBot, Page, shown_place
from tavern_tournament.config.file import BotRow, Isolation
from tavern_tournament.config.lines import Where
from tavern_tournament.config.rows import Row
from tavern_tournament.players.interview import interview

OURS: Final = "tavern-tourney"  # the package whose bots we trust


@dataclass(frozen=True)
class About:
    """What a bot says about itself."""

    games: str | Sequence[str]
    options: Sequence[Setting]
    oracle: bool  # it wants to see all cards

    def plays(self, game_id: str) -> bool:
        """Whether it says it plays the game."""
        return plays(self.games, game_id)


@dataclass(frozen=True)
class Named:
    """A bot as a row names it: it is there, and nothing of it has been imported."""

    text: str  # as `tavern_bots.discover.find` takes it
    package: str  # empty for a bot of a file
    version: str
    isolation: Isolation

    @property
    def stranger(self) -> bool:
        return self.isolation == "process" and self.package != OURS


@dataclass(frozen=True)
class Guest:
    """A bot that can be loaded."""

    named: Named
    about: About


def guests(page: Page, rows: Sequence[Row[BotRow]], limits: Limits) -> dict[Where, Guest]:
    """The bots of the rows that name one and are right; what is wrong with the others goes to the page."""
    found = {row.where: named for row in rows if (named := _named(page, row)) is not None}
    strangers = interview(sorted({named.text for named in found.values() if named.stranger}), limits)
    made: dict[Where, Guest] = {}
    for where, named in found.items():
        try:
            made[where] = Guest(named, _about(named, strangers))
        except BadBot as error:
            page.note((*where, "bot"), str(error), BrokenBot)
    return made


def _named(page: Page, row: Row[BotRow]) -> Named | None:
    """The bot that a row names, or None if it names none or after noting why there is none."""
    text = row.given.bot
    if text is None or row.given.command is not None:
        return None
    where = (*row.where, "bot")
    head, colon, tail = text.rpartition(":")
    if colon and "=" in tail:
        page.note(where, f"options are written apart: bot = {head!r}, options = {{ {tail.replace(',', ', ')} }}.")
        return None
    package = version = ""
    if head.endswith(".py"):
        path = page.path.parent.resolve() / head
        text = f"{path}:{tail}"
        if not os.path.isfile(path):  # unlike Path.is_file it refuses no text
            page.note(where, f"there is no file {path}.")
            return None
    else:
        try:
            package, _, version = listed(text).packages[0].rpartition(" ")
        except BadBot as error:
            page.note(where, str(error))
            return None
    named = Named(text, package, version, row.given.isolation or ("inprocess" if package == OURS else "process"))
    if named.stranger and os.name != "posix":
        page.note(row.where, "on this system bots cannot have processes of their own: write isolation = 'inprocess'.")
        return None
    return named


def _about(named: Named, strangers: Mapping[str, dict[str, Any] | BotFault]) -> About:
    """What the bot said, or BadBot."""
    said = strangers[named.text] if named.stranger else choose_bot(named.text).about()
    if isinstance(said, BotFault):
        # What it raised when it was loaded names it already.
        raise BadBot(said.said if said.kind == "raise" else f"The bot {named.text!r} cannot be loaded. {said.said}")
    try:
        return TypeAdapter(About).validate_python(said)
    except ValidationError as error:
        wrong = shown_place(error.errors()[0]["loc"])
        raise BadBot(f"The bot {named.text!r} cannot be loaded: its {wrong} cannot be what it says.") from None
