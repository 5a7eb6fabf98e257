"""A league that stops when it is enough: what each epoch adds, when it ends, and that nothing else decides that."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from league_files import complaints, loaded
from leagues import derived, held_league, let_go, lines, tourney, write_league, write_patient_league
from simulated import block, game_result

from tavern_tournament.config.file import StopSection
from tavern_tournament.config.load import League
from tavern_tournament.epochs import ALL_PLAYED, CHALLENGED, SEPARATED, SURE, Course, Epoch
from tavern_tournament.match import void_result
from tavern_tournament.ratings.finish import LEAST_DRAW_PROBABILITY, Finish
from tavern_tournament.ratings.rate import evidence, rate, skills_by
from tavern_tournament.reading import Reading
from tavern_tournament.run import prepare
from tavern_tournament.schedule import Fixture

TABLE = "cups-2"
SKILLS = {"ann": 40.0, "bob": 32.0, "cid": 24.5, "dan": 23.0, "eve": 15.0}  # only cid and dan are close
Fixtures = tuple[Fixture, ...]


def course(most: int = 1000, adaptive: bool = True, challengers: tuple[str, ...] = (), **rules: object) -> Course:
    return Course(StopSection.model_validate(rules), {TABLE: most}, {TABLE: "cups"}, adaptive, challengers)


def pairs_of(skills: dict[str, float], deals: int) -> Fixtures:
    return tuple(Fixture(TABLE, pair, deals, "") for pair in combinations(sorted(skills), 2))


def next_epoch(way: Course, fixtures: Fixtures, skills: dict[str, float] = SKILLS, minutes: float = 0.0) -> Epoch:
    """What follows when all of these were played."""
    results = [game for one in fixtures for deal in range(one.deals) for game in block(skills, one, deal, 1)]
    return way.next_epoch(fixtures, rate(results, bootstrap=0), minutes)


def whole(way: Course, fixtures: Fixtures, skills: dict[str, float] = SKILLS) -> tuple[list[Fixtures], str]:
    """All epochs, and why there are no more."""
    epochs = [fixtures]
    while not (epoch := next_epoch(way, epochs[-1], skills)).stopped:
        epochs.append(epoch.fixtures)
    return epochs, epoch.stopped


def deals(fixtures: Fixtures) -> dict[str, int]:
    return {fixture.line_up: fixture.deals for fixture in fixtures}


def games(fixtures: Fixtures) -> int:
    return sum(fixture.size for fixture in fixtures)


def test_blocks_go_to_neighbours_that_are_not_separated_and_nobody_is_left_out() -> None:
    epochs, why = whole(course(separated=True), pairs_of(SKILLS, 4))
    assert why == SEPARATED
    found = deals(epochs[-1])
    assert found["cid+dan"] - 4 > (sum(found.values()) - 40) / 3
    assert max(found, key=found.__getitem__) == "cid+dan"
    assert min(found.values()) >= sum(found.values()) // (4 * len(found))
    for before, after in pairwise(epochs):
        assert all(new.deals >= old.deals for old, new in zip(before, after, strict=True))
        added = sum(deals(after).values()) - sum(deals(before).values())
        assert added == max(1, sum(deals(before).values()) // 8)


def test_a_round_robin_that_stops_adds_deals_to_all_alike() -> None:
    epochs, why = whole(course(adaptive=False, separated=True), pairs_of(SKILLS, 1))
    assert why == SEPARATED
    assert all(len(set(deals(epoch).values())) == 1 for epoch in epochs)
    assert [epoch[0].deals for epoch in epochs[:4]] == [1, 2, 3, 4]


@pytest.mark.parametrize(("wins", "added"), [(20, {"cid+dan"}), (26, {"ann+bob"})])
def test_those_too_close_to_tell_wait_until_the_others_are_separated(wins: int, added: set[str]) -> None:
    """Ann and bob are equal, and beat the others seven times in eight; cid beats dan so often."""
    results = []
    for one, other in combinations(["ann", "bob", "cid", "dan"], 2):
        often = {("ann", "bob"): 16, ("cid", "dan"): wins}.get((one, other), 28)
        results += [
            game_result(f"{one} {other}", (1, 2) if deal < often else (2, 1), deal=deal, turn=turn)
            for deal in range(32)
            for turn in range(2)
        ]
    fixtures = pairs_of(dict.fromkeys(["ann", "bob", "cid", "dan"], 0.0), 32)
    grown = course(separated=True).next_epoch(fixtures, rate(results, bootstrap=0), 0.0).fixtures
    assert {fixture.line_up for fixture in grown if fixture.deals > 32} == added


def test_without_a_rule_that_is_met_all_deals_are_played() -> None:
    equal = dict.fromkeys(SKILLS, 25.0)
    epochs, why = whole(course(most=6, separated=True), pairs_of(equal, 2), equal)
    assert why == ALL_PLAYED
    assert set(deals(epochs[-1]).values()) == {6}
    epochs, why = whole(course(most=3, adaptive=False, separated=True), pairs_of(equal, 1), equal)
    assert why == ALL_PLAYED
    assert set(deals(epochs[-1]).values()) == {3}


@pytest.mark.parametrize("adaptive", [True, False])
def test_a_budget_of_games_is_never_exceeded(adaptive: bool) -> None:
    equal = dict.fromkeys(SKILLS, 25.0)
    epochs, why = whole(course(adaptive=adaptive, separated=True, games=190), pairs_of(equal, 3), equal)
    assert why == "It stopped because the budget of 190 games is spent, as far as whole deals go."
    assert games(epochs[-1]) == (190 if adaptive else 180)


@pytest.mark.parametrize("adaptive", [True, False])
def test_it_stops_when_all_intervals_are_narrow(adaptive: bool) -> None:
    epochs, why = whole(course(adaptive=adaptive, interval=3.0), pairs_of(SKILLS, 2))
    assert why == "It stopped because no 95 % interval reaches further than 3 to either side."
    for number, widest in ((-1, False), (-2, True)):
        fixtures = epochs[number]
        results = [game for one in fixtures for deal in range(one.deals) for game in block(SKILLS, one, deal, 1)]
        assert any(one.high - one.mu > 3 for one in rate(results, bootstrap=0).overall) == widest


def test_minutes_are_looked_at_between_epochs_and_told_as_what_cannot_be_repeated() -> None:
    way = course(separated=True, minutes=2.5)
    assert not next_epoch(way, pairs_of(SKILLS, 2), minutes=2.4).stopped
    stopped = next_epoch(way, pairs_of(SKILLS, 2), minutes=2.5).stopped
    assert stopped.startswith("It stopped after 2.5 minutes: a clock decided how far it went")


def test_a_gauntlet_stops_when_its_challenger_is_separated_from_the_field() -> None:
    """However close the others are."""
    skills = {"ann": 40.0, "bob": 25.0, "cid": 25.0, "dan": 25.0}
    fixtures = tuple(one for one in pairs_of(skills, 1) if "ann" in one.bots)
    epochs, why = whole(course(adaptive=False, challengers=("ann",), separated=True), fixtures, skills)
    assert why == CHALLENGED
    assert games(epochs[-1]) < 120


def test_without_a_game_that_counts_nothing_is_separated() -> None:
    way = course(most=3, separated=True)
    assert way.next_epoch(pairs_of(SKILLS, 2), rate([]), 0.0).stopped == ALL_PLAYED


def evidence_of(games: int, won: int) -> float:
    """That two bots differ, if one won so many of their games."""
    times = {Finish((("ann",), ("bob",)), (False,)): won, Finish((("bob",), ("ann",)), (False,)): games - won}
    played = {order: number for order, number in times.items() if number}
    return evidence(skills_by(played, ["ann", "bob"], LEAST_DRAW_PROBABILITY), "ann", "bob")


def test_equal_bots_are_called_separated_in_at_most_5_of_100_leagues_however_often_they_are_looked_at() -> None:
    """Exactly: all ways in which two equal bots can win and lose, looked at as an adaptive league does."""
    blocks, ways, separated = 0, np.ones(1), 0.0  # ways: the chance of each number of wins, if nothing was said so far
    looks = [4]
    while looks[-1] < 400:
        looks.append(looks[-1] + max(1, looks[-1] // 8))
    for look in looks:
        for _ in range(2 * (look - blocks)):
            ways = (np.append(ways, 0) + np.append(0, ways)) / 2
        blocks, games = look, 2 * look
        least = bisect_left(range(games // 2, games + 1), True, key=lambda won: evidence_of(games, won) >= SURE)
        said = np.abs(np.arange(games + 1) - games / 2) >= least
        separated += ways[said].sum()
        ways[said] = 0
    assert 0.01 < separated < 0.05


def test_who_always_wins_is_soon_separated() -> None:
    """Though how far it is ahead is anybody's guess."""
    assert evidence_of(9, 9) < SURE < evidence_of(10, 10)
    assert evidence_of(40, 20) < 0 < evidence_of(40, 28) < SURE < evidence_of(40, 32)


