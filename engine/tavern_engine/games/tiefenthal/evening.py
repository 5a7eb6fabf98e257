"""Phases A, B, V and G: the bonus of the round, guests arrive, waitresses, the draft of dice."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import deal, draw
from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.zones import Zones
from tavern_engine.multiset import lesser
from tavern_engine.multiset import size as how_many
from tavern_engine.pack import copies
from tavern_engine.state import ASKED, LEFT, PHASE, SEATS, SEED_A, SEED_B
from tavern_engine.tally import bit, number

# Purposes of luck.
DECK_LUCK: Final = 0  # + seat
COLOUR_LUCK: Final = 4  # + seat
COASTER_LUCK: Final = 8  # + seat
GUEST_LUCK: Final = 12
CHEAP_LUCK: Final = 13

WHITE_DICE: Final = 4
ALL_TOKENS: Final = 511


def roll_of_round(which: i64, die: i64) -> i64:
    """The count for the luck of a die: every round has its own, however many were rolled before."""
    return 8 * which + die


class Evening(Zones):
    """What happens before service."""

    def ask(self, w: vec[i64], seat: i64, phase: i64) -> None:
        """Whose decision it is now, and of which kind."""
        w[ASKED] = seat
        w[PHASE] = phase

    def seat_at(self, w: vec[i64], step: i64) -> i64:
        """T13: the seat so many places after the starting player."""
        return (w[z.STARTER] + step) % w[SEATS]

    def step_of(self, w: vec[i64], seat: i64) -> i64:
        return (seat - w[z.STARTER] + w[SEATS]) % w[SEATS]

    def choices_of_bonus(self, w: vec[i64], seat: i64, offered: i64) -> i64:
        """T14, T15: what a seat may choose besides declining, a mask of actions."""
        first = c.bonus_choice(self.tavern, w[z.ROUND], 0)
        if first == a.A_TURN:
            return (ALL_TOKENS & ~w[z.UPGRADED + seat]) << a.A_TURN  # TA36
        found: i64 = 0
        if offered & 1 != 0:
            found |= bit(first)
        if offered & 2 != 0:
            found |= bit(c.bonus_choice(self.tavern, w[z.ROUND], 1))
        return found

    # Phase A.

    def begin_round(self, w: vec[i64], starter: i64, which: i64) -> None:
        """T14."""
        self.round_begins(w, starter, which)
        if c.bonus_choice(self.tavern, which, 0) == a.BAR_GUEST_FOR_ALL:
            for step in range(w[SEATS]):
                self.get_bar_guest(w, self.seat_at(w, step))
            self.arrive_from(w, 0)
        else:
            self.ask_for_choices(w, 0)

    def ask_for_choices(self, w: vec[i64], step: i64) -> None:
        """T14: all choose at once, so nobody sees what another has chosen until all have."""
        for at in range(step, w[SEATS]):
            seat = self.seat_at(w, at)
            if self.choices_of_bonus(w, seat, w[z.OFFERED]) != 0:
                self.ask(w, seat, a.CHOOSING)
                return
        self.give_bonuses(w, 0)

    def give_bonuses(self, w: vec[i64], step: i64) -> None:
        """TA17: in turn order; who chose what is gone by then chooses again from what is left."""
        for at in range(step, w[SEATS]):
            seat = self.seat_at(w, at)
            action = w[z.SECRET + seat] - 1
            if action >= 0:
                self.reveal(w, seat, action)
                if action != a.A_PASS and action < a.A_TURN and not self.can_take(w, action):
                    if self.live_offer(w) != 0:
                        self.ask(w, seat, a.CHOOSING_AGAIN)
                        return
                else:
                    self.give_bonus(w, seat, action)
        self.arrive_from(w, 0)

    def give_bonus(self, w: vec[i64], seat: i64, action: i64) -> None:
        """T14."""
        if action == a.A_PASS:
            return
        if action >= a.A_TURN:
            self.free_upgrade(w, seat, action - a.A_TURN)
        elif action >= a.A_TAKE:
            self.gain(w, seat, c.HELPER + action - a.A_TAKE)
        elif action == a.A_COLOURED:
            self.roll_one(w, seat)
        elif action == a.A_CHEAP:
            guest = z.card_in(w[z.OFFER], 0)
            self.invite(w, seat, guest)
            self.fill_place(w, 0)
            self.take_bonus(w, seat, self.tavern.bonus[guest], self.tavern.bonus_amount[guest])  # TA19
            while self.walk(w, seat):
                continue  # TA40: nobody is seated yet who could be removed

    # Bonuses of guests and of the monastery track.

    def take_bonus(self, w: vec[i64], seat: i64, bonus: i64, amount: i64) -> bool:
        """T48: what cannot be had is lost (TA17). Steps are added to LEFT; whether somebody may be removed."""
        if bonus == c.B_THALERS:
            self.earn(w, seat, amount)
        elif bonus == c.B_STEPS:
            w[LEFT] += amount
        elif bonus == c.B_NO_SERVICE:
            return True
        elif bonus >= c.B_CARD:
            while amount > 0 and copies(w[z.SUPPLY], bonus - c.B_CARD) > 0:
                self.gain(w, seat, bonus - c.B_CARD)
                amount -= 1
        return False

    def walk(self, w: vec[i64], seat: i64) -> bool:
        """T47, TA34: the steps of LEFT, space by space; stops, and says so, where somebody may be removed."""
        while w[LEFT] > 0:
            w[LEFT] -= 1
            space = z.next_space(w[z.TRACK + seat])
            self.step(w, seat, space)
            if self.take_bonus(w, seat, self.tavern.track_bonus[space], self.tavern.track_amount[space]):
                return True
        return False

    def fill_place(self, w: vec[i64], place: i64) -> None:
        """T5, T44, TA20: the next guest is turned up."""
        if place == 0 and w[z.CHEAP] != 0:
            self.come(w, draw(w[SEED_A], w[SEED_B], CHEAP_LUCK, number(w[z.CHEAP]), w[z.CHEAP]), place)
        elif w[z.GUESTS] != 0:
            self.come(w, draw(w[SEED_A], w[SEED_B], GUEST_LUCK, number(w[z.GUESTS]), w[z.GUESTS]), place)

    # Phase B.

    def arrive_from(self, w: vec[i64], step: i64) -> None:
        """T17, TA28: in turn order, for nothing here touches another seat."""
        for at in range(step, w[SEATS]):
            seat = self.seat_at(w, at)
            self.arrive(w, seat)
            if w[z.BAR + seat] > 0 and z.tables_free(w, self.tavern, seat) == 0:  # TA22, TA42
                self.ask(w, seat, a.ARRIVING)
                return
        self.call_waitresses(w)
        self.roll_coasters(w)

    def arrive(self, w: vec[i64], seat: i64) -> None:
        """T17 to T21, TA8: turn up cards until all tables are taken."""
        while z.tables_free(w, self.tavern, seat) > 0:
            kind = self.known_top(w, seat)
            if kind < 0:
                if w[z.REST + seat] == 0 and w[z.REST_GUESTS + seat] == 0:
                    if w[z.PILE + seat] == 0 and w[z.PILE_GUESTS + seat] == 0:
                        return
                    self.shuffle(w, seat)
                lot = w[z.LOTS + seat]
                kind = deal(w[SEED_A], w[SEED_B], DECK_LUCK + seat, lot, w[z.REST + seat], w[z.REST_GUESTS + seat])
            self.draw(w, seat, kind)

    # Phase V.

    def call_waitresses(self, w: vec[i64]) -> None:
        """T22, T23, TA6."""
        for step in range(w[SEATS]):
            seat = self.seat_at(w, step)
            wanted = copies(w[z.LAID + seat], c.WAITRESS) + z.worth(w, self.tavern, seat, c.F_WAITRESS)
            free = self.tavern.coloured_dice - how_many(w[z.COLOURED + seat])
            for _ in range(lesser(wanted, free)):
                self.roll_one(w, seat)

    def roll_one(self, w: vec[i64], seat: i64) -> None:
        """A die of the seat's colour."""
        count = roll_of_round(w[z.ROUND], how_many(w[z.COLOURED + seat]))
        self.roll_coloured(w, seat, draw(w[SEED_A], w[SEED_B], COLOUR_LUCK + seat, count, c.ANY_FACE))

    # Phase G.

    def roll_coasters(self, w: vec[i64]) -> None:
        """T24."""
        for seat in range(w[SEATS]):
            for die in range(i64(WHITE_DICE)):
                face = draw(w[SEED_A], w[SEED_B], COASTER_LUCK + seat, roll_of_round(w[z.ROUND], die), c.ANY_FACE)
                self.roll(w, seat, face)
        self.ask(w, w[z.STARTER], a.DRAFTING)

    def next_pick(self, w: vec[i64], seat: i64) -> bool:
        """T25, TA38: the next in turn order, then the coasters go round; whether there are dice left."""
        step = self.step_of(w, seat) + 1
        if step < w[SEATS]:
            self.ask(w, self.seat_at(w, step), a.DRAFTING)
            return True
        if w[z.COASTER + seat] == 0:
            return False
        self.pass_on(w)
        self.ask(w, w[z.STARTER], a.DRAFTING)
        return True
