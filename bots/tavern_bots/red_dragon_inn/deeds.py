"""What the programs of cards do in the main, their *deeds*: a table of what each is worth in the hand, and why.

A program does one thing in the main; what it does besides (a Story, a visit to the stable, a Reserve Drink) is a mask.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tavern_bots.red_dragon_inn import reasons as why
from tavern_engine.games.red_dragon_inn import verbs as v

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
POCKETING: Final = 24  # the pot, without winning it
TIPPED: Final = 25  # what somebody paid the Inn
SHARING_OUT: Final = 26  # a Drink is split or passed on
MIXING: Final = 27  # a Drink is raised or lowered
WASHING: Final = 28
SOFTENING: Final = 29
SHIELDING: Final = 30
STRENGTHENING: Final = 31
HANDING_OUT: Final = 32
DARING: Final = 33
SERVING: Final = 34
DRAWING: Final = 35
STAYING: Final = 36

# Where its worth is worked out.
BY_ITSELF: Final = 0
ON_MARKERS: Final = 1
ON_DRINK: Final = 2
IN_ROUND: Final = 3
OF_THE_CREW: Final = 4
AND_MORE: Final = 5  # one of these, and it does something besides

# What it does besides.
A_TALE: Final = 1  # a Story is still to be revealed,
ITS_TALE: Final = 2  # or is with the card
A_VISIT: Final = 4
A_RESERVE: Final = 8  # its targets get Reserve Drinks,
LOSES_TOP: Final = 16  # or lose the top card of their piles
A_REDRAW: Final = 32
A_PRICE: Final = 64  # its player pays for each target
OWN_FORT: Final = 128
CARDS: Final = 256  # its targets draw
PARTING: Final = 512  # its player discards
OUTSIDE: Final = 1024
UNSEEN: Final = 517  # A_TALE, A_VISIT and PARTING: the same whoever is aimed at
CHEATING: Final = 2048  # what a card is in a window, beside what it does there

SEVERAL: Final = -2  # for whom it is, if its player picks several


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
    minor: bool = False  # only if the program does nothing else


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
    COURAGEOUS: Deed(why.COURAGE, 300, ON_DRINK, (v.AC_TO_FORT, v.TO_ONE_FORT), kept=True),
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
    POCKETING: Deed(why.HELPS_ITSELF, 200, IN_ROUND, (v.POT_TO_ME,)),
    TIPPED: Deed(why.TAKES_TIP, 100, OF_THE_CREW, (v.TAKE_PAID,)),
    SHARING_OUT: Deed(why.HANDS_ON, 300, OF_THE_CREW, kept=True),
    MIXING: Deed(why.MIXES, 120, OF_THE_CREW, kept=True, harms=True),
    WASHING: Deed(why.WASHES, 150, OF_THE_CREW, (v.WASH,), saves=True),
    SOFTENING: Deed(why.SHIELDS, 150, OF_THE_CREW, (v.SOFTEN,), saves=True),
    SHIELDING: Deed(why.SHIELDS, 150, OF_THE_CREW, (v.SHIELD,), saves=True),
    STRENGTHENING: Deed(why.HITS_HARDER, 150, OF_THE_CREW, (v.STRENGTHEN,), harms=True),
    HANDING_OUT: Deed(why.HANDS_OUT, 120, OF_THE_CREW, (v.HAND_OUT,)),
    DARING: Deed(why.DARES, 0, OF_THE_CREW, (v.DARE, v.REVEAL_PAIR)),
    SERVING: Deed(why.SERVES, 0, verbs=(v.GIVE_RESERVE,), minor=True),
    DRAWING: Deed(why.STRENGTHENS, 0, verbs=(v.DRAW,), minor=True),
    STAYING: Deed(why.BURDENS, 0, OF_THE_CREW, (v.STAY,)),
}
DEED_OF: dict[int, int] = {verb: deed for deed, row in DEEDS.items() for verb in row.verbs}

BESIDES: dict[int, int] = {
    v.TELL: A_TALE, v.STORY: ITS_TALE, v.VISIT: A_VISIT, v.GIVE_RESERVE: A_RESERVE, v.LOSE_TOP: LOSES_TOP,
    v.REDRAW: A_REDRAW, v.PAY_FOR_EACH: A_PRICE, v.OWNER_FORTITUDE: OWN_FORT, v.DRAW: CARDS, v.DISCARD: PARTING,
    v.GO_OUTSIDE: OUTSIDE,
}  # fmt: skip
HELD_BESIDES: dict[int, int] = {ITS_TALE: 60, A_VISIT: 60, A_RESERVE: 90, OUTSIDE: 60}  # what that is worth in the hand

# What of a Reading the argument of a verb is.
NOTED: dict[int, str] = {
    v.CHOOSE: "whom", v.AIM: "whom", v.CHOOSE_DRINK: "glass", v.CHOOSE_SEVERAL: "most",
    v.FORTITUDE: "fort", v.ALCOHOL: "ac", v.PAY_ME: "pay_me", v.PAY_INN: "pay_inn", v.OWNER_PAYS: "fee",
    v.ANTES: "amount", v.MODIFY_DRINK: "amount", v.ORDER: "amount", v.TAKE_POT: "amount", v.TO_ONE_FORT: "amount",
    v.SOFTEN: "amount", v.SHIELD: "amount", v.STRENGTHEN: "amount", v.PAY_HOST: "fee", v.OWN_DRINK: "own_ac",
    v.PAY_FOR_EACH: "price", v.OWNER_FORTITUDE: "own_fort", v.DRAW: "cards", v.DISCARD: "parting",
}  # fmt: skip
