"""Checks the tables and bots of a league file against the games and bots there are, and resolves them."""

from __future__ import annotations

import hashlib
import os.path
import re
from collections.abc import Sequence
from pathlib import Path

from tavern_bots.api import BadBot, Setting, Value, parse_settings
from tavern_engine import BadSetup, Game, UnknownGame, game, games
from tavern_tournament.config.errors import Page
from tavern_tournament.config.file import ID, BotRow, TableRow
from tavern_tournament.config.guests import Guest, Named
from tavern_tournament.config.league import Entrant, TableKind
from tavern_tournament.config.lines import Where
from tavern_tournament.config.rows import Row


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
    for seats in given.seats:
        try:
            _, options = rules.checked_table(seats, given.options)
        except BadSetup as error:
            page.note((*row.where, "options"), str(error))
            return []
    return [
        TableKind(
            label=f"{given.label or given.game}-{seats}",
            game=rules.id,
            seats=seats,
            options=options,
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


def entrant(page: Page, row: Row[BotRow], guest: Guest | None) -> Entrant | None:
    """The bot of a row, or None if it is not known what it should be; what is wrong with it goes to the page."""
    given = row.given
    if row.sound and (given.bot is None) == (given.command is None):
        page.note(row.where, "needs either 'bot', the name of a bot, or 'command', a program that is one.")
        return None
    if given.command is not None:
        return _command(page, row, given.command)
    return None if guest is None else _plugin(page, row, guest)


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
        digest=digest(page, (*row.where, "command"), command),
        isolation="process",
        games=tuple(checked_games(page, row, [known.id for known in games()])),
        oracle=False,
    )


def _plugin(page: Page, row: Row[BotRow], guest: Guest) -> Entrant:
    """A bot of a package or a Python file."""
    given, named, about = row.given, guest.named, guest.about
    check_name(page, row)
    if given.version is not None:
        check_version(page, (*row.where, "version"), given.version, named)
    if about.oracle and named.isolation == "process":
        page.note((*row.where, "isolation"), "the cards can be shown to an oracle only in our own process.")
    texts = {
        name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.options.items()
    }
    return Entrant(
        name=name_of(given),
        bot=named.text,
        command=(),
        folder=page.path.parent.resolve(),
        given=texts,
        options=checked_options(page, row, about.options, texts),
        package=named.package,
        version=named.version,
        digest="" if named.package else digest(page, (*row.where, "bot"), [named.text.rpartition(":")[0]]),
        isolation=named.isolation,
        games=tuple(checked_games(page, row, [known.id for known in games() if about.plays(known.id)])),
        oracle=about.oracle,
    )


def name_of(given: BotRow) -> str:
    """What a bot is called: as the file says, or as the bot is."""
    return given.name or (given.bot or "").rpartition(":")[2]


def check_name(page: Page, row: Row[BotRow]) -> None:
    """A bot whose own name is none that results can use must be given one."""
    if row.sound and not re.fullmatch(ID, name_of(row.given)):
        page.note((*row.where, "name"), "give it a name of letters, digits, '-', '_' and '.'.")


def check_version(page: Page, where: Where, wanted: str, named: Named) -> None:
    if not named.package:
        page.note(where, "a bot of a file comes from no package, so it has no version.")
    elif named.version != wanted:
        page.note(where, f"the league wants version {wanted} of {named.package}, and {named.version} is installed.")


def checked_options(
    page: Page, row: Row[BotRow], settings: Sequence[Setting], texts: dict[str, str]
) -> dict[str, Value]:
    """All options of a bot; those that it refuses are noted and left out."""
    values: dict[str, Value] = {setting.name: setting.default for setting in settings}
    for name, text in texts.items():
        try:
            values |= parse_settings(settings, {name: text})
        except BadBot as error:
            page.note((*row.where, "options", name), str(error))
    return values


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
                with path.open("rb") as file:
                    contents.update(hashlib.file_digest(file, hashlib.blake2b).digest())
        except OSError as error:
            page.note(where, f"{path} cannot be read: {error.strerror}.")
    return contents.hexdigest()
