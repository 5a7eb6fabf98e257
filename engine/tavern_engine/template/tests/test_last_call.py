"""The game keeps what every game promises: the tavern's conformance kit, a scenario for every rule, a true GAME.md."""

from pathlib import Path

import pytest

from tavern_engine import game
from tavern_engine.coverage import citations
from tavern_engine.scenario import Scenario
from tavern_engine.testing import CHECKS, check_game
from tavern_engine.testing.pages import page_problems

GAME = game("last-call")
SCENARIOS = Path(__file__).parent / "scenarios"


@pytest.mark.parametrize("check", CHECKS)
def test_it_conforms(check: str) -> None:
    assert [str(finding) for finding in check_game(GAME, 0.2, {check: CHECKS[check]})] == []


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.toml")), ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    Scenario.load(path).run()


def test_every_rule_has_a_scenario() -> None:
    assert [rule for rule, paths in citations(GAME, SCENARIOS).items() if not paths] == []


def test_the_page_for_bot_authors_names_every_fact_and_action() -> None:
    assert page_problems(GAME) == []
