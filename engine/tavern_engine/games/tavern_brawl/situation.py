"""Sets a table up as a scenario describes it; what it does not name is dealt at random from what is left.

The keys, all optional (mats by name, "?" for any mat; seats by number; teams "swords" and "axes"):

    phase        "turn" (the default: the seat of `turn` begins its turn), "pick" (the next mat is picked, B13) or
                 "scoring" (the game has ended: the Brawlers act, then it is scored)
    starter      who began the game (else BA28)          turn      whose turn it is (else the starter's)
    bartender    "north", "east", "south" or "west"      line      the row or column that it bars (else the one next to
                                                                   the field on that side)
    discard      mats that lie there, to which comes what is left over in the end; in the phase "pick" it is `pool`
    seats.N.mats           what the seat has before it: a list, or a number of unnamed mats; if it is not said, in
                           the phase "pick" nothing, else 6 less its share of what its team has laid (but 1 at least)
    [situation.field]      the mats by spot of the table, row and column: "7,7" = { mat = "Uland", team = "swords" }
        mat, team          the top mat and whose it is now
        laid_by            the team that laid it and so decides how it lies (else the team whose it is)
        glass              the seat whose glass stands on it
        below              the Small creatures under it, from the top: [{ mat, team, laid_by }]

In the mode "monk" the Monk-brewer lies at 2,2 without being named.

Chance: `deals`, the mats that come by lot, in order.
"""

from __future__ import annotations

from typing import Any

from tavern_engine.chance import Rng
from tavern_engine.errors import BadScenario
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.mats import CENTRE, KINDS, NORTH, TABLE, WEST
from tavern_engine.games.tavern_brawl.names import SIDES, TEAMS
from tavern_engine.games.tavern_brawl.rules import PICK_LUCK, BrawlState
from tavern_engine.situations import index_of, known_keys, listed, script_draws, seat_tables, whole_number
from tavern_engine.state import SEATS, SEED_A, SEED_B
from tavern_engine.tally import bit, number, place

TURN_KEYS = ("phase", "starter", "turn", "bartender", "line", "discard", "seats", "field")
PICK_KEYS = ("phase", "pool", "seats")
SEAT_KEYS = ("mats",)
BELOW_KEYS = ("mat", "team", "laid_by")
CELL_KEYS = (*BELOW_KEYS, "glass", "below")
CHANCE_KEYS = ("deals",)
PHASES = ("turn", "pick", "scoring")
ANY = -1


def set_up(state: BrawlState, situation: dict[str, Any], chance: dict[str, Any]) -> None:
    """Make the fresh state the position of a scenario; with no situation it is simply the start of the game."""
    placing = _Placing(state)
    known_keys("chance", chance, CHANCE_KEYS)
    w = state.w
    if not situation:
        placing.script_luck(chance)
        state.begin_game()
        return
    phase = PHASES[index_of("phase", situation.get("phase", "turn"), PHASES)]
    if phase == "pick":
        placing.place_picks(situation)
        placing.script_luck(chance)
        state.next_pick(w)
        return
    placing.place_game(situation, phase)
    placing.script_luck(chance)
    if phase == "scoring":
        state.begin_scoring(w)
    else:
        state.begin_turn(w, w[z.TURN])


def _spot(text: str) -> tuple[int, int]:
    row, comma, column = text.partition(",")
    if not (comma and row.isdecimal() and column.isdecimal() and int(row) < TABLE and int(column) < TABLE):
        raise BadScenario(f"A spot of the field is a row and a column from 0 to {TABLE - 1}, as '7,7', not {text!r}.")
    return int(row), int(column)


