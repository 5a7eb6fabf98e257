"""The screen of a solo game: plain lines, or coloured ones on a terminal that wants them.

Colour only adds: with it and without it the words are the same. Texts of bots and files are shown as they are, never
read as markup or as commands to the terminal.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import shlex
import shutil
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TextIO, TypeAlias

import click

from tavern_bots.api import Clock

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

THINKING: Final = 1.0  # seconds after which a bot is said to think, and between two looks at it
HANG: Final = 4  # columns by which the rest of a broken line is indented
HEADING: Final = "bold"
MINE: Final = "cyan"
OTHERS: Final = ("yellow", "green", "bright_blue", "red", "bright_magenta")
CARD: Final = "magenta"
GOOD: Final = "green"
BAD: Final = "bold yellow"
FEW: Final = 12  # choices that have a line each
WIDTH: Final = 79  # of a screen that does not say how wide it is
LOWEST: Final = 12  # lines that every screen is taken to have
NUMBERS: Final = ((re.compile(r" *\d+  (?=\S)"), "bold green"),)  # of choices
MARKS: Final = (
    (re.compile(r"\(\?\)|\? x\d+"), "dim"),  # cards that are not known
    (re.compile(r"^[A-Z]{1,2}\d+\b"), "bold"),  # the number of a rule
)
Marks: TypeAlias = Sequence[tuple[re.Pattern[str], str]]  # what to colour how


def numbered(texts: Mapping[int, str], width: int, few: int = FEW) -> list[str]:
    """Choices by their numbers, one in a line; where there are many, those that begin alike beside each other.

    So are those in a row of which no two begin alike, such as names.
    """
    cells = [f"{number:>4}  {text}" for number, text in texts.items()]
    if len(cells) <= few:
        return cells
    lines: list[str] = []
    alike = [list(same) for _, same in itertools.groupby(cells, key=lambda cell: cell.split()[1])]
    groups: list[list[str]] = []
    for alone, run in itertools.groupby(alike, key=lambda same: len(same) == 1):
        those = list(run)
        groups += [list(itertools.chain(*those))] if alone else those
    for group in groups:
        column = max(map(len, group)) + 1
        beside = max(width // column, 1)
        rows = (group[first : first + beside] for first in range(0, len(group), beside))
        lines += ["".join(f"{cell:<{column}}" for cell in row).rstrip() for row in rows]
    return lines


def wants_colour(plain: bool) -> bool:
    """Colours only for a terminal that can show them and whose owner has not declined them."""
    declined = plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not declined and is_terminal()


def is_terminal() -> bool:
    return sys.stdout.isatty()


def literally(names: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    """These names where a text has them; of two that begin alike the longer one is looked for first."""
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, reverse=True)), flags)


class Colours:
    """What is coloured how, for a game seen by one seat: names of seats, cards, and what is not known."""

    def __init__(self, viewer: int, names: Sequence[str], short: Sequence[str], cards: Iterable[str]) -> None:
        others = itertools.cycle(OTHERS)
        seats = [literally(both, re.IGNORECASE) for both in zip(names, short, strict=True)]
        self.mine = seats[viewer] if viewer >= 0 else None
        self.marks: Marks = [
            *MARKS,
            *((seat, MINE if seat is self.mine else next(others)) for seat in seats),
            (literally(cards), CARD),
        ]

    def of(self, line: str) -> str:
        """The style of a whole line: the viewer's own stand out."""
        return MINE if self.mine and self.mine.match(line) else ""


