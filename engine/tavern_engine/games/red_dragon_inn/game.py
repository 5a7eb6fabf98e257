"""The Red Dragon Inn as a game of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

from tavern_engine.box import BoxGame
from tavern_engine.chance import luck, scale
from tavern_engine.errors import BadSetup
from tavern_engine.game import Option, Question, Value, did_you_mean
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.choices import ACTIONS
from tavern_engine.games.red_dragon_inn.components import AS_NEEDED, BOTH, Box, Part
from tavern_engine.games.red_dragon_inn.layout import check_cards, layout
from tavern_engine.games.red_dragon_inn.making import make_tables
from tavern_engine.games.red_dragon_inn.questions import CONCERNS, question
from tavern_engine.games.red_dragon_inn.reach import reachable
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
CAST_BITS: Final = 4
A_ROLE: Final = 15


@dataclass(frozen=True)
class Cast(Option):
    """Who plays whom: one of the choices, or a name for each of the first seats, with commas between them."""

    def check(self, value: object) -> bool | int | str:
        if isinstance(value, list) and all(isinstance(name, str) for name in value):
            value = ",".join(value)
        if not isinstance(value, str) or "," not in value:
            return super().check(value.lower() if isinstance(value, str) else value)
        names = [name.strip().lower() for name in value.split(",")]
        for name in names:
            if name == BOX_ORDER or name not in self.choices:
                near = did_you_mean(name, [str(choice) for choice in self.choices if choice != BOX_ORDER], "There are")
                raise BadSetup(f"The option {self.name} has {name!r}, who is nobody here.{near}")
            if name != RANDOM and names.count(name) > 1:
                raise BadSetup(f"The option {self.name} has {name} twice: every character sits at a table once (RA2).")
        return ",".join(names)

    def for_seat(self, value: bool | int | str, seat: int) -> bool | int | str:
        """One name is that of the player's own character."""
        if value in (RANDOM, BOX_ORDER) or "," in str(value) or seat == 0:
            return value
        return ",".join([RANDOM] * seat + [str(value)])


