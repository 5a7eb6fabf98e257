"""The fit of the TrueSkill model: against the `trueskill` package, exact posteriors, and leagues with known skills."""

from __future__ import annotations

import logging
import math
from collections import Counter
from itertools import combinations, pairwise
from statistics import NormalDist

import numpy as np
import pytest
import trueskill

from tavern_tournament.ratings.finish import BETA, MU, SIGMA, Finish
from tavern_tournament.ratings.skill import Floats, Skills, draw_margin, finishes_of, fit

DRAWS = 0.1
MARGIN = draw_margin(DRAWS, seats=2)


def order(text: str) -> Finish:
    """A finish from a text: `ann > bob = cid` are places, `ann bob > cid dan` are teams."""
    words = text.replace(">", "|>|").replace("=", "|=|").split("|")
    return Finish(tuple(tuple(team.split()) for team in words[::2]), tuple(word == "=" for word in words[1::2]))


def fitted(games: dict[str, int], bots: str, draws: float = DRAWS) -> Skills:
    """The fit of games that finished so, so many times each."""
    orders = [order(text) for text in games]
    return fit(finishes_of(orders, bots.split(), draws), np.array(list(games.values()), np.float64))


@pytest.mark.parametrize(
    "game",
    [
        "ann > bob",
        "ann = bob",
        "bob > ann > cid",
        "ann > bob = cid",
        "ann = bob = cid",
        "dan > bob > ann > cid",
        "dan > bob = ann > cid",
        "ann = dan > cid = bob",
        "ann bob > cid dan",
        "ann bob = cid",
        "ann > bob cid > dan",
    ],
)
def test_a_single_game_is_rated_as_trueskill_does(game: str) -> None:
    teams, shared = order(game)
    environment = trueskill.TrueSkill(MU, SIGMA, BETA, tau=0, draw_probability=DRAWS)
    ranks = [sum(not share for share in shared[:place]) for place in range(len(teams))]
    groups = [[environment.create_rating() for _ in team] for team in teams]
    theirs = [rating for group in environment.rate(groups, ranks, min_delta=1e-9) for rating in group]
    bots = [bot for team in teams for bot in team]
    ours = fitted({game: 1}, " ".join(bots))
    assert ours.mean == pytest.approx([rating.mu for rating in theirs], abs=1e-4)
    assert np.sqrt(np.diag(ours.covariance)) == pytest.approx([rating.sigma for rating in theirs], abs=1e-4)


def test_a_count_is_the_same_as_so_many_games() -> None:
    games = ["ann > bob > cid", "bob > ann = cid", "cid > bob"]
    orders = [order(text) for text in games]
    counted = fit(finishes_of(orders, ["ann", "bob", "cid"], DRAWS), np.array([4.0, 3.0, 2.0]), tolerance=1e-9)
    one_by_one = [order(text) for text, times in zip(games, (4, 3, 2), strict=True) for _ in range(times)]
    single = fit(finishes_of(one_by_one, ["ann", "bob", "cid"], DRAWS), np.ones(9), tolerance=1e-9)
    assert counted.mean == pytest.approx(single.mean, abs=1e-6)
    assert counted.covariance == pytest.approx(single.covariance, abs=1e-6)


def normal(values: Floats) -> Floats:
    return np.vectorize(NormalDist().cdf)(values)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("won", "drawn", "lost", "tolerance"),
    [(1, 0, 0, 0.001), (3, 1, 1, 0.02), (7, 0, 7, 0.01), (20, 5, 2, 0.01), (5, 0, 0, 0.15)],  # one-sided: too narrow
)
@pytest.mark.parametrize("team", [1, 2])
def test_two_bots_against_the_exact_posterior(won: int, drawn: int, lost: int, tolerance: float, team: int) -> None:
    """Also when a bot takes both seats of a team: its skill counts twice, and each seat has noise of its own."""
    ann, bob = " ".join(["ann"] * team), " ".join(["bob"] * team)
    games = {f"{ann} > {bob}": won, f"{ann} = {bob}": drawn, f"{bob} > {ann}": lost}
    skills = fitted({game: times for game, times in games.items() if times}, "ann bob")
    difference = np.linspace(-60, 60, 4001)
    noise, margin = BETA * math.sqrt(2 * team), draw_margin(DRAWS, 2 * team)
    ahead, behind = normal((team * difference - margin) / noise), normal((-team * difference - margin) / noise)
    posterior = np.exp(-(difference**2) / (4 * SIGMA**2)) * ahead**won * (1 - ahead - behind) ** drawn * behind**lost
    posterior /= posterior.sum()
    mean = (posterior * difference).sum()
    deviation = math.sqrt((posterior * (difference - mean) ** 2).sum())
    contrast = np.array([1, -1])
    assert contrast @ skills.mean == pytest.approx(mean, abs=0.02 * deviation)
    assert math.sqrt(contrast @ skills.covariance @ contrast) == pytest.approx(deviation, rel=tolerance)
    assert skills.mean.sum() == pytest.approx(2 * MU)


