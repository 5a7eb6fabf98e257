"""`tavern-tourney gate`: whether a bot is better than another over several games and table sizes, also for CI."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tavern_bots.measure.commands import EXITS, NoVerdict, bounds_options, json_option, seed_option, workers_option
from tavern_bots.names import BOT, GAME
from tavern_engine import TavernError
from tavern_engine.cli import finite

if TYPE_CHECKING:  # bots and games take a while to import
    from tavern_bots.measure.several import Together


@click.command()
@click.argument("bot", type=BOT)
@click.argument("rival", type=BOT)
@click.option(
    "--table",
    "tables",
    type=GAME,
    multiple=True,
    metavar="GAME:SEATS",
    help="Where they play, such as dragon-vault:4; several times for several.  [default: every game with two seats]",
)
@click.option(
    "--against",
    type=BOT,
    multiple=True,
    metavar="BOT",
    help="Who else sits there, in turn; copies of RIVAL if not given.",
)
@click.option("--seconds", type=click.FloatRange(min=0, max=3600), default=0.0, callback=finite, help="A move.")
@bounds_options
@click.option("--most", type=click.IntRange(min=1), default=1000, show_default=True, help="Blocks after which it ends.")
@click.option("--ledger", type=click.Path(path_type=Path, dir_okay=False), help="Where blocks are kept: runs/gates.")
@seed_option("gate")
@workers_option
@json_option
def gate(
    bot: str,
    rival: str,
    tables: tuple[str, ...],
    against: tuple[str, ...],
    most: int,
    ledger: Path | None,
    workers: int,
    as_json: bool,
    seconds: float,
    seed: str,
    **bounds: float,
) -> None:
    """Find out whether BOT is better than RIVAL over all tables together, by one sequential test.

    A block is one deal at every table, from every seat. Exit code 0: it is better. 1: it is not. 2: there is no
    verdict, for --most came first or nothing could be played. The same command goes on after Ctrl-C.
    """
    from tavern_bots.measure import several
    from tavern_bots.measure.gate import Gate
    from tavern_bots.measure.sprt import Sprt
    from tavern_bots.measure.strength import Pairing, thinking

    try:
        mine, theirs, *others = (thinking(text, seconds) for text in (bot, rival, *against))
        where = _where(tables, (mine, theirs, *others))
        places = [Pairing(game, mine, tuple(others), seats, seed) for game, seats in where]
        gates = [Gate.between(place, theirs, Sprt(**bounds)) for place in places]
        for together in several.play(gates, ledger, most, workers):
            if len(together.differences) % 20 == 0 and not together.decided:
                click.echo(f"  after {len(together.differences)} blocks: {_apart(together)}", err=True)
    except TavernError as error:
        raise NoVerdict(str(error)) from None
    click.echo(json.dumps(together.figures(), indent=2) if as_json else "\n".join(_told(together)))
    sys.exit(EXITS.get(together.verdict, NoVerdict.exit_code))


def _where(tables: Sequence[str], bots: Sequence[str]) -> list[tuple[str, int]]:
    """The game and seats of every table that is named, or of every game that all play, or BadSetup."""
    from tavern_bots.measure.strength import bot_of
    from tavern_engine import BadSetup
    from tavern_engine.cli import all_games

    played = () if tables else [game for game in all_games() if all(bot_of(text).plays(game) for text in bots)]
    named = tables or [f"{game.id}:{game.min_seats}" for game in played]
    if not named:
        raise BadSetup("There is no game that all of these bots play.")
    found: list[tuple[str, int]] = []
    for text in named:
        game, _, seats = text.partition(":")
        if not (seats.isascii() and seats.isdecimal() and len(seats) < 4):
            raise BadSetup(f"A table is a game and its seats, such as dragon-vault:4, and {text!r} is none.")
        if (game, int(seats)) in found:
            raise BadSetup(f"The table {text} is named twice.")
        found.append((game, int(seats)))
    return found


def _apart(together: Together) -> str:
    """By how much the bots differ, and how sure that is."""
    least, most = together.tables[0].gate.test.bounds
    apart = f"{100 * together.difference.share:+.1f} % +- {100 * together.difference.margin:.1f} of wins"
    return f"{apart}, log-likelihood ratio {together.ratio:.2f} between {least:.2f} and {most:.2f}"


def _told(together: Together) -> list[str]:
    """The verdict in a sentence, and a line for every table."""
    from tavern_bots.measure.sprt import BETTER, NOT_BETTER

    first = together.tables[0].gate
    said = {BETTER: "is better than", NOT_BETTER: "is not better than"}
    found = said.get(together.verdict, "may or may not be better than")
    tables, blocks = len(together.tables), len(together.differences)
    over = f"over {tables} table{'s' * (tables != 1)} and {blocks} block{'s' * (blocks != 1)}"
    lines = [f"{first.first.bot} {found} {first.rival} {over}: {_apart(together)}."]
    for one in together.tables:
        pairing, apart = one.gate.first, one.difference
        lines.append(
            f"  {pairing.rules.title}, {pairing.seats} seats: {100 * apart.share:+.1f} % +- {100 * apart.margin:.1f}"
        )
    return lines
