"""Whether a machine plays just as another: versions, build, code, game data and bots, compared before any game."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import tavern_engine
import tavern_tournament
from tavern_bots.api import BadBot
from tavern_bots.code import game_origin
from tavern_engine import TavernError
from tavern_tournament.config.bots import installed
from tavern_tournament.players.keepers import steps_that_hold
from tavern_tournament.specs import JAIL, OURS, BotSpec, Setup

DIGITS: Final = 16  # of a package's digest; those of files that were sent follow


def likeness(setup: Setup) -> dict[str, Any]:
    """All that must be the same wherever a league is played, as plain data, as this machine has it."""
    digests: dict[str, str] = {}
    packages = {bot.bot: _package(bot, digests) for bot in setup.bots if bot.package}
    return {
        "versions": {
            OURS: tavern_engine.__version__,
            "Python": ".".join(platform.python_version_tuple()[:2]),
            "distributed": _version("distributed"),
        },
        "build": "compiled" if tavern_engine.COMPILED else "pure",
        "code": "".join(_package(BotSpec("ours", "random"), digests)[-1:]) + _league_code(),
        "games": {table.label: _game(setup, table.label) for table in setup.tables},
        "bots": packages,
        "jail": list(steps_that_hold()) if any(bot.isolation == JAIL for bot in setup.bots) else [],
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _package(bot: BotSpec, digests: dict[str, str]) -> list[str]:
    """The package of a bot, its version and digest; nothing if it is not installed."""
    try:
        found = installed(bot.bot, digests)
    except (BadBot, OSError):
        return []
    return [found["package"], found["version"], found["digest"][:DIGITS]]


def _league_code() -> str:
    """A digest of the league's own code: it changes no game, but both sides have to understand each other."""
    folder = Path(tavern_tournament.__file__).parent
    contents = hashlib.blake2b(digest_size=8)
    for path in sorted(folder.rglob("*.py")):
        contents.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes())
    return contents.hexdigest()


def _game(setup: Setup, label: str) -> list[str]:
    """The version and the data of a game as they are found here, and the code of one that is not ours."""
    try:
        rules = setup.table(label).rules()
        return [str(rules.version), rules.data_hash, *filter(None, game_origin(rules.id))]
    except TavernError as error:
        return [str(error)]


def unlike(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[str]:
    """What another machine has that is different, in words."""
    for name, wanted in ours["versions"].items():
        if (found := theirs["versions"].get(name)) != wanted:
            yield f"it has {name} {found}, and this machine {wanted}"
    if ours["build"] != theirs["build"]:
        yield f"it has the {theirs['build']} build, and this machine the {ours['build']} one"
    if ours["versions"] == theirs["versions"] and ours["code"] != theirs["code"]:
        yield "its code of tavern-tourney is not the same, though the version is"
    for label, wanted in ours["games"].items():
        if theirs["games"].get(label) != wanted:
            yield f"its rules or component data for the table {label} are not the same"
    for bot, wanted in ours["bots"].items():
        found = theirs["bots"].get(bot)
        if not found:
            yield f"it has no bot {bot!r} (of the package {wanted[0]} {wanted[1]})"
        elif found != wanted:
            yield f"its bot {bot!r} has other code ({' '.join(found[:2])}, here {' '.join(wanted[:2])})"
    if missing := [step for step in ours["jail"] if step not in theirs["jail"]]:
        yield f"its jail is weaker than the one here: {', '.join(missing)} missing"
