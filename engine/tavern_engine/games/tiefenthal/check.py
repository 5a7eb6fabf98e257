"""Whether words read from bytes can be a state or view of this game, so that no foreign bytes reach the rules."""

from __future__ import annotations

from tavern_engine.chance import MASK
from tavern_engine.errors import BadBytes
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import (
    A_CHEAP,
    A_PASS,
    A_TURN,
    ARRIVING,
    CHOOSING,
    CHOOSING_AGAIN,
    DRAFTING,
    RAISING,
    REMOVING,
    SERVING,
)
from tavern_engine.games.tiefenthal.cards import (
    DISHWASHER,
    F_DISHWASHER,
    F_TABLES,
    GUEST,
    LAST_SPACE,
    LATER,
    MAX_SEATS,
    NOBLE,
    REGULAR,
    TABLE,
    TOKENS,
    TavernTables,
)
from tavern_engine.games.tiefenthal.evening import WHITE_DICE
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.pack import COMMON, copies, kinds
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
from tavern_engine.state import MAX_SEATS as MAX_TABLE

MANY = 1_000_000
PLENTY = 999  # thalers or beer: more than any service brings
MOST_STEPS = 9 + LAST_SPACE  # of a guest or the monk, and what the track adds
FACES = 0xFFF_FFF0  # where a word of dice has its faces
OF_SEATS = (
    *(z.REST, z.REST_GUESTS, z.PILE, z.PILE_GUESTS, z.LAID, z.LAID_GUESTS, z.SERVED, z.SERVED_GUESTS, z.LOTS, z.POINTS),
    *(z.WHITE, z.COLOURED, z.COASTER, z.WASHERS, z.WASHED, z.UPGRADED, z.FRESH, z.THALERS, z.BEER, z.TRACK, z.BAR),
    *(z.DONE, z.SECRET, z.KNOWN_SIZE),
)
LAID, SERVED = (z.LAID, z.LAID_GUESTS), (z.SERVED, z.SERVED_GUESTS)
OWN_SERVICE = (z.WASHERS, z.WASHED, z.FRESH, z.DONE)
# What is empty while a decision is made: for the seats before the asked one in turn order, for it, for those after it.
NOTHING_YET = (*LAID, *OWN_SERVICE, z.WHITE, z.COASTER)
ARRIVED = (*SERVED, *OWN_SERVICE, z.WHITE, z.COASTER, z.SECRET)
PICKING = (*SERVED, *OWN_SERVICE, z.SECRET)
NOT_YET_SERVED = (*SERVED, z.WASHERS, z.WASHED, z.FRESH)  # DONE: a scenario says early what a seat cannot do any more
SERVED_BEFORE = (z.WASHERS, z.WASHED, z.DONE, z.WHITE, z.COLOURED)
SERVICE = tuple((*empty, z.COASTER, z.SECRET) for empty in (SERVED_BEFORE, (), NOT_YET_SERVED))
EMPTY = {
    CHOOSING: ((*NOTHING_YET, z.COLOURED),) * 3,
    CHOOSING_AGAIN: (NOTHING_YET, (*NOTHING_YET, z.COLOURED), (*NOTHING_YET, z.COLOURED)),
    ARRIVING: (ARRIVED, ARRIVED, (*ARRIVED, *LAID)),
    DRAFTING: (PICKING, PICKING, PICKING),
    SERVING: SERVICE,
    REMOVING: SERVICE,
    RAISING: SERVICE,
}
AT_THE_END = (*NOTHING_YET, z.COLOURED, z.SECRET)


def check(state: TiefenthalState) -> None:
    """Raise BadBytes unless every word is in its range, the cards add up and the question can be asked."""
    w = [int(word) for word in state.w]
    _require(2 <= w[SEATS] <= MAX_SEATS, "the number of seats")
    _check_ranges(w, state.tavern)
    _check_view(w)
    _check_offer(w, state.tavern)
    _check_cards(w, state.tavern, [_known(w, seat, state.tavern) for seat in range(w[SEATS])])
    _check_taverns(w, state.tavern)
    _check_dice(w, state.tavern)
    _check_dishwashers(w, state)
    _check_choices(w, state)
    _check_question(w, state)


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise BadBytes(f"The bytes are no state of this game: {what} cannot be.")


