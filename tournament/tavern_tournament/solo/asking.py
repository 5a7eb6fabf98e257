"""What `tavern-play` asks a person who names no game: which one, how many seats, against whom, with which options."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import click

from tavern_engine import BadSetup, TavernError, games
from tavern_engine.cli import parse_options
from tavern_tournament.solo.bots import opponent

T = TypeVar("T")


class Wish(NamedTuple):
    """What a person wants to play."""

    game: str
    seats: int
    against: str
    options: tuple[str, ...]


def at_a_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask_for_game() -> Wish:
    """Ask until all is known; what does not go is said in a sentence and asked for again."""
    known = list(games())
    for number, game in enumerate(known, start=1):
        click.echo(f"{number:>4}  {game.title}, {game.sizes_text} seats")
    game = known[click.prompt("Which game", type=click.IntRange(1, len(known))) - 1]

    def seats(text: str) -> int:
        if not text.isdecimal():
            raise BadSetup(f"{text!r} is no number of seats.")
        return game.checked_seats(int(text))

    def bot(text: str) -> str:
        return opponent(text, game).text

    def options(text: str) -> tuple[str, ...]:
        parse_options(game, text.split(), solo=True)
        return tuple(text.split())

    size = answered(f"How many seats ({game.sizes_text})", str(game.usual_size), seats)
    against = answered("Against which bot", "rules", bot)
    chosen: tuple[str, ...] = ()
    if game.options:
        for option in game.options:
            values = ", ".join(str(choice).lower() for choice in option.choices)
            click.echo(f"      {option.name}: {values}")
        chosen = answered("Options, as name=value (Enter for none)", "", options)
    return Wish(game.id, size, against, chosen)


def answered(question: str, usual: str, read: Callable[[str], T]) -> T:
    """The answer to a question, asked until it can be read."""
    while True:
        try:
            return read(str(click.prompt(question, default=usual, show_default=bool(usual))).strip())
        except TavernError as error:
            click.echo(str(error))
