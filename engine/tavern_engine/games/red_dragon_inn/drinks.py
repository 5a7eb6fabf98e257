"""Ordering, revealing, changing and drinking (R6, R7, R32 to R45, R64 to R81, RA38 to RA55)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import draw
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.events import Zones
from tavern_engine.games.red_dragon_inn.stack import advance, jump, present, push
from tavern_engine.games.red_dragon_inn.tables import at_bit
from tavern_engine.games.red_dragon_inn.zones import clockwise, drinker_of, pile, pile_top, seat_bit
from tavern_engine.state import SEATS, SEED_A, SEED_B
from tavern_engine.tally import number, place, put

DRINK_LUCK: Final = 8  # the purpose of luck; those below are the seats' draws

# How far the reveal of one Drink has come (STEP).
NOTHING_YET: Final = 0
CHASER_DUE: Final = 1

EXTRA_BITS: Final = 4  # of each seat in EXTRA
AN_EXTRA: Final = 15
AS_CHASER: Final = t.SPLITS | t.NO_SPLIT  # R69: what does not count of a Chaser; through an Event: SPLITS


def needs_refill(w: vec[i64]) -> bool:
    """R32, RA7: the Drink Deck is empty and there is something to make a new one of."""
    return w[z.DRINK_DECK] == 0 and (w[z.DREGS] != 0 or (w[z.RULES] & z.BAR_DECK != 0 and w[z.BAR] > 0))


def alter(state: Zones, w: vec[i64], seat: i64, ac: i64, fort: i64) -> i64:
    """RA41, R10: AC and F move together, within the limits; how much F really moved."""
    limit = state.inn.limit
    ac += w[z.ALCOHOL + seat]
    if ac < 0:
        ac = 0
    if ac > limit:
        ac = limit
    fort += w[z.FORTITUDE + seat]
    if fort < 0:
        fort = 0
    if fort > limit:
        fort = limit
    moved = fort - w[z.FORTITUDE + seat]
    if ac != w[z.ALCOHOL + seat]:
        state.intoxicate(w, seat, ac - w[z.ALCOHOL + seat])
    if moved != 0:
        state.fortify(w, seat, moved)
    return moved


def turn_up(state: Zones, w: vec[i64], seat: i64, source: i64) -> i64:
    """Reveal the top card of the seat's own pile or of a deck: its kind. There must be one."""
    batch = w[z.DECK_BATCH]
    deck: i64 = t.DRINKS
    if source == z.FROM_CELLAR:
        batch = w[z.CELLAR_BATCH]
        deck = t.RESERVE
    elif source == z.FROM_PILE:
        batch = pile_top(w, seat)
        if w[z.FINE_MUGS + seat] > 0:
            deck = t.RESERVE
    bit = draw(w[SEED_A], w[SEED_B], DRINK_LUCK, w[z.REVEALED], w[z.BATCH + batch])
    kind = state.inn.kind[at_bit(deck, bit)]
    state.reveal(w, seat, kind, source)
    return kind


def discard_drink(state: Zones, w: vec[i64], kind: i64) -> None:
    """To the discard that it belongs to (RA51, RA99)."""
    state.pour_out(w, put(0, state.home_field(kind)), state.inn.home[kind] - t.DRINKS)


def new_row(w: vec[i64], revealer: i64, drinker: i64) -> i64:
    """A Drink on the table, still without strength."""
    row = w[z.ROWS]
    w[z.ROWS] += 1
    w[z.ROW_AC + row] = 0
    w[z.ROW_FORT + row] = 0
    w[z.ROW_DRINKER + row] = drinker + 1
    w[z.ROW_ROOT + row] = row
    w[z.ROW_SCORE + row] = 0
    w[z.ROW_REVEALER + row] = revealer
    return row


def pour(state: Zones, w: vec[i64], kind: i64, unlike: i64) -> bool:
    """R34, R37: add a card to the newest Drink, less what does not count here; whether a Chaser is due."""
    row = w[z.ROWS] - 1
    where: i64 = z.ROW_CARDS if state.inn.home[kind] == t.DRINKS else z.ROW_FINE
    w[where + row] = put(w[where + row], state.home_field(kind))
    w[z.ROW_AC + row] += state.inn.ac[kind]
    w[z.ROW_SCORE + row] += state.inn.ac[kind]
    w[z.ROW_FORT + row] += state.inn.fort[kind]
    effects = state.inn.effects[kind]
    if effects != 0:
        w[z.ROW_EFFECTS + row] = mixed(w[z.ROW_EFFECTS + row], effects & ~unlike)
    return state.inn.chaser[kind] != 0