FILE = """
[league]
name = "test"
seed = 1
[[tables]]
game = "dragon-vault"
seats = 2
[[bots]]
bot = "random"
[[bots]]
bot = "rules"
[schedule]
deals = 5
{keys}
"""


def league(folder: Path, keys: str) -> League:
    return loaded(folder, FILE.format(keys=keys))


def test_an_adaptive_league_begins_with_its_deals_and_others_with_one(tmp_path: Path) -> None:
    way = 'kind = "adaptive"'
    assert [one.deals for one in prepare(league(tmp_path, way), None).fixtures] == [5]
    assert [one.deals for one in prepare(league(tmp_path, "[stop]\nseparated = true"), None).fixtures] == [1]
    assert [one.deals for one in prepare(league(tmp_path, ""), None).fixtures] == [5]
    adaptive = league(tmp_path, way)
    assert adaptive.stop == StopSection(separated=True)
    assert adaptive.most_deals(adaptive.tables[0]) == 100
    assert league(tmp_path, f"{way}\n[stop]\ninterval = 2").stop == StopSection(interval=2)


def test_adaptive_play_needs_somebody_to_tell_apart(tmp_path: Path) -> None:
    alone = FILE.format(keys='kind = "adaptive"\nself_play = true').replace('[[bots]]\nbot = "rules"\n', "")
    assert complaints(tmp_path, alone) == [
        "league.toml:12: schedule.kind: adaptive play tells bots apart, and there is only one: add others."
    ]


