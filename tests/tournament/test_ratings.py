"""What the league table says, and that it depends on nothing but the results."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
import trueskill
from simulated import game_result, league

from tavern_tournament.ratings.finish import finish
from tavern_tournament.ratings.live import Live
from tavern_tournament.ratings.luck import variance_saved
from tavern_tournament.ratings.rate import Rating, rate
from tavern_tournament.results import GameResult

SKILLS = {"ann": 31.0, "bob": 27.0, "cid": 24.0, "dan": 18.0}


def table(results: Iterable[GameResult], bootstrap: int = 0) -> dict[str, Rating]:
    """The rows of a league of one game."""
    standings = rate(results, bootstrap=bootstrap)
    assert list(standings.games.values()) in ([], [standings.overall])
    return {rating.bot: rating for rating in standings.overall}


def test_the_better_bot_leads_and_skills_are_found() -> None:
    rows = rate(league(SKILLS, seats=3, deals=60), bootstrap=0).games["cups"]
    assert [rating.bot for rating in rows] == ["ann", "bob", "cid", "dan"]
    for rating in rows:
        assert rating.low < SKILLS[rating.bot] < rating.high
    assert sum(rating.mu for rating in rows) == pytest.approx(4 * 25, abs=0.001)


def test_the_table_does_not_depend_on_the_order_of_the_games() -> None:
    results = league(SKILLS, seats=4, deals=12) + league(SKILLS, seats=2, deals=4)
    expected = rate(results, bootstrap=5, seed="x")
    for number in range(3):
        random.Random(number).shuffle(results)
        assert rate(results, bootstrap=5, seed="x") == expected


def test_the_table_does_not_depend_on_hash_seeds_and_threads() -> None:
    program = "from simulated import *; from tavern_tournament.ratings.rate import rate; "
    program += f"print(rate(league({SKILLS}, seats=3, deals=5), bootstrap=5))"
    printed = set()
    for hash_seed, threads in (("1", "1"), ("2", "2")):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "OPENBLAS_NUM_THREADS": threads}
        env["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent.parent / "support"), env.get("PYTHONPATH", "")])
        run = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
        printed.add(run.stdout)
    assert len(printed) == 1
    assert "Rating(bot='ann'" in printed.pop()


def test_the_seed_decides_the_resamples() -> None:
    results = league(SKILLS, seats=2, deals=5, luck=0.9)
    results = [result for result in results if result.turn == 0]  # without the other seating, luck shows in full
    one, same, other = (rate(results, bootstrap=10, seed=seed) for seed in ("one", "one", "other"))
    assert one == same
    assert one != other
    assert [rating.mu for rating in one.overall] == [rating.mu for rating in other.overall]


def test_a_voided_game_does_not_count() -> None:
    results = [game_result("ann bob", (1, 2)), game_result("bob ann", (), turn=1, void="it killed three workers")]
    assert table(results) == table(results[:1])
    assert table(results)["ann"].games == 1


def test_no_games_make_an_empty_table() -> None:
    standings = rate([])
    assert standings.games == {}
    assert standings.overall == []


def test_wins_are_shared_and_places_averaged() -> None:
    results = [
        game_result("ann bob cid", (1, 1, 3)),
        game_result("bob cid ann", (1, 1, 1), turn=1),
        game_result("cid ann bob", (1, 3, 2), turn=2),
    ]
    rows = table(results)
    assert (rows["ann"].wins, rows["bob"].wins, rows["cid"].wins) == (0.8333, 0.8333, 1.3333)
    assert (rows["ann"].mean_place, rows["bob"].mean_place, rows["cid"].mean_place) == (1.6667, 1.3333, 1.6667)
    assert {row.games for row in rows.values()} == {3}


def test_a_bot_twice_at_a_table_plays_one_game_and_wins_once() -> None:
    rows = table([game_result("ann bob ann", (2, 1, 3)), game_result("bob ann ann", (3, 1, 2), turn=1)])
    assert (rows["ann"].games, rows["ann"].wins, rows["ann"].mean_place) == (2, 1, 2)
    assert (rows["bob"].games, rows["bob"].wins, rows["bob"].mean_place) == (2, 1, 2)
    assert rows["ann"].mu == rows["bob"].mu == 25


def test_a_table_of_one_bot_says_nothing_about_it() -> None:
    rows = table([game_result("ann bob", (1, 2)), *(game_result("ann ann", (1, 2), deal=deal) for deal in range(9))])
    alone = table([game_result("ann bob", (1, 2))])
    assert rows["ann"].mu == alone["ann"].mu
    assert rows["ann"].sigma == alone["ann"].sigma
    assert (rows["ann"].games, rows["bob"].games) == (10, 1)


def test_teams_win_together() -> None:
    results = [game_result("ann bob cid dan", (1, 2, 1, 2), teams=(0, 1, 0, 1), deal=deal) for deal in range(4)]
    rows = table(results)
    assert finish(results[0]).teams == (("ann", "cid"), ("bob", "dan"))
    assert rows["ann"].mu == rows["cid"].mu > 25 > rows["bob"].mu == rows["dan"].mu
    assert (rows["ann"].wins, rows["bob"].wins) == (4, 0)


def test_a_team_stands_where_its_last_seat_does() -> None:
    """Ann's partner forfeited, and was put last."""
    rows = table([game_result("ann bob cid dan", (1, 2, 4, 2), teams=(0, 1, 0, 1))])
    assert rows["bob"].mu == rows["dan"].mu > rows["ann"].mu == rows["cid"].mu
    assert rows["ann"].wins == 0


