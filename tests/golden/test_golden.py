"""Golden games do not change unless somebody means them to: `make golden` writes them anew."""

from pathlib import Path

import pytest

from tavern_engine import Game, games
from tavern_engine.golden import SHOWN, differences, excerpt


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_golden_games_are_unchanged(game: Game) -> None:
    assert list(differences(game, Path(__file__).parent)) == []


def told(decisions: int, last: str = "pass") -> str:
    """The text of a game in which every decision is to pass, but perhaps the last one."""
    does = ["pass"] * (decisions - 1) + [last]
    lines = [f"\n--- {number}\nseat 0 does: {what}\n" for number, what in enumerate(does, start=1)]
    return "".join(["a game\n", *lines, "\n--- end\nplaces: [1, 2]\n"])


def test_a_short_game_is_shown_whole() -> None:
    shown = excerpt(told(SHOWN))
    assert shown.startswith(told(SHOWN))
    assert shown.removeprefix(told(SHOWN)).startswith("\nSHA-256 of the whole text: ")


def test_of_a_long_game_the_first_decisions_and_the_end_are_shown() -> None:
    shown = excerpt(told(SHOWN + 3))
    assert f"\n--- {SHOWN}\nseat 0 does: pass\n\n--- 3 more decisions, " in shown
    assert f"--- {SHOWN + 1}" not in shown
    assert "\n\n--- end\nplaces: [1, 2]\n\nSHA-256 " in shown


def test_a_change_that_is_not_shown_changes_the_digest() -> None:
    same, other = excerpt(told(SHOWN + 3)).splitlines(), excerpt(told(SHOWN + 3, "play")).splitlines()
    assert same[:-1] == other[:-1]
    assert same[-1] != other[-1]
