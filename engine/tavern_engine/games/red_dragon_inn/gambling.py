"""A Round of Gambling (R18 to R31, R128 to R136, RA56 to RA71)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.events import Zones
from tavern_engine.games.red_dragon_inn.stack import advance, jump, push
from tavern_engine.games.red_dragon_inn.windows import next_gambler
from tavern_engine.games.red_dragon_inn.zones import clockwise, seat_bit, winner_of
from tavern_engine.state import SEATS
from tavern_engine.tally import number, place


def start_round(state: Zones, w: vec[i64], f: i64) -> None:
    """R18."""
    state.round_begins(w, w[f + z.OWNER])
    w[z.IN_ROUND] = 1
    w[z.BETTOR] = w[f + z.OWNER]
    w[z.PASSES] = 0
    w[z.WINNER] = 0
    w[z.TAKER] = 0
    advance(w, f)


def collect_antes(state: Zones, w: vec[i64], f: i64, ante: i64) -> None:
    """RA57: from the card's player clockwise each antes or answers; R28: if its player cannot, nobody does."""
    owner = w[f + z.OWNER]
    if w[f + z.STEP] == 1 and w[f + z.AMOUNT] == 0 and w[z.GAMBLERS] & seat_bit(owner) != 0:
        w[f + z.STEP] = w[SEATS]
    while w[f + z.STEP] < w[SEATS]:
        seat = clockwise(w, owner, w[f + z.STEP])
        w[f + z.STEP] += 1
        if w[z.GAMBLERS] & seat_bit(seat) != 0:
            due = push(w, state.inn.ante, seat)
            w[due + z.TARGETS] = z.THE_POT
            w[due + z.TRAITS] = t.IN_THE_ROUND
            w[due + z.AMOUNT] = ante
            return
    w[f + z.AMOUNT] = 0
    advance(w, f)


def judge_round(state: Zones, w: vec[i64], f: i64, won: i64) -> None:
    """RA62: whether the Round is over, and who has won it; `won` is where its program goes on then."""
    if w[z.IN_ROUND] != 0 and w[z.WINNER] == 0:
        left = number(w[z.GAMBLERS])
        if left == 1:
            w[z.WINNER] = place(w[z.GAMBLERS], 0) + 1
        elif left == 0:
            to_inn(state, w)
    if w[z.IN_ROUND] == 0:
        jump(w, f, state.inn.end)
    elif w[z.WINNER] != 0:
        state.tell(w, z.WINS_ROUND, winner_of(w), 0, 0)
        jump(w, f, won)
    else:
        advance(w, f)


def to_inn(state: Zones, w: vec[i64]) -> None:
    """R25: the pot goes to the Inn and the Round is over."""
    close(state, w, z.INN)


def close(state: Zones, w: vec[i64], receiver: i64) -> None:
    """The Round is over; somebody takes the pot."""
    state.pot_goes(w, receiver, w[z.COINS])
    w[z.IN_ROUND] = 0


def pass_bet(state: Zones, w: vec[i64], f: i64) -> None:
    """R19, R20, RA61, R142."""
    seat = next_gambler(w)
    state.tell(w, z.PASSES_BET, seat, 0, 0)
    w[z.BETTOR] = seat
    w[z.PASSES] += 1
    if w[z.MASTER] != 0:
        if w[z.PASSES] >= number(w[z.GAMBLERS]) - 1:
            w[z.WINNER] = w[z.MASTER]
    elif w[z.PASSES] >= number(w[z.GAMBLERS]):
        to_inn(state, w)
    advance(w, f)


def take_control(state: Zones, w: vec[i64], f: i64, winning_hand: i64) -> None:
    """R18, R23."""
    state.takes_control(w, w[f + z.OWNER], winning_hand)
    w[z.PASSES] = 0
    advance(w, f)


def eject(state: Zones, w: vec[i64], f: i64) -> None:
    """R26, RA20: the target leaves the Round if it is still in it."""
    if w[z.GAMBLERS] & w[f + z.TARGETS] != 0:
        state.leaves(w, place(w[f + z.TARGETS], 0))
    advance(w, f)


def leave(state: Zones, w: vec[i64], f: i64, below: i64) -> None:
    """R24: the ante below is not paid."""
    state.leaves(w, w[f + z.OWNER])
    jump(w, below, state.inn.end)
    advance(w, f)


def end_round(state: Zones, w: vec[i64], f: i64, receiver: i64) -> None:
    """R119, RA65, RA66: somebody takes the pot; what works on the Round comes to nothing, the rest goes on."""
    close(state, w, receiver)
    for below in range(z.STACK + z.FRAME, f, z.FRAME):
        if w[below + z.TRAITS] & t.IN_THE_ROUND != 0:
            jump(w, below, state.inn.end)
            w[below + z.TRAITS] &= t.IS_SHOWN
    advance(w, f)


def take_from_pot(state: Zones, w: vec[i64], f: i64, amount: i64) -> None:
    if amount > w[z.COINS]:
        amount = w[z.COINS]
    if amount > 0:
        state.takes_pot(w, w[f + z.OWNER], amount)
    advance(w, f)


def pay_pot(state: Zones, w: vec[i64], f: i64) -> None:
    """R20, RA68."""
    receiver = w[z.TAKER] if w[z.TAKER] != 0 else w[z.WINNER]
    state.pot_goes(w, receiver - 1 + z.RECEIVER, w[z.COINS])
    w[z.IN_ROUND] = 0
    w[z.WINNER] = 0
    w[z.TAKER] = 0
    advance(w, f)
