"""The pages for bot authors are true: GAME.md names every key of the facts and every part of an action."""

from functools import cache
from pathlib import Path

import pytest

from tavern_engine import Game, game, games
from tavern_engine.testing import pages
from tavern_engine.testing.pages import page_problems

told = cache(pages.told)  # games are played once for all tests here


@pytest.fixture(autouse=True)
def _played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "told", lambda one: told(game(one.id)))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_page_names_every_fact_and_action_and_no_other(game: Game) -> None:
    assert page_problems(game) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("| `trouble` |", "| `worries` |"), ["the fact `trouble` is not named", "there is no fact `worries`"]),
        (("| `take` | |", "| `grab` | |"), ["there is no verb `grab`", "the verb `take` is not named"]),
        (("| `remove` | `card` |", "| `remove` | |"), ["the verb `remove` has the parts ['card'], not []"]),
        (("## Facts", "## Fact"), ["has no part '## Facts'"]),
        (("`debt` |", "`debt`, `debt` |"), ["the fact `debt` is named twice"]),
    ],
    ids=["fact", "verb", "part", "heading", "twice"],
)
def test_a_page_that_is_wrong_is_found_out(tmp_path: Path, change: tuple[str, str], problem: list[str]) -> None:
    vault = game("dragon-vault")
    other = vault.with_data(vault.data_file)
    page = other.rules_file.with_name("GAME.md").read_text(encoding="utf-8")
    assert change[0] in page
    (tmp_path / "GAME.md").write_text(page.replace(*change))
    other.rules_file = tmp_path / "RULES.md"
    found = page_problems(other)
    assert len(found) == len(problem)
    assert all(any(part in sentence for sentence in found) for part in problem), found
