"""Asks bots what they are, each in a confined process as it would play in: none is imported here."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Final

from tavern_bots.asked import BotFault
from tavern_bots.confine import Limits
from tavern_tournament.players.languages import Frames
from tavern_tournament.players.output import Log, Output
from tavern_tournament.players.process import BotProcess

AT_ONCE: Final = 8  # processes: most of the time that one takes is the start of Python


def interview(bots: Sequence[str], limits: Limits) -> dict[str, dict[str, Any] | BotFault]:
    """What each bot says about itself, as nobody has checked it, or what it did instead."""
    told: dict[str, dict[str, Any] | BotFault] = {}
    for first in range(0, len(bots), AT_ONCE):
        with contextlib.ExitStack() as stops:
            started = {bot: _start(bot, limits, stops) for bot in bots[first : first + AT_ONCE]}
            told |= {bot: _about(bot, process, limits) for bot, process in started.items()}
    return told


def _start(bot: str, limits: Limits, stops: contextlib.ExitStack) -> BotProcess:
    process = BotProcess(Frames(bot, {}), limits, Output(Log(None, bot)))
    stops.callback(process.stop)
    return process


def _about(bot: str, process: BotProcess, limits: Limits) -> dict[str, Any] | BotFault:
    language = Frames(bot, {})
    try:
        about = process.ask(language.hello(), limits.start_seconds, language.greeting).get("about")
    except BotFault as fault:
        return fault
    return about if isinstance(about, dict) else BotFault("protocol", "It did not say what it is.")
