"""How a game is told to people: actions, events, pictures and facts in words, and what all games share of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tavern_engine.state import SPECTATOR, TRUTH, VIEWER, Event, State

S = TypeVar("S", bound=State)
Part = bool | int | str | list[str] | list[int]


class Names:
    """What to call the seats: `seat 0`, or the names that people gave."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.given = tuple(names)

    def __call__(self, seat: int) -> str:
        """The name of one seat."""
        return self.given[seat] if 0 <= seat < len(self.given) else f"seat {seat}"

    def all(self, seats: Sequence[int]) -> str:
        """Several seats: `seats 1, 2`, or their names."""
        if self.given or len(seats) == 1:
            return " and ".join(map(self, seats))
        return f"seats {', '.join(map(str, seats))}"

    def column(self, seat: int) -> str:
        """The name as wide as the longest."""
        return self(seat).ljust(max(map(len, self.given), default=0))


SEAT_NUMBERS: Final = Names()


class Action:
    """One action code: its text, and the parts a bot can read, `verb` always among them.

    >>> act = Action("let {seat} draw {card}", "let draw", seat=2, card="a 4")
    >>> act.text(), act.text(Names(["Ada", "Ben", "Cleo"])), act.parts
    ('let seat 2 draw a 4', 'let Cleo draw a 4', {'verb': 'let draw', 'seat': 2, 'card': 'a 4'})
    """

    def __init__(self, template: str, verb: str, **parts: Part) -> None:
        self.template = template
        self.parts: dict[str, Part] = {"verb": verb, **parts}

    def text(self, names: Names = SEAT_NUMBERS) -> str:
        """What the action is called."""
        seat = self.parts.get("seat")
        return self.template.format(**{**self.parts, "seat": names(seat) if isinstance(seat, int) else ""})


class Happening(NamedTuple):
    """One kind of event: what it does to a state or view, and how it is told.

    `does` names the method and what of the event it takes after the words: `lay seat what amount`; empty if the event
    is only told. `says` is a sentence in which {who} is the event's seat, {other} the seat that `what` names, {seats}
    those in a mask, and {thing} the one of `things` that it counts to. Where that is not enough it is a function.
    """

    does: str | Callable[[Any, Event], None]
    says: str | Callable[[Event, Names], str]
    quiet: bool = False  # people need not be told: what comes next says it
    listed: str = ""  # words after which the sentence lists something; such sentences in a row become one
    things: Sequence[str] = ()

    def apply(self, state: Any, event: Event) -> None:
        """Let it happen to a state or view."""
        if callable(self.does):
            self.does(state, event)
            return
        method, taken = _deed(self.does)
        getattr(state, method)(state.w, *[event[field] for field in taken])

    def sentence(self, event: Event, names: Names) -> str:
        """The event in words, as far as it was seen."""
        if callable(self.says):
            return self.says(event, names)
        thing = self.things[event.what] if 0 <= event.what < len(self.things) else ""
        told = {"what": event.what, "amount": event.amount, "thing": thing}
        seats = ", ".join(map(names, seats_in(event.what))) or "nobody" if "{seats}" in self.says else ""
        return self.says.format(who=names(event.seat), other=names(event.what), seats=seats, **told)


@cache  # a bot that looks back lets thousands of events happen for one decision
def _deed(does: str) -> tuple[str, tuple[int, ...]]:
    """The method that `does` names, and which fields of an event it takes."""
    method, *taken = does.split() or ("tell", "op", "seat", "what", "amount")
    return method, tuple(map(Event._fields.index, taken))


class Worth(NamedTuple):
    """A part of what a seat has won or lost."""

    what: str  # such as `3 nobles`
    number: int  # of points or coins


class Words(Generic[S]):
    """All that is said of a game; one class a game, made for its component data."""

    actions: Sequence[Action]  # by code
    events: Mapping[int, Happening]  # by op
    phases: Sequence[str]  # what the decisions are called, by PHASE

    def facts(self, state: S) -> dict[str, Any]:
        """What the state or view tells beyond the facts that all games share, as plain data.

        A tuple is a list in which the order means something; None is what is not there.
        """
        raise NotImplementedError

    def picture(self, state: S, names: Names) -> str:
        """The table in a few lines."""
        raise NotImplementedError

    def pieces(self, state: S, names: Names) -> list[str]:
        """The table in pieces for a screen with room for some: what the viewer needs most to decide comes first."""
        return [self.picture(state, names)]

    def counts(self, state: S, seat: int) -> dict[str, int]:
        """What people count of a seat, by its name for one of it, where sentences of events do not say the change."""
        return {}

    def worth(self, state: S, seat: int, events: Sequence[Event]) -> list[Worth]:
        """What the points or coins of a seat are made of; `events` are all that the viewer saw."""
        return []

    def dimensions(self, state: S, seat: int, events: Sequence[Event]) -> dict[str, int | str]:
        """What can tell where a finished game was won, by name: amounts that a seat had, or what it was or did."""
        return {}

    def second_thought(self, state: S, action: int) -> str:
        """What a person should be asked before this action is played, as a question; empty for nearly all."""
        return ""

    def deed(self, action: int, names: Names) -> str:
        """What the action does, as it follows `Seat 1 cannot`."""
        return self.actions[action].text(names)

    def why_not(self, state: S, action: int) -> str:
        """Why the action is not legal now, as the end of `Seat 1 cannot play 4: ...`; empty if it belongs elsewhere."""
        return ""


# Parts of sentences.


def counted(number: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def grouped(things: Iterable[str]) -> list[str]:
    """Equal things together: `4 x2`."""
    return [thing if count == 1 else f"{thing} x{count}" for thing, count in Counter(things).items()]


def listing(things: Iterable[str], between: str = ", ") -> str:
    """Things in a line, equal ones counted: `4 x2, Zero`."""
    return between.join(grouped(things))


def seats_in(mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def seen_by(state: State, names: Names = SEAT_NUMBERS) -> str:
    """` (seen by seat 1)` behind the headline of a view; nothing for the truth, or for a person's own seat."""
    viewer = int(state.w[VIEWER])
    if viewer == TRUTH or (names.given and viewer != SPECTATOR):
        return ""
    return f" (seen by {'a spectator' if viewer == SPECTATOR else names(viewer)})"
