"""Sets a table up as a scenario describes it.

Cards are named by id or title, seats by number. All keys are optional:

    turn, turns    whose turn it is; how many there have been
    phase          where in the turn play begins: start, discard, drawn, action (the default), acted, order, ordered,
                   drink or end (the points of section W)
    drink_deck     cards in the Drink Deck; what is then left over is put away, or is the bar deck
    drink_discard  the discarded drinks
    [situation.seats.N]
        character  a name; else the characters in the order of the box
        fort, ac, gold, mugs (cards in the Drink Me! pile, 1 if not said)
        hand       cards, none if not said          discard    cards
        deck       the draw pile; what is then left over is in the discard; if not said, the draw pile is the rest
        known      the part of the hand that everybody can name

Chance: `reveals` (drinks in the order they are turned up), `draws.N` (cards in the order seat N draws them).
"""

from __future__ import annotations

from typing import Any

from tavern_engine.errors import BadScenario
from tavern_engine.game import did_you_mean
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.drinks import DRINK_LUCK
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.games.red_dragon_inn.stack import push
from tavern_engine.games.red_dragon_inn.tables import DRINKS, at_bit, in_deck
from tavern_engine.situations import index_of, known_keys, listed, script_draws, seat_tables, whole_number
from tavern_engine.state import PRIVATE, PUBLIC, SEATS, fresh_digest
from tavern_engine.tally import number, put, take

TABLE_KEYS = ("turn", "turns", "phase", "drink_deck", "drink_discard", "seats")
SEAT_KEYS = ("character", "fort", "ac", "gold", "mugs", "hand", "discard", "deck", "known")
CHANCE_KEYS = ("reveals", "draws")
PHASES = {  # by the step of the turn program
    "start": 0, "discard": 1, "drawn": 3, "action": 4, "acted": 5, "order": 6, "ordered": 7, "drink": 8, "end": 9,
}  # fmt: skip


def set_up(state: InnState, cast: list[int], ids: list[str], situation: dict[str, Any], chance: dict[str, Any]) -> None:
    """Make the fresh state the position of a scenario; with no situation it is simply the start of the game."""
    placing = _Placing(state, ids)
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
    state.run(w)


class _Placing:
    """Places what the scenario names."""

    def __init__(self, state: InnState, ids: list[str]) -> None:
        self.state = state
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
                owner = "the Drink Deck" if deck == DRINKS else self.inn.names[deck]
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

    def place_drinks(self, given: dict[str, Any], mugs: list[int]) -> None:
        w = self.w
        full = int(self.inn.full[DRINKS])
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

    def place_seat(self, seat: int, table: dict[str, Any]) -> None:
        w, inn = self.w, self.inn
        names = list(inn.names)
        deck = index_of("character", table.get("character", names[seat]), names)
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
        for count, kind in enumerate(self.kinds("reveals", chance.get("reveals", []), DRINKS)):
            outcomes[DRINK_LUCK, int(w[z.REVEALED]) + count] = int(self.inn.bit[in_deck(DRINKS, kind)])
        draws = known_keys("chance's draws", chance.get("draws", {}), [str(seat) for seat in range(self.seats)])
        for seat in map(int, draws):
            deck = int(w[z.CHARACTER + seat])
            for count, kind in enumerate(self.kinds(f"draws.{seat}", draws[str(seat)], deck)):
                outcomes[seat, int(w[z.DRAWN + seat]) + count] = int(self.inn.bit[in_deck(deck, kind)])
        script_draws(self.state, outcomes)
