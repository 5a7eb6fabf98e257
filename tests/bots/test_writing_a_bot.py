"""The page for those who write a bot is true: its bot plays and passes the kit, its examples run."""

import doctest
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tavern_bots.cli import main
from tavern_bots.discover import choose_bot
from tavern_bots.measure.strength import Pairing, play_game
from tavern_bots.testing import check_bot
from tavern_engine import game, games

PAGE = Path(__file__).parent.parent.parent / "docs" / "adding-a-bot.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = [part.split("```")[0] for part in TEXT.split("```python\n")[1:]]


@pytest.fixture
def shedder(tmp_path: Path) -> str:
    """The bot of the page, saved as it says."""
    (tmp_path / "shedder.py").write_text(BLOCKS[0])
    return f"{tmp_path / 'shedder.py'}:Shedder"


def test_the_smallest_bot_passes_the_kit(shedder: str) -> None:
    assert [str(finding) for finding in check_bot(choose_bot(shedder), effort=0.05)] == []


def test_the_smallest_bot_is_better_than_luck(shedder: str) -> None:
    pairing = Pairing("dragon-vault", shedder, ("random",), 2)
    assert sum(play_game(pairing, deal, seat) for deal in range(4) for seat in range(2)) >= 6


def test_it_takes_its_option(shedder: str) -> None:
    assert choose_bot(f"{shedder}:patience=2").options("dragon-vault") == {"patience": 2}


def test_the_examples_run() -> None:
    names: dict[str, object] = {}
    for block in BLOCKS[1:]:
        test = doctest.DocTestParser().get_doctest(block, names, PAGE.name, str(PAGE), 0)
        assert test.examples
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names.update(test.globs)


def test_what_it_names_is_there() -> None:
    assert set(re.findall(r"^tavern-bots (\w+)", TEXT, re.MULTILINE)) <= set(main.commands)
    assert all((PAGE.parent.parent / name).is_file() for name in re.findall(r"`((?:docs|bots)/[\w./-]+)`", TEXT))
    for one in games():
        shared = {"game", "seat", "options", "asked", "phase", "over", "seats"}
        assert shared <= set(one.new(one.min_seats).observe(0).facts())


@pytest.mark.parametrize("game_id", [one.id for one in games()])
def test_the_page_of_a_game_is_printed(game_id: str) -> None:
    result = CliRunner().invoke(main, ["page", game_id])
    assert result.output.startswith(f"# {game(game_id).title} for bot authors\n")
    assert "\n## Facts\n" in result.output
    assert "\n## Actions\n" in result.output
