"""What a page may ask of a game: choices asked back, numbers that stay, steps of the table, what points are made of."""

import re
from pathlib import Path

import pytest

from tavern_engine import Game, Rng, Table, games
from tavern_tournament.solo.new import new_game
from tavern_tournament.solo.numbers import spans
from tavern_tournament.solo.session import Session
from tavern_tournament.solo.telling import OPEN, news
from tavern_tournament.web.playing import Playing

COUNTED = {"dragon-vault": "lost", "red-dragon-inn": "gold", "tavern-brawl": "score", "tiefenthal": "points"}


@pytest.fixture
def serving(tmp_path: Path) -> Playing:
    """A tavern in its service, with dice to use."""
    playing = Playing(Session(new_game("tiefenthal", ["random"], seed=3), tmp_path / "game.json"))
    for words in ("pass", "pick 3", "pick 1", "pick 5"):
        while playing.session.pending is None:
            playing.session.advance()
        assert typed(playing, words) == ""
    return playing


def typed(playing: Playing, words: str, language: str = "en") -> str:
    assert playing.session.pending is not None
    return playing.do("type", {"number": str(playing.session.pending.number), "words": words}, language)


def test_a_choice_that_may_be_a_slip_is_asked_back(serving: Playing) -> None:
    assert serving.session.pending is not None
    number = serving.session.pending.number
    said = typed(serving, "end service")
    assert "end your service all the same?" in said
    assert "Всё равно закончить?" in typed(serving, "end service", "ru")
    (code,) = re.findall(r'name="sure" value="(\d+)"', said)
    assert serving.session.pending.number == number
    assert serving.do("answer", {"number": str(number), "sure": code}) == ""
    assert serving.session.made == number + 1


def test_choices_keep_their_numbers_while_a_turn_goes_on(serving: Playing) -> None:
    def numbers() -> dict[str, str]:
        return {text: number for number, text in re.findall(r"<kbd>(\d+)</kbd> ([^<]+)</button>", serving.shown())}

    before = numbers()
    assert typed(serving, before["3 on the barrel"]) == ""
    after = numbers()
    assert after.items() < before.items()
    gone = before["3 on the barrel"]
    there = spans(map(int, after.values()))
    assert f"There is no choice {gone}: those there are: {there}." in typed(serving, gone)
    assert gone not in re.findall(r"\d+", there)
    assert serving.do("undo", {}) == ""
    assert numbers() == before


def test_steps_show_the_table_after_each_thing_that_happened(serving: Playing) -> None:
    typed(serving, "3 on the barrel")
    asked = {"number": str(serving.session.made), "at": "0"}
    assert '<b class="number">1</b> beer' in serving.do("step", asked)
    assert 'name="action"' not in serving.do("step", asked)
    for wrong in ({**asked, "at": "99"}, {**asked, "number": "0"}, {"at": "0"}):
        assert "no longer asked" in serving.do("step", wrong)


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_parts_add_up_to_what_is_counted(rules: Game) -> None:
    table, rng = Table(rules, rules.max_seats, 9), Rng(9)
    events = news(table, OPEN)
    for number in range(2_000):
        if table.over:
            break
        legal = table.ask()[1].legal()
        table.answer(legal[int(rng.below(len(legal)))])
        events += news(table, OPEN)
        if number % 29 == 0 or table.over:
            for seat, row in enumerate(rules.facts(table.truth())["seats"]):
                parts = rules.worth(table.truth(), seat, events)
                now = sum(part.number for part in parts if part.what == "if this round ended now")
                assert sum(part.number for part in parts) - now == row[COUNTED[rules.id]]
    assert table.over
