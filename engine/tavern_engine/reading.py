"""Reads what others wrote: ordinary files, and the JSON and TOML in them. What is none is Unreadable, with the reason.

Nothing is opened that could block or never end, such as a pipe. What was read is not nested deeply, so that any code
may walk through it, and none of its numbers is too long to be printed.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from tavern_engine.errors import TavernError

LARGEST: Final = 1 << 26  # bytes of a file
DEEPEST: Final = 100  # lists and tables within each other
WIDEST: Final = 1000  # bits of a number
TOO_DEEP: Final = "it is nested too deeply"


class Unreadable(TavernError):
    """What cannot be read; the message is the reason, without a full stop."""


def read_bytes(path: Path | str, largest: int = LARGEST) -> bytes:
    """All that is in an ordinary file of at most so many bytes, or any if that is less than 0."""
    with opened(path) as file:
        try:
            data = file.read(largest + 1 if largest >= 0 else -1)
        except OSError as error:
            raise Unreadable(error.strerror or str(error)) from None
    if 0 <= largest < len(data):
        raise Unreadable(f"it has more than {largest:,} bytes")
    return data


def lines_of(path: Path | str) -> Iterator[bytes]:
    """The lines of an ordinary file, however large it is; the last one may have no end."""
    with opened(path) as file:
        try:
            yield from file
        except OSError as error:
            raise Unreadable(error.strerror or str(error)) from None


def opened(path: Path | str) -> BinaryIO:
    """An ordinary file, to be read."""
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise Unreadable(os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise Unreadable("it is a pipe or a device, not an ordinary file")
        return open(path, "rb")
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from None
    except ValueError:  # a zero, or half a character
        raise Unreadable("no file can have that name") from None


def read_text(path: Path | str) -> str:
    """The text in an ordinary file."""
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"it is not UTF-8 text, from byte {error.start} on") from None


def toml_of(text: str) -> dict[str, Any]:
    """The values of a TOML text."""
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None
    except ValueError as error:
        raise Unreadable(str(error)) from None
    for number in require_shallow(values):
        if isinstance(number, int) and number.bit_length() > WIDEST:
            raise Unreadable(f"it has a number of more than {WIDEST} bits")
    return values


def json_of(text: str) -> Any:
    """The value of a JSON text."""
    try:
        value = json.loads(text)
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None
    except ValueError as error:
        raise Unreadable(str(error)) from None
    if text.count("[") + text.count("{") > DEEPEST:  # else it cannot be that deep: journals have many short lines
        require_shallow(value)
    return value


def require_shallow(value: object) -> list[object]:
    """All single values in what was read, or Unreadable if lists and tables are too deep in each other."""
    leaves: list[object] = []
    level = [value]
    for _ in range(DEEPEST):
        below: list[object] = []
        for one in level:
            if isinstance(one, dict):
                below += one.values()
            elif isinstance(one, list):
                below += one
            else:
                leaves.append(one)
        if not below:
            return leaves
        level = below
    raise Unreadable(TOO_DEEP)
