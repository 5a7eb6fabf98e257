"""Why the rules player of The Taverns of Tiefenthal chose what it chose, by number; as the end of `It ...`."""

from __future__ import annotations

from typing import Final

from tavern_bots.tiefenthal.weights import BREWER_ENGINE, MONASTERY, NOBLE_RUSH

TAKES: Final = 0
STARTS_OVER: Final = 1
KEEPS_GUESTS: Final = 2
PICKS: Final = 3
SENDS_AWAY: Final = 4
SENDS_NOBODY: Final = 5
RAISES: Final = 6
RAISES_NONE: Final = 7
PLANS: Final = 8  # + plan

REASONS: Final = {
    TAKES: "takes what brings most in the rounds to come",
    STARTS_OVER: "spends a bar guest, for these guests bring too little",
    KEEPS_GUESTS: "keeps these guests, for better ones are not to be expected",
    PICKS: "picks the die that its tavern can use best",
    SENDS_AWAY: "sends away somebody who pays too little",
    SENDS_NOBODY: "sends nobody away",
    RAISES: "raises a die before the dishwasher that can do it goes back",
    RAISES_NONE: "raises no die, for it has no use for a higher one",
    PLANS + NOBLE_RUSH: "plans for as many nobles as it can get: noble rush",
    PLANS + BREWER_ENGINE: "plans around beer: brewer engine",
    PLANS + MONASTERY: "plans around the monastery track",
}
