"""The bots that come with the tavern: random, rules, learned, and the three searches. They know no game by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from types import MappingProxyType
from typing import Any, Final, TypeVar

from tavern_bots.api import ALL_GAMES, BadBot, Clock, Place, Setting, Value
from tavern_bots.beliefs import Believed
from tavern_bots.evaluation import Seated
from tavern_bots.learned_policy import LearnedPolicy
from tavern_bots.player import LearnedGames, RuledGames, player_of, rules_player, rules_policy
from tavern_bots.search import Mixed, Search
from tavern_bots.settings import (
    BELIEFS,
    DEPTH,
    ERRORS,
    GOALS,
    LEARNED,
    MODEL,
    RANDOM,
    REUSE,
    SEARCH_SETTINGS,
    SOLVE,
    STYLE,
    WORLDS,
    model_of,
)
from tavern_bots.solver import Solution, Solver
from tavern_engine import Event, InfoSet, Policy, RandomPolicy, Rng, State

T = TypeVar("T")

BY_LOT: Final = "It was drawn by lot."
LOTS: Final = 1_000_000
SLICE: Final = 32  # simulations between two looks at the clock: a few milliseconds
PACE: Final = 1.5  # so many times as fast as until now simulations may become
TICK: Final = 1e-6  # seconds: no clock shows less
LAPS: Final = 2  # that every action must be able to run, or there is no race
A_WORLD: Final = 20  # simulations that a fixed world needs to say anything
SIMULATIONS_A_WORLD: Final = 4  # before a world is weighed for them: that takes as long as two
SOLVED_POSITIONS: Final = 1 << 16  # that the solver keeps


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
        return BY_LOT


class RulesBot:
    """Named rules of thumb, one policy per game."""

    summary = "plays by named rules and can say which"
    games = RuledGames()
    options = (STYLE, ERRORS)

    def __init__(self, place: Place) -> None:
        player = rules_player(place.game)
        self.policy: Any = player.styled(place.game, int(place.options["style"]))
        self.reasons = player.reasons
        self.rng = place.rng
        self.errors = round(LOTS * float(place.options["errors"]))  # so many decisions in LOTS are by lot
        self.erred = False

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        self.erred = self.errors > 0 and self.rng.below(LOTS) < self.errors
        if self.erred:
            legal = infoset.legal()
            return legal[int(self.rng.below(len(legal)))]
        return int(self.policy.choose(infoset.view, self.rng))

    def explain(self) -> str:
        return BY_LOT if self.erred else f"It {self.reasons[int(self.policy.reason)]}."


class LearnedBot:
    """A player by rules that has learned what its choices gain: no search, so it decides at once."""

    summary = "plays by rules, but has learned which cards to play and which to throw away"
    games = LearnedGames()
    options: tuple[Setting, ...] = ()

    def __init__(self, place: Place) -> None:
        player = rules_player(place.game)
        found = player.learned_policy(place.game)
        self.missing = found if isinstance(found, str) else ""
        self.policy: Policy = player.policy(place.game) if isinstance(found, str) else found
        self.rng = place.rng

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return int(self.policy.choose(infoset.view, self.rng))

    def explain(self) -> str:
        by_net = isinstance(self.policy, LearnedPolicy) and self.policy.by_net
        return self.missing or ("It has learned that this gains most." if by_net else "It left this to the rules.")


class SearchBot:
    """What the searches share: they simulate until a budget is spent."""

    games = ALL_GAMES

    def __init__(self, place: Place) -> None:
        self.place = place
        self.ruled = place.options["rollout"] != RANDOM
        self.inner: Policy = rules_policy(place.game) if self.ruled else RandomPolicy()
        self.missing: list[str] = []  # of what it should have learned, in sentences
        self.rollout = Mixed(self.players(), round(1000 * float(place.options["epsilon"])))
        self.search: Search | None = None
        self.by_rules = False  # whether the rules decided last, as nothing proved better
        self.believed: Believed | None = None  # what it searches in, if it weighs worlds
        player = player_of(place.game.id)
        learned = place.options["evaluation"] == "learned" and self.ruled
        self.evaluation = self.known(player.evaluation(place.game)) if player and learned else None
        self.habits = player.habits(place.game) if player and player.habits and place.options.get("beliefs") else None
        if self.habits is not None:
            self.look_back = place.game.look_back(place.seats, place.table_options, place.seat)
            self.see: Callable[[Sequence[Event]], None] = self.look_back.see  # no other search is told what happened

    def players(self) -> Policy:
        """Who plays on in rollouts."""
        if self.place.options["rollout"] != LEARNED:
            return self.inner
        own = self.known(rules_player(self.place.game).learned_policy(self.place.game)) or self.inner
        return Seated([own if seat == self.place.seat else self.inner for seat in range(self.place.seats)])

    def known(self, learned: T | str) -> T | None:
        """What was learned, if it is no sentence why there is nothing."""
        if isinstance(learned, str):
            self.missing.append(f" {learned}")
            return None
        return learned

    def set_up(self, search: Search) -> None:
        """Give the search its shape; each bot does it in its way."""
        raise NotImplementedError

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        """Simulate until a budget is spent or the rest of it can change nothing; take what was visited most."""
        options = self.place.options
        search = self.search = self.prepare(self.weighed(infoset))
        seconds = float(options["seconds"]) or float("inf")
        left = int(options["simulations"])
        began = looked = clock.spent()
        longest = 0.0  # a slice, as far as is known: another one must fit
        while left > 0 and not search.settled(left):
            if int(options["steps"]) and search.steps >= int(options["steps"]):
                break
            now = clock.spent()
            longest, looked = max(longest, now - looked), now
            time = min(seconds - now, clock.left())
            if time <= longest and search.done > 0:
                break
            search.run(min(max(SLICE, int(search.in_race())), left))
            pace = PACE * float(search.done) / max(clock.spent() - began, TICK)
            left = int(min(int(options["simulations"]) - float(search.done), pace * time + SLICE))
        return self.decide(infoset, search)

    def weighed(self, infoset: InfoSet) -> InfoSet:
        """The same with worlds drawn by what the others chose, if it was told all that happened."""
        self.believed = None
        if self.habits is None or not self.look_back.leads_to(infoset):
            return infoset
        self.habits.remember(self.look_back)
        most = max(1, int(self.place.options["simulations"]) // SIMULATIONS_A_WORLD)
        number = min(int(self.place.options["beliefs"]), most)
        self.believed = Believed(infoset, self.habits, number, self.place.rng)
        return self.believed

    def decide(self, infoset: InfoSet, search: Search) -> int:
        """What was visited most; where that is hardly better than what the rules would do, the rules decide."""
        trust, doubt = float(self.place.options["trust"]), float(self.place.options["doubt"])
        if trust + doubt == 0 or not self.ruled:
            return search.best()
        rows = search.tried()
        usual = int(self.inner.choose(infoset.view, self.place.rng))
        tries, worth = next((row[1:] for row in rows if row[0] == usual), (0, 0.0))
        lead = rows[0][2] - worth
        dropped = search.race > 0 and 0 < tries < rows[0][1]
        close = tries == 0 or lead <= trust + doubt / sqrt(tries)  # what was not tried is not beaten
        self.by_rules = close and not dropped
        return usual if self.by_rules else rows[0][0]

    def prepare(self, infoset: InfoSet) -> Search:
        """A search for this decision; with `reuse` the last one goes on while there is room for it."""
        options = self.place.options
        needed = min(int(options["memory"]), int(options["simulations"]))  # a simulation adds one action
        legal = len(infoset.legal())
        race = float(options["race"]) if int(options["simulations"]) >= LAPS * legal else 0.0
        reuse = bool(options.get("reuse")) and race == 0
        if reuse and self.search is not None and self.search.room >= needed:
            self.search.go_on(infoset)
            return self.search
        room = int(options["memory"]) if reuse else max(needed, legal)
        search = Search(infoset, self.rollout, self.place.rng, room)
        search.exploration = float(options["exploration"])
        search.goal = GOALS[str(options["goal"])]
        search.scale = int(options["scale"])
        search.horizon = int(options["horizon"]) or search.horizon
        search.deals = int(options["deals"])
        search.by_score = options["evaluation"] == "score"
        search.evaluation = self.evaluation
        self.set_up(search)
        search.paired = bool(options["paired"]) and search.worlds == 0  # in a fixed world all luck is the same anyway
        if race > 0 and search.worlds == 0:
            search.begin_race(race)
        return search

    def tried(self) -> list[tuple[int, int, float]]:
        """What it thinks of every action of its last decision: how often it was tried, and its worth from 0 to 1."""
        return [] if self.search is None else self.search.tried()

    def explain(self) -> str:
        if self.search is None:
            return "It has not chosen yet."
        text = self.place.game.action_text
        rows = [f"{text(action)} worth {mean:.0%} ({visits} tries)" for action, visits, mean in self.search.tried()[:3]]
        kept = " Nothing proved enough better than what the rules would do." if self.by_rules else ""
        return f"After {self.search.done} simulations: {', '.join(rows)}.{kept}{self.weights()}{''.join(self.missing)}"

    def weights(self) -> str:
        """How much the others' choices say, as one more sentence."""
        if self.believed is None:
            return ""
        worlds = len(self.believed.worlds)
        return f" Of {worlds} worlds, weighed by the others' choices, {self.believed.effective:.0f} count."


