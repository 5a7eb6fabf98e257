"""The Red Dragon Inn as a game of the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import luck, scale
from tavern_engine.errors import BadSetup
from tavern_engine.game import Game, Option, Question
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.check import check
from tavern_engine.games.red_dragon_inn.components import Box
from tavern_engine.games.red_dragon_inn.questions import CONCERNS, question
from tavern_engine.games.red_dragon_inn.refusals import refusal
from tavern_engine.games.red_dragon_inn.rules import ACTIONS, InnState
from tavern_engine.games.red_dragon_inn.situation import set_up
from tavern_engine.games.red_dragon_inn.tables import MAX_SEATS
from tavern_engine.games.red_dragon_inn.texts import TABLE_NOTES, action_texts, event_text, facts
from tavern_engine.state import (
    CHECK_BYTES,
    MAGIC,
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
CAST_LUCK: Final = 9  # the purpose of luck that hands out characters
BY_TABLE: Final = 0  # start gold as R1 has it


@dataclass(frozen=True)
class NeedsCards(Option):
    """An option that waits for cards which are not in the box."""

    missing: str = ""

    def check(self, value: object) -> bool | int | str:
        if value is True:
            raise BadSetup(f"The option {self.name} needs {self.missing}, which are not in this box.")
        return super().check(value)


class RedDragonInn(Game):
    """Outlast the others: keep your Fortitude above your Alcohol Content, and some Gold in your purse."""

    id = "red-dragon-inn"
    version = 1
    rules_file = HERE / "RULES.md"
    actions = ACTIONS
    table_notes = TABLE_NOTES
    what_concerns = CONCERNS
    has_points = False

    def __init__(self, box: Box) -> None:
        self.box = box
        self.title = box.title
        self.min_seats, self.max_seats = box.seats
        self.data_hash = box.data_hash()
        self.data_file = box.path
        self.tables, self.programs = box.tables(self.stamp())
        self.ids = [card.id for card in box.kinds()]
        names = tuple(name.lower() for name in self.tables.names)
        drinks = tuple(dict.fromkeys((max(box.seats[1] + 1, box.values["drinks"] * 2 // 3), box.values["drinks"])))
        self.options = (
            Option("characters", "random", "who plays whom: by lot, in the order of the box, or seat 0 plays this one "
                   "and the others are drawn (RA1, RA2)", ("random", "box order", *names)),
            Option("bar_deck", False, "drinks that are not in the Drink Deck come back when it runs out (R82)"),
            Option("drinks", box.values["drinks"], "cards in the Drink Deck (R1)", drinks),
            Option("start_gold", BY_TABLE, "Gold at the start; 0: as the number of players has it (R1)",
                   (BY_TABLE, 6, 10, 15)),
            NeedsCards("prizes", False, "Prize cards on the pot (R83, R84)", (False,),
                       missing="the Prize cards of the Tavern Crew"),
        )  # fmt: skip

    @classmethod
    def from_box(cls) -> RedDragonInn:
        """The game with the components that ship with it."""
        return cls(Box.load(HERE / "box.toml"))

    def with_data(self, path: Path | str) -> RedDragonInn:
        return RedDragonInn(Box.load(Path(path)))

    def tiny(self) -> RedDragonInn:
        return RedDragonInn(Box.load(HERE / "tiny" / "box.toml"))

    def start(self, seats: int, words: tuple[int, int], options: Mapping[str, bool | int | str]) -> InnState:
        state = InnState(vec[i64]([0] * z.LENGTH), self.tables)
        w = state.w
        w[SEATS] = seats
        w[VIEWER] = TRUTH
        w[SEED_A], w[SEED_B] = words
        cast = {"random": 0, "box order": 1}.get(str(options["characters"]), -1)
        if cast < 0:
            cast = 2 + [name.lower() for name in self.tables.names].index(str(options["characters"]))
        w[z.RULES] = z.BAR_DECK * bool(options["bar_deck"]) + z.FULL_DECK * int(options["drinks"])
        w[z.RULES] += z.CAST * cast + z.START_GOLD * (int(options["start_gold"]) or self.box.gold[seats])
        return state

    def begin(self, state: State) -> None:
        assert isinstance(state, InnState)
        state.begin_game(self.cast(state))

    def cast(self, state: State) -> list[int]:
        """RA2: the character of every seat, no two the same; by lot unless the options say otherwise."""
        w = state.w
        wanted = int(z.cast_wanted(w))
        decks = list(range(len(self.tables.names)))
        chosen: list[int] = []
        if wanted >= 2:
            chosen.append(decks.pop(wanted - 2))
        for seat in range(len(chosen), int(w[SEATS])):
            lot = 0 if wanted == 1 else int(scale(luck(w[SEED_A], w[SEED_B], CAST_LUCK, i64(seat)), i64(len(decks))))
            chosen.append(decks.pop(lot))
        return chosen

    def decode(self, data: bytes) -> InnState:
        length = z.LENGTH
        if isinstance(data, (bytes, bytearray, memoryview)):  # RA120: a deep stack makes it longer
            length = max(length, (len(data) - len(MAGIC) - len(self.tables.stamp) - CHECK_BYTES) // 8)
        state = InnState(words_from_bytes(data, self.tables.stamp, length), self.tables)
        check(state)
        return state

    @cached_property
    def _action_texts(self) -> tuple[str, ...]:
        return tuple(action_texts(self.tables.titles))

    def action_texts(self) -> Sequence[str]:
        return self._action_texts

    def event_text(self, event: Event, names: Sequence[str] = ()) -> str:
        return event_text(self.tables, event)

    def facts(self, state: State) -> dict[str, Any]:
        assert isinstance(state, InnState)
        return facts(state)

    def refusal(self, state: State, action: int, names: Sequence[str] = ()) -> str:
        assert isinstance(state, InnState)
        return refusal(state, action, self._action_texts)

    def seat_names(self, state: State) -> list[str]:
        return [self.tables.names[int(state.w[z.CHARACTER + seat])] for seat in range(int(state.w[SEATS]))]

    def question(self, view: State, names: Sequence[str] = ()) -> Question:
        assert isinstance(view, InnState)
        return question(view)

    def card_texts(self) -> dict[str, str]:
        return {card.title: f"{card.kind}. {card.text}" for card in self.box.kinds()}

    def vector(self, view: State) -> list[int]:
        """Per seat, from the viewer on: markers, Gold, sizes, cards known in the hand; then the table."""
        w = [int(word) for word in view.w]
        viewer, seats = max(w[VIEWER], 0), w[SEATS]
        numbers: list[int] = []
        for place in range(MAX_SEATS):
            seat = (viewer + place) % seats
            here = place < seats
            row = [w[zone + seat] for zone in (z.CHARACTER, z.FORTITUDE, z.ALCOHOL, z.PURSE, z.SIZE, z.MUGS)]
            row += [w[z.STILL_IN] >> seat & 1, w[z.GAMBLERS] >> seat & 1, int(w[z.MASTER] == seat + 1)]
            for zone in (z.HAND, z.DISCARD):
                row += [w[zone + seat] >> bit & 1 for bit in range(62)]
            numbers += [number * here for number in row]
        numbers += [w[z.DREGS] >> bit & 1 for bit in range(62)]
        numbers += [w[z.COINS], w[z.DRINK_DECK], w[z.BAR], (w[z.TURN] - viewer) % seats, w[z.TURNS], w[z.UNBEATEN]]
        for row_ in range(z.MAX_ROWS):
            numbers += [w[z.ROW_AC + row_], w[z.ROW_FORT + row_], w[z.ROW_DRINKER + row_]]
        return [*numbers, w[PHASE], w[z.DEPTH]]

    def forgets(self, state: State) -> str:
        if int(state.w[z.RULES]) & z.BLURRED == 0:
            return ""
        return (
            f"Drinks of more than {z.BATCHES} shuffles waited in piles at once; of the first two it is no longer known "
            "which card came from which."
        )

    def situation(self, state: State, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        assert isinstance(state, InnState)
        set_up(state, self.cast(state), self.ids, situation, chance)

    def parse_action(self, text: str) -> int:
        """The action code of a text; a card may also be named by its id."""
        verb, _, card = text.partition(" ") if isinstance(text, str) else ("", "", "")
        if verb in ("play", "discard") and card in self.ids:
            text = f"{verb} {self.tables.titles[self.ids.index(card)]}"
        return super().parse_action(text)


GAME = RedDragonInn
