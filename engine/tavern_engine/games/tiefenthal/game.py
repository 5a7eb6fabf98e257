"""The Taverns of Tiefenthal as a game of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tavern_engine import pack
from tavern_engine.box import BoxGame
from tavern_engine.game import Option, Question, Value
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import ACTIONS
from tavern_engine.games.tiefenthal.board import NOTES
from tavern_engine.games.tiefenthal.cards import BREWER, MAX_SEATS, TABLE, WAITRESS
from tavern_engine.games.tiefenthal.components import Components
from tavern_engine.games.tiefenthal.layout import check_cards, layout
from tavern_engine.games.tiefenthal.questions import question
from tavern_engine.games.tiefenthal.reach import reachable
from tavern_engine.games.tiefenthal.rules import POINT, TiefenthalState
from tavern_engine.games.tiefenthal.situation import set_up
from tavern_engine.games.tiefenthal.texts import TavernWords, card_text
from tavern_engine.state import SEATS


class Tiefenthal(BoxGame):
    """Seat your guests, draft dice, pay for a better tavern, and win over the nobles."""

    id = "tiefenthal"
    version = 1
    folder = Path(__file__).parent
    box_file = "tavern.toml"
    tiny_file = "tiny.toml"
    load = Components.load
    state_class = TiefenthalState
    actions = ACTIONS
    min_seats, max_seats = 2, MAX_SEATS
    keyed_by_position = True
    table_notes = NOTES
    point = POINT
    has_points = False  # a score packs points and the tie-break
    options: tuple[Option, ...] = ()

    def __init__(self, box: Components) -> None:
        super().__init__(box)
        self.layout = layout(self.tables)
        self.words = TavernWords(self.tables)

    def set_out(self, state: TiefenthalState, options: Mapping[str, Value]) -> None:
        """T1 to T11: everything in its place, the guests not yet turned up."""
        w, tavern = state.w, state.tavern
        deck = int(tavern.start_deck)
        points = sum(int(tavern.points[kind]) for kind in pack.kinds(deck, 0))
        w[z.SUPPLY] = tavern.supply
        for seat in range(int(w[SEATS])):
            w[z.REST + seat] = deck
            w[z.POINTS + seat] = points
            for kind in (WAITRESS, TABLE, BREWER):
                w[z.SUPPLY] -= pack.several(kind, pack.copies(deck, kind))
        w[z.CHEAP] = tavern.cheap
        w[z.GUESTS] = ((1 << int(tavern.guests)) - 1) & ~int(tavern.cheap)

    def check_cards(self, state: TiefenthalState) -> None:
        check_cards(state)

    def reachable(self, blank: TiefenthalState) -> Iterable[int]:
        return reachable(blank.tavern)

    def points(self, score: int) -> int:
        return score // POINT

    def question(self, view: TiefenthalState, names: Sequence[str] = ()) -> Question:
        return question(view)

    def card_texts(self) -> Mapping[str, str]:
        return {name: card_text(self.tables, kind) for kind, name in enumerate(self.tables.names)}

    def situation(self, state: TiefenthalState, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        set_up(state, situation, chance)


GAME = Tiefenthal
