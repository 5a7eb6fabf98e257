"""The two ways to speak with a bot's process: frames of bytes for Python bots, lines of JSON for all others.

`bots/PROTOCOL.md` describes both. Nothing that comes from a bot is trusted to be what it should be.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from tavern_bots import frames
from tavern_bots.asked import BotFault, action_code
from tavern_engine import Event, Game, IllegalAction, InfoSet
from tavern_engine.guard import repeatable

LINES_VERSION: Final = 2
LONGEST: Final = frames.LONGEST
#: The faults that a bot's process may tell of: what any bot can make at will, so that it gains nothing by saying so.
TOLD: Final = ("raise", "memory", "protocol")
EXACT: Final = (1 << 53) - 1  # the largest whole number that every JSON reader keeps


class Language(Protocol):
    """Makes messages to a bot's process, and reads its answers; an answer that is none is a BotFault."""

    def cut(self, heard: bytearray) -> bytes | None:
        """Take a message from what was heard; None if it is not complete, ValueError if it can be none."""
        ...

    def hello(self) -> bytes: ...

    def sit(self, game: Game, seat: int, seats: int, seed: int, table_options: Mapping[str, object]) -> bytes: ...

    def question(
        self, game: Game, seat: int, infoset: InfoSet, events: Sequence[Event], seconds: float | None
    ) -> bytes: ...

    def end(self, seat: int, placement: Sequence[int]) -> bytes: ...

    def greeting(self, answer: bytes) -> dict[str, Any]:
        """What it answered to hello, in the right version."""
        ...

    def fields(self, answer: bytes) -> dict[str, Any]:
        """What it answered to anything but a question."""
        ...

    def action(self, game: Game, answer: bytes) -> int:
        """What it answered to a question."""
        ...

    def reason(self, answer: bytes) -> str:
        """Why it answered so, as far as it said that with its answer and the league wants to know."""
        ...


class Frames:
    """Frames of bytes over two pipes."""

    def __init__(self, bot: str, options: Mapping[str, str], reasons: bool = False) -> None:
        self._bot = bot
        self._options = dict(options)
        self._reasons = reasons  # whether the league wants to know why it decides as it does

    def cut(self, heard: bytearray) -> bytes | None:
        if len(heard) < frames.HEAD.size:
            return None
        length, kind = frames.HEAD.unpack_from(heard)
        if length > LONGEST or not frames.HELLO <= kind <= frames.FAULT:
            raise ValueError(f"a frame of kind {kind} with {length} bytes")
        whole = frames.HEAD.size + length
        if len(heard) < whole:
            return None
        answer = bytes(heard[frames.HEAD.size - 1 : whole])  # from its kind on
        del heard[:whole]
        return answer

    def hello(self) -> bytes:
        return frames.frame_of(frames.HELLO, {"protocol": frames.VERSION, "bot": self._bot, "options": self._options})

    def sit(self, game: Game, seat: int, seats: int, seed: int, table_options: Mapping[str, object]) -> bytes:
        played = {"id": game.id, "stamp": game.stamp().hex(), "file": str(game.data_file.absolute())}
        told = {"game": played, "seat": seat, "seats": seats, "seed": seed, "table_options": dict(table_options)}
        return frames.frame_of(frames.SIT, {**told, "reasons": self._reasons})

    def question(
        self, game: Game, seat: int, infoset: InfoSet, events: Sequence[Event], seconds: float | None
    ) -> bytes:
        return frames.question(seat, float("inf") if seconds is None else seconds, events, bytes(infoset.view.w))

    def end(self, seat: int, placement: Sequence[int]) -> bytes:
        return frames.frame_of(frames.END, {"seat": seat, "placement": list(placement)})

    def greeting(self, answer: bytes) -> dict[str, Any]:
        return checked_version(self.fields(answer), frames.VERSION)

    def fields(self, answer: bytes) -> dict[str, Any]:
        if answer[0] == frames.CHOOSE:
            raise BotFault("protocol", "It chose without being asked to.")
        told = read_object(answer[1:])
        if answer[0] == frames.FAULT:
            raise self._fault(told, TOLD)
        return told

    def _fault(self, told: dict[str, Any], kinds: Sequence[str]) -> BotFault:
        """The fault that a process tells of, if it is of these kinds; the league alone knows of all others."""
        kind, said, trace = (told.get(name) for name in ("kind", "said", "trace"))
        if kind not in kinds or not isinstance(said, str) or not isinstance(trace, str):
            return BotFault("protocol", "It told of a fault that there is not.")
        return BotFault(str(kind), said, trace=trace)

    def action(self, game: Game, answer: bytes) -> int:
        if answer[0] == frames.FAULT:
            raise self._fault(read_object(answer[1:]), (*TOLD, "illegal"))
        if answer[0] != frames.CHOOSE:
            raise BotFault("protocol", "It was asked to choose, and answered something else.")
        try:
            return frames.read_decision(answer[1:], self._reasons)[0]
        except ValueError as error:
            raise BotFault("protocol", f"It answered what is no message: {error}.") from None

    def reason(self, answer: bytes) -> str:
        return frames.read_decision(answer[1:], self._reasons)[1]


