"""Games that are played in teams: team against team, and wins that are counted one way wherever they are told."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from league_files import GOOD, complaints, loaded
from leagues import tourney, write_league
from small_league import info, result

from tavern_bots.measure import strength
from tavern_tournament.ratings.finish import as_teams, finish, in_teams, ranks_of_seats, wins, wins_of_bots
from tavern_tournament.ratings.live import Live
from tavern_tournament.ratings.rate import rate
from tavern_tournament.report.answers import first_answers
from tavern_tournament.report.counts import count_pairs, count_seats
from tavern_tournament.report.files import write_files
from tavern_tournament.report.summary import summarise
from tavern_tournament.report.text import table_text
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Fixture

BRAWL = {"dragon-vault": "tavern-brawl", "seats = 2": "seats = 4"}
WHOLE = {**BRAWL, "[schedule]\n": "[schedule]\nwhole_teams = true\n"}
TEAMS = (0, 1, 0, 1)


def team_game(bots: tuple[str, ...], placement: tuple[int, ...], **changes: object) -> GameResult:
    line_up = "+".join(sorted(set(bots))) if len(set(bots)) == 2 else "+".join(sorted(bots))
    return result(bots, placement, line_up=line_up, teams=TEAMS, table="brawl-4", **changes)  # type: ignore[arg-type]


def test_the_team_that_comes_first_wins_once_and_so_do_its_seats_and_its_bots() -> None:
    game = team_game(("a", "b", "c", "d"), (1, 3, 1, 3))
    assert wins(game) == [1, 0, 1, 0]
    assert wins_of_bots(game) == {"a": 1, "b": 0, "c": 1, "d": 0}
    assert wins_of_bots(team_game(("a", "b", "a", "b"), (3, 1, 3, 1))) == {"a": 0, "b": 1}


def test_teams_that_tie_share_the_win() -> None:
    game = team_game(("a", "b", "a", "c"), (1, 1, 1, 1))
    assert wins(game) == [0.5] * 4
    assert wins_of_bots(game) == {"a": 0.5, "b": 0.5, "c": 0.5}
    assert wins_of_bots(team_game(("a", "a", "b", "c"), (1, 1, 1, 1)))["a"] == 1  # it is in both teams


def test_where_everybody_plays_alone_wins_are_those_of_seats() -> None:
    assert wins(result(("a", "b", "c"), (1, 3, 1))) == [0.5, 0, 0.5]
    assert wins_of_bots(result(("a", "a", "b"), (2, 1, 3))) == {"a": 1, "b": 0}


def test_a_place_is_that_of_the_team_among_the_teams() -> None:
    game = team_game(("a", "b", "c", "d"), (1, 3, 1, 3))
    assert ranks_of_seats(game) == [1, 2, 1, 2]
    assert ranks_of_seats(result(("a", "b", "c"), (1, 3, 1))) == [1, 3, 1]
    (ratings,) = rate([game], bootstrap=0).games.values()
    assert {one.bot: one.mean_place for one in ratings} == {"a": 1, "c": 1, "b": 2, "d": 2}


def test_a_bot_that_plays_a_whole_team_meets_the_other_once() -> None:
    pairs = count_pairs([team_game(("a", "b", "a", "b"), (1, 3, 1, 3))])
    assert [(pair.bot, pair.meetings, pair.better) for pair in pairs] == [("a", 1, 1), ("b", 1, 0)]


def test_teams_of_different_bots_are_rated_and_shown_as_teams(tmp_path: Path) -> None:
    """Where b plays it wins, and once with a."""
    seatings = {
        ("a", "c", "b", "d"): (1, 3, 1, 3),
        ("a", "b", "d", "c"): (3, 1, 3, 1),
        ("a", "d", "c", "b"): (3, 1, 3, 1),
    }
    games = [
        team_game(bots, places, deal=deal, turn=turn)
        for deal in range(24)
        for turn, (bots, places) in enumerate(seatings.items())
    ]
    one = as_teams(games[0])
    assert in_teams(games[0])
    assert (one.bots, one.placement, one.teams) == (("a & b", "c & d"), (1, 2), (0, 1))
    summary = summarise(games, rate(games, bootstrap=0), info(games))
    (teams,) = summary.teams.values()
    assert {one.bot: (one.wins, one.mean_place) for one in teams if "b" in one.bot} == {
        "a & b": (24, 1),
        "b & c": (24, 1),
        "b & d": (24, 1),
    }
    assert len(teams) == 6
    assert "Dragon's Vault: teams" in table_text(summary)
    assert f"b. As a team {teams[0].bot} lead." in next(first_answers(summary)).best
    write_files(summary, tmp_path)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<h3>Teams</h3>" in page
    assert "25 is the average of the teams." in page


def test_whole_teams_of_one_bot_are_the_bots_of_the_table() -> None:
    games = [team_game(("a", "b", "a", "b"), (1, 3, 1, 3), deal=deal) for deal in range(3)]
    assert summarise(games, rate(games, bootstrap=0), info(games)).teams == {}
    assert as_teams(games[0]).bots == ("a", "b")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league of team against team."""
    folder = tmp_path_factory.mktemp("teams")
    write_league(folder, deals=3, replace=WHOLE)
    run = tourney(folder, "--config", "league.toml")
    assert run.returncode == 0, run.stderr
    return folder / "run"