@pytest.mark.parametrize(("way", "first"), [("", 2), ('kind = "adaptive"\n', 10), ('kind = "swiss"\n', 10)])
def test_a_budget_has_to_reach_to_the_first_look(tmp_path: Path, way: str, first: int) -> None:
    assert league(tmp_path, f"{way}[stop]\ngames = {first}").stop is not None
    (found,) = complaints(tmp_path, FILE.format(keys=f"{way}[stop]\ngames = {first - 1}"))
    told = f"a budget of {first - 1} games is spent before the first epoch ends, which has {first} games: raise it,"
    assert f"stop.games: {told}" in found


def test_a_league_in_epochs_is_over_when_it_has_stopped(tmp_path: Path) -> None:
    """Until then its secret is not named, though all games of an epoch may have been played."""
    reading = Reading()
    run = prepare(league(tmp_path, 'kind = "adaptive"'), None, "", reading)
    for line, planned in enumerate(run.left([])):
        reading.take(void_result(planned, "dragon-vault", "nobody really played"), line)
    results = run.counted(reading)
    assert not run.left(results)
    assert not run.is_over(results)


EPOCHS = {"round-robin": "", "adaptive": 'kind = "adaptive"\n', "swiss": 'kind = "swiss"\nrounds = 20\n'}


def write_epochs(folder: Path, kind: str) -> None:
    """A league of two equal bots and a better one that goes on until its budget is spent; of three, one sits out."""
    write_patient_league(folder, deals=40 if kind == "round-robin" else 2, more=EPOCHS[kind])
    path = folder / "league.toml"
    path.write_text(path.read_text() + "[stop]\nseparated = true\ngames = 50\n")


