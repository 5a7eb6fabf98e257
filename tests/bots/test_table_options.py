"""A bot is told how the game is played at its table: in Python, in a process of its own, and in any language."""

import json
from pathlib import Path

import pytest

from tavern_bots.api import Value
from tavern_bots.discover import choose_bot
from tavern_engine import BadSetup, Rng, game
from tavern_tournament.players.player import player
from tavern_tournament.specs import BotSpec

VAULT = game("dragon-vault")
ALL = {"hindrances": True, "tricks": False}
WITNESS = """
import json

class Witness:
    summary, games, options = "says how it is seated", "all games", ()

    def __init__(self, place):
        print(json.dumps(dict(place.table_options)))

    def choose(self, infoset, clock):
        return infoset.legal()[0]
"""
GREETING = "read -r hello; echo '{\"protocol\": 2}'; "


def told(spec: BotSpec, folder: Path, table_options: dict[str, Value] | None) -> str:
    """What the bot printed when it sat down at a table with these options."""
    bot = player(spec, patience=20, log_folder=folder)
    try:
        bot.sit(VAULT, 0, 2, 1, table_options)
    finally:
        bot.stop()
    return (folder / f"{spec.name}.log").read_text().splitlines()[1]


@pytest.mark.parametrize("isolation", ["inprocess", "process"])
def test_a_bot_in_python_is_told_all_options_of_the_table(tmp_path: Path, isolation: str) -> None:
    (tmp_path / "witness.py").write_text(WITNESS)
    spec = BotSpec("witness", "witness.py:Witness", isolation=isolation, folder=str(tmp_path))
    assert json.loads(told(spec, tmp_path, {"hindrances": True})) == ALL


def test_a_program_is_told_all_options_of_the_table(tmp_path: Path) -> None:
    script = f"{GREETING} read -r begin; echo \"$begin\" >&2; echo '{{}}'; read -r end"
    begin = json.loads(told(BotSpec("witness", command=("sh", "-c", script)), tmp_path, {"hindrances": True}))
    assert (begin["type"], begin["table_options"], begin["options"]) == ("begin", ALL, {})


def test_options_of_the_table_are_as_usual_unless_they_are_named() -> None:
    place = choose_bot("random").place(VAULT, 0, 2, Rng(1))
    assert place.table_options == VAULT.checked_options({}) == {"hindrances": False, "tricks": False}
    assert place.options == {}


def test_options_that_the_game_has_not_are_refused() -> None:
    with pytest.raises(BadSetup, match=r"has no option 'trick'. Did you mean 'tricks'"):
        choose_bot("random").place(VAULT, 0, 2, Rng(1), {"trick": True})
