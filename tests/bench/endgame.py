"""How often a search picks an optimal move at the end of a game of Tavern Brawl, where best play is known exactly.

Games are played by the rules player, now and then at random. Going back from their ends, the decisions that the solver
solves within its nodes are collected, and a search without the solver is asked for its move. Every action that keeps
the value counts as optimal. Decisions in which all actions do so are told apart, for they test nothing.
`python tests/bench/endgame.py [mode] [games] [simulations]` prints it. Nothing here is asserted by a test.
"""

import sys
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

from tavern_bots.search import LEAD, SEARCH, WIN, Mixed, Search
from tavern_bots.solver import Solver
from tavern_bots.tavern_brawl.rules import BrawlRules
from tavern_engine import Policy, RandomPolicy, Rng, State
from tavern_engine.games.tavern_brawl.game import TavernBrawl
from tavern_engine.games.tavern_brawl.scoring import POINT
from tavern_engine.games.tavern_brawl.zones import FIELD, TURN

BRAWL = TavernBrawl.from_box()
MODES = {"professional": (2, "professional"), "basic": (2, "basic"), "monk": (2, "monk"), "teams": (4, "professional")}
NODES = 50_000  # for a decision to be solved
CHILD_NODES = 50_000  # for each of its actions
CAPACITY = 1 << 20
EXACT_EVERY = 5  # games in which it is also asked by how much
SECOND = 1.0
SLICE = 20_000


def one_game(mode: str, seed: int) -> list[State]:
    """Every decision of a game, the last first."""
    seats, rules = MODES[mode]
    state = BRAWL.new(seats, f"endgame {seed}", {"mode": rules})
    policy = Mixed(BrawlRules(BRAWL.tables), 150)
    rng = Rng(seed)
    decisions: list[State] = []
    while state.seat() >= 0:
        decisions.append(state.clone())
        state.move(policy.choose(state, rng))
    return decisions[::-1]


def turns_left(decisions: list[State]) -> list[int]:
    """For each decision, how many turns the game still had, its own included."""
    left = 1
    found = []
    for i, state in enumerate(decisions):
        if i and int(state.w[TURN]) != int(decisions[i - 1].w[TURN]):
            left += 1
        found.append(left)
    return found


def values(solver: Solver, state: State, exact: bool) -> dict[int, int] | None:
    """The value of each action for the seat that decides, or None if one could not be solved."""
    found: dict[int, int] = {}
    for action in state.legal():
        child = state.clone()
        child.apply(action)
        team = state.team(state.seat())
        if child.seat() < 0:
            lead = int(child.score(0) - child.score(1)) * (1 if team == 0 else -1)
            found[action] = lead if exact else (lead > 0) - (lead < 0)
            continue
        solution = solver.solve(child, CHILD_NODES, exact)
        if solution is None:
            return None
        found[action] = solution.value if child.team(child.seat()) == team else -solution.value
    return found


def in_points(worth: dict[int, int] | None) -> dict[int, int] | None:
    """Leads without what only breaks ties."""
    return worth and {action: round(lead / POINT) for action, lead in worth.items()}


def searched(state: State, rollout: Policy, goal: int, simulations: int, exploration: float) -> int:
    """What tree search picks without the solver."""
    search = Search(state.observe(int(state.seat())), rollout, Rng(1), simulations)
    search.opponents = SEARCH
    search.goal = goal
    search.scale = 5_000_000
    search.exploration = exploration
    search.run(simulations)
    return search.best()


@dataclass
class Tally:
    """How often the optimal value was kept."""

    kept: int = 0
    asked: int = 0
    kept_where_it_matters: int = 0
    matters: int = 0
    by_turns: dict[int, list[int]] = field(default_factory=dict)

    def add(self, optimal: bool, matters: bool, turns: int) -> None:
        self.kept += optimal
        self.asked += 1
        if matters:
            self.matters += 1
            self.kept_where_it_matters += optimal
            row = self.by_turns.setdefault(turns, [0, 0])
            row[0] += optimal
            row[1] += 1

    def __str__(self) -> str:
        rows = ", ".join(f"{turns}: {kept}/{asked}" for turns, (kept, asked) in sorted(self.by_turns.items()))
        share = 100 * self.kept / max(1, self.asked)
        where = 100 * self.kept_where_it_matters / max(1, self.matters)
        return f"{share:.1f} % of {self.asked}; where it matters {where:.1f} % of {self.matters} (turns left {rows})"


