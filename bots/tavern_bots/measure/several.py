"""A gate at several tables: whether one bot is better than another over some games and table sizes taken together.

A block is one deal at every table, each from every seat; its result is the mean of what the tables say. So every table
counts alike, and one sequential test decides for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from tavern_bots.measure.gate import Gate, Standing, play_block, shares_of
from tavern_bots.measure.ledger import BadLedger, Ledger, usual_path
from tavern_bots.measure.side_by_side import side_by_side
from tavern_bots.measure.sprt import Tally
from tavern_bots.measure.strength import Result

Shares = tuple[float, float]  # of both bots in a block at one table


@dataclass
class Together:
    """How several gates of the same two bots stand after some blocks."""

    tables: Sequence[Standing]
    tally: Tally = field(default_factory=Tally)
    differences: list[float] = field(default_factory=list)

    def add(self, block: Sequence[Shares]) -> None:
        """One more block."""
        for standing, (mine, theirs) in zip(self.tables, block, strict=True):
            standing.add(mine, theirs)
        self.differences.append(fmean(mine - theirs for mine, theirs in block))
        self.tally.add(self.differences[-1])

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of the test."""
        return self.tally.ratio(self.tables[0].gate.test)

    @property
    def verdict(self) -> str:
        """What the test says so far."""
        return self.tables[0].gate.test.verdict(self.ratio)

    @property
    def decided(self) -> bool:
        """Whether the test has ended."""
        least, most = self.tables[0].gate.test.bounds
        return not least < self.ratio < most

    @property
    def difference(self) -> Result:
        """By how much the first bot's share is above the second's, or above par, over all tables."""
        return Result(self.differences)

    def figures(self) -> dict[str, Any]:
        """All of it as plain data."""
        least, most = self.tables[0].gate.test.bounds
        return {
            "verdict": self.verdict,
            "blocks": len(self.differences),
            "difference": self.difference.share,
            "difference_margin": self.difference.margin,
            "ratio": self.ratio,
            "bounds": [least, most],
            "tables": [standing.figures() for standing in self.tables],
        }


def play(gates: Sequence[Gate], ledger: Path | None, most: int, workers: int) -> Iterator[Together]:
    """How they stand after each block, those of the ledger first, until the test decides or `most` are played."""
    for gate in gates:
        gate.check()
    header = {"gates": [gate.header() for gate in gates]}
    path = ledger or usual_path("gates", header)
    together = Together([Standing(gate) for gate in gates])
    with closing(Ledger(path, header)) as kept:
        for row in kept.rows[:most]:
            if not isinstance(row, list) or len(row) != len(gates):
                raise BadLedger(f"The ledger {path} has a block that cannot be: delete the file to begin anew.")
            together.add([shares_of(one, path) for one in row])
            yield together
            if together.decided:
                return
        work = [(tuple(gates), deal) for deal in range(len(kept.rows), most)]
        if not work:
            return
        for block in side_by_side(play_blocks, work, workers):
            kept.add([list(shares) for shares in block])
            together.add(block)
            yield together
            if together.decided:
                return


def play_blocks(work: tuple[tuple[Gate, ...], int]) -> list[Shares]:
    """A deal at every table: the shares of both bots."""
    gates, deal = work
    return [play_block((gate, deal)) for gate in gates]
