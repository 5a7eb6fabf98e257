"""The conformance kit for bots: legal, repeatable, honest, punctual and quiet at every table they say they play.

`check_bot(choose_bot("my-bot"))` runs every check and returns what it found; nothing is a pass. Whatever a bot does
instead of answering is a finding too, never an exception of the kit; a bot that does not come back is given up on.
`tests/support/bad_bots.py` plants one fault after another to prove that each is caught.
"""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product, zip_longest
from typing import Final

from tavern_bots.api import Clock, Place, Value
from tavern_bots.discover import Choice
from tavern_bots.guard import Overrun, line_of, message_of, own_line, time_limit
from tavern_engine import Event, Game, InfoSet, Rng, Table
from tavern_engine import games as all_games
from tavern_engine.testing import Failed, cases
from tavern_engine.testing.views import twins
from tavern_engine.testing.walk import Case, some_positions

__all__ = ["CHECKS", "Failed", "Finding", "check_bot"]

#: Options that are set low unless the bot was named with them; a tree of 40 simulations fits in so little memory.
BUDGETS: Final[Mapping[str, int]] = {"simulations": 40, "memory": 1000}
WHOLE: Final = 2000  # decisions of the bot: more than a game has
FEW: Final = 4  # decisions of a game that are compared, or more with more effort
LATE: Final = 2.0  # seconds
HANGS: Final = 10  # times as late as that
TWINS: Final = 3
SHOWN: Final = 60  # characters of what a bot printed or said


@dataclass(frozen=True)
class Finding:
    """A check that a bot failed, at which table, and what was wrong."""

    check: str
    bot: str
    table: str
    problem: str
    cause: str = ""  # what findings at several tables, or of several checks, have in common; empty if that is unknown
    hangs: bool = False  # it did not come back, so it is asked no more

    def __str__(self) -> str:
        return f"{self.check}: {self.bot}: {self.problem} [{self.table}]"


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

    @property
    def game(self) -> Game:
        """What is played."""
        return self.table.game

    def seat(self, seat: int, seed: int = 0) -> Seated:
        """The bot in its place, with a small budget."""
        return Seated(self, seat, seed, small_budget(self.choice, self.game.id))


class Seated:
    """A bot that is asked as a referee asks it; whatever it does but answer is Failed, and what it prints is kept."""

    def __init__(self, trial: Trial, seat: int, seed: int, options: Mapping[str, Value]) -> None:
        self.printed = io.StringIO()
        self.patience = HANGS * trial.late
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
            where = line_of(self.bot.choose)
            if type(action) is bool or not issubclass(type(action), int):
                raise Misplayed(
                    f"it answered {action!r:.{SHOWN}}, which is not an action code{where}", "not an action code"
                )
            if action not in legal:
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
            options[setting.name] = min(setting.default, max(BUDGETS[setting.name], int(setting.low)))
    return options


@dataclass(frozen=True)
class Moment:
    """A decision as plain data: what the seat knows, and some truths that all look like that to it."""

    seat: int
    view: bytes
    seen: tuple[Event, ...]
    truths: tuple[bytes, ...]


def moments(table: Case, number: int) -> list[Moment]:
    """Decisions from random games; no state of those games is alive when they are returned."""
    found = []
    for position in some_positions(table, number):
        seat = int(position.state.seat())
        if seat >= 0:
            states = [position.state, *twins(position, seat, TWINS)]
            view = position.state.observe(seat).to_bytes()
            found.append(Moment(seat, view, tuple(position.seen[seat]), tuple(state.to_bytes() for state in states)))
    return found


def play(trial: Trial, seats: Iterable[int], seed: int) -> Iterator[int]:
    """Seat the bot here against random others and yield its decisions one by one, to the end of the game."""
    table = Table(trial.game, trial.table.seats, seed, trial.table.options)
    bots = {seat: trial.seat(seat, seed + seat) for seat in seats}
    rng = Rng(seed + 100)
    while not table.over:
        seat, infoset = table.ask()
        if seat in bots:
            received = trial.game.infoset_from_bytes(infoset.to_bytes())
            action = bots[seat].answer(received, table.news(seat))
            yield action
        else:
            legal = infoset.legal()
            action = legal[int(rng.below(len(legal)))]
        table.answer(action)
    for bot in bots.values():
        bot.end(table.placement())


def first_answers(trial: Trial, seat: int, seed: int) -> Iterator[int]:
    """The first few decisions of a game: those that are compared."""
    return islice(play(trial, [seat], seed), max(FEW, trial.table.times(FEW)))


def check_seats(trial: Trial) -> None:
    """It takes every seat at every table size."""
    for seat in range(trial.table.seats):
        trial.seat(seat)


def check_legal(trial: Trial) -> None:
    """It answers every question of whole games with a legal move, against itself and random others."""
    for first in (0, 1):
        for _ in islice(play(trial, range(first, trial.table.seats, 2), first), trial.table.times(WHOLE)):
            pass


def check_repeatable(trial: Trial) -> None:
    """The same seed and budget give the same decisions; its luck is place.rng, not the module random."""
    before = random.getstate()
    try:
        for seat in range(trial.table.seats):
            if _answers_after_shaking(trial, seat, 1) != _answers_after_shaking(trial, seat, 2):
                raise Failed(f"with the same seed it decided differently in the same game on seat {seat}")
    finally:
        random.setstate(before)


