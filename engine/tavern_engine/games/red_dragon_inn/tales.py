"""Stories, and cards that are used from the table (R85 to R91, RA87 to RA91, RA104 to RA110)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import draw
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.sides import Sides
from tavern_engine.games.red_dragon_inn.stack import advance, jump, pop, push
from tavern_engine.games.red_dragon_inn.tables import at_bit
from tavern_engine.games.red_dragon_inn.zones import seat_bit
from tavern_engine.state import SEED_A, SEED_B
from tavern_engine.tally import bit, place

STORY_LUCK: Final = 10  # the purpose of luck


def tell(state: Sides, w: vec[i64], f: i64) -> None:
    """R85, R91, RA87: the top Story goes with the card; its player aims it next. RA90: it may raise the numbers."""
    advance(w, f)
    if w[z.TALES] == 0:
        return
    drawn = draw(w[SEED_A], w[SEED_B], STORY_LUCK, w[z.TELLINGS], w[z.TALES])
    kind = state.inn.kind[at_bit(t.STORIES, drawn)]
    state.tells(w, w[f + z.OWNER], kind)
    refill_tales(state, w)
    w[f + z.SIDE] = kind + 1
    w[f + z.BOOST] = state.inn.boost[kind]
    push(w, state.inn.side[kind], w[f + z.OWNER])


def refill_tales(state: Sides, w: vec[i64]) -> None:
    """R91: an empty Story deck is shuffled at once."""
    if w[z.TALES] == 0 and w[z.TALES_TOLD] != 0:
        state.shuffles_side(w, t.STORIES)


def told(state: Sides, w: vec[i64], f: i64) -> None:
    """RA87: the card below knows at whom its Story is aimed."""
    aim = w[f + z.TARGETS]
    if aim != 0:
        state.tell(w, z.STORY_AIMS, w[f + z.OWNER], 0, aim)
    w[f - z.FRAME + z.SIDE_AIM] = aim
    pop(w)


def work(state: Sides, w: vec[i64], f: i64) -> None:
    """RA87, RA91: after the card its Story works, for those who do not ignore the two."""
    advance(w, f)
    if w[f + z.SIDE] == 0:
        return
    story = push(w, state.inn.side_work[w[f + z.SIDE] - 1], w[f + z.OWNER])
    w[story + z.TARGETS] = w[f + z.SIDE_AIM]
    w[story + z.IGNORED] = w[f + z.IGNORED]
    w[story + z.SHIELDS] = w[f + z.SHIELDS]
    w[story + z.BLOWS] = w[f + z.BLOWS]
    w[story + z.TRAITS] = t.IS_STORY


def stay(state: Sides, w: vec[i64], f: i64) -> None:
    """R90: the Story stays before its target."""
    below = f - z.FRAME
    if w[f + z.TARGETS] != 0:
        state.stays(w, place(w[f + z.TARGETS], 0), w[below + z.SIDE] - 1)
        w[below + z.SIDE] = 0
        refill_tales(state, w)
    advance(w, f)


def aim_told(w: vec[i64], f: i64, on_drink: i64) -> i64:
    """What a card is played on, and how, as PLAYS and USES tell it."""
    aim = w[f + z.TARGETS] + z.BY_WAY * w[f + z.WAY]
    return aim + z.ON_DRINK * (w[f + z.AMOUNT] + 1) if on_drink != 0 else aim


def shield(w: vec[i64], f: i64, amount: i64) -> None:
    """Its player loses so much less to the card below."""
    seat = w[f + z.OWNER]
    w[f - z.FRAME + z.SHIELDS] += amount << (z.LOSS_BITS * seat)
    w[f - z.FRAME + z.SHIELDS] |= bit(z.SHIELDERS + seat)
    advance(w, f)


def strengthen(w: vec[i64], f: i64, amount: i64) -> None:
    """The target loses so much more to the card below."""
    if w[f + z.TARGETS] != 0:
        w[f - z.FRAME + z.BLOWS] += -amount << (z.LOSS_BITS * place(w[f + z.TARGETS], 0))
    advance(w, f)


def struck_by(w: vec[i64], f: i64, seat: i64, amount: i64) -> i64:
    """A loss of F as Elixirs change it; what they did is used up."""
    shift = z.LOSS_BITS * seat
    blow = (w[f + z.BLOWS] >> shift) & z.A_LOSS
    w[f + z.BLOWS] -= blow << shift
    guard = (w[f + z.SHIELDS] >> shift) & z.A_LOSS
    loss = blow - amount
    spent = guard if guard < loss else loss
    w[f + z.SHIELDS] -= spent << shift
    return spent - loss


def go_outside(state: Sides, w: vec[i64], f: i64) -> None:
    """R108, RA106, RA107: if both are still in the game, and the target did not ignore it, the turn ends."""
    owner = w[f + z.OWNER]
    advance(w, f)
    if w[f + z.TARGETS] & ~w[f + z.IGNORED] & w[z.STILL_IN] == 0 or w[z.STILL_IN] & seat_bit(owner) == 0:
        return
    state.steps_out(w, owner, place(w[f + z.TARGETS], 0))
    jump(w, z.STACK, state.inn.turn_end)  # R130; RA71: nothing else is under way when an Action card ends the turn
