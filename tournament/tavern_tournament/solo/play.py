"""One solo game: it asks the bots and the human in turn, obeys what the human types, and keeps the file up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tavern_bots.discover import Choice
from tavern_engine import Event, IllegalAction, InfoSet, TavernError
from tavern_tournament.solo.file import OPEN, Saved, sentence, short_name, stopped
from tavern_tournament.solo.guest import BotFailed, BotHung, Guest, invite, rng_of, seconds_for
from tavern_tournament.solo.help import help_on
from tavern_tournament.solo.screen import HEADING, Quit, Screen

PASS: Final = "pass"


class Solo:
    """One game between a human and bots, on the screen and in its file."""

    def __init__(self, saved: Saved, path: Path, hints: Choice | None, seconds: float | None, screen: Screen) -> None:
        self.saved = saved
        self.game = saved.game
        self.path = path
        self.hints = hints
        self.seconds = seconds
        self.screen = screen
        bots = {seat: text for seat, text in enumerate(saved.players) if seat != saved.seat}
        self.choices = {seat: invite(text, self.game) for seat, text in bots.items()}
        self.hung: set[int] = set()  # seats of bots that are not asked any more
        self.waiting = False  # the human passes until something concerns it
        self.sit(saved.record.actions)
        self.save()

    def sit(self, actions: list[int]) -> None:
        """Bring a table to the end of these actions, with bots that know nothing yet."""
        table = self.saved.fresh_table()
        self.guests = {seat: self.guest(choice, seat) for seat, choice in self.choices.items()}
        self.seen: list[Event] = []
        self.shown = 0  # how much of `seen` came before the human's last decision
        self.decided: list[int] = []  # where in the record the human's decisions are
        for number, action in enumerate(actions):
            if table.ask()[0] == self.saved.seat:
                self.seen += table.news(self.saved.seat)
                if number not in self.saved.waited:
                    self.note(number)
            table.answer(action)
        self.saved.waited = [number for number in self.saved.waited if number < len(actions)]
        assert table.record is not None
        self.table, self.saved.record = table, table.record  # last: whoever leaves before loses nothing

    def guest(self, choice: Choice, seat: int) -> Guest:
        rng = rng_of(self.luck("seating", seat))
        bot = choice.seat(self.game, seat, self.saved.record.seats, rng)
        return Guest(choice, bot, rng, self.game, seconds_for(choice, self.seconds))

    def note(self, number: int) -> None:
        """The human's decision is number `number` of the game; what follows is news."""
        self.shown = len(self.seen)
        self.decided.append(number)

    def look(self) -> None:
        """Take in what the human has seen since it last looked."""
        self.seen += self.table.news(self.saved.seat)

    def save(self) -> None:
        self.saved.save(self.path)

    def luck(self, *purpose: object) -> str:
        """The seed for one purpose: the same when the game is resumed or taken back."""
        return " ".join(map(str, (self.saved.record.seed, *purpose)))

    @property
    def made(self) -> int:
        """How many decisions were made in the game."""
        return len(self.saved.record.actions)

    def run(self) -> None:
        """Play to the end, or until the human leaves."""
        self.welcome()
        while not self.table.over:
            seat, infoset = self.table.ask()
            if seat == self.saved.seat:
                self.human(infoset)
            else:
                self.table.answer(self.bot(seat, infoset))
        self.finish()

    def welcome(self) -> None:
        names = self.saved.seat_names
        others = ", ".join(f"{names[seat]} is {choice.text}" for seat, choice in self.choices.items())
        self.screen.line(self.saved.title, HEADING)
        self.screen.line(f"You are {names[self.saved.seat]}; {others}. Type ? for help.")
        self.screen.line("You are only asked when you have more than one choice.")
        self.screen.line(f"The game is saved in {self.path} as you play.")

    def bot(self, seat: int, infoset: InfoSet) -> int:
        """The decision of a bot, or a random one for a bot that fails."""
        legal = infoset.legal()  # before a bot can scribble on it
        name = self.saved.seat_names[seat]
        if seat not in self.hung:
            # Which bot thinks is not said among several: that it has something to decide can tell what it holds.
            who = "A bot" if len(self.guests) > 1 else short_name(self.saved.players[seat])
            try:
                with self.screen.thinking(who):
                    return self.guests[seat].answer(infoset, self.table.news(seat), self.luck(seat, self.made))
            except BotHung as failure:
                self.hung.add(seat)
                self.screen.bad(f"{failure} From now on random moves are played for {name}.")
            except BotFailed as failure:
                self.screen.bad(f"{failure} A random move is played for {name}.")
        return legal[rng_of(self.luck(seat, "instead", self.made)).below(len(legal))]

    def human(self, infoset: InfoSet) -> None:
        """Show the table and ask until there is a decision, or the game was taken back."""
        self.look()
        concerns = self.game.question(infoset.view).concerns
        if self.waiting and not concerns:
            self.saved.waited.append(self.made)
            self.table.answer(PASS)
            return
        self.waiting = False
        self.save()
        self.show(infoset)
        wait = "" if concerns else "w to wait, "
        made, prompt = self.made, f"Your choice (1-{len(infoset.legal())}, {wait}? for help): "
        while self.made == made:
            self.obey(" ".join(self.screen.ask(prompt).lower().split()), infoset)

    def show(self, infoset: InfoSet) -> None:
        """What happened, the table, the question, and the choices."""
        question = self.saved.named(self.game.question(infoset.view).text)
        if news := self.saved.sentences(self.seen[self.shown :]):
            self.tell(news)
        elif self.decided:
            last = self.text(self.saved.record.actions[self.decided[-1]])
            more = "" if question else " It needs one more decision."
            self.screen.line(f"\nYou chose: {stopped(last)}{more}")
        self.screen.heading("The table:")
        self.screen.line(self.saved.picture(self.table, self.saved.seat), indent=2)
        if question:
            self.screen.heading(sentence(question))
            self.screen.line("Your choices:")
        else:
            self.screen.heading("Your choices:")
        self.screen.choices(map(self.text, infoset.legal()))

    def text(self, action: int) -> str:
        """An action as the human reads it."""
        return self.saved.named(self.game.action_text(action))

    def tell(self, news: list[str]) -> None:
        """What happened since the human's last decision, in sentences."""
        self.screen.heading("Since your last decision:" if self.decided else "So far:")
        for line in news:
            self.screen.line(line, indent=2)

    def obey(self, line: str, infoset: InfoSet) -> None:
        """Do what the human typed."""
        word, _, rest = line.partition(" ")
        if word == "?":
            name, choices = self.saved.seat_names[self.saved.seat], [self.text(action) for action in infoset.legal()]
            self.screen.line(help_on(self.game, name, choices, rest))
        elif line == "":
            self.show(infoset)
        elif line == "h":
            self.hint(infoset)
        elif line == "w" and self.game.what_concerns:
            self.wait(infoset.legal())
        elif line == "u":
            self.undo()
        elif line == "l":
            self.screen.line("\n".join(self.saved.sentences(self.seen)))
        elif line == "q":
            raise Quit
        else:
            self.decide(line, infoset.legal())

    def decide(self, line: str, legal: list[int]) -> None:
        """Play a choice by its number or text; say why if it cannot be."""
        number = int(line) if line.isascii() and line.isdigit() and len(line) < 10 else None
        if number is not None and not 1 <= number <= len(legal):
            self.screen.bad(f"There is no choice {number}: they are 1 to {len(legal)}.")
            return
        made = self.made
        try:
            self.table.answer(self.meant(line, legal) if number is None else legal[number - 1])
        except IllegalAction as error:
            self.screen.bad(
                f"{sentence(self.saved.named(str(error)))} Type a number from 1 to {len(legal)}, or ? for help."
            )
            return
        self.note(made)
        self.save()

    def meant(self, line: str, legal: list[int]) -> int | str:
        """The choice whose text was typed, a seat also without its player; else what was typed."""
        for action in legal:
            text = self.text(action).lower()
            if line in (text, text.partition(" (")[0]):
                return action
        return line

    def wait(self, legal: list[int]) -> None:
        """Pass now, and go on passing until something concerns the human."""
        if PASS not in map(self.game.action_text, legal):
            self.screen.bad("You cannot pass here: make this decision first.")
            return
        self.decide(PASS, legal)
        self.waiting = True

    def hint(self, infoset: InfoSet) -> None:
        """What the hint bot would do here, and why."""
        if self.hints is None:
            self.screen.bad(f"No bot gives hints for {self.game.title}: name one with --hints.")
            return
        self.saved.hints += 1
        self.save()
        try:
            with self.screen.thinking(short_name(self.hints.text)):
                guest = self.guest(self.hints, self.saved.seat)
                action = guest.answer(infoset, self.seen, self.luck("hint", self.made))
                reason = guest.explain()
        except TavernError as error:
            self.screen.bad(str(error))
            return
        self.screen.good(f"{self.hints.text} would choose: {stopped(self.text(action))} {reason}")

    def undo(self) -> None:
        """Go back to the human's last decision."""
        if not self.decided:
            self.screen.bad("There is no decision of yours to take back.")
            return
        self.sit(self.saved.record.actions[: self.decided[-1]])
        self.saved.undos += 1
        self.save()
        self.screen.good("Your last decision is taken back.")

    def finish(self) -> None:
        """The result, the scores, and how to see the game again."""
        self.look()
        self.save()
        truth, placement = self.table.truth(), self.table.placement()
        self.tell(self.saved.sentences(self.seen[self.shown :]))
        self.screen.heading("The table at the end, open:")
        self.screen.line(self.saved.picture(self.table, OPEN), indent=2)
        self.screen.heading("The result:")
        for seat in sorted(range(self.table.seats), key=lambda seat: placement[seat]):
            score = f", score {truth.score(seat)}" if self.game.has_points else ""
            self.screen.line(f"{placement[seat]}. {self.saved.name(seat)}{score}", indent=2)
        self.screen.line(f"You took {counted(self.saved.hints, 'hint')} and {counted(self.saved.undos, 'undo')}.")
        self.screen.command("The same deal again", *self.saved.setup())
        self.screen.command("See it again", "replay", str(self.path))
        for guest in self.guests.values():
            try:
                guest.end(placement)
            except BotFailed as failure:
                self.screen.bad(str(failure))


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
