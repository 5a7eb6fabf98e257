"""Who plays whom, with which luck, in which seats: a list of games, derived from names alone.

A *line-up* is who sits at a table. A *block* is one deal played by a line-up in all its cyclic seatings, so that
everybody holds every hand; the circular order changes from block to block, and all line-ups play the same deals. Where
bots play whole teams, a line-up has a bot for every team. Ids depend on names, and seeds on the league's seed, its
secret and on names, never on the order of play or on who else takes part.

Which line-ups are planned depends on names too: on who founded the league, and on who joined it, in that order. There
are never more than the league's file allows. Where those are too few for all, whoever joins gets its share of them, and
line-ups of those who met most often make room; all others stay. What has been played counts all the same (`run`).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, islice, permutations
from math import comb, factorial
from typing import TYPE_CHECKING, Any, Final

from tavern_engine import BadSetup

if TYPE_CHECKING:
    from tavern_tournament.shards import Share

MOST_DEALS: Final = 1_000_000  # a line-up

LineUp = tuple[str, ...]


@dataclass(frozen=True)
class Planned:
    """One game of the schedule; `GameResult` has the same names for the same things."""

    table: str
    line_up: str
    deal: int
    turn: int
    bots: LineUp  # by seat
    stamp: str

    @property
    def key(self) -> str:
        """The line-up at its table: `dragon-vault-2/flat+mcts`."""
        return f"{self.table}/{self.line_up}"

    @property
    def id(self) -> str:
        """Its name in the league: `dragon-vault-2/flat+mcts/7/1`."""
        return f"{self.key}/{self.deal}/{self.turn}"


@dataclass(frozen=True)
class Entries:
    """Who may be seated at one kind of table, and how."""

    founders: Sequence[str]  # the bots the league began with
    joined: Sequence[str]  # those that came later, in that order
    seats: int
    most: int  # line-ups
    self_play: bool = False
    challengers: Sequence[str] = ()  # a gauntlet: each of them against those that are none


class Seeds:
    """All luck of a league: digests of names under a key made of its seed and secret, which nobody can turn back."""

    def __init__(self, league_seed: str, secret: str) -> None:
        try:
            written = league_seed.encode()
        except UnicodeEncodeError:
            raise BadSetup(f"A seed is made of whole characters, and {league_seed!r} is not.") from None
        secret_key = bytes.fromhex(secret)  # none, if the seed alone decides
        self._key = hashlib.blake2b(written, key=secret_key, person=b"tavern league").digest()

    def text(self, *names: object) -> str:
        """128 bits for these names, as hexadecimal digits."""
        what = json.dumps([str(name) for name in names]).encode()
        return hashlib.blake2b(what, key=self._key, digest_size=16).hexdigest()

    def number(self, *names: object) -> int:
        """60 bits for these names."""
        return int(self.text(*names)[:15], 16)

    def deal(self, game: str, deal: int) -> str:
        """The luck of a deal: the same for every line-up and seating."""
        return self.text("deal", game, deal)

    def bot(self, game_id: str, seat: int) -> int:
        """The luck of the bot in a seat of a game."""
        return self.number("bot", game_id, seat)

    def stamp(self, *facts: Any) -> str:
        """A digest of all that decides a game, the league's seed and secret included."""
        return self.text("stamp", json.dumps(facts, sort_keys=True))


def how_many(entries: Entries) -> int:
    """How many line-ups there are when a league begins."""
    return min(entries.most, _how_many(entries, entries.founders))


def line_ups(entries: Entries, gone: Set[str] = frozenset()) -> list[LineUp]:
    """All line-ups if they are few enough, else a choice in which every pair meets about equally often.

    Those with bots that are gone are left out; if others could take their place, a balanced choice of them does.
    """
    chosen = [line_up for line_up in _with_everybody(entries, gone) if not gone & set(line_up)]
    present = [bot for bot in (*entries.founders, *entries.joined) if bot not in gone]
    rest = replace(entries, challengers=[bot for bot in entries.challengers if bot not in gone])
    missing = min(entries.most, _how_many(rest, present)) - len(chosen)
    if not gone or missing <= 0 or bool(entries.challengers) != bool(rest.challengers):
        return chosen
    return chosen + _balanced(rest, present, chosen, missing)


def may_meet(entries: Entries, line_up: LineUp, gone: Set[str]) -> bool:
    """Whether a schedule without a cap would have this line-up."""
    present = {*entries.founders, *entries.joined} - gone
    return (
        len(line_up) == entries.seats
        and list(line_up) == sorted(line_up)
        and present.issuperset(line_up)
        and (entries.self_play or len(set(line_up)) == len(line_up))
        and (not entries.challengers or sum(bot in entries.challengers for bot in line_up) == 1)
    )


