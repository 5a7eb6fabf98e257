"""Files that are whole, the old or the new: written beside the old ones, and put in their place when all are there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from tavern_engine import TavernError


class DiskTrouble(TavernError):
    """Results that cannot be written down."""


def write_whole(folder: Path, texts: Mapping[str, str | Iterable[str]]) -> None:
    """Write files by their names, of texts or of parts of them: each is whole, and a full disk leaves all old ones."""
    drafts = {folder / f".{name}.new": folder / name for name in texts}
    try:
        for draft, text in zip(drafts, texts.values(), strict=True):
            with draft.open("wb") as file:
                for part in [text] if isinstance(text, str) else text:
                    # half a character that a bot said becomes a readable code, which in JSON even means the same
                    file.write(part.encode("utf-8", "backslashreplace"))
                file.flush()
                os.fsync(file.fileno())
        for draft, path in drafts.items():
            draft.replace(path)
    except OSError as error:
        raise DiskTrouble(
            f"The files of the run cannot be written to {folder}: {error.strerror or error}. "
            "No game is lost: fix that and run the command again."
        ) from None
    finally:
        for draft in drafts:
            with suppress(OSError):  # what went wrong is told already
                draft.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make sure that the names of new files survive a power cut; OSError if not."""
    if os.name != "posix":  # elsewhere folders cannot be opened
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
