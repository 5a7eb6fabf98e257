"""The sequential test: it errs as seldom as it says, on results as blocks have them."""

from __future__ import annotations

from math import log, sqrt
from random import Random

import pytest

from tavern_bots.measure.sprt import BETTER, NOT_BETTER, UNDECIDED, Sprt, Tally
from tavern_engine import BadSetup

RUNS = 400


def block(chance: Random, mean: float) -> float:
    """A result of a block of two seats, level half of the time: its spread is about 0.35."""
    lot = chance.random()
    wins = 0.25 + mean
    return 0.5 if lot < wins else -0.5 if lot > 0.5 + wins else 0.0


def verdict_of(chance: Random, mean: float, test: Sprt) -> tuple[str, int]:
    tally = Tally()
    while test.verdict(tally.ratio(test)) == UNDECIDED:
        tally.add(block(chance, mean))
    return test.verdict(tally.ratio(test)), tally.number


@pytest.mark.parametrize(("claim", "wrong"), [("low", BETTER), ("high", NOT_BETTER)])
def test_it_errs_no_more_often_than_it_may(claim: str, wrong: str) -> None:
    test = Sprt(low=0.0, high=0.3, alpha=0.05, beta=0.05)
    mean = getattr(test, claim) * 0.35
    chance = Random(17)
    runs = [verdict_of(chance, mean, test) for _ in range(RUNS)]
    share = sum(said == wrong for said, _ in runs) / RUNS
    assert share < 0.05 + 2 * sqrt(0.05 * 0.95 / RUNS)
    assert share > 0.01  # it does not wait longer than it has to
    assert sum(number for _, number in runs) / RUNS < 120


def test_what_is_much_better_is_seen_soon() -> None:
    chance = Random(3)
    runs = [verdict_of(chance, 0.2, Sprt()) for _ in range(50)]
    assert {said for said, _ in runs} == {BETTER}
    assert sum(number for _, number in runs) / 50 < 50


def test_the_ratio_is_that_of_normal_results_with_the_spread_that_fits_best() -> None:
    """By hand: results 1 and 0; with a mean of 0 the spread is the root of a half, else as the search below finds."""
    tally = Tally()
    for result in (1.0, 0.0):
        tally.add(result)

    def likelihood(claim: float) -> float:
        return max(
            sum(-log(s) - (x - claim * s) ** 2 / (2 * s * s) for x in (1.0, 0.0))
            for s in (step / 1000 for step in range(1, 3000))
        )

    test = Sprt(0.0, 0.5)
    assert tally.ratio(test) == pytest.approx(likelihood(0.5) - likelihood(0.0), abs=1e-5)


def test_blocks_that_all_end_level_speak_against_a_difference() -> None:
    test, tally = Sprt(), Tally()
    assert tally.ratio(test) == 0
    for _ in range(200):
        tally.add(0.0)
    assert test.verdict(tally.ratio(test)) == NOT_BETTER


@pytest.mark.parametrize(
    ("claims", "said"),
    [((0.2, 0.1), "the low one first"), ((0, 9), "from -5 to 5"), ((float("nan"), 1), "from -5 to 5")],
)
def test_claims_that_make_no_test_are_refused(claims: tuple[float, float], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        Sprt(*claims)
    with pytest.raises(BadSetup, match="Error rates are between 0 and"):
        Sprt(alpha=0.5)