def test_bots_that_only_draw_are_equal_and_known_to_be() -> None:
    rows = table([game_result("ann bob", (1, 1), deal=deal) for deal in range(20)])
    assert rows["ann"].mu == rows["bob"].mu == 25
    assert rows["ann"].sigma < table([game_result("ann bob", (1, 2))])["ann"].sigma


def test_a_shared_place_favours_no_seat_after_a_rotation() -> None:
    """Three lose together: trueskill compares the winner with the first of them only."""
    line_up = ["ann", "bob", "cid", "dan"]
    results = []
    for turn in range(4):
        bots = line_up[turn:] + line_up[:turn]
        placement = tuple(1 if bot == "bob" else 2 for bot in bots)
        results.append(game_result(" ".join(bots), placement, turn=turn))
    rows = table(results)
    assert rows["bob"].mu > 27
    for loser in ("ann", "cid", "dan"):
        assert rows[loser].mu == pytest.approx((100 - rows["bob"].mu) / 3, abs=1)


def test_without_a_bootstrap_the_interval_is_the_model_s() -> None:
    for row in table(league(SKILLS, seats=2, deals=5)).values():
        assert row.high - row.mu == pytest.approx(1.96 * row.sigma, abs=1e-3)
        assert row.mu - row.low == pytest.approx(1.96 * row.sigma, abs=1e-3)


def places(rating: Rating) -> tuple[int, int]:
    return rating.best, rating.worst


def test_blocks_whose_games_are_alike_widen_the_interval() -> None:
    """Nine games of a block that all end alike are worth one: 24 blocks to 16 do not tell two bots apart."""
    results = [
        game_result("ann bob", (1, 2) if deal % 5 < 3 else (2, 1), deal=deal, turn=turn)
        for deal in range(40)
        for turn in range(9)
    ]
    row, model = table(results, bootstrap=100), table(results)
    assert row["ann"].high - row["ann"].mu > 2 * (model["ann"].high - model["ann"].mu)
    assert [places(model[bot]) for bot in ("ann", "bob")] == [(1, 1), (2, 2)]
    assert [places(row[bot]) for bot in ("ann", "bob")] == [(1, 2), (1, 2)]


def test_an_interval_is_never_narrower_than_the_model_s() -> None:
    for row in table(league(SKILLS, seats=2, deals=10, luck=0.99), bootstrap=30).values():
        assert row.high - row.low >= 2 * 1.959 * row.sigma


def test_a_bot_has_the_places_between_those_clearly_better_and_clearly_worse() -> None:
    skills = {"ann": 33.0, "bob": 25.2, "cid": 25.0, "dan": 15.0}
    rows = rate(league(skills, seats=2, deals=30), bootstrap=20).overall
    assert [places(rating) for rating in rows] == [(1, 1), (2, 3), (2, 3), (4, 4)]
    assert rows[0].bot == "ann"
    few = rate(league(skills, seats=4, deals=1)[:1], bootstrap=20).overall
    assert [places(rating) for rating in few] == [(1, 4)] * 4


def test_a_newcomer_with_one_game_is_told_apart_from_nobody() -> None:
    """It comes in first, but may belong below bots that are clearly told apart from each other."""
    results = league({"ann": 28.0, "bob": 25.0, "cid": 22.0}, seats=2, deals=60)
    assert [places(row) for row in rate(results, bootstrap=0).overall] == [(1, 1), (2, 2), (3, 3)]
    rows = rate([*results, game_result("ann new", (2, 1))], bootstrap=0).overall
    assert [(row.bot, *places(row)) for row in rows] == [("new", 1, 4), ("ann", 1, 2), ("bob", 2, 3), ("cid", 3, 4)]
    assert [row.not_apart for row in rows] == [("ann", "bob", "cid"), ("new",), ("new",), ("new",)]


