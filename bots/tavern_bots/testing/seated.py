"""A bot that the kit asks as a referee does: whatever it does but answer is a finding, and what it prints is kept."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tavern_bots.api import Clock, Place, Value
from tavern_bots.discover import Choice
from tavern_bots.testing.processes import Lookalikes
from tavern_engine import Event, Game, InfoSet, Rng
from tavern_engine.guard import Overrun, line_of, message_of, own_line, time_limit
from tavern_engine.testing import Failed
from tavern_engine.testing.walk import Case

#: Options that are set low unless the bot was named with them; a tree of 40 simulations fits in so little memory.
BUDGETS: Final[Mapping[str, int]] = {"simulations": 40, "memory": 1000, "solve": 100}
LATE: Final = 2.0  # seconds
HANGS: Final = 10  # times as late as that
SHOWN: Final = 60  # characters of what a bot printed or said


class Misplayed(Failed):
    """A bot did something else than answer with a legal action; the cause is the same wherever it does so."""

    def __init__(self, problem: str, cause: str, hangs: bool = False) -> None:
        super().__init__(problem)
        self.cause = cause
        self.hangs = hangs


@dataclass(frozen=True)
class Trial:
    """One bot at one kind of table."""

    choice: Choice
    table: Case
    late: float = LATE
    processes: Lookalikes = field(default_factory=Lookalikes)

    @property
    def game(self) -> Game:
        """What is played."""
        return self.table.game

    @property
    def patience(self) -> float:
        """The seconds after which a bot that does not come back is given up on."""
        return HANGS * self.late

    def seat(self, seat: int, seed: int = 0) -> Seated:
        """The bot in its place, with a small budget."""
        return Seated(self, seat, seed, small_budget(self.choice, self.game.id))


class Seated:
    """A bot that is asked as a referee asks it; whatever it does but answer is Failed, and what it prints is kept."""

    def __init__(self, trial: Trial, seat: int, seed: int, options: Mapping[str, Value]) -> None:
        self.printed = io.StringIO()
        self.patience = trial.patience
        self.place = Place(trial.game, seat, trial.table.seats, dict(options), Rng(seed), dict(trial.table.options))
        with self.watched("when it took its seat"):
            self.bot = trial.choice.plugin(self.place)

    @contextlib.contextmanager
    def watched(self, when: str) -> Iterator[None]:
        """Turn whatever is raised into Failed; a person's Ctrl-C stays one."""
        try:
            with time_limit(self.patience), contextlib.redirect_stdout(self.printed):
                yield
        except (Failed, KeyboardInterrupt):
            raise
        except Overrun as error:
            raise Misplayed(f"{error} {when}", "it hangs", hangs=True) from None
        except BaseException as error:
            where = own_line(error)
            raise Misplayed(f"it raised {said(error)} {when}{where}", f"{said(error)}{where}") from None

    def answer(self, infoset: InfoSet, news: Sequence[Event], clock: Clock | None = None) -> int:
        """Its decision, if it is a legal one."""
        legal = infoset.legal()
        if hasattr(self.bot, "see"):
            with self.watched("when it was told what happened"):
                self.bot.see(list(news))
        with self.watched("when it was asked to choose"):
            action: object = self.bot.choose(infoset, clock or Clock())
            if type(action) is bool or not issubclass(type(action), int):
                where = line_of(self.bot.choose)
                raise Misplayed(
                    f"it answered {action!r:.{SHOWN}}, which is not an action code{where}", "not an action code"
                )
            if action not in legal:
                where = line_of(self.bot.choose)
                raise Misplayed(f"it answered {action!r}, which is not among the legal {legal}{where}", "illegal")
            assert isinstance(action, int)
            return int(action)

    def end(self, placement: list[int]) -> None:
        """Tell it how the game ended, if it wants to know."""
        if hasattr(self.bot, "end"):
            with self.watched("when the game ended"):
                self.bot.end(placement)


def said(error: BaseException) -> str:
    """An error in a line."""
    return f"{type(error).__name__}: {message_of(error)}"


def small_budget(choice: Choice, game_id: str) -> dict[str, Value]:
    """The options of the bot, with what it was not named with set so that it answers quickly."""
    options = choice.options(game_id)
    for setting in choice.plugin.options:
        if setting.name in BUDGETS and setting.name not in choice.given and type(setting.default) is int:
            options[setting.name] = min(int(options[setting.name]), max(BUDGETS[setting.name], int(setting.low)))
    return options
