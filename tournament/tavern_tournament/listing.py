"""Which games a run has: found by who played, who lost, and how long they took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tavern_engine import TavernError
from tavern_engine.game import did_you_mean
from tavern_tournament.report.counts import by_name, natural
from tavern_tournament.results import GameResult


class NoSuchBot(TavernError):
    """A bot that did not play."""


@dataclass(frozen=True)
class Wanted:
    """Which games are to be listed."""

    bot: str = ""
    against: str = ""
    lost: bool = False  # by the bot
    faults: bool = False  # with one
    longest: bool = False  # first
    most: int = 0  # so many; 0 is all

    def among(self, results: Sequence[GameResult]) -> list[GameResult]:
        """Those of the results, in the order of their names unless the longest come first."""
        names = sorted({bot for result in results for bot in result.bots}, key=natural)
        for bot in filter(None, (self.bot, self.against)):
            if bot not in names:
                raise NoSuchBot(f"No bot {bot!r} has played.{did_you_mean(bot, names, 'There are')}")
        found = sorted((result for result in results if self.fits(result)), key=by_name)
        if self.longest:
            found.sort(key=lambda result: -len(result.actions))
        return found[: self.most or None]

    def fits(self, result: GameResult) -> bool:
        """Whether this game is wanted."""
        met = all(bot in result.bots for bot in (self.bot, self.against) if bot)
        if self.lost and (result.void or self.place(result, self.bot) <= self.first_rival(result)):
            return False
        return met and (not self.faults or bool(result.faults))

    def place(self, result: GameResult, bot: str) -> int:
        """The best place of a bot; behind all others if it did not play."""
        places = [place for place, who in zip(result.placement, result.bots, strict=True) if who == bot]
        return min(places, default=len(result.bots) + 1)

    def first_rival(self, result: GameResult) -> int:
        """The best place of the other one, or of anybody else."""
        if self.against:
            return self.place(result, self.against)
        rivals = [place for place, who in zip(result.placement, result.bots, strict=True) if who != self.bot]
        return min(rivals, default=len(result.bots))


def lines(results: Sequence[GameResult]) -> Iterator[str]:
    """The games as lines: name, decisions, who came where, what went wrong."""
    width = max((len(result.id) for result in results), default=0)
    for result in results:
        yield f"{result.id:<{width}}  {len(result.actions):>5}  {ended(result)}"


def ended(result: GameResult) -> str:
    """How a game ended: the bots in the order of their places, with their seats."""
    if result.void:
        return f"void: {result.void}"
    seats = sorted(range(len(result.bots)), key=lambda seat: (result.placement[seat], seat))
    told = ", ".join(f"{result.placement[seat]}. {result.bots[seat]} (seat {seat})" for seat in seats)
    faults = len(result.faults)
    return f"{told}; {faults} fault{'s' * (faults > 1)}" if faults else told
