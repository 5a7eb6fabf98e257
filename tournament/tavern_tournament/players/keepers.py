"""The keeper of a bot, as the league sees it: a trusted process that has a fresh one of the bot for every game."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import psutil

from tavern_bots.asked import BotFault
from tavern_bots.confine import MEGABYTE, Confinement, Limits, keep_orphans
from tavern_bots.keeper import Keeping
from tavern_engine import Game
from tavern_tournament.players.tree import MARK, ProcessTree, process_limit
from tavern_tournament.scratch import temporary_folder

LONGEST: Final = 1 << 16
THREAD_NUMBERS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")  # of numerical libraries
MOST_PROCESSES: Final = 64  # of a command
PATIENCE: Final = 20.0  # seconds for the start of Python and of the jail


@dataclass(frozen=True)
class Terms:
    """How a bot is kept."""

    limits: Limits
    jail: bool
    own_files: tuple[str, ...] = ()  # that it may read in the jail
    command: tuple[str, ...] = ()  # its program, if it is one
    hidden: tuple[str, ...] = ()  # folders of which it sees no other files, also where it sees what is around them


class Keeper:
    """A running keeper; whatever goes wrong with it is the bot's fault."""

    def __init__(self, terms: Terms) -> None:
        self.limits = terms.limits
        self.held: tuple[str, ...] = ()  # the steps of the jail
        self._handle: int | None = None  # of the bot's process
        self._has_family = bool(terms.command)
        self._pauses = terms.jail and (terms.limits.threads or bool(terms.command))  # it could think all the time
        mark = secrets.token_hex(8)
        keep_orphans()
        with contextlib.ExitStack() as ours:
            folder = temporary_folder("tavern-bot-")
            ours.callback(shutil.rmtree, folder, ignore_errors=True)
            self._socket, its_end = socket.socketpair()
            ours.callback(self._socket.close)
            confinement = Confinement(terms.limits, os.getpid(), process_limit())
            keeping = Keeping(confinement, terms.jail, terms.own_files, terms.hidden, terms.command, folder)
            with its_end:
                self._process = _start(keeping, its_end.fileno(), mark)
            self._tree = ProcessTree(self._process.pid, mark)
            self._leftovers = ours.pop_all()
        self._socket.settimeout(max(terms.limits.start_seconds, PATIENCE))

    def start(self, pipes: Sequence[int], games: Sequence[Game]) -> None:
        """A new process of the bot with its ends of these pipes; the one of the game before is ended."""
        played = [
            {"id": game.id, "stamp": game.stamp().hex(), "file": str(game.data_file.absolute())} for game in games
        ]
        told = self._ask({"do": "start", "games": played}, pipes)
        if "error" in told:
            raise BotFault("crash", f"Its process could not be started: {told['error']}.")
        self.held = tuple(told["held"])

    def pause(self) -> None:
        """Let the bot's process stand still, where that can be done: others think now."""
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        if self._pauses and self._handle is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, number)

    def has_ended(self) -> bool:
        """Whether the bot's process has ended by itself."""
        return not self._ask({"do": "status"})["runs"]

    def end(self) -> int | None:
        """End the bot's process with all it started: its exit code, if it had ended by itself."""
        code: int | None = self._ask({"do": "end"})["code"]
        return code

    def excess(self) -> BotFault | None:
        """What the processes of a command use together beyond its limits, if that is too much; Python bots have one."""
        if not self._has_family:
            return None
        family = psutil.Process(self._process.pid).children(recursive=True)
        if len(family) > MOST_PROCESSES:
            return BotFault("crash", f"It started more than {MOST_PROCESSES} processes.")
        most = self.limits.memory_mb * MEGABYTE
        if sum(map(_roughly, family)) > most and sum(map(_shared_out, family)) > most:
            return BotFault("memory", f"Its processes need more than {self.limits.memory_mb} MB together.")
        return None

    def _ask(self, message: dict[str, Any], pipes: Sequence[int] = ()) -> dict[str, Any]:
        """What the keeper answers."""
        try:
            socket.send_fds(self._socket, [json.dumps(message).encode()], pipes)
            answer = b""
            while not answer.endswith(b"\n"):
                part, handles, _, _ = socket.recv_fds(self._socket, LONGEST, 1)
                if not part:
                    raise ConnectionResetError
                answer += part
                self._hold(handles)
        except OSError:
            self.stop()
            raise BotFault("crash", "The process that keeps it has ended.") from None
        told: dict[str, Any] = json.loads(answer)
        return told

    def _hold(self, handles: Sequence[int]) -> None:
        """The handle of the bot's process, in place of the last one."""
        for handle in handles:
            if self._handle is not None:
                os.close(self._handle)
            self._handle = handle

    def stop(self) -> None:
        """End everything."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
        if self._process.returncode is None:
            self._tree.end()
            self._process.wait()
            self._leftovers.close()

    @property
    def runs(self) -> bool:
        """Whether it can be asked."""
        return self._process.returncode is None


def _roughly(process: psutil.Process) -> int:
    """The memory that a process uses; what it shares with others is counted for each."""
    with contextlib.suppress(psutil.Error, OSError):
        return int(process.memory_info().rss)
    return 0


def _shared_out(process: psutil.Process) -> int:
    """The same, with its part of what it shares; that takes the system longer to say."""
    with contextlib.suppress(psutil.Error, OSError, AttributeError):
        return int(process.memory_full_info().pss)
    return _roughly(process)


def steps_that_hold() -> tuple[str, ...]:
    """The steps of the jail that this machine gives a bot."""
    keeper = Keeper(Terms(Limits(), jail=True))
    try:
        with open(os.devnull, "r+b") as nothing:
            keeper.start([nothing.fileno()] * 3, ())
        return keeper.held
    finally:
        keeper.stop()


def _start(keeping: Keeping, control: int, mark: str) -> subprocess.Popen[bytes]:
    # Unbuffered (-u), so that what a bot printed before an answer is here before the answer.
    python = [sys.executable, "-P", "-s", "-u", "-m", "tavern_bots.keeper"]
    return subprocess.Popen(
        [*python, keeping.to_json(), str(control)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(control,),
        cwd=keeping.folder,
        env=_environment(keeping, mark),
        start_new_session=True,
    )


def _environment(keeping: Keeping, mark: str) -> dict[str, str]:
    """All that a bot's process learns of its surroundings; it finds modules where this process finds them."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG") or name.startswith("LC_")}
    here = os.getcwd()  # where the league is run; what is there is not for the jail
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path if not keeping.jail or path not in ("", here))
    own = {"HOME": keeping.folder, "TMPDIR": keeping.folder, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", MARK: mark}
    alone = {} if keeping.confinement.limits.threads else dict.fromkeys(THREAD_NUMBERS, "1")
    return {**kept, **own, **alone}
