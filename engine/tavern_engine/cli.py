"""`python -m tavern_engine`: try the engine from the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from os.path import isdir  # unlike Path.is_dir it refuses no name, however long
from pathlib import Path

import click

import tavern_engine
from tavern_engine.build import describe_build, stale_note
from tavern_engine.coverage import citations, rule_texts
from tavern_engine.errors import BadGame, BadSetup, TavernError
from tavern_engine.game import Game, Option
from tavern_engine.registry import broken, culprit, discover, games
from tavern_engine.registry import game as find_game
from tavern_engine.scenario import Scenario, ScenarioFailed
from tavern_engine.streams import Commands

SCENARIOS = Path("tests/rulings")
GOLDEN = Path("tests/golden")
SHOWN = 4  # scenarios of a rule in a line, findings of a check


class Sentences(Commands):
    """A group that says when its build is stale, and ends in a sentence, not in a traceback, when a user errs."""

    def obey(self, ctx: click.Context) -> object:
        if note := stale_note():
            click.echo(note, err=True)
        try:
            return super().obey(ctx)
        except TavernError as error:
            raise click.ClickException(str(error)) from None
        except Exception as error:
            if (said := culprit(error)) is None:
                raise
            raise click.ClickException(str(said)) from None


def finite(_context: click.Context, _option: click.Parameter, value: float | None) -> float | None:
    """Refuse what is no ordinary number."""
    if value != value or value == float("inf"):
        raise click.BadParameter("it must be an ordinary number.")
    return value


def not_empty(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse an empty text, as a script gives it that has lost what it wanted to say."""
    if value == "":
        raise click.BadParameter("it must not be empty.")
    return value


def show_check(number: int, name: str, doc: str, findings: Sequence[object]) -> None:
    """A numbered step of a kit: passed, or FAILED with the first findings."""
    click.echo(f"{number:>2} {'FAILED' if findings else 'passed'}  {name}: {doc.strip().splitlines()[0]}")
    for finding in findings[:SHOWN]:
        click.echo(f"   {finding}")
    if len(findings) > SHOWN:
        click.echo(f"   and the same check failed at {len(findings) - SHOWN} more tables")


def parse_options(game: Game, texts: Sequence[str], solo: bool = False) -> dict[str, bool | int | str]:
    """All options of a game, those written as `tricks=true` with their values, or BadSetup; `solo` for a person."""
    known = {option.name: option for option in game.options}
    values: dict[str, object] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise BadSetup(f"An option is written name=value, and {text!r} is not.")
        if name in values:
            raise BadSetup(f"The option {name} is given twice.")
        values[name] = value_of(known[name], value) if name in known else value
    usual = {option.name: option.solo_default for option in game.options} if solo else {}
    return game.checked_options({**usual, **values})


def value_of(option: Option, text: str) -> object:
    """The value that a text stands for; the text itself if it stands for none that the option may have."""
    possible = (*option.choices, *((True, False) if isinstance(option.default, bool) else ()))
    return next((value for value in possible if str(value).lower() == text.lower()), text)


def all_games() -> list[Game]:
    """Every game that can be loaded; of the others it is told why they cannot."""
    for sentence in broken():
        click.echo(f"Note: {sentence}", err=True)
    return games()


def named_games(game_id: str | None) -> list[Game]:
    """The game that was named, or all of them."""
    return [find_game(game_id)] if game_id else all_games()


FOLDER = click.Path(path_type=Path, file_okay=False)
effort_option = click.option(
    "--effort",
    type=click.FloatRange(min=0.01),
    default=1.0,
    callback=finite,
    show_default=True,
    help="How much to play and sample.",
)


@click.group(
    cls=Sentences,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110, "show_default": True},
)
@click.version_option(tavern_engine.__version__, message=f"tavern_engine %(version)s ({describe_build()})")
def main() -> None:
    """The engine of the tavern's games: rules and their scenarios, honesty checks, golden games, learning, speed."""


@main.command("games")
def list_games() -> None:
    """List the games with their seats and options; those of other packages with these, broken ones with the reason."""
    for one in discover():
        package = "" if one.ours else f" ({' and '.join(one.packages)})"
        try:
            game = find_game(one.name)
        except BadGame as problem:
            click.echo(f"{one.name}{package}  BROKEN: {problem}")
            continue
        click.echo(f"{game.id}{package}  {game.title}, {game.sizes_text} seats, version {game.version}")
        for option in game.options:
            click.echo(f"    {option.name}={str(option.default).lower()}  {option.help}")


@main.command()
@click.argument("game_id", metavar="GAME")
@click.option("--data", type=click.Path(path_type=Path), help="Component data to use instead of the shipped.")
def components(game_id: str, data: Path | None) -> None:
    """Show a game's component data, each value with its source."""
    game = find_game(game_id)
    file = game.with_data(data).data_file if data else game.data_file
    click.echo(file.read_text(encoding="utf-8"), nl=False)


@main.command()
@click.argument("game_id", metavar="GAME")
def actions(game_id: str) -> None:
    """List the texts of all actions, as scenarios and `Table.answer` take them."""
    for text in find_game(game_id).action_texts():
        click.echo(text)


