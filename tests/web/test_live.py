"""Bots that play alone are watched: step by step, by themselves, with their reasons, saved as they play."""

import re
from pathlib import Path

import pytest
from web_tables import Client, table, until

from tavern_engine import BadSetup
from tavern_tournament.solo.new import new_game
from tavern_tournament.solo.saved import NOBODY, SavedGame
from tavern_tournament.solo.session import Session
from tavern_tournament.web.live import Live

RUSSIAN = "ru"


@pytest.fixture
def live(tmp_path: Path) -> Live:
    saved = new_game("dragon-vault", ["rules", "random"], seat=NOBODY, seed=4)
    return Live(Session(saved, tmp_path / "game.json"))


def test_every_seat_has_a_bot_and_nothing_happens_before_it_is_wanted(live: Live) -> None:
    assert live.session.saved.players == ["rules", "random"]
    assert not live.waits
    page = live.shown()
    assert "Bots play" in page
    assert "holds: " in page  # all cards are open
    assert 'name="action"' not in page


def test_one_decision_at_a_time_with_its_reason(live: Live) -> None:
    reasons: set[str] = set()
    for made in range(1, 8):
        assert live.do("one", {}) == ""
        assert live.waits
        assert live.pause == 0
        assert live.advance()
        assert not live.waits
        assert live.session.made == made
        reasons.add(live.reason)
        assert "chooses: " in live.shown()
        assert ("Why: " in live.shown()) == bool(live.reason)
    assert any(reasons)


def test_it_goes_on_by_itself_as_fast_as_one_likes(live: Live) -> None:
    live.do("go", {})
    live.do("speed", {"speed": "slow"})
    assert (live.waits, live.pause) == (True, 3.0)
    live.do("speed", {"speed": "banana"})
    assert live.speed == "slow"
    live.do("pause", {})
    assert not live.waits
    live.do("go", {})
    live.do("speed", {"speed": "fast"})
    while live.waits:
        live.advance()
    assert live.session.over
    assert live.shown().count("<li><b>") >= 2
    assert "Игра окончена" in live.shown(RUSSIAN)


def test_a_saved_game_of_bots_goes_on_where_it_was(live: Live, tmp_path: Path) -> None:
    for _ in range(5):
        live.advance()
    again = Live.open(tmp_path / "game.json", None)
    assert again.session.made == 5
    assert (
        again.shown().partition("<h1")[2].partition("</h1>")[0]
        == live.shown().partition("<h1")[2].partition("</h1>")[0]
    )


def test_a_person_cannot_sit_down_where_only_bots_play() -> None:
    with pytest.raises(BadSetup, match="3 bots are too many for a table of 2"):
        new_game("dragon-vault", ["rules", "random", "flat"], seats=2, seat=NOBODY)


@pytest.mark.slow
def test_bots_are_watched_in_a_room(tmp_path: Path) -> None:
    arguments = ("--web", "dragon-vault", "--against", "random,rules", "--watch", "--save", "tavern-bots.json")
    with table(tmp_path, *arguments) as served:
        game = served.client
        assert "Paused" in game.get().text
        assert game.post("one").said == ""
        until(lambda: len(SavedGame.load(tmp_path / "tavern-bots.json").record.actions) > 0)
        game.post("speed", speed="fast")
        game.post("go")
        until(lambda: "The game is over." in game.get().text)
        assert re.search(r"<b>1\. </b>", game.get().text)
        assert "All cards are open." in game.get("review?at=0&seat=all").text
        lobby = Client(f"http://{game.host}:{game.port}{game.root}").get().text
        assert "between random, rules: " in lobby
