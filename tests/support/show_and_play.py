"""A small honest game in plain Python: the ground on which faults are planted, and an example of the interface.

Seven different cards, two dealt to each seat, the rest left out. On your turn you play a card for all to see, or show
one and keep it. After three turns each the highest hand wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine import Game, Option, Rng, State
from tavern_engine.chance import pick
from tavern_engine.game import Value
from tavern_engine.layout import ASKED_SEAT, PART, Layout, Row, number, packed, require
from tavern_engine.multiset import copies, kinds, nth, of, several, size
from tavern_engine.state import (
    ASKED,
    CHOSEN,
    HIDDEN,
    LEFT,
    OVER,
    PHASE,
    PRIVATE,
    PUBLIC,
    SEATS,
    SEED_A,
    SEED_B,
    WORDS,
    Tables,
    fresh_digest,
)
from tavern_engine.words import Action, Happening, Names, Words

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
        if action < CARDS:
            self.played(self.w, seat, action)
        else:
            self.shown(self.w, seat, action - CARDS)
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

    def dealt(self, w: vec[i64], seat: int, cards: int) -> None:
        self.whisper(w, DEAL, seat, cards, 2, 1 << seat)
        w[SIZE + seat] += 2
        w[HAND + seat] += cards if cards != HIDDEN else 0

    def shown(self, w: vec[i64], seat: int, card: int) -> None:
        self.tell(w, SHOW, seat, card, 0)
        self.count_turn(seat)
        w[KNOWN + seat] += several(card, 1)
        if not copies(w[HAND + seat], card):
            w[HAND + seat] += several(card, 1)

    def played(self, w: vec[i64], seat: int, card: int) -> None:
        self.tell(w, PLAY, seat, card, 0)
        self.count_turn(seat)
        w[SIZE + seat] -= 1
        w[KNOWN + seat] -= several(card, copies(w[KNOWN + seat], card))
        w[HAND + seat] -= several(card, copies(w[HAND + seat], card))
        w[OUT] += several(card, 1)

    def count_turn(self, seat: int) -> None:
        w = self.w
        while w[TURNS] % w[SEATS] != seat:  # seats without cards are passed over
            w[TURNS] += 1
        w[TURNS] += 1

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


CARD_ZONE = packed(4, CARDS, 1)
LAYOUT = Layout(
    (
        Row("the kind of decision", PHASE, number(1), sight=ASKED_SEAT),
        Row("the half-made choice", CHOSEN, number(0)),
        Row("the repetition", LEFT, number(0)),
        Row("a hand", HAND, CARD_ZONE, MAX_SEATS, sight=PART),
        Row("the known part of a hand", KNOWN, CARD_ZONE, MAX_SEATS),
        Row("the size of a hand", SIZE, number(2), MAX_SEATS),
        Row("the cards played", OUT, CARD_ZONE),
        Row("the number of turns", TURNS, number(3 * MAX_SEATS)),
    ),
    LENGTH,
)


EVENTS = {
    DEAL: Happening("dealt seat what", "{who} is dealt {what}"),
    PLAY: Happening("played seat what", "{who} plays {what}"),
    SHOW: Happening("shown seat what", "{who} shows {what}"),
}


class ShowAndPlayWords(Words[ShowAndPlayState]):
    """What is said of the game."""

    phases = ("", "turn")
    actions = tuple(Action(f"{verb} {{card}}", verb, card=card) for verb in ("play", "show") for card in range(CARDS))
    events = EVENTS

    def facts(self, state: ShowAndPlayState) -> dict[str, Any]:
        return {"hands": tuple(list(kinds(state.w[HAND + seat])) for seat in range(int(state.w[SEATS])))}

    def picture(self, state: ShowAndPlayState, names: Names) -> str:
        hands = [list(kinds(state.w[HAND + seat])) for seat in range(int(state.w[SEATS]))]
        return "\n".join(f"{names(seat)}: {hand} of {state.w[SIZE + seat]}" for seat, hand in enumerate(hands))


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
    layout = LAYOUT

    def __init__(self, state_class: type[ShowAndPlayState] = ShowAndPlayState) -> None:
        self.state_class = state_class
        self.words = ShowAndPlayWords()
        self.tables = Tables(self.stamp())
        self.tables.game = self

    def with_data(self, path: Path | str) -> Game:
        return self

    def tiny(self) -> Game:
        return self

    def set_out(self, state: ShowAndPlayState, options: Mapping[str, Value]) -> None:
        """Nothing lies on the table before the deal."""

    def begin(self, state: ShowAndPlayState) -> None:
        w = state.w
        pool = DECK
        for seat in range(int(w[SEATS])):
            first = int(pick(w[SEED_A], w[SEED_B], 0, 2 * seat, pool))
            pool -= 1 << 4 * first
            second = int(pick(w[SEED_A], w[SEED_B], 0, 2 * seat + 1, pool))
            pool -= 1 << 4 * second
            state.dealt(w, seat, of([first, second]))
        state.next_turn()

    def check_cards(self, state: ShowAndPlayState) -> None:
        held = [kind for seat in range(MAX_SEATS) for kind in kinds(state.w[HAND + seat])]
        require(len(held) == len(set(held)), "a card in two places")
        known = all(state.w[KNOWN + seat] & ~state.w[HAND + seat] == 0 for seat in range(MAX_SEATS))
        require(known, "a hand without a card that everybody saw")

    def situation(self, state: ShowAndPlayState, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        self.begin(state)
