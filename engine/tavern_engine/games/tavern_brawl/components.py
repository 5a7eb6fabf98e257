"""Reads the component data, refuses an impossible table with a sentence naming the row, and makes the tables."""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.errors import BadSetup
from tavern_engine.game import did_you_mean
from tavern_engine.games.tavern_brawl.board import BEERS
from tavern_engine.games.tavern_brawl.mats import BRAWLER, KINDS, SMALL_CREATURE, BrawlTables

SKILLS = ("none", "thief", "stern_look", "shapeshifter", "joker", "cocktails", "brawler", "small_creature")
SIDES = ("top", "right", "bottom", "left")
NOTES = ("source", "source_fields", "basis", "note", "race", "name_ru", "id")
NO_NAMES = ("pass", "monk-brewer")
NO_BEGINNINGS = ("(", "row ", "bartender ", "steal ", "take ")
MOST_SMALL = 4  # kinds: with two copies of each, the deepest stack is nine mats, and a word holds ten
CHARACTER_KEYS = ("name", "level", *SIDES, "beer", "mugs", "skill", *NOTES)


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
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadSetup(f"The component data {path} cannot be read: {error}.") from None
        return _Reader(path, raw).read()

    def data_hash(self) -> str:
        """A digest of the values, whatever their sources and comments."""
        values = [self.values, self.bonus, [vars(character) for character in self.characters]]
        return hashlib.blake2b(json.dumps(values, sort_keys=True).encode(), digest_size=8).hexdigest()

    def tables(self, stamp: bytes) -> BrawlTables:
        """The values in the form the rules use."""
        tables = BrawlTables(stamp)
        mats = self.characters
        tables.names = [mat.name for mat in mats]
        tables.kinds = len(mats)
        tables.strength = vec[i64]([side for mat in mats for side in mat.sides])
        tables.level = vec[i64]([mat.level for mat in mats])
        tables.beer = vec[i64]([mat.beer for mat in mats])
        tables.mugs = vec[i64]([mat.mugs for mat in mats])
        tables.skill = vec[i64]([mat.skill for mat in mats])
        tables.bonus = vec[i64](list(self.bonus))
        tables.small = sum(1 << kind for kind, mat in enumerate(mats) if mat.skill == SMALL_CREATURE)
        tables.brawlers = sum(1 << kind for kind, mat in enumerate(mats) if mat.skill == BRAWLER)
        tables.hand = self.values["hand"]
        tables.field = self.values["field"]
        tables.team_field = self.values["team_field"]
        tables.glass_bonus = self.values["glass"]
        return tables