def _check_ranges(w: list[int], tavern: TavernTables) -> None:
    seats, guests, packs = w[SEATS], (1 << int(tavern.guests)) - 1, (1 << 7 * COMMON) - 1
    ranges = {
        "viewer": (VIEWER, TRUTH, seats - 1),
        "asked seat": (ASKED, UNTOLD, seats - 1),
        "decision": (PHASE, 0, RAISING),
        "half-made choice": (CHOSEN, 0, 0),
        "number of steps left": (LEFT, 0, MOST_STEPS),
        "common piles": (z.SUPPLY, 0, packs),
        "3-beer pile": (z.CHEAP, 0, guests),
        "guest deck": (z.GUESTS, 0, guests),
        "row of guests": (z.OFFER, 0, (1 << 6 * z.PLACES) - 1),
        "round": (z.ROUND, 1, int(tavern.rounds)),
        "starting player": (z.STARTER, 0, seats - 1),
        "round's bonus": (z.OFFERED, 0, 3),
    }
    for what, (word, low, high) in ranges.items():
        _require(low <= w[word] <= high, f"the {what}")
    for word in (SEED_A, SEED_B, PUBLIC, *range(PRIVATE, PRIVATE + MAX_TABLE)):
        _require(0 <= w[word] <= MASK, "a seed or digest")
    of_seats = {
        **dict.fromkeys((z.REST, z.PILE, z.LAID), ("a pack of cards", packs)),
        **dict.fromkeys((z.REST_GUESTS, z.PILE_GUESTS, z.LAID_GUESTS), ("a pack of guests", guests)),
        **dict.fromkeys((z.SERVED, z.SERVED_GUESTS), ("who is served", packs)),
        **dict.fromkeys((z.LOTS, z.POINTS), ("the number of lots or points", MANY)),
        **dict.fromkeys((z.WHITE, z.COLOURED, z.COASTER), ("a die", FACES)),
        **dict.fromkeys((z.THALERS, z.BEER), ("the thalers or beer", PLENTY)),
        **dict.fromkeys((z.UPGRADED, z.FRESH), ("a furnishing token", (1 << TOKENS) - 1)),
        z.TRACK: ("the space of the monastery", LAST_SPACE),
        z.BAR: ("the number of bar guests", 99),
        z.DONE: ("what is done", 2 * z.NOBLES_SERVED - 1),
        z.KNOWN_SIZE: ("the number of known cards", z.KNOWN_WORDS * z.PER_WORD),
    }
    for seat in range(MAX_SEATS):
        for word, (what, high) in of_seats.items():
            _require(0 <= w[word + seat] <= high, what)
        if seat >= seats:
            known = range(z.KNOWN + z.KNOWN_WORDS * seat, z.KNOWN + z.KNOWN_WORDS * (seat + 1))
            _require(not any(w[word] for word in (*known, *(word + seat for word in OF_SEATS))), "an empty seat")


def _check_view(w: list[int]) -> None:
    """A view has no luck in it, and nothing that only others have seen."""
    viewer = w[VIEWER]
    if viewer == TRUTH:
        return
    others = [w[PRIVATE + seat] for seat in range(MAX_TABLE) if seat != viewer]
    _require(w[SEED_A] == w[SEED_B] == 0 and not any(others), "what a view holds")


def _check_offer(w: list[int], tavern: TavernTables) -> None:
    """T5, T44: 3-beer guests lie on their pile, the others in the deck; T14: what a round has to choose from."""
    cheap = int(tavern.cheap)
    _require(w[z.CHEAP] & ~cheap == 0 and w[z.GUESTS] & cheap == 0, "the guests nobody has seen")
    for place, guest in enumerate(_on_offer(w)):
        _require(guest < int(tavern.guests), "a guest on offer")
        _require(guest < 0 or place == 0 or not cheap >> guest & 1, "a guest in the row")
        _require(guest < 0 or place > 0 or bool(cheap >> guest & 1) or not w[z.CHEAP], "the 3-beer guest on offer")
    for choice in range(2):
        bonus = int(tavern.round_bonus[2 * w[z.ROUND] - 2 + choice])
        _require(not w[z.OFFERED] >> choice & 1 or A_CHEAP <= bonus < A_TURN, "the round's bonus")


