"""Events of the Tavern Crew: Stories, animals, the Special Reserve, Prizes, cards before players, and being outside."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import draw
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.events import Zones
from tavern_engine.games.red_dragon_inn.tables import at_bit
from tavern_engine.games.red_dragon_inn.zones import mug_shift, mug_word, seat_bit
from tavern_engine.state import SEATS, SEED_A, SEED_B, TRUTH, VIEWER
from tavern_engine.tally import number, put, take

WASH_LUCK: Final = 12  # the purpose of luck that says what was in a pile when cards are shuffled into it; 13: Reserve
STALL_BITS: Final = 10
A_STALL: Final = 1023
LAST_STALL: Final = 2


def in_stall(w: vec[i64], stall: i64) -> i64:
    """The animal in a stall, kind plus 1, or 0."""
    return (w[z.STALLS] >> (STALL_BITS * stall)) & A_STALL


def set_stall(w: vec[i64], stall: i64, animal: i64) -> None:
    w[z.STALLS] += (animal - in_stall(w, stall)) << (STALL_BITS * stall)


def pile_label(w: vec[i64], seat: i64, at: i64, is_fine: bool) -> i64:
    """The batch of one card of a Drink Me! pile, counted from the bottom, or of the Reserve Drinks on top of it."""
    if is_fine:
        return (w[z.FINE + seat] >> (z.BATCH_BITS * at)) & z.A_BATCH
    return (w[mug_word(seat, at)] >> mug_shift(at)) & z.A_BATCH


def places(w: vec[i64], batch: i64) -> i64:
    """How many unseen cards of a batch there are, as everybody can count them."""
    found: i64 = 0
    is_fine = w[z.FINE_BATCHES] & seat_bit(batch) != 0
    if is_fine:
        if w[z.CELLAR_BATCH] == batch:
            found += w[z.CELLAR]
    else:
        if w[z.DECK_BATCH] == batch:
            found += w[z.DRINK_DECK]
        if w[z.BAR_BATCH] == batch:
            found += w[z.BAR]
    for seat in range(w[SEATS]):
        cards = w[z.FINE_MUGS + seat] if is_fine else w[z.MUGS + seat]
        for at in range(cards):
            if pile_label(w, seat, at, is_fine) == batch:
                found += 1
    return found


class Sides(Zones):
    """The events that only the Tavern Crew brings."""

    def clone(self) -> Sides:
        raise NotImplementedError

    # Setting up.

    def set_bar(self, w: vec[i64], drinks: i64) -> None:
        super().set_bar(w, drinks)
        self.set_sides(w)

    def set_sides(self, w: vec[i64]) -> None:
        """R83, R138: the decks of characters at the table, and the Prizes."""
        for seat in range(w[SEATS]):
            deck = w[z.CHARACTER + seat]
            if deck == self.inn.teller:
                w[z.TALES] = self.inn.full[t.STORIES]
            if deck == self.inn.groom:
                w[z.STALL] = self.inn.full[t.STABLE]
            if deck == self.inn.host:
                self.open_cellar(w, self.inn.full[t.RESERVE])
        if w[z.RULES] & z.WITH_PRIZES != 0:
            w[z.TROPHIES] = self.inn.full[t.PRIZES]

    # Stories.

    def tells(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """R85: a Story is revealed and goes with the card."""
        self.tell(w, z.TELLS, seat, kind, 0)
        w[z.TELLINGS] += 1
        w[z.TALES] = take(w[z.TALES], self.home_field(kind))

    def story_ends(self, w: vec[i64], kind: i64) -> None:
        """RA88: to the Story discard."""
        self.tell(w, z.STORY_ENDS, 0, kind, 0)
        w[z.TALES_TOLD] = put(w[z.TALES_TOLD], self.home_field(kind))

    def shuffles_side(self, w: vec[i64], deck: i64) -> None:
        """R91, R101, R106, R83: the discard of Stories, animals or Reserve Drinks is a new deck; Prizes come back."""
        self.tell(w, z.SHUFFLES_SIDE, 0, deck, 0)
        if deck == t.STORIES:
            w[z.TALES] = w[z.TALES_TOLD]
            w[z.TALES_TOLD] = 0
        elif deck == t.STABLE:
            w[z.STALL] = w[z.STALL_LEFT]
            w[z.STALL_LEFT] = 0
        elif deck == t.PRIZES:
            w[z.TROPHIES] = w[z.TROPHIES_USED]
            w[z.TROPHIES_USED] = 0
        else:
            self.open_cellar(w, w[z.FINE_DREGS])
            w[z.FINE_DREGS] = 0

    def open_cellar(self, w: vec[i64], drinks: i64) -> None:
        """The Reserve deck consists of these cards."""
        batch = self.new_batch(w)
        w[z.CELLAR_BATCH] = batch
        w[z.FINE_BATCHES] |= seat_bit(batch)
        w[z.BATCH + batch] = drinks
        w[z.CELLAR] = number(drinks)

    # Cards before players.

    def stays(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """R42, R90: a Story or an Elixir stays before a player."""
        self.tell(w, z.STAYS, seat, kind, 0)
        w[z.FRONT + seat] = put(w[z.FRONT + seat], self.front_field(kind))
        if seat == w[z.TURN] and self.inn.home[kind] == t.STORIES:
            w[z.USED] = put(w[z.USED], self.front_field(kind))  # RA89: it works on the next turn

    def uses(self, w: vec[i64], seat: i64, kind: i64, aim: i64) -> None:
        """RA94, RA104, RA110: a card before the player is used up; `aim` as in `plays`."""
        self.tell(w, z.USES, seat, kind, aim)
        self.put_away(w, seat, kind)

    def uses_kept(self, w: vec[i64], seat: i64, kind: i64, aim: i64) -> None:
        """R114: used, and not again this turn."""
        self.tell(w, z.USES_KEPT, seat, kind, aim)
        w[z.USED] = put(w[z.USED], self.front_field(kind))

    def put_away(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """A card before a player goes to the discard that it belongs to."""
        w[z.FRONT + seat] = take(w[z.FRONT + seat], self.front_field(kind))
        deck = self.inn.home[kind]
        field = self.home_field(kind)
        if deck == t.STORIES:
            w[z.TALES_TOLD] = put(w[z.TALES_TOLD], field)
        elif deck == t.PRIZES:
            w[z.TROPHIES_USED] = put(w[z.TROPHIES_USED], field)
        elif deck == t.RESERVE:
            w[z.FINE_DREGS] = put(w[z.FINE_DREGS], field)
        else:
            w[z.STALL_LEFT] = put(w[z.STALL_LEFT], field)
            for stall in range(i64(LAST_STALL + 1)):
                if in_stall(w, stall) == kind + 1:
                    set_stall(w, stall, 0)

    def clear_front(self, w: vec[i64], seat: i64) -> None:
        for other in range(w[SEATS]):
            lost = w[z.FRONT + other]
            if other != seat:  # RA89: with Warthorn his Stories go
                lost = lost & self.story_bits() if w[z.CHARACTER + seat] == self.inn.teller else i64(0)
            while lost != 0:
                self.put_away(w, other, self.inn.kind[at_bit(t.FRONTS, number((lost & -lost) - 1))])
                lost &= lost - 1
        w[z.OUTSIDE] &= ~seat_bit(seat)
        if w[z.OUT_WITH] == seat + 1:
            w[z.OUTSIDE] = 0
        if w[z.OUTSIDE] == 0:
            w[z.OUT_WITH] = 0

    def story_bits(self) -> i64:
        """The Stories that can lie before players."""
        passive = self.inn.passive
        return passive[t.NO_ACTION] | passive[t.HAND_LIMIT] | passive[t.TAX]

    def turn_begins(self, w: vec[i64], seat: i64) -> None:
        super().turn_begins(w, seat)
        w[z.USED] = 0

    # The stable.

    def comes(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """R94: an animal is revealed."""
        self.tell(w, z.COMES, seat, kind, 0)
        w[z.VISITS] += 1
        w[z.STALL] = take(w[z.STALL], self.home_field(kind))

    def goes(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """R92, R95: an animal leaves, from its stall or without ever having had one."""
        self.tell(w, z.GOES, seat, kind, 0)
        if w[z.FRONT + seat] & self.front_field(kind) != 0:
            self.put_away(w, seat, kind)
        else:
            w[z.STALL_LEFT] = put(w[z.STALL_LEFT], self.home_field(kind))

    def settles_in(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """R92: into the first stall; others move on only as far as they must. One stall is free."""
        self.tell(w, z.SETTLES_IN, seat, kind, 0)
        w[z.FRONT + seat] = put(w[z.FRONT + seat], self.front_field(kind))
        animal = kind + 1
        stall: i64 = 0
        while animal != 0:
            moved = in_stall(w, stall)
            set_stall(w, stall, animal)
            animal = moved
            stall += 1

    # The Special Reserve.

    def gets_reserve(self, w: vec[i64], seat: i64) -> None:
        """R102: the top card of the Reserve deck, seen by nobody, onto a Drink Me! pile."""
        self.tell(w, z.GETS_RESERVE, seat, 0, 0)
        w[z.CELLAR] -= 1
        self.lay_fine(w, seat, w[z.CELLAR_BATCH])

    def hands_over(self, w: vec[i64], seat: i64, receiver: i64) -> None:
        """R127, RA115: the top card of a Drink Me! pile onto another one."""
        self.tell(w, z.HANDS_OVER, seat, receiver, 0)
        is_fine = w[z.FINE_MUGS + seat] > 0
        batch = self.lift_mug(w, seat)
        if is_fine:
            self.lay_fine(w, receiver, batch)
        else:
            self.lay_mug(w, receiver, batch)

    def washes_in(self, w: vec[i64], seat: i64, drinks: i64, is_fine: i64) -> None:
        """R102, R116: known drinks are shuffled into a Drink Me! pile, or among the Reserve Drinks on top of it.

        What else is in the pile is decided now; nobody sees it, so only the truth knows.
        """
        self.tell(w, z.WASHES_IN, seat, drinks, is_fine)
        deck = t.DRINKS + is_fine  # the Reserve comes next
        cards = w[z.FINE_MUGS + seat] if is_fine != 0 else w[z.MUGS + seat]
        contents = drinks
        for at in range(cards):
            batch = pile_label(w, seat, at, is_fine != 0)
            known = w[z.SURE + batch] if w[z.POOLED] & seat_bit(batch) != 0 else w[z.BATCH + batch]
            w[z.LOOSE + is_fine] = self.merge(deck, w[z.LOOSE + is_fine], known)
            w[z.POOLED] |= seat_bit(batch)
            w[z.SURE + batch] = 0
            if w[VIEWER] != TRUTH:
                w[z.BATCH + batch] = 0
        for at in range(cards):
            batch = pile_label(w, seat, at, is_fine != 0)
            if w[VIEWER] == TRUTH:
                bit = draw(w[SEED_A], w[SEED_B], WASH_LUCK + is_fine, 64 * w[z.REVEALED] + at, w[z.BATCH + batch])
                field = self.inn.field[at_bit(deck, bit)]
                w[z.BATCH + batch] = take(w[z.BATCH + batch], field)
                contents = put(contents, field)
        new = self.new_batch(w)
        if is_fine != 0:
            w[z.FINE_BATCHES] |= seat_bit(new)
            w[z.FINE + seat] = 0
            w[z.FINE_MUGS + seat] = 0
        else:
            for word in range(mug_word(seat, 0), mug_word(seat, 0) + z.PILE_WORDS):
                w[word] = 0
            w[z.MUGS + seat] = 0
        w[z.BATCH + new] = contents
        for _ in range(cards + number(drinks)):
            if is_fine != 0:
                self.lay_fine(w, seat, new)
            else:
                self.lay_mug(w, seat, new)
        if cards > 0:
            w[z.POOLED] |= seat_bit(new)
            w[z.SURE + new] = drinks
            self.clear_pool(w, is_fine)

    def leaves_pool(self, w: vec[i64], batch: i64, field: i64) -> None:
        is_fine = (w[z.FINE_BATCHES] >> batch) & 1
        if w[z.SURE + batch] & field != 0:
            w[z.SURE + batch] = take(w[z.SURE + batch], field)
        else:
            w[z.LOOSE + is_fine] = take(w[z.LOOSE + is_fine], field)
        w[z.BATCH + batch] = take(w[z.BATCH + batch], field) if w[VIEWER] == TRUTH else w[z.SURE + batch]
        self.clear_pool(w, is_fine)

    def clear_pool(self, w: vec[i64], is_fine: i64) -> None:
        """Batches of which nothing is left are pooled no more; what one alone holds everybody can work out."""
        left: i64 = 0
        one: i64 = -1
        for batch in range(i64(z.BATCHES)):
            ours = (w[z.FINE_BATCHES] & seat_bit(batch) != 0) == (is_fine != 0)
            if ours and w[z.POOLED] & seat_bit(batch) != 0:
                if places(w, batch) == 0:
                    w[z.POOLED] &= ~seat_bit(batch)
                    w[z.BATCH + batch] = 0
                    w[z.SURE + batch] = 0
                else:
                    left += 1
                    one = batch
        if left == 1:
            deck = t.DRINKS + is_fine
            w[z.BATCH + one] = self.merge(deck, w[z.SURE + one], w[z.LOOSE + is_fine])
            w[z.SURE + one] = 0
            w[z.LOOSE + is_fine] = 0
            w[z.POOLED] &= ~seat_bit(one)

    # Outside, and the rest.

    def steps_out(self, w: vec[i64], seat: i64, other: i64) -> None:
        """R108, RA105."""
        self.tell(w, z.STEPS_OUT, seat, other, 0)
        w[z.OUTSIDE] = seat_bit(seat) | seat_bit(other)
        w[z.OUT_WITH] = seat + 1

    def comes_back(self, w: vec[i64]) -> None:
        """RA105: both are back."""
        self.tell(w, z.COMES_BACK, 0, w[z.OUTSIDE], 0)
        w[z.OUTSIDE] = 0
        w[z.OUT_WITH] = 0

    def turns_card(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """RA113: the top card of a character deck is turned up."""
        self.tell(w, z.TURNS_CARD, seat, kind, 0)
        field = self.field(seat, kind)
        w[z.DRAWN + seat] += 1
        w[z.POOL + seat] = take(w[z.POOL + seat], field)
        if self.sees(w, seat):
            w[z.DECK + seat] = take(w[z.DECK + seat], field)

    def takes_from_inn(self, w: vec[i64], seat: i64, amount: i64) -> None:
        """R109."""
        self.tell(w, z.TAKES_FROM_INN, seat, 0, amount)
        w[z.PURSE + seat] += amount

    def stakes_prize(self, w: vec[i64], seat: i64, kind: i64) -> None:
        """R83: a Prize lies on the pot."""
        self.tell(w, z.STAKES_PRIZE, seat, kind, 0)
        w[z.TROPHIES] = take(w[z.TROPHIES], self.home_field(kind))
        w[z.STAKED] = kind + 1
