"""The tiny Inn from just before a Towel is used: known drinks are shuffled into a pile that nobody has seen (R116)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tavern_engine import Rng
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.game import RedDragonInn
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.state import TRUTH, VIEWER
from tavern_engine.tally import take

SEATS = {
    "0": {"character": "First", "front": ["towel"], "mugs": 3, "hand": ["tip"], "deck": ["hit"], "gold": 3},
    "1": {"character": "Second", "mugs": 1, "hand": ["spike"], "deck": ["hit"], "gold": 3},
}


class TowelInn(RedDragonInn):
    """A table at which somebody who is about to drink has the Towel."""

    id = "towel-inn"
    situation_at_start: ClassVar[Mapping[str, Any]] = {"phase": "drink", "drink_deck": 3, "seats": SEATS}

    def begin(self, state: InnState) -> None:
        self.situation(state, dict(self.situation_at_start), {})


class SmallTowelInn(TowelInn):
    """The same with fewer drinks, so that all games that could have been can be played."""

    situation_at_start: ClassVar[Mapping[str, Any]] = {
        **TowelInn.situation_at_start,
        "drink_deck": 2,
        "drink_discard": ["water", "house", "contest"],
    }


class LeakyPile(InnState):
    """A view still has what is in the pile."""

    def clone(self) -> LeakyPile:
        return LeakyPile(self.w[:], self.inn)

    def mask(self, seat: int) -> None:
        batches = self.w[z.BATCH : z.SURE]
        super().mask(seat)
        for batch, cards in enumerate(batches):
            self.w[z.BATCH + batch] = cards


class ForgetfulPile(InnState):
    """A sampled world may have the cards elsewhere that everybody saw going into the pile."""

    def clone(self) -> ForgetfulPile:
        return ForgetfulPile(self.w[:], self.inn)

    def fill_pool(self, deck: int, rng: Rng) -> None:
        super().fill_pool(deck, rng)
        batches = self.pooled(deck)
        if len(batches) > 1:
            one, other = (z.BATCH + batch for batch in batches[:2])
            self.w[one], self.w[other] = self.w[other], self.w[one]


class OneSidedPile(InnState):
    """Every sampled world has the same cards in the pile."""

    def clone(self) -> OneSidedPile:
        return OneSidedPile(self.w[:], self.inn)

    def fill_pool(self, deck: int, rng: Rng) -> None:
        super().fill_pool(deck, Rng(1))


class StubbornPile(InnState):
    """A known card is thought to be in the pile still when an equal one has come out of it."""

    def clone(self) -> StubbornPile:
        return StubbornPile(self.w[:], self.inn)

    def leaves_pool(self, w: object, batch: int, field: int) -> None:
        words = self.w
        if words[z.LOOSE] & field and words[z.SURE + batch] & field:
            words[z.LOOSE] = take(words[z.LOOSE], field)
            if words[VIEWER] == TRUTH:
                words[z.BATCH + batch] = take(words[z.BATCH + batch], field)
            self.clear_pool(words, 0)
        else:
            super().leaves_pool(words, batch, field)


#: Each fault with the check that must catch it, and what it says.
FAULTS: Mapping[str, tuple[type[InnState], str, str]] = {
    "a view with the pile": (LeakyPile, "twins", "sees what it cannot know"),
    "a sampler that forgets what went in": (ForgetfulPile, "distribution", "do not fit"),
    "a sampler with one world": (OneSidedPile, "distribution", "not even"),
    "knowledge that outlives its card": (StubbornPile, "worlds", "rules out what could be"),
}
