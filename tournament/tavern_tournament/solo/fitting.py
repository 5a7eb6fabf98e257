"""A question fitted to the height of the screen: what is asked and one's own area last, of the rest what has room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

FRESH: Final = 3  # sentences of what happened that come before more of the table
HEADINGS: Final = 3  # lines for what the parts are called


class Fitted(NamedTuple):
    """What a screen has room for."""

    news: Sequence[str]  # the last sentences
    pieces: Sequence[str]  # of the table, what is needed most last
    choices: Sequence[str]  # the first lines of them


def fitted(
    height: int,
    tall: Callable[[str], int],
    news: Sequence[str],
    pieces: Sequence[str],
    asked: str,
    choices: Sequence[str],
) -> Fitted:
    """What goes on a screen of this height; the first piece of the table is needed most."""
    room = height - HEADINGS - tall(asked) - 1  # the last line is for the answer
    listed = list(choices)
    while len(listed) > 1 and sum(map(tall, listed)) > room - (len(listed) < len(choices)):
        listed.pop()
    room -= sum(map(tall, listed)) + (len(listed) < len(choices))
    shown = [cut(pieces[0], room, tall)] if room > 0 else []
    room -= sum(map(tall, shown))
    told = 0
    while told < min(FRESH, len(news)) and tall(news[-1 - told]) <= room:
        room -= tall(news[-1 - told])
        told += 1
    for piece in pieces[1:]:
        if tall(piece) <= room:
            room -= tall(piece)
            shown.append(piece)
    while told < len(news) and tall(news[-1 - told]) <= room:
        room -= tall(news[-1 - told])
        told += 1
    return Fitted(news[len(news) - told :], shown[::-1], listed)


def cut(piece: str, room: int, tall: Callable[[str], int]) -> str:
    """As many lines of a piece as there is room for."""
    lines = piece.split("\n")
    while len(lines) > 1 and tall("\n".join(lines)) > room:
        lines.pop()
    return "\n".join(lines)