def test_bots_are_told_apart_by_their_difference_not_by_their_intervals() -> None:
    """How far cid is behind is anybody's guess, which blurs both others alike: their duel still stands."""
    results = [game_result("ann bob", (1, 2) if deal % 10 < 7 else (2, 1), deal=deal) for deal in range(120)]
    results += [game_result("ann cid", (1, 2), deal=deal) for deal in range(30)]
    rows = table(results)
    assert rows["bob"].high > rows["ann"].low
    assert [places(rows[bot]) for bot in ("ann", "bob", "cid")] == [(1, 1), (2, 2), (3, 3)]


def test_overall_is_the_mean_over_games_of_bots_that_play_them_all() -> None:
    cups = league(SKILLS, seats=2, deals=5, game="cups")
    dice = league({"ann": 20.0, "bob": 27.0, "eve": 25.0}, seats=2, deals=5, game="dice")
    standings = rate(cups + dice, bootstrap=5)
    assert list(standings.games) == ["cups", "dice"]
    assert sorted(rating.bot for rating in standings.overall) == ["ann", "bob"]
    for rating in standings.overall:
        parts = [row for rows in standings.games.values() for row in rows if row.bot == rating.bot]
        assert rating.mu == pytest.approx((parts[0].mu + parts[1].mu) / 2, abs=1e-3)
        assert rating.sigma == pytest.approx((parts[0].sigma ** 2 + parts[1].sigma ** 2) ** 0.5 / 2, abs=1e-3)
        assert rating.games == sum(part.games for part in parts)
        assert rating.wins == sum(part.wins for part in parts)


def test_games_without_a_common_bot_have_no_overall_table() -> None:
    standings = rate([game_result("ann bob", (1, 2)), game_result("cid dan", (1, 2), game="dice")])
    assert len(standings.games) == 2
    assert standings.overall == []


def test_live_ratings_of_one_game_are_trueskill_s() -> None:
    live = Live()
    live.add(game_result("ann bob", (2, 1)))
    (theirs,), _ = trueskill.TrueSkill(tau=0, draw_probability=0.001).rate([[trueskill.Rating()], [trueskill.Rating()]])
    leader, rating = live.leaders()[0]
    assert leader == "bob"
    assert rating == pytest.approx(theirs.mu)


def test_live_leaders_are_those_of_the_table() -> None:
    live = Live()
    results = league(SKILLS, seats=3, deals=10)
    for result in [*results, game_result("dan ann", (), void="a crash")]:
        live.add(result)
    assert [bot for bot, _ in live.leaders()] == ["ann", "bob", "cid", "dan"]
    for bot, rating in live.leaders():
        assert rating == pytest.approx(table(results)[bot].mu, abs=2)


def test_live_counts_every_seat_of_a_bot() -> None:
    live = Live()
    live.add(game_result("ann bob ann", (1, 2, 3)))
    assert dict(live.leaders())["ann"] == pytest.approx(25, abs=0.01)


def test_blocks_that_cancel_the_deal_save_all_its_variance() -> None:
    equals = {"ann": 25.0, "bob": 25.0}
    assert variance_saved(league(equals, seats=2, deals=50, luck=1.0)) == {"cups": 1.0}
    assert 0.3 < variance_saved(league(equals, seats=2, deals=400, luck=0.7))["cups"] < 0.7
    assert variance_saved(league(equals, seats=2, deals=400))["cups"] == pytest.approx(0, abs=0.15)


def blocks(*outcomes: tuple[int, int]) -> list[GameResult]:
    """Blocks of two games each, and whether ann won them."""
    return [
        game_result("ann bob", (1, 2) if won else (2, 1), deal=deal, turn=turn)
        for deal, block in enumerate(outcomes)
        for turn, won in enumerate(block)
    ]


def test_blocks_of_games_that_are_all_alike_waste_half_of_them() -> None:
    assert variance_saved(blocks((1, 1), (0, 0), (1, 1), (0, 0))) == {"cups": -1.0}


def test_the_variance_saved_worked_out_by_hand() -> None:
    """Block means 1 and 1/2 have variance 1/8, within blocks it is 0 and 1/4: single games 1/4, the mean of two 1/8."""
    assert variance_saved(blocks((1, 1), (1, 0))) == {"cups": 0.0}


def test_a_block_with_a_voided_game_shows_no_variance() -> None:
    broken = game_result("ann bob", (), deal=2, void="it killed three workers")
    results = [*blocks((1, 1), (1, 0)), broken, game_result("bob ann", (1, 2), deal=2, turn=1)]
    assert variance_saved(results) == variance_saved(blocks((1, 1), (1, 0)))


def test_single_blocks_show_no_variance() -> None:
    assert variance_saved(league(SKILLS, seats=2, deals=1)) == {}
