"""Bots that mean harm, or look like it. Each plays the first legal action until it strikes, at its second move.

The league loads them from this file, `hostile_bots.py:Loops`.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from tavern_bots.api import ALL_GAMES, Clock, Place, Setting
from tavern_engine import InfoSet


class Hostile:
    """Behaves, until it strikes."""

    summary = "strikes at its second move"
    games = ALL_GAMES
    options: tuple[Setting, ...] = ()

    def __init__(self, place: Place) -> None:
        self.place = place
        self.moves = 0

    def choose(self, infoset: InfoSet, clock: Clock) -> Any:
        self.moves += 1
        return self.strike(infoset) if self.moves == 2 else infoset.legal()[0]

    def strike(self, infoset: InfoSet) -> Any:
        raise NotImplementedError


class Loops(Hostile):
    """Thinks for ever."""

    def strike(self, infoset: InfoSet) -> NoReturn:
        while True:
            pass


class Sleeps(Hostile):
    """Falls asleep, after a word."""

    def strike(self, infoset: InfoSet) -> None:
        print("good night")
        time.sleep(3600)


class IgnoresSigterm(Hostile):
    """Will not be asked to stop."""

    def strike(self, infoset: InfoSet) -> NoReturn:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        while True:
            time.sleep(1)


class Raises(Hostile):
    """Gives up, in colour."""

    def strike(self, infoset: InfoSet) -> NoReturn:
        print("I am \x1b[31mred\x1b[0m", file=sys.stderr)
        raise ValueError("no idea what to do")


class RaisesAtOnce(Hostile):
    """Does not even sit down."""

    def __init__(self, place: Place) -> None:
        raise ValueError("the chair is too low")


class Interrupts(Hostile):
    """Pretends that somebody pressed Ctrl-C."""

    def strike(self, infoset: InfoSet) -> NoReturn:
        raise KeyboardInterrupt


class Unspeakable(Exception):
    """Ends whoever asks what it says."""

    def __str__(self) -> str:
        raise SystemExit("do not ask")


class RaisesTheUnspeakable(Hostile):
    """Gives a reason that ends the program that reads it."""

    def strike(self, infoset: InfoSet) -> NoReturn:
        raise Unspeakable


class Ending:
    """Ends whoever looks at it."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __repr__(self) -> str:
        raise self.error


class AnswersItsEnd(Hostile):
    """Answers what ends the program that shows it."""

    def strike(self, infoset: InfoSet) -> Ending:
        return Ending(SystemExit("do not look"))


class AnswersCtrlC(Hostile):
    """Answers what pretends, when it is shown, that somebody pressed Ctrl-C."""

    def strike(self, infoset: InfoSet) -> Ending:
        return Ending(KeyboardInterrupt())


class Nameless(type):
    """A kind of error whose name ends whoever asks for it."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise KeyboardInterrupt


class NamelessError(Exception, metaclass=Nameless):
    """Cannot be told at all."""


class RaisesTheNameless(Hostile):
    """Raises what has no name."""

    def strike(self, infoset: InfoSet) -> NoReturn:
        raise NamelessError


class SomethingWithALongNameThatIsNoNumber:
    """Shows where it lies in memory."""


class ShowsAddresses(Hostile):
    """Tells, in another way at every move, what is never the same twice."""

    def choose(self, infoset: InfoSet, clock: Clock) -> Any:
        self.moves += 1
        thing = SomethingWithALongNameThatIsNoNumber()
        if self.moves == 1:
            return thing
        if self.moves == 2:
            return [thing, {"deeper": thing}]
        if self.moves in (3, 4):
            raise ValueError(f"{'a' * (150 if self.moves == 3 else 194)} {thing!r}")
        print("a", thing, "b" * (200 - self.moves))  # cut off in the middle of it
        raise ValueError("no idea")


class RecursesDeeper(Hostile):
    """Asks itself, and asks itself, and will not be told when it is enough."""

    def strike(self, infoset: InfoSet) -> Any:
        sys.setrecursionlimit(2**31 - 1)
        return self.deeper(infoset)

    def deeper(self, infoset: InfoSet) -> Any:
        return self.deeper(infoset)


class Liar:
    """Claims to be a number, and will not be shown."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return int

    def __repr__(self) -> str:
        raise ValueError("do not look")