def printable(text: str) -> str:
    """The text without characters that would command the terminal; lines stay lines."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text.expandtabs())


def console_on(stream: TextIO) -> Console:
    """A console that colours what it is told to, and takes no text for markup."""
    from rich.console import Console

    return Console(file=stream, force_terminal=True, markup=False, emoji=False, highlight=False)


def broken(console: Console, text: Text, width: int, room: int) -> list[Text]:
    """A text in lines, the first of this width; the others have less room."""
    from rich.text import Text

    lines: list[Text] = []
    for piece in text.split("\n", allow_blank=True):
        unbreakable = max(map(len, piece.plain.split()), default=0) > room  # such as a path that is to be copied
        if unbreakable:
            lines.append(piece)  # the terminal breaks it, and nothing is cut off
            continue
        first, *rest = piece.wrap(console, room if lines else width)
        for part in rest:
            part.rstrip()
        lines += [first, *(Text(" ").join(rest).wrap(console, room) if rest else ())]
    return lines


class Quit(Exception):
    """The person leaves, or is gone already."""


@contextlib.contextmanager
def quit_when_gone() -> Iterator[None]:
    """Quit if the terminal is closed: reading and writing fail then."""
    try:
        yield
    except OSError:
        raise Quit from None


class Screen:
    """Where a game is seen, with colours or without, and where its person answers."""

    def __init__(self, colours: Colours | None) -> None:
        self.stream = sys.stdout  # kept, for while a bot thinks sys.stdout is not the screen
        self.colours = colours
        self.console = console_on(self.stream) if colours else None

    def line(self, text: str = "", style: str = "", indent: int = 0, more_marks: Marks = ()) -> None:
        """A line or several; Quit if nobody can see them any more."""
        with quit_when_gone():
            for line in printable(text).split("\n"):
                if self.console is None or self.colours is None:
                    click.echo(" " * indent + line, file=self.stream)
                else:
                    marks = (*more_marks, *self.colours.marks)
                    self.coloured(self.console, line, style or self.colours.of(line), indent, marks)

    def coloured(self, console: Console, line: str, style: str, indent: int, marks: Marks) -> None:
        """A line in colour; one that is too long is broken."""
        for row in self.rows(console, line, style, indent, marks):
            console.print(row, soft_wrap=True)

    def rows(self, console: Console, line: str, style: str, indent: int, marks: Marks) -> list[Text]:
        """What a line becomes on the screen: one that is too long is broken at its first bar, and between words."""
        from rich.text import Text

        width, hang = console.width - indent, len(line) - len(line.lstrip()) + HANG
        if len(line) > width:
            line = line.replace(" | ", "\n", 1)
        text = Text(line, style)
        for pattern, colour in marks:
            for found in pattern.finditer(line):
                text.stylize(colour, *found.span())
        parts = broken(console, text, width, max(width - hang, HANG))
        for number, part in enumerate(parts):
            part.rstrip()
            part.pad_left(indent + hang if number else indent)
        return parts

    def heading(self, text: str) -> None:
        """What the next lines are."""
        self.line()
        self.line(text, HEADING)

    def command(self, what: str, *arguments: str) -> None:
        """What `tavern-play` can do next, in one line that can be copied."""
        with quit_when_gone():
            click.echo(printable(f"{what}: {shlex.join(['tavern-play', *arguments])}"), file=self.stream)

    def good(self, text: str) -> None:
        """An answer to what the person asked for."""
        self.line(text, GOOD)

    def bad(self, text: str) -> None:
        """Something went wrong."""
        self.line(text, BAD)

    def choices(self, lines: Iterable[str]) -> None:
        """What the person may choose, with numbers."""
        for line in lines:
            self.line(line, more_marks=NUMBERS)

    @property
    def width(self) -> int:
        """Columns of the screen."""
        return self.console.width if self.console else WIDTH

    @property
    def height(self) -> int | None:
        """Lines of the screen; None if it is as long as one likes."""
        return max(shutil.get_terminal_size().lines, LOWEST) if is_terminal() else None

    def tall(self, text: str, indent: int = 0) -> int:
        """How many lines of the screen a text takes."""
        lines = printable(text).split("\n")
        if self.console is None or self.colours is None:
            wide = shutil.get_terminal_size().columns
            return sum(max(1, -(-(indent + len(line)) // wide)) for line in lines)
        return sum(len(self.rows(self.console, line, "", indent, ())) for line in lines)

    def page(self, text: str, indent: int = 0) -> str:
        """A text that may be longer than the screen: the rest of it after Enter; what the person typed instead."""
        room = self.height
        used = 0
        for line in text.split("\n"):
            needed = self.tall(line, indent)
            if room is not None and used and used + needed > room - 1:
                if typed := self.ask("Enter for more, q to stop: ").strip():
                    return typed
                used = 0
            used += needed
            self.line(line, indent=indent)
        return ""

    def ask(self, prompt: str) -> str:
        """What the person types; the end of the input, or of the terminal, is a way to leave."""
        with quit_when_gone():
            if self.console is not None:
                self.console.print(prompt, style=HEADING, end="", soft_wrap=True)
                prompt = ""
            try:
                return input(prompt)
            except EOFError:
                click.echo(file=self.stream)
                raise Quit from None

    @contextlib.contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """While the block runs long, say that somebody thinks: a line that counts and goes away, or one that stays."""
        done = threading.Event()
        watcher = threading.Thread(target=self.watch, args=(who, done), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()

    def watch(self, who: str, done: threading.Event) -> None:
        """Say that somebody thinks until it is done; whether the terminal is gone is not for this thread to notice."""
        with contextlib.suppress(Quit, OSError):
            self.count_seconds(who, done)

    def count_seconds(self, who: str, done: threading.Event) -> None:
        clock = Clock()
        if done.wait(THINKING):
            return
        if self.console is None:
            self.line(f"{who} is thinking ...")
            return
        from rich.control import Control
        from rich.segment import ControlType

        erase = Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2))
        waiting = True
        while waiting:
            text = f"{printable(who)} is thinking ... {clock.spent():.0f} s"
            self.console.control(erase)
            self.console.print(text, style="dim", end="", soft_wrap=True)
            waiting = not done.wait(THINKING)
        self.console.control(erase)
