"""What `tavern-bots new` writes: a complete small package with a bot, its test and its README."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tavern_bots.api import BadBot
from tavern_bots.discover import discover
from tavern_engine.new_package import module_of, require_package_name, write_files

PYPROJECT: Final = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "NAME"
version = "0.1.0"
description = "A bot for the games of the tavern"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["tavern-tourney"]

[project.entry-points."tavern_tourney.bots"]
NAME = "MODULE:CLASS"

[project.optional-dependencies]
test = ["pytest>=8"]

[tool.setuptools]
packages = ["MODULE"]
"""

BOT: Final = '''\
"""A bot that tries every action in worlds that could be, and takes the one that did best."""

from typing import Any

from tavern_bots.api import ALL_GAMES, Clock, Place, Setting
from tavern_engine import InfoSet, RandomPolicy, State

AHEAD = 60  # decisions that a trial plays on


class CLASS:
    """Plays each legal action in sampled worlds, lets everybody play on at random, and compares the scores."""

    summary = "tries every action in sampled worlds, everybody playing on at random"
    games = ALL_GAMES
    options = (Setting("worlds", 10, "how many worlds it tries every action in", low=1, high=1000),)

    def __init__(self, place: Place) -> None:
        self.place = place
        self.reason = "It has not chosen yet."

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        """The action with the highest lead over all worlds; it stops trying when the clock has run out."""
        facts, actions = infoset.facts(), infoset.actions()
        leads = [0.0] * len(actions)
        tried = 0
        while tried < int(self.place.options["worlds"]) and (tried == 0 or clock.left() > 0):
            world = infoset.sample(self.place.rng)
            for number, action in enumerate(actions):
                leads[number] += self.lead_after(world.clone(), action["code"]) + self.liking(facts, action)
            tried += 1
        best = leads.index(max(leads))
        lead = f"{leads[best] / tried:+.1f} points ahead on average"
        self.reason = f"In {tried} worlds, {actions[best]['text']} left it {lead}."
        code: int = actions[best]["code"]
        return code

    def liking(self, facts: dict[str, Any], action: dict[str, Any]) -> float:
        """What you know about a game goes here, in points: the page GAME.md of a game names all facts and parts."""
        if facts["game"] == "dragon-vault" and action["verb"] == "play":
            return float(action["count"])  # who sheds many cards at once is out sooner
        return 0.0

    def lead_after(self, world: State, code: int) -> int:
        """How far the seat is ahead of the best other one, some random decisions after the action."""
        world.apply(code)
        world.playout(RandomPolicy(), self.place.rng, AHEAD)
        scores = [int(world.score(seat)) for seat in range(self.place.seats)]
        return scores.pop(self.place.seat) - max(scores)

    def explain(self) -> str:
        """Why it chose what it chose last."""
        return self.reason
'''

TEST: Final = '''\
"""The bot keeps what every bot promises: `bot_check` runs once for every check of the tavern's bot kit."""

from collections.abc import Callable

pytest_plugins = ["tavern_bots.pytest_plugin"]


def test_the_bot_passes_the_kit(bot_check: Callable[[str], None]) -> None:
    bot_check("NAME")
'''

README: Final = """\
# NAME

A bot for the games of the tavern. It is in `MODULE/__init__.py`.

    pip install .
    tavern-bots info NAME
    tavern-bots check NAME

Its test runs the same check: `pip install .[test]` and `pytest`. While you work on it, `pip install --editable .`
spares you installing it again, or try the file as it is: `tavern-bots check MODULE/__init__.py:CLASS`.

A bot gets an infoset, which is all that its seat knows, and a clock. `infoset.facts()` is the position and
`infoset.actions()` the choices, both as plain data; `tavern-bots page GAME` prints what their keys mean, and
`tavern-bots docs adding-a-bot` all that a bot can do.
`infoset.sample(rng)` is a world that fits what the seat knows. Random numbers come from `place.rng` only, so that games
can be repeated.
"""


def files(name: str) -> Mapping[str, str]:
    """The text of every file of the package, by its path."""
    module = module_of(name)
    class_name = "".join(part.capitalize() for part in module.split("_"))
    texts = {
        "pyproject.toml": PYPROJECT,
        f"{module}/__init__.py": BOT,
        f"tests/test_{module}.py": TEST,
        "README.md": README,
    }
    words = {"NAME": name, "MODULE": module, "CLASS": class_name}
    return {path: re.sub("NAME|MODULE|CLASS", lambda word: words[word[0]], text) for path, text in texts.items()}


def write_package(name: str, folder: Path) -> list[Path]:
    """Write the package into a new folder of its name; the paths of its files, or BadBot."""
    require_package_name(name, "my-bot", BadBot)
    for bot in discover():
        if bot.name == name:
            raise BadBot(f"There is a bot {name!r} already, of {bot.packages[0]}: take another name.")
    return write_files(files(name), folder / name, BadBot)