@main.command()
@click.argument("game_id", metavar="GAME")
@click.option("--seats", type=int, help="At a table of this size, instead of the usual one.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the table.")
@click.option("--actions", "of_actions", is_flag=True, help="List the actions with their numbers and codes instead.")
def fields(game_id: str, seats: int | None, options: tuple[str, ...], of_actions: bool) -> None:
    """List what learners are shown of a table, number by number, and what is left out."""
    game = find_game(game_id)
    encoding = game.encoding(game.usual_size if seats is None else seats, parse_options(game, options))
    if of_actions:
        for number, code in enumerate(encoding.actions.codes):
            click.echo(f"{number:>5}  code {code:<5} {game.action_text(code)}")
        return
    for field in encoding.fields:
        top = f" to {max(field.high)}" if max(field.high) != 1 else ""
        labels = f"  ({', '.join(field.labels)})" if field.labels else ""
        click.echo(f"{field.at:>5}  {field.name}: {field.size} {field.how}{top}{labels}")
    for name, why in encoding.left_out.items():
        click.echo(f"    -  {name}: {why}")
    click.echo(f"{encoding.size} numbers, {encoding.actions.size} actions")


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
def scenario(files: tuple[Path, ...]) -> None:
    """Run scenario files, and those in folders; exit 1 if one fails."""
    paths = [path for file in files for path in (sorted(file.rglob("*.toml")) if isdir(file) else [file])]
    if not paths:
        raise click.ClickException(f"There are no scenario files in {', '.join(map(str, files))}.")
    failed = 0
    for path in paths:
        try:
            Scenario.load(path).run()
        except TavernError as error:
            failed += 1
            click.echo(f"{'FAILED' if isinstance(error, ScenarioFailed) else 'BROKEN'}  {error}")
    click.echo(f"{len(paths) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


@main.command()
@click.argument("game_id", metavar="[GAME]", required=False)
@click.argument("rule", metavar="[RULE]", required=False)
@click.option("--scenarios", type=FOLDER, default=SCENARIOS, help="Where the scenario files are.")
def coverage(game_id: str | None, rule: str | None, scenarios: Path) -> None:
    """Which scenarios show which rule; exit 1 if one has none. With RULE: its text and its files."""
    if not isdir(scenarios) and not rule:
        raise click.ClickException(
            f"There is no folder {scenarios} here: run it from the project, or give --scenarios."
        )
    bare = 0
    for game in named_games(game_id):
        cited = citations(game, scenarios)
        if rule:
            show_rule(game, rule, cited)
            continue
        for number, paths in cited.items():
            more = f", and {len(paths) - SHOWN} more" if len(paths) > SHOWN else ""
            click.echo(f"{number:<6}{', '.join(path.stem for path in paths[:SHOWN]) or '-- none --'}{more}")
        missing = sum(not paths for paths in cited.values())
        click.echo(f"{game.title}: {len(cited) - missing} of {len(cited)} numbers have a scenario")
        bare += missing
    sys.exit(1 if bare else 0)


def show_rule(game: Game, rule: str, cited: dict[str, list[Path]]) -> None:
    """One rule in words, and the files of its scenarios."""
    texts = rule_texts(game)
    if rule not in texts:
        raise click.ClickException(f"There is no rule {rule!r} in the rules of {game.title}.")
    click.echo(texts[rule])
    for path in cited[rule]:
        click.echo(str(path))


@main.command()
@click.argument("game_id", metavar="[GAME]", required=False)
@click.option("--write", is_flag=True, help="Write the files anew instead of comparing.")
@click.option("--whole", is_flag=True, help="Print the whole games, of which files show a part, instead of comparing.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=GOLDEN, help="Where they are.")
def golden(game_id: str | None, write: bool, whole: bool, folder: Path) -> None:
    """Play the golden games (games as text) and compare them with their files; exit 1 if one differs."""
    from tavern_engine import golden as goldens

    chosen = named_games(game_id)
    if whole:
        for game in chosen:
            for _, text in goldens.golden_games(game):
                click.echo(text)
        return
    if write:
        for game in chosen:
            for path in goldens.write(game, folder):
                click.echo(f"wrote {path}")
        return
    if not isdir(folder):
        raise click.ClickException(f"There is no folder {folder} here: run it from the project, or give --folder.")
    changed = [difference for game in chosen for difference in goldens.differences(game, folder)]
    click.echo("\n".join([*changed, "golden games differ" if changed else "golden games are unchanged"]))
    sys.exit(1 if changed else 0)


@main.command()
@click.argument("game_id", metavar="[GAME]", required=False)
@effort_option
def check(game_id: str | None, effort: float) -> None:
    """Run the conformance kit: honest views, exact samplers, repeatable play; exit 1 if a check fails."""
    from tavern_engine.testing import CHECKS, check_game

    failed = 0
    for game in named_games(game_id):
        for number, (name, one) in enumerate(CHECKS.items(), start=1):
            findings = check_game(game, effort, {name: one})
            failed += len(findings)
            show_check(number, name, one.__doc__ or "", findings)
    sys.exit(1 if failed else 0)


@main.command("new-game")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    show_default=False,
    help="Where to put the package's folder; here if not given.",
)
def new_game(name: str, folder: Path) -> None:
    """Write a complete small package for a game of your own: it installs and passes the check at once."""
    from tavern_engine.new_game import forms, write_game

    for path in write_game(name, folder):
        click.echo(f"wrote {path}")
    place = folder / name if folder != Path() else f"./{name}"
    click.echo(f"Next: pip install --no-build-isolation {place} && python -m tavern_engine check {forms(name)[0]}")


@main.command()
@click.argument("game_id", metavar="[GAME]", required=False)
@click.option("--seats", type=int, help="At a table of this size.  [default: 4, or as many as can play]")
@click.option("--seconds", type=click.FloatRange(min=0.05), default=1.0, callback=finite, help="How long per figure.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench(game_id: str | None, seats: int | None, seconds: float, as_json: bool) -> None:
    """Measure speed: playouts, steps from Python, clone, observe, sample, size."""
    from tavern_engine.bench import measure, table_of

    results = [measure(game, seats or min(4, game.max_seats), seconds) for game in named_games(game_id)]
    if as_json:
        click.echo(json.dumps(results, indent=2))
    for result in [] if as_json else results:
        click.echo(table_of(result))
