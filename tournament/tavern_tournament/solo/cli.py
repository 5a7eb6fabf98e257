"""`tavern-play`: a game against bots in the terminal, line by line, and saved games shown again."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from tavern_bots.house import NAMED, house
from tavern_bots.names import BOT, GAME
from tavern_bots.player import LEVELS
from tavern_engine import BadSetup, Game
from tavern_engine.cli import Sentences, finite
from tavern_engine.commands import completion_for
from tavern_engine.registry import discover
from tavern_tournament.signals import like_ctrl_c
from tavern_tournament.solo.asking import ask_for_game, at_a_terminal
from tavern_tournament.solo.bots import MOVE, hint_bot
from tavern_tournament.solo.held import Held
from tavern_tournament.solo.new import new_game
from tavern_tournament.solo.play import TerminalGame
from tavern_tournament.solo.saved import NOBODY, SavedGame, free_path, unused
from tavern_tournament.solo.screen import HEADING, Colours, Quit, Screen, wants_colour
from tavern_tournament.solo.session import Session
from tavern_tournament.solo.telling import OPEN, Telling, steps, title_of
from tavern_tournament.web.door import door_of, door_options


def luck(text: str) -> int | str:
    """A seed as it is typed: a number, or a text that the name of a saved game can have in it."""
    if not re.fullmatch(r"[\w.-]{1,60}", text):
        raise click.BadParameter("it must be a number, or up to 60 letters, digits, '-', '_' and '.'.")
    return int(text) if text.removeprefix("-").isdecimal() else text


def level_bot(text: str) -> str:
    """The bot of a level as it is typed."""
    bot = house(text)
    if bot is None:
        raise click.BadParameter(f"it must be a number from 1 to {LEVELS}, or {', '.join(NAMED)}.")
    return bot


class Play(Sentences):
    """A group whose command `play` need not be named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = bool(args) and args[0] in (*self.commands, *ctx.help_option_names)
        if not named and (args or (at_a_terminal() and not ctx.resilient_parsing)):
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands, and what `play` takes: its name may be left out."""
        game, *_ = play.params
        taken = play.shell_complete(ctx, incomplete) if incomplete.startswith("-") else []
        return [*super().shell_complete(ctx, incomplete), *taken, *game.shell_complete(ctx, incomplete)]


DATA = click.option(
    "--data",
    type=click.Path(path_type=Path, resolve_path=True),
    metavar="FILE",
    help="Corrected component data, in a changed copy of the game's own; a saved game remembers its file.",
)
PLAIN = click.option("--plain", is_flag=True, help="No colours; so too if NO_COLOR is set.")


@click.group(cls=Play, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
def main() -> None:
    """Play a game against bots: `tavern-play dragon-vault --against mcts,rules`.

    `tavern-play play --help` lists the options.
    """
    show_all_letters()


@main.command()
@click.argument("game_id", metavar="[GAME]", required=False, type=GAME)
@click.option(
    "--against", type=BOT, multiple=True, metavar="BOTS", help="The bots, as a,b,c.  [default: rules, else mcts]"
)
@click.option("--level", type=level_bot, metavar="1-10", help=f"How well they play, also {', '.join(NAMED)}.")
@click.option("--seats", type=int, help="Seats at the table.  [default: as many as there are players]")
@click.option("--seat", type=int, help="Your seat, counted from 0.  [default: 0]")
@click.option("--seed", type=luck, help="The luck of the game: a bot may guess a short one.  [default: any]")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="How the game is played, such as tricks=true."
)
@DATA
@click.option("--hints", type=BOT, metavar="BOT", help="Who gives hints.  [default: rules, else mcts]")
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 86_400),
    callback=finite,
    help=f"A bot's time for a move.  [default: {MOVE:g}, more for a bot told how much to think]",
)
@click.option("--save", type=click.Path(path_type=Path), help="Where to save.  [default: tavern-GAME-SEED.json]")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game.")
@PLAIN
@click.option("--watch", is_flag=True, help="With --web: bots play alone, and you watch them.")
@door_options
def play(
    game_id: str | None,
    against: tuple[str, ...],
    level: str | None,
    seats: int | None,
    seat: int | None,
    seed: int | str | None,
    options: tuple[str, ...],
    data: Path | None,
    hints: str | None,
    seconds: float | None,
    save: Path | None,
    resume: Path | None,
    plain: bool,
    watch: bool,
    web: bool,
    **door: Any,
) -> None:
    """Play a game against bots (the word `play` may be left out)."""
    if level is not None:
        if against:
            raise BadSetup("Choose either --level or --against.")
        against = (level,)
    if watch and (not web or game_id is None or seat is not None):
        raise BadSetup("--watch is for a game that is named, with --web, and without a --seat of yours.")
    if web and game_id is None and resume is None:
        serve_tables(door, None, seconds)
        return
    if resume is not None:
        if game_id or against or options or (seats, seat, seed) != (None, None, None):
            raise BadSetup("A resumed game has its game, bots, seats, seed and options in its file: leave them out.")
        saved, path = SavedGame.load(resume, data), unused(save) if save else resume
    else:
        if game_id is None and not against and not options and at_a_terminal():
            game_id, seats, chosen, options = ask_for_game()
            against = (chosen,)
        if game_id is None:
            raise BadSetup(f"Name a game ({', '.join(game.name for game in discover())}), or --resume FILE.")
        saved = new_game(game_id, against, seats, NOBODY if watch else seat or 0, seed, options, data)
        path = unused(save) if save else free_path(saved.record.game, saved.record.seed)
    if web:
        Session(saved, path)  # saves it
        serve_tables(door, path, seconds)
        return
    if saved.seat == NOBODY:
        raise BadSetup(f"Only bots play in {path}: watch them with --web --resume {path}.")
    telling = Telling(saved.fresh_table(), saved.players)
    screen = screen_for(saved.game, telling, saved.seat, plain)
    playing = TerminalGame(Session(saved, path, hint_bot(hints, saved.game), seconds), screen, telling)
    with closing(Held(path, f"terminal {os.getpid()}")) as held:
        if held.by_others:
            screen.bad("This game is open somewhere else, too: whoever decides last is saved.")
        leave_saved(playing)


def serve_tables(door: Mapping[str, Any], path: Path | None, seconds: float | None) -> None:
    """Play in the browser: all games of the folder, one of them first if it is named."""
    from tavern_tournament.web.server import serve

    folder = path.parent if path else Path()
    serve(door_of(door, seconds), folder, lambda tavern: f"game/{tavern.shelf.name(path)}/" if path else "", click.echo)


def show_all_letters() -> None:
    """Letters that a terminal does not have do no harm."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def screen_for(game: Game, telling: Telling, viewer: int, plain: bool) -> Screen:
    """The screen for a game seen by this seat."""
    colours = Colours(viewer, telling.names, telling.seat_names, game.card_texts() or cards_of(game))
    return Screen(colours if wants_colour(plain) else None)


