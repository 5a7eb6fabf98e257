"""A module that strikes while it is imported, in the way that the name of its file says; copies of it are hostile bots.

It leaves notes beside its file: which program imported it, who started that, and which children it has.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import psutil

from tavern_bots import frames
from tavern_bots.api import ALL_GAMES, Clock, Place, Setting
from tavern_engine import InfoSet


def patches() -> None:
    """No game is ever played again, if this is the league's process."""
    from tavern_tournament.match import Match

    def play(*_: object) -> NoReturn:
        sys.exit("patched")

    Match.play = play  # type: ignore[assignment, method-assign]


def breeds() -> None:
    note("children", str(subprocess.Popen(["sleep", "3600"], start_new_session=True).pid))


def chatters() -> None:
    for _ in range(50):
        print("bla " * 250_000)
        os.write(1, b"bla " * 250_000)


def exits() -> None:
    os.write(2, b"farewell")
    os._exit(3)


def hangs() -> None:
    """Also when it is interrupted."""
    while True:
        try:
            time.sleep(3600)
        except BaseException:
            continue


def scribbles() -> None:
    _write_to_pipes(b"what a lovely evening")


def forges() -> None:
    """Greets for itself, and does not say who it is."""
    _write_to_pipes(frames.frame_of(frames.HELLO, {"protocol": frames.VERSION}))
    hangs()


def _write_to_pipes(data: bytes) -> None:
    for number in range(3, 64):
        try:
            os.write(number, data)
        except OSError:
            continue


class Guest:
    """Plays the first legal action."""

    summary = "plays the first legal action"
    games = ALL_GAMES
    options: tuple[Setting, ...] = ()

    def __init__(self, place: Place) -> None:
        pass

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return infoset.legal()[0]


def note(kind: str, line: str) -> None:
    with Path(__file__).with_suffix(f".{kind}").open("a") as notes:
        notes.write(f"{line}\n")


program = sys.modules["__main__"].__spec__
note("program", program.name if program else "none")
note("parent", " ".join(psutil.Process().parent().cmdline()))
globals()[Path(__file__).stem]()
