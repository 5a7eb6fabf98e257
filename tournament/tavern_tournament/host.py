"""Plays any game of a league, from plain data: what a worker does, wherever it runs."""

from __future__ import annotations

import contextlib
import json
import os
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from setproctitle import setproctitle

from tavern_bots.confine import die_with_parent
from tavern_engine import BadGame, TavernError
from tavern_engine.guard import pressed
from tavern_engine.registry import culprit
from tavern_tournament.disk import DiskTrouble
from tavern_tournament.match import Match, void_result
from tavern_tournament.players.player import BotFault, Player, player
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Planned
from tavern_tournament.specs import INPROCESS, OURS, BotSpec, Setup


class GameLost(TavernError):
    """A game that ended with its process."""


class Host:
    """Plays planned games one after another; its bots stay loaded between games until `stop`."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._players: dict[str, Player] = {}
        for table in setup.tables:
            table.rules()  # now rather than in the first game

    def play(self, planned: Planned, tick: Callable[[], None] = lambda: None) -> GameResult:
        """One game; `tick` is called now and then, to show that it goes on."""
        return self._settled(planned, lambda: self._play(planned, tick))

    def _play(self, planned: Planned, tick: Callable[[], None]) -> GameResult:
        players = [self._player(name) for name in planned.bots]
        match = Match(planned, self._setup, players)
        if not any(could_remember(self._setup.bot(name)) for name in planned.bots):
            return match.play(tick)
        for one in players:
            with contextlib.suppress(BotFault):  # it is made again when the bot sits down
                one.load()
        return in_a_fork(lambda: self._settled(planned, lambda: match.play(tick)))

    def _settled(self, planned: Planned, play: Callable[[], GameResult]) -> GameResult:
        """The result of a game; one that code of another package's game brings to none is lost, and says why."""
        try:
            return play()
        except BadGame as failure:
            why = str(failure)
        except BaseException as error:
            if pressed(error) or (blamed := culprit(error)) is None:
                raise
            why = str(blamed)
        return void_result(planned, self._setup.table(planned.table).game, why)

    def _player(self, name: str) -> Player:
        if name not in self._players:
            logs = Path(self._setup.logs) if self._setup.logs else None
            spec, patience = self._setup.bot(name), self._setup.patience
            self._players[name] = player(spec, patience=patience, log_folder=logs, reasons=self._setup.reasons)
        return self._players[name]

    def stop(self) -> None:
        """End the bots that run in processes of their own."""
        for one in self._players.values():
            one.stop()
        self._players.clear()


def could_remember(spec: BotSpec) -> bool:
    """Whether a bot would see a deal again that it has seen from another seat: one of others, in this process."""
    return spec.isolation == INPROCESS and spec.package != OURS and hasattr(os, "fork")


def in_a_fork(play: Callable[[], GameResult]) -> GameResult:
    """Play a game in a child of this process, which takes all that bots remember with it."""
    reader, writer = os.pipe()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        die_with_parent(parent)
        setproctitle("tavern-tourney game")
        os.close(reader)
        told: dict[str, Any] = {}
        try:
            told = play().fields()
        except DiskTrouble as trouble:
            told = {"trouble": str(trouble)}
        except Exception:
            told = {"bug": traceback.format_exc()}
        finally:
            with open(writer, "w", encoding="ascii") as file:
                json.dump(told, file)
            os._exit(0)
    os.close(writer)
    with open(reader, encoding="ascii") as file:
        text = file.read()
    _, status = os.waitpid(child, 0)
    if status or not text:
        raise GameLost(f"The process of a game ended with {os.waitstatus_to_exitcode(status)}.")
    heard: dict[str, Any] = json.loads(text)
    if "trouble" in heard:
        raise DiskTrouble(heard["trouble"])
    if "bug" in heard:
        raise RuntimeError(heard["bug"])
    return GameResult.from_fields(heard)
