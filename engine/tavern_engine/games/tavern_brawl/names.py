"""What things are called in Tavern Brawl."""

from __future__ import annotations

from typing import Final

from tavern_engine.games.tavern_brawl.mats import KINDS, MATS, TABLE, BrawlTables

TEAMS: Final = ("swords", "axes")
BEERS: Final = ("light", "dark", "wheat", "ale")
SIDES: Final = ("north", "east", "south", "west")
MONK_BREWER: Final = 32
SKILLS: Final = ("", "Thief", "Stern look", "Shapeshifter", "Joker", "Cocktails", "Brawler", "Small creature")
SKILL_TEXTS: Final = (  # B18 to B20, in our own words
    "",
    "when you lay it, before the comparison, move a glass from any mat to it, or take a glass off the field.",
    "after its comparison you may put one mat beside it into the discard.",
    "instead of laying it, put it into the discard and lay a character from there.",
    "after its comparison you may swap two other mats on the field.",
    "at scoring it and your mats of other beers may form one set of different mugs.",
    "before scoring it may smash one mug of a mat beside it.",
    "while it is in your team you may lay a mat on top of it; covered it cannot be won over.",
)


def spot_text(spot: int) -> str:
    return f"row {spot // TABLE} column {spot % TABLE}"


def mat_name(mats: BrawlTables, mat: int) -> str:
    """What a mat is called; a number that is no mat has no name."""
    if mat == MONK_BREWER:
        return "Monk-brewer"
    return mats.names[mat % KINDS] if mat % KINDS < len(mats.names) else ""


def mats_in(mats: BrawlTables, zone: int) -> list[str]:
    """The mats of a mask by name."""
    return [mats.names[mat % KINDS] for mat in range(MATS) if zone >> mat & 1]


def mugs_text(mats: BrawlTables, kind: int, mugs: int) -> str:
    return f"{mugs} {BEERS[mats.beer[kind]]}"


def mat_text(mats: BrawlTables, kind: int) -> str:
    """What is printed on a mat, and what its skill does."""
    sides = "/".join(str(mats.strength[4 * kind + side]) for side in range(4))
    skill = mats.skill[kind]
    does = f" {SKILLS[skill]}: {SKILL_TEXTS[skill]}" if skill else ""
    mugs = mugs_text(mats, kind, mats.mugs[kind])
    return f"Level {mats.level[kind]}, strengths {sides} (top/right/bottom/left), {mugs}.{does}"
