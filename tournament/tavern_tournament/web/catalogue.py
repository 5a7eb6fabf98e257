"""The words of the pages: a file for each language, chosen by what a browser asks for or a person says.

A text may have several forms for numbers (`["{number} card", "{number} cards"]`). Games, bots and errors speak English;
a language has their titles, their actions by templates and their sentences by patterns (`phrases.py`), the rules by
number, and what is in none of these stays as it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from tavern_engine import Game
from tavern_engine.words import Part
from tavern_tournament.web.phrases import Phrases

ENGLISH: Final = "en"
COUNTED: Final = re.compile(r"(.+?)( x\d+)?")
#: A sentence with the rules that it cites behind it.
CITED: Final = re.compile(r"(.+) \(((?:[A-Z]{1,2}|Table )\d+(?:, (?:[A-Z]{1,2}|Table )\d+)*)\)")
LISTED: Final = re.compile(r"(?<=\)), ")  # between parts of a sentence that end with brackets
#: Sections by the id of a game, or `all`: names, templates and rules as they are, all others as patterns.
PLAIN: Final = ("titles", "actions", "rules")
PATTERNS: Final = ("sentences", "parts", "texts", "refusals", "reasons", "errors", "helps")
ALL: Final = "all"


def _few(number: int) -> bool:
    return 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14


def _slavic(number: int) -> int:
    return 0 if number % 10 == 1 and number % 100 != 11 else 1 if _few(number) else 2


#: Which of its forms a text takes for a number; a language names one of these.
FORMS: Final[Mapping[str, Callable[[int], int]]] = {
    "one": lambda number: 0,  # Japanese, Chinese, Turkish
    "two": lambda number: int(number != 1),  # English, German, Italian
    "french": lambda number: int(number > 1),
    "slavic": _slavic,  # Russian, Ukrainian, Serbian
    "polish": lambda number: 0 if number == 1 else 1 if _few(number) else 2,
    "czech": lambda number: 0 if number == 1 else 1 if 2 <= number <= 4 else 2,
}


class Say:
    """The words of one language."""

    def __init__(self, language: str, sections: Mapping[str, Any]) -> None:
        self.language = language
        self.name = str(sections["language"]["name"])
        self._form = FORMS[sections["language"]["forms"]]
        self._of_games: dict[str, dict[str, dict[str, str]]] = {name: sections.get(name, {}) for name in PLAIN}
        self._phrases = {
            name: {
                game: Phrases(patterns, self._of_games["titles"].get(game, ()))
                for game, patterns in sections.get(name, {}).items()
            }
            for name in PATTERNS
        }
        self.texts: dict[str, str | list[str]] = {
            f"{section}.{key}": text
            for section, texts in sections.items()
            if section not in (*PLAIN, *PATTERNS)
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

    # Names.

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
        if (title := self.title(game, text)) != text:
            return title
        if said := self._told("parts", game, text):
            return said
        for between in ("; ", ", ", " or ", " and "):
            if between in text:
                said = {" or ": self("things.or"), " and ": self("things.and")}.get(between, between)
                return said.join(self.titles(game, part) for part in text.split(between))
        return text

    def chosen(self, game: Game, text: str, names: Sequence[str] = ()) -> str:
        """An action by what the game calls it."""
        code = self._all_codes(game.id, game).get(text)
        return text if code is None else self.action(game, code, names)

    def action(self, game: Game, code: int, names: Sequence[str]) -> str:
        """What an action is called."""
        if self.language == ENGLISH:
            return game.action_text(code, names)
        action = game.words.actions[code]
        template = self._of_games["actions"].get(game.id, {}).get(action.template, action.template)
        return template.format(**{name: self._part(game, name, part, names) for name, part in action.parts.items()})

    def _part(self, game: Game, name: str, part: Part, names: Sequence[str]) -> str:
        if name == "seat" and isinstance(part, int):
            return names[part] if part < len(names) else self("table.seat", number=part)
        return self.title(game, str(part))

    @cache  # noqa: B019 (there is one of these for each language, and it stays)
    def _all_codes(self, _id: str, game: Game) -> dict[str, int]:
        """The actions by what the game calls them, where this language has other words."""
        if self.language == ENGLISH:
            return {}
        return {action.text(): code for code, action in enumerate(game.words.actions)}

    @cache  # noqa: B019
    def _codes(self, _id: str, game: Game) -> dict[str, int]:
        """Those that can be told from any words, as they have several."""
        return {text: code for text, code in self._all_codes(game.id, game).items() if " " in text}

    # Sentences.

    def sentence(self, game: Game, text: str) -> str:
        """Something that a game tells or asks."""
        return self._told("sentences", game, text) or text

    def printed(self, game: Game, text: str) -> str:
        """Something that is printed on a card."""
        return self._told("texts", game, text) or text

    def card(self, game: Game, text: str) -> tuple[str, str]:
        """The kind of a card and what it says, from all that is printed on it; a text may be of one piece."""
        kind, stop, body = text.partition(". ")
        if stop:
            return self.printed(game, self.title(game, kind)), self.printed(game, body)
        return "", "; ".join(self.printed(game, part) for part in kind.rstrip(".").split("; ") if part)

    def refusal(self, game: Game, why: str) -> str:
        """Why something cannot be; the numbers of rules at its end stay there."""
        found = CITED.fullmatch(why)
        reason, rules = (found[1], found[2]) if found else (why, "")
        said = self._told("refusals", game, reason) or reason
        return f"{said} ({rules.replace('Table', self('page.table'))})" if rules else said

    def reason(self, game: Game, text: str, names: Sequence[str] = ()) -> str:
        """Why a bot did something, or what else it says: sentence by sentence where they are not known together."""
        if said := self._told("reasons", game, text, names):
            return said
        for found in reversed(list(re.finditer(r"[.!?] ", text))):
            head, tail = text[: found.start() + 1], text[found.end() :]
            if (last := self._told("reasons", game, tail, names)) and (first := self.reason(game, head, names)) != head:
                return f"{first} {last}"
        return text

    def error(self, text: str) -> str:
        """What went wrong, in any game or none."""
        return self._told("errors", None, text) or text

    def help(self, text: str) -> str:
        """What an option or a bot says about itself."""
        return self._told("helps", None, text) or text

    def rule(self, game: Game, number: str) -> str | None:
        """A rule by its number, if this language has it."""
        return self._of_games["rules"].get(game.id, {}).get(number)

    def rules(self, game: Game) -> Mapping[str, str]:
        """All rules of a game that this language has."""
        return self._of_games["rules"].get(game.id, {})

    def _told(self, section: str, game: Game | None, text: str, names: Sequence[str] = ()) -> str | None:
        """A sentence by the patterns of a game, or of all; None if there is none for it."""
        for id_ in dict.fromkeys((game.id if game else ALL, ALL)):
            phrases = self._phrases[section].get(id_)
            if phrases and (found := phrases.told(text)):
                fields = {name: self._field(game, name, part, names) for name, part in found.fields.items()}
                return found.said.format(**fields)
        return None

    def _field(self, game: Game | None, name: str, part: str, names: Sequence[str]) -> str:
        """A part of a sentence: what is said within it, what a search tried, an action, or titles."""
        if name in ("why", "said"):
            return self.error(part)
        if game is None:
            return self._any_title(part)
        if name == "tried":
            return ", ".join(self.reason(game, one, names) for one in LISTED.split(part))
        if name == "drinkers":
            return ", ".join(self.titles(game, one) for one in LISTED.split(part))
        return self.chosen(game, part, names) if name == "choice" else self.titles(game, part)

    def _any_title(self, title: str) -> str:
        """A title that may be of any game: the games themselves are known by theirs."""
        found = (titles[title] for titles in self._of_games["titles"].values() if title in titles)
        return next(found, title.replace(" or ", self("things.or")))


@cache
def languages() -> dict[str, Say]:
    """Every language there is, English first; a text that one does not have yet is English."""
    folder = files("tavern_tournament.web") / "words"
    codes = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    found = {code: Say(code, tomllib.loads((folder / f"{code}.toml").read_text(encoding="utf-8"))) for code in codes}
    for say in found.values():
        say.texts = {**found[ENGLISH].texts, **say.texts}
    return dict(sorted(found.items(), key=lambda pair: pair[0] != ENGLISH))


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
