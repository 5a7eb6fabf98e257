"""A game against bots in the terminal: it draws a session, and does what the person types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tavern_bots.asked import FATAL
from tavern_bots.discover import Choice
from tavern_engine import IllegalAction, TavernError
from tavern_tournament.results import Fault
from tavern_tournament.solo.help import help_on
from tavern_tournament.solo.luck import ledger_lines, luck_ledger
from tavern_tournament.solo.new import arguments_for
from tavern_tournament.solo.screen import HEADING, Quit, Screen
from tavern_tournament.solo.session import Hint, Pending, Session
from tavern_tournament.solo.telling import Telling, sentence, short_name, stopped, title_of

#: Words that are as good as the letters.
WORDS: Final = {"hint": "h", "wait": "w", "undo": "u", "log": "l", "quit": "q", "exit": "q", "table": ""}
FAILED: Final = {"illegal": "gave no legal answer", "hang": "did not answer"}  # else it "failed"


class TerminalGame:
    """A session on a screen of lines."""

    def __init__(self, session: Session, screen: Screen, telling: Telling) -> None:
        self.session = session
        self.screen = screen
        self.telling = telling

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        self.welcome()
        while not self.session.over:
            if self.session.pending is None:
                self.let_a_bot_decide()
            else:
                self.ask(self.session.pending)
        self.finish()

    def welcome(self) -> None:
        """What is played against whom, and where it is saved."""
        names, bots = self.telling.seat_names, self.session.bots
        others = ", ".join(f"{names[seat]} is {bot.text}" for seat, bot in bots.items())
        self.screen.line(title_of(self.session.saved), HEADING)
        self.screen.line(f"You are {names[self.session.seat]}; {others}. Type ? for help.")
        self.screen.line("You are only asked when you have more than one choice.")
        self.screen.line(f"The game is saved in {self.session.path} as you play.")

    def let_a_bot_decide(self) -> None:
        # Which bot thinks is not said among several: that it has something to decide can tell what it holds.
        bots = list(self.session.bots.values())
        with self.screen.thinking("A bot" if len(bots) > 1 else short_name(bots[0].text)):
            fault = self.session.advance()
        if fault:
            name = self.telling.seat_names[fault.seat]
            instead = (
                f"From now on random moves are played for {name}."
                if fault.kind in FATAL
                else f"A random move is played for {name}."
            )
            self.screen.bad(f"{fault_text(self.session.bots[fault.seat], fault)} {instead}")

    def ask(self, pending: Pending) -> None:
        """Show the table and ask until there is a decision, or the last one is taken back."""
        self.show(pending)
        wait = "" if pending.concerns else "w to wait, "
        prompt = f"Your choice (1-{len(pending.legal)}, {wait}? for help): "
        while self.session.pending is pending:
            self.do(" ".join(self.screen.ask(prompt).lower().split()), pending)

    def show(self, pending: Pending) -> None:
        """What happened, the table, the question, and the choices."""
        view = pending.infoset.view
        question = self.telling.question(view)
        if news := self.telling.sentences(self.session.news):
            self.show_news(news)
        elif self.session.last_choice is not None:
            more = "" if question else " It needs one more decision."
            self.screen.line(f"\nYou chose: {stopped(self.telling.action(self.session.last_choice))}{more}")
        self.screen.heading("The table:")
        self.screen.line(self.telling.picture(view), indent=2)
        if question:
            self.screen.heading(sentence(question))
            self.screen.line("Your choices:")
        else:
            self.screen.heading("Your choices:")
        self.screen.choices(map(self.telling.action, pending.legal))

    def show_news(self, news: list[str]) -> None:
        """What happened since the person's last decision, in sentences."""
        self.screen.heading("So far:" if self.session.last_choice is None else "Since your last decision:")
        for line in news:
            self.screen.line(line, indent=2)

    def do(self, line: str, pending: Pending) -> None:
        """Do what the person typed."""
        line = WORDS.get(line, line)
        word, _, rest = line.partition(" ")
        if word in ("?", "help"):
            name = self.telling.seat_names[self.session.seat]
            self.screen.line(help_on(self.session.game, name, pending.legal, rest))
        elif line == "":
            self.show(pending)
        elif line == "h":
            self.hint()
        elif line == "w" and self.session.game.what_concerns:
            if not self.session.wait():
                self.screen.bad("You cannot pass here: make this decision first.")
        elif line == "u":
            self.undo()
        elif line == "l":
            self.screen.line("\n".join(self.telling.sentences(self.session.seen)))
        elif line == "save":
            self.session.save()
            self.screen.good(f"The game is saved in {self.session.path}, as it is after every decision.")
        elif line == "q":
            raise Quit
        else:
            self.decide(line, pending)

    def decide(self, line: str, pending: Pending) -> None:
        """Play a choice by its number or text; say why if it cannot be."""
        try:
            action = self.meant(line, pending.legal)
            if action not in pending.legal:
                raise IllegalAction(self.telling.refusal(pending.infoset.view, action))
        except IllegalAction as error:
            self.screen.bad(f"{error} Type a number from 1 to {len(pending.legal)}, or ? for help.")
        else:
            self.session.answer(action)

    def meant(self, line: str, legal: Sequence[int]) -> int:
        """The action of this number or text, a seat also without its player, or IllegalAction."""
        if line.isascii() and line.isdigit() and len(line) < 10:
            if not 1 <= int(line) <= len(legal):
                raise IllegalAction(f"There is no choice {line}.")
            return legal[int(line) - 1]
        for action in legal:
            if line in (self.telling.action(action).lower(), self.telling.short_action(action).lower()):
                return action
        return self.session.game.parse_action(line)

    def hint(self) -> None:
        """What the hint bot would do here, and why."""
        bot = self.session.hints
        if bot is None:
            self.screen.bad(f"No bot gives hints for {self.session.game.title}: name one with --hints.")
            return
        try:
            with self.screen.thinking(short_name(bot.text)):
                hint = self.session.hint()
        except TavernError as error:  # it could not even be seated
            self.screen.bad(str(error))
            return
        if isinstance(hint, Hint):
            choice = stopped(self.telling.action(hint.action))
            self.screen.good(f"{bot.text} would choose: {choice} {hint.reason or 'It gives no reason.'}")
        elif hint:
            self.screen.bad(fault_text(bot, hint))

    def undo(self) -> None:
        """Go back to the person's last decision."""
        if self.session.undo():
            self.screen.good("Your last decision is taken back.")
        else:
            self.screen.bad("There is no decision of yours to take back.")

    def finish(self) -> None:
        """The result, the scores, and how to see the game again."""
        session, result, view = self.session, self.session.result, self.session.view
        assert result is not None
        assert view is not None
        self.show_news(self.telling.sentences(session.news))
        self.screen.heading("The table at the end, open:")
        self.screen.line(self.telling.picture(view), indent=2)
        self.screen.heading("The result:")
        for seat in sorted(range(len(result.placement)), key=lambda seat: result.placement[seat]):
            score = f", score {result.scores[seat]}" if session.game.has_points else ""
            self.screen.line(f"{result.placement[seat]}. {self.telling.names[seat]}{score}", indent=2)
        if ledger := luck_ledger(session.saved):
            self.screen.heading("Luck:")
            for line in ledger_lines(self.telling.names, ledger):
                self.screen.line(line, indent=2)
        self.screen.line(f"You took {counted(session.saved.hints, 'hint')} and {counted(session.saved.undos, 'undo')}.")
        self.screen.command("The same deal again", *arguments_for(session.saved))
        self.screen.command("See it again", "replay", str(session.path))
        for fault in session.end():
            self.screen.bad(fault_text(session.bots[fault.seat], fault))


def fault_text(bot: Choice, fault: Fault) -> str:
    """What a bot did instead of answering, in a sentence."""
    return f"{bot.full_name} {FAILED.get(fault.kind, 'failed')}: {fault.said}"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
