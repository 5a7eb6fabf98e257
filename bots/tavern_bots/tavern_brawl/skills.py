"""What the player of Tavern Brawl does after a mat is laid: glasses (B3), skills (B18, B19) and the bartender (B10)."""

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
from tavern_engine.state import CHOSEN, SEATS
from tavern_engine.tally import bit

NEVER: Final = -1_000_000
GLASS_GONE: Final = 15  # a glass less for the other team
STARE_OPENS: Final = 60  # to leave a cell free that was taken
JOKE_LEAST: Final = 30  # a swap that saves less is left alone


class Skills:
    """Decides what the mat just laid does; `reason` says which rule decided."""

    def __init__(self, tables: BrawlTables, survey: Survey) -> None:
        self.mats = tables
        self.survey = survey
        self.reason: i64 = why.GLASS_STAYS

    # Glasses.

    def flips(self, w: vec[i64], team: i64, extra: i64, taken: i64) -> i64:
        """What the mat just laid wins over with so much more strength, if the glass of `taken` is gone."""
        cell = w[z.LAST]
        worth: i64 = 0
        for side in range(i64(4)):
            other = m.beside(cell, side)
            if other >= 0 and m.has(self.survey.cells[1 - team], other):
                theirs = strength(w, self.mats, other, m.opposite(side))
                if taken >= 0 and w[z.GLASS + taken] == other + 1:
                    theirs -= self.mats.glass_bonus
                if strength(w, self.mats, cell, side) + extra > theirs:
                    worth += self.survey.win_over(w, team, other, w[z.FIELD])
        return worth

    def steal(self, state: BrawlState, w: vec[i64], team: i64, choices: i64) -> i64:
        """Thief: a glass to win with, or one less for the other team; its own glass it can put down itself."""
        self.survey.frame(w[z.LAST], w[z.FIELD])
        bonus = i64(0) if z.has_glass(w, w[z.LAST]) else self.mats.glass_bonus
        with_own = self.flips(w, team, bonus, -1)
        best: i64 = r.A_PASS
        most = with_own
        self.reason = why.LETS_GLASSES_BE
        for owner in range(w[SEATS]):
            if w[z.GLASS + owner] != 0 and state.team(owner) != team and w[z.GLASS + owner] != w[z.LAST] + 1:
                saved: i64 = GLASS_GONE if m.team_in(w[z.AXES], w[z.GLASS + owner] - 1) != team else -GLASS_GONE
                worth = self.flips(w, team, bonus, owner) + saved
                if worth > most:
                    most = worth
                    best = r.A_STEAL + owner if (choices >> owner) & 1 != 0 else r.A_OFF + owner
                    self.reason = why.STEALS if worth > with_own + saved else why.TAKES_OFF
        return best

    def put_glass(self, state: BrawlState, w: vec[i64], seat: i64, choices: i64) -> i64:
        """On the mat just laid if that wins somebody over, else where it takes most risk away."""
        team = state.team(seat)
        self.survey.frame(w[z.LAST], w[z.FIELD])
        stands = w[z.GLASS + seat] - 1
        best: i64 = r.A_PASS
        most: i64 = 0
        self.reason = why.GLASS_STAYS
        if stands >= 0:
            most = self.use_of_glass(w, team, stands)
        won: i64 = 0
        if (choices >> w[z.LAST]) & 1 != 0:
            won = self.flips(w, team, self.mats.glass_bonus, -1) - self.flips(w, team, 0, -1)
        while choices != 0:
            cell = m.lowest(choices)
            choices &= choices - 1
            if m.team_in(w[z.AXES], cell) == team:
                worth = self.use_of_glass(w, team, cell)
                if cell == w[z.LAST]:
                    worth += won
                if worth > most:
                    most = worth
                    best = r.A_SPOT + state.spot(w, cell)
                    self.reason = why.GLASS_FLIPS if cell == w[z.LAST] and won > 0 else why.GLASS_PROTECTS
        return best

    def use_of_glass(self, w: vec[i64], team: i64, cell: i64) -> i64:
        """What a glass is worth on a mat: less risk, and with the Monk-brewer a point."""
        survey = self.survey
        if m.team_in(w[z.AXES], cell) != team:
            return 0
        without = survey.risk_for(w, team, cell, cell, 0, w[z.FIELD])
        worth: i64 = 0
        if without > 0:
            with_it = survey.risk_for(w, team, cell, cell, self.mats.glass_bonus, w[z.FIELD])
            worth = survey.swing(w, cell) * (without - with_it) // 100
        mat = z.top_of(w[z.STACK + cell])
        if survey.monk and survey.monk_points(cell, m.kind_of(mat), m.team_in(w[z.LAID_BY], mat)) > 0:
            worth += self.mats.glass_bonus * (100 - without)
        return worth

    # Skills after the comparison.

    def stare(self, state: BrawlState, w: vec[i64], team: i64, choices: i64) -> i64:
        """Stern look: an enemy guest who is worth more to the other team than the free cell is to it."""
        self.reason = why.SENDS_NOBODY
        best: i64 = r.A_PASS
        most: i64 = STARE_OPENS
        if state.is_complete(w) and state.score(team) > state.score(1 - team):
            return r.A_PASS
        while choices != 0:
            cell = m.lowest(choices)
            choices &= choices - 1
            if m.team_in(w[z.AXES], cell) != team:
                worth = self.survey.loss(1 - team, m.kind_of(z.top_of(w[z.STACK + cell])))
                if worth > most:
                    most = worth
                    best = r.A_SPOT + state.spot(w, cell)
                    self.reason = why.SENDS_OFF
        return best

    def joke(self, state: BrawlState, w: vec[i64], team: i64, phase: i64) -> i64:
        """Joker: the swap after which least of its own and most of the others' can be won over."""
        self.survey.frame(w[z.LAST], w[z.FIELD])
        best: i64 = r.A_PASS
        most: i64 = JOKE_LEAST if phase == r.JOKING else NEVER
        self.reason = why.SWAPS_NONE
        firsts = state.jokes(w) if phase == r.JOKING else bit(w[CHOSEN])
        while firsts != 0:
            one = m.lowest(firsts)
            firsts &= firsts - 1
            others = state.partners(w, one)
            stays = self.danger(w, team, one, one)
            while others != 0:
                other = m.lowest(others)
                others &= others - 1
                worth = stays + self.danger(w, team, other, other)
                worth -= self.danger(w, team, one, other) + self.danger(w, team, other, one)
                if worth > most:
                    most = worth
                    best = r.A_SPOT + state.spot(w, one if phase == r.JOKING else other)
                    self.reason = why.SWAPS
        return best

    def danger(self, w: vec[i64], team: i64, cell: i64, where: i64) -> i64:
        """What is at risk for the team if the top mat of a cell lay elsewhere; less than 0 if it is an enemy's."""
        owner = m.team_in(w[z.AXES], cell)
        risk = self.survey.risk_for(w, owner, cell, where, self.survey.glass_on(cell), w[z.FIELD])
        worth = self.survey.swing(w, cell) * risk // 100
        return worth if owner == team else -worth

    # The bartender.

    def bar(self, w: vec[i64], team: i64, choices: i64) -> i64:
        """On the side where the other team could win most over."""
        survey = self.survey
        self.reason = why.BARS_NOTHING
        most: i64 = 0
        best: i64 = r.A_PASS
        for side in range(i64(4)):
            length = survey.height if side == m.NORTH or side == m.SOUTH else survey.width
            if length < survey.size:
                worth = self.threat(w, team, side)
                if worth > most:
                    most = worth
                    best = r.A_SIDE + side
                    self.reason = why.BARS
        if best != r.A_PASS and (choices >> (best - r.A_SIDE)) & 1 == 0:
            return r.A_PASS  # it stands there
        return best

    def threat(self, w: vec[i64], team: i64, side: i64) -> i64:
        """The most that the other team could win over with a mat beyond that side."""
        survey = self.survey
        reach = survey.reach[4 * (1 - team) + m.opposite(side)] + self.mats.glass_bonus
        most: i64 = 0
        along: i64 = 1
        length = survey.width if side == m.NORTH or side == m.SOUTH else survey.height
        while along <= length:
            if side == m.NORTH:
                cell = m.WIDE + along
            elif side == m.EAST:
                cell = m.WIDE * along + survey.width
            elif side == m.SOUTH:
                cell = m.WIDE * survey.height + along
            else:
                cell = m.WIDE * along + 1
            if m.has(survey.cells[team], cell) and reach > strength(w, self.mats, cell, side):
                worth = survey.swing(w, cell)
                if worth > most:
                    most = worth
            along += 1
        return most

    # Brawlers.

    def brawl(self, state: BrawlState, w: vec[i64], team: i64, phase: i64, choices: i64) -> i64:
        """The Brawler who can do most, and the mug that the other team misses most."""
        best: i64 = r.A_PASS
        most: i64 = 0
        self.reason = why.SMASHES_NOTHING
        while choices != 0:
            cell = m.lowest(choices)
            choices &= choices - 1
            worth = self.best_smash(state, w, team, cell) if phase == r.BRAWLING else self.smash(w, team, cell)
            if worth > most:
                most = worth
                best = r.A_SPOT + state.spot(w, cell)
                self.reason = why.SMASHES
        return best

    def best_smash(self, state: BrawlState, w: vec[i64], team: i64, cell: i64) -> i64:
        """The most that a Brawler on this cell can do."""
        near = state.smashable(w, cell)
        most: i64 = 0
        while near != 0:
            worth = self.smash(w, team, m.lowest(near))
            near &= near - 1
            if worth > most:
                most = worth
        return most

    def smash(self, w: vec[i64], team: i64, cell: i64) -> i64:
        """What the other team loses with a mug of this mat, which has one left."""
        if m.team_in(w[z.AXES], cell) == team:
            return 0
        survey = self.survey
        mugs = survey.mugs[4 * (1 - team) + self.mats.beer[m.kind_of(z.top_of(w[z.STACK + cell]))]]
        return survey.sets[mugs] - survey.sets[mugs - 1]
