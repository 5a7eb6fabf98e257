"""Sets a table up as a scenario describes it; what it does not name is dealt at random from what is left.

The keys, all optional (cards by name, "?" for any card; seats by number):

    round, starter, turn, turns, direction, winner      numbers; direction 1 or -1; winner of the previous round
    phase        "play" (the seat of `turn` begins its turn) or "swap" (the swaps of D2 begin)
    pile         the discard area, bottom to top         gone      cards that left the round
    debt         a draw debt on the seat of `turn`       trouble   the trouble pile, top first, or its number of cards
    tricks       the open tricks                         under     hindrances put back under the pile, in order
    taken        hindrances taken for this round, in order
    [situation.seats.N]   hand, open, closed (lists; closed in the order they will be turned up, or a number),
                          doubles (stacks of closed on closed), known (the part of the hand all have seen), lost

Chance: `stolen` (cards, in order), `trick` (for the next rounds), `hindrance` (drawn when the next round is set up).
"""

from __future__ import annotations

from typing import Any

from tavern_engine.chance import Rng
from tavern_engine.errors import BadScenario
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import MAX_CLOSED, NONE
from tavern_engine.games.dragon_vault.deal import HINDRANCE_PILE, THEFT, TRICK_DECK, lay_trouble, purpose
from tavern_engine.games.dragon_vault.names import CARDS, TRICKS
from tavern_engine.games.dragon_vault.rules import VaultState
from tavern_engine.multiset import copies, nth, of, several, size
from tavern_engine.situations import index_of, known_keys, listed, script_draws, seat_tables, whole_number
from tavern_engine.state import PRIVATE, PUBLIC, SEATS, SEED_A, SEED_B, fresh_digest

TABLE_KEYS = (
    *("round", "starter", "turn", "turns", "direction", "winner", "phase", "pile", "gone", "debt", "trouble"),
    *("tricks", "under", "taken", "seats"),
)
SEAT_KEYS = ("hand", "open", "closed", "doubles", "known", "lost")
CHANCE_KEYS = ("stolen", "trick", "hindrance")


def set_up(state: VaultState, situation: dict[str, Any], chance: dict[str, Any], rows: tuple[str, ...]) -> None:
    """Make the fresh state the position of a scenario; with no situation it is simply the start of the game."""
    known_keys("chance", chance, CHANCE_KEYS)
    now = whole_number("round", situation.get("round", 1), 1, 99) if situation else 0
    script_luck(state, chance, now, rows)
    if not situation:
        state.begin_game()
        return
    known_keys("situation", situation, TABLE_KEYS)
    _Placing(state, situation, rows).place()
    if situation.get("phase", "play") == "swap":
        state.next_swap(state.w, NONE)
    else:
        state.start_turn(state.w, state.w[z.TURN])
    state.settle()


def script_luck(state: VaultState, chance: dict[str, Any], now: int, rows: tuple[str, ...]) -> None:
    """Let the draws that the scenario names come out as it says."""
    outcomes: dict[tuple[int, int], int] = {}
    for count, card in enumerate(_names("stolen", chance, CARDS)):
        outcomes[int(purpose(THEFT, max(now, 1))), count] = card
    for later, trick in enumerate(_names("trick", chance, TRICKS), start=1):
        outcomes[int(purpose(TRICK_DECK, now + later)), 0] = trick
    for count, row in enumerate(_names("hindrance", chance, rows)):
        outcomes[int(purpose(HINDRANCE_PILE, max(now, 1) + 1)), count] = row
    script_draws(state, outcomes)


def _names(where: str, table: dict[str, Any], known: tuple[str, ...]) -> list[int]:
    """A list of names under a key, as numbers."""
    return [index_of(where, name, known) for name in listed(where, table.get(where, []), "names")]