class RedDragonInn(BoxGame):
    """Outlast the others: keep your Fortitude above your Alcohol Content, and some Gold in your purse."""

    id = "red-dragon-inn"
    version = 2
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
    point = 100  # RA85: a place at the end
    has_points = False
    more_tables: ClassVar[Mapping[str, tuple[int, Mapping[str, Value]]]] = {
        "tavern-crew": (4, {"boxes": "tavern-crew", "prizes": True}),
        "both": (4, {"boxes": "both", "bar_deck": True}),
    }

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.min_seats, self.max_seats = box.seats
        self.ids = [card.id for card in box.kinds()]
        self.layout = layout(self.tables)
        self.words = InnWords(self.tables)
        self.roles = tuple(name.lower() for name in self.tables.names)
        self.boxes: tuple[str, ...] = (
            AS_NEEDED,
            *(part.name for part in box.parts),
            *((BOTH,) if len(box.parts) > 1 else ()),
        )
        drinks = tuple(dict.fromkeys((max(box.seats[1] + 1, box.values["drinks"] * 2 // 3), box.values["drinks"])))
        prizes = (False, True) if box.prizes() else (False,)
        self.options = (
            Option("boxes", AS_NEEDED, "what is played with; auto: the base box if it has all that is asked for, else "
                   "the next one that has, else all (RA2)", self.boxes),
            Cast("characters", RANDOM, "who plays whom: by lot, in the order of the boxes, this one at seat 0, or one "
                 "for each of the first seats with commas between them (RA1, RA2)", (RANDOM, BOX_ORDER, *self.roles)),
            Option("bar_deck", False, "drinks that are not in the Drink Deck come back when it runs out (R82)"),
            Option("drinks", box.values["drinks"], "cards in the Drink Deck (R1)", drinks),
            Option("start_gold", BY_TABLE, "Gold at the start; 0: as the number of players has it (R1)",
                   (BY_TABLE, 6, 10, 15)),
            Option("prizes", False, "Prize cards on the pot (R83, R84)", prizes),
        )  # fmt: skip

    def make_tables(self, stamp: bytes) -> InnTables:
        tables, self.programs = make_tables(self.box, stamp)
        return tables

    @property
    def data_files(self) -> tuple[Path, ...]:
        return (*(part.path for part in self.box.parts), *(deck.path for deck in self.box.decks()))

    # Options.

    def parts_in(self, boxes: str) -> tuple[Part, ...]:
        """The boxes of a value of the option `boxes`."""
        parts: tuple[Part, ...] = self.box.parts
        return parts if boxes == BOTH else tuple(part for part in parts if part.name == boxes)

    def lacks(self, boxes: str, seats: int, options: Mapping[str, Value]) -> str:
        """What these boxes do not have of what is asked for, in a sentence; nothing if they have all."""
        roles = [deck.name.lower() for part in self.parts_in(boxes) for deck in part.characters]
        which = "the boxes have" if boxes == BOTH else f"the box {boxes} has"
        for name in named(options):
            if name not in roles:
                return f"{name.capitalize()} is not in it: {which} {', '.join(map(str.capitalize, roles))}."
        if seats > len(roles):
            return f"{seats} seats are too many: {which} {len(roles)} characters."
        if options["prizes"] and not any(part.prizes for part in self.parts_in(boxes)):
            return f"the option prizes needs Prize cards, and {which} none."
        return ""

    def boxes_for(self, seats: int, options: Mapping[str, Value]) -> str:
        """The value of the option `boxes` that is played."""
        if options["boxes"] != AS_NEEDED:
            return str(options["boxes"])
        fitting = [boxes for boxes in self.boxes[1:] if not self.lacks(boxes, seats, options)]
        return fitting[0] if fitting else self.boxes[-1]

    def check_together(self, seats: int, options: Mapping[str, Value]) -> None:
        boxes = self.boxes_for(seats, options)
        if lack := self.lacks(boxes, seats, options):
            raise BadSetup(f"The option boxes cannot be {boxes}: {lack}")
        if len(str(options["characters"]).split(",")) > seats:
            raise BadSetup(f"The option characters names more than the {seats} seats of the table.")

    def set_out(self, state: InnState, options: Mapping[str, Value]) -> None:
        w = state.w
        gold = int(options["start_gold"])
        boxes = self.boxes_for(int(w[SEATS]), options)
        bar = len(self.box.parts) if boxes == BOTH else self.boxes.index(boxes) - 1
        w[z.RULES] = z.BAR_DECK * bool(options["bar_deck"]) + z.NAMED_GOLD * bool(gold)
        w[z.RULES] += z.WITH_PRIZES * bool(options["prizes"]) + z.BOX_ORDER * (options["characters"] == BOX_ORDER)
        w[z.RULES] += z.BOXES * self.boxes.index(str(options["boxes"])) + z.FULL_DECK * int(options["drinks"])
        plain = all(part.is_plain for part in self.parts_in(boxes)) and not options["prizes"]
        w[z.RULES] += z.WITH_SIDES * (not plain)
        w[z.RULES] += z.BAR_SET * bar + z.START_GOLD * (gold or self.box.gold[int(w[SEATS])])
        for seat, name in enumerate(str(options["characters"]).split(",")):
            if name in self.roles:
                w[z.CAST] |= (self.roles.index(name) + 1) << CAST_BITS * seat

    def options_of(self, state: InnState) -> dict[str, Value]:
        rules = int(state.w[z.RULES])
        return {
            "boxes": self.boxes[rules // z.BOXES % (z.FULL_DECK // z.BOXES)],
            "characters": self.characters_of(state),
            "bar_deck": rules & z.BAR_DECK > 0,
            "drinks": int(z.full_deck(state.w)),
            "start_gold": int(z.start_gold(state.w)) if rules & z.NAMED_GOLD else BY_TABLE,
            "prizes": rules & z.WITH_PRIZES > 0,
        }

    def characters_of(self, state: InnState) -> str:
        """The option `characters` with which the table was set up."""
        if int(state.w[z.RULES]) & z.BOX_ORDER:
            return BOX_ORDER
        wanted = self.wanted(state)
        names = [RANDOM if role < 0 else self.roles[role] for role in wanted[: 1 + max((
            seat for seat, role in enumerate(wanted) if role >= 0), default=0)]]  # fmt: skip
        return ",".join(names)

    def wanted(self, state: InnState) -> list[int]:
        """The character that each seat asked for, or -1."""
        cast = int(state.w[z.CAST])
        return [(cast >> CAST_BITS * seat & A_ROLE) - 1 for seat in range(int(state.w[SEATS]))]

    def begin(self, state: InnState) -> None:
        state.begin_game(self.cast(state))

    def decks_in(self, state: InnState) -> list[int]:
        """The characters of the boxes that are played."""
        bar, parts = int(z.bar_set(state.w)), self.box.parts
        chosen = parts if bar == len(parts) else parts[bar : bar + 1]
        return [n for n, deck in enumerate(self.box.characters) if any(deck in part.characters for part in chosen)]

    def cast(self, state: InnState) -> list[int]:
        """RA2: the character of every seat, no two the same; by lot unless the options say otherwise."""
        w = state.w
        wanted = self.wanted(state)
        decks = [deck for deck in self.decks_in(state) if deck not in wanted]
        in_order = int(w[z.RULES]) & z.BOX_ORDER
        chosen: list[int] = []
        for seat, role in enumerate(wanted):
            if role < 0:
                lot = 0 if in_order else scale(luck(w[SEED_A], w[SEED_B], CAST_LUCK, seat), len(decks))
                role = decks.pop(int(lot))
            chosen.append(role)
        return chosen

    def decode(self, data: bytes) -> InnState:
        """RA120: a deep stack makes a state longer; `check_cards` checks its further frames."""
        length = z.LENGTH
        if isinstance(data, (bytes, bytearray, memoryview)):
            length = max(length, (len(data) - len(MAGIC) - len(self.tables.stamp) - CHECK_BYTES) // 8)
        state = InnState(words_from_bytes(data, self.tables.stamp, length), self.tables)
        self.layout.check(memoryview(state.w).tolist(), self.sizes)
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

    def reachable(self, blank: InnState) -> Iterable[int]:
        return reachable(blank, self.decks_in(blank))

    def forgets(self, state: InnState) -> str:
        if int(state.w[z.POOLED]):
            return (
                "Known cards were shuffled into a Drink Me! pile: what else is in it, and in the decks that it came "
                "from, is no longer told apart, and equal cards that are seen are taken for the known ones."
            )
        if int(state.w[z.RULES]) & z.BLURRED == 0:
            return ""
        return (
            f"Drinks of more than {z.BATCHES} shuffles waited in piles at once; of the first two it is no longer known "
            "which card came from which."
        )

    def situation(self, state: InnState, situation: dict[str, Any], chance: dict[str, Any]) -> None:
        set_up(state, self.cast(state), self.decks_in(state), self.ids, situation, chance)

    def parse_action(self, text: str) -> int:
        """The action code of a text; a card may also be named by its id."""
        verb, _, card = text.partition(" ") if isinstance(text, str) else ("", "", "")
        if verb in ("play", "use", "discard") and card in self.ids:
            text = f"{verb} {self.tables.titles[self.ids.index(card)]}"
        return super().parse_action(text)


def named(options: Mapping[str, Value]) -> list[str]:
    """The characters that seats ask for by name."""
    return [name for name in str(options["characters"]).split(",") if name not in (RANDOM, BOX_ORDER)]


GAME = RedDragonInn
