"""Which mats the player of Tavern Brawl picks (B13), and which it lays where (B7.1).

Every mat is weighed in every place: what it is worth, whom it wins over, what then is at risk and what no longer is.
The weights were found by play against itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.tavern_brawl import reasons as why
from tavern_bots.tavern_brawl.survey import Survey
from tavern_engine.games.tavern_brawl import mats as m
from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.mats import BrawlTables
from tavern_engine.games.tavern_brawl.rules import BrawlState
from tavern_engine.games.tavern_brawl.scoring import strength
from tavern_engine.state import CHOSEN
from tavern_engine.tally import bit

NEVER: Final = -1_000_000

# What a skill is worth; in the order of the skills none to Small creature.
PICK_SKILL: Final = (0, 80, 130, 180, 80, 100, 120, 160)
LAY_SKILL: Final = (0, 40, 50, 0, 40, 40, 50, 120)  # on the field
PICK_STRENGTH: Final = 30  # for each point of strength, all four sides together
PICK_MUGS: Final = 90  # in parts of 100: what its mugs add to the beer that the team has in hand

SHIELD: Final = 40  # from so much risk taken away it is called a shield
HOLD: Final = 17  # to keep a mat for later, for each point of strength and each free cell in the end
USE_GLASS: Final = 20  # the glass is wanted elsewhere


class Laying:
    """Weighs mats; `reason` says which rule decided."""

    def __init__(self, tables: BrawlTables, survey: Survey) -> None:
        self.mats = tables
        self.survey = survey
        self.pick_skill = vec[i64]([i64(worth) for worth in PICK_SKILL])
        self.lay_skill = vec[i64]([i64(worth) for worth in LAY_SKILL])
        self.pick_strength: i64 = PICK_STRENGTH
        self.pick_mugs: i64 = PICK_MUGS
        self.hold: i64 = HOLD
        self.reason: i64 = why.LAYS
        self.thought: i64 = why.LAYS  # what speaks most for the mat that is being weighed
        self.best_cell: i64 = 0
        self.best_shape: i64 = -1

    def pick(self, w: vec[i64], team: i64, choices: i64) -> i64:
        """Strength, skills, and mugs for the sets that its hand and its partner's hand promise."""
        survey = self.survey
        best: i64 = 0
        most: i64 = NEVER
        while choices != 0:
            kind = m.lowest(choices)
            choices &= choices - 1
            worth = self.pick_mugs * survey.gain(team, kind) // 100 + self.pick_skill[self.mats.skill[kind]]
            for side in range(i64(4)):
                worth += self.pick_strength * self.mats.strength[4 * kind + side]
            if worth > most:
                most = worth
                best = kind
        self.reason = why.PICKS_SET if survey.mugs[4 * team + self.mats.beer[best]] > 0 else why.PICKS_STRONG
        return r.A_KIND + best

    def lay(self, state: BrawlState, w: vec[i64], team: i64, choices: i64) -> i64:
        """The mat that is worth most in its best place, a Shapeshifter also as somebody else."""
        best: i64 = 0
        reason: i64 = why.LAYS
        most: i64 = NEVER
        cells = state.places(w)
        while choices != 0:
            kind = m.lowest(choices)
            choices &= choices - 1
            worth = self.place(w, team, kind, cells)
            thought = self.thought
            if state.can_exchange(w, kind):
                other = self.weigh_shapes(w, team, cells, worth)
                if other > worth:
                    worth = other
                    thought = why.LAYS
            if worth > most:
                most = worth
                best = kind
                reason = thought
        self.reason = reason
        return r.A_KIND + best

    def weigh_shapes(self, w: vec[i64], team: i64, cells: i64, least: i64) -> i64:
        """What the best character of the discard is worth, if more than `least`; it is left in `best_shape`, or -1."""
        discard = m.kinds_of(w[z.DISCARD])
        self.best_shape = -1
        while discard != 0:
            kind = m.lowest(discard)
            discard &= discard - 1
            worth = self.place(w, team, kind, cells)
            if worth > least:
                least = worth
                self.best_shape = kind
        return least

    def change_shape(self, state: BrawlState, w: vec[i64], team: i64) -> i64:
        """B18 Shapeshifter."""
        cells = state.places(w)
        self.weigh_shapes(w, team, cells, self.place(w, team, m.kind_of(w[CHOSEN]), cells))
        if self.best_shape < 0:
            self.reason = why.STAYS
            return r.A_PASS
        self.reason = why.CHANGES
        return r.A_KIND + self.best_shape

    def find_place(self, state: BrawlState, w: vec[i64], team: i64, choices: i64) -> i64:
        """Where the chosen mat goes."""
        self.place(w, team, m.kind_of(w[CHOSEN]), choices)
        self.reason = self.thought
        return state.nth(0) if w[z.FIELD] == 0 else r.A_SPOT + state.spot(w, self.best_cell)

    def place(self, w: vec[i64], team: i64, kind: i64, cells: i64) -> i64:
        """What the mat is worth in its best place, which is left in `best_cell`, and why in `thought`."""
        own = self.survey.gain(team, kind)
        most: i64 = NEVER
        best: i64 = why.LAYS
        while cells != 0:
            cell = m.lowest(cells)
            cells &= cells - 1
            worth = self.worth(w, team, kind, cell, own)
            if worth > most:
                most = worth
                best = self.thought
                self.best_cell = cell
        self.thought = best
        return most

    def worth(self, w: vec[i64], team: i64, kind: i64, cell: i64, own: i64) -> i64:
        """What speaks for this mat, which would score so much, on this cell."""
        survey = self.survey
        mats = self.mats
        filled = w[z.FIELD] | bit(cell)
        self.thought = why.LAYS
        survey.frame(cell, filled)
        ours = survey.cells[team]
        theirs = survey.cells[1 - team]
        if survey.monk:
            own += survey.monk_points(cell, kind, team)
        worth = own - 2 * own * survey.risk(cell, team, kind, team, 0, filled) // 100
        if z.is_professional(w):
            worth += self.lay_skill[mats.skill[kind]]
        held: i64 = 0
        glass = False
        shielded: i64 = 0
        for side in range(i64(4)):
            other = m.beside(cell, side)
            mine = mats.strength[m.edge_of(kind, survey.seating, team, side)]
            held += mine
            if other >= 0 and m.has(theirs, other):
                margin = mine - strength(w, mats, other, m.opposite(side))
                if margin + mats.glass_bonus > 0:
                    worth += survey.win_over(w, team, other, filled)
                    self.thought = why.FLIPS
                    if margin <= 0:
                        glass = True
            elif other >= 0 and m.has(ours, other):
                shielded += self.shield(w, other, filled)
        if m.has(w[z.FIELD], cell):
            shielded += survey.swing(w, cell) * survey.risk_of(w, cell, w[z.FIELD]) // 100
            if self.thought == why.LAYS:
                self.thought = why.COVERS
        if glass:
            worth -= USE_GLASS
            self.thought = why.FLIPS_WITH_GLASS
        elif self.thought == why.LAYS and shielded >= SHIELD:
            self.thought = why.SHIELDS
        return worth + shielded - self.hold * held * survey.free // 4

    def shield(self, w: vec[i64], cell: i64, filled: i64) -> i64:
        """What it is worth to fill a free cell beside an own mat."""
        before = self.survey.risk_of(w, cell, w[z.FIELD])
        if before == 0:
            return 0
        return self.survey.swing(w, cell) * (before - self.survey.risk_of(w, cell, filled)) // 100