class _Placing:
    """Places named cards first, then deals the rest."""

    def __init__(self, state: VaultState, situation: dict[str, Any], rows: tuple[str, ...]) -> None:
        self.state = state
        self.given = situation
        self.rows = rows
        self.pool = int(state.vault.deck)
        self.rng = Rng(int(state.w[SEED_A]) ^ int(state.w[SEED_B]))
        self.seats = int(state.w[SEATS])
        self.tables = seat_tables(situation, self.seats, SEAT_KEYS)

    def cards(self, where: str, names: object) -> list[int]:
        """Named cards taken from the pool; `?` is -1 until everything named is placed."""
        kinds = [NONE if name == "?" else index_of(where, name, CARDS) for name in listed(where, names, "cards")]
        for kind in kinds:
            if kind != NONE:
                if copies(self.pool, kind) == 0:
                    raise BadScenario(f"The situation's {where} has a {CARDS[kind]} more than there are.")
                self.pool -= int(several(kind, 1))
        return kinds

    def dealt(self, kinds: list[int]) -> list[int]:
        """The same list with a random card of what is left for every unnamed one."""
        return [self.deal() if kind == NONE else kind for kind in kinds]

    def deal(self) -> int:
        if self.pool == 0:
            raise BadScenario("The situation needs more cards than there are.")
        kind = int(nth(self.pool, self.rng.below(size(self.pool))))
        self.pool -= int(several(kind, 1))
        return kind

    def unnamed(self, value: object, usual: int) -> object:
        """A number, or nothing, stands for that many unnamed cards."""
        if value is None:
            return ["?"] * usual
        return ["?"] * value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 96 else value

    def place(self) -> None:
        w, given, vault = self.state.w, self.given, self.state.vault
        starter = whole_number("starter", given.get("starter", 0), 0, self.seats - 1)
        self.state.round_begins(w, starter, whole_number("round", given.get("round", 1), 1, 99))
        w[z.TURN] = whole_number("turn", given.get("turn", starter), 0, self.seats - 1)
        if given.get("direction", 1) not in (1, -1):
            raise BadScenario(f"The situation's direction is 1 or -1, not {given['direction']!r}.")
        w[z.DIRECTION] = given.get("direction", 1)
        w[z.WINNER] = whole_number("winner", given.get("winner", NONE), NONE, self.seats - 1)
        index_of("phase", given.get("phase", "play"), ("play", "swap"))
        for kind in self.cards("pile", given.get("pile", [])):
            z.stack(w, 0, kind if kind != NONE else self.deal(), 1)
        w[z.HITS] = w[z.ORIGIN] = 0
        w[z.TURNS] = whole_number("turns", given.get("turns", 0), 0, 1_000_000)
        w[z.DEBT] = whole_number("debt", given.get("debt", 0), 0, 96)
        gone = self.cards("gone", given.get("gone", []))
        trouble = self.cards("trouble", self.unnamed(given.get("trouble"), int(vault.trouble)))
        named = [self.named_seat(seat) for seat in range(self.seats)]
        w[z.GONE] = of(self.dealt(gone))
        for seat, (hand, open_cards, closed) in enumerate(named):
            self.place_seat(seat, self.dealt(hand), self.dealt(open_cards), self.dealt(closed))
        trouble = self.dealt(trouble)
        w[z.LEFT_TROUBLE] = len(trouble)
        lay_trouble(self.state, trouble)
        self.place_decks()

    def named_seat(self, seat: int) -> tuple[list[int], list[int], list[int]]:
        table, vault = self.tables[seat], self.state.vault
        doubles = whole_number("doubles", table.get("doubles", 0), 0, int(vault.stacks))
        where = f"seats.{seat}."
        open_cards = self.cards(where + "open", self.unnamed(table.get("open"), int(vault.stacks) - doubles))
        usual_closed = 2 * doubles + len(open_cards) if "open" in table else int(vault.stacks) + doubles
        closed = self.cards(where + "closed", self.unnamed(table.get("closed"), usual_closed))
        if len(open_cards) + 2 * doubles > len(closed) or len(closed) > MAX_CLOSED:
            raise BadScenario(
                f"The reserve of seat {seat} cannot be: each open card lies on a closed one, and 6 are the most."
            )
        hand = self.cards(where + "hand", self.unnamed(table.get("hand"), int(vault.hand)))
        if not hand and not closed:
            raise BadScenario(f"Seat {seat} has no card at all: the round would be over (D29).")
        return hand, open_cards, closed

    def place_seat(self, seat: int, hand: list[int], open_cards: list[int], closed: list[int]) -> None:
        w, table = self.state.w, self.tables[seat]
        w[z.HAND + seat] = of(hand)
        w[z.SIZE + seat] = len(hand)
        w[z.OPEN + seat] = of(open_cards)
        packed = sum(kind << 4 * place for place, kind in enumerate(closed))
        w[z.CLOSED + seat] = z.closed_word(packed, len(closed), whole_number("doubles", table.get("doubles", 0), 0, 3))
        w[z.LOST + seat] = whole_number("lost", table.get("lost", 0), -999, 999)
        if w[z.LOST + seat] >= self.state.vault.threshold:
            w[z.RULES] |= z.LAST_ROUNDS
        known = _names("known", table, CARDS)
        if any(known.count(kind) > hand.count(kind) for kind in known):
            raise BadScenario(f"The known cards of seat {seat} are not all in its hand.")
        w[z.KNOWN + seat] = of(known)
        w[PRIVATE + seat] = fresh_digest(w[PUBLIC], w[z.HAND + seat], seat)

    def place_decks(self) -> None:
        """Tricks and hindrances."""
        w, given = self.state.w, self.given
        tricks = _names("tricks", given, TRICKS)
        if len(set(tricks)) != len(tricks):
            raise BadScenario("The situation's tricks name one twice.")
        w[z.TRICKS] = of(tricks)
        for word, key in ((z.UNDER, "under"), (z.TAKEN, "taken")):
            rows = _names(key, given, self.rows)
            w[word] = sum((row + 1) << 4 * place for place, row in enumerate(rows))
            for row in rows:
                if copies(w[z.FRESH], row) == 0:
                    raise BadScenario(f"The hindrance {self.rows[row]!r} is listed more often than there are copies.")
                w[z.FRESH] -= several(row, 1)
