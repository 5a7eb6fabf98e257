"""Whether words read from bytes can be a state or view of this game, so that no foreign bytes reach the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tavern_engine.chance import MASK
from tavern_engine.games.red_dragon_inn import rules as r
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.check_stack import UnderWay, require
from tavern_engine.games.red_dragon_inn.tables import BITS, DRINKS, MAX_KINDS, MAX_SEATS, InnTables
from tavern_engine.state import (
    ASKED,
    CHOSEN,
    LEFT,
    OVER,
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
#: The words that each of eight seats has one of; DRINK_ME has four.
SEAT_WORDS = (
    *(z.HAND, z.SIZE, z.KNOWN, z.POOL, z.DECK, z.DISCARD, z.DRAWN),
    *(z.FORTITUDE, z.ALCOHOL, z.PURSE, z.CHARACTER, z.LEFT_AT, z.MUGS),
)


def check(state: r.InnState) -> None:
    """Raise BadBytes unless every word is in its range, the cards add up, and the question can be answered."""
    w, inn = [int(word) for word in state.w], state.inn
    require(2 <= w[SEATS] <= min(MAX_SEATS, int(inn.characters)), "the number of seats")
    _check_ranges(w, inn)
    _check_players(w, inn)
    _check_round(w)
    if w[ASKED] < 0:
        require(w[PHASE] == 0 and not any(w[z.CONTROL :]), "a question to nobody")
        _check_cards(w, inn, [])
        return
    require(w[VIEWER] in (TRUTH, w[ASKED]), "the question")
    under_way = UnderWay(w, inn)
    under_way.check()
    _check_cards(w, inn, under_way.cards_out())
    under_way.check_question(state)


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
    }
    for what, (word, low, high) in ranges.items():
        require(low <= w[word] <= high, f"the {what}")
    for word in (SEED_A, SEED_B, PUBLIC, *range(PRIVATE, PRIVATE + MAX_SEATS)):
        require(0 <= w[word] <= MASK, "a seed or digest")
    _check_options(w, inn)


def _check_options(w: list[int], inn: InnTables) -> None:
    rules = w[z.RULES]
    drinks, cast, gold = rules // z.FULL_DECK % 256, rules // z.CAST % 16, rules // z.START_GOLD
    require(rules >= 0 and rules % z.FULL_DECK <= z.BAR_DECK + z.BLURRED, "the options")
    require(w[SEATS] < drinks <= int(inn.full[DRINKS]).bit_count(), "the number of drinks")
    require(cast < 2 + int(inn.characters) and 1 <= gold <= 99, "the options")


def _check_players(w: list[int], inn: InnTables) -> None:
    """Markers, Gold and characters, and who is still in."""
    seats, limit = w[SEATS], int(inn.limit)
    for word in SEAT_WORDS:
        require(not any(w[word + seats : word + MAX_SEATS]), "an empty seat")
    require(not any(w[z.DRINK_ME + 4 * seats : z.DRINK_ME + 4 * MAX_SEATS]), "an empty seat")
    for seat in range(seats):
        require(0 <= w[z.FORTITUDE + seat] <= limit and 0 <= w[z.ALCOHOL + seat] <= limit, "a marker")  # R10
        require(0 <= w[z.PURSE + seat] <= MANY, "a purse")
        require(0 <= w[z.DRAWN + seat] <= MANY, "the number of cards drawn")
        require(0 <= w[z.CHARACTER + seat] < int(inn.characters), "a character")
        is_in = w[z.STILL_IN] >> seat & 1 == 1
        require(is_in == (w[z.LEFT_AT + seat] == 0), "who has gone out")
        require(is_in or w[z.PURSE + seat] == 0, "the Gold of a player who is out")
    require(len(set(w[z.CHARACTER : z.CHARACTER + seats])) == seats, "a character at two seats")  # RA2
    gone = {0, *w[z.LEFT_AT : z.LEFT_AT + seats]}
    require(gone == set(range(w[z.CHECKS] + 1)), "who has gone out")  # RA80: every check that counts puts somebody out
    over = w[z.STILL_IN].bit_count() <= 1 or w[z.TURNS] == int(inn.turn_limit)  # RA84, RA86
    require(over if w[ASKED] == OVER else w[z.STILL_IN].bit_count() >= 2, "the end of the game")
    require(w[ASKED] == OVER or w[z.STILL_IN] >> w[z.TURN] & 1 == 1, "the turn")  # RA82
    require(w[z.FALLEN] & ~w[z.STILL_IN] == 0, "a player who fell in a contest")


def _check_round(w: list[int]) -> None:
    """R18, R23, R24: only who is in the Round can be in control of it."""
    master = w[z.MASTER]
    require(w[z.GAMBLERS] & ~w[z.STILL_IN] == 0, "the players in the Round")
    require(master == 0 or w[z.GAMBLERS] >> (master - 1) & 1 == 1, "the player in control")
    require(w[z.UNBEATEN] == 0 or master > 0, "the Winning Hand")
    require(w[ASKED] != OVER or (w[z.GAMBLERS] == 0 and w[z.COINS] == 0), "a Round after the end")  # RA69


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
        require(int(inn.bit[MAX_KINDS * deck + kind]) >= 0, "a card in play")
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
