"""Small dask clusters for tests: a scheduler and workers as processes, on ports that the system gives."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
from leagues import bot_folders, family, until

# Dask looks at itself a hundred times a second, for a page that nobody opens.
QUIETLY = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
}


def make_certificates(folder: Path) -> dict[str, Path]:
    """Certificates of a new authority in a folder: `ca`, and `cert` with its `key`."""
    from distributed import Security

    security: Any = Security
    made = security.temporary()
    folder.mkdir()
    texts = {"ca": made.tls_ca_file, "cert": made.tls_client_cert, "key": made.tls_client_key}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return {name: folder / name for name in texts}


class Cluster:
    """A scheduler and its workers; all their temporary files are in the folder."""

    def __init__(self, folder: Path, certificates: dict[str, Path] | None = None) -> None:
        self.folder = folder
        self.scratch = folder / "scratch"
        self.scratch.mkdir(parents=True)
        files = certificates or {}
        self._tls = [
            word
            for option, name in (("--tls-ca-file", "ca"), ("--tls-cert", "cert"), ("--tls-key", "key"))
            if name in files
            for word in (option, str(files[name]))
        ]
        self._processes: list[subprocess.Popen[bytes]] = []
        where = folder / "scheduler.json"
        protocol = ["--protocol", "tls"] if files else []
        self.scheduler = self._start(
            "scheduler", "scheduler", "--port", "0", "--scheduler-file", str(where), *protocol, *self._tls
        )
        until(lambda: self._is_there(where))
        self.address: str = json.loads(where.read_text())["address"]

    def _is_there(self, where: Path) -> bool:
        assert self.scheduler.poll() is None, (self.folder / "scheduler.log").read_text()
        with contextlib.suppress(OSError, ValueError):
            return "address" in json.loads(where.read_text())
        return False

    def _start(self, name: str, *words: str, **variables: str) -> subprocess.Popen[bytes]:
        """A command of dask, in a session of its own."""
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1", "--no-dashboard"],
                cwd=self.folder,
                env={**os.environ, **QUIETLY, "TMPDIR": str(self.scratch), **variables},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def add_worker(self, name: str, threads: int = 1, nanny: bool = True, **variables: str) -> subprocess.Popen[bytes]:
        """Start a worker, under a nanny, which replaces it when it dies, or alone; it comes when it is ready."""
        words = ["--nthreads", str(threads), "--name", name, "--local-directory", str(self.folder / name), *self._tls]
        words += [] if nanny else ["--no-nanny"]
        return self._start(name, "worker", self.address, *words, **variables)

    def workers(self) -> list[psutil.Process]:
        """The processes of workers, below their nannies."""
        below = [each for process in self._processes if process.poll() is None for each in family(process.pid)]
        return [each for each in below if _words(each).startswith("dask worker [t")]

    def left_behind(self) -> list[str]:
        """What there still is of a league: our processes below the workers, and temporary folders of bots."""
        running = [each for process in self._processes if process.poll() is None for each in family(process.pid)]
        ours = [words for each in running if "tavern" in (words := _words(each))]
        return [*ours, *bot_folders(self.scratch)]

    def end(self) -> list[psutil.Process]:
        """Kill everything, without a word; what descends from it has to end by itself."""
        others: list[psutil.Process] = []
        for process in self._processes:
            if process.poll() is None:
                others += family(process.pid)
            process.kill()
            process.wait()
        self._processes.clear()
        return others


def _words(process: psutil.Process) -> str:
    with contextlib.suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


@contextlib.contextmanager
def running(folder: Path, workers: int = 2, certificates: dict[str, Path] | None = None) -> Iterator[Cluster]:
    """A cluster with so many workers without nannies, or with those that are added."""
    cluster = Cluster(folder, certificates)
    try:
        for number in range(workers):
            cluster.add_worker(f"worker-{number}", nanny=False)
        yield cluster
    finally:
        for each in cluster.end():
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()
