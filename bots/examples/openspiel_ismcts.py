"""OpenSpiel's information-set search as a bot of the tavern, with our rules or random play as its rollouts.

tavern-bots strength bots/examples/openspiel_ismcts.py:Ismcts --against rules --deals 20
"""

from __future__ import annotations

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from tavern_bots.api import Setting
from tavern_bots.openspiel import OpenSpielBot, Rollouts, TavernGame
from tavern_bots.player import rules_player


class Ismcts(OpenSpielBot):
    """Searches with OpenSpiel's Python ISMCTS."""

    summary = "OpenSpiel's information-set search"
    options = (
        Setting("simulations", 100, "how many games it plays on in its head", low=1, high=100_000),
        Setting("rollout", "rules", "who plays on there", choices=("rules", "random")),
    )

    def make(self, game: TavernGame, seat: int, random: np.random.RandomState) -> ISMCTSBot:
        """The search for one seat of one game."""
        rules = rules_player(game.rules).policy(game.rules) if self.place.options["rollout"] == "rules" else None
        evaluator = Rollouts(self.place.rng, rules)
        simulations = int(self.place.options["simulations"])
        return ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=simulations, random_state=random)
