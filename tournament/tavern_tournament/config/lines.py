"""Finds the line on which each key of a TOML file stands: tomllib gives values without lines.

The scanner relies on tomllib having read the text already, so it checks nothing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Final, NamedTuple

#: A way into the values of a file: `("bots", 1, "options", "simulations")`.
Where = tuple[str | int, ...]

TOKEN: Final = re.compile(
    r'''
      (?P<skipped> [ \t\r]+ | \#[^\n]* )
    | (?P<quoted>  """(?:[^\\]|\\.)*?"{3,5} | \'\'\'.*?'{3,5} | "(?:[^"\\]|\\.)*" | '[^']*' )
    | (?P<bare>    [A-Za-z0-9_-]+ )
    | (?P<mark>    . )
    ''',
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A word, a quoted text, a mark or the end of a line."""

    text: str
    line: int


END: Final = Token("", 0)


def lines_of(text: str) -> dict[Where, int]:
    """The line of every key, row and list entry of a valid TOML text, from 1."""
    return _Scanner(text).scan()


def line_of(lines: Mapping[Where, int], where: Where) -> int:
    """The line of a key, or of the nearest thing around it that has one."""
    while where and where not in lines:
        where = where[:-1]
    return lines.get(where, 1)


class _Scanner:
    """Walks over the tokens of a file once."""

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.at = 0
        self.lines: dict[Where, int] = {}
        self.rows: dict[Where, int] = {}  # how many rows each [[list]] has so far

    def scan(self) -> dict[Where, int]:
        base: Where = ()
        while self.next != END:
            if self.next.text == "\n":
                self.take()
            elif self.next.text == "[":
                base = self.header()
            else:
                self.pair(base)
        return self.lines

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def header(self) -> Where:
        """`[section]` or `[[row]]`: where the keys after it belong."""
        line = self.take().line
        is_row = self.next.text == "["
        if is_row:
            self.take()
        *outer, last = self.key()
        self.at += 2 if is_row else 1  # the closing brackets
        where: Where = ()
        for part in outer:
            where = (*where, part)
            self.lines.setdefault(where, line)
            if where in self.rows:
                where = (*where, self.rows[where] - 1)
        where = (*where, last)
        if is_row:
            self.lines.setdefault(where, line)
            self.rows[where] = self.rows.get(where, 0) + 1
            where = (*where, self.rows[where] - 1)
        self.lines[where] = line
        return where

    def key(self) -> list[str]:
        """A key with its dots: `options.simulations`."""
        parts = [_unquoted(self.take().text)]
        while self.next.text == ".":
            self.take()
            parts.append(_unquoted(self.take().text))
        return parts

    def pair(self, base: Where) -> None:
        """`key = value`."""
        line = self.next.line
        where = base
        for part in self.key():
            where = (*where, part)
            self.lines.setdefault(where, line)
        self.take()  # the sign between them
        self.value(where)

    def value(self, where: Where) -> None:
        if self.next.text == "[":
            self.take()
            entry = 0
            while not self.closed("]"):
                self.lines[(*where, entry)] = self.next.line
                self.value((*where, entry))
                entry += 1
        elif self.next.text == "{":
            self.take()
            while not self.closed("}"):
                self.pair(where)
        else:
            while self.next.text not in ("\n", ",", "]", "}", ""):
                self.take()

    def closed(self, bracket: str) -> bool:
        """Step over commas and line ends, and over the bracket if it comes next."""
        while self.next.text in ("\n", ","):
            self.take()
        if self.next.text != bracket:
            return False
        self.take()
        return True


def _tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    line = 1
    for match in TOKEN.finditer(text):
        if match.lastgroup != "skipped":
            tokens.append(Token(match.group(), line))
        line += match.group().count("\n")
    return [*tokens, END]


def _unquoted(key: str) -> str:
    return str(tomllib.loads(f"key = {key}")["key"]) if key[0] in "\"'" else key