class Fumbles(Hostile):
    """Fails in another way at every move."""

    def choose(self, infoset: InfoSet, clock: Clock) -> Any:
        self.moves += 1
        return (self.raises, self.exits, self.recurses, self.answers)[min(self.moves, 4) - 1]()

    def raises(self) -> NoReturn:
        raise ValueError("no idea what to do")

    def exits(self) -> NoReturn:
        sys.exit("enough")

    def recurses(self) -> Any:
        return self.recurses()

    def answers(self) -> object:
        return (None, "pass", True, 1.0, Liar(), "a" * 10_000_000, 1 << 16_609)[self.moves - 4]


class AnswersIllegal(Hostile):
    """Names an action that is not legal."""

    def strike(self, infoset: InfoSet) -> int:
        return next(code for code in range(1000) if code not in infoset.legal())


class Chatters(Hostile):
    """Prints 50 megabytes, and then plays on."""

    def strike(self, infoset: InfoSet) -> int:
        for _ in range(50):
            print("bla " * 250_000)
        return infoset.legal()[0]


class Babbles(Hostile):
    """Prints for ever."""

    def strike(self, infoset: InfoSet) -> NoReturn:
        while True:
            print("bla " * 1000)


def pipes() -> list[int]:
    """The pipes of this process, other than its output."""
    links = {int(name): os.path.realpath(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd")}
    return [number for number, link in links.items() if "pipe:" in link and number > 2]


def write_to_pipes(data: bytes) -> None:
    for number in pipes():
        try:
            os.write(number, data)
        except OSError:
            continue


class WritesGarbage(Hostile):
    """Scribbles on the protocol's pipe."""

    def strike(self, infoset: InfoSet) -> int:
        write_to_pipes(b"what a lovely evening")
        return infoset.legal()[0]


class WritesTooMuch(Hostile):
    """Announces a frame of a megabyte, and begins to send it."""

    def strike(self, infoset: InfoSet) -> int:
        write_to_pipes((1 << 20).to_bytes(4, "little") + b"\x03" + bytes(10_000_000))
        return infoset.legal()[0]


class AnswersTwice(Hostile):
    """Answers for itself, and once more."""

    def strike(self, infoset: InfoSet) -> int:
        answer = (8).to_bytes(4, "little") + b"\x03" + bytes(8)
        write_to_pipes(answer + answer)
        return infoset.legal()[0]


class NamesItsFault(Hostile):
    """Answers with a fault, of a kind that it chooses itself."""

    options = (Setting("kind", "hang", "of the fault", choices=("raise", "illegal", "timeout", "hang", "crash", "?")),)

    def strike(self, infoset: InfoSet) -> NoReturn:
        told = {"kind": self.place.options["kind"], "said": "It was not me.", "trace": "", "gone": True}
        body = json.dumps(told).encode()
        write_to_pipes(len(body).to_bytes(4, "little") + b"\x05" + body)
        while True:
            time.sleep(1)


class ClosesPipes(Hostile):
    """Hangs up and stays."""

    def strike(self, infoset: InfoSet) -> None:
        for number in pipes():
            os.close(number)
        time.sleep(3600)


class Quits(Hostile):
    """Is gone without a word to Python."""

    def strike(self, infoset: InfoSet) -> None:
        print("farewell")
        os._exit(3)


class Segfaults(Hostile):
    """Reads what is not there."""

    def strike(self, infoset: InfoSet) -> None:
        ctypes.string_at(0)


class Hoards(Hostile):
    """Wants four gigabytes."""

    def strike(self, infoset: InfoSet) -> int:
        return len(bytearray(4 << 30))


def breed() -> None:
    """Start 50 processes that sleep: children and grandchildren, in this session and in others, one without a trace."""
    for number in range(49):
        if os.fork() == 0:
            if number % 2:
                os.setsid()
            if number % 3 == 0 and os.fork():
                os._exit(0)
            time.sleep(3600)
    subprocess.Popen(["sleep", "3600"], start_new_session=True)


class Breeds(Hostile):
    """Has many children, and hangs."""

    def strike(self, infoset: InfoSet) -> None:
        breed()
        if os.fork() == 0:  # an orphan that nobody can know by its environment
            subprocess.Popen(["sleep", "3600"], start_new_session=True, env={})
            os._exit(0)
        time.sleep(3600)


class BreedsAndQuits(Hostile):
    """Leaves many children behind."""

    def strike(self, infoset: InfoSet) -> None:
        breed()
        os._exit(0)


class Forgets(Hostile):
    """Ends in tears: it plays fairly and fails when it is told how it went."""

    def strike(self, infoset: InfoSet) -> int:
        return infoset.legal()[0]

    def end(self, placement: list[int]) -> NoReturn:
        raise ValueError("the others cheated")


class Works(Hostile):
    """Works until its process has used more than a second, and means no harm."""

    def strike(self, infoset: InfoSet) -> int:
        while time.process_time() < 1.1:
            pass
        return infoset.legal()[0]


class Inmate(Hostile):
    """Tells what its cell looks like."""

    def strike(self, infoset: InfoSet) -> int:
        kinds = ("AS", "CPU", "NOFILE", "FSIZE", "CORE")
        cell = {
            "environment": sorted(os.environ),
            "folder": os.listdir("."),
            "writable": Path("note.txt").write_text("here"),
            "stdin": sys.stdin.read(),
            "limits": {kind: resource.getrlimit(getattr(resource, f"RLIMIT_{kind}"))[0] for kind in kinds},
            "session": os.getsid(0) == os.getpid(),
        }
        print(json.dumps(cell))
        return infoset.legal()[0]


MIRROR = 0x5555_5555_5555


class Spy(Hostile):
    """Looks everywhere for a number that the referee holds; it knows its mirror image only, or it would find itself."""

    options = (Setting("mirror", 0, "the number, mirrored"),)

    def strike(self, infoset: InfoSet) -> int:
        mirror = int(self.place.options["mirror"])
        for where, thing in everything():
            if number_in(thing, mirror):
                raise ValueError(f"found in {where}")
        return infoset.legal()[0]


def number_in(thing: object, mirror: int) -> bool:
    """Whether the number is this thing, or is written in it."""
    if type(thing) is int:
        return thing ^ MIRROR == mirror
    if isinstance(thing, bytes):
        return str(mirror ^ MIRROR).encode() in thing
    return isinstance(thing, str) and str(mirror ^ MIRROR) in thing


def everything() -> Iterator[tuple[str, object]]:
    """All that a bot can get hold of without a debugger."""
    for thing in gc.get_objects():
        for part in gc.get_referents(thing):
            yield "memory", part
    for frame in sys._current_frames().values():
        caller = frame.f_back
        while caller is not None:
            yield from (("a frame", value) for value in caller.f_locals.values())
            caller = caller.f_back
    for module in list(sys.modules.values()):
        yield from (("a module", value) for value in list(vars(module).values()))
    yield from (("the arguments", word) for word in sys.argv)
    for owner in ("self", os.getppid()):
        for name in ("environ", "cmdline"):
            yield f"{name} of {owner}", Path(f"/proc/{owner}/{name}").read_bytes()
    for number in os.listdir("/proc/self/fd"):
        path = f"/proc/self/fd/{number}"
        if os.path.isfile(path):
            yield "an open file", Path(path).read_bytes()
