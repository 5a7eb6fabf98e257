"""The engine of the game: it runs the programs of cards, turns, Drinks and Rounds up to the next real decision."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import blend, draw
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import drinks, gambling, payments
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.knowledge import Knowledge
from tavern_engine.games.red_dragon_inn.losing import end_game, settle
from tavern_engine.games.red_dragon_inn.stack import advance, fitted, is_deep, jump, pop, push, top
from tavern_engine.games.red_dragon_inn.tables import at_bit, in_deck, in_window
from tavern_engine.games.red_dragon_inn.windows import aimed, asked, first_asked, in_trouble, next_gambler, offer
from tavern_engine.games.red_dragon_inn.zones import card_of, clockwise, full_deck, seat_bit, start_gold
from tavern_engine.state import ASKED, OVER, PHASE, SEATS, SEED_A, SEED_B
from tavern_engine.tally import place, put, take

ACTED: Final = 1  # STEP of `act`: the Action card was played


class InnState(Knowledge):
    """A game of The Red Dragon Inn."""

    def clone(self) -> InnState:
        return InnState(self.w[:], self.inn)

    def key(self, seat: i64) -> i64:
        digest = super().key(seat)
        w = self.w
        if seat >= 0 and w[ASKED] == seat:  # what is under way, as far as no event has told it
            for f in range(z.STACK, top(w) + 1, z.FRAME):
                doing = w[f + z.PC] + 4096 * w[f + z.STEP] + 65536 * (w[f + z.CARD] + 512 * w[f + z.AMOUNT])
                digest = blend(digest, doing)
            digest = blend(digest, w[top(w) + z.TARGETS])
        return digest

    def score(self, seat: i64) -> i64:
        """RA85; while the game goes on, also how far the seat is from passing out, and its Gold."""
        w = self.w
        if w[z.LEFT_AT + seat] != 0:
            return 100 * w[z.LEFT_AT + seat]
        if w[ASKED] == OVER:
            return 10_000
        gold = w[z.PURSE + seat] if w[z.PURSE + seat] < 30 else i64(30)
        return 5_000 + 20 * (w[z.FORTITUDE + seat] - w[z.ALCOHOL + seat]) + 10 * gold

    # Moves.

    def move(self, action: i64) -> None:
        w = self.w
        self.choices = -1
        seat = w[ASKED]
        phase = w[PHASE]
        f = top(w)
        if phase == c.AIMING:
            w[f + z.TARGETS] = seat_bit(action - c.A_SEAT)
            advance(w, f)
        elif phase == c.PICKING:
            w[f + z.AMOUNT] = action - c.A_DRINK
            advance(w, f)
        elif phase == c.ORDERING:
            self.orders(w, seat, action - c.A_SEAT)
            w[f + z.STEP] += 1
        elif action == c.A_PASS:
            self.decline(w, f, phase)
        elif phase == c.THROW:
            w[f + z.STEP] = self.inn.bit[in_deck(w[z.CHARACTER + seat], action - c.A_THROW)]
            self.throw(w, seat, action - c.A_THROW)
        else:
            self.take_up(w, f, phase, seat, action - c.A_PLAY)
        self.run(w)
        if is_deep(w):
            self.w = fitted(w)
            w[ASKED] = OVER  # who still holds the old words looks anew

    def decline(self, w: vec[i64], f: i64, phase: i64) -> None:
        """No card, no more discards, no Action, or a pass in a Round."""
        if phase == c.RESPOND:
            w[f + z.STEP] += 1
        elif phase == c.BETTING:
            gambling.pass_bet(self, w, f)
        else:
            advance(w, f)

    def take_up(self, w: vec[i64], f: i64, phase: i64, seat: i64, kind: i64) -> None:
        """A card is taken from the hand; what it is aimed at is chosen next, then everybody sees it."""
        window: i64 = t.BET
        if phase == c.RESPOND:
            window = self.inn.code[w[f + z.PC] + 1]
            w[f + z.STEP] = 0  # RA11: after this the window starts again
        elif phase == c.ACTING:
            window = t.ACT
            w[f + z.STEP] = ACTED
        else:
            w[z.BETTOR] = seat
            advance(w, f)
        card = push(w, self.inn.entry[in_window(window, kind)], seat)
        w[card + z.CARD] = kind + 1
        w[card + z.TRAITS] = self.inn.traits[in_window(window, kind)]

    def ask(self, w: vec[i64], seat: i64, phase: i64) -> bool:
        """Put a question unless it has only one answer, which is given at once; whether somebody is asked now."""
        w[ASKED] = seat
        w[PHASE] = phase
        self.choices = -1
        if self.count() >= 2:
            return True
        f = top(w)
        if phase == c.AIMING:
            w[f + z.TARGETS] = self.choices
            advance(w, f)
        elif phase == c.PICKING:
            w[f + z.AMOUNT] = place(self.choices, 0)
            advance(w, f)
        elif phase == c.ORDERING:
            self.orders(w, seat, place(self.choices, 0))
            w[f + z.STEP] += 1
        else:
            self.decline(w, f, phase)
        return False

    # The programs.

    def begin_game(self, cast: list[int]) -> None:
        """R1, RA1: everybody sits down, the bar is set, and the first seat begins."""
        w = self.w
        for seat, deck in enumerate(cast):
            self.sit_down(w, i64(seat), i64(deck), start_gold(w))
        self.set_bar(w, full_deck(w))
        for who in range(w[SEATS]):
            self.draw_up(w, who)
            self.orders(w, who, who)
        self.turn_begins(w, 0)
        push(w, self.inn.turn, 0)
        self.run(w)

    def run(self, w: vec[i64]) -> None:
        """Go on until somebody has a choice or the game is over."""
        code = self.inn.code
        parts = self.inn.part
        while True:
            if w[z.DRINK_DECK] == 0 and w[z.FEE_DUE] == 0 and drinks.needs_refill(w):
                w[z.FEE_DUE] = 1
                push(w, self.inn.fee, w[z.TURN])
            elif w[z.DEPTH] == 1 and in_trouble(w, True) & w[z.STILL_IN] != 0:
                push(w, self.inn.losing, w[z.TURN])
            f = top(w)
            pc = w[f + z.PC]
            verb = code[pc]
            part = parts[verb]
            if part == v.BY_WINDOW:
                if self.hold_window(w, f, code[pc + 1]):
                    return
            elif part == v.BY_CARD:
                self.do_card(w, f, verb, code[pc + 1])
            elif part == v.BY_TURN:
                if self.do_turn(w, f, verb, code[pc + 1]):
                    return
            elif part == v.BY_CHOICE:
                if self.ask(w, w[f + z.OWNER], self.inn.asks[verb]):
                    return
            elif part == v.BY_DRINK:
                self.do_drink(w, f, verb)
            elif part == v.BY_GLASS:
                self.do_glass(w, f, verb, code[pc + 1])
            elif part == v.BY_CONTEST:
                self.do_contest(w, f, verb, code[pc + 1])
            elif part == v.BY_ROUND:
                if self.do_round(w, f, verb, code[pc + 1]):
                    return
            elif self.do_upkeep(w, f, verb):
                return

    def hold_window(self, w: vec[i64], f: i64, window: i64) -> bool:
        """RA10 to RA12: the next seat that has something to play is asked; whether there is one."""
        who = asked(w, f, window)
        if who != 0:
            seats = w[SEATS]
            step = w[f + z.STEP]
            seat = first_asked(w, f, window) + step
            if seat >= seats:
                seat -= seats
            while step < seats:
                if who & seat_bit(seat) != 0:
                    found = offer(self.inn, w, f, window, seat)
                    if found != 0:
                        w[f + z.STEP] = step
                        w[ASKED] = seat
                        w[PHASE] = c.RESPOND
                        self.choices = found
                        return True
                step += 1
                seat += 1
                if seat == seats:
                    seat = 0
        advance(w, f)
        return False

    def do_card(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> None:
        """What any card can do."""
        if verb == v.END:
            self.end_frame(w, f)
        elif verb == v.ANNOUNCE:
            on_drink = z.ON_DRINK * (w[f + z.AMOUNT] + 1) if arg != 0 else i64(0)
            self.plays(w, w[f + z.OWNER], card_of(w, f), w[f + z.TARGETS] + on_drink)
            advance(w, f)
        elif verb == v.AIM:
            w[f + z.TARGETS] = aimed(w, w[f + z.OWNER], arg, f - z.FRAME)
            advance(w, f)
        elif verb == v.FORTITUDE or verb == v.ALCOHOL:
            self.change_markers(w, f, verb, arg)
        elif verb == v.PAY_ME:
            payments.collect(self, w, f, z.RECEIVER + w[f + z.OWNER], arg)
        elif verb == v.PAY_INN:
            payments.collect(self, w, f, z.INN, arg)
        elif verb == v.OWNER_PAYS:
            advance(w, f)
            payments.owe(self, w, w[f + z.OWNER], z.INN, arg)
        elif verb == v.TRANSFER:
            payments.transfer(self, w, f)
        elif verb == v.COVER:
            w[f - z.FRAME + z.AMOUNT] = -w[f - z.FRAME + z.AMOUNT]
            advance(w, f)
        elif verb == v.NEGATE:
            self.negate(w, f - z.FRAME)
            advance(w, f)
        elif verb == v.IGNORE:
            self.tell(w, z.IGNORES, w[f + z.OWNER], card_of(w, f - z.FRAME), 0)
            w[f - z.FRAME + z.IGNORED] |= seat_bit(w[f + z.OWNER])
            advance(w, f)
        else:
            jump(w, f, arg)

    def end_frame(self, w: vec[i64], f: i64) -> None:
        """RA26, RA51: a card from hand goes to its owner's discard, an Event to the Drink discard."""
        card = card_of(w, f)
        if card >= 0:
            if self.inn.event[card] >= 0:
                drinks.discard_drink(self, w, card)
            else:
                self.resolved(w, w[f + z.OWNER], card)
        pop(w)

    def change_markers(self, w: vec[i64], f: i64, verb: i64, amount: i64) -> None:
        """R10, R46, R51: F or AC of every target that does not ignore the card; who really lost F can hit back."""
        who = w[f + z.TARGETS] & ~w[f + z.IGNORED]
        for step in range(w[SEATS]):
            seat = clockwise(w, w[f + z.OWNER], step)
            if who & seat_bit(seat) != 0:
                if verb == v.ALCOHOL:
                    drinks.alter(self, w, seat, amount, 0)
                elif drinks.alter(self, w, seat, 0, amount) < 0 and seat != w[f + z.OWNER]:
                    w[f + z.LOSERS] |= seat_bit(seat)
        advance(w, f)

    def negate(self, w: vec[i64], f: i64) -> None:
        """R51: the card of the frame is discarded at once."""
        self.negated(w, w[f + z.OWNER], card_of(w, f))
        w[f + z.CARD] = 0
        jump(w, f, self.inn.end)

    # The turn.

    def do_turn(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> bool:
        owner = w[f + z.OWNER]
        if verb == v.ACT:
            if w[f + z.STEP] != ACTED:
                return self.ask(w, owner, c.ACTING)
            advance(w, f)  # RA70: the check for losses came first
        elif verb == v.ORDER:
            if w[f + z.STEP] < arg and w[z.DRINK_DECK] > 0:  # RA7
                return self.ask(w, owner, c.ORDERING)
            advance(w, f)
        elif verb == v.DRAW_UP:
            self.draw_up(w, owner)
            advance(w, f)
        elif verb == v.DRINK_UP:
            advance(w, f)
            push(w, self.inn.drinking, owner)
        else:
            return self.next_turn(w, f)
        return False

    def draw_up(self, w: vec[i64], seat: i64) -> None:
        """R3, R4, RA6: up to seven cards; an empty draw pile is refilled from the discard at once."""
        deck = w[z.CHARACTER + seat]
        while True:
            missing = self.inn.hand - w[z.SIZE + seat]
            pile = w[z.DECK + seat]
            cards: i64 = 0
            amount: i64 = 0
            while amount < missing and pile != 0:
                bit = draw(w[SEED_A], w[SEED_B], seat, w[z.DRAWN + seat] + amount, pile)
                field = self.inn.field[at_bit(deck, bit)]
                cards = put(cards, field)
                pile = take(pile, field)
                amount += 1
            if amount > 0:
                self.draw_cards(w, seat, cards + (deck << z.MOST_IN_DECK), amount)
            if w[z.DECK + seat] != 0 or w[z.DISCARD + seat] == 0 or (amount == 0 and missing <= 0):
                return
            self.shuffle(w, seat)

    def next_turn(self, w: vec[i64], f: i64) -> bool:
        """R2, RA86; whether the game is over."""
        if w[z.TURNS] >= self.inn.turn_limit:
            end_game(self, w)
            return True
        seat = clockwise(w, w[z.TURN], 1)
        while w[z.STILL_IN] & seat_bit(seat) == 0:
            seat = clockwise(w, seat, 1)
        self.turn_begins(w, seat)
        w[f + z.OWNER] = seat
        jump(w, f, self.inn.turn)
        return False

    # Drinks, Rounds, upkeep.

    def do_drink(self, w: vec[i64], f: i64, verb: i64) -> None:
        if verb == v.REVEAL:
            drinks.reveal_own(self, w, f)
        elif verb == v.DRINK_ALL:
            drinks.drink_all(self, w, f)
        elif verb == v.EXTRAS:
            drinks.serve_extras(self, w, f)
        elif verb == v.REVEAL_EACH:
            drinks.reveal_each(self, w, f)
        elif verb == v.REVEAL_ONE:
            drinks.reveal_one(self, w, f)
        elif verb == v.COPY:
            drinks.copy_drink(w, f)
        else:
            advance(w, f)
            push(w, self.inn.drinking, place(w[f + z.TARGETS], 0))

    def do_contest(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> None:
        if verb == v.CONTEST:
            drinks.begin_contest(w, f)
        elif verb == v.REVEAL_CONTEST:
            drinks.reveal_contest(self, w, f)
        elif verb == v.JUDGE_CONTEST:
            drinks.judge_contest(self, w, f)
        elif verb == v.SETTLE_CONTEST:
            drinks.settle_contest(self, w, f, arg)
        elif verb == v.FALL:
            drinks.fall(self, w, f, arg)
        else:
            payments.pay_prize(self, w, f, arg)

    def do_glass(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> None:
        """What a card does to the Drink it is played on."""
        if verb == v.IGNORE_DRINK:
            drinks.ignore_drink(self, w, f)
        elif verb == v.PASS_DRINK:
            drinks.pass_drink(self, w, f, place(w[f + z.TARGETS], 0))
        elif verb == v.SPLIT_DRINK:
            drinks.split_drink(self, w, f, place(w[f + z.TARGETS], 0))
        elif verb == v.MODIFY_DRINK:
            drinks.modify_drink(self, w, f, arg)
        elif verb == v.AC_TO_FORT:
            drinks.turn_to_courage(self, w, f)
        else:
            drinks.owe_extra(self, w, f, f - z.FRAME)
        advance(w, f)

    def do_round(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> bool:
        if verb == v.JUDGE_ROUND:
            gambling.judge_round(self, w, f, arg)
        elif verb == v.BET:
            return self.ask(w, next_gambler(w), c.BETTING)
        elif verb == v.TAKE_CONTROL:
            gambling.take_control(self, w, f, arg)
        elif verb == v.ANTES:
            gambling.collect_antes(self, w, f, arg)
        elif verb == v.START_ROUND:
            gambling.start_round(self, w, f)
        elif verb == v.PUT_DOWN:
            self.resolved(w, w[f + z.OWNER], card_of(w, f))
            w[f + z.CARD] = 0
            advance(w, f)
        elif verb == v.EJECT:
            gambling.eject(self, w, f)
        elif verb == v.LEAVE:
            gambling.leave(self, w, f, f - z.FRAME)
        elif verb == v.END_ROUND:
            gambling.end_round(self, w, f)
        elif verb == v.TAKE_POT:
            gambling.take_from_pot(self, w, f, arg)
        elif verb == v.WIN_ROUND:
            w[z.WINNER] = w[f + z.OWNER] + 1
            advance(w, f)
        elif verb == v.STEAL_POT:
            w[z.TAKER] = w[f + z.OWNER] + 1
            advance(w, f)
        else:
            gambling.pay_pot(self, w, f)
        return False

    def do_upkeep(self, w: vec[i64], f: i64, verb: i64) -> bool:
        """The fee of R32, and losses; whether the game is over."""
        if verb == v.FEE:
            payments.collect_fee(self, w, f)
        elif verb == v.REFILL:
            payments.refill_bar(self, w, f)
        else:
            advance(w, f)
            settle(self, w)
            return w[ASKED] == OVER
        return False
