"""Moves that were left out of a compacted journal, since the bots of the game choose them again.

Only our own bots in our own process are trusted with that, in our own games, if no clock and no fault decided anything.
It takes as long as the game took, and needs the same code: digests tell whether that is here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tavern_engine import TavernError
from tavern_tournament.host import Host
from tavern_tournament.reading import BadJournal
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Planned
from tavern_tournament.specs import INPROCESS, OURS, Setup


class Again:
    """Plays games again by the setup of their league."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._host = Host(replace(setup, logs=""))  # whoever looks at a run writes nothing

    def play(self, planned: Planned) -> GameResult:
        """The game as its bots play it now; BadJournal if they are not what they were."""
        for name in planned.bots:
            spec = self._setup.bot(name)
            if digest_here(spec.bot) != spec.digest:
                raise BadJournal(
                    f"The moves of {planned.id} were left out when the journal was compacted, and its bots play it "
                    f"again; but the code of {name} ({spec.package} {spec.version}) is not what it was: install that."
                )
        return self._host.play(planned)


@cache
def digest_here(bot: str) -> str:
    """The digest of a bot as it is installed; empty if it is not."""
    from tavern_tournament.config.bots import installed

    try:
        return installed(bot, {})["digest"]
    except (TavernError, OSError):
        return ""


def can_be_left_out(result: GameResult, setup: Setup) -> bool:
    """Whether the bots of a game can be trusted to choose the same again."""
    from tavern_tournament.verify import by_clock

    trusted = all(
        bot.package == OURS and bot.isolation == INPROCESS and digest_here(bot.bot) == bot.digest
        for bot in map(setup.bot, set(result.bots))
    )
    strange = bool(setup.table(result.table).package)  # rules of others change without notice
    return trusted and not (strange or result.void or result.faults or result.reasons or by_clock(result, setup))
