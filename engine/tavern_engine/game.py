"""What a game is: its id, version, table sizes, options and component data, and how to set it up."""

from __future__ import annotations

import difflib
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tavern_engine.chance import seed_words
from tavern_engine.errors import BadBytes, BadSetup, IllegalAction
from tavern_engine.state import SEATS, SPECTATOR, TRUTH, VIEWER, Event, InfoSet, State


@dataclass(frozen=True)
class Option:
    """One thing about a game that a person can set, with the values it may have."""

    name: str
    default: bool | int | str
    help: str
    choices: Sequence[bool | int | str] = (False, True)

    def check(self, value: object) -> bool | int | str:
        """The value if it is one of the choices, else BadSetup."""
        for choice in self.choices:
            if choice == value and type(choice) is type(value):
                return choice
        allowed = ", ".join(str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in self.choices)
        raise BadSetup(f"The option {self.name} cannot be {value!r}: it is one of {allowed}.")


class Question(NamedTuple):
    """What a seat is asked."""

    text: str = ""  # in a few words; empty where the choices say it
    concerns: bool = True  # whether something happens to the seat, beyond its being able to play


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """` Did you mean X?` if a known word is near, else nothing."""
    near = difflib.get_close_matches(word, known, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


class Game(ABC):
    """A game with its component data. One instance serves any number of tables and never changes."""

    id: str
    title: str
    version: int
    actions: int
    min_seats: int
    max_seats: int
    options: tuple[Option, ...]
    data_hash: str  # of the component values
    data_file: Path  # where they came from
    rules_file: Path  # the numbered rules in words
    keyed_by_position = False  # whether `State.key` tells positions apart, not the ways to them: a view tells all
    solvable = False  # whether nothing is hidden and, from the first decision on, nothing comes by lot
    table_notes = "In the table a ? is a card that you do not know."  # what a person needs to read it
    what_concerns = ""  # which questions concern a seat, in words; empty where all do
    has_points = True  # whether scores mean something to people

    def __repr__(self) -> str:
        return f"<{self.title}, version {self.version}, data {self.data_hash}>"

    @abstractmethod
    def with_data(self, path: Path | str) -> Game:
        """The same game with the components of another file."""

    @abstractmethod
    def tiny(self) -> Game:
        """The same game with so few cards that every arrangement can be listed."""

    @abstractmethod
    def start(self, seats: int, words: tuple[int, int], options: Mapping[str, bool | int | str]) -> State:
        """A state before the first event, with the luck of these two words. `begin` plays on from there."""

    @abstractmethod
    def begin(self, state: State) -> None:
        """Set up and go on to the first decision."""

    @abstractmethod
    def decode(self, data: bytes) -> State:
        """A state or view from its bytes, with every word checked, or BadBytes."""

    @abstractmethod
    def action_texts(self) -> Sequence[str]:
        """The text of every action code."""

    @abstractmethod
    def event_text(self, event: Event) -> str:
        """An event, as far as it was seen, in a sentence."""

    @abstractmethod
    def facts(self, state: State) -> dict[str, Any]:
        """All that a state or view tells, as plain data that JSON can hold."""

    @abstractmethod
    def refusal(self, state: State, action: int) -> str:
        """Why the action is not legal for the seat that is asked, in a sentence."""

    @abstractmethod
    def vector(self, view: State) -> list[int]:
        """A view as numbers, always of the same length, for learners."""

    @abstractmethod
    def situation(self, state: State, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        """Turn a fresh state into the position that a scenario describes, its luck scripted."""

    def seat_names(self, state: State) -> list[str]:
        """What people call the seats; texts of events and actions say `seat 0`."""
        return [f"seat {seat}" for seat in range(int(state.w[SEATS]))]

    def question(self, view: State) -> Question:
        """What the viewer is asked."""
        return Question()

    def card_texts(self) -> Mapping[str, str]:
        """What is printed on the cards, by title, for games whose cards have texts."""
        return {}

    def forgets(self, state: State) -> str:
        """What seats should know but views of this state have given up, in a sentence; empty if they are exact."""
        return ""

    def new(self, seats: int, seed: int | str = 0, options: Mapping[str, object] | None = None) -> State:
        """A new game at its first decision."""
        state = self.start(self.checked_seats(seats), seed_words(seed), self.checked_options(options or {}))
        self.begin(state)
        return state

    def blank(self, seats: int, options: Mapping[str, object] | None, viewer: int) -> State:
        """The view of one seat before anything has happened; folding the events it sees into it gives its view."""
        view = self.start(self.checked_seats(seats), (0, 0), self.checked_options(options or {}))
        view.w[VIEWER] = viewer
        view.forget_the_question()
        return view

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

    def checked_seats(self, seats: int) -> int:
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.sizes:
            raise BadSetup(f"{self.title} is played with {self.sizes_text} seats, not with {seats!r}.")
        return seats

    def checked_options(self, options: Mapping[str, object]) -> dict[str, bool | int | str]:
        """All options with their values, or BadSetup."""
        if not isinstance(options, Mapping):
            raise BadSetup(f"Options are names with values, such as {{'tricks': True}}, not {options!r}.")
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                hint = did_you_mean(str(name), list(known)) or f" It has: {', '.join(known) or 'none'}."
                raise BadSetup(f"{self.title} has no option {name!r}.{hint}")
        return {name: option.check(options.get(name, option.default)) for name, option in known.items()}

    def action_text(self, action: int) -> str:
        """The text of an action code."""
        texts = self.action_texts()
        if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < len(texts):
            raise IllegalAction(f"{self.title} has no action {action!r}: actions are 0 to {len(texts) - 1}.")
        return texts[action]

    def parse_action(self, text: str) -> int:
        """The action code of a text, upper or lower case."""
        texts = [known.lower() for known in self.action_texts()]
        wanted = " ".join(text.lower().split()) if isinstance(text, str) else ""
        if wanted not in texts:
            raise IllegalAction(f"{self.title} has no action {text!r}.{did_you_mean(wanted, texts)}")
        return texts.index(wanted)

    def state_from_bytes(self, data: bytes) -> State:
        """A state from `State.to_bytes`."""
        state = self.decode(data)
        if state.w[VIEWER] != TRUTH:
            raise BadBytes("These bytes are an information set, not a whole state.")
        return state

    def infoset_from_bytes(self, data: bytes) -> InfoSet:
        """An information set from `InfoSet.to_bytes`."""
        view = self.decode(data)
        if view.w[VIEWER] == TRUTH:
            raise BadBytes("These bytes are a whole state, not an information set.")
        return InfoSet(view)

    def stamp(self) -> bytes:
        """16 bytes that name game, version and data."""
        return hashlib.blake2b(f"{self.id} {self.version} {self.data_hash}".encode(), digest_size=16).digest()

    def infoset_facts(self, infoset: InfoSet) -> dict[str, Any]:
        """What the seat knows and may do, as plain data that JSON can hold."""
        viewer = "spectator" if infoset.seat == SPECTATOR else infoset.seat
        legal = [self.action_text(action) for action in infoset.legal()]
        return {"game": self.id, "seat": viewer, "key": infoset.key, "legal": legal, **self.facts(infoset.view)}
