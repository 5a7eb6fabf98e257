"""Last Call as a game of the tavern: pyproject.toml names the class."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tavern_engine import Option
from tavern_engine.box import BoxGame
from tavern_engine.game import Value

from . import rules as r
from .components import Components
from .layout import check_mugs, layout
from .situation import set_up
from .texts import Talk


class ThisGame(BoxGame):
    """Drink what you can take, boast of what you cannot."""

    id = "last-call"
    version = 1  # goes up when the rules change
    folder = Path(__file__).parent
    box_file = "components.toml"
    tiny_file = "tiny.toml"
    load = Components.load
    state_class = r.Evening
    options = (Option("limit", True, "who has drunk too much scores nothing (L7)", choices=(True, False)),)
    table_notes = "In the table a ? is a mug that you do not know; the number in brackets is what was drunk in all."

    def __init__(self, box: Components) -> None:
        super().__init__(box)
        self.min_seats, self.max_seats = box.seats
        self.actions = 2 * len(box.names)
        self.layout = layout(self.tables)
        self.words = Talk(box.names)

    def set_out(self, state: r.Evening, options: Mapping[str, Value]) -> None:
        state.w[r.LIMITED] = int(bool(options["limit"]))

    def options_of(self, state: r.Evening) -> dict[str, Value]:
        return {"limit": int(state.w[r.LIMITED]) == 1}

    def check_cards(self, state: r.Evening) -> None:
        check_mugs(state)

    def situation(self, state: r.Evening, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        set_up(state, situation, chance, self.box.names)
