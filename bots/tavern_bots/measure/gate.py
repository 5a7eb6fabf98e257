"""A gate: whether one bot is better than another, by blocks of duplicate deals until a sequential test decides.

A block is one deal from every seat. With nobody else at the table the first bot plays among copies of the second, and
its share of wins is compared with par; with other opponents both bots play the deal among them, with the same luck, and
their shares are compared with each other. Blocks are counted in their order, so that neither the number of processes
nor an interruption changes where the test ends; what is done is kept in a ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite, sqrt
from pathlib import Path
from typing import Any, Final

from tavern_bots.code import bot_digest, rules_of_others
from tavern_bots.discover import split_text
from tavern_bots.measure.ledger import BadLedger, Ledger, usual_path
from tavern_bots.measure.side_by_side import side_by_side
from tavern_bots.measure.sprt import Sprt, Tally
from tavern_bots.measure.strength import Pairing, Result, bot_of, play_deal
from tavern_engine import BadSetup

FORMAT: Final = 1


@dataclass(frozen=True)
class Gate:
    """Two bots, who else sits at the table, and the test."""

    first: Pairing
    rival: str
    test: Sprt
    against: tuple[str, ...] = ()  # who fills the other seats; copies of the rival if nobody is named

    @classmethod
    def between(cls, pairing: Pairing, rival: str, test: Sprt) -> Gate:
        """The gate of the pairing's bot against the rival, among the pairing's others if it has any."""
        return cls(replace(pairing, others=pairing.others or (rival,)), rival, test, pairing.others)

    @cached_property
    def second(self) -> Pairing | None:
        """The rival among the same others."""
        return replace(self.first, bot=self.rival) if self.against else None

    def header(self) -> dict[str, Any]:
        """All that decides the results of its blocks."""
        first = self.first
        return {
            "gate": FORMAT,
            "game": [first.rules.id, first.rules.version, first.rules.data_hash],
            "table": [first.seats, dict(first.options)],
            "bots": [first.bot, self.rival, *self.against],
            "seed": first.seed,
            "code": [bot_digest(text) for text in (first.bot, self.rival, *self.against)],
            **rules_of_others(first.game),
        }

    def check(self) -> None:
        """Refuse what cannot be played or decided, before anything is."""
        if is_same(self.first.bot, self.rival, self.first.game):
            raise BadSetup(
                f"A gate is between two bots, and at {self.first.rules.title} {self.first.bot!r} is the same as "
                f"{self.rival!r}, options and all."
            )
        self.first.check()
        if self.second is not None:
            self.second.check()

    def usual_ledger(self) -> Path:
        """Where its blocks are kept unless somebody names a file."""
        return usual_path("gates", self.header())

    def play(self, path: Path, most: int, workers: int) -> Iterator[Standing]:
        """How it stands after each block, those of the ledger first, until the test decides or `most` are played."""
        self.check()
        standing = Standing(self)
        with closing(Ledger(path, self.header())) as ledger:
            for row in ledger.rows[:most]:
                standing.add(*shares_of(row, path))
                yield standing
                if standing.decided:
                    return
            if len(ledger.rows) >= most:
                return
            work = [(self, deal) for deal in range(len(ledger.rows), most)]
            for mine, theirs in side_by_side(play_block, work, workers):
                ledger.add([mine, theirs])
                standing.add(mine, theirs)
                yield standing
                if standing.decided:
                    return


def is_same(one: str, other: str, game_id: str) -> bool:
    """Whether two texts name one bot with the same options at a game, however they are written."""
    mine, theirs = bot_of(one), bot_of(other)
    file = _file(one)
    is_one_bot = mine.plugin is theirs.plugin or (file is not None and file == _file(other))
    return is_one_bot and mine.options(game_id) == theirs.options(game_id)


def _file(text: str) -> tuple[Path, str] | None:
    """The file and class of a bot that comes from one."""
    path, _, name = split_text(text)[0].rpartition(":")
    return (Path(path).resolve(), name) if path.endswith(".py") else None


def play_block(work: tuple[Gate, int]) -> tuple[float, float]:
    """The share of wins of the first bot in a block, and that of the second, or par."""
    gate, deal = work
    mine = play_deal((gate.first, deal))
    return mine, gate.first.par if gate.second is None else play_deal((gate.second, deal))


def shares_of(row: Any, path: Path) -> tuple[float, float]:
    """Both shares of a block in a ledger, or BadLedger."""
    match row:
        case [float() | int() as mine, float() | int() as theirs] if isfinite(mine) and isfinite(theirs):
            if 0 <= mine <= 1 and 0 <= theirs <= 1:
                return float(mine), float(theirs)
    raise BadLedger(f"The ledger {path} has a block that cannot be: delete the file to begin anew.")


@dataclass
class Standing:
    """How a gate stands after some blocks."""

    gate: Gate
    mine: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def add(self, mine: float, theirs: float) -> None:
        """One more block."""
        self.mine.append(mine)
        self.theirs.append(theirs)
        self.tally.add(mine - theirs)

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of the test."""
        return self.tally.ratio(self.gate.test)

    @property
    def verdict(self) -> str:
        """What the test says so far."""
        return self.gate.test.verdict(self.ratio)

    @property
    def decided(self) -> bool:
        """Whether the test has ended."""
        least, most = self.gate.test.bounds
        return not least < self.ratio < most

    @property
    def difference(self) -> Result:
        """By how much the first bot's share is above the second's, or above par."""
        return Result([mine - theirs for mine, theirs in zip(self.mine, self.theirs, strict=True)])

    @property
    def spreads(self) -> float:
        """The difference in standard deviations of a block, as the test has it; 0 if all blocks ended alike."""
        number = len(self.mine)
        mean = self.difference.share
        variance = self.tally.squares / number - mean * mean
        return mean / sqrt(variance) if variance > 0 else 0.0

    def figures(self) -> dict[str, Any]:
        """All of it as plain data."""
        gate, first, test = self.gate, self.gate.first, self.gate.test
        mine, difference = Result(self.mine), self.difference
        return {
            "verdict": self.verdict,
            "bot": first.bot,
            "rival": gate.rival,
            "against": list(gate.against),
            "game": first.game,
            "seats": first.seats,
            "par": first.par,
            "blocks": len(self.mine),
            "share": mine.share,
            "margin": mine.margin,
            "rival_share": Result(self.theirs).share if gate.second is not None else None,
            "difference": difference.share,
            "difference_margin": difference.margin,
            "spreads": self.spreads,
            "ratio": self.ratio,
            "bounds": list(test.bounds),
            "test": {"low": test.low, "high": test.high, "alpha": test.alpha, "beta": test.beta},
        }

    def __str__(self) -> str:
        least, most = self.gate.test.bounds
        test = f"log-likelihood ratio {self.ratio:.2f} between {least:.2f} and {most:.2f}"
        if self.gate.second is None:
            return f"{Result(self.mine)}, {test}"
        theirs, difference = Result(self.theirs), self.difference
        apart = f"{100 * difference.share:+.1f} % +- {100 * difference.margin:.1f}"
        return f"{100 * Result(self.mine).share:.1f} % against {theirs}, {apart} apart, {test}"
