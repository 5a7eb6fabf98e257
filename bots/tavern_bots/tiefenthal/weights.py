"""What the rules player of The Taverns of Tiefenthal finds worth how much: hundredths of a point, by plan."""

from __future__ import annotations

from typing import Final

# Plans.
NOBLE_RUSH: Final = 0
BREWER_ENGINE: Final = 1
MONASTERY: Final = 2
ALL_PLANS: Final = 3

POINT: Final = 100

# The weights: where they stand in DEFAULT, which has a column for each plan.
W_THALER: Final = 0
W_BEER: Final = 1
W_STEP: Final = 2
W_DIE: Final = 3
W_DISHWASHER: Final = 4
W_TABLE: Final = 5
W_BREWER: Final = 6
W_AGAIN: Final = 7
W_REPLACED: Final = 8
W_NOBLE: Final = 9
W_BAR_GUEST: Final = 10
W_REGULAR: Final = 11  # two, one for each kind
W_KEPT_THALER: Final = 13
W_KEPT_BEER: Final = 14
W_TOKEN: Final = 15  # nine, one for each token
W_POOR: Final = 24
W_POOR_LATER: Final = 25
WEIGHTS: Final = 26

DEFAULT: Final = (
    (106, 80, 90),  # a thaler earned
    (110, 130, 59),  # a beer
    (60, 60, 132),  # a step on the monastery track
    (165, 220, 165),  # a die more in a round
    (60, 60, 60),  # a dishwasher in a round
    (160, 160, 160),  # a table
    (170, 250, 150),  # a brewer
    (45, 72, 34),  # in how many of a hundred later rounds a card is there again
    (453, 453, 453),  # hundredths of thalers that somebody else would have paid at a guest's table
    (26, 30, 30),  # a noble at the table
    (114, 114, 170),  # a bar guest kept
    (48, 48, 48),  # a regular of the first kind removed, for each round to come
    (60, 38, 45),  # one of the second kind
    (60, 71, 80),  # a thaler kept
    (154, 96, 96),  # a beer kept
    (340, 212, 212),  # for each round to come: tables upgraded
    (144, 320, 320),  # waitress
    (51, 60, 60),  # dishwasher
    (108, 156, 108),  # brewer
    (180, 180, 180),  # register
    (96, 96, 158),  # monk
    (31, 36, 36),  # safe
    (75, 75, 75),  # barrel
    (36, 36, 31),  # storage
    (420, 420, 420),  # guests that bring less than this are worth a bar guest
    (63, 63, 63),  # and so much more for each round that has passed
)
