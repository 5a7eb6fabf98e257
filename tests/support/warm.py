"""Programs for tests, forked from a process that has imported them already: imports are half of a small league.

`Program` and `run` are used like `Popen` and `run` of `subprocess`, and what they start is `python -m MODULE` or
`python -c CODE` in all that a test can see: a child of this process with its own folder, arguments, variables, streams,
session, signals, exit code, and an end as every program has it. A program is started in earnest where it could differ:

- on other systems than Linux, for other commands, and with anything that only a new program can be given;
- with other variables than usual, but for those that nothing reads before it is asked;
- in a folder with a module that is named like one which is imported already.

What tests are to know of a start itself, of what is imported, of memory, or of what others can read of a process (its
command line and its first variables, in /proc), only `subprocess` can show.
"""

import ctypes
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from itertools import cycle
from pathlib import Path
from runpy import run_module
from types import ModuleType
from typing import Any, Final, NamedTuple

import setproctitle

GAMES: Final = ("dragon_vault", "red_dragon_inn", "tavern_brawl", "tiefenthal")
IMPORTED: Final = (  # with what commands import only when they need it
    "importlib.resources.readers",
    "multiprocessing.popen_fork",
    "multiprocessing.queues",
    "multiprocessing.synchronize",
    "multiprocessing_logging",
    "numpy.random",
    "tavern_engine.cli",
    *(f"tavern_engine.games.{game}.game" for game in GAMES),
    "tavern_bots.cli",
    "tavern_bots.measure.commands",
    *(f"tavern_bots.{game}.rules" for game in GAMES),
    "tavern_tournament.cli",
    "tavern_tournament.compact",
    "tavern_tournament.config.load",
    "tavern_tournament.league",
    "tavern_tournament.listing",
    "tavern_tournament.merge",
    "tavern_tournament.report.files",
    "tavern_tournament.report.text",
    "tavern_tournament.solo.cli",
    "tavern_tournament.verify",
    "tavern_tournament.workers",
    "tqdm.contrib.logging",
)
# Nothing reads these before a command asks for them.
READ_LATER: Final = {
    *("COLUMNS", "LINES", "NO_COLOR", "PYTEST_CURRENT_TEST", "TERM", "TMPDIR"),
    *("PYGAME_HIDE_SUPPORT_PROMPT", "SDL_AUDIODRIVER"),  # pygame leaves them behind where tests import it
}
VARIABLES: Final = dict(os.environ)  # as tests/conftest.py finds them before any test changes them
FORKED_ALIKE: Final = {"cwd", "env", "stdin", "stdout", "stderr", "text", "start_new_session"}
PR_SET_CHILD_SUBREAPER: Final = 36  # of Linux
ASKING: Final = threading.Lock()


class Wish(NamedTuple):
    """What is to be run, as it is sent to a warm process; its streams go with it."""

    arguments: list[str]  # of Python: -m MODULE or -c CODE, and those of the command
    folder: str
    variables: dict[str, str]
    new_session: bool


class Warm:
    """A process that has imported everything, and forks others."""

    def __init__(self) -> None:
        self._line, its_end = socket.socketpair()
        with its_end:
            command = [sys.executable, __file__, str(its_end.fileno())]
            self.process = subprocess.Popen(command, env=VARIABLES, pass_fds=[its_end.fileno()])
        self._answers = self._line.makefile("r", encoding="utf-8")
        self.modules = frozenset(self._answer())

    def start(self, wish: Wish, streams: list[int]) -> int:
        """Start it as a child of this process, and say its process id."""
        # It is forked twice: whose parent is gone becomes a child of the next process above that asks for such.
        take_orphans(True)
        socket.send_fds(self._line, [json.dumps(wish).encode() + b"\n"], streams)
        pid = int(self._answer())
        take_orphans(False)
        return pid

    def _answer(self) -> Any:
        return json.loads(self._answers.readline())


@cache
def warm_ones() -> "cycle[Warm]":
    """Two that take turns: each has an order of sets of its own, and so two runs differ in it, as two programs do."""
    return cycle([Warm(), Warm()])


class Program(subprocess.Popen[str]):
    """A program that runs, warm if it may be."""

    def __init__(self, command: list[str] | list[str | bytes], **keys: Any) -> None:
        self._alike = keys.keys() <= FORKED_ALIKE
        super().__init__(command, **keys)

    def _execute_child(self, command: list[str | bytes], *given: Any) -> None:
        """Start it, in the place of what `subprocess` does and with what it is given there."""
        folder, variables, pipes, new_session = given[4], given[5], given[9:15], given[20]
        wish = Wish(
            [os.fsdecode(word) for word in command[1:]],
            os.path.abspath(folder or ""),
            dict(os.environ if variables is None else variables),
            new_session,
        )
        alike = self._alike and command[0] == sys.executable and asks_nothing_new(wish)
        with ASKING:
            warm = next(warm_ones()) if alike else None
            if warm is None or shadows(wish, warm.modules):
                super()._execute_child(command, *given)  # type: ignore[misc]
                return
            ends = (pipes[0], pipes[3], pipes[5])
            self.pid = warm.start(wish, [usual if end == -1 else end for usual, end in enumerate(ends)])
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


