"""Asks bots what they are, each in a confined process as it would play in: none is imported here."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any, Final

from tavern_bots.asked import BotFault
from tavern_tournament.players.keepers import Keeper, Terms
from tavern_tournament.players.languages import Frames
from tavern_tournament.players.output import Log, Output
from tavern_tournament.players.process import BotProcess

AT_ONCE: Final = 8  # processes: most of the time that one takes is the start of Python


def interview(bots: Mapping[str, Terms]) -> dict[str, dict[str, Any] | BotFault]:
    """What each bot, kept on its terms, says about itself, as nobody has checked it, or what it did instead."""
    told: dict[str, dict[str, Any] | BotFault] = {}
    names = sorted(bots)
    for first in range(0, len(names), AT_ONCE):
        some = names[first : first + AT_ONCE]
        with contextlib.ExitStack() as stops:
            keepers = {}
            for bot in some:
                keepers[bot] = Keeper(bots[bot])
                stops.callback(keepers[bot].stop)
            told |= {bot: _about(bot, keeper) for bot, keeper in keepers.items()}
    return told


def _about(bot: str, keeper: Keeper) -> dict[str, Any] | BotFault:
    try:
        process = BotProcess(Frames(bot, {}), keeper, Output(Log(None, bot)))
        about = process.greet(keeper.limits.start_seconds).get("about")
        process.stop()
    except BotFault as fault:
        return fault
    return about if isinstance(about, dict) else BotFault("protocol", "It did not say what it is.")
