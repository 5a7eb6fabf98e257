"""Circles of bots that beat each other are told when they are there, and only then; so is the lottery over them."""

import re
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from small_league import GAME, info, league, result

from tavern_tournament.ratings.rate import rate
from tavern_tournament.report.counts import count_pairs
from tavern_tournament.report.cycles import find_circles, maximal_lottery
from tavern_tournament.report.gallery import make_gallery
from tavern_tournament.report.page import page
from tavern_tournament.report.summary import Summary, summarise
from tavern_tournament.report.text import table_text
from tavern_tournament.results import GameResult


def duels(chances: dict[tuple[str, str], float], deals: int, seed: int = 1) -> list[GameResult]:
    """Pairs of bots that meet so often, the first winning with this chance."""
    luck = Random(seed)
    games = []
    for names, chance in chances.items():
        for deal in range(deals):
            for turn, bots in enumerate((names, names[::-1])):
                first = luck.random() < (chance if turn == 0 else 1 - chance)
                games.append(result(bots, (1, 2) if first else (2, 1), deal, turn))
    return games


def summary_of(results: list[GameResult]) -> Summary:
    return summarise(results, rate(results, bootstrap=0), info(results))


RING = {("paper", "rock"): 0.8, ("rock", "scissors"): 0.8, ("scissors", "paper"): 0.8}
ROW = {("a", "b"): 0.8, ("b", "c"): 0.8, ("a", "c"): 0.9}


def test_a_circle_is_found_with_its_lottery() -> None:
    (circle,) = find_circles(count_pairs(duels(RING, 40)))
    assert circle.bots == ("paper", "rock", "scissors")
    assert all(share > 0.7 for share in circle.shares)
    assert set(circle.lottery) == {"paper", "rock", "scissors"}
    assert sum(circle.lottery.values()) == pytest.approx(1)


def test_the_page_and_the_table_tell_of_it_and_say_what_it_is_not() -> None:
    summary = summary_of(duels(RING, 40))
    html = page(summary, make_gallery(summary, 0))
    assert "Who beats whom in a circle" in html
    assert "A lottery that no bot beats: " in html
    assert "It is no ranking" in html
    assert re.search(r"But \w+ surely beats \w+: it is a circle\.", html)
    assert "In a circle: paper beats rock (" in " ".join(table_text(summary).split())


def test_an_order_has_no_circle_and_few_games_show_none() -> None:
    assert find_circles(count_pairs(duels(ROW, 40))) == []
    assert find_circles(count_pairs(duels(RING, 4))) == []
    summary = summary_of(duels(ROW, 40))
    assert "in a circle" not in page(summary, make_gallery(summary, 0))
    assert "In a circle" not in table_text(summary)


def test_luck_alone_makes_no_circles() -> None:
    """Equal bots: the more pairs are looked at, the surer each has to be. At most one league of twenty may err."""
    equal = dict.fromkeys("abcdefg", 0.0)
    found = sum(bool(find_circles(count_pairs(league(equal, 2, 6, seed=seed)))) for seed in range(60))
    assert found <= 3


def test_who_beats_all_in_a_circle_needs_no_lottery() -> None:
    chances = {**RING, **{("king", other): 0.9 for other in ("paper", "rock", "scissors")}}
    summary = summary_of(duels(chances, 40))
    (circle,) = summary.circles
    assert circle.lottery == {"king": pytest.approx(1)}
    assert "Nobody beats king, by the shares that were seen." in page(summary, make_gallery(summary, 0))


@pytest.mark.parametrize("edges", [(0.2, 0.2, 0.2), (0.1, 0.2, 0.3), (0.05, 0.4, 0.15)])
def test_the_lottery_of_three_is_that_of_the_textbook(edges: tuple[float, float, float]) -> None:
    """Of three in a circle each gets a part like the margin between the two others."""
    one, two, three = edges  # of a over b, b over c, c over a
    margins = np.array([[0, one, -three], [-one, 0, two], [three, -two, 0]])
    assert maximal_lottery(margins) == pytest.approx(np.array([two, three, one]) / sum(edges))


@pytest.mark.parametrize("size", [1, 2, 5, 12, 40])
def test_no_bot_beats_the_lottery(size: int) -> None:
    numbers = np.random.default_rng(size)
    for digits in (1, 12):  # rounded margins have ties
        raw = numbers.normal(size=(size, size)).round(digits)
        margins = raw - raw.T
        parts = maximal_lottery(margins)
        assert parts.sum() == pytest.approx(1)
        assert (parts >= 0).all()
        assert (parts @ margins).min() > -1e-9


def test_two_groups_have_a_circle_each() -> None:
    lower = {(f"small {one}", f"small {other}"): chance for (one, other), chance in RING.items()}
    between = {(one, f"small {other}"): 0.95 for one in ("paper", "rock", "scissors") for other in ("paper", "rock")}
    circles = find_circles(count_pairs(duels({**RING, **lower, **between}, 40)))
    assert [circle.bots[0] for circle in circles] == ["paper", "small paper"]
    assert {circle.game for circle in circles} == {GAME}
    for first, second in pairwise(circles):
        assert not set(first.bots) & set(second.bots)
        assert first.lottery == second.lottery
