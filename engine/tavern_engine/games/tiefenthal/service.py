"""Phase E: dice, thalers and beer of one seat, in any order (T31 to T50)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.tiefenthal.actions import (
    A_BUY,
    A_END,
    A_FIT,
    A_NOBLES,
    A_PASS,
    A_RAISE,
    A_REMOVE,
    A_SERVE,
    A_STEP,
    A_UPGRADE,
    A_WIN,
    MOST_RETURNED,
    RAISING,
    REMOVING,
    SERVING,
    removed_kind,
    serve_action,
    upgrade_action,
)
from tavern_engine.games.tiefenthal.cards import (
    F_DISHWASHER,
    F_MONK,
    GUEST,
    HELPER,
    NOBLE,
    ON_BARREL,
    ON_BREWER,
    ON_GUEST,
    ON_MONK,
    ON_REGISTER,
    REGULAR,
    SPACES,
    SPECIAL_OFFERS,
    TAVERN_TYPES,
    TOKENS,
    TavernTables,
    offer_card,
)
from tavern_engine.games.tiefenthal.evening import Evening
from tavern_engine.games.tiefenthal.zones import (
    BAR,
    BARREL_USED,
    BEER,
    DONE,
    GUEST_WON,
    LAID,
    LAID_GUESTS,
    NOBLES_SERVED,
    OFFER,
    PLACES,
    REGISTER_USED,
    SERVED_GUESTS,
    SUPPLY,
    THALERS,
    card_in,
    dice,
    is_turned,
    on_sale,
    place_of,
    upgrade_price,
    waiting,
    washers_left,
    washers_lost,
    worth,
)
from tavern_engine.multiset import copies as showing
from tavern_engine.pack import copies
from tavern_engine.state import ASKED, LEFT, PHASE
from tavern_engine.tally import bit, place

ROOM: Final = 280  # more actions are never legal at once: 25 tables, 6 faces, 16 cards of a kind
BELOW_SIX: Final = 0xFFFFF0  # the faces 1 to 5 in a word of dice


def open_spaces(w: vec[i64], seat: i64) -> i64:
    """T28, T33: the spaces on which a die can still be put, a mask."""
    done = w[DONE + seat]
    spaces = bit(ON_BREWER) | bit(ON_MONK) | (w[LAID_GUESTS + seat] & ~w[SERVED_GUESTS + seat]) << ON_GUEST
    if waiting(w, seat, REGULAR) > 0:
        spaces |= bit(REGULAR)
    if waiting(w, seat, REGULAR + 1) > 0:
        spaces |= bit(REGULAR + 1)
    if copies(w[LAID + seat], NOBLE) > 0 and done & NOBLES_SERVED == 0:
        spaces |= bit(NOBLE)
    if done & REGISTER_USED == 0:
        spaces |= bit(ON_REGISTER)
    if done & BARREL_USED == 0:
        spaces |= bit(ON_BARREL)
    return spaces


def most_returned(w: vec[i64], seat: i64, token: i64) -> i64:
    """T39: how many cards can be returned for an upgrade."""
    return copies(w[LAID + seat], offer_card(token)) if token < SPECIAL_OFFERS else i64(0)


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

    # What is legal.

    def list_service(self, w: vec[i64], seat: i64) -> None:
        """T31: all that the seat can do now."""
        self.offer(A_END)
        if w[BAR + seat] > 0:
            self.offer(A_STEP)  # TA35
        self.list_nobles(w, seat)
        self.list_purchases(w, seat)
        self.list_upgrades(w, seat)
        self.list_guests(w, seat)
        self.list_dice(w, seat)

    def list_nobles(self, w: vec[i64], seat: i64) -> None:
        """T46, TA17."""
        amount: i64 = 1
        while amount <= 3:
            if w[BEER + seat] >= self.tavern.noble_price[amount - 1] and copies(w[SUPPLY], NOBLE) >= amount:
                self.offer(A_NOBLES + amount - 1)
            amount += 1

    def list_purchases(self, w: vec[i64], seat: i64) -> None:
        """T37."""
        kind: i64 = HELPER
        while kind < HELPER + TAVERN_TYPES:
            if on_sale(w, seat, kind) and w[THALERS + seat] >= self.tavern.cost[kind]:
                self.offer(A_BUY + kind - HELPER)
            kind += 1

    def list_upgrades(self, w: vec[i64], seat: i64) -> None:
        """T38, T39, TX9: any number of cards may be returned, even more than needed."""
        token: i64 = 0
        while token < TOKENS:
            if not is_turned(w, seat, token):
                most = most_returned(w, seat, token)
                returned: i64 = 0
                while returned <= most:
                    if w[THALERS + seat] >= upgrade_price(self.tavern, token, returned):
                        self.offer(upgrade_action(token, returned))
                    returned += 1
            token += 1

    def list_guests(self, w: vec[i64], seat: i64) -> None:
        """T43."""
        if w[DONE + seat] & GUEST_WON != 0:
            return
        open_guests: i64 = 0
        where: i64 = 0
        while where < PLACES:
            guest = card_in(w[OFFER], where)
            if guest >= 0 and w[BEER + seat] >= self.tavern.cost[GUEST + guest]:
                open_guests |= bit(guest)
            where += 1
        while open_guests != 0:
            self.offer(A_WIN + place(open_guests, 0))
            open_guests &= open_guests - 1

    def list_dice(self, w: vec[i64], seat: i64) -> None:
        """T27 to T29: every face on every space that takes it, raised as far as dishwashers can."""
        some_dice = dice(w, seat)
        if some_dice == 0:
            return
        spaces = open_spaces(w, seat)
        help = washers_left(w, seat)
        suits = self.tavern.suits
        face: i64 = 1
        while face <= 6:
            if showing(some_dice, face) > 0:
                fitting = suits[face]
                raised: i64 = 1
                while raised <= help and face + raised <= 6:
                    fitting |= suits[face + raised]
                    raised += 1
                fitting &= spaces
                while fitting != 0:
                    self.offer(serve_action(face, place(fitting, 0)))
                    fitting &= fitting - 1
            face += 1

    def list_removals(self, w: vec[i64], seat: i64) -> None:
        """T48, TA13: regulars and guests at the tables, or nobody."""
        self.offer(A_PASS)
        if copies(w[LAID + seat], REGULAR) > 0:
            self.offer(A_REMOVE)
        if copies(w[LAID + seat], REGULAR + 1) > 0:
            self.offer(A_REMOVE + 1)
        guests = w[LAID_GUESTS + seat]
        while guests != 0:
            self.offer(A_REMOVE + NOBLE + place(guests, 0))
            guests &= guests - 1

    def list_raisings(self, w: vec[i64], seat: i64) -> None:
        """T29, TA10."""
        self.offer(A_PASS)
        face: i64 = 1
        while face < 6:
            if showing(dice(w, seat), face) > 0:
                self.offer(A_RAISE + face - 1)
            face += 1

    # What an action does.

    def begin_service(self, w: vec[i64], seat: i64) -> None:
        self.service_begins(w, seat)
        w[ASKED] = seat
        w[PHASE] = SERVING

    def serve(self, w: vec[i64], seat: i64, action: i64) -> None:
        """One thing done in service; A_END is not for here."""
        if action >= A_SERVE:
            space = (action - A_SERVE) % SPACES
            self.use(w, seat, space, (action - A_SERVE) // SPACES + 1)
            if space == ON_MONK:
                w[LEFT] = worth(w, self.tavern, seat, F_MONK)  # TA15
                self.go_on(w, seat, self.walk(w, seat))
        elif action >= A_WIN:
            self.win_guest(w, seat, action - A_WIN)
        elif action >= A_FIT:
            self.carry_out_upgrade(w, seat, action - A_FIT + SPECIAL_OFFERS, 0)
        elif action >= A_UPGRADE:
            self.use_special_offer(w, seat, (action - A_UPGRADE) // MOST_RETURNED, (action - A_UPGRADE) % MOST_RETURNED)
        elif action >= A_BUY:
            self.buy(w, seat, action - A_BUY + HELPER)
        elif action >= A_NOBLES:
            self.win_nobles(w, seat, action - A_NOBLES + 1)
        elif action == A_STEP:
            self.use_bar_guest(w, seat)
            w[LEFT] = 1
            self.go_on(w, seat, self.walk(w, seat))

    def use_special_offer(self, w: vec[i64], seat: i64, token: i64, returned: i64) -> None:
        """T39; TA10: dishwashers that have not helped yet can raise dice before they go."""
        if token == F_DISHWASHER and self.may_raise(w, seat, returned):
            w[LEFT] = returned
            w[PHASE] = RAISING
        else:
            self.carry_out_upgrade(w, seat, token, returned)

    def may_raise(self, w: vec[i64], seat: i64, returned: i64) -> bool:
        """TA10, T29: whether help goes that a die could have; a 6 is never raised."""
        return washers_lost(w, self.tavern, seat, returned) > 0 and dice(w, seat) & BELOW_SIX != 0

    def answer_raising(self, w: vec[i64], seat: i64, action: i64) -> None:
        """TA10: one die after another, then the cards go."""
        returned = w[LEFT]
        if action != A_PASS:
            self.raise_die(w, seat, action - A_RAISE + 1)
            if self.may_raise(w, seat, returned):
                return
        w[LEFT] = 0
        w[PHASE] = SERVING
        self.carry_out_upgrade(w, seat, F_DISHWASHER, returned)

    def carry_out_upgrade(self, w: vec[i64], seat: i64, token: i64, returned: i64) -> None:
        """T38, T41, TA17: with a noble if one is left."""
        self.upgrade(w, seat, token, returned)
        if copies(w[SUPPLY], NOBLE) > 0:
            self.gain(w, seat, NOBLE)

    def win_guest(self, w: vec[i64], seat: i64, guest: i64) -> None:
        """T43 to T45."""
        place = place_of(w, guest)
        self.win(w, seat, guest)
        self.fill_place(w, place)
        w[LEFT] = 0
        may_remove = self.take_bonus(w, seat, self.tavern.bonus[guest], self.tavern.bonus_amount[guest])
        self.go_on(w, seat, may_remove or self.walk(w, seat))

    def go_on(self, w: vec[i64], seat: i64, may_remove: bool) -> None:
        """TA34, TA40: walk on until somebody can be removed, or to the end of the way."""
        while may_remove:
            laid = w[LAID + seat]
            if copies(laid, REGULAR) + copies(laid, REGULAR + 1) > 0 or w[LAID_GUESTS + seat] != 0:
                w[PHASE] = REMOVING
                return
            may_remove = self.walk(w, seat)
        w[PHASE] = SERVING

    def answer_removal(self, w: vec[i64], seat: i64, action: i64) -> None:
        if action != A_PASS:
            self.remove(w, seat, removed_kind(action))
        self.go_on(w, seat, self.walk(w, seat))
