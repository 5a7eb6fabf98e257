"""Tuning: settings of a bot that win more, found by an evolution strategy (CMA-ES, the package `cma`) over games.

Every round tries some settings on deals that are new to all of them and the same for all of them, each deal from every
seat; so the luck of the deals is no difference between two settings. What a round showed is kept in a ledger.
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import exp, isfinite, log
from pathlib import Path
from typing import Any, Final

from tavern_bots.api import BadBot, Setting
from tavern_bots.code import bot_digest, rules_of_others
from tavern_bots.discover import choose_bot, split_text
from tavern_bots.measure.ledger import BadLedger, Ledger, usual_path
from tavern_bots.measure.side_by_side import side_by_side
from tavern_bots.measure.strength import Pairing, play_deal

FORMAT: Final = 1
WIDE: Final = 20  # a range whose end is so many times its beginning is searched by its logarithm
FIRST_STEP: Final = 0.25  # of each range


@dataclass(frozen=True)
class Axis:
    """A setting and the values that are tried: from one number to another, or any of some choices."""

    setting: Setting
    low: float = 0.0
    high: float = 0.0
    choices: tuple[str, ...] = ()

    @classmethod
    def parse(cls, settings: Sequence[Setting], text: str) -> Axis:
        """From `trust=0..0.1` or `goal=win|lead`, or BadBot."""
        name, _, values = text.partition("=")
        setting = next((one for one in settings if one.name == name), None)
        if setting is None:
            raise BadBot(f"There is no setting {name!r} to tune: there are {', '.join(one.name for one in settings)}.")
        ends = values.split("..")
        if "|" in values or len(ends) != 2:
            choices = tuple(values.split("|"))
            if len(choices) < 2:
                raise BadBot(f"{text!r} leaves no choice: write {name}=LOW..HIGH, or {name}=ONE|ANOTHER.")
            for value in choices:
                setting.parse(value)
            return cls(setting, choices=choices)
        if isinstance(setting.default, bool | str):
            raise BadBot(f"{name} is {setting.allowed()}, not a range of numbers: write {name}=ONE|ANOTHER.")
        low, high = (float(setting.parse(end)) for end in ends)
        if not low < high or not isfinite(high):
            raise BadBot(f"{text!r} is no range: the first number is the smaller one.")
        return cls(setting, low, high)

    def at(self, place: float) -> str:
        """The value at a place from 0 to 1, as it is written."""
        if self.choices:
            return self.choices[min(int(place * len(self.choices)), len(self.choices) - 1)]
        if self.low > 0 and self.high >= WIDE * self.low:
            value = exp((1 - place) * log(self.low) + place * log(self.high))
        else:
            value = self.low + place * (self.high - self.low)
        return f"{round(value)}" if isinstance(self.setting.default, int) else f"{value:.4g}"


@dataclass(frozen=True)
class Tried:
    """What a round showed: the bot with the settings that are thought best now, and the shares of all that it tried."""

    favourite: str
    shares: Sequence[float]


@dataclass(frozen=True)
class Tuning:
    """A bot among others, and the settings to be found."""

    pairing: Pairing
    axes: Sequence[Axis]
    deals: int  # for each try

    @classmethod
    def of(cls, pairing: Pairing, texts: Sequence[str], deals: int) -> Tuning:
        """The tuning that a command line asks for, or BadBot."""
        choice = choose_bot(pairing.bot)
        axes = [Axis.parse(choice.plugin.options, text) for text in texts]
        names = [axis.setting.name for axis in axes]
        for name in names:
            if names.count(name) > 1 or name in choice.given:
                raise BadBot(f"The setting {name} is set twice: leave one out.")
        return cls(pairing, axes, deals)

    def header(self) -> dict[str, Any]:
        """All that decides what its rounds show."""
        pairing = self.pairing
        return {
            "tuning": FORMAT,
            "game": [pairing.rules.id, pairing.rules.version, pairing.rules.data_hash],
            "table": [pairing.seats, dict(pairing.options)],
            "bots": [pairing.bot, *pairing.others],
            "axes": [[axis.setting.name, axis.low, axis.high, *axis.choices] for axis in self.axes],
            "deals": self.deals,
            "seed": pairing.seed,
            "code": [bot_digest(text) for text in (pairing.bot, *pairing.others)],
            **rules_of_others(pairing.game),
        }

    def usual_ledger(self) -> Path:
        """Where its rounds are kept unless somebody names a file."""
        return usual_path("tuning", self.header())

    def bot_at(self, point: Sequence[float]) -> str:
        """The bot with the settings of a point."""
        more = ",".join(f"{axis.setting.name}={axis.at(place)}" for axis, place in zip(self.axes, point, strict=False))
        name, given = split_text(self.pairing.bot)
        return f"{name}:{given},{more}" if given else f"{name}:{more}"

    def play(self, path: Path, rounds: int, workers: int) -> Iterator[Tried]:
        """What each round shows, those of the ledger first."""
        self.pairing.check()
        strategy = evolution(max(len(self.axes), 2), self.pairing.seed)  # it does not work in one dimension
        with closing(Ledger(path, self.header())) as ledger:
            for number in range(rounds):
                points = strategy.ask()
                if number < len(ledger.rows):
                    shares = shares_of(ledger.rows[number], len(points), path)
                else:
                    shares = self.shares(number, [self.bot_at(point) for point in points], workers)
                    ledger.add(shares)
                strategy.tell(points, [-share for share in shares])
                yield Tried(self.bot_at(strategy.result.xfavorite), shares)

    def shares(self, number: int, bots: Sequence[str], workers: int) -> list[float]:
        """The shares of wins of some bots in a round."""
        seed = f"{self.pairing.seed} round {number}"
        work = [(replace(self.pairing, bot=bot, seed=seed), deal) for bot in bots for deal in range(self.deals)]
        played = list(side_by_side(play_deal, work, workers))
        return [sum(played[first : first + self.deals]) / self.deals for first in range(0, len(work), self.deals)]


def evolution(dimensions: int, seed: str) -> Any:
    """The strategy, which begins in the middle of all ranges, or BadBot."""
    try:
        with warnings.catch_warnings():  # it misses what it would draw with
            warnings.simplefilter("ignore")
            import cma
    except ImportError:
        raise BadBot("Tuning needs the package cma: pip install 'tavern-tourney[tune]'.") from None
    options = {"bounds": [0, 1], "seed": zlib.crc32(seed.encode()) + 1, "verbose": -9}
    return cma.CMAEvolutionStrategy([0.5] * dimensions, FIRST_STEP, options)


def shares_of(row: Any, number: int, path: Path) -> list[float]:
    """The shares of a round in a ledger, or BadLedger."""
    if (
        isinstance(row, list)
        and len(row) == number
        and all(isinstance(one, int | float) and 0 <= one <= 1 for one in row)
    ):
        return row
    raise BadLedger(f"The ledger {path} has a round that cannot be: delete the file to begin anew.")
