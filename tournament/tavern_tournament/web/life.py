"""The life of a room's process: it plays one game, lets bots think, and does what the server asks over a pipe.

Messages are JSON. Nothing is shown while bots think, as `Session` wants it.
"""

from __future__ import annotations

import json
import signal
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tavern_engine import TavernError
from tavern_tournament.web.playing import OVER, THINKING, Playing


def run(wire: Connection, path: str, seconds: float | None) -> None:
    """The life of the process: until the other end of the wire is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's: it lets go of the wire
    try:
        playing = Playing.open(Path(path), seconds)
    except TavernError as error:
        send(wire, state="broken", said=str(error))
        return
    try:
        live(wire, playing)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def live(wire: Connection, playing: Playing) -> None:
    """Think when it is the bots' turn and nobody wants anything; else do what is wanted."""
    show(wire, playing)
    while True:
        if playing.state == THINKING and not wire.poll():
            playing.advance()
            if playing.state != THINKING:
                show(wire, playing)
            continue
        asked = json.loads(wire.recv_bytes())
        said = playing.do(asked["deed"], asked["with"])
        show(wire, playing, reply=asked["id"], said=said)


def show(wire: Connection, playing: Playing, **more: Any) -> None:
    """Say where the game is, and what the page shows now unless bots think."""
    if playing.state == OVER and not playing.ended:
        playing.ended = True
        playing.session.end()
    scene = {} if playing.state == THINKING else {"html": playing.shown()}
    send(wire, state=playing.state, title=playing.session.game.title, **scene, **more)


def send(wire: Connection, **fields: Any) -> None:
    wire.send_bytes(json.dumps(fields).encode())
