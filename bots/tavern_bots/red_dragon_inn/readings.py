"""What cards do, read from their programs: so the player plays any deck, and knows no title.

A program does one thing in the main, its *deed* (`deeds.py`); the numbers that go with it are kept for every place in
the code, for a card under way is read from where it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.red_dragon_inn import deeds as d
from tavern_bots.red_dragon_inn.deeds import BESIDES, DEED_OF, DEEDS, HELD_BESIDES, NOTED
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.state import Policy

HOLD_POINT: Final = 90  # what each point that a card moves is worth in the hand
KEPT_POINTS: Final = 3  # of cards that move markers those are kept that move so many points, or only take Gold
NARROW_HOLD: Final = 60  # an answer to few cards only
PASSIVE_HOLD: Final = 150  # what a card is worth to whom it lies before and helps by itself


class Reading:
    """What a program does from some place in the code on; `goes_on` says where a Story works that was aimed."""

    def __init__(self, code: vec[i64], at: int, goes_on: dict[int, int]) -> None:
        self.deed = int(d.NOTHING)
        self.besides = 0
        self.fort = 0
        self.ac = 0
        self.pay_me = 0
        self.pay_inn = 0
        self.fee = 0  # what its player pays
        self.price = 0  # for each target
        self.own_fort = 0
        self.own_ac = 0
        self.cards = 0  # that its targets draw
        self.parting = 0  # cards that its player discards
        self.most = 0  # targets
        self.amount = 0  # of antes, drinks, Gold from the pot, the change of a Drink, or what it is raised by
        self.other = 0  # what it is lowered by
        self.whom = -1
        self.glass = -1
        self.story = -1  # where the program of a Story that stays begins to work
        while code[at] != v.END and code[at] != v.GOTO:
            started = self.deed == d.STARTING
            if code[at] == v.STAY:
                self.story = at
            if code[at] == v.TOLD:
                at = goes_on[at] - 2
            else:
                self.note(int(code[at]), int(code[at + 1]))
                if started and code[at] == v.ANTES:
                    return  # the rest is the Round itself
            at += 2

    def note(self, verb: int, arg: int) -> None:
        """One verb."""
        self.besides |= BESIDES.get(verb, 0)
        deed = DEED_OF.get(verb, self.deed)
        if verb == v.TAKE_CONTROL and arg == 1:
            deed = d.UNBEATABLE
        elif verb == v.ANTES and self.deed != d.STARTING:
            deed = d.RAISING
        elif verb == v.PASS_DRINK and self.deed == d.SPLITTING:
            deed = d.SHARING_OUT
        elif verb == v.MODIFY_DRINK and self.deed == d.CHANGING:
            deed = d.MIXING
            self.other = arg
        if self.deed == d.NOTHING or not DEEDS[deed].minor:
            self.deed = deed
        if verb == v.CHOOSE_SEVERAL:
            self.whom = int(d.SEVERAL)
        if verb in NOTED and deed != d.MIXING:
            setattr(self, NOTED[verb], arg)

    def points(self) -> int:
        """By how much it moves markers, all in all."""
        return abs(self.fort) + abs(self.ac) + self.pay_me + self.pay_inn

    def worth(self) -> int:
        """What it is worth in the hand."""
        besides = sum(hold for what, hold in HELD_BESIDES.items() if self.besides & what)
        return DEEDS[self.deed].hold + HOLD_POINT * self.points() + besides

    def is_kept(self) -> bool:
        if self.deed == d.MARKERS:
            return self.points() >= KEPT_POINTS or (self.fort == 0 and self.ac == 0)
        return DEEDS[self.deed].kept


class Book:
    """All programs of a box, read once, in columns that nobody changes."""

    def __init__(self, inn: t.InnTables) -> None:
        # Columns of the table of deeds.
        self.reasons = vec[i64]([i64(DEEDS[deed].reason) for deed in sorted(DEEDS)])
        self.part_of = vec[i64]([i64(DEEDS[deed].part) for deed in sorted(DEEDS)])
        self.saves = vec[i64]([i64(DEEDS[deed].saves) for deed in sorted(DEEDS)])
        self.harms = vec[i64]([i64(DEEDS[deed].harms) for deed in sorted(DEEDS)])
        # What is still to come, for every place in the code; programs begin at even ones.
        goes_on = _goes_on(inn)
        even = [Reading(inn.code, at, goes_on) for at in range(0, len(inn.code), 2)]
        read = [even[at // 2] for at in range(len(inn.code))]
        self.deed = vec[i64]([i64(one.deed) for one in read])
        self.part = vec[i64]([i64(d.AND_MORE if one.besides else DEEDS[one.deed].part) for one in read])
        self.besides = vec[i64]([i64(one.besides) for one in read])
        self.fort = vec[i64]([i64(one.fort) for one in read])
        self.ac = vec[i64]([i64(one.ac) for one in read])
        self.pay_me = vec[i64]([i64(one.pay_me) for one in read])
        self.pay_inn = vec[i64]([i64(one.pay_inn) for one in read])
        self.fee = vec[i64]([i64(one.fee) for one in read])
        self.amount = vec[i64]([i64(one.amount) for one in read])
        self.whom = vec[i64]([i64(one.whom) for one in read])
        self.glass = vec[i64]([i64(one.glass) for one in read])
        # Likewise, of what only the Tavern Crew does.
        self.price = vec[i64]([i64(one.price) for one in read])
        self.own_fort = vec[i64]([i64(one.own_fort) for one in read])
        self.own_ac = vec[i64]([i64(one.own_ac) for one in read])
        self.cards = vec[i64]([i64(one.cards) for one in read])
        self.parting = vec[i64]([i64(one.parting) for one in read])
        self.most = vec[i64]([i64(one.most) for one in read])
        self.other = vec[i64]([i64(one.other) for one in read])
        works = {int(inn.side_work[kind]): kind for kind in range(t.MAX_KINDS) if inn.home[kind] == t.STORIES}
        self.story = vec[i64]([i64(works.get(one.story, -1)) for one in read])  # the Story that stays
        # Cards: by kind what the best of their uses is worth in the hand, and by deck which are kept or can bet.
        self.marks = vec[i64]([i64(_mark(inn, read, at)) for at in range(len(inn.entry))])
        windows = range(t.WINDOWS)
        entries = [[int(inn.entry[t.in_window(one, kind)]) for one in windows] for kind in range(t.MAX_KINDS)]
        uses = [[read[at] for at in places if at >= 0] for places in entries]
        self.hold = vec[i64]([i64(max((one.worth() for one in those), default=0)) for those in uses])
        self.kept = vec[i64](_bits(inn, [any(one.is_kept() for one in those) for those in uses]))
        self.control = vec[i64](_bits(inn, [entry[t.BET] >= 0 for entry in entries]))
        for deck in range(t.DRINKS):
            narrow = inn.fits[t.fits_at(t.DRINK_IGNORED, deck)] | inn.fits[t.fits_at(t.GOLD_GAINED, deck)]
            self.kept[deck] &= ~narrow
            for bit in range(t.BITS - 1):
                if narrow >> bit & 1:
                    self.hold[inn.kind[t.at_bit(deck, bit)]] = NARROW_HOLD
        for helps in (t.TWICE, t.REDUCES):
            for bit in range(t.BITS - 1):
                if inn.passive[helps] >> bit & 1:
                    self.hold[inn.kind[t.at_bit(t.FRONTS, bit)]] = PASSIVE_HOLD


@lru_cache(maxsize=8)
def book_of(inn: t.InnTables) -> Book:
    """The book of a box: every bot at every table of a league asks for it."""
    return Book(inn)


class Readings(Policy):
    """A player with the book: its columns are at hand, and what a card is worth in the hand can be restyled."""

    def __init__(self, inn: t.InnTables) -> None:
        book = book_of(inn)
        self.inn = inn
        self.hold = vec[i64]([book.hold[kind] for kind in range(t.MAX_KINDS)])
        self.reasons = book.reasons
        self.part_of = book.part_of
        self.saves = book.saves
        self.harms = book.harms
        self.deed = book.deed
        self.part = book.part
        self.besides = book.besides
        self.fort = book.fort
        self.ac = book.ac
        self.pay_me = book.pay_me
        self.pay_inn = book.pay_inn
        self.fee = book.fee
        self.amount = book.amount
        self.whom = book.whom
        self.glass = book.glass
        self.price = book.price
        self.own_fort = book.own_fort
        self.own_ac = book.own_ac
        self.cards = book.cards
        self.parting = book.parting
        self.most = book.most
        self.other = book.other
        self.story = book.story
        self.marks = book.marks
        self.kept = book.kept
        self.control = book.control


def _mark(inn: t.InnTables, read: list[Reading], at: int) -> int:
    """What of a card in a window is looked at apart: what cannot be seen yet, and whether it cheats."""
    if inn.entry[at] < 0:
        return 0
    unseen = read[int(inn.entry[at])].besides & d.UNSEEN
    return unseen | (d.CHEATING if inn.traits[at] & t.CHEATS else 0)


def _goes_on(inn: t.InnTables) -> dict[int, int]:
    """Where a Story works, by where its aiming ends."""
    found: dict[int, int] = {}
    for kind in range(t.MAX_KINDS):
        if inn.home[kind] == t.STORIES:
            at = int(inn.side[kind])
            while inn.code[at] != v.TOLD:
                at += 2
            found[at] = int(inn.side_work[kind])
    return found


def _bits(inn: t.InnTables, wanted: list[bool]) -> list[i64]:
    """For every deck the bits of the wanted kinds."""
    found: list[i64] = []
    for deck in range(t.DECKS):
        bits = [bit for bit in range(t.BITS - 1) if inn.full[deck] >> bit & 1]
        found.append(i64(sum(1 << bit for bit in bits if wanted[inn.kind[t.at_bit(deck, bit)]])))
    return found
