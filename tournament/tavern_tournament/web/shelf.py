"""The shelf: saved games in a folder, each with a name for the address that tells nothing of its luck."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tavern_engine import BadRecord, Game, TavernError
from tavern_engine.reading import Unreadable, read_text
from tavern_tournament.solo.saved import NOBODY, YOU, SavedGame


@dataclass(frozen=True)
class Kept:
    """A saved game as the list shows it."""

    id: str
    game: Game | None  # none if the file cannot be read
    against: str
    moves: int
    changed: float
    trouble: str = ""  # why it cannot be played
    bots_alone: bool = False  # nobody plays: they are watched


class Shelf:
    """The saved games of a folder, and others that were named."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._named: dict[str, Path] = {}

    def name(self, path: Path) -> str:
        """The game's name in addresses; a file outside the folder is found by it from now on."""
        digest = hashlib.blake2b(os.fsencode(path.resolve()), digest_size=8).hexdigest()
        self._named[digest] = path
        return digest

    def path(self, name: str) -> Path:
        """The file of a game, or BadRecord."""
        if name not in self._named:
            self._look()
        if name not in self._named:
            raise BadRecord("There is no such game in this folder any more.")
        return self._named[name]

    def games(self) -> list[Kept]:
        """All games, the one that was played last first."""
        kept = [one for path in self._look() if (one := self._kept(path))]
        return sorted(kept, key=lambda one: -one.changed)

    def free_path(self, game_id: str) -> Path:
        """A file that no game has yet. The seed is not in its name: whoever sees it could work out the cards."""
        number = 1
        while os.path.lexists(path := self.folder / f"tavern-{game_id}-table-{number}.json"):
            number += 1
        return path

    def _look(self) -> list[Path]:
        paths = sorted(self.folder.glob("tavern-*.json"))
        for path in paths:
            self.name(path)
        return paths

    def _kept(self, path: Path) -> Kept | None:
        name = self.name(path)
        try:
            changed = path.stat().st_mtime
        except OSError:
            return None  # it was taken away just now
        try:
            saved = SavedGame.from_json(read_text(path))
            game = saved.game
        except (Unreadable, TavernError) as error:
            return Kept(name, None, "", 0, changed, str(error))
        others = Counter(player for player in saved.players if player != YOU)
        against = ", ".join(f"{player} x{number}" if number > 1 else player for player, number in others.items())
        return Kept(name, game, against, len(saved.record.actions), changed, bots_alone=saved.seat == NOBODY)
