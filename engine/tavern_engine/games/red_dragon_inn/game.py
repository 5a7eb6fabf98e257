"""The Red Dragon Inn as a game of the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tavern_engine.box import BoxGame
from tavern_engine.chance import luck, scale
from tavern_engine.errors import BadSetup
from tavern_engine.game import Option, Question, Value
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.choices import ACTIONS
from tavern_engine.games.red_dragon_inn.components import Box
from tavern_engine.games.red_dragon_inn.layout import check_cards, layout
from tavern_engine.games.red_dragon_inn.questions import CONCERNS, question
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.games.red_dragon_inn.situation import set_up
from tavern_engine.games.red_dragon_inn.tables import InnTables
from tavern_engine.games.red_dragon_inn.texts import InnWords
from tavern_engine.state import CHECK_BYTES, MAGIC, SEATS, SEED_A, SEED_B, words_from_bytes
from tavern_engine.words import Names

CAST_LUCK: Final = 9  # the purpose of luck that hands out characters
BY_TABLE: Final = 0  # start gold as R1 has it
RANDOM: Final = "random"
BOX_ORDER: Final = "box order"


@dataclass(frozen=True)
class NeedsCards(Option):
    """An option that waits for cards which are not in the box."""

    missing: str = ""

    def check(self, value: object) -> bool | int | str:
        if value is True:
            raise BadSetup(f"The option {self.name} needs {self.missing}, which are not in this box.")
        return super().check(value)


class RedDragonInn(BoxGame):
    """Outlast the others: keep your Fortitude above your Alcohol Content, and some Gold in your purse."""

    id = "red-dragon-inn"
    version = 1
    folder = Path(__file__).parent
    box_file = "box.toml"
    tiny_file = "tiny/box.toml"
    load = Box.load
    state_class = InnState
    actions = ACTIONS
    table_notes = (
        "In the table * is whose turn it is, AC Alcohol Content, F Fortitude: who has nothing left between them "
        "passes out. The drinks of a seat wait in its Drink Me! pile."
    )
    what_concerns = CONCERNS
    has_points = False

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.min_seats, self.max_seats = box.seats
        self.ids = [card.id for card in box.kinds()]
        self.layout = layout(self.tables)
        self.words = InnWords(self.tables)
        self.casts = (RANDOM, BOX_ORDER, *(name.lower() for name in self.tables.names))
        drinks = tuple(dict.fromkeys((max(box.seats[1] + 1, box.values["drinks"] * 2 // 3), box.values["drinks"])))
        self.options = (
            Option("characters", RANDOM, "who plays whom: by lot, in the order of the box, or seat 0 plays this one "
                   "and the others are drawn (RA1, RA2)", self.casts),
            Option("bar_deck", False, "drinks that are not in the Drink Deck come back when it runs out (R82)"),
            Option("drinks", box.values["drinks"], "cards in the Drink Deck (R1)", drinks),
            Option("start_gold", BY_TABLE, "Gold at the start; 0: as the number of players has it (R1)",
                   (BY_TABLE, 6, 10, 15)),
            NeedsCards("prizes", False, "Prize cards on the pot (R83, R84)", (False,),
                       missing="the Prize cards of the Tavern Crew"),
        )  # fmt: skip

    def make_tables(self, stamp: bytes) -> InnTables:
        tables: InnTables
        tables, self.programs = self.box.tables(stamp)
        return tables

    @property
    def data_files(self) -> tuple[Path, ...]:
        return (self.box.path, *(deck.path for deck in (*self.box.characters, self.box.drinks)))

    def set_out(self, state: InnState, options: Mapping[str, Value]) -> None:
        w = state.w
        named = int(options["start_gold"])
        gold = named or self.box.gold[int(w[SEATS])]
        w[z.RULES] = z.BAR_DECK * bool(options["bar_deck"]) + z.NAMED_GOLD * bool(named)
        w[z.RULES] += z.FULL_DECK * int(options["drinks"]) + z.START_GOLD * gold
        w[z.RULES] += z.CAST * self.casts.index(str(options["characters"]))

    def options_of(self, state: InnState) -> dict[str, Value]:
        w = state.w
        return {
            "characters": self.casts[int(z.cast_wanted(w))],
            "bar_deck": int(w[z.RULES]) & z.BAR_DECK > 0,
            "drinks": int(z.full_deck(w)),
            "start_gold": int(z.start_gold(w)) if int(w[z.RULES]) & z.NAMED_GOLD else BY_TABLE,
            "prizes": False,
        }

    def begin(self, state: InnState) -> None:
        state.begin_game(self.cast(state))

    def cast(self, state: InnState) -> list[int]:
        """RA2: the character of every seat, no two the same; by lot unless the options say otherwise."""
        w = state.w
        wanted = self.casts[int(z.cast_wanted(w))]
        decks = list(range(len(self.tables.names)))
        chosen: list[int] = []
        if wanted not in (RANDOM, BOX_ORDER):
            chosen.append(decks.pop(self.casts.index(wanted) - 2))
        for seat in range(len(chosen), int(w[SEATS])):
            lot = 0 if wanted == BOX_ORDER else scale(luck(w[SEED_A], w[SEED_B], CAST_LUCK, seat), len(decks))
            chosen.append(decks.pop(int(lot)))
        return chosen

    def decode(self, data: bytes) -> InnState:
        """RA120: a deep stack makes a state longer; `check_cards` checks its further frames."""
        length = z.LENGTH
        if isinstance(data, (bytes, bytearray, memoryview)):
            length = max(length, (len(data) - len(MAGIC) - len(self.tables.stamp) - CHECK_BYTES) // 8)
        state = InnState(words_from_bytes(data, self.tables.stamp, length), self.tables)
        self.layout.check([int(word) for word in state.w], self.sizes)
        self.check_cards(state)
        return state

    def check_cards(self, state: InnState) -> None:
        check_cards(state)

    def seat_names(self, state: InnState) -> list[str]:
        return [self.tables.names[int(state.w[z.CHARACTER + seat])] for seat in range(int(state.w[SEATS]))]

    def question(self, view: InnState, names: Sequence[str] = ()) -> Question:
        return question(view, Names(names))

    def card_texts(self) -> dict[str, str]:
        return {card.title: f"{card.kind}. {card.text}" for card in self.box.kinds()}

    def forgets(self, state: InnState) -> str:
        if int(state.w[z.RULES]) & z.BLURRED == 0:
            return ""
        return (
            f"Drinks of more than {z.BATCHES} shuffles waited in piles at once; of the first two it is no longer known "
            "which card came from which."
        )

    def situation(self, state: InnState, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        set_up(state, self.cast(state), self.ids, situation, chance)

    def parse_action(self, text: str) -> int:
        """The action code of a text; a card may also be named by its id."""
        verb, _, card = text.partition(" ") if isinstance(text, str) else ("", "", "")
        if verb in ("play", "discard") and card in self.ids:
            text = f"{verb} {self.tables.titles[self.ids.index(card)]}"
        return super().parse_action(text)


GAME = RedDragonInn