def mixed(one: i64, other: i64) -> i64:
    """R65: what two cards of one Drink do besides; like effects are added up."""
    counts = (one & t.COUNTED_EFFECTS) + (other & t.COUNTED_EFFECTS)
    return counts | (one & ~t.COUNTED_EFFECTS) | (other & ~t.COUNTED_EFFECTS)


def cards_left(w: vec[i64], seat: i64, source: i64) -> i64:
    """How many cards there are where a Drink comes from."""
    if source == z.FROM_BAR:
        return w[z.DRINK_DECK]
    return w[z.CELLAR] if source == z.FROM_CELLAR else pile(w, seat)


def add_chaser(state: Zones, w: vec[i64], seat: i64, source: i64) -> bool:
    """R34 to R36: one more card from the same source; whether the Drink is complete."""
    if cards_left(w, seat, source) == 0:
        return True  # R35, RA7
    kind = turn_up(state, w, seat, source)
    if state.inn.event[kind] >= 0:
        discard_drink(state, w, kind)
        return True
    return not pour(state, w, kind, AS_CHASER)


def reveal_own(state: Zones, w: vec[i64], f: i64) -> None:
    """R7, R140, RA38: the frame's owner reveals a Drink of the own pile, card by card."""
    if w[f + z.STEP] == NOTHING_YET and pile(w, w[f + z.OWNER]) == 0:
        seat = w[f + z.OWNER]
        state.tell(w, z.SOBERS, seat, 0, 0)
        alter(state, w, seat, -1, 0)
        w[f + z.PC] = state.inn.end
        return
    reveal_from(state, w, f, z.FROM_PILE)


def reveal_from(state: Zones, w: vec[i64], f: i64, source: i64) -> None:
    """R34, RA39, RA103: a Drink for the frame's owner, card by card; an Event takes over."""
    seat = w[f + z.OWNER]
    if w[f + z.STEP] == CHASER_DUE:
        if add_chaser(state, w, seat, source):
            advance(w, f)
        return
    kind = turn_up(state, w, seat, source)
    if state.inn.event[kind] >= 0:
        w[f + z.CARD] = kind + 1
        w[f + z.PC] = state.inn.event[kind]
        return
    row = new_row(w, seat, seat)
    unlike: i64 = 0
    if source != z.FROM_PILE:
        w[z.ROW_EFFECTS + row] = t.FROM_DECK
        unlike = t.SPLITS
    if pour(state, w, kind, unlike):
        w[f + z.STEP] = CHASER_DUE
    else:
        advance(w, f)


def may_hold(w: vec[i64], batch: i64) -> i64:
    """What everybody knows a batch of drinks to hold, or to hold perhaps."""
    return w[z.BATCH + batch] if w[z.POOLED] & seat_bit(batch) == 0 else w[z.SURE + batch] | w[z.LOOSE]


def no_drink_left(state: Zones, w: vec[i64]) -> bool:
    """RA7, RA49: the Drink Deck is empty, or deck and discard hold nothing but Events."""
    drinks = may_hold(w, w[z.DECK_BATCH]) | w[z.DREGS]
    return w[z.DRINK_DECK] == 0 or drinks & state.inn.real_drinks == 0


def reveal_from_deck(state: Zones, w: vec[i64], f: i64, seat: i64, unlike: i64) -> bool:
    """R135, R150: a card for the seat's Drink from the Drink Deck; Events before the first Drink are replaced."""
    if w[f + z.STEP] == CHASER_DUE:
        return add_chaser(state, w, seat, z.FROM_BAR)
    if no_drink_left(state, w):
        return True
    kind = turn_up(state, w, seat, z.FROM_BAR)
    if state.inn.event[kind] >= 0:
        discard_drink(state, w, kind)
        return False
    row = new_row(w, seat, seat)
    w[z.ROW_EFFECTS + row] = t.FROM_DECK
    if pour(state, w, kind, unlike):
        w[f + z.STEP] = CHASER_DUE
        return False
    return True


def reveal_one(state: Zones, w: vec[i64], f: i64) -> None:
    """R71, RA48: one Drink for everybody."""
    if reveal_from_deck(state, w, f, w[f + z.OWNER], t.SPLITS):
        advance(w, f)


def reveal_each(state: Zones, w: vec[i64], f: i64) -> None:
    """RA47: from its player clockwise each reveals a Drink."""
    next_revealer(w, f, w[f + z.OWNER], present(w))
    if w[f + z.AMOUNT] == w[SEATS]:
        w[f + z.AMOUNT] = 0
        advance(w, f)
        return
    if reveal_from_deck(state, w, f, clockwise(w, w[f + z.OWNER], w[f + z.AMOUNT]), 0):
        w[f + z.STEP] = NOTHING_YET
        w[f + z.AMOUNT] += 1


