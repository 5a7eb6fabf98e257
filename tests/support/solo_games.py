"""Games against bots in the terminal, for tests: the command with typed answers, and what it saved."""

from functools import partial
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner, Result

from tavern_tournament.solo import play
from tavern_tournament.solo.cli import main
from tavern_tournament.solo.luck import luck_ledger
from tavern_tournament.solo.saved import SavedGame

NUMBERS = [f"{number}\n" for number in range(1, 25)]  # choices keep their numbers in a turn, so 1 may be gone
FIRSTS = "".join(NUMBERS) * 1_000  # enough to finish any game
START = ("dragon-vault", "--against", "random", "--seed", "5")
BAD_BOT = """
import sys
from tavern_bots.api import Setting

class Boom(BaseException):
    pass

class Unprintable(Exception):
    def __str__(self):
        raise ValueError("no words")

class Liar(int):
    def __eq__(self, other):
        return True
    __hash__ = int.__hash__

class Bot:
    summary = "fails"
    games = ("dragon-vault",)
    options = (Setting("simulations", 1, "how much it thinks"),)

    def __init__(self, place):
        self.place = place

    def choose(self, infoset, clock):
        {body}
"""


def run(*arguments: object, typed: str | bytes = "", equals: int = 2) -> Result:
    """Run the command; after a game, `equals` is how many games of equal players tell what the deals were worth."""
    words = [str(argument) for argument in arguments]
    with patch.object(play, "luck_ledger", partial(luck_ledger, games=equals)):
        return CliRunner().invoke(main, words, input=typed, catch_exceptions=False)


def saved(path: str = "tavern-dragon-vault-5.json") -> SavedGame:
    return SavedGame.load(Path(path))


def bad_bot(body: str) -> str:
    Path("bad.py").write_text(BAD_BOT.format(body=body))
    return "bad.py:Bot"
