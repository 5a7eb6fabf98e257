"""Sets a table up as a scenario describes it.

The keys, all optional (cards by name; seats by number):

    phase        "bonus" (the default: the round begins, phase A), "arrival" (phase B begins), "draft" (phase G begins:
                 coasters are rolled if the situation names none), "service" (the seat of `turn` begins its service)
    round        which round it is (else 1)              starter   who holds the mug (else seat 0)
    turn         whose service it is (else the starter's)
    pile_guest   the open guest of the 3-beer pile       row       the four guests of the row; "none" is a gap
    cheap_pile   how many unseen 3-beer guests lie below the open one: those not named elsewhere, the rest in the box
    guest_deck   how many cards the face-down guest deck has, the rest in the box
    supply       how many cards of a common pile are left, by kind; the rest in the box
    seats.N.top        cards on top of the deck that everybody saw, from the top
    seats.N.rest       the shuffled part of the deck         seats.N.discard    the discard pile
    seats.N.tavern     what lies in the tavern               seats.N.served     which people there have been served
    seats.N.white, coloured, coaster    dice below the board and on the coaster: lists of faces
    seats.N.thalers, beer, track, bar_guests, washed        numbers
    seats.N.upgraded   furnishings turned over; those of them in seats.N.fresh were so in this service (T42)
    seats.N.done       what can be done once a round and has been: tavern cards bought, "guest", "register", "barrel",
                       "noble"

A seat's cards are its start deck; what it names beyond that comes from the common piles, the guest deck or the 3-beer
pile. Start cards that it does not name lie in `rest`; if it names `rest`, in `discard`; if it names both, in the box.

Chance: `draws.N`, the cards that seat N draws by lot; `rolls.N`, the white dice rolled on the coaster in front of seat
N, a list of four faces for each round, from this one on (an empty list for one whose dice lie there already);
`coloured.N`, likewise its coloured dice of each round; `guests` and `cheap`, the guests turned up from the deck and
from the 3-beer pile.
"""

from __future__ import annotations

from typing import Any

from tavern_engine import pack
from tavern_engine.errors import BadScenario
from tavern_engine.games.tiefenthal import evening
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import DRAFTING
from tavern_engine.games.tiefenthal.cards import GUEST, HELPER, MAX_GUESTS, MAX_SEATS, NOBLE
from tavern_engine.games.tiefenthal.names import FURNISHINGS, PURCHASES
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.situations import index_of, known_keys, listed, script_draws, seat_tables, whole_number
from tavern_engine.state import SEATS

PHASES = ("bonus", "arrival", "draft", "service")
KEYS = ("phase", "round", "starter", "turn", "pile_guest", "row", "cheap_pile", "guest_deck", "supply", "seats")
PACK_KEYS = {"rest": z.REST, "discard": z.PILE, "tavern": z.LAID}
CARD_KEYS = ("top", *PACK_KEYS)
DICE_KEYS = {"white": z.WHITE, "coloured": z.COLOURED, "coaster": z.COASTER}
NUMBER_KEYS = {"thalers": z.THALERS, "beer": z.BEER, "track": z.TRACK, "bar_guests": z.BAR, "washed": z.WASHED}
MASK_KEYS = {"upgraded": (z.UPGRADED, FURNISHINGS), "fresh": (z.FRESH, FURNISHINGS), "done": (z.DONE, PURCHASES)}
SEAT_KEYS = (*CARD_KEYS, "served", *DICE_KEYS, *NUMBER_KEYS, *MASK_KEYS)
CHANCE_KEYS = ("draws", "rolls", "coloured", "guests", "cheap")


