"""The words of the pages: a file for each language, chosen by what a browser asks for or a person says.

A text may have several forms for numbers (`["{number} card", "{number} cards"]`). What a game itself says is English;
a language can have its titles, its actions by their templates, and sentences by patterns, and what is in none of these
stays as it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from tavern_engine import Game
from tavern_engine.words import Part

ENGLISH: Final = "en"
OF_GAMES: Final = ("titles", "actions", "sentences")  # sections by the id of a game
REMEMBERED: Final = 4_096  # sentences of a language
COUNTED: Final = re.compile(r"(.+?)( x\d+)?")
PLACE: Final = re.compile(r"\\\{(\w+)\\\}")  # a field in an escaped pattern


def _two_forms(number: int) -> int:
    return 0 if number == 1 else 1


def _slavic(number: int) -> int:
    ten, hundred = number % 10, number % 100
    if ten == 1 and hundred != 11:
        return 0
    return 1 if 2 <= ten <= 4 and not 12 <= hundred <= 14 else 2


FORMS: Final[Mapping[str, Callable[[int], int]]] = {"two": _two_forms, "slavic": _slavic}


class Say:
    """The words of one language."""

    def __init__(self, language: str, sections: Mapping[str, Any]) -> None:
        self.language = language
        self.name = str(sections["language"]["name"])
        self._form = FORMS[sections["language"]["forms"]]
        self._of_games: dict[str, dict[str, dict[str, str]]] = {name: sections.get(name, {}) for name in OF_GAMES}
        self.texts: dict[str, str | list[str]] = {
            f"{section}.{key}": text
            for section, texts in sections.items()
            if section not in OF_GAMES
            for key, text in texts.items()
        }

    def __call__(self, key: str, /, **fields: object) -> str:
        """The text of this key; a text with several forms takes the one for `number`."""
        text = self.texts[key]
        if isinstance(text, list):
            number = fields["number"]
            assert isinstance(number, int)
            text = text[min(self._form(abs(number)), len(text) - 1)]
        return text.format(**fields)

    def title(self, game: Game, title: str) -> str:
        """What something of a game is called: a card, a token, a character, with how many there are of it."""
        known, found = self._of_games["titles"].get(game.id, {}), COUNTED.fullmatch(title)
        if not known or not found:
            return title
        name = found[1] if found[1] in known else found[1].removeprefix("a ")
        return known.get(name, found[1]) + (found[2] or "")

    def titles(self, game: Game, text: str) -> str:
        """One title or action, or several with semicolons, commas or `or` between; a title may have a comma in it."""
        if text in self._codes(game.id, game):
            return self.action(game, self._codes(game.id, game)[text], ())
        for between in ("; ", ", ", " or "):
            if self.title(game, text) != text:
                break
            if between in text:
                said = self("things.or") if between == " or " else between
                return said.join(self.titles(game, part) for part in text.split(between))
        return self.title(game, text)

    def action(self, game: Game, code: int, names: Sequence[str]) -> str:
        """What an action is called."""
        if self.language == ENGLISH:
            return game.action_text(code, names)
        action = game.words.actions[code]
        template = self._of_games["actions"].get(game.id, {}).get(action.template, action.template)
        return template.format(**{name: self._part(game, name, part, names) for name, part in action.parts.items()})

    def _part(self, game: Game, name: str, part: Part, names: Sequence[str]) -> str:
        if name == "seat" and isinstance(part, int):
            return names[part] if part < len(names) else str(part)
        return self.title(game, str(part))

    def sentence(self, game: Game, text: str) -> str:
        """Something that a game says, if there is a pattern for it; as it is if there is none."""
        return self._sentence(game.id, game, text)

    @lru_cache(maxsize=REMEMBERED)  # noqa: B019 (there is one of these for each language, and it stays)
    def _sentence(self, _id: str, game: Game, text: str) -> str:
        for pattern, said in self._patterns(game.id):
            if found := pattern.fullmatch(text):
                return said.format(**{name: self.titles(game, part) for name, part in found.groupdict().items()})
        return text

    @cache  # noqa: B019
    def _codes(self, _id: str, game: Game) -> dict[str, int]:
        """The actions by what the game calls them, where this language has other words."""
        known = self._of_games["actions"].get(game.id, {})
        actions = enumerate(game.words.actions)
        return {action.text(): code for code, action in actions if action.template in known and " " in action.template}

    @cache  # noqa: B019
    def _patterns(self, game_id: str) -> list[tuple[re.Pattern[str], str]]:
        patterns = self._of_games["sentences"].get(game_id, {})
        return [(re.compile(PLACE.sub(r"(?P<\1>.+?)", re.escape(text))), said) for text, said in patterns.items()]


@cache
def languages() -> dict[str, Say]:
    """Every language there is, English first."""
    found = {}
    for file in (files("tavern_tournament.web") / "words").iterdir():
        if file.name.endswith(".toml"):
            code = file.name.removesuffix(".toml")
            found[code] = Say(code, tomllib.loads(file.read_text(encoding="utf-8")))
    return dict(sorted(found.items(), key=lambda pair: (pair[0] != ENGLISH, pair[0])))


def speaking(language: str) -> Say:
    """The words of a language; English if there is no such file."""
    return languages().get(language) or languages()[ENGLISH]


def wanted(header: str) -> str:
    """The language that a browser asks for in `Accept-Language`, as far as we have it.

    >>> wanted("de;q=0.9, ru-RU;q=0.8, en;q=0.5")
    'ru'
    """
    ranked = []
    for place, part in enumerate(header.split(",")[:20]):
        name, _, quality = part.partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        ranked.append((-weight, place, name.strip().partition("-")[0].lower()))
    return next((name for weight, _, name in sorted(ranked) if name in languages() and weight < 0), ENGLISH)
