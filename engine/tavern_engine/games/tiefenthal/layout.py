"""The words of The Taverns of Tiefenthal, row by row, and whether its cards and dice add up."""

from __future__ import annotations

from dataclasses import replace

from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import A_TURN, RAISING
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.games.tiefenthal.evening import WHITE_DICE
from tavern_engine.games.tiefenthal.names import FURNISHINGS, PURCHASES, on_offer
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.games.tiefenthal.texts import PHASES
from tavern_engine.layout import ASKED_SEAT, MANY, PART, SEAT, Layout, Row, number, packed, require
from tavern_engine.multiset import copies as showing
from tavern_engine.multiset import size
from tavern_engine.pack import COMMON, copies, kinds
from tavern_engine.shown import LOTS, counts, flags, one_hot
from tavern_engine.state import CHOSEN, LEFT, PHASE, SEATS, TRUTH, VIEWER

PLENTY = 999  # thalers or beer: more than any service brings
MOST_LEFT = 9 + c.LAST_SPACE  # steps of a guest or the monk, and what the track adds; or cards to be returned
COUNTS = packed(7, COMMON)  # of a pack
SINGLES = packed(1, c.MAX_GUESTS)
CHOICE = number(A_TURN + c.TOKENS, -1)
DICE = packed(4, 7)  # by face; there is no 0
FACES = counts(tuple(map(str, range(1, 7))), 4, 15, start=4)
TOKENS = flags(FURNISHINGS)


def layout(tavern: TavernTables) -> Layout:
    """All words after those that say who is asked."""
    most = max(int(copies(pack, kind)) for pack in (tavern.supply, tavern.start_deck) for kind in range(COMMON))
    cards, guests = counts(tavern.names[:COMMON], 7, most), flags(tavern.names[c.GUEST :])
    offer = tuple(
        replace(one_hot(tavern.names[c.GUEST :], 1, 6 * place, 6), name=f"place {place}") for place in range(z.PLACES)
    )
    packs = (
        (z.REST, "the deck"),
        (z.PILE, "the discard pile"),
        (z.LAID, "the tavern"),
        (z.SERVED, "the people served"),
    )
    return Layout(
        (
            Row("the kind of decision", PHASE, number(RAISING), sight=ASKED_SEAT, shown=one_hot(PHASES[1:], 1)),
            Row("the half-made choice", CHOSEN, number(0), sight=ASKED_SEAT),
            Row("the number of steps left", LEFT, number(MOST_LEFT), sight=ASKED_SEAT),
            *(Row(name, word, COUNTS, c.MAX_SEATS, shown=cards) for word, name in packs),
            *(Row(f"{name}, guests", word + c.MAX_SEATS, SINGLES, c.MAX_SEATS, shown=guests) for word, name in packs),
            Row("the number of lots", z.LOTS, number(MANY), c.MAX_SEATS, shown=LOTS),
            Row("the points", z.POINTS, number(MANY), c.MAX_SEATS),
            Row("the white dice", z.WHITE, DICE, c.MAX_SEATS, shown=FACES),
            Row("the coloured dice", z.COLOURED, DICE, c.MAX_SEATS, shown=FACES),
            Row("the dice on a coaster", z.COASTER, DICE, c.MAX_SEATS, shown=FACES),
            Row("the number of dishwashers", z.WASHERS, number(99), c.MAX_SEATS),
            Row("the help of dishwashers", z.WASHED, number(99), c.MAX_SEATS),
            Row("the furnishings turned over", z.UPGRADED, packed(1, c.TOKENS), c.MAX_SEATS, shown=TOKENS),
            Row("the fresh upgrades", z.FRESH, packed(1, c.TOKENS), c.MAX_SEATS, shown=TOKENS),
            Row("the thalers", z.THALERS, number(PLENTY), c.MAX_SEATS),
            Row("the beer", z.BEER, number(PLENTY), c.MAX_SEATS),
            Row("the space of the monastery", z.TRACK, number(c.LAST_SPACE), c.MAX_SEATS),
            Row("the number of bar guests", z.BAR, number(99), c.MAX_SEATS),
            Row("what is done", z.DONE, packed(1, c.TOKENS), c.MAX_SEATS, shown=flags(PURCHASES)),
            Row("a choice that is not shown yet", z.SECRET, CHOICE, c.MAX_SEATS, sight=PART, shown=one_hot(21, -1)),
            Row("the number of known cards", z.KNOWN_SIZE, number(z.KNOWN_WORDS * z.PER_WORD), c.MAX_SEATS),
            Row("the known cards", z.KNOWN, packed(6, z.PER_WORD), c.MAX_SEATS, many=z.KNOWN_WORDS),
            Row("the common piles", z.SUPPLY, COUNTS, shown=cards),
            Row("the 3-beer pile", z.CHEAP, SINGLES, shown=guests),
            Row("the guest deck", z.GUESTS, SINGLES, shown=guests),
            Row("the guests on offer", z.OFFER, packed(6, z.PLACES, int(tavern.guests)), shown=offer),
            Row("the round", z.ROUND, number(int(tavern.rounds))),
            Row("the starting player", z.STARTER, SEAT),
            Row("the round's bonus", z.OFFERED, number(3)),
        ),
        z.LENGTH,
    )


def check_cards(state: TiefenthalState) -> None:
    """No card lies in two places, though it may lie in the box (T48); points are those of all cards of a seat."""
    w, tavern = memoryview(state.w).tolist(), state.tavern
    for seat, secret in enumerate(w[z.SECRET : z.SECRET + w[SEATS]]):
        hidden = w[VIEWER] not in (TRUTH, seat)
        require(secret == 0 or hidden == (secret == z.UNKNOWN_CHOICE), "a choice that is not shown yet")
    placed = [*kinds(w[z.SUPPLY], w[z.CHEAP]), *kinds(0, w[z.GUESTS])]
    placed += [c.GUEST + guest for guest in on_offer(state) if guest >= 0]
    for seat in range(w[SEATS]):
        own = _known(state, seat)
        for pile in (z.REST, z.PILE, z.LAID):
            own += kinds(w[pile + seat], w[pile + c.MAX_SEATS + seat])
        require(all(kind < c.GUEST + int(tavern.guests) for kind in own), "a guest")
        require(w[z.POINTS + seat] == sum(int(tavern.points[kind]) for kind in own), "the points of a seat")
        regulars = range(c.REGULAR, c.NOBLE)
        require(all(own.count(kind) <= copies(tavern.start_deck, kind) for kind in regulars), "the number of regulars")
        placed += [kind for kind in own if kind >= c.NOBLE]
        most_dice = ((z.WHITE, WHITE_DICE), (z.COASTER, WHITE_DICE), (z.COLOURED, int(tavern.coloured_dice)))
        for word, most in most_dice:
            require(size(w[word + seat]) <= most and showing(w[word + seat], 0) == 0, "the number of dice")
    for kind in set(placed):
        there = 1 if kind >= c.GUEST else 0 if kind < c.NOBLE else int(copies(tavern.supply, kind))
        require(placed.count(kind) <= there, "the number of equal cards")


def _known(state: TiefenthalState, seat: int) -> list[int]:
    """The cards on top of a deck that everybody saw; nothing may lie beyond them."""
    places = range(z.KNOWN_WORDS * z.PER_WORD)
    found = [int(z.known_card(state.w, seat, card)) for card in places]
    known = int(state.w[z.KNOWN_SIZE + seat])
    require(all(kind >= 0 for kind in found[:known]) and not any(kind >= 0 for kind in found[known:]), "a known card")
    return found[:known]
