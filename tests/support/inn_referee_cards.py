"""What the second referee of The Red Dragon Inn knows of the cards: their rows in the deck files, read on its own.

Which stats of whom a card affects is the column *affects* of the tables in section W of the rules, written down anew.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import tavern_engine

DECKS = Path(tavern_engine.__file__).parent / "games" / "red_dragon_inn" / "decks"
BASE = ("deirdre", "fiona", "gerki", "zot")
CREW = ("warthorn", "molly", "jasper", "olivia")
DRINKS = {"base": ("drinks",), "tavern-crew": ("crew_drinks",), "both": ("drinks", "crew_drinks")}
FORT, AC, GOLD = "fort", "ac", "gold"

IGNORE_DRINK = ("ignore_drink", "leave_or_ignore_drink", "ignore_card_or_drink")
CHANGE_DRINK = (*IGNORE_DRINK, "pass_drink", "split_drink", "modify_drink", "ac_to_fort", "ac_to_one_fort")  # RA36
IGNORE_CARD = ("ignore_card", "ignore_card_or_drink", "leave_or_ignore_card")
LEAVE = ("leave_instead_of_ante", "leave_or_ignore_drink", "leave_or_ignore_card")
GAINS_GOLD = (  # RA109
    *("collect_each_other", "player_pays_you", "heal_other_for_gold", "heal_all_collect", "reserve_for_gold"),
    *("take_from_pot", "steal_win", "share_pot", "pot_to_self", "take_paid_gold"),
)
GOLD_STORIES = ("story_collect_each_other", "story_player_pays_you")
ENDS_ROUND = ("pot_to_inn", "pot_to_self", "anti_cheat_win")  # RA65
ANTES = ("gamble_start_or_control", "gamble_raise")
ONE_OTHER = (  # cards that need another player as their target
    *("player_pays_you", "heal_other_for_gold", "damage_other", "force_drink_now", "step_outside"),
    *("damage_several_pay", "damage_swap_drink", "damage_reserve", "reserve_for_gold", "reserve_and_redraw"),
)
LOWERS_FORT = (
    *("damage_other", "damage_all_others", "damage_several_pay", "damage_swap_drink", "damage_reserve"),
    *("step_outside", "hit_back", "hit_back_any"),
)
EFFECTS = {  # what a Drink does besides AC and F, by mechanic: its name, and the number that says how much
    "drink_draw": ("draw", "draw"),
    "drink_discard": ("discard", "discard"),
    "drink_discard_draw": ("exchange", "discard"),
    "drink_discard_heal": ("heal", "max_discard"),
    "drink_reveal": ("reveal", "reveal"),
}


@dataclass(frozen=True, eq=False)
class Card:
    """One row of a deck file."""

    id: str
    title: str
    kind: str
    mechanic: str
    row: dict[str, Any] = field(repr=False)

    def number(self, name: str) -> int:
        return int(self.row.get(name, 0))

    def flag(self, name: str) -> bool:
        return bool(self.row.get(name, False))

    def words(self, name: str) -> tuple[str, ...]:
        return tuple(self.row.get(name, ()))

    @property
    def target(self) -> str:
        return str(self.row.get("target", ""))

    @property
    def is_event(self) -> bool:
        return self.kind == "Drink Event"

    @property
    def is_elixir(self) -> bool:
        return self.mechanic.startswith("elixir_")


class Shelf:
    """Where the deck files are read from."""

    folder = DECKS


def read_from(folder: Path) -> None:
    """Read other deck files from now on."""
    Shelf.folder = folder
    for known in (deck, cards, by_title):
        known.cache_clear()


@cache
def deck(name: str) -> tuple[tuple[Card, int], ...]:
    """The cards of a deck file in their order, each with its copies."""
    with (Shelf.folder / f"{name}.toml").open("rb") as file:
        rows = tomllib.load(file)["card"]
    return tuple((Card(r["id"], r["title"], r["kind"], r["mechanic"], r), r["copies"]) for r in rows)


@cache
def cards() -> dict[str, Card]:
    """Every card by its id."""
    names = (*BASE, *CREW, "drinks", "crew_drinks", "stories", "stable", "reserve", "prizes")
    return {card.id: card for name in names for card, _ in deck(name)}


@cache
def by_title() -> dict[str, str]:
    """The id of every title."""
    return {card.title: card.id for card in cards().values()}


def half(number: int) -> int:
    """RA43: the size rounded up, the sign kept."""
    return (abs(number) + 1) // 2 * (1 if number >= 0 else -1)
