"""What counts as a whole number where programs hand one in: Python's own and numpy's, but neither truth nor text."""

from __future__ import annotations

from numbers import Integral
from typing import Final

SHOWN: Final = 60  # characters of something that was handed in


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether it is a whole number from `low` to `high`.

    >>> is_whole(2, 0, 3), is_whole(True, 0, 3), is_whole(2.0, 0, 3)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool) and low <= int(value) <= high


def shown(value: object) -> str:
    """What was handed in instead, for a sentence: short, and also where Python refuses to write a number down.

    >>> shown(10**5000)
    'a whole number of 16610 bits'
    """
    if isinstance(value, int) and value.bit_length() > SHOWN:
        return f"a whole number of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
