"""Search over sampled worlds, in the compiled core: flat Monte Carlo, determinised UCT, information-set MCTS.

A simulation takes a world, walks down the tree by upper confidence bounds, tries one new action, plays on with the
rollout policy to the horizon, and counts the outcome for whoever decided on the way. The three searches differ in two
numbers only:

- `depth`: how many decisions the tree reaches down; 1 is flat Monte Carlo.
- `worlds`: 0 samples a new world for every simulation, and nodes are keyed by what the searching seat sees there, so
  that worlds share what they agree on (information-set MCTS, Cowling et al. 2012: an action's bound counts how often it
  was available). Otherwise that many worlds are searched one after another, each as if everything were known
  (determinised UCT), and their votes are added up.

With `paired` the n-th try of every action of the root gets the same world, the same luck and the same stray moves of
the rollouts: what differs then is what the action does, so far fewer tries tell two actions apart. With `race` such
tries come in rounds, one for every action of the root, and who is surely behind the best is out of the race.

How the others decide in the tree is `opponents`. ROLLOUT: as the rollout policy does. SEARCH: by bounds of their own in
the same nodes, which lets them profit from what only the searching seat knows. OWN_VIEW: by bounds of their own too,
but learned in a world that is sampled anew from what they would see (Goodman 2019 calls it re-determinising).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tavern_bots.evaluation import Evaluation
from tavern_engine.chance import Rng, blend, mix
from tavern_engine.state import ASKED, LEFT, PHASE, SEATS, InfoSet, Policy, State

# Goals: what an outcome is worth to a seat.
WIN: Final = 0
PLACE: Final = 1
LEAD: Final = 2

# Opponents: how the others decide in the tree.
ROLLOUT: Final = 0
SEARCH: Final = 1
OWN_VIEW: Final = 2

WORTH: Final = 1_000_000  # the best outcome; rewards are whole numbers so that sums do not depend on their order
NO_EDGE: Final = -1
NOBODY: Final = -1
LOOK: Final = 8  # rounds of a race between two looks at who is behind


class Mixed(Policy):
    """Follows another policy, but plays at random so many times in a thousand."""

    def __init__(self, inner: Policy, thousandths: int) -> None:
        self.inner = inner
        self.thousandths: i64 = thousandths

    def choose(self, state: State, rng: Rng) -> i64:
        if rng.below(1000) < self.thousandths:
            return state.nth(rng.below(state.count()))
        return self.inner.choose(state, rng)

    def outlook(self, state: State, seat: i64) -> i64:
        return self.inner.outlook(state, seat)


class Search:
    """One decision: `run` simulations until the budget is spent, then ask for the `best` action."""

    def __init__(self, infoset: InfoSet, rollout: Policy, rng: Rng, capacity: int) -> None:
        self.infoset = infoset
        self.rollout = rollout
        self.rng = rng
        self.me: i64 = infoset.seat
        self.first: i64 = infoset.view.deals()
        self.exploration = 0.7
        self.goal: i64 = LEAD
        self.scale: i64 = 10  # LEAD: a lead of this much is worth three quarters
        self.depth: i64 = 1000
        self.worlds: i64 = 0
        self.per_world: i64 = 1
        self.horizon: i64 = 1000  # decisions after the tree
        self.deals: i64 = 1  # the horizon is the end of so many deals, if that comes first; 0: of the game
        self.opponents: i64 = SEARCH
        self.evaluation: Evaluation | None = None  # what counts at the horizon instead of a goal
        self.by_score = False  # at the horizon the score counts, not the outlook
        self.paired = False
        self.luck: i64 = 0  # of the paired worlds
        self.race = 0.0  # so many standard errors behind the best an action is tried no more; 0: bounds choose
        self.rounds: i64 = 0  # of the race
        self.standing = vec[i64]()  # 1 for every legal action that is still in the race, else 0
        self.outcomes = vec[i64]()  # of this round: what each legal action came to
        self.totals = vec[i64]()  # of all rounds
        self.products = vec[i64]()  # for every two legal actions: the products of what they came to, added up
        size: i64 = 64
        while size < 2 * capacity:
            size *= 2
        self.mask: i64 = size - 1
        self.room: i64 = capacity
        self.keys = vec[i64]([0] * size)  # of edges: a node and an action; 0 is free
        self.visits = vec[i64]([0] * size)
        self.available = vec[i64]([0] * size)
        self.rewards = vec[i64]([0] * size)
        self.path = vec[i64]()
        self.deciders = vec[i64]()
        self.done: i64 = 0  # simulations
        self.steps: i64 = 0  # decisions in all of them
        self.chosen: i64 = 0  # the action of the last `select`
        self.fixed: State | None = None  # the world that is searched now, if worlds are searched one by one

    def go_on(self, infoset: InfoSet) -> None:
        """Take up a later decision of the same seat, and keep what was learned of the nodes it can still reach.

        Sound where nodes are keyed by what the seat sees (`worlds` is 0): all that leads to one key is the same to it.
        """
        self.infoset = infoset
        self.first = infoset.view.deals()
        self.done = 0
        self.steps = 0

    # The table of edges.

    def find(self, key: i64) -> i64:
        """Where the edge is, or would be put."""
        keys = self.keys
        place = key & self.mask
        while keys[place] != 0 and keys[place] != key:
            place = (place + 1) & self.mask
        return place

    def put(self, key: i64) -> i64:
        """Where the edge is, which is there from now on."""
        place = self.find(key)
        if self.keys[place] == 0:
            self.keys[place] = key
            self.room -= 1
        return place

    def run(self, simulations: i64) -> None:
        """So many more simulations; of a race as many whole rounds as fit in."""
        if self.race == 0:
            for _ in range(simulations):
                self.simulate()
        else:
            last = self.done + simulations
            while self.done + self.in_race() <= last:
                self.run_round()

    # The race.

    def begin_race(self, errors: float) -> None:
        """Let all actions race until they are so many standard errors behind the best."""
        self.race = errors
        self.paired = True
        legal = int(self.infoset.view.count())
        self.standing = vec[i64]([1] * legal)
        self.outcomes = vec[i64]([0] * legal)
        self.totals = vec[i64]([0] * legal)
        self.products = vec[i64]([0] * (legal * legal))

    def in_race(self) -> i64:
        """How many actions are still in it; 0 if there is none."""
        number: i64 = 0
        for i in range(i64(len(self.standing))):
            number += self.standing[i]
        return number

    def run_round(self) -> None:
        """Try everybody who is still in the race once, with the same luck."""
        view = self.infoset.view
        node = self.node(view, self.me)
        legal = i64(len(self.standing))
        for i in range(legal):
            if self.standing[i] != 0:
                action = view.nth(i)
                place = self.put(blend(node, action) | 1)
                before = self.rewards[place]
                self.chosen = action
                self.simulate()
                self.outcomes[i] = self.rewards[place] - before
                self.totals[i] += self.outcomes[i]
        for i in range(legal):
            if self.standing[i] != 0:
                for j in range(legal):
                    self.products[i * legal + j] += self.outcomes[i] * self.outcomes[j]
        self.rounds += 1
        if self.rounds % LOOK == 0:
            self.drop_who_is_behind()

    def drop_who_is_behind(self) -> None:
        """Compare everybody with the best of the race, round by round."""
        best: i64 = NOBODY
        for i in range(i64(len(self.standing))):
            if self.standing[i] != 0 and (best == NOBODY or self.totals[i] > self.totals[best]):
                best = i
        for i in range(i64(len(self.standing))):
            if self.standing[i] != 0 and self.is_behind(i, best):
                self.standing[i] = 0

    def is_behind(self, i: i64, best: i64) -> bool:
        """Whether an action is behind the best by so many standard errors of their difference."""
        legal = i64(len(self.standing))
        lead = float(self.totals[best] - self.totals[i])
        squares = (
            self.products[best * legal + best] - 2 * self.products[best * legal + i] + self.products[i * legal + i]
        )
        variance = float(squares) - lead * lead / float(self.rounds)  # times the rounds, as the lead is
        return lead > self.race * sqrt(variance if variance > 0.0 else 0.0)

    # A simulation.

    def world(self) -> State:
        """The world of this simulation."""
        if self.worlds == 0:
            return self.infoset.sample(self.rng)
        if self.fixed is None or self.done % self.per_world == 0:
            self.fixed = self.infoset.sample(self.rng)
        return self.fixed.clone()

    def simulate(self) -> None:
        own = self.rng
        self.path = vec[i64]()
        self.deciders = vec[i64]()
        world = self.paired_world() if self.paired else self.world()
        self.descend(world)
        self.play_on(world)
        self.count_outcome(world)
        self.done += 1
        self.rng = own

    def paired_world(self) -> State:
        """Choose at the root first; the luck that follows depends only on how often that action was tried before.

        In a race the action is in `chosen` already.
        """
        if self.done == 0:
            self.luck = self.rng.next()
        view = self.infoset.view
        node = self.node(view, self.me)
        place = self.select(view, node) if self.race == 0 else self.put(blend(node, self.chosen) | 1)
        self.path = append(self.path, place)
        self.deciders = append(self.deciders, self.me)
        self.rng = Rng(int(self.luck + self.visits[place]))
        world = self.infoset.sample(self.rng)
        world.move(self.chosen)
        self.steps += 1
        return world

    def descend(self, world: State) -> None:
        """Down the tree until an action is new, the world leaves the horizon, or the tree ends."""
        w = world.w
        level = i64(len(self.path))  # a paired world has left the root
        new = level > 0 and self.visits[self.path[0]] == 0
        trail = mix(self.done // self.per_world + 1)  # in a determinised world a node is the way to it
        while not new and level < self.depth and w[ASKED] >= 0 and not self.is_beyond(world):
            seat = w[ASKED]
            if seat != self.me and self.opponents == ROLLOUT:
                self.chosen = self.rollout.choose(world, self.rng)
            elif seat != self.me and self.opponents == OWN_VIEW:
                if not self.imagine(world, seat):
                    return
                level += 1
            else:
                place = self.select(world, trail if self.worlds > 0 else self.node(world, self.me))
                if place == NO_EDGE:
                    return
                self.path = append(self.path, place)
                self.deciders = append(self.deciders, seat)
                new = self.visits[place] == 0
                level += 1
            world.move(self.chosen)
            if w[ASKED] < 0:
                w = world.w  # words that a state has left behind say that it is over
            trail = blend(trail, self.chosen)
            self.steps += 1

    def node(self, world: State, viewer: i64) -> i64:
        """The key of the decision that is due in the world, as far as the viewer can tell it from others."""
        w = world.w
        return blend(world.key(viewer), w[ASKED] + 16 * w[PHASE] + 1024 * w[LEFT])

    def imagine(self, world: State, seat: i64) -> bool:
        """Another seat's choice in OWN_VIEW, left in `chosen`, and whether the tree goes on below it.

        It is tried in a world of that seat's own, and only what happens there counts for its bounds.
        """
        imagined = world.observe(int(seat)).sample(self.rng)
        place = self.select(imagined, self.node(imagined, seat))
        if place == NO_EDGE:
            return False
        known = self.visits[place] > 0
        imagined.move(self.chosen)
        self.steps += 1
        self.play_on(imagined)
        self.visits[place] += 1
        self.rewards[place] += self.reward(imagined, seat)
        return known

    def select(self, world: State, node: i64) -> i64:
        """An untried action at random if there is one and room for it, else the one with the highest bound.

        The action is left in `chosen`; the answer is where its edge is, or NO_EDGE if the tree is full here.
        """
        untried: i64 = 0
        best: i64 = NO_EDGE
        best_action: i64 = 0
        best_bound = -1.0
        for i in range(world.count()):
            action = world.nth(i)
            place = self.find(blend(node, action) | 1)
            visits = self.visits[place]
            if visits == 0:
                untried += 1
                if self.rng.below(untried) == 0:
                    self.chosen = action
                continue
            self.available[place] += 1
            bound = self.bound(place)
            if bound > best_bound:
                best_bound = bound
                best = place
                best_action = action
        if untried > 0 and self.room > 0:
            place = self.put(blend(node, self.chosen) | 1)
            self.available[place] = 1
            return place
        self.chosen = best_action
        return best

    def bound(self, place: i64) -> float:
        visits = float(self.visits[place])
        mean = float(self.rewards[place]) / visits / WORTH
        return mean + self.exploration * sqrt(log(float(self.available[place])) / visits)

    def is_beyond(self, world: State) -> bool:
        return self.deals > 0 and world.deals() >= self.first + self.deals

    def play_on(self, world: State) -> None:
        """The rollout policy for all seats, to the horizon."""
        w = world.w
        left = self.horizon
        while (left > 0 or not self.is_calm(world)) and w[ASKED] >= 0 and not self.is_beyond(world):
            world.move(self.rollout.choose(world, self.rng))
            left -= 1
            if w[ASKED] < 0:
                w = world.w  # words that a state has left behind say that it is over
        self.steps += self.horizon - left

    def is_calm(self, world: State) -> bool:
        """Whether a rollout may be cut here."""
        return self.evaluation is None or self.evaluation.features.is_calm(world)

    def count_outcome(self, world: State) -> None:
        """Add the outcome to every edge of the way, as the seat that decided there sees it."""
        seat: i64 = NOBODY
        worth: i64 = 0
        for i in range(i64(len(self.path))):
            place = self.path[i]
            if self.deciders[i] != seat:  # most ways are of one seat, and an outcome takes long to weigh
                seat = self.deciders[i]
                worth = self.reward(world, seat)
            self.visits[place] += 1
            self.rewards[place] += worth

    def reward(self, world: State, seat: i64) -> i64:
        """What the outcome is worth to the seat, from 0 to WORTH."""
        if self.evaluation is not None:
            return self.evaluation.chance(world, seat)
        w = world.w
        mine = self.worth(world, seat)
        better: i64 = 0
        equal: i64 = 0
        rival: i64 = -1_000_000_000
        others: i64 = 0
        for other in range(w[SEATS]):
            if world.team(other) != world.team(seat):
                theirs = self.worth(world, other)
                others += 1
                if theirs > mine:
                    better += 1
                elif theirs == mine:
                    equal += 1
                if theirs > rival:
                    rival = theirs
        if self.goal == WIN:
            return WORTH // (equal + 1) if better == 0 else i64(0)
        if self.goal == PLACE:
            return WORTH * (2 * (others - better) - equal) // (2 * others)
        lead = mine - rival
        distance = lead if lead >= 0 else -lead
        return WORTH // 2 + WORTH // 2 * lead // (self.scale + distance)

    def worth(self, world: State, seat: i64) -> i64:
        """The score at the end of the game; before it what the rollout policy thinks of the seat's prospects."""
        return world.score(seat) if self.by_score or world.w[ASKED] < 0 else self.rollout.outlook(world, seat)

    # The answer.

    def tried(self) -> list[tuple[int, int, float]]:
        """Every legal action with its visits and its mean reward from 0 to 1, the most visited first."""
        view = self.infoset.view
        rows: list[tuple[int, int, float]] = []
        roots = self.roots(view)
        for action in view.legal():
            places = [self.find(blend(trail, i64(action)) | 1) for trail in roots]
            visits = sum([int(self.visits[place]) for place in places])
            reward = sum([int(self.rewards[place]) for place in places])
            rows.append((action, visits, reward / visits / WORTH if visits else 0.0))
        rows.sort(key=lambda row: (-row[1], -row[2], row[0]))
        return rows

    def roots(self, view: State) -> list[i64]:
        """The keys of the root: one, or one for each world."""
        if self.worlds == 0:
            return [self.node(view, self.me)]
        return [mix(i64(number + 1)) for number in range(int((self.done + self.per_world - 1) // self.per_world))]

    def settled(self, left: int) -> bool:
        """Whether so many more simulations cannot change which action is visited most, or ahead in a race."""
        if self.race > 0:
            return self.in_race() < 2 or left < self.in_race()
        rows = self.tried()
        return len(rows) < 2 or rows[0][1] - rows[1][1] > left

    def best(self) -> int:
        """The action visited most."""
        return self.tried()[0][0]
