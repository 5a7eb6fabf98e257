"""Whether a bot changes what is ours: modules, classes, functions, component data, or what Python calls for everybody.

A snapshot remembers which thing each name stands for, so it can say which one has another meaning now, and put it back.
`SNAPSHOT` is taken when the kit is imported, which should be before the bot is.
"""

from __future__ import annotations

import builtins
import sys
import time
from collections.abc import Callable, Iterator
from operator import is_
from types import FunctionType, ModuleType
from typing import Any, Final

import tavern_bots.shipped  # noqa: F401  a bot that is the first to import our searches could change them unseen
from tavern_bots.testing.deals import WHOLE, asked_next, infoset_of, words_of
from tavern_bots.testing.seated import Seated, Trial
from tavern_engine import Game, Rng, Table
from tavern_engine import games as all_games
from tavern_engine.testing import Failed

OURS: Final = ("tavern_engine", "tavern_bots", "tavern_tournament")
MISSING: Final = object()
NAMED: Final = 3  # of the changes that are found
GRACE: Final = 1.0  # seconds in which what a bot has started may end
HOOKS: Final[dict[str, tuple[Callable[[], Any], Callable[[Any], None]]]] = {
    "Python's trace function": (sys.gettrace, sys.settrace),
    "Python's profile function": (sys.getprofile, sys.setprofile),
}


class Snapshot:
    """What our names stand for, what our functions do, and what our component data are."""

    def __init__(self) -> None:
        self._names = {where: (owner, dict(vars(owner))) for where, owner in owners()}
        self._codes = {where: (one, one.__code__, one.__defaults__) for where, one in self._functions()}
        self._hooks = {hook: read() for hook, (read, _) in HOOKS.items()}
        self._data = {game.id: data_of(game) for game in all_games()}

    def _functions(self) -> Iterator[tuple[str, FunctionType]]:
        for where, (_, names) in self._names.items():
            for name, thing in names.items():
                for inner in (thing, *(getattr(thing, way, None) for way in ("__func__", "__wrapped__", "fget"))):
                    if isinstance(inner, FunctionType):
                        yield f"{where}.{name}", inner

    def changed(self) -> list[str]:
        """What is not as it was, in words."""
        found = [f"{where}.{name}" for where, _, name, _ in self._renamed()]
        found += [
            where
            for where, (one, code, defaults) in self._codes.items()
            if one.__code__ is not code or one.__defaults__ is not defaults
        ]
        found += [hook for hook, (read, _) in HOOKS.items() if read() is not self._hooks[hook]]
        found += [
            f"the data of {game.title}" for game in all_games() if self._data.get(game.id) not in (None, data_of(game))
        ]
        return found

    def put_back(self) -> None:
        """Make names, functions and hooks what they were; component data stay as they are."""
        for _, owner, name, thing in list(self._renamed()):
            if thing is MISSING:
                delattr(owner, name)
            else:
                setattr(owner, name, thing)
        for one, code, defaults in self._codes.values():
            one.__code__, one.__defaults__ = code, defaults
        for hook, (_, write) in HOOKS.items():
            write(self._hooks[hook])

    def _renamed(self) -> Iterator[tuple[str, Any, str, object]]:
        """Names that stand for something else, where they are, and what they stood for."""
        for where, (owner, names) in self._names.items():
            now = vars(owner)
            if len(now) == len(names) and all(map(is_, now, names)) and all(map(is_, now.values(), names.values())):
                continue  # as almost always, and looked at all at once
            for name, thing in names.items():
                if now.get(name, MISSING) is not thing:
                    yield where, owner, name, thing
            if len(now) > len(names):
                for name in now.keys() - names.keys():
                    if not may_come(owner, name, now[name]):
                        yield where, owner, name, MISSING


def may_come(owner: object, name: str, thing: object) -> bool:
    """Whether a new name means no harm: in a class, a note that Python leaves; in a module, all that hides no other."""
    if isinstance(owner, ModuleType):
        return owner is builtins or not hasattr(builtins, name) or name.startswith("__")
    return name.startswith("__") and not callable(thing)


def owners() -> Iterator[tuple[str, Any]]:
    """Our modules and classes with their names, and the names that all code uses."""
    yield "builtins", builtins
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in OURS and isinstance(module, ModuleType):
            yield name, module
            for inner in list(vars(module).values()):
                if isinstance(inner, type) and inner.__module__ == name:
                    yield f"{name}.{inner.__qualname__}", inner


def data_of(game: Game) -> list[tuple[str, str | bytes]]:
    """The component data that the states of a game read, as they are now."""
    tables = game.tables
    names = [name for name in dir(tables) if not name.startswith("__") and name != "game"]
    return [(name, as_it_is(thing)) for name in names if not callable(thing := getattr(tables, name))]


def as_it_is(thing: Any) -> str | bytes:
    """What a thing holds: vectors of the compiled build as their memory, since a text of a long one takes ms."""
    try:
        return bytes(memoryview(thing))
    except TypeError:
        return repr(thing)


SNAPSHOT: Final = Snapshot()


def check_changes(trial: Trial) -> None:
    """It changes nothing of ours when it is loaded, seated or asked, and leaves nothing running."""
    require_unchanged("when it was loaded")
    before, table = threads(), Table(trial.game, trial.table.seats, 0, trial.table.options)
    bot = trial.seat(0)
    require_unchanged("when it took its seat")
    asked = _play_on(table, bot, trial.table.times(WHOLE))
    require_unchanged(f"in the {asked} decisions of a game")
    bot.end(table.placement())
    require_unchanged("when the game had ended")
    late = time.monotonic() + GRACE
    while threads() - before:
        if time.monotonic() > late:
            raise Failed("it left a thread running when the game had ended")
        time.sleep(GRACE / 100)


def _play_on(table: Table, bot: Seated, most: int) -> int:
    """Play so many decisions or to the end, and look now and then: how many decisions it took."""
    asked, rng = 0, Rng(1)
    while asked < most and asked_next(table, [0], rng):
        infoset = infoset_of(table.game, words_of(table.ask()[1].view))
        table.answer(bot.answer(infoset, table.news(0)))
        asked += 1
        if asked.bit_count() == 1:  # to look takes longer than most bots
            require_unchanged(f"by decision {asked} of seat 0 in deal 0")
    return asked


def require_unchanged(when: str) -> None:
    """Put back what was changed, and say so."""
    if changed := SNAPSHOT.changed():
        SNAPSHOT.put_back()
        more = f" and {len(changed) - NAMED} more" if len(changed) > NAMED else ""
        raise Failed(f"it changed {', '.join(changed[:NAMED])}{more} {when}")


def threads() -> set[int]:
    """The threads that run Python code, however they were started."""
    return set(sys._current_frames())
