"""The verbs of the card language as numbers; the table in `language.py` says what each means, needs and touches."""

from typing import Final

END: Final = 0
GOTO: Final = 1
WINDOW: Final = 2
CHOOSE: Final = 3
CHOOSE_DRINK: Final = 4
AIM: Final = 5
ANNOUNCE: Final = 6
FORTITUDE: Final = 7
ALCOHOL: Final = 8
PAY_ME: Final = 9
PAY_INN: Final = 10
OWNER_PAYS: Final = 11
TRANSFER: Final = 12
COVER: Final = 13
NEGATE: Final = 14
IGNORE: Final = 15
THROW: Final = 16
DRAW_UP: Final = 17
ACT: Final = 18
ORDER: Final = 19
DRINK_UP: Final = 20
NEXT_TURN: Final = 21
REVEAL: Final = 22
REVEAL_ONE: Final = 23
REVEAL_EACH: Final = 24
COPY: Final = 25
DRINK_ALL: Final = 26
EXTRAS: Final = 27
IGNORE_DRINK: Final = 28
PASS_DRINK: Final = 29
SPLIT_DRINK: Final = 30
MODIFY_DRINK: Final = 31
AC_TO_FORT: Final = 32
EXTRA_DRINK: Final = 33
CONTEST: Final = 34
REVEAL_CONTEST: Final = 35
JUDGE_CONTEST: Final = 36
SETTLE_CONTEST: Final = 37
FALL: Final = 38
PRIZE: Final = 39
START_ROUND: Final = 40
ANTES: Final = 41
PUT_DOWN: Final = 42
JUDGE_ROUND: Final = 43
BET: Final = 44
TAKE_CONTROL: Final = 45
EJECT: Final = 46
LEAVE: Final = 47
END_ROUND: Final = 48
TAKE_POT: Final = 49
WIN_ROUND: Final = 50
STEAL_POT: Final = 51
PAY_POT: Final = 52
FEE: Final = 53
REFILL: Final = 54
SETTLE: Final = 55
FORCE_DRINK: Final = 56

# Whom CHOOSE and AIM mean.
OTHER: Final = 0
ANYONE: Final = 1
GAMBLER: Final = 2  # another player in the Round
EACH_OTHER: Final = 3
EVERYBODY: Final = 4
MYSELF: Final = 5
CULPRIT: Final = 6  # the player of the card below

# Which Drink CHOOSE_DRINK means.
MINE: Final = 0
MINE_STRONG: Final = 1  # RA42
ANY: Final = 2
ANOTHERS: Final = 3

# Which part of the machine does a verb: a column of the table.
BY_WINDOW: Final = 0
BY_CHOICE: Final = 1  # its frame's owner decides
BY_CARD: Final = 2  # what any card can do
BY_TURN: Final = 3
BY_DRINK: Final = 4
BY_GLASS: Final = 5  # what a card does to the Drink it is played on
BY_CONTEST: Final = 6
BY_ROUND: Final = 7
BY_UPKEEP: Final = 8
