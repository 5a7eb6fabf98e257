"""Sets a table up as a scenario describes it.

Cards are named by id or title, seats by number. All keys are optional:

    turn, turns    whose turn it is; how many there have been
    phase          where in the turn play begins: turn (before everything, the stable), start, discard, drawn, action
                   (the default), acted, order, ordered, drink, evening or end (the points of section W)
    drink_deck     cards in the Drink Deck; what is then left over is put away, or is the bar deck
    drink_discard  the discarded drinks
    story_discard, stable_discard, reserve_discard, prize_discard    the discarded Stories, animals, and so on
    stalls         the animals in the three stalls, "" for an empty one
    outside        the seats outside, first the one who took the other one out
    [situation.seats.N]
        character  a name; else the characters in the order of the boxes
        fort, ac, gold, mugs (cards in the Drink Me! pile, 1 if not said), reserves (Reserve Drinks on top of it)
        hand       cards, none if not said          discard    cards
        deck       the draw pile; what is then left over is in the discard; if not said, the draw pile is the rest
        known      the part of the hand that everybody can name
        front      Elixirs, Stories and Prizes before the seat

Chance: `reveals` (drinks in the order they are turned up), `draws.N` (cards in the order seat N draws or turns up),
`stories` and `animals` (in the order they are revealed), `washed` (what was in a pile into which drinks are shuffled,
from the bottom).
"""

from __future__ import annotations

from typing import Any

from tavern_engine.errors import BadScenario
from tavern_engine.game import did_you_mean
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.drinks import DRINK_LUCK
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.games.red_dragon_inn.sides import LAST_STALL, WASH_LUCK, set_stall
from tavern_engine.games.red_dragon_inn.stable import STABLE_LUCK
from tavern_engine.games.red_dragon_inn.stack import push
from tavern_engine.games.red_dragon_inn.tables import DRINKS, at_bit, in_deck
from tavern_engine.games.red_dragon_inn.tales import STORY_LUCK
from tavern_engine.situations import index_of, known_keys, listed, script_draws, seat_tables, whole_number
from tavern_engine.state import PRIVATE, PUBLIC, SEATS, fresh_digest
from tavern_engine.tally import number, put, take

DISCARDS = {  # of the decks beside the others
    "story_discard": (t.STORIES, z.TALES_TOLD), "stable_discard": (t.STABLE, z.STALL_LEFT),
    "reserve_discard": (t.RESERVE, z.FINE_DREGS), "prize_discard": (t.PRIZES, z.TROPHIES_USED),
}  # fmt: skip
TABLE_KEYS = ("turn", "turns", "phase", "drink_deck", "drink_discard", "stalls", "outside", "seats", *DISCARDS)
SEAT_KEYS = ("character", "fort", "ac", "gold", "mugs", "reserves", "hand", "discard", "deck", "known", "front")
CHANCE_KEYS = ("reveals", "draws", "stories", "animals", "washed")
DECK_NAMES = {
    DRINKS: "the Drink Deck", t.RESERVE: "the Special Reserve", t.STORIES: "the Stories", t.STABLE: "the stable",
    t.PRIZES: "the Prizes", t.FRONTS: "what can lie before players",
}  # fmt: skip
PHASES = {  # by the step of the turn program
    "turn": 0, "start": 1, "discard": 2, "drawn": 4, "action": 5, "acted": 6, "order": 7, "ordered": 8, "drink": 9,
    "evening": 10, "end": 11,
}  # fmt: skip


def set_up(
    state: InnState,
    cast: list[int],
    decks: list[int],
    ids: list[str],
    situation: dict[str, Any],
    chance: dict[str, Any],
) -> None:
    """Make the fresh state the position of a scenario; with no situation it is simply the start of the game.

    `cast` are the characters then; `decks` are those of the boxes that are played.
    """
    placing = _Placing(state, decks, ids)
    if not situation:
        for seat, deck in enumerate(cast):
            state.w[z.CHARACTER + seat] = deck
        placing.script_luck(chance)
        state.begin_game(cast)
        return
    placing.place(situation)
    placing.script_luck(chance)
    phase = index_of("phase", situation.get("phase", "action"), tuple(PHASES))
    w = state.w
    f = push(w, state.inn.turn, w[z.TURN])
    w[f + z.PC] += 2 * tuple(PHASES.values())[phase]
    state.run(w, False)


