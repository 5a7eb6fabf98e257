"""A league file to begin with: the games and bots that are installed, with a word about each key."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tavern_bots.discover import Listed, discover
from tavern_engine import Game, TavernError
from tavern_engine.cli import all_games
from tavern_engine.game import did_you_mean
from tavern_engine.pages import samples, title

NAME: Final = "league.toml"
OURS: Final = "tavern-tourney "
SCHEMA: Final = "#:schema "  # begins the line for editors that names a file beside it
SEARCHES: Final = ("flat", "determinized", "mcts")
FOR_MEASURING: Final = ("oracle", "insider", "released")  # two see all cards, one is of yesterday
HEAD: Final = """\
# A league. Run it with: tavern-tourney --config league.toml
# The same command goes on after an interruption, and plays only what is new when you add bots or deals.
# `tavern-tourney schema` prints all keys; `--dry-run` says what would be played, and how long that may take.

[league]
name = "My league"
out = "runs/my-league"      # where everything is written, relative to where the command is run
seed = "evening"            # all luck comes from it and from a secret of the run
# secret = "public"         # the seed alone decides, so that anybody can repeat it; not where bots of others play

# Kinds of table: one for each game, or more of them with different seats or options.
"""
TAIL: Final = """\
[schedule]
kind = "round-robin"        # or "gauntlet", with challenger = "mcts", "adaptive": more deals where they tell most,
                            # or "swiss": a few rounds for many bots
deals = 4                   # a line-up; each deal is played in every seating, so that luck cancels out
line_ups = 200              # at most so many a table

# [stop]
# separated = true          # ends it as soon as all neighbours in every table are; or interval, games, minutes

# [anchors]
# rules = 25.0              # a rating that is given: others are rated against it, so that leagues can be compared

[faults]
default = "forfeit"         # a bot that errs comes last; or "substitute" a random move, or "void" the game

[run]
workers = 0                 # 0: as many as there are cores
"""


class CannotBegin(TavernError):
    """A league file that cannot be written."""


def sample(games: Sequence[Game], bots: Sequence[Listed]) -> str:
    """The text of a league of these games and bots."""
    about = "# The bots. `tavern-bots info NAME` shows the options of one."
    return "\n".join([HEAD, *map(_table, games), about, *map(_bot, bots), TAIL])


def _table(game: Game) -> str:
    lines = ["[[tables]]", f'game = "{game.id}"', f"seats = {game.min_seats}                   # {game.sizes_text}"]
    for option in game.options:
        choices = ", ".join(map(json.dumps, option.choices))
        lines.append(f"# options = {{ {option.name} = {json.dumps(option.default)} }}    # {choices}")
    return "\n".join([*lines, ""])


def _bot(bot: Listed) -> str:
    """A search of ours thinks for a moment, others as they like."""
    package = "" if bot.packages[0].startswith(OURS) else f"  # {bot.packages[0]}"
    options = "options = { simulations = 100 }\n" if bot.name in SEARCHES else ""
    return f"[[bots]]\nbot = {json.dumps(bot.name)}{package}\n{options}"


def write_sample(folder: Path) -> Path:
    """Write the league file of what is installed to a folder, which is made if need be; never over another."""
    bots = [bot for bot in discover() if bot.name not in FOR_MEASURING and len(bot.entries) == 1]
    return _written(folder / NAME, sample(all_games(), bots))


def list_samples() -> list[str]:
    """The leagues that came with the package, a line each."""
    known = samples()
    width = max(map(len, known), default=0)
    return [f"{name:<{width}}  {title(path)}" for name, path in known.items()]


def write_like(name: str, folder: Path) -> Path:
    """Write a league that came with the package to a folder; never over another."""
    known = samples()
    if name not in known:
        raise CannotBegin(f"No league {name!r} came with the package.{did_you_mean(name, list(known), 'There are')}")
    lines = known[name].read_text(encoding="utf-8").splitlines(keepends=True)
    return _written(folder / f"{name}.toml", "".join(line for line in lines if not line.startswith(SCHEMA)))


def _written(path: Path, text: str) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise CannotBegin(f"There is {path} already: name another folder, or move it.") from None
    except (OSError, ValueError) as error:
        raise CannotBegin(f"{path} cannot be written: {getattr(error, 'strerror', error)}.") from None
    return path
