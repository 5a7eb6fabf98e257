"""Bots as guests of a solo game: asked with a clock, stopped when they hang, and never able to end the human's game."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import index
from typing import Final

from tavern_bots.api import BadBot, Bot, Clock
from tavern_bots.discover import Choice, Overrun, choose_bot, reason, time_limit
from tavern_engine import Event, Game, IllegalAction, InfoSet, Rng, TavernError
from tavern_engine.chance import seed_words

MOVE: Final = 1.0  # seconds for a move
OWN_BUDGET: Final = 60.0  # seconds for a move of a bot that was named with a budget of its own
BUDGETS: Final = ("seconds=", "simulations=", "steps=")
OVERTIME: Final = 10.0  # seconds after its time in which a bot may still answer


class BotFailed(TavernError):
    """A bot that raised, or answered what is no legal action."""


class BotHung(BotFailed):
    """A bot that did not answer at all."""


def invite(text: str, game: Game) -> Choice:
    """The bot of this name if it can play the game, or BadBot."""
    choice = choose_bot(text)
    if getattr(choice.plugin, "oracle", False):
        raise BadBot(f"The bot {text!r} sees all cards: it is for measuring, and no player.")
    if not choice.plays(game):
        raise BadBot(f"The bot {text!r} does not play {game.title}.")
    return choice


def seconds_for(choice: Choice, wanted: float | None) -> float:
    """A bot's time for a move: as wanted, or a second, unless the bot was told how much to think."""
    if wanted is not None:
        return wanted
    return OWN_BUDGET if any(budget in choice.text for budget in BUDGETS) else MOVE


def rng_of(luck: str) -> Rng:
    """The random numbers that a text leads to."""
    return Rng(seed_words(luck)[0])


@dataclass
class Guest:
    """A bot at its seat."""

    choice: Choice
    bot: Bot
    rng: Rng
    game: Game
    seconds: float

    def answer(self, infoset: InfoSet, events: Sequence[Event], luck: str) -> int:
        """Its decision, with random numbers that depend on `luck` alone, so that a resumed game goes on the same."""
        self.rng.state = rng_of(luck).state
        legal = infoset.legal()
        with self.guarded():
            if callable(see := getattr(self.bot, "see", None)):
                see(events)
            action = self.bot.choose(infoset, Clock(self.seconds))
            text = self.game.action_text(action)
            action = index(action)  # a number like another, whatever else the bot made of it
            if action not in legal:
                raise IllegalAction(f"{text!r} is not legal now")
        return action

    def explain(self) -> str:
        """Why it decided so, in its words."""
        said = "It gives no reason."
        with self.guarded():
            if callable(explain := getattr(self.bot, "explain", None)):
                said = str(explain())
        return said

    def end(self, placement: list[int]) -> None:
        """Tell it how the game ended."""
        with self.guarded():
            if callable(end := getattr(self.bot, "end", None)):
                end(placement)

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """Whatever the bot does becomes a BotFailed, what it prints is dropped; only a person's Ctrl-C stays one."""
        name = self.choice.full_name
        try:
            with time_limit(self.seconds + OVERTIME), contextlib.redirect_stdout(io.StringIO()):
                yield
        except KeyboardInterrupt:
            raise
        except Overrun as error:
            raise BotHung(f"{name} hangs: {reason(error)}.") from None
        except IllegalAction as error:
            raise BotFailed(f"{name} answered nonsense: {reason(error)}.") from None
        except BaseException as error:
            raise BotFailed(f"{name} failed: {reason(error)}.") from None
