"""The games there are."""

from functools import cache

from tavern_engine.errors import UnknownGame
from tavern_engine.game import Game, did_you_mean


@cache
def _games() -> dict[str, Game]:
    from tavern_engine.games.dragon_vault.game import DragonVault
    from tavern_engine.games.red_dragon_inn.game import RedDragonInn
    from tavern_engine.games.tavern_brawl.game import TavernBrawl
    from tavern_engine.games.tiefenthal.game import Tiefenthal

    boxes = (DragonVault.from_box(), RedDragonInn.from_box(), TavernBrawl.from_box(), Tiefenthal.from_box())
    return {game.id: game for game in boxes}


def games() -> list[Game]:
    """All games, in the order they joined the tavern."""
    return list(_games().values())


def game(id: str) -> Game:
    """The game with this id.

    >>> game("dragon-vault").title
    "Dragon's Vault"
    """
    known = _games()
    if id not in known:
        hint = did_you_mean(str(id), list(known)) or f" The games are: {', '.join(known)}."
        raise UnknownGame(f"There is no game {id!r}.{hint}")
    return known[id]
