"""Changes valid files and messages: their bytes, or their structure so that they can still be read."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

Place = tuple[str | int, ...]
Dump = Callable[[Any], bytes]

#: What is put in the place of a value. Each was once, or could be, taken for something that it is not.
VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    255,
    10**6,
    2**31,
    2**53,
    2**63 - 1,
    2**63,
    -(2**63),
    10**30,
    10**4000,
    0.0,
    -0.5,
    1e308,
    float("nan"),
    float("inf"),
    -float("inf"),
    "",
    " ",
    "text",
    "0",
    "-1",
    "\0",
    "\x1b[2J",
    "\ud800",
    "text\udc80",
    "../../etc/passwd",
    "/dev/zero",
    "rules",
    "random:seconds=1",
    "dragon-vault",
    "tavern-brawl",
    "+",
    "a+b",
    "ä" * 300,
    [],
    [[]],
    [0],
    ["text"],
    [None, 1, "2"],
    {},
    {"text": 1},
    {"": {}},
)
#: What is put between bytes.
PIECES: Final = (
    b"\0",
    b"\n",
    b"\r",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b'"',
    b"\\",
    b"\\ud800",
    b"[",
    b"]",
    b"{",
    b"}",
    b"[" * 3000,
    b"]" * 3000,
    b"a." * 200,
    b",",
    b"=",
    b":",
    b"#",
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"9" * 5000,
    b"0x" + b"f" * 5000,
    b"null",
    b"true",
    b"1979-05-27T07:32:00Z",
    b"{}",
    b"[]",
    b"[[step]]\n",
)


def changed_bytes(chance: Random, data: bytes, others: list[bytes]) -> bytes:
    """A few changes to bytes: flipped, cut out, put in, doubled, or gone on with from another file."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice((0, 1, 1, 2, 4, 20, 500)))
        match chance.randrange(7):
            case 0 if start < len(data):
                data = data[:start] + bytes([data[start] ^ 1 << chance.randrange(8)]) + data[start + 1 :]
            case 1:
                data = data[:start] + data[end:]
            case 2:
                data = data[:end] + data[start:]
            case 3:
                data = data[:start] + chance.choice(PIECES) + data[end:]
            case 4:
                data = data[:start] + chance.randbytes(chance.randrange(1, 9)) + data[end:]
            case 5:
                data = data[:start]
            case _:
                other = chance.choice(others)
                data = data[:start] + other[chance.randrange(len(other) + 1) :]
    return data


def changed_values(chance: Random, value: Any) -> Any:
    """A few changes to what JSON or TOML holds: a value replaced, gone, moved, doubled, wrapped, or new."""
    value = copy.deepcopy(value)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        known = places(value)
        if not known:
            return any_value(chance)
        place = chance.choice(known)
        within = at(value, place[:-1])
        match chance.randrange(7):
            case 0:
                del within[place[-1]]
            case 1:
                within[place[-1]] = copy.deepcopy(at(value, chance.choice(known)))
            case 2:
                within[place[-1]] = [within[place[-1]]]
            case 3 if isinstance(within, dict):
                within[str(chance.choice((*within, "more", "", "\ud800")))] = any_value(chance)
            case 3:
                within.append(any_value(chance))
            case 4 if isinstance(within[place[-1]], int):
                within[place[-1]] += chance.choice((-1, 1, 100, 10**9, 2**64))
            case _:
                within[place[-1]] = any_value(chance)
    return value


def any_value(chance: Random) -> Any:
    """One of the values, which may be changed in its turn."""
    return copy.deepcopy(chance.choice(VALUES))


def places(value: Any, path: Place = ()) -> list[Place]:
    """Every place in what JSON or TOML holds."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((*path, key), *places(value[key], (*path, key)))]


def at(value: Any, path: Place) -> Any:
    for key in path:
        value = value[key]
    return value


def json_bytes(value: Any) -> bytes:
    return json.dumps(value).encode()


def toml_bytes(table: Any) -> bytes:
    """A TOML text in which every key of the file stands in a line of its own; what TOML cannot hold is left out."""
    keys = table if isinstance(table, dict) else {"value": table}
    return "".join(f"{_key(key)} = {_inline(value)}\n" for key, value in keys.items() if value is not None).encode()


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _inline(key)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        parts = (f"{_key(key)} = {_inline(each)}" for key, each in value.items() if each is not None)
        return f"{{{', '.join(parts)}}}"
    if isinstance(value, list):
        return f"[{', '.join(_inline(each) for each in value if each is not None)}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value).replace("e+", "e")
    if isinstance(value, int):
        return str(value) if abs(value) < 10**40 else hex(value)
    return json.dumps(str(value).encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")