def accuracy(mode: str, games: int, simulations: int) -> None:
    """Print how often each kind of search keeps the value."""
    kinds: dict[str, tuple[Policy, int, float]] = {
        "rules rollouts, win": (Mixed(BrawlRules(BRAWL.tables), 100), WIN, 0.7),
        "rules rollouts, lead": (Mixed(BrawlRules(BRAWL.tables), 100), LEAD, 0.35),
        "random rollouts, win": (RandomPolicy(), WIN, 0.7),
    }
    tallies = {f"{kind}; {value}": Tally() for kind in kinds for value in ("who wins", "by how much")}
    rules = BrawlRules(BRAWL.tables)
    alone = {value: Tally() for value in ("who wins", "by how much")}
    for seed in range(games):
        decisions = one_game(mode, seed)
        solver = Solver(rules, CAPACITY)  # what it learned of the end helps before
        for state, turns in zip(decisions, turns_left(decisions), strict=True):
            if solver.solve(state, NODES, False) is None:
                break
            known = {"who wins": values(solver, state, False)}
            if seed % EXACT_EVERY == 0 and solver.solve(state, NODES, True) is not None:
                known["by how much"] = in_points(values(solver, state, True))
            picks: dict[str, int] = {}
            for value, worth in known.items():
                if worth is None:
                    continue
                best = max(worth.values())
                matters = min(worth.values()) < best
                alone[value].add(worth[int(rules.choose(state, Rng(1)))] == best, matters, turns)
                for kind, how in kinds.items():
                    if matters and kind not in picks:
                        picks[kind] = searched(state, *how[:2], simulations, how[2])
                    tallies[f"{kind}; {value}"].add(not matters or worth[picks[kind]] == best, matters, turns)
    for name, tally in (*tallies.items(), *((f"rules alone; {value}", tally) for value, tally in alone.items())):
        print(f"  {name}: {tally}", flush=True)


def depth(mode: str, games: int, exact: bool) -> None:
    """Print how far before the end a position is solved within a second."""
    decisions_before: list[int] = []
    turns_before: list[int] = []
    free: list[int] = []
    nodes = 0
    spent = 0.0
    for seed in range(games):
        decisions = one_game(mode, seed)
        turns = turns_left(decisions)
        solved = 0
        for i, state in enumerate(decisions):
            solver = Solver(BrawlRules(BRAWL.tables), 1 << 20)
            start = perf_counter()
            solution = None
            while solution is None and perf_counter() - start < SECOND:
                solution = solver.solve(state, SLICE, exact)
                nodes += int(solver.nodes)
            spent += perf_counter() - start
            if solution is None:
                break
            solved = i
        decisions_before.append(solved + 1)
        turns_before.append(turns[solved])
        cells = 16 if MODES[mode][0] == 4 else 9
        free.append(cells - int(decisions[solved].w[FIELD]).bit_count())
    what = "by how much" if exact else "who wins"
    print(
        f"  {what}: exact within a second {median(decisions_before)} decisions before the end "
        f"(from {min(decisions_before)} to {max(decisions_before)}), {median(turns_before)} turns "
        f"(from {min(turns_before)}), {median(free)} free cells; {nodes / spent / 1e6:.2f} M nodes a second",
        flush=True,
    )


def main() -> None:
    """Print what was measured."""
    modes = [sys.argv[1]] if len(sys.argv) > 1 else list(MODES)
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    simulations = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    for mode in modes:
        print(mode)
        for exact in (False, True):
            depth(mode, games, exact)
        accuracy(mode, games, simulations)


if __name__ == "__main__":
    main()
