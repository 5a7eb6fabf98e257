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
from tavern_engine.registry import culprit
from tavern_tournament.solo.held import Held
from tavern_tournament.solo.saved import NOBODY, SavedGame
from tavern_tournament.web.live import Live
from tavern_tournament.web.playing import LOOKS, OVER, THINKING, Playing


def run(wire: Connection, path: str, seconds: float | None, language: str, server: int) -> None:
    """The life of the process: until the other end of the wire is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's: it lets go of the wire
    try:
        held = Held(Path(path), f"server {server}")
        playing = opened(Path(path), seconds, held.by_others)
        playing.telling(language)
        live(wire, playing)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:
        if (said := error if isinstance(error, TavernError) else culprit(error)) is None:
            raise
        send(wire, state="broken", said=str(said))


def opened(path: Path, seconds: float | None, elsewhere: bool) -> Playing:
    """The game in a file: of a person, or of bots alone."""
    kind = Live if SavedGame.load(path).seat == NOBODY else Playing
    return kind.open(path, seconds, elsewhere)


def live(wire: Connection, playing: Playing) -> None:
    """Think when it is the bots' turn and nobody wants anything; else do what is wanted."""
    show(wire, playing)
    while True:
        if playing.waits and not wire.poll(playing.pause):
            if playing.advance():
                show(wire, playing)
            continue
        asked = json.loads(wire.recv_bytes())
        said = playing.do(asked["deed"], asked["with"], asked["language"])
        if asked["deed"] in LOOKS:
            send(wire, state=playing.state, reply=asked["id"], said=said)
        else:
            show(wire, playing, reply=asked["id"], said=said)


def show(wire: Connection, playing: Playing, **more: Any) -> None:
    """Say where the game is, and what the page shows now unless bots think."""
    if playing.state == OVER and not playing.ended:
        playing.ended = True
        playing.session.end()
    scene = {} if playing.state == THINKING else {"html": playing.in_all_languages()}
    send(wire, state=playing.state, game=playing.session.game.id, **scene, **more)


def send(wire: Connection, **fields: Any) -> None:
    wire.send_bytes(json.dumps(fields).encode())
