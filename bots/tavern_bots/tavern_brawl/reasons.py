"""Why the player of Tavern Brawl does what it does."""

from typing import Final

PICKS_STRONG: Final = 0
PICKS_SET: Final = 1
LAYS: Final = 2
FLIPS: Final = 3
FLIPS_WITH_GLASS: Final = 4
SHIELDS: Final = 5
COVERS: Final = 6
STAYS: Final = 7
CHANGES: Final = 8
STEALS: Final = 9
TAKES_OFF: Final = 10
LETS_GLASSES_BE: Final = 11
GLASS_FLIPS: Final = 12
GLASS_PROTECTS: Final = 13
GLASS_STAYS: Final = 14
SENDS_OFF: Final = 15
SENDS_NOBODY: Final = 16
SWAPS: Final = 17
SWAPS_NONE: Final = 18
BARS: Final = 19
BARS_NOTHING: Final = 20
SMASHES: Final = 21
SMASHES_NOTHING: Final = 22

REASONS: Final[dict[int, str]] = {
    PICKS_STRONG: "picks the mat that is strongest for its mugs",
    PICKS_SET: "picks a mat whose beer it collects",
    LAYS: "lays the mat that is worth most and least at risk",
    FLIPS: "wins guests of the other team over",
    FLIPS_WITH_GLASS: "wins a guest over with the help of its glass",
    SHIELDS: "shields its own guests with this mat",
    COVERS: "covers a Small creature, which cannot be won over any more",
    STAYS: "stays a Shapeshifter, for nobody in the discard does better",
    CHANGES: "changes into somebody from the discard who does better",
    STEALS: "takes a glass, to win over a guest",
    TAKES_OFF: "takes a glass from a mat of the other team",
    LETS_GLASSES_BE: "leaves the glasses alone",
    GLASS_FLIPS: "puts its glass where it wins a guest over",
    GLASS_PROTECTS: "puts its glass on the guest who needs it most",
    GLASS_STAYS: "leaves its glass where it is",
    SENDS_OFF: "sends off the guest who is worth most to the other team",
    SENDS_NOBODY: "sends nobody off",
    SWAPS: "swaps two mats, so that less of its own can be won over",
    SWAPS_NONE: "swaps no mats",
    BARS: "puts the bartender where the other team could win most",
    BARS_NOTHING: "leaves the bartender alone, for it keeps nobody from anything",
    SMASHES: "smashes the mug that the other team misses most",
    SMASHES_NOTHING: "smashes no mug, for only its own are in reach",
}
