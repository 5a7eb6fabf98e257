"""The judge of a panel: what every action of a decision is worth, by a search in which all actions have equal luck.

Every action is tried in the same worlds with the same luck to come. After it the seat plays on by a search tree of what
it would see, so that an action is worth what can be made of it; the others decide as the searches' opponents do at that
game, and below the tree everybody plays by the rules: to the end of the round where everything is dealt anew then, else
to the end of the game.

It judges twice: in worlds sampled from what the seat knows, each as likely as any other; and with the true hands, where
only what nobody knows is drawn anew. The first is blind to what others' choices tell about their hands. The second is
not: over many decisions of real games it pays whoever guesses those hands well.

Worlds come in two halves, each with a tree of its own. Whoever picks the best action by one half must value it by the
other: the best of noisy values flatters itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from tavern_bots.discover import choose_bot
from tavern_bots.player import rules_player, rules_policy
from tavern_bots.search import WORTH, Search
from tavern_bots.settings import GOALS, model_of
from tavern_bots.shipped import TrueHands
from tavern_engine import Game, InfoSet, Policy, Rng, State
from tavern_engine.chance import seed_words
from tavern_engine.state import SEATS, numbers

LONG: Final = 100_000  # decisions: more than a game has


@dataclass(frozen=True)
class Judged:
    """The values of all actions from 0 to 1: by the first half of the worlds, by the second, and the error of both.

    The error is that of an action's value against the mean of all actions, which have the same luck.
    """

    first: tuple[float, ...]
    second: tuple[float, ...]
    error: tuple[float, ...]

    def regret(self, chosen: int) -> float:
        """How much worse the action at this place is than the best, which each half picks for the other one."""
        first, second = self.first, self.second
        by_first, by_second = first.index(max(first)), second.index(max(second))
        return (second[by_first] - second[chosen] + first[by_second] - first[chosen]) / 2


class Judge:
    """Judges decisions of one game, with so many worlds for each."""

    def __init__(self, game: Game, worlds: int) -> None:
        self.worlds = worlds
        self.rules: Policy = rules_policy(game)
        self.options = choose_bot("mcts").options(game.id)
        tuned = "deals" in rules_player(game).tuned  # then rounds hang together, and none of them is the end
        self.rounds = 0 if tuned else int(self.options["deals"])

    def judge(self, truth: State, seed: str) -> tuple[Judged, Judged]:
        """The decision that is due in a state: in worlds that the seat thinks possible, and with the true hands."""
        seat = int(truth.seat())
        known = self.values(TrueHands(truth), f"{seed} true")
        if not any(truth.hidden(seat)):
            return known, known
        return self.values(truth.observe(seat), f"{seed} sampled"), known

    def values(self, infoset: InfoSet, seed: str) -> Judged:
        """The values in worlds of this information set."""
        first, second = (self.half(infoset, f"{seed} {half}") for half in range(2))
        return Judged(_means(first), _means(second), _errors([*first, *second]))

    def half(self, infoset: InfoSet, seed: str) -> list[list[float]]:
        """What all actions come to, world by world; the first worlds only teach the tree how to go on."""
        legal = infoset.legal()
        search = self.search(infoset, self.worlds * len(legal))
        number = self.worlds // 2
        tries = [self.try_all(search, legal, seed_words(f"{seed} {world}")) for world in range(number)]
        return tries[number // 2 :]

    def search(self, infoset: InfoSet, room: int) -> Search:
        """A tree with room for so many tries."""
        search = Search(infoset, self.rules, Rng(1), room)
        search.goal, search.scale = GOALS[str(self.options["goal"])], int(self.options["scale"])
        search.opponents = model_of(str(self.options["opponents"]), int(infoset.view.w[SEATS]))
        search.exploration = float(self.options["exploration"])
        search.horizon, search.deals = LONG, self.rounds
        return search

    def try_all(self, search: Search, legal: Sequence[int], luck: tuple[int, int]) -> list[float]:
        """What each action comes to in one world."""
        found = []
        world = search.infoset.sample(Rng(luck[0]))
        for action in legal:
            after = world.clone()
            after.move(action)
            search.path, search.deciders = numbers([]), numbers([])
            search.rng = Rng(luck[1])
            search.descend(after)
            search.play_on(after)
            search.count_outcome(after)
            found.append(int(search.reward(after, search.me)) / WORTH)
        return found


def _means(tries: Sequence[Sequence[float]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(tries) for column in zip(*tries, strict=True))


def _errors(tries: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The standard error of each action's value against the mean of all."""
    apart = [[value - sum(row) / len(row) for value in row] for row in tries]
    means = _means(apart)
    spreads = [sum((row[place] - mean) ** 2 for row in apart) for place, mean in enumerate(means)]
    return tuple(sqrt(spread / (len(tries) - 1) / len(tries)) for spread in spreads)