def _on_offer(w: list[int]) -> list[int]:
    """The guests on offer by place, -1 for a gap."""
    return [(w[z.OFFER] >> 6 * place & 63) - 1 for place in range(z.PLACES)]


def _known(w: list[int], seat: int, tavern: TavernTables) -> list[int]:
    """The cards on top of a deck that everybody saw; nothing may stand beyond them."""
    first, size, found = z.KNOWN + z.KNOWN_WORDS * seat, w[z.KNOWN_SIZE + seat], []
    for number in range(z.KNOWN_WORDS):
        word = w[first + number]
        _require(0 <= word < 1 << 6 * z.PER_WORD, "the known cards")
        found += [(word >> 6 * place & 63) - 1 for place in range(z.PER_WORD)]
    _require(all(0 <= kind < GUEST + int(tavern.guests) for kind in found[:size]), "the known cards")
    _require(all(kind < 0 for kind in found[size:]), "the number of known cards")
    return found[:size]


def _check_cards(w: list[int], tavern: TavernTables, known: list[list[int]]) -> None:
    """No card lies in two places, though it may lie in the box (T48); points are those of all cards of a seat."""
    placed = [*kinds(w[z.SUPPLY], w[z.CHEAP]), *kinds(0, w[z.GUESTS])]
    placed += [GUEST + guest for guest in _on_offer(w) if guest >= 0]
    for seat, top in enumerate(known):
        own = [*top, *kinds(w[z.REST + seat], w[z.REST_GUESTS + seat])]
        own += [*kinds(w[z.PILE + seat], w[z.PILE_GUESTS + seat]), *kinds(w[z.LAID + seat], w[z.LAID_GUESTS + seat])]
        _require(w[z.POINTS + seat] == sum(int(tavern.points[kind]) for kind in own), "the points of a seat")
        for kind in range(REGULAR, NOBLE):
            _require(own.count(kind) <= int(copies(tavern.start_deck, kind)), "the number of regulars")
        placed += [kind for kind in own if kind >= NOBLE]
    for kind in set(placed):
        there = 1 if kind >= GUEST else 0 if kind < NOBLE else int(copies(tavern.supply, kind))
        _require(placed.count(kind) <= there, "the number of equal cards")


def _check_taverns(w: list[int], tavern: TavernTables) -> None:
    """T18: nobody sits without a table; T33: who is served is there; T42: what is fresh is turned over."""
    tables = int(tavern.upgraded[F_TABLES]) + int(copies(tavern.supply, TABLE))
    for seat in range(w[SEATS]):
        people = [kind for kind in kinds(w[z.LAID + seat], w[z.LAID_GUESTS + seat]) if not NOBLE <= kind < GUEST]
        served = [*kinds(w[z.SERVED + seat], w[z.SERVED_GUESTS + seat])]
        _require(len(people) <= tables, "the number of people in a tavern")
        _require(all(served.count(kind) <= people.count(kind) for kind in served), "who is served")
        _require(w[z.FRESH + seat] & ~(w[z.UPGRADED + seat] & LATER) == 0, "a fresh upgrade")


def _check_dice(w: list[int], tavern: TavernTables) -> None:
    """T9, T23."""
    for seat in range(w[SEATS]):
        for word, most in ((z.WHITE, WHITE_DICE), (z.COASTER, WHITE_DICE), (z.COLOURED, int(tavern.coloured_dice))):
            _require(w[word + seat] & ~FACES == 0 and _how_many(w[word + seat]) <= most, "the number of dice")


def _how_many(dice: int) -> int:
    return int(z.how_many(dice))


def _check_dishwashers(w: list[int], state: TiefenthalState) -> None:
    """T29, TA10: they are counted when a service begins, and go only by an upgrade."""
    for seat in range(w[SEATS]):
        washers, washed = w[z.WASHERS + seat], w[z.WASHED + seat]
        returned = bool(w[z.FRESH + seat] >> F_DISHWASHER & 1)
        there = int(copies(state.w[z.LAID + seat], DISHWASHER))
        there += int(z.worth(state.w, state.tavern, seat, F_DISHWASHER))
        _require(0 <= washed <= washers <= washed + there, "the help of dishwashers")
        _require(washers <= there or returned, "the help of dishwashers")
        serves = seat == w[ASKED] and w[PHASE] in (SERVING, REMOVING, RAISING)
        _require(not serves or washers >= there, "the help of dishwashers")


