"""The engine of the game: it runs the programs of cards, turns, Drinks and Rounds up to the next real decision."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import blend
from tavern_engine.games.red_dragon_inn import cellar, drinks, gambling, payments, stable, tales, tasting
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.hands import draw_some
from tavern_engine.games.red_dragon_inn.losing import settle
from tavern_engine.games.red_dragon_inn.stack import advance, boosted, fitted, is_deep, jump, pop, push, top
from tavern_engine.games.red_dragon_inn.tables import by_window
from tavern_engine.games.red_dragon_inn.turns import Turns
from tavern_engine.games.red_dragon_inn.windows import (
    aimed,
    asked,
    first_asked,
    in_trouble,
    next_gambler,
    offer,
    offer_front,
    with_company,
)
from tavern_engine.games.red_dragon_inn.zones import (
    card_of,
    clockwise,
    drinker_of,
    full_deck,
    pile,
    seat_bit,
    start_gold,
)
from tavern_engine.state import ASKED, OVER, PHASE, SEATS, copied
from tavern_engine.tally import number, place


class InnState(Turns):
    """A game of The Red Dragon Inn."""

    def clone(self) -> InnState:
        return InnState(copied(self.w), self.inn)

    def key(self, seat: i64) -> i64:
        digest = super().key(seat)
        w = self.w
        if seat >= 0 and w[ASKED] == seat:  # what is under way, as far as no event has told it
            for at in range(z.STACK, top(w) + 1, z.FRAME):
                doing = w[at + z.PC] + 8192 * w[at + z.STEP] + 1048576 * (w[at + z.CARD] + 512 * w[at + z.AMOUNT])
                digest = blend(digest, doing)
            f = top(w)
            digest = blend(digest, w[f + z.TARGETS] + 256 * w[f + z.WAY] + 65536 * w[f + z.EXTRA])
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
        f = top(w)
        quiet = action == c.A_PASS and w[PHASE] == c.RESPOND
        if quiet:
            w[f + z.STEP] += 1
        else:
            self.answer(w, f, w[PHASE], w[ASKED], action)
        self.run(w, quiet)
        if is_deep(w):
            self.w = fitted(w)
            w[ASKED] = OVER  # who still holds the old words looks anew

    # The programs.

    def begin_game(self, cast: list[int]) -> None:
        """R1, RA1: everybody sits down, the bar is set, and the first seat begins."""
        w = self.w
        for seat, deck in enumerate(cast):
            self.sit_down(w, i64(seat), i64(deck), start_gold(w))
        self.set_bar(w, full_deck(w))
        for who in range(w[SEATS]):
            draw_some(self, w, who, self.inn.hand)
            self.orders(w, who, who)
        self.turn_begins(w, 0)
        push(w, self.inn.turn, 0)
        self.run(w, False)

    def run(self, w: vec[i64], checked: bool) -> None:
        """Go on until somebody has a choice or the game is over.

        RA76: `checked` says whether losses were looked for since something happened.
        """
        code = self.inn.code
        parts = self.inn.part
        sides = w[z.RULES] & z.WITH_SIDES != 0
        while True:
            depth = w[z.DEPTH]
            if w[z.DRINK_DECK] == 0 and w[z.FEE_DUE] == 0 and drinks.needs_refill(w):
                w[z.FEE_DUE] = 1
                push(w, self.inn.fee, w[z.TURN])
                depth += 1
            elif depth == 1:
                if not checked and in_trouble(w, True) & w[z.STILL_IN] != 0:
                    push(w, self.inn.losing, w[z.TURN])
                    depth += 1
                checked = True
            else:
                checked = False
            f = z.STACK + z.FRAME * (depth - 1)
            pc = w[f + z.PC]
            verb = code[pc]
            arg = code[pc + 1]
            if verb == v.WINDOW:
                if self.hold_window(w, f, arg):
                    return
                continue
            part = parts[verb]
            if sides and w[f + z.BOOST] != 0 and self.inn.counts[verb] != 0:
                arg = boosted(w, f, arg)
            if part == v.BY_CARD:
                self.do_card(w, f, verb, arg)
            elif part == v.BY_TURN:
                checked = checked and verb != v.START_TURN
                if self.do_turn(w, f, verb, arg):
                    return
            elif part == v.BY_CHOICE:
                if self.ask(w, w[f + z.OWNER], self.inn.asks[verb]):
                    return
            elif part == v.BY_DRINK:
                if self.do_drink(w, f, verb, arg):
                    return
            elif part == v.BY_GLASS:
                self.do_glass(w, f, verb, arg)
            elif part == v.BY_CONTEST:
                self.do_contest(w, f, verb, arg)
            elif part == v.BY_ROUND:
                if self.do_round(w, f, verb, arg):
                    return
            elif part == v.BY_TABLE:
                self.do_table(w, f, verb, arg)
            elif part == v.BY_CELLAR:
                if self.do_cellar(w, f, verb, arg):
                    return
            elif self.do_upkeep(w, f, verb):
                return

    def hold_window(self, w: vec[i64], f: i64, window: i64) -> bool:
        """RA10 to RA12: the next seat that has something to play is asked; whether there is one."""
        inn = self.inn
        may = inn.may
        seats = w[SEATS]
        sides = w[z.RULES] & z.WITH_SIDES != 0
        who = w[z.STILL_IN] & ~(w[z.FALLEN] | w[z.OUTSIDE])
        seat = w[f + z.OWNER] if window == t.PLAY else w[z.TURN]
        if window > t.PLAY:
            who = asked(w, f, window)
            seat = first_asked(w, f, window)
        last = seats
        while True:
            step = w[f + z.STEP]
            seat += step
            while seat >= seats:
                seat -= seats
            while step < last and who != 0:
                if who & seat_bit(seat) != 0:
                    found = w[z.HAND + seat] & may[by_window(window, w[z.CHARACTER + seat])]
                    if found != 0 and window != t.FREE:  # mostly there is nothing, or all that can ever be
                        found = offer(inn, w, f, window, seat)
                    if found != 0 or sides:
                        if w[z.OUTSIDE] | w[z.FALLEN] != 0:
                            found = with_company(inn, w, window, seat, w[z.CHARACTER + seat], found)
                        self.fronts = offer_front(inn, w, f, window, seat) if sides else i64(0)
                        if found | self.fronts != 0:
                            w[f + z.STEP] = step
                            w[ASKED] = seat
                            w[PHASE] = c.RESPOND
                            self.choices = found
                            return True
                step += 1
                seat += 1
                if seat == seats:
                    seat = 0
            if window != t.LOST or last > seats or w[f + z.LOSERS] == 0:
                advance(w, f)
                return False
            last = 2 * seats  # R124: now who watches over all
            if w[f + z.STEP] < seats:
                w[f + z.STEP] = seats
            who = asked(w, f, window)
            seat = first_asked(w, f, window)

    def do_card(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> None:
        """What any card can do."""
        if verb == v.END:
            self.end_frame(w, f)
        elif verb == v.ANNOUNCE:
            self.plays(w, w[f + z.OWNER], card_of(w, f), tales.aim_told(w, f, arg))
            w[f + z.TRAITS] |= t.IS_SHOWN
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
            payments.owe(self, w, w[f + z.OWNER], z.INN, arg, True)
        elif verb == v.PAY_FOR_EACH:
            advance(w, f)
            payments.owe(self, w, w[f + z.OWNER], z.INN, arg * number(w[f + z.TARGETS]), True)
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
        elif verb == v.PUT_DOWN:
            self.resolved(w, w[f + z.OWNER], card_of(w, f))
            w[f + z.CARD] = 0
            advance(w, f)
        elif verb == v.OWNER_FORTITUDE:
            self.strike(w, f, seat_bit(w[f + z.OWNER]) & ~w[f + z.IGNORED], arg)
            advance(w, f)
        elif verb == v.TAKE_PAID:
            self.takes_from_inn(w, w[f + z.OWNER], w[f - z.FRAME + z.AMOUNT])
            advance(w, f)
        else:
            jump(w, f, arg)

    def end_frame(self, w: vec[i64], f: i64) -> None:
        """RA26, RA51, RA88: a card from hand goes to its owner's discard, an Event and a Story to theirs."""
        card = card_of(w, f)
        if card >= 0:
            if self.inn.event[card] >= 0:
                drinks.discard_drink(self, w, card)
            else:
                self.resolved(w, w[f + z.OWNER], card)
        elif w[f + z.TRAITS] & t.IS_STORY != 0:
            w[f - z.FRAME + z.LOSERS] |= w[f + z.LOSERS]
        if w[f + z.SIDE] != 0 and w[f + z.TRAITS] & t.IS_SHOWN != 0:
            self.story_ends(w, w[f + z.SIDE] - 1)
            tales.refill_tales(self, w)
        pop(w)

    def change_markers(self, w: vec[i64], f: i64, verb: i64, amount: i64) -> None:
        """R10, R46, R51: F or AC of every target that does not ignore the card."""
        who = w[f + z.TARGETS] & ~w[f + z.IGNORED]
        if verb == v.FORTITUDE:
            self.strike(w, f, who, amount)
        else:
            for step in range(w[SEATS]):
                seat = clockwise(w, w[f + z.OWNER], step)
                if who & seat_bit(seat) != 0:
                    drinks.alter(self, w, seat, amount, 0)
        advance(w, f)

    def strike(self, w: vec[i64], f: i64, who: i64, amount: i64) -> None:
        """R10, RA96: F of these seats moves; who really lost some to another's card can hit back."""
        for step in range(w[SEATS]):
            seat = clockwise(w, w[f + z.OWNER], step)
            if who & seat_bit(seat) != 0:
                fort = amount
                if w[f + z.BLOWS] | w[f + z.SHIELDS] != 0 and fort < 0:
                    fort = tales.struck_by(w, f, seat, fort)
                fort = drinks.softened(self, w, seat, fort)
                if drinks.alter(self, w, seat, 0, fort) < 0 and seat != w[f + z.OWNER]:
                    w[f + z.LOSERS] |= seat_bit(seat)

    def negate(self, w: vec[i64], f: i64) -> None:
        """R51: the card of the frame is discarded at once."""
        self.negated(w, w[f + z.OWNER], card_of(w, f))
        w[f + z.CARD] = 0
        jump(w, f, self.inn.end)

    # Drinks, Rounds, upkeep.

    def do_drink(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> bool:
        if verb == v.REVEAL:
            drinks.reveal_own(self, w, f)
        elif verb == v.SHARE:
            return self.share(w, f, arg)
        elif verb == v.DRINK_ALL:
            drinks.drink_all(self, w, f)
        elif verb == v.AFTERTASTE:
            tasting.aftertaste(self, w, f)
        elif verb == v.EXTRAS:
            drinks.serve_extras(self, w, f)
        elif verb == v.REVEAL_EACH:
            drinks.reveal_each(self, w, f)
        elif verb == v.REVEAL_ONE:
            drinks.reveal_one(self, w, f)
        elif verb == v.COPY:
            drinks.copy_drink(w, f)
        elif verb == v.TASTE:
            phase = tasting.taste(self, w, f)
            return self.ask(w, w[f + z.OWNER], phase) if phase != 0 else False
        elif verb == v.OWN_DRINK:
            tasting.lessen_own(self, w, f, arg)
        else:
            advance(w, f)
            push(w, self.inn.drinking, place(w[f + z.TARGETS], 0))
        return False

    def share(self, w: vec[i64], f: i64, window: i64) -> bool:
        """R69, RA111: Drinks that split themselves; after that everybody may act on the halves."""
        row = tasting.to_be_shared(w)
        if row >= 0:
            return self.ask(w, drinker_of(w, row), c.SHARING)
        if w[f + z.STEP] != 0:
            jump(w, f, window)
        else:
            advance(w, f)
        return False

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
            drinks.split_drink(self, w, w[f + z.AMOUNT], place(w[f + z.TARGETS], 0))
        elif verb == v.MODIFY_DRINK:
            drinks.modify_drink(self, w, w[f + z.AMOUNT], arg)
        elif verb == v.AC_TO_FORT:
            drinks.turn_to_courage(self, w, f, w[z.ROW_AC + w[f + z.AMOUNT]])
        elif verb == v.TO_ONE_FORT:
            drinks.turn_to_courage(self, w, f, arg)
        elif verb == v.SOFTEN:
            drinks.soften(self, w, f, arg)
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
        elif verb == v.SET_PRIZE:
            return self.set_prize(w, f)
        elif verb == v.EJECT:
            gambling.eject(self, w, f)
        elif verb == v.LEAVE:
            gambling.leave(self, w, f, f - z.FRAME)
        elif verb == v.END_ROUND:
            gambling.end_round(self, w, f, z.INN)
        elif verb == v.POT_TO_ME:
            gambling.end_round(self, w, f, z.RECEIVER + w[f + z.OWNER])
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

    def set_prize(self, w: vec[i64], f: i64) -> bool:
        """R83: the starter must put a Prize on the pot, if there is any."""
        if w[z.TROPHIES] == 0 and w[z.TROPHIES_USED] != 0:
            self.shuffles_side(w, t.PRIZES)
        if w[z.TROPHIES] != 0:
            return self.ask(w, w[f + z.OWNER], c.STAKING)
        advance(w, f)
        return False

    def do_table(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> None:
        """Cards before players, Stories, animals."""
        if verb == v.ONLY:
            chosen = w[f + z.WAY] == arg + 1
            advance(w, f)
            if not chosen:
                advance(w, f)
        elif verb == v.USE:
            self.uses(w, w[f + z.OWNER], w[f + z.SIDE] - 1, tales.aim_told(w, f, arg))
            advance(w, f)
        elif verb == v.USE_KEPT:
            self.uses_kept(w, w[f + z.OWNER], w[f + z.SIDE] - 1, tales.aim_told(w, f, arg))
            advance(w, f)
        elif verb == v.TELL:
            tales.tell(self, w, f)
        elif verb == v.TOLD:
            tales.told(self, w, f)
        elif verb == v.STORY:
            tales.work(self, w, f)
        elif verb == v.STAY:
            tales.stay(self, w, f)
        elif verb == v.VISIT:
            advance(w, f)
            push(w, self.inn.visit, w[f + z.OWNER])
        elif verb == v.MEET:
            stable.meet(self, w, f)
        elif verb == v.SETTLE_IN:
            stable.settle_in(self, w, f)
        elif verb == v.SHIELD:
            tales.shield(w, f, arg)
        elif verb == v.STRENGTHEN:
            tales.strengthen(w, f, arg)
        else:
            tales.go_outside(self, w, f)

    def do_cellar(self, w: vec[i64], f: i64, verb: i64, arg: i64) -> bool:
        """The Special Reserve, and drinks that change places."""
        if verb == v.GIVE_RESERVE:
            cellar.give(self, w, f)
        elif verb == v.LOSE_TOP:
            cellar.lose_top(self, w, f)
        elif verb == v.REDRAW:
            cellar.redraw(self, w, f)
        elif verb == v.HAND_OUT:
            if pile(w, w[f + z.OWNER]) > 0:
                return self.ask(w, w[f + z.OWNER], c.HANDING)
            advance(w, f)
        elif verb == v.DARE:
            if w[f + z.TARGETS] != 0:
                self.tell(w, z.NAMES_RIVAL, w[f + z.OWNER], 0, w[f + z.TARGETS])
            advance(w, f)
        elif verb == v.REVEAL_PAIR:
            cellar.reveal_pair(self, w, f)
        elif verb == v.SHOTS:
            cellar.shots(self, w, f, arg)
        elif verb == v.PAY_HOST:
            cellar.pay_host(self, w, f, arg)
        elif verb == v.SERVE:
            cellar.serve(self, w, f)
        elif verb == v.REVEAL_RESERVE:
            cellar.reveal_reserve(self, w, f)
        else:
            cellar.wash(self, w, f)
        return False

    def do_upkeep(self, w: vec[i64], f: i64, verb: i64) -> bool:
        """The fee of R32, and losses; whether the game is over."""
        if verb == v.FEE:
            payments.collect_fee(self, w, f)
        elif verb == v.REFILL:
            payments.refill_bar(self, w, f)
        elif verb == v.CHECK_LOSSES:
            advance(w, f)
            if in_trouble(w, True) & w[z.STILL_IN] != 0:
                push(w, self.inn.losing, w[z.TURN])
        else:
            advance(w, f)
            settle(self, w)
            return w[ASKED] == OVER
        return False
