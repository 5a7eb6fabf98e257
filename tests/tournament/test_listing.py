"""Games of a run, listed by who played, who lost and how long they took."""

from dataclasses import replace
from pathlib import Path

import pytest
from leagues import tourney, write_league
from small_league import fault, result

from tavern_tournament.listing import NoSuchBot, Wanted, lines

DUEL = ("ann", "bob")
GAMES = [
    replace(result(DUEL, (1, 2), deal=0), actions=(1,) * 9),
    replace(result(DUEL, (2, 1), deal=10), actions=(1,) * 30),
    replace(result(DUEL, (1, 1), deal=9), actions=(1,) * 3, faults=(fault("oops"),)),
    replace(result(("ann", "cid"), (2, 1), deal=2), actions=(1,) * 20),
    replace(result(DUEL, (1, 2), deal=11), placement=(), scores=(), void="lost"),
]


def deals(**wanted: object) -> list[int]:
    return [game.deal for game in Wanted(**wanted).among(GAMES)]  # type: ignore[arg-type]


def test_they_are_found_by_who_played_and_lost() -> None:
    assert deals() == [0, 9, 10, 11, 2]
    assert deals(bot="cid") == [2]
    assert deals(bot="ann", against="bob") == [0, 9, 10, 11]
    assert deals(bot="ann", lost=True) == [10, 2]
    assert deals(bot="ann", against="bob", lost=True) == [10]
    assert deals(bot="bob", lost=True) == [0]
    assert deals(faults=True) == [9]


def test_the_longest_come_first_and_only_so_many() -> None:
    assert deals(longest=True, most=2) == [10, 2]


def test_a_line_says_who_came_where() -> None:
    first, second, *_, void = lines(Wanted(bot="ann", against="bob").among(GAMES))
    assert first.split("  ")[-1] == "1. ann (seat 0), 2. bob (seat 1)"
    assert second.endswith("1. ann (seat 0), 1. bob (seat 1); 1 fault")
    assert void.endswith("void: lost")


def test_a_bot_that_did_not_play_is_a_sentence() -> None:
    with pytest.raises(NoSuchBot, match=r"No bot 'bop' has played. Did you mean 'bob'?"):
        deals(bot="bop")


def test_the_command(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1)
    assert tourney(tmp_path, "--config", "league.toml", "-q").returncode == 0
    told = tourney(tmp_path, "games", "run", "--bot", "rules", "--longest", "--most", "2")
    assert len(told.stdout.splitlines()) == 2
    assert "2 games. To see one: tavern-tourney replay run NAME" in told.stderr
    name = told.stdout.split()[0]
    assert tourney(tmp_path, "replay", "run", name).stdout.startswith(name)
    assert "name the --bot" in tourney(tmp_path, "games", "run", "--lost").stderr