def _check_choices(w: list[int], state: TiefenthalState) -> None:
    """T14: choices that are not shown yet, of those who were asked before; only the chooser sees its own."""
    for seat in range(MAX_SEATS):
        secret = w[z.SECRET + seat]
        if secret == 0:
            continue
        nothing_yet = not any(w[word + other] for word in NOTHING_YET for other in range(MAX_SEATS))
        _require(seat < w[SEATS] and nothing_yet, "a choice that is not shown yet")
        hidden = w[VIEWER] not in (TRUTH, seat)
        choices = int(state.choices_of_bonus(state.w, seat, state.w[z.OFFERED]))
        _require(choices != 0 and hidden == (secret == z.UNKNOWN_CHOICE), "a choice that is not shown yet")
        _require(hidden or secret > 0, "a choice that is not shown yet")
        _require(hidden or bool((choices | 1 << A_PASS) >> (secret - 1) & 1), "a choice that is not shown yet")


def _check_question(w: list[int], state: TiefenthalState) -> None:
    """The decision must be one that the table allows, with something to choose."""
    asked, phase, steps = w[ASKED], w[PHASE], _steps(w)
    _require(w[LEFT] == 0 or phase in (REMOVING, RAISING), "the number of steps left")
    if asked < 0:
        _require(phase == 0, "a question to nobody")
        _require(asked != OVER or w[z.ROUND] == int(state.tavern.rounds), "the end of the game")
        for seat in range(w[SEATS]) if asked == OVER else ():
            _require(not any(w[word + seat] for word in AT_THE_END), "the end of the game")
        return
    _require(phase > 0 and w[VIEWER] in (TRUTH, asked), "the question")
    for seat, step in enumerate(steps):
        empty = EMPTY[phase][0 if step < steps[asked] else 1 if seat == asked else 2]
        _require(not any(w[word + seat] for word in empty), "what has happened before its time")
    if phase in (CHOOSING, CHOOSING_AGAIN):
        _check_bonus_question(w, state, steps)
    elif phase == ARRIVING:
        free = int(z.tables_free(state.w, state.tavern, asked))
        _require(w[z.BAR + asked] > 0 and free == 0, "the bar guest's question")
    elif phase == DRAFTING:
        _check_draft(w, steps)
    elif phase == RAISING:
        there = int(copies(state.w[z.LAID + asked], DISHWASHER))
        _require(0 < w[LEFT] <= there and state.may_raise(state.w, asked, w[LEFT]), "the cards to be returned")
        price = int(z.upgrade_price(state.tavern, F_DISHWASHER, w[LEFT]))
        turned = bool(w[z.UPGRADED + asked] >> F_DISHWASHER & 1)
        _require(price <= w[z.THALERS + asked] and not turned, "the cards to be returned")
    _require(int(state.count()) > 1, "the decision")


def _steps(w: list[int]) -> list[int]:
    """How many seats were asked before each seat."""
    return [(seat - w[z.STARTER]) % w[SEATS] for seat in range(w[SEATS])]


def _check_bonus_question(w: list[int], state: TiefenthalState, steps: list[int]) -> None:
    """T14, TA17: all choose unseen, then show it in turn order, and who finds its card gone chooses again."""
    again = w[PHASE] == CHOOSING_AGAIN
    live = int(state.live_offer(state.w))
    _require(live & ~w[z.OFFERED] == 0 and (live != w[z.OFFERED]) == again, "the round's bonus")
    for seat, step in enumerate(steps):
        chosen = step > steps[w[ASKED]] if again else step < steps[w[ASKED]]
        chosen = chosen and int(state.choices_of_bonus(state.w, seat, state.w[z.OFFERED])) != 0
        _require((w[z.SECRET + seat] != 0) == chosen, "a choice that is not shown yet")


def _check_draft(w: list[int], steps: list[int]) -> None:
    """T25: in turn order everybody takes a die from the coaster in front of it."""
    mine = steps[w[ASKED]]
    left = _how_many(w[z.COASTER + w[ASKED]])
    for seat, step in enumerate(steps):
        lying = _how_many(w[z.COASTER + seat])
        _require(lying == (left - 1 if step < mine else left), "the number of dice on a coaster")
        _require(lying + _how_many(w[z.WHITE + seat]) <= WHITE_DICE, "the number of white dice")