class _Reader:
    """Checks one file."""

    def __init__(self, path: Path, raw: dict[str, Any]) -> None:
        self.path = path
        self.raw = raw

    def fail(self, where: str, problem: str) -> BadSetup:
        return BadSetup(f"{self.path}: {where} {problem}{'' if problem.endswith(('.', '?')) else '.'}")

    def number(self, where: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.fail(where, f"is a whole number from {low} to {high}, not {value!r}")
        return value

    def section(self, name: str, known: tuple[str, ...]) -> dict[str, Any]:
        table = self.raw.get(name)
        if not isinstance(table, dict):
            raise self.fail(f"[{name}]", "is missing")
        for key in table:
            if key not in (*known, "source", "source_fields", "basis"):
                raise self.fail(f"[{name}]", f"has an unknown key {key!r}.{did_you_mean(key, known)}")
        return table

    def read(self) -> Components:
        for key in self.raw:
            if key not in ("meta", "setup", "sets", "character"):
                raise self.fail("the file", f"has an unknown section [{key}]")
        meta = self.section("meta", ("title",))
        setup = self.section("setup", ("hand", "field", "team_field", "glass"))
        values = {
            "hand": self.number("setup.hand", setup.get("hand"), 1, 7),
            "field": self.number("setup.field", setup.get("field"), 3, 3),
            "team_field": self.number("setup.team_field", setup.get("team_field"), 3, 4),
            "glass": self.number("setup.glass", setup.get("glass"), 0, 9),
        }
        bonus = self.section("sets", ("bonus",)).get("bonus")
        if not isinstance(bonus, list) or not 2 <= len(bonus) <= 20:
            raise self.fail("sets.bonus", f"is a list of 2 to 20 numbers, not {bonus!r}")
        steps = [0, *(self.number("sets.bonus", step, 0, 99) for step in bonus)]
        if steps != sorted(steps):
            raise self.fail("sets.bonus", f"falls from one size of a set to the next: {bonus!r} (B15)")
        rows = self.raw.get("character", [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise self.fail("characters", "are written as [[character]] tables")
        characters = tuple(self.character(number, row) for number, row in enumerate(rows, start=1))
        self.check_box(characters, values["hand"])
        return Components(self.path, str(meta.get("title", self.path.stem)), values, tuple(steps), characters)

    def character(self, number: int, row: dict[str, Any]) -> Character:
        name = row.get("name") or row.get("race")
        if not isinstance(name, str):
            raise self.fail(f"character {number} of the file", "needs a name or a race")
        where = f"the character {name!r}"
        if not name.isprintable() or name != " ".join(name.split()):
            raise self.fail(where, "has a name with more than letters and single spaces")
        if name.lower() in NO_NAMES or name.lower().startswith(NO_BEGINNINGS):
            raise self.fail(where, "has a name that is the text of another choice")
        for key in row:
            if key not in CHARACTER_KEYS:
                raise self.fail(where, f"has an unknown key {key!r}.{did_you_mean(key, CHARACTER_KEYS)}")
        if "source" not in row:
            raise self.fail(where, "does not say its source")
        sides = [self.number(f"{where}: {side}", row.get(side), 0, 20) for side in SIDES]
        return Character(
            name=name,
            level=self.number(f"{where}: level", row.get("level"), 0, 20),
            sides=(sides[0], sides[1], sides[2], sides[3]),
            beer=self.one_of(where, row, "beer", BEERS),
            mugs=self.number(f"{where}: mugs", row.get("mugs"), 1, 2),
            skill=self.one_of(where, row, "skill", SKILLS),
        )

    def one_of(self, where: str, row: dict[str, Any], key: str, known: tuple[str, ...]) -> int:
        value = row.get(key)
        if value not in known:
            hint = did_you_mean(str(value), known) or f" There are: {', '.join(known)}."
            raise self.fail(where, f"has an unknown {key} {value!r}.{hint}")
        return known.index(value)

    def check_box(self, characters: tuple[Character, ...], hand: int) -> None:
        """Enough mats for two, stacks that can be kept, and B1: a higher level means higher strengths."""
        names = [character.name.lower() for character in characters]
        if twice := [name for name in names if names.count(name) > 1]:
            raise self.fail(f"the character {twice[0]!r}", "stands there twice")
        if not 2 * hand <= len(characters) <= KINDS:
            raise self.fail("the box", f"has {len(characters)} characters, not {2 * hand} to {KINDS}")
        small = [character.name for character in characters if character.skill == SMALL_CREATURE]
        if len(small) > MOST_SMALL:
            raise self.fail(
                f"the character {small[MOST_SMALL]!r}", f"is one Small creature too many: {MOST_SMALL} is the most"
            )
        strongest: dict[int, Character] = {}
        for character in sorted(characters, key=lambda character: character.level):
            for level, lower in strongest.items():
                if level < character.level and sum(lower.sides) > sum(character.sides):
                    raise self.fail(
                        f"the character {character.name!r}",
                        f"of level {character.level} is weaker than {lower.name!r} of level {level} (B1)",
                    )
            if character.level not in strongest or sum(character.sides) > sum(strongest[character.level].sides):
                strongest[character.level] = character