def test_three_bots_against_the_exact_posterior() -> None:
    games = {"ann > bob > cid": 5, "ann > cid > bob": 2, "bob > ann > cid": 3, "cid > ann": 1, "bob > cid > ann": 1}
    skills = fitted(games, "ann bob cid", draws=0.001)
    over_bob, over_cid = np.meshgrid(np.linspace(-40, 40, 81), np.linspace(-40, 40, 81))  # ann's skill, less theirs
    skill = {"ann": np.zeros_like(over_bob), "bob": -over_bob, "cid": -over_cid}
    log_density = -(over_bob**2 + over_cid**2 - over_bob * over_cid) / (3 * SIGMA**2)
    nodes, weights = np.polynomial.hermite_e.hermegauss(20)
    for game, times in games.items():
        names = [name for (name,) in order(game).teams]
        if len(names) == 2:
            chance = normal((skill[names[0]] - skill[names[1]] - draw_margin(0.001, 2)) / (BETA * math.sqrt(2)))
        else:  # given the performance of the one in the middle, the other two are independent
            chance = np.zeros_like(over_bob)
            for node, weight in zip(nodes, weights / weights.sum(), strict=True):
                middle, margin = skill[names[1]] + BETA * node, draw_margin(0.001, 2)
                first = normal((skill[names[0]] - middle - margin) / BETA)
                chance += weight * first * normal((middle - margin - skill[names[2]]) / BETA)
        log_density += times * np.log(np.maximum(chance, 1e-300))
    posterior = np.exp(log_density - log_density.max())
    posterior /= posterior.sum()
    for values, contrast in ((over_bob, [1, -1, 0]), (over_cid, [1, 0, -1]), (over_cid - over_bob, [0, 1, -1])):
        mean = (posterior * values).sum()
        deviation = math.sqrt((posterior * (values - mean) ** 2).sum())
        assert contrast @ skills.mean == pytest.approx(mean, abs=0.05 * deviation)
        assert math.sqrt(contrast @ skills.covariance @ np.array(contrast)) == pytest.approx(deviation, rel=0.05)


def test_a_bot_on_both_sides_of_a_table_tells_nothing_about_itself() -> None:
    skills = fitted({"ann bob > ann cid": 3, "ann > ann": 5}, "ann bob cid")
    assert skills.mean[0] == pytest.approx(MU)
    assert skills.covariance[0] == pytest.approx([SIGMA**2, 0, 0])
    assert skills.mean[1] > MU > skills.mean[2]


def test_the_model_s_intervals_cover_the_truth() -> None:
    """Skills are drawn from the prior, games from the model: 95 % of the 95 % intervals must hold the skill."""
    rng = np.random.default_rng(2024)
    batches, leagues, bots, games = 32, 20, 5, 25
    line_ups = [line_up for seats in (2, 3, 4) for line_up in combinations(range(bots), seats)]
    skills_held, differences_held = [], []
    for _ in range(batches):  # the leagues of a batch never meet, so that one fit is as good as twenty
        truth = rng.normal(MU, SIGMA, leagues * bots)
        played: Counter[Finish] = Counter()
        for first in range(0, len(truth), bots):
            for choice in rng.integers(len(line_ups), size=games):
                played[performed(rng, truth, [first + bot for bot in line_ups[choice]])] += 1
        orders = sorted(played)
        counts = np.array([played[one] for one in orders], np.float64)
        skills = fit(finishes_of(orders, [str(bot) for bot in range(len(truth))], DRAWS), counts, tolerance=1e-3)
        error, variance = skills.mean - truth, np.diag(skills.covariance)
        skills_held.append(np.abs(error) < 1.96 * np.sqrt(variance))
        neighbours = variance[1:] + variance[:-1] - 2 * np.diag(skills.covariance, 1)
        same_league = np.arange(1, len(truth)) % bots != 0
        differences_held.append((np.abs(np.diff(error)) < 1.96 * np.sqrt(neighbours))[same_league])
    assert 0.93 < np.mean(skills_held) < 0.97
    assert 0.93 < np.mean(differences_held) < 0.97


def performed(rng: np.random.Generator, truth: Floats, line_up: list[int]) -> Finish:
    """How a game between these bots finishes."""
    performance = dict(zip(line_up, (truth[line_up] + rng.normal(0, BETA, len(line_up))).tolist(), strict=True))
    best_first = sorted(line_up, key=lambda bot: -performance[bot])
    gaps = (performance[better] - performance[worse] for better, worse in pairwise(best_first))
    return Finish(tuple((str(bot),) for bot in best_first), tuple(gap < MARGIN for gap in gaps))


@pytest.mark.parametrize(
    "games",
    [
        {"ann > bob": 777},
        {"ann > bob > cid > dan": 10_000},
        {"ann > bob": 50_000, "bob > cid": 50_000, "cid > ann": 50_000},
        {"ann = bob": 1, "ann > bob": 5000},
        {"ann bob > cid dan": 265, "cid bob = ann dan": 265, "dan > ann > bob": 1},
    ],
)
@pytest.mark.parametrize("draws", [0.001, 0.3, 0.9])
def test_one_sided_and_contradictory_leagues_come_to_rest(
    games: dict[str, int], draws: float, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), np.errstate(all="raise", under="ignore"):
        skills = fitted(games, "ann bob cid dan", draws)
    assert not caplog.messages
    assert np.linalg.eigvalsh(skills.covariance).min() > 0
