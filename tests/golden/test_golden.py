"""Golden games do not change unless somebody means them to: `make golden` writes them anew."""

from pathlib import Path

import pytest

from tavern_engine import Game, games
from tavern_engine.golden import differences


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_golden_games_are_unchanged(game: Game) -> None:
    assert list(differences(game, Path(__file__).parent)) == []
