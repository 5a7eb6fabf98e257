"""Swiss rounds, for many bots: in each round everybody meets others of about its own rating, and nobody twice.

A round is a function of the results of all rounds before it, so a Swiss league goes from round to round as others do
from epoch to epoch (`epochs`). At every kind of table the bots are taken by rating, best first: the first who has no
seat yet sits down with those next below whom nobody at that table has met. Where that leaves others with nobody but
whom they met, choices are taken back, the last one first. Only when there is no other way, or none that is found in a
fixed number of steps, do some meet again, and as few as are found to be enough.

Where the bots do not fill all tables, those sit out who have done so least often, of these the lowest. Before the first
round, and between equals, a lot decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, count, islice
from statistics import fmean
from typing import TYPE_CHECKING, Final

from tavern_tournament.ratings.finish import MU
from tavern_tournament.schedule import Fixture, LineUp, Meetings

if TYPE_CHECKING:
    from tavern_tournament.ratings.rate import Rating

STEPS: Final = 300  # of a search for a round in which so few meet again
TRIES: Final = 40  # of it, each time with others looking for company first
OTHERS: Final = 8  # who could as fairly sit out, so that nobody meets again


@dataclass(frozen=True)
class Rounds:
    """The rounds of one kind of table."""

    bots: Sequence[str]  # who plays there, in the order of their lots
    seats: int  # of a line-up
    deals: int  # that a line-up plays in a round
    number: int  # of rounds
    fixtures: Callable[[Sequence[LineUp]], list[Fixture]]  # line-ups with the deals of one round

    def after(self, fixtures: Sequence[Fixture], ratings: Sequence[Rating]) -> list[Fixture]:
        """These fixtures with those of one more round, now that they have come to these ratings; or all, as they are.

        How often bots sat and met is in the fixtures: nothing else has to be kept from round to round.
        """
        blocks = len(self.bots) // self.seats * self.deals  # in a round
        if sum(fixture.deals for fixture in fixtures) >= self.number * blocks:
            return list(fixtures)
        meetings = Meetings([])
        for fixture in fixtures:
            meetings.count(fixture.bots, fixture.deals // self.deals)
        line_ups = set(next_line_ups(self._ranked(ratings), meetings, self.seats))
        grown = [replace(one, deals=one.deals + self.deals) if one.bots in line_ups else one for one in fixtures]
        return [*grown, *self.fixtures(sorted(line_ups.difference(one.bots for one in fixtures)))]

    def _ranked(self, ratings: Sequence[Rating]) -> list[str]:
        """The bots, best first; who has no game yet is taken for average."""
        known = {rating.bot: rating.mu for rating in ratings}
        average = fmean(known.values()) if known else MU
        return sorted(self.bots, key=lambda bot: -known.get(bot, average))


def next_line_ups(ranked: Sequence[str], meetings: Meetings, seats: int) -> list[LineUp]:
    """Who sits with whom in the next round, when bots stand like this, best first, and have met so often."""
    outs = list(islice(_sitting_out(ranked, meetings, seats), OTHERS))
    fields = [[bot for bot in ranked if bot not in out] for out in outs]
    searches = chain(((field, 0) for field in fields), ((fields[0], 2**power) for power in count()))
    found = (
        [tuple(sorted(field[number] for number in group)) for group in groups]
        for field, most in searches
        if (groups := Seating(_met(field, meetings), seats, most).found()) is not None
    )
    return next(found)


def _sitting_out(ranked: Sequence[str], meetings: Meetings, seats: int) -> Iterator[set[str]]:
    """Who sits out, and who else could as fairly: of those who sat at a table most often the lowest."""
    lowest_first = list(reversed(ranked))
    order = sorted(lowest_first, key=lambda bot: -meetings.sat[bot])
    number = len(ranked) % seats
    last = meetings.sat[order[number - 1]] if number else 0
    surely = [bot for bot in order[:number] if meetings.sat[bot] > last]
    equals = [bot for bot in order if meetings.sat[bot] == last]
    for others in combinations(equals, number - len(surely)):
        yield {*surely, *others}


def _met(field: Sequence[str], meetings: Meetings) -> list[list[int]]:
    """How much more often each pair met than the pair that did so least."""
    found = [[meetings.met[min(one, other), max(one, other)] for other in field] for one in field]
    least = min((times for number, own in enumerate(found) for times in own[:number]), default=0)
    return [[times - least for times in own] for own in found]


class Seating:
    """A search for groups of bots that stand next to each other; bots are numbers, and sets of them are bits."""

    def __init__(self, met: Sequence[Sequence[int]], seats: int, most: int) -> None:
        """`most` is how often bots may meet again, all of them together."""
        self.met = met
        self.seats = seats
        self.most = most
        self.order = list(range(len(met)))  # in which they look for company
        self.new = [sum(1 << other for other, times in enumerate(own) if not times) for own in met]  # and themselves
        self.free = (1 << len(met)) - 1
        self.seated: list[int] = []  # group after group
        self.again = [0]  # meetings among them, as each sat down

    def found(self) -> list[list[int]] | None:
        """The groups; None if there are none, or none that are found in so many steps."""
        for _ in range(TRIES):
            left_over = self._search()
            if not left_over:
                break
            # Who found no seat looks for company first.
            self.order.sort(key=lambda number: not left_over >> number & 1)
        if self.free:
            return None
        return [self.seated[at : at + self.seats] for at in range(0, len(self.seated), self.seats)]

    def _search(self) -> int:
        """Seat everybody; who was left over when most had seats, if that came to no end; nobody if it did."""
        while self.seated:
            self._take_back()
        choices = [self._next()]
        fewest = self.free
        for _ in range(STEPS + len(self.met)):
            choice = next(choices[-1], None)
            if choice is not None:
                self._seat(*choice)
                if not self.free:
                    return 0
                fewest = min(fewest, self.free, key=int.bit_count)
                choices.append(self._next())
            elif self.seated:
                choices.pop()
                self._take_back()
            else:
                return 0
        return fewest

    def _next(self) -> Iterator[tuple[int, int]]:
        """Who may sit down next, and how many meet again then: those who have met nobody there first, nearest first."""
        head, *others = self.seated[len(self.seated) // self.seats * self.seats :] or [-1]
        if head < 0:
            first = next(number for number in self.order if self.free >> number & 1)
            return iter([(0, first)] if self._all_can_sit() else [])
        last = max((abs(other - head), other) for other in others) if others else (0, head)
        left = self.most - self.again[-1]
        found = []
        for number in _numbers(self.free):
            place = abs(number - head), number
            if place > last:  # each group in one order only
                again = sum(self.met[number][other] for other in (head, *others))
                found.append((again, place))
        return iter([(again, number) for again, (_, number) in sorted(found) if again <= left])

    def _all_can_sit(self) -> bool:
        """Whether everybody without a seat could still find a table of new faces, if nobody may meet again any more."""
        if self.again[-1] < self.most:
            return True
        return all((self.new[number] & self.free).bit_count() >= self.seats for number in _numbers(self.free))

    def _seat(self, again: int, number: int) -> None:
        self.again.append(self.again[-1] + again)
        self.seated.append(number)
        self.free ^= 1 << number

    def _take_back(self) -> None:
        self.again.pop()
        self.free ^= 1 << self.seated.pop()


def _numbers(bits: int) -> Iterator[int]:
    """The members of a set of bits."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
