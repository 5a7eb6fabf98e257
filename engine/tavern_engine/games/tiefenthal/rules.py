"""A game of The Taverns of Tiefenthal: whose decision it is, the order of the phases, the end (T13, T51 to T54)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import Rng, blend
from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.cards import MAX_SEATS
from tavern_engine.games.tiefenthal.service import ROOM, Service
from tavern_engine.multiset import copies as showing
from tavern_engine.multiset import lesser
from tavern_engine.state import ASKED, LEFT, OVER, PHASE, SEATS, UNTOLD, State, copied
from tavern_engine.tally import bit, number, place

POINT: Final = 64  # in a score, above what breaks a tie
MOST_KEPT: Final = 63


class TiefenthalState(Service):
    """A game of The Taverns of Tiefenthal."""

    def clone(self) -> TiefenthalState:
        return TiefenthalState(copied(self.w), self.tavern)

    def forget_the_question(self) -> None:
        super().forget_the_question()
        self.total = -1

    # What is hidden: choices of phase A that are not shown yet.

    def key(self, seat: i64) -> i64:
        """A digest of the position as the seat sees it, not of how it came about: nothing hangs on that."""
        w = self.w
        asked = w[ASKED] if w[ASKED] == seat or w[ASKED] == OVER else i64(UNTOLD)
        digest = blend(w[SEATS] + 16 * seat, asked + 2)
        if asked >= 0:
            digest = blend(digest, w[PHASE] + 64 * w[LEFT])
        for word in range(z.REST, i64(z.LENGTH)):
            value = w[word]
            if z.SECRET <= word < z.SECRET + MAX_SEATS and word != z.SECRET + seat and value != 0:
                value = z.UNKNOWN_CHOICE
            digest = blend(digest, value)
        return digest

    def mask(self, seat: i64) -> None:
        w = self.w
        for other in range(i64(MAX_SEATS)):
            if other != seat and w[z.SECRET + other] != 0:
                w[z.SECRET + other] = z.UNKNOWN_CHOICE

    def glimpse(self, w: vec[i64], seat: i64, word: i64) -> i64:
        return w[word] if word == z.SECRET + seat or w[word] == 0 else i64(z.UNKNOWN_CHOICE)

    def fill(self, seat: i64, rng: Rng) -> None:
        w = self.w
        for other in range(i64(MAX_SEATS)):
            if w[z.SECRET + other] == z.UNKNOWN_CHOICE:
                choices = self.choices_of_bonus(w, other, w[z.OFFERED]) | bit(a.A_PASS)
                w[z.SECRET + other] = place(choices, rng.below(number(choices))) + 1

    def hidden(self, seat: int) -> list[list[int]]:
        """For every other seat with a secret: what it chose, then what it could have chosen instead."""
        pools: list[list[int]] = []
        for other in range(int(self.w[SEATS])):
            secret = int(self.w[z.SECRET + other])
            if other != seat and secret != 0:
                choices = int(self.choices_of_bonus(self.w, i64(other), self.w[z.OFFERED])) | 1
                others = [action for action in range(choices.bit_length()) if choices >> action & 1]
                others.remove(secret - 1)
                pools.append([secret - 1, *others])
        return pools

    def arrange(self, seat: int, cards: list[list[int]]) -> State:
        other = self.clone()
        pools = iter(cards)
        for chooser in range(int(self.w[SEATS])):
            if chooser != seat and self.w[z.SECRET + chooser] != 0:
                other.w[z.SECRET + chooser] = next(pools)[0] + 1
        return other

    # What is legal.

    def count(self) -> i64:
        """List the legal actions; how many there are."""
        w = self.w
        seat = w[ASKED]
        if seat < 0:
            return 0
        if self.total >= 0:
            return self.total
        if len(self.codes) == 0:
            self.codes = vec[i64]([i64(0)] * ROOM)
        self.total = 0
        phase = w[PHASE]
        if phase == a.SERVING:
            self.list_service(w, seat)
        elif phase == a.DRAFTING:
            for face in range(1, i64(7)):
                if showing(w[z.COASTER + seat], face) > 0:
                    self.offer(a.A_PICK + face - 1)
        elif phase == a.ARRIVING:
            self.offer(a.A_PASS)
            self.offer(a.A_START_OVER)
        elif phase == a.CHOOSING or phase == a.CHOOSING_AGAIN:
            offered = w[z.OFFERED] if phase == a.CHOOSING else self.live_offer(w)
            self.offer(a.A_PASS)
            self.offer_each(0, self.choices_of_bonus(w, seat, offered))
        elif phase == a.REMOVING:
            self.list_removals(w, seat)
        else:
            self.list_raisings(w, seat)
        return self.total

    def nth(self, index: i64) -> i64:
        if index < 0 or index >= self.count():
            raise IndexError("there are fewer legal actions")
        return self.codes[index]

    # What a move does.

    def move(self, action: i64) -> None:
        self.act(self.w, action)
        self.settle()

    def settle(self) -> None:
        """Take every decision that has only one answer."""
        while self.w[ASKED] >= 0 and self.count() == 1:
            self.act(self.w, self.codes[0])

    def act(self, w: vec[i64], action: i64) -> None:
        self.total = -1
        seat = w[ASKED]
        phase = w[PHASE]
        if phase == a.SERVING:
            if action == a.A_END:
                self.end_service(w, seat)
            else:
                self.serve(w, seat, action)
        elif phase == a.DRAFTING:
            self.pick(w, seat, action - a.A_PICK + 1)
            if not self.next_pick(w, seat):
                self.begin_service(w, w[z.STARTER])
        elif phase == a.ARRIVING:
            if action == a.A_START_OVER:
                self.start_over(w, seat)
                self.arrive_from(w, self.step_of(w, seat))
            else:
                self.arrive_from(w, self.step_of(w, seat) + 1)
        elif phase == a.CHOOSING:
            self.choose(w, seat, action)
            self.ask_for_choices(w, self.step_of(w, seat) + 1)
        elif phase == a.CHOOSING_AGAIN:
            self.reveal(w, seat, action)
            self.give_bonus(w, seat, action)
            self.give_bonuses(w, self.step_of(w, seat) + 1)
        elif phase == a.REMOVING:
            self.answer_removal(w, seat, action)
        else:
            self.answer_raising(w, seat, action)

    def begin_game(self) -> None:
        """Set out the guests and play to the first decision."""
        w = self.w
        for where in range(i64(z.PLACES)):
            self.fill_place(w, where)  # T5
        self.begin_round(w, 0, 1)  # TA29
        self.settle()

    def end_service(self, w: vec[i64], seat: i64) -> None:
        """T49 to T52."""
        self.service_ends(w, seat)
        step = self.step_of(w, seat) + 1
        if step < w[SEATS]:
            self.begin_service(w, self.seat_at(w, step))
            return
        self.close(w)
        if w[z.ROUND] < self.tavern.rounds:
            self.begin_round(w, self.seat_at(w, 1), w[z.ROUND] + 1)
            return
        self.tell(w, z.GAME_ENDS, 0, 0, 0)
        self.ask(w, OVER, 0)

    def score(self, seat: i64) -> i64:
        """T53, T54: points, then kept thalers and beer."""
        w = self.w
        return POINT * w[z.POINTS + seat] + lesser(w[z.THALERS + seat] + w[z.BEER + seat], MOST_KEPT)
