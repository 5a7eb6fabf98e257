"""What decides who wins at Dragon's Vault, as numbers: coins lost, and how near everybody is to going out."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.dragon_vault.readings import cards_left
from tavern_bots.evaluation import Features
from tavern_engine.games.dragon_vault import cards as c
from tavern_engine.games.dragon_vault import rules as r
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import VaultTables
from tavern_engine.games.dragon_vault.scoring import coins
from tavern_engine.multiset import copies, lesser, one_each, size
from tavern_engine.state import PHASE, SEATS, State

NAMES: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "zero", "fire-breather", "protector")
PLAIN: Final = (
    "lost", "lost behind the best", "lost behind all", "most lost", "coins", "coins behind the best", "seats",
    "begins", "hand", "open", "closed", "cards", "fewest cards", "cards behind", "kinds in hand", "pile", "turn",
    "turns until", "fits", "fits and turn", "run",
)  # fmt: skip
NEAR: Final = (2, 3, 4, 6, 9)  # how many cards a seat has below each of these
NEARER: Final = 21  # where each group begins
HAND: Final = NEARER + 5
OPEN: Final = HAND + 12


class VaultFeatures(Features):
    """Read when somebody is to play, or before the swap."""

    def __init__(self, vault: VaultTables) -> None:
        self.vault = vault
        self.near = vec[i64](NEAR)
        names = [*PLAIN, *(f"cards below {number}" for number in NEAR)]
        super().__init__([*names, *(f"holds {name}" for name in NAMES), *(f"open {name}" for name in NAMES)])

    def is_calm(self, state: State) -> bool:
        return state.w[PHASE] == r.PLAY or state.w[PHASE] == r.GIVE

    def read(self, state: State, seat: i64) -> None:
        w = state.w
        x = self.numbers
        hand = w[z.HAND + seat]
        begun = w[z.TURNS] > 0
        x[0] = w[z.LOST + seat]
        x[4] = coins(w, self.vault, seat) if begun else i64(0)
        x[6] = w[SEATS]
        x[7] = i64(0) if begun else i64(1)
        x[8] = w[z.SIZE + seat]
        x[9] = size(w[z.OPEN + seat])
        x[10] = z.closed_total(w[z.CLOSED + seat])
        x[11] = x[8] + x[9] + x[10]
        x[14] = size(one_each(hand))
        x[15] = size(w[z.PILE])
        x[16] = i64(1) if begun and w[z.TURN] == seat else i64(0)
        x[17] = self.turns_until(w, seat) if begun else i64(0)
        x[18] = size(one_each(hand) & c.fitting(w[z.EFFECTIVE], w[z.TOP])) if begun else i64(0)
        x[19] = x[18] * x[16]
        x[20] = w[z.RUN]
        self.read_others(w, seat, begun)
        for step in range(i64(len(self.near))):
            x[NEARER + step] = self.near[step] - x[11] if x[11] < self.near[step] else i64(0)
        for kind in range(i64(c.KINDS)):
            x[HAND + kind] = copies(hand, kind)
            x[OPEN + kind] = copies(w[z.OPEN + seat], kind)

    def read_others(self, w: vec[i64], seat: i64, begun: bool) -> None:
        """How far they are."""
        x = self.numbers
        least: i64 = 1000
        most: i64 = x[0]
        all_lost: i64 = 0
        least_coins: i64 = 1000
        fewest: i64 = 1000
        for other in range(w[SEATS]):
            if other != seat:
                lost = w[z.LOST + other]
                least = lesser(least, lost)
                all_lost += lost
                if lost > most:
                    most = lost
                if begun:
                    least_coins = lesser(least_coins, coins(w, self.vault, other))
                fewest = lesser(fewest, cards_left(w, other))
        x[1] = x[0] - least
        x[2] = x[0] - all_lost // (w[SEATS] - 1)
        x[3] = most
        x[5] = x[4] - least_coins if begun else i64(0)
        x[12] = fewest
        x[13] = x[11] - fewest

    def turns_until(self, w: vec[i64], seat: i64) -> i64:
        turns: i64 = 0
        other = w[z.TURN]
        while other != seat:
            other = r.beside(w, other, w[z.DIRECTION])
            turns += 1
        return turns
