"""Many games of one kind of table side by side: one call steps them all, and says what the asked seats see and may do.

Buffers are written in place and stay where they are, so that `batch.py` can show them as arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from tavern_engine.chance import Rng, luck
from tavern_engine.encode import Encoder
from tavern_engine.errors import IllegalAction
from tavern_engine.masks import Masks, Worth
from tavern_engine.state import ASKED, SEED_A, SEED_B, Policy, RandomPolicy, State, numbers, zeros

LUCKY: Final = 3  # words of luck for each game: two are its seed, one is for the policies
ALL_FINE: Final = -1


class Hall:
    """The games, and for each of them the view of the seat that is asked, its legal actions, and how it ended.

    Seats with a policy are played inside; a game that ends makes room for the next one at once.
    """

    def __init__(
        self,
        encoder: Encoder,
        masks: Masks,
        worth: Worth,
        blank: State,
        begin: Callable[[State], None],
        codes: list[int],
        games: int,
        policies: list[Policy | None],
        careful: bool,
    ) -> None:
        self.encoder = encoder
        self.masks = masks
        self.worth = worth
        self.blank = blank  # a table that is set out
        self.begin = begin
        self.codes = numbers(codes)  # of every action by its number
        self.actions: i64 = len(codes)
        self.size: i64 = games
        self.policies = policies
        self.careful = careful  # code of others may fail in the middle of a step, which is then taken back
        self.seed_a: i64 = 0
        self.seed_b: i64 = 0
        self.games: list[State] = []
        self.rngs: list[Rng] = []
        self.dice = Rng(0)  # for those who want to play at random
        self.begun = zeros(games)  # how many games each room has seen
        self.asked = zeros(games)
        self.chosen = zeros(games)
        self.ended = vec[u8](bytes(games))

    def reset(self, seed_a: int, seed_b: int) -> None:
        """Begin all games anew, with the luck of these two words."""
        if not self.careful or len(self.games) < self.size:
            self.begin_all(seed_a, seed_b)
            return
        before = Before(self)
        try:
            self.begin_all(seed_a, seed_b)
        except BaseException:
            before.restore(self)
            raise

    def begin_all(self, seed_a: int, seed_b: int) -> None:
        """Likewise; if that fails, some games are new and others old."""
        self.seed_a = i64(seed_a)
        self.seed_b = i64(seed_b)
        self.dice = Rng(int(luck(self.seed_a, self.seed_b, -1, 0)))
        self.games = []
        self.rngs = []
        for room in range(self.size):
            self.begun[room] = 0
            self.games.append(self.blank)
            self.rngs.append(self.dice)
            self.ended[room] = 0
            self.worth.clear(room)
            self.go_on(room, self.fresh(room), False)

    def fresh(self, room: i64) -> State:
        """The next game of a room, at its first decision."""
        a = self.seed_a
        b = self.seed_b
        count = LUCKY * self.begun[room]
        self.begun[room] += 1
        state = self.blank.clone()
        state.w[SEED_A] = luck(a, b, room, count)
        state.w[SEED_B] = luck(a, b, room, count + 1)
        self.rngs[room] = Rng(int(luck(a, b, room, count + 2)))
        self.begin(state)
        self.games[room] = state
        return state

    def step(self, actions: Any) -> int:
        """Play one action in every game, each a number of the action space.

        Returns the first game whose action is not legal, and then nothing has changed; else ALL_FINE.
        """
        chosen = vec[i64](actions)
        masks = self.masks.out
        span = self.actions
        for room in range(self.size):
            action = chosen[room]
            if action < 0 or action >= span or masks[span * room + action] == 0:
                return int(room)
        if not self.careful:
            self.move_all(chosen)
            return ALL_FINE
        before = Before(self)
        try:
            self.move_all(chosen)
        except BaseException:
            before.restore(self)
            raise
        return ALL_FINE

    def move_all(self, chosen: vec[i64]) -> None:
        """Play these actions; if that fails, some games have moved and others not."""
        codes = self.codes
        for room in range(self.size):
            if self.ended[room] != 0:
                self.ended[room] = 0
                self.worth.clear(room)
            state = self.games[room]
            state.move(codes[chosen[room]])
            self.go_on(room, state, True)

    def go_on(self, room: i64, state: State, counts: bool) -> None:
        """Let the policies play, and the next game begin if this one ends, until somebody else is asked.

        Only the first end counts, and only if somebody else has played in that game.
        """
        seat = state.w[ASKED]
        while True:
            if seat < 0:
                if counts:
                    self.ended[room] = 1
                    self.worth.note(room, state)
                    counts = False
                state = self.fresh(room)
            else:
                policy = self.policies[seat]
                if policy is None:
                    break
                self.play(state, policy, self.rngs[room])
            seat = state.w[ASKED]
        self.asked[room] = seat
        self.encoder.write(state, seat, room)
        self.masks.mark(room, state)

    def play(self, state: State, policy: Policy, rng: Rng) -> None:
        """One decision of a policy."""
        action = policy.choose(state, rng)
        if not isinstance(policy, RandomPolicy) and not state.allows(action):
            raise IllegalAction(f"A policy of the batch chose action {action}, which is not legal now.")
        state.move(action)

    def choose_at_random(self) -> None:
        """Put a legal action for every game into `chosen`, all equally likely."""
        chosen = self.chosen
        masks = self.masks
        for room in range(self.size):
            chosen[room] = masks.listed[self.actions * room + self.dice.below(masks.legal[room])]


class Before:
    """All that a step or a reset changes in a hall, to be put back if it fails."""

    def __init__(self, hall: Hall) -> None:
        self.seed_a = hall.seed_a
        self.seed_b = hall.seed_b
        self.games = [state.clone() for state in hall.games]
        self.luck = [rng.state for rng in hall.rngs]
        self.dice = hall.dice.state
        self.begun = hall.begun[:]
        self.asked = hall.asked[:]
        self.ended = hall.ended[:]
        self.places = hall.worth.places[:]
        self.rewards = hall.worth.rewards[:]

    def restore(self, hall: Hall) -> None:
        """Put it back, in the same buffers: only views are shown again, from the states."""
        hall.seed_a = self.seed_a
        hall.seed_b = self.seed_b
        hall.games = self.games
        hall.rngs = [Rng(0) for _ in self.luck]
        hall.dice = Rng(0)
        hall.dice.state = self.dice
        for at in range(i64(len(self.places))):
            hall.worth.places[at] = self.places[at]
            hall.worth.rewards[at] = self.rewards[at]
        for room in range(hall.size):
            hall.rngs[room].state = self.luck[room]
            hall.begun[room] = self.begun[room]
            hall.asked[room] = self.asked[room]
            hall.ended[room] = self.ended[room]
            hall.encoder.write(self.games[room], self.asked[room], room)
            hall.masks.mark(room, self.games[room])
