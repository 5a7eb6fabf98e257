"""Which bots there are, and how a name becomes one.

A bot is published as an entry point of the group `tavern_tourney.bots`, as the shipped ones are. Listing reads metadata
only. A name may carry options, `mcts:simulations=2000,rollout=rules`; an unpackaged bot is `path/to/my_bot.py:MyBot`.
"""

from __future__ import annotations

import importlib.util
import json
import os.path
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from types import CodeType, MappingProxyType, ModuleType
from typing import Any, Final

from tavern_bots.api import ALL_GAMES, BadBot, Bot, BotClass, Place, Setting, Value, parse_settings
from tavern_engine import Game, Rng, plugins
from tavern_engine.game import did_you_mean
from tavern_engine.guard import guarded

GROUP: Final = "tavern_tourney.bots"


class Listed(plugins.Listed):
    """A bot as its package's metadata name it; nothing of it has been imported."""

    what, error = "bot", BadBot

    def load(self) -> BotClass:
        """Import it, or BadBot with its package and a short reason."""
        with self.loading() as entry:
            return checked(entry.load())


_remembered: list[EntryPoint] = []


def remember() -> None:
    """Look which bots are installed once for all that this process and its children do: that takes milliseconds."""
    _remembered[:] = plugins.installed(GROUP)


@contextmanager
def remembering() -> Iterator[None]:
    """Look which bots are installed once for all that is done in the block."""
    before = list(_remembered)
    if not before:
        remember()
    try:
        yield
    finally:
        _remembered[:] = before


_compiled: dict[str, CodeType] = {}  # files of bots


def compile_once(path: str) -> None:
    """Compile a bot's file for this process and its children, without running it; what is wrong with it shows later."""
    if path.endswith(".py"):
        with suppress(Exception):
            _compiled[path] = compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)


def discover() -> list[Listed]:
    """All installed bots by name, without importing any."""
    found = plugins.by_name(_remembered or plugins.installed(GROUP))
    return [Listed(name, entries) for name, entries in found.items()]


def checked(plugin: object) -> BotClass:
    """The plugin if it is a bot class, else BadBot."""
    if not callable(plugin) or not callable(getattr(plugin, "choose", None)):
        raise BadBot(f"{plugin!r} is not a bot: it needs to be a class with a method choose(infoset, clock).")
    for name, kind in (("summary", str), ("games", (str, tuple, list)), ("options", (tuple, list))):
        if not isinstance(getattr(plugin, name, None), kind):
            raise BadBot(f"{plugin!r} is not a bot: its {name} is missing or of the wrong type.")
    if not all(isinstance(option, Setting) for option in plugin.options):  # type: ignore[attr-defined]
        raise BadBot(f"{plugin!r} is not a bot: its options are not all of the type Setting.")
    return plugin  # type: ignore[return-value]


def listed(name: str) -> Listed:
    """The installed bot of a name, which is not imported, or BadBot."""
    known = {bot.name: bot for bot in discover()}
    if name.endswith(".py"):
        raise BadBot(f"Name the class in the file too: {name}:MyBot.")
    if name not in known:
        raise BadBot(f"There is no bot {name!r}.{did_you_mean(name, known, 'There are')}")
    return known[name]


def _from_file(path: Path, class_name: str) -> BotClass:
    if not os.path.isfile(path):  # unlike Path.is_file it refuses no name, however long
        raise BadBot(f"There is no file {path} to take the bot {class_name!r} from.")
    with guarded(f"The bot {class_name!r} of {path} cannot be loaded", BadBot):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        with listed_as_module(path.stem, module):
            if str(path) in _compiled:
                exec(_compiled[str(path)], vars(module))
            else:
                spec.loader.exec_module(module)
        if not hasattr(module, class_name):
            raise BadBot(f"There is no class {class_name!r} in {path}.")
        return checked(getattr(module, class_name))


@contextmanager
def listed_as_module(name: str, module: ModuleType) -> Iterator[None]:
    """A time in which a module is among the imported ones, as dataclasses need it; what was there comes back."""
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        yield
    finally:
        if before is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = before


def plays(games: str | Sequence[str], game_id: str) -> bool:
    """Whether a bot with these `games` plays the game."""
    return games in (ALL_GAMES, game_id) if isinstance(games, str) else game_id in games


@dataclass(frozen=True)
class Choice:
    """A bot with its options, as a person or a config names it."""

    text: str
    plugin: BotClass
    given: Mapping[str, Value]  # the options that the text sets
    package: str = ""  # with its version; a bot of a file has none

    @property
    def full_name(self) -> str:
        """Its text, and the package it comes from."""
        return f"The bot {self.text!r}" + (f" of {self.package}" if self.package else "")

    def options(self, game_id: str = "") -> dict[str, Value]:
        """All options: as given, else as tuned for the game, else the default."""
        return {one.name: self.given.get(one.name, one.at(game_id)) for one in self.plugin.options}

    def plays(self, game: Game) -> bool:
        """Whether the bot says it plays the game."""
        return plays(self.plugin.games, game.id)

    def about(self) -> dict[str, Any]:
        """What a league asks about it before it plays, as JSON holds it, or BadBot."""
        with guarded(f"{self.full_name} cannot be loaded", BadBot):
            options = [{**vars(option), "tuned": dict(option.tuned)} for option in self.plugin.options]
            oracle = bool(getattr(self.plugin, "oracle", False))
            text = json.dumps({"games": self.plugin.games, "options": options, "oracle": oracle})
            told: dict[str, Any] = json.loads(text)
            return told

    def place(
        self, game: Game, seat: int, seats: int, rng: Rng, table_options: Mapping[str, object] | None = None
    ) -> Place:
        """The bot's place at a table with these options; those that are not named are as usual."""
        own, table = self.options(game.id), game.checked_options(table_options or {})
        return Place(game, seat, seats, MappingProxyType(own), rng, MappingProxyType(table))

    def seat(
        self, game: Game, seat: int, seats: int, rng: Rng, table_options: Mapping[str, object] | None = None
    ) -> Bot:
        """A bot for one seat of one game, or BadBot."""
        if not self.plays(game):
            raise BadBot(f"The bot {self.text!r} does not play {game.title}.")
        place = self.place(game, seat, seats, rng, table_options)
        with guarded(f"{self.full_name} cannot be seated", BadBot):
            return self.plugin(place)


def split_text(text: str) -> tuple[str, str]:
    """The name of a bot, or its file and class, and its options.

    >>> split_text("mcts:simulations=2000,reuse=true")
    ('mcts', 'simulations=2000,reuse=true')
    """
    head, colon, tail = text.rpartition(":")
    return (head, tail) if colon and "=" in tail else (text, "")


def choose_bot(text: str) -> Choice:
    """The bot that a text such as `mcts:simulations=2000` names, or BadBot."""
    name, options = split_text(text)
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py"):
        plugin, package = _from_file(Path(path), class_name), ""
    else:
        bot = listed(name)
        plugin, package = bot.load(), bot.packages[0]
    texts: dict[str, str] = {}
    for part in filter(None, options.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise BadBot(f"Options are written name=value and separated by commas, and {part!r} is not.")
        texts[key.strip()] = value.strip()
    return Choice(text, plugin, parse_settings(plugin.options, texts), package)
