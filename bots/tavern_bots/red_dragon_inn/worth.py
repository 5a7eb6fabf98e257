"""What things are worth to a player of The Red Dragon Inn: points, Gold, Drinks, and cards that move them.

A seat's life is worth more the less Fortitude is left above its Alcohol Content, and Gold the less of it there is; what
harms another counts in part.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.red_dragon_inn import deeds as d
from tavern_bots.red_dragon_inn.readings import Readings
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.drinks import changed, half
from tavern_engine.games.red_dragon_inn.stack import present
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit
from tavern_engine.games.red_dragon_inn.zones import drinker_of, seat_bit
from tavern_engine.state import SEATS
from tavern_engine.tally import number

# What each point of F above AC is worth to its seat, and each piece of Gold; the first of either is the game itself.
LIFE: Final = (3000, 220, 213, 206, 199, 192, 185, 178, 171, 164, 157, 150, 143, 136, 129, 122, 115, 108, 101, 94)
COIN: Final = (3000, 520, 400, 300, 230, 180, 140, 110, 90, 70, 60, 50, 40, 40, 30, 30, 30, 30, 20, 20)
POINTS: Final = 20  # the tables end there
NEARER: Final = 30  # below 0: each point nearer to being saved

PARTS: Final = 256  # chances and shares are in parts of this
HARM: Final = (0, 0, 256, 128, 85, 64, 51, 43, 37)  # what harms another counts in this part, by the players still in
WAITING: Final = (256, 120, 70, 40, 20, 10, 5)  # a drink counts in this part, by the drinks that wait before it
MOST_WAITING: Final = 6
A_DRINK_MORE: Final = 2  # points that a drink on an empty pile costs
A_DRINK_NOW: Final = 2  # points that a drink costs,
A_FINE_DRINK: Final = 3  # and a Reserve Drink


class Worth(Readings):
    """What a change is worth to a seat."""

    def __init__(self, inn: InnTables) -> None:
        super().__init__(inn)
        self.life = vec[i64](_sums(LIFE))
        self.coin = vec[i64](_sums(COIN))
        self.harm = vec[i64](HARM)
        self.waiting = vec[i64](WAITING)

    def stake(self, w: vec[i64], me: i64, seat: i64, points: i64, gold: i64) -> i64:
        """What it is worth to `me` if so many points of F over AC, and so much Gold, come to the seat."""
        margin = w[z.FORTITUDE + seat] - w[z.ALCOHOL + seat]
        for row in range(w[z.ROWS]):  # what is on the table will be drunk
            if w[z.ROW_DRINKER + row] == seat + 1:
                margin += w[z.ROW_FORT + row] - w[z.ROW_AC + row]
        purse = w[z.PURSE + seat]
        worth = self.lives(margin + points) - self.lives(margin) + self.coins(purse + gold) - self.coins(purse)
        if seat == me:
            return worth
        return -worth * self.harm[number(w[z.STILL_IN])] // PARTS

    def lives(self, margin: i64) -> i64:
        if margin <= 0:
            return NEARER * margin
        return self.life[margin] if margin < POINTS else self.life[POINTS]

    def coins(self, purse: i64) -> i64:
        if purse <= 0:
            return 0
        return self.coin[purse] if purse < POINTS else self.coin[POINTS] + purse

    # Drinks.

    def drink(self, w: vec[i64], me: i64, seat: i64) -> i64:
        """The seat drinks one more from its pile, or sobers up if there is none."""
        if z.pile(w, seat) > 0:
            if w[z.FINE_MUGS + seat] != 0:
                return self.stake(w, me, seat, -A_FINE_DRINK, 0)
            return self.stake(w, me, seat, -A_DRINK_NOW, 0)
        return self.stake(w, me, seat, 1, 0) if w[z.ALCOHOL + seat] > 0 else i64(0)

    def toast(self, w: vec[i64], me: i64) -> i64:
        worth: i64 = 0
        there = present(w)
        for seat in range(w[SEATS]):
            if there & seat_bit(seat) != 0:
                worth += self.stake(w, me, seat, -A_DRINK_NOW, 0)
        return worth

    def ordered(self, w: vec[i64], me: i64, seat: i64) -> i64:
        """A drink on the seat's pile."""
        mugs = z.pile(w, seat)
        if mugs > MOST_WAITING:
            mugs = MOST_WAITING
        return self.stake(w, me, seat, -A_DRINK_MORE, 0) * self.waiting[mugs] // PARTS

    def order_more(self, w: vec[i64], me: i64, owner: i64, drinks: i64) -> i64:
        """The best of the seats once for every drink, a little less each time."""
        if owner != me:
            return 0
        best: i64 = 0
        others = present(w) & ~seat_bit(me)
        for seat in range(w[SEATS]):
            if others & seat_bit(seat) != 0:
                worth = self.ordered(w, me, seat)
                if worth > best:
                    best = worth
        return best * drinks * 3 // 4

    def on_drink(self, w: vec[i64], me: i64, at: i64, targets: i64, row: i64) -> i64:
        """What a program does to a Drink on the table."""
        deed = self.deed[at]
        drinker = drinker_of(w, row)
        if drinker < 0:
            return 0
        ac = w[z.ROW_AC + row]
        fort = w[z.ROW_FORT + row]
        if deed == d.UNDRINKING:
            return self.stake(w, me, drinker, ac - fort, 0)
        if deed == d.PASSING:
            return self.passed_on(w, me, row, number(targets - 1))
        if deed == d.SPLITTING:
            return self.split(w, me, row, number(targets - 1))
        if deed == d.CHANGING:
            return self.stake(w, me, drinker, ac - changed(ac, self.amount[at]), 0)
        if deed == d.COURAGEOUS:
            gain = self.inn.limit - w[z.FORTITUDE + drinker]
            courage = self.amount[at] if self.amount[at] != 0 else ac
            return self.stake(w, me, drinker, ac + (gain if gain < courage else courage), 0)
        return self.drink(w, me, drinker)

    def passed_on(self, w: vec[i64], me: i64, row: i64, taker: i64) -> i64:
        """Another drinks it."""
        points = w[z.ROW_AC + row] - w[z.ROW_FORT + row]
        return self.stake(w, me, drinker_of(w, row), points, 0) + self.stake(w, me, taker, -points, 0)

    def split(self, w: vec[i64], me: i64, row: i64, taker: i64) -> i64:
        """Another drinks half of it."""
        theirs = half(w[z.ROW_AC + row]) - half(w[z.ROW_FORT + row])
        mine = w[z.ROW_AC + row] - w[z.ROW_FORT + row] - theirs
        return self.stake(w, me, drinker_of(w, row), mine, 0) + self.stake(w, me, taker, -theirs, 0)

    # Markers.

    def markers(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64) -> i64:
        """What a program does to the markers and Gold of its targets."""
        worth: i64 = 0
        income: i64 = 0
        cost = self.pay_me[at] + self.pay_inn[at]
        for seat in range(w[SEATS]):
            if targets & seat_bit(seat) != 0:
                points = self.fort[at]
                if points > self.inn.limit - w[z.FORTITUDE + seat]:
                    points = self.inn.limit - w[z.FORTITUDE + seat]
                if w[z.FRONT + seat] != 0 and points < 0:
                    points = self.softened(w, seat, points)
                sober = -self.ac[at]
                if sober > w[z.ALCOHOL + seat]:
                    sober = w[z.ALCOHOL + seat]
                gold = -cost
                if seat == owner:
                    gold = -self.pay_inn[at]
                elif w[z.PURSE + seat] < self.pay_me[at]:
                    income += w[z.PURSE + seat]
                else:
                    income += self.pay_me[at]
                worth += self.stake(w, me, seat, points + sober, gold)
        if income != 0:
            worth += self.stake(w, me, owner, 0, income)
        return worth

    def softened(self, w: vec[i64], seat: i64, points: i64) -> i64:
        """RA96: a loss of F that what lies before the seat makes smaller."""
        bits = w[z.FRONT + seat] & self.inn.passive[t.REDUCES]
        if bits == 0:
            return points
        points += self.inn.value[self.inn.kind[at_bit(t.FRONTS, number((bits & -bits) - 1))]]
        return points if points < 0 else i64(0)


def _sums(steps: tuple[int, ...]) -> list[i64]:
    """What so many points are worth together, from none on."""
    return [i64(sum(steps[:points])) for points in range(len(steps) + 1)]
