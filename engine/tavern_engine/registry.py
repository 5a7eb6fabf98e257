"""The games there are: every folder of `tavern_engine.games` whose `game.py` has a GAME."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import tavern_engine.games as folder
from tavern_engine.errors import UnknownGame
from tavern_engine.game import Game, did_you_mean


@cache
def _games() -> dict[str, Game]:
    modules = [import_module(f"{found.name}.game") for found in iter_modules(folder.__path__, f"{folder.__name__}.")]
    boxes: list[Game] = [module.GAME.from_box() for module in modules]
    return {game.id: game for game in boxes}


def game_names() -> list[str]:
    """The ids of all games, by the names of their folders: none of them is imported."""
    return [found.name.replace("_", "-") for found in iter_modules(folder.__path__)]


def games() -> list[Game]:
    """All games, in the order of their folders' names."""
    return list(_games().values())


def game(id: str) -> Game:
    """The game with this id.

    >>> game("dragon-vault").title
    "Dragon's Vault"
    """
    known = _games()
    if id not in known:
        raise UnknownGame(f"There is no game {id!r}.{did_you_mean(id, known, 'The games are')}")
    return known[id]
