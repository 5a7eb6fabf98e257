"""New games against bots: from what a person asks for to who sits where."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tavern_bots.house import house
from tavern_engine import BadSetup, Game, Table
from tavern_engine import game as find_game
from tavern_engine.cli import parse_options
from tavern_tournament.solo.bots import usual_bot
from tavern_tournament.solo.saved import NOBODY, YOU, SavedGame

LUCK: Final = 8  # bytes of a seed that no bot can guess


def new_game(
    game_id: str,
    against: Sequence[str] = (),
    seats: int | None = None,
    seat: int = 0,
    seed: int | str | None = None,
    options: Sequence[str] = (),
    data: Path | None = None,
) -> SavedGame:
    """A game that begins now; the bots are taken in turn for the other seats, or for all if the seat is NOBODY."""
    game = find_game(game_id).with_data(data) if data else find_game(game_id)
    chosen = parse_options(game, options, solo=True)
    bots = named_bots(against) or [usual_bot(game)]
    alone = seat == NOBODY
    size = game.checked_seats(max(game.min_seats, len(bots) + (not alone)) if seats is None else seats)
    if not alone and not 0 <= seat < size:
        raise BadSetup(f"There is no seat {seat} at a table of {size}: the seats are 0 to {size - 1}.")
    if len(bots) > size - (not alone):
        raise BadSetup(f"{len(bots)} bots are too many for a table of {size}{'' if alone else ': one seat is yours'}.")
    chosen = {option.name: option.for_seat(chosen[option.name], max(seat, 0)) for option in game.options}
    players = list(itertools.islice(itertools.cycle(bots), size - (not alone)))
    if not alone:
        players.insert(seat, YOU)
    record = Table(game, size, secrets.token_hex(LUCK) if seed is None else seed, chosen).record
    assert record is not None
    return SavedGame(record, seat, players, data=str(data or ""))


def arguments_for(saved: SavedGame) -> list[str]:
    """The arguments with which `tavern-play` begins the same game again."""
    against = ",".join(saved.players[: saved.seat] + saved.players[saved.seat + 1 :])
    numbers = ["--seats", str(len(saved.players)), "--seat", str(saved.seat), "--seed", str(saved.record.seed)]
    options = [part for text in options_text(saved.game, saved.record.options) for part in ("--option", text)]
    data = ["--data", saved.data] if saved.data else []
    return [saved.record.game, "--against", against, *numbers, *options, *data]


def options_text(game: Game, options: Mapping[str, object]) -> list[str]:
    """The options that are not as usual, as they are written: `tricks=true`."""
    usual = {option.name: option.solo_default for option in game.options}
    return [f"{name}={str(value).lower()}" for name, value in options.items() if value != usual.get(name)]


def named_bots(texts: Sequence[str]) -> list[str]:
    """The bots that somebody names, also by a level.

    >>> named_bots(["hard,rules", "3"])
    ['house:level=8', 'rules', 'house:level=3']
    """
    return [house(bot) or bot for bot in split_bots(texts)]


def split_bots(texts: Sequence[str]) -> list[str]:
    """Bots named in one go, `mcts:simulations=100,goal=win,rules`; a part such as `goal=win` belongs to the bot before.

    >>> split_bots(["mcts:simulations=100,goal=win,rules", "flat"])
    ['mcts:simulations=100,goal=win', 'rules', 'flat']
    """
    bots: list[str] = []
    for text in texts:
        for number, part in enumerate(filter(None, text.split(","))):
            if number and "=" in part and ":" not in part.partition("=")[0]:
                bots[-1] += f",{part}"
            else:
                bots.append(part)
    return bots
