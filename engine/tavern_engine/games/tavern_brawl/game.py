"""Tavern Brawl as a game of the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.errors import BadSetup
from tavern_engine.game import Game, Option, Question
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.board import NOTES
from tavern_engine.games.tavern_brawl.check import check
from tavern_engine.games.tavern_brawl.components import Components
from tavern_engine.games.tavern_brawl.mats import CELLS, KINDS
from tavern_engine.games.tavern_brawl.questions import question
from tavern_engine.games.tavern_brawl.refusals import refusal
from tavern_engine.games.tavern_brawl.rules import ACTIONS, BrawlState
from tavern_engine.games.tavern_brawl.situation import set_up
from tavern_engine.games.tavern_brawl.texts import action_texts, event_text, facts, mat_text
from tavern_engine.state import CHOSEN, PHASE, SEATS, SEED_A, SEED_B, TRUTH, VIEWER, Event, State, words_from_bytes

HERE = Path(__file__).parent
MODES = ("professional", "basic", "monk")
SEATINGS = ("opposite", "side by side", "right angle")


class TavernBrawl(Game):
    """Lay your guests side by side, win over the weaker ones, and count the mugs."""

    id = "tavern-brawl"
    version = 1
    rules_file = HERE / "RULES.md"
    actions = ACTIONS
    min_seats, max_seats = 2, 4
    sizes = (2, 4)
    keyed_by_position = True
    solvable = True
    table_notes = NOTES
    has_points = False  # a score packs points and tie-breaks; the picture shows them
    options = (
        Option("mode", "professional", "the rules: professional (B13 to B20), basic (B5 to B12) or the mini-game of "
               "the monk-brewer (B23, B24); four seats play professional, two against two (B21)", MODES),
        Option("seating", "opposite", "how two players sit, which decides how their mats lie (B22)", SEATINGS),
        Option("opening", 0, "picks that are drawn by lot before the others are chosen (professional); the book draws "
               "none (B13), leagues should draw 4, or every deal is the same", (0, 4, 8, 12)),
    )  # fmt: skip

    def __init__(self, components: Components) -> None:
        self.components = components
        self.title = components.title
        self.data_hash = components.data_hash()
        self.data_file = components.path
        self.tables = components.tables(self.stamp())

    @classmethod
    def from_box(cls) -> TavernBrawl:
        """The game with the components that ship with it."""
        return cls(Components.load(HERE / "mats.toml"))

    def with_data(self, path: Path | str) -> TavernBrawl:
        return TavernBrawl(Components.load(Path(path)))

    def tiny(self) -> TavernBrawl:
        return self  # nothing is hidden, so there is one arrangement

    def check_together(self, seats: int, options: Mapping[str, bool | int | str]) -> None:
        mode, seating, opening = options["mode"], options["seating"], options["opening"]
        if seats == 4 and mode != "professional":
            raise BadSetup(f"Four play the professional rules (B21): mode={mode} is for two.")
        if seats == 4 and seating != "opposite":
            raise BadSetup(f"Four sit team opposite team (B21): seating={seating} is for two (B22).")
        if opening and mode != "professional":
            raise BadSetup(f"Mats are picked by the professional rules only (B13): opening={opening} is for them.")

    def start(self, seats: int, words: tuple[int, int], options: Mapping[str, bool | int | str]) -> BrawlState:
        mode = str(options["mode"])
        state = BrawlState(vec[i64]([0] * z.LENGTH), self.tables)
        w = state.w
        w[SEATS] = seats
        w[VIEWER] = TRUTH
        w[SEED_A], w[SEED_B] = words
        w[z.OPTIONS] = z.PROFESSIONAL * (mode == "professional") + z.MONK * (mode == "monk")
        w[z.OPTIONS] += z.SEATING * SEATINGS.index(str(options["seating"]))
        w[z.OPTIONS] += z.OPENING * int(options["opening"])
        kinds = (1 << int(self.tables.kinds)) - 1
        w[z.POOL] = kinds if seats == 2 else kinds | kinds << KINDS
        w[z.ROW] = w[z.COLUMN] = 1 if mode == "monk" else 0
        return state

    def begin(self, state: State) -> None:
        assert isinstance(state, BrawlState)
        state.begin_game()

    def decode(self, data: bytes) -> BrawlState:
        state = BrawlState(words_from_bytes(data, self.tables.stamp, z.LENGTH), self.tables)
        check(state)
        return state

    @cached_property
    def _action_texts(self) -> tuple[str, ...]:
        return tuple(action_texts(self.tables.names))

    def action_texts(self) -> Sequence[str]:
        return self._action_texts

    def event_text(self, event: Event, names: Sequence[str] = ()) -> str:
        return event_text(self.tables, event)

    def facts(self, state: State) -> dict[str, Any]:
        assert isinstance(state, BrawlState)
        return facts(state)

    def refusal(self, state: State, action: int, names: Sequence[str] = ()) -> str:
        assert isinstance(state, BrawlState)
        return refusal(state, action, self._action_texts)

    def question(self, view: State, names: Sequence[str] = ()) -> Question:
        assert isinstance(view, BrawlState)
        return question(view)

    def card_texts(self) -> Mapping[str, str]:
        return {name: mat_text(self.tables, kind) for kind, name in enumerate(self.tables.names)}

    def vector(self, view: State) -> list[int]:
        """Mats in hands, pool and discard, then every cell of the grid, then the rest."""
        w = [int(word) for word in view.w]
        numbers = [w[z.HAND + seat] >> mat & 1 for seat in range(4) for mat in range(2 * KINDS)]
        numbers += [w[zone] >> mat & 1 for zone in (z.POOL, z.DISCARD) for mat in range(2 * KINDS)]
        numbers += [w[z.STACK + cell] & 63 for cell in range(CELLS)]
        numbers += [w[z.AXES] >> cell & 1 for cell in range(CELLS)]
        numbers += [w[z.GLASS + seat] for seat in range(4)]
        return [*numbers, w[z.SIDE], w[z.LINE], w[z.TURN], w[z.OPTIONS], w[PHASE], w[CHOSEN]]

    def situation(self, state: State, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        assert isinstance(state, BrawlState)
        set_up(state, situation, chance)


GAME = TavernBrawl
