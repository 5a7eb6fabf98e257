"""What other packages bring, games and bots: entry points by name, read from metadata. Nothing of them is imported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import EntryPoint, distributions, entry_points
from typing import ClassVar

from tavern_engine.errors import BadPlugin
from tavern_engine.guard import guarded

OURS = "tavern-tourney"  # the package whose code we trust, this one


@dataclass(frozen=True, eq=False)  # entry points of two packages would be equal
class Listed:
    """Something that packages bring under one name; nothing of it has been imported."""

    what: ClassVar[str]  # in words: "bot"
    error: ClassVar[type[BadPlugin]]
    name: str
    entries: tuple[EntryPoint, ...]

    @property
    def packages(self) -> list[str]:
        """The packages that claim the name, with their versions."""
        return [package_of(entry) for entry in self.entries]

    @contextmanager
    def loading(self) -> Iterator[EntryPoint]:
        """The one entry point to load, in a time in which whatever goes wrong becomes a sentence of its own error."""
        if len(self.entries) > 1:
            claims = " and by ".join(self.packages)
            raise self.error(f"The {self.what} {self.name!r} is claimed by {claims}: uninstall one.")
        with guarded(f"The {self.what} {self.name!r} of {self.packages[0]} cannot be loaded", self.error):
            yield self.entries[0]


def package_of(entry: EntryPoint) -> str:
    """The package of an entry point, with its version."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "unknown"


def installed(group: str) -> list[EntryPoint]:
    """All entry points of a group; a package whose metadata cannot be read keeps no other from being found."""
    try:
        return list(entry_points(group=group))
    except Exception:  # metadata are files of others, and how they are read differs between versions of Python
        found: dict[str, list[EntryPoint]] = {}
        for package in distributions():
            with suppress(Exception):
                found.setdefault(package.name.lower(), list(package.entry_points.select(group=group)))
        return [entry for entries in found.values() for entry in entries]


def by_name(entries: Iterable[EntryPoint]) -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of each name, sorted by name."""
    names: dict[str, list[EntryPoint]] = {}
    for entry in entries:
        names.setdefault(entry.name, []).append(entry)
    return {name: tuple(names[name]) for name in sorted(names)}
