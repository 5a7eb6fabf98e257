"""The components of The Taverns of Tiefenthal: reads the data file and makes the tables the rules use."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tavern_engine.datafile import DataFile, digest
from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal.actions import A_CHEAP, A_COLOURED, A_TAKE, A_TURN, BAR_GUEST_FOR_ALL, NOTHING
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.games.tiefenthal.names import FURNISHINGS
from tavern_engine.pack import several
from tavern_engine.state import numbers

TAVERN_CARDS = ("helper", "dishwasher", "waitress", "table", "brewer")
BONUSES = {
    "none": c.NO_BONUS,
    "thalers": c.B_THALERS,
    "steps": c.B_STEPS,
    "no service": c.B_NO_SERVICE,
    "noble": c.B_CARD + c.NOBLE,
    **{name: c.B_CARD + c.HELPER + place for place, name in enumerate(TAVERN_CARDS)},
}
ROUND_BONUSES = {
    "bar guest": BAR_GUEST_FOR_ALL,
    "3-beer guest": A_CHEAP,
    "die": A_COLOURED,
    "free upgrade": A_TURN,
    **{name: A_TAKE + place for place, name in enumerate(TAVERN_CARDS)},
}
MOST_COPIES = 16  # of a tavern card: so many can be returned at once
MOST_NOBLES = 61
MOST_REGULARS = 5  # of a kind: with all that can be gained they still fit on one deck (zones.py)
MOST_ROUNDS = 12
CHEAP_COST = 3
SECTIONS = ("meta", "setup", "noble_price", "noble")
LISTS = ("regular", "tavern_card", "furnishing", "round_bonus", "monastery", "guest")


@dataclass(frozen=True)
class Person:
    """A regular, noble or guest: what serves it and what it pays."""

    name: str
    dice: tuple[int, ...]
    thalers: int
    points: int
    copies: int = 1  # regulars in a start deck, nobles in the box
    cost: int = 0
    bonus: str = "none"
    amount: int = 0


@dataclass(frozen=True)
class TavernCard:
    """One of the five open piles."""

    name: str
    copies: int
    cost: int
    points: int


@dataclass(frozen=True)
class Furnishing:
    """A token that can be turned over."""

    name: str
    basic: int
    upgraded: int
    cost: int
    discount: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class Components:
    """The checked values of one data file."""

    path: Path
    title: str
    setup: dict[str, int]
    noble_price: tuple[int, ...]
    regulars: tuple[Person, ...]
    noble: Person
    tavern_cards: tuple[TavernCard, ...]
    furnishings: tuple[Furnishing, ...]
    rounds: tuple[tuple[str, ...], ...]
    track: tuple[tuple[str, int], ...]  # of the spaces 1 to 22
    guests: tuple[Person, ...]

    @classmethod
    def load(cls, path: Path) -> Components:
        """Read a file, or BadSetup naming the row that cannot be."""
        return _Reader(path).read()

    def data_hash(self) -> str:
        """A digest of the values, whatever their sources and comments."""
        values = asdict(self)
        del values["path"], values["title"]
        return digest(values)

    def tables(self, stamp: bytes) -> TavernTables:
        """The values in the form the rules use."""
        tables = TavernTables(stamp)
        people = (*self.regulars, self.noble, *self.guests)
        tables.guests = len(self.guests)
        tables.cheap = sum(1 << place for place, guest in enumerate(self.guests) if guest.cost == CHEAP_COST)
        faces = {person.name: sum(1 << face for face in person.dice) for person in people}
        of_board = [c.ANY_FACE, c.ANY_FACE, self.faces(c.F_BREWER), self.faces(c.F_MONK)]
        spaces = [*(faces[person.name] for person in people[:3]), *of_board, *(faces[g.name] for g in self.guests)]
        spaces += [0] * (c.SPACES - len(spaces))
        tables.accepts = numbers(spaces)
        tables.suits = numbers([sum(1 << s for s in range(c.SPACES) if spaces[s] >> face & 1) for face in range(7)])
        tables.pays = numbers([*(row.thalers for row in people[:3]), 0, 0, 0, 0, *(row.thalers for row in people[3:])])
        kinds: list[Person | TavernCard] = [*self.regulars, self.noble, *self.tavern_cards, *self.guests]
        tables.names = [kind.name for kind in kinds]
        tables.points = numbers([kind.points for kind in kinds])
        tables.cost = numbers([kind.cost for kind in kinds])
        tables.bonus = numbers([BONUSES[guest.bonus] for guest in self.guests])
        tables.bonus_amount = numbers([guest.amount for guest in self.guests])
        tables.upgrade_cost = numbers([token.cost for token in self.furnishings])
        tables.discount = numbers([token.discount for token in self.furnishings])
        tables.basic = numbers([token.basic for token in self.furnishings])
        tables.upgraded = numbers([token.upgraded for token in self.furnishings])
        tables.track_bonus = numbers([c.NO_BONUS, *(BONUSES[bonus] for bonus, _ in self.track)])
        tables.track_amount = numbers([0, *(amount for _, amount in self.track)])
        tables.rounds = len(self.rounds)
        bonuses = [[*(ROUND_BONUSES[choice] for choice in choices), NOTHING][:2] for choices in self.rounds]
        tables.round_bonus = numbers([bonus for pair in bonuses for bonus in pair])
        tables.noble_price = numbers(list(self.noble_price))
        tables.coloured_dice = self.setup["coloured_dice"]
        piles: list[Person | TavernCard] = [self.noble, *self.tavern_cards]
        tables.supply = sum(several(kind, pile.copies) for kind, pile in enumerate(piles, start=c.NOBLE))
        tables.start_deck = sum(several(kind, row.copies) for kind, row in enumerate(self.regulars))
        for kind in (c.WAITRESS, c.TABLE, c.BREWER):
            tables.start_deck += several(kind, self.setup[TAVERN_CARDS[kind - c.HELPER]])
        return tables

    def faces(self, token: int) -> int:
        """The faces that a furnishing takes, a mask."""
        return sum(1 << face for face in self.furnishings[token].dice)


class _Reader(DataFile):
    """Takes the values out of the file, one check after another."""

    def read(self) -> Components:
        self.known_keys("the file", self.raw, (*SECTIONS, *LISTS))
        meta = self.section("meta", ("title", "modules"))
        if meta.get("modules") != [1]:
            raise self.fail("[meta]", f"has modules {meta.get('modules')!r}, but only [1] can be played")
        setup = self.section("setup", ("coloured_dice", "waitress", "table", "brewer"))
        tavern_cards = self.tavern_cards()
        values = {"coloured_dice": self.number("[setup]", setup, "coloured_dice", 1, 3)}
        for name in ("waitress", "table", "brewer"):
            copies = next(card.copies for card in tavern_cards if card.name == name)
            values[name] = self.number("[setup]", setup, name, 0, copies // c.MAX_SEATS)
        return Components(
            path=self.path,
            title=str(meta.get("title", self.path.stem)),
            setup=values,
            noble_price=self.noble_price(),
            regulars=self.regulars(),
            noble=self.noble(),
            tavern_cards=tavern_cards,
            furnishings=self.furnishings(),
            rounds=self.rounds(),
            track=self.track(),
            guests=self.guests(),
        )

    def module_rows(self, name: str, known: tuple[str, ...], called: str) -> list[dict[str, Any]]:
        """The rows of module 1."""
        rows = self.rows(name, (*known, "module"), called)
        for row in rows:
            self.number(f"{name} {row[called]!r}", {"module": 1, **row}, "module", 1, 5)
        return [row for row in rows if row.get("module", 1) == 1]

    def dice(self, where: str, row: dict[str, Any]) -> tuple[int, ...]:
        dice = row.get("dice")
        if not isinstance(dice, list) or not dice or any(type(face) is not int or not 1 <= face <= 6 for face in dice):
            raise self.fail(where, f"needs dice as a list of faces from 1 to 6, not {dice!r}")
        return tuple(sorted(set(dice)))

    def person(self, where: str, row: dict[str, Any], name: str, **more: Any) -> Person:
        return Person(
            name=name,
            dice=self.dice(where, row),
            thalers=self.number(where, row, "thalers", 0, 20),
            points=self.number(where, row, "points", 0, 20),
            **more,
        )

    def regulars(self) -> tuple[Person, ...]:
        rows = self.module_rows("regular", ("in_deck", "dice", "thalers", "points"), "name")
        if len(rows) != 2:
            raise self.fail("[[regular]]", f"has {len(rows)} rows, not 2 (T10)")
        found = []
        for row in rows:
            where = f"regular {row['name']!r}"
            copies = self.number(where, row, "in_deck", 0, MOST_REGULARS)
            found.append(self.person(where, row, self.name(where, row), copies=copies))
        return tuple(found)

    def noble(self) -> Person:
        row = self.section("noble", ("copies", "dice", "thalers", "points"))
        return self.person("[noble]", row, "noble", copies=self.number("[noble]", row, "copies", 0, MOST_NOBLES))

    def noble_price(self) -> tuple[int, ...]:
        prices = self.section("noble_price", ("beer",)).get("beer")
        if not isinstance(prices, list) or len(prices) != 3 or any(type(price) is not int for price in prices):
            raise self.fail("[noble_price]", f"needs beer as three numbers (T46), not {prices!r}")
        if not 0 < prices[0] <= prices[1] <= prices[2] <= 99:
            raise self.fail("[noble_price]", f"needs prices from 1 to 99 that do not fall, not {prices!r}")
        return tuple(prices)

    def tavern_cards(self) -> tuple[TavernCard, ...]:
        rows = self.module_rows("tavern_card", ("copies", "cost", "points"), "name")
        self.expect("tavern_card", [row["name"] for row in rows], TAVERN_CARDS)
        found, most = [], {"copies": MOST_COPIES, "cost": 30, "points": 20}
        for row in sorted(rows, key=lambda row: TAVERN_CARDS.index(row["name"])):
            where = f"tavern_card {row['name']!r}"
            values = {key: self.number(where, row, key, 0, high) for key, high in most.items()}
            found.append(TavernCard(row["name"], **values))
        return tuple(found)

    def furnishings(self) -> tuple[Furnishing, ...]:
        rows = self.module_rows("furnishing", ("basic", "upgraded", "cost", "discount", "dice"), "name")
        self.expect("furnishing", [row["name"] for row in rows], FURNISHINGS)
        found = []
        for row in sorted(rows, key=lambda row: FURNISHINGS.index(row["name"])):
            token, where = FURNISHINGS.index(row["name"]), f"furnishing {row['name']!r}"
            if (token < c.SPECIAL_OFFERS) != ("discount" in row):
                raise self.fail(where, "has a discount just if cards can be returned for it (T39)")
            if (token in (c.F_BREWER, c.F_MONK)) != ("dice" in row):
                raise self.fail(where, "has dice just if it takes only some faces (T28)")
            basic = self.number(where, row, "basic", 0, 9)
            found.append(
                Furnishing(
                    name=row["name"],
                    basic=basic,
                    upgraded=self.number(where, row, "upgraded", basic, 9),
                    cost=self.number(where, row, "cost", 0, 60),
                    discount=self.number(where, {"discount": 0, **row}, "discount", 0, 30),
                    dice=self.dice(where, row) if "dice" in row else (),
                )
            )
        return tuple(found)

    def rounds(self) -> tuple[tuple[str, ...], ...]:
        rows = self.module_rows("round_bonus", ("choices",), "round")
        if not 1 <= len(rows) <= MOST_ROUNDS or [row["round"] for row in rows] != [*range(1, len(rows) + 1)]:
            raise self.fail("[[round_bonus]]", f"has a row for every round in order, 1 to {MOST_ROUNDS} rounds")
        found = []
        for row in rows:
            where, choices = f"round_bonus {row['round']}", row.get("choices")
            if not isinstance(choices, list) or not 1 <= len(choices) <= 2 or len({*map(str, choices)}) < len(choices):
                raise self.fail(where, f"needs choices as a list of one or two things, not {choices!r}")
            for choice in choices:
                self.one_of(where, {"choice": choice}, "choice", tuple(ROUND_BONUSES))
            if len(choices) == 2 and {"bar guest", "free upgrade"} & set(choices):
                raise self.fail(where, "has a bar guest or a free upgrade, which come alone (T14)")
            found.append(tuple(sorted(choices, key=lambda choice: ROUND_BONUSES[choice])))
        return tuple(found)

    def bonus(self, where: str, row: dict[str, Any]) -> tuple[str, int]:
        if "bonus" not in row:
            if "amount" in row:
                raise self.fail(where, "has an amount but no bonus")
            return "none", 0
        known = tuple(BONUSES)
        bonus = known[self.one_of(where, row, "bonus", known)]
        return bonus, self.number(where, row, "amount", 1, 1 if bonus == "no service" else 9)

    def track(self) -> tuple[tuple[str, int], ...]:
        rows = self.module_rows("monastery", ("bonus", "amount"), "space")
        if [row["space"] for row in rows] != [*range(1, c.LAST_SPACE + 1)]:
            raise self.fail("[[monastery]]", f"has a row for every space from 1 to {c.LAST_SPACE}, in order (T47)")
        found = tuple(self.bonus(f"monastery {row['space']}", row) for row in rows)
        if sum(amount for bonus, amount in found if bonus == "steps") >= c.LAST_SPACE:
            raise self.fail("[[monastery]]", "gives so many steps that a marker would never stop")
        return found

    def guests(self) -> tuple[Person, ...]:
        rows = self.module_rows("guest", ("cost", "dice", "thalers", "points", "bonus", "amount"), "name")
        if len(rows) > c.MAX_GUESTS:
            raise self.fail("[[guest]]", f"has {len(rows)} rows of module 1; there is room for {c.MAX_GUESTS}")
        found = []
        for row in rows:
            where = f"guest {row['name']!r}"
            name, (bonus, amount) = self.name(where, row), self.bonus(where, row)
            cost = self.number(where, row, "cost", 1, 30)
            found.append(self.person(where, row, name, cost=cost, bonus=bonus, amount=amount))
        return tuple(found)

    def name(self, where: str, row: dict[str, Any]) -> str:
        name = row["name"]
        if not isinstance(name, str) or not name.isprintable() or name != " ".join(name.split()):
            raise self.fail(where, "has a name with more than letters, digits and single spaces")
        taken = (*TAVERN_CARDS, *FURNISHINGS, "noble")
        if name.lower() in taken or "," in name or name.lower().startswith("guest "):
            raise self.fail(where, "has a name that means something else")
        return name
