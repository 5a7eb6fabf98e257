"""The secret of a run: random digits that decide its luck together with the seed, so that no bot can guess the deals.

It is made when a run starts and kept in its folder, for its owner alone to read. The report names it when all games are
played; whoever has it and the config can play the same games again.
"""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import Final

from tavern_engine import TavernError
from tavern_engine.reading import Unreadable, read_text
from tavern_tournament.disk import DiskTrouble

FILE: Final = "secret"
BYTES: Final = 32
PUBLIC: Final = "public"  # what a config says that asks for games which the seed alone decides
RANDOM: Final = "random"
NONE: Final = ""  # the secret of such a run


class NoSecret(TavernError):
    """A run whose secret is missing, damaged, or another one than is asked for."""


def read_secret(path: Path) -> str:
    """The secret that a file holds, or NoSecret."""
    if not os.path.lexists(path):
        raise NoSecret(f"There is no file {path} with a secret.")
    try:
        text = read_text(path).strip()
    except Unreadable as error:
        raise NoSecret(f"The secret in {path} cannot be read: {error}.") from None
    if not re.fullmatch(rf"[0-9a-f]{{{2 * BYTES}}}", text):
        raise NoSecret(f"{path} holds no secret: that is {2 * BYTES} hexadecimal digits.")
    return text


def kept_secret(folder: Path) -> str:
    """The secret of the run in a folder, or NoSecret."""
    if not os.path.lexists(folder / FILE):
        raise NoSecret(
            f"The secret of the run in {folder} is missing: without its file {FILE!r} the games cannot be dealt again. "
            "Put it back (the report of a finished run names it), or start over with --fresh."
        )
    return read_secret(folder / FILE)


def keep_secret(folder: Path, wanted: str = NONE) -> str:
    """The secret of a run: the one that the folder has, or else the wanted or a new one, which it keeps from now."""
    path = folder / FILE
    if os.path.lexists(path):
        kept = read_secret(path)
        if wanted not in (NONE, kept):
            raise NoSecret(f"The run in {folder} has another secret: take another folder, or start over with --fresh.")
        return kept
    secret = wanted or secrets.token_hex(BYTES)
    draft = folder / f".{FILE}.new"
    try:
        draft.unlink(missing_ok=True)
        _write(draft, secret)
        draft.replace(path)
    except OSError as error:
        raise DiskTrouble(f"The secret of the run cannot be written to {folder}: {error.strerror}.") from None
    return secret


def make_secret(path: Path) -> None:
    """Write a new secret to a file that is not there yet, for its owner alone to read: for all shards of a league."""
    try:
        _write(path, secrets.token_hex(BYTES))
    except FileExistsError:
        raise NoSecret(f"There is a file {path} already: a secret is made once, and given to every shard.") from None
    except (OSError, ValueError) as error:
        raise DiskTrouble(f"The secret cannot be written to {path}: {getattr(error, 'strerror', error)}.") from None


def _write(path: Path, secret: str) -> None:
    """Write a secret to a new file."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secret + "\n")
        file.flush()
        os.fsync(file.fileno())
