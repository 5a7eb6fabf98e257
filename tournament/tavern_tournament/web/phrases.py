"""Sentences of one language told in another, by patterns: `{who} draws {n} cards` finds who and how many."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

REMEMBERED: Final = 4_096  # sentences, and expressions
LONGEST: Final = 1_000  # letters of a sentence
PLACE: Final = re.compile(r"\\\{(\w+)\\\}")  # a field in an escaped pattern
FIELD: Final = re.compile(r"\{\w+\}")
ANYTHING: Final = ".+?"
WHOLE: Final = r"[-+]?\d+"
#: Fields that are not just any words.
SHAPES: Final = {
    **dict.fromkeys(("n", "m", "k"), WHOLE),
    "tried": r".+ tries\)",
    "drinkers": r".+ is to drink \([^()]*\)",
    "aim": r"(?:on|with the Story|in answer to) .+?",
    "whom": r"(?:(?! in answer to | with the Story ).)+?",
}
TITLES: Final = ("card", "story")  # fields that are titles, which can have any words in them


class Found(NamedTuple):
    """A sentence in the other language."""

    said: str  # with fields
    fields: dict[str, str]


class Pattern(NamedTuple):
    """A sentence in our language with what it is in the other."""

    text: str  # with fields
    said: str
    beginning: str  # which rules most patterns out
    titled: bool  # whether a field of it is a title

    def expression(self, titles: str) -> re.Pattern[str]:
        """What fits it; without a field for them titles make no other expression of it."""
        return expression(self.text, titles if self.titled else "")


class Phrases:
    """Patterns with what they are in the other language; of those that fit, the one that leaves least to fields counts.

    >>> both = {"{who} pays {n} Gold": "{who} zahlt {n}", "the Inn pays {n} Gold for {who}": "das Haus zahlt {n}"}
    >>> Phrases(both).told("the Inn pays 2 Gold for Zot")
    Found(said='das Haus zahlt {n}', fields={'n': '2', 'who': 'Zot'})

    >>> aimed = Phrases({"{who} plays {card} on {whom}": "{who}: {card} ({whom})"}, ["Sit on it!"])
    >>> aimed.told("Zot plays Sit on it! on you").fields
    {'who': 'Zot', 'card': 'Sit on it!', 'whom': 'you'}
    """

    def __init__(self, patterns: Mapping[str, str], titles: Iterable[str] = ()) -> None:
        self._texts = patterns
        self._titles = sorted(titles, key=len, reverse=True)
        self.told = lru_cache(maxsize=REMEMBERED)(self._told)

    def _told(self, text: str) -> Found | None:
        """What the sentence is in the other language; titles that nobody knows are tried last."""
        if len(text) > LONGEST:
            return None  # nothing of ours is as long, and expressions take longer and longer
        named = "|".join(re.escape(title) for title in self._titles if title in text)
        for titles in dict.fromkeys((named, ANYTHING)):
            for one in self._patterns:
                if text.startswith(one.beginning) and (found := one.expression(titles).fullmatch(text)):
                    return Found(one.said, found.groupdict())
        return None

    @cached_property
    def _patterns(self) -> list[Pattern]:
        """Those that leave least to fields come first."""
        exact = sorted(self._texts.items(), key=lambda pair: -len(FIELD.sub("", pair[0])))
        titled = tuple(f"{{{name}}}" for name in TITLES)
        return [
            Pattern(text, said, text.partition("{")[0], any(field in text for field in titled)) for text, said in exact
        ]


@lru_cache(maxsize=REMEMBERED)
def expression(pattern: str, titles: str) -> re.Pattern[str]:
    """A pattern as an expression, with these for titles; without any it fits nothing that has one."""

    def group(place: re.Match[str]) -> str:
        shape = (titles or "(?!)") if place[1] in TITLES else SHAPES.get(place[1], ANYTHING)
        return f"(?P<{place[1]}>{shape})"

    return re.compile(PLACE.sub(group, re.escape(pattern)))
