"""Guests of a league, made for one test and stopped at its end."""

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from guests import LONG, Make, running

from tavern_tournament.players.player import Player, player
from tavern_tournament.specs import BotSpec


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes players, stops them at the end, and looks that nothing of them is left."""
    before = running()
    made: list[Player] = []

    def make_one(bot: str = "", patience: float = LONG, reasons: bool = False, **keys: object) -> Player:
        spec = BotSpec("guest", bot, **keys)  # type: ignore[arg-type]
        made.append(player(spec, patience=patience, log_folder=tmp_path / "logs", reasons=reasons))
        return made[-1]

    yield make_one
    for one in made:
        one.stop()
    assert all(psutil.Process(new).ppid() in before for new in running() - before)  # a bystander's next game