def _with_everybody(entries: Entries, gone: Set[str]) -> list[LineUp]:
    """The line-ups as if nobody had left, but for the last who came: who leaves or comes back moves nobody else."""
    joined = list(entries.joined)
    while joined and joined[-1] in gone:
        joined.pop()
    present = list(entries.founders)
    chosen = _filled(entries, present, [])
    for bot in joined:
        present = [*present, bot]
        chosen = _filled(entries, present, _with_room(entries, present, chosen))
    return chosen


def _filled(entries: Entries, bots: Sequence[str], chosen: list[LineUp]) -> list[LineUp]:
    """These line-ups, and more of these bots up to the cap."""
    if _how_many(entries, bots) <= entries.most:
        known = set(chosen)
        return chosen + [one for one in _all(entries, bots) if one not in known]
    return chosen + _balanced(entries, bots, chosen, entries.most - len(chosen))


def _with_room(entries: Entries, bots: Sequence[str], chosen: list[LineUp]) -> list[LineUp]:
    """The line-ups without as many as the last of the bots has to sit in: those who met most often make room."""
    possible = _how_many(entries, bots)
    if possible <= entries.most:
        return chosen
    share = max(1, entries.most * (possible - _how_many(entries, bots[:-1])) // possible)
    meetings = Meetings(chosen)
    kept = list(chosen)
    while len(kept) > entries.most - share:
        leaving = max(reversed(kept), key=meetings.crowd)  # of equals the newest, which has been played least
        meetings.count(leaving, -1)
        kept.remove(leaving)
    return kept


def _how_many(entries: Entries, bots: Sequence[str]) -> int:
    """So many line-ups of these bots there are."""
    if not entries.challengers:
        return _choices(len(bots), entries.seats, entries.self_play)
    challengers = len(set(entries.challengers) & set(bots))
    return challengers * _choices(len(bots) - challengers, entries.seats - 1, entries.self_play)


def _choices(bots: int, places: int, again: bool) -> int:
    """In how many ways bots can be chosen for places, the same one again if that is allowed."""
    return comb(bots + places - 1, places) if again and bots else comb(bots, places)


def _all(entries: Entries, bots: Sequence[str]) -> Iterator[LineUp]:
    draw = combinations_with_replacement if entries.self_play else combinations
    if not entries.challengers:
        yield from (tuple(sorted(one)) for one in draw(bots, entries.seats))
        return
    others = [bot for bot in bots if bot not in entries.challengers]
    for challenger in filter(bots.__contains__, entries.challengers):
        yield from (tuple(sorted((challenger, *one))) for one in draw(others, entries.seats - 1))


def _balanced(entries: Entries, bots: Sequence[str], chosen: Sequence[LineUp], wanted: int) -> list[LineUp]:
    """New line-ups, each of those who sat least with those they met least, then evened out by exchanges."""
    meetings = Meetings(chosen)
    added: list[LineUp] = []
    there = set(chosen)
    blind = False
    number = 0
    while len(added) < wanted and number < 20 * wanted:
        number += 1
        line_up = _next(entries, bots, meetings, number, blind)
        blind = line_up in there  # then by lot, for the same reasons would lead to the same line-up
        if not blind:
            meetings.count(line_up, 1)
            added.append(line_up)
            there.add(line_up)
    while _even_out(entries, bots, meetings, added, set(chosen)):
        pass
    return added


class Meetings:
    """How often bots sat and pairs met."""

    def __init__(self, line_ups: Sequence[LineUp]) -> None:
        self.sat: Counter[str] = Counter()
        self.met: Counter[tuple[str, str]] = Counter()
        for line_up in line_ups:
            self.count(line_up, 1)

    def count(self, line_up: LineUp, times: int) -> None:
        for bot in line_up:
            self.sat[bot] += times
        for pair in combinations(line_up, 2):
            self.met[pair] += times

    def weight(self, bot: str, others: Sequence[str]) -> int:
        """How often the bot sat, and how often with these others."""
        return self.sat[bot] + sum(self.met[min(bot, other), max(bot, other)] for other in others)

    def crowd(self, line_up: LineUp) -> int:
        """How often those of a line-up sat, and how often with each other."""
        return sum(self.sat[bot] for bot in line_up) + sum(self.met[pair] for pair in combinations(line_up, 2))


def _next(entries: Entries, bots: Sequence[str], meetings: Meetings, number: int, blind: bool) -> LineUp:
    line_up: list[str] = []

    def lot(bot: str) -> str:  # whoever sits there already draws again
        return hashlib.blake2b(f"{number} {bot}{' again' * line_up.count(bot)}".encode(), digest_size=8).hexdigest()

    if entries.challengers:
        line_up.append(min(set(entries.challengers) & set(bots), key=lambda bot: (meetings.sat[bot], lot(bot))))
    while len(line_up) < entries.seats:
        free = [bot for bot in bots if bot not in entries.challengers and (entries.self_play or bot not in line_up)]
        line_up.append(min(free, key=lambda bot: (0 if blind else meetings.weight(bot, line_up), lot(bot))))
    return tuple(sorted(line_up))


def _even_out(
    entries: Entries, bots: Sequence[str], meetings: Meetings, added: list[LineUp], taken: set[LineUp]
) -> bool:
    """Exchange single bots where that makes meetings more even; whether there was anything to exchange."""
    fixed = set(entries.challengers)
    better = False
    for place, line_up in enumerate(added):
        for leaving in sorted(set(line_up) - fixed):
            rest = list(line_up)
            rest.remove(leaving)
            meetings.count(line_up, -1)
            meetings.count(tuple(rest), 1)
            free = [bot for bot in bots if bot not in fixed and (entries.self_play or bot not in rest)]
            entering = min(free, key=lambda bot: (meetings.weight(bot, rest), bot != leaving))
            new = tuple(sorted((*rest, entering)))
            if entering != leaving and (new in taken or new in added):
                new = line_up
            meetings.count(tuple(rest), -1)
            meetings.count(new, 1)
            added[place] = new
            if new != line_up:
                better = True
                break
    return better


def seating(line_up: LineUp, deal: int, turn: int) -> LineUp:
    """Who sits where: the circular order changes with the deal, and the table turns.

    >>> [seating(("a", "b", "c"), deal, 0) for deal in range(3)]
    [('a', 'b', 'c'), ('a', 'c', 'b'), ('a', 'b', 'c')]
    >>> seating(("a", "b", "c"), 0, 1)
    ('c', 'a', 'b')
    """
    first, *rest = line_up
    order = (first, *next(islice(permutations(rest), deal % factorial(len(rest)), None)))
    return order[-turn:] + order[:-turn] if turn else order


@dataclass(frozen=True)
class Fixture:
    """A line-up at one kind of table, and how many deals it plays there."""

    table: str
    bots: LineUp
    deals: int
    stamp: str  # of all that decides these games
    sides: tuple[int, ...] = ()  # by seat, if a bot plays a whole team: which of those who sit in a circle it is

    @property
    def line_up(self) -> str:
        """Who sits there, as the names of games have it: `flat+mcts`."""
        return "+".join(self.bots)

    @property
    def key(self) -> str:
        """What the names of its games begin with: `dragon-vault-2/flat+mcts`."""
        return f"{self.table}/{self.line_up}"

    @property
    def size(self) -> int:
        """How many games it has."""
        return self.deals * len(self.bots)

    def has(self, deal: int, turn: int, stamp: str) -> bool:
        """Whether this is one of its games, under its conditions."""
        return deal in range(self.deals) and turn in range(len(self.bots)) and stamp == self.stamp

    def games(self, deal: int) -> Iterator[Planned]:
        """The block of a deal, if there are so many."""
        for turn in range(len(self.bots)) if deal < self.deals else ():
            yield self.game(deal, turn)

    def game(self, deal: int, turn: int) -> Planned:
        """One game of a block."""
        return Planned(self.table, self.line_up, deal, turn, self.seated(deal, turn), self.stamp)

    def seated(self, deal: int, turn: int) -> LineUp:
        """Who sits where in it, by seat."""
        order = seating(self.bots, deal, turn)
        return tuple(order[side] for side in self.sides) if self.sides else order


class Games:
    """All games of these fixtures that are not done, each made when it is asked for: there may be many millions."""

    def __init__(self, fixtures: Sequence[Fixture], done: Set[str] = frozenset(), share: Share | None = None) -> None:
        self.fixtures = fixtures
        self.done = done  # ids
        self.share = share  # the only ones, if there is one

    def __iter__(self) -> Iterator[Planned]:
        """Deal by deal: a league that is stopped early has played a fair part of everything."""
        for deal in range(max((fixture.deals for fixture in self.fixtures), default=0)):
            for fixture in self.fixtures:
                for planned in fixture.games(deal):
                    if planned.id not in self.done and self._is_ours(fixture, deal, planned.turn):
                        yield planned

    def __len__(self) -> int:
        return sum(self.by_fixture().values())

    def by_fixture(self) -> dict[Fixture, int]:
        """How many games each line-up still has to play."""
        fixtures = {fixture.key: fixture for fixture in self.fixtures}
        done: Counter[str] = Counter()
        for game_id in self.done:
            key, deal, turn = game_id.rsplit("/", 2)
            done[key] += key in fixtures and self._is_ours(fixtures[key], int(deal), int(turn))
        sizes = {one: one.size if self.share is None else self.share.size(one) for one in self.fixtures}
        return {fixture: size - done[fixture.key] for fixture, size in sizes.items()}

    def _is_ours(self, fixture: Fixture, deal: int, turn: int) -> bool:
        return self.share is None or self.share.has(fixture, deal, turn)
