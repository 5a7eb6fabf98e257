"""Whether words read from bytes can be a state or view of this game, so that no foreign bytes reach the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tavern_engine.chance import MASK
from tavern_engine.errors import BadBytes
from tavern_engine.games.red_dragon_inn import rules as r
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.stack import fitted
from tavern_engine.games.red_dragon_inn.tables import BITS, DRINKS, MAX_SEATS, InnTables, bit_of
from tavern_engine.state import (
    ASKED,
    CHOSEN,
    LEFT,
    PHASE,
    PRIVATE,
    PUBLIC,
    SEATS,
    SEED_A,
    SEED_B,
    TRUTH,
    UNTOLD,
    VIEWER,
)

MANY = 1_000_000
STRONGEST = 1_000  # no Drink has more AC or F than this


def require(condition: bool, what: str) -> None:
    """Refuse bytes unless this holds."""
    if not condition:
        raise BadBytes(f"The bytes are no state of this game: {what} cannot be.")


def check(state: r.InnState) -> None:
    """Raise BadBytes unless every word is in its range and the cards add up."""
    w, inn = [int(word) for word in state.w], state.inn
    require(2 <= w[SEATS] <= min(MAX_SEATS, int(inn.characters)), "the number of seats")
    _check_ranges(w, inn)
    _check_players(w, inn)
    _check_under_way(w, inn)
    require(len(state.w) == len(fitted(state.w)), "the depth of the stack")
    _check_cards(w, inn, _cards_out(w, inn))


def _check_ranges(w: list[int], inn: InnTables) -> None:
    seats = w[SEATS]
    everybody = (1 << seats) - 1
    ranges = {
        "viewer": (VIEWER, TRUTH, seats - 1),
        "asked seat": (ASKED, UNTOLD, seats - 1),
        "decision": (PHASE, 0, r.BETTING),
        "half-made choice": (CHOSEN, 0, 0),
        "repetition": (LEFT, 0, 0),
        "number of drinks turned up": (z.REVEALED, 0, MANY),
        "batch of the Drink Deck": (z.DECK_BATCH, 0, z.BATCHES - 1),
        "batch of the bar deck": (z.BAR_BATCH, 0, z.BATCHES - 1),
        "turn": (z.TURN, 0, seats - 1),
        "number of turns": (z.TURNS, 1, int(inn.turn_limit)),
        "number of loss checks": (z.CHECKS, 0, seats),
        "players in the game": (z.STILL_IN, 0, everybody),
        "players who fell in a contest": (z.FALLEN, 0, everybody),
        "pot": (z.COINS, 0, MANY),
        "players in the Round": (z.GAMBLERS, 0, everybody),
        "player in control": (z.MASTER, 0, seats),
        "Winning Hand": (z.UNBEATEN, 0, 1),
        "player who bets": (z.BETTOR, 0, seats - 1),
        "number of passes": (z.PASSES, 0, seats),
        "winner of the Round": (z.WINNER, 0, seats),
        "player who gets the pot": (z.TAKER, 0, seats),
        "Round": (z.IN_ROUND, 0, 1),
        "fee for the Drink Deck": (z.FEE_DUE, 0, 1),
        "number of Drinks on the table": (z.ROWS, 0, z.MAX_ROWS),
    }
    for what, (word, low, high) in ranges.items():
        require(low <= w[word] <= high, f"the {what}")
    for word in (SEED_A, SEED_B, PUBLIC, *range(PRIVATE, PRIVATE + MAX_SEATS)):
        require(0 <= w[word] <= MASK, "a seed or digest")
    rules = w[z.RULES]
    drinks, cast, gold = rules // z.FULL_DECK % 256, rules // z.CAST % 16, rules // z.START_GOLD
    require(rules >= 0 and rules % z.FULL_DECK <= z.BAR_DECK + z.BLURRED, "the options")
    require(seats < drinks <= int(inn.full[DRINKS]).bit_count(), "the number of drinks")
    require(cast < 2 + int(inn.characters) and 1 <= gold <= 99, "the options")


def _check_players(w: list[int], inn: InnTables) -> None:
    """Markers, Gold and characters."""
    limit = int(inn.limit)
    for seat in range(w[SEATS]):
        require(0 <= w[z.FORTITUDE + seat] <= limit and 0 <= w[z.ALCOHOL + seat] <= limit, "a marker")  # R10
        require(0 <= w[z.PURSE + seat] <= MANY, "a purse")
        require(0 <= w[z.DRAWN + seat] <= MANY, "the number of cards drawn")
        require(0 <= w[z.CHARACTER + seat] < int(inn.characters), "a character")
        require(0 <= w[z.LEFT_AT + seat] <= w[z.CHECKS], "who has gone out")


def _check_under_way(w: list[int], inn: InnTables) -> None:
    """The frames of the stack and the Drinks on the table."""
    seats, depth = w[SEATS], w[z.DEPTH]
    everybody = (1 << seats) - 1
    require(int(w[ASKED] >= 0) <= depth <= MANY, "the depth of the stack")
    require(z.STACK + z.FRAME * depth <= len(w), "the depth of the stack")
    for f in range(z.STACK, z.STACK + z.FRAME * depth, z.FRAME):
        require(0 <= w[f + z.PC] < len(inn.code) and w[f + z.PC] % 2 == 0, "a place in a program")
        require(0 <= w[f + z.OWNER] < seats, "the owner of what is under way")
        require(0 <= w[f + z.CARD] <= len(inn.titles), "a card in play")
        require(0 <= w[f + z.STEP] < BITS and -MANY <= w[f + z.AMOUNT] <= MANY, "an amount under way")
        require(0 <= w[f + z.TARGETS] <= everybody | z.THE_POT, "the aim of a card")
        require(all(0 <= w[f + word] <= everybody for word in (z.IGNORED, z.LOSERS)), "the aim of a card")
    for row in range(w[z.ROWS]):
        strength = (w[z.ROW_AC + row], w[z.ROW_FORT + row], w[z.ROW_SCORE + row])
        require(all(-STRONGEST <= number <= STRONGEST for number in strength), "the strength of a Drink")
        require(0 <= w[z.ROW_DRINKER + row] <= seats, "a drinker")
        require(0 <= w[z.ROW_REVEALER + row] < seats, "the player who revealed a Drink")
        require(0 <= w[z.ROW_ROOT + row] <= row, "the Drink that another was split from")


def _cards_out(w: list[int], inn: InnTables) -> list[tuple[int, int]]:
    """The cards that lie on the stack, each with its owner, Events with DRINKS."""
    found = []
    for f in range(z.STACK, z.STACK + z.FRAME * w[z.DEPTH], z.FRAME):
        card, is_top = w[f + z.CARD] - 1, f == z.STACK + z.FRAME * (w[z.DEPTH] - 1)
        if card >= 0 and not (is_top and w[PHASE] in (r.AIMING, r.PICKING)):  # those are still in the hand
            found.append((DRINKS if int(inn.event[card]) >= 0 else w[f + z.OWNER], card))
    return found


# Cards.


def _is_tally(inn: InnTables, deck: int, zone: int) -> bool:
    """Whether a word is a tally of cards of the deck, every field filled from its lowest bit."""
    if zone < 0 or zone & ~int(inn.full[deck]):
        return False
    return (zone & ~int(inn.first[deck])) >> 1 & ~zone == 0


@lru_cache(maxsize=64)
def _fields(inn: InnTables, deck: int) -> list[tuple[int, int]]:
    """The field of every kind in the deck, and the kind."""
    places = [bit for bit in range(BITS - 1) if int(inn.first[deck]) >> bit & 1]
    return [(int(inn.field[BITS * deck + bit]), int(inn.kind[BITS * deck + bit])) for bit in places]


def _add_up(w: list[int], inn: InnTables, deck: int, zones: Sequence[int], played: Sequence[int]) -> bool:
    """Whether zones and cards in play make the whole deck, or could if the cards in play are not told."""
    zones = [zone for zone in zones if zone]
    for field, kind in _fields(inn, deck):
        missing = field.bit_count() - played.count(kind)
        for zone in zones:
            missing -= (zone & field).bit_count()
        if missing < 0 or (missing > 0 and w[ASKED] != UNTOLD):
            return False
    return True


def _check_cards(w: list[int], inn: InnTables, played: Sequence[tuple[int, int]]) -> None:
    """No card is lost or made; `played` are those on the stack, each with its owner, Events with DRINKS."""
    for seat in range(w[SEATS]):
        _check_hand(w, inn, seat, [kind for owner, kind in played if owner == seat])
    _check_drinks(w, inn, [kind for owner, kind in played if owner == DRINKS])


def _check_hand(w: list[int], inn: InnTables, seat: int, played: Sequence[int]) -> None:
    """The cards of one character: in truth POOL is the draw pile and what is not KNOWN of the hand."""
    deck = w[z.CHARACTER + seat]
    words = (z.HAND, z.KNOWN, z.POOL, z.DECK, z.DISCARD)
    hand, known, pool, pile, discard = (w[word + seat] for word in words)
    size = w[z.SIZE + seat]
    for zone in (hand, known, pool, pile, discard):
        require(_is_tally(inn, deck, zone), "a zone of cards")
    for kind in played:
        require(bit_of(inn, deck, kind) >= 0, "a card in play")
    if w[z.LEFT_AT + seat] != 0:
        require(not (hand or known or pool or pile or discard or size or played), "the cards of a player who is out")
        return
    require(known & ~hand == 0, "what is known of a hand")
    if w[VIEWER] in (TRUTH, seat):
        require(size == hand.bit_count(), "the size of a hand")
        fits = all(
            (hand & field).bit_count() + (pile & field).bit_count()
            == (known & field).bit_count() + (pool & field).bit_count()
            for field, _ in _fields(inn, deck)
        )
        require(fits, "the cards that a hand is drawn from")
    else:
        require(hand == known and pile == 0, "what is known of a hand")
        require(known.bit_count() <= size <= known.bit_count() + pool.bit_count(), "the size of a hand")
    require(_add_up(w, inn, deck, (known, pool, discard), played), "the number of equal cards")


def _check_drinks(w: list[int], inn: InnTables, events: Sequence[int]) -> None:
    """Every unseen drink lies in the Drink Deck, the bar deck or a Drink Me! pile, in the number its batch has."""
    for word in (z.DREGS, z.GLASSES, *range(z.BATCH, z.BATCH + z.BATCHES)):
        require(_is_tally(inn, DRINKS, w[word]), "a zone of drinks")
    unseen = [w[z.BATCH + batch].bit_count() for batch in range(z.BATCHES)]
    unseen[w[z.DECK_BATCH]] -= w[z.DRINK_DECK]
    unseen[w[z.BAR_BATCH]] -= w[z.BAR]
    require(w[z.DRINK_DECK] >= 0 and w[z.BAR] >= 0, "the number of drinks")
    for seat in range(w[SEATS]):
        mugs = w[z.MUGS + seat]
        is_in = w[z.LEFT_AT + seat] == 0
        require(0 <= mugs <= 60 and (is_in or mugs == 0), "a Drink Me! pile")  # R15
        pile = 0
        for word in range(4):
            batches = w[z.DRINK_ME + 4 * seat + word]
            require(0 <= batches < 1 << 60, "a Drink Me! pile")
            pile |= batches << 60 * word
        require(pile >> 4 * mugs == 0, "a Drink Me! pile")
        for mug in range(mugs):
            batch = pile >> 4 * mug & 15
            require(batch < z.BATCHES, "a Drink Me! pile")
            unseen[batch] -= 1
    require(not any(unseen), "the number of unseen drinks")
    zones = [*w[z.BATCH : z.BATCH + z.BATCHES], w[z.DREGS], w[z.GLASSES]]
    require(_add_up(w, inn, DRINKS, zones, events), "the number of equal drinks")