def next_revealer(w: vec[i64], f: i64, first: i64, who: i64) -> None:
    """Count AMOUNT on to the next seat that takes part."""
    while w[f + z.AMOUNT] < w[SEATS] and who & seat_bit(clockwise(w, first, w[f + z.AMOUNT])) == 0:
        w[f + z.AMOUNT] += 1


def copy_drink(w: vec[i64], f: i64) -> None:
    """R71, RA48: the one Drink on the table is copied whole for each player."""
    if w[z.ROWS] == 1:
        w[z.ROW_DRINKER] = 0
        for seat in range(w[SEATS]):
            if present(w) & seat_bit(seat) != 0:
                if w[z.ROW_DRINKER] == 0:
                    w[z.ROW_DRINKER] = seat + 1
                else:
                    row = new_row(w, w[z.ROW_REVEALER], seat)
                    w[z.ROW_AC + row] = w[z.ROW_AC]
                    w[z.ROW_FORT + row] = w[z.ROW_FORT]
                    w[z.ROW_SCORE + row] = w[z.ROW_SCORE]
                    w[z.ROW_EFFECTS + row] = w[z.ROW_EFFECTS] | t.COPIED
    advance(w, f)


def drink_all(state: Zones, w: vec[i64], f: i64) -> None:
    """RA18, RA41, RA51: everything on the table is drunk together, from the active player on, and discarded."""
    more: i64 = 0
    for step in range(w[SEATS]):
        seat = clockwise(w, w[z.TURN], step)
        drinks: i64 = 0
        ac: i64 = 0
        fort: i64 = 0
        for row in range(w[z.ROWS]):
            if w[z.ROW_DRINKER + row] == seat + 1:
                drinks += 1
                ac += w[z.ROW_AC + row]
                harm = w[z.ROW_FORT + row]
                fort += harm if harm >= 0 else softened(state, w, seat, harm)
                more |= (w[z.ROW_EFFECTS + row] & t.EFFECTS) | w[z.ROW_FINE + w[z.ROW_ROOT + row]]
        if drinks > 0:
            state.tell(w, z.DRINKS_UP, seat, fort + z.NO_FORT, ac)
            alter(state, w, seat, ac, fort)
    advance(w, f)
    if more == 0:  # else it has an aftertaste
        clear_table(state, w)
        advance(w, f)


def softened(state: Zones, w: vec[i64], seat: i64, fort: i64) -> i64:
    """RA96: a change of F, as what lies before the seat makes a loss smaller."""
    if fort >= 0 or w[z.FRONT + seat] & state.inn.passive[t.REDUCES] == 0:
        return fort
    fort += front_value(state, w, seat, t.REDUCES)
    return fort if fort < 0 else i64(0)


def front_value(state: Zones, w: vec[i64], seat: i64, what: i64) -> i64:
    """The number of the first card before a seat that changes such a thing; there is one."""
    return state.inn.value[front_kind(state, w, seat, what)]


def front_kind(state: Zones, w: vec[i64], seat: i64, what: i64) -> i64:
    """The first card before a seat that changes such a thing, or -1."""
    cards = w[z.FRONT + seat] & state.inn.passive[what] & ~w[z.USED]
    return state.inn.kind[at_bit(t.FRONTS, place(cards, 0))] if cards != 0 else i64(-1)


def clear_table(state: Zones, w: vec[i64]) -> None:
    """The cards of all Drinks go to the discards."""
    cards: i64 = 0
    fine: i64 = 0
    for row in range(w[z.ROWS]):
        cards = state.merge(t.DRINKS, w[z.ROW_CARDS + row], cards) if cards != 0 else w[z.ROW_CARDS + row]
        if w[z.ROW_FINE + row] != 0:
            fine = state.merge(t.RESERVE, fine, w[z.ROW_FINE + row])
        for word in range(z.ROW_AC + row, i64(z.DEPTH), z.MAX_ROWS):
            w[word] = 0
    w[z.ROWS] = 0
    if cards != 0:
        state.pour_out(w, cards, 0)
    if fine != 0:
        state.pour_out(w, fine, 1)


def one_extra(seat: i64) -> i64:
    """One extra Drink of a seat, in EXTRA."""
    one: i64 = 1
    return one << (EXTRA_BITS * seat)


