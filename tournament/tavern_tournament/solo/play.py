"""A game against bots in the terminal: it draws a session, and does what the person types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tavern_bots.asked import FATAL
from tavern_bots.discover import Choice
from tavern_engine import IllegalAction, State, TavernError
from tavern_tournament.results import Fault
from tavern_tournament.solo.fitting import Fitted, fitted
from tavern_tournament.solo.help import help_on
from tavern_tournament.solo.luck import ledger_lines, luck_ledger
from tavern_tournament.solo.new import arguments_for
from tavern_tournament.solo.numbers import spans
from tavern_tournament.solo.screen import HEADING, Quit, Screen, numbered
from tavern_tournament.solo.session import Hint, Pending, Session
from tavern_tournament.solo.telling import Telling, sentence, short_name, stopped, title_of

#: Words that are as good as the letters.
WORDS: Final = {"hint": "h", "wait": "w", "undo": "u", "l": "log", "quit": "q", "exit": "q"}
SHOWN: Final = ("table", "news", "choices", "log", "points")  # words that show the whole of something
MARGINS: Final = 5  # empty lines between the parts, and the line for the answer
FAILED: Final = {"illegal": "gave no legal answer", "hang": "did not answer"}  # else it "failed"


class TerminalGame:
    """A session on a screen of lines."""

    def __init__(self, session: Session, screen: Screen, telling: Telling) -> None:
        self.session = session
        self.screen = screen
        self.telling = telling
        self.doubted: int | None = None  # the choice that the person was asked to think over

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
        self.doubted = None
        self.show(pending)
        wait = "" if pending.concerns else "w to wait, "
        prompt = f"Your choice (1-{max(pending.numbers.values())}, {wait}? for help): "
        while self.session.pending is pending:
            self.do(" ".join(self.screen.ask(prompt).lower().split()), pending)

    def show(self, pending: Pending) -> None:
        """What happened, the table, the question, and the choices, as far as the screen has room for them."""
        view, height = pending.infoset.view, self.screen.height
        question, news, picture = self.telling.question(view), self.news(), self.telling.picture(view)
        asked = sentence(question) if question else "Your choices:"
        choices = self.choices(pending)
        texts = (self.news_heading(), *(f"  {text}" for text in news), picture, asked, "Your choices:", *choices)
        if height is None or sum(map(self.screen.tall, texts)) + MARGINS <= height:
            self.show_all(news, picture, question, choices)
            return
        tight = numbered(self.texts(pending), self.screen.width, few=0)
        self.show_fitted(fitted(height, self.tall, news, self.telling.pieces(view), asked, tight), asked, len(news))

    def tall(self, text: str) -> int:
        return self.screen.tall(text, indent=2)

    def show_all(self, news: Sequence[str], picture: str, question: str, choices: Sequence[str]) -> None:
        """All of it, with room between the parts."""
        if news:
            self.show_news(news)
        elif self.session.last_choice is not None:
            more = "" if question else " It needs one more decision."
            self.screen.line(f"\nYou chose: {stopped(self.telling.action(self.session.last_choice))}{more}")
        self.screen.heading("The table:")
        self.screen.line(picture, indent=2)
        if question:
            self.screen.heading(sentence(question))
            self.screen.line("Your choices:")
        else:
            self.screen.heading("Your choices:")
        self.screen.choices(choices)

    def show_fitted(self, what: Fitted, asked: str, all_news: int) -> None:
        """What a small screen has room for; words show the rest."""
        left_out = len(what.news) < all_news
        if what.news:
            more = f" ('news' shows all {all_news} sentences)" if left_out else ""
            self.screen.line(f"{self.news_heading().removesuffix(':')}{more}:", HEADING)
            for line in what.news:
                self.screen.line(line, indent=2)
        more = "" if what.news or not left_out else "; 'news' tells what happened"
        self.screen.line(f"The table in part ('table' shows all of it{more}):", HEADING)
        for piece in what.pieces:
            self.screen.line(piece, indent=2)
        self.screen.line(asked, HEADING)
        self.screen.choices(what.choices)
        assert self.session.pending is not None
        if len(what.choices) < len(numbered(self.texts(self.session.pending), self.screen.width, few=0)):
            self.screen.line("   ... 'choices' shows all of them.")

    def texts(self, pending: Pending) -> dict[int, str]:
        """The choices by their numbers."""
        return {number: self.telling.action(action) for action, number in pending.numbers.items()}

    def choices(self, pending: Pending) -> list[str]:
        """The choices as they are listed."""
        return numbered(self.texts(pending), self.screen.width)

    def news(self) -> list[str]:
        """What happened since the person's last decision, in sentences, with what it brought."""
        return self.telling.stepwise(self.session.steps(self.telling.names))

    def news_heading(self) -> str:
        return "So far:" if self.session.last_choice is None else "Since your last decision:"

    def show_news(self, news: Sequence[str]) -> None:
        """What happened since the person's last decision, in sentences."""
        self.screen.heading(self.news_heading())
        for line in news:
            self.screen.line(line, indent=2)

    def do(self, line: str, pending: Pending) -> None:
        """Do what the person typed."""
        line = WORDS.get(line, line)
        word, _, rest = line.partition(" ")
        if word in ("?", "help"):
            name = self.telling.seat_names[self.session.seat]
            by_number = {number: action for action, number in pending.numbers.items()}
            self.page(help_on(self.session.game, name, by_number, rest), pending)
        elif line == "":
            self.show(pending)
        elif line in SHOWN:
            self.page("\n".join(self.shown(line, pending)), pending)
        elif line == "h":
            self.hint()
        elif line == "w" and self.session.game.what_concerns:
            if not self.session.wait():
                self.screen.bad("You cannot pass here: make this decision first.")
        elif line == "u":
            self.undo()
        elif line == "save":
            self.session.save()
            self.screen.good(f"The game is saved in {self.session.path}, as it is after every decision.")
        elif line == "q":
            raise Quit
        else:
            self.decide(line, pending)

    def page(self, text: str, pending: Pending) -> None:
        """Something to read; whoever has read enough may go on with anything that can be typed."""
        typed = " ".join(self.screen.page(text).lower().split())
        if typed not in ("", "q"):
            self.do(typed, pending)

    def shown(self, what: str, pending: Pending) -> list[str]:
        """The whole of something that a small screen may have shown in part."""
        if what == "table":
            return [self.telling.picture(pending.infoset.view)]
        if what == "choices":
            return self.choices(pending)
        if what == "news":
            return self.news() or ["Nothing has happened since."]
        if what == "points":
            return self.worths(pending.infoset.view) or [f"{self.session.game.title} has no points to break down."]
        return self.telling.stepwise(self.session.steps(self.telling.names, whole=True))

    def worths(self, view: State) -> list[str]:
        """What the points or coins of every seat are made of, as far as the person knows."""
        return self.telling.worths(view, self.session.seen)

    def decide(self, line: str, pending: Pending) -> None:
        """Play a choice by its number or text; say why if it cannot be, ask back if it should be thought over."""
        try:
            action = self.meant(line, pending)
            if action not in pending.legal:
                raise IllegalAction(self.telling.refusal(pending.infoset.view, action))
        except IllegalAction as error:
            there, last = spans(pending.numbers.values()), max(pending.numbers.values())
            numbers = f"a number from 1 to {last}" if there == f"1-{last}" else f"one of {there}"
            self.screen.bad(f"{error} Type {numbers}, or ? for help.")
            return
        doubt = self.session.game.second_thought(pending.infoset.view, action)
        if doubt and self.doubted != action:
            self.doubted = action
            self.screen.bad(f"{sentence(doubt)} Then type it again.")
            return
        self.session.answer(action)

    def meant(self, line: str, pending: Pending) -> int:
        """The action of this number or text, a seat also without its player, or IllegalAction."""
        if line.isascii() and line.isdigit() and len(line) < 10:
            found = [action for action, number in pending.numbers.items() if number == int(line)]
            if not found:
                raise IllegalAction(f"There is no choice {line}.")
            return found[0]
        for action in pending.legal:
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
        self.show_news(self.news())
        self.screen.heading("The table at the end, open:")
        self.screen.line(self.telling.picture(view), indent=2)
        self.screen.heading("The result:")
        for seat in sorted(range(len(result.placement)), key=lambda seat: result.placement[seat]):
            points = session.game.points(result.scores[seat])
            counted_as = "" if points is None else f", {points} {session.game.points_name}"
            self.screen.line(f"{result.placement[seat]}. {self.telling.names[seat]}{counted_as}", indent=2)
        for line in self.worths(view):
            self.screen.line(line, indent=2)
        if ledger := luck_ledger(session.saved):
            self.screen.heading("Luck:")
            for line in ledger_lines(self.telling.names, ledger):
                self.screen.line(line, indent=2)
        self.screen.line(f"You took {counted(session.saved.hints, 'hint')} and {counted(session.saved.undos, 'undo')}.")
        self.screen.command("The same deal again", *arguments_for(session.saved))
        self.screen.command("Where it was lost, in the browser", "--web", "--resume", str(session.path))
        self.screen.command("See it again", "replay", str(session.path))
        for fault in session.end():
            self.screen.bad(fault_text(session.bots[fault.seat], fault))


def fault_text(bot: Choice, fault: Fault) -> str:
    """What a bot did instead of answering, in a sentence."""
    return f"{bot.full_name} {FAILED.get(fault.kind, 'failed')}: {fault.said}"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
