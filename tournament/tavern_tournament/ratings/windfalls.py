"""What came to the seats of a game by lot: cards, dice and deals that were better or worse than was to be expected.

After every decision of a recorded game the luck that follows is drawn anew a few times, and a value function says how
likely each seat is to win then. The windfall of a seat is how much more likely the luck that really came made it, all
decisions together (after AIVAT: Burch, Schmid, Moravcik, Morrill and Bowling, 2018). Whoever played, and however the
value function errs, windfalls are zero on average, because nobody who decides knows what will be drawn: so they can be
taken off results without changing what those are on average. For that the value function has to be there before the
games: it is the evaluation that was learned for the release. The first deal does not count: in a block everybody has
had every hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from tavern_bots.evaluation import CERTAIN, Evaluation
from tavern_bots.measure.side_by_side import CORES, in_pieces, side_by_side
from tavern_bots.player import player_of
from tavern_engine import Game, Rng, State, TavernError
from tavern_tournament.match import new_table
from tavern_tournament.results import GameResult
from tavern_tournament.specs import Setup

AGAIN: Final = 8  # times that luck is drawn anew after a decision; with more, little less is left to chance
AT_ONCE: Final = 20_000  # decisions of a piece of work, a second or two
MOST_DECISIONS: Final = 2_000_000  # of a league that are looked at: a few minutes

Windfalls = Mapping[str, Sequence[float]]  # by the id of a game: what came to every seat, as a chance to win


@dataclass(frozen=True)
class Judge:
    """The value function of a game."""

    evaluation: Evaluation
    named: str  # which one it is

    def chances(self, state: State, seats: int) -> list[float]:
        """How likely every seat is to win."""
        return [int(self.evaluation.chance(state, seat)) / CERTAIN for seat in range(seats)]


def judge_of(game: Game) -> Judge | str:
    """The value function that the release has for a game, or a sentence why there is none."""
    player = player_of(game.id)
    if player is None or player.weights is None:
        return f"Nobody has trained an evaluation of {game.title}."
    found = player.evaluation(game)
    if isinstance(found, str):
        return found
    digest = blake2b(player.weights.read_bytes(), digest_size=4).hexdigest()
    return Judge(found, f"the learned evaluation {digest}")


def windfalls_of(setup: Setup, results: Iterable[GameResult]) -> Windfalls:
    """What came by lot in games that can be judged: not where a bot sees all cards, for that one knows what comes."""
    blind = {bot.name for bot in setup.bots if not bot.oracle}
    judged = {table.label for table in setup.tables if not isinstance(judge_of(table.rules()), str)}
    wanted = [
        result for result in results if not result.void and result.table in judged and blind.issuperset(result.bots)
    ]
    pieces = in_pieces(_first_deals(wanted), lambda result: len(result.actions), AT_ONCE)
    found: dict[str, Sequence[float]] = {}
    for part in side_by_side(_of_all, [(setup, work) for work in pieces], CORES):
        found.update(part)
    return found


def _first_deals(results: Iterable[GameResult]) -> Iterator[GameResult]:
    """The first deals, as far as they are looked at."""
    left = MOST_DECISIONS
    for result in sorted(results, key=lambda result: (result.deal, result.key, result.turn)):
        left -= len(result.actions)
        if left < 0:
            return
        yield result


def _of_all(work: tuple[Setup, Sequence[GameResult]]) -> dict[str, list[float]]:
    setup, results = work
    judges = {table.label: judge_of(table.rules()) for table in setup.tables}
    found = {}
    for result in results:
        judge = judges[result.table]
        assert isinstance(judge, Judge)
        try:
            found[result.id] = windfalls(setup, result, judge)
        except TavernError:  # somebody changed the journal; `verify` says so
            continue
    return found


def windfalls(setup: Setup, result: GameResult, judge: Judge) -> list[float]:
    """What came to every seat by lot, as a chance to win; IllegalAction if the record cannot be played."""
    state, seats = new_table(result, setup).truth(), len(result.bots)
    lots = Rng(setup.seeds.number("windfalls", result.id))
    came = [0.0] * seats
    for action in result.actions:
        before = state.clone()
        state.apply(action)
        expected = [0.0] * seats
        for _ in range(AGAIN):
            other = before.clone()
            other.redraw(lots)
            other.move(action)
            expected = [sum(both) for both in zip(expected, judge.chances(other, seats), strict=True)]
        after = judge.chances(state, seats)
        came = [so_far + now - total / AGAIN for so_far, now, total in zip(came, after, expected, strict=True)]
    return came
