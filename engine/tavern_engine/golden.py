"""Golden games as text, with what every seat saw and could do: a leak or changed rule shows as a diff.

A file shows the first hundred decisions and the end, and the digest of the whole text: nothing changes unseen.
"""

from __future__ import annotations

import hashlib
import os.path
from collections.abc import Iterator, Mapping
from pathlib import Path

from tavern_engine.chance import Rng
from tavern_engine.errors import TavernError
from tavern_engine.game import Game
from tavern_engine.reading import Unreadable, read_text
from tavern_engine.state import SPECTATOR
from tavern_engine.table import Table

SEED = 1
SHOWN = 100  # decisions of a game that its file shows
CAUTION = 3  # of so many random picks the one with the lowest code is played: games end sooner than with one


class BadGolden(TavernError):
    """A file of a golden game that cannot be read or written."""


def golden_games(game: Game) -> Iterator[tuple[str, str]]:
    """The file name and the whole text of each golden game: every size, one with every option changed, and more."""
    defaults = game.checked_options({})
    for seats in game.sizes:
        yield f"{game.id}-{seats}.txt", play(game, seats, defaults)
    changed = game.changed_options()
    if changed != defaults:
        yield f"{game.id}-options.txt", play(game, game.usual_size, changed)
    for name, (seats, options) in game.more_tables.items():
        yield f"{game.id}-{name}.txt", play(game, *game.checked_table(seats, options))


def play(game: Game, seats: int, options: Mapping[str, bool | int | str]) -> str:
    """One whole game as text."""
    table = Table(game, seats, SEED, options)
    rng = Rng(SEED)
    lines = [f"{game.id} version {game.version}, data {game.data_hash}, {seats} seats, seed {SEED}"]
    lines += [f"{name} = {str(value).lower()}" for name, value in options.items()]
    shown: dict[int, list[str]] = {}
    number = 0
    while not table.over:
        number += 1
        seat, infoset = table.ask()
        lines += ["", f"--- {number}", *happened(table), *pictures(table, shown)]
        legal = infoset.legal()
        action = min(legal[int(rng.below(len(legal)))] for _ in range(CAUTION))
        lines.append(f"seat {seat} may: {', '.join(game.action_text(code) for code in legal)}")
        lines.append(f"seat {seat} does: {game.action_text(action)}   [key {infoset.key:016x}]")
        table.answer(action)
    lines += ["", "--- end", *happened(table), *pictures(table, shown), f"places: {table.placement()}"]
    return "\n".join(lines) + "\n"


def excerpt(text: str) -> str:
    """What a file holds of a game: its first decisions, its end, and the digest of all of it."""
    opening, *decisions = text.split("\n--- ")
    left_out = len(decisions) - 1 - SHOWN
    if left_out > 0:
        decisions[SHOWN:-1] = [f"{left_out} more decisions, which `golden --whole` prints\n"]
    digest = hashlib.sha256(text.encode()).hexdigest()
    return "\n--- ".join([opening, *decisions]) + f"\nSHA-256 of the whole text: {digest}\n"


def happened(table: Table) -> Iterator[str]:
    """The news as the spectator heard it, and what single seats saw of it beyond that."""
    news = {viewer: table.news(viewer) for viewer in range(SPECTATOR, table.seats)}
    for index, event in enumerate(news[SPECTATOR]):
        yield f"* {table.game.event_text(event)}"
        for seat in range(table.seats):
            if news[seat][index] != event:
                yield f"    seat {seat} saw: {table.game.event_text(news[seat][index])}"


def pictures(table: Table, shown: dict[int, list[str]]) -> Iterator[str]:
    """What changed in the picture that the spectator has, and in which lines a seat sees more than that."""
    public = str(table.view(SPECTATOR).view).splitlines()
    for viewer in range(SPECTATOR, table.seats):
        picture = str(table.view(viewer).view).splitlines()[1:]
        who = "all" if viewer == SPECTATOR else str(viewer)
        for line in picture:
            if line not in shown.get(viewer, []) and (viewer == SPECTATOR or line not in public):
                yield f"  {who} | {line}"
        shown[viewer] = picture


def differences(game: Game, folder: Path) -> Iterator[str]:
    """The first difference of each golden game from its file."""
    for name, text in golden_games(game):
        path = folder / name
        old = read(path).splitlines() if os.path.exists(path) else []
        new = excerpt(text).splitlines()
        if old == new:
            continue
        line = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        was, now = (lines[line] if line < len(lines) else "nothing" for lines in (old, new))
        yield f"{path}:{line + 1}: was {was!r}, is {now!r}"


def read(path: Path) -> str:
    """What a file holds of a golden game."""
    try:
        return read_text(path)
    except Unreadable as error:
        raise BadGolden(f"The golden game {path} cannot be read: {error}.") from None


def write(game: Game, folder: Path) -> list[Path]:
    """Write all golden games of a game anew."""
    paths = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in golden_games(game):
            paths.append(folder / name)
            paths[-1].write_text(excerpt(text), encoding="utf-8")
    except OSError as error:
        raise BadGolden(f"The golden games cannot be written to {folder}: {error.strerror}.") from None
    return paths