def serve_extras(state: Zones, w: vec[i64], f: i64) -> None:
    """RA45: extra Drinks follow in turn order, one by one."""
    step: i64 = 0
    while step < w[SEATS]:
        seat = clockwise(w, w[z.TURN], step)
        if (w[f + z.EXTRA] >> (EXTRA_BITS * seat)) & AN_EXTRA != 0:
            w[f + z.EXTRA] -= one_extra(seat)
            if present(w) & seat_bit(seat) != 0:
                push(w, state.inn.drinking, seat)
                return
        else:
            step += 1
    advance(w, f)


# What cards do to a Drink. The frame names its row in AMOUNT.


def ignore_drink(state: Zones, w: vec[i64], f: i64) -> None:
    """R37, R53."""
    row = w[f + z.AMOUNT]
    state.tell(w, z.IGNORES, w[f + z.OWNER], 0, row + 1)
    w[z.ROW_DRINKER + row] = 0


def pass_drink(state: Zones, w: vec[i64], f: i64, taker: i64) -> None:
    """RA44: somebody else is to drink it."""
    row = w[f + z.AMOUNT]
    state.tell(w, z.HANDS_ON, w[f + z.OWNER], taker, row)
    w[z.ROW_DRINKER + row] = taker + 1


def half(amount: i64) -> i64:
    """RA43: rounded up in size, the sign kept."""
    return (amount + 1) // 2 if amount > 0 else -((1 - amount) // 2)


def split_drink(state: Zones, w: vec[i64], row: i64, taker: i64) -> None:
    """R64, R65: two independent halves."""
    state.tell(w, z.SHARES, drinker_of(w, row), taker, row)
    w[z.ROW_AC + row] = half(w[z.ROW_AC + row])
    w[z.ROW_FORT + row] = half(w[z.ROW_FORT + row])
    if w[z.ROW_EFFECTS + row] & t.EFFECTS != 0:
        w[z.ROW_EFFECTS + row] = halved(w[z.ROW_EFFECTS + row])
    other = new_row(w, w[z.ROW_REVEALER + row], taker)
    w[z.ROW_AC + other] = w[z.ROW_AC + row]
    w[z.ROW_FORT + other] = w[z.ROW_FORT + row]
    w[z.ROW_ROOT + other] = w[z.ROW_ROOT + row]
    w[z.ROW_EFFECTS + other] = w[z.ROW_EFFECTS + row]


