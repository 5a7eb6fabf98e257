"""The rules of play: turns, skills, comparison, the bartender and the end (B5 to B24)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import Rng, blend, draw
from tavern_engine.games.tavern_brawl import mats as m
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.mats import BrawlTables
from tavern_engine.games.tavern_brawl.scoring import beats, mugs_left, team_score
from tavern_engine.games.tavern_brawl.zones import Zones
from tavern_engine.state import ASKED, CHOSEN, OVER, PHASE, SEATS, SEED_A, SEED_B, State
from tavern_engine.tally import bit, number, place

# The decisions (PHASE).
PICKING: Final = 1  # B13
LAYING: Final = 2  # B7.1: which mat
EXCHANGING: Final = 3  # B18 Shapeshifter
PLACING: Final = 4  # and where
STEALING: Final = 5  # B18 Thief
GLASSES: Final = 6  # B7.3
STARING: Final = 7  # B18 Stern look
JOKING: Final = 8  # B18 Joker: the first mat
JOKING_WITH: Final = 9  # and the second
BARRING: Final = 10  # B7.5
BRAWLING: Final = 11  # B19: which Brawler
SMASHING: Final = 12  # and whose mug

MUST_CHOOSE: Final = 1 << PICKING | 1 << LAYING | 1 << PLACING | 1 << JOKING_WITH  # decisions without passing

# The actions.
A_PASS: Final = 0
A_KIND: Final = 1  # + kind
A_STEAL: Final = A_KIND + 16  # + whose glass
A_OFF: Final = A_STEAL + 4  # + whose glass
A_SIDE: Final = A_OFF + 4
A_SPOT: Final = A_SIDE + 4  # + spot of the table
ACTIONS: Final = A_SPOT + 225

PICK_LUCK: Final = 0


class BrawlState(Zones):
    """A game of Tavern Brawl."""

    def __init__(self, words: vec[i64], tables: BrawlTables) -> None:
        super().__init__(words, tables)
        self.choices: i64 = -1  # what can be chosen, as a mask; -1: not worked out

    def clone(self) -> BrawlState:
        return BrawlState(self.w[:], self.mats)

    def forget_the_question(self) -> None:
        super().forget_the_question()
        self.w[z.LAST] = 0
        self.w[z.BRAWLED] = 0
        self.choices = -1

    def key(self, seat: i64) -> i64:
        """A digest of the position, not of how it came about: there is nothing else to know."""
        w = self.w
        digest = blend(w[ASKED] + 16 * w[PHASE] + 256 * w[CHOSEN], w[z.OPTIONS])
        for word in range(z.HAND, i64(z.LENGTH)):
            digest = blend(digest, w[word])
        return digest

    def mask(self, seat: i64) -> None:
        """Nothing is hidden."""

    def fill(self, seat: i64, rng: Rng) -> None:
        """Nothing is hidden."""

    def hidden(self, seat: int) -> list[list[int]]:
        return []

    def arrange(self, seat: int, cards: list[list[int]]) -> State:
        return self.clone()

    def score(self, seat: i64) -> i64:
        return team_score(self.w, self.mats, self.team(seat))

    def field_size(self, w: vec[i64]) -> i64:
        return self.mats.field if w[SEATS] == 2 else self.mats.team_field

    # What is legal.

    def work_out(self) -> i64:
        """The choices of the asked seat beside passing: kinds, glasses, sides, or cells of the grid."""
        w = self.w
        if w[ASKED] < 0:
            return 0
        if self.choices >= 0:
            return self.choices
        phase = w[PHASE]
        found: i64 = 0
        if phase == PICKING:
            found = m.kinds_of(w[z.POOL])
        elif phase == LAYING:
            found = m.kinds_of(w[z.HAND + w[ASKED]])
        elif phase == EXCHANGING:
            found = m.kinds_of(w[z.DISCARD])
        elif phase == PLACING:
            found = self.places(w)
        elif phase == STEALING:
            found = self.stealable(w)
        elif phase == GLASSES:
            found = self.without_glass(w)
        elif phase == STARING:
            found = m.around(bit(w[z.LAST])) & w[z.FIELD]
        elif phase == JOKING:
            found = self.jokes(w)
        elif phase == JOKING_WITH:
            found = self.partners(w, w[CHOSEN])
        elif phase == BARRING:
            found = self.sides(w)
        elif phase == BRAWLING:
            found = self.brawlers(w, self.team(w[ASKED]))
        else:
            found = self.smashable(w, w[CHOSEN])
        self.choices = found
        return found

    def places(self, w: vec[i64]) -> i64:
        """B7.1, B8, B10, B20, B23: the cells where the asked seat may lay a mat."""
        if w[z.FIELD] == 0:
            return bit(m.CORNER)
        cells = m.around(w[z.FIELD]) & ~w[z.FIELD]
        if z.is_monk(w):
            return cells & self.square(1, 3, 1, 3)
        height = self.height(w)
        width = self.width(w)
        size = self.field_size(w)
        top = m.first_possible(height, size)
        bottom = m.last_possible(1, size)
        left = m.first_possible(width, size)
        right = m.last_possible(1, size)
        if w[z.ROW] == 0:  # the table ends there
            top = 1
        if w[z.ROW] + height == m.TABLE:
            bottom = height
        if w[z.COLUMN] == 0:
            left = 1
        if w[z.COLUMN] + width == m.TABLE:
            right = width
        free = cells & self.square(top, bottom, left, right)
        if w[z.SIDE] == m.NORTH + 1 and w[z.LINE] >= top:
            top = w[z.LINE] + 1
        elif w[z.SIDE] == m.EAST + 1 and w[z.LINE] <= right:
            right = w[z.LINE] - 1
        elif w[z.SIDE] == m.SOUTH + 1 and w[z.LINE] <= bottom:
            bottom = w[z.LINE] - 1
        elif w[z.SIDE] == m.WEST + 1 and w[z.LINE] >= left:
            left = w[z.LINE] + 1
        cells &= self.square(top, bottom, left, right)
        if cells == 0:
            cells = free  # BA5: the line gives way before the edge of the table does
        if z.is_professional(w):
            cells |= self.small_creatures(w)
        return cells

    def square(self, top: i64, bottom: i64, left: i64, right: i64) -> i64:
        """The cells of these rows and columns, as far as the grid has them."""
        if top < 0:
            top = 0
        if left < 0:
            left = 0
        row = bit(right + 1) - bit(left)
        cells: i64 = 0
        while top <= bottom:
            cells |= row << (m.WIDE * top)
            top += 1
        return cells

    def small_creatures(self, w: vec[i64]) -> i64:
        """B20: cells whose top mat is a Small creature of the asked seat's team."""
        mine = z.cells_of(w, self.team(w[ASKED]))
        found: i64 = 0
        while mine != 0:
            cell = m.lowest(mine)
            mine &= mine - 1
            if m.has(self.mats.small, m.kind_of(z.top_of(w[z.STACK + cell]))):
                found |= bit(cell)
        return found

    def stealable(self, w: vec[i64]) -> i64:
        """B18 Thief, B3: whose glasses can come to it, if it has none; four bits higher, whose can be taken off."""
        found: i64 = 0
        for owner in range(i64(4)):
            if w[z.GLASS + owner] != 0:
                found |= bit(owner) | bit(owner + 4)
        return found & ~15 if z.has_glass(w, w[z.LAST]) else found

    def without_glass(self, w: vec[i64]) -> i64:
        """BA29: cells whose top mat has no glass, and is not the Monk-brewer."""
        return w[z.FIELD] & ~z.glasses(w) & ~bit(m.CENTRE) if z.is_monk(w) else w[z.FIELD] & ~z.glasses(w)

    def jokes(self, w: vec[i64]) -> i64:
        """B18 Joker, BA32: all other mats but the last, for two are named in the order of their cells."""
        cells = w[z.FIELD] & ~bit(w[z.LAST])
        highest = cells
        while highest & (highest - 1) != 0:
            highest &= highest - 1
        return cells & ~highest

    def partners(self, w: vec[i64], first: i64) -> i64:
        """B18 Joker: the mats that it can swap with that of a cell."""
        return ((w[z.FIELD] & ~bit(w[z.LAST])) >> (first + 1)) << (first + 1)

    def sides(self, w: vec[i64]) -> i64:
        """BA30: where the bartender can be put so that something changes."""
        found: i64 = 15
        if w[z.SIDE] != 0 and self.edge(w, w[z.SIDE] - 1) == w[z.LINE]:
            found &= ~bit(w[z.SIDE] - 1)
        return found

    def brawlers(self, w: vec[i64], team: i64) -> i64:
        """BA35: Brawlers of a team that have not acted and have a mug beside them."""
        mine = z.cells_of(w, team) & ~w[z.BRAWLED]
        found: i64 = 0
        while mine != 0:
            cell = m.lowest(mine)
            mine &= mine - 1
            if m.has(self.mats.brawlers, m.kind_of(z.top_of(w[z.STACK + cell]))) and self.smashable(w, cell) != 0:
                found |= bit(cell)
        return found

    def smashable(self, w: vec[i64], cell: i64) -> i64:
        """B19, BA19: neighbours with a mug left."""
        near = m.around(bit(cell)) & w[z.FIELD]
        found: i64 = 0
        while near != 0:
            other = m.lowest(near)
            near &= near - 1
            if mugs_left(w, self.mats, z.top_of(w[z.STACK + other])) > 0:
                found |= bit(other)
        return found

    def can_pass(self, phase: i64) -> bool:
        return (MUST_CHOOSE >> phase) & 1 == 0

    def count(self) -> i64:
        if self.w[ASKED] < 0:
            return 0
        choices = number(self.work_out())
        return choices + 1 if self.can_pass(self.w[PHASE]) else choices

    def nth(self, index: i64) -> i64:
        w = self.w
        phase = w[PHASE]
        choices = self.work_out()
        if self.can_pass(phase):
            if index == 0:
                return A_PASS
            index -= 1
        at = place(choices, index)
        if phase <= EXCHANGING:
            return A_KIND + at
        if phase == STEALING:
            return A_STEAL + at
        if phase == BARRING:
            return A_SIDE + at
        if phase == PLACING and w[z.FIELD] == 0:
            return A_SPOT + m.TABLE * m.MIDDLE + m.MIDDLE
        return A_SPOT + self.spot(w, at)

    # Moves.

    def move(self, action: i64) -> None:
        w = self.w
        phase = w[PHASE]
        seat = w[ASKED]
        self.choices = -1
        if phase == PICKING:
            self.pick(w, z.PICK, seat, action - A_KIND)
            self.next_pick(w)
        elif phase == LAYING:
            self.take_mat(w, seat, action - A_KIND)
        elif phase == EXCHANGING:
            if action != A_PASS:
                other = self.copy_in(w[z.DISCARD], action - A_KIND)
                mat = w[CHOSEN]
                w[CHOSEN] = other
                self.exchange(w, seat, mat, other)
            self.ask(w, seat, PLACING)
        elif phase == PLACING:
            self.lay_mat(w, seat, action - A_SPOT)
        elif phase == STEALING:
            self.use_thief(w, seat, action)
        elif phase == GLASSES:
            if action != A_PASS:
                self.put_glass(w, seat, action - A_SPOT)
            self.compare(w, seat)
        elif phase == STARING:
            if action != A_PASS:
                self.stare(w, seat, action - A_SPOT)
            self.ask_bartender(w, seat)
        elif phase == JOKING:
            if action == A_PASS:
                self.ask_bartender(w, seat)
            else:
                w[CHOSEN] = self.cell(w, action - A_SPOT)
                self.ask(w, seat, JOKING_WITH)
        elif phase == JOKING_WITH:
            first = self.spot(w, w[CHOSEN])
            w[CHOSEN] = 0
            self.swap(w, seat, first, action - A_SPOT)
            self.ask_bartender(w, seat)
        elif phase == BARRING:
            if action != A_PASS:
                self.bar(w, seat, action - A_SIDE)
            self.end_turn(w, seat)
        else:
            self.brawl(w, seat, phase, action)

    def ask(self, w: vec[i64], seat: i64, phase: i64) -> None:
        """Put a question; if it has only one answer, that is given at once."""
        w[ASKED] = seat
        w[PHASE] = phase
        self.choices = -1
        found = self.work_out()
        if found == 0 or (found & (found - 1) == 0 and not self.can_pass(phase)):
            self.move(self.nth(0))

    def begin_game(self) -> None:
        """B5, B13, BA28: deal or pick."""
        w = self.w
        if z.is_professional(w):
            self.next_pick(w)
            return
        for count in range(self.mats.hand * w[SEATS]):
            self.pick(w, z.DEAL, count % w[SEATS], self.by_lot(w, count))
        self.set_up(w, 0)
        self.begin_turn(w, 0)

    def by_lot(self, w: vec[i64], count: i64) -> i64:
        return m.kind_of(draw(w[SEED_A], w[SEED_B], PICK_LUCK, count, w[z.POOL]))

    def next_pick(self, w: vec[i64]) -> None:
        """B13, BA22: picks go round, the first ones by lot if the option says so; then the second picker begins."""
        while True:
            made: i64 = 0
            for seat in range(w[SEATS]):
                made += number(w[z.HAND + seat])
            if made == self.mats.hand * w[SEATS]:
                self.set_up(w, 1)
                self.begin_turn(w, 1)
                return
            if made >= z.opening_of(w):
                self.ask(w, made % w[SEATS], PICKING)
                return
            self.pick(w, z.DEAL, made % w[SEATS], self.by_lot(w, made))

    def begin_turn(self, w: vec[i64], seat: i64) -> None:
        """B14, BA39: who has no mats ends the game."""
        if w[z.HAND + seat] == 0:
            self.begin_scoring(w)
            return
        self.turn_begins(w, seat)
        self.ask(w, seat, LAYING)

    def take_mat(self, w: vec[i64], seat: i64, kind: i64) -> None:
        w[CHOSEN] = self.copy_in(w[z.HAND + seat], kind)
        if self.can_exchange(w, kind):
            self.ask(w, seat, EXCHANGING)
        else:
            self.ask(w, seat, PLACING)

    def can_exchange(self, w: vec[i64], kind: i64) -> bool:
        """B18 Shapeshifter: whether another character can be laid instead."""
        return z.is_professional(w) and self.mats.skill[kind] == m.SHAPESHIFTER and w[z.DISCARD] != 0

    def lay_mat(self, w: vec[i64], seat: i64, spot: i64) -> None:
        mat = w[CHOSEN]
        w[CHOSEN] = 0
        self.lay(w, seat, mat, spot)
        w[z.LAST] = self.cell(w, spot)
        if self.skill(w) == m.THIEF and self.stealable(w) != 0:
            self.ask(w, seat, STEALING)
        else:
            self.ask(w, seat, GLASSES)

    def skill(self, w: vec[i64]) -> i64:
        """The skill of the mat just laid, which only the professional rules use."""
        return self.mats.skill[m.kind_of(z.top_of(w[z.STACK + w[z.LAST]]))] if z.is_professional(w) else i64(m.NO_SKILL)

    def use_thief(self, w: vec[i64], seat: i64, action: i64) -> None:
        """B18, BA17: after it the own glass may still be moved."""
        if action >= A_OFF:
            self.take_off(w, seat, action - A_OFF)
        elif action != A_PASS:
            self.steal(w, seat, action - A_STEAL, self.spot(w, w[z.LAST]))
        self.ask(w, seat, GLASSES)

    def compare(self, w: vec[i64], seat: i64) -> None:
        """B9: the mat just laid against its neighbours of the other team; then Stern look or Joker (BA26)."""
        cell = w[z.LAST]
        theirs = z.cells_of(w, 1 - self.team(seat))
        for side in range(i64(4)):
            other = m.beside(cell, side)
            if m.has(theirs, other) and beats(w, self.mats, cell, side):
                self.flip(w, seat, self.spot(w, other))
        skill = self.skill(w)
        if skill == m.STERN_LOOK:
            self.ask(w, seat, STARING)
        elif skill == m.JOKER:
            self.ask(w, seat, JOKING)
        else:
            self.ask_bartender(w, seat)

    def stare(self, w: vec[i64], seat: i64, spot: i64) -> None:
        """The field can shrink and with it the grid, so the cell of the mat just laid is found again."""
        last = self.spot(w, w[z.LAST])
        self.send_off(w, seat, spot)
        w[z.LAST] = self.cell(w, last)

    def ask_bartender(self, w: vec[i64], seat: i64) -> None:
        if z.is_monk(w) or self.is_complete(w):
            self.end_turn(w, seat)  # B23; nothing can come of moving it when the field is complete
        else:
            self.ask(w, seat, BARRING)

    def end_turn(self, w: vec[i64], seat: i64) -> None:
        """B7.6, B11, BA20."""
        w[z.LAST] = 0
        w[CHOSEN] = 0
        if self.is_complete(w):
            self.begin_scoring(w)
        else:
            self.begin_turn(w, (seat + 1) % w[SEATS])

    def is_complete(self, w: vec[i64]) -> bool:
        """B11."""
        size = self.field_size(w)
        return number(w[z.FIELD]) == size * size

    def begin_scoring(self, w: vec[i64]) -> None:
        """BA35: the starting player's Brawlers first."""
        if z.is_professional(w):
            self.next_brawler(w, w[z.STARTER])
        else:
            self.end_game(w)

    def next_brawler(self, w: vec[i64], seat: i64) -> None:
        """Ask the seat for its team's Brawlers, then the other team's first seat, then end."""
        if self.brawlers(w, self.team(seat)) != 0:
            self.ask(w, seat, BRAWLING)
        elif seat == w[z.STARTER]:
            self.next_brawler(w, (seat + 1) % w[SEATS])
        else:
            self.end_game(w)

    def brawl(self, w: vec[i64], seat: i64, phase: i64, action: i64) -> None:
        """B19: a Brawler smashes a mug beside it; passing lets all that are left be."""
        if phase == BRAWLING:
            if action == A_PASS:
                w[z.BRAWLED] |= self.brawlers(w, self.team(seat))
                self.next_brawler(w, seat)
            else:
                w[CHOSEN] = self.cell(w, action - A_SPOT)
                w[z.BRAWLED] |= bit(w[CHOSEN])
                self.ask(w, seat, SMASHING)
            return
        w[CHOSEN] = 0
        if action != A_PASS:
            cell = self.cell(w, action - A_SPOT)
            self.smash(w, seat, z.top_of(w[z.STACK + cell]), action - A_SPOT)
        self.next_brawler(w, seat)

    def end_game(self, w: vec[i64]) -> None:
        self.tell(w, z.GAME_ENDS, 0, 0, 0)
        self.forget_the_question()
        w[ASKED] = OVER
