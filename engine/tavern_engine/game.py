"""What a game is: its id, version, table sizes, options and component data, and how to set it up."""

from __future__ import annotations

import difflib
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

from tavern_engine import state as s
from tavern_engine.chance import seed_words
from tavern_engine.encoding import Encoding
from tavern_engine.errors import BadBytes, BadGame, BadSetup, IllegalAction, TavernError
from tavern_engine.guard import blame
from tavern_engine.layout import Layout
from tavern_engine.lookback import LookBack
from tavern_engine.reading import Unreadable, read_text
from tavern_engine.state import Event, InfoSet, State, numbers, words_from_bytes
from tavern_engine.whole import is_whole, shown
from tavern_engine.words import SEAT_NUMBERS, Happening, Names, Part, Words, Worth

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """One thing about a game that a person can set, with the values it may have."""

    name: str
    default: bool | int | str
    help: str
    choices: Sequence[bool | int | str] = (False, True)
    solo: bool | int | str | None = None  # the default where a person plays, if it is another one there

    @property
    def solo_default(self) -> bool | int | str:
        """The default where a person plays."""
        return self.default if self.solo is None else self.solo

    def check(self, value: object) -> bool | int | str:
        """The value if it is one of the choices, else BadSetup."""
        for choice in self.choices:
            if choice == value and type(choice) is type(value):
                return choice
        allowed = ", ".join(str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in self.choices)
        raise BadSetup(f"The option {self.name} cannot be {value!r}: it is one of {allowed}.")

    def for_seat(self, value: bool | int | str, seat: int) -> bool | int | str:
        """The value as a person at this seat means it."""
        return value


class Question(NamedTuple):
    """What a seat is asked."""

    text: str = ""  # in a few words; empty where the choices say it
    concerns: bool = True  # whether something happens to the seat, beyond its being able to play


def did_you_mean(word: object, known: Iterable[str], otherwise: str = "") -> str:
    """` Did you mean X?` if a known word is near; if none is, ` There are: X, Y.` in the words of `otherwise`."""
    words = list(known)
    if near := difflib.get_close_matches(str(word), words, n=1):
        return f" Did you mean {near[0]!r}?"
    return f" {otherwise}: {', '.join(words) or 'none'}." if otherwise else ""


