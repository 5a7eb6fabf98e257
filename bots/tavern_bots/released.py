"""The `mcts` of the last release, frozen: what today's is compared with, at equal time a move."""

from __future__ import annotations

from typing import Final

from tavern_bots.api import Place, Setting
from tavern_bots.player import player_of
from tavern_bots.shipped import MctsBot

#: All that it can be told is how long it may think: anything else would make another bot of it.
BUDGET: Final = ("simulations", "steps", "seconds", "memory")


class ReleasedBot(MctsBot):
    """Plays with the settings of 0.1.0, which every player keeps as far as they have changed."""

    summary = "mcts as the last release had it: to measure against"
    options: tuple[Setting, ...] = tuple(one for one in MctsBot.options if one.name in BUDGET)

    def __init__(self, place: Place) -> None:
        player = player_of(place.game.id)
        super().__init__(self.told(place, {**(player.released if player else {}), **place.options}))
