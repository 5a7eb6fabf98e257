"""Checks the tables and bots of a league file against the games and bots there are, and resolves them."""

from __future__ import annotations

import hashlib
import os.path
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from tavern_bots.api import BadBot, Value, parse_settings
from tavern_bots.discover import Choice, choose_bot, discover
from tavern_engine import BadSetup, Game, UnknownGame, game, games
from tavern_tournament.config.errors import BrokenBot, Mistake, Page
from tavern_tournament.config.file import ID, BotRow, Isolation, TableRow
from tavern_tournament.config.league import Entrant, TableKind
from tavern_tournament.config.lines import Where

OURS: Final = "tavern-tourney"  # the package whose bots we trust

Model = TypeVar("Model", TableRow, BotRow)


@dataclass(frozen=True)
class Row(Generic[Model]):
    """A `[[tables]]` or `[[bots]]` of the file."""

    where: Where
    given: Model
    sound: bool  # every key of it could be read; those that could not are left out


def table_kinds(page: Page, row: Row[TableRow], deals: int) -> list[TableKind]:
    """The kinds of table that a row stands for, one a size; what is wrong with it goes to the page."""
    given = row.given
    data = None if given.data is None else page.path.parent / given.data
    rules = rules_of(page, row, data)
    if rules is None:
        return []
    for name, value in given.options.items():
        try:
            rules.checked_options({name: value})
        except BadSetup as error:
            page.note((*row.where, "options", name), str(error))
    for number, seats in enumerate(given.seats):
        try:
            rules.checked_seats(seats)
        except BadSetup as error:
            page.note((*row.where, "seats", number), str(error))
    if not page.is_clean(row.where):
        return []
    return [
        TableKind(
            label=f"{given.label or given.game}-{seats}",
            game=rules.id,
            seats=seats,
            options=rules.checked_options(given.options),
            version=rules.version,
            data=data and data.resolve(),
            data_hash=rules.data_hash,
            deals=given.deals or deals,
        )
        for seats in given.seats
    ]


def rules_of(page: Page, row: Row[TableRow], data: Path | None) -> Game | None:
    """The game of a table with its data, or None after noting why not."""
    try:
        rules = game(row.given.game)
    except UnknownGame as error:
        page.note((*row.where, "game"), str(error))
        return None
    if data is None:
        return rules
    if not os.path.isfile(data):  # unlike Path.is_file it refuses no text
        page.note((*row.where, "data"), f"there is no file {data}.")
        return None
    try:
        return rules.with_data(data)
    except BadSetup as error:
        page.note((*row.where, "data"), str(error))
        return None


def entrant(page: Page, row: Row[BotRow]) -> Entrant | None:
    """The bot of a row, or None if it is not known what it should be; what is wrong with it goes to the page."""
    given = row.given
    if row.sound and (given.bot is None) == (given.command is None):
        page.note(row.where, "needs either 'bot', the name of a bot, or 'command', a program that is one.")
        return None
    if given.command is not None:
        return _command(page, row, given.command)
    return None if given.bot is None else _plugin(page, row, given.bot)


def _command(page: Page, row: Row[BotRow], command: list[str]) -> Entrant:
    """A bot in any language; nothing of it is run."""
    given = row.given
    check_name(page, row)
    if row.sound and given.games is None:
        page.note((*row.where, "games"), "a command has to name the games that it plays.")
    if given.options:
        page.note((*row.where, "options"), "a command takes its options as arguments: write them into 'command'.")
    if given.version is not None:
        page.note((*row.where, "version"), "a command comes from no package, so it has no version.")
    if given.isolation == "inprocess":
        page.note((*row.where, "isolation"), "a command always plays in a process of its own.")
    return Entrant(
        name=name_of(given),
        bot="",
        command=tuple(command),
        folder=page.path.parent.resolve(),
        given={},
        options={},
        package="",
        version="",
        digest=digest(page, (*row.where, "command"), [word for word in command if not Path(word).is_absolute()]),
        isolation="process",
        games=tuple(checked_games(page, row, [known.id for known in games()])),
        oracle=False,
    )