def cards_of(game: Game) -> set[str]:
    """What the cards are called in a game whose cards have no text; those with numbers for names are left out."""
    names = {str(game.action_parts(code).get("card", "")) for code in range(game.actions)}
    return {name for name in names if name[:1].isalpha()}


def leave_saved(playing: TerminalGame) -> None:
    """Play; whoever leaves early, even by closing the terminal, is told how to come back."""
    if sys.stdin.isatty():  # whoever started it in the background switched Ctrl-C off; a person at a terminal needs it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with like_ctrl_c():
            playing.run()
    except (Quit, KeyboardInterrupt) as leaving:
        playing.session.save()
        with contextlib.suppress(Quit):  # the terminal may be gone
            playing.screen.command("\nThe game is saved. Go on with", "--resume", str(playing.session.path))
        sys.exit(130 if isinstance(leaving, KeyboardInterrupt) else 0)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=int, help="Through the eyes of this seat.  [default: yours]")
@click.option("--open", "opened", is_flag=True, help="With all cards open.")
@click.option("--all", "whole", is_flag=True, help="Print all of it without waiting for Enter.")
@DATA
@PLAIN
def replay(file: Path, seat: int | None, opened: bool, whole: bool, data: Path | None, plain: bool) -> None:
    """Step through a saved game."""
    if opened and seat is not None:
        raise BadSetup("Choose either --seat or --open.")
    saved = SavedGame.load(file, data)
    own = OPEN if saved.seat == NOBODY else saved.seat
    viewer = OPEN if opened else own if seat is None else seat
    if viewer != OPEN and not 0 <= viewer < saved.record.seats:
        raise BadSetup(f"There is no seat {viewer} at this table: the seats are 0 to {saved.record.seats - 1}.")
    if viewer != own != OPEN and not saved.record.replay(saved.game).over:
        raise BadSetup("This game is not over: until it is, you can see it from your own seat only.")
    with contextlib.suppress(Quit, KeyboardInterrupt):
        show_steps(saved, viewer, plain, whole)


def show_steps(saved: SavedGame, viewer: int, plain: bool, whole: bool) -> None:
    """A saved game step by step, the next one after Enter unless the whole is wanted."""
    telling = Telling(saved.fresh_table(), saved.players)
    screen = screen_for(saved.game, telling, viewer, plain)
    screen.line(title_of(saved), HEADING)
    screen.line("All cards are open." if viewer == OPEN else f"You see what {telling.names[viewer]} saw.")
    for number, step in enumerate(steps(saved, viewer)):
        if number and not whole and screen.ask("Enter for more, q to stop: ").strip().lower() == "q":
            return
        screen.line(f"\n{step}")


main.add_command(completion_for("tavern-play"))

if __name__ == "__main__":
    main(prog_name="tavern-play")
