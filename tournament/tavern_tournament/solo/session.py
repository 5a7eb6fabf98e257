"""A game between a person and bots, below any screen: what is asked, answers, undo, hints, what was seen, and its file.

Nothing in here is text for people: events, actions and faults are data, and a screen finds the words. This is how a
screen uses it:

    while not session.over:
        if session.pending is None:
            session.advance()  # a bot decides
        else:
            session.answer(one of session.pending.legal)

There is something new to show only when the person is asked, and after the end: that a bot is asked at all can tell
what it holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tavern_bots.asked import BotFault
from tavern_bots.discover import Choice
from tavern_engine import Event, IllegalAction, InfoSet, State
from tavern_engine.state import PHASE
from tavern_tournament.results import Fault
from tavern_tournament.solo.bots import SeatedBot, opponent, rng_of, seconds_for
from tavern_tournament.solo.numbers import Numbers
from tavern_tournament.solo.saved import SavedGame
from tavern_tournament.solo.steps import Seen, Step

PASS: Final = "pass"  # the verb
WORLDS: Final = 8  # in which a decision is tried to see whether it brought news


class StaleAnswer(IllegalAction):
    """An answer to a question that is no longer asked."""


class Pending(NamedTuple):
    """What the person is asked."""

    number: int  # of the decision in the game, from 0
    infoset: InfoSet
    legal: Sequence[int]
    concerns: bool  # whether something happens to the person, beyond being able to play
    passing: int | None  # the action that passes, if there is one
    numbers: Mapping[int, int]  # of every choice in the list: it keeps its number while a turn goes on


class Hint(NamedTuple):
    """What a bot would do in the person's place."""

    action: int
    reason: str  # in the bot's words; empty if it gives none


class Result(NamedTuple):
    """How a game ended, by seat."""

    placement: list[int]  # 1 is best, equal places are shared
    scores: list[int]


