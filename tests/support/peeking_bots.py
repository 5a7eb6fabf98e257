"""Bots that peek, each in a way that is hard to see: late, in some hands, in a league, or well prepared.

Where they do not peek they decide as an honest bot does. Each stands with the check that must catch it.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

from bad_bots import HonestBot, is_truth

from tavern_bots.api import Clock, Place
from tavern_engine import InfoSet, State, Table

IN_A_LEAGUE = "TAVERN_BOT" in os.environ  # when this was imported


def truth_in_memory() -> State | None:
    """The first truth among all objects of the process."""
    return next((thing for thing in gc.get_objects() if issubclass(type(thing), State) and is_truth(thing)), None)


def truth_in_frames(frame: FrameType | None) -> State | None:
    """The first truth, or the one of the first table, among the variables of whoever called."""
    while frame is not None:
        for thing in list(frame.f_locals.values()):
            if is_truth(thing):
                return thing  # type: ignore[no-any-return]
            if isinstance(thing, Table):
                return thing.truth()
        frame = frame.f_back
    return None


def truth_in_modules() -> State | None:
    """The truth of a table in a global of any module."""
    for module in list(sys.modules.values()):
        for thing in list(vars(module).values()):
            if type(thing) is Table:
                return thing.truth()
    return None


class Peeker(HonestBot):
    """Draws by lot, or, where it strikes, decides by all words of the truth."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.asked = 0

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        self.asked += 1
        honest = super().choose(infoset, clock)
        truth = self.truth() if self.strikes(infoset) else None
        legal = infoset.legal()
        return honest if truth is None else legal[sum(truth.to_bytes()) % len(legal)]

    def strikes(self, infoset: InfoSet) -> bool:
        return True

    def truth(self) -> State | None:
        return truth_in_memory()


class PeeksLate(Peeker):
    """Peeks at four decisions of a game, and not at the first five."""

    def strikes(self, infoset: InfoSet) -> bool:
        return 5 < self.asked < 10


class PeeksLateThroughFrames(PeeksLate):
    """Likewise, at the variables of whoever asks it."""

    def truth(self) -> State | None:
        return truth_in_frames(sys._getframe())


class PeeksThroughModules(PeeksLate):
    """Likewise, at the globals of all modules."""

    def truth(self) -> State | None:
        return truth_in_modules()


class PeeksInSomeHands(Peeker):
    """At Dragon's Vault: peeks only while it holds a Fire-breather, in about one decision of twenty."""

    def strikes(self, infoset: InfoSet) -> bool:
        return "Fire-breather" in infoset.facts()["seats"][self.place.seat]["hand"]


class GuessesSeeds(Peeker):
    """At Dragon's Vault: deals with one seed after another until its own cards are the ones it holds."""

    dealt: State | None = None

    def truth(self) -> State | None:
        return self.dealt

    def strikes(self, infoset: InfoSet) -> bool:
        if self.asked == 1:
            for seed in range(20):
                state = self.place.game.new(self.place.seats, seed, self.place.table_options)
                mine, theirs = (one.facts()["seats"] for one in (infoset, state.observe(self.place.seat)))
                if mine[self.place.seat] == theirs[self.place.seat]:
                    self.dealt = state
        return True


class PeeksByArguments(Peeker):
    """Peeks where the command is that of a league."""

    def strikes(self, infoset: InfoSet) -> bool:
        return any("tavern-tourney" in word for word in sys.argv)


class PeeksByEnvironment(Peeker):
    """Peeks where a league's mark is in the environment."""

    def strikes(self, infoset: InfoSet) -> bool:
        return "TAVERN_BOT" in os.environ


class PeeksAsImported(Peeker):
    """Likewise, but it has looked only once."""

    def strikes(self, infoset: InfoSet) -> bool:
        return IN_A_LEAGUE


class PeeksByModules(Peeker):
    """Peeks where a league is loaded."""

    def strikes(self, infoset: InfoSet) -> bool:
        return "tavern_tournament.match" in sys.modules and "tavern_bots.testing" not in sys.modules


class PeeksByTitle(Peeker):
    """Peeks where the process calls itself a league's."""

    def strikes(self, infoset: InfoSet) -> bool:
        return b"tavern-tourney" in Path("/proc/self/cmdline").read_bytes()


class PeeksInItsOwnProcess(Peeker):
    """Peeks where it has a process of its own."""

    def strikes(self, infoset: InfoSet) -> bool:
        program = sys.modules["__main__"].__spec__
        return program is not None and program.name == "tavern_bots.keeper"


class PeeksUnlessChecked(Peeker):
    """Peeks wherever the kit is not loaded."""

    def strikes(self, infoset: InfoSet) -> bool:
        return "tavern_bots.testing" not in sys.modules


class QuitsInALeague(Peeker):
    """Is gone where a league's mark is in the environment."""

    def strikes(self, infoset: InfoSet) -> bool:
        if "TAVERN_BOT" in os.environ:
            os._exit(3)
        return False