def run(
    command: list[str] | list[str | bytes],
    *,
    input: str | None = None,
    capture_output: bool = False,
    timeout: float | None = None,
    **keys: Any,
) -> subprocess.CompletedProcess[str]:
    """Run it to its end, like `subprocess.run`."""
    if input is not None:
        keys["stdin"] = subprocess.PIPE
    if capture_output:
        keys["stdout"] = keys["stderr"] = subprocess.PIPE
    with Program(command, **keys) as process:
        try:
            told = process.communicate(input, timeout)
        except BaseException:
            process.kill()
            raise
    return subprocess.CompletedProcess(command, process.returncode, *told)


def asks_nothing_new(wish: Wish) -> bool:
    """Whether it is a command of Python's that begins with nothing else than a warm process has begun with."""
    changed = {name for name, _ in wish.variables.items() ^ VARIABLES.items()}
    known = wish.arguments[:1] in (["-m"], ["-c"]) and Path(wish.folder).is_dir()
    return sys.platform == "linux" and known and changed <= READ_LATER


def shadows(wish: Wish, modules: frozenset[str]) -> bool:
    """Whether Python would find modules in the folder that have been imported from elsewhere."""
    return any(path.name.partition(".")[0] in modules for path in Path(wish.folder).iterdir())


def take_orphans(wanted: bool) -> None:
    """Say whether processes below this one become its children when their parents are gone."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(wanted), 0, 0, 0)


def serve(line: socket.socket) -> tuple[Wish, list[int]]:
    """Fork for every wish; this returns in the forks only."""
    while True:
        text, streams = b"", list[int]()
        while not text.endswith(b"\n"):
            part, passed, _, _ = socket.recv_fds(line, 1 << 16, 3)
            if not part:
                os._exit(0)  # nobody is there any more
            text, streams = text + part, [*streams, *passed]
        between = os.fork()
        if between == 0:
            parent = os.getpid()
            if os.fork():
                os._exit(0)
            while os.getppid() == parent:
                time.sleep(0.0001)
            return Wish(*json.loads(text)), streams
        os.waitpid(between, 0)
        for stream in streams:
            os.close(stream)


def become(wish: Wish, streams: list[int], line: socket.socket) -> None:
    """Be as a program is that has just been started, and say so."""
    if wish.new_session:
        os.setsid()
    line.sendall(f"{os.getpid()}\n".encode())
    line.detach()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.chdir(wish.folder)
    os.environ.clear()
    os.environ.update(wish.variables)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        setattr(sys, name, text_stream(number, getattr(sys, name)))
        setattr(sys, f"__{name}__", getattr(sys, name))
    sys.orig_argv = [sys.executable, *wish.arguments]
    signal.pthread_sigmask(signal.SIG_SETMASK, ())  # what came meanwhile comes now


def text_stream(number: int, before: TextIOWrapper) -> TextIOWrapper:
    """A stream as Python makes it when it starts: what is at its other end decides how it writes."""
    binary: Any = os.fdopen(number, "wb" if number else "rb", closefd=False)
    binary.raw.name = before.name
    by_lines = number == 2 or os.isatty(number)
    return TextIOWrapper(binary, before.encoding, before.errors, newline="\n", line_buffering=by_lines)


def begin(wish: Wish) -> None:
    """Run the command as Python does."""
    kind, what, *arguments = wish.arguments
    sys.argv = [kind, *arguments]
    if kind == "-m":
        sys.path.insert(0, os.getcwd())
        run_module(what, run_name="__main__", alter_sys=True)
    else:
        sys.path.insert(0, "")
        sys.modules["__main__"] = ModuleType("__main__")
        exec(what, vars(sys.modules["__main__"]))


if __name__ == "__main__":
    # What comes while nobody can hear it is kept for later: a fork has its signals as soon as it has its place.
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    del sys.path[0]  # the folder of this file
    for module in IMPORTED:
        import_module(module)
    setproctitle.getproctitle()  # it finds its place beside the variables as they are at first
    gc.freeze()  # what is shared with all forks is not copied only to be looked through
    caller = socket.socket(fileno=int(sys.argv[1]))
    caller.sendall(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})).encode() + b"\n")
    wished, passed = serve(caller)
    become(wished, passed, caller)
    begin(wished)