class FlatBot(SearchBot):
    """Flat Monte Carlo: every action of this decision is tried in sampled worlds."""

    summary = "flat Monte Carlo over sampled worlds"
    options = (*SEARCH_SETTINGS, BELIEFS)

    def set_up(self, search: Search) -> None:
        search.depth = 1


class DeterminizedBot(SearchBot):
    """Perfect-information Monte Carlo: a tree search in each of some sampled worlds, votes added up."""

    summary = "tree search in sampled worlds as if all were known, votes merged"
    options = (*SEARCH_SETTINGS, BELIEFS, WORLDS)

    def set_up(self, search: Search) -> None:
        worlds = max(1, min(int(self.place.options["worlds"]), int(self.place.options["simulations"]) // A_WORLD))
        search.worlds = worlds
        search.per_world = -(-int(self.place.options["simulations"]) // worlds)


class MctsBot(SearchBot):
    """Information-set Monte Carlo tree search."""

    summary = "information-set tree search: one tree over all sampled worlds"
    options: tuple[Setting, ...] = (*SEARCH_SETTINGS, BELIEFS, MODEL, DEPTH, REUSE, SOLVE)

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.solver: Solver | None = None
        self.solution: Solution | None = None  # of the last decision, if it was solved
        if place.game.solvable and int(place.options["solve"]) > 0:
            self.solver = Solver(self.inner, SOLVED_POSITIONS)

    @staticmethod
    def told(place: Place, changes: Mapping[str, Value]) -> Place:
        """A place where it is told what is usual at the game, but for these changes."""
        usual = {one.name: one.at(place.game.id) for one in MctsBot.options}
        return replace(place, options=MappingProxyType({**usual, **changes}))

    def set_up(self, search: Search) -> None:
        search.opponents = model_of(str(self.place.options["opponents"]), self.place.seats)
        search.depth = int(self.place.options["depth"])

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        """Play the end exactly where it can be solved, else search."""
        self.solution = None
        if self.solver is not None:
            world = infoset.sample(self.place.rng)
            self.solution = self.solver.solve(world, int(self.place.options["solve"]), exact=True)
        return super().choose(infoset, clock) if self.solution is None else self.solution.action

    def explain(self) -> str:
        if self.solution is None:
            return super().explain()
        what = "wins" if self.solution.value > 0 else "draws" if self.solution.value == 0 else "loses by the least"
        return f"It is played out to the end: with best play of all it {what}."


class TrueWorld(InfoSet):
    """What an oracle searches in: the only world there is."""

    def __init__(self, truth: State) -> None:
        super().__init__(truth.observe(int(truth.seat())).view)
        self.truth = truth

    def sample(self, rng: Rng) -> State:
        return self.truth.clone()


class TrueHands(TrueWorld):
    """What an insider searches in: all that the seats know together, and for each world what nobody knows anew."""

    def sample(self, rng: Rng) -> State:
        world = super().sample(rng)
        world.redraw(rng)
        return world


class OracleBot(SearchBot):
    """Sees everything, the next cards too: no opponent, but the ceiling for those that do not.

    Only a referee that means it calls `choose_seeing`; as an ordinary bot it refuses to play.
    """

    summary = "sees all cards: only for measuring the ceiling, refused where games are rated"
    options: tuple[Setting, ...] = (*SEARCH_SETTINGS, MODEL)
    oracle = True
    knows: type[TrueWorld] = TrueWorld

    def set_up(self, search: Search) -> None:
        search.worlds = 1
        search.per_world = int(self.place.options["simulations"])
        search.opponents = model_of(str(self.place.options["opponents"]), self.place.seats)

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        if not isinstance(infoset, TrueWorld):
            raise BadBot("A bot that sees all cards plays only where the referee allows it.")
        return super().choose(infoset, clock)

    def choose_seeing(self, truth: State) -> int:
        """The move of somebody who knows this state."""
        return self.choose(self.knows(truth), Clock())


class InsiderBot(OracleBot):
    """Sees all hands and draws its luck like anybody: what knowing the others' cards is worth, and no more.

    The oracle foresees every draw, so it overstates what can be won. Marked and shown the truth as the oracle is.
    """

    summary = "sees all hands but not the luck to come: for measuring only, refused where games are rated"
    options = (*SEARCH_SETTINGS, MODEL, DEPTH)
    knows = TrueHands

    def set_up(self, search: Search) -> None:
        search.opponents = model_of(str(self.place.options["opponents"]), self.place.seats)
        search.depth = int(self.place.options["depth"])


#: The bots that a referee may show the truth: nobody else can ask for all cards to be open.
SEEING: Final = (OracleBot, InsiderBot)
