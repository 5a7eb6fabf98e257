"""Columns of whole numbers in few bytes: the same byte of all numbers stands together, for compressors like that."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

HEAD: Final = struct.Struct("<IBq")  # how many numbers, bytes of each, the least of them


class BadColumn(ValueError):
    """Bytes that are no column."""


def squeezed(numbers: Sequence[int]) -> bytes:
    """A column of numbers of at most 64 bits."""
    values = np.array(numbers, np.int64)
    least = int(values.min(initial=0 if not len(values) else values[0]))
    above = values.view(np.uint64) - np.uint64(least & (1 << 64) - 1)
    width = (int(above.max(initial=0)).bit_length() + 7) // 8
    planes = above.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :width].T
    return HEAD.pack(len(values), width, least) + planes.tobytes()


class Columns:
    """Columns that were written one after the other, read in the same order."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def next(self, length: int) -> list[int]:
        """The next column, which has so many numbers, or BadColumn."""
        if self._at + HEAD.size > len(self._data):
            raise BadColumn("a column is missing")
        count, width, least = HEAD.unpack_from(self._data, self._at)
        start = self._at + HEAD.size
        self._at = start + count * width
        if count != length or width > 8 or self._at > len(self._data):
            raise BadColumn("a column has another length")
        planes = np.frombuffer(self._data, np.uint8, count * width, start).reshape(width, count)
        above = np.zeros((count, 8), np.uint8)
        above[:, :width] = planes.T
        values: npt.NDArray[np.uint64] = above.view("<u8").reshape(count)
        found: list[int] = (values + np.uint64(least & (1 << 64) - 1)).view(np.int64).tolist()
        return found
