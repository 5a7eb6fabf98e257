"""`tavern-play`: a game against bots in the terminal, line by line, and saved games shown again."""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import re
import shlex
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Final

import click

from tavern_bots.api import BadBot, Bot, Clock
from tavern_bots.discover import Choice, choose_bot, discover
from tavern_engine import BadSetup, Event, Game, IllegalAction, InfoSet, Rng, TavernError
from tavern_engine import games as all_games
from tavern_engine.chance import seed_words
from tavern_engine.cli import Sentences
from tavern_engine.coverage import rule_texts
from tavern_tournament.play_file import OPEN, Saved, free_path, new_game, steps, unused

THINKING: Final = 1.0  # seconds after which a bot is said to think
GRACE: Final = 2.0  # a bot is stopped when it takes so many times its seconds
REASON: Final = 200  # characters of what a bot says when it fails
MANY: Final = 12  # rules shown for one word
HELP: Final = """\
Answer with the number of a choice, or with its text.
Enter     show the table and the choices again
? WORD    the rules that have this word or number, such as ? {example}
h         a hint, with its reason
u         take your last decision back, and all that came after it
l         the log: all you have seen
q         save and quit
You are seat {seat}. In the table a ? is a card that you do not know.
The whole rules: {rules}"""


class BotFailed(TavernError):
    """A bot that raised, hung, or answered what is no legal action."""


class Overrun(BaseException):
    """Raised inside a bot that does not answer; not an Exception, so that the bot does not catch it by accident."""


class Quit(Exception):
    """The human leaves the game."""


