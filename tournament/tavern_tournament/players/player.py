"""The bots of a league as the referee knows them: it seats them, asks them, and hears answers or faults.

A bot plays in the league's own process, in a process of its own, or is a program of any kind; the referee asks all in
the same way, and they decide the same.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from tavern_bots.api import BadBot, Clock
from tavern_bots.asked import BotFault
from tavern_bots.confine import HAS_FORK
from tavern_engine import Event, Game, InfoSet
from tavern_tournament.players.inside import InsidePlayer
from tavern_tournament.players.keepers import Terms
from tavern_tournament.players.languages import Frames, Language, Lines
from tavern_tournament.players.output import Log
from tavern_tournament.players.outside import OutsidePlayer
from tavern_tournament.specs import JAIL, BotSpec

__all__ = ["BotFault", "Player", "Seat", "player", "probe"]


class Seat(Protocol):
    """A bot in its place for one game."""

    sees: bool  # whether it wants to be told what happened

    def choose(self, infoset: InfoSet, events: Sequence[Event], clock: Clock) -> int:
        """Its decision, which need not be legal, or a BotFault; the events are what its seat saw since the last one."""
        ...

    def explain(self) -> str:
        """Why it decided as it did last, in its words, which may be any; empty if it does not say."""
        ...

    def end(self, placement: Sequence[int]) -> None:
        """Tell it how the game ended, or a BotFault. A game that does not count has no placement: it is not told."""
        ...


class Player(Protocol):
    """A bot that plays one game after another, in one or several seats of each."""

    def load(self) -> None:
        """Import or start the bot now rather than when it first sits down; a BotFault if that fails."""
        ...

    def sit(
        self, game: Game, seat: int, seats: int, seed: int, table_options: Mapping[str, object] | None = None
    ) -> Seat:
        """A new instance of the bot for one game, or a BotFault. The seats of the game before have been ended.

        Options of the table that are not named are as usual.
        """
        ...

    def stop(self) -> None:
        """No more games: end what runs."""
        ...


def player(spec: BotSpec, *, patience: float, log_folder: Path | None, reasons: bool = False) -> Player:
    """The bot, ready to sit down; a process that is silent for `patience` seconds beyond its clock hangs.

    With `reasons` a bot in a process of its own is told that the league wants to know why it decides as it does.
    """
    log = Log(log_folder, spec.name)
    bot = whole_path(spec.bot, spec.folder)
    if not spec.command and spec.isolation == "inprocess":
        return InsidePlayer(bot, spec.given, log)
    if not HAS_FORK:
        instead = "leave it out" if spec.command else "set it to inprocess"
        raise BadBot(f"On this system bots cannot have processes of their own, as {spec.name} needs: {instead}.")
    language: Language = Lines(spec.given, reasons) if spec.command else Frames(bot, spec.given, reasons)
    return OutsidePlayer(language, terms(spec, log_folder), patience, log)


def terms(spec: BotSpec, log_folder: Path | None = None) -> Terms:
    """How a bot is kept: in the jail it can read the files that it consists of, and no others of a league."""
    command = tuple(whole_command(spec.command, spec.folder)) if spec.command else ()
    bot = whole_path(spec.bot, spec.folder)
    named = [word for word in command if os.path.isfile(word)]
    own_file = [bot.rpartition(":")[0]] if ".py:" in bot else []
    runs = [os.path.abspath("runs"), os.path.abspath(os.path.join(spec.folder, "runs"))]
    hidden = (os.path.abspath(spec.folder), *runs, *([os.path.abspath(log_folder.parent)] if log_folder else []))
    return Terms(spec.limits, spec.isolation == JAIL, (*own_file, *named, *spec.files), command, hidden)


def probe(spec: BotSpec, patience: float) -> str | None:
    """Load the bot once as the league will: why that cannot be done, in a sentence, or None."""
    bot = player(spec, patience=patience, log_folder=None)
    try:
        bot.load()
    except BotFault as fault:
        return f"{spec.name} cannot be loaded. {fault.said}"
    finally:
        bot.stop()
    return None


def whole_path(bot: str, folder: str) -> str:
    """The bot's text with the whole path of its file, if it has one: its process starts in an empty folder."""
    path, dot, rest = bot.partition(".py:")
    return f"{os.path.abspath(os.path.join(folder, path))}{dot}{rest}" if dot else bot


def whole_command(command: Sequence[str], folder: str) -> list[str]:
    """The command with the whole paths of the program and of the files it names, as far as they are in the folder."""
    paths = [os.path.abspath(os.path.join(folder, word)) for word in command]
    words = [path if os.path.isfile(path) else word for path, word in zip(paths, command, strict=True)]
    return [paths[0] if os.sep in command[0] else command[0], *words[1:]]
