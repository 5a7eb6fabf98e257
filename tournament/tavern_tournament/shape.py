"""Makes dataclasses of what JSON holds, by the types of their fields: what does not fit is told with its place.

The types are those of `specs`, `schedule` and `results`: texts, numbers, tuples of one type, mappings from texts, other
dataclasses. A whole number has at most 64 bits, and a number with a point is an ordinary one.
"""

from __future__ import annotations

import math
import types
import typing
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Final, TypeVar

from tavern_engine import TavernError

LARGEST: Final = 1 << 63
WORDS: Final = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}

T = TypeVar("T")
Reader = Callable[[Any], Any]  # from a value; the message of its BadShape goes on from the place of the value


class BadShape(TavernError):
    """Data of another shape than they should have; the message is where, and what should be there."""


def made(kind: type[T], value: object) -> T:
    """A dataclass made of an object of JSON, or BadShape."""
    return kind(**parts(kind, value))


def parts(kind: type[T], value: object) -> dict[str, Any]:
    """The fields of a dataclass that can be made of an object of JSON, or BadShape."""
    reader: Any = _parts
    try:
        found: dict[str, Any] = reader(kind)(value)
    except BadShape as error:
        where = str(error).removeprefix(".")
        raise BadShape(f"it{where}" if where.startswith(" ") else where) from None
    return found


@cache
def _reader(kind: Any) -> Reader:
    """What reads values of a type."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return lambda value: value
    if kind in WORDS:
        return _checked(WORDS[kind], _TESTS[kind])
    if is_dataclass(kind):
        return _object(kind)
    if (origin is tuple and inner[1:] == (...,)) or origin is Sequence:
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
    def read(value: Any) -> Any:
        if not fits(value):
            raise BadShape(f" should be {words}")
        return value

    return read


def _list(kind: Any) -> Reader:
    one = _reader(kind)

    def read(value: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise BadShape(" should be a list")
        try:
            if kind is int and set(map(type, value)) == {int}:
                array("q", value)  # the actions of a game are many, and this looks at all of them at once
                return tuple(value)
            return tuple(map(one, value))
        except OverflowError:
            raise BadShape(f" should be a list of {WORDS[int]}s of at most 64 bits") from None
        except BadShape:
            for number, each in enumerate(value):
                _at(f"[{number}]", one, each)
            raise

    return read


def _at(place: str, read: Reader, value: Any) -> Any:
    """The value read, or BadShape with the place before what is wrong."""
    try:
        return read(value)
    except BadShape as error:
        raise BadShape(f"{place}{error}") from None


def _mapping(kind: Any) -> Reader:
    one = _reader(kind)

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise BadShape(" should be an object")
        return {name: _at(f".{name}", one, each) for name, each in value.items()}

    return read


def _or_null(kind: Any) -> Reader:
    one = _reader(kind)
    return lambda value: None if value is None else one(value)


def _object(kind: Any) -> Reader:
    inside: Reader = _parts(kind)
    return lambda value: kind(**inside(value))


@cache
def _parts(kind: Any) -> Reader:
    """What reads the fields of a dataclass."""
    hints = typing.get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    needed = {
        field.name: None for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING
    }  # the others may be missing in older files

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise BadShape(" should be an object")
        for name in needed:
            if name not in value:
                raise BadShape(f".{name} is missing")
        for name in value:
            if name not in readers:
                raise BadShape(f".{name} is unknown")
        try:
            return {name: readers[name](each) for name, each in value.items()}
        except BadShape:
            for name, each in value.items():
                _at(f".{name}", readers[name], each)
            raise

    return read
