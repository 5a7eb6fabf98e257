"""What the field is worth (B12, B15, B16, B19, B24, BA3, BA6 to BA8, BA23, BA25, BA33, BA34)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.tavern_brawl import mats as m
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.mats import BrawlTables

# A score is points, then the largest set, the number of sets and the levels, in one number.
POINT: Final = 1_000_000
SET_SIZE: Final = 20_000
SET: Final = 1_000


def strength(w: vec[i64], mats: BrawlTables, cell: i64, direction: i64) -> i64:
    """B1, B3: of the top mat of a cell, towards a side of the field, with a glass."""
    mat = z.top_of(w[z.STACK + cell])
    edge = m.edge_of(m.kind_of(mat), z.seating_of(w), m.team_in(w[z.LAID_BY], mat), direction)
    power = mats.strength[edge]
    return power + mats.glass_bonus if z.has_glass(w, cell) else power


def beats(w: vec[i64], mats: BrawlTables, cell: i64, side: i64) -> bool:
    """B9: whether the mat on a cell is stronger than the one beside it on that side."""
    return strength(w, mats, cell, side) > strength(w, mats, m.beside(cell, side), m.opposite(side))


def mugs_left(w: vec[i64], mats: BrawlTables, mat: i64) -> i64:
    """BA19: the mugs of a mat that no Brawler has smashed."""
    return mats.mugs[m.kind_of(mat)] - ((w[z.SMASHED] >> mat) & 1) - ((w[z.SMASHED_AGAIN] >> mat) & 1)


class Mugs:
    """The mats of one team: how many of each beer have one mug and how many two, and levels."""

    def __init__(self, w: vec[i64], mats: BrawlTables, team: i64) -> None:
        self.mats = mats
        self.single = vec[i64]([0, 0, 0, 0])
        self.double = vec[i64]([0, 0, 0, 0])
        self.levels: i64 = 0
        self.total: i64 = 0
        self.mixers = vec[i64]([0, 0, 0, 0, 0, 0, 0, 0])  # Cocktails mats: 4 * (mugs - 1) + beer
        self.points: i64 = 0
        self.largest: i64 = 0
        self.sets: i64 = 0
        for cell in range(m.CORNER, i64(m.CELLS)):
            stack = w[z.STACK + cell]
            depth: i64 = 0
            while stack != 0:
                mat = z.top_of(stack)
                whose = m.team_in(w[z.AXES], cell) if depth == 0 else m.team_in(w[z.COVERED_AXES], mat)
                if whose == team and mat < m.MATS:
                    self.add(m.kind_of(mat), mugs_left(w, mats, mat))
                stack >>= 6
                depth += 1

    def add(self, kind: i64, mugs: i64) -> None:
        self.levels += self.mats.level[kind]
        self.total += mugs
        beer = self.mats.beer[kind]
        if mugs == 1:
            self.single[beer] += 1
        elif mugs >= 2:
            self.double[beer] += 1
        if mugs > 0 and self.mats.skill[kind] == m.COCKTAILS:
            self.mixers[4 * (mugs - 1) + beer] += 1

    def score(self, professional: bool) -> i64:
        """The best that the team can make of its mats, as one number."""
        if not professional:
            return self.total * POINT + self.levels
        self.points = 0
        self.arrange(0, 0, 0, 0, 0)
        return self.points * POINT + self.largest * SET_SIZE + self.sets * SET + self.levels

    def arrange(self, points: i64, largest: i64, sets: i64, first: i64, choice: i64) -> None:
        """BA33: try the beer sets as they are, and one cocktail more for every Cocktails mat that is left.

        Cocktails are mixed in the order of their slots and choices, for their order makes no difference.
        """
        beers = self.try_beers(points, largest, sets)
        left: i64 = 0
        for slot in range(first, 8):
            left += self.mixers[slot]
        if left == 0 or points + beers + left * self.mats.bonus[m.BEERS] < self.points:
            return  # a cocktail is worth its bonus at most, for its mugs count anyway
        for slot in range(first, 8):
            mats = self.single[slot] if slot < 4 else self.double[slot - 4]
            if self.mixers[slot] > 0 and mats > 0:  # other mats went into cocktails first, so one that is left can mix
                self.mixers[slot] -= 1
                self.mix(slot, points, largest, sets, choice if slot == first else i64(0))
                self.mixers[slot] += 1

    def mix(self, slot: i64, points: i64, largest: i64, sets: i64, choice: i64) -> None:
        """B19 Cocktails, BA7: this mat, and of each other beer nothing, a mat with one mug or one with two."""
        beer = slot & 3
        self.take(beer, slot >> 2, -1)
        while choice < 27:
            if self.can_mix(beer, choice):
                size, spare = self.pour(beer, choice, -1)
                spare += slot >> 2
                most = largest if largest > size else size
                more = sets + 1 if size > 1 else sets
                self.arrange(points + size + self.mats.bonus[size] + spare, most, more, slot, choice)
                self.pour(beer, choice, 1)
            choice += 1
        self.take(beer, slot >> 2, 1)

    def take(self, beer: i64, double: i64, by: i64) -> None:
        if double == 0:
            self.single[beer] += by
        else:
            self.double[beer] += by

    def can_mix(self, beer: i64, choice: i64) -> bool:
        for other in range(i64(m.BEERS)):
            if other != beer:
                which = choice % 3
                choice //= 3
                if (which == 1 and self.single[other] == 0) or (which == 2 and self.double[other] == 0):
                    return False
        return True

    def pour(self, beer: i64, choice: i64, by: i64) -> tuple[i64, i64]:
        """Take the chosen mats out of the beer sets, or put them back; the size of the cocktail and the spare mugs."""
        size: i64 = 1
        spare: i64 = 0
        for other in range(i64(m.BEERS)):
            if other != beer:
                which = choice % 3
                choice //= 3
                if which > 0:
                    self.take(other, which - 1, by)
                    size += 1
                    spare += which - 1
        return size, spare

    def try_beers(self, points: i64, largest: i64, sets: i64) -> i64:
        """B15: all mugs of one beer are one set; what these sets score."""
        scored: i64 = 0
        for beer in range(i64(m.BEERS)):
            mugs = self.single[beer] + 2 * self.double[beer]
            if mugs > 0:
                scored += mugs + self.mats.bonus[mugs]
                if mugs > largest:
                    largest = mugs
                if mugs > 1:
                    sets += 1
        points += scored
        better = points > self.points or (points == self.points and largest > self.largest)
        if better or (points == self.points and largest == self.largest and sets > self.sets):
            self.points = points
            self.largest = largest
            self.sets = sets
        return scored


def team_score(w: vec[i64], mats: BrawlTables, team: i64) -> i64:
    """The score of a team as the field lies."""
    score = Mugs(w, mats, team).score(z.is_professional(w))
    if not z.is_monk(w):
        return score
    for side in range(i64(4)):
        cell = m.beside(m.CENTRE, side)
        if m.has(z.cells_of(w, team), cell):
            score += strength(w, mats, cell, m.opposite(side)) * POINT  # B24
    return score
