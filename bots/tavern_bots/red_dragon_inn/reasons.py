"""Why the player of The Red Dragon Inn does what it does: the rules of thumb, by name."""

from typing import Final

HOLDS_BACK: Final = 0
THROWS: Final = 1
KEEPS: Final = 2
SAVES_ITSELF: Final = 3
KNOCKS_OUT: Final = 4
STRENGTHENS: Final = 5
HARMS: Final = 6
TAKES_GOLD: Final = 7
ORDERS: Final = 8
ORDERS_MORE: Final = 9
GAMBLES: Final = 10
TAKES_CONTROL: Final = 11
PASSES_BET: Final = 12
LEAVES: Final = 13
INN_PAYS: Final = 14
DOES_NOT_DRINK: Final = 15
HANDS_ON: Final = 16
SPIKES: Final = 17
WATERS: Final = 18
COURAGE: Final = 19
MAKES_DRINK: Final = 20
IGNORES: Final = 21
NEGATES: Final = 22
CATCHES: Final = 23
SPOILS: Final = 24
HELPS_ITSELF: Final = 25
EJECTS: Final = 26
TAKES_TIP: Final = 27
MIXES: Final = 28
WASHES: Final = 29
SHIELDS: Final = 30
HITS_HARDER: Final = 31
HANDS_OUT: Final = 32
DARES: Final = 33
SERVES: Final = 34
BURDENS: Final = 35
HITS_SEVERAL: Final = 36
SHARES: Final = 37
PARTS_WITH: Final = 38
HEALS_WITH_CARDS: Final = 39
TASTES: Final = 40
PAYS_RATHER: Final = 41
DRINKS_RATHER: Final = 42
GOES_OUTSIDE: Final = 43

REASONS: dict[int, str] = {
    HOLDS_BACK: "keeps its cards for a better moment",
    THROWS: "throws away a card that is worth less than the next one may be",
    KEEPS: "keeps what it has, for the next cards will hardly be better",
    SAVES_ITSELF: "saves itself at the last moment",
    KNOCKS_OUT: "puts somebody out of the game",
    STRENGTHENS: "strengthens itself while it can",
    HARMS: "harms whom it hurts most",
    TAKES_GOLD: "takes Gold from somebody",
    ORDERS: "orders for whom a drink hurts most",
    ORDERS_MORE: "pays for more drinks for the others",
    GAMBLES: "starts a Round of Gambling, for it holds good cards",
    TAKES_CONTROL: "takes control of the Round",
    PASSES_BET: "passes, for the pot is not worth another card",
    LEAVES: "leaves the Round rather than ante",
    INN_PAYS: "lets the Inn pay",
    DOES_NOT_DRINK: "does not drink what hurts",
    HANDS_ON: "lets somebody else drink it",
    SPIKES: "makes another's Drink stronger",
    WATERS: "makes a Drink weaker",
    COURAGE: "turns a strong Drink into courage",
    MAKES_DRINK: "makes others drink",
    IGNORES: "ignores a card that hurts",
    NEGATES: "stops a card that hurts more than holding on to the answer is worth",
    CATCHES: "catches the cheat",
    SPOILS: "spoils a Round that another is winning",
    HELPS_ITSELF: "helps itself to the pot",
    EJECTS: "throws out the gambler with the best prospects",
    TAKES_TIP: "takes what another has just paid to the Inn",
    MIXES: "has its own way with a Drink",
    WASHES: "lets another have what it does not want to drink",
    SHIELDS: "takes the edge off a blow",
    HITS_HARDER: "hits harder while it can",
    HANDS_OUT: "gives away the drinks that wait for it",
    DARES: "dares whom a drink hurts most",
    SERVES: "serves somebody from the Special Reserve",
    BURDENS: "leaves its Story with whom it troubles most",
    HITS_SEVERAL: "hits everybody who is worth the price",
    SHARES: "shares its Drink with whom it hurts most",
    PARTS_WITH: "parts with the cards that are worth least",
    HEALS_WITH_CARDS: "gives up cards that are worth less than the Fortitude they bring",
    TASTES: "draws before it has to give up cards, unless it has none to give up",
    PAYS_RATHER: "pays, for the Drink would hurt more",
    DRINKS_RATHER: "drinks, for the Gold is worth more",
    GOES_OUTSIDE: "takes somebody outside, where nobody can harm it",
}
