"""Loaded by the workers of a cluster on this machine: Ctrl-C is for the league, which tells them what to do."""

from __future__ import annotations

import signal


def dask_setup(_worker: object) -> None:
    """Called by dask in a worker's main thread when it starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