def _plugin(page: Page, row: Row[BotRow], text: str) -> Entrant | None:
    """A bot of a package or a Python file."""
    given = row.given
    choice = loaded(page, (*row.where, "bot"), text)
    if choice is None:
        return None
    check_name(page, row)
    package, _, version = choice.package.rpartition(" ")
    if given.version is not None:
        check_version(page, (*row.where, "version"), given.version, package, version)
    isolation: Isolation = given.isolation or ("inprocess" if package == OURS else "process")
    oracle = bool(getattr(choice.plugin, "oracle", False))
    if oracle and isolation == "process":
        page.note((*row.where, "isolation"), "the cards can be shown to an oracle only in our own process.")
    texts = {
        name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.options.items()
    }
    return Entrant(
        name=name_of(given),
        bot=choice.text,
        command=(),
        folder=page.path.parent.resolve(),
        given=texts,
        options=checked_options(page, row, choice, texts),
        package=package,
        version=version,
        digest="" if package else digest(page, (*row.where, "bot"), [text.rpartition(":")[0]]),
        isolation=isolation,
        games=tuple(checked_games(page, row, [known.id for known in games() if choice.plays(known)])),
        oracle=oracle,
    )


def name_of(given: BotRow) -> str:
    """What a bot is called: as the file says, or as the bot is."""
    return given.name or (given.bot or "").rpartition(":")[2]


def check_name(page: Page, row: Row[BotRow]) -> None:
    """A bot whose own name is none that results can use must be given one."""
    if row.sound and not re.fullmatch(ID, name_of(row.given)):
        page.note((*row.where, "name"), "give it a name of letters, digits, '-', '_' and '.'.")


def loaded(page: Page, where: Where, text: str) -> Choice | None:
    """The bot that a text names, or None after noting why not."""
    head, colon, tail = text.rpartition(":")
    if colon and "=" in tail:
        page.note(where, f"options are written apart: bot = {head!r}, options = {{ {tail.replace(',', ', ')} }}.")
        return None
    known = text in [listed.name for listed in discover()]
    if head.endswith(".py"):
        path = page.path.parent.resolve() / head
        known = os.path.isfile(path)
        if not known:
            page.note(where, f"there is no file {path}.")
            return None
        text = f"{path}:{tail}"
    try:
        return choose_bot(text)
    except BadBot as error:
        page.note(where, str(error), BrokenBot if known else Mistake)
        return None


def check_version(page: Page, where: Where, wanted: str, package: str, version: str) -> None:
    if not package:
        page.note(where, "a bot of a file comes from no package, so it has no version.")
    elif version != wanted:
        page.note(where, f"the league wants version {wanted} of {package}, and {version} is installed.")


def checked_options(page: Page, row: Row[BotRow], choice: Choice, texts: dict[str, str]) -> dict[str, Value]:
    """All options of a bot; those that it refuses are noted and left out."""
    right: dict[str, str] = {}
    for name, text in texts.items():
        try:
            parse_settings(choice.plugin.options, {name: text})
            right[name] = text
        except BadBot as error:
            page.note((*row.where, "options", name), str(error))
    defaults = {setting.name: setting.default for setting in choice.plugin.options}
    return {**defaults, **parse_settings(choice.plugin.options, right)}


def checked_games(page: Page, row: Row[BotRow], playable: list[str]) -> list[str]:
    """The games that the bot sits down to; those that it cannot are noted."""
    for number, wanted in enumerate(row.given.games or ()):
        where = (*row.where, "games", number)
        try:
            title = game(wanted).title
        except UnknownGame as error:
            page.note(where, str(error))
            continue
        if wanted not in playable:
            page.note(where, f"the bot does not play {title}.")
    return [known for known in playable if row.given.games is None or known in row.given.games]


def digest(page: Page, where: Where, words: Sequence[str]) -> str:
    """A digest of the files among the words: it is the version of a bot that has no package."""
    contents = hashlib.blake2b(digest_size=8)
    for path in [page.path.parent / word for word in words]:
        try:
            if os.path.isfile(path):
                contents.update(hashlib.blake2b(path.read_bytes()).digest())
        except OSError as error:
            page.note(where, f"{path} cannot be read: {error.strerror}.")
    return contents.hexdigest()
