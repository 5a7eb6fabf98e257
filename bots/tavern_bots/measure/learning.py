"""The commands of `tavern-bots` that learn from play: what choices tell of a hand, who wins, what choices gain."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from tavern_bots.measure.commands import data_option, seed_option, workers_option
from tavern_bots.names import GAME


@click.command()
@click.argument("game_id", metavar="GAME", type=GAME)
@click.option("--games", "number", type=click.IntRange(min=8), default=200, show_default=True, help="To be played.")
@seed_option("habits")
def habits(game_id: str, number: int, seed: str) -> None:
    """Fit to play of many bots how likely a player of GAME chooses what, and print the habits as a file."""
    from tavern_bots.fitted import Origin, page
    from tavern_bots.measure import fitting
    from tavern_bots.measure.strength import game_of
    from tavern_bots.player import rules_player

    rules = game_of(game_id, "")
    player = rules_player(rules)
    if player.habits is None:
        raise click.ClickException(f"What players of {rules.title} choose tells nobody what they hold.")
    fitted = player.habits(rules)
    played = list(fitting.sittings(rules, fitted, seed, number))
    fitted_to = [one for count, game in enumerate(played) if count % fitting.HELD_OUT for one in game]
    held_out = [one for game in played[:: fitting.HELD_OUT] for one in game]
    fits = fitting.fit(fitted, fitted_to, held_out)
    trust = fitting.trust(fitted, fitted_to, held_out)
    kept_out = len(played[:: fitting.HELD_OUT])
    command = f"tavern-bots habits {game_id} --games {number} --seed {seed}"
    origin = Origin(command, tuple(fitting.BOTS), number - kept_out, kept_out)
    click.echo(page(origin, trust, fitted.shares, fits), nl=False)


@click.command()
@click.argument("game_id", metavar="GAME", type=GAME)
@click.option(
    "--what",
    type=click.Choice(["evaluation", "policy"]),
    default="evaluation",
    show_default=True,
    help="Who wins, or what choices gain; a policy needs an evaluation that fits.",
)
@click.option("--seats", multiple=True, type=int, help="Table sizes to learn from, in turn; 2 to 4 if not given.")
@click.option("--games", type=click.IntRange(20, 10_000_000), default=40_000, show_default=True, help="Of a round.")
@click.option("--rounds", type=click.IntRange(1, 100), default=1, show_default=True, help="Of a policy.")
@click.option("--epochs", type=click.IntRange(1, 1000), default=8, show_default=True, help="Times to learn from all.")
@workers_option
@data_option
@seed_option("train")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Where to write it; where bots read it if not given."
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="What is done so far; runs/training if not given.",
)
@click.option("--resume/--anew", default=True, show_default=True, help="Go on with what was done, or begin anew.")
def train(what: str, game_id: str, rounds: int, workers: int, data: str, **how: Any) -> None:
    """Train the evaluation or the policy of GAME: players by rules play, and a small net learns from their games.

    The error of an evaluation is the cross-entropy of who wins in games that nothing was learned from, in nats; beside
    it is that of the rules' own outlook. A policy learns in rounds what choices gain over doing without them, by trying
    them in games; how much of that it foretells in games that nothing was learned from is small, for most is luck. The
    same command goes on after Ctrl-C, and gives the same file.
    """
    if what == "policy":
        path, text, learned = trained_policy(game_id, rounds=rounds, workers=workers, data=data, **how)
    else:
        path, text, learned = trained_evaluation(game_id, data=data, **how)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}.") from None
    click.echo(f"wrote {path}: {learned}")


def trained_evaluation(
    game_id: str,
    seats: tuple[int, ...],
    games: int,
    epochs: int,
    data: str,
    seed: str,
    out: Path | None,
    folder: Path | None,
    resume: bool,
) -> tuple[Path, str, str]:
    """Where an evaluation is written, its file, and how good it is."""
    from tqdm import tqdm

    from tavern_bots.learned import page
    from tavern_bots.measure.strength import game_of
    from tavern_bots.measure.training import Learner, Seen, chapters, plan_of

    plan = plan_of(game_of(game_id, data), seats, games, epochs, seed)
    kept = folder or plan.folder()
    with tqdm(total=plan.chapters + epochs, unit=" chapters", dynamic_ncols=True) as bar:
        seen = []
        for chapter in chapters(plan, kept, resume):
            seen.append(chapter)
            bar.update()
        learner = Learner(plan, Seen.of(seen), kept, resume)
        bar.update(learner.epoch)
        while learner.epoch < epochs:
            learner.learn()
            bar.update()
            bar.set_postfix_str(f"held-out error {learner.error():.4f}")
    path = out or plan.player.weights
    assert path is not None
    learned = f"held-out error {learner.error():.4f}, that of the rules' outlook {learner.usual_error():.4f}"
    return path, page(plan.game, plan.features.names, learner.net(), learner.origin(data)), learned


def trained_policy(
    game_id: str,
    seats: tuple[int, ...],
    games: int,
    rounds: int,
    epochs: int,
    workers: int,
    data: str,
    seed: str,
    out: Path | None,
    folder: Path | None,
    resume: bool,
) -> tuple[Path, str, str]:
    """Where a policy is written, its file, and how good it is."""
    from shutil import rmtree

    from tqdm import tqdm

    from tavern_bots.learned import page
    from tavern_bots.measure.schooling import course_of, school

    course = course_of(game_id, data, seats, games, rounds, epochs, seed)
    kept = folder or course.folder()
    if not resume:
        rmtree(kept, ignore_errors=True)
    with tqdm(total=rounds * (course.chapters + epochs), unit=" chapters", dynamic_ncols=True) as bar:

        def tell(done: int, stage: str) -> None:
            bar.update(done)
            bar.set_postfix_str(stage)

        student = school(course, kept, workers, tell)
    path = out or course.player.lessons
    assert path is not None
    text = page(course.game, course.pupil().names, student.net(), student.origin())
    return path, text, f"{student.explained():.1%} of what choices gain is foretold in held-out games"


#: All of them, in the order of the help.
LEARNING: Final = (habits, train)
