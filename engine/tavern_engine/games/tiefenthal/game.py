"""The Taverns of Tiefenthal as a game of the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine import pack
from tavern_engine.game import Game, Option, Question
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import ACTIONS
from tavern_engine.games.tiefenthal.cards import BREWER, MAX_GUESTS, MAX_SEATS, TABLE, TOKENS, WAITRESS
from tavern_engine.games.tiefenthal.check import check
from tavern_engine.games.tiefenthal.components import Components
from tavern_engine.games.tiefenthal.questions import question
from tavern_engine.games.tiefenthal.refusals import refusal
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.games.tiefenthal.situation import set_up
from tavern_engine.games.tiefenthal.texts import NOTES, action_texts, card_text, event_text, facts
from tavern_engine.state import LEFT, PHASE, SEATS, SEED_A, SEED_B, TRUTH, VIEWER, Event, State, words_from_bytes

HERE = Path(__file__).parent
PACKS = (
    (z.REST, z.REST_GUESTS),
    (z.PILE, z.PILE_GUESTS),
    (z.LAID, z.LAID_GUESTS),
    (z.SERVED, z.SERVED_GUESTS),
)
NUMBERS = (
    *(z.THALERS, z.BEER, z.TRACK, z.BAR, z.POINTS, z.DONE, z.WASHERS, z.WASHED, z.FRESH, z.SECRET, z.KNOWN_SIZE),
)
SHOWN_ON_TOP = 12  # of the cards on top of a deck, in a vector


class Tiefenthal(Game):
    """Seat your guests, draft dice, pay for a better tavern, and win over the nobles."""

    id = "tiefenthal"
    version = 1
    rules_file = HERE / "RULES.md"
    actions = ACTIONS
    min_seats, max_seats = 2, MAX_SEATS
    keyed_by_position = True
    table_notes = NOTES
    has_points = False  # a score packs points and the tie-break; the picture shows them
    options: tuple[Option, ...] = ()

    def __init__(self, components: Components) -> None:
        self.components = components
        self.title = components.title
        self.data_hash = components.data_hash()
        self.data_file = components.path
        self.tables = components.tables(self.stamp())

    @classmethod
    def from_box(cls) -> Tiefenthal:
        """The game with the components that ship with it."""
        return cls(Components.load(HERE / "tavern.toml"))

    def with_data(self, path: Path | str) -> Tiefenthal:
        return Tiefenthal(Components.load(Path(path)))

    def tiny(self) -> Tiefenthal:
        return self.with_data(HERE / "tiny.toml")

    def start(self, seats: int, words: tuple[int, int], options: Mapping[str, bool | int | str]) -> TiefenthalState:
        """T1 to T11: everything in its place, the guests not yet turned up."""
        state = TiefenthalState(vec[i64]([0] * z.LENGTH), self.tables)
        w = state.w
        w[SEATS] = seats
        w[VIEWER] = TRUTH
        w[SEED_A], w[SEED_B] = words
        w[z.SUPPLY] = self.tables.supply
        points = sum(int(self.tables.points[kind]) for kind in pack.kinds(int(self.tables.start_deck), 0))
        for seat in range(seats):
            w[z.REST + seat] = self.tables.start_deck
            w[z.POINTS + seat] = points
            for kind in (WAITRESS, TABLE, BREWER):
                w[z.SUPPLY] -= pack.several(kind, pack.copies(self.tables.start_deck, kind))
        w[z.CHEAP] = self.tables.cheap
        w[z.GUESTS] = ((1 << int(self.tables.guests)) - 1) & ~int(self.tables.cheap)
        return state

    def begin(self, state: State) -> None:
        assert isinstance(state, TiefenthalState)
        state.begin_game()

    def decode(self, data: bytes) -> TiefenthalState:
        state = TiefenthalState(words_from_bytes(data, self.tables.stamp, z.LENGTH), self.tables)
        check(state)
        return state

    @cached_property
    def _action_texts(self) -> tuple[str, ...]:
        return tuple(action_texts(self.tables))

    def action_texts(self) -> Sequence[str]:
        return self._action_texts

    def event_text(self, event: Event, names: Sequence[str] = ()) -> str:
        return event_text(self.tables, event)

    def facts(self, state: State) -> dict[str, Any]:
        assert isinstance(state, TiefenthalState)
        return facts(state)

    def refusal(self, state: State, action: int, names: Sequence[str] = ()) -> str:
        assert isinstance(state, TiefenthalState)
        return refusal(state, action, self._action_texts)

    def question(self, view: State, names: Sequence[str] = ()) -> Question:
        assert isinstance(view, TiefenthalState)
        return question(view)

    def card_texts(self) -> Mapping[str, str]:
        return {name: card_text(self.tables, kind) for kind, name in enumerate(self.tables.names)}

    def vector(self, view: State) -> list[int]:
        """For every seat its packs, dice, tokens, stores and cards on top, then the common piles and the question."""
        w = [int(word) for word in view.w]
        numbers: list[int] = []
        for seat in range(MAX_SEATS):
            for zone, guests in PACKS:
                numbers += [w[zone + seat] >> 7 * kind & 127 for kind in range(pack.COMMON)]
                numbers += [w[guests + seat] >> guest & 1 for guest in range(MAX_GUESTS)]
            for some_dice in (z.WHITE, z.COLOURED, z.COASTER):
                numbers += [w[some_dice + seat] >> 4 * face & 15 for face in range(1, 7)]
            numbers += [w[z.UPGRADED + seat] >> token & 1 for token in range(TOKENS)]
            numbers += [w[word + seat] for word in NUMBERS]
            known = range(w[z.KNOWN_SIZE + seat] - 1, w[z.KNOWN_SIZE + seat] - 1 - SHOWN_ON_TOP, -1)
            numbers += [int(z.known_card(view.w, seat, card)) + 1 if card >= 0 else 0 for card in known]
        numbers += [w[z.SUPPLY] >> 7 * kind & 127 for kind in range(pack.COMMON)]
        numbers += [w[z.OFFER] >> 6 * place & 63 for place in range(z.PLACES)]
        return [*numbers, w[z.ROUND], w[z.STARTER], w[PHASE], w[LEFT]]

    def situation(self, state: State, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        assert isinstance(state, TiefenthalState)
        set_up(state, situation, chance)


GAME = Tiefenthal
