"""Many games at once for learners: arrays of what the asked seats see, what they may do, and how games end.

The arrays are the same objects after every step, with new numbers in them: copy what you want to keep. They cannot be
written to, for only what changes is written anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tavern_engine.chance import seed_words
from tavern_engine.encode import Encoder
from tavern_engine.errors import BadSetup, IllegalAction, TavernError
from tavern_engine.game import Game, Value, did_you_mean
from tavern_engine.guard import NOT_ITS_OWN, blame, packages_behind
from tavern_engine.hall import ALL_FINE, Hall
from tavern_engine.masks import Worth
from tavern_engine.registry import game as game_of_id
from tavern_engine.state import Policy, State
from tavern_engine.whole import is_whole, shown

__all__ = ["Batch", "Step"]

REWARDS: Final = ("placement", "lead")
MOST_GAMES: Final = 1_000_000


class Step(NamedTuple):
    """How all games stand: row k of every array is game k."""

    observations: NDArray[np.int8]  # what the asked seat sees, as `Batch.encoding` names it
    masks: NDArray[np.bool_]  # which of `Batch.encoding.actions` are legal for it
    asked: NDArray[np.int64]  # which seat that is
    rewards: NDArray[np.float64]  # of every seat, if the game ended with this step; else 0
    ended: NDArray[np.bool_]  # whether it ended: then all the rest is of the next game


class Batch:
    """Games of one kind of table, stepped together; a game that ends makes room for the next at once.

    `seed` decides all luck: the same seed and actions give the same arrays. With `opponents`, policies by seat, those
    seats are played inside, and only the others are asked. Code of others, a game or a policy, that fails in the middle
    of a step leaves the batch as it was before. Rewards go by placement: 1 for a seat that beat all others,
    -1 for one that beat none; or, with "lead", they are the points ahead of the best other.

    >>> from tavern_engine import game
    >>> batch = Batch(game("dragon-vault"), seats=2, n=64, seed=1)
    >>> step = batch.reset()
    >>> for _ in range(200):
    ...     step = batch.step(batch.random_actions())
    >>> step.observations.shape == (64, batch.encoding.size) and bool(step.masks.any(axis=1).all())
    True
    """

    def __init__(
        self,
        game: Game | str,
        seats: int,
        n: int,
        seed: int | str = 0,
        options: Mapping[str, object] | None = None,
        *,
        opponents: Mapping[int, Policy] | None = None,
        rewards: str = "placement",
    ) -> None:
        self.game = game_of_id(game) if isinstance(game, str) else game
        if not isinstance(self.game, Game):
            raise BadSetup(f"A batch needs a game, such as game('dragon-vault'), not {game!r}.")
        self.encoding = self.game.encoding(seats, options)
        self.seats: int = self.encoding.seats
        self.options: dict[str, Value] = self.encoding.options
        self.n = _checked_number(n)
        policies = _checked_opponents({} if opponents is None else opponents, self.seats)
        check_choice("rewards", rewards, REWARDS)
        self._words = seed_words(seed)
        encoder, masks = self.encoding.encoder(self.n), self.encoding.masks(self.n)
        worth = Worth(self.seats, self.n, self.game.point if rewards == "lead" else 0)
        blank = self.game.start(self.seats, (0, 0), self.options)
        codes = list(self.encoding.actions.codes)
        self._strange_policies = not _are_ours(*filter(None, policies))
        careful = self._strange_policies or not _are_ours(self.game)
        self._hall = Hall(encoder, masks, worth, blank, self.game.begin, codes, self.n, policies, careful)
        self._now = Step(
            _rows(encoder.out, np.int8, self.n),
            _rows(masks.out, np.bool_, self.n),
            _rows(self._hall.asked, np.int64, self.n)[:, 0],
            _rows(worth.rewards, np.float64, self.n),
            _rows(self._hall.ended, np.bool_, self.n)[:, 0],
        )
        self.places = _rows(worth.places, np.int64, self.n)  # of games that ended with this step; else 0
        self._chosen = _rows(self._hall.chosen, np.int64, self.n)[:, 0]
        self.reset()

    def reset(self, seed: int | str | None = None) -> Step:
        """Begin all games anew, with the same seed or another."""
        if seed is not None:
            self._words = seed_words(seed)
        try:
            self._hall.reset(*self._words)
        except BaseException as error:
            self._blame(error)
        return self._now

    @property
    def now(self) -> Step:
        """How all games stand."""
        return self._now

    def step(self, actions: ArrayLike) -> Step:
        """Play one action in every game, each a number of `encoding.actions`; if one is not legal, nothing changes."""
        chosen = _as_array(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.n,):
            what = f"an array of {chosen.dtype} of shape {chosen.shape}"
            raise IllegalAction(
                f"A step of this batch takes {self.n} whole numbers, an action for every game, not {what}."
            )
        try:
            wrong = self._hall.step(np.ascontiguousarray(chosen, np.int64))
        except BaseException as error:
            self._blame(error)
        if wrong != ALL_FINE:
            raise IllegalAction(self._refusal(wrong, int(chosen[wrong])))
        return self._now

    def _blame(self, error: BaseException) -> NoReturn:
        """What went wrong in a step, which has been taken back: rules of others that failed are named."""
        package = type(self.game).__module__.partition(".")[0]
        a_policy = self._strange_policies and package not in packages_behind(error)
        if isinstance(error, TavernError) or package in NOT_ITS_OWN or a_policy:
            raise error
        blame(self.game, error)

    def _refusal(self, room: int, action: int) -> str:
        if not 0 <= action < self.encoding.actions.size:
            return f"Game {room}: there is no action {action}: they are 0 to {self.encoding.actions.size - 1}."
        code = self.encoding.actions.codes[action]
        return f"Game {room}: {self.game.refusal(self._hall.games[room], code)}"

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game, all equally likely; the seed decides them, too. Always the same array."""
        self._hall.choose_at_random()
        return self._chosen

    def scaled(self) -> NDArray[np.float32]:
        """The observations as numbers from 0 to 1, each divided by how far it goes; always the same array."""
        return np.multiply(self._now.observations, self.encoding.scale, out=self._floats)

    @cached_property
    def _floats(self) -> NDArray[np.float32]:
        return np.zeros((self.n, self.encoding.size), np.float32)

    def seen_by(self, seat: int) -> NDArray[np.int8]:
        """What this seat sees in every game, asked or not; always the same array for one seat."""
        if not is_whole(seat, 0, self.seats - 1):
            raise BadSetup(f"There is no seat {shown(seat)} at a table of {self.seats}.")
        if seat not in self._watchers:
            self._watchers[seat] = self._watcher()
        writer, rows = self._watchers[seat]
        for room, state in enumerate(self._hall.games):
            writer.write(state, int(seat), room)
        return rows

    @cached_property
    def _watchers(self) -> dict[int, tuple[Encoder, NDArray[np.int8]]]:
        return {}

    def _watcher(self) -> tuple[Encoder, NDArray[np.int8]]:
        encoder = self.encoding.encoder(self.n)
        return encoder, _rows(encoder.out, np.int8, self.n)

    def truth(self, room: int) -> State:
        """A copy of everything in one game, for referees and tests. Never show it to a player."""
        if not is_whole(room, 0, self.n - 1):
            raise BadSetup(f"There is no game {shown(room)} in a batch of {self.n}.")
        return self._hall.games[int(room)].clone()


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise BadSetup unless the value of an argument is one of the choices."""
    if value not in choices:
        words = " or ".join(map(repr, choices))
        raise BadSetup(f"The argument {name} is {words}, not {value!r}.{did_you_mean(value, choices)}")


def _rows(buffer: Any, kind: type[np.generic], rows: int) -> NDArray[Any]:
    """A buffer of the core as an array; both are the same memory."""
    return np.frombuffer(memoryview(buffer), kind).reshape(rows, -1)


def _as_array(actions: ArrayLike) -> NDArray[Any]:
    """What was handed in, as an array of whatever it is."""
    try:
        return np.asarray(actions)
    except Exception:  # lists of different lengths, or whatever a foreign array says to that
        return np.asarray(None)


def _checked_number(n: int) -> int:
    if not is_whole(n, 1, MOST_GAMES):
        raise BadSetup(f"A batch has 1 to {MOST_GAMES:,} games, not {shown(n)}.")
    return int(n)


def _checked_opponents(opponents: Mapping[int, Policy], seats: int) -> list[Policy | None]:
    """The policy of every seat, or None for one that is asked."""
    if not isinstance(opponents, Mapping):
        raise BadSetup(f"Opponents are policies by seat, such as {{1: RandomPolicy()}}, not {opponents!r}.")
    for seat, policy in opponents.items():
        if not is_whole(seat, 0, seats - 1):
            raise BadSetup(f"An opponent sits at a seat from 0 to {seats - 1}, not at {shown(seat)}.")
        if not isinstance(policy, Policy):
            raise BadSetup(f"An opponent is a Policy, such as RandomPolicy(), not {policy!r}.")
    if len(opponents) == seats:
        raise BadSetup("Every seat has an opponent: leave one for the learner.")
    return [opponents.get(seat) for seat in range(seats)]


def _are_ours(*things: object) -> bool:
    """Whether the code of all of these is ours, and so comes to an end of a step."""
    return {type(thing).__module__.partition(".")[0] for thing in things} <= NOT_ITS_OWN
