"""Reads the boxes and their decks, and refuses impossible values with a sentence; `making.py` makes the tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tavern_engine.datafile import DataFile, digest
from tavern_engine.errors import BadSetup
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn.mechanics import EVENTS, MECHANICS, PASSIVE, STORIES, TABLE_MECHANICS
from tavern_engine.games.red_dragon_inn.zones import MAX_ROWS, MOST_IN_DECK, MOST_MUGS

HAND_KINDS = ("Action", "Action/Gambling", "Gambling", "Cheating", "Sometimes", "Anytime")
DRINK_KINDS = ("Drink", "Drink Event")
#: The decks that a character can have beside its own (R138), and the kinds of their cards.
SIDES = {"stories": ("Story",), "stable": ("Animal",), "reserve": DRINK_KINDS}
SIGNED = ("fort", "ac", "self_fort", "extra_fort", "own_ac", "change")
NUMBERS = (
    *("ante", "amount", "fort", "ac", "gold", "pay_inn", "drinks"),
    *("draw", "discard", "reduce", "extra_fort", "hand", "actions", "delta", "self_fort", "own_ac", "max_targets"),
    "change",
    *("pay_inn_per_target", "max_discard", "fort_per_card", "reveal", "ac_per_sometimes"),
)
CARD_KEYS = (
    *("title", "copies", "kind", "mechanic", *NUMBERS, "chaser", "card_kinds", "stats", "allowed_after_leaving"),
    *("text", "racial", "pipe", "horseshoe", "target", "modes", "ac_choices", "foe", "yields", "ability"),
)
DECK_KEYS = ("name", "title", "set", "sources", "card", *SIDES)
STATS = {"fort": t.FORT, "ac": t.AC, "gold": t.GOLD}
IGNORED_KINDS = {"Action": t.ACTION_CARD, "Sometimes": t.SOMETIMES, "Anytime": t.ANYTIME_CARD}
TARGETS = {"any": v.ANYONE, "other": v.OTHER}
#: What a Drink does besides AC and F, by mechanic: which effect has which number.
DRINK_EFFECTS: dict[str, dict[int, str]] = {
    "drink": {},
    "drink_discard": {t.DISCARDS: "discard"},
    "drink_discard_draw": {t.EXCHANGES: "discard", t.EXCHANGE_DRAWS: "draw"},
    "drink_discard_heal": {t.HEALS: "max_discard", t.HEAL_FORT: "fort_per_card"},
    "drink_draw": {t.DRAWS: "draw"},
    "drink_protected": {},
    "drink_reveal": {t.REVEALS: "reveal", t.REVEAL_AC: "ac_per_sometimes"},
    "drink_self_split": {},
}
#: Numbers without which a mechanic does nothing, where its verbs do not ask for them.
NEEDED = {
    **{mechanic: tuple(numbers.values()) for mechanic, numbers in DRINK_EFFECTS.items()},
    **{mechanic: (number,) for mechanic, (_, number) in PASSIVE.items() if number},
    "story_boost_numbers": ("delta",),
    "damage_several_pay": ("max_targets",),
}
WITH_WAYS = tuple(
    name
    for name, branches in MECHANICS.items()
    if any(step.verb.code == v.CHOOSE_WAY for branch in branches for step in branch.steps)
)
ELIXIRS = tuple(name for name in TABLE_MECHANICS if name.startswith("elixir_"))
ANIMALS = tuple(name for name in TABLE_MECHANICS if name.startswith("animal_"))
PRIZES = tuple(name for name in TABLE_MECHANICS if name.startswith("prize_"))
PACKED = ("reduce", "extra_fort")  # numbers that share a word with those of other seats; so do the effects of a Drink
MOST_PACKED = 15
BOTH = "both"  # the values of the option `boxes` that are no names of boxes
AS_NEEDED = "auto"


@dataclass(frozen=True)
class Card:
    """One row of a deck."""

    id: str
    title: str
    copies: int
    kind: str
    mechanic: str
    numbers: dict[str, int]
    ignores: tuple[tuple[int, int], ...]  # kinds of cards and stats that it ignores
    chaser: bool
    text: str
    pipe: bool = False  # R85
    horseshoe: bool = False  # R94
    foe: str = ""  # R95: the id of an animal, or * for every other one
    yields: bool = False  # whether it goes when its foe is there, else the foe does

    @property
    def what(self) -> tuple[object, ...]:
        """All that makes it the same card in two decks."""
        flags = (self.chaser, self.pipe, self.horseshoe, self.foe, self.yields)
        return self.title, self.kind, self.mechanic, tuple(self.numbers.items()), self.ignores, flags


@dataclass(frozen=True)
class Deck:
    """The cards of one character, drinks, Prizes, or a deck that a character has beside its own."""

    path: Path
    name: str
    cards: tuple[Card, ...]
    sides: dict[str, Deck] = field(default_factory=dict)

    def size(self) -> int:
        return sum(card.copies for card in self.cards)


@dataclass(frozen=True)
class Part:
    """What one box adds: its characters, drinks and Prizes."""

    name: str
    path: Path
    characters: tuple[Deck, ...]
    drinks: Deck
    prizes: Deck | None

    @property
    def is_plain(self) -> bool:
        """Whether it has nothing but hands and drinks, and cards that are played in one way."""
        cards = [card for deck in self.characters for card in deck.cards]
        return not any(deck.sides for deck in self.characters) and not any(card.mechanic in WITH_WAYS for card in cards)


@dataclass(frozen=True)
class Box:
    """The checked values of one box, and of those that it names."""

    path: Path
    title: str
    seats: tuple[int, int]
    values: dict[str, int]
    gold: dict[int, int]
    parts: tuple[Part, ...]

    @classmethod
    def load(cls, path: Path) -> Box:
        """Read a box with its decks, or BadSetup naming the file and the row that cannot be."""
        return _Reader(path).box()

    @property
    def characters(self) -> tuple[Deck, ...]:
        return tuple(deck for part in self.parts for deck in part.characters)

    def side(self, name: str) -> tuple[int, Deck] | None:
        """The deck of this name that a character has beside its own, and which character; or nothing."""
        return next(((n, deck.sides[name]) for n, deck in enumerate(self.characters) if name in deck.sides), None)

    def prizes(self) -> tuple[Card, ...]:
        return tuple(card for part in self.parts if part.prizes for card in part.prizes.cards)

    def decks(self) -> list[Deck]:
        """Every deck: box by box characters and drinks, then what lies beside."""
        decks = [deck for part in self.parts for deck in (*part.characters, part.drinks)]
        decks += [found[1] for name in SIDES if (found := self.side(name))]
        return decks + [part.prizes for part in self.parts if part.prizes]

    def kinds(self) -> tuple[Card, ...]:
        """Every different card, in the order in which the decks name them; cards on the table come last."""
        found: dict[str, Card] = {}
        for deck in self.decks():
            for card in deck.cards:
                known = found.setdefault(card.id, card)
                if known.what != card.what:
                    raise BadSetup(f"{deck.path}: the card {card.id!r} is another one than in an earlier deck.")
        titles = [card.title.lower() for card in found.values()]
        if twice := [title for title in titles if titles.count(title) > 1]:
            raise BadSetup(f"{self.path}: two different cards have the title {twice[0]!r}.")
        if len(found) > t.MAX_KINDS:
            raise BadSetup(f"{self.path}: there are {len(found)} different cards, more than {t.MAX_KINDS}.")
        return tuple(found.values())

    def data_hash(self) -> str:
        """A digest of the values, whatever their sources and comments."""
        decks = [[(card.id, card.copies, card.what) for card in deck.cards] for deck in self.decks()]
        names = [(part.name, [deck.name for deck in part.characters]) for part in self.parts]
        return digest([self.seats, self.values, self.gold, names, decks])


class _Reader(DataFile):
    """Checks one box file and its decks."""

    sources_needed = False

    def texts(self, where: str, table: dict[str, Any], key: str) -> list[str]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.fail(where, f"has a list of texts for {key!r}, not {value!r}")
        return value

    def yes(self, where: str, table: dict[str, Any], key: str) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            raise self.fail(where, f"has true or false for {key!r}, not {value!r}")
        return value

    # Boxes.

    def box(self) -> Box:
        self.known_keys("the file", self.raw, ("meta", "setup", "gold", "limits"))
        meta = self.meta()
        setup = self.section("setup", ("fortitude", "limit", "hand", "drinks"))
        limits = self.section("limits", ("turns",))
        values = {key: self.number("[setup]", setup, key, 1, 60) for key in ("fortitude", "limit", "drinks")}
        values["hand"] = self.number("[setup]", setup, "hand", 1, 20)
        values["turns"] = self.number("[limits]", limits, "turns", 1, 1_000_000)
        if values["fortitude"] > values["limit"]:
            raise self.fail("setup.fortitude", f"is above the limit of {values['limit']}")
        parts, fewest, most = [self.part(meta)], *self.seats(meta, t.MAX_SEATS)
        for name in self.texts("[meta]", meta, "also"):
            more = _Reader(self.path.parent / name)
            more.known_keys("the file", more.raw, ("meta",))
            parts.append(more.part(more.meta()))
            most += more.seats(more.meta(), t.MAX_SEATS)[1]
        box = Box(self.path, str(meta.get("title", self.path.stem)), (fewest, most), values, self.gold(fewest, most),
                  tuple(parts))  # fmt: skip
        self.check_together(box)
        return box

    def meta(self) -> dict[str, Any]:
        return self.section("meta", ("title", "name", "seats", "characters", "drinks", "prizes", "also"))

    def gold(self, fewest: int, most: int) -> dict[int, int]:
        """R1: Gold at the start, by the number of players."""
        table = self.section("gold", [str(count) for count in range(2, t.MAX_SEATS + 1)])
        return {
            count: self.number(f"a table of {count}", {"gold": table.get(str(count))}, "gold", 1, 99)
            for count in range(fewest, most + 1)
        }

    def part(self, meta: dict[str, Any]) -> Part:
        characters = tuple(self.deck(name, HAND_KINDS) for name in self.texts("[meta]", meta, "characters"))
        most = self.seats(meta, t.MAX_SEATS)[1]
        if not most <= len(characters) <= t.MAX_SEATS:
            raise self.fail("meta.characters", f"are {most} to {t.MAX_SEATS} decks, not {len(characters)}")
        for key in ("name", "drinks", "prizes"):
            if not isinstance(meta.get(key, ""), str) or (key == "drinks" and key not in meta):
                raise self.fail("[meta]", f"needs a text for {key!r}")
        prizes = self.deck(meta["prizes"], ("Prize",)) if "prizes" in meta else None
        drinks = self.deck(meta["drinks"], DRINK_KINDS)
        for card in drinks.cards:
            if card.mechanic in ELIXIRS:
                raise self.fail(
                    f"card {card.id!r} of {drinks.path.name}", "is an Elixir: those are in a reserve (R105)"
                )
        return Part(meta.get("name", self.path.stem), self.path, characters, drinks, prizes)

    def check_together(self, box: Box) -> None:
        """What the boxes have must fit into a state, and no two characters have the same deck beside their own."""
        if len(box.characters) > t.MAX_SEATS:
            raise self.fail("meta.also", f"makes {len(box.characters)} characters, more than {t.MAX_SEATS}")
        names = [part.name for part in box.parts]
        if len(set(names) | {BOTH, AS_NEEDED}) < len(names) + 2:
            raise self.fail("meta.name", f"must be another one for each box than {', '.join(names)}")
        roles = [deck.name for deck in box.characters]
        if twice := [name for name in roles if sum(name.lower() == other.lower() for other in roles) > 1]:
            raise self.fail("meta.characters", f"has {twice[0]!r} twice (RA2)")
        for name in SIDES:
            if sum(name in deck.sides for deck in box.characters) > 1:
                raise self.fail("meta.characters", f"has two characters with {name}")
        cards = [card for deck in box.decks() for card in deck.cards]
        splits = ("split_drink", "split_or_pass_drink", "drink_self_split")
        halves = sum(card.copies for card in cards if card.mechanic in splits)
        if box.seats[1] + halves > MAX_ROWS:
            raise self.fail("meta.characters", f"could split Drinks until more than {MAX_ROWS} Drinks are on the table")
        sizes = [part.drinks.size() for part in box.parts]
        if sum(sizes) > MOST_MUGS:
            raise self.fail("meta.drinks", f"are {sum(sizes)} in all boxes, more than {MOST_MUGS}")
        if not box.seats[1] < box.values["drinks"] <= min(sizes):
            raise self.fail("setup.drinks", f"is {box.values['drinks']}, but there are {min(sizes)} drinks")

    # Decks.

    def deck(self, name: object, kinds: tuple[str, ...]) -> Deck:
        path = self.path.parent / str(name)
        reader = _Reader(path)
        reader.known_keys("the file", reader.raw, DECK_KEYS)
        cards = tuple(reader.card(row, kinds) for row in reader.rows("card", CARD_KEYS, "id"))
        sides = {side: reader.deck(reader.raw[side], SIDES[side]) for side in SIDES if side in reader.raw}
        deck = Deck(path, str(reader.raw.get("name", path.stem)), cards, sides)
        reader.check_deck(deck, kinds)
        return deck

    def check_deck(self, deck: Deck, kinds: tuple[str, ...]) -> None:
        most = MOST_MUGS if kinds == DRINK_KINDS else MOST_IN_DECK
        if not 1 <= deck.size() <= most:
            raise self.fail("the deck", f"has {deck.size()} cards, not 1 to {most}")
        ids = [card.id for card in deck.cards]
        for card in deck.cards:
            where = f"card {card.id!r}"
            if card.foe and card.foe != "*" and card.foe not in ids:
                raise self.fail(where, f"has a foe {card.foe!r}, which is not in the stable")
            if card.pipe and "stories" not in deck.sides:
                raise self.fail(where, "is a PIPE card, but the deck names no stories")
            if card.horseshoe and "stable" not in deck.sides:
                raise self.fail(where, "is a HORSESHOE card, but the deck names no stable")

    def card(self, row: dict[str, Any], kinds: tuple[str, ...]) -> Card:
        where = f"card {row['id']!r}"
        for key in ("id", "title", "kind", "mechanic"):
            if not isinstance(row.get(key), str):
                raise self.fail(where, f"needs a text for {key!r}")
        if row["kind"] not in kinds:
            raise self.fail(where, f"cannot be of the kind {row['kind']!r}")
        return Card(
            id=row["id"],
            title=row["title"],
            copies=self.number(where, row, "copies", 1, 20),
            kind=row["kind"],
            mechanic=self.mechanic(where, row),
            numbers=self.numbers(where, row),
            ignores=self.ignores(where, row),
            chaser=self.yes(where, row, "chaser"),
            text=str(row.get("text", "")),
            pipe=self.yes(where, row, "pipe"),
            horseshoe=self.yes(where, row, "horseshoe"),
            foe=str(row.get("foe", "")),
            yields=self.yes(where, row, "yields"),
        )

    def numbers(self, where: str, row: dict[str, Any]) -> dict[str, int]:
        """The numbers of a card, those among them that a mechanic reads from words."""
        found = {key: self.number(where, row, key, -20 if key in SIGNED else 0, 20) for key in NUMBERS if key in row}
        for key in (*PACKED, *(DRINK_EFFECTS.get(row["mechanic"], {}).values())):
            if abs(found.get(key, 0)) > MOST_PACKED:
                raise self.fail(where, f"needs {key} of {MOST_PACKED} at most, not {found[key]}")
        if row["mechanic"] == "leave_or_ignore_drink":
            found.setdefault("pay_inn", 0)
        if row["mechanic"] == "toast":
            found.setdefault("own_ac", 0)
        if "target" in row:
            found["target"] = TARGETS[tuple(TARGETS)[self.one_of(where, row, "target", tuple(TARGETS))]]
        if "ac_choices" in row:
            match row["ac_choices"]:
                case [int(one), int(other)] if -20 <= other < 0 < one <= 20 and not isinstance(one, bool):
                    found |= {"raise": one, "lower": other}
                case other:
                    raise self.fail(where, f"has a number above 0 and one below for 'ac_choices', not {other!r}")
        for key in NEEDED.get(row["mechanic"], ()):
            if found.get(key, 0) < 1:
                raise self.fail(where, f"needs {key} as a whole number from 1 to 20, not {found.get(key)!r}")
        return found

    def mechanic(self, where: str, row: dict[str, Any]) -> str:
        name = str(row["mechanic"])
        if self.yes(where, row, "allowed_after_leaving"):
            name += "_even_outside"
        if row["kind"] == "Action" and name == "gain_fort":
            name = "gain_fort_as_action"
        if modes := self.texts(where, row, "modes"):
            if sorted(modes) != ["pass", "split"] or name != "split_drink":
                raise self.fail(where, f"can have the modes split and pass of split_drink, not {modes!r}")
            name = "split_or_pass_drink"
        if "ac_choices" in row and name == "modify_drink":
            name = "raise_or_lower_drink"
        known = MECHANICS_OF.get(str(row["kind"]), tuple(MECHANICS))
        return known[self.one_of(where, {"mechanic": name}, "mechanic", known)]

    def ignores(self, where: str, row: dict[str, Any]) -> tuple[tuple[int, int], ...]:
        kinds, stats = self.texts(where, row, "card_kinds"), self.texts(where, row, "stats")
        if set(kinds) - set(IGNORED_KINDS) or set(stats) - set(STATS):
            raise self.fail(where, f"can ignore {', '.join(IGNORED_KINDS)} that affect {', '.join(STATS)}")
        return tuple((IGNORED_KINDS[kind], sum(STATS[stat] for stat in stats)) for kind in kinds)


#: Which mechanics there are for a kind of card that is never in a hand.
MECHANICS_OF: dict[str, tuple[str, ...]] = {
    "Drink": (*DRINK_EFFECTS, *ELIXIRS),
    "Drink Event": tuple(EVENTS),
    "Story": tuple(STORIES),
    "Animal": ANIMALS,
    "Prize": PRIZES,
}
