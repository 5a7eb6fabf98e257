"""League files for tests of how they are read, and the mistakes found in them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavern_tournament.config.lines import Where
from tavern_tournament.config.load import BadConfig, League, load

GOOD = """\
[league]
name = "test"
seed = 1
[[tables]]
game = "dragon-vault"
seats = 2
[[bots]]
bot = "rules"
[[bots]]
bot = "mcts"
options = { simulations = 9 }
"""

BOT = """\
from tavern_bots.api import Setting

class MyBot:
    summary = "plays the first legal action"
    games = {games!r}
    options = (Setting("patience", 3, "how long it waits", high=10),)

    def __init__(self, place):
        pass

    def choose(self, infoset, clock):
        return infoset.legal()[0]
"""


def loaded(folder: Path, text: str = GOOD, **files: str) -> League:
    """The text as league.toml of the folder, beside Python files."""
    with contextlib.chdir(folder):
        for name, content in files.items():
            Path(f"{name}.py").write_text(content, encoding="utf-8")
        Path("league.toml").write_text(text, encoding="utf-8")
        return load(Path("league.toml"))


def complaints(folder: Path, text: str, **files: str) -> list[str]:
    """What is wrong with the text, a line each."""
    with pytest.raises(BadConfig) as caught:
        loaded(folder, text, **files)
    return str(caught.value).splitlines()


def places(value: object, where: Where = ()) -> Iterator[Where]:
    """Every place in the values of a file."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in below:
        yield (*where, key)
        yield from places(inner, (*where, key))
