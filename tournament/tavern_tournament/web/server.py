"""The server of a table: where it listens, who may come in, and its beginning and end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

from tavern_bots.confine import HAS_FORK
from tavern_engine import BadSetup
from tavern_tournament.signals import like_ctrl_c
from tavern_tournament.web.door import OWN_NAMES, Door

if TYPE_CHECKING:
    from tavern_tournament.web.app import Tavern
    from tavern_tournament.web.recorded import Recorded

TOKEN: Final = 18  # random bytes in the address
FORKLESS: Final = "A table in the browser needs a system with fork, such as Linux: play in the terminal."
MISSING: Final = (
    "A table in the browser needs starlette and uvicorn: install them with pip install 'tavern-tourney[web]'."
)


def serve(
    door: Door,
    folder: Path,
    first: Callable[[Tavern], str],
    say: Callable[[str], None],
    recorded: Recorded | None = None,
) -> None:
    """Serve tables until Ctrl-C. `first` says which page of the tavern is shown first; `recorded` is a run to watch."""
    try:
        import starlette
        import uvicorn
    except ImportError:
        raise BadSetup(MISSING) from None
    del starlette, uvicorn  # they are there: that is all there was to see
    if not HAS_FORK:
        raise BadSetup(FORKLESS)
    with door.listen() as listener, contextlib.suppress(KeyboardInterrupt), like_ctrl_c():
        asyncio.run(_serve(door, listener, folder, first, say, recorded))


async def _serve(
    door: Door,
    listener: socket.socket,
    folder: Path,
    first: Callable[[Tavern], str],
    say: Callable[[str], None],
    recorded: Recorded | None,
) -> None:
    import uvicorn

    from tavern_tournament.web.app import Tavern
    from tavern_tournament.web.doors import Doors
    from tavern_tournament.web.entrance import Entrance
    from tavern_tournament.web.rooms import Rooms
    from tavern_tournament.web.shelf import Shelf

    tavern = Tavern(Shelf(folder), Rooms(door.seconds), recorded)
    token, port = secrets.token_urlsafe(TOKEN), listener.getsockname()[1]
    page = first(tavern)
    way_in = Entrance(door.password, token, page) if door.password else None
    doors = Doors(tavern.app(), token, (*OWN_NAMES, door.host), port, way_in, door.language)
    host = f"[{door.host}]" if ":" in door.host else door.host
    address = f"http://{host}:{port}/" + ("" if door.password else f"{token}/{page}")
    config = uvicorn.Config(
        doors, log_level="error", access_log=False, lifespan="off", ws="none", timeout_graceful_shutdown=1
    )
    say(f"The table is open at {address}")
    say("Ctrl-C closes it; every game is saved as it is played.")
    if door.browser:
        open_browser(address)

    class Server(uvicorn.Server):
        """One that lets go of its pages before it waits for them."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            tavern.rooms.let_go()
            super().handle_exit(sig, frame)

    try:
        await Server(config).serve(sockets=[listener])
    finally:
        tavern.rooms.close()


def open_browser(address: str) -> None:
    """Open the address in a browser, where there is a screen for one; it was printed, too."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    try:
        webbrowser.open(address)
    except (OSError, webbrowser.Error):
        return  # the person has the address
