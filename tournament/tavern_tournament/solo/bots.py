"""Bots at their seats in a game against a person: asked with a clock, stopped when they hang, never the game's end."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tavern_bots.api import BadBot, Bot, Clock
from tavern_bots.asked import BotFault, action_code, fault_of
from tavern_bots.discover import Choice, choose_bot
from tavern_engine import Event, Game, IllegalAction, InfoSet, Rng
from tavern_engine.chance import seed_words
from tavern_engine.guard import Overrun, reason, time_limit

MOVE: Final = 1.0  # seconds for a move
OWN_BUDGET: Final = 60.0  # seconds for a move of a bot that was named with a budget of its own
BUDGETS: Final = ("seconds=", "simulations=", "steps=")
OVERTIME: Final = 10.0  # seconds after its time in which a bot may still answer


def opponent(text: str, game: Game) -> Choice:
    """The bot of this name if it can play the game, or BadBot."""
    choice = choose_bot(text)
    if getattr(choice.plugin, "oracle", False):
        raise BadBot(f"The bot {text!r} sees all cards: it is for measuring, not for playing against.")
    if not choice.plays(game):
        raise BadBot(f"The bot {text!r} does not play {game.title}.")
    return choice


def hint_bot(text: str | None, game: Game) -> Choice:
    """The bot that gives hints: the one named, or the usual one."""
    return opponent(usual_bot(game) if text is None else text, game)


def usual_bot(game: Game) -> str:
    """The bot that plays where none is named: `rules`, or a search where nobody has written rules for playing."""
    return "rules" if choose_bot("rules").plays(game) else "mcts"


def seconds_for(choice: Choice, wanted: float | None) -> float:
    """A bot's time for a move: as wanted, or a second, unless the bot was told how much to think."""
    if wanted is not None:
        return wanted
    return OWN_BUDGET if any(budget in choice.text for budget in BUDGETS) else MOVE


def rng_of(luck: str) -> Rng:
    """The random numbers that a text leads to."""
    return Rng(seed_words(luck)[0])


@dataclass
class SeatedBot:
    """A bot at its seat; whatever it does instead of what it is asked for is a BotFault."""

    bot: Bot
    rng: Rng
    game: Game
    seconds: float

    def answer(self, infoset: InfoSet, events: Sequence[Event], luck: str) -> int:
        """Its decision, with random numbers that depend on `luck` alone, so that a resumed game goes on the same."""
        self.rng.state = rng_of(luck).state
        legal = infoset.legal()
        with self._guarded():
            if callable(see := getattr(self.bot, "see", None)):
                see(events)
            answer = self.bot.choose(infoset, Clock(self.seconds))
        return self._checked(answer, legal)

    def explain(self) -> str:
        """Why it decided so, in its words; empty if it gives no reason."""
        said = ""
        with self._guarded():
            if callable(explain := getattr(self.bot, "explain", None)):
                said = str(explain())
        return said

    def end(self, placement: list[int]) -> None:
        """Tell it how the game ended."""
        with self._guarded():
            if callable(end := getattr(self.bot, "end", None)):
                end(placement)

    def _checked(self, answer: object, legal: list[int]) -> int:
        """The answer as a plain number, if it is legal."""
        code = action_code(answer)
        if code in legal:
            return code
        try:
            said = f"{self.game.action_text(code)!r} is not legal now"
        except IllegalAction as error:
            said = reason(error)
        raise BotFault("illegal", f"{said}.")

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        """What the bot raises becomes a BotFault, what it prints is dropped; only a person's Ctrl-C stays one."""
        paper, limit = io.StringIO(), time_limit(self.seconds + OVERTIME)
        try:
            with limit, contextlib.redirect_stdout(paper), contextlib.redirect_stderr(paper):
                yield
        except KeyboardInterrupt:
            raise
        except Overrun as error:
            raise BotFault("hang", f"{reason(error)}.") from None
        except BaseException as error:
            raise fault_of(error) from None