class PeeksWhenSeated(Peeker):
    """Finds the table when it takes its seat, and keeps it."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.table = next((thing for thing in gc.get_objects() if type(thing) is Table), None)

    def truth(self) -> State | None:
        return self.table.truth() if self.table else None


class RemembersTheDeal(Peeker):
    """Keeps the truth of every game when it has ended, and knows it again from any seat that was dealt the same."""

    known: ClassVar[dict[int, bytes]] = {}

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        if self.asked == 0:
            self.first = infoset.key
        return super().choose(infoset, clock)

    def truth(self) -> State | None:
        return self.place.game.state_from_bytes(self.known[self.first]) if self.first in self.known else None

    def end(self, placement: list[int]) -> None:
        if truth := truth_in_memory():
            self.known[self.first] = truth.to_bytes()


class PeeksFromAThread(Peeker):
    """Has a thread look at what the referee holds, while it is not asked itself."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.found: State | None = None
        self.late = time.monotonic() + 3  # or tests would slow each other down
        threading.Thread(target=self.look, args=(threading.get_ident(),), daemon=True).start()

    def look(self, referee: int) -> None:
        while time.monotonic() < self.late:
            with suppress(Exception):  # what it looks at is half made
                self.found = truth_in_frames(sys._current_frames()[referee]) or self.found
            time.sleep(0.001)

    def truth(self) -> State | None:
        return self.found


def leaking(ask: Callable[[Table], tuple[int, InfoSet]]) -> Callable[[Table], tuple[int, InfoSet]]:
    """A way to ask that leaves a copy of the truth behind."""

    def asked(table: Table) -> tuple[int, InfoSet]:
        Patches.left = table.truth()
        return ask(table)

    return asked


class Patches(Peeker):
    """Has the referee leave it the truth, from its seating on."""

    left: State | None = None

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.prepare()

    def prepare(self) -> None:
        Table.ask = leaking(Table.ask)  # type: ignore[assignment, method-assign]

    def truth(self) -> State | None:
        return Patches.left


class PatchesLate(Patches):
    """Likewise, from its third decision on."""

    def prepare(self) -> None:
        pass

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        if self.asked == 2:
            Table.ask = leaking(Table.ask)  # type: ignore[assignment, method-assign]
        return super().choose(infoset, clock)


class PatchesAtTheEnd(Patches):
    """Likewise, when its first game has ended."""

    def prepare(self) -> None:
        pass

    def end(self, placement: list[int]) -> None:
        Table.ask = leaking(Table.ask)  # type: ignore[assignment, method-assign]


class PatchesCode(Patches):
    """Leaves every name as it is, and changes what a function does."""

    def prepare(self) -> None:
        def truth(self: Any) -> Any:
            return self._state

        Table.truth.__code__ = truth.__code__


class Traces(Patches):
    """Has Python tell it of every call."""

    def prepare(self) -> None:
        sys.setprofile(lambda frame, event, argument: None)


class MarksCards(Peeker):
    """Changes what the cards are worth, which everybody reads."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        place.game.tables.cap += 1


#: Each with the check that must catch it and what it must say.
PEEKING_BOTS: dict[type[Peeker], tuple[str, str]] = {
    PeeksLate: ("games", "it cannot know: it peeks"),
    PeeksLateThroughFrames: ("games", "it cannot know: it peeks"),
    PeeksThroughModules: ("games", "it cannot know: it peeks"),
    PeeksInSomeHands: ("games", "it cannot know: it peeks"),
    PeeksWhenSeated: ("games", "it cannot know: it peeks"),
    GuessesSeeds: ("games", "it guesses seeds"),
    RemembersTheDeal: ("games", "it remembers other games"),
    PeeksByArguments: ("league", "in a process that looks like a league's"),
    PeeksByEnvironment: ("league", "in a process of its own as a league gives it"),
    PeeksAsImported: ("league", "in a process of its own as a league gives it"),
    PeeksByModules: ("league", "in a process that looks like a league's"),
    PeeksByTitle: ("league", "in a process that looks like a league's"),
    PeeksInItsOwnProcess: ("league", "in a process of its own as a league gives it"),
    PeeksUnlessChecked: ("league", "in a process of its own as a league gives it"),
    QuitsInALeague: ("league", "in a process of its own as a league gives it: its process has ended"),
    PeeksFromAThread: ("changes", "it left a thread running when the game had ended"),
    Patches: ("changes", "it changed tavern_engine.table.Table.ask when it took its seat"),
    PatchesLate: ("changes", "it changed tavern_engine.table.Table.ask by decision 4 of seat 0"),
    PatchesAtTheEnd: ("changes", "it changed tavern_engine.table.Table.ask when the game had ended"),
    PatchesCode: ("changes", "it changed tavern_engine.table.Table.truth when it took its seat"),
    Traces: ("changes", "it changed Python's profile function when it took its seat"),
    MarksCards: ("changes", "it changed the data of Dragon's Vault when it took its seat"),
}
