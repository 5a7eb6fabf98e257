"""The commands of `tavern-bots` that measure how well bots play."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from tavern_bots.measure.side_by_side import CORES
from tavern_bots.measure.sprt import BETTER, NOT_BETTER
from tavern_bots.names import BOT, GAME
from tavern_engine import TavernError
from tavern_engine.cli import finite, not_empty, parse_options

if TYPE_CHECKING:  # bots and games take a while to import
    from tavern_bots.measure.gate import Gate, Standing
    from tavern_bots.measure.strength import Pairing
    from tavern_engine import Game

Command = Callable[..., Any]

game_option = click.option(
    "--game", "game_id", type=GAME, default="dragon-vault", show_default=True, help="What they play."
)
workers_option = click.option(
    "--workers", type=click.IntRange(1, 1024), default=CORES, help="Processes; as many as cores if not given."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
data_option = click.option(
    "--data", default="", metavar="FILE", help="Component data to play with instead of the shipped: a file, or micro."
)


EXITS: Final = {BETTER: 0, NOT_BETTER: 1}  # codes by the verdict of a gate


class NoVerdict(click.ClickException):
    """Nothing could be played, which must not look like a verdict to a script."""

    exit_code = 2


def table_options(command: Command) -> Command:
    """What is played, at which table, with which deals."""
    for option in reversed(
        (
            game_option,
            click.option("--seats", type=int, default=2, show_default=True, help="At a table of this size."),
            workers_option,
            click.option(
                "--seconds",
                type=click.FloatRange(min=0, max=3600),
                default=0.0,
                callback=finite,
                help="Seconds a move for bots that take such an option, with as many simulations as fit in.",
            ),
            click.option(
                "--option", "options", multiple=True, metavar="NAME=VALUE", help="How the game is played: tricks=true."
            ),
            data_option,
        )
    ):
        command = option(command)
    return command


def bounds_options(command: Command) -> Command:
    """The bounds and error rates of a sequential test."""
    for name, default, text in reversed(
        (
            ("--low", 0.0, "Not better: at most so many spreads of a block."),
            ("--high", 0.25, "Better: at least so many."),
            ("--alpha", 0.05, "How often it may wrongly say better."),
            ("--beta", 0.05, "How often it may wrongly say not better."),
        )
    ):
        command = click.option(name, type=float, default=default, show_default=True, help=text)(command)
    return command


def seed_option(default: str) -> Callable[[Command], Command]:
    """Which deals are played."""
    return click.option(
        "--seed", default=default, callback=not_empty, show_default=True, help="Other texts, other deals."
    )


def pairing_of(
    bot: str,
    others: tuple[str, ...],
    game_id: str,
    seats: int,
    seconds: float,
    options: tuple[str, ...],
    data: str,
    seed: str,
) -> Pairing:
    """The bot against the others as a command line has them."""
    from tavern_bots.measure.strength import Pairing, game_of, thinking

    chosen = parse_options(game_of(game_id, data), options)
    bot, *rest = (thinking(text, seconds) for text in (bot, *others))
    return Pairing(game_id, bot, tuple(rest), seats, seed, chosen, data)


@click.command()
@click.argument("bot", type=BOT)
@click.option("--against", type=BOT, multiple=True, help="The bot in the other seats: rules, or several in turn.")
@click.option("--deals", type=click.IntRange(min=1), default=200, show_default=True, help="Each from every seat.")
@table_options
@seed_option("strength")
def strength(bot: str, against: tuple[str, ...], deals: int, workers: int, **table: Any) -> None:
    """Measure how often BOT wins against others, the same deals from every seat; a team is all BOT."""
    from tavern_bots.measure.strength import measure

    pairing = pairing_of(bot, against or ("rules",), **table)
    for number, result in enumerate(measure(pairing, deals, workers), start=1):
        if number % 20 == 0 and number < deals:
            click.echo(f"  after {number} deals: {result}", err=True)
    others = " and ".join(pairing.others)
    click.echo(f"{pairing.bot} against {others}, {pairing.seats} seats (par {100 * pairing.par:.0f} %): {result}")


@click.command()
@click.argument("bot", type=BOT)
@click.argument("rivals", type=BOT, nargs=-1)
@click.option("--against", type=BOT, multiple=True, help="The bot in the other seats: rules, or several in turn.")
@click.option(
    "--games", type=click.IntRange(min=1), default=100, show_default=True, help="From one seat each, in turn."
)
@click.option("--tries", type=click.IntRange(min=1), default=200, show_default=True, help="Of each action compared.")
@click.option(
    "--than",
    type=click.Choice(("rules", "learned")),
    default="rules",
    show_default=True,
    help="With whose decisions they are compared; its seat plays on as that does.",
)
@table_options
@seed_option("gain")
def gain(
    bot: str,
    rivals: tuple[str, ...],
    against: tuple[str, ...],
    games: int,
    tries: int,
    than: str,
    workers: int,
    **table: Any,
) -> None:
    """Measure what the decisions of BOT win more than those of the rules would, each tried with the same luck.

    RIVALS are asked at the same decisions, and compared with BOT there.
    """
    from tavern_bots.measure.gain import measure_gain
    from tavern_bots.measure.strength import thinking

    pairing = pairing_of(bot, against or ("rules",), **table)
    rivals = tuple(thinking(rival, table["seconds"]) for rival in rivals)
    for number, result in enumerate(measure_gain(pairing, games, tries, workers, rivals, than), start=1):
        if number % 20 == 0 or number == games:
            early = f"  after {number} games: " if number < games else ""
            lines = [f"{pairing.bot} against {' and '.join(pairing.others)}, {pairing.seats} seats: {result}"]
            lines += [f"{rival} beside it: {result.beside(place)}" for place, rival in enumerate(rivals, start=1)]
            for line in lines:
                click.echo(f"{early}{line}", err=bool(early))


@click.command()
@click.argument("bot", type=BOT)
@click.argument("rival", type=BOT)
@click.option(
    "--against",
    type=BOT,
    multiple=True,
    metavar="BOT",
    help="Who else sits there, in turn; nobody but RIVAL if not given.",
)
@table_options
@seed_option("gate")
@bounds_options
@click.option("--most", type=click.IntRange(min=1), default=2000, show_default=True, help="Blocks after which it ends.")
@click.option(
    "--ledger", type=click.Path(path_type=Path, dir_okay=False), help="Where blocks are kept; runs/gates if not given."
)
@json_option
def gate(
    bot: str,
    rival: str,
    against: tuple[str, ...],
    low: float,
    high: float,
    alpha: float,
    beta: float,
    most: int,
    ledger: Path | None,
    as_json: bool,
    workers: int,
    **table: Any,
) -> None:
    """Find out whether BOT is better than RIVAL: blocks of duplicate deals until a sequential test decides.

    Exit code 0: it is better. 1: it is not. 2: there is no verdict, for --most came first or nothing could be played.
    The same command goes on after Ctrl-C.
    """
    from tavern_bots.measure.gate import Gate
    from tavern_bots.measure.sprt import Sprt
    from tavern_bots.measure.strength import thinking

    try:
        pairing = pairing_of(bot, against, **table)
        made = Gate.between(pairing, thinking(rival, table["seconds"]), Sprt(low, high, alpha, beta))
        standing = played(made, ledger or made.usual_ledger(), most, workers)
    except TavernError as error:
        raise NoVerdict(str(error)) from None
    if as_json:
        click.echo(json.dumps(standing.figures(), indent=2))
    else:
        click.echo(verdict_of(standing))
    sys.exit(EXITS.get(standing.verdict, NoVerdict.exit_code))


def played(made: Gate, path: Path, most: int, workers: int) -> Standing:
    """How a gate ends; it tells how it stands meanwhile."""
    click.echo(f"  kept in {path}: the same command goes on from there", err=True)
    for standing in made.play(path, most, workers):
        if len(standing.mine) % 20 == 0 and not standing.decided:
            click.echo(f"  {standing}", err=True)
    return standing


def verdict_of(standing: Standing) -> str:
    """What a gate found, in a sentence."""
    made, pairing = standing.gate, standing.gate.first
    said = {BETTER: "is better than", NOT_BETTER: "is not better than"}
    others = f" among {' and '.join(made.against)}" if made.against else ""
    where = f"{pairing.rules.title}, {pairing.seats} seats (par {100 * pairing.par:.0f} %)"
    found = said.get(standing.verdict, "may or may not be better than")
    return f"{pairing.bot} {found} {made.rival}{others} at {where}: {standing}."


@click.command()
@click.argument("bot", type=BOT)
@click.option(
    "--setting",
    "settings",
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="What to find: trust=0..0.1, or goal=win|lead. Can be given several times.",
)
@click.option("--against", type=BOT, multiple=True, help="Who else sits there, in turn; BOT as it is if not given.")
@table_options
@seed_option("tune")
@click.option(
    "--rounds", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Each tries some settings."
)
@click.option("--deals", type=click.IntRange(1, 100_000), default=20, show_default=True, help="For each try.")
@click.option(
    "--most", type=click.IntRange(min=1), default=400, show_default=True, help="Blocks of the gate at the end."
)
@click.option(
    "--ledger", type=click.Path(path_type=Path, dir_okay=False), help="Where rounds are kept; runs/tuning if not given."
)
def tune(
    bot: str,
    settings: tuple[str, ...],
    against: tuple[str, ...],
    rounds: int,
    deals: int,
    most: int,
    ledger: Path | None,
    workers: int,
    **table: Any,
) -> None:
    """Find settings with which BOT wins more, then let a gate on fresh deals say whether they are better.

    Exit codes are those of the gate. The same command goes on after Ctrl-C.
    """
    from dataclasses import replace

    from tqdm import tqdm

    from tavern_bots.measure.gate import Gate
    from tavern_bots.measure.sprt import Sprt
    from tavern_bots.measure.tuning import Tuning

    try:
        pairing = pairing_of(bot, against, **table)
        tuning = Tuning.of(replace(pairing, others=pairing.others or (pairing.bot,)), settings, deals)
        path = ledger or tuning.usual_ledger()
        click.echo(f"  kept in {path}: the same command goes on from there", err=True)
        for tried in tqdm(tuning.play(path, rounds, workers), total=rounds, unit=" rounds", dynamic_ncols=True):
            best = f"{100 * max(tried.shares):.0f} %"
            tqdm.write(f"  best of {len(tried.shares)}: {best}; now thought best: {tried.favourite}", file=sys.stderr)
        fresh = replace(pairing, bot=tried.favourite, seed=f"{pairing.seed} at last")
        made = Gate.between(fresh, pairing.bot, Sprt())
        standing = played(made, made.usual_ledger(), most, workers)
    except TavernError as error:
        raise NoVerdict(str(error)) from None
    click.echo(verdict_of(standing))
    sys.exit(EXITS.get(standing.verdict, NoVerdict.exit_code))


@click.command()
@click.argument("bot", type=BOT)
@game_option
@data_option
@click.option(
    "--rounds", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Of CFR+, for the floor."
)
@workers_option
@json_option
def exploit(bot: str, game_id: str, data: str, rounds: int, workers: int, as_json: bool) -> None:
    """Compute exactly what a perfect adversary wins from BOT at a very small deck: --data micro, or micro_pile."""
    from tavern_bots.measure.exploit import exploit as measure
    from tavern_bots.measure.strength import game_of

    found = measure(bot, game_id, data, rounds, workers)
    if as_json:
        click.echo(json.dumps({"bot": bot, "game": game_id, "data": data, "rounds": rounds, **vars(found)}, indent=2))
        return
    title = game_of(game_id, data).title
    click.echo(f"{bot} loses {found.loses:.3f} coins a round to a perfect adversary at {title}.")
    click.echo(f"CFR+ loses {found.floor:.3f} after {rounds} rounds, over {found.questions:,} information sets.")


@click.command()
@click.argument("bot", required=False, type=BOT)
@game_option
@click.option("--file", type=click.Path(path_type=Path, dir_okay=False), help="A panel other than the shipped one.")
@click.option(
    "--make", is_flag=True, help="Make a panel instead, or go on making it: runs/panels if no --file is given."
)
@click.option("--decisions", type=click.IntRange(10, 100_000), default=600, show_default=True, help="With --make.")
@click.option(
    "--worlds", type=click.IntRange(4, 1_000_000), help="With --make: for each decision; some minutes' worth."
)
@seed_option("panel")
@workers_option
@json_option
def panel(
    bot: str | None,
    game_id: str,
    file: Path | None,
    make: bool,
    decisions: int,
    worlds: int | None,
    seed: str,
    workers: int,
    as_json: bool,
) -> None:
    """Ask BOT at some 600 fixed decisions: its mean regret, by a judge who tried every action with the same luck.

    0 is the best there is, 1 a won game thrown away.
    """
    from tavern_engine import game as find_game

    if make == (bot is not None):
        raise click.UsageError("Name a bot, or write --make without one.")
    if bot is None:
        make_panel(game_id, file or Path("runs", "panels", f"{game_id}.jsonl"), decisions, worlds, seed, workers)
    else:
        ask_panel(bot, find_game(game_id), file, workers, as_json)


def make_panel(game_id: str, path: Path, decisions: int, worlds: int | None, seed: str, workers: int) -> None:
    """Make a panel with a bar; what is done is kept."""
    from tqdm import tqdm

    from tavern_bots.measure.panel_making import make_panel, worlds_for

    with tqdm(total=decisions, unit=" decisions", dynamic_ncols=True) as bar:
        for made in make_panel(game_id, path, decisions, worlds_for(game_id, worlds), seed, workers):
            bar.update(made - bar.n)
    click.echo(f"wrote {path}: {made} decisions")


def ask_panel(bot: str, game: Game, file: Path | None, workers: int, as_json: bool) -> None:
    """Ask a bot at all decisions, and print its regret."""
    from tavern_bots.measure.panel import Panel, Regret, regrets

    found = Panel(game, file)
    games = list(regrets(found, bot, workers))
    sampled, true = Regret.of([one for one, _ in games]), Regret.of([one for _, one in games])
    if as_json:
        figures = {"sampled": vars(sampled), "true": vars(true)}
        click.echo(json.dumps({"bot": bot, "game": game.id, "decisions": found.decisions, **figures}, indent=2))
        return
    click.echo(f"{bot} at {found.decisions} decisions of {game.title}: mean regret {sampled} in sampled worlds,")
    click.echo(f"{true} with the true hands.")


#: All of them, in the order of the help.
MEASURING: Final = (strength, gain, gate, tune, panel, exploit)
