"""`tavern-bots`: which bots there are, what they can be told, whether they play fair, and how to begin one.

The commands that measure bots are in `measure/commands.py`, those that learn from play in `measure/learning.py`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

import tavern_engine
from tavern_bots.api import ALL_GAMES, BadBot, BotClass, Value
from tavern_bots.confine import HAS_FORK
from tavern_bots.discover import Choice, Listed, choose_bot, discover
from tavern_bots.measure.commands import MEASURING
from tavern_bots.measure.learning import LEARNING
from tavern_bots.names import BOT, GAME
from tavern_engine import Game
from tavern_engine import game as find_game
from tavern_engine.build import describe_build
from tavern_engine.cli import Sentences, all_games, effort_option, show_check
from tavern_engine.commands import completion_for, docs
from tavern_engine.words import counted

if TYPE_CHECKING:  # the kit takes a while to import
    from tavern_bots.testing import Finding


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(tavern_engine.__version__, message=f"tavern_bots %(version)s ({describe_build()})")
def main() -> None:
    """The bots of the tavern: list them, look at one, check that it plays fair, measure it, begin your own.

    A bot is named as in the list, with options (mcts:simulations=100), or as path/to/my_bot.py:MyBot.
    """


@main.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_bots(as_json: bool) -> None:
    """List the installed bots with their package and games; broken ones with the reason."""
    rows = [describe(bot) for bot in discover()]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    widths = [max((len(str(row[key])) for row in rows), default=0) for key in ("name", "package", "games")]
    for row in rows:
        cells = [str(row[key]).ljust(width) for key, width in zip(("name", "package", "games"), widths, strict=True)]
        click.echo("  ".join([*cells, f"BROKEN: {row['problem']}" if row["problem"] else str(row["summary"])]))


def describe(bot: Listed) -> dict[str, str | None]:
    """A line of the list; a bot that cannot be loaded has a problem instead of a summary."""
    row: dict[str, str | None] = {"name": bot.name, "package": " and ".join(bot.packages)}
    try:
        plugin = bot.load()
    except BadBot as error:
        return {**row, "games": "", "summary": None, "problem": " ".join(str(error).split())}
    return {**row, "games": games_text(plugin), "summary": plugin.summary, "problem": None}


def games_text(plugin: BotClass) -> str:
    """The games a bot says it plays, in words."""
    return plugin.games if isinstance(plugin.games, str) else ", ".join(plugin.games)


@main.command()
@click.argument("name", type=BOT)
def info(name: str) -> None:
    """Show what a bot is, which games it plays, and its options."""
    choice = choose_bot(name)
    click.echo(f"{name}: {choice.plugin.summary}")
    click.echo(f"games: {games_text(choice.plugin)}")
    click.echo("options:" if choice.plugin.options else "options: none")
    for setting in choice.plugin.options:
        value = value_text(choice.options()[setting.name])
        click.echo(f"    {setting.name}={value}  {setting.help} ({setting.allowed()})")
        for game_id, tuned in () if setting.name in choice.given else setting.tuned.items():
            click.echo(f"        at {game_id}: {setting.name}={value_text(tuned)}")


def value_text(value: Value) -> str:
    """A value as it is written in a bot's name."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@main.command()
@click.argument("name", type=BOT)
@click.option("--game", "game_id", type=GAME, help="Check it at this game only.")
@effort_option
def check(name: str, game_id: str | None, effort: float) -> None:
    """Run the bot kit: legal, repeatable, honest, punctual, quiet; exit 1 if a check fails."""
    from tavern_bots.testing import CHECKS, check_bot  # before the bot, which may change what it finds

    choice = choose_bot(name)
    played = played_games(choice, game_id)
    failed = 0
    steps: dict[str, int] = {}  # where a cause was first told of
    for number, (step, one) in enumerate(CHECKS.items(), start=1):
        if step == "league" and not HAS_FORK:
            click.echo(f"{number:>2} left out {step}: bots have no processes of their own on this system.")
            continue
        findings = check_bot(choice, played, effort, [step])
        failed += len(findings)
        show_check(number, step, one.__doc__ or "", told_once(findings, number, steps))
        if any(finding.hangs for finding in findings):
            click.echo("It does not come back, so the other checks are left out.")
            break
    sys.exit(1 if failed else 0)


def told_once(findings: Sequence[Finding], step: int, steps: dict[str, int]) -> list[str]:
    """A line for each cause, with how many tables it shows at; what an earlier step told is not told again."""
    causes: dict[str, list[Finding]] = {}
    for finding in findings:
        causes.setdefault(finding.cause or finding.problem, []).append(finding)
    lines = []
    for cause, same in causes.items():
        if steps.setdefault(cause, step) < step:
            lines.append(f"as in step {steps[cause]}, at {counted(len(same), 'table')}")
        else:
            lines.append(f"{same[0]}" + (f" and at {counted(len(same) - 1, 'more table')}" if len(same) > 1 else ""))
    return lines


def played_games(choice: Choice, game_id: str | None) -> list[Game]:
    """The games to check a bot at, or BadBot if there are none."""
    if getattr(choice.plugin, "oracle", False):
        raise BadBot(
            f"The bot {choice.text!r} is an oracle: it is made to see what it should not, so no check fits it."
        )
    if game_id is None:
        there = all_games()
        played = [game for game in there if choice.plays(game)]
        if not played:
            known = ", ".join(game.id for game in there)
            raise BadBot(
                f"The bot {choice.text!r} plays {games_text(choice.plugin) or 'nothing'}, and none of the games "
                f"here: {known}. A bot that plays any game has games = ALL_GAMES ({ALL_GAMES!r})."
            )
        return played
    game = find_game(game_id)
    if not choice.plays(game):
        raise BadBot(f"The bot {choice.text!r} does not play {game.title}, only {games_text(choice.plugin)}.")
    return [game]


@main.command()
@click.argument("game_id", metavar="GAME", type=GAME)
def page(game_id: str) -> None:
    """Print what a bot can read at a game: every fact, and every part of an action."""
    click.echo(find_game(game_id).page(), nl=False)


@main.command()
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="Where to put the package's folder; here if not given.",
)
def new(name: str, folder: Path) -> None:
    """Write a complete small package for a bot of your own: it installs and passes the check at once."""
    from tavern_bots.new import write_package

    for path in write_package(name, folder):
        click.echo(f"wrote {path}")
    click.echo(f"Next: pip install {folder / name if folder != Path() else f'./{name}'} && tavern-bots check {name}")


for command in (*MEASURING, *LEARNING):
    main.add_command(command)
main.add_command(docs)
main.add_command(completion_for("tavern-bots"))
