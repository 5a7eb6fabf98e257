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
from tavern_engine.errors import BadSetup, IllegalAction
from tavern_engine.state import ASKED, SEED_A, SEED_B, Policy, RandomPolicy, State, numbers

LUCKY: Final = 3  # words of luck for each game: two are its seed, one is for the policies
ALL_FINE: Final = -1


class Hall:
    """The games, and for each of them the view of the seat that is asked, its legal actions, and how it ended.

    Seats with a policy are played inside; a game that ends makes room for the next one at once.
    """

    def __init__(
        self,
        encoder: Encoder,
        blank: State,
        begin: Callable[[State], None],
        codes: list[int],
        numbers_of: list[int],
        games: int,
        policies: list[Policy | None],
    ) -> None:
        seats = len(policies)
        self.encoder = encoder
        self.blank = blank  # a table that is set out
        self.begin = begin
        self.codes = numbers(codes)  # of every action by its number
        self.number_of = numbers(numbers_of)  # the number of every code, or -1
        self.actions: i64 = len(codes)
        self.size: i64 = games
        self.seats: i64 = seats
        self.policies = policies
        self.point: i64 = 0  # what a point is in a score, where leads are paid; else places are
        self.seed_a: i64 = 0
        self.seed_b: i64 = 0
        self.games: list[State] = []
        self.rngs: list[Rng] = []
        self.dice = Rng(0)  # for those who want to play at random
        self.begun = numbers([0] * games)  # how many games each room has seen
        self.asked = numbers([0] * games)
        self.places = numbers([0] * (games * seats))
        self.listed = numbers([0] * (games * len(codes)))  # the numbers of what is legal,
        self.legal = numbers([0] * games)  # and how many there are
        self.scratch = numbers([0] * len(codes))
        self.chosen = numbers([0] * games)
        self.scores = numbers([0] * seats)
        self.masks = vec[u8](bytes(games * len(codes)))
        self.ended = vec[u8](bytes(games))
        self.rewards = vec[float]([0.0] * (games * seats))

    def reset(self, seed_a: int, seed_b: int) -> None:
        """Begin all games anew, with the luck of these two words."""
        self.seed_a = i64(seed_a)
        self.seed_b = i64(seed_b)
        self.dice = Rng(int(luck(self.seed_a, self.seed_b, -1, 0)))
        self.games = []
        self.rngs = []
        for room in range(self.size):
            self.begun[room] = 0
            self.games.append(self.blank)
            self.rngs.append(self.dice)
            self.forget_end(room)
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
        masks = self.masks
        span = self.actions
        for room in range(self.size):
            action = chosen[room]
            if action < 0 or action >= span or masks[span * room + action] == 0:
                return int(room)
        codes = self.codes
        for room in range(self.size):
            if self.ended[room] != 0:
                self.forget_end(room)
            state = self.games[room]
            state.move(codes[chosen[room]])
            self.go_on(room, state, True)
        return ALL_FINE

    def go_on(self, room: i64, state: State, counts: bool) -> None:
        """Let the policies play, and the next game begin if this one ends, until somebody else is asked.

        Only the first end counts, and only if somebody else has played in that game.
        """
        seat = state.w[ASKED]
        while True:
            if seat < 0:
                if counts:
                    self.note_end(room, state)
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
        self.mark(room, state)

    def play(self, state: State, policy: Policy, rng: Rng) -> None:
        """One decision of a policy."""
        action = policy.choose(state, rng)
        if not isinstance(policy, RandomPolicy) and not state.allows(action):
            raise IllegalAction(f"A policy of the batch chose action {action}, which is not legal now.")
        state.move(action)

    def mark(self, room: i64, state: State) -> None:
        """Say what is legal now."""
        masks = self.masks
        listed = self.listed
        scratch = self.scratch
        number_of = self.number_of
        base = self.actions * room
        for place in range(base, base + self.legal[room]):
            masks[base + listed[place]] = 0
        total = state.list_legal(scratch)
        for i in range(total):
            number = number_of[scratch[i]]
            if number < 0:
                raise BadSetup(f"Action {scratch[i]} is legal, but the game says that no play can reach it.")
            masks[base + number] = 1
            listed[base + i] = number
        self.legal[room] = total

    # Ends.

    def forget_end(self, room: i64) -> None:
        """Nothing has ended in this room with the step to come."""
        self.ended[room] = 0
        for at in range(self.seats * room, self.seats * (room + 1)):
            self.rewards[at] = 0.0
            self.places[at] = 0

    def note_end(self, room: i64, state: State) -> None:
        """Write down places, and what they are worth: 1 for a seat that beat all others, -1 for one that beat none.

        Seats of one team are no others to each other. Where leads are paid it is the points ahead of the best other.
        """
        self.ended[room] = 1
        seats = self.seats
        scores = self.scores
        for seat in range(seats):
            scores[seat] = self.score_of(state, seat)
        for seat in range(seats):
            mine = scores[seat]
            better: i64 = 0
            worse: i64 = 0
            ahead: i64 = 0
            others: i64 = 0
            best = mine
            for other in range(seats):
                theirs = scores[other]
                if theirs > mine:
                    ahead += 1
                if state.team(other) != state.team(seat):
                    if others == 0 or theirs > best:
                        best = theirs
                    others += 1
                    if theirs > mine:
                        better += 1
                    elif theirs < mine:
                        worse += 1
            self.places[seats * room + seat] = ahead + 1
            reward = float(worse - better) / float(others)
            if self.point > 0:
                reward = float(mine - best) / float(self.point)
            self.rewards[seats * room + seat] = reward

    def score_of(self, state: State, seat: i64) -> i64:
        """The score of a seat; a team has one, which may take long to work out."""
        for other in range(seat):
            if state.team(other) == state.team(seat):
                return self.scores[other]
        return state.score(seat)

    def choose_at_random(self) -> None:
        """Put a legal action for every game into `chosen`, all equally likely."""
        chosen = self.chosen
        for room in range(self.size):
            chosen[room] = self.listed[self.actions * room + self.dice.below(self.legal[room])]
