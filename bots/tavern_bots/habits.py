"""Habits: how likely players choose what they choose, given what they hold. A game's player has some.

A habit is a softmax over what the player by rules thinks of each choice, and now and then a choice at random. There are
three sorts of players: those who play just by the rules, those who nearly do, and those with a mind of their own. Which
sort somebody is shows in what they choose, so all are tried for every seat, each as likely as it proves. How sharp the
choices of a sort are (the temperature) and how often they are at random (the errors) is fitted to play of many bots for
every kind of decision (`measure/fitting.py`), never guessed. And so is how much many choices count together (the
power): what a habit gets wrong about somebody it gets wrong every time, so their product can say too much.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from tavern_engine.chance import Rng
from tavern_engine.lookback import LookBack
from tavern_engine.state import MAX_SEATS, Event, State

SORTS: Final = 3
NO_HABIT: Final = -1  # a decision that tells nothing of what somebody holds
MOST_CHOICES: Final = 64
STEEPEST: Final = 600.0  # the largest power of e that is still a number, and more than enough


@mypyc_attr(allow_interpreted_subclasses=True)
class Habits:
    """The habits of one game, and what the others have chosen since the last deal.

    `kinds` are the names of the kinds of decisions. A subclass lays out the worths of all choices with `lay_out`, says
    with `chose` which was taken, and reads a look back of its game.
    """

    def __init__(self, kinds: list[str]) -> None:
        self.kinds = kinds
        self.power = 1.0  # how much all choices together count: who errs at all errs alike each time
        self.shares = [1.0 / SORTS for _ in range(SORTS)]  # how many players are of each sort
        self.temperatures = [[1.0 for _ in kinds] for _ in range(SORTS)]
        self.errors = [[0.1 for _ in kinds] for _ in range(SORTS)]
        self.worths = vec[i64]([0] * MOST_CHOICES)
        self.number: i64 = 0  # of choices laid out
        self.logs = [0.0 for _ in range(SORTS * MAX_SEATS)]  # of how likely all choices of a seat were, by sort
        # What was remembered, step by step: the event, what it tells (as the game has it), and the view before it.
        self.seat: i64 = 0  # who looks back
        self.ops = vec[i64]()
        self.seats = vec[i64]()
        self.whats = vec[i64]()
        self.amounts = vec[i64]()
        self.tells = vec[i64]()
        self.views: list[State] = []

    # What a game provides.

    def kind(self, state: State) -> i64:
        """Of which kind the decision is that is due in a whole state, or NO_HABIT."""
        raise NotImplementedError

    def judge(self, state: State, action: i64) -> None:
        """Say with `chose` how the seat that is asked in a whole state has chosen."""
        raise NotImplementedError

    def remember(self, look_back: LookBack) -> None:
        """Take in what a seat has seen so far."""
        raise NotImplementedError

    def wind_back(self, world: State, rng: Rng) -> None:
        """Say with `chose` how the others have chosen, as far as it was remembered, if this world is the true one."""
        raise NotImplementedError

    # What all share.

    def weigh(self, world: State, rng: Rng) -> float:
        """The logarithm of a world's weight: how likely what was remembered is in it, as far as that counts."""
        self.forget()
        self.wind_back(world, rng)
        return self.power * self.total()

    def begin(self, seat: int) -> None:
        """Nothing is remembered yet; it is this seat that looks back."""
        self.seat = seat
        self.ops = vec[i64]()
        self.seats = vec[i64]()
        self.whats = vec[i64]()
        self.amounts = vec[i64]()
        self.tells = vec[i64]()
        self.views = []

    def note(self, event: Event, view: State, tells: i64) -> None:
        """Remember one step; the view is from now on for the habits to write in."""
        self.ops = append(self.ops, i64(event.op))
        self.seats = append(self.seats, i64(event.seat))
        self.whats = append(self.whats, i64(event.what))
        self.amounts = append(self.amounts, i64(event.amount))
        self.tells = append(self.tells, tells)
        self.views.append(view)

    def forget(self) -> None:
        """Nobody has chosen anything yet."""
        for place in range(SORTS * MAX_SEATS):
            self.logs[place] = 0.0

    def total(self) -> float:
        """The logarithm of how likely all choices were, whatever sort each seat is of."""
        total = 0.0
        for seat in range(MAX_SEATS):
            most = self.logs[SORTS * seat]
            for sort in range(1, SORTS):
                if self.logs[SORTS * seat + sort] > most:
                    most = self.logs[SORTS * seat + sort]
            chance = 0.0
            for sort in range(SORTS):
                chance += self.shares[sort] * exp(self.logs[SORTS * seat + sort] - most)
            total += most + log(chance)
        return total

    def lay_out(self, worth: i64) -> None:
        """One more choice, worth so much to the player by rules."""
        if self.number < MOST_CHOICES:
            self.worths[self.number] = worth
            self.number += 1

    def chose(self, seat: i64, kind: i64, chosen: i64) -> None:
        """The seat took the choice of this worth from those laid out, which are swept away."""
        if self.number > 1:
            for sort in range(SORTS):
                self.logs[SORTS * seat + sort] += log(self.chance(sort, kind, chosen))
        self.number = 0

    def chance(self, sort: i64, kind: i64, chosen: i64) -> float:
        """How likely this sort of player takes the choice of this worth from those laid out."""
        temperature = self.temperatures[sort][kind]
        total = 0.0
        for place in range(self.number):
            better = float(self.worths[place] - chosen) / temperature
            total += exp(better if better < STEEPEST else STEEPEST)
        errors = self.errors[sort][kind]
        return (1.0 - errors) / total + errors / float(self.number)
