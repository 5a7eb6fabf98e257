"""What `?` answers in a solo game: what can be typed, and the rules that have a word."""

from __future__ import annotations

import re
import textwrap
from typing import Final

from tavern_engine import Game
from tavern_engine.coverage import rule_texts

WIDTH: Final = 79
MANY: Final = 12  # rules shown for one word
HELP: Final = """\
Answer with the number of a choice, or with its text.
Enter     show the table and the choices again
? WORD    the rules that have this word or number, such as ? {example}
h         a hint, with its reason
u         take your last decision back, and all that came after it
l         the log: all you have seen
q         save and quit
You are seat {seat}. In the table a ? is a card that you do not know.
The whole rules: {rules}"""


def help_on(game: Game, seat: int, word: str) -> str:
    """Help on how to play on, or the rules with a word."""
    texts = rule_texts(game)
    if not word:
        return HELP.format(seat=seat, rules=game.rules_file, example=next(iter(texts), "pass"))
    found = [text for number, text in texts.items() if word.lower() == number.lower()]
    found = found or [text for text in texts.values() if re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE)]
    if not found:
        return f"No rule has the word {word!r}."
    more = [f"{len(found) - MANY} more are in {game.rules_file}"] if len(found) > MANY else []
    return "\n".join([*map(paragraph, found[:MANY]), *more])


def paragraph(rule: str) -> str:
    """A rule in lines that a small terminal holds, whatever the lines of its file."""
    return textwrap.fill(" ".join(rule.split()), WIDTH, subsequent_indent="  ", break_on_hyphens=False)