def set_up(state: TiefenthalState, situation: dict[str, Any], chance: dict[str, Any]) -> None:
    """Make the fresh state the position of a scenario; with no situation it is simply the start of the game."""
    known_keys("chance", chance, CHANCE_KEYS)
    known_keys("situation", situation, KEYS)
    placing = _Placing(state, situation)
    w = state.w
    if not situation:
        placing.script_luck(chance, 1)
        state.begin_game()
        return
    phase = PHASES[index_of("phase", situation.get("phase", "bonus"), PHASES)]
    which = whole_number("round", situation.get("round", 1), 1, int(state.tavern.rounds))
    starter = whole_number("starter", situation.get("starter", 0), 0, int(w[SEATS]) - 1)
    turn = whole_number("turn", situation.get("turn", starter), 0, int(w[SEATS]) - 1)
    w[z.ROUND], w[z.STARTER] = which, starter
    for seat, table in enumerate(seat_tables(situation, int(w[SEATS]), SEAT_KEYS)):
        placing.place_cards(seat, table)
        placing.place_rest(seat, table)
    placing.place_guests()
    placing.place_supply()
    placing.script_luck(chance, which)
    if phase == "bonus":
        state.begin_round(w, starter, which)
    elif phase == "arrival":
        state.arrive_from(w, 0)
    elif phase == "draft":
        if any(int(w[z.COASTER + seat]) for seat in range(int(w[SEATS]))):
            state.ask(w, starter, DRAFTING)
        else:
            state.roll_coasters(w)
    else:
        state.begin_service(w, turn)
        if z.washers_left(w, turn) < 0:
            raise BadScenario("The situation's dishwashers have helped more often than there are dishwashers (T29).")
    state.settle()


