"""Every registered game passes the conformance kit."""

import pytest

from tavern_engine import Game, games
from tavern_engine.testing import CHECKS, check_game


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_game_conforms(game: Game, check: str, effort: float) -> None:
    findings = check_game(game, effort, {check: CHECKS[check]})
    assert [str(finding) for finding in findings] == []
