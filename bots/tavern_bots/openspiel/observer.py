"""What a seat sees, as OpenSpiel's strings and tensors."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from tavern_engine import SPECTATOR, BadSetup, Game
from tavern_engine.game import Value
from tavern_engine.testing.views import position_of

if TYPE_CHECKING:
    from tavern_bots.openspiel.game import TavernState


class Observer:
    """Strings and tensors of one kind of table.

    The string of an information state is a digest of all that the seat has seen: equal ones are equal information sets.
    That of an observation is the table in a few lines and a digest of it. The tensor is the same for both.
    """

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, Value], kind: Any, parameters: Mapping[str, Any] | None
    ) -> None:
        if parameters:
            raise BadSetup(f"Observations of {game.title} have no parameters, and {dict(parameters)} were given.")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.recalls = kind.perfect_recall
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadSetup("A seat is shown what it knows, or what everybody knows; nothing else can be observed.")
        if self.recalls and self.public:
            raise BadSetup("What everybody knows can be observed, but not recalled: leave out perfect_recall.")
        self.encoding = game.encoding(seats, options)
        self.tensor = np.zeros(self.encoding.size, np.float32)
        self.dict = {"seen": self.tensor}

    def set_from(self, state: TavernState, player: int) -> None:
        """Write what the seat knows now into `tensor`, from 0 to 1."""
        truth = state.moment.state
        if truth is None:
            self.tensor.fill(0)
        else:
            self.encoding.encode(truth, self.viewer(player), out=self.tensor)
            self.tensor *= self.encoding.scale

    def string_from(self, state: TavernState, player: int) -> str:
        """What the seat knows as a string."""
        truth = state.moment.state
        if truth is None:
            return "before the deal"
        if self.recalls:
            return f"seat {player} {state.moment.known(player).hex()}"
        view = truth.observe(self.viewer(player)).view
        return f"{view}\n{blake2b(position_of(view), digest_size=16).hexdigest()}"

    def viewer(self, player: int) -> int:
        """Through whose eyes."""
        return SPECTATOR if self.public else player
