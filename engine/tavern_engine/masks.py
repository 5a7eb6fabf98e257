"""Which actions are legal, as bytes over the action space of a table, and what games that end are worth."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from tavern_engine.errors import BadSetup
from tavern_engine.state import State, numbers, zeros


class Masks:
    """A buffer of rows, each 1 for every action that is legal in one game; only what changes is written again."""

    def __init__(self, numbers_of: list[int], actions: int, rows: int) -> None:
        self.number_of = numbers(numbers_of)  # the number of every code, or -1
        self.actions: i64 = actions
        self.out = vec[u8](bytes(actions * rows))
        self.listed = zeros(actions * rows)  # the numbers of what is legal,
        self.legal = zeros(rows)  # and how many there are
        self.scratch = zeros(actions)

    def clear(self, row: i64) -> None:
        """Nothing is legal."""
        out = self.out
        listed = self.listed
        base = self.actions * row
        for place in range(base, base + self.legal[row]):
            out[base + listed[place]] = 0
        self.legal[row] = 0

    def mark(self, row: i64, state: State) -> None:
        """What is legal now for the seat that is asked."""
        self.clear(row)
        out = self.out
        listed = self.listed
        scratch = self.scratch
        number_of = self.number_of
        base = self.actions * row
        total = state.list_legal(scratch)
        for i in range(total):
            number = number_of[scratch[i]]
            if number < 0:
                self.legal[row] = i  # what was marked can be cleared
                raise BadSetup(f"Action {scratch[i]} is legal, but the game says that no play can reach it.")
            out[base + number] = 1
            listed[base + i] = number
        self.legal[row] = total


class Worth:
    """What the games of some rows were worth to their seats, and the places; all 0 where none has ended.

    A seat that beat all others gets 1, one that beat none -1; with `point`, what one point is in a score, it gets the
    points by which it is ahead of the best other instead. Seats of one team are no others to each other.
    """

    def __init__(self, seats: int, rows: int, point: int) -> None:
        self.seats: i64 = seats
        self.point: i64 = point
        self.scores = zeros(seats)
        self.places = zeros(seats * rows)
        self.rewards = vec[float]([0.0] * (seats * rows))

    def clear(self, row: i64) -> None:
        """Nothing has ended."""
        for at in range(self.seats * row, self.seats * (row + 1)):
            self.places[at] = 0
            self.rewards[at] = 0.0

    def note(self, row: i64, state: State) -> None:
        """Write down how the game stands, which is how it ended if it is over."""
        for seat in range(self.seats):
            self.scores[seat] = self.score_of(state, seat)
        for seat in range(self.seats):
            self.note_seat(self.seats * row + seat, state, seat)

    def note_seat(self, at: i64, state: State, seat: i64) -> None:
        """The place and the reward of one seat."""
        scores = self.scores
        mine = scores[seat]
        best = mine
        place: i64 = 1
        ahead: i64 = 0
        others: i64 = 0
        for other in range(self.seats):
            theirs = scores[other]
            if theirs > mine:
                place += 1
            if state.team(other) != state.team(seat):
                if others == 0 or theirs > best:
                    best = theirs
                others += 1
                if theirs < mine:
                    ahead += 1
                elif theirs > mine:
                    ahead -= 1
        self.places[at] = place
        if self.point > 0:
            self.rewards[at] = float(mine - best) / float(self.point)
        else:
            self.rewards[at] = float(ahead) / float(others)

    def score_of(self, state: State, seat: i64) -> i64:
        """The score of a seat; a team has one, which may take long to work out."""
        for other in range(seat):
            if state.team(other) == state.team(seat):
                return self.scores[other]
        return state.score(seat)
