"""Tavern Brawl as a game of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from tavern_engine.box import BoxGame
from tavern_engine.errors import BadSetup
from tavern_engine.game import Option, Question, Value
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.board import NOTES
from tavern_engine.games.tavern_brawl.components import Components
from tavern_engine.games.tavern_brawl.layout import check_cards, layout
from tavern_engine.games.tavern_brawl.names import mat_text
from tavern_engine.games.tavern_brawl.questions import question
from tavern_engine.games.tavern_brawl.reach import reachable
from tavern_engine.games.tavern_brawl.rules import ACTIONS, BrawlState
from tavern_engine.games.tavern_brawl.scoring import POINT
from tavern_engine.games.tavern_brawl.situation import set_up
from tavern_engine.games.tavern_brawl.texts import BrawlWords
from tavern_engine.state import SEATS

MODES = ("professional", "basic", "monk")
SEATINGS = ("opposite", "side by side", "right angle")


class TavernBrawl(BoxGame):
    """Lay your guests side by side, win over the weaker ones, and count the mugs."""

    id = "tavern-brawl"
    version = 1
    folder = Path(__file__).parent
    box_file = "mats.toml"
    load = Components.load
    state_class = BrawlState
    actions = ACTIONS
    min_seats, max_seats = 2, 4
    sizes = (2, 4)
    keyed_by_position = True
    solvable = True
    table_notes = NOTES
    point = POINT
    has_points = False  # a score packs points and tie-breaks
    options = (
        Option("mode", "professional", "the rules: professional (B13 to B20), basic (B5 to B12) or the mini-game of "
               "the monk-brewer (B23, B24); four seats play professional, two against two (B21)", MODES),
        Option("seating", "opposite", "how two players sit, which decides how their mats lie (B22)", SEATINGS),
        Option("opening", 4, "picks that are drawn by lot before the others are chosen (professional); a person who "
               "plays gets 0, as the book has it (B13), but then every deal is the same", (4, 0, 8, 12), solo=0),
    )  # fmt: skip

    def __init__(self, box: Components) -> None:
        super().__init__(box)
        self.layout = layout(self.tables)
        self.words = BrawlWords(self.tables)

    def tiny(self) -> Self:
        return self  # nothing is hidden, so there is one arrangement

    def check_together(self, seats: int, options: Mapping[str, Value]) -> None:
        mode, seating, opening = options["mode"], options["seating"], options["opening"]
        if seats == 4 and mode != "professional":
            raise BadSetup(f"Four play the professional rules (B21): mode={mode} is for two.")
        if seats == 4 and seating != "opposite":
            raise BadSetup(f"Four sit team opposite team (B21): seating={seating} is for two (B22).")
        if opening not in (4, 0) and mode != "professional":  # those are what nobody has to ask for
            raise BadSetup(f"Mats are picked by the professional rules only (B13): opening={opening} is for them.")

    def set_out(self, state: BrawlState, options: Mapping[str, Value]) -> None:
        w, mode = state.w, options["mode"]
        w[z.OPTIONS] = z.PROFESSIONAL * (mode == "professional") + z.MONK * (mode == "monk")
        w[z.OPTIONS] |= SEATINGS.index(str(options["seating"])) << z.SEATING | int(options["opening"]) << z.OPENING
        w[z.POOL] = state.mats.box(w[SEATS])
        w[z.ROW] = w[z.COLUMN] = int(mode == "monk")

    def options_of(self, state: BrawlState) -> dict[str, Value]:
        w = state.w
        mode = "professional" if z.is_professional(w) else "monk" if z.is_monk(w) else "basic"
        return {"mode": mode, "seating": SEATINGS[z.seating_of(w)], "opening": int(z.opening_of(w))}

    def check_cards(self, state: BrawlState) -> None:
        check_cards(state)

    def reachable(self, blank: BrawlState) -> Iterable[int]:
        return reachable(blank)

    def points(self, score: int) -> int:
        return score // POINT

    def question(self, view: BrawlState, names: Sequence[str] = ()) -> Question:
        return question(view)

    def card_texts(self) -> Mapping[str, str]:
        return {name: mat_text(self.tables, kind) for kind, name in enumerate(self.tables.names)}

    def situation(self, state: BrawlState, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        set_up(state, situation, chance)


GAME = TavernBrawl