@contextlib.contextmanager
def watched(seconds: float) -> Iterator[None]:
    """Say so when a bot thinks long, and stop it when its time is long over, where the system has timers."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    screen, limit, rings = sys.stdout, Clock(seconds * GRACE), itertools.count()

    def ring(_number: int, _frame: FrameType | None) -> None:
        if limit.left() <= 0:
            raise Overrun(f"no answer in {limit.seconds:g} seconds")
        if next(rings) == 0:
            # Not which bot: that it has something to decide can tell what it holds.
            click.echo("A bot is thinking ...", file=screen)

    before = signal.signal(signal.SIGALRM, ring)
    pause = min(THINKING, seconds * GRACE)
    signal.setitimer(signal.ITIMER_REAL, pause, pause)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@dataclass
class Guest:
    """A bot at its seat."""

    text: str
    bot: Bot
    rng: Rng
    game: Game
    seconds: float

    def answer(self, infoset: InfoSet, events: Sequence[Event], luck: str) -> int:
        """Its decision, with random numbers that depend on `luck` alone, so that a resumed game goes on the same."""
        self.rng.state = Rng(seed_words(luck)[0]).state
        legal = infoset.legal()
        with self.guarded():
            if callable(see := getattr(self.bot, "see", None)):
                see(events)
            action = self.bot.choose(infoset, Clock(self.seconds))
            if self.game.action_text(action) and action not in legal:
                raise IllegalAction(f"{self.game.action_text(action)!r} is not legal now")
        return action

    def reason(self) -> str:
        """Why it decided so, in its words."""
        with self.guarded():
            if callable(explain := getattr(self.bot, "explain", None)):
                return str(explain())
        return "It gives no reason."

    def end(self, placement: list[int]) -> None:
        """Tell it how the game ended."""
        with self.guarded():
            if callable(end := getattr(self.bot, "end", None)):
                end(placement)

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """Whatever the bot does becomes a BotFailed; what it prints is dropped."""
        try:
            with watched(self.seconds), contextlib.redirect_stdout(io.StringIO()):
                yield
        except IllegalAction as error:
            raise BotFailed(f"{self.full_name()} answered nonsense: {short(error)}.") from None
        except (Exception, SystemExit, Overrun) as error:
            raise BotFailed(f"{self.full_name()} failed: {type(error).__name__}: {short(error)}.") from None

    def full_name(self) -> str:
        """Its text, and the package it comes from."""
        packages = [bot.packages[0] for bot in discover() if bot.name == self.text.partition(":")[0]]
        return f"The bot {self.text!r}" + "".join(f" of {package}" for package in packages)


def short(error: BaseException) -> str:
    """The first line of an error, not too long."""
    return (str(error).strip().splitlines() or ["no reason given"])[0][:REASON].rstrip(".")


class Solo:
    """One game between a human and bots, on the screen and in its file."""

    def __init__(self, saved: Saved, path: Path, hints: Choice | None, seconds: float) -> None:
        self.saved = saved
        self.game = saved.game
        self.path = path
        self.hints = hints
        self.seconds = seconds
        self.choices = {seat: choose_bot(text) for seat, text in enumerate(saved.players) if seat != saved.seat}
        self.sit()
        self.save()

    def sit(self) -> None:
        """Bring the table to the end of the record, with bots that know nothing yet."""
        actions = self.saved.record.actions
        self.table = self.saved.fresh_table()
        assert self.table.record is not None
        self.saved.record = self.table.record
        self.guests = {seat: self.guest(choice, seat) for seat, choice in self.choices.items()}
        self.seen: list[Event] = []
        self.shown = 0  # how much of `seen` came before the human's last decision
        self.decided: list[int] = []  # where in the record the human's decisions are
        for number, action in enumerate(actions):
            if self.table.ask()[0] == self.saved.seat:
                self.look()
                self.note(number)
            self.table.answer(action)

    def guest(self, choice: Choice, seat: int) -> Guest:
        rng = Rng(seed_words(self.luck(seat))[0])
        try:
            with watched(self.seconds):
                bot = choice.seat(self.game, seat, self.table.seats, rng)
        except Overrun as overrun:
            raise BadBot(f"The bot {choice.text!r} cannot be seated: {overrun}.") from None
        return Guest(choice.text, bot, rng, self.game, self.seconds)

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
        """The seed for one purpose at this point of the game."""
        return " ".join(map(str, (self.saved.record.seed, *purpose, len(self.saved.record.actions))))

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

    def bot(self, seat: int, infoset: InfoSet) -> int:
        """The decision of a bot, or a random one for a bot that fails."""
        try:
            return self.guests[seat].answer(infoset, self.table.news(seat), self.luck(seat))
        except BotFailed as failure:
            click.secho(f"{failure} A random move is played for seat {seat}.", fg="yellow")
            legal = infoset.legal()
            return legal[Rng(seed_words(self.luck(seat, "instead"))[0]).below(len(legal))]

    def human(self, infoset: InfoSet) -> None:
        """Show the table and ask until there is a decision, or the game was taken back."""
        self.look()
        self.save()
        self.screen(infoset)
        decisions = len(self.saved.record.actions)
        while len(self.saved.record.actions) == decisions:
            self.obey(read_line(len(infoset.legal())), infoset)

    def screen(self, infoset: InfoSet) -> None:
        """What happened, the table, and the choices."""
        click.echo()
        if news := self.saved.sentences(self.seen[self.shown :]):
            click.secho("Since your last decision:" if self.decided else "So far:", bold=True)
            for line in news:
                click.echo(f"  {line}")
        elif self.decided:
            last = self.saved.record.actions[self.decided[-1]]
            click.echo(f"You chose: {self.game.action_text(last)}. It needs one more decision.")
        click.secho("\nThe table:", bold=True)
        mine = self.saved.name(self.saved.seat)
        for line in self.saved.picture(self.table, self.saved.seat).splitlines():
            click.secho(f"  {line}", fg="cyan" if line.startswith(mine) else None)
        click.secho("\nYour choices:", bold=True)
        for number, action in enumerate(infoset.legal(), start=1):
            click.echo(f"{number:>4}  {self.game.action_text(action)}")

    def obey(self, line: str, infoset: InfoSet) -> None:
        """Do what the human typed."""
        word, _, rest = line.partition(" ")
        if word == "?":
            self.help(rest.strip())
        elif line == "":
            self.screen(infoset)
        elif line == "h":
            self.hint(infoset)
        elif line == "u":
            self.undo()
        elif line == "l":
            click.echo("\n".join(self.saved.sentences(self.seen)))
        elif line == "q":
            raise Quit
        else:
            self.decide(line, infoset.legal())

    def decide(self, line: str, legal: list[int]) -> None:
        """Play a choice by its number or text; say why if it cannot be."""
        number = int(line) if line.isascii() and line.isdigit() and len(line) < 10 else None
        if number is not None and not 1 <= number <= len(legal):
            click.secho(f"There is no choice {number}: they are 1 to {len(legal)}.", fg="yellow")
            return
        made = len(self.saved.record.actions)
        try:
            self.table.answer(line if number is None else legal[number - 1])
        except IllegalAction as error:
            click.secho(f"{error} Type a number from 1 to {len(legal)}, or ? for help.", fg="yellow")
            return
        self.note(made)
        self.save()

    def help(self, word: str) -> None:
        """How to play on, or the rules with a word."""
        texts = rule_texts(self.game)
        if not word:
            click.echo(HELP.format(seat=self.saved.seat, rules=self.game.rules_file, example=next(iter(texts), "pass")))
            return
        found = [text for number, text in texts.items() if word.lower() == number.lower()]
        found = found or [text for text in texts.values() if re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE)]
        click.echo("\n".join(found[:MANY]) or f"No rule has the word {word!r}.")
        if len(found) > MANY:
            click.echo(f"{len(found) - MANY} more are in {self.game.rules_file}")

    def hint(self, infoset: InfoSet) -> None:
        """What the hint bot would do here, and why."""
        if self.hints is None:
            click.echo(f"No bot gives hints for {self.game.title}: name one with --hints.")
            return
        self.saved.hints += 1
        self.save()
        try:
            guest = self.guest(self.hints, self.saved.seat)
            action = guest.answer(infoset, self.seen, self.luck("hint"))
            text = f"{guest.text} would choose: {self.game.action_text(action)}. {guest.reason()}"
        except TavernError as error:
            text = str(error)
        click.secho(text, fg="green")

    def undo(self) -> None:
        """Go back to the human's last decision."""
        if not self.decided:
            click.echo("There is no decision of yours to take back.")
            return
        record = self.saved.record
        self.saved.record = replace(record, actions=record.actions[: self.decided[-1]])
        self.saved.undos += 1
        self.sit()
        self.save()
        click.secho("Your last decision is taken back.", fg="green")

    def welcome(self) -> None:
        others = ", ".join(f"seat {seat} is {choice.text}" for seat, choice in self.choices.items())
        click.secho(f"{self.game.title}, seed {self.saved.record.seed}", bold=True)
        click.echo(f"You are seat {self.saved.seat}; {others}. Type ? for help.")
        click.echo("You are only asked when you have more than one choice.")
        click.echo(f"The game is saved in {self.path} as you play.")

    def finish(self) -> None:
        """The result, the scores, and how to see the game again."""
        self.look()
        self.save()
        truth, placement = self.table.truth(), self.table.placement()
        click.secho("\nSince your last decision:", bold=True)
        for line in self.saved.sentences(self.seen[self.shown :]):
            click.echo(f"  {line}")
        click.secho("\nThe table at the end, open:", bold=True)
        click.echo("  " + self.saved.picture(self.table, OPEN).replace("\n", "\n  "))
        click.secho("\nThe result:", bold=True)
        for seat in sorted(self.guests | {self.saved.seat: None}, key=lambda seat: placement[seat]):
            row = f"  {placement[seat]}. {self.saved.name(seat)}, score {truth.score(seat)}"
            click.secho(row, fg="cyan" if seat == self.saved.seat else None)
        click.echo(f"You took {counted(self.saved.hints, 'hint')} and {counted(self.saved.undos, 'undo')}.")
        click.echo(f"See it again: tavern-play replay {shlex.quote(str(self.path))}")
        for guest in self.guests.values():
            try:
                guest.end(placement)
            except BotFailed as failure:
                click.secho(str(failure), fg="yellow")


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def read_line(choices: int) -> str:
    """What the human types, in one spelling. The end of the input is a way to leave."""
    try:
        return " ".join(input(f"Your choice (1-{choices}, ? for help): ").lower().split())
    except EOFError:
        click.echo()
        raise Quit from None


