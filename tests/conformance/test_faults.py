"""The kit is worth its name: it passes an honest game and catches every planted fault."""

import pytest
from faults import FAULTS
from learning_faults import LEARNING_FAULTS
from show_and_play import ShowAndPlay

from tavern_engine.testing import CHECKS, check_game


def test_the_honest_game_passes() -> None:
    assert [str(finding) for finding in check_game(ShowAndPlay())] == []


ALL_FAULTS = FAULTS | LEARNING_FAULTS


@pytest.mark.parametrize("fault", ALL_FAULTS)
def test_fault_is_caught_and_named(fault: str) -> None:
    game, check, problem = ALL_FAULTS[fault]
    findings = check_game(game, 1.0, {check: CHECKS[check]})
    assert any(problem in finding.problem for finding in findings), [str(finding) for finding in findings]
