"""The mistakes of a league file: collected while it is read, each with its line and a sentence for people."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pydantic_core import ErrorDetails

from tavern_engine import TavernError
from tavern_engine.game import did_you_mean
from tavern_engine.reading import Unreadable, read_bytes, toml_of
from tavern_tournament.config.lines import Where, line_of, lines_of


@dataclass(frozen=True)
class Mistake:
    """One thing that is wrong, and where."""

    file: str
    line: int  # from 1; 0 if the file as a whole is meant
    where: str  # bots[1].options.simulations; empty if it is about no key
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(filter(None, (place, self.where, self.message)))


class BrokenBot(Mistake):
    """The file is right, but a bot that it names cannot be loaded."""


class BadConfig(TavernError):
    """A league file with mistakes: all of them, a line each, in the order of the file."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = sorted(mistakes, key=lambda mistake: mistake.line)
        super().__init__("\n".join(map(str, self.mistakes)))

    @property
    def only_broken_bots(self) -> bool:
        """Whether nothing is wrong but bots that cannot be loaded."""
        return all(isinstance(mistake, BrokenBot) for mistake in self.mistakes)


@dataclass
class Source:
    """A league file as it was read, and the mistakes found in it so far."""

    path: Path
    values: dict[str, Any]
    lines: dict[Where, int]
    mistakes: list[Mistake] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> Source:
        """The file's values, or BadConfig if it is no TOML."""
        try:
            data = read_bytes(path)
        except Unreadable as error:
            told = f"cannot be read: {error}." if os.path.exists(path) else "there is no such file."
            raise BadConfig([Mistake(str(path), 0, "", told)]) from None
        try:
            text = data.decode("utf-8-sig").replace("\r\n", "\n")
            return cls(path, toml_of(text), lines_of(text))
        except UnicodeDecodeError as error:
            line = 1 + data.count(b"\n", 0, error.start)
            raise BadConfig([Mistake(str(path), line, "", "this is not UTF-8 text.")]) from None
        except Unreadable as error:
            raise BadConfig([_syntax_mistake(path, text, str(error))]) from None

    def note(self, where: Where, message: str, kind: type[Mistake] = Mistake) -> None:
        """Write down a mistake in what stands there."""
        one_line = " ".join(message.split())
        self.mistakes.append(kind(str(self.path), self.line(where), shown_place(self._given(where)), one_line))

    def line(self, where: Where) -> int:
        return line_of(self.lines, where)

    def _given(self, where: Where) -> Where:
        """A place without what the file does not have in it: a value by itself may stand for a list of one."""
        value: Any = self.values
        for depth, part in enumerate(where):
            if isinstance(value, dict):
                value = value.get(str(part))
            elif isinstance(value, list) and isinstance(part, int):
                value = value[part]
            else:
                return where[:depth]
        return where

    def is_clean(self, where: Where) -> bool:
        """Whether no mistake has been found there or in anything below."""
        return not any(mistake.where.startswith(shown_place(where)) for mistake in self.mistakes)

    def close(self) -> None:
        """Raise BadConfig if there are mistakes."""
        if self.mistakes:
            raise BadConfig(self.mistakes)


def shown_place(where: Where) -> str:
    """A place as people write it: `bots[1].options.simulations`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in where).removeprefix(".")


#: What pydantic finds, in plain words; `got` is the value in the file.
SENTENCES: Final = {
    "missing": "this key is missing.",
    "string_type": "must be a text, not {got}.",
    "string_too_short": "must not be empty.",
    "string_too_long": "must have at most {max_length} letters.",
    "string_pattern_mismatch": "must be made of letters, digits, '-', '_' and '.', beginning with a letter or digit, "
    "not {got}.",
    "int_type": "must be a whole number, not {got}.",
    "float_type": "must be a number, not {got}.",
    "finite_number": "must be an ordinary number, not {got}.",
    "bool_type": "must be true or false, not {got}.",
    "greater_than": "must be more than {gt:,.10g}, not {got}.",
    "greater_than_equal": "must be at least {ge:,.10g}, not {got}.",
    "less_than_equal": "must be at most {le:,.10g}, not {got}.",
    "literal_error": "must be {expected}, not {got}.",
    "list_type": "must be a list, not {got}.",
    "dict_type": "must be a table such as {{ name = value }}, not {got}.",
    "model_type": "must be a section with keys, not {got}.",
    "too_short": "must name at least one.",
    "value_error": "{error}",
}


def sentence(detail: ErrorDetails, keys: Sequence[str]) -> str:
    """One of pydantic's findings about a section with these keys."""
    kind, last = detail["type"], str(detail["loc"][-1])
    if kind == "extra_forbidden":
        there_are = f" There are: {', '.join(keys)}."
        return f"there is no such key.{did_you_mean(last, keys) or there_are}"
    if kind == "list_type" and isinstance(detail["input"], dict):
        return f"must be a list of sections: write [[{last}]] instead of [{last}]."
    if kind not in SENTENCES:
        return f"cannot be {shown(detail['input'])}: {detail['msg']}."
    return SENTENCES[kind].format(got=shown(detail["input"]), **detail.get("ctx", {}))


def shown(value: object) -> str:
    """A value of the file as people would name it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    return repr(value) if isinstance(value, str) else str(value)


def _syntax_mistake(path: Path, text: str, message: str) -> Mistake:
    """tomllib ends its messages with `(at line 3, column 5)` or `(at end of document)`."""
    problem, _, place = message.partition(" (at ")
    numbers = re.findall(r"\d+", place)
    line = int(numbers[0]) if numbers else 1 + text.rstrip("\n").count("\n")
    column = f" in column {numbers[1]}" if numbers else " at the end of the file"
    return Mistake(str(path), line, "", f"this is not valid TOML{column}: {problem}.")
