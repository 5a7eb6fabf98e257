"""TRANSITION: games that have no `words` yet, told as before. This file goes when the last of them is converted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from tavern_engine import Game

SEATS: Final = re.compile(
    r"\bseats (?P<several>\d+(, \d+)*)|\bseat (?P<one>\d+)( \((?P<called>[^()]+)\))?(?P<column>  +)?", re.IGNORECASE
)
UNSAID: Final = (" is to move", "'s discard", " play on")
LISTED: Final = re.compile(r".* (turns up|shows a) ")


def named(text: str, names: Sequence[str], seat_names: Sequence[str]) -> str:
    """The text with the name and the player of every seat."""

    def found_name(found: re.Match[str]) -> str:
        if found["several"]:
            return " and ".join(name(int(seat)) for seat in found["several"].split(", "))
        seat, called = int(found["one"]), found["called"]
        text = name(seat)
        if called and called not in seat_names[seat : seat + 1]:
            text += f" ({called})"
        return f"{text:{max(map(len, names))}}  " if found["column"] else text

    def name(seat: int) -> str:
        return names[seat] if seat < len(names) else f"seat {seat}"

    return SEATS.sub(found_name, text)


def listed(texts: Iterable[str]) -> list[str]:
    """The texts that tell something, those in a row that begin alike as one."""
    told: list[str] = []
    beginning = ""
    for text in texts:
        found = LISTED.match(text)
        if found and found[0] == beginning:
            told[-1] += f", {text.removeprefix(beginning)}"
        else:
            told.append(text)
        beginning = found[0] if found else ""
    return [text for text in told if not text.endswith(UNSAID)]


def titles_in(game: Game, action: int) -> list[str]:
    """The card that an action is about: itself, or play it, or buy one."""
    choice = f" {game.action_text(action)}"
    return sorted((title for title in game.card_texts() if choice.endswith(f" {title}")), key=len)[-1:]
