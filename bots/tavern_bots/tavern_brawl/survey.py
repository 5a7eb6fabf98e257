"""What the player of Tavern Brawl sees on the table: what mats are worth to a team, and how much of it is at risk.

All hands are open, so it is known which mats can still be won over: a mat is at risk where an enemy mat in hand beats
one of its open sides. Values are hundredths of a point.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.tavern_brawl import mats as m
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.mats import BrawlTables
from tavern_engine.games.tavern_brawl.rules import BrawlState
from tavern_engine.games.tavern_brawl.scoring import mugs_left
from tavern_engine.state import SEATS
from tavern_engine.tally import number

# In parts of 100: how much of a mat's worth is as good as lost.
RISK: Final = 50  # somebody in an enemy hand beats an open side
RISK_GLASS: Final = 35  # somebody does with a glass
RISK_MORE: Final = 10  # for each open side more that can be beaten
RISK_LAST: Final = 90  # the enemy lays the last mat


class Survey:
    """One position, and the rows and columns that the field can still have if a mat comes to a cell (`frame`)."""

    def __init__(self, tables: BrawlTables) -> None:
        self.mats = tables
        self.row = vec[i64]([i64(cell // m.WIDE) for cell in range(m.CELLS)])
        self.column = vec[i64]([i64(cell % m.WIDE) for cell in range(m.CELLS)])
        self.sets = vec[i64]([0] * m.MOST_MUGS)  # what so many mugs of one beer score
        self.known_sets: i64 = -1  # by which rules: 1 professional, 0 basic
        self.mugs = vec[i64]([0] * 8)  # on the field: 4 * team + beer
        self.reach = vec[i64]([0] * 8)  # the strongest in the team's hands: 4 * team + direction it faces
        self.size: i64 = 3
        self.height: i64 = 0
        self.width: i64 = 0
        self.monk = False
        self.seating: i64 = m.OPPOSITE
        self.cells = vec[i64]([0, 0])  # of the teams
        self.glasses: i64 = 0  # cells with a glass
        self.free: i64 = 0  # cells that are still to be filled
        self.fear: i64 = RISK
        self.fear_glass: i64 = RISK_GLASS
        self.risk_plain: i64 = RISK  # here and now
        self.risk_glass: i64 = RISK_GLASS
        self.top: i64 = 0
        self.bottom: i64 = 0
        self.left: i64 = 0
        self.right: i64 = 0

    def look(self, state: BrawlState, w: vec[i64]) -> None:
        """Take in the mugs of both teams, what their hands can reach, and how far the field can grow."""
        self.learn_sets(1 if z.is_professional(w) else 0)
        self.seating = z.seating_of(w)
        self.cells[0] = z.cells_of(w, 0)
        self.cells[1] = z.cells_of(w, 1)
        self.glasses = z.glasses(w)
        self.monk = z.is_monk(w)
        self.size = state.field_size(w)
        self.height = 3 if self.monk else state.height(w)
        self.width = 3 if self.monk else state.width(w)
        self.clear()
        self.count_mugs(w)
        for seat in range(w[SEATS]):
            self.count_reach(w[z.HAND + seat], state.team(seat))

    def look_at_hands(self, state: BrawlState, w: vec[i64]) -> None:
        """Before the field is laid: the mugs that the hands promise."""
        self.learn_sets(1)
        self.clear()
        for seat in range(w[SEATS]):
            hand = w[z.HAND + seat]
            while hand != 0:
                kind = m.kind_of(m.lowest(hand))
                hand &= hand - 1
                self.mugs[4 * state.team(seat) + self.mats.beer[kind]] += self.mats.mugs[kind]

    def learn_sets(self, professional: i64) -> None:
        """B12, B15."""
        if professional == self.known_sets:
            return
        self.known_sets = professional
        for mugs in range(i64(m.MOST_MUGS)):
            self.sets[mugs] = 100 * (mugs + professional * self.mats.bonus[mugs])

    def clear(self) -> None:
        for i in range(i64(8)):
            self.mugs[i] = 0
            self.reach[i] = 0

    def count_mugs(self, w: vec[i64]) -> None:
        cells = w[z.FIELD]
        while cells != 0:
            cell = m.lowest(cells)
            cells &= cells - 1
            stack = w[z.STACK + cell]
            team = m.team_in(w[z.AXES], cell)
            while stack != 0 and stack != z.MONK_MAT:
                mat = z.top_of(stack)
                self.mugs[4 * team + self.mats.beer[m.kind_of(mat)]] += mugs_left(w, self.mats, mat)
                stack >>= 6
                if stack != 0:
                    team = m.team_in(w[z.COVERED_AXES], z.top_of(stack))

    def count_reach(self, hand: i64, team: i64) -> None:
        strengths = self.mats.strength
        reach = self.reach
        while hand != 0:
            kind = m.kind_of(m.lowest(hand))
            hand &= hand - 1
            for direction in range(i64(4)):
                power = strengths[m.edge_of(kind, self.seating, team, direction)]
                if power > reach[4 * team + direction]:
                    reach[4 * team + direction] = power

    def frame(self, cell: i64, filled: i64) -> None:
        """What is left to the field with a mat on this cell, and what is at risk there."""
        if self.monk:
            self.top = 1
            self.bottom = 3
            self.left = 1
            self.right = 3
        else:
            row = self.row[cell]
            column = self.column[cell]
            self.top = m.first_possible(row if row > self.height else self.height, self.size)
            self.bottom = m.last_possible(row if row < 1 else i64(1), self.size)
            self.left = m.first_possible(column if column > self.width else self.width, self.size)
            self.right = m.last_possible(column if column < 1 else i64(1), self.size)
        self.free = self.size * self.size - number(filled)
        self.risk_plain = self.fear
        self.risk_glass = self.fear_glass
        if self.free <= 1:
            self.risk_plain = RISK_LAST * self.free
            self.risk_glass = RISK_LAST * self.free

    def is_open(self, cell: i64, side: i64, filled: i64) -> bool:
        """Whether a mat can still be laid on that side of the cell."""
        if side == m.NORTH:
            return self.row[cell] > self.top and (cell < m.WIDE or (filled >> (cell - m.WIDE)) & 1 == 0)
        if side == m.EAST:
            return self.column[cell] < self.right and (filled >> (cell + 1)) & 1 == 0
        if side == m.SOUTH:
            return self.row[cell] < self.bottom and (filled >> (cell + m.WIDE)) & 1 == 0
        return self.column[cell] > self.left and (cell < 1 or (filled >> (cell - 1)) & 1 == 0)

    # Risks.

    def risk(self, cell: i64, team: i64, kind: i64, layer: i64, glass: i64, filled: i64) -> i64:
        """How likely the other team wins over this mat of `team`, laid by the team `layer`, in parts of 100."""
        strengths = self.mats.strength
        worst: i64 = 0
        for side in range(i64(4)):
            if self.is_open(cell, side, filled):
                power = strengths[m.edge_of(kind, self.seating, layer, side)] + glass
                reach = self.reach[4 * (1 - team) + m.opposite(side)]
                if reach > power:
                    worst = self.risk_plain + RISK_MORE if worst != 0 else self.risk_plain
                elif reach != 0 and reach + self.mats.glass_bonus > power:
                    if worst == 0:
                        worst = self.risk_glass
                    elif worst < self.risk_plain:
                        worst += RISK_MORE
        return worst

    def risk_for(self, w: vec[i64], team: i64, cell: i64, where: i64, glass: i64, filled: i64) -> i64:
        """The same for the top mat of a cell, if it were the team's and lay elsewhere with so much of a glass."""
        mat = z.top_of(w[z.STACK + cell])
        return self.risk(where, team, m.kind_of(mat), m.team_in(w[z.LAID_BY], mat), glass, filled)

    def risk_of(self, w: vec[i64], cell: i64, filled: i64) -> i64:
        """The same for the top mat of a cell as it lies."""
        return self.risk_for(w, m.team_in(w[z.AXES], cell), cell, cell, self.glass_on(cell), filled)

    def glass_on(self, cell: i64) -> i64:
        """B3: what a glass adds to the mat on a cell."""
        return self.mats.glass_bonus if m.has(self.glasses, cell) else i64(0)

    # Worth.

    def gain(self, team: i64, kind: i64) -> i64:
        """What a mat more adds to the team's score."""
        mugs = self.mugs[4 * team + self.mats.beer[kind]]
        return self.sets[mugs + self.mats.mugs[kind]] - self.sets[mugs] + self.mats.level[kind]

    def loss(self, team: i64, kind: i64) -> i64:
        """What the team's score loses with a mat that it has."""
        mugs = self.mugs[4 * team + self.mats.beer[kind]]
        less = mugs - self.mats.mugs[kind]
        return self.sets[mugs] - (self.sets[less] if less > 0 else i64(0)) + self.mats.level[kind]

    def swing(self, w: vec[i64], cell: i64) -> i64:
        """What it means that the top mat of a cell changes its team."""
        mat = z.top_of(w[z.STACK + cell])
        kind = m.kind_of(mat)
        team = m.team_in(w[z.AXES], cell)
        worth = self.loss(team, kind) + self.gain(1 - team, kind)
        if self.monk:
            worth += 2 * self.monk_points(cell, kind, m.team_in(w[z.LAID_BY], mat))
        return worth

    def win_over(self, w: vec[i64], team: i64, cell: i64, filled: i64) -> i64:
        """What it is worth to flip the top mat of a cell, though it may be flipped back."""
        risk = self.risk_for(w, team, cell, cell, self.glass_on(cell), filled)
        return self.swing(w, cell) * (100 - risk) // 100

    def monk_points(self, cell: i64, kind: i64, layer: i64) -> i64:
        """B24: the strength towards the Monk-brewer, if the cell touches it."""
        side = m.monk_side(cell)
        return 100 * self.mats.strength[m.edge_of(kind, self.seating, layer, side)] if side >= 0 else i64(0)
