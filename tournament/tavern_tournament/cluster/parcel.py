"""What a worker elsewhere is sent: the setup, and the files that the league's file names, each with its digest.

The files keep their places relative to each other, as a bot may look for another file beside its own.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tavern_engine import TavernError
from tavern_tournament.disk import DiskTrouble
from tavern_tournament.players.player import whole_command, whole_path
from tavern_tournament.specs import BotSpec, Setup, TableSpec

FILES: Final = "files"


class BadParcel(TavernError):
    """A parcel whose files are not what was sent."""


def packed(setup: Setup) -> dict[str, Any]:
    """A setup with the files that it names, as plain data that JSON can hold; DiskTrouble if one cannot be read."""
    whole = replace(
        setup,
        logs="",  # what bots print comes back with their games
        tables=tuple(replace(table, data=table.data and os.path.abspath(table.data)) for table in setup.tables),
        bots=tuple(_with_whole_paths(bot) for bot in setup.bots),
    )
    paths = sorted({*_files_of(whole)})
    together = os.path.commonpath([path.parent for path in paths]) if paths else ""
    try:
        sent = [_sent(path, path.relative_to(together).as_posix()) for path in paths]
    except OSError as error:
        raise DiskTrouble(f"{error.filename} cannot be read for the cluster: {error.strerror}.") from None
    return {"setup": whole.to_fields(), "files": sent}


def _with_whole_paths(bot: BotSpec) -> BotSpec:
    command = tuple(whole_command(bot.command, bot.folder)) if bot.command else ()
    return replace(bot, bot=whole_path(bot.bot, bot.folder), command=command)


def _files_of(setup: Setup) -> Iterator[Path]:
    for bot in setup.bots:
        own = [bot.bot.rpartition(":")[0]] if ".py:" in bot.bot else []
        words = [word for word in bot.command if os.path.isabs(word) and os.path.isfile(word)]
        yield from map(Path, (*own, *bot.files, *words))
    for table in setup.tables:
        yield from (path.absolute() for path in table.rules().data_files) if table.data else ()


def _sent(path: Path, name: str) -> dict[str, Any]:
    data = path.read_bytes()
    return {
        "path": str(path),
        "name": name,
        "digest": _digest(data),
        "runs": os.access(path, os.X_OK),
        "data": base64.b64encode(data).decode(),
    }


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def unpacked(parcel: Mapping[str, Any], folder: Path) -> Setup:
    """The setup of a parcel, its files written to a folder; BadParcel if one is not what was sent."""
    there: dict[str, str] = {}
    for sent in parcel["files"]:
        data = base64.b64decode(sent["data"])
        if _digest(data) != sent["digest"]:
            raise BadParcel(f"the file {sent['name']} did not arrive as it was sent")
        path = folder / FILES / sent["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o700 if sent["runs"] else 0o600)
        there[sent["path"]] = str(path)
    setup = Setup.from_fields(parcel["setup"])
    return replace(
        setup,
        tables=tuple(_table_there(table, there) for table in setup.tables),
        bots=tuple(_bot_there(bot, there, folder) for bot in setup.bots),
    )


def _table_there(table: TableSpec, there: Mapping[str, str]) -> TableSpec:
    return replace(table, data=there[table.data]) if table.data else table


def _bot_there(bot: BotSpec, there: Mapping[str, str], folder: Path) -> BotSpec:
    """The bot with the paths that its files have there; programs of the system are where they are."""
    file, _, name = bot.bot.rpartition(":")
    return replace(
        bot,
        bot=f"{there[file]}:{name}" if file in there else bot.bot,
        files=tuple(there[path] for path in bot.files),
        command=tuple(there.get(word, word) for word in bot.command),
        folder=str(folder / FILES),
    )