def hint_bot(text: str | None, game: Game) -> Choice | None:
    """The bot that gives hints: the one named, or `rules` if it plays the game."""
    choice = choose_bot(text or "rules")
    if choice.plays(game):
        return choice
    if text:
        raise BadBot(f"The bot {text!r} does not play {game.title}.")
    return None


class Play(Sentences):
    """A group whose command `play` need not be named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["play", *args]
        return super().parse_args(ctx, args)


PLAIN = click.option("--plain", is_flag=True, help="No colours; so too if NO_COLOR is set.")


def colours(plain: bool) -> None:
    """Colours only for a terminal whose owner has not declined them."""
    click.get_current_context().color = not plain and not os.environ.get("NO_COLOR") and is_terminal()


def is_terminal() -> bool:
    return sys.stdout.isatty()


@click.group(cls=Play, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
def main() -> None:
    """Play a game against bots: `tavern-play dragon-vault --against mcts,rules`.

    `tavern-play play --help` lists the options.
    """


@main.command()
@click.argument("game_id", metavar="[GAME]", required=False)
@click.option("--against", multiple=True, metavar="BOTS", help="The bots, separated by commas.  [default: rules]")
@click.option("--seats", type=int, help="Seats at the table.  [default: as many as there are players]")
@click.option("--seat", type=int, help="Your seat, counted from 0.  [default: 0]")
@click.option("--seed", type=int, help="The luck of the game.  [default: any]")
@click.option("--hints", metavar="BOT", help="Who gives hints.  [default: rules]")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 86_400), default=10, show_default=True, help="A bot's time for a move."
)
@click.option("--save", type=click.Path(path_type=Path), help="Where to save.  [default: tavern-GAME-SEED.json]")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game.")
@PLAIN
def play(
    game_id: str | None,
    against: tuple[str, ...],
    seats: int | None,
    seat: int | None,
    seed: int | None,
    hints: str | None,
    seconds: float,
    save: Path | None,
    resume: Path | None,
    plain: bool,
) -> None:
    """Play a game against bots (the word `play` may be left out)."""
    colours(plain)
    if resume is not None:
        if game_id or against or (seats, seat, seed) != (None, None, None):
            raise BadSetup("A resumed game has its game, bots, seats and seed in its file: leave them out.")
        saved, path = Saved.load(resume), unused(save) if save else resume
    else:
        if game_id is None:
            raise BadSetup(f"Name a game ({', '.join(game.id for game in all_games())}), or --resume FILE.")
        saved = new_game(game_id, against, seats, seat or 0, seed)
        path = unused(save) if save else free_path(saved.record.game, int(saved.record.seed))
    leave_saved(Solo(saved, path, hint_bot(hints, saved.game), seconds))


def leave_saved(solo: Solo) -> None:
    """Play; whoever leaves early is told how to come back."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        solo.run()
    except (Quit, KeyboardInterrupt) as leaving:
        click.echo(f"\nThe game is saved. Go on with: tavern-play --resume {shlex.quote(str(solo.path))}")
        sys.exit(130 if isinstance(leaving, KeyboardInterrupt) else 0)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=int, help="Through the eyes of this seat.  [default: yours]")
