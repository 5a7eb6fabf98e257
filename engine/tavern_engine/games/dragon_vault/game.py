"""Dragon's Vault as a game of the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.game import Game, Option
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import KINDS, MAX_SEATS, NONE
from tavern_engine.games.dragon_vault.check import check
from tavern_engine.games.dragon_vault.components import Components
from tavern_engine.games.dragon_vault.refusals import refusal
from tavern_engine.games.dragon_vault.rules import ACTIONS, VaultState
from tavern_engine.games.dragon_vault.situation import set_up
from tavern_engine.games.dragon_vault.texts import action_texts, event_text, facts
from tavern_engine.state import (
    CHOSEN,
    LEFT,
    PHASE,
    SEATS,
    SEED_A,
    SEED_B,
    TRUTH,
    VIEWER,
    Event,
    State,
    words_from_bytes,
)

HERE = Path(__file__).parent


class DragonVault(Game):
    """Shed your cards, mind the dragons, lose the fewest coins."""

    id = "dragon-vault"
    version = 1
    rules_file = HERE / "RULES.md"
    actions = ACTIONS
    options = (
        Option("hindrances", False, "the winner of a round takes a hindrance into the next (D33 to D36)"),
        Option("tricks", False, "each round turns up a trick that binds all to the end of the game (D37, D38)"),
    )

    def __init__(self, components: Components) -> None:
        self.components = components
        self.title = components.title
        self.min_seats, self.max_seats = components.seats
        self.data_hash = components.data_hash()
        self.data_file = components.path
        self.tables = components.tables(self.stamp())
        self.rows = tuple(str(row["name"]) for row in components.hindrances)

    @classmethod
    def from_box(cls) -> DragonVault:
        """The game with the components that ship with it."""
        return cls(Components.load(HERE / "components.toml"))

    def with_data(self, path: Path | str) -> DragonVault:
        return DragonVault(Components.load(Path(path)))

    def tiny(self) -> DragonVault:
        return DragonVault(Components.load(HERE / "tiny.toml"))

    def start(self, seats: int, words: tuple[int, int], options: Mapping[str, bool | int | str]) -> VaultState:
        state = VaultState(vec[i64]([0] * z.LENGTH), self.tables)
        w = state.w
        w[SEATS] = seats
        w[VIEWER] = TRUTH
        w[SEED_A], w[SEED_B] = words
        w[z.WINNER] = NONE
        w[z.FRESH] = self.tables.hindrances
        w[z.RULES] = z.WITH_HINDRANCES * bool(options["hindrances"]) + z.WITH_TRICKS * bool(options["tricks"])
        return state

    def begin(self, state: State) -> None:
        assert isinstance(state, VaultState)
        state.begin_game()

    def decode(self, data: bytes) -> VaultState:
        state = VaultState(words_from_bytes(data, self.tables.stamp, z.LENGTH), self.tables)
        check(state)
        return state

    @cached_property
    def _action_texts(self) -> tuple[str, ...]:
        return tuple(action_texts())

    def action_texts(self) -> Sequence[str]:
        return self._action_texts

    def event_text(self, event: Event) -> str:
        return event_text(event, self.rows)

    def facts(self, state: State) -> dict[str, Any]:
        assert isinstance(state, VaultState)
        return facts(state, self.rows)

    def refusal(self, state: State, action: int) -> str:
        assert isinstance(state, VaultState)
        return refusal(state, action)

    def vector(self, view: State) -> list[int]:
        """Per seat, from the viewer on: hand (known), size, open, closed, doubles, lost; then the table."""
        w = [int(word) for word in view.w]
        viewer, seats = max(w[VIEWER], 0), w[SEATS]
        numbers: list[int] = []
        for place in range(MAX_SEATS):
            seat = (viewer + place) % seats
            here = place < seats
            for zone in (z.HAND, z.OPEN):
                numbers += [(w[zone + seat] >> 4 * kind & 15) * here for kind in range(KINDS)]
            closed = w[z.CLOSED + seat]
            row = [w[z.SIZE + seat], z.closed_total(closed), z.closed_doubles(closed), w[z.LOST + seat]]
            row += [w[z.TURN] == seat, w[z.HITS] > 0 and w[z.ORIGIN] == seat]
            numbers += [int(number) * here for number in row]
        for zone in (z.PILE, z.GONE):
            numbers += [w[zone] >> 4 * kind & 15 for kind in range(KINDS)]
        numbers += [int(w[z.TOP] == kind) for kind in range(KINDS)]
        numbers += [int(w[z.EFFECTIVE] == kind) for kind in range(KINDS)]
        numbers += [w[z.TRICKS] >> 4 * trick & 15 for trick in range(7)]
        numbers += [w[z.RUN], w[z.DEBT], w[z.HITS], w[z.DIRECTION], w[z.LEFT_TROUBLE], w[z.ROUND], w[z.TURNS]]
        return [*numbers, w[PHASE], w[CHOSEN], w[LEFT]]  # nothing but zeros unless the viewer is asked

    def forgets(self, state: State) -> str:
        if state.w[z.THEFTS] == 0:
            return ""
        return (
            "After a theft under the trick surprise, seats that did not see the card forget one card of each kind "
            "they knew of the giver; in sampled worlds the other seats remember of thefts only what everybody knows."
        )

    def situation(self, state: State, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        assert isinstance(state, VaultState)
        set_up(state, situation, chance, self.rows)
