"""The games there are: our own, a folder of `tavern_engine.games` each, and those of packages that bring one.

Another package publishes a game as an entry point of the group `tavern_tourney.games`: its name is the game's id, and
it leads to the class. Listing imports nothing; a game is loaded when it is asked for, and a broken one is named with
its reason and stops no other.
"""

from __future__ import annotations

import re
import sys
from functools import cache, lru_cache
from importlib.metadata import EntryPoint
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

import tavern_engine.games as folder
from tavern_engine import plugins
from tavern_engine.errors import BadGame, TavernError, UnknownGame
from tavern_engine.game import Game, Option, did_you_mean
from tavern_engine.guard import complaint, packages_behind
from tavern_engine.layout import Layout
from tavern_engine.state import MAX_SEATS, MOST_ACTIONS, State, Tables
from tavern_engine.words import Words

GROUP: Final = "tavern_tourney.games"
ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
#: What a game must have, and of which type.
PARTS: Final[dict[str, tuple[type, ...]]] = {
    "title": (str,),
    "version": (int,),
    "actions": (int,),
    "min_seats": (int,),
    "max_seats": (int,),
    "options": (tuple,),
    "data_hash": (str,),
    "data_file": (Path,),
    "rules_file": (Path,),
    "tables": (Tables,),
    "layout": (Layout,),
    "words": (Words,),
}


class ListedGame(plugins.Listed):
    """A game as its folder or its package's metadata name it; nothing of it has been imported."""

    what, error = "game", BadGame

    @property
    def packages(self) -> list[str]:
        return [plugins.OURS if is_ours(entry) else plugins.package_of(entry) for entry in self.entries]

    @property
    def ours(self) -> bool:
        """Whether it is one of this package, and of no other."""
        return all(map(is_ours, self.entries))

    def load(self) -> Game:
        """Import it and set it up, or BadGame with its package and a short reason."""
        if self.ours:
            return _own(self.entries[0].value)
        with self.loading() as entry:
            if not ID.fullmatch(self.name):
                raise BadGame("its name is no id: an id has small letters, digits and dashes, such as my-game")
            return checked(entry.load(), self.name)


def is_ours(entry: EntryPoint) -> bool:
    """Whether an entry point stands for a folder of this package."""
    return entry.dist is None


@lru_cache(maxsize=8)
def _listed(places: tuple[str, ...], _paths: tuple[str, ...]) -> dict[str, ListedGame]:
    modules = [found.name for found in iter_modules(places, f"{folder.__name__}.")]
    ours = [EntryPoint(name.rpartition(".")[2].replace("_", "-"), f"{name}.game:GAME", GROUP) for name in modules]
    others = plugins.by_name(plugins.installed(GROUP))
    found = {entry.name: (entry, *others.pop(entry.name, ())) for entry in ours} | others
    return {name: ListedGame(name, entries) for name, entries in found.items()}


@cache
def _own(place: str) -> Game:
    """A game of this package, which is made once and, unlike those of others, may take its time."""
    game: Game = EntryPoint("", place, GROUP).load().from_box()
    return game


@lru_cache(maxsize=256)  # also what is wrong with one: a package that hangs when it is imported is waited for once
def _loaded(one: ListedGame) -> Game | str:
    try:
        return one.load()
    except BadGame as error:
        return str(error)


def checked(plugin: object, id: str) -> Game:
    """The game of a class, if it has all that a game needs, else BadGame."""
    if not isinstance(plugin, type) or not issubclass(plugin, Game):
        raise BadGame(f"{plugin!r} is not a game: it needs to be a class derived from tavern_engine.Game")
    game = plugin.from_box()
    if not isinstance(game, Game):
        raise BadGame(f"{plugin!r} is not a game: its from_box makes {game!r}")
    if problem := _wrong(game, id):
        raise BadGame(f"{plugin!r} is not a game: {problem}")
    return game


def _wrong(game: Any, id: str) -> str:
    """What is wrong with a game, as far as that can be seen without playing it; empty if nothing is."""
    if (name := getattr(game, "id", None)) != id:
        return f"its id is {name!r}, and its package names it {id!r}"
    for part, kinds in PARTS.items():
        value = getattr(game, part, None)
        if not isinstance(value, kinds) or isinstance(value, bool):
            return f"its {part} is missing or of the wrong type"
    if not isinstance(getattr(game, "state_class", None), type) or not issubclass(game.state_class, State):
        return "its state_class is missing or of the wrong type"
    if not all(isinstance(option, Option) for option in game.options):
        return "its options are not all of the type Option"
    if not 2 <= game.min_seats <= game.max_seats <= MAX_SEATS:
        return f"it has {game.min_seats} to {game.max_seats} seats, and a table has 2 to {MAX_SEATS}"
    if not 0 < game.actions <= MOST_ACTIONS:
        return f"it has {game.actions} actions, and a game has 1 to {MOST_ACTIONS:,}"
    if len(game.words.actions) != game.actions:
        return f"it has {game.actions} actions, and words for {len(game.words.actions)}"
    if game.tables.game is not game:
        return "its tables do not know it: `self.tables.game = self` is missing"
    if not game.rules_file.is_file():
        return f"there are no rules in {game.rules_file}"
    return ""


def discover() -> list[ListedGame]:
    """All games by their ids, without importing any: our own in the order of their folders, then those of others."""
    return list(_known().values())


def _known() -> dict[str, ListedGame]:
    return _listed(tuple(folder.__path__), tuple(sys.path))


def games() -> list[Game]:
    """All games that can be loaded, our own first."""
    return [game for game in map(_loaded, discover()) if isinstance(game, Game)]


def broken() -> list[str]:
    """Why the others cannot be loaded, a sentence for each."""
    return [problem for problem in map(_loaded, discover()) if isinstance(problem, str)]


def listed(id: str) -> ListedGame:
    """The game with this id, which is not imported, or UnknownGame."""
    known = _known()
    if id not in known:
        raise UnknownGame(f"There is no game {id!r}.{did_you_mean(id, known, 'The games are')}")
    return known[id]


def game(id: str) -> Game:
    """The game with this id, or BadGame if it cannot be loaded.

    >>> game("dragon-vault").title
    "Dragon's Vault"
    """
    found = _loaded(listed(id))
    if isinstance(found, str):
        raise BadGame(found)
    return found


def culprit(error: BaseException) -> BadGame | None:
    """What to say of an error that code of another package's game raised; None if it was not that."""
    if isinstance(error, TavernError):
        return None
    behind = set(packages_behind(error))
    for one in discover():
        package = one.entries[-1].module.partition(".")[0]
        if not one.ours and package in behind:
            return BadGame(f"The game {one.name!r} of {one.packages[-1]} failed: {complaint(error, package)}.")
    return None