Unbroken = Callable[[str], dict[str, str]]


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Unbroken:
    """What leagues in epochs leave that nobody interrupted, on one worker."""
    known: dict[str, dict[str, str]] = {}

    def of(kind: str) -> dict[str, str]:
        if kind not in known:
            folder = tmp_path_factory.mktemp(kind)
            write_epochs(folder, kind)
            run = tourney(folder, "--config", "league.toml", "--workers", "1")
            assert run.returncode == 0, run.stderr
            assert "It stopped because " in run.stdout
            assert json.loads((folder / "run" / "league.json").read_text())["fixtures"][0]["deals"] > 2
            known[kind] = derived(folder / "run")
        return known[kind]

    return of


@pytest.mark.slow
@pytest.mark.parametrize("kind", EPOCHS)
def test_the_number_of_workers_changes_no_epoch(tmp_path: Path, unbroken: Unbroken, kind: str) -> None:
    """Four of them; those that are killed below play with two."""
    write_epochs(tmp_path, kind)
    assert tourney(tmp_path, "--config", "league.toml", "--workers", "4").returncode == 0
    assert derived(tmp_path / "run") == unbroken(kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", EPOCHS)
def test_a_league_that_is_killed_in_its_epochs_ends_the_same(tmp_path: Path, unbroken: Unbroken, kind: str) -> None:
    write_epochs(tmp_path, kind)
    for number in (3, 14, 29):
        with held_league(tmp_path, number) as process:
            process.kill()
    let_go(tmp_path)
    again = tourney(tmp_path, "--config", "league.toml")
    assert again.returncode == 0, again.stderr
    assert "Going on with the run in run" in again.stderr
    assert derived(tmp_path / "run") == unbroken(kind)
    played = lines(tmp_path)
    last = tourney(tmp_path, "--config", "league.toml")
    assert last.returncode == 0, last.stderr
    assert lines(tmp_path) == played
    assert derived(tmp_path / "run") == unbroken(kind)
    assert tourney(tmp_path, "verify", "run").returncode == 0


@pytest.mark.slow
def test_a_league_that_a_clock_stopped_says_so_and_stays_stopped(tmp_path: Path) -> None:
    write_league(tmp_path, more="[stop]\nminutes = 0.0001")
    for _ in range(2):
        run = tourney(tmp_path, "--config", "league.toml", "--quiet")
        assert run.returncode == 0, run.stderr
        assert "It stopped after 0.0001 minutes: a clock decided how far it went" in " ".join(run.stdout.split())
        assert lines(tmp_path) == 6
    assert "It stopped after 0.0001 minutes" in (tmp_path / "run" / "report.html").read_text()
    write_league(tmp_path, deals=8, more="[stop]\nseparated = true\ngames = 30")
    again = tourney(tmp_path, "--config", "league.toml")
    assert again.returncode == 0, again.stderr
    assert "6 of the 6 games that were played stay valid" in again.stderr
    assert lines(tmp_path) > 6


@pytest.mark.slow
def test_a_league_in_epochs_has_no_shards_and_tells_one_epoch_beforehand(tmp_path: Path) -> None:
    write_league(tmp_path, deals=8, more="[stop]\nseparated = true\ngames = 30")
    shard = tourney(tmp_path, "--config", "league.toml", "--shard", "1/2")
    assert shard.returncode == 2
    assert "A league with stop rules, or an adaptive or Swiss one, cannot be played in shards" in shard.stderr
    dry = tourney(tmp_path, "--config", "league.toml", "--dry-run")
    assert "3 line-ups, 6 games.\nThat is one epoch: how many more are played depends on the results." in dry.stdout
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    merged = tourney(tmp_path, "merge", "run", "--out", "whole")
    assert merged.returncode == 2
    told = "A league that is planned by its results is played by one run: there is nothing to merge.\n"
    assert merged.stderr == told