def games_of(run: Path) -> list[GameResult]:
    return [GameResult.from_fields(json.loads(line)) for line in (run / "games.jsonl").read_text().splitlines()]


@pytest.mark.slow
def test_with_whole_teams_a_bot_plays_all_seats_of_its_team(played: Path) -> None:
    games = games_of(played)
    assert len(games) == 3 * 3 * 2  # three pairs, three deals, both ways round
    for game in games:
        assert game.teams == TEAMS
        assert game.bots[0] == game.bots[2] != game.bots[1] == game.bots[3]
        assert game.line_up == "+".join(sorted(set(game.bots)))
    first, second = (game.bots for game in games if game.block == "tavern-brawl-4/random+rules/1")
    assert first == second[1:] + second[:1]


@pytest.mark.slow
def test_a_league_of_teams_is_checked_and_replayed_like_any_other(played: Path) -> None:
    assert tourney(played.parent, "verify", "run", "--play", "5").returncode == 0
    told = tourney(played.parent, "replay", "run", "tavern-brawl-4/random+rules/0/0")
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[-1].count(" place ") == 4


@pytest.mark.slow
def test_the_table_the_files_and_the_seats_count_the_same_wins(played: Path, tmp_path: Path) -> None:
    games = games_of(played)
    standings = rate(games, bootstrap=0)
    summary = summarise(games, standings, info(games))
    write_files(summary, tmp_path)
    expected = {bot: sum(wins_of_bots(game).get(bot, 0) for game in games) for bot in ("random", "rules", "other")}
    assert sum(expected.values()) == len(games)  # every game is won once
    (ratings,) = standings.games.values()
    assert {one.bot: one.wins for one in ratings} == expected
    with (tmp_path / "ratings.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["game"]]
    assert {row["bot"]: float(row["wins"]) for row in rows} == expected
    table = {line.split()[1]: float(line.split()[7]) for line in table_text(summary).splitlines()[2:5]}
    assert table == expected
    seats = count_seats(games)
    assert [seat.fair for seat in seats] == [0.5] * 4
    assert seats[0].wins.value + seats[1].wins.value == pytest.approx(1)
    assert (seats[0].wins.value, seats[1].wins.value) == (seats[2].wins.value, seats[3].wins.value)
    assert seats[0].games == len(games)


@pytest.mark.slow
def test_live_figures_and_strength_see_the_same_winner(played: Path) -> None:
    games = games_of(played)
    live = Live()
    for game in games:
        live.add(game)
        first, *_ = finish(game).teams
        assert len(set(game.placement)) == 1 or {*first} == {bot for bot, won in wins_of_bots(game).items() if won}
    assert live.leaders()[0][0] == rate(games, bootstrap=0).games["tavern-brawl"][0].bot == "rules"
    assert strength.Pairing("tavern-brawl", "rules", ("random",), 4).par == count_seats(games)[0].fair


@pytest.mark.slow
def test_by_default_team_mates_are_different_bots(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1, replace=BRAWL, more='[[bots]]\nbot = "rules"\nname = "fourth"')
    run = tourney(tmp_path, "--config", "league.toml")
    assert run.returncode == 0, run.stderr
    games = games_of(tmp_path / "run")
    assert [game.line_up for game in games] == ["fourth+other+random+rules"] * 4
    assert all(sorted(game.bots) == ["fourth", "other", "random", "rules"] for game in games)
    seats = count_seats(games)
    assert sum(seat.wins.value for seat in seats) == pytest.approx(2)  # both seats of a team win


def test_a_fixture_of_teams_turns_the_teams_around_the_table() -> None:
    fixture = Fixture("brawl-4", ("a", "b"), 2, "stamp", TEAMS)
    assert [one.bots for one in fixture.games(0)] == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert [one.id for one in fixture.games(1)] == ["brawl-4/a+b/1/0", "brawl-4/a+b/1/1"]


def test_tables_without_teams_are_played_as_always(tmp_path: Path) -> None:
    text = GOOD + '[[tables]]\ngame = "tavern-brawl"\nseats = [2, 4]\n[schedule]\nwhole_teams = true\n'
    vault, two, four = loaded(tmp_path, text).tables
    assert (vault.sides, vault.line_up, two.sides, two.line_up) == ((), 2, (), 2)
    assert (four.sides, four.line_up) == (TEAMS, 2)


def test_whole_teams_need_a_game_in_teams_and_bots_enough(tmp_path: Path) -> None:
    assert complaints(tmp_path, GOOD + "[schedule]\nwhole_teams = true\n") == [
        "league.toml:13: schedule.whole_teams: no table has a game that is played in teams: leave it out."
    ]
    text = GOOD.replace("dragon-vault", "tavern-brawl").replace("seats = 2", "seats = 4")
    alone = text.replace('[[bots]]\nbot = "rules"\n', "") + "[schedule]\nwhole_teams = true\n"
    (found,) = complaints(tmp_path, alone)
    assert "tables[0].seats: 2 teams, but only 1 of the bots play tavern-brawl: add bots" in found
