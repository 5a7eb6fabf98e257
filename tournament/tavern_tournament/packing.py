"""The moves of a game as one number: at each decision, which of the legal actions it was.

The rules say what is legal, so nothing has to be written down for a decision but a choice among few, and less for one
that bots of its kind like. How much they like each action is learned from some of the games, and kept as a byte for
each action. The number is then as long as the choices were unlikely: a choice whose part of all liking is 1/4 adds two
bits. To unpack it is to play the game again; afterwards nothing of the number is left.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import log2
from typing import Final

from tavern_engine import State, TavernError

STEPS: Final = 4  # of a byte of liking, that double it
MIDDLE: Final = 40  # the byte of an action that nobody has chosen or left yet
MOST: Final = 80
ROUNDS: Final = 10  # of learning: each takes into account how much the other actions were liked
PRIOR: Final = 0.5  # choices that are imagined besides, so that nothing is impossible

Likings = Mapping[str, bytes]  # by kind of bot, then by action


class CannotPack(TavernError):
    """Moves that the rules do not allow, or that are none."""


WEIGHTS: Final = [max(1, round(2 ** (step / STEPS))) for step in range(MOST + 1)]


class Chooser:
    """What bots of each seat like, as whole numbers by action."""

    def __init__(self, kinds: Sequence[str], likings: Likings) -> None:
        tables = {kind: [WEIGHTS[step] for step in likings[kind]] for kind in set(kinds) & likings.keys()}
        self._by_seat = [tables.get(kind) for kind in kinds]

    def ends(self, seat: int, legal: Sequence[int]) -> list[int]:
        """Where the share of each legal action in all liking ends."""
        weights = self._by_seat[seat]
        if weights is None:
            return list(range(1, len(legal) + 1))
        return list(accumulate([weights[action] for action in legal]))


def packed(state: State, actions: Iterable[int], chooser: Chooser) -> int:
    """The number for these actions, played on in a state of their game, or CannotPack."""
    steps: list[tuple[int, int, int]] = []  # where a share begins, its size, and all of them together
    for legal, seat, action in played(state, actions):
        ends = chooser.ends(seat, legal)
        place = legal.index(action)
        start = ends[place - 1] if place else 0
        steps.append((start, ends[place] - start, ends[-1]))
    number = 0
    for start, size, total in reversed(steps):
        number = number // size * total + start + number % size
    return number


def unpacked(state: State, number: int, count: int, chooser: Chooser) -> list[int]:
    """So many actions that were packed in a number; CannotPack if it is not of this game."""
    actions = []
    for _ in range(count):
        seat = int(state.seat())
        if seat < 0:
            raise CannotPack("the game ends before its moves do")
        legal = state.legal()
        ends = chooser.ends(seat, legal)
        number, place = divmod(number, ends[-1])
        chosen = bisect_right(ends, place)
        start = ends[chosen - 1] if chosen else 0
        number = number * (ends[chosen] - start) + place - start
        actions.append(legal[chosen])
        state.move(legal[chosen])
    if number:
        raise CannotPack("they are of another game")
    return actions


def played(state: State, actions: Iterable[int]) -> Iterable[tuple[list[int], int, int]]:
    """The legal actions, the seat and the action of each decision, or CannotPack if one is not legal."""
    for number, action in enumerate(actions, start=1):
        legal, seat = state.legal(), int(state.seat())
        if seat < 0 or action not in legal:
            raise CannotPack(f"move {number} is not legal")
        yield legal, seat, action
        state.move(action)


class Learner:
    """Finds out how much bots of each kind like each action, from what they chose among."""

    def __init__(self, actions: int) -> None:
        self._actions = actions  # that the game has
        self._choices: dict[str, list[list[int]]] = {}  # by kind: what there was to choose from
        self._chosen: dict[str, list[int]] = {}  # by kind and action: how often

    def take(self, kind: str, legal: list[int], action: int) -> None:
        self._choices.setdefault(kind, []).append(legal)
        self._chosen.setdefault(kind, [0] * self._actions)[action] += 1

    def likings(self) -> dict[str, bytes]:
        """The byte of each action by kind: those of a choice are liked in proportion to how often each is chosen."""
        return {kind: self._likings(kind) for kind in sorted(self._choices)}

    def _likings(self, kind: str) -> bytes:
        liked = [1.0] * self._actions
        chosen = self._chosen[kind]
        for _ in range(ROUNDS):
            expected = [0.0] * self._actions
            for legal in self._choices[kind]:
                share = 1 / sum([liked[action] for action in legal])
                for action in legal:
                    expected[action] += share
            liked = [(times + PRIOR) / (most + PRIOR) for times, most in zip(chosen, expected, strict=True)]
        return bytes(min(MOST, max(0, MIDDLE + round(STEPS * log2(each)))) for each in liked)
