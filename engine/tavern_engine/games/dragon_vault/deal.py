"""Setting up a round: the starting player, tricks, hindrances and the deal (D1 to D4, D33 to D37)."""

from typing import Final

from mypy_extensions import i64

from tavern_engine.chance import pick
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import NONE
from tavern_engine.multiset import copies, several, size
from tavern_engine.state import SEATS, SEED_A, SEED_B

# Purposes of luck; each is followed by the number of the round.
CARDS: Final = 0
TRICK_DECK: Final = 1
HINDRANCE_PILE: Final = 2
THEFT: Final = 3


def purpose(source: i64, number: i64) -> i64:
    """One source of luck in one round."""
    return source + 16 * number


def deal_round(state: z.Zones) -> None:
    """Begin the next round, up to the swaps."""
    w = state.w
    state.round_begins(w, starting_player(state), w[z.ROUND] + 1)
    turn_up_trick(state)
    chaos = hand_out_hindrances(state)
    deal_cards(state, chaos)


def starting_player(state: z.Zones) -> i64:
    """D4, DA1, DA27: who has lost most; of several the nearest clockwise to the previous starter, who comes first."""
    w = state.w
    if w[z.ROUND] == 0:
        return 0
    best = w[z.STARTER]
    for step in range(1, w[SEATS]):
        seat = (w[z.STARTER] + step) % w[SEATS]
        if w[z.LOST + seat] > w[z.LOST + best]:
            best = seat
    return best


def turn_up_trick(state: z.Zones) -> None:
    """D37, DA20, DA45: one each round, from the first on, until all are open."""
    w = state.w
    closed = state.vault.tricks - w[z.TRICKS]
    if w[z.RULES] & z.WITH_TRICKS != 0 and closed != 0:
        state.open_trick(w, pick(w[SEED_A], w[SEED_B], purpose(TRICK_DECK, w[z.ROUND]), 0, closed))


def hand_out_hindrances(state: z.Zones) -> bool:
    """D33, DA20: who ended the previous round takes one; D36, DA21, DA46: if it is Chaos (returned), everybody does."""
    w = state.w
    if w[z.RULES] & z.WITH_HINDRANCES == 0 or w[z.WINNER] == NONE or (w[z.FRESH] == 0 and w[z.UNDER] == 0):
        return False
    row = next_hindrance(state, 0)
    state.take_hindrance(w, w[z.WINNER], row)
    if state.vault.row_chaos[row] == 0:
        return False
    step: i64 = 0
    while step < w[SEATS] and (w[z.FRESH] != 0 or w[z.UNDER] != 0):
        state.take_hindrance(w, (w[z.WINNER] + step) % w[SEATS], next_hindrance(state, step + 1))
        step += 1
    return True


def next_hindrance(state: z.Zones, count: i64) -> i64:
    """The top of the pile: the order of unseen ones is luck, that of those put back under it is known."""
    w = state.w
    if w[z.FRESH] == 0:
        return (w[z.UNDER] & 15) - 1
    return pick(w[SEED_A], w[SEED_B], purpose(HINDRANCE_PILE, w[z.ROUND]), count, w[z.FRESH])


def deal_cards(state: z.Zones, chaos: bool) -> None:
    """D1 to D3: reserves and hands of the usual size and the trouble pile come first, what hindrances add comes last.

    So one seed deals a seat the same cards whatever hindrances the others follow.
    """
    w = state.w
    vault = state.vault
    dealer = Dealer(state)
    for seat in range(w[SEATS]):
        deal_reserve(state, dealer, seat)
    hands = [dealer.cards(vault.hand) for _ in range(int(w[SEATS]))]
    trouble = [dealer.card() for _ in range(int(vault.trouble))]
    for seat in range(w[SEATS]):
        extra = hand_size(state, seat) - vault.hand
        state.deal_hand(w, seat, i64(hands[int(seat)]) + i64(dealer.cards(extra)), vault.hand + extra)
    if chaos:
        trouble.extend([dealer.card() for _ in range(int(size(dealer.pool)))])  # D36
    state.pile_up(w, i64(len(trouble)))
    lay_trouble(state, trouble)


def hand_size(state: z.Zones, seat: i64) -> i64:
    """D2, D34."""
    held = copies(state.w[z.HELD], seat)
    if held != 0 and state.vault.row_hand[held - 1] != 0:
        return state.vault.row_hand[held - 1]
    return state.vault.hand


def deal_reserve(state: z.Zones, dealer: "Dealer", seat: i64) -> None:
    """D1: three closed cards with an open one on each; D35: some of the upper ones closed too."""
    w = state.w
    held = copies(w[z.HELD], seat)
    stacks = state.vault.stacks
    doubles = state.vault.row_doubles[held - 1] if held != 0 else i64(0)
    open_cards = i64(dealer.cards(stacks - doubles))
    closed = i64(0)
    for place in range(stacks + doubles):
        closed |= several(place, i64(dealer.card()))
    state.lay_reserve(w, seat, open_cards, stacks + doubles + 16 * doubles)
    w[z.CLOSED + seat] |= closed


def lay_trouble(state: z.Zones, cards: list[int]) -> None:
    """Put these cards into the trouble pile, the first on top: it is last in the words, so a draw shifts nothing."""
    w = state.w
    for word in range(i64(z.TROUBLE_WORDS)):
        w[z.TROUBLE + word] = 0
    place = i64(len(cards))
    for kind in cards:
        place -= 1
        z.put_trouble(w, i64(place), i64(kind))


class Dealer:
    """Draws the cards of one round one after another."""

    def __init__(self, state: z.Zones) -> None:
        self.a: i64 = state.w[SEED_A]
        self.b: i64 = state.w[SEED_B]
        self.source: i64 = purpose(CARDS, state.w[z.ROUND])
        self.count: i64 = 0
        self.pool: i64 = state.vault.deck

    def card(self) -> int:
        kind = pick(self.a, self.b, self.source, self.count, self.pool)
        self.count += 1
        self.pool -= several(kind, 1)
        return int(kind)

    def cards(self, amount: i64) -> int:
        """That many cards as a multiset."""
        zone: i64 = 0
        for _ in range(amount):
            zone += several(i64(self.card()), 1)
        return int(zone)
