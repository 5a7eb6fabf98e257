"""What `?` answers in a solo game: what can be typed, and the rules that have a word."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import Final

from tavern_engine import Game
from tavern_engine.coverage import rule_texts

WIDTH: Final = 79
MANY: Final = 12  # rules shown for one word
SOURCE: Final = re.compile(r" \[(?:\d{3}(?:,\d{3})*|made|pub[^\]]*|rulebook[^\]]*)\]")  # which book says so
HELP: Final = """\
Answer with the number of a choice, or with its text.
Enter     show the table and the choices again
table     all of the table; choices: all of them; news: what happened since
points    what the points or coins of everybody are made of
? WORD    the rules that have this word or number, such as ? {example}
{cards}{wait}h         a hint, with its reason
u         take your last decision back, and all that came after it
l         the log: all you have seen
q         save and quit
The words are as good as the letters: help, hint, undo, log, save, quit.
{notes}
The whole rules: {rules}"""
CARDS: Final = """\
? CARD    what a card says: a part of its title, or the number of its choice
"""
WAIT: Final = """\
w         wait: pass until something concerns you:
{what}
"""


def help_on(game: Game, name: str, choices: Mapping[int, int], word: str) -> str:
    """Help on how to go on for the player of this name, or the cards and rules with a word."""
    if not word:
        return general(game, name, example=next(iter(rule_texts(game)), "pass"))
    found = rules_with(game, choices, word)
    if not found:
        return none_has(game, word)
    more = [f"{len(found) - MANY} more are in {game.rules_file}"] if len(found) > MANY else []
    return "\n".join([*map(paragraph, found[:MANY]), *more])


def none_has(game: Game, word: str) -> str:
    """That there is nothing to read about a word."""
    return f"No {'card or ' if game.card_texts() else ''}rule has the word {word!r}."


def rules_with(game: Game, choices: Mapping[int, int], word: str) -> list[str]:
    """The cards and rules with a word or a rule's number; the number of a choice means its card.

    What has the whole word comes before all else; words that only begin like it are for when there is nothing better.
    """
    texts = rule_texts(game)
    found = [text for number, text in texts.items() if word.lower() == number.lower()]
    cards = {title: card_line(title, text) for title, text in game.card_texts().items()}
    if cards and word.isascii() and word.isdigit() and (action := choices.get(int(word[:9]))) is not None:
        parts = game.action_parts(action).values()
        found = [text for title, text in cards.items() if title in parts]
    for end in (r"(?!\w)", ""):
        if not found:
            has_word = re.compile(rf"(?<!\w){re.escape(word)}{end}", re.IGNORECASE)
            found = [text for title, text in cards.items() if has_word.search(title)]
            found += filter(has_word.search, texts.values())
    return found


def general(game: Game, name: str, example: str) -> str:
    """What can be typed, and how the table is read."""
    notes = textwrap.fill(f"You are {name}. {game.table_notes}", WIDTH)
    cards = CARDS if game.card_texts() else ""
    concerns = textwrap.fill(game.what_concerns, WIDTH, initial_indent=" " * 10, subsequent_indent=" " * 10)
    wait = WAIT.format(what=concerns) if concerns else ""
    return HELP.format(example=example, cards=cards, wait=wait, notes=notes, rules=game.rules_file)


def card_line(title: str, text: str) -> str:
    """A card with what it says; a title may end like a sentence."""
    return f"{title}{'' if title.endswith(('.', '!', '?')) else ':'} {text}"


def readable(rule: str) -> str:
    """A rule of RULES.md in one line, as people read it: without marks, and without which book says so."""
    return SOURCE.sub("", " ".join(rule.removeprefix("- ").split())).replace("**", "").replace("`", "")


def paragraph(rule: str) -> str:
    """A rule in lines that a small terminal holds, whatever the lines of its file."""
    return textwrap.fill(readable(rule), WIDTH, subsequent_indent="  ", break_on_hyphens=False)
