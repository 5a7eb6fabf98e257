"""A mistake in a bot is told once, with the file and the line of the bot's own code, by `check` and by `strength`."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tavern_bots.cli import main

BOT = """\
import json

class Bot:
    summary, games, options = "has a mistake", ("dragon-vault",), ()

    def __init__(self, place):
        self.place = place

    def choose(self, infoset, clock):
        return infoset.legal()[0]

    def helper(self):
        return json.loads("nonsense")
"""
RAISES = "ValueError: no idea"
MISTAKES = {
    "at import": ("import json", "import json; raise ValueError('no idea')", f"{RAISES} (bot.py, line 1)"),
    "syntax": ("import json", "import json json", "SyntaxError: invalid syntax (bot.py, line 1)"),
    "in __init__": ("self.place = place", "raise ValueError('no idea')", f"{RAISES} (bot.py, line 7)"),
    "in choose": ("return infoset.legal()[0]", "raise ValueError('no idea')", f"{RAISES} (bot.py, line 10)"),
    "in what it calls": ("infoset.legal()[0]", "self.helper()", "line 1 column 1 (char 0) (bot.py, line 13)"),
    "in the engine": (
        "return infoset.legal()[0]",
        "infoset.sample(self.place.rng).apply(-1)",
        "Action -1 is not legal now (bot.py, line 10)",
    ),
    "in see": ("def helper(self)", "def see(self, events)", "(bot.py, line 13)"),
    "exits": ("return infoset.legal()[0]", "raise SystemExit(3)", "SystemExit: 3 (bot.py, line 10)"),
    "no code": ("infoset.legal()[0]", "'the best'", "nswered 'the best', which is not an action code (bot.py, line 9)"),
    "illegal": ("infoset.legal()[0]", "max(infoset.legal()) + 1", " (bot.py, line 9)"),
}


def written(folder: Path, mistake: str) -> tuple[str, str]:
    """A bot with one mistake in a file, and what must be told of it."""
    right, wrong, told = MISTAKES[mistake]
    assert right in BOT
    (folder / "bot.py").write_text(BOT.replace(right, wrong, 1))
    return f"{folder / 'bot.py'}:Bot", told


def output(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    return result.exit_code, result.output


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_strength_tells_a_mistake_once_with_its_line(mistake: str, tmp_path: Path) -> None:
    bot, told = written(tmp_path, mistake)
    code, said = output("strength", bot, "--against", "random", "--deals", "3", "--workers", "1")
    assert code == 1
    assert said.count(told) == 1
    assert said.startswith("Error: The bot ")
    assert "Traceback" not in said


@pytest.mark.parametrize("mistake", MISTAKES)
def test_check_tells_a_mistake_once_with_its_line(mistake: str, tmp_path: Path) -> None:
    bot, told = written(tmp_path, mistake)
    code, said = output("check", bot, "--effort", "0.01")
    assert code == 1
    sentence, bracket, line = told.rpartition(" (")
    assert said.count(bracket + line) == 1
    assert sentence in said
    assert "Traceback" not in said


def test_later_steps_point_to_where_it_was_told(tmp_path: Path) -> None:
    said = output("check", written(tmp_path, "in choose")[0], "--effort", "0.01")[1].splitlines()
    assert said[0].startswith(" 1 passed  seats")
    assert said[1].startswith(" 2 FAILED  legal")
    assert said[2].startswith("   legal: ")
    assert said[2].endswith("hindrances=false, tricks=false] and at 7 more tables")
    assert said[3].startswith(" 3 FAILED  repeatable")
    assert said[4] == "   as in step 2, at 8 tables"


@pytest.mark.slow
def test_the_bot_that_fails_is_named_not_the_other(tmp_path: Path) -> None:
    bot, _ = written(tmp_path, "in choose")
    said = output("strength", "random", "--against", bot, "--deals", "1", "--workers", "1")[1]
    assert f"The bot {bot!r} failed in seat " in said
    assert " of deal 0: ValueError: no idea" in said


@pytest.mark.slow
def test_strength_takes_the_options_of_the_table() -> None:
    arguments = ("strength", "rules", "--against", "random", "--deals", "1", "--workers", "1")
    assert "no option 'trick'. Did you mean 'tricks'?" in output(*arguments, "--option", "trick=true")[1]
    assert (
        "The option tricks cannot be 'many': it is one of false, true."
        in output(*arguments, "--option", "tricks=many")[1]
    )
    code, said = output(*arguments, "--option", "tricks=true", "--option", "hindrances=true")
    assert (code, said.startswith("rules against random, 2 seats (par 50 %): ")) == (0, True)
