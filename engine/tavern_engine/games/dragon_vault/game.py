"""Dragon's Vault as a game of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tavern_engine.box import BoxGame
from tavern_engine.game import Option, Question, Value
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import NONE
from tavern_engine.games.dragon_vault.components import Components
from tavern_engine.games.dragon_vault.layout import check_cards, layout
from tavern_engine.games.dragon_vault.questions import question
from tavern_engine.games.dragon_vault.reach import reachable
from tavern_engine.games.dragon_vault.rules import ACTIONS, VaultState
from tavern_engine.games.dragon_vault.situation import set_up
from tavern_engine.games.dragon_vault.texts import VaultWords


class DragonVault(BoxGame):
    """Shed your cards, mind the dragons, lose the fewest coins."""

    id = "dragon-vault"
    version = 1
    folder = Path(__file__).parent
    box_file = "components.toml"
    tiny_file = "tiny.toml"
    load = Components.load
    state_class = VaultState
    actions = ACTIONS
    points_name = "coins lost"
    options = (
        Option("hindrances", False, "the winner of a round takes a hindrance into the next (D33 to D36)"),
        Option("tricks", False, "each round turns up a trick that binds all to the end of the game (D37, D38)"),
    )

    def __init__(self, box: Components) -> None:
        super().__init__(box)
        self.min_seats, self.max_seats = box.seats
        self.rows = tuple(str(row["name"]) for row in box.hindrances)
        self.layout = layout(self.tables)
        self.words = VaultWords(self.rows)

    def set_out(self, state: VaultState, options: Mapping[str, Value]) -> None:
        w = state.w
        w[z.WINNER] = NONE
        w[z.FRESH] = state.vault.hindrances
        w[z.RULES] = z.WITH_HINDRANCES * bool(options["hindrances"]) + z.WITH_TRICKS * bool(options["tricks"])

    def options_of(self, state: VaultState) -> dict[str, Value]:
        rules = int(state.w[z.RULES])
        return {"hindrances": rules & z.WITH_HINDRANCES > 0, "tricks": rules & z.WITH_TRICKS > 0}

    def question(self, view: VaultState, names: Sequence[str] = ()) -> Question:
        return question(view)

    def check_cards(self, state: VaultState) -> None:
        check_cards(state)

    def reachable(self, blank: VaultState) -> Iterable[int]:
        return reachable(blank)

    def points(self, score: int) -> int:
        return -score

    def forgets(self, state: VaultState) -> str:
        if state.w[z.THEFTS] == 0:
            return ""
        return (
            "After a theft under the trick surprise, seats that did not see the card forget one card of each kind "
            "they knew of the giver; in sampled worlds the other seats remember of thefts only what everybody knows."
        )

    def situation(self, state: VaultState, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        set_up(state, situation, chance, self.rows)


GAME = DragonVault
