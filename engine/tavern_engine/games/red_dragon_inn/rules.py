"""The engine of the game: it runs the programs of cards, turns, Drinks and Rounds up to the next real decision."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import Rng, blend, draw
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn.choices import (
    A_DRINK,
    A_PASS,
    A_PLAY,
    A_SEAT,
    A_THROW,
    ACTING,
    ACTIONS,
    AIMING,
    BETTING,
    ORDERING,
    PICKING,
    RESPOND,
    THROW,
    Choices,
)
from tavern_engine.games.red_dragon_inn.drinks import (
    alter,
    begin_contest,
    copy_drink,
    discard_drink,
    drink_all,
    fall,
    ignore_drink,
    judge_contest,
    modify_drink,
    needs_refill,
    owe_extra,
    pass_drink,
    reveal_contest,
    reveal_each,
    reveal_one,
    reveal_own,
    serve_extras,
    settle_contest,
    split_drink,
    turn_to_courage,
)
from tavern_engine.games.red_dragon_inn.gambling import (
    collect_antes,
    eject,
    end_round,
    judge_round,
    leave,
    pass_bet,
    pay_pot,
    start_round,
    take_control,
    take_from_pot,
)
from tavern_engine.games.red_dragon_inn.knowledge import arrange_cards, blot_out, fill_hidden, hidden_cards
from tavern_engine.games.red_dragon_inn.losing import end_game, settle
from tavern_engine.games.red_dragon_inn.payments import (
    collect,
    collect_fee,
    owe,
    pay_prize,
    refill_bar,
    transfer,
)
from tavern_engine.games.red_dragon_inn.stack import advance, fitted, has_room, pop, push, top
from tavern_engine.games.red_dragon_inn.tables import (
    ACT,
    BET,
    bit_of,
    field_at,
    in_window,
)
from tavern_engine.games.red_dragon_inn.windows import aimed, asked, first_asked, in_trouble, next_gambler, offer
from tavern_engine.games.red_dragon_inn.zones import (
    ALCOHOL,
    AMOUNT,
    BETTOR,
    CARD,
    CHARACTER,
    DECK,
    DEPTH,
    DISCARD,
    DRAWN,
    DRINK_DECK,
    FEE_DUE,
    FORTITUDE,
    FRAME,
    IGNORED,
    IGNORES,
    INN,
    LEFT_AT,
    LENGTH,
    LOSERS,
    MOST_IN_DECK,
    OWNER,
    PC,
    PURSE,
    RECEIVER,
    SIZE,
    STACK,
    STEP,
    STILL_IN,
    TAKER,
    TARGETS,
    TRAITS,
    TURN,
    TURNS,
    WINNER,
    card_of,
    clockwise,
    full_deck,
    seat_bit,
    start_gold,
    with_aim,
)
from tavern_engine.state import ASKED, OVER, PHASE, SEATS, SEED_A, SEED_B, State
from tavern_engine.tally import place, put, take

__all__ = [
    "ACTING",
    "ACTIONS",
    "AIMING",
    "A_DRINK",
    "A_PASS",
    "A_PLAY",
    "A_SEAT",
    "A_THROW",
    "BETTING",
    "ORDERING",
    "PICKING",
    "RESPOND",
    "THROW",
    "InnState",
]


ACTED: Final = 1  # STEP of `act`: the Action card was played


def frame_digest(w: vec[i64], f: i64) -> i64:
    """A number for what a frame is about to do."""
    return w[f + PC] + 4096 * w[f + STEP] + 65536 * (w[f + CARD] + 512 * w[f + AMOUNT])


class InnState(Choices):
    """A game of The Red Dragon Inn."""

    def clone(self) -> InnState:
        return InnState(self.w[:], self.inn)

    def key(self, seat: i64) -> i64:
        digest = super().key(seat)
        w = self.w
        if seat >= 0 and w[ASKED] == seat:  # what is under way, as far as no event has told it
            f: i64 = STACK
            last = top(w)
            while f <= last:
                digest = blend(digest, frame_digest(w, f))
                f += FRAME
            digest = blend(digest, w[last + TARGETS])
        return digest

    def mask(self, seat: i64) -> None:
        blot_out(self, seat)

    def fill(self, seat: i64, rng: Rng) -> None:
        fill_hidden(self, seat, rng)

    def hidden(self, seat: int) -> list[list[int]]:
        return hidden_cards(self, seat)

    def arrange(self, seat: int, cards: list[list[int]]) -> State:
        other = self.clone()
        arrange_cards(other, seat, cards)
        return other

    def score(self, seat: i64) -> i64:
        """RA85; while the game goes on, also how far the seat is from passing out, and its Gold."""
        w = self.w
        if w[LEFT_AT + seat] != 0:
            return 100 * w[LEFT_AT + seat]
        if w[ASKED] == OVER:
            return 10_000
        gold = w[PURSE + seat] if w[PURSE + seat] < 30 else i64(30)
        return 5_000 + 20 * (w[FORTITUDE + seat] - w[ALCOHOL + seat]) + 10 * gold

    # Moves.

    def move(self, action: i64) -> None:
        w = self.w
        self.choices = -1
        seat = w[ASKED]
        phase = w[PHASE]
        f = top(w)
        if phase == AIMING:
            w[f + TARGETS] = seat_bit(action - A_SEAT)
            advance(w, f)
        elif phase == PICKING:
            w[f + AMOUNT] = action - A_DRINK
            advance(w, f)
        elif phase == ORDERING:
            self.orders(w, seat, action - A_SEAT)
            w[f + STEP] += 1
        elif action == A_PASS:
            self.decline(w, f, phase)
        elif phase == THROW:
            w[f + STEP] = bit_of(self.inn, w[CHARACTER + seat], action - A_THROW)
            self.throw(w, seat, action - A_THROW)
        else:
            self.take_up(w, f, phase, seat, action - A_PLAY)
        self.run(w)
        if len(self.w) > LENGTH:
            self.w = fitted(self.w)

    def decline(self, w: vec[i64], f: i64, phase: i64) -> None:
        """No card, no more discards, no Action, or a pass in a Round."""
        if phase == RESPOND:
            w[f + STEP] += 1
        elif phase == BETTING:
            pass_bet(self, w, f)
        else:
            advance(w, f)

    def take_up(self, w: vec[i64], f: i64, phase: i64, seat: i64, kind: i64) -> None:
        """A card is taken from the hand; what it is aimed at is chosen next, then everybody sees it."""
        window: i64 = BET
        if phase == RESPOND:
            window = self.inn.code[w[f + PC] + 1]
            w[f + STEP] = 0  # RA11: after this the window starts again
        else:
            if phase == ACTING:
                window = ACT
                w[f + STEP] = ACTED
            else:
                w[BETTOR] = seat
                advance(w, f)
        card = push(w, self.inn.entry[in_window(window, kind)], seat)
        w[card + CARD] = kind + 1
        w[card + TRAITS] = self.inn.traits[in_window(window, kind)]

    def ask(self, w: vec[i64], seat: i64, phase: i64) -> bool:
        """Put a question unless it has only one answer, which is given at once; whether somebody is asked now."""
        w[ASKED] = seat
        w[PHASE] = phase
        self.choices = -1
        if self.count() >= 2:
            return True
        f = top(w)
        if phase == AIMING or phase == PICKING:
            if phase == PICKING:
                w[f + AMOUNT] = place(self.choices, 0)
            else:
                w[f + TARGETS] = self.choices
            advance(w, f)
        elif phase == ORDERING:
            self.orders(w, seat, place(self.choices, 0))
            w[f + STEP] += 1
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
        for number_ in range(len(cast)):
            self.draw_up(w, i64(number_))
            self.orders(w, i64(number_), i64(number_))
        self.begin_turn(0)

    def begin_turn(self, seat: i64) -> None:
        """The first turn, with nothing under way."""
        w = self.w
        self.turn_begins(w, seat)
        push(w, self.inn.turn, seat)
        self.run(w)

    def run(self, w: vec[i64]) -> None:
        """Go on until somebody has a choice or the game is over."""
        code = self.inn.code
        parts = self.inn.part
        while True:
            if not has_room(w):
                w = fitted(w)
                self.w = w
            if w[DRINK_DECK] == 0 and w[FEE_DUE] == 0 and needs_refill(w):
                w[FEE_DUE] = 1
                push(w, self.inn.fee, w[TURN])
            elif w[DEPTH] == 1 and in_trouble(w, True) & w[STILL_IN] != 0:
                push(w, self.inn.losing, w[TURN])
            f = top(w)
            pc = w[f + PC]
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
                if self.ask(w, w[f + OWNER], self.inn.asks[verb]):
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
            step = w[f + STEP]
            seat = first_asked(w, f, window) + step
            if seat >= seats:
                seat -= seats
            while step < seats:
                if who & seat_bit(seat) != 0:
                    found = offer(self.inn, w, f, window, seat)
                    if found != 0:
                        w[f + STEP] = step
                        w[ASKED] = seat
                        w[PHASE] = RESPOND
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
            row = w[f + AMOUNT] if arg != 0 else i64(-1)
            self.plays(w, w[f + OWNER], card_of(w, f), with_aim(w[f + TARGETS], row))
            advance(w, f)
        elif verb == v.AIM:
            w[f + TARGETS] = aimed(w, w[f + OWNER], arg, f - FRAME)
            advance(w, f)
        elif verb == v.FORTITUDE or verb == v.ALCOHOL:
            self.change_markers(w, f, verb, arg)
        elif verb == v.PAY_ME:
            collect(self, w, f, RECEIVER + w[f + OWNER], arg)
        elif verb == v.PAY_INN:
            collect(self, w, f, INN, arg)
        elif verb == v.OWNER_PAYS:
            advance(w, f)
            owe(self, w, w[f + OWNER], INN, arg)
        elif verb == v.TRANSFER:
            transfer(self, w, f)
        elif verb == v.COVER:
            w[f - FRAME + AMOUNT] = -w[f - FRAME + AMOUNT]
            advance(w, f)
        elif verb == v.NEGATE:
            self.negate(w, f - FRAME)
            advance(w, f)
        elif verb == v.IGNORE:
            self.tell(w, IGNORES, w[f + OWNER], card_of(w, f - FRAME), 0)
            w[f - FRAME + IGNORED] |= seat_bit(w[f + OWNER])
            advance(w, f)
        else:
            w[f + STEP] = 0
            w[f + PC] = arg

    def end_frame(self, w: vec[i64], f: i64) -> None:
        """RA26, RA51: a card from hand goes to its owner's discard, an Event to the Drink discard."""
        card = card_of(w, f)
        if card >= 0:
            if self.inn.event[card] >= 0:
                discard_drink(self, w, card)
            else:
                self.resolved(w, w[f + OWNER], card)
        pop(w)

    def change_markers(self, w: vec[i64], f: i64, verb: i64, amount: i64) -> None:
        """R10, R46, R51: F or AC of every target that does not ignore the card; who really lost F can hit back."""
        who = w[f + TARGETS] & ~w[f + IGNORED]
        step: i64 = 0
        while step < w[SEATS]:
            seat = clockwise(w, w[f + OWNER], step)
            if who & seat_bit(seat) != 0:
                if verb == v.ALCOHOL:
                    alter(self, w, seat, amount, 0)
                elif alter(self, w, seat, 0, amount) < 0 and seat != w[f + OWNER]:
                    w[f + LOSERS] |= seat_bit(seat)
            step += 1
        advance(w, f)

    def negate(self, w: vec[i64], f: i64) -> None:
        """R51: the card of the frame is discarded at once."""
        self.negated(w, w[f + OWNER], card_of(w, f))
        w[f + CARD] = 0
        w[f + PC] = self.inn.end
        w[f + STEP] = 0

    # The turn.

    def do_turn(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> bool:
        owner = w[f + OWNER]
        if verb == v.ACT:
            if w[f + STEP] != ACTED:
                return self.ask(w, owner, ACTING)
            advance(w, f)  # RA70: the check for losses came first
        elif verb == v.ORDER:
            if w[f + STEP] < arg and w[DRINK_DECK] > 0:  # RA7
                return self.ask(w, owner, ORDERING)
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
        deck = w[CHARACTER + seat]
        while True:
            missing = self.inn.hand - w[SIZE + seat]
            pile = w[DECK + seat]
            cards: i64 = 0
            amount: i64 = 0
            while amount < missing and pile != 0:
                bit = draw(w[SEED_A], w[SEED_B], seat, w[DRAWN + seat] + amount, pile)
                field = field_at(self.inn, deck, bit)
                cards = put(cards, field)
                pile = take(pile, field)
                amount += 1
            if amount > 0:
                self.draw_cards(w, seat, cards + (deck << MOST_IN_DECK), amount)
            if w[DECK + seat] != 0 or w[DISCARD + seat] == 0 or (amount == 0 and missing <= 0):
                return
            self.shuffle(w, seat)

    def next_turn(self, w: vec[i64], f: i64) -> bool:
        """R2, RA86; whether the game is over."""
        if w[TURNS] >= self.inn.turn_limit:
            end_game(self, w)
            return True
        seat = w[TURN]
        while True:
            seat = clockwise(w, seat, 1)
            if w[STILL_IN] & seat_bit(seat) != 0:
                break
        self.turn_begins(w, seat)
        w[f + OWNER] = seat
        w[f + STEP] = 0
        w[f + PC] = self.inn.turn
        return False

    # Drinks, Rounds, upkeep.

    def do_drink(self, w: vec[i64], f: i64, verb: i64) -> None:
        if verb == v.REVEAL:
            reveal_own(self, w, f)
        elif verb == v.DRINK_ALL:
            drink_all(self, w, f)
        elif verb == v.EXTRAS:
            serve_extras(self, w, f)
        elif verb == v.REVEAL_EACH:
            reveal_each(self, w, f)
        elif verb == v.REVEAL_ONE:
            reveal_one(self, w, f)
        elif verb == v.COPY:
            copy_drink(w, f)
        else:
            advance(w, f)
            push(w, self.inn.drinking, place(w[f + TARGETS], 0))

    def do_contest(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> None:
        if verb == v.CONTEST:
            begin_contest(w, f)
        elif verb == v.REVEAL_CONTEST:
            reveal_contest(self, w, f)
        elif verb == v.JUDGE_CONTEST:
            judge_contest(self, w, f)
        elif verb == v.SETTLE_CONTEST:
            settle_contest(self, w, f, arg)
        elif verb == v.FALL:
            fall(self, w, f, arg)
        else:
            pay_prize(self, w, f, arg)

    def do_glass(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> None:
        """What a card does to the Drink it is played on."""
        if verb == v.IGNORE_DRINK:
            ignore_drink(self, w, f)
        elif verb == v.PASS_DRINK:
            pass_drink(self, w, f, place(w[f + TARGETS], 0))
        elif verb == v.SPLIT_DRINK:
            split_drink(self, w, f, place(w[f + TARGETS], 0))
        elif verb == v.MODIFY_DRINK:
            modify_drink(self, w, f, arg)
        elif verb == v.AC_TO_FORT:
            turn_to_courage(self, w, f)
        else:
            owe_extra(self, w, f, f - FRAME)
        advance(w, f)

    def do_round(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> bool:
        if verb == v.JUDGE_ROUND:
            judge_round(self, w, f, arg)
        elif verb == v.BET:
            return self.ask(w, next_gambler(w), BETTING)
        elif verb == v.TAKE_CONTROL:
            take_control(self, w, f, arg)
        elif verb == v.ANTES:
            collect_antes(self, w, f, arg)
        elif verb == v.START_ROUND:
            start_round(self, w, f)
        elif verb == v.PUT_DOWN:
            self.resolved(w, w[f + OWNER], card_of(w, f))
            w[f + CARD] = 0
            advance(w, f)
        elif verb == v.EJECT:
            eject(self, w, f)
        elif verb == v.LEAVE:
            leave(self, w, f, f - FRAME)
        elif verb == v.END_ROUND:
            end_round(self, w, f)
        elif verb == v.TAKE_POT:
            take_from_pot(self, w, f, arg)
        elif verb == v.WIN_ROUND:
            w[WINNER] = w[f + OWNER] + 1
            advance(w, f)
        elif verb == v.STEAL_POT:
            w[TAKER] = w[f + OWNER] + 1
            advance(w, f)
        else:
            pay_pot(self, w, f)
        return False

    def do_upkeep(self, w: vec[i64], f: i64, verb: i64) -> bool:
        """The fee of R32, and losses; whether the game is over."""
        if verb == v.FEE:
            collect_fee(self, w, f)
        elif verb == v.REFILL:
            refill_bar(self, w, f)
        else:
            advance(w, f)
            settle(self, w)
            return w[ASKED] == OVER
        return False
