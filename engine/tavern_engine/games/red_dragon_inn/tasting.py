"""What a Drink does besides AC and F: to its drinker, with whom it is shared, who keeps an Elixir (R41 to R44)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.drinks import alter, clear_table, modify_drink
from tavern_engine.games.red_dragon_inn.hands import draw_some, turn_cards
from tavern_engine.games.red_dragon_inn.sides import Sides
from tavern_engine.games.red_dragon_inn.stack import advance, present, push
from tavern_engine.games.red_dragon_inn.tables import at_bit
from tavern_engine.games.red_dragon_inn.zones import clockwise, drinker_of, seat_bit
from tavern_engine.state import SEATS
from tavern_engine.tally import number, take


def lessen_own(state: Sides, w: vec[i64], f: i64, amount: i64) -> None:
    """R123: the Drink that the card's player revealed has so much less AC."""
    for row in range(w[z.ROWS]):
        if w[z.ROW_REVEALER + row] == w[f + z.OWNER]:
            modify_drink(state, w, row, amount)
    advance(w, f)


def to_be_shared(w: vec[i64]) -> i64:
    """R69, RA111: the first Drink that is still to be split by itself, or -1; nobody is left to share it with: none."""
    for row in range(w[z.ROWS]):
        drinker = drinker_of(w, row)
        if drinker >= 0 and w[z.ROW_EFFECTS + row] & t.SPLITS != 0 and present(w) & ~seat_bit(drinker) != 0:
            return row
    return -1


# Elixirs.


def keep_elixirs(state: Sides, w: vec[i64]) -> None:
    """R42 to R44: Elixirs of Drinks that somebody drank stay."""
    for row in range(w[z.ROWS]):
        cards = w[z.ROW_FINE + row] & state.inn.stays
        keeper = keeper_of(w, row) if cards != 0 else i64(-1)
        while cards != 0 and keeper >= 0:
            kind = state.inn.kind[at_bit(t.RESERVE, number((cards & -cards) - 1))]
            w[z.ROW_FINE + row] = take(w[z.ROW_FINE + row], state.home_field(kind))
            state.stays(w, keeper, kind)
            cards &= cards - 1


def keeper_of(w: vec[i64], root: i64) -> i64:
    """R42: who revealed it from the own pile, else the active player; if that one did not drink, who comes next."""
    first = w[z.TURN] if w[z.ROW_EFFECTS + root] & t.FROM_DECK != 0 else w[z.ROW_REVEALER + root]
    for step in range(w[SEATS]):
        seat = clockwise(w, first, step)
        for row in range(w[z.ROWS]):
            if w[z.ROW_ROOT + row] == root and drinker_of(w, row) == seat:
                return seat
    return -1


# Effects.


def aftertaste(state: Sides, w: vec[i64], f: i64) -> None:
    """RA41: one drinker after another, from the active player on, does what each Drink says besides."""
    if w[z.ROWS] == 0:
        advance(w, f)
        return
    keep_elixirs(state, w)
    for step in range(w[SEATS]):
        seat = clockwise(w, w[z.TURN], step)
        for row in range(w[z.ROWS]):
            effects = w[z.ROW_EFFECTS + row] & t.EFFECTS
            if drinker_of(w, row) == seat and effects != 0:
                w[z.ROW_EFFECTS + row] -= effects
                tasting = push(w, state.inn.tasting, seat)
                w[tasting + z.EXTRA] = effects
                return
    clear_table(state, w)
    advance(w, f)


def amount_of(w: vec[i64], f: i64, effect: i64) -> i64:
    """A number of what the Drink of a tasting does."""
    return (w[f + z.EXTRA] >> (t.EFFECT_BITS * effect)) & t.AN_EFFECT


def begin_taste(w: vec[i64], f: i64, way: i64) -> None:
    """R41: one thing is finished before the next."""
    w[f + z.WAY] = way + 1
    w[f + z.STEP] = 0
    effect = way - v.FIRST_EFFECT
    w[f + z.AMOUNT] = 0
    if effect == t.DISCARDS or effect == t.EXCHANGES or effect == t.HEALS:
        most = w[z.SIZE + w[f + z.OWNER]]  # R111: as many as there are
        amount = amount_of(w, f, effect)
        w[f + z.AMOUNT] = amount if amount < most else most


def taste(state: Sides, w: vec[i64], f: i64) -> i64:
    """The next decision of the drinker, or 0 when one thing is done."""
    if w[f + z.WAY] == 0:
        if w[f + z.EXTRA] & t.COUNTED_EFFECTS == 0:
            advance(w, f)
            return 0
        return c.WAYS
    effect = w[f + z.WAY] - 1 - v.FIRST_EFFECT
    if w[f + z.AMOUNT] > 0:
        return c.THROW if effect == t.HEALS else i64(c.PARTING)
    seat = w[f + z.OWNER]
    if effect == t.DRAWS:
        draw_some(state, w, seat, amount_of(w, f, t.DRAWS))
    elif effect == t.EXCHANGES:
        draw_some(state, w, seat, amount_of(w, f, t.EXCHANGE_DRAWS))
        forget(w, f, t.EXCHANGE_DRAWS)
    elif effect == t.REVEALS:
        met = turn_cards(state, w, seat, amount_of(w, f, t.REVEALS))
        alter(state, w, seat, met * amount_of(w, f, t.REVEAL_AC), 0)
    forget(w, f, effect)
    w[f + z.WAY] = 0
    return 0


def forget(w: vec[i64], f: i64, effect: i64) -> None:
    """That is done."""
    w[f + z.EXTRA] -= amount_of(w, f, effect) << (t.EFFECT_BITS * effect)


def gave_up(state: Sides, w: vec[i64], f: i64) -> None:
    """A card was discarded for what the Drink does; R112: each may bring F."""
    w[f + z.AMOUNT] -= 1
    if state.inn.code[w[f + z.PC]] == v.TASTE and w[f + z.WAY] - 1 - v.FIRST_EFFECT == t.HEALS:
        alter(state, w, w[f + z.OWNER], 0, amount_of(w, f, t.HEAL_FORT))
