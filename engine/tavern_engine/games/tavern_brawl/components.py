"""Reads the component data, refuses an impossible table with a sentence naming the row, and makes the tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tavern_engine.datafile import DataFile, digest
from tavern_engine.games.tavern_brawl.mats import BRAWLER, KINDS, MOST_MUGS, SMALL_CREATURE, BrawlTables
from tavern_engine.games.tavern_brawl.names import BEERS
from tavern_engine.state import numbers

SKILLS = ("none", "thief", "stern_look", "shapeshifter", "joker", "cocktails", "brawler", "small_creature")
SIDES = ("top", "right", "bottom", "left")
NO_NAMES = ("pass", "monk-brewer")
NO_BEGINNINGS = ("(", "row ", "bartender ", "steal ", "take ")
MOST_SMALL = 4  # kinds: with two copies of each, the deepest stack is nine mats, and a word holds ten
CHARACTER_KEYS = ("level", *SIDES, "beer", "mugs", "skill", "race", "name_ru", "id")


@dataclass(frozen=True)
class Character:
    """One mat."""

    name: str
    level: int
    sides: tuple[int, int, int, int]
    beer: int
    mugs: int
    skill: int


@dataclass(frozen=True)
class Components:
    """The checked values of one data file."""

    path: Path
    title: str
    values: dict[str, int]
    bonus: tuple[int, ...]
    characters: tuple[Character, ...]

    @classmethod
    def load(cls, path: Path) -> Components:
        """Read a file, or BadSetup naming the row that cannot be."""
        return _Reader(path).read()

    def data_hash(self) -> str:
        """A digest of the values, whatever their sources and comments."""
        return digest([self.values, self.bonus, [vars(character) for character in self.characters]])

    def tables(self, stamp: bytes) -> BrawlTables:
        """The values in the form the rules use."""
        tables = BrawlTables(stamp)
        mats = self.characters
        tables.names = [mat.name for mat in mats]
        tables.kinds = len(mats)
        tables.strength = numbers([side for mat in mats for side in mat.sides])
        tables.level = numbers([mat.level for mat in mats])
        tables.beer = numbers([mat.beer for mat in mats])
        tables.mugs = numbers([mat.mugs for mat in mats])
        tables.skill = numbers([mat.skill for mat in mats])
        beyond = range(1, MOST_MUGS + 2 - len(self.bonus))  # BA23: larger sets than the book lists, 2 more a mug
        tables.bonus = numbers([*self.bonus, *(self.bonus[-1] + 2 * more for more in beyond)])
        tables.small = sum(1 << kind for kind, mat in enumerate(mats) if mat.skill == SMALL_CREATURE)
        tables.brawlers = sum(1 << kind for kind, mat in enumerate(mats) if mat.skill == BRAWLER)
        tables.hand = self.values["hand"]
        tables.field = self.values["field"]
        tables.team_field = self.values["team_field"]
        tables.glass_bonus = self.values["glass"]
        return tables


class _Reader(DataFile):
    """Checks one file."""

    def read(self) -> Components:
        self.known_keys("the file", self.raw, ("meta", "setup", "sets", "character"))
        meta = self.section("meta", ("title",))
        setup = self.section("setup", ("hand", "field", "team_field", "glass"))
        values = {
            "hand": self.number("[setup]", setup, "hand", 1, 7),
            "field": self.number("[setup]", setup, "field", 3, 3),
            "team_field": self.number("[setup]", setup, "team_field", 3, 4),
            "glass": self.number("[setup]", setup, "glass", 0, 9),
        }
        bonus = self.section("sets", ("bonus",)).get("bonus")
        if not isinstance(bonus, list) or not 2 <= len(bonus) <= 20:
            raise self.fail("[sets]", f"needs bonus as a list of 2 to 20 numbers, not {bonus!r}")
        steps = [0, *(self.number("[sets]", {"bonus": step}, "bonus", 0, 99) for step in bonus)]
        if steps != sorted(steps):
            raise self.fail("[sets]", f"has a bonus that falls from one size of a set to the next: {bonus!r} (B15)")
        for number, row in enumerate(self.tables("character"), start=1):
            row["name"] = row.get("name") or row.get("race")
            if not isinstance(row["name"], str):
                raise self.fail(f"character {number} of the file", "needs a name or a race")
        characters = tuple(self.character(row) for row in self.rows("character", CHARACTER_KEYS, "name"))
        self.check_box(characters, values["hand"])
        return Components(self.path, str(meta.get("title", self.path.stem)), values, tuple(steps), characters)

    def character(self, row: dict[str, Any]) -> Character:
        name = row["name"]
        where = f"character {name!r}"
        if not name.isprintable() or name != " ".join(name.split()):
            raise self.fail(where, "has a name with more than letters and single spaces")
        if name.lower() in NO_NAMES or name.lower().startswith(NO_BEGINNINGS):
            raise self.fail(where, "has a name that is the text of another choice")
        sides = [self.number(where, row, side, 0, 20) for side in SIDES]
        return Character(
            name=name,
            level=self.number(where, row, "level", 0, 20),
            sides=(sides[0], sides[1], sides[2], sides[3]),
            beer=self.one_of(where, row, "beer", BEERS),
            mugs=self.number(where, row, "mugs", 1, 2),
            skill=self.one_of(where, row, "skill", SKILLS),
        )

    def check_box(self, characters: tuple[Character, ...], hand: int) -> None:
        """Enough mats for two, stacks that can be kept, and B1: a higher level means higher strengths."""
        if not 2 * hand <= len(characters) <= KINDS:
            raise self.fail("the box", f"has {len(characters)} characters, not {2 * hand} to {KINDS}")
        small = [character.name for character in characters if character.skill == SMALL_CREATURE]
        if len(small) > MOST_SMALL:
            raise self.fail(
                f"character {small[MOST_SMALL]!r}", f"is one Small creature too many: {MOST_SMALL} is the most"
            )
        strongest: dict[int, Character] = {}
        for character in sorted(characters, key=lambda character: character.level):
            for level, lower in strongest.items():
                if level < character.level and sum(lower.sides) > sum(character.sides):
                    raise self.fail(
                        f"character {character.name!r}",
                        f"of level {character.level} is weaker than {lower.name!r} of level {level} (B1)",
                    )
            if character.level not in strongest or sum(character.sides) > sum(strongest[character.level].sides):
                strongest[character.level] = character
