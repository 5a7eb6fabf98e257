"""The words of The Red Dragon Inn, row by row, and whether its cards add up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import rules as r
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.stack import fitted
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, in_deck
from tavern_engine.layout import (
    ASKED_SEAT,
    MANY,
    OWNER,
    PART,
    SEAT,
    SEAT_PLUS_ONE,
    SEATS_MASK,
    Layout,
    Row,
    number,
    packed,
    require,
)
from tavern_engine.state import ASKED, CHOSEN, LEFT, PHASE, SEATS, TRUTH, UNTOLD, VIEWER

CARDS = packed(1, t.BITS - 2)  # a tally
STRENGTH = number(1_000, -1_000)  # no Drink has more AC or F than this
YES = number(1)


def layout(inn: InnTables) -> Layout:
    """All words after those that say who is asked."""
    marker = number(int(inn.limit))
    return Layout(
        (
            Row("the kind of decision", PHASE, number(c.BETTING), sight=ASKED_SEAT),
            Row("the half-made choice", CHOSEN, number(0)),
            Row("the repetition", LEFT, number(0)),
            Row("a hand", z.HAND, CARDS, t.MAX_SEATS, sight=PART),
            Row("the size of a hand", z.SIZE, number(z.MOST_IN_DECK), t.MAX_SEATS),
            Row("the known part of a hand", z.KNOWN, CARDS, t.MAX_SEATS),
            Row("what a hand is drawn from", z.POOL, CARDS, t.MAX_SEATS),
            Row("a draw pile", z.DECK, CARDS, t.MAX_SEATS, sight=OWNER),
            Row("a discard", z.DISCARD, CARDS, t.MAX_SEATS),
            Row("the number of cards drawn", z.DRAWN, number(MANY), t.MAX_SEATS),
            Row("Fortitude", z.FORTITUDE, marker, t.MAX_SEATS),
            Row("Alcohol Content", z.ALCOHOL, marker, t.MAX_SEATS),
            Row("a purse", z.PURSE, number(MANY), t.MAX_SEATS),
            Row("a character", z.CHARACTER, number(len(inn.names) - 1), t.MAX_SEATS),
            Row("when a player went out", z.LEFT_AT, number(t.MAX_SEATS), t.MAX_SEATS),
            Row("a Drink Me! pile", z.DRINK_ME, packed(4, z.PER_WORD, z.BATCHES - 1), t.MAX_SEATS, many=z.PILE_WORDS),
            Row("the size of a Drink Me! pile", z.MUGS, number(z.MOST_MUGS), t.MAX_SEATS),
            Row("a batch of drinks", z.BATCH, CARDS, many=z.BATCHES),
            Row("the number of drinks turned up", z.REVEALED, number(MANY)),
            Row("the Drink Deck", z.DRINK_DECK, number(z.MOST_MUGS)),
            Row("the batch of the Drink Deck", z.DECK_BATCH, number(z.BATCHES - 1)),
            Row("the bar deck", z.BAR, number(z.MOST_MUGS)),
            Row("the batch of the bar deck", z.BAR_BATCH, number(z.BATCHES - 1)),
            Row("the Drink discard", z.DREGS, CARDS),
            Row("the options", z.RULES, number(100 * z.START_GOLD - 1)),
            Row("the turn", z.TURN, SEAT),
            Row("the number of turns", z.TURNS, number(int(inn.turn_limit))),
            Row("the number of loss checks", z.CHECKS, number(t.MAX_SEATS)),
            Row("the players in the game", z.STILL_IN, SEATS_MASK),
            Row("the players who fell in a contest", z.FALLEN, SEATS_MASK),
            Row("the pot", z.COINS, number(MANY)),
            Row("the players in the Round", z.GAMBLERS, SEATS_MASK),
            Row("the player in control", z.MASTER, SEAT_PLUS_ONE),
            Row("Winning Hand", z.UNBEATEN, YES),
            *_under_way(inn),
        ),
        z.LENGTH,
    )


def _under_way(inn: InnTables) -> Iterator[Row]:
    """The words from CONTROL on, which are part of the question."""
    yield Row("the player who bets", z.BETTOR, SEAT, sight=ASKED_SEAT)
    yield Row("the number of passes", z.PASSES, number(t.MAX_SEATS), sight=ASKED_SEAT)
    yield Row("the winner of the Round", z.WINNER, SEAT_PLUS_ONE, sight=ASKED_SEAT)
    yield Row("the player who gets the pot", z.TAKER, SEAT_PLUS_ONE, sight=ASKED_SEAT)
    yield Row("the Round", z.IN_ROUND, YES, sight=ASKED_SEAT)
    yield Row("the fee for the Drink Deck", z.FEE_DUE, YES, sight=ASKED_SEAT)
    yield Row("the cards of the Drinks on the table", z.GLASSES, CARDS, sight=ASKED_SEAT)
    yield Row("the number of Drinks on the table", z.ROWS, number(z.MAX_ROWS), sight=ASKED_SEAT)
    for name, word, what in (
        ("the AC of a Drink", z.ROW_AC, STRENGTH),
        ("the F of a Drink", z.ROW_FORT, STRENGTH),
        ("a drinker", z.ROW_DRINKER, SEAT_PLUS_ONE),
        ("the Drink that another was split from", z.ROW_ROOT, number(z.MAX_ROWS - 1)),
        ("the score of a Drink", z.ROW_SCORE, STRENGTH),
        ("the player who revealed a Drink", z.ROW_REVEALER, SEAT),
    ):
        yield Row(name, word, what, many=z.MAX_ROWS, sight=ASKED_SEAT)
    yield Row("the depth of the stack", z.DEPTH, number(MANY), sight=ASKED_SEAT)
    for depth in range(z.USUAL_DEPTH):
        yield from frame_rows(inn, z.STACK + z.FRAME * depth)


def frame_rows(inn: InnTables, f: int) -> Iterator[Row]:
    """The words of one frame."""
    for name, word, what in (
        ("a place in a program", z.PC, number(len(inn.code) - 2)),
        ("a card in play", z.CARD, number(len(inn.titles))),
        ("the owner of what is under way", z.OWNER, SEAT),
        ("the aim of a card", z.TARGETS, number((1 << t.MAX_SEATS) - 1)),
        ("who ignores a card", z.IGNORED, SEATS_MASK),
        ("who lost Fortitude", z.LOSERS, SEATS_MASK),
        ("how far a card has come", z.STEP, number(t.BITS)),
        ("the traits of a card", z.TRAITS, number(2 * t.IS_CONTEST - 1)),
        ("an amount under way", z.AMOUNT, number(MANY, -MANY)),
        ("the extra Drinks", z.EXTRA, packed(4, t.MAX_SEATS)),
    ):
        yield Row(name, f + word, what, sight=ASKED_SEAT)


# Cards.


def check_cards(state: r.InnState) -> None:
    """No card is lost or made; and the stack, however deep (RA120), is one."""
    w, inn = [int(word) for word in state.w], state.inn
    require(w[ASKED] < 0 or w[z.DEPTH] > 0, "the depth of the stack")
    require(len(state.w) == len(fitted(state.w)), "the depth of the stack")
    require(not any(w[z.STACK + z.FRAME * w[z.DEPTH] :]), "the depth of the stack")
    for f in range(z.LENGTH, len(w) - z.FRAME + 1, z.FRAME):
        for row in frame_rows(inn, f):
            require(row.range.fits(w[row.word], w[SEATS]), row.name)
    played = list(_cards_out(w, inn))
    for seat in range(w[SEATS]):
        _check_hand(w, inn, seat, [kind for owner, kind in played if owner == seat])
    _check_drinks(w, inn, [kind for owner, kind in played if owner == t.DRINKS])


def _cards_out(w: list[int], inn: InnTables) -> Iterator[tuple[int, int]]:
    """The cards that lie on the stack, each with its owner, Events with DRINKS."""
    last = z.STACK + z.FRAME * (w[z.DEPTH] - 1)
    for f in range(z.STACK, last + 1, z.FRAME):
        require(w[f + z.PC] % 2 == 0, "a place in a program")
        card = w[f + z.CARD] - 1
        if card >= 0 and (f < last or w[PHASE] not in (c.AIMING, c.PICKING)):  # those are still in the hand
            yield t.DRINKS if inn.event[card] >= 0 else w[f + z.OWNER], card


def _fields(inn: InnTables, deck: int) -> Iterator[tuple[int, int]]:
    """Every kind of the deck: its field and its number."""
    for bit in range(t.BITS - 1):
        if int(inn.first[deck]) >> bit & 1:
            yield int(inn.field[at_bit(deck, bit)]), int(inn.kind[at_bit(deck, bit)])


def _check_tally(inn: InnTables, deck: int, zone: int, what: str) -> None:
    """A zone has cards of the deck only, every field filled from its lowest bit."""
    require(zone & ~int(inn.full[deck]) == 0 and (zone & ~int(inn.first[deck])) >> 1 & ~zone == 0, what)


def _add_up(w: list[int], inn: InnTables, deck: int, zones: Sequence[int], played: Sequence[int]) -> bool:
    """Whether zones and cards in play make the whole deck, or could if the cards in play are not told."""
    for field, kind in _fields(inn, deck):
        missing = field.bit_count() - played.count(kind) - sum((zone & field).bit_count() for zone in zones)
        if missing < 0 or (missing > 0 and w[ASKED] != UNTOLD):
            return False
    return True


def _check_hand(w: list[int], inn: InnTables, seat: int, played: Sequence[int]) -> None:
    """The cards of one character: in truth POOL is the draw pile and what is not KNOWN of the hand."""
    deck, size = w[z.CHARACTER + seat], w[z.SIZE + seat]
    hand, known, pool, pile, discard = (w[word + seat] for word in (z.HAND, z.KNOWN, z.POOL, z.DECK, z.DISCARD))
    for zone in (hand, known, pool, pile, discard):
        _check_tally(inn, deck, zone, "a zone of cards")
    require(all(inn.bit[in_deck(deck, kind)] >= 0 for kind in played), "a card in play")
    if w[z.LEFT_AT + seat] != 0:
        require(not (hand or known or pool or pile or discard or size or played), "the cards of a player who is out")
        return
    require(known & ~hand == 0, "the known part of a hand")
    if w[VIEWER] in (TRUTH, seat):
        require(size == hand.bit_count(), "the size of a hand")
        both = ((hand, pile), (known, pool))
        sums = [[sum((zone & field).bit_count() for zone in pair) for pair in both] for field, _ in _fields(inn, deck)]
        require(all(one == other for one, other in sums), "what a hand is drawn from")
    else:
        require(hand == known, "the known part of a hand")
        require(known.bit_count() <= size <= known.bit_count() + pool.bit_count(), "the size of a hand")
    require(_add_up(w, inn, deck, (known, pool, discard), played), "the number of equal cards")


def _check_drinks(w: list[int], inn: InnTables, events: Sequence[int]) -> None:
    """Every unseen drink lies in the Drink Deck, the bar deck or a Drink Me! pile, in the number its batch has."""
    batches = w[z.BATCH : z.BATCH + z.BATCHES]
    for zone in (w[z.DREGS], w[z.GLASSES], *batches):
        _check_tally(inn, t.DRINKS, zone, "a zone of drinks")
    unseen = [batch.bit_count() for batch in batches]
    unseen[w[z.DECK_BATCH]] -= w[z.DRINK_DECK]
    unseen[w[z.BAR_BATCH]] -= w[z.BAR]
    for seat in range(w[SEATS]):
        for mug in range(w[z.MUGS + seat]):
            unseen[w[z.mug_word(seat, mug)] >> int(z.mug_shift(mug)) & z.A_BATCH] -= 1
    require(not any(unseen), "the number of unseen drinks")
    require(_add_up(w, inn, t.DRINKS, (*batches, w[z.DREGS], w[z.GLASSES]), events), "the number of equal drinks")
