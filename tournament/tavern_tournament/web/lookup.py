"""Rules and cards looked up on a page: by a number, by the number of a choice, or by a word in the page's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from tavern_engine.coverage import rule_texts
from tavern_tournament.report.markup import Markup, tag
from tavern_tournament.web.scene import rule_row
from tavern_tournament.web.spoken import Spoken

ENDINGS: Final = (r"(?!\w)", "")  # whole words first; what only begins like it is for when there is nothing better


def looked_up(telling: Spoken, numbers: Mapping[int, int], word: str) -> Markup:
    """What there is to read about a word; `numbers` are those of the choices."""
    game, say = telling.game, telling.say
    rules = rule_texts(game)
    by_number = {str(number): code for code, number in numbers.items()}
    found: list[Markup] = []
    if word.upper() in rules:
        found = [rule_row(game, say, word.upper())]
    elif word in by_number:
        parts = game.action_parts(by_number[word]).values()
        found = [row for title, row in cards(telling) if title in parts]
    for ending in ENDINGS:
        if word and not found:
            has_word = re.compile(rf"(?<!\w){re.escape(word)}{ending}", re.IGNORECASE)
            found = [row for title, row in cards(telling) if has_word.search(say.title(game, title))]
            texts = say.rules(game) or rules
            found += [rule_row(game, say, number) for number, text in texts.items() if has_word.search(text)]
    if not found:
        key = "page.none_has_card" if game.card_texts() else "page.none_has"
        return tag("p", say(key, word=word))
    return tag("ul", *found, class_="rules")


def cards(telling: Spoken) -> Iterator[tuple[str, Markup]]:
    """All cards with their texts, as rows, by their titles in the game."""
    game, say = telling.game, telling.say
    for title, text in game.card_texts().items():
        told = ". ".join(filter(None, say.card(game, text)))
        yield title, tag("li", tag("b", say.title(game, title)), f" {told}")
