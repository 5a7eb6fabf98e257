"""What decides who wins at The Taverns of Tiefenthal, as numbers: what a tavern will bring in the rounds to come."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.evaluation import Features
from tavern_bots.tiefenthal.rules import TiefenthalRules
from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.pack import copies, size
from tavern_engine.state import PHASE, SEATS, State
from tavern_engine.tally import bit, number, place

PART: Final = 16  # outlooks are in 64ths of a point, here in quarters
PLAIN: Final = (
    "outlook", "points", "lead", "mean lead", "rounds to come", "seats", "begins", "steps", "bar guests", "thalers",
    "beer", "on top", "brought from the top", "cards", "guests", "guests pay", "guests pay, times rounds",
)  # fmt: skip
TOKEN: Final = 17  # where each group begins
KIND: Final = TOKEN + 9
KIND_TIMES: Final = KIND + 8
TOKENS: Final = ("tables", "waitress", "dishwasher", "brewer", "register", "monk", "safe", "barrel", "storage")


class TiefenthalFeatures(Features):
    """Read at the beginning of a round, before anybody serves."""

    def __init__(self, tavern: TavernTables) -> None:
        self.tavern = tavern
        self.rules = TiefenthalRules(tavern)
        kinds = tavern.names[: c.GUEST]
        names = [*PLAIN, *(f"upgraded {token}, times rounds" for token in TOKENS), *kinds]
        super().__init__([*names, *(f"{kind}, times rounds" for kind in kinds)])
        self.outlooks = vec[i64]([0] * c.MAX_SEATS)

    def is_calm(self, state: State) -> bool:
        return state.w[PHASE] <= a.DRAFTING

    def read(self, state: State, seat: i64) -> None:
        w = state.w
        x = self.numbers
        rounds = self.tavern.rounds - w[z.ROUND] + 1
        best: i64 = -1_000_000
        total: i64 = 0
        for other in range(w[SEATS]):
            outlook = self.rules.outlook(state, other) // PART
            self.outlooks[other] = outlook
            if other != seat:
                total += outlook
                if outlook > best:
                    best = outlook
        mine = self.outlooks[seat]
        x[0] = mine
        x[1] = w[z.POINTS + seat]
        x[2] = mine - best
        x[3] = mine - total // (w[SEATS] - 1)
        x[4] = rounds
        x[5] = w[SEATS]
        x[6] = i64(1) if w[z.STARTER] == seat else i64(0)
        x[7] = w[z.TRACK + seat]
        x[8] = w[z.BAR + seat]
        x[9] = w[z.THALERS + seat]
        x[10] = w[z.BEER + seat]
        x[11] = w[z.KNOWN_SIZE + seat]
        x[12] = self.rules.worth.known_brings(w, seat, self.rules.worth.plan_of(w, seat)) // 25
        self.read_cards(w, seat, rounds)
        for token in range(i64(c.TOKENS)):
            x[TOKEN + token] = rounds if z.is_turned(w, seat, token) else i64(0)

    def read_cards(self, w: vec[i64], seat: i64, rounds: i64) -> None:
        """All cards of the seat, wherever they lie."""
        x = self.numbers
        commons = w[z.REST + seat] + w[z.PILE + seat] + w[z.LAID + seat]
        guests = w[z.REST_GUESTS + seat] | w[z.PILE_GUESTS + seat] | w[z.LAID_GUESTS + seat]
        for kind in range(i64(c.GUEST)):
            x[KIND + kind] = copies(commons, kind)
        x[13] = size(commons, guests) + w[z.KNOWN_SIZE + seat]
        for card in range(w[z.KNOWN_SIZE + seat]):
            kind = z.known_card(w, seat, card)
            if kind < c.GUEST:
                x[KIND + kind] += 1
            else:
                guests |= bit(kind - c.GUEST)
        x[14] = number(guests)
        x[15] = 0
        while guests != 0:
            x[15] += self.tavern.pays[c.ON_GUEST + place(guests, 0)]
            guests &= guests - 1
        x[16] = x[15] * rounds
        for kind in range(i64(c.GUEST)):
            x[KIND_TIMES + kind] = x[KIND + kind] * rounds
