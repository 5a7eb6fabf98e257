"""The process on a worker's machine that games are played below: `python -m tavern_tournament.cluster.outpost`.

A dask worker runs tasks in threads, where no timer can ring, and may be killed at any time. So all that plays is below
this process of our own: it takes the parcel, tells what this machine has, and then forks workers as the zygote of a
league does. When its socket closes, however the dask worker went, it ends all that descends from it and leaves nothing.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import socket
import sys
import traceback
from pathlib import Path
from typing import Any

from tavern_tournament.cluster.likeness import likeness
from tavern_tournament.cluster.parcel import unpacked
from tavern_tournament.lines import LineSender
from tavern_tournament.players.player import probe
from tavern_tournament.scratch import scratch_folder
from tavern_tournament.signals import wait_for_children
from tavern_tournament.specs import OURS, Setup
from tavern_tournament.workers import Gone, Link, fork_workers


def main(control: int, lines: int) -> None:
    """Live as long as the other end of the control socket is open."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wait_for_children()
    logger = logging.getLogger("tavern.workers")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(LineSender(socket.socket(fileno=lines)))
    link = Link(socket.socket(fileno=control))
    with contextlib.suppress(Gone), scratch_folder() as scratch:
        told = _told(link, Path(scratch))
        if told is not None:
            link.send(told)
            fork_workers(link.end, scratch)


def _told(link: Link, scratch: Path) -> dict[str, Any] | None:
    """What this machine has, and the setup with the paths of here; None when nobody wants to know any more."""
    parcel = link.receive()
    if parcel is None:
        return None
    try:
        setup = unpacked(parcel, scratch)
        return {
            "has": likeness(setup),
            "troubles": _in_a_child(setup),
            "setup": setup.to_fields(),
            "scratch": str(scratch),
        }
    except Exception:
        return {"bug": traceback.format_exc()}


def _in_a_child(setup: Setup) -> list[str]:
    """Why bots that are not ours cannot be loaded here; tried in a child, as their code may run in its process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException), open(writer, "w", encoding="ascii") as file:
            strangers = [bot for bot in setup.bots if bot.package != OURS]
            json.dump([why for bot in strangers if (why := probe(bot, setup.patience))], file)
        os._exit(0)
    os.close(writer)
    with open(reader, encoding="ascii") as file:
        text = file.read()
    os.waitpid(child, 0)
    troubles: list[str] = json.loads(text) if text else ["The process that tried to load its bots ended."]
    return troubles


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
