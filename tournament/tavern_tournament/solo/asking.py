"""What `tavern-play` asks a person who names no game: which one, the seats, the bots, the character, the options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

import click

from tavern_bots.house import house
from tavern_bots.player import LEVELS
from tavern_engine import BadSetup, Game, TavernError
from tavern_engine.cli import all_games, parse_options
from tavern_engine.game import Option
from tavern_tournament.solo.bots import opponent

T = TypeVar("T")
QUIT: Final = ("q", "quit")


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
    game = answered("Which game", None, lambda text: meant(known, text))

    def seats(text: str) -> int:
        if not text.isdecimal():
            raise BadSetup(f"{text!r} is no number of seats.")
        return game.checked_seats(int(text))

    def bot(text: str) -> str:
        return opponent(house(text) or text, game).text

    size = answered(f"How many seats ({game.sizes_text})", str(game.usual_size), seats)
    against = answered(f"How good are the others: a level from 1 to {LEVELS}, or a bot such as rules", "5", bot)
    return Wish(game.id, size, against, (*own_options(game), *other_options(game)))


def meant(known: Sequence[Game], text: str) -> Game:
    """The game of this number in the list, or of this name or a part of it."""
    if text.isdecimal() and 1 <= int(text) <= len(known):
        return known[int(text) - 1]
    found = [game for game in known if text.lower() in (game.id, game.title.lower())]
    found = found or [game for game in known if text.lower() in f"{game.id} {game.title.lower()}"]
    if len(found) != 1:
        raise BadSetup(f"Which one is {text!r}? Type a number from 1 to {len(known)}, a name, or q to quit.")
    return found[0]


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


def answered(question: str, usual: str | None, read: Callable[[str], T]) -> T:
    """The answer to a question, asked until it can be read; nobody is kept who wants to quit."""
    while True:
        text = str(click.prompt(question, default=usual, show_default=bool(usual))).strip()
        if text in QUIT:
            raise click.exceptions.Exit
        try:
            return read(text)
        except TavernError as error:
            click.echo(str(error))
