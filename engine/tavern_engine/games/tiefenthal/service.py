"""Phase E: dice, thalers and beer of one seat, in any order (T31 to T50)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.games.tiefenthal.evening import Evening
from tavern_engine.multiset import copies as showing
from tavern_engine.pack import copies
from tavern_engine.state import LEFT, PHASE
from tavern_engine.tally import bit, place

ROOM: Final = 280  # more actions are never legal at once: 25 tables, 6 faces, 16 cards of a kind
BELOW_SIX: Final = 0xFFFFF0  # the faces 1 to 5 in a word of dice


def open_spaces(w: vec[i64], seat: i64) -> i64:
    """T28, T33: the spaces on which a die can still be put, a mask."""
    done = w[z.DONE + seat]
    spaces = bit(c.ON_BREWER) | bit(c.ON_MONK) | (w[z.LAID_GUESTS + seat] & ~w[z.SERVED_GUESTS + seat]) << c.ON_GUEST
    laid = w[z.LAID + seat]
    served = w[z.SERVED + seat]
    if z.waiting(laid, served, c.REGULAR) > 0:
        spaces |= bit(c.REGULAR)
    if z.waiting(laid, served, c.REGULAR + 1) > 0:
        spaces |= bit(c.REGULAR + 1)
    if copies(laid, c.NOBLE) > 0 and done & z.NOBLES_SERVED == 0:
        spaces |= bit(c.NOBLE)
    if done & z.REGISTER_USED == 0:
        spaces |= bit(c.ON_REGISTER)
    if done & z.BARREL_USED == 0:
        spaces |= bit(c.ON_BARREL)
    return spaces


def most_returned(laid: i64, token: i64) -> i64:
    """T39: how many of the cards laid out can be returned for an upgrade."""
    return copies(laid, c.offer_card(token)) if token < c.SPECIAL_OFFERS else i64(0)


class Service(Evening):
    """One seat's service: what it may do, and what comes of it."""

    def __init__(self, words: vec[i64], tables: TavernTables) -> None:
        super().__init__(words, tables)
        self.codes = vec[i64]()  # the legal actions, ascending
        self.total: i64 = -1  # how many there are, or -1 if they are not worked out

    def offer(self, action: i64) -> None:
        """One more legal action."""
        self.codes[self.total] = action
        self.total += 1

    def offer_each(self, first: i64, mask: i64) -> None:
        """A legal action for every bit of a mask, counted from the first one."""
        while mask != 0:
            self.offer(first + place(mask, 0))
            mask &= mask - 1

    # What is legal.

    def list_service(self, w: vec[i64], seat: i64) -> None:
        """T31: all that the seat can do now."""
        self.offer(a.A_END)
        if w[z.BAR + seat] > 0:
            self.offer(a.A_STEP)  # TA35
        self.list_nobles(w, seat)
        self.list_purchases(w, seat)
        self.list_upgrades(w, seat)
        self.list_guests(w, seat)
        self.list_dice(w, seat)

    def list_nobles(self, w: vec[i64], seat: i64) -> None:
        """T46, TA17."""
        beer = w[z.BEER + seat]
        left = copies(w[z.SUPPLY], c.NOBLE)
        prices = self.tavern.noble_price
        amount: i64 = 1
        while amount <= 3 and amount <= left and beer >= prices[amount - 1]:
            self.offer(a.A_NOBLES + amount - 1)
            amount += 1

    def list_purchases(self, w: vec[i64], seat: i64) -> None:
        """T37."""
        thalers = w[z.THALERS + seat]
        done = w[z.DONE + seat]
        supply = w[z.SUPPLY]
        costs = self.tavern.cost
        for kind in range(c.HELPER, i64(c.HELPER + c.TAVERN_TYPES)):
            if thalers >= costs[kind] and z.on_sale(done, supply, kind):
                self.offer(a.A_BUY + kind - c.HELPER)

    def list_upgrades(self, w: vec[i64], seat: i64) -> None:
        """T38, T39, TX9: any number of cards may be returned, even more than needed."""
        tavern = self.tavern
        thalers = w[z.THALERS + seat]
        turned = w[z.UPGRADED + seat]
        laid = w[z.LAID + seat]
        for token in range(i64(c.TOKENS)):
            if not c.holds(turned, token):
                most = most_returned(laid, token)
                returned = most + 1
                while returned > 0 and thalers >= z.upgrade_price(tavern, token, returned - 1):
                    returned -= 1  # down to the fewest that will do
                for cards in range(returned, most + 1):
                    self.offer(a.upgrade_action(token, cards))

    def list_guests(self, w: vec[i64], seat: i64) -> None:
        """T43."""
        if w[z.DONE + seat] & z.GUEST_WON != 0:
            return
        beer = w[z.BEER + seat]
        offer = w[z.OFFER]
        costs = self.tavern.cost
        open_guests: i64 = 0
        for where in range(i64(z.PLACES)):
            guest = z.card_in(offer, where)
            if guest >= 0 and beer >= costs[c.GUEST + guest]:
                open_guests |= bit(guest)
        self.offer_each(a.A_WIN, open_guests)

    def list_dice(self, w: vec[i64], seat: i64) -> None:
        """T27 to T29: every face on every space that takes it, raised as far as dishwashers can."""
        some_dice = z.dice(w, seat)
        if some_dice == 0:
            return
        spaces = open_spaces(w, seat)
        help = z.washers_left(w, seat)
        suits = self.tavern.suits
        for face in range(1, i64(7)):
            if showing(some_dice, face) > 0:
                fitting = suits[face]
                raised: i64 = 1
                while raised <= help and face + raised <= 6:
                    fitting |= suits[face + raised]
                    raised += 1
                self.offer_each(a.serve_action(face, 0), fitting & spaces)

    def list_removals(self, w: vec[i64], seat: i64) -> None:
        """T48, TA13: regulars and guests at the tables, or nobody."""
        self.offer(a.A_PASS)
        if copies(w[z.LAID + seat], c.REGULAR) > 0:
            self.offer(a.A_REMOVE)
        if copies(w[z.LAID + seat], c.REGULAR + 1) > 0:
            self.offer(a.A_REMOVE + 1)
        self.offer_each(a.A_REMOVE + c.NOBLE, w[z.LAID_GUESTS + seat])

    def list_raisings(self, w: vec[i64], seat: i64) -> None:
        """T29, TA10."""
        self.offer(a.A_PASS)
        for face in range(1, i64(6)):
            if showing(z.dice(w, seat), face) > 0:
                self.offer(a.A_RAISE + face - 1)

    # What an action does.

    def begin_service(self, w: vec[i64], seat: i64) -> None:
        self.service_begins(w, seat)
        self.ask(w, seat, a.SERVING)

    def serve(self, w: vec[i64], seat: i64, action: i64) -> None:
        """One thing done in service; A_END is not for here."""
        if action >= a.A_SERVE:
            space = a.used_space(action)
            self.use(w, seat, space, a.used_face(action))
            if space == c.ON_MONK:
                w[LEFT] = z.worth(w, self.tavern, seat, c.F_MONK)  # TA15
                self.go_on(w, seat, self.walk(w, seat))
        elif action >= a.A_WIN:
            self.win_guest(w, seat, action - a.A_WIN)
        elif action >= a.A_UPGRADE:
            self.begin_upgrade(w, seat, a.upgraded_token(action), a.returned_cards(action))
        elif action >= a.A_BUY:
            self.buy(w, seat, action - a.A_BUY + c.HELPER)
        elif action >= a.A_NOBLES:
            self.win_nobles(w, seat, action - a.A_NOBLES + 1)
        elif action == a.A_STEP:
            self.use_bar_guest(w, seat)
            w[LEFT] = 1
            self.go_on(w, seat, self.walk(w, seat))

    def begin_upgrade(self, w: vec[i64], seat: i64, token: i64, returned: i64) -> None:
        """T39; TA10: dishwashers that have not helped yet can raise dice before they go."""
        if token == c.F_DISHWASHER and self.may_raise(w, seat, returned):
            w[LEFT] = returned
            w[PHASE] = a.RAISING
        else:
            self.carry_out_upgrade(w, seat, token, returned)

    def may_raise(self, w: vec[i64], seat: i64, returned: i64) -> bool:
        """TA10, T29: whether help goes that a die could have; a 6 is never raised."""
        return z.washers_lost(w, self.tavern, seat, returned) > 0 and z.dice(w, seat) & BELOW_SIX != 0

    def answer_raising(self, w: vec[i64], seat: i64, action: i64) -> None:
        """TA10: one die after another, then the cards go."""
        returned = w[LEFT]
        if action != a.A_PASS:
            self.raise_die(w, seat, action - a.A_RAISE + 1)
            if self.may_raise(w, seat, returned):
                return
        w[LEFT] = 0
        w[PHASE] = a.SERVING
        self.carry_out_upgrade(w, seat, c.F_DISHWASHER, returned)

    def carry_out_upgrade(self, w: vec[i64], seat: i64, token: i64, returned: i64) -> None:
        """T38, T41, TA17: with a noble if one is left."""
        self.upgrade(w, seat, token, returned)
        if copies(w[z.SUPPLY], c.NOBLE) > 0:
            self.gain(w, seat, c.NOBLE)

    def win_guest(self, w: vec[i64], seat: i64, guest: i64) -> None:
        """T43 to T45."""
        place = z.place_of(w, guest)
        self.win(w, seat, guest)
        self.fill_place(w, place)
        w[LEFT] = 0
        may_remove = self.take_bonus(w, seat, self.tavern.bonus[guest], self.tavern.bonus_amount[guest])
        self.go_on(w, seat, may_remove or self.walk(w, seat))

    def go_on(self, w: vec[i64], seat: i64, may_remove: bool) -> None:
        """TA34, TA40: walk on until somebody can be removed, or to the end of the way."""
        while may_remove:
            laid = w[z.LAID + seat]
            if copies(laid, c.REGULAR) + copies(laid, c.REGULAR + 1) > 0 or w[z.LAID_GUESTS + seat] != 0:
                w[PHASE] = a.REMOVING
                return
            may_remove = self.walk(w, seat)
        w[PHASE] = a.SERVING

    def answer_removal(self, w: vec[i64], seat: i64, action: i64) -> None:
        if action != a.A_PASS:
            self.remove(w, seat, a.removed_kind(action))
        self.go_on(w, seat, self.walk(w, seat))
