"""HTML and SVG from nested calls: text is escaped unless it is markup already, so that no bot writes into a page."""

from __future__ import annotations

import re
from html import escape
from typing import Final

UNCLOSED: Final = frozenset({"meta", "link", "input"})
KEPT: Final = "\n\N{NO-BREAK SPACE}"


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def shown(text: str) -> str:
    """The text without characters that nobody can see and that would command a terminal; lines stay lines."""
    return "".join(letter if letter.isprintable() or letter in KEPT else "?" for letter in text.expandtabs())


def tag(name: str, /, *inside: str, **attributes: object) -> Markup:
    """An element with its attributes (`class_` and `text_anchor` stand for `class` and `text-anchor`).

    >>> tag("p", "a < b ", tag("b", "?"), class_="note")
    '<p class="note">a &lt; b <b>?</b></p>'
    """
    named = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(shown(str(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{named}>") if name in UNCLOSED else Markup(f"<{name}{named}>{join(*inside)}</{name}>")


def join(*parts: str, between: str = "") -> Markup:
    """The parts one after the other, texts escaped."""
    return Markup(between.join(part if isinstance(part, Markup) else escape(shown(part)) for part in parts))


def breakable(text: str) -> Markup:
    """A long name that may go on in the next line after its punctuation."""
    return Markup(re.sub(r"([,:/+_.=])", r"\1<wbr>", join(text)))
