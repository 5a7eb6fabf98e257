"""How much luck is taken out of the results: by blocks, the same deal from all seats, and by windfalls.

Windfalls (see there) are control variates: whatever part of them is taken off the results, these are the same on
average, as long as the part is not chosen by the very deals that it is taken off. So it is fitted to all other deals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, Final

import numpy as np

from tavern_tournament.ratings.finish import REMEMBERED, places_of_teams
from tavern_tournament.results import GameResult

if TYPE_CHECKING:
    from tavern_tournament.ratings.windfalls import Windfalls

FOLDS: Final = 10  # parts of the deals; each is corrected by what the others say
TINY: Final = 1e-9  # a windfall that is none, or a sum of their squares
MOST_TAKEN: Final = 2.0  # times a windfall: a fit to few deals may want more


def variance_saved(results: Iterable[GameResult]) -> dict[str, float]:
    """By game: by which part a bot's mean over a block varies less than over as many games with luck of their own.

    With 0.5, a league without blocks would need twice the games for the same table; with 0 they are no better than
    single games, and below that worse. The outcome of a game for a bot is the part of its rivals that it left behind.
    The variance of single games with their own deals and random seats is that between blocks and that within them
    together. Only line-ups with at least two whole blocks count; a game without one has no figure.
    """
    line_ups: dict[tuple[str, str, str], dict[int, list[GameResult]]] = {}
    for result in sorted(results, key=lambda result: result.id):
        if not result.void:
            deals = line_ups.setdefault((result.game, result.table, result.line_up), {})
            deals.setdefault(result.deal, []).append(result)
    of_blocks: dict[str, float] = {}
    of_singles: dict[str, float] = {}
    for (game, *_), deals in line_ups.items():
        turns = max(map(len, deals.values()))
        whole = [block for block in deals.values() if len(block) == turns]
        if turns < 2 or len(whole) < 2:
            continue
        for bot in sorted(set(whole[0][0].bots)):
            outcomes = np.array([[left_behind(result, bot) for result in block] for block in whole])
            between, within = float(outcomes.mean(axis=1).var(ddof=1)), float(outcomes.var(axis=1).mean())
            of_blocks[game] = of_blocks.get(game, 0) + len(whole) * between
            of_singles[game] = of_singles.get(game, 0) + len(whole) * (between + within) / turns
    return {game: round(1 - of_blocks[game] / single, 4) for game, single in sorted(of_singles.items()) if single > 0}


def left_behind(result: GameResult, bot: str) -> float:
    """The part of its rivals that a bot placed ahead of, a shared place counting half; the mean over its seats."""
    parts = _left_behind(result.teams, result.placement)
    return fmean([parts[seat] for seat, name in enumerate(result.bots) if name == bot])


@lru_cache(maxsize=REMEMBERED)
def _left_behind(teams: Sequence[int], placement: Sequence[int]) -> list[float]:
    """The same by seat."""
    parts = []
    for team, own in zip(teams, placement, strict=True):
        rivals = [place for place, other in zip(placement, teams, strict=True) if other != team]
        ahead = sum(place > own for place in rivals) + sum(place == own for place in rivals) / 2
        parts.append(ahead / max(len(rivals), 1))
    return parts


@dataclass(frozen=True)
class Block:
    """How a bot did against another in one deal at a kind of table, and how much more came to it than to the other."""

    table: str
    deal: int
    share: float  # of their meetings in which it placed better, equal places counting half
    windfall: float


@dataclass(frozen=True)
class Corrected:
    """The meetings of a pair, block by block, as they were and without what came by lot."""

    game: str
    bot: str
    other: str
    plain: tuple[float, ...]
    less_luck: tuple[float, ...]

    @property
    def variances(self) -> tuple[float, float]:
        """How much blocks vary, as they were and without what came by lot."""
        return pvariance(self.plain), pvariance(self.less_luck)


Pair = tuple[str, str, str]  # of a game: two bots
Pairs = dict[Pair, list[Block]]


def take_luck_out(results: Iterable[GameResult], windfalls: Windfalls) -> list[Corrected]:
    """All pairs of which windfalls are known, by game and names; where nothing came by lot, there is nothing to say."""
    pairs = _blocks(results, windfalls)
    taken = _taken(pairs)
    found = []
    for key, blocks in sorted(pairs.items()):
        if any(abs(block.windfall) > TINY for block in blocks):
            parts = [taken[block.table, block.deal, key] for block in blocks]
            less = tuple(block.share - part * block.windfall for part, block in zip(parts, blocks, strict=True))
            found.append(Corrected(*key, tuple(block.share for block in blocks), less))
    return found


def _blocks(results: Iterable[GameResult], windfalls: Windfalls) -> Pairs:
    met: dict[Pair, dict[str, list[tuple[GameResult, float, float]]]] = defaultdict(dict)
    for result in sorted(results, key=lambda result: (result.deal, result.key, result.turn)):
        if result.id not in windfalls:
            continue
        places, came = places_of_teams(result), windfalls[result.id]
        for one, two in combinations(range(len(result.bots)), 2):
            first, second = sorted((one, two), key=lambda seat: result.bots[seat])
            if result.teams[one] == result.teams[two] or result.bots[one] == result.bots[two]:
                continue
            lead = places[result.teams[second]] - places[result.teams[first]]
            did = 0.5 + (lead > 0) / 2 - (lead < 0) / 2
            blocks = met[result.game, result.bots[first], result.bots[second]]
            blocks.setdefault(result.block, []).append((result, did, (came[first] - came[second]) / 2))
    return {key: [_block(meetings) for meetings in blocks.values()] for key, blocks in met.items()}


def _block(meetings: Sequence[tuple[GameResult, float, float]]) -> Block:
    (result, *_), *_ = meetings
    return Block(result.table, result.deal, fmean(did for _, did, _ in meetings), fmean(came for *_, came in meetings))


def _taken(pairs: Pairs) -> dict[tuple[str, int, Pair], float]:
    """By table, deal and pair: which part of a windfall is taken off; fitted at that table, to deals that it is not."""
    tables: dict[str, Pairs] = defaultdict(lambda: defaultdict(list))
    for key, blocks in pairs.items():
        for block in blocks:
            tables[block.table][key].append(block)
    parts = {}
    for table, met in tables.items():
        deals = sorted({block.deal for blocks in met.values() for block in blocks})
        folds = min(FOLDS, len(deals))
        fold = {deal: number % folds for number, deal in enumerate(deals)}
        for out in range(folds):
            fits = fit_parts(
                {key: [block for block in blocks if fold[block.deal] != out] for key, blocks in met.items()}
            )
            parts.update({(table, deal, key): fits[key] for deal in deals if fold[deal] == out for key in met})
    return parts


def fit_parts(pairs: Pairs) -> dict[Pair, float]:
    """The parts of the windfalls with which these blocks vary least.

    The more one of a pair is better, the less luck decides between them: as in a logistic model, by the product of
    both chances, in which a bad and a good block are imagined.
    """
    weights = {}
    together = of_luck = 0.0
    for key, blocks in pairs.items():
        chance = (sum(block.share for block in blocks) + 1) / (len(blocks) + 2)
        weights[key] = 4 * chance * (1 - chance)
        usual = fmean(block.share for block in blocks) if blocks else 0.0
        together += sum((block.share - usual) * weights[key] * block.windfall for block in blocks)
        of_luck += sum((weights[key] * block.windfall) ** 2 for block in blocks)
    part = min(max(together / of_luck, 0.0), MOST_TAKEN) if of_luck > TINY else 0.0
    return {key: part * weight for key, weight in weights.items()}