class _Placing:
    """Places what the situation names."""

    def __init__(self, state: TiefenthalState, given: dict[str, Any]) -> None:
        self.state = state
        self.w = state.w
        self.given = given
        self.tavern = state.tavern
        self.names = list(state.tavern.names)

    def take(self, where: str, name: object, own: list[int]) -> int:
        """A named card: of the seat's own ones, else from where it would come."""
        kind = index_of(where, name, self.names)
        if kind in own:
            own.remove(kind)
        elif kind >= GUEST:
            self.take_guest(where, kind - GUEST)
        elif kind >= NOBLE and pack.copies(self.w[z.SUPPLY], kind) > 0:
            self.w[z.SUPPLY] -= pack.several(kind, 1)
        else:
            raise BadScenario(f"There is no {name!r} left for {where!r}: it is named once too often.")
        return kind

    def take_guest(self, where: str, guest: int) -> None:
        word = z.CHEAP if int(self.tavern.cheap) >> guest & 1 else z.GUESTS
        if not int(self.w[word]) >> guest & 1:
            raise BadScenario(f"There is no {self.names[GUEST + guest]!r} left for {where!r}: it is named twice.")
        self.w[word] -= 1 << guest

    def place_cards(self, seat: int, table: dict[str, Any]) -> None:
        w = self.w
        own = list(pack.kinds(int(self.tavern.start_deck), 0))
        where = f"seats.{seat}"
        piles = {
            key: [self.take(f"{where}.{key}", name, own) for name in listed(key, table.get(key, []), "cards")]
            for key in CARD_KEYS
        }
        if "rest" not in table:
            piles["rest"] += own
        elif "discard" not in table:
            piles["discard"] += own
        else:
            for kind in own:
                if kind >= HELPER:
                    w[z.SUPPLY] += pack.several(kind, 1)
        w[z.POINTS + seat] = 0
        for kind in reversed(piles["top"]):
            self.state.put_on_top(w, seat, kind)
        for key, word in PACK_KEYS.items():
            w[word + seat], w[word + MAX_SEATS + seat] = pack.of(piles[key])
            w[z.POINTS + seat] += sum(int(self.tavern.points[kind]) for kind in piles[key])
        people = listed("served", table.get("served", []), "cards")
        served = [index_of(f"{where}.served", name, self.names) for name in people]
        for kind in set(served):
            if served.count(kind) > piles["tavern"].count(kind) or NOBLE <= kind < GUEST:
                raise BadScenario(f"In {where} {self.names[kind]!r} is served, but does not sit in the tavern.")
        w[z.SERVED + seat], w[z.SERVED_GUESTS + seat] = pack.of(served)

    def place_rest(self, seat: int, table: dict[str, Any]) -> None:
        w, where = self.w, f"seats.{seat}"
        for key, word in DICE_KEYS.items():
            faces = listed(key, table.get(key, []), "faces")
            w[word + seat] = sum(1 << 4 * whole_number(f"{where}.{key}", face, 1, 6) for face in faces)
        for key, word in NUMBER_KEYS.items():
            w[word + seat] = whole_number(f"{where}.{key}", table.get(key, 0), 0, 22 if key == "track" else 99)
        for key, (word, known) in MASK_KEYS.items():
            names = listed(key, table.get(key, []), "names")
            w[word + seat] = sum({1 << index_of(f"{where}.{key}", name, known) for name in names})

    def place_guests(self) -> None:
        w = self.w
        row = listed("row", self.given.get("row", ["?"] * 4), "guests")
        if len(row) != z.PLACES - 1:
            raise BadScenario(f"The situation's row has four places, not {len(row)}.")
        named = [self.given.get("pile_guest", "?"), *row]
        for place, name in enumerate(named):
            if name not in ("?", "none"):
                guest = index_of("row", name, self.names[GUEST:])
                self.take_guest("row", guest)
                w[z.OFFER] += (guest + 1) << 6 * place
        for key, word in (("cheap_pile", z.CHEAP), ("guest_deck", z.GUESTS)):
            if key in self.given:
                self.shorten(word, whole_number(key, self.given[key], 0, MAX_GUESTS), named, key)
        for place, name in enumerate(named):
            if name == "?":
                self.state.fill_place(w, place)

    def shorten(self, word: int, size: int, named: list[Any], key: str) -> None:
        """Leave so many unseen guests besides those that are turned up yet."""
        own = named[:1] if word == z.CHEAP else named[1:]
        unseen = [guest for guest in range(MAX_GUESTS) if int(self.w[word]) >> guest & 1]
        wanted = size + own.count("?")
        if wanted > len(unseen):
            raise BadScenario(f"The situation's {key} has only {len(unseen)} guests left.")
        self.w[word] = sum(1 << guest for guest in unseen[:wanted])

    def place_supply(self) -> None:
        piles = known_keys("situation's supply", self.given.get("supply", {}), self.names[NOBLE:GUEST])
        for name, left in piles.items():
            kind = self.names.index(name)
            there = int(pack.copies(self.w[z.SUPPLY], kind))
            self.w[z.SUPPLY] += pack.several(kind, 1) * (whole_number(f"supply.{name}", left, 0, there) - there)

    # Luck.

    def script_luck(self, chance: dict[str, Any], which: int) -> None:
        """Let what comes by lot be what the scenario names."""
        w, outcomes = self.w, {}
        seats = [str(seat) for seat in range(int(w[SEATS]))]
        for key in ("draws", "rolls", "coloured"):
            known_keys(f"chance's {key}", chance.get(key, {}), seats)
        for seat, names in chance.get("draws", {}).items():
            for count, name in enumerate(listed("draws", names, "cards")):
                lot = int(w[z.LOTS + int(seat)]) + count
                outcomes[evening.DECK_LUCK + int(seat), lot] = index_of("draws", name, self.names)
        for key, purpose in (("rolls", evening.COASTER_LUCK), ("coloured", evening.COLOUR_LUCK)):
            for seat, rounds in chance.get(key, {}).items():
                for later, faces in enumerate(listed(key, rounds, "lists"), start=which):
                    for die, face in enumerate(listed(key, faces, "faces")):
                        roll = int(evening.roll_of_round(later, die))
                        outcomes[purpose + int(seat), roll] = whole_number(key, face, 1, 6)
        piles = (("guests", evening.GUEST_LUCK, z.GUESTS), ("cheap", evening.CHEAP_LUCK, z.CHEAP))
        for key, purpose, word in piles:
            left = int(w[word]).bit_count()
            for count, name in enumerate(listed(key, chance.get(key, []), "guests")):
                outcomes[purpose, left - count] = index_of(key, name, self.names[GUEST:])
        script_draws(self.state, outcomes)
