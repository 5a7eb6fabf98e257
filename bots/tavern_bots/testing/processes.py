"""Processes of `lookalike.py`, each with the bot in it, that the kit asks as a league asks a bot's own process."""

from __future__ import annotations

import json
import os
import secrets
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

from tavern_bots import frames
from tavern_bots.api import Value
from tavern_bots.asked import BotFault
from tavern_bots.confine import Confinement, Limits
from tavern_bots.discover import Choice

MARK: Final = "TAVERN_BOT"  # every process of a bot in a league has it in its environment
CHUNK: Final = 1 << 16


class Lookalike:
    """A process with the bot loaded. Whatever it does instead of answering is a BotFault."""

    def __init__(self, look: str, choice: Choice, options: Mapping[str, Value]) -> None:
        limits = Limits()
        self.lost = False  # whether it has ended, or is not heard of any more
        self._folder = tempfile.mkdtemp(prefix="tavern-bot-")
        questions, self._to_bot = os.pipe()
        self._from_bot, answers = os.pipe()
        settings = Confinement(limits, os.getpid(), None).to_json()
        python = [sys.executable, "-P", "-s", "-u", "-m", "tavern_bots.lookalike"]
        self._process = subprocess.Popen(
            [*python, look, settings, str(questions), str(answers)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(questions, answers),
            cwd=self._folder,
            env=environment(self._folder),
            start_new_session=True,
        )
        os.close(questions)
        os.close(answers)
        texts = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in options.items()}
        hello = {"protocol": frames.VERSION, "bot": own_name(choice), "options": texts}
        try:
            self.ask(frames.frame_of(frames.HELLO, hello), limits.start_seconds)
        except BotFault:
            self.stop()
            raise

    def ask(self, frame: bytes, seconds: float) -> bytes:
        """The body of its answer to a frame."""
        late, heard = monotonic() + seconds, bytearray()
        try:
            os.write(self._to_bot, frame)
            length, kind = frames.HEAD.unpack(self._read(frames.HEAD.size, heard, late))
            body = self._read(min(length, frames.LONGEST), heard, late)
        except OSError:
            self.lost = True
            raise BotFault("crash", "its process has ended") from None
        if kind == frames.FAULT:
            told: dict[str, Any] = json.loads(body)
            raise BotFault(told["kind"], told["said"])
        return body

    def _read(self, size: int, heard: bytearray, late: float) -> bytes:
        """So many bytes of what it says."""
        while len(heard) < size:
            if not select.select([self._from_bot], [], [], max(0.0, late - monotonic()))[0]:
                self.lost = True
                raise BotFault("hang", "it does not answer")
            data = os.read(self._from_bot, CHUNK)
            if not data:
                raise ConnectionResetError
            heard += data
        taken = bytes(heard[:size])
        del heard[:size]
        return taken

    def stop(self) -> None:
        """End it, with its session."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._to_bot)
        os.close(self._from_bot)
        shutil.rmtree(self._folder, ignore_errors=True)


def environment(folder: str) -> dict[str, str]:
    """The surroundings of a bot's process in a league."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG") or name.startswith("LC_")}
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path)
    own = {"HOME": folder, "TMPDIR": folder, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", MARK: secrets.token_hex(8)}
    return {**kept, **own}


def own_name(choice: Choice) -> str:
    """The bot without its options, as it can be found from another folder."""
    head, _, tail = choice.text.rpartition(":")
    name = head if "=" in tail else choice.text
    path, _, class_name = name.rpartition(":")
    return f"{Path(path).absolute()}:{class_name}" if path.endswith(".py") else name


class Lookalikes:
    """The processes of a run of the kit, started when they are needed; they play one game after another."""

    def __init__(self) -> None:
        self._running: dict[tuple[object, ...], Lookalike] = {}

    def of(self, look: str, choice: Choice, options: Mapping[str, Value]) -> Lookalike:
        """A process of this look with the bot in it, or a BotFault."""
        key = (look, choice.text, *options.items())
        if key in self._running and self._running[key].lost:
            self._running.pop(key).stop()
        if key not in self._running:
            self._running[key] = Lookalike(look, choice, options)
        return self._running[key]

    def stop(self) -> None:
        """End them all."""
        while self._running:
            self._running.popitem()[1].stop()
