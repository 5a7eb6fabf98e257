"""The bots that come with the tavern: random, rules, and the three searches."""

from __future__ import annotations

from typing import Final

from tavern_bots.api import ALL_GAMES, BadBot, Clock, Place, Setting
from tavern_bots.dragon_vault import REASONS, VaultRules
from tavern_bots.search import LEAD, OWN_VIEW, PLACE, ROLLOUT, SEARCH, WIN, Mixed, Search
from tavern_engine import InfoSet, Policy, RandomPolicy, Rng, State

SLICE: Final = 32  # simulations between two looks at the clock: a few milliseconds

GOALS: Final = {"win": WIN, "place": PLACE, "lead": LEAD}
SEARCH_OPTIONS: Final = (
    Setting("simulations", 2000, "how many simulations a move; fewer if more change nothing", low=1, high=10_000_000),
    Setting("steps", 0, "stop after so many decisions in all simulations; 0 does not count them"),
    Setting("seconds", 0.0, "stop after so many seconds; 0 does not look at the clock, and moves can be repeated"),
    Setting("exploration", 0.7, "the weight of actions tried rarely", high=10, tuned={"dragon-vault": 0.35}),
    Setting("rollout", "rules", "who plays on after the tree", choices=("random", "rules")),
    Setting("epsilon", 0.1, "how often a rollout plays at random instead", high=1),
    Setting("goal", "lead", "what counts at the horizon", choices=tuple(GOALS)),
    Setting("horizon", 0, "cut a rollout after so many decisions; 0 plays it to the end of the round"),
    Setting("memory", 100_000, "how many actions the tree may hold", low=64, high=10_000_000),
)
OPPONENTS: Final = {"rollout": ROLLOUT, "search": SEARCH, "own-view": OWN_VIEW}
MODEL: Final = Setting(
    "opponents",
    "rollout",
    "how the others decide in the tree: as in rollouts, by search, or by search in worlds sampled from their own view",
    choices=tuple(OPPONENTS),
)
REUSE: Final = Setting(
    "reuse", False, "keep the tree for the next decision, as far as memory allows", tuned={"dragon-vault": True}
)
WORLDS: Final = Setting("worlds", 20, "how many worlds share the simulations", low=1, high=10_000)


def rules_policy(game_id: str) -> Policy:
    """The rule-based policy of a game."""
    if game_id == "dragon-vault":
        return VaultRules()
    raise BadBot(f"There is no rule-based player for {game_id} yet.")


class RandomBot:
    """Any legal action, all equally likely."""

    summary = "any legal action, all equally likely"
    games = ALL_GAMES
    options: tuple[Setting, ...] = ()

    def __init__(self, place: Place) -> None:
        self.rng = place.rng

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        legal = infoset.legal()
        return legal[int(self.rng.below(len(legal)))]

    def explain(self) -> str:
        return "It was drawn by lot."


class RulesBot:
    """Named rules of thumb, one policy per game."""

    summary = "plays by named rules and can say which"
    games = ("dragon-vault",)
    options: tuple[Setting, ...] = ()

    def __init__(self, place: Place) -> None:
        self.policy = VaultRules()
        self.rng = place.rng

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return int(self.policy.choose(infoset.view, self.rng))

    def explain(self) -> str:
        return f"It {REASONS[int(self.policy.reason)]}."


class SearchBot:
    """What the searches share: they simulate until a budget is spent."""

    games = ("dragon-vault",)

    def __init__(self, place: Place) -> None:
        self.place = place
        inner = rules_policy(place.game.id) if place.options["rollout"] == "rules" else RandomPolicy()
        self.rollout = Mixed(inner, round(1000 * float(place.options["epsilon"])))
        self.search: Search | None = None

    def set_up(self, search: Search) -> None:
        """Give the search its shape; each bot does it in its way."""
        raise NotImplementedError

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        """Simulate until a budget is spent, and take what was visited most."""
        options = self.place.options
        search = self.search = self.prepare(infoset)
        seconds = float(options["seconds"]) or float("inf")
        left = int(options["simulations"])
        while left > 0 and not search.settled(left):
            if int(options["steps"]) and search.steps >= int(options["steps"]):
                break
            if min(seconds - clock.spent(), clock.left()) <= 0 and search.done > 0:
                break
            search.run(min(SLICE, left))
            left = int(options["simulations"]) - int(search.done)
        return search.best()

    def prepare(self, infoset: InfoSet) -> Search:
        """A search for this decision; with `reuse` the last one goes on while there is room for it."""
        options = self.place.options
        needed = min(int(options["memory"]), int(options["simulations"]))  # a simulation adds one action
        reuse = bool(options.get("reuse"))
        if reuse and self.search is not None and self.search.room >= needed:
            self.search.go_on(infoset)
            return self.search
        room = int(options["memory"]) if reuse else needed
        search = Search(infoset, self.rollout, self.place.rng, room)
        search.exploration = float(options["exploration"])
        search.goal = GOALS[str(options["goal"])]
        search.horizon = int(options["horizon"]) or search.horizon
        self.set_up(search)
        return search

    def explain(self) -> str:
        if self.search is None:
            return "It has not chosen yet."
        text = self.place.game.action_text
        rows = [f"{text(action)} worth {mean:.0%} ({visits} tries)" for action, visits, mean in self.search.tried()[:3]]
        return f"After {self.search.done} simulations: {', '.join(rows)}."


class FlatBot(SearchBot):
    """Flat Monte Carlo: every action of this decision is tried in sampled worlds."""

    summary = "flat Monte Carlo over sampled worlds"
    options = SEARCH_OPTIONS

    def set_up(self, search: Search) -> None:
        search.depth = 1


class DeterminizedBot(SearchBot):
    """Perfect-information Monte Carlo: a tree search in each of some sampled worlds, votes added up."""

    summary = "tree search in sampled worlds as if all were known, votes merged"
    options = (*SEARCH_OPTIONS, WORLDS)

    def set_up(self, search: Search) -> None:
        worlds = min(int(self.place.options["worlds"]), int(self.place.options["simulations"]))
        search.worlds = worlds
        search.per_world = -(-int(self.place.options["simulations"]) // worlds)


class MctsBot(SearchBot):
    """Information-set Monte Carlo tree search."""

    summary = "information-set tree search: one tree over all sampled worlds"
    options = (*SEARCH_OPTIONS, MODEL, REUSE)

    def set_up(self, search: Search) -> None:
        search.opponents = OPPONENTS[str(self.place.options["opponents"])]


class TrueWorld(InfoSet):
    """What an oracle searches in: the only world there is."""

    def __init__(self, truth: State) -> None:
        super().__init__(truth.observe(int(truth.seat())).view)
        self.truth = truth

    def sample(self, rng: Rng) -> State:
        return self.truth.clone()


class OracleBot(SearchBot):
    """Sees everything, the next cards too: no opponent, but the ceiling for those that do not.

    Only a referee that means it calls `choose_seeing`; as an ordinary bot it refuses to play.
    """

    summary = "sees all cards: only for measuring the ceiling, refused where games are rated"
    options = (*SEARCH_OPTIONS, MODEL)
    oracle = True

    def set_up(self, search: Search) -> None:
        search.worlds = 1
        search.per_world = int(self.place.options["simulations"])
        search.opponents = OPPONENTS[str(self.place.options["opponents"])]

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        if not isinstance(infoset, TrueWorld):
            raise BadBot("The oracle sees all cards, so it plays only where the referee allows it.")
        return super().choose(infoset, clock)

    def choose_seeing(self, truth: State) -> int:
        """The move of somebody who knows this state."""
        return self.choose(TrueWorld(truth), Clock())
