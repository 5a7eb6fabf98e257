"""`python -m tavern_engine`: try the engine from the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

import tavern_engine
from tavern_engine.coverage import citations
from tavern_engine.errors import BadScenario, TavernError
from tavern_engine.game import Game
from tavern_engine.registry import game as find_game
from tavern_engine.registry import games
from tavern_engine.scenario import Scenario, ScenarioFailed

SCENARIOS = Path("tests/rulings")


class Sentences(click.Group):
    """A group whose commands end in a sentence, not in a traceback, when a user errs."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except TavernError as error:
            raise click.ClickException(str(error)) from None


def build() -> str:
    """Which build runs, in words."""
    return "compiled" if tavern_engine.COMPILED else "pure Python: no compiled core, searches are slow"


@click.group(cls=Sentences)
@click.version_option(tavern_engine.__version__, message=f"tavern_engine %(version)s ({build()})")
def main() -> None:
    """The engine of the tavern's games: rules, scenarios, coverage, golden games, benchmarks."""


@main.command("games")
def list_games() -> None:
    """List the games with their seats and options."""
    for game in games():
        click.echo(f"{game.id}  {game.title}, {game.min_seats} to {game.max_seats} seats, version {game.version}")
        for option in game.options:
            click.echo(f"    {option.name}={str(option.default).lower()}  {option.help}")


@main.command()
@click.argument("game_id", metavar="GAME")
@click.option("--data", type=click.Path(path_type=Path), help="Component data to use instead of the shipped.")
def components(game_id: str, data: Path | None) -> None:
    """Show a game's component data, each value with its source."""
    click.echo(_game(game_id, data).data_file.read_text(encoding="utf-8"), nl=False)


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
def scenario(files: tuple[Path, ...]) -> None:
    """Run scenario files, and those in folders; exit 1 if one fails."""
    paths = [path for file in files for path in (sorted(file.rglob("*.toml")) if file.is_dir() else [file])]
    failed = 0
    for path in paths:
        try:
            Scenario.load(path).run()
        except ScenarioFailed as failure:
            failed += 1
            click.echo(f"FAILED  {failure}")
        except TavernError as error:
            failed += 1
            click.echo(f"BROKEN  {error}" if isinstance(error, BadScenario) else f"BROKEN  {path}: {error}")
    click.echo(f"{len(paths) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


@main.command()
@click.argument("game_id", metavar="[GAME]", required=False)
@click.option("--scenarios", type=click.Path(path_type=Path), default=SCENARIOS, show_default=True, help="Where they are.")
def coverage(game_id: str | None, scenarios: Path) -> None:
    """List every rule, example and ruling with the scenarios that cite it; exit 1 if one has none."""
    bare = 0
    for game in [find_game(game_id)] if game_id else games():
        cited = citations(game, scenarios)
        for rule, paths in cited.items():
            click.echo(f"{rule:<6}{', '.join(path.stem for path in paths) or '-- none --'}")
        missing = sum(not paths for paths in cited.values())
        click.echo(f"{game.title}: {len(cited) - missing} of {len(cited)} numbers have a scenario")
        bare += missing
    sys.exit(1 if bare else 0)


def _game(game_id: str, data: Path | None) -> Game:
    game = find_game(game_id)
    return game if data is None else game.with_data(data)
