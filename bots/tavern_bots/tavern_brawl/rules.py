"""A player of Tavern Brawl by rules of thumb, for all its modes: quick enough for rollouts, and it can say why.

All hands are open, so it knows which of its mats can still be won over. A mat is worth the mugs it adds to a set; it is
at risk where an enemy mat in hand beats one of its open sides. Every mat is weighed in every place: what it is worth,
whom it wins over, what then is at risk and what no longer is. Values are hundredths of a point, and the weights were
found by play against itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import Rng
from tavern_engine.games.tavern_brawl.mats import (
    CELLS,
    EAST,
    NORTH,
    SHAPESHIFTER,
    SOUTH,
    WIDE,
    BrawlTables,
    around,
    beside,
)
from tavern_engine.games.tavern_brawl.rules import (
    A_KIND,
    A_OFF,
    A_PASS,
    A_SIDE,
    A_SPOT,
    A_STEAL,
    BARRING,
    BRAWLING,
    EXCHANGING,
    GLASSES,
    JOKING,
    JOKING_WITH,
    LAYING,
    PICKING,
    PLACING,
    STARING,
    STEALING,
    BrawlState,
)
from tavern_engine.games.tavern_brawl.scoring import has_glass, mugs_left, team_score
from tavern_engine.games.tavern_brawl.zones import (
    AXES,
    COVERED_AXES,
    DISCARD,
    FIELD,
    GLASS,
    HAND,
    LAID_BY,
    LAST,
    MONK,
    MONK_MAT,
    OPTIONS,
    PROFESSIONAL,
    SEATING,
    STACK,
)
from tavern_engine.state import ASKED, CHOSEN, PHASE, SEATS, Policy, State
from tavern_engine.tally import bit, number

REASONS: tuple[str, ...] = (
    "picks the mat that is strongest for its mugs",
    "picks a mat whose beer it collects",
    "lays the mat that is worth most and least at risk",
    "wins guests of the other team over",
    "wins a guest over with the help of its glass",
    "shields its own guests with this mat",
    "covers a Small creature, which cannot be won over any more",
    "stays a Shapeshifter, for nobody in the discard does better",
    "changes into somebody from the discard who does better",
    "takes a glass, to win over a guest",
    "takes a glass from a mat of the other team",
    "leaves the glasses alone",
    "puts its glass where it wins a guest over",
    "puts its glass on the guest who needs it most",
    "leaves its glass where it is",
    "sends off the guest who is worth most to the other team",
    "sends nobody off",
    "swaps two mats, so that less of its own can be won over",
    "swaps no mats",
    "puts the bartender where the other team could win most",
    "leaves the bartender alone, for it keeps nobody from anything",
    "smashes the mug that the other team misses most",
    "smashes no mug, for only its own are in reach",
)
PICKS_STRONG: Final = 0
PICKS_SET: Final = 1
LAYS: Final = 2
FLIPS: Final = 3
FLIPS_WITH_GLASS: Final = 4
SHIELDS: Final = 5
COVERS: Final = 6
STAYS: Final = 7
CHANGES: Final = 8
STEALS: Final = 9
TAKES_OFF: Final = 10
LETS_GLASSES_BE: Final = 11
GLASS_FLIPS: Final = 12
GLASS_PROTECTS: Final = 13
GLASS_STAYS: Final = 14
SENDS_OFF: Final = 15
SENDS_NOBODY: Final = 16
SWAPS: Final = 17
SWAPS_NONE: Final = 18
BARS: Final = 19
BARS_NOTHING: Final = 20
SMASHES: Final = 21
SMASHES_NOTHING: Final = 22

NEVER: Final = -1_000_000

# Picks: what a mat is worth beside its mugs; in the order of the skills none to Small creature.
PICK_STRENGTH: Final = 30  # for each point of strength, all four sides together
PICK_SKILL: Final = (0, 80, 130, 180, 80, 100, 120, 160)
PICK_MUGS: Final = 90  # in parts of 100: what its mugs add to the beer that the team has in hand

# Laying. Risks are in parts of 100: how much of a mat's worth is as good as lost.
RISK: Final = 50  # somebody in an enemy hand beats an open side
RISK_GLASS: Final = 35  # somebody does with a glass
RISK_MORE: Final = 10  # for each open side more that can be beaten
RISK_LAST: Final = 90  # the enemy lays the last mat
SHIELD: Final = 40  # from so much risk taken away it is called a shield
HOLD: Final = 17  # to keep a mat for later, for each point of strength and each free cell in the end
USE_GLASS: Final = 20  # the glass is wanted elsewhere
LAY_SKILL: Final = (0, 40, 50, 0, 40, 40, 50, 120)  # what the skill is worth on the field

STARE_OPENS: Final = 60  # to leave a cell free that was taken
JOKE_LEAST: Final = 30  # a swap that saves less is left alone


class BrawlRules(Policy):
    """Plays by rules of thumb; `reason` says which one decided, as an index of REASONS."""

    def __init__(self, tables: BrawlTables) -> None:
        self.mats = tables
        self.reason: i64 = LAYS
        self.thought: i64 = LAYS  # what speaks most for the mat that is being weighed
        self.pick_skill = vec[i64]([i64(worth) for worth in PICK_SKILL])
        self.lay_skill = vec[i64]([i64(worth) for worth in LAY_SKILL])
        self.row = vec[i64]([i64(cell // WIDE) for cell in range(CELLS)])
        self.column = vec[i64]([i64(cell % WIDE) for cell in range(CELLS)])
        self.sets = vec[i64]([0] * 64)  # what so many mugs of one beer score
        # What `survey` finds out.
        self.mugs = vec[i64]([0] * 8)  # on the field: 4 * team + beer
        self.reach = vec[i64]([0] * 8)  # the strongest in the team's hands: 4 * team + direction it faces
        self.rules_sets: i64 = -1  # whose sets: 1 professional, 0 basic
        self.turned: i64 = 0  # how the mats of the second team lie
        self.size: i64 = 3
        self.height: i64 = 0
        self.width: i64 = 0
        self.monk = False
        self.risk_plain: i64 = RISK
        self.risk_glass: i64 = RISK_GLASS
        # The rows and columns that the field can still have.
        self.top: i64 = 0
        self.bottom: i64 = 0
        self.left: i64 = 0
        self.right: i64 = 0
        self.best_cell: i64 = 0

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, BrawlState)
        w = state.w
        phase = w[PHASE]
        seat = w[ASKED]
        choices = state.work_out()
        if phase == PICKING:
            return self.pick(w, seat, choices)
        self.survey(state, w)
        if phase == LAYING:
            return self.lay(state, w, seat, choices)
        if phase == EXCHANGING:
            return self.change_shape(state, w, seat, choices)
        if phase == PLACING:
            self.place(w, seat, w[CHOSEN] & 15, choices)
            return state.nth(0) if w[FIELD] == 0 else A_SPOT + state.spot(w, self.best_cell)
        if phase == STEALING:
            return self.steal(w, seat, choices)
        if phase == GLASSES:
            return self.put_glass(state, w, seat, choices)
        if phase == STARING:
            return self.stare(state, w, seat, choices)
        if phase == JOKING or phase == JOKING_WITH:
            return self.joke(state, w, seat, phase)
        if phase == BARRING:
            return self.bar(state, w, seat, choices)
        return self.brawl(state, w, seat, phase, choices)

    # What lies on the table.

    def survey(self, state: BrawlState, w: vec[i64]) -> None:
        """The mugs of both teams, what their hands can reach, and how far the field can grow."""
        professional: i64 = 1 if w[OPTIONS] & PROFESSIONAL != 0 else 0
        if professional != self.rules_sets:
            self.learn_sets(professional)
        seating = (w[OPTIONS] // SEATING) & 3
        self.turned = 2 if seating == 0 else (0 if seating == 1 else 1)
        self.monk = w[OPTIONS] & MONK != 0
        self.size = state.field_size(w)
        self.height = 3 if self.monk else state.height(w)
        self.width = 3 if self.monk else state.width(w)
        i: i64 = 0
        while i < 8:
            self.mugs[i] = 0
            self.reach[i] = 0
            i += 1
        self.count_mugs(w)
        seat: i64 = 0
        while seat < w[SEATS]:
            self.count_reach(w[HAND + seat], seat & 1)
            seat += 1

    def learn_sets(self, professional: i64) -> None:
        """B12, B15, BA23."""
        self.rules_sets = professional
        most = i64(len(self.mats.bonus)) - 1
        mugs: i64 = 0
        while mugs < 64:
            worth = mugs
            if professional == 1:
                worth += self.mats.bonus[mugs] if mugs <= most else self.mats.bonus[most] + 2 * (mugs - most)
            self.sets[mugs] = 100 * worth
            mugs += 1

    def count_mugs(self, w: vec[i64]) -> None:
        cells = w[FIELD]
        while cells != 0:
            cell = number((cells & -cells) - 1)
            cells &= cells - 1
            stack = w[STACK + cell]
            axes = (w[AXES] >> cell) & 1
            while stack != 0 and stack != MONK_MAT:
                mat = (stack & 63) - 1
                self.mugs[4 * axes + self.mats.beer[mat & 15]] += mugs_left(w, self.mats, mat)
                stack >>= 6
                if stack != 0:
                    axes = (w[COVERED_AXES] >> ((stack & 63) - 1)) & 1

    def count_reach(self, hand: i64, team: i64) -> None:
        mats = self.mats
        while hand != 0:
            kind = number((hand & -hand) - 1) & 15
            hand &= hand - 1
            direction: i64 = 0
            while direction < 4:
                power = mats.strength[4 * kind + self.towards(team, direction)]
                if power > self.reach[4 * team + direction]:
                    self.reach[4 * team + direction] = power
                direction += 1

    def towards(self, team: i64, direction: i64) -> i64:
        """B2, B22: which side of a mat that the team lays faces that way."""
        if team == 0 or self.turned == 0:
            return direction
        return direction ^ 2 if self.turned == 2 else (direction + 1) & 3

    def frame(self, w: vec[i64], cell: i64) -> None:
        """B8: the rows and columns that are left to the field with a mat on this cell, and what is at risk there."""
        if self.monk:
            self.top = 1
            self.bottom = 3
            self.left = 1
            self.right = 3
        else:
            row = self.row[cell]
            column = self.column[cell]
            self.top = (row if row > self.height else self.height) - self.size + 1
            self.bottom = (row if row < 1 else i64(1)) + self.size - 1
            self.left = (column if column > self.width else self.width) - self.size + 1
            self.right = (column if column < 1 else i64(1)) + self.size - 1
        free = self.size * self.size - number(w[FIELD] | bit(cell))
        self.risk_plain = RISK
        self.risk_glass = RISK_GLASS
        if free <= 1:
            self.risk_plain = RISK_LAST * free
            self.risk_glass = RISK_LAST * free

    def is_open(self, cell: i64, side: i64, filled: i64) -> bool:
        """Whether a mat can still be laid on that side of the cell."""
        if side == NORTH:
            return self.row[cell] > self.top and (cell < WIDE or (filled >> (cell - WIDE)) & 1 == 0)
        if side == EAST:
            return self.column[cell] < self.right and (filled >> (cell + 1)) & 1 == 0
        if side == SOUTH:
            return self.row[cell] < self.bottom and (filled >> (cell + WIDE)) & 1 == 0
        return self.column[cell] > self.left and (cell < 1 or (filled >> (cell - 1)) & 1 == 0)

    def risk(self, cell: i64, team: i64, kind: i64, laid: i64, glass: i64, filled: i64) -> i64:
        """How likely the other team wins over this mat of `team`, laid by the team `laid`, in parts of 100."""
        worst: i64 = 0
        side: i64 = 0
        while side < 4:
            if self.is_open(cell, side, filled):
                power = self.mats.strength[4 * kind + self.towards(laid, side)] + glass
                reach = self.reach[4 * (1 - team) + (side ^ 2)]
                if reach > power:
                    worst = self.risk_plain + RISK_MORE if worst != 0 else self.risk_plain
                elif reach != 0 and reach + self.mats.glass_bonus > power:
                    if worst == 0:
                        worst = self.risk_glass
                    elif worst < self.risk_plain:
                        worst += RISK_MORE
            side += 1
        return worst

    def risk_of(self, w: vec[i64], cell: i64, filled: i64) -> i64:
        """The same for the top mat of a cell as it lies."""
        mat = (w[STACK + cell] & 63) - 1
        glass = self.mats.glass_bonus if has_glass(w, cell) else i64(0)
        return self.risk(cell, (w[AXES] >> cell) & 1, mat & 15, (w[LAID_BY] >> mat) & 1, glass, filled)

    def power(self, w: vec[i64], cell: i64, side: i64) -> i64:
        """Of the top mat of a cell."""
        mat = (w[STACK + cell] & 63) - 1
        power = self.mats.strength[4 * (mat & 15) + self.towards((w[LAID_BY] >> mat) & 1, side)]
        return power + self.mats.glass_bonus if has_glass(w, cell) else power

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
        mat = (w[STACK + cell] & 63) - 1
        kind = mat & 15
        team = (w[AXES] >> cell) & 1
        worth = self.loss(team, kind) + self.gain(1 - team, kind)
        if self.monk:
            worth += 2 * self.monk_points(cell, kind, (w[LAID_BY] >> mat) & 1)
        return worth

    def monk_points(self, cell: i64, kind: i64, laid: i64) -> i64:
        """B24: the strength towards the Monk-brewer, if the cell touches it."""
        side: i64 = 0
        while side < 4:
            if beside(cell, side) == 2 * WIDE + 2:
                return 100 * self.mats.strength[4 * kind + self.towards(laid, side)]
            side += 1
        return 0

    # Picking (B13).

    def pick(self, w: vec[i64], seat: i64, choices: i64) -> i64:
        """Strength, skills, and mugs for the sets that its hand and its partner's hand promise."""
        if self.rules_sets != 1:
            self.learn_sets(1)
        i: i64 = 0
        while i < 8:
            self.mugs[i] = 0
            i += 1
        other: i64 = 0
        while other < w[SEATS]:
            hand = w[HAND + other]
            while hand != 0:
                kind = number((hand & -hand) - 1) & 15
                hand &= hand - 1
                self.mugs[4 * (other & 1) + self.mats.beer[kind]] += self.mats.mugs[kind]
            other += 1
        best: i64 = 0
        most: i64 = NEVER
        while choices != 0:
            kind = number((choices & -choices) - 1)
            choices &= choices - 1
            worth = PICK_MUGS * self.gain(seat & 1, kind) // 100 + self.pick_skill[self.mats.skill[kind]]
            side: i64 = 0
            while side < 4:
                worth += PICK_STRENGTH * self.mats.strength[4 * kind + side]
                side += 1
            if worth > most:
                most = worth
                best = kind
        self.reason = PICKS_SET if self.mugs[4 * (seat & 1) + self.mats.beer[best]] > 0 else PICKS_STRONG
        return A_KIND + best

    # Laying (B7.1).

    def lay(self, state: BrawlState, w: vec[i64], seat: i64, choices: i64) -> i64:
        best: i64 = 0
        most: i64 = NEVER
        cells = state.places(w)
        skilled = w[OPTIONS] & PROFESSIONAL != 0
        while choices != 0:
            kind = number((choices & -choices) - 1)
            choices &= choices - 1
            worth = self.place(w, seat, kind, cells)
            thought = self.thought
            if skilled and self.mats.skill[kind] == SHAPESHIFTER:
                other = self.best_shape(w, seat, cells, worth)
                if other > worth:
                    worth = other
                    thought = LAYS
            if worth > most:
                most = worth
                best = kind
                self.reason = thought
        return A_KIND + best

    def best_shape(self, w: vec[i64], seat: i64, cells: i64, least: i64) -> i64:
        """What the best character of the discard is worth, if more than `least`; it is left in `thought`."""
        discard = (w[DISCARD] | (w[DISCARD] >> 16)) & 0xFFFF
        best: i64 = -1
        while discard != 0:
            kind = number((discard & -discard) - 1)
            discard &= discard - 1
            worth = self.place(w, seat, kind, cells)
            if worth > least:
                least = worth
                best = kind
        self.thought = best
        return least

    def change_shape(self, state: BrawlState, w: vec[i64], seat: i64, choices: i64) -> i64:
        """B18 Shapeshifter."""
        cells = state.places(w)
        self.best_shape(w, seat, cells, self.place(w, seat, w[CHOSEN] & 15, cells))
        if self.thought < 0:
            self.reason = STAYS
            return A_PASS
        self.reason = CHANGES
        return A_KIND + self.thought

    def place(self, w: vec[i64], seat: i64, kind: i64, cells: i64) -> i64:
        """What the mat is worth in its best place, which is left in `best_cell`."""
        most: i64 = NEVER
        best: i64 = LAYS
        while cells != 0:
            cell = number((cells & -cells) - 1)
            cells &= cells - 1
            worth = self.worth(w, seat, kind, cell)
            if worth > most:
                most = worth
                best = self.thought
                self.best_cell = cell
        self.reason = best
        self.thought = best
        return most

    def worth(self, w: vec[i64], seat: i64, kind: i64, cell: i64) -> i64:
        """What speaks for this mat on this cell."""
        team = seat & 1
        filled = w[FIELD] | bit(cell)
        self.thought = LAYS
        self.frame(w, cell)
        mats = self.mats
        own = self.gain(team, kind)
        if self.monk:
            own += self.monk_points(cell, kind, team)
        worth = own - 2 * own * self.risk(cell, team, kind, team, 0, filled) // 100
        if self.rules_sets == 1:
            worth += self.lay_skill[mats.skill[kind]]
        held: i64 = 0
        glass = False
        shielded: i64 = 0
        side: i64 = 0
        while side < 4:
            other = beside(cell, side)
            power = mats.strength[4 * kind + self.towards(team, side)]
            held += power
            if other >= 0 and (w[FIELD] >> other) & 1 != 0 and w[STACK + other] != MONK_MAT:
                if (w[AXES] >> other) & 1 == team:
                    shielded += self.shield(w, other, filled)
                else:
                    margin = power - self.power(w, other, side ^ 2)
                    if margin + mats.glass_bonus > 0:
                        worth += self.win_over(w, team, other, filled)
                        self.thought = FLIPS
                        if margin <= 0:
                            glass = True
            side += 1
        if (w[FIELD] >> cell) & 1 != 0:
            shielded += self.swing(w, cell) * self.risk_of(w, cell, w[FIELD]) // 100
            if self.thought == LAYS:
                self.thought = COVERS
        if glass:
            worth -= USE_GLASS
            self.thought = FLIPS_WITH_GLASS
        elif self.thought == LAYS and shielded >= SHIELD:
            self.thought = SHIELDS
        return worth + shielded - HOLD * held * (self.size * self.size - number(filled)) // 4

    def shield(self, w: vec[i64], cell: i64, filled: i64) -> i64:
        """What it is worth to fill a free cell beside an own mat."""
        before = self.risk_of(w, cell, w[FIELD])
        if before == 0:
            return 0
        return self.swing(w, cell) * (before - self.risk_of(w, cell, filled)) // 100

    def win_over(self, w: vec[i64], team: i64, cell: i64, filled: i64) -> i64:
        """What it is worth to flip the top mat of a cell, though it may be flipped back."""
        mat = (w[STACK + cell] & 63) - 1
        glass = self.mats.glass_bonus if has_glass(w, cell) else i64(0)
        risk = self.risk(cell, team, mat & 15, (w[LAID_BY] >> mat) & 1, glass, filled)
        return self.swing(w, cell) * (100 - risk) // 100

    # Glasses (B3, B18).

    def is_enemy(self, w: vec[i64], cell: i64, team: i64) -> bool:
        return (w[FIELD] >> cell) & 1 != 0 and (w[AXES] >> cell) & 1 != team and w[STACK + cell] != MONK_MAT

    def flips(self, w: vec[i64], team: i64, extra: i64, taken: i64) -> i64:
        """What the mat just laid wins over with so much more strength, if the glass of `taken` is gone."""
        cell = w[LAST]
        worth: i64 = 0
        side: i64 = 0
        while side < 4:
            other = beside(cell, side)
            if other >= 0 and self.is_enemy(w, other, team):
                power = self.power(w, other, side ^ 2)
                if taken >= 0 and w[GLASS + taken] == other + 1:
                    power -= self.mats.glass_bonus
                if self.power(w, cell, side) + extra > power:
                    worth += self.win_over(w, team, other, w[FIELD])
            side += 1
        return worth

    def steal(self, w: vec[i64], seat: i64, choices: i64) -> i64:
        """B18 Thief: a glass to win with, or one less for the other team; its own glass it can put down itself."""
        team = seat & 1
        self.frame(w, w[LAST])
        bonus = i64(0) if has_glass(w, w[LAST]) else self.mats.glass_bonus
        with_own = self.flips(w, team, bonus, -1)
        best: i64 = A_PASS
        most = with_own
        self.reason = LETS_GLASSES_BE
        owner: i64 = 0
        while owner < w[SEATS]:
            if w[GLASS + owner] != 0 and owner & 1 != team and w[GLASS + owner] != w[LAST] + 1:
                stands = w[GLASS + owner] - 1
                enemy = (w[AXES] >> stands) & 1 != team
                saved: i64 = 15 if enemy else -15
                worth = self.flips(w, team, bonus, owner) + saved
                if worth > most:
                    most = worth
                    best = A_STEAL + owner if (choices >> owner) & 1 != 0 else A_OFF + owner
                    self.reason = STEALS if worth > with_own + saved else TAKES_OFF
            owner += 1
        return best

    def put_glass(self, state: BrawlState, w: vec[i64], seat: i64, choices: i64) -> i64:
        """On the mat just laid if that wins somebody over, else where it takes most risk away."""
        team = seat & 1
        self.frame(w, w[LAST])
        stands = w[GLASS + seat] - 1
        best: i64 = A_PASS
        most: i64 = 0
        self.reason = GLASS_STAYS
        if stands >= 0:
            most = self.use_of_glass(w, team, stands)
        won: i64 = 0
        if (choices >> w[LAST]) & 1 != 0:
            won = self.flips(w, team, self.mats.glass_bonus, -1) - self.flips(w, team, 0, -1)
        cells = choices
        while cells != 0:
            cell = number((cells & -cells) - 1)
            cells &= cells - 1
            if (w[AXES] >> cell) & 1 == team:
                worth = self.use_of_glass(w, team, cell)
                if cell == w[LAST]:
                    worth += won
                if worth > most:
                    most = worth
                    best = A_SPOT + state.spot(w, cell)
                    self.reason = GLASS_FLIPS if cell == w[LAST] and won > 0 else GLASS_PROTECTS
        return best

    def use_of_glass(self, w: vec[i64], team: i64, cell: i64) -> i64:
        """What a glass is worth on a mat: less risk, and with the Monk-brewer a point."""
        if (w[AXES] >> cell) & 1 != team:
            return 0
        mat = (w[STACK + cell] & 63) - 1
        laid = (w[LAID_BY] >> mat) & 1
        without = self.risk(cell, team, mat & 15, laid, 0, w[FIELD])
        worth: i64 = 0
        if without > 0:
            with_it = self.risk(cell, team, mat & 15, laid, self.mats.glass_bonus, w[FIELD])
            worth = self.swing(w, cell) * (without - with_it) // 100
        if self.monk and self.monk_points(cell, mat & 15, laid) > 0:
            worth += self.mats.glass_bonus * (100 - without)
        return worth

    # Skills after the comparison (B18).

    def stare(self, state: BrawlState, w: vec[i64], seat: i64, choices: i64) -> i64:
        """Stern look: an enemy guest who is worth more to the other team than the free cell is to it."""
        team = seat & 1
        self.reason = SENDS_NOBODY
        best: i64 = A_PASS
        most: i64 = STARE_OPENS
        if number(w[FIELD]) == self.size * self.size and self.is_ahead(w, team):
            return A_PASS
        while choices != 0:
            cell = number((choices & -choices) - 1)
            choices &= choices - 1
            if (w[AXES] >> cell) & 1 != team:
                worth = self.loss(1 - team, ((w[STACK + cell] & 63) - 1) & 15)
                if worth > most:
                    most = worth
                    best = A_SPOT + state.spot(w, cell)
                    self.reason = SENDS_OFF
        return best

    def is_ahead(self, w: vec[i64], team: i64) -> bool:
        return team_score(w, self.mats, team) > team_score(w, self.mats, 1 - team)

    def joke(self, state: BrawlState, w: vec[i64], seat: i64, phase: i64) -> i64:
        """Joker: the swap after which least of its own and most of the others' can be won over."""
        team = seat & 1
        self.frame(w, w[LAST])
        best: i64 = A_PASS
        most: i64 = JOKE_LEAST if phase == JOKING else NEVER
        self.reason = SWAPS_NONE
        firsts = state.work_out() if phase == JOKING else bit(w[CHOSEN])
        all_others = w[FIELD] & ~bit(w[LAST])
        while firsts != 0:
            one = number((firsts & -firsts) - 1)
            firsts &= firsts - 1
            others = (all_others >> (one + 1)) << (one + 1)
            stays = self.danger(w, team, one, one)
            while others != 0:
                other = number((others & -others) - 1)
                others &= others - 1
                worth = stays + self.danger(w, team, other, other)
                worth -= self.danger(w, team, one, other) + self.danger(w, team, other, one)
                if worth > most:
                    most = worth
                    best = A_SPOT + state.spot(w, one if phase == JOKING else other)
                    self.reason = SWAPS
        return best

    def danger(self, w: vec[i64], team: i64, cell: i64, where: i64) -> i64:
        """What is at risk for the team if the top mat of a cell lay elsewhere; less than 0 if it is an enemy's."""
        mat = (w[STACK + cell] & 63) - 1
        owner = (w[AXES] >> cell) & 1
        glass = self.mats.glass_bonus if has_glass(w, cell) else i64(0)
        risk = self.risk(where, owner, mat & 15, (w[LAID_BY] >> mat) & 1, glass, w[FIELD])
        worth = self.swing(w, cell) * risk // 100
        return worth if owner == team else -worth

    # The bartender (B10).

    def bar(self, state: BrawlState, w: vec[i64], seat: i64, choices: i64) -> i64:
        """On the side where the other team could win most over."""
        self.reason = BARS_NOTHING
        self.frame(w, WIDE + 1)
        if self.height == self.size and self.width == self.size:
            return A_PASS
        team = seat & 1
        most: i64 = 0
        best: i64 = A_PASS
        side: i64 = 0
        while side < 4:
            length = self.height if side & 1 == 0 else self.width
            if length < self.size:
                worth = self.threat(w, team, side)
                if worth > most:
                    most = worth
                    best = A_SIDE + side
                    self.reason = BARS
            side += 1
        if best != A_PASS and (choices >> (best - A_SIDE)) & 1 == 0:
            return A_PASS  # it stands there
        return best

    def threat(self, w: vec[i64], team: i64, side: i64) -> i64:
        """The most that the other team could win over with a mat beyond that side."""
        most: i64 = 0
        along: i64 = 1
        length = self.width if side & 1 == 0 else self.height
        while along <= length:
            if side == NORTH:
                cell = WIDE + along
            elif side == EAST:
                cell = WIDE * along + self.width
            elif side == SOUTH:
                cell = WIDE * self.height + along
            else:
                cell = WIDE * along + 1
            if (w[FIELD] >> cell) & 1 != 0 and (w[AXES] >> cell) & 1 == team:
                reach = self.reach[4 * (1 - team) + (side ^ 2)]
                if reach + self.mats.glass_bonus > self.power(w, cell, side):
                    worth = self.swing(w, cell)
                    if worth > most:
                        most = worth
            along += 1
        return most

    # Brawlers (B19).

    def brawl(self, state: BrawlState, w: vec[i64], seat: i64, phase: i64, choices: i64) -> i64:
        team = seat & 1
        best: i64 = A_PASS
        most: i64 = 0
        self.reason = SMASHES_NOTHING
        while choices != 0:
            cell = number((choices & -choices) - 1)
            choices &= choices - 1
            worth = self.best_smash(w, team, cell) if phase == BRAWLING else self.smash(w, team, cell)
            if worth > most:
                most = worth
                best = A_SPOT + state.spot(w, cell)
                self.reason = SMASHES
        return best

    def best_smash(self, w: vec[i64], team: i64, cell: i64) -> i64:
        """The most that a Brawler on this cell can do."""
        near = around(bit(cell)) & w[FIELD]
        most: i64 = 0
        while near != 0:
            other = number((near & -near) - 1)
            near &= near - 1
            worth = self.smash(w, team, other)
            if worth > most:
                most = worth
        return most

    def smash(self, w: vec[i64], team: i64, cell: i64) -> i64:
        """What the other team loses with a mug of this mat."""
        mat = (w[STACK + cell] & 63) - 1
        if (w[AXES] >> cell) & 1 == team or mugs_left(w, self.mats, mat) == 0:
            return 0
        mugs = self.mugs[4 * (1 - team) + self.mats.beer[mat & 15]]
        return self.sets[mugs] - self.sets[mugs - 1]
