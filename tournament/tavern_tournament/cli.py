"""`tavern-tourney`: run a league, and look at what it left."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

import tavern_engine
from tavern_engine import TavernError
from tavern_engine.build import describe_build, stale_note
from tavern_engine.cli import not_empty
from tavern_engine.commands import completion_for, docs
from tavern_engine.pages import samples
from tavern_engine.registry import culprit
from tavern_engine.streams import Commands
from tavern_tournament.executor import MOST_WORKERS
from tavern_tournament.gating import gate
from tavern_tournament.names import Folder, GameId, RunBot, RunFolder, SampleName
from tavern_tournament.signals import like_ctrl_c, wait_for_children
from tavern_tournament.web.door import door_of, door_options

if TYPE_CHECKING:
    from tavern_tournament.config.league import League
    from tavern_tournament.report.summary import Summary
    from tavern_tournament.run import Run
    from tavern_tournament.shards import Shard

DONE: Final = 0
BUG: Final = 1
USAGE: Final = 2
FAULTS: Final = 3
INTERRUPTED: Final = 4
LOST: Final = 5
JOURNAL: Final = 6
BOTS: Final = 7
CLUSTER: Final = 8

CODES: Final = """\b
Exit codes: 0 all is done, 1 a bug of ours, 2 usage or config, 3 faults under --strict, 4 interrupted or out
of disk (the same command goes on), 5 games came to no result or are missing (the same command plays them),
6 the journal is damaged, changed or in use, 7 a bot cannot be loaded, 8 the cluster is not there, is gone, or
cannot play this league (the same command goes on), 130 interrupted before anything began."""
RUN: Final = click.argument("folder", metavar="RUN", type=RunFolder())
WORKERS: Final = click.IntRange(0, MOST_WORKERS)


def cluster_address(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """The address of a cluster, or what is wrong with it."""
    if value is None:
        return None
    from tavern_tournament.cluster.address import cluster_address as checked

    try:
        return checked(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


class LeagueCommands(Commands):
    """A group that ends in a sentence and an exit code of its own for every kind of trouble."""

    unheard = INTERRUPTED

    def obey(self, ctx: click.Context) -> object:
        if note := stale_note():
            say(note)
        wait_for_children()
        try:
            with like_ctrl_c(signal.SIGINT):  # so that it is known from one that a bot raises
                return super().obey(ctx)
        except TavernError as error:
            click.echo(str(error), err=True)
            ctx.exit(code_of(error))
        except Exception as error:
            if (said := culprit(error)) is None:
                raise
            click.echo(str(said), err=True)
            ctx.exit(USAGE)

    def when_interrupted(self, ctx: click.Context) -> tuple[str, int]:
        if ctx.invoked_subcommand is not None:  # it has nothing to go on with
            return super().when_interrupted(ctx)
        return "Interrupted. Finished games are safe: the same command goes on.", INTERRUPTED


def code_of(error: TavernError) -> int:
    """The exit code for an error that is no bug."""
    from tavern_tournament.cluster.connect import NoCluster
    from tavern_tournament.config.errors import BadConfig
    from tavern_tournament.disk import DiskTrouble
    from tavern_tournament.league import UnloadableBots
    from tavern_tournament.reading import BadJournal
    from tavern_tournament.workers import NoWorkers

    if isinstance(error, BadJournal):
        return JOURNAL
    if isinstance(error, NoCluster):
        return CLUSTER
    if isinstance(error, DiskTrouble | NoWorkers):
        return INTERRUPTED
    if isinstance(error, UnloadableBots) or (isinstance(error, BadConfig) and error.only_broken_bots):
        return BOTS
    return USAGE


@click.group(
    cls=LeagueCommands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog=CODES,
)
@click.version_option(tavern_engine.__version__, message=f"tavern-tourney %(version)s ({describe_build()})")
@click.option("--config", type=click.Path(path_type=Path, dir_okay=False), help="The league to run.")
@click.option("--out", type=Folder(), help="Its folder, in place of the config's.")
@click.option("--workers", type=WORKERS, help="How many processes; 0 for as many as there are cores.")
@click.option("--cluster", callback=cluster_address, help="A scheduler of dask, or local:4, instead of processes.")
@click.option("--seed", callback=not_empty, help="All luck comes from it and from the run's secret.")
@click.option(
    "--secret", type=click.Path(path_type=Path, dir_okay=False), help="A file with the secret of a run to repeat."
)
@click.option(
    "--shard",
    metavar="K/N",
    help="Play the K-th of N shares, in a folder of its own; merge joins them. Not with [stop] or Swiss rounds.",
)
@click.option(
    "--paces",
    type=RunFolder(),
    help="A run that tells how long games take, to deal shards evenly: the same for all.",
)
@click.option("--fresh", is_flag=True, help="Start over; an old run in the folder is moved aside.")
@click.option("--dry-run", is_flag=True, help="Only say what would be played, and how long that may take.")
@click.option("--strict", is_flag=True, help="Exit with 3 if any bot made a fault.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
@click.option("--quiet", "-q", is_flag=True, help="No progress.")
@click.option("--verbose", "-v", count=True, help="Show what is logged; twice for more.")
@click.pass_context
def main(
    context: click.Context,
    config: Path | None,
    out: Path | None,
    workers: int | None,
    cluster: str | None,
    seed: str | None,
    secret: Path | None,
    shard: str | None,
    paces: Path | None,
    fresh: bool,
    dry_run: bool,
    strict: bool,
    as_json: bool,
    quiet: bool,
    verbose: int,
) -> None:
    """Run a league of bots and rate them; the same command goes on with a league that was interrupted.

    The folder of the run gets the table, the report (report.html) and every game.
    """
    if context.invoked_subcommand is not None:
        return
    if config is None:
        click.echo(context.get_help())
        context.exit(USAGE)
    from tavern_bots.discover import remember
    from tavern_tournament.config.load import load, override
    from tavern_tournament.workers import name_process

    check_there(config)
    remember()  # which bots are installed: a league may name hundreds
    name_process("tavern-tourney league")  # the command line may hold the seed, and bots can read it
    share = shard_of(shard, paces)
    league = override(load(config), seed=seed, out=out, workers=workers, cluster=cluster)
    if share is not None:
        check_whole(league)
        league = override(league, out=share.folder(league.out))
    if dry_run:
        show_plan(league, fresh, share)
        return
    from tavern_tournament.league import PlayOptions, play
    from tavern_tournament.secret import NONE, NoSecret, read_secret

    whole = again_command({"--config": config, "--seed": seed, "--out": out})
    again = again_command({"--config": config, "--seed": seed, "--out": out, "--shard": shard, "--paces": paces})
    if secret is not None and league.is_public:
        raise NoSecret('The config says secret = "public": its games have no secret.')
    known = read_secret(secret) if secret is not None else NONE
    run, complete = play(league, PlayOptions(whole, fresh, known, share, quiet, verbose), say)
    summary = publish(run, as_json, complete, share)
    if not complete:
        say(f"Interrupted. To go on: {again}")
        context.exit(INTERRUPTED)
    if lost := sum(result.lost for result in summary.void):
        games = "1 game" if lost == 1 else f"{lost:,} games"
        why = next(result.void for result in summary.void if result.lost)
        say(f"{games} came to no result. {why} To play again: {again}")
        context.exit(LOST)
    context.exit(FAULTS if strict and summary.faults else DONE)


def check_there(config: Path) -> None:
    """A hint if a file is missing that is called like one of the leagues that came with the package."""
    if not os.path.lexists(config) and config.stem in samples():
        raise click.UsageError(f"There is no file {config}. To write it: tavern-tourney init --like {config.stem}")


def again_command(flags: Mapping[str, Path | str | None]) -> str:
    """The command that goes on with a run, or repeats it somewhere else."""
    words = [word for flag, value in flags.items() if value is not None for word in (flag, str(value))]
    return shlex.join(["tavern-tourney", *words])


def shard_of(text: str | None, paces: Path | None) -> Shard | None:
    """The shard that the command line names, if any."""
    from tavern_tournament.journal import read
    from tavern_tournament.run import JOURNAL
    from tavern_tournament.shards import Shard, paces_of

    if text is None:
        if paces is not None:
            raise click.UsageError("--paces says how to deal out shards: name one with --shard.")
        return None
    return Shard.from_text(text, paces_of(read(paces / JOURNAL)) if paces is not None else None)


def check_whole(league: League) -> None:
    """BadShard if a league cannot be played in shards."""
    from tavern_tournament.shards import BadShard

    if league.stop is not None:
        raise BadShard(
            "A league with stop rules, or an adaptive or Swiss one, cannot be played in shards: each epoch is planned "
            "by the results of all games before. Leave out --shard, or the rules."
        )


def say(sentence: str) -> None:
    """A word to the person, besides the results."""
    click.echo(sentence, err=True)


def publish(run: Run, as_json: bool, complete: bool = False, shard: Shard | None = None) -> Summary:
    """Write the files of a run and print its table; BadJournal if it, or a shard, is said to be complete and is not."""
    from tavern_tournament.league import derive
    from tavern_tournament.report.files import write_files
    from tavern_tournament.report.summary import standings_data
    from tavern_tournament.report.text import table_text
    from tavern_tournament.shards import share_of

    summary = derive(run, complete, share_of(shard, run.fixtures))
    *_, report = write_files(summary, run.folder)  # first: a table that cannot be printed costs no report
    click.echo(json.dumps(standings_data(summary), indent=2) if as_json else table_text(summary))
    say(f"Report: {report}")
    if shard is not None and complete:
        say(f"Shard {shard.number} of {shard.of} is done: tavern-tourney merge joins it with the others.")
    return summary


def show_plan(league: League, fresh: bool, shard: Shard | None) -> None:
    """What a league, or a shard of it, would play now, and how long that may take."""
    from tavern_tournament.duration import expected_duration
    from tavern_tournament.league import check_bots, look_ahead
    from tavern_tournament.shards import share_of

    run, done = look_ahead(league, fresh, say)
    todo = run.left(done, share_of(shard, run.fixtures))
    check_bots(run, todo)
    for fixture, left in todo.by_fixture().items():
        played = f", {left} of {fixture.size} games are its own" if shard is not None else ""
        if shard is None and left < fixture.size:
            played = f", {fixture.size - left} of {fixture.size} games are done"
        click.echo(
            f"{fixture.table}: {' + '.join(fixture.bots)}, "
            f"{fixture.deals} deals in {len(fixture.bots)} seatings{played}"
        )
    click.echo(f"{len(run.fixtures)} line-ups, {len(todo)} games{f' to play; {len(done)} are done' if done else ''}.")
    if league.is_swiss and not run.stopped:
        click.echo(f"There are {league.rounds} rounds: who meets in those to come depends on the results.")
    elif run.in_epochs:
        click.echo(run.stopped or "That is one epoch: how many more are played depends on the results.")
    click.echo(expected_duration(run, todo, league.run.workers))


@main.command()
@click.argument("folder", metavar="[DIR]", type=Folder(), default=".")
@click.option("--like", type=SampleName(), help="A league that came with the package instead, such as quick.")
@click.option("--list", "listed", is_flag=True, help="Only list those leagues.")
def init(folder: Path, like: str | None, listed: bool) -> None:
    """Write a commented league.toml to begin with, for the games and bots that are installed."""
    from tavern_tournament.config.sample import list_samples, write_like, write_sample

    if listed:
        for line in list_samples():
            click.echo(line)
        return
    path = write_sample(folder) if like is None else write_like(like, folder)
    say(f"Wrote {path}. Look it through, then run it: {again_command({'--config': path})}")


@main.command()
@RUN
@click.option("--replays", type=click.IntRange(min=0), help="Games that can be opened in the page.  [default: 1000]")
@click.option("--luck", is_flag=True, help="Take off what came by lot, beside the plain figures; about 10 ms a game.")
def report(folder: Path, replays: int | None, luck: bool) -> None:
    """Write the files and the report of a run again."""
    from tavern_tournament.run import Run

    run = Run.load(folder)
    asked = {"replays": replays, "luck": luck or None}  # what is not asked for is as the config has it
    config = {**run.config["report"], **{key: value for key, value in asked.items() if value is not None}}
    publish(replace(run, config={**run.config, "report": config}), as_json=False)


@main.command()
@RUN
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rate(folder: Path, as_json: bool) -> None:
    """Print the table of a run, as far as it has come; nothing is written."""
    from tavern_tournament.league import derive
    from tavern_tournament.report.summary import standings_data
    from tavern_tournament.report.text import table_text
    from tavern_tournament.run import Run

    summary = derive(Run.load(folder), replays=False)
    click.echo(json.dumps(standings_data(summary), indent=2) if as_json else table_text(summary))


@main.command()
@RUN
@click.argument("game_id", type=GameId())
@click.option("--seat", type=click.IntRange(min=0), help="Only what this seat saw; all is open if not given.")
@door_options
def replay(folder: Path, game_id: str, seat: int | None, web: bool, **door: Any) -> None:
    """Tell a game of a run move by move, with the faults where they happened."""
    from tavern_tournament.replay import retell
    from tavern_tournament.run import Run

    if web:
        watch(Run.load(folder), game_id, seat, door)
        return
    for line in retell(Run.load(folder), game_id, seat):
        click.echo(line)


@main.command()
@RUN
@click.option("--bot", type=RunBot(), default="", help="Only games of this bot.")
@click.option("--against", type=RunBot(), default="", help="Only games in which this bot sat at the table too.")
@click.option("--lost", is_flag=True, help="Only games in which --bot came behind the other, or behind anybody.")
@click.option("--faults", is_flag=True, help="Only games in which a bot made a fault.")
@click.option("--longest", is_flag=True, help="The longest first.")
@click.option("--most", type=click.IntRange(min=1), default=None, help="So many at most.  [default: all]")
def games(folder: Path, bot: str, against: str, lost: bool, faults: bool, longest: bool, most: int | None) -> None:
    """List the games of a run: name, number of decisions, who came where. `replay` shows one."""
    from tavern_tournament.listing import Wanted, lines
    from tavern_tournament.run import Run

    if lost and not bot:
        raise click.UsageError("--lost asks who lost: name the --bot.")
    run = Run.load(folder)
    found = Wanted(bot, against, lost, faults, longest, most or 0).among(run.counted(run.read()))
    for line in lines(found):
        click.echo(line)
    see = shlex.join(["tavern-tourney", "replay", str(folder), "NAME"])
    say(f"{len(found):,} game{'s' * (len(found) != 1)}. To see one: {see}")


def watch(run: Run, game_id: str, seat: int | None, door: Mapping[str, Any]) -> None:
    """Show a game of a run in the browser, decision by decision."""
    from tavern_tournament.web.recorded import Recorded
    from tavern_tournament.web.review import ALL
    from tavern_tournament.web.server import serve

    recorded = Recorded(run, game_id)
    eyes = ALL if seat is None else str(seat)
    serve(door_of(door), run.folder, lambda _tavern: f"watch?at=0&seat={eyes}", click.echo, recorded)


@main.command()
@RUN
@click.option("--games", "sample", type=click.IntRange(min=0), default=100, show_default=True, help="To replay.")
@click.option(
    "--play", "again", type=click.IntRange(min=0), default=0, show_default=True, help="To play with the bots."
)
def verify(folder: Path, sample: int, again: int) -> None:
    """Check a run: its journal, and a sample of its games, replayed (and played again) to the same result."""
    from tavern_tournament.run import Run
    from tavern_tournament.verify import check_run

    problems = list(check_run(Run.load(folder), sample, again, click.echo))
    for problem in problems:
        click.echo(problem, err=True)
    sys.exit(JOURNAL if problems else DONE)


@main.command()
@RUN
@click.option("--workers", type=WORKERS, default=0, help="How many processes; 0 for as many as there are cores.")
@click.option("--lean", is_flag=True, help="Smaller still: leave out moves that our own bots choose again.")
def compact(folder: Path, workers: int, lean: bool) -> None:
    """Make the journal of a run many times smaller; every game can still be replayed, and the run goes on.

    Moves are written down as choices among those that the rules allow. With --lean the games are played again, and of
    those that come out the same the moves are left out, and times kept to within 3 %; to replay such a game its bots
    play it, with the code of today only. The old journal goes when all of the new one is on the disk.
    """
    from tavern_tournament.compact import compact as compacted
    from tavern_tournament.run import Run

    done = compacted(Run.load(folder), workers or os.cpu_count() or 1, say, lean)
    if not done.games:
        click.echo(f"There is nothing to compact: the journal of {folder} has no games yet.")
    elif not done.new:
        click.echo(f"There is nothing new to compact: all {done.games:,} games of {folder} are.")
    else:
        before, after = (f"{size / done.games:,.1f}" for size in (done.before, done.after))
        click.echo(f"{done.games:,} games are compacted: {before} bytes a game before, {after} now.")


@main.command()
@click.argument("folders", metavar="RUN...", nargs=-1, required=True, type=RunFolder())
@click.option("--out", type=Folder(), help="The folder for the whole.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
@click.pass_context
def merge(context: click.Context, folders: tuple[Path, ...], out: Path | None, as_json: bool) -> None:
    """Join runs of one league, such as its shards, into one, and derive its tables.

    They may be whole or cut off, and may have played some of the same games. Shards of runs/evening come to
    runs/evening, unless --out names another folder.
    """
    from tavern_tournament.merge import merge as merged

    run = merged(folders, out, say)
    summary = publish(run, as_json)
    if missing := summary.info.planned - sum(not result.lost for result in summary.results):
        say(f"{missing:,} of {summary.info.planned:,} games are missing. To play them: {run.command}")
        context.exit(LOST)


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def secret(file: Path) -> None:
    """Make the secret of a league that is played in shards, as a file that every shard is given with --secret."""
    from tavern_tournament.secret import make_secret

    make_secret(file)
    say(f"The secret is in {file}, for you alone to read. Keep it from the authors of bots until all is played.")


@main.command()
def schema() -> None:
    """Print the JSON schema of league files, for editors."""
    from tavern_tournament.config.load import schema as league_schema

    click.echo(json.dumps(league_schema(), indent=2))


main.add_command(gate)
main.add_command(docs)
main.add_command(completion_for("tavern-tourney"))
