"""The frames that the referee and a bot's process exchange: how messages become bytes. PROTOCOL.md describes them.

A frame is the length of its body (4 bytes, low byte first), a byte for its kind, and the body. Every frame to the bot
is answered by one of the same kind, or by FAULT.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from tavern_engine import Event

VERSION: Final = 3
LONGEST: Final = 64 * 1024  # bytes of an answer's body
LONGEST_REASON: Final = 400  # letters that a league keeps of a reason

HEAD: Final = struct.Struct("<IB")
HELLO: Final = 1
SIT: Final = 2
CHOOSE: Final = 3
END: Final = 4
FAULT: Final = 5

_QUESTION: Final = struct.Struct("<BdI")  # seat, seconds left (infinite without a clock), number of events
_EVENT: Final = struct.Struct("<5q")
_ACTION: Final = struct.Struct("<q")


def frame(kind: int, body: bytes) -> bytes:
    """A whole frame."""
    return HEAD.pack(len(body), kind) + body


def frame_of(kind: int, message: dict[str, Any]) -> bytes:
    """A frame of the kinds that are rare: their body is JSON."""
    return frame(kind, json.dumps(message).encode())


def question(seat: int, seconds: float, events: Sequence[Event], words: bytes) -> bytes:
    """The frame that asks for a decision; the words are those of the information set."""
    packed = struct.pack(f"<{5 * len(events)}q", *chain.from_iterable(events)) if events else b""
    return frame(CHOOSE, _QUESTION.pack(seat, seconds, len(events)) + packed + words)


def read_question(body: bytes) -> tuple[int, float, list[Event], memoryview]:
    """Seat, seconds left, what its seat has seen since the last question, and the words of the information set."""
    seat, seconds, number = _QUESTION.unpack_from(body)
    view = memoryview(body)[_QUESTION.size :]
    length = number * _EVENT.size
    events = [Event._make(fields) for fields in _EVENT.iter_unpack(view[:length])] if number else []
    return seat, seconds, events, view[length:]


def decision(action: int, reason: str = "") -> bytes:
    """The frame that answers a question, with the reason after the action if the league asked for reasons."""
    return frame(CHOOSE, _ACTION.pack(action) + reason[:LONGEST_REASON].encode(errors="backslashreplace"))


def read_decision(body: bytes, reasons: bool = False) -> tuple[int, str]:
    """The action code and the reason in an answer; ValueError if it is none, or has a reason without being asked."""
    if len(body) < _ACTION.size or (len(body) > _ACTION.size and not reasons):
        raise ValueError(f"an action has {_ACTION.size} bytes, not {len(body)}")
    return _ACTION.unpack_from(body)[0], body[_ACTION.size :].decode(errors="backslashreplace")
