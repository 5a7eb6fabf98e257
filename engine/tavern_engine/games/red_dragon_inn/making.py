"""Makes the tables of the rules from what is in the boxes: decks as tallies, programs, what fits when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn.components import DRINK_EFFECTS, Box, Card
from tavern_engine.games.red_dragon_inn.language import (
    MOMENTS,
    SEAT,
    SHOWN,
    Assembler,
    Branch,
    column,
    traits,
    with_story,
    with_visit,
)
from tavern_engine.games.red_dragon_inn.mechanics import (
    ARRIVALS,
    AT_HOME,
    EVENTS,
    MECHANICS,
    PASSIVE,
    PROGRAMS,
    STORIES,
    TABLE_MECHANICS,
)
from tavern_engine.state import numbers

#: Vectors of the tables by kind of card, those that begin with 0 and those that begin with -1.
COLUMNS = (
    *("ac", "fort", "chaser", "effects", "sometimes", "value"),
    *("side_traits", "side_work", "boost", "foes", "yields"),
)
PLACES = ("event", "home", "side")
KIND_TRAITS = {"Action": t.IS_ACTION, "Sometimes": t.IS_SOMETIMES, "Anytime": t.IS_ANYTIME, "Cheating": t.CHEATS}
SIDE_DECKS = {"stories": t.STORIES, "stable": t.STABLE, "reserve": t.RESERVE}
KEEPERS = {"stories": "teller", "stable": "groom", "reserve": "host"}  # the character that has such a deck
DRINK_FLAGS = {"drink_self_split": t.SPLITS | t.NO_SPLIT, "drink_protected": t.PROTECTED}


def make_tables(box: Box, stamp: bytes) -> tuple[t.InnTables, Assembler]:
    """The values in the form the rules use, and the programs for whoever wants to read them."""
    return _Maker(box, stamp).make()


class _Maker:
    """Makes the tables of a box."""

    def __init__(self, box: Box, stamp: bytes) -> None:
        self.box = box
        self.kinds = box.kinds()
        self.number_of = {card.id: number for number, card in enumerate(self.kinds)}
        self.tables = t.InnTables(stamp)
        self.assembler = Assembler()
        self.entry, self.traits = [-1] * (t.MAX_KINDS * t.WINDOWS), [0] * (t.MAX_KINDS * t.WINDOWS)
        self.fits, self.ignores = [0] * (16 * t.MOMENTS), [0] * (16 * 8 * 3)
        self.may, self.company = [0] * (16 * t.WINDOWS), [0] * (16 * t.WINDOWS)
        self.by_kind = {name: [0] * t.MAX_KINDS for name in COLUMNS} | {name: [-1] * t.MAX_KINDS for name in PLACES}

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
        tables.entry, tables.traits = numbers(self.entry), numbers(self.traits)
        tables.fits, tables.ignores = numbers(self.fits), numbers(self.ignores)
        tables.may, tables.company = numbers(self.may), numbers(self.company)
        for name, column_ in self.by_kind.items():
            setattr(tables, name, numbers(column_))
        tables.home_fields = numbers(
            [self.bits(deck, kind, whole=True) if deck >= 0 else 0 for kind, deck in enumerate(self.by_kind["home"])]
        )
        tables.code = numbers(self.assembler.code)
        tables.part, tables.asks = numbers(column("part")), numbers(column("asks"))
        tables.counts = numbers(column("counts"))
        return tables, self.assembler

    def programs(self) -> None:
        """Those that are no cards; the tables have where each begins under its name."""
        for name, steps in PROGRAMS.items():
            setattr(self.tables, name, self.assembler.add(name, steps, {}))
        self.tables.turn_end = self.tables.turn + 2 * (len(PROGRAMS["turn"]) - 1)

    # Decks.

    def decks(self) -> None:
        """Decks as tallies, their kinds in the order of their numbers."""
        decks: dict[int, list[Card]] = {n: list(deck.cards) for n, deck in enumerate(self.box.characters)}
        decks[t.DRINKS] = [card for part in self.box.parts for card in part.drinks.cards]
        for name, number in SIDE_DECKS.items():
            if found := self.box.side(name):
                decks[number] = list(found[1].cards)
                setattr(self.tables, KEEPERS[name], found[0])
        decks[t.PRIZES] = list(self.box.prizes())
        sides = [card for number in (t.STORIES, t.STABLE, t.RESERVE) for card in decks.get(number, [])]
        decks[t.FRONTS] = [card for card in (*sides, *decks[t.PRIZES]) if lies_before_players(card)]
        self.lay_out(decks)
        every = [part.drinks.cards for part in self.box.parts]
        self.tables.bars = numbers([*(self.bar([drinks]) for drinks in every), self.bar(every)])

    def lay_out(self, decks: dict[int, list[Card]]) -> None:
        """Every card gets a run of bits in its deck, as many as there are copies."""
        full, first = [0] * t.DECKS, [0] * t.DECKS
        self.field, kind = [0] * (t.BITS * t.DECKS), [0] * (t.BITS * t.DECKS)
        self.bit = [-1] * (t.MAX_KINDS * t.DECKS)
        for number, cards in decks.items():
            place = 0
            for one, copies in sorted(self.copies(cards).items()):
                bits = ((1 << copies) - 1) << place
                full[number] |= bits
                first[number] |= 1 << place
                self.bit[t.MAX_KINDS * number + one] = place
                for bit in range(place, place + copies):
                    self.field[t.BITS * number + bit] = bits
                    kind[t.BITS * number + bit] = one
                place += copies
        tables = self.tables
        tables.full, tables.first = numbers(full), numbers(first)
        tables.field, tables.kind, tables.bit = numbers(self.field), numbers(kind), numbers(self.bit)

    def copies(self, cards: Iterable[Card]) -> dict[int, int]:
        """How many of each kind there are."""
        found: dict[int, int] = {}
        for card in cards:
            number = self.number_of[card.id]
            found[number] = found.get(number, 0) + card.copies
        return found

    def bar(self, decks: Sequence[Sequence[Card]]) -> int:
        """These drinks as a tally of all drinks."""
        copies = self.copies(card for deck in decks for card in deck)
        return sum(((1 << many) - 1) << self.bit[t.MAX_KINDS * t.DRINKS + kind] for kind, many in copies.items())

    # Cards.

    def cards(self) -> None:
        """Programs, and what fits when."""
        tables = self.tables
        passive = [0] * t.PASSIVES
        for number, card in enumerate(self.kinds):
            if card.kind in ("Drink", "Drink Event"):
                self.drink(number, card)
            elif card.kind == "Story":
                self.story(number, card)
            elif card.kind == "Animal":
                self.animal(number, card)
            elif card.kind == "Prize":
                self.by_kind["home"][number] = t.PRIZES
            else:
                self.by_kind["sometimes"][number] = int(card.kind == "Sometimes")
                self.card(number, card, self.branches(card), range(t.DRINKS))
            self.card(number, card, TABLE_MECHANICS.get(card.mechanic, ()), [t.FRONTS])
            if card.mechanic in PASSIVE:
                which, name = PASSIVE[card.mechanic]
                passive[which] |= self.bits(t.FRONTS, number)
                self.by_kind["value"][number] = card.numbers.get(name, 0)
        tables.passive = numbers(passive)
        for deck in range(16):
            for moment in (t.MY_DRINK, t.MY_OPEN_DRINK, t.MY_SPLIT_DRINK):
                self.fits[t.fits_at(t.MY_PLAIN_DRINK, deck)] |= self.fits[t.fits_at(moment, deck)]

    def branches(self, card: Card) -> list[Branch]:
        """What a card from hand does, with its Story or visit."""
        found = list(MECHANICS[card.mechanic])
        if card.pipe:
            found = [with_story(branch) for branch in found]
        return [with_visit(branch) for branch in found] if card.horseshoe else found

    def drink(self, number: int, card: Card) -> None:
        column_ = self.by_kind
        column_["home"][number] = t.DRINKS if self.bit[t.MAX_KINDS * t.DRINKS + number] >= 0 else t.RESERVE
        if card.kind == "Drink Event":
            column_["event"][number] = self.assembler.add(card.title, EVENTS[card.mechanic], card.numbers)
            return
        column_["ac"][number], column_["fort"][number] = card.numbers.get("ac", 0), card.numbers.get("fort", 0)
        column_["chaser"][number] = int(card.chaser)
        column_["effects"][number] = DRINK_FLAGS.get(card.mechanic, 0)
        for effect, name in DRINK_EFFECTS.get(card.mechanic, {}).items():
            column_["effects"][number] |= card.numbers.get(name, 0) << t.EFFECT_BITS * effect
        self.tables.real_drinks |= self.bits(t.DRINKS, number, whole=True)
        if column_["ac"][number] > 0:
            self.tables.strong_drinks |= self.bits(t.DRINKS, number, whole=True)
        if lies_before_players(card):
            self.tables.stays |= self.bits(t.RESERVE, number, whole=True)

    def story(self, number: int, card: Card) -> None:
        aims, works = STORIES[card.mechanic]
        column_ = self.by_kind
        column_["home"][number] = t.STORIES
        column_["side"][number] = self.assembler.add(f"{card.title} [aimed]", aims, card.numbers)
        column_["side_work"][number] = self.assembler.add(card.title, works, card.numbers, SEAT, SHOWN)
        column_["side_traits"][number] = traits(works, card.numbers)
        column_["boost"][number] = card.numbers.get("delta", 0)

    def animal(self, number: int, card: Card) -> None:
        column_ = self.by_kind
        column_["home"][number] = t.STABLE
        steps = (*ARRIVALS.get(card.mechanic, ()), *AT_HOME)
        column_["side"][number] = self.assembler.add(f"{card.title} [arrives]", steps, card.numbers, SEAT, SHOWN)
        self.tables.animals |= self.bits(t.FRONTS, number)
        column_["yields"][number] = int(card.yields)
        column_["value"][number] = card.numbers.get("discard", 0)
        for other in self.kinds:
            if other.kind == "Animal" and other.id != card.id and card.foe in ("*", other.id):
                column_["foes"][number] |= self.bits(t.FRONTS, self.number_of[other.id])

    def card(self, number: int, card: Card, branches: Sequence[Branch], decks: Iterable[int]) -> None:
        """Where the programs of a card begin, and in which moments it fits, in these decks."""
        decks = list(decks)
        for branch in branches:
            names = " or ".join(sorted({MOMENTS[moment].name for moment in branch.moments}))
            start = self.assembler.add(f"{card.title} [{card.id}, {names}]", branch.steps, card.numbers)
            for window in branch.windows:
                self.assembler.enter(card.title, self.entry, number, window, start)
                kind = KIND_TRAITS.get(card.kind, 0)
                self.traits[t.in_window(window, number)] = kind | branch.traits(card.numbers)
                for deck in decks:
                    self.may[t.by_window(window, deck)] |= self.bits(deck, number)
                    if needs_company(branch, card):
                        self.company[t.by_window(window, deck)] |= self.bits(deck, number)
            for moment in branch.moments:
                for deck in decks:
                    self.fits[t.fits_at(moment, deck)] |= self.bits(deck, number)
        for kind, stats in card.ignores:
            for affected in range(8):
                if affected & stats:
                    for deck in decks:
                        self.ignores[t.ignores_at(kind, affected, deck)] |= self.bits(deck, number)

    def bits(self, deck: int, number: int, whole: bool = False) -> int:
        """The lowest bit of a card in a deck, or its whole field; 0 if it is not in it."""
        place = self.bit[t.MAX_KINDS * deck + number]
        if place < 0:
            return 0
        return self.field[t.BITS * deck + place] if whole else 1 << place


def needs_company(branch: Branch, card: Card) -> bool:
    """Whether a card is played on another player."""
    choices = [step.arg for step in branch.steps if step.verb.code in (v.CHOOSE, v.CHOOSE_SEVERAL)]
    return any(arg in (v.OTHER, "max_targets") or card.numbers.get(str(arg)) == v.OTHER for arg in choices)


def lies_before_players(card: Card) -> bool:
    """Whether a card can lie before a player: animals, Elixirs, Prizes, and Stories that stay."""
    return card.mechanic in TABLE_MECHANICS or card.mechanic in PASSIVE
