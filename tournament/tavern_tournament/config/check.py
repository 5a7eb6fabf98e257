"""Checks the tables and bots of a league file against the games and bots there are, and resolves them."""

from __future__ import annotations

import os.path
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tavern_bots.api import BadBot, Setting, Value, parse_settings
from tavern_bots.code import game_origin
from tavern_bots.confine import Limits
from tavern_engine import BadGame, BadSetup, Game, UnknownGame, game
from tavern_engine.registry import discover
from tavern_tournament.config.bots import About, digest_of_files, name_of, own_files
from tavern_tournament.config.errors import Source
from tavern_tournament.config.file import ID, BotRow, TableRow
from tavern_tournament.config.lines import Where
from tavern_tournament.config.rows import Row
from tavern_tournament.specs import FOR_STRANGERS, INPROCESS, BotSpec, TableSpec


def table_specs(source: Source, row: Row[TableRow], deals: int, whole_teams: bool) -> list[TableSpec]:
    """The kinds of table that a row stands for, one a size; what is wrong with it is noted."""
    given = row.given
    rules = rules_of(source, row)
    if rules is None:
        return []
    for name, value in given.options.items():
        try:
            rules.checked_options({name: value})
        except BadSetup as error:
            source.note((*row.where, "options", name), str(error))
    for number, seats in enumerate(given.seats):
        try:
            rules.checked_seats(seats)
        except BadSetup as error:
            source.note((*row.where, "seats", number), str(error))
    if not source.is_clean(row.where):
        return []
    try:
        package, digest = game_origin(rules.id)
        options = {seats: rules.checked_table(seats, given.options)[1] for seats in given.seats}
    except BadSetup as error:
        source.note((*row.where, "options"), str(error))
        return []
    except BadGame as error:
        source.note((*row.where, "game"), str(error))
        return []
    return [
        TableSpec(
            label=label_of(given, seats),
            game=rules.id,
            seats=seats,
            options=options[seats],
            data=str(rules.data_file.resolve()) if given.data else "",
            data_hash=rules.data_hash,
            version=rules.version,
            deals=given.deals or deals,
            sides=sides_of(rules, seats, options[seats]) if whole_teams else (),
            package=package,
            digest=digest,
        )
        for seats in given.seats
    ]


def label_of(given: TableRow, seats: int) -> str:
    """What a kind of table is called."""
    return f"{given.label or given.game}-{seats}"


def sides_of(rules: Game, seats: int, options: Mapping[str, object]) -> tuple[int, ...]:
    """The side of every seat, from 0: those of a team are on one side. Empty if everybody plays alone."""
    state = rules.new(seats, 0, options)
    teams = [int(state.team(seat)) for seat in range(seats)]
    order = list(dict.fromkeys(teams))
    return tuple(order.index(team) for team in teams) if len(order) < seats else ()


def rules_of(source: Source, row: Row[TableRow]) -> Game | None:
    """The game of a table with its data, or without if that is wrong, or None; what is wrong is noted."""
    try:
        rules = game(row.given.game)
    except (UnknownGame, BadGame) as error:
        source.note((*row.where, "game"), str(error))
        return None
    if row.given.data is None:
        return rules
    path = source.path.parent / row.given.data
    if not os.path.exists(path):  # unlike Path.exists it refuses no text
        source.note((*row.where, "data"), f"there is no file or folder {path}.")
        return rules
    try:
        return rules.with_data(path)
    except BadSetup as error:
        source.note((*row.where, "data"), str(error))
        return rules


def bot_spec(source: Source, row: Row[BotRow], met: tuple[BotSpec, About] | None, limits: Limits) -> BotSpec | None:
    """The bot of a row, or None if it is not known what it should be; what is wrong with it is noted."""
    given = row.given
    if row.sound and (given.bot is None) == (given.command is None):
        source.note(row.where, "needs either 'bot', the name of a bot, or 'command', a program that is one.")
        return None
    if given.command is not None:
        return _command(source, row, given.command, limits)
    return None if met is None else _plugin(source, row, *met)


def _command(source: Source, row: Row[BotRow], command: list[str], limits: Limits) -> BotSpec:
    """A bot in any language; nothing of it is run."""
    given = row.given
    check_name(source, row)
    if row.sound and given.games is None:
        source.note((*row.where, "games"), "a command has to name the games that it plays.")
    if given.options:
        source.note((*row.where, "options"), "a command takes its options as arguments: write them into 'command'.")
    if given.version is not None:
        source.note((*row.where, "version"), "a command comes from no package, so it has no version.")
    if given.isolation == INPROCESS:
        source.note((*row.where, "isolation"), "a command always plays in a process of its own.")
    return BotSpec(
        name=name_of(given),
        command=tuple(command),
        isolation=given.isolation or FOR_STRANGERS,
        limits=limits,
        folder=str(source.path.parent.resolve()),
        files=(files := own_files(source, row)),
        digest=digest_of_files(
            source, (*row.where, "command"), [*(source.path.parent / word for word in command), *map(Path, files)]
        ),
        games=tuple(checked_games(source, row, [known.name for known in discover()])),
    )


def _plugin(source: Source, row: Row[BotRow], spec: BotSpec, about: About) -> BotSpec:
    """A bot of a package or a Python file."""
    given = row.given
    check_name(source, row)
    if given.version is not None:
        check_version(source, (*row.where, "version"), given.version, spec)
    if about.oracle and spec.isolation != INPROCESS:
        source.note((*row.where, "isolation"), "the cards can be shown to an oracle only in our own process.")
    texts = {
        name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.options.items()
    }
    set_here = checked_options(source, row, about.options, texts)
    played = checked_games(source, row, [known.name for known in discover() if about.plays(known.name)])
    tuned = {game_id: about.tuned(game_id, set_here) for game_id in played}
    return replace(
        spec,
        given=texts,
        options={setting.name: setting.default for setting in about.options} | set_here,
        tuned={game_id: options for game_id, options in tuned.items() if options},
        games=tuple(played),
        oracle=about.oracle,
    )


def check_name(source: Source, row: Row[BotRow]) -> None:
    """A bot whose own name is none that results can use must be given one."""
    if row.sound and not re.fullmatch(ID, name_of(row.given)):
        source.note((*row.where, "name"), "give it a name of letters, digits, '-', '_' and '.'.")


def check_version(source: Source, where: Where, wanted: str, spec: BotSpec) -> None:
    if not spec.package:
        source.note(where, "a bot of a file comes from no package, so it has no version.")
    elif spec.version != wanted:
        source.note(where, f"the league wants version {wanted} of {spec.package}, and {spec.version} is installed.")


def checked_options(
    source: Source, row: Row[BotRow], settings: Sequence[Setting], texts: dict[str, str]
) -> dict[str, Value]:
    """The options that the file sets; those that the bot refuses are noted and left out."""
    values: dict[str, Value] = {}
    for name, text in texts.items():
        try:
            values |= parse_settings(settings, {name: text})
        except BadBot as error:
            source.note((*row.where, "options", name), str(error))
    return values


def checked_games(source: Source, row: Row[BotRow], playable: list[str]) -> list[str]:
    """The games that the bot sits down to; those that it cannot are noted."""
    for number, wanted in enumerate(row.given.games or ()):
        where = (*row.where, "games", number)
        try:
            title = game(wanted).title
        except (UnknownGame, BadGame) as error:
            source.note(where, str(error))
            continue
        if wanted not in playable:
            source.note(where, f"the bot does not play {title}.")
    return [known for known in playable if row.given.games is None or known in row.given.games]
