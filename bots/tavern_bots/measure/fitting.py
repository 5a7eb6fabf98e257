"""Fits habits to play: whose choices are how sharp, by the likelihood of what many bots chose with the hands they had.

The bots differ in what they value, in how often they err and in how they search, so that the habits are those of
players in general. Which sort each of them is of is not told: it begins with those who play by the rules, by rules of
their own, and by search, and then everybody is counted in each sort as likely as it fits (expectation maximisation).
Nothing is fitted to every fourth game: what the fit is worth is measured there. Last comes how much all choices
together count: as much as lets the true hands be drawn most often among worlds that the same seat could have sampled.
We took that over the mean logarithm of their weight, which fears nothing more than to be sure of something wrong: a
search averages over what it draws.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from math import exp, log
from typing import Final

from tavern_bots.api import Clock
from tavern_bots.asked import Asked, own_output
from tavern_bots.fitted import Fit, Trust
from tavern_bots.habits import NO_HABIT, SORTS, Habits
from tavern_bots.measure.strength import bot_of
from tavern_engine import Game, LookBack, Rng, State, Table
from tavern_engine.chance import seed_words

#: Whose play habits are fitted to, the sort that each begins with; measurements are made against other styles.
BOTS: Final = {
    "rules": 0,
    "rules:style=11": 1,
    "rules:style=12": 1,
    "rules:style=13,errors=0.05": 1,
    "rules:errors=0.1": 1,
    "flat:simulations=60,rollout=random": 2,
    "flat:simulations=60": 2,
    "mcts:simulations=100": 2,
}
HELD_OUT: Final = 4  # one game of so many
PER_SEAT: Final = 40  # decisions of a seat that are kept, by lot
MOST_SEATS: Final = 4
TIMES: Final = 3  # that everybody is counted anew

ANY: Final = 1e9  # a temperature at which all choices are alike
TINY: Final = 1e-6  # the errors of who makes none
TEMPERATURES: Final = tuple(2.0**power for power in range(-3, 10))
ERRORS: Final = (0.003, 0.01, 0.03, 0.1, 0.3)
FINER: Final = (0.6, 0.77, 1.0, 1.3, 1.7)

MOMENTS: Final = 4  # decisions of a seat at which its beliefs are tried
EVERY: Final = 9  # of its decisions
WORLDS: Final = 24  # beside the true one
POWERS: Final = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

Numbers = tuple[float, float]  # a temperature and errors


@dataclass
class Sitting:
    """One bot in one game: what was true when it was asked, what it chose, and how likely it is of which sort."""

    sorts: list[float]
    chosen: list[tuple[State, int]] = field(default_factory=list)
    moments: list[tuple[State, LookBack]] = field(default_factory=list)  # what it could look back on now and then


def sittings(rules: Game, habits: Habits, seed: str, number: int) -> Iterator[list[Sitting]]:
    """Who chose what in so many games, at tables of all sizes up to four, with the bots in turn."""
    sizes = [size for size in rules.sizes if size <= MOST_SEATS]
    bots = list(BOTS)
    for deal in range(number):
        line_up = [
            bots[(deal * MOST_SEATS + seat * (1 + deal // len(bots))) % len(bots)]
            for seat in range(sizes[deal % len(sizes)])
        ]
        yield play(rules, habits, f"{seed} game {deal}", line_up)


def play(rules: Game, habits: Habits, seed: str, line_up: Sequence[str]) -> list[Sitting]:
    """Some decisions of every seat of a game, by lot, for which there is a habit."""
    table = Table(rules, len(line_up), seed)
    rng = Rng(seed_words(seed)[0])
    found = [Sitting([0.8 if sort == BOTS[text] else 0.1 for sort in range(SORTS)]) for text in line_up]
    asked = [0] * len(line_up)
    looks = [rules.look_back(len(line_up), {}, seat) for seat in range(len(line_up))]
    with own_output():
        bots = []
        for seat, text in enumerate(line_up):
            place = bot_of(text).place(rules, seat, len(line_up), Rng(int(rng.next())), rules.checked_options({}))
            bots.append(Asked(bot_of(text), place, sys.stderr))
        while not table.over:
            seat, infoset = table.ask()
            action = bots[seat].choose(infoset, (), Clock())
            state = table.truth()
            looks[seat].see(table.news(seat))
            if asked[seat] % EVERY == EVERY - 1 and len(found[seat].moments) < MOMENTS:
                kept = copy(looks[seat])
                kept.steps = list(kept.steps)
                found[seat].moments.append((state, kept))
            if habits.kind(state) != NO_HABIT:
                asked[seat] += 1
                chosen = found[seat].chosen
                if len(chosen) < PER_SEAT:
                    chosen.append((state, action))
                elif (at := int(rng.below(asked[seat]))) < PER_SEAT:
                    chosen[at] = (state, action)
            table.answer(action)
    return found


def fit(habits: Habits, fitted_to: Sequence[Sitting], held_out: Sequence[Sitting]) -> dict[str, Fit]:
    """The best numbers of every kind and sort, set in the habits too, and what they are worth on what was held out."""
    habits.shares = [1 / SORTS] * SORTS  # whatever was fitted before does not matter
    concerned = {kind: concerning(habits, kind, fitted_to) for kind in range(len(habits.kinds))}
    for time in range(TIMES):
        for sort in range(SORTS):
            for kind, those in concerned.items():
                best = (habits.temperatures[sort][kind], habits.errors[sort][kind])
                for temperatures, errors in ((TEMPERATURES, ERRORS), (FINER, FINER))[min(time, 1) :]:
                    near = best if temperatures is FINER else (1.0, 1.0)
                    tries = [(t * near[0], min(e * near[1], 0.9)) for t in temperatures for e in errors]
                    best = max(tries, key=lambda one: likelihood(habits, sort, kind, those, one))
                set_numbers(habits, sort, kind, (round(best[0], 4), round(best[1], 5)))
        count_anew(habits, fitted_to)
    count_anew(habits, held_out, shares=False)
    return {name: worth(habits, kind, concerned[kind], held_out) for kind, name in enumerate(habits.kinds)}


def worth(habits: Habits, kind: int, fitted_to: Sequence[Sitting], held_out: Sequence[Sitting]) -> Fit:
    """The numbers of a kind, and by how much they beat a choice at random on what was held out."""
    those = concerning(habits, kind, held_out)
    fits = [(habits.temperatures[sort][kind], habits.errors[sort][kind]) for sort in range(SORTS)]
    gain = 0.0
    for sort, numbers in enumerate(fits):
        gain += likelihood(habits, sort, kind, those, numbers) - likelihood(habits, sort, kind, those, (ANY, TINY))
        set_numbers(habits, sort, kind, numbers)
    decisions = sum(len(one.chosen) for one in those)
    number = sum(len(one.chosen) for one in fitted_to)
    return Fit([one[0] for one in fits], [one[1] for one in fits], number, gain / max(1, decisions))


def set_numbers(habits: Habits, sort: int, kind: int, numbers: Numbers) -> None:
    habits.temperatures[sort][kind], habits.errors[sort][kind] = numbers


def likelihood(habits: Habits, sort: int, kind: int, those: Sequence[Sitting], numbers: Numbers) -> float:
    """The log-likelihood of what was chosen with these numbers, each choice as much as its bot is of the sort."""
    set_numbers(habits, sort, kind, numbers)
    return sum(one.sorts[sort] * judged(habits, one.chosen)[sort] for one in those)


def judged(habits: Habits, chosen: Sequence[tuple[State, int]]) -> list[float]:
    """The log-likelihood of what one bot chose, by sort."""
    habits.forget()
    for state, action in chosen:
        habits.judge(state, action)
    return [sum(habits.logs[sort::SORTS]) for sort in range(SORTS)]


def concerning(habits: Habits, kind: int, those: Sequence[Sitting]) -> list[Sitting]:
    """The same with only the decisions on which the numbers of a kind have a say."""
    kept = (habits.temperatures[0][kind], habits.errors[0][kind])
    found = []
    for one in those:
        mine = Sitting(one.sorts)
        for choice in one.chosen:
            with_errors = []
            for errors in (0.1, 0.5):
                set_numbers(habits, 0, kind, (1.0, errors))
                with_errors.append(judged(habits, [choice])[0])
            if with_errors[0] != with_errors[1]:
                mine.chosen.append(choice)
        found.append(mine)
    set_numbers(habits, 0, kind, kept)
    return found


def count_anew(habits: Habits, those: Sequence[Sitting], shares: bool = True) -> None:
    """How likely every bot is of which sort, and if asked so how many there are of each."""
    for one in those:
        logs = [log(share) + each for share, each in zip(habits.shares, judged(habits, one.chosen), strict=True)]
        weights = [exp(each - max(logs)) for each in logs]
        one.sorts[:] = [weight / sum(weights) for weight in weights]
    if shares:
        habits.shares = [round(sum(one.sorts[sort] for one in those) / len(those), 3) for sort in range(SORTS)]


def trust(habits: Habits, fitted_to: Sequence[Sitting], held_out: Sequence[Sitting]) -> Trust:
    """The power that serves best, set in the habits too, and what beliefs are worth with it on what was held out."""
    habits.power = 1.0
    mine = [weights(habits, *moment) for one in fitted_to for moment in one.moments]
    theirs = [weights(habits, *moment) for one in held_out for moment in one.moments]
    habits.power = max(POWERS, key=lambda power: sum(drawn(power, *one) for one in mine))
    return Trust(habits.power, sum(drawn(habits.power, *one) for one in theirs) / max(1, len(theirs)))


def weights(habits: Habits, truth: State, look_back: LookBack) -> tuple[float, list[float]]:
    """The logarithms of the weights of the truth and of worlds sampled for who looks back."""
    habits.remember(look_back)
    infoset = truth.observe(look_back.seat)
    worlds = [habits.weigh(infoset.sample(Rng(number)), Rng(number)) for number in range(WORLDS)]
    return habits.weigh(truth, Rng(WORLDS)), worlds


def drawn(power: float, truth: float, worlds: Sequence[float]) -> float:
    """How many times as often the true world is drawn as if all were alike."""
    most = max(truth, *worlds)
    total = sum(exp(power * (each - most)) for each in (truth, *worlds))
    return (1 + len(worlds)) * exp(power * (truth - most)) / total
