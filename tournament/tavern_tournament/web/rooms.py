"""Rooms: one process for every game that is open, what its page shows now, and who looks at it.

A game is in its file, so a room can end at any time: one in which a bot thinks is ended to interrupt it, one that died
is opened again, and when there are too many the one that nobody has looked at for longest makes room.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, Final

from tavern_engine import TavernError, games
from tavern_tournament.report.markup import Markup, tag
from tavern_tournament.web.catalogue import speaking
from tavern_tournament.web.life import run
from tavern_tournament.web.playing import THINKING

MOST_ROOMS: Final = 64  # open at once
PATIENCE: Final = 2.0  # seconds to wait for a game in one more language
MOST_DEATHS: Final = 3  # of a room's process before it is left alone
OPENING: Final = "opening"
BROKEN: Final = "broken"
#: What can be asked for while bots think: it ends their thoughts.
INTERRUPTS: Final = frozenset({"undo"})
DIED: Final = "The process of this game ended. It was opened again as it was saved."
GIVEN_UP: Final = "The process of this game has ended {deaths} times. It is saved: open it again when you like."


class RoomLost(TavernError):
    """A room whose process ended before it answered."""


class Room:
    """One open game."""

    def __init__(self, path: Path, processes: BaseContext, seconds: float | None, language: str) -> None:
        self.path = path
        self.state = OPENING
        self.html: dict[str, str] = {}  # by language
        self.game = ""  # its id
        self.said = ""  # why it is broken
        self.version = 0  # grows with everything that is new to show
        self.looking = 0  # pages that listen
        self._processes = processes
        self._seconds = seconds
        self._language = language  # that it was opened in
        self._deaths = 0
        self._number = 0
        self._waiting: dict[int, asyncio.Future[str]] = {}
        self._news = asyncio.Event()
        self._open()

    def _open(self) -> None:
        self._wire, theirs = self._processes.Pipe()
        arguments = (theirs, str(self.path), self._seconds, self._language, os.getpid())
        self._process = self._processes.Process(target=run, args=arguments, daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        theirs.close()
        asyncio.get_running_loop().add_reader(self._wire.fileno(), self._hear)

    def _hear(self) -> None:
        """Take in what the process says, or that it is gone."""
        try:
            message = json.loads(self._wire.recv_bytes())
        except (EOFError, OSError):
            self._let_go()
            if self.state != BROKEN:
                self._died()
            return
        changed = "html" in message or message["state"] != self.state
        self.state = message["state"]
        self.html, self.game = message.get("html", self.html), message.get("game", self.game)
        if "reply" in message:
            waiting = self._waiting.pop(message["reply"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message["said"])
        elif self.state == BROKEN:
            self.said = message["said"]
        if changed:
            self._tell()

    def _died(self) -> None:
        self._deaths += 1
        if self._deaths < MOST_DEATHS:
            self._open()
        else:
            self.state, self.said = BROKEN, GIVEN_UP.format(deaths=self._deaths)
            self._tell()

    def _tell(self) -> None:
        self.version += 1
        self.wake()

    def wake(self) -> None:
        """Let all who wait for something new look again."""
        self._news.set()
        self._news = asyncio.Event()

    def _let_go(self) -> None:
        """End the process; its game is saved."""
        asyncio.get_running_loop().remove_reader(self._wire.fileno())
        self._wire.close()
        self._process.kill()
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(RoomLost(DIED))
        self._waiting = {}

    async def ask(self, deed: str, asked: dict[str, str], language: str) -> Markup:
        """Let the process do something; what it says to whoever asked, empty if all went well."""
        if self.state == THINKING and deed in INTERRUPTS:
            self._let_go()
            self._open()
        if self.state == BROKEN:
            raise RoomLost(self.said)
        self._number += 1
        self._waiting[self._number] = waiting = asyncio.get_running_loop().create_future()
        message = {"id": self._number, "deed": deed, "with": asked, "language": language}
        with contextlib.suppress(OSError):  # a process that is gone is noticed by whoever listens to it
            self._wire.send_bytes(json.dumps(message).encode())
        return Markup(await waiting)

    async def newer(self, version: int, seconds: float) -> bool:
        """Wait until something else than this version is to be seen; False if that takes longer than so many seconds.

        A page may have seen more of the game than a room that was opened anew.
        """
        if self.version == version:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), seconds)
        return self.version != version

    async def opened(self) -> None:
        """Wait until there is something to show."""
        while not self.html and self.state != BROKEN:
            await self.newer(self.version, 60)

    async def speak(self, language: str) -> None:
        """Have the game in a language, too; bots that think are not waited for long."""
        if language not in self.html and self.state != BROKEN:
            with contextlib.suppress(TimeoutError, RoomLost):
                await asyncio.wait_for(self.ask("speak", {}, language), PATIENCE)

    def data(self, language: str) -> dict[str, Any]:
        """What a page in this language is told."""
        html = self.html.get(language) or next(iter(self.html.values()), "")
        return {
            "version": self.version,
            "state": self.state,
            "html": self.said_html(language) if self.state == BROKEN else html,
        }

    def title(self, language: str) -> str:
        """What is played."""
        rules = next((rules for rules in games() if rules.id == self.game), None)
        return speaking(language).title(rules, rules.title) if rules else ""

    def said_html(self, language: str) -> Markup:
        """Why there is no table."""
        heading = tag("h1", speaking(language)("table.cannot_show"), id="question")
        return tag("section", heading, tag("p", speaking(language).error(self.said)), class_="ask")

    def close(self) -> None:
        """End the process, if there is one."""
        if not self._wire.closed:
            self._let_go()


class Rooms:
    """All open games of a server."""

    def __init__(self, seconds: float | None = None) -> None:
        # Forked from a process that has nothing open: a room must not hold the sockets of pages.
        self._processes = multiprocessing.get_context("forkserver")
        self._processes.set_forkserver_preload(["tavern_tournament.web.life", "tavern_tournament.web.warm"])
        self._seconds = seconds
        self._rooms: dict[str, Room] = {}  # the one that was wanted last is the last
        self.closing = False

    def __len__(self) -> int:
        return len(self._rooms)

    async def room(self, name: str, path: Path, language: str, retry: bool = True) -> Room:
        """The room of a game, opened if it is not; one that broke is tried again, unless it is only looked at."""
        room = self._rooms.pop(name, None)
        if room is None or (retry and room.state == BROKEN):
            self._make_room()
            room = Room(path, self._processes, self._seconds, language)
        self._rooms[name] = room
        await room.opened()
        await room.speak(language)
        return room

    def _make_room(self) -> None:
        idle = [name for name, room in self._rooms.items() if not room.looking]
        while len(self._rooms) >= MOST_ROOMS and idle:
            self._rooms.pop(idle.pop(0)).close()

    def close_room(self, name: str) -> None:
        """Close the room of this name, if there is one."""
        if room := self._rooms.pop(name, None):
            room.close()

    def let_go(self) -> None:
        """Let nobody wait any longer for what happens: the server is about to end."""
        self.closing = True
        for room in self._rooms.values():
            room.wake()

    def close(self) -> None:
        """End all of them."""
        for room in self._rooms.values():
            room.close()
        self._rooms = {}
