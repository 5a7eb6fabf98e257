"""Why the rules player of Dragon's Vault chose what it chose, by number; as the end of `It ...`."""

from __future__ import annotations

from typing import Final

GOES_OUT: Final = 0
FIRE_AND_OUT: Final = 1
FOUR_IN_A_ROW: Final = 2
REMOVES_FOUR: Final = 3
NEEDS_LEAST: Final = 4
HARD_TO_ANSWER: Final = 5
LOADS: Final = 6
SKIPS: Final = 7
MOVES_AGAIN: Final = 8
CLEARS: Final = 9
UNLOADS: Final = 10
TURNS_UP: Final = 11
PASSES_FOURS: Final = 12
PASSES_PROTECTOR: Final = 13
PROTECTS: Final = 14
SWAPS: Final = 15
KEEPS_RESERVE: Final = 16
TRIES_ELSE: Final = 17
GIVES: Final = 18
TURNS_ROUND: Final = 19
SHOWS: Final = 20

REASONS: Final = {
    GOES_OUT: "gets rid of the last cards",
    FIRE_AND_OUT: "clears the pile with a Fire-breather, to go out with the cards that are left",
    FOUR_IN_A_ROW: "makes four in a row: the pile is cleared and it moves again",
    REMOVES_FOUR: "gets rid of four equal cards at once",
    NEEDS_LEAST: "plays the card it needs least",
    HARD_TO_ANSWER: "plays a card that the next player can hardly answer",
    LOADS: "makes the next player, who is nearly out, draw cards",
    SKIPS: "skips a player who is nearly out",
    MOVES_AGAIN: "plays a 5 to move again, for nobody else is left to move",
    CLEARS: "clears the pile with a Fire-breather and moves again",
    UNLOADS: "gets rid of dear dragons together, for somebody is about to go out",
    TURNS_UP: "turns up a closed card, which may fit, rather than take the pile",
    PASSES_FOURS: "passes the debt on with 4s",
    PASSES_PROTECTOR: "passes the debt on with a Protector",
    PROTECTS: "lays a Protector rather than be skipped",
    SWAPS: "swaps a card that is easy to play from the reserve for one that is not",
    KEEPS_RESERVE: "keeps its reserve, for no swap makes it better",
    TRIES_ELSE: "tries something else, for the round goes round in circles",
    GIVES: "gives a card to the player who is nearest to going out",
    TURNS_ROUND: "lets the neighbour with more cards move next",
    SHOWS: "takes the open card that is hardest to play from the reserve",
}
