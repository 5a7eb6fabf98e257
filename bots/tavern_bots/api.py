"""What a bot is: a class that is told where it sits, and then chooses.

    class MyBot:
        summary = "plays the first legal action"
        games = ("dragon-vault",)  # or ALL_GAMES
        options = (Setting("patience", 3, "how long it waits", low=0, high=10),)

        def __init__(self, place: Place) -> None: ...
        def choose(self, infoset: InfoSet, clock: Clock) -> int: ...

It may also have `see(events)`, told before each choice what its seat saw since the last one; `explain()`, the reason of
its last choice in a sentence; and `end(placement)`. Random numbers come from `place.rng`: games can be repeated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, Protocol

from tavern_engine import Game, InfoSet, Rng
from tavern_engine.errors import BadPlugin
from tavern_engine.game import did_you_mean

__all__ = ["ALL_GAMES", "BadBot", "Bot", "BotClass", "Clock", "Place", "Setting", "Value"]

ALL_GAMES: Final = "all games"  # the `games` of a bot that plays every game

Value = bool | int | float | str  # what an option can be set to


class BadBot(BadPlugin):
    """A bot that cannot be found, loaded, or set up as asked."""


@dataclass(frozen=True)
class Setting:
    """An option of a bot: yes or no, a number in a range, or one of some choices."""

    name: str
    default: Value
    help: str
    low: float = 0
    high: float = float("inf")
    choices: Sequence[str] = ()
    tuned: Mapping[str, Value] = field(default_factory=dict)  # by game id: what was measured to be better there

    def at(self, game_id: str) -> Value:
        """The default at a game."""
        return self.tuned.get(game_id, self.default)

    def allowed(self) -> str:
        """The values it may have, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, str):
            return " or ".join(self.choices)
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        if self.high == float("inf"):
            return f"{kind} of at least {self.low:,g}"
        return f"{kind} from {self.low:,.10g} to {self.high:,.10g}"

    def parse(self, text: str) -> Value:
        """The value that a text stands for, or BadBot."""
        value: Value | None = None
        if isinstance(self.default, bool):
            value = {"true": True, "false": False}.get(text.lower())
        elif isinstance(self.default, str):
            value = text if text in self.choices else None
        else:
            value = self._number(text)
        if value is None:
            raise BadBot(f"The option {self.name} is {self.allowed()}, not {text!r}.")
        return value

    def _number(self, text: str) -> int | float | None:
        try:
            number = int(text) if isinstance(self.default, int) else float(text)
        except ValueError:
            return None
        return number if self.low <= number <= self.high else None


def parse_settings(settings: Sequence[Setting], texts: Mapping[str, str]) -> dict[str, Value]:
    """The values that the texts of options stand for; BadBot says what would be right."""
    known = {setting.name: setting for setting in settings}
    for name in texts:
        if name not in known:
            right = ", ".join(f"{setting.name} ({setting.allowed()})" for setting in settings) or "none"
            raise BadBot(f"There is no option {name!r}.{did_you_mean(name, list(known))} The options are: {right}.")
    return {name: known[name].parse(text) for name, text in texts.items()}


@dataclass(frozen=True)
class Place:
    """Where a bot sits, how it was set, and the random numbers it may use."""

    game: Game
    seat: int
    seats: int  # how many there are
    options: Mapping[str, Value]  # the bot's own, all of them
    rng: Rng
    table_options: Mapping[str, Value]  # how the game is played at this table: all of the game's options


class Clock:
    """How long a bot may still think about this move; without a limit it never runs out."""

    def __init__(self, seconds: float | None = None, bank: float = 0.0) -> None:
        self.seconds = seconds
        self.bank = bank  # seconds of this game by which moves may still be late, in all
        self.started = perf_counter()

    def spent(self) -> float:
        """The seconds since the move began."""
        return perf_counter() - self.started

    def left(self) -> float:
        """The seconds left; infinite without a limit."""
        return float("inf") if self.seconds is None else self.seconds - self.spent()


class Bot(Protocol):
    """What the referee asks of a bot's instance; the class also has `summary`, `games` and `options`."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        """One of `infoset.legal()`."""
        ...


class BotClass(Protocol):
    """What a plugin's entry point leads to."""

    summary: str
    games: str | Sequence[str]
    options: Sequence[Setting]

    def __call__(self, place: Place) -> Bot:
        """A bot for one seat of one game."""
        ...