class Lines:
    """One JSON object a line over stdin and stdout."""

    def __init__(self, options: Mapping[str, str], reasons: bool = False) -> None:
        self._options = dict(options)
        self._reasons = reasons

    def cut(self, heard: bytearray) -> bytes | None:
        end = heard.find(b"\n")
        if max(end, len(heard) - 1) > LONGEST:
            raise ValueError(f"a line of more than {LONGEST} bytes")
        if end < 0:
            return None
        line = bytes(heard[:end])
        del heard[: end + 1]
        return line

    def hello(self) -> bytes:
        return line_of(type="hello", protocol=LINES_VERSION)

    def sit(self, game: Game, seat: int, seats: int, seed: int, table_options: Mapping[str, object]) -> bytes:
        told = {"game": game.id, "seats": seats, "table_options": dict(table_options)}
        told_bot = {"options": self._options, "seed": seed & EXACT, "reasons": self._reasons}
        return line_of(type="begin", seat=seat, **told, **told_bot)

    def question(
        self, game: Game, seat: int, infoset: InfoSet, events: Sequence[Event], seconds: float | None
    ) -> bytes:
        facts = infoset.facts()
        facts["key"] = str(facts["key"])  # more digits than some JSON readers keep
        told = {"events": [game.event_text(event) for event in events], "facts": facts}
        return line_of(
            type="choose", seat=seat, seconds=seconds, legal=infoset.legal(), actions=infoset.actions(), **told
        )

    def end(self, seat: int, placement: Sequence[int]) -> bytes:
        return line_of(type="end", seat=seat, placement=list(placement))

    def greeting(self, answer: bytes) -> dict[str, Any]:
        return checked_version(self.fields(answer), LINES_VERSION)

    def fields(self, answer: bytes) -> dict[str, Any]:
        told = read_object(answer)
        if "error" in told:
            raise BotFault("raise", f"It said: {repeatable(str(told['error']))[:200]}")
        return told

    def action(self, game: Game, answer: bytes) -> int:
        told = self.fields(answer)
        if "action" not in told:
            raise BotFault("protocol", "It was asked to choose, and named no action.")
        if not isinstance(told["action"], str):
            return action_code(told["action"])
        try:
            return game.parse_action(told["action"])
        except IllegalAction as error:
            raise BotFault("illegal", f"It answered nonsense: {error}") from None

    def reason(self, answer: bytes) -> str:
        said = self.fields(answer).get("reason") if self._reasons else None
        return said if isinstance(said, str) else ""


def line_of(**message: object) -> bytes:
    """A line of JSON without spaces, in ASCII, its entries in this order: simple programs can cut it up."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def checked_version(told: dict[str, Any], version: int) -> dict[str, Any]:
    """What it told, or a BotFault unless it speaks this version of the protocol."""
    if told.get("protocol") != version:
        spoken = repeatable(repr(told.get("protocol")))[:20]
        raise BotFault("protocol", f"It speaks version {spoken} of the protocol, not {version}.")
    return told


def read_object(text: bytes) -> dict[str, Any]:
    """A JSON object, or a BotFault."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        shown = repeatable(text.decode(errors="backslashreplace"))[:60]
        raise BotFault("protocol", f"It answered {shown!r}, which is no JSON object.")
    return told
