"""A game in progress as OpenSpiel copies, pickles and compares it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from tavern_engine import BadSetup, Rng, State
from tavern_engine.game import Value

if TYPE_CHECKING:
    from tavern_bots.openspiel.game import TavernGame

NOTHING: Final = b""  # recalled by a seat that has decided nothing


class Moment:
    """The state, None before the deal, and what every seat recalls: a digest of its decisions with what it knew then.

    Some games know a position again whatever led to it, and OpenSpiel's algorithms want seats that forget nothing.
    """

    def __init__(self, game: TavernGame, state: State | None = None, recalled: tuple[bytes, ...] = ()) -> None:
        self.game = game
        self.state = state
        self.recalled = recalled or (NOTHING,) * game.seats
        self.drawn: tuple[int, ...] = ()  # by lot, before the deal

    @property
    def seats(self) -> int:
        """How many there are."""
        return self.game.seats

    def known(self, seat: int) -> bytes:
        """A digest of all that the seat knows and remembers."""
        if self.state is None:
            return NOTHING
        return blake2b(self.recalled[seat] + self.state.observe(seat).to_bytes(), digest_size=16).digest()

    def remembered(self, seat: int, action: int) -> tuple[bytes, ...]:
        """What all seats recall after this decision of one."""
        if seat < 0:
            return self.recalled
        mine = blake2b(self.known(seat) + action.to_bytes(4, "little", signed=True), digest_size=16).digest()
        return (*self.recalled[:seat], mine, *self.recalled[seat + 1 :])

    def sampled(self, seat: int, rng: Rng) -> Moment:
        """A world that the seat thinks possible. What others recall hangs on what they saw, so they begin anew."""
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise BadSetup(f"There is no seat {seat!r} at a table of {self.seats}.")
        if self.state is None:
            return self.copied()
        recalled = [NOTHING] * self.seats
        recalled[seat] = self.recalled[seat]
        return Moment(self.game, self.state.observe(seat).sample(rng), tuple(recalled))

    def copied(self) -> Moment:
        """The same, to be played on by itself."""
        moment = Moment(self.game, None if self.state is None else self.state.clone(), self.recalled)
        moment.drawn = self.drawn
        return moment

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self.copied()

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[Any, ...]]:
        state = None if self.state is None else self.state.to_bytes()
        return restored, (self.game.rules.id, self.game.parameters, state, self.recalled, self.drawn)


def restored(
    game_id: str,
    parameters: dict[str, Value],
    state: bytes | None,
    recalled: tuple[bytes, ...],
    drawn: tuple[int, ...],
) -> Moment:
    """A moment from its pickle."""
    game = loaded_once(game_id, tuple(parameters.items()))
    moment = Moment(game, None if state is None else game.rules.state_from_bytes(state), recalled)
    moment.drawn = drawn
    return moment


@cache  # all deals of a deck take a while
def loaded_once(game_id: str, parameters: tuple[tuple[str, Value], ...]) -> TavernGame:
    """The game of pickled moments."""
    from tavern_bots.openspiel.game import load

    return load(game_id, **dict(parameters))