def _answers_after_shaking(trial: Trial, seat: int, shake: int) -> list[int]:
    random.seed(shake)
    shaken = random.getstate()
    answers = list(first_answers(trial, seat, seat))
    if random.getstate() != shaken:
        raise Failed("it uses the global module random: random numbers come from place.rng")
    return answers


def check_twins(trial: Trial) -> None:
    """It decides the same under two truths that look the same to it: it peeks nowhere."""
    for moment in moments(trial.table, 10):
        answers = {_answer_under(trial, moment, truth) for truth in moment.truths}
        if len(answers) > 1:
            raise Failed(f"its decision on seat {moment.seat} depends on what it cannot know: it peeks")


def _answer_under(trial: Trial, moment: Moment, truth: bytes) -> int:
    """What it decides while this truth, and no other, lies in the hands of a referee in the same process."""
    state = trial.game.state_from_bytes(truth)
    table = Table.at(trial.game, state)
    infoset = trial.game.infoset_from_bytes(moment.view)
    answer = trial.seat(moment.seat).answer(infoset, moment.seen)
    if table.truth().to_bytes() != truth or state.to_bytes() != truth:
        raise Failed("it changed the game behind the referee's back")
    return answer


def check_untouched(trial: Trial) -> None:
    """It leaves the infoset and the options that it is given as they are."""
    for moment in moments(trial.table, 4):
        infoset = trial.game.infoset_from_bytes(moment.view)
        bot = trial.seat(moment.seat)
        bot.answer(infoset, moment.seen)
        if infoset.to_bytes() != moment.view:
            raise Failed("it changes the infoset it is given")
        if bot.place.options != small_budget(trial.choice, trial.game.id):
            raise Failed("it changes the options it is given")
        if bot.place.table_options != trial.table.options:
            raise Failed("it changes the options of the table")


def check_clock(trial: Trial) -> None:
    """With its full budget it answers soon after its clock has run out."""
    seconds = trial.late / 10
    for moment in moments(trial.table, 1):
        spent = _seconds_for(trial, moment, seconds)
        if spent > trial.late:  # the machine may have been busy: once more
            spent = min(spent, _seconds_for(trial, moment, seconds))
        if spent > trial.late:
            raise Failed(f"it took {spent:.2f} s with {seconds:g} s on its clock")


def _seconds_for(trial: Trial, moment: Moment, seconds: float) -> float:
    infoset = trial.game.infoset_from_bytes(moment.view)
    bot = Seated(trial, moment.seat, 0, trial.choice.options(trial.game.id))
    clock = Clock(seconds)
    bot.answer(infoset, moment.seen, clock)
    return clock.spent()


def check_alone(trial: Trial) -> None:
    """Its decisions do not depend on other games in the process, played before or at the same time."""
    seat = trial.table.seats - 1
    one, other, _ = (list(first_answers(trial, *game)) for game in ((seat, 1), (seat, 2), (0, 3)))
    if list(first_answers(trial, seat, 1)) != one:
        raise Failed("it decides differently after other games were played in the same process")
    together = zip_longest(first_answers(trial, seat, 1), first_answers(trial, seat, 2))
    if list(together) != list(zip_longest(one, other)):
        raise Failed("it decides differently while another game is played in the same process")


def check_quiet(trial: Trial) -> None:
    """It prints nothing, and if it can explain its last choice it does so in a sentence."""
    for moment in moments(trial.table, 2):
        bot = trial.seat(moment.seat)
        bot.answer(trial.game.infoset_from_bytes(moment.view), moment.seen)
        if hasattr(bot.bot, "explain"):
            with bot.watched("when it was asked to explain"):
                text = bot.bot.explain()
                if not isinstance(text, str) or not text.strip().endswith((".", "!", "?")):
                    raise Failed(f"its explanation is not a sentence: {text!r:.{SHOWN}}")
        if printed := bot.printed.getvalue():
            raise Failed(f"it printed {printed[:SHOWN]!r}")


_ALL = check_seats, check_legal, check_repeatable, check_twins, check_untouched, check_clock, check_alone, check_quiet
#: Every check by name, in the order they run.
CHECKS: Final[Mapping[str, Callable[[Trial], None]]] = {one.__name__.removeprefix("check_"): one for one in _ALL}


def check_bot(
    choice: Choice,
    games: Iterable[Game] | None = None,
    effort: float = 1.0,
    checks: Iterable[str] = tuple(CHECKS),
    late: float = LATE,
) -> list[Finding]:
    """Run the checks at all games that the bot plays, or at those of `games` that it plays; more effort plays more.

    An answer that takes more than `late` seconds is a fault when the clock had a tenth of that.
    """
    played = [game for game in (all_games() if games is None else games) if choice.plays(game)]
    if not played:
        return [Finding("seats", choice.text, "no table", "it plays none of the games")]
    trials = [Trial(choice, table, late) for game in played for table in cases(game, effort)]
    findings: list[Finding] = []
    for name, trial in product(checks, trials):
        if finding := _finding(name, trial):
            findings.append(finding)
            if finding.hangs:
                break
    return findings


def _finding(name: str, trial: Trial) -> Finding | None:
    try:
        CHECKS[name](trial)
    except Misplayed as failure:
        return Finding(name, trial.choice.text, str(trial.table), str(failure), failure.cause, failure.hangs)
    except Failed as failure:
        return Finding(name, trial.choice.text, str(trial.table), str(failure))
    except (Exception, SystemExit) as error:  # a bot can break what it is given in any way
        problem = f"it broke the check: {said(error)}{own_line(error)}"
        return Finding(name, trial.choice.text, str(trial.table), problem)
    return None
