"""The house: an opponent of ten levels, the same search that thinks less and chooses more freely the lower it plays.

A level is a choice by lot among the actions that the search found worth trying: the worse one is than the best, beside
how far the actions of this decision lie apart, the less likely. So a low level errs as a person does, in small things
often and in large ones hardly, and no less when the game is as good as won or lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from tavern_bots.api import Clock, Place, Setting, Value
from tavern_bots.player import LEVELS, Levels, Player, player_of
from tavern_bots.settings import RULES
from tavern_bots.shipped import MctsBot
from tavern_engine import InfoSet, Rng

#: What people call some of the levels.
NAMED: Final = {"easy": 2, "normal": 5, "hard": 8, "expert": 10}
OBVIOUS: Final = 0.2  # who would lose more than this, of what there is between losing and winning, sees it at any level
WORTH_A_THOUGHT: Final = 10  # an action that was tried less than this part of the most tried one is no choice
LOTS: Final = 1 << 30
#: Who is to choose freely must know what all actions are worth, and neither see the end exactly nor drop who is behind;
#: levels were laid with a tree, with rollouts by the rules, and with worlds that are all alike.
FREE: Final[dict[str, Value]] = {"solve": 0, "race": 0.0, "depth": 1000, "beliefs": 0}

LEVEL: Final = Setting("level", 5, "how well it plays", low=1, high=LEVELS)


def free(player: Player | None) -> dict[str, Value]:
    """How somebody searches who chooses freely."""
    return FREE | ({"rollout": RULES} if player else {})


def house(text: str) -> str | None:
    """The bot of a level as a person says it, a number or a word for one; None if it is none.

    >>> house("hard"), house("3"), house("11")
    ('house:level=8', 'house:level=3', None)
    """
    number = str(NAMED.get(text.lower(), text))
    return f"house:level={number}" if number in map(str, range(1, LEVELS + 1)) else None


class HouseBot(MctsBot):
    """Plays as well as it is asked to."""

    summary = "an opponent of ten levels; the tenth is the strongest of the house at about a second a move"
    options: tuple[Setting, ...] = (LEVEL,)

    def __init__(self, place: Place) -> None:
        player = player_of(place.game.id)
        levels, number = player.levels if player else Levels(), int(place.options["level"]) - 1
        self.softness = levels.softness[number]
        own: dict[str, Value] = {"simulations": levels.simulations[number]}
        if self.softness > 0:
            own |= free(player)
        super().__init__(self.told(place, own))

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        """Search, then choose among what was found good, as freely as the level is low."""
        best = super().choose(infoset, clock)
        return softly(self.tried(), best, self.softness, self.place.rng) if self.softness > 0 else best


def softly(rows: Sequence[tuple[int, int, float]], best: int, softness: float, rng: Rng) -> int:
    """One of the actions that a search tried (action, tries, worth), by lot; `best` is what it would do itself."""
    top = next(worth for action, _, worth in rows if action == best)
    needed = max(tries for _, tries, _ in rows) / WORTH_A_THOUGHT
    tried = [(action, max(top - worth, 0.0)) for action, tries, worth in rows if tries >= needed or action == best]
    spread = sum(loss for _, loss in tried) / len(tried)
    if spread == 0:
        return best
    chances = [exp(-loss / (softness * spread)) if loss <= OBVIOUS else 0.0 for _, loss in tried]
    lot = int(rng.below(LOTS)) / LOTS * sum(chances)
    for (action, _), chance in zip(tried, chances, strict=True):
        lot -= chance
        if lot < 0:
            return action
    return best
