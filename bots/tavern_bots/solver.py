"""Exact play at the end of a game of two teams in which nothing is hidden and nothing is left to luck.

Alpha-beta over single decisions, for one seat may decide several times in a row: the value of a position is the lead of
one team at the end if all play their best. Positions that were met before are looked up by their `key`. Who calls must
know that the game is such a game; a `State` cannot tell that no dice will be thrown.

A search that ends at its limit of nodes forgets nothing but the way to where it stood: the next call with the same
position goes on, so that long searches can be done in slices. The same calls give the same answers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

from tavern_engine.chance import Rng, blend
from tavern_engine.errors import BadSetup
from tavern_engine.state import ASKED, LEFT, PHASE, SEATS, Policy, State

FAR: Final = 1_000_000_000_000  # beyond every lead
NO_ACTION: Final = -1
WAYS: Final = 4  # places in the table where a position may be
HABITS: Final = 8192


class Solution(NamedTuple):
    """What best play leads to, for the team that decides: a lead, or only its sign; and an action that gets it."""

    value: int
    action: int


class Solver:
    """Solves positions of one game for as long as it is kept; its table has room for `capacity` positions."""

    def __init__(self, guess: Policy, capacity: int) -> None:
        self.guess = guess  # what it says is tried first
        self.rng = Rng(1)  # for a guess that draws; what is found does not depend on it
        size: i64 = 64
        while size < capacity:
            size *= 2
        self.mask: i64 = size - 1
        nothing = [0] * int(size)
        self.keys = vec[i64](nothing)  # 0 is free
        self.low = vec[i64](nothing)
        self.high = vec[i64](nothing)
        self.answer = vec[i64](nothing)
        self.effort = vec[i64](nothing)  # nodes below it
        self.habit = vec[i64]([0] * HABITS)  # how often an action was too good to look at others
        self.team: i64 = 0  # whose lead is counted: the team of seat 0
        self.rival: i64 = 1  # a seat of the other team
        self.nodes: i64 = 0
        self.limit: i64 = 0

    def solve(self, state: State, nodes: int, exact: bool) -> Solution | None:
        """The best play if it is found within so many nodes; if not `exact`, only who wins, which takes less."""
        w = state.w
        if w[ASKED] < 0:
            raise BadSetup("There is nothing to solve: nobody is asked to decide.")
        self.find_teams(state)
        self.nodes = 0
        self.limit = nodes
        bound: i64 = FAR if exact else 1
        value = self.search(state, -bound, bound)
        if self.nodes >= self.limit:
            return None
        if state.team(w[ASKED]) != self.team:
            value = -value
        if not exact:
            value = 1 if value > 0 else (-1 if value < 0 else 0)
        return Solution(int(value), int(self.answer[self.find(self.key(state))]))

    def find_teams(self, state: State) -> None:
        self.team = state.team(0)
        rivals = [seat for seat in range(1, int(state.w[SEATS])) if state.team(seat) != self.team]
        if len({int(state.team(seat)) for seat in rivals}) != 1:
            raise BadSetup("Only games of two teams can be solved.")
        self.rival = rivals[-1]

    def search(self, state: State, alpha: i64, beta: i64) -> i64:
        """The lead of the first team, or a bound of it if it is not between alpha and beta."""
        w = state.w
        if w[ASKED] < 0:
            return state.score(0) - state.score(self.rival)
        key = self.key(state)
        place = self.find(key)
        first: i64 = NO_ACTION
        if self.keys[place] == key:
            low = self.low[place]
            high = self.high[place]
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            first = self.answer[place]
        if self.nodes >= self.limit:
            return 0
        self.nodes += 1
        if first == NO_ACTION:
            first = self.guess.choose(state, self.rng)
        before = self.nodes
        highest = state.team(w[ASKED]) == self.team
        best: i64 = -FAR if highest else FAR
        answer = first
        lower = alpha
        upper = beta
        actions = self.others(state, first)
        tried: i64 = 0
        action = first
        while True:
            child = state.clone()
            child.move(action)
            value = self.search(child, lower, upper)
            if self.nodes >= self.limit:
                return 0
            if highest and value > best:
                best = value
                answer = action
                if value > lower:
                    lower = value
            elif not highest and value < best:
                best = value
                answer = action
                if value < upper:
                    upper = value
            if lower >= upper:
                self.habit[self.habit_of(state, action)] += 1
                break
            if tried == i64(len(actions)):
                break
            action = self.next_best(state, actions, tried)
            tried += 1
        self.keep(key, best, alpha, beta, answer, self.nodes - before)
        return best

    # The order of actions.

    def others(self, state: State, first: i64) -> vec[i64]:
        """All legal actions but the first."""
        found = vec[i64]()
        for i in range(state.count()):
            action = state.nth(i)
            if action != first:
                found = append(found, action)
        return found

    def next_best(self, state: State, actions: vec[i64], tried: i64) -> i64:
        """Of the actions not tried yet, the one that was good most often; it moves to the front of them."""
        best = tried
        most: i64 = -1
        for i in range(tried, i64(len(actions))):
            habit = self.habit[self.habit_of(state, actions[i])]
            if habit > most:
                most = habit
                best = i
        action = actions[best]
        actions[best] = actions[tried]
        actions[tried] = action
        return action

    def habit_of(self, state: State, action: i64) -> i64:
        w = state.w
        return (w[ASKED] * 4099 + w[PHASE] * 521 + action) & (HABITS - 1)

    # The table of positions.

    def key(self, state: State) -> i64:
        w = state.w
        return blend(state.key(w[ASKED]), w[ASKED] + 16 * w[PHASE] + 1024 * w[LEFT]) | 1

    def find(self, key: i64) -> i64:
        """Where the position is, or else the place whose loss would cost least."""
        place = key >> 1 & self.mask
        cheapest = place
        for _ in range(i64(WAYS)):
            if self.keys[place] == key:
                return place
            if self.effort[place] < self.effort[cheapest]:
                cheapest = place
            place = (place + 1) & self.mask
        return cheapest

    def keep(self, key: i64, value: i64, alpha: i64, beta: i64, answer: i64, effort: i64) -> None:
        """What was found out about a position: its value, or that it is at least or at most this."""
        place = self.find(key)
        if self.keys[place] != key:
            self.keys[place] = key
            self.low[place] = -FAR
            self.high[place] = FAR
            self.effort[place] = 0
        if value > alpha and value > self.low[place]:
            self.low[place] = value
        if value < beta and value < self.high[place]:
            self.high[place] = value
        self.answer[place] = answer
        self.effort[place] += effort + 1
