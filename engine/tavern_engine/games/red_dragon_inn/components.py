"""Reads the box and its decks, refuses impossible values with a sentence, and makes the tables the rules use."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tavern_engine.datafile import DataFile, digest
from tavern_engine.errors import BadSetup
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn.language import MOMENTS, Assembler, column
from tavern_engine.games.red_dragon_inn.mechanics import EVENTS, MECHANICS, PROGRAMS
from tavern_engine.games.red_dragon_inn.zones import MAX_ROWS, MOST_IN_DECK, MOST_MUGS
from tavern_engine.state import numbers

KINDS = ("Action", "Action/Gambling", "Gambling", "Cheating", "Sometimes", "Anytime", "Drink", "Drink Event")
NUMBERS = ("ante", "amount", "fort", "ac", "gold", "pay_inn", "drinks")
CARD_KEYS = (
    *("title", "copies", "kind", "mechanic", *NUMBERS, "chaser", "card_kinds", "stats", "allowed_after_leaving"),
    *("text", "racial"),
)
STATS = {"fort": t.FORT, "ac": t.AC, "gold": t.GOLD}
KIND_TRAITS = {"Action": t.IS_ACTION, "Sometimes": t.IS_SOMETIMES, "Anytime": t.IS_ANYTIME, "Cheating": t.CHEATS}
IGNORED_KINDS = {"Action": t.ACTION_CARD, "Sometimes": t.SOMETIMES, "Anytime": t.ANYTIME_CARD}


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

    @property
    def what(self) -> tuple[object, ...]:
        """All that makes it the same card in two decks."""
        return self.title, self.kind, self.mechanic, tuple(self.numbers.items()), self.ignores, self.chaser


@dataclass(frozen=True)
class Deck:
    """The cards of one character, or the drinks."""

    path: Path
    name: str
    cards: tuple[Card, ...]

    def size(self) -> int:
        return sum(card.copies for card in self.cards)


@dataclass(frozen=True)
class Box:
    """The checked values of one box."""

    path: Path
    title: str
    seats: tuple[int, int]
    values: dict[str, int]
    gold: dict[int, int]
    characters: tuple[Deck, ...]
    drinks: Deck

    @classmethod
    def load(cls, path: Path) -> Box:
        """Read a box with its decks, or BadSetup naming the file and the row that cannot be."""
        return _Reader(path).box()

    def kinds(self) -> tuple[Card, ...]:
        """Every different card, in the order in which the decks name them; the drinks last."""
        found: dict[str, Card] = {}
        for deck in (*self.characters, self.drinks):
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
        decks = [[(card.id, card.copies, card.what) for card in deck.cards] for deck in (*self.characters, self.drinks)]
        return digest([self.seats, self.values, self.gold, [deck.name for deck in self.characters], decks])

    def tables(self, stamp: bytes) -> tuple[t.InnTables, Assembler]:
        """The values in the form the rules use, and the programs for whoever wants to read them."""
        return _Maker(self, stamp).make()


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

    def box(self) -> Box:
        self.known_keys("the file", self.raw, ("meta", "setup", "gold", "limits"))
        meta = self.section("meta", ("title", "seats", "characters", "drinks"))
        setup = self.section("setup", ("fortitude", "limit", "hand", "drinks"))
        limits = self.section("limits", ("turns",))
        seats = self.seats(meta, t.MAX_SEATS)
        values = {key: self.number("[setup]", setup, key, 1, 60) for key in ("fortitude", "limit", "drinks")}
        values["hand"] = self.number("[setup]", setup, "hand", 1, 20)
        values["turns"] = self.number("[limits]", limits, "turns", 1, 1_000_000)
        if values["fortitude"] > values["limit"]:
            raise self.fail("setup.fortitude", f"is above the limit of {values['limit']}")
        gold_table = self.section("gold", [str(count) for count in range(2, t.MAX_SEATS + 1)])
        gold = {
            count: self.number(f"a table of {count}", {"gold": gold_table.get(str(count))}, "gold", 1, 99)
            for count in range(seats[0], seats[1] + 1)
        }
        characters = tuple(self.deck(name, drinks=False) for name in self.texts("[meta]", meta, "characters"))
        if not seats[1] <= len(characters) <= t.MAX_SEATS:
            raise self.fail("meta.characters", f"are {seats[1]} to {t.MAX_SEATS} decks, not {len(characters)}")
        halves = sum(card.copies for deck in characters for card in deck.cards if card.mechanic == "split_drink")
        if seats[1] + halves > MAX_ROWS:
            raise self.fail("meta.characters", f"could split Drinks until more than {MAX_ROWS} Drinks are on the table")
        drinks = self.deck(meta.get("drinks"), drinks=True)
        if not seats[1] < values["drinks"] <= drinks.size():
            raise self.fail("setup.drinks", f"is {values['drinks']}, but there are {drinks.size()} drinks")
        return Box(self.path, str(meta.get("title", self.path.stem)), seats, values, gold, characters, drinks)

    def deck(self, name: object, drinks: bool) -> Deck:
        path = self.path.parent / str(name)
        reader = _Reader(path)
        cards = tuple(reader.card(row, drinks) for row in reader.rows("card", CARD_KEYS, "id"))
        deck = Deck(path, str(reader.raw.get("name", path.stem)), cards)
        most = MOST_MUGS if drinks else MOST_IN_DECK
        if not 1 <= deck.size() <= most:
            raise reader.fail("the deck", f"has {deck.size()} cards, not 1 to {most}")
        return deck

    def card(self, row: dict[str, Any], drinks: bool) -> Card:
        where = f"card {row['id']!r}"
        for key in ("id", "title", "kind", "mechanic"):
            if not isinstance(row.get(key), str):
                raise self.fail(where, f"needs a text for {key!r}")
        if row["kind"] not in KINDS or drinks != row["kind"].startswith("Drink"):
            raise self.fail(where, f"cannot be of the kind {row['kind']!r}")
        numbers = {
            key: self.number(where, row, key, -20 if key in ("fort", "ac") else 0, 20) for key in NUMBERS if key in row
        }
        if row["mechanic"] == "leave_or_ignore_drink":
            numbers.setdefault("pay_inn", 0)
        return Card(
            id=row["id"],
            title=row["title"],
            copies=self.number(where, row, "copies", 1, 20),
            kind=row["kind"],
            mechanic=self.mechanic(where, row, drinks),
            numbers=numbers,
            ignores=self.ignores(where, row),
            chaser=self.yes(where, row, "chaser"),
            text=str(row.get("text", "")),
        )

    def mechanic(self, where: str, row: dict[str, Any], drinks: bool) -> str:
        name = str(row["mechanic"])
        if self.yes(where, row, "allowed_after_leaving"):
            name += "_even_outside"
        known = ("drink", *EVENTS) if drinks else tuple(MECHANICS)
        return known[self.one_of(where, {"mechanic": name}, "mechanic", known)]

    def ignores(self, where: str, row: dict[str, Any]) -> tuple[tuple[int, int], ...]:
        kinds, stats = self.texts(where, row, "card_kinds"), self.texts(where, row, "stats")
        if set(kinds) - set(IGNORED_KINDS) or set(stats) - set(STATS):
            raise self.fail(where, f"can ignore {', '.join(IGNORED_KINDS)} that affect {', '.join(STATS)}")
        return tuple((IGNORED_KINDS[kind], sum(STATS[stat] for stat in stats)) for kind in kinds)


class _Maker:
    """Makes the tables of a box."""

    def __init__(self, box: Box, stamp: bytes) -> None:
        self.box = box
        self.kinds = box.kinds()
        self.number_of = {card.id: number for number, card in enumerate(self.kinds)}
        self.tables = t.InnTables(stamp)
        self.assembler = Assembler()

    def make(self) -> tuple[t.InnTables, Assembler]:
        tables, values = self.tables, self.box.values
        tables.limit = values["limit"]
        tables.fortitude = values["fortitude"]
        tables.hand = values["hand"]
        tables.turn_limit = values["turns"]
        tables.titles = [card.title for card in self.kinds]
        tables.names = [deck.name for deck in self.box.characters]
        self.programs()
        self.decks()
        self.cards()
        tables.code = numbers(self.assembler.code)
        tables.part, tables.asks = numbers(column("part")), numbers(column("asks"))
        return tables, self.assembler

    def programs(self) -> None:
        """Those that are no cards; the tables have where each begins under its name."""
        for name, steps in PROGRAMS.items():
            setattr(self.tables, name, self.assembler.add(name, steps, {}))
        self.tables.turn_end = self.tables.turn + 2 * (len(PROGRAMS["turn"]) - 1)

    def decks(self) -> None:
        """Decks as tallies, their kinds in the order of their numbers."""
        full, first = [0] * t.DECKS, [0] * t.DECKS
        field, kind = [0] * (t.BITS * t.DECKS), [0] * (t.BITS * t.DECKS)
        bit = [-1] * (t.MAX_KINDS * t.DECKS)
        decks = dict(enumerate(self.box.characters)) | {t.DRINKS: self.box.drinks}
        for number, deck in decks.items():
            place = 0
            for card in sorted(deck.cards, key=lambda card: self.number_of[card.id]):
                bits = ((1 << card.copies) - 1) << place
                full[number] |= bits
                first[number] |= 1 << place
                bit[t.MAX_KINDS * number + self.number_of[card.id]] = place
                for one in range(place, place + card.copies):
                    field[t.BITS * number + one] = bits
                    kind[t.BITS * number + one] = self.number_of[card.id]
                place += card.copies
        self.bit = bit
        tables = self.tables
        tables.full, tables.first = numbers(full), numbers(first)
        tables.field, tables.kind, tables.bit = numbers(field), numbers(kind), numbers(bit)

    def cards(self) -> None:
        """Programs, and what fits when."""
        entry, traits = [-1] * (t.MAX_KINDS * t.WINDOWS), [0] * (t.MAX_KINDS * t.WINDOWS)
        fits, ignores = [0] * (16 * t.MOMENTS), [0] * (16 * 8 * len(IGNORED_KINDS))
        ac, fort, chaser, event = ([0] * t.MAX_KINDS for _ in range(4))
        for number, card in enumerate(self.kinds):
            event[number] = -1
            if card.kind == "Drink":
                ac[number], fort[number] = card.numbers.get("ac", 0), card.numbers.get("fort", 0)
                chaser[number] = int(card.chaser)
                self.tables.real_drinks |= self.bits(t.DRINKS, number, whole=True)
                if ac[number] > 0:
                    self.tables.strong_drinks |= self.bits(t.DRINKS, number, whole=True)
            elif card.kind == "Drink Event":
                event[number] = self.assembler.add(card.title, EVENTS[card.mechanic], card.numbers)
            else:
                self.card(number, card, entry, traits, fits, ignores)
        tables = self.tables
        tables.entry, tables.traits = numbers(entry), numbers(traits)
        tables.fits, tables.ignores = numbers(fits), numbers(ignores)
        tables.ac, tables.fort = numbers(ac), numbers(fort)
        tables.chaser, tables.event = numbers(chaser), numbers(event)

    def card(
        self, number: int, card: Card, entry: list[int], traits: list[int], fits: list[int], ignores: list[int]
    ) -> None:
        for branch in MECHANICS[card.mechanic]:
            names = " or ".join(sorted({MOMENTS[moment].name for moment in branch.moments}))
            start = self.assembler.add(f"{card.title} [{card.id}, {names}]", branch.steps, card.numbers)
            for window in branch.windows:
                self.assembler.enter(card.title, entry, number, window, start)
                traits[t.in_window(window, number)] = KIND_TRAITS.get(card.kind, 0) | branch.traits
            for moment in branch.moments:
                for deck in range(t.DRINKS):
                    fits[t.fits_at(moment, deck)] |= self.bits(deck, number)
        for kind, stats in card.ignores:
            for affected in range(8):
                if affected & stats:
                    for deck in range(t.DRINKS):
                        ignores[t.ignores_at(kind, affected, deck)] |= self.bits(deck, number)

    def bits(self, deck: int, number: int, whole: bool = False) -> int:
        """The lowest bit of a card in a deck, or its whole field; 0 if it is not in it."""
        place = self.bit[t.MAX_KINDS * deck + number]
        if place < 0:
            return 0
        return int(self.tables.field[t.BITS * deck + place]) if whole else 1 << place
