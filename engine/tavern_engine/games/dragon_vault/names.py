"""What the cards and tricks of Dragon's Vault are called."""

from __future__ import annotations

from typing import Final

from tavern_engine.multiset import kinds

CARDS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Zero", "Fire-breather", "Protector")
TRICKS: Final = (
    "quick dragon",
    "villains against dragons",
    "small but brave",
    "surprise",
    "carousel",
    "golden feathers",
    "revealing secrets",
)


def names_of(zone: int) -> list[str]:
    """The cards of a zone by name."""
    return [CARDS[kind] for kind in kinds(zone)]


def card_name(kind: int) -> str | None:
    """A card's name; None for no card."""
    return CARDS[kind] if 0 <= kind < len(CARDS) else None