def halved(effects: i64) -> i64:
    """R65, R112: half of what a Drink does besides, rounded up; what each card brings stays."""
    found = effects & ~t.COUNTED_EFFECTS
    for effect in range(i64(t.REVEALS + 1)):
        if effect != t.HEAL_FORT:
            shift = t.EFFECT_BITS * effect
            found |= ((((effects >> shift) & t.AN_EFFECT) + 1) // 2) << shift
    return found


def changed(ac: i64, amount: i64) -> i64:
    """RA40: AC after raising or lowering, which stops at 0 and leaves what is below untouched."""
    if amount >= 0 or ac + amount >= 0:
        return ac + amount
    return ac if ac < 0 else i64(0)


def modify_drink(state: Zones, w: vec[i64], row: i64, amount: i64) -> None:
    """RA40, RA52: the change counts for the contest."""
    before = w[z.ROW_AC + row]
    after = changed(before, amount)
    drinker = drinker_of(w, row)
    if drinker >= 0:
        state.tell(w, z.CHANGES, drinker, row, after - before)
    else:
        state.tell(w, z.CHANGES, w[z.ROW_REVEALER + row], row + z.FOR_NOBODY, after - before)  # RA119
    w[z.ROW_AC + row] = after
    w[z.ROW_SCORE + w[z.ROW_ROOT + row]] += after - before


def turn_to_courage(state: Zones, w: vec[i64], f: i64, fort: i64) -> None:
    """RA42, R118: the AC of the Drink becomes so much F."""
    row = w[f + z.AMOUNT]
    as_much = fort == w[z.ROW_AC + row]
    state.tell(w, z.IS_COURAGE, w[f + z.OWNER], row if as_much else row + z.IN_ALL, fort)
    w[z.ROW_FORT + row] += fort
    w[z.ROW_AC + row] = 0


def soften(state: Zones, w: vec[i64], f: i64, amount: i64) -> None:
    """The Drink lowers F by so much less."""
    row = w[f + z.AMOUNT]
    if amount > -w[z.ROW_FORT + row]:
        amount = -w[z.ROW_FORT + row]
    state.tell(w, z.SOFTENS, w[f + z.OWNER], row, amount)
    w[z.ROW_FORT + row] += amount


def owe_extra(state: Zones, w: vec[i64], f: i64, below: i64) -> None:
    """RA45: the drinker owes one more Drink when this one is done."""
    seat = drinker_of(w, w[f + z.AMOUNT])
    if seat >= 0:
        state.tell(w, z.OWES_DRINK, seat, 0, 0)
        w[below + z.EXTRA] += one_extra(seat)


# Drinking Contest (R72 to R78). TARGETS are those who drink in this step, IGNORED those who pay its winner: who was in
# the game when it was revealed, and has not fallen in another contest since (RA55, RA118). LOSERS are ahead.


def begin_contest(w: vec[i64], f: i64) -> None:
    w[f + z.TRAITS] = t.IS_CONTEST
    w[f + z.TARGETS] = present(w)
    w[f + z.IGNORED] = present(w)
    advance(w, f)


def reveal_contest(state: Zones, w: vec[i64], f: i64) -> None:
    """R72, RA7: from the active player on each reveals the top of the Drink Deck; an Event is a Drink of AC 0."""
    next_revealer(w, f, w[z.TURN], w[f + z.TARGETS])
    if w[f + z.AMOUNT] == w[SEATS]:
        w[f + z.AMOUNT] = 0
        advance(w, f)
        return
    seat = clockwise(w, w[z.TURN], w[f + z.AMOUNT])
    if w[f + z.STEP] == CHASER_DUE:
        if not add_chaser(state, w, seat, z.FROM_BAR):
            return
    elif w[z.DRINK_DECK] > 0:
        new_row(w, seat, seat)
        if pour(state, w, turn_up(state, w, seat, z.FROM_BAR), t.SPLITS):
            w[f + z.STEP] = CHASER_DUE
            return
    w[f + z.STEP] = NOTHING_YET
    w[f + z.AMOUNT] += 1


def judge_contest(state: Zones, w: vec[i64], f: i64) -> None:
    """R73, R74, RA7, RA52: who is ahead in this step; RA49: nobody, if all have 0 and nothing stronger can be found."""
    best: i64 = 0
    w[f + z.LOSERS] = w[f + z.TARGETS]
    for row in range(w[z.ROWS]):
        score = w[z.ROW_SCORE + row]
        if w[z.ROW_ROOT + row] == row and score > 0 and score >= best:
            if score > best:
                best = score
                w[f + z.LOSERS] = 0
            w[f + z.LOSERS] |= seat_bit(w[z.ROW_REVEALER + row])
    if best == 0 and number(w[f + z.LOSERS]) > 1 and to_be_found(w) & state.inn.strong_drinks == 0:
        w[f + z.LOSERS] = 0
    advance(w, f)


def to_be_found(w: vec[i64]) -> i64:
    """The cards that the Drink Deck can still bring, now or after a shuffle."""
    found = w[z.DREGS]
    if w[z.RULES] & z.BAR_DECK != 0 and w[z.BAR] > 0:
        found |= may_hold(w, w[z.BAR_BATCH])
    for row in range(w[z.ROWS]):
        found |= w[z.ROW_CARDS + row]
    return found | may_hold(w, w[z.DECK_BATCH]) if w[z.DRINK_DECK] > 0 else found


def fall(state: Zones, w: vec[i64], f: i64, again: i64) -> None:
    """R75, RA53: who has passed out is out of the contest; the rest of the tied drink again, or the last one wins."""
    for step in range(w[SEATS]):
        seat = clockwise(w, w[z.TURN], step)
        if present(w) & seat_bit(seat) != 0 and w[z.ALCOHOL + seat] >= w[z.FORTITUDE + seat]:
            state.falls(w, seat)
            pays_here_only(w, f, seat)
    w[f + z.LOSERS] &= present(w)
    if number(w[f + z.LOSERS]) > 1:
        w[f + z.TARGETS] = w[f + z.LOSERS]
        jump(w, f, again)
    else:
        advance(w, f)


def pays_here_only(w: vec[i64], f: i64, seat: i64) -> None:
    """RA118: who falls in the contest of this frame pays its prize, but none of the contests below it."""
    for below in range(z.STACK, f, z.FRAME):
        if w[below + z.TRAITS] & t.IS_CONTEST != 0:
            w[below + z.IGNORED] &= ~seat_bit(seat)


def settle_contest(state: Zones, w: vec[i64], f: i64, prize: i64) -> None:
    """R72, R75, RA54: a clear winner gets the prize money; a tie goes on to RA53."""
    if number(w[f + z.LOSERS]) <= 1:
        jump(w, f, prize)
    else:
        state.tell(w, z.TIES, 0, w[f + z.LOSERS], 0)
        advance(w, f)
