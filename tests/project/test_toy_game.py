"""One more game is one more folder: no shared file knows it, and everything plays it."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from tavern_bots.api import BadBot
from tavern_bots.discover import choose_bot
from tavern_bots.measure.strength import Pairing, play_game
from tavern_engine import Game, Rng, game, games, registry
from tavern_engine.testing import check_game
from tavern_tournament.solo.cli import main

folder = import_module("tavern_engine.games")  # the package: `tavern_engine.games` is the function
MORE = Path(__file__).parent.parent / "support" / "more_games"


@pytest.fixture
def toy() -> Iterator[Game]:
    folder.__path__.append(str(MORE))
    registry._games.cache_clear()
    try:
        yield game("show-and-play")
    finally:
        folder.__path__.remove(str(MORE))
        registry._games.cache_clear()


def test_the_registry_finds_it_and_the_kit_passes_it(toy: Game) -> None:
    assert toy in games()
    assert check_game(toy, 0.2) == []


@pytest.mark.parametrize("bot", ["random", "flat:simulations=8", "determinized:simulations=8", "mcts:simulations=8"])
def test_bots_that_need_no_rules_play_it(toy: Game, bot: str) -> None:
    pairing = Pairing("show-and-play", bot, ("random",), 2)
    assert 0 <= play_game(pairing, deal=1, mine=0) <= 1


def test_the_rules_player_says_that_it_cannot(toy: Game) -> None:
    with pytest.raises(BadBot, match="Show and Play"):
        choose_bot("rules").seat(toy, 0, 2, Rng(1))


def test_a_person_plays_it_to_the_end(toy: Game, tmp_path: Path) -> None:
    arguments = ["show-and-play", "--against", "random", "--seed", "1", "--save", str(tmp_path / "toy.json")]
    shown = CliRunner().invoke(main, arguments, input="1\n" * 12)
    assert "The result:" in shown.output, shown.output