class _Placing:
    """Places named mats first, then deals the rest."""

    def __init__(self, state: BrawlState) -> None:
        self.state = state
        self.w = state.w
        self.names = list(state.mats.names)
        self.rest = int(state.w[z.POOL])
        self.rng = Rng(int(state.w[SEED_A]) ^ int(state.w[SEED_B]))
        self.seats = int(state.w[SEATS])
        self.laid = [0, 0]  # mats on the field that each team laid
        self.monk = bool(z.is_monk(state.w))
        self.professional = bool(z.is_professional(state.w))

    # Mats.

    def mat(self, where: str, name: object) -> int:
        """A named mat, taken from what is left: of two copies the first."""
        kind = index_of(where, name, self.names)
        for mat in (kind, kind + KINDS):
            if self.rest >> mat & 1:
                self.rest -= 1 << mat
                return mat
        raise BadScenario(f"There is no {name!r} left for {where!r}: it is named once too often.")

    def mats(self, where: str, names: object) -> list[int]:
        """Named mats, or so many unnamed ones; those are ANY until everything named is placed."""
        if isinstance(names, int) and not isinstance(names, bool) and 0 <= names <= 2 * KINDS:
            return [ANY] * names
        return [ANY if name == "?" else self.mat(where, name) for name in listed(where, names, "mats")]

    def dealt(self, mats: list[int]) -> int:
        """The list as a zone, with a random mat of what is left for every unnamed one."""
        zone = 0
        for mat in mats:
            if mat == ANY:
                if self.rest == 0:
                    raise BadScenario("The situation needs more mats than there are.")
                mat = int(place(self.rest, self.rng.below(number(self.rest))))
                self.rest -= 1 << mat
            zone += 1 << mat
        return zone

    def place_hands(self, given: dict[str, Any], zone: str, usual: list[int]) -> int:
        """What the seats have; what lies in that zone, with all that is left over."""
        hands = [
            self.mats(f"seats.{seat}.mats", table.get("mats", usual[seat]))
            for seat, table in enumerate(seat_tables(given, self.seats, SEAT_KEYS))
        ]
        lying = self.mats(zone, given.get(zone, []))
        for seat, hand in enumerate(hands):
            self.w[z.HAND + seat] = self.dealt(hand)
        return self.dealt(lying) + self.rest

    # Picking.

    def place_picks(self, given: dict[str, Any]) -> None:
        """B13: some mats are picked, the others lie open."""
        w = self.w
        if not self.professional:
            raise BadScenario("Mats are picked only in the mode 'professional' (B13).")
        known_keys("situation in the phase 'pick'", given, PICK_KEYS)
        w[z.POOL] = self.place_hands(given, "pool", [0] * self.seats)
        sizes = [int(number(w[z.HAND + seat])) for seat in range(self.seats)]
        made = sum(sizes)
        turns = [(made - seat + self.seats - 1) // self.seats for seat in range(self.seats)]
        if sizes != turns or made >= self.seats * self.state.mats.hand:
            raise BadScenario(f"The seats cannot have {sizes} mats while they pick in turn (B13, BA22).")

    # A game under way.

    def place_game(self, given: dict[str, Any], phase: str) -> None:
        known_keys("situation", given, TURN_KEYS)
        w = self.w
        usual = 1 if self.professional else 0  # BA28
        starter = whole_number("starter", given.get("starter", usual), 0, self.seats - 1)
        w[z.STARTER] = starter
        w[z.TURN] = whole_number("turn", given.get("turn", starter), 0, self.seats - 1)
        w[z.POOL] = 0
        self.place_field(given.get("field", {}), phase)
        hand = int(self.state.mats.hand)
        shares = [max(1, hand - self.laid[self.state.team(seat)] * 2 // self.seats) for seat in range(self.seats)]
        w[z.DISCARD] = self.place_hands(given, "discard", shares)
        self.place_bartender(given)

    def place_field(self, field: object, phase: str) -> None:
        w = self.w
        if not isinstance(field, dict):
            raise BadScenario(f"The situation's field is a table of spots, not {field!r}.")
        spots = {_spot(text): text for text in field}
        if len(spots) < len(field):
            raise BadScenario("The situation's field has a spot twice.")
        if self.monk:
            w[z.FIELD] = bit(CENTRE)
            w[z.STACK + CENTRE] = z.MONK_MAT
            size = 3
            if any(not (1 <= row <= 3 and 1 <= column <= 3) or (row, column) == (2, 2) for row, column in spots):
                raise BadScenario("Round the Monk-brewer the field is rows 1 to 3, columns 1 to 3, without 2,2 (BA24).")
        elif spots:
            size = int(self.state.field_size(w))
            w[z.ROW] = min(row for row, _ in spots)
            w[z.COLUMN] = min(column for _, column in spots)
            if any(row - w[z.ROW] >= size or column - w[z.COLUMN] >= size for row, column in spots):
                raise BadScenario(f"The situation's field is more than {size} mats wide or high (B8, B21).")
        for (row, column), text in spots.items():
            self.place_cell(int(self.state.cell(w, TABLE * row + column)), f"field at {text}", field[text])
        if phase == "turn" and spots and number(w[z.FIELD]) == size * size:
            raise BadScenario("The situation's field is complete: the game is over (B11), the phase is 'scoring'.")

    def place_cell(self, cell: int, where: str, spot: object) -> None:
        given = known_keys(where, spot, CELL_KEYS)
        w = self.w
        for table in reversed(listed(f"{where}, below", given.get("below", []), "tables")):
            known_keys(f"{where}, below,", table, BELOW_KEYS)
            mat, team = self.place_mat(cell, where, table)
            if not self.state.mats.small >> (mat % KINDS) & 1:
                raise BadScenario(f"In the {where}, {table['mat']!r} is no Small creature: nothing lies on it (B20).")
            w[z.COVERED_AXES] |= team << mat
        _, team = self.place_mat(cell, where, given)
        w[z.FIELD] |= bit(cell)
        w[z.AXES] |= team << cell
        if "glass" in given:
            self.place_glass(cell, where, given["glass"])

    def place_mat(self, cell: int, where: str, given: dict[str, Any]) -> tuple[int, int]:
        """Lay a mat on top of the cell; the mat and its team."""
        for key in ("mat", "team"):
            if key not in given:
                raise BadScenario(f"The {where} needs a mat and a team, and has no {key!r}.")
        w = self.w
        mat = self.mat(where, given["mat"])
        team = index_of(where, given["team"], TEAMS)
        layer = index_of(where, given.get("laid_by", given["team"]), TEAMS)
        w[z.STACK + cell] = w[z.STACK + cell] << 6 | mat + 1
        w[z.LAID_BY] |= layer << mat
        self.laid[layer] += 1
        return mat, team

    def place_glass(self, cell: int, where: str, owner: object) -> None:
        seat = whole_number(f"glass of the {where}", owner, 0, self.seats - 1)
        if self.w[z.GLASS + seat] != 0:
            raise BadScenario(f"The situation has the glass of seat {seat} twice (B3).")
        self.w[z.GLASS + seat] = cell + 1

    def place_bartender(self, given: dict[str, Any]) -> None:
        w = self.w
        if "bartender" not in given:
            if "line" in given:
                raise BadScenario("The situation has a line, but no side where the bartender stands (B10).")
            return
        side = index_of("bartender", given["bartender"], SIDES)
        if self.monk or w[z.FIELD] == 0:
            raise BadScenario(
                "The bartender stands against a side of a field of mats (B10), and not with the Monk (B23)."
            )
        edge = int(self.state.edge(w, side))
        first = int(w[z.ROW] if side % 2 == 0 else w[z.COLUMN]) - 1
        line = whole_number("line", given.get("line", first + edge), -1, TABLE) - first
        if line > edge if side in (NORTH, WEST) else line < edge:
            raise BadScenario(f"The line {given['line']} is not beyond the {SIDES[side]} side of the field (B10).")
        w[z.SIDE] = side + 1
        w[z.LINE] = line

    def script_luck(self, chance: dict[str, Any]) -> None:
        """Let the mats that come by lot be those that the scenario names."""
        names = listed("deals", chance.get("deals", []), "mats")
        w = self.w
        made = sum(int(number(w[z.HAND + seat])) for seat in range(self.seats))
        self.rest = int(w[z.POOL])
        script_draws(
            self.state, {(PICK_LUCK, made + count): self.mat("deals", name) for count, name in enumerate(names)}
        )
