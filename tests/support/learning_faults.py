"""Faults in what learners get, planted in an honest game, each with the check that must catch it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from librt.vecs import vec
from mypy_extensions import i64
from show_and_play import LAYOUT, LENGTH, ShowAndPlay, ShowAndPlayState

from tavern_engine.layout import Layout, as_ranged
from tavern_engine.shown import COUNTS, Shown, Told


class Telltale(ShowAndPlayState):
    """An encoding for a seat tells it the hands of the others."""

    def glimpse(self, w: vec[i64], seat: int, word: int) -> int:
        return int(w[word])


class Blindfold(ShowAndPlayState):
    """An encoding of a whole state has no hands at all."""

    def glimpse(self, w: vec[i64], seat: int, word: int) -> int:
        return 0


class ListsTooFew(ShowAndPlayState):
    """The quick list of what is legal lacks the last action."""

    def list_legal(self, codes: vec[i64]) -> int:
        return int(super().list_legal(codes)) - 1


class Skips(ShowAndPlay):
    """The action space lacks an action."""

    def reachable(self, blank: ShowAndPlayState) -> Iterable[int]:
        return range(self.actions - 1)


def shown(**rows: Told) -> ShowAndPlay:
    """The game with other words for learners; `a_hand` is the row `a hand`."""
    game = ShowAndPlay()
    told = {name.replace("_", " "): told for name, told in rows.items()}
    changed = [replace(row, shown=told.get(row.name, row.shown)) for row in LAYOUT.rows]
    game.layout = Layout(changed, LENGTH)
    return game


def own_hand() -> Shown:
    """A hand, but of the viewer only."""
    cards = as_ranged(LAYOUT.rows[3].range)
    assert isinstance(cards, Shown)
    return replace(cards, own=True)


#: Each fault with the check that must catch it and what it must say.
LEARNING_FAULTS: dict[str, tuple[ShowAndPlay, str, str]] = {
    "encoding that leaks": (ShowAndPlay(Telltale), "encoding", "in another way than its view"),
    "encoding that hides": (ShowAndPlay(Blindfold), "encoding", "in another way than its view"),
    "number above its range": (
        shown(the_size_of_a_hand=Shown(COUNTS, high=1)),
        "encoding",
        "'the size of a hand, you' is 2 for the spectator, above its range of 0 to 1",
    ),
    "what was shown left out": (shown(the_known_part_of_a_hand="forgotten"), "complete", "but other legal actions"),
    "hands of others left out": (
        shown(a_hand=own_hand(), the_known_part_of_a_hand="forgotten"),
        "complete",
        "but another 'hands'",
    ),
    "action that has no number": (Skips(), "actions", "has no action [13]"),
    "action that has no number in a batch": (Skips(), "batch", "Action 13 is legal, but the game says"),
    "list of legal actions cut short": (ShowAndPlay(ListsTooFew), "legal", "list_legal gives"),
}
