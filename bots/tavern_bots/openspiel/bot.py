"""A bot of OpenSpiel as one of ours, and our rollouts for its searches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tavern_bots.api import ALL_GAMES, Clock, Place, Setting
from tavern_bots.openspiel.game import TavernGame, TavernState
from tavern_bots.openspiel.moment import Moment
from tavern_engine import InfoSet, Policy, RandomPolicy, Rng
from tavern_engine.testing.walk import LONGEST


class OpenSpielBot:
    """A bot of ours that asks a bot of OpenSpiel; a class derived from it says in `make` which.

    OpenSpiel hands bots the whole state. This one gets a world sampled from what its seat knows, so that it cannot
    peek: its information state and legal actions are those of the game, the rest could be. It is not told what the
    others do (`inform_action`), for that can be secret.
    """

    summary = "asks a bot of OpenSpiel"
    games: str | Sequence[str] = ALL_GAMES
    options: Sequence[Setting] = ()

    def __init__(self, place: Place) -> None:
        self.place = place
        self.game = TavernGame.at(place.game, place.seats, place.table_options)
        self.moment = Moment(self.game)
        seed = int(place.rng.below(2**31))
        self.bot = self.make(self.game, place.seat, np.random.RandomState(seed))
        if hasattr(self.bot, "set_resampler"):  # its own luck would be another every time
            self.bot.set_resampler(resampler(place.rng))

    def make(self, game: TavernGame, seat: int, random: np.random.RandomState) -> Any:
        """The `pyspiel.Bot` for one seat of one game, whose random numbers are these."""
        raise NotImplementedError

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        """What the bot does in a world that could be."""
        self.moment.state = infoset.sample(self.place.rng)
        action = int(self.bot.step(TavernState(self.game, self.moment.copied())))
        self.moment.recalled = self.moment.remembered(self.place.seat, action)
        return action


def resampler(rng: Rng) -> Callable[[TavernState, int], TavernState]:
    """A callback for `ISMCTSBot.set_resampler` with luck that can be repeated."""
    return lambda state, player: TavernState(state.moment.game, state.moment.sampled(player, rng))


class Rollouts:
    """An evaluator for OpenSpiel's searches in Python that lets a policy of ours play on, many times as fast."""

    def __init__(self, rng: Rng, policy: Policy | None = None) -> None:
        self.rng = rng
        self.policy = policy or RandomPolicy()

    def evaluate(self, state: TavernState) -> Any:
        """What each seat wins when the policy plays on for all."""
        world = state.moment.copied().state
        assert world is not None
        game = state.moment.game
        while not game.over(world):  # where one round is the game, somebody has to look after every decision
            world.playout(self.policy, self.rng, 1 if game.deals else LONGEST)
        return np.array(game.worth(world))

    def prior(self, state: TavernState) -> list[tuple[int, float]]:
        """All legal actions alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]
