"""A game of another package in the browser: a plain table from its facts, and a sentence if its rules fail."""

import os
from pathlib import Path

import pytest
from shelves import FAILING, publish_game
from web_tables import table

pytestmark = pytest.mark.slow


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages into which commands look."""
    folder = tmp_path / "shelf"
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")])))
    return folder


def test_it_is_played_to_the_end_at_a_plain_table(shelf: Path, tmp_path: Path) -> None:
    publish_game(shelf)
    with table(tmp_path, "my-game", "--against", "random", "--seed", 1, "--web") as served:
        page = served.client.get().text
        assert "My Game" in page
        assert "drink ale" in page
        while served.client.asked()[0] >= 0:
            served.client.choose_first()
        assert "seat 0 (you)" in served.client.get().text


def test_rules_that_fail_are_told_on_the_page(shelf: Path, tmp_path: Path) -> None:
    publish_game(shelf, FAILING)
    with table(tmp_path, "my-game", "--against", "random", "--seed", 1, "--web") as served:
        number, choices = served.client.asked()
        served.client.post("answer", number=number, action=choices[0])
        number, choices = served.client.asked()
        served.client.post("answer", number=number, action=choices[0])
        with served.client.events() as events:
            told = next(one for one in events if one["state"] == "broken")
        assert "The rules of My Game failed: KeyError: &#x27;no such mug&#x27; (rules.py, line " in str(told["html"])