class Game(ABC):
    """A game with its component data. One instance serves any number of tables and never changes."""

    id: str
    title: str
    version: int
    actions: int  # how many action codes there are
    min_seats: int
    max_seats: int
    options: tuple[Option, ...]
    data_hash: str  # of the component values
    data_file: Path  # where they came from
    rules_file: Path  # the numbered rules in words
    state_class: type[State]
    tables: Any  # a `Tables` of its own kind
    layout: Layout
    words: Words[Any]
    keyed_by_position = False  # whether `State.key` tells positions apart, not the ways to them: a view tells all
    solvable = False  # whether nothing is hidden and, from the first decision on, nothing comes by lot
    table_notes = "In the table a ? is a card that you do not know."  # what a person needs to read it
    what_concerns = ""  # which questions concern a seat, in words; empty where all do
    point = 1  # what one point is in a score
    has_points = True  # whether scores mean something to people
    points_name = "points"  # what the game counts, after a number: 12 points, 12 coins lost
    more_tables: ClassVar[Mapping[str, tuple[int, Mapping[str, Value]]]] = {}  # seats and options to check besides

    def __repr__(self) -> str:
        return f"<{self.title}, version {self.version}, data {self.data_hash}>"

    # What a game provides, besides its state, layout and words.

    @classmethod
    def from_box(cls) -> Self:
        """The game with the components that ship with it."""
        return cls()

    @abstractmethod
    def with_data(self, path: Path | str) -> Game:
        """The same game with other components: of a file, or of a folder with a file named like its own."""

    @property
    def data_files(self) -> tuple[Path, ...]:
        """All files of its component data: the first, and those that it names."""
        return (self.data_file,)

    @abstractmethod
    def tiny(self) -> Game:
        """The same game with so few cards that every arrangement can be listed."""

    @abstractmethod
    def set_out(self, state: Any, options: Mapping[str, Value]) -> None:
        """Lay out what is there before the first event, on a state whose words are 0 but for seats and seed."""

    def begin(self, state: Any) -> None:
        """Set up and go on to the first decision."""
        state.begin_game()

    @abstractmethod
    def situation(self, state: Any, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        """Turn a fresh state into the position that a scenario describes, its luck scripted."""

    def options_of(self, state: Any) -> dict[str, Value]:
        """The options with which the table was set up."""
        return {}

    def check_cards(self, state: Any) -> None:
        """Raise BadBytes unless no card of a state or view is lost or made; its numbers are in their ranges."""
        return

    def check_together(self, seats: int, options: Mapping[str, Value]) -> None:
        """Raise BadSetup if these options, each right by itself, do not go together at such a table."""
        return

    def seat_names(self, state: Any) -> list[str]:
        """What people call the seats; texts of events and actions say `seat 0`."""
        return [f"seat {seat}" for seat in range(int(state.w[s.SEATS]))]

    def question(self, view: Any, names: Sequence[str] = ()) -> Question:
        """What the viewer is asked; with names for the seats, if people gave them any."""
        return Question()

    def card_texts(self) -> Mapping[str, str]:
        """What is printed on the cards, by title, for games whose cards have texts."""
        return {}

    def forgets(self, state: Any) -> str:
        """What seats should know but views of this state have given up, in a sentence; empty if they are exact."""
        return ""

    # Setting up.

    def start(self, seats: int, words: tuple[int, int], options: Mapping[str, Value]) -> State:
        """A state before the first event, with the luck of these two words. `begin` plays on from there."""
        state = self.state_class(numbers([0] * self.layout.length), self.tables)
        state.w[s.SEATS] = seats
        state.w[s.VIEWER] = s.TRUTH
        state.w[s.SEED_A], state.w[s.SEED_B] = words
        self.set_out(state, options)
        return state

    def new(self, seats: int, seed: int | str = 0, options: Mapping[str, object] | None = None) -> State:
        """A new game at its first decision."""
        size, chosen = self.checked_table(seats, options or {})
        state = self.start(size, seed_words(seed), chosen)
        self.begin(state)
        return state

    def blank(self, seats: int, options: Mapping[str, object] | None, viewer: int) -> State:
        """The view of one seat before anything has happened; folding the events it sees into it gives its view."""
        size, chosen = self.checked_table(seats, options or {})
        view = self.start(size, (0, 0), chosen)
        view.w[s.VIEWER] = viewer
        view.forget_the_question()
        return view

    def fold(self, view: State, event: Event) -> None:
        """Let an event happen to a view, as far as it was seen."""
        self._kind(event).apply(view, event)

    def look_back(self, seats: int, options: Mapping[str, object] | None, seat: int) -> LookBack:
        """An empty look back for a seat of such a table; it wants to be told everything from the first event on."""
        return LookBack(self, seats, options, seat)

    @property
    def sizes(self) -> Sequence[int]:
        """How many seats a table can have."""
        return range(self.min_seats, self.max_seats + 1)

    @property
    def sizes_text(self) -> str:
        """The same for people: `2 to 6`, or `2 or 4`."""
        gaps = len(self.sizes) <= self.max_seats - self.min_seats
        return " or ".join(map(str, self.sizes)) if gaps else f"{self.min_seats} to {self.max_seats}"

    @property
    def usual_size(self) -> int:
        """The table at which options are tried: three seats if that many can play."""
        return 3 if 3 in self.sizes else self.min_seats

    def checked_table(self, seats: int, options: Mapping[str, object]) -> tuple[int, dict[str, Value]]:
        """The seats and all options with their values, or BadSetup."""
        size, chosen = self.checked_seats(seats), self.checked_options(options)
        self.check_together(size, chosen)
        return size, chosen

    def checked_seats(self, seats: int) -> int:
        if not is_whole(seats, self.min_seats, self.max_seats) or seats not in self.sizes:
            raise BadSetup(f"{self.title} is played with {self.sizes_text} seats, not with {shown(seats)}.")
        return int(seats)

    def checked_options(self, options: Mapping[str, object]) -> dict[str, Value]:
        """All options with their values, each right by itself, or BadSetup."""
        if not isinstance(options, Mapping):
            raise BadSetup(f"Options are names with values, such as {{'tricks': True}}, not {options!r}.")
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadSetup(f"{self.title} has no option {name!r}.{did_you_mean(name, known, 'It has')}")
        return {name: option.check(options.get(name, option.default)) for name, option in known.items()}

    def changed_options(self) -> dict[str, Value]:
        """Every option at its last choice, as far as they go together at the usual table."""
        chosen = self.checked_options({})
        for option in self.options:
            with suppress(BadSetup):
                _, chosen = self.checked_table(self.usual_size, {**chosen, option.name: option.choices[-1]})
        return chosen

    # Words.

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(action.text() for action in self.words.actions)

    @cached_property
    def _codes(self) -> dict[str, int]:
        """The action codes by text in lower case, the first of those that share one."""
        return {text.lower(): code for code, text in reversed([*enumerate(self.action_texts())])}

    def action_texts(self) -> Sequence[str]:
        """The text of every action code."""
        return self._texts

    def action_text(self, action: int, names: Sequence[str] = ()) -> str:
        """The text of an action code; with names for the seats, if people gave them any."""
        texts = self.action_texts()
        if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < len(texts):
            raise IllegalAction(f"{self.title} has no action {action!r}: actions are 0 to {len(texts) - 1}.")
        return self.words.actions[action].text(Names(names)) if names else texts[action]

    def action_parts(self, action: int) -> dict[str, Part]:
        """What an action is made of: its verb, and the card, the seat, the number it is about."""
        return dict(self.words.actions[action].parts)

    def described(self, actions: Sequence[int]) -> list[dict[str, Any]]:
        """Actions as plain data: code, text and parts."""
        return [{"code": code, "text": self.action_text(code), **self.action_parts(code)} for code in actions]

    def parse_action(self, text: str) -> int:
        """The action code of a text, upper or lower case."""
        wanted = " ".join(text.lower().split()) if isinstance(text, str) else ""
        if wanted not in self._codes:
            raise IllegalAction(f"{self.title} has no action {text!r}.{did_you_mean(wanted, self._codes)}")
        return self._codes[wanted]

    def rules_text(self) -> str:
        """The numbered rules, or BadGame if their file cannot be read."""
        return self._text_of(self.rules_file)

    def page(self) -> str:
        """What GAME.md, beside the rules, tells authors of bots, or BadGame."""
        return self._text_of(self.rules_file.with_name("GAME.md"))

    def _text_of(self, path: Path) -> str:
        try:
            return read_text(path)
        except Unreadable as error:
            raise BadGame(f"A page of {self.title} cannot be read: {path}: {error}.") from None

    def event_text(self, event: Event, names: Sequence[str] = ()) -> str:
        """An event, as far as it was seen, in a sentence; with names for the seats, if people gave them any."""
        return self._kind(event).sentence(event, Names(names) if names else SEAT_NUMBERS)

    def _kind(self, event: Event) -> Happening:
        """What is said of events of this kind, or BadGame."""
        kind = self.words.events.get(event.op)
        if kind is None:
            raise BadGame(f"The rules of {self.title} failed: there are no words for the event {event.op}.")
        return kind

    def told(self, events: Sequence[Event], names: Sequence[str] = ()) -> list[str]:
        """What happened as it is told to people: quiet events left out, those that list something in a row as one."""
        return [text for text, _ in self.told_of(events, names)]

    def told_of(self, events: Sequence[Event], names: Sequence[str] = ()) -> list[tuple[str, int]]:
        """The same, each sentence with how many events had happened when it was told."""
        told: list[tuple[str, int]] = []
        beginning = ""
        for number, event in enumerate(events, start=1):
            kind = self._kind(event)
            if kind.quiet:
                continue
            text = self.event_text(event, names)
            head = text[: text.find(kind.listed) + len(kind.listed)] if kind.listed else ""
            if head and head == beginning:
                told[-1] = f"{told[-1][0]}, {text.removeprefix(head)}", number
            else:
                told.append((text, number))
            beginning = head
        return told

    def picture(self, state: State, names: Sequence[str] = ()) -> str:
        """The table in a few lines; with names for the seats, if people gave them any."""
        return self.words.picture(state, Names(names) if names else SEAT_NUMBERS)

    def pieces(self, state: State, names: Sequence[str] = ()) -> list[str]:
        """The picture in pieces, for a screen with room for some: what the viewer needs most comes first."""
        return self.words.pieces(state, Names(names) if names else SEAT_NUMBERS)

    def second_thought(self, view: State, action: int) -> str:
        """What a person should be asked before this action is played, as a question; empty for nearly all."""
        return self.words.second_thought(view, action)

    def counts(self, state: State, seat: int) -> dict[str, int]:
        """What people count of a seat, where sentences of events do not say the change."""
        return self.words.counts(state, seat)

    def worth(self, state: State, seat: int, events: Sequence[Event] = ()) -> list[Worth]:
        """What the points or coins of a seat are made of; `events` are all that the viewer saw."""
        return self.words.worth(state, seat, events)

    def points(self, score: int) -> int | None:
        """What a seat counts at the end, in the game's own points, if its score is this; None if it counts none."""
        return score if self.has_points else None

    def dimensions(self, state: State, seat: int, events: Sequence[Event]) -> Mapping[str, int | str]:
        """What can tell where a finished game was won, by name; `events` are all, with nothing hidden.

        A number is an amount that the seat had (`coins lost in round 2`), a text what it was or did (`character`).
        """
        return self.words.dimensions(state, seat, events)

    def refusal(self, state: State, action: int, names: Sequence[str] = ()) -> str:
        """Why the action is not legal for the seat that is asked, in a sentence; with names, if people gave any."""
        who, text = Names(names)(int(state.w[s.ASKED])), self.action_text(action, names)
        who = who[:1].upper() + who[1:]
        if reason := self.words.why_not(state, action):
            return f"{who} cannot {self.words.deed(action, Names(names))}: {reason}."
        choices = ", ".join(self.action_text(code, names) for code in state.legal())
        return f"{who} cannot choose {text!r} now: the choice is between {choices}."

    # Plain data.

    def facts(self, state: State) -> dict[str, Any]:
        """All that a state or view tells, as plain data that JSON can hold."""
        asked = int(state.w[s.ASKED])
        return {
            "options": self.options_of(state),
            "asked": asked if asked >= 0 else None,
            "phase": self._phase(int(state.w[s.PHASE])) if asked >= 0 else None,
            "over": asked == s.OVER,
            "places": tuple(state.placement()) if asked == s.OVER else None,
            **self.words.facts(state),
        }

    def _phase(self, number: int) -> str:
        """What a kind of decision is called, or BadGame."""
        if not 0 <= number < len(self.words.phases):
            raise BadGame(f"The rules of {self.title} failed: there are no words for the phase {number}.")
        return self.words.phases[number]

    def infoset_facts(self, infoset: InfoSet) -> dict[str, Any]:
        """What a seat knows, as plain data that JSON can hold."""
        viewer = None if infoset.seat == s.SPECTATOR else infoset.seat
        return {"game": self.id, "seat": viewer, "key": infoset.key, **self.facts(infoset.view)}

    # For learners.

    def reachable(self, blank: Any) -> Iterable[int]:
        """The action codes that can ever be legal at a table that is just set out; too many do no harm."""
        return range(self.actions)

    def encoding(self, seats: int, options: Mapping[str, object] | None = None) -> Encoding:
        """How views of such a table become numbers; made once for each kind of table."""
        size, chosen = self.checked_table(seats, options or {})
        made: dict[object, Encoding] = self.__dict__.setdefault("_encodings", {})
        table = (size, *chosen.items())
        if table not in made:
            try:
                made[table] = Encoding(self, size, chosen)
            except TavernError:
                raise
            except BaseException as error:
                blame(self, error)
        return made[table]

    def vector(self, view: State) -> list[int]:
        """A view as the numbers of its table's encoding."""
        return self.encoding(int(view.w[s.SEATS]), self.options_of(view)).numbers(view)

    # Bytes.

    def decode(self, data: bytes) -> State:
        """A state or view from its bytes, with every word checked, or BadBytes."""
        state = self.state_class(words_from_bytes(data, self.tables.stamp, self.layout.length), self.tables)
        self.layout.check(memoryview(state.w).tolist(), self.sizes)
        self.check_cards(state)
        return state

    def state_from_bytes(self, data: bytes) -> State:
        """A state from `State.to_bytes`."""
        state = self.decode(data)
        if state.w[s.VIEWER] != s.TRUTH:
            raise BadBytes("These bytes are an information set, not a whole state.")
        return state

    def infoset_from_bytes(self, data: bytes) -> InfoSet:
        """An information set from `InfoSet.to_bytes`."""
        view = self.decode(data)
        if view.w[s.VIEWER] == s.TRUTH:
            raise BadBytes("These bytes are a whole state, not an information set.")
        return InfoSet(view)

    def stamp(self) -> bytes:
        """16 bytes that name game, version and data."""
        return hashlib.blake2b(f"{self.id} {self.version} {self.data_hash}".encode(), digest_size=16).digest()