class _Placing:
    """Places what the scenario names."""

    def __init__(self, state: InnState, decks: list[int], ids: list[str]) -> None:
        self.state = state
        self.decks = decks
        self.w = state.w
        self.inn = state.inn
        self.ids = ids
        self.seats = int(state.w[SEATS])

    def kinds(self, where: str, names: object, deck: int) -> list[int]:
        """Named cards of a deck as kinds."""
        kinds = []
        for name in listed(where, names, "cards"):
            kind = self.kind(name, deck)
            if kind < 0:
                owner = self.inn.names[deck] if deck < DRINKS else DECK_NAMES[deck]
                near = [text for text in (*self.ids, *self.inn.titles) if self.kind(text, deck) >= 0]
                raise BadScenario(
                    f"There is no {name!r} for {where!r} in the deck of {owner}.{did_you_mean(str(name), near)}"
                )
            kinds.append(kind)
        return kinds

    def kind(self, name: str, deck: int) -> int:
        """The card of a deck with this id or title, or -1."""
        known = self.ids if name in self.ids else self.inn.titles
        kind = known.index(name) if name in known else -1
        return kind if kind >= 0 and self.inn.bit[in_deck(deck, kind)] >= 0 else -1

    def bit(self, where: str, name: str, deck: int) -> int:
        """The bit of a named card of a deck."""
        (kind,) = self.kinds(where, [name], deck)
        return int(self.inn.bit[in_deck(deck, kind)])

    def tally(self, where: str, names: object, deck: int, source: int) -> tuple[int, int]:
        """Named cards as a tally, and what is then left of the source."""
        zone = 0
        for kind in self.kinds(where, names, deck):
            field = int(self.inn.field[at_bit(deck, self.inn.bit[in_deck(deck, kind)])])
            if source & field == 0:
                raise BadScenario(f"The entry {where!r} has {self.inn.titles[kind]!r} more often than there is.")
            source, zone = int(take(source, field)), int(put(zone, field))
        return zone, source

    def place(self, given: dict[str, Any]) -> None:
        known_keys("situation", given, TABLE_KEYS)
        w = self.w
        w[z.STILL_IN] = (1 << self.seats) - 1
        w[z.TURN] = whole_number("turn", given.get("turn", 0), 0, self.seats - 1)
        w[z.TURNS] = whole_number("turns", given.get("turns", 1), 1, 1_000_000)
        tables = seat_tables(given, self.seats, SEAT_KEYS)
        self.place_drinks(given, [whole_number("mugs", table.get("mugs", 1), 0, 50) for table in tables])
        for seat, table in enumerate(tables):
            self.place_seat(seat, table)
        self.place_sides(given, tables)

    def place_drinks(self, given: dict[str, Any], mugs: list[int]) -> None:
        w = self.w
        full = int(self.inn.bars[int(z.bar_set(w))])
        w[z.DREGS], w[z.BATCH] = self.tally("drink_discard", given.get("drink_discard", []), DRINKS, full)
        left = int(number(w[z.BATCH])) - sum(mugs)
        usual = min(left, int(z.full_deck(w)))
        if left < 0:
            raise BadScenario("The situation has more drinks than there are.")
        w[z.DRINK_DECK] = whole_number("drink_deck", given.get("drink_deck", usual), 0, left)
        w[z.BAR] = left - int(w[z.DRINK_DECK])
        for seat, cards in enumerate(mugs):
            for _ in range(cards):
                self.state.lay_mug(w, seat, 0)

    def place_sides(self, given: dict[str, Any], tables: list[dict[str, Any]]) -> None:
        """Stories, animals, the Reserve and Prizes: the decks, their discards, and what lies before players."""
        w, state = self.w, self.state
        state.set_sides(w)
        for seat, table in enumerate(tables):
            for kind in self.kinds(f"seats.{seat}.front", table.get("front", []), t.FRONTS):
                self.take_aside(f"seats.{seat}.front", kind)
                w[z.FRONT + seat] = put(w[z.FRONT + seat], state.front_field(kind))
        self.place_stalls(listed("stalls", given.get("stalls", []), "cards"))
        for key, (deck, word) in DISCARDS.items():
            for kind in self.kinds(key, given.get(key, []), deck):
                self.take_aside(key, kind)
                w[word] = put(w[word], state.home_field(kind))
        for seat, table in enumerate(tables):
            for _ in range(whole_number("reserves", table.get("reserves", 0), 0, 15)):
                if w[z.CELLAR] == 0:
                    raise BadScenario("The situation has more Reserve Drinks than there are.")
                w[z.CELLAR] -= 1
                state.lay_fine(w, seat, w[z.CELLAR_BATCH])
        outside = listed("outside", given.get("outside", []), "seats")
        if outside:
            seats = [whole_number("outside", seat, 0, self.seats - 1) for seat in outside]
            if len(seats) != 2 or seats[0] == seats[1]:
                raise BadScenario("Two seats are outside, first the one who took the other one out.")
            leader, other = seats
            w[z.OUTSIDE], w[z.OUT_WITH] = 1 << leader | 1 << other, leader + 1

    def place_stalls(self, names: list[str]) -> None:
        """The animals, from the first stall to the third."""
        w, inn = self.w, self.inn
        groom = next((seat for seat in range(self.seats) if w[z.CHARACTER + seat] == inn.groom), None)
        if len(names) > LAST_STALL + 1 or (names and groom is None):
            raise BadScenario("There are three stalls, for a character with a stable.")
        for stall, name in enumerate(names):
            if name and groom is not None:
                (kind,) = self.kinds("stalls", [name], t.STABLE)
                self.take_aside("stalls", kind)
                set_stall(w, stall, kind + 1)
                w[z.FRONT + groom] = put(w[z.FRONT + groom], self.state.front_field(kind))

    def take_aside(self, where: str, kind: int) -> None:
        """Take a card out of the deck that it belongs to."""
        w, home = self.w, int(self.inn.home[kind])
        words = {t.STORIES: z.TALES, t.STABLE: z.STALL, t.PRIZES: z.TROPHIES}
        word = words.get(home, z.BATCH + int(w[z.CELLAR_BATCH]))
        field = self.state.home_field(kind)
        absent = home == t.RESERVE and w[z.FINE_BATCHES] == 0
        if absent or w[word] & field == 0:
            raise BadScenario(f"The entry {where!r} has {self.inn.titles[kind]!r}, which is not there to be had.")
        w[word] = take(w[word], field)
        if home == t.RESERVE:
            w[z.CELLAR] -= 1

    def place_seat(self, seat: int, table: dict[str, Any]) -> None:
        w, inn = self.w, self.inn
        names = list(inn.names)
        asked_for = (int(w[z.CAST]) >> 4 * seat & 15) - 1
        usual = asked_for if asked_for >= 0 else self.decks[seat]
        deck = index_of("character", table.get("character", names[usual]), names)
        if deck not in self.decks:
            raise BadScenario(f"{names[deck]} is not in the boxes that are played: see the option boxes.")
        if any(w[z.FORTITUDE + other] > 0 and w[z.CHARACTER + other] == deck for other in range(seat)):
            raise BadScenario(f"Two seats cannot both be {names[deck]} (RA2).")
        w[z.CHARACTER + seat] = deck
        w[z.FORTITUDE + seat] = whole_number("fort", table.get("fort", int(inn.fortitude)), 0, int(inn.limit))
        w[z.ALCOHOL + seat] = whole_number("ac", table.get("ac", 0), 0, int(inn.limit))
        w[z.PURSE + seat] = whole_number("gold", table.get("gold", int(z.start_gold(w))), 0, 999)
        where = f"seats.{seat}."
        hand, rest = self.tally(where + "hand", table.get("hand", []), deck, int(inn.full[deck]))
        discard, rest = self.tally(where + "discard", table.get("discard", []), deck, rest)
        if "deck" in table:
            pile, rest = self.tally(where + "deck", table["deck"], deck, rest)
            discard = int(self.state.merge(deck, discard, rest))
        else:
            pile = rest
        known, unknown = self.tally(where + "known", table.get("known", []), deck, hand)
        w[z.HAND + seat], w[z.SIZE + seat], w[z.KNOWN + seat] = hand, number(hand), known
        w[z.DECK + seat], w[z.DISCARD + seat] = pile, discard
        w[z.POOL + seat] = self.state.merge(deck, pile, unknown)
        w[PRIVATE + seat] = fresh_digest(w[PUBLIC], hand, seat)

    def script_luck(self, chance: dict[str, Any]) -> None:
        """Let the draws that the scenario names come out as it says."""
        known_keys("chance", chance, CHANCE_KEYS)
        w = self.w
        outcomes: dict[tuple[int, int], int] = {}
        for count, name in enumerate(listed("reveals", chance.get("reveals", []), "cards")):
            deck = t.RESERVE if self.kind(name, t.RESERVE) >= 0 else DRINKS
            outcomes[DRINK_LUCK, int(w[z.REVEALED]) + count] = self.bit("reveals", name, deck)
        for key, deck, luck in (("stories", t.STORIES, STORY_LUCK), ("animals", t.STABLE, STABLE_LUCK)):
            for count, name in enumerate(listed(key, chance.get(key, []), "cards")):
                outcomes[luck, count] = self.bit(key, name, deck)
        for count, name in enumerate(listed("washed", chance.get("washed", []), "cards")):
            at = 64 * (int(w[z.REVEALED]) + len(chance.get("reveals", []))) + count
            outcomes[WASH_LUCK, at] = self.bit("washed", name, DRINKS)
        draws = known_keys("chance's draws", chance.get("draws", {}), [str(seat) for seat in range(self.seats)])
        for seat in map(int, draws):
            deck = int(w[z.CHARACTER + seat])
            for count, kind in enumerate(self.kinds(f"draws.{seat}", draws[str(seat)], deck)):
                outcomes[seat, int(w[z.DRAWN + seat]) + count] = int(self.inn.bit[in_deck(deck, kind)])
        script_draws(self.state, outcomes)
