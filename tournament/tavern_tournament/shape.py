"""Makes dataclasses of what JSON holds, by the types of their fields: what does not fit is told with its place.

The types are those of `specs`, `schedule` and `results`: texts, numbers, tuples of one type, mappings from texts, other
dataclasses. A whole number has at most 64 bits, and a number with a point is an ordinary one.
"""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Final, TypeVar

from tavern_engine import TavernError

LARGEST: Final = 1 << 63
WORDS: Final = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}

T = TypeVar("T")
Reader = Callable[[Any, str], Any]  # from a value and its place


class BadShape(TavernError):
    """Data of another shape than they should have; the message is where, and what should be there."""


def made(kind: type[T], value: object, where: str = "") -> T:
    """A dataclass made of an object of JSON, or BadShape."""
    reader: Any = _reader
    thing: T = reader(kind)(value, where)
    return thing


@cache
def _reader(kind: Any) -> Reader:
    """What reads values of a type."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return lambda value, _where: value
    if kind in WORDS:
        return _checked(WORDS[kind], _TESTS[kind])
    if is_dataclass(kind):
        return _object(kind)
    if origin is tuple and inner[1:] == (...,):
        return _list(inner[0])
    if origin is Mapping:
        return _mapping(inner[1])
    if origin in (typing.Union, types.UnionType) and inner[1:] == (types.NoneType,):
        return _or_null(inner[0])
    if origin is types.UnionType and set(inner) <= set(WORDS):  # an option: whoever has it knows what it may be
        return _checked("a text, a number, true or false", lambda value: isinstance(value, kind))
    raise TypeError(f"no data have the type {kind}")


_TESTS: Final[dict[type, Callable[[Any], bool]]] = {
    bool: lambda value: type(value) is bool,
    int: lambda value: type(value) is int and -LARGEST <= value < LARGEST,
    float: lambda value: type(value) in (int, float) and -LARGEST < value < LARGEST and math.isfinite(value),
    str: lambda value: type(value) is str,
}


def _checked(words: str, fits: Callable[[Any], bool]) -> Reader:
    def read(value: Any, where: str) -> Any:
        if not fits(value):
            raise BadShape(f"{where} should be {words}")
        return value

    return read


def _list(kind: Any) -> Reader:
    one = _reader(kind)

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, list | tuple):
            raise BadShape(f"{where} should be a list")
        if kind is int and set(map(type, value)) == {int} and -LARGEST <= min(value) <= max(value) < LARGEST:
            return tuple(value)  # the actions of a game are many
        return tuple(one(each, f"{where}[{number}]") for number, each in enumerate(value))

    return read


def _mapping(kind: Any) -> Reader:
    one = _reader(kind)

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, dict):
            raise BadShape(f"{where} should be an object")
        return {name: one(each, f"{where}.{name}") for name, each in value.items()}

    return read


def _or_null(kind: Any) -> Reader:
    one = _reader(kind)
    return lambda value, where: None if value is None else one(value, where)


def _object(kind: Any) -> Reader:
    hints = typing.get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    needed = [
        field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING
    ]  # the others may be missing in older files

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, dict):
            raise BadShape(f"{where or 'it'} should be an object")
        start = f"{where}." if where else ""
        for name in needed:
            if name not in value:
                raise BadShape(f"{start}{name} is missing")
        for name in value:
            if name not in readers:
                raise BadShape(f"{start}{name} is unknown")
        return kind(**{name: readers[name](each, f"{start}{name}") for name, each in value.items()})

    return read
