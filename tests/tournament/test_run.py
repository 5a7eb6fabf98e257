"""What a folder plans and what counts in it, as bots come and go and the cap changes."""

from pathlib import Path

import pytest
from league_files import loaded

from tavern_tournament.config.load import League
from tavern_tournament.match import void_result
from tavern_tournament.reading import Reading
from tavern_tournament.run import Run, changes, prepare

LEAGUE = """
[league]
name = "test"
seed = 1
secret = "public"
[[tables]]
game = "dragon-vault"
seats = 2
[schedule]
deals = 2
line_ups = {most}
{rows}
"""
BOT = '[[bots]]\nbot = "random"\nname = "{}"\n'


def league(folder: Path, bots: str, most: int = 10, rows: str = "") -> League:
    """A league of these bots, a letter each, at a table of two."""
    return loaded(folder, LEAGUE.format(most=most, rows=rows) + "".join(map(BOT.format, bots)))


def play(run: Run, reading: Reading) -> int:
    """Give all planned games a result; how many there were to play."""
    left = run.left(run.counted(reading))
    for line, planned in enumerate(left):
        reading.take(void_result(planned, "dragon-vault", "nobody really played"), line)
    return len(left)


def who(run: Run) -> set[str]:
    return {"".join(fixture.bots) for fixture in run.fixtures}


def test_newcomers_get_games_at_the_cap_and_nothing_that_was_played_is_lost(tmp_path: Path) -> None:
    reading = Reading()
    old = prepare(league(tmp_path, "abcde"), None, "", reading)
    assert play(old, reading) == 10 * 2 * 2
    new = prepare(league(tmp_path, "abcdexyz"), old, "", reading)
    assert len(new.fixtures) == 10
    assert {bot for pair in who(new) for bot in pair} == set("abcdexyz")
    assert len(new.counted(reading)) == 40
    assert "40 of the 40 games that were played stay valid; the others stay in the journal." in changes(
        old, new, reading
    )
    fresh = who(new) - who(old)
    assert play(new, reading) == len(fresh) * 4
    assert len(new.counted(reading)) == 40 + len(fresh) * 4
    assert {new.game(result).id for result in new.counted(reading)} == {result.id for result in reading}


def test_whoever_came_and_went_leaves_nothing_to_play(tmp_path: Path) -> None:
    reading = Reading()
    old = prepare(league(tmp_path, "abcde", most=8), None, "", reading)
    play(old, reading)
    grown = prepare(league(tmp_path, "abcdex", most=8), old, "", reading)
    play(grown, reading)
    back = prepare(league(tmp_path, "abcde", most=8), grown, "", reading)
    assert back.fixtures == old.fixtures
    assert play(back, reading) == 0
    assert {bot for result in back.counted(reading) for bot in result.bots} == set("abcde")


def test_a_lower_cap_plays_no_more_and_forgets_nothing(tmp_path: Path) -> None:
    reading = Reading()
    old = prepare(league(tmp_path, "abcde"), None, "", reading)
    play(old, reading)
    new = prepare(league(tmp_path, "abcde", most=4), old, "", reading)
    assert len(new.fixtures) == 4
    assert play(new, reading) == 0
    assert len(new.counted(reading)) == 40


@pytest.mark.parametrize(
    ("rows", "counted"),
    [("", 40), ("kind = 'gauntlet'\nchallenger = 'a'", 16), ("[clock]\nmove = 1.0", 0)],
)
def test_what_counts_has_to_fit_today(tmp_path: Path, rows: str, counted: int) -> None:
    """Line-ups that the schedule would not have, and games under another clock, stay in the journal only."""
    reading = Reading()
    old = prepare(league(tmp_path, "abcde"), None, "", reading)
    play(old, reading)
    new = prepare(league(tmp_path, "abcde", most=1, rows=rows), old, "", reading)
    assert len(new.counted(reading)) == counted
    fewer = prepare(league(tmp_path, "abcd", most=1), new, "", reading)
    assert len(fewer.counted(reading)) == 24


def test_a_run_remembers_line_ups_that_made_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reading = Reading()
    old = prepare(league(tmp_path, "abcde"), None, "", reading)
    play(old, reading)
    new = prepare(league(tmp_path, "abcdex"), old, "", reading)
    new.folder.mkdir(parents=True)
    new.save()
    assert Run.load(new.folder) == new
    assert new.former
