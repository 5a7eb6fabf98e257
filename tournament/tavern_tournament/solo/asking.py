"""What `tavern-play` asks a person who names no game: which one, the seats, the bots, the character, the options."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import click

from tavern_bots.house import house
from tavern_bots.player import LEVELS
from tavern_engine import BadSetup, Game, TavernError
from tavern_engine.cli import all_games, parse_options
from tavern_engine.game import Option
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
    known = all_games()
    for number, game in enumerate(known, start=1):
        click.echo(f"{number:>4}  {game.title}, {game.sizes_text} seats")
    game = known[click.prompt("Which game", type=click.IntRange(1, len(known))) - 1]

    def seats(text: str) -> int:
        if not text.isdecimal():
            raise BadSetup(f"{text!r} is no number of seats.")
        return game.checked_seats(int(text))

    def bot(text: str) -> str:
        return opponent(house(text) or text, game).text

    size = answered(f"How many seats ({game.sizes_text})", str(game.usual_size), seats)
    against = answered(f"How good are the others: a level from 1 to {LEVELS}, or a bot such as rules", "5", bot)
    return Wish(game.id, size, against, (*own_options(game), *other_options(game)))


def own_options(game: Game) -> list[str]:
    """What is asked about the person's own seat, such as the character."""
    chosen = []
    for option in game.options:
        if type(option).for_seat is not Option.for_seat:
            click.echo(f"      {', '.join(map(str, option.choices))}")
            text = answered(f"Which {option.name.removesuffix('s')} is yours", str(option.solo_default), option.check)
            chosen.append(f"{option.name}={text}")
    return chosen


def other_options(game: Game) -> tuple[str, ...]:
    """All else that can be set, in one go."""
    others = [option for option in game.options if type(option).for_seat is Option.for_seat]
    if not others:
        return ()
    for option in others:
        values = ", ".join(str(choice).lower() for choice in option.choices)
        click.echo(f"      {option.name}: {values}")

    def options(text: str) -> tuple[str, ...]:
        parse_options(game, text.split(), solo=True)
        return tuple(text.split())

    return answered("Options, as name=value (Enter for none)", "", options)


def answered(question: str, usual: str, read: Callable[[str], T]) -> T:
    """The answer to a question, asked until it can be read."""
    while True:
        try:
            return read(str(click.prompt(question, default=usual, show_default=bool(usual))).strip())
        except TavernError as error:
            click.echo(str(error))