@click.option("--open", "opened", is_flag=True, help="With all cards open.")
@click.option("--all", "whole", is_flag=True, help="Print all of it without waiting for Enter.")
@PLAIN
def replay(file: Path, seat: int | None, opened: bool, whole: bool, plain: bool) -> None:
    """Step through a saved game."""
    colours(plain)
    if opened and seat is not None:
        raise BadSetup("Choose either --seat or --open.")
    saved = Saved.load(file)
    viewer = OPEN if opened else saved.seat if seat is None else seat
    if viewer != OPEN and not 0 <= viewer < saved.record.seats:
        raise BadSetup(f"There is no seat {viewer} at this table: the seats are 0 to {saved.record.seats - 1}.")
    if viewer != saved.seat and not saved.record.replay(saved.game).over:
        raise BadSetup("This game is not over: until then only your own seat can be seen.")
    for number, step in enumerate(steps(saved, viewer)):
        if number and not whole and not wants_more():
            return
        click.echo(f"\n{step}")


def wants_more() -> bool:
    """Wait for Enter; q, Ctrl-C or the end of the input stop."""
    try:
        return input("Enter for more, q to stop: ").strip().lower() != "q"
    except (EOFError, KeyboardInterrupt):
        click.echo()
        return False


if __name__ == "__main__":
    main(prog_name="tavern-play")
