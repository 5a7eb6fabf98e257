"""Every scenario file is a test, and every rule of every game has a scenario."""

from functools import cache
from pathlib import Path

import pytest

from tavern_engine import Game, coverage, games, scenario
from tavern_engine.coverage import citations
from tavern_engine.scenario import Scenario

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.toml"))

read = cache(coverage.read_scenario)  # files are read once for all tests here


@pytest.fixture(autouse=True)
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "read_scenario", read)
    monkeypatch.setattr(scenario, "read_scenario", read)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_ruling(path: Path) -> None:
    Scenario.load(path).run()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_rule_has_a_scenario(game: Game) -> None:
    bare = [rule for rule, paths in citations(game, HERE).items() if not paths]
    assert bare == []


def test_every_scenario_cites_a_rule_and_has_its_own_title() -> None:
    scenarios = [Scenario.load(path) for path in FILES]
    assert [scenario.path.stem for scenario in scenarios if not scenario.rules] == []
    titles = [scenario.title for scenario in scenarios]
    assert sorted({title for title in titles if titles.count(title) > 1}) == []
