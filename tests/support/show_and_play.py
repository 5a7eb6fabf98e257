"""A small honest game in plain Python: the ground on which faults are planted, and an example of the interface.

Seven different cards, two dealt to each seat, the rest left out. On your turn you play a card for all to see, or show
one and keep it. After three turns each the highest hand wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine import Game, Option, Rng, State
from tavern_engine.chance import pick
from tavern_engine.errors import BadBytes
from tavern_engine.multiset import copies, kinds, nth, of, several, size
from tavern_engine.state import (
    ASKED,
    HIDDEN,
    OVER,
    PHASE,
    PRIVATE,
    PUBLIC,
    SEATS,
    SEED_A,
    SEED_B,
    TRUTH,
    VIEWER,
    WORDS,
    Event,
    Tables,
    fresh_digest,
    words_from_bytes,
)

CARDS = 7
DECK = of(list(range(CARDS)))
MAX_SEATS = 3
HAND, KNOWN, SIZE = WORDS, WORDS + 3, WORDS + 6
OUT, TURNS = WORDS + 9, WORDS + 10
LENGTH = WORDS + 11
DEAL, PLAY, SHOW = 0, 1, 2


class ShowAndPlayState(State):
    """The whole game in one class: each fault overrides one method of it."""

    def clone(self) -> State:
        return type(self)(self.w[:], self.tables)

    def __str__(self) -> str:
        w = [int(word) for word in self.w]
        return "\n".join(f"seat {seat}: {list(kinds(w[HAND + seat]))} of {w[SIZE + seat]}" for seat in range(w[SEATS]))

    def deals(self) -> int:
        return 1

    # Choices: play a card (0 to 6), or show one that is not known yet (7 to 13).

    def choices(self) -> list[int]:
        w = self.w
        seat = int(w[ASKED])
        if seat < 0:
            return []
        return [*kinds(w[HAND + seat]), *(CARDS + kind for kind in kinds(w[HAND + seat] - w[KNOWN + seat]))]

    def count(self) -> int:
        return len(self.choices())

    def nth(self, index: int) -> int:
        return self.choices()[index]

    def move(self, action: int) -> None:
        self.act(int(action))
        while self.w[ASKED] >= 0 and self.count() == 1:
            self.act(self.nth(0))

    def act(self, action: int) -> None:
        seat = int(self.w[ASKED])
        self.change(PLAY if action < CARDS else SHOW, seat, action % CARDS, 0, -1)
        self.next_turn()

    def next_turn(self) -> None:
        w = self.w
        seats = int(w[SEATS])
        turn = int(w[TURNS])
        while turn < 3 * seats and w[SIZE + turn % seats] == 0:
            turn += 1
        w[ASKED] = OVER if turn >= 3 * seats else turn % seats
        w[PHASE] = 0 if w[ASKED] == OVER else 1

    # Events.

    def change(self, op: int, seat: int, what: int, amount: int, witnesses: int) -> None:
        w = self.w
        if op == DEAL:
            self.whisper(w, DEAL, seat, what, amount, 1 << seat)
            w[SIZE + seat] += amount
            w[HAND + seat] += what if what != HIDDEN else 0
            return
        self.tell(w, op, seat, what, 0)
        while w[TURNS] % w[SEATS] != seat:  # seats without cards are passed over
            w[TURNS] += 1
        w[TURNS] += 1
        here = w[HAND + seat] >> 4 * what & 15
        if op == SHOW:
            w[KNOWN + seat] += several(what, 1)
            if not here:
                w[HAND + seat] += several(what, 1)
            return
        w[SIZE + seat] -= 1
        w[KNOWN + seat] -= several(what, copies(w[KNOWN + seat], what))
        w[HAND + seat] -= several(what, here)
        w[OUT] += several(what, 1)

    # Knowledge.

    def seen(self, seat: int, other: int) -> int:
        return int(self.w[HAND + other] if seat == other else self.w[KNOWN + other])

    def mask(self, seat: int) -> None:
        for other in range(int(self.w[SEATS])):
            self.w[HAND + other] = self.seen(seat, other)

    def unseen(self, seat: int) -> int:
        return DECK - int(self.w[OUT]) - sum(self.seen(seat, other) for other in range(int(self.w[SEATS])))

    def fill(self, seat: int, rng: Rng) -> None:
        w = self.w
        pool = self.unseen(seat)
        for other in range(int(w[SEATS])):
            while size(w[HAND + other]) < w[SIZE + other]:
                kind = nth(pool, self.luck(rng, int(size(pool))))
                pool -= int(several(kind, 1))
                w[HAND + other] += several(kind, 1)
            if other != seat:
                w[PRIVATE + other] = fresh_digest(w[PUBLIC], w[HAND + other], other)

    def luck(self, rng: Rng, below: int) -> int:
        return int(rng.below(below))

    def hidden(self, seat: int) -> list[list[int]]:
        cards: list[int] = []
        for other in range(int(self.w[SEATS])):
            cards += kinds(self.w[HAND + other] - self.seen(seat, other))
        return [[*cards, *kinds(self.unseen(seat) - of(cards))]]

    def arrange(self, seat: int, cards: list[list[int]]) -> State:
        other_state = self.clone()
        w, left = other_state.w, list(cards[0])
        for other in range(int(w[SEATS])):
            known = self.seen(seat, other)
            missing = int(w[SIZE + other]) - int(size(known))
            w[HAND + other] = known + of(left[:missing])
            left = left[missing:]
            if other != seat:
                w[PRIVATE + other] = fresh_digest(w[PUBLIC], w[HAND + other], other)
        return other_state

    def score(self, seat: int) -> int:
        return sum(kinds(self.w[HAND + seat]))


class ShowAndPlay(Game):
    """The game around it; `state_class` is what a fault replaces."""

    id = "show-and-play"
    title = "Show and Play"
    version = 1
    actions = 2 * CARDS
    min_seats, max_seats = 2, MAX_SEATS
    options: tuple[Option, ...] = ()
    data_hash = "none"
    data_file = rules_file = Path(__file__)
    state_class: type[ShowAndPlayState] = ShowAndPlayState

    def __init__(self, state_class: type[ShowAndPlayState] = ShowAndPlayState) -> None:
        self.state_class = state_class
        self.tables = Tables(self.stamp())

    def with_data(self, path: Path | str) -> Game:
        return self

    def tiny(self) -> Game:
        return self

    def start(self, seats: int, words: tuple[int, int], options: Mapping[str, bool | int | str]) -> ShowAndPlayState:
        state = self.state_class(vec[i64]([0] * LENGTH), self.tables)
        state.w[SEATS], state.w[VIEWER] = seats, TRUTH
        state.w[SEED_A], state.w[SEED_B] = words
        return state

    def begin(self, state: State) -> None:
        assert isinstance(state, ShowAndPlayState)
        w = state.w
        pool = DECK
        for seat in range(int(w[SEATS])):
            first = int(pick(w[SEED_A], w[SEED_B], 0, 2 * seat, pool))
            pool -= 1 << 4 * first
            second = int(pick(w[SEED_A], w[SEED_B], 0, 2 * seat + 1, pool))
            pool -= 1 << 4 * second
            state.change(DEAL, seat, of([first, second]), 2, 1 << seat)
        state.next_turn()

    def decode(self, data: bytes) -> State:
        state = self.state_class(words_from_bytes(data, self.tables.stamp, LENGTH), self.tables)
        held = [kind for seat in range(MAX_SEATS) for kind in kinds(state.w[HAND + seat])]
        if len(held) != len(set(held)):
            raise BadBytes("A card stands in two places.")
        if state.w[VIEWER] == TRUTH and any(state.w[KNOWN + seat] & ~state.w[HAND + seat] for seat in range(MAX_SEATS)):
            raise BadBytes("A hand lacks a card that everybody saw.")
        return state

    def action_texts(self) -> Sequence[str]:
        return [f"play {kind}" for kind in range(CARDS)] + [f"show {kind}" for kind in range(CARDS)]

    def event_text(self, event: Event) -> str:
        return f"seat {event.seat} {('is dealt', 'plays', 'shows')[event.op]} {event.what}"

    def facts(self, state: State) -> dict[str, Any]:
        return {"hands": {str(seat): list(kinds(state.w[HAND + seat])) for seat in range(int(state.w[SEATS]))}}

    def refusal(self, state: State, action: int) -> str:
        return f"Seat {state.seat()} cannot {self.action_text(action)}."

    def vector(self, view: State) -> list[int]:
        return [int(word) for word in view.w][HAND:]

    def situation(self, state: State, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        self.begin(state)
