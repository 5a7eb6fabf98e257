"""Boxes of the Inn with short side decks, so that every deck is shuffled again and again."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from inn_referee_cards import DECKS

#: How many different cards of each deck are left.
LEFT = {"stories": 3, "reserve": 4, "stable": 5}
SHORT_DECK = 10  # drinks in the Drink Deck
CARD = "[[card]]\n"


def short_box(folder: Path, seed: int) -> Path:
    """A copy of the box in that folder with some rows of its decks, another choice for each seed; its box.toml."""
    dice = random.Random(seed)
    shutil.copytree(DECKS, folder / "decks")
    box = (DECKS.parent / "box.toml").read_text(encoding="utf-8")
    (folder / "box.toml").write_text(box.replace("drinks = 30", f"drinks = {SHORT_DECK}"), encoding="utf-8")
    for name, number in LEFT.items():
        path = folder / "decks" / f"{name}.toml"
        head, *rows = path.read_text(encoding="utf-8").split(CARD)
        if name == "stable":
            rows = [row for row in rows if "foe =" not in row or 'foe = "*"' in row]
        kept = dice.sample(range(len(rows)), number)
        path.write_text(CARD.join([head, *(rows[at] for at in sorted(kept))]), encoding="utf-8")
    return folder / "box.toml"
