"""A bot in a process of its own: reads questions from a pipe and writes answers to another, as PROTOCOL.md says.

The process is a child of `keeper.py`, for one game.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from tavern_bots import frames
from tavern_bots.api import BadBot, Clock
from tavern_bots.asked import Asked, BotFault, load
from tavern_bots.discover import Choice
from tavern_engine import BadGame, Game, InfoSet, Rng, State, TavernError
from tavern_engine import game as find_game
from tavern_engine.state import numbers

BUFFER: Final = 1 << 16

Rare = dict[int, Callable[..., dict[str, Any]]]  # what answers the frames of a kind whose body is JSON


class Served:
    """One bot in its seats."""

    def __init__(self) -> None:
        self.choice: Choice | None = None
        self.seats: dict[int, tuple[Asked, State]] = {}  # with an empty view of theirs
        self.games: dict[str, Game] = {}  # by the stamp of their version and components
        self.reasons = False  # whether the league wants to know why it decides as it does

    def reply(self, kind: int, body: bytes) -> bytes:
        """The frame that answers a frame."""
        try:
            if kind == frames.CHOOSE:
                return frames.decision(*self.choose(body))
            rare: Rare = {frames.HELLO: self.hello, frames.SIT: self.sit, frames.END: self.end}
            return frames.frame_of(kind, rare[kind](**json.loads(body)))
        except BotFault as fault:
            told = {"kind": fault.kind, "said": fault.said, "trace": fault.trace}
        except BadGame as error:  # nobody outside can tell whether that is true: it is a fault like any other
            told = {"kind": "raise", "said": str(error), "trace": ""}
        return frames.frame_of(frames.FAULT, told)

    def hello(self, protocol: int, bot: str, options: dict[str, str]) -> dict[str, Any]:
        """Load the bot, and say what it is."""
        if protocol != frames.VERSION:
            raise BotFault("protocol", f"The league speaks version {protocol}, the bot's process {frames.VERSION}.")
        try:
            self.choice = load(bot, options)
            return {"protocol": frames.VERSION, "about": self.choice.about()}
        except BadBot as error:
            raise BotFault("raise", str(error), gone=True) from None

    def sit(
        self, game: dict[str, Any], seat: int, seats: int, seed: int, table_options: dict[str, Any], reasons: bool
    ) -> dict[str, Any]:
        """Make a bot for one game."""
        assert self.choice is not None
        self.reasons = reasons
        played = self.find(**game)
        asked = Asked(self.choice, self.choice.place(played, seat, seats, Rng(seed), table_options), sys.stdout)
        self.seats[seat] = asked, played.blank(seats, None, seat)
        return {"sees": asked.sees}

    def find(self, id: str, stamp: str, file: str) -> Game:
        """The game as the league plays it: the same version, with the components of this file."""
        if stamp not in self.games:
            try:
                shipped = find_game(id)
                game = shipped if shipped.stamp().hex() == stamp else shipped.with_data(file)
            except TavernError as error:
                raise BotFault("protocol", f"The game {id!r} cannot be set up: {error}") from None
            if game.stamp().hex() != stamp:
                raise BotFault("protocol", f"The bot's process has another version or components of {game.title}.")
            self.games[stamp] = game
        return self.games[stamp]

    def choose(self, body: bytes) -> tuple[int, str]:
        """Ask the bot, and for its reason where the league wants it.

        All that a state knows is in its words, so that those of a view make the information set.
        `Game.infoset_from_bytes` also checks each word, in a third of a millisecond. The league's own need no check.
        """
        seat, seconds, events, words = frames.read_question(body)
        asked, blank = self.seats[seat]
        view = blank.clone()
        view.w = numbers(words.cast("q"))
        action = asked.choose(InfoSet(view), events, Clock(None if seconds == float("inf") else seconds))
        return action, asked.explain() if self.reasons else ""

    def end(self, seat: int, placement: list[int]) -> dict[str, Any]:
        """Tell the bot how the game ended, and let it go."""
        asked, _ = self.seats.pop(seat)
        asked.end(placement)
        return {}


def serve(served: Served, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the league closes the pipe."""
    while head := questions.read(frames.HEAD.size):
        length, kind = frames.HEAD.unpack(head)
        answers.write(served.reply(kind, questions.read(length)))


def run(served: Served, source: int, sink: int) -> None:
    """Serve one game over these pipes, and end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # nobody is there to press Ctrl-C: whoever raises it is the bot
    with open(source, "rb", buffering=BUFFER) as questions, open(sink, "wb", buffering=0) as answers:
        try:
            serve(served, questions, answers)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)  # at once, whatever the bot has left running
