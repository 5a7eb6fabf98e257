"""What cards do, read from their programs: so the player plays any deck, and knows no title.

A program does one thing in the main, its *deed*; the numbers that go with it are kept for every place in the code, for
a card under way is read from where it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.red_dragon_inn import reasons as why
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.state import Policy

# What a program does in the main.
NOTHING: Final = 0
MARKERS: Final = 1  # F, AC or Gold of its targets move
NEGATING: Final = 2
IGNORING: Final = 3
COVERING: Final = 4
LEAVING: Final = 5
UNDRINKING: Final = 6
PASSING: Final = 7
SPLITTING: Final = 8
CHANGING: Final = 9
COURAGEOUS: Final = 10
ONE_MORE: Final = 11
TOASTING: Final = 12
FORCING: Final = 13
ORDERING_MORE: Final = 14
STARTING: Final = 15
CONTROLLING: Final = 16
RAISING: Final = 17
UNBEATABLE: Final = 18
EJECTING: Final = 19
CATCHING: Final = 20
SPOILING: Final = 21
TAKING: Final = 22
STEALING: Final = 23

# Where its worth is worked out.
BY_ITSELF: Final = 0
ON_MARKERS: Final = 1
ON_DRINK: Final = 2
IN_ROUND: Final = 3


@dataclass(frozen=True)
class Deed:
    """A row of the table of deeds."""

    reason: int
    hold: int  # what such a card is worth in the hand; markers count by the point
    part: int = BY_ITSELF
    verbs: tuple[int, ...] = ()  # a program with one of these does it
    kept: bool = False  # R3: not discarded, for a fresh card is worth less
    saves: bool = False  # it keeps its own player from harm
    harms: bool = False  # it can put somebody out


DEEDS: dict[int, Deed] = {
    NOTHING: Deed(why.HOLDS_BACK, 0),
    MARKERS: Deed(why.HARMS, 0, ON_MARKERS, (v.FORTITUDE, v.ALCOHOL, v.PAY_ME, v.PAY_INN), harms=True),
    NEGATING: Deed(why.NEGATES, 250, verbs=(v.NEGATE,), kept=True),
    IGNORING: Deed(why.IGNORES, 200, verbs=(v.IGNORE,), saves=True),
    COVERING: Deed(why.INN_PAYS, 70, verbs=(v.COVER,), saves=True),
    LEAVING: Deed(why.LEAVES, 60, verbs=(v.LEAVE,), saves=True),
    UNDRINKING: Deed(why.DOES_NOT_DRINK, 250, ON_DRINK, (v.IGNORE_DRINK,), kept=True, saves=True),
    PASSING: Deed(why.HANDS_ON, 300, ON_DRINK, (v.PASS_DRINK,), kept=True),
    SPLITTING: Deed(why.HANDS_ON, 200, ON_DRINK, (v.SPLIT_DRINK,), kept=True),
    CHANGING: Deed(why.SPIKES, 150, ON_DRINK, (v.MODIFY_DRINK,), harms=True),
    COURAGEOUS: Deed(why.COURAGE, 300, ON_DRINK, (v.AC_TO_FORT,), kept=True),
    ONE_MORE: Deed(why.MAKES_DRINK, 200, ON_DRINK, (v.EXTRA_DRINK,), harms=True),
    TOASTING: Deed(why.MAKES_DRINK, 100, verbs=(v.REVEAL_EACH,), harms=True),
    FORCING: Deed(why.MAKES_DRINK, 75, verbs=(v.FORCE_DRINK,), harms=True),
    ORDERING_MORE: Deed(why.ORDERS_MORE, 70, verbs=(v.ORDER,)),
    STARTING: Deed(why.GAMBLES, 60, IN_ROUND, (v.START_ROUND,)),
    CONTROLLING: Deed(why.TAKES_CONTROL, 60, IN_ROUND, (v.TAKE_CONTROL,)),
    RAISING: Deed(why.TAKES_CONTROL, 80, IN_ROUND),
    UNBEATABLE: Deed(why.TAKES_CONTROL, 150, IN_ROUND),
    EJECTING: Deed(why.EJECTS, 150, IN_ROUND, (v.EJECT,)),
    CATCHING: Deed(why.CATCHES, 150, IN_ROUND, (v.WIN_ROUND,)),
    SPOILING: Deed(why.SPOILS, 100, IN_ROUND, (v.END_ROUND,)),
    TAKING: Deed(why.HELPS_ITSELF, 60, IN_ROUND, (v.TAKE_POT,)),
    STEALING: Deed(why.HELPS_ITSELF, 200, IN_ROUND, (v.STEAL_POT,)),
}
DEED_OF: dict[int, int] = {verb: deed for deed, row in DEEDS.items() for verb in row.verbs}

# What of a Reading the argument of a verb is.
NOTED: dict[int, str] = {
    v.CHOOSE: "whom", v.AIM: "whom", v.CHOOSE_DRINK: "glass",
    v.FORTITUDE: "fort", v.ALCOHOL: "ac", v.PAY_ME: "pay_me", v.PAY_INN: "pay_inn", v.OWNER_PAYS: "fee",
    v.ANTES: "amount", v.MODIFY_DRINK: "amount", v.ORDER: "amount", v.TAKE_POT: "amount",
}  # fmt: skip

HOLD_POINT: Final = 90  # what each point that a card moves is worth in the hand
KEPT_POINTS: Final = 3  # of cards that move markers those are kept that move so many points, or only take Gold


class Reading:
    """What a program does from some place in the code on."""

    def __init__(self, code: vec[i64], at: int) -> None:
        self.deed = int(NOTHING)
        self.fort = 0
        self.ac = 0
        self.pay_me = 0
        self.pay_inn = 0
        self.fee = 0  # what its player pays
        self.amount = 0  # of antes, drinks, Gold from the pot, or the change of a Drink
        self.whom = -1
        self.glass = -1
        while code[at] != v.END and code[at] != v.GOTO:
            started = self.deed == STARTING
            self.note(int(code[at]), int(code[at + 1]))
            if started and code[at] == v.ANTES:
                return  # the rest is the Round itself
            at += 2

    def note(self, verb: int, arg: int) -> None:
        """One verb."""
        self.deed = DEED_OF.get(verb, self.deed)
        if verb == v.TAKE_CONTROL and arg == 1:
            self.deed = UNBEATABLE
        elif verb == v.ANTES and self.deed != STARTING:
            self.deed = RAISING
        if verb in NOTED:
            setattr(self, NOTED[verb], arg)

    def points(self) -> int:
        """By how much it moves markers, all in all."""
        return abs(self.fort) + abs(self.ac) + self.pay_me + self.pay_inn

    def worth(self) -> int:
        """What it is worth in the hand."""
        return DEEDS[self.deed].hold + HOLD_POINT * self.points()

    def is_kept(self) -> bool:
        if self.deed == MARKERS:
            return self.points() >= KEPT_POINTS or (self.fort == 0 and self.ac == 0)
        return DEEDS[self.deed].kept


class Readings(Policy):
    """All programs of a box, read once."""

    def __init__(self, inn: t.InnTables) -> None:
        self.inn = inn
        # Columns of the table of deeds.
        self.reasons = vec[i64]([i64(DEEDS[deed].reason) for deed in sorted(DEEDS)])
        self.part = vec[i64]([i64(DEEDS[deed].part) for deed in sorted(DEEDS)])
        self.saves = vec[i64]([i64(DEEDS[deed].saves) for deed in sorted(DEEDS)])
        self.harms = vec[i64]([i64(DEEDS[deed].harms) for deed in sorted(DEEDS)])
        # What is still to come, for every place in the code; programs begin at even ones.
        read = [Reading(inn.code, at - at % 2) for at in range(len(inn.code))]
        self.deed = vec[i64]([i64(one.deed) for one in read])
        self.fort = vec[i64]([i64(one.fort) for one in read])
        self.ac = vec[i64]([i64(one.ac) for one in read])
        self.pay_me = vec[i64]([i64(one.pay_me) for one in read])
        self.pay_inn = vec[i64]([i64(one.pay_inn) for one in read])
        self.fee = vec[i64]([i64(one.fee) for one in read])
        self.amount = vec[i64]([i64(one.amount) for one in read])
        self.whom = vec[i64]([i64(one.whom) for one in read])
        self.glass = vec[i64]([i64(one.glass) for one in read])
        # Cards: by kind what the best of their uses is worth in the hand, and by deck which are kept or can bet.
        windows = range(t.WINDOWS)
        entries = [[int(inn.entry[t.in_window(one, kind)]) for one in windows] for kind in range(t.MAX_KINDS)]
        uses = [[read[at] for at in places if at >= 0] for places in entries]
        self.hold = vec[i64]([i64(max((one.worth() for one in those), default=0)) for those in uses])
        self.kept = vec[i64](_bits(inn, [any(one.is_kept() for one in those) for those in uses]))
        self.control = vec[i64](_bits(inn, [entry[t.BET] >= 0 for entry in entries]))


def _bits(inn: t.InnTables, wanted: list[bool]) -> list[i64]:
    """For every deck the bits of the wanted kinds."""
    found: list[i64] = []
    for deck in range(t.DECKS):
        bits = [bit for bit in range(t.BITS - 1) if inn.full[deck] >> bit & 1]
        found.append(i64(sum(1 << bit for bit in bits if wanted[inn.kind[t.at_bit(deck, bit)]])))
    return found
