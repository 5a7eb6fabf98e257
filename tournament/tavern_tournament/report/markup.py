"""HTML and SVG from nested calls: text is escaped unless it is markup already, so that no bot writes into a page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import zip_longest
from typing import Any, Final

UNCLOSED: Final = frozenset({"meta", "link", "input"})
KEPT: Final = "\n\N{NO-BREAK SPACE}"


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def shown(text: str) -> str:
    """The text without characters that nobody can see and that would command a terminal; lines stay lines."""
    if text.isprintable():
        return text
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


def data_block(name: str, data: Any, indent: int | None = None) -> Markup:
    """Plain data for the script of a page. No text in it can end the element: the letter that would is a code in it."""
    text = json.dumps(data, indent=indent, ensure_ascii=True).replace("<", "\\u003c")
    return tag("script", Markup(f"\n{text}\n"), type="application/json", id=name)


def breakable(text: str) -> Markup:
    """A long name that may go on in the next line after its punctuation."""
    return Markup(re.sub(r"([,:/+_.=])", r"\1<wbr>", join(text)))


def table(
    columns: Mapping[str, str], rows: Iterable[Sequence[str]], foot: Sequence[str] = (), looks: Sequence[str] = ()
) -> Markup:
    """A table that scrolls by itself where it is too wide; columns and rows have classes of the stylesheet."""

    def line(cell: str, texts: Sequence[str], look: str = "") -> Markup:
        cells = zip(texts, columns.values(), strict=True)
        return tag("tr", *(tag(cell, text, class_=kind or None) for text, kind in cells), class_=look or None)

    body = tag("tbody", *(line("td", row, look) for row, look in zip_longest(rows, looks, fillvalue="")))
    end = tag("tfoot", line("td", foot)) if foot else ""
    return tag("div", tag("table", tag("thead", line("th", list(columns))), body, end), class_="scroll", tabindex=0)


def name(text: str) -> Markup:
    """A name in a table, as wide as it is, but not too wide."""
    return tag("div", breakable(text), class_="fit")
