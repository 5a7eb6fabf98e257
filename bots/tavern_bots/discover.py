"""Which bots there are, and how a name becomes one.

A bot is published as an entry point of the group `tavern_tourney.bots`, as the shipped ones are. Listing reads metadata
only. A name may carry options, `mcts:simulations=2000,rollout=rules`; an unpackaged bot is `path/to/my_bot.py:MyBot`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import FrameType, MappingProxyType
from typing import Any, Final

from tavern_bots.api import ALL_GAMES, BadBot, Bot, BotClass, Clock, Place, Setting, Value, parse_settings
from tavern_engine import Game, Rng, TavernError
from tavern_engine.game import did_you_mean

GROUP: Final = "tavern_tourney.bots"
PATIENCE: Final = 10.0  # seconds that a bot may take to be imported, and to be seated
SHOWN: Final = 200  # characters of what a bot says when it fails


class Overrun(BaseException):
    """Raised inside a bot that does not come back; not an Exception, so that the bot does not catch it by accident."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise Overrun in the block after so many seconds; without timers (Windows, other threads) there is no limit.

    It stops endless Python code and sleeps. A bot that catches everything goes on, and compiled code that never comes
    back to Python cannot be stopped: only a process of its own could do that.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise Overrun(f"it took longer than {seconds:g} seconds")

    outside, clock = signal.signal(signal.SIGALRM, ring), Clock()
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, outside or signal.SIG_DFL)
        if left:  # somebody else's timer was running
            signal.setitimer(signal.ITIMER_REAL, max(left - clock.spent(), 0.001), interval)


def reason(error: BaseException) -> str:
    """What went wrong in one short line without its full stop, even if the error cannot be shown."""
    try:
        lines = str(error).strip().splitlines()
    except Exception:
        lines = ["it cannot be shown"]
    said = lines[0][:SHOWN].rstrip(".") if lines else "no reason given"
    return said if isinstance(error, (TavernError, Overrun)) else f"{type(error).__name__}: {said}"


@dataclass(frozen=True)
class Listed:
    """A bot as its package's metadata name it; nothing of it has been imported."""

    name: str
    entries: tuple[EntryPoint, ...]

    @property
    def packages(self) -> list[str]:
        """The packages that claim the name, with their versions."""
        return [f"{entry.dist.name} {entry.dist.version}" if entry.dist else "unknown" for entry in self.entries]

    def load(self) -> BotClass:
        """Import it, or BadBot with its package and a short reason."""
        if len(self.entries) > 1:
            raise BadBot(f"The bot {self.name!r} is claimed by {' and by '.join(self.packages)}: uninstall one.")
        with _guarded(f"The bot {self.name!r} of {self.packages[0]} cannot be loaded"):
            return checked(self.entries[0].load())


def discover() -> list[Listed]:
    """All installed bots by name, without importing any."""
    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, []).append(entry)
    return [Listed(name, tuple(entries)) for name, entries in sorted(found.items())]


@contextlib.contextmanager
def _guarded(what: str) -> Iterator[None]:
    """Whatever a plugin does while it is imported or seated becomes a sentence; only a person's Ctrl-C stays one."""
    try:
        with time_limit(PATIENCE), open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
            yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadBot(f"{what}: {reason(error)}.") from error


def checked(plugin: object) -> BotClass:
    """The plugin if it is a bot class, else BadBot."""
    if not callable(plugin) or not callable(getattr(plugin, "choose", None)):
        raise BadBot(f"{plugin!r} is no bot: it needs to be a class with a method choose(infoset, clock).")
    for name, kind in (("summary", str), ("games", (str, tuple, list)), ("options", (tuple, list))):
        if not isinstance(getattr(plugin, name, None), kind):
            raise BadBot(f"{plugin!r} is no bot: its {name} is missing or of the wrong type.")
    if not all(isinstance(option, Setting) for option in plugin.options):  # type: ignore[attr-defined]
        raise BadBot(f"{plugin!r} is no bot: its options are not all of the type Setting.")
    return plugin  # type: ignore[return-value]


def find(name: str) -> BotClass:
    """The bot class of a name or of `path/to/file.py:Class`."""
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py"):
        return _from_file(Path(path), class_name)
    return listed(name).load()


def listed(name: str) -> Listed:
    """The installed bot of a name, which is not imported, or BadBot."""
    known = {bot.name: bot for bot in discover()}
    if name.endswith(".py"):
        raise BadBot(f"Name the class in the file too: {name}:MyBot.")
    if name not in known:
        hint = did_you_mean(name, list(known)) or f" There are: {', '.join(known) or 'none'}."
        raise BadBot(f"There is no bot {name!r}.{hint}")
    return known[name]


def _from_file(path: Path, class_name: str) -> BotClass:
    if not path.is_file():
        raise BadBot(f"There is no file {path} to take the bot {class_name!r} from.")
    with _guarded(f"The bot {class_name!r} of {path} cannot be loaded"):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        if not hasattr(module, class_name):
            raise BadBot(f"There is no class {class_name!r} in {path}.")
        return checked(getattr(module, class_name))


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
        with _guarded(f"{self.full_name} cannot be loaded"):
            options = [{**vars(option), "tuned": dict(option.tuned)} for option in self.plugin.options]
            oracle = bool(getattr(self.plugin, "oracle", False))
            told: dict[str, Any] = json.loads(
                json.dumps({"games": self.plugin.games, "options": options, "oracle": oracle})
            )
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
        with _guarded(f"{self.full_name} cannot be seated"):
            return self.plugin(place)


def choose_bot(text: str) -> Choice:
    """The bot that a text such as `mcts:simulations=2000` names, or BadBot."""
    name, options = text, ""
    head, colon, tail = text.rpartition(":")
    if colon and "=" in tail:
        name, options = head, tail
    plugin = find(name)
    texts: dict[str, str] = {}
    for part in filter(None, options.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise BadBot(f"Options are written name=value and separated by commas, and {part!r} is not.")
        texts[key.strip()] = value.strip()
    package = next((bot.packages[0] for bot in discover() if bot.name == name), "")
    return Choice(text, plugin, parse_settings(plugin.options, texts), package)
