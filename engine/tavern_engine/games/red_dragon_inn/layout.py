"""The words of The Red Dragon Inn, row by row, and whether its cards add up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import rules as r
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.sides import A_STALL, LAST_STALL, STALL_BITS
from tavern_engine.games.red_dragon_inn.stack import fitted
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, in_deck
from tavern_engine.games.red_dragon_inn.texts import InnWords
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
    Telling,
    number,
    only_with,
    packed,
    require,
)
from tavern_engine.shown import COUNTS, LOTS, Shown, Told, flags, one_hot
from tavern_engine.state import ASKED, CHOSEN, LEFT, PHASE, SEATS, TRUTH, UNTOLD, VIEWER

CARDS = packed(1, t.BITS - 2)  # a tally
BATCHES = packed(4, z.PER_WORD, z.BATCHES - 1)  # of drinks in a pile
ALL_RULES = 100 * z.START_GOLD - 1
STRENGTH = number(1_000, -1_000)  # no Drink has more AC or F than this
TRAIT_BITS = 22
PROGRAM_BITS = 13  # a place in a program is below 8192, as `InnState.key` has it
YES = number(1)
FEW = number(z.PER_WORD)
SOME_BATCHES = number((1 << z.BATCHES) - 1)
DECISION = one_hot(InnWords.phases[1:], 1)


def layout(inn: InnTables) -> Layout:
    """All words after those that say who is asked."""
    marker = number(int(inn.limit))
    drinks, hand = partial(_drinks, inn), _hand(inn)
    batch = one_hot(z.BATCHES)
    return Layout(
        (
            Row("the kind of decision", PHASE, number(c.PHASES - 1), sight=ASKED_SEAT, shown=DECISION),
            Row("the half-made choice", CHOSEN, number(0)),
            Row("the repetition", LEFT, number(0)),
            Row("a hand", z.HAND, CARDS, t.MAX_SEATS, sight=PART, shown=replace(hand, own=True)),
            Row("the size of a hand", z.SIZE, number(z.MOST_IN_DECK), t.MAX_SEATS),
            Row("the known part of a hand", z.KNOWN, CARDS, t.MAX_SEATS, shown=hand),
            Row("what a hand is drawn from", z.POOL, CARDS, t.MAX_SEATS, shown=hand),
            Row("a draw pile", z.DECK, CARDS, t.MAX_SEATS, sight=OWNER, shown="it is what else a hand is drawn from"),
            Row("a discard", z.DISCARD, CARDS, t.MAX_SEATS, shown=hand),
            Row("the number of cards drawn", z.DRAWN, number(MANY), t.MAX_SEATS, shown=LOTS),
            Row("Fortitude", z.FORTITUDE, marker, t.MAX_SEATS),
            Row("Alcohol Content", z.ALCOHOL, marker, t.MAX_SEATS),
            Row("a purse", z.PURSE, number(MANY), t.MAX_SEATS),
            Row("a character", z.CHARACTER, number(len(inn.names) - 1), t.MAX_SEATS, shown=one_hot(inn.names)),
            Row("when a player went out", z.LEFT_AT, number(t.MAX_SEATS), t.MAX_SEATS),
            Row("a Drink Me! pile", z.DRINK_ME, BATCHES, t.MAX_SEATS, many=z.PILE_WORDS, shown=partial(_mugs, inn)),
            Row("the size of a Drink Me! pile", z.MUGS, number(z.MOST_MUGS), t.MAX_SEATS),
            Row("the Reserve Drinks on a pile", z.FINE, BATCHES, t.MAX_SEATS, shown=with_sides()),
            Row("the number of Reserve Drinks on a pile", z.FINE_MUGS, FEW, t.MAX_SEATS, shown=with_sides()),
            Row("the cards before a player", z.FRONT, CARDS, t.MAX_SEATS, shown=_tally(inn, t.FRONTS)),
            Row("a batch of drinks", z.BATCH, CARDS, many=z.BATCHES, sight=PART, shown=drinks),
            Row("what is surely in a batch", z.SURE, CARDS, many=z.BATCHES, shown="it is what is seen of a batch"),
            Row("the pooled batches", z.POOLED, SOME_BATCHES, shown=with_sides(flags(z.BATCHES))),
            Row("the batches of the Reserve", z.FINE_BATCHES, SOME_BATCHES, shown=with_sides(flags(z.BATCHES))),
            Row("what else is in pooled batches", z.LOOSE, CARDS, many=2, shown=lambda w: with_sides(drinks(w))(w)),
            Row("the number of drinks turned up", z.REVEALED, number(MANY), shown=LOTS),
            Row("the Drink Deck", z.DRINK_DECK, number(z.MOST_MUGS)),
            Row("the batch of the Drink Deck", z.DECK_BATCH, number(z.BATCHES - 1), shown=batch),
            Row("the bar deck", z.BAR, number(z.MOST_MUGS)),
            Row("the batch of the bar deck", z.BAR_BATCH, number(z.BATCHES - 1), shown=batch),
            Row("the Drink discard", z.DREGS, CARDS, shown=drinks),
            Row("the Reserve deck", z.CELLAR, FEW, shown=with_sides()),
            Row("the batch of the Reserve deck", z.CELLAR_BATCH, number(z.BATCHES - 1), shown=with_sides(batch)),
            Row("the Reserve discard", z.FINE_DREGS, CARDS, shown=_tally(inn, t.RESERVE)),
            Row("the Story deck", z.TALES, CARDS, shown=_tally(inn, t.STORIES)),
            Row("the Story discard", z.TALES_TOLD, CARDS, shown=_tally(inn, t.STORIES)),
            Row("the number of Stories told", z.TELLINGS, number(MANY), shown=LOTS),
            Row("the stable deck", z.STALL, CARDS, shown=_tally(inn, t.STABLE)),
            Row("the discarded animals", z.STALL_LEFT, CARDS, shown=_tally(inn, t.STABLE)),
            Row("the number of visits", z.VISITS, number(MANY), shown=LOTS),
            Row("the stalls", z.STALLS, packed(STALL_BITS, LAST_STALL + 1, len(inn.titles)), shown=with_sides()),
            Row("the cards used this turn", z.USED, CARDS, shown=_tally(inn, t.FRONTS)),
            Row("the Prizes at the Inn", z.TROPHIES, CARDS, shown=_tally(inn, t.PRIZES)),
            Row("the discarded Prizes", z.TROPHIES_USED, CARDS, shown=_tally(inn, t.PRIZES)),
            Row("the Prize on the pot", z.STAKED, number(len(inn.titles)), shown=with_sides(_title(inn))),
            Row("the players outside", z.OUTSIDE, SEATS_MASK, shown=with_sides()),
            Row("who took them outside", z.OUT_WITH, SEAT_PLUS_ONE, shown=with_sides()),
            Row("the options", z.RULES, number(ALL_RULES), shown=flags(("batches were joined",), start=1)),
            Row("the characters asked for", z.CAST, packed(4, t.MAX_SEATS, len(inn.names)), shown="who came is told"),
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
        options=(z.RULES, ALL_RULES & ~z.BLURRED),
        grows=True,
    )


def _under_way(inn: InnTables) -> Iterator[Row]:
    """The words from CONTROL on, which are part of the question."""
    yield Row("the player who bets", z.BETTOR, SEAT, sight=ASKED_SEAT)
    yield Row("the number of passes", z.PASSES, number(t.MAX_SEATS), sight=ASKED_SEAT)
    yield Row("the winner of the Round", z.WINNER, SEAT_PLUS_ONE, sight=ASKED_SEAT)
    yield Row("the player who gets the pot", z.TAKER, SEAT_PLUS_ONE, sight=ASKED_SEAT)
    yield Row("the Round", z.IN_ROUND, YES, sight=ASKED_SEAT)
    yield Row("the fee for the Drink Deck", z.FEE_DUE, YES, sight=ASKED_SEAT)
    yield Row("the number of Drinks on the table", z.ROWS, number(z.MAX_ROWS), sight=ASKED_SEAT)
    for name, word, what, shown in (
        ("the AC of a Drink", z.ROW_AC, STRENGTH, None),
        ("the F of a Drink", z.ROW_FORT, STRENGTH, None),
        ("a drinker", z.ROW_DRINKER, SEAT_PLUS_ONE, None),
        ("the Drink that another was split from", z.ROW_ROOT, number(z.MAX_ROWS - 1), None),
        ("the score of a Drink", z.ROW_SCORE, STRENGTH, None),
        ("the player who revealed a Drink", z.ROW_REVEALER, SEAT, None),
        ("the cards of a Drink", z.ROW_CARDS, CARDS, partial(_drinks, inn)),
        ("the Reserve cards of a Drink", z.ROW_FINE, CARDS, _tally(inn, t.RESERVE)),
        ("what a Drink does besides", z.ROW_EFFECTS, packed(t.EFFECT_BITS, 9), None),
    ):
        row = Row(name, word, what, many=z.MAX_ROWS, sight=ASKED_SEAT, shown=shown)
        yield replace(row, shown=partial(_counted, row, z.ROWS, 0))
    yield Row("the depth of the stack", z.DEPTH, number(MANY), sight=ASKED_SEAT)
    for depth in range(z.USUAL_DEPTH):
        for row in frame_rows(inn, z.STACK + z.FRAME * depth):
            name = f"{row.name}, frame {depth + 1}"
            yield replace(row, name=name, shown=partial(_counted, row, z.DEPTH, depth))


def frame_rows(inn: InnTables, f: int) -> Iterator[Row]:
    """The words of one frame."""
    title = _title(inn)
    for name, word, what, shown in (
        ("a place in a program", z.PC, number(len(inn.code) - 2), flags(PROGRAM_BITS)),
        ("a card in play", z.CARD, number(len(inn.titles)), title),
        ("the owner of what is under way", z.OWNER, SEAT, None),
        ("the aim of a card", z.TARGETS, number((1 << t.MAX_SEATS) - 1), flags(t.MAX_SEATS)),
        ("who ignores a card", z.IGNORED, SEATS_MASK, None),
        ("who lost Fortitude", z.LOSERS, SEATS_MASK, None),
        ("how far a card has come", z.STEP, number(t.BITS), None),
        ("the traits of a card", z.TRAITS, number(t.ALL_TRAITS), flags(TRAIT_BITS)),
        ("an amount under way", z.AMOUNT, number(MANY, -MANY), None),
        ("the extra Drinks, or what a Drink does besides", z.EXTRA, packed(t.EFFECT_BITS, 8), None),
        ("a Story or animal under way", z.SIDE, number(len(inn.titles)), with_sides(title)),
        ("the aim of a Story", z.SIDE_AIM, SEATS_MASK, with_sides()),
        ("what a Story raises numbers by", z.BOOST, number(20), with_sides()),
        ("the way a card is played", z.WAY, number(v.WAYS), with_sides()),
        ("what is lost less", z.SHIELDS, packed(4, 10), with_sides()),
        ("what is lost more", z.BLOWS, packed(4, t.MAX_SEATS), with_sides()),
    ):
        yield Row(name, f + word, what, sight=ASKED_SEAT, shown=shown)


# What learners are shown: only the cards that a table can have.


def _title(inn: InnTables) -> Shown:
    """A card by its number plus 1, in binary: there are too many for a place each."""
    return flags(len(inn.titles).bit_length())


def with_sides(shown: Told | None = None) -> Telling:
    """In use only where there are cards besides those in hands, and drinks."""
    return only_with(z.RULES, z.WITH_SIDES, shown)


def _tally(inn: InnTables, deck: int) -> Telling:
    """Cards of a deck beside the others, a flag for each."""
    return with_sides(flags(int(inn.full[deck]).bit_length()))


def _bar(inn: InnTables, w: Sequence[int]) -> int:
    """All drinks of the table."""
    return int(inn.bars[w[z.RULES] // z.BAR_SET % (z.START_GOLD // z.BAR_SET)])


def _drinks(inn: InnTables, w: Sequence[int]) -> Shown:
    """Drinks of the table, or of the Reserve, a flag for each."""
    reserve = int(inn.full[t.RESERVE]) if w[z.RULES] & z.WITH_SIDES else 0
    return flags((_bar(inn, w) | reserve).bit_length())


def _mugs(inn: InnTables, w: Sequence[int]) -> Told:
    """The batches of the cards in a pile, as many as there are drinks."""
    words = range(-(-_bar(inn, w).bit_count() // z.PER_WORD))
    return Shown(COUNTS, 0, BATCHES.bits, BATCHES.numbers, high=BATCHES.high, places=words)


def _hand(inn: InnTables) -> Shown:
    """Cards of a character, a flag for each."""
    return flags(max(int(inn.full[deck]).bit_length() for deck in range(len(inn.names))))


def _counted(row: Row, word: int, first: int, w: Sequence[int]) -> Told:
    """What is shown of a row whose words are used one after another."""
    told = row.told(w)
    return told if isinstance(told, str) else tuple(replace(part, counted=(word, first)) for part in told)


# Cards.


def check_cards(state: r.InnState) -> None:
    """No card is lost or made; and the stack, however deep (RA120), is one."""
    w, inn = memoryview(state.w).tolist(), state.inn
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
    _check_sides(w, inn, [kind for owner, kind in played if owner == t.RESERVE])


def _cards_out(w: list[int], inn: InnTables) -> Iterator[tuple[int, int]]:
    """The cards that lie on the stack, each with its owner, Events with the deck that they belong to."""
    for f in range(z.STACK, z.STACK + z.FRAME * w[z.DEPTH], z.FRAME):
        require(w[f + z.PC] % 2 == 0, "a place in a program")
        card = w[f + z.CARD] - 1
        if card >= 0 and inn.event[card] >= 0:
            yield int(inn.home[card]), card
        elif card >= 0 and w[f + z.TRAITS] & t.IS_SHOWN:  # else it is still in the hand
            yield w[f + z.OWNER], card


@lru_cache(maxsize=64)  # the decks of a few boxes
def _fields(inn: InnTables, deck: int) -> list[tuple[int, int]]:
    """Every kind of the deck: its field and its number."""
    firsts = [at_bit(deck, bit) for bit in range(t.BITS - 1) if int(inn.first[deck]) >> bit & 1]
    return [(int(inn.field[first]), int(inn.kind[first])) for first in firsts]


def _many(field: int, one: int, other: int) -> int:
    """How many cards of a field two zones have."""
    return (one & field).bit_count() + (other & field).bit_count()


def _check_tally(inn: InnTables, deck: int, zone: int, what: str) -> None:
    """A zone has cards of the deck only, every field filled from its lowest bit."""
    require(zone & ~int(inn.full[deck]) == 0 and (zone & ~int(inn.first[deck])) >> 1 & ~zone == 0, what)


def _add_up(
    inn: InnTables, deck: int, whole: int, zones: tuple[int, ...], played: tuple[int, ...], untold: bool
) -> bool:
    """Whether zones and cards in play make the whole of a deck, or could if the cards in play are not told."""
    filled = [zone for zone in zones if zone]
    for field, kind in _fields(inn, deck):
        missing = (whole & field).bit_count() - played.count(kind)
        missing -= sum([(zone & field).bit_count() for zone in filled])
        if missing < 0 or (missing > 0 and not untold):
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
        alike = all(_many(field, *both[0]) == _many(field, *both[1]) for field, _ in _fields(inn, deck))
        require(alike, "what a hand is drawn from")
    else:
        require(hand == known, "the known part of a hand")
        require(known.bit_count() <= size <= known.bit_count() + pool.bit_count(), "the size of a hand")
    whole = int(inn.full[deck])
    adds_up = _add_up(inn, deck, whole, (known, pool, discard), tuple(played), w[ASKED] == UNTOLD)
    require(adds_up, "the number of equal cards")


def _check_drinks(w: list[int], inn: InnTables, events: Sequence[int]) -> None:
    """Every unseen drink lies in a deck or in a Drink Me! pile, in the number its batch has."""
    unseen = [w[z.BATCH + batch].bit_count() for batch in range(z.BATCHES)]
    for word, cards in ((z.DECK_BATCH, z.DRINK_DECK), (z.BAR_BATCH, z.BAR), (z.CELLAR_BATCH, z.CELLAR)):
        unseen[w[word]] -= w[cards]
    for seat in range(w[SEATS]):
        for mug in range(w[z.MUGS + seat]):
            unseen[w[z.mug_word(seat, mug)] >> int(z.mug_shift(mug)) & z.A_BATCH] -= 1
        for mug in range(w[z.FINE_MUGS + seat]):
            unseen[w[z.FINE + seat] >> z.BATCH_BITS * mug & z.A_BATCH] -= 1
    for fine, deck in enumerate((t.DRINKS, t.RESERVE)):
        ours = [batch for batch in range(z.BATCHES) if w[z.FINE_BATCHES] >> batch & 1 == fine]
        pooled = [batch for batch in ours if w[z.POOLED] >> batch & 1]
        rows = z.ROW_FINE if fine else z.ROW_CARDS
        loose = w[z.LOOSE + fine]
        zones = [w[z.DREGS] if not fine else w[z.FINE_DREGS], *w[rows : rows + z.MAX_ROWS]]
        zones += [w[z.SURE + batch] for batch in pooled] + [w[z.BATCH + batch] for batch in ours if batch not in pooled]
        for zone in (*zones, loose, *(w[z.BATCH + batch] for batch in pooled)):
            _check_tally(inn, deck, zone, "a zone of drinks")
        hidden = 0 if w[VIEWER] == TRUTH else -loose.bit_count()  # a view has of a pooled batch what is sure
        require(sum(unseen[batch] for batch in pooled) == hidden, "the number of unseen drinks")
        require(not any(unseen[batch] for batch in ours if batch not in pooled), "the number of unseen drinks")
        if not fine:
            bar = int(inn.bars[w[z.RULES] // z.BAR_SET % (z.START_GOLD // z.BAR_SET)])
            adds_up = _add_up(inn, deck, bar, (*zones, loose), tuple(events), w[ASKED] == UNTOLD)
            require(adds_up, "the number of equal drinks")


def _check_sides(w: list[int], inn: InnTables, events: Sequence[int]) -> None:
    """Stories, animals, Reserve Drinks and Prizes: all are somewhere, if whoever has them sits at the table."""
    fronts = [w[z.FRONT + seat] for seat in range(w[SEATS])]
    for front in (*fronts, w[z.USED]):
        _check_tally(inn, t.FRONTS, front, "the cards before a player")
    before = [
        kind
        for front in filter(None, fronts)
        for field, kind in _fields(inn, t.FRONTS)
        for _ in range((front & field).bit_count())
    ]
    frames = range(z.STACK, z.STACK + z.FRAME * w[z.DEPTH], z.FRAME)
    sides = [w[f + z.SIDE] - 1 for f in frames if w[f + z.SIDE]]
    cast = w[z.CHARACTER : z.CHARACTER + w[SEATS]]
    fine = [w[z.BATCH + batch] for batch in range(z.BATCHES) if w[z.FINE_BATCHES] >> batch & 1]
    fine += [w[z.FINE_DREGS], *w[z.ROW_FINE : z.ROW_FINE + z.MAX_ROWS]]
    if w[VIEWER] != TRUTH:
        fine.append(w[z.FINE_LOOSE])
    staked = [w[z.STAKED] - 1] if w[z.STAKED] else []
    for deck, there, zones, out in (
        (t.STORIES, inn.teller in cast, [w[z.TALES], w[z.TALES_TOLD]], sides),
        (t.STABLE, inn.groom in cast, [w[z.STALL], w[z.STALL_LEFT]], sides),
        (t.RESERVE, inn.host in cast, fine, list(events)),
        (t.PRIZES, w[z.RULES] & z.WITH_PRIZES > 0, [w[z.TROPHIES], w[z.TROPHIES_USED]], staked),
    ):
        for zone in zones:
            _check_tally(inn, deck, zone, "a deck beside the others")
        filled = [zone for zone in zones if zone]
        if not (there or filled or before):
            continue  # there are no such cards, and none was found
        open_ = w[ASKED] == UNTOLD and deck != t.PRIZES
        for field, kind in _fields(inn, deck):
            found = sum([(zone & field).bit_count() for zone in filled]) + before.count(kind)
            missing = (field.bit_count() if there else 0) - found
            require(missing >= 0 and (open_ or missing <= out.count(kind)), "the cards beside the decks")
    stalls = [w[z.STALLS] >> STALL_BITS * stall & A_STALL for stall in range(LAST_STALL + 1)]
    animals = [kind for kind in before if inn.home[kind] == t.STABLE]
    require(sorted(kind - 1 for kind in stalls if kind) == sorted(animals), "the stalls")
