"""Anchors: ratings that are given, from which all others are seen, so that leagues can be compared over time."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from league_files import GOOD, complaints, loaded
from leagues import tourney, write_league
from simulated import game_result, league

from tavern_tournament.config.file import StopSection
from tavern_tournament.epochs import SEPARATED, Course
from tavern_tournament.ratings.rate import Rating, rate
from tavern_tournament.report.summary import RunInfo, summarise
from tavern_tournament.report.text import table_text
from tavern_tournament.schedule import Fixture

SKILLS = {"ann": 31.0, "bob": 27.0, "cid": 24.0, "dan": 18.0}


def rows(anchors: dict[str, float], deals: int = 10, bootstrap: int = 0) -> dict[str, Rating]:
    results = league(SKILLS, seats=2, deals=deals)
    return {row.bot: row for row in rate(results, bootstrap=bootstrap, anchors={"cups": anchors}).overall}


def test_one_anchor_moves_the_scale_and_nothing_else() -> None:
    free, held = rows({}), rows({"bob": 100.0})
    assert (held["bob"].mu, held["bob"].sigma, held["bob"].low, held["bob"].high) == (100, 0, 100, 100)
    assert [row.anchor for row in held.values()] == [bot == "bob" for bot in held]
    for bot in SKILLS:
        assert held[bot].mu - held["bob"].mu == pytest.approx(free[bot].mu - free["bob"].mu, abs=1e-3)
        assert (held[bot].best, held[bot].worst) == (free[bot].best, free[bot].worst)


def test_an_interval_is_how_sure_the_distance_from_the_anchor_is() -> None:
    results = league(SKILLS, seats=2, deals=10)
    fitted = rate(results, bootstrap=0).skills["cups"]
    held = rows({"bob": 25.0})
    for number, bot in enumerate(fitted.bots):
        apart = np.zeros(4)
        apart[number] += 1
        apart[fitted.bots.index("bob")] -= 1
        assert held[bot].sigma == pytest.approx(float(np.sqrt(apart @ fitted.covariance @ apart)), abs=1e-3)


def test_several_anchors_stretch_the_scale_and_others_fall_in_between() -> None:
    free, held = rows({}), rows({"ann": 45.0, "dan": 5.0})
    assert (held["ann"].mu, held["dan"].mu) == (45, 5)
    assert 5 < held["cid"].mu < held["bob"].mu < 45
    assert held["bob"].mu - held["cid"].mu > free["bob"].mu - free["cid"].mu


def test_leagues_with_the_same_anchors_can_be_compared() -> None:
    """Against weaker company everybody looks better; not so against an anchor."""
    weak = {**SKILLS, "eve": 10.0, "fay": 12.0}
    few, many = (league(skills, seats=2, deals=40) for skills in (SKILLS, weak))

    def rating(results: list[object], anchors: dict[str, float]) -> float:
        table = rate(results, bootstrap=0, anchors={"cups": anchors}).overall  # type: ignore[arg-type]
        return next(row.mu for row in table if row.bot == "ann")

    assert rating([*many], {}) - rating([*few], {}) > 3
    assert rating([*many], {"bob": 27.0}) == pytest.approx(rating([*few], {"bob": 27.0}), abs=1.5)
    assert rating([*many], {"bob": 27.0}) == pytest.approx(31, abs=1.5)


def test_resamples_hold_the_anchors_too() -> None:
    held = rows({"bob": 40.0}, deals=4, bootstrap=20)
    assert held["bob"].low == held["bob"].mu == held["bob"].high == 40
    assert all(row.low < row.mu < row.high for bot, row in held.items() if bot != "bob")


def test_an_anchor_far_from_what_games_say_breaks_nothing() -> None:
    held = rows({"ann": -1000.0, "dan": 1000.0}, bootstrap=3)
    assert all(np.isfinite([row.mu, row.sigma]).all() for row in held.values())
    alone = [game_result("ann ann", (1, 2))]
    (row,) = rate(alone, bootstrap=2, anchors={"cups": {"ann": 30.0}}).overall
    assert (row.mu, row.sigma) == (30, 0)


def test_anchors_hold_in_their_game_and_overall_if_they_do_in_all() -> None:
    results = league(SKILLS, seats=2, deals=5) + league(SKILLS, seats=2, deals=5, game="dice")
    standings = rate(results, bootstrap=0, anchors={"cups": {"ann": 50.0, "bob": 40.0}, "dice": {"bob": 20.0}})
    assert {row.bot for row in standings.games["cups"] if row.anchor} == {"ann", "bob"}
    assert {row.bot: row.mu for row in standings.overall if row.anchor} == {"bob": 30}


def test_two_anchors_need_not_be_separated() -> None:
    skills = {"ann": 25.0, "bob": 25.0, "cid": 10.0}
    results = league(skills, seats=2, deals=30)
    fixtures = [Fixture("cups-2", pair, 30, "") for pair in combinations(sorted(skills), 2)]
    course = Course(StopSection(separated=True), {"cups-2": 60}, {"cups-2": "cups"}, adaptive=True)
    assert not course.next_epoch(fixtures, rate(results, bootstrap=0), 0.0).stopped
    held = rate(results, bootstrap=0, anchors={"cups": {"ann": 25.0, "bob": 25.0}})
    assert course.next_epoch(fixtures, held, 0.0).stopped == SEPARATED


TWO_GAMES = GOOD.replace("[[bots]]", '[[tables]]\ngame = "tavern-brawl"\nseats = 2\n[[bots]]', 1)


def test_anchors_are_for_all_games_or_game_by_game(tmp_path: Path) -> None:
    assert loaded(tmp_path, f"{TWO_GAMES}[anchors]\nrules = 25").anchors == {
        "dragon-vault": {"rules": 25.0},
        "tavern-brawl": {"rules": 25.0},
    }
    made = loaded(tmp_path, f"{TWO_GAMES}[anchors.rules]\ntavern-brawl = 22.5\n")
    assert made.anchors == made.resolved()["anchors"] == {"tavern-brawl": {"rules": 22.5}}
    assert "anchors" not in loaded(tmp_path, TWO_GAMES).resolved()


WRONG = [
    ("rulse = 25.0", "16: anchors.rulse: there is no bot named 'rulse' in this league. Did you mean 'rules'?"),
    ("zzz = 25.0", "16: anchors.zzz: there is no bot named 'zzz' in this league. There are: rules, mcts."),
    ("rules = 'high'", "16: anchors.rules: a rating is a number such as 25.0, not 'high'."),
    ("rules = true", "16: anchors.rules: a rating is a number such as 25.0, not true."),
    ("rules = nan", "16: anchors.rules: a rating is an ordinary number from -1000 to 1000, not nan."),
    ("rules = 1e9", "16: anchors.rules: a rating is an ordinary number from -1000 to 1000, not 1000000000.0."),
    ("rules = {}", "16: anchors.rules: names no game: write a rating for all games, or { dragon-vault = 25.0 }"),
    ("rules = [25.0]", "16: anchors.rules: a rating is a number such as 25.0, not a list."),
    ("[anchors.rules]\ntavern-brawl = 'x'", "17: anchors.rules.tavern-brawl: a rating is a number such as 25.0"),
    ("[anchors.rules]\ntavern-brwl = 2", "17: anchors.rules.tavern-brwl: there is no table of a game 'tavern-brwl'."),
    ("[anchors.rules]\ntiefenthal = 2", "17: anchors.rules.tiefenthal: there is no table of a game 'tiefenthal'. The"),
    ("rules = 25\nmcts = 30", "15: anchors: all bots that play dragon-vault are anchors, so there is nobody to rate:"),
]


@pytest.mark.parametrize(("keys", "told"), WRONG)
def test_an_anchor_that_cannot_be_is_named(tmp_path: Path, keys: str, told: str) -> None:
    found = complaints(tmp_path, f"{TWO_GAMES}[anchors]\n{keys}")
    assert found[0].startswith(f"league.toml:{told}"), found


def test_an_anchor_that_plays_no_game_of_a_table_is_named(tmp_path: Path) -> None:
    text = TWO_GAMES.replace('bot = "mcts"', 'bot = "mcts"\ngames = "tavern-brawl"') + '[[bots]]\nbot = "random"\n'
    (found,) = complaints(tmp_path, f"{text}[anchors.mcts]\ndragon-vault = 20\n")
    assert found.endswith(
        "anchors.mcts.dragon-vault: the bot 'mcts' does not play dragon-vault, so it would have no games."
    )


def test_no_section_at_all_is_named(tmp_path: Path) -> None:
    assert complaints(tmp_path, f"anchors = 25\n{GOOD}") == [
        "league.toml:1: anchors: must be a table such as { name = value }, not 25."
    ]


def test_an_anchor_without_a_game_that_counts_is_told() -> None:
    anchors = {"cups": {"eve": 30.0}}
    results = [*league(SKILLS, seats=2, deals=2), game_result("ann eve", (), void="it killed three workers")]
    info = RunInfo("test", "1", len(results), "run", "tavern-tourney", config={"anchors": anchors})
    told = table_text(summarise(results, rate(results, bootstrap=0, anchors=anchors), info))
    assert "No game of an anchor counts, so it holds nothing: eve." in told
    assert "25 is the average of the bots." in told


@pytest.mark.slow
def test_the_table_and_the_report_mark_anchors(tmp_path: Path) -> None:
    path = write_league(tmp_path, deals=3, more="[anchors]\nrules = 30\nother = 20")
    run = tourney(tmp_path, "--config", "league.toml", "--quiet")
    assert run.returncode == 0, run.stderr
    assert "1  rules     30.0  anchor " in run.stdout
    assert "Held by anchors, whose ratings are given: rules at 30.0 and other at 20.0." in run.stdout
    assert "25 is the average" not in run.stdout
    page = (tmp_path / "run" / "report.html").read_text()
    assert "Held by anchors, whose ratings are given: rules at 30.0 and other at 20.0." in page
    ratings = json.loads((tmp_path / "run" / "ratings.json").read_text())["games"]["dragon-vault"]
    assert {row["bot"]: row["mu"] for row in ratings if row["anchor"]} == {"rules": 30, "other": 20}
    path.write_text(path.read_text().replace("rules = 30", "rules = 40"))
    moved = tourney(tmp_path, "--config", "league.toml", "--quiet")
    assert "anchors.dragon-vault.rules: 30.0 -> 40.0" in moved.stderr
    assert "18 of the 18 games that were played stay valid" in moved.stderr
    plan = tmp_path / "run" / "league.json"
    plan.write_text(plan.read_text().replace('"rules": 40.0', '"rules": "x"'))
    damaged = tourney(tmp_path, "rate", "run")
    assert (damaged.returncode, "config.anchors cannot be that" in damaged.stderr) == (2, True)
