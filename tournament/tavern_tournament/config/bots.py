"""Finds the bots that a league file names, and has each say which games it plays and what it can be told.

Our own bots, and those that the file sets to `inprocess`, are imported. All others are strangers, whose code runs in
confined processes only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from pydantic import TypeAdapter, ValidationError

from tavern_bots.api import BadBot, Setting, Value
from tavern_bots.asked import BotFault
from tavern_bots.code import file_digest, own_digest, package_digest
from tavern_bots.confine import HAS_FORK, Limits
from tavern_bots.discover import choose_bot, listed, plays, remembering
from tavern_tournament.config.errors import BrokenBot, Source, shown_place
from tavern_tournament.config.file import BotRow
from tavern_tournament.config.lines import Where
from tavern_tournament.config.rows import Row
from tavern_tournament.players.interview import interview
from tavern_tournament.players.player import terms
from tavern_tournament.specs import FOR_STRANGERS, INPROCESS, JAIL, OURS, BotSpec


@dataclass(frozen=True)
class About:
    """What a bot says about itself."""

    games: str | Sequence[str]
    options: Sequence[Setting]
    oracle: bool  # it wants to see all cards

    def plays(self, game_id: str) -> bool:
        """Whether it says it plays the game."""
        return plays(self.games, game_id)

    def tuned(self, game_id: str, given: Mapping[str, Value]) -> dict[str, Value]:
        """What it plays in a game in place of the defaults, where nothing else is given."""
        tuned = {one.name: one.at(game_id) for one in self.options if one.name not in given}
        return {one.name: tuned[one.name] for one in self.options if tuned.get(one.name, one.default) != one.default}


def name_of(given: BotRow) -> str:
    """What a bot is called: as the file says, or as the bot is."""
    return given.name or (given.bot or "").rpartition(":")[2]


@remembering()
def find_bots(source: Source, rows: Sequence[Row[BotRow]], limits: Limits) -> dict[Where, tuple[BotSpec, About]]:
    """The bots that rows name and that can be loaded, with what each says about itself; what is wrong is noted."""
    digests: dict[str, str] = {}  # by package and module: many bots may come from one
    found = {row.where: spec for row in rows if (spec := _named(source, row, limits, digests)) is not None}
    strangers = interview({spec.bot: terms(spec) for spec in found.values() if is_stranger(spec)})
    met: dict[Where, tuple[BotSpec, About]] = {}
    for where, spec in found.items():
        try:
            met[where] = spec, _about(spec, strangers)
        except BadBot as error:
            source.note((*where, "bot"), str(error), BrokenBot)
    return met


def is_stranger(spec: BotSpec) -> bool:
    """Whether its code may run in a confined process only."""
    return spec.isolation != INPROCESS and spec.package != OURS


def _named(source: Source, row: Row[BotRow], limits: Limits, digests: dict[str, str]) -> BotSpec | None:
    """The bot that a row names, of which nothing is imported; None if there is none, after noting why."""
    text = row.given.bot
    if text is None or row.given.command is not None:
        return None
    where = (*row.where, "bot")
    head, colon, tail = text.rpartition(":")
    if colon and "=" in tail:
        source.note(where, f"options are written apart: bot = {head!r}, options = {{ {tail.replace(',', ', ')} }}.")
        return None
    origin = _in_file(source, where, head, tail) if head.endswith(".py") else _in_package(source, where, text, digests)
    if origin is None:
        return None
    ours = origin["package"] == OURS
    if files := own_files(source, row):
        origin["digest"] += digest_of_files(source, (*row.where, "files"), [Path(file) for file in files])
    spec = BotSpec(
        name=name_of(row.given),
        isolation=row.given.isolation or (INPROCESS if ours else FOR_STRANGERS),
        files=files,
        limits=limits,
        folder=str(source.path.parent.resolve()),
        **origin,
    )
    if spec.isolation == JAIL and sys.platform != "linux":
        source.note((*row.where, "isolation"), "there is a jail on Linux only: leave it out, or write 'process'.")
        return None
    if is_stranger(spec) and not HAS_FORK:
        source.note(row.where, "on this system bots cannot have processes of their own: write isolation = 'inprocess'.")
        return None
    return spec


class Origin(TypedDict):
    """Where a bot comes from."""

    bot: str
    package: str
    version: str
    digest: str


def _in_file(source: Source, where: Where, file: str, name: str) -> Origin | None:
    path = source.path.parent.resolve() / file
    if not os.path.isfile(path):  # unlike Path.is_file it refuses no text
        source.note(where, f"there is no file {path}.")
        return None
    return Origin(bot=f"{path}:{name}", package="", version="", digest=digest_of_files(source, where, [path]))


def _in_package(source: Source, where: Where, text: str, digests: dict[str, str]) -> Origin | None:
    try:
        return installed(text, digests)
    except BadBot as error:
        source.note(where, str(error))
    except OSError as error:
        source.note(where, f"a file of its package cannot be read: {error.filename}: {error.strerror}.")
    return None


def installed(text: str, digests: dict[str, str]) -> Origin:
    """Where a bot of a package comes from here; BadBot if there is none, OSError if its files cannot be read.

    The digests are those that are known already, by package and module.
    """
    bot = listed(text)
    package, _, version = bot.packages[0].rpartition(" ")
    entry = bot.entries[0]
    known = f"{package} {entry.module}"
    if known not in digests:
        digests[known] = own_digest() if package == OURS else package_digest(entry)
    return Origin(bot=text, package=package, version=version, digest=digests[known])


def own_files(source: Source, row: Row[BotRow]) -> tuple[str, ...]:
    """The whole paths of the files that a bot reads besides its code; those that are not there are noted."""
    found = []
    for number, name in enumerate(row.given.files):
        path = source.path.parent.resolve() / name
        if not os.path.isfile(path):  # unlike Path.is_file it refuses no text
            source.note((*row.where, "files", number), f"there is no file {path}.")
        found.append(str(path))
    return tuple(found)


def digest_of_files(source: Source, where: Where, paths: Sequence[Path]) -> str:
    """A digest of the files among the paths: it is the version of a bot that has no package."""
    try:
        return file_digest(path for path in paths if os.path.isfile(path))
    except OSError as error:
        source.note(where, f"{error.filename} cannot be read: {error.strerror}.")
        return ""


def _about(spec: BotSpec, strangers: Mapping[str, dict[str, Any] | BotFault]) -> About:
    """What the bot said, or BadBot."""
    said = strangers[spec.bot] if is_stranger(spec) else choose_bot(spec.bot).about()
    if isinstance(said, BotFault):
        # What it raised when it was loaded names it already.
        raise BadBot(said.said if said.kind == "raise" else f"The bot {spec.bot!r} cannot be loaded. {said.said}")
    try:
        return TypeAdapter(About).validate_python(said)
    except ValidationError as error:
        wrong = shown_place(error.errors()[0]["loc"])
        raise BadBot(f"The bot {spec.bot!r} cannot be loaded: its {wrong} cannot be what it says.") from None