class Session:
    """One game between a person and bots; it is saved as it is played."""

    def __init__(self, saved: SavedGame, path: Path, hints: Choice | None = None, seconds: float | None = None) -> None:
        self.saved = saved
        self.path = path
        self.game = saved.game
        self.seat = saved.seat
        self.hints = hints  # the bot that gives them
        self.bots = {seat: opponent(text, self.game) for seat, text in enumerate(saved.players) if seat != saved.seat}
        self.faults: list[Fault] = []  # of bots that were to decide
        self.seen: list[Event] = []  # all that the person saw up to the last question
        self._in_steps = Seen(self.game, saved.record.seats, saved.record.options, saved.seat)
        self._numbers = Numbers()
        self._decided: list[int] = []  # which decisions of the game the person made
        self._old = 0  # how much of `seen` came before the last of them
        self.pending: Pending | None = None  # None while bots decide, and after the end
        self._seconds = seconds
        self._waiting = False  # the person passes until something concerns them
        self._silent: set[int] = set()  # seats of bots that hung, and are not asked any more
        self._interrupted = False  # a bot was stopped in its thoughts: it is seated anew before it is asked again
        self._begin(saved.record.actions)
        self.save()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._table.over

    @property
    def made(self) -> int:
        """How many decisions were made in the game."""
        return len(self.saved.record.actions)

    @property
    def last_choice(self) -> int | None:
        """What the person decided last."""
        return self.saved.record.actions[self._decided[-1]] if self._decided else None

    @property
    def news(self) -> list[Event]:
        """What the person saw since their last decision."""
        return self.seen[self._old :]

    def steps(self, names: Sequence[str], whole: bool = False) -> Iterator[Step]:
        """What the person saw since their last decision, or from the beginning, each with the table after it."""
        return self._in_steps.steps(self.seen, 0 if whole else self._old, names)

    @property
    def view(self) -> State | None:
        """What the person may see now: their view when they are asked, everything after the end."""
        if self.pending is not None:
            return self.pending.infoset.view
        return self._table.truth() if self.over else None

    @property
    def result(self) -> Result | None:
        """How the game ended, if it has."""
        if not self.over:
            return None
        truth = self._table.truth()
        return Result(truth.placement(), [int(truth.score(seat)) for seat in range(self._table.seats)])

    def save(self) -> None:
        """Write the file, or BadRecord; a session does it by itself at every decision of the person."""
        self.saved.save(self.path)

    def advance(self) -> Fault | None:
        """Play one decision that the person is not asked for; the fault, if a bot failed and a random move was played.

        It may be interrupted, by Ctrl-C or any other exception that the bot does not cause: the decision is not made
        then, and can be asked for again.
        """
        if self._interrupted:
            self._begin(self.saved.record.actions)
        seat, infoset = self._table.ask()
        fault = None
        if seat == self.seat:
            self._pass_unasked(infoset.legal())
        else:
            fault = self._decide_for(seat, infoset)
        self._look()
        return fault

    def answer(self, action: int | str, number: int | None = None) -> None:
        """The person's decision; IllegalAction says why it cannot be.

        With the number of the question it answers, one that comes too late is a StaleAnswer.
        """
        if self.pending is None or number not in (None, self.pending.number):
            raise StaleAnswer(number)
        self._table.answer(action)
        self._decided.append(self.pending.number)
        self._old = len(self.seen)
        self.save()
        self._look()

    def wait(self) -> bool:
        """Pass now, and go on passing until something concerns the person; False if they cannot pass here."""
        if self.pending is None or self.pending.passing is None:
            return False
        self._waiting = True
        self.answer(self.pending.passing)
        return True

    @property
    def learned(self) -> bool:
        """Whether the person learned anything by their last decision: something that was not sure before it.

        It is played in some worlds that are as likely as the true one: what is the same in all of them is no news.
        """
        if not self._decided or self.pending is None or self.made != self._decided[-1] + 1:
            return bool(self._decided)
        table = self.saved.fresh_table()
        for action in self.saved.record.actions[:-1]:
            table.answer(action)
        before, rng = table.view(self.seat), rng_of(self.luck("learned", self.made))
        for _ in range(WORLDS):
            world = before.sample(rng)
            world.move(self.saved.record.actions[-1])
            if world.observe(self.seat).key != self.pending.infoset.key:
                return True
        return False

    def undo(self) -> bool:
        """Go back to the person's last decision; False if there is none. It is counted if something was learned."""
        if not self._decided:
            return False
        learned = self.learned
        self._begin(self.saved.record.actions[: self._decided[-1]])
        self.saved.undos += learned
        self.save()
        return True

    def hint(self) -> Hint | Fault | None:
        """What the bot that gives hints would do now, or how it failed; None without such a bot or a question."""
        if self.hints is None or self.pending is None:
            return None
        self.saved.hints += 1
        self.save()
        bot = self.seated(self.hints, self.seat)
        try:
            action = bot.answer(self._table.view(self.seat), self.seen, self.luck("hint", self.made))
            return Hint(action, bot.explain())
        except BotFault as fault:
            return Fault(self.seat, self.made + 1, fault.kind, fault.said)

    def explain(self, seat: int) -> str:
        """Why the bot at a seat decided as it did last; empty if it gives no reason or fails at it."""
        try:
            return self._seats[seat].explain()
        except BotFault:
            return ""

    def end(self) -> list[Fault]:
        """Tell the bots how the game ended, and return how they failed at that."""
        faults = []
        for seat, bot in self._seats.items():
            try:
                bot.end(self._table.placement())
            except BotFault as fault:
                faults.append(Fault(seat, self.made, fault.kind, fault.said))
        return faults

    def _begin(self, actions: list[int]) -> None:
        """Play these actions at a new table, with bots that know nothing yet."""
        table = self.saved.fresh_table()
        seats = {seat: self.seated(choice, seat) for seat, choice in self.bots.items()}
        seen: list[Event] = []
        decided: list[int] = []
        numbers = Numbers()
        old = 0
        for number, action in enumerate(actions):
            asked, infoset = table.ask()
            if asked == self.seat:
                seen += table.news(self.seat)
                if number not in self.saved.waited:
                    old = len(seen)
                    decided.append(number)
                    numbers.of(number, int(infoset.view.w[PHASE]), infoset.legal())
            table.answer(action)
        # Only now is anything changed: an interruption before this loses nothing.
        self._table = table
        self.seen = seen
        self._old = old
        self._decided = decided
        self._numbers = numbers
        self._seats = seats
        self.faults = [fault for fault in self.faults if fault.move <= len(actions)]
        self.saved.waited = [number for number in self.saved.waited if number < len(actions)]
        assert table.record is not None
        self.saved.record, self._interrupted = table.record, False
        self._look()

    def _look(self) -> None:
        """See who is asked now; if it is the person, take in what they saw and save."""
        self.pending = None
        if self.over:
            self.seen += self._table.news(self.seat)
            self.save()
            return
        seat, infoset = self._table.ask()
        if seat != self.seat:
            return
        self.seen += self._table.news(self.seat)
        concerns = self.game.question(infoset.view).concerns
        if self._waiting and not concerns:
            return
        self._waiting = False
        legal = infoset.legal()
        numbers = self._numbers.of(self.made, int(infoset.view.w[PHASE]), legal)
        self.pending = Pending(self.made, infoset, legal, concerns, self._pass_among(legal), numbers)
        self.save()

    def _pass_among(self, legal: list[int]) -> int | None:
        """The action that passes, if there is one."""
        return next((action for action in legal if self.game.action_parts(action)["verb"] == PASS), None)

    def _pass_unasked(self, legal: list[int]) -> None:
        """Pass for the person, who waits; a question that does not concern them can be passed."""
        passing = self._pass_among(legal)
        assert passing is not None
        self.saved.waited.append(self.made)
        self._table.answer(passing)

    def _decide_for(self, seat: int, infoset: InfoSet) -> Fault | None:
        """The decision of a bot, or a random one for a bot that fails."""
        legal = infoset.legal()  # before a bot can scribble on it
        action, fault = legal[rng_of(self.luck(seat, "instead", self.made)).below(len(legal))], None
        if seat not in self._silent:
            self._interrupted = True
            try:
                action = self._seats[seat].answer(infoset, self._table.news(seat), self.luck(seat, self.made))
            except BotFault as failed:
                fault = Fault(seat, self.made + 1, failed.kind, failed.said)
                self.faults.append(fault)
                if failed.gone:
                    self._silent.add(seat)
            self._interrupted = False
        self._table.answer(action)
        return fault

    def seated(self, choice: Choice, seat: int) -> SeatedBot:
        """A bot at a seat of this game, with nothing seen yet, or BadBot."""
        rng = rng_of(self.luck("seating", seat))
        bot = choice.seat(self.game, seat, self.saved.record.seats, rng, self.saved.record.options)
        return SeatedBot(bot, rng, self.game, seconds_for(choice, self._seconds))

    def luck(self, *purpose: object) -> str:
        """The seed for one purpose: the same when the game is resumed or taken back."""
        return " ".join(map(str, (self.saved.record.seed, *purpose)))
