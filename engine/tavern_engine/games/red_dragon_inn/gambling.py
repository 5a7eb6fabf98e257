"""A Round of Gambling (R18 to R31, R128 to R136, RA56 to RA71)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn.stack import advance, push
from tavern_engine.games.red_dragon_inn.tables import IN_THE_ROUND
from tavern_engine.games.red_dragon_inn.windows import next_gambler
from tavern_engine.games.red_dragon_inn.zones import (
    AMOUNT,
    BETTOR,
    COINS,
    FRAME,
    GAMBLERS,
    IN_ROUND,
    INN,
    MASTER,
    OWNER,
    PASSES,
    PASSES_BET,
    PC,
    RECEIVER,
    STACK,
    STEP,
    TAKER,
    TARGETS,
    THE_POT,
    TRAITS,
    WINNER,
    WINS_ROUND,
    Zones,
    clockwise,
    seat_bit,
    winner_of,
)
from tavern_engine.state import SEATS
from tavern_engine.tally import number, place


def start_round(state: Zones, w: vec[i64], f: i64) -> None:
    """R18."""
    state.round_begins(w, w[f + OWNER])
    w[IN_ROUND] = 1
    w[BETTOR] = w[f + OWNER]
    w[PASSES] = 0
    w[WINNER] = 0
    w[TAKER] = 0
    advance(w, f)


def collect_antes(state: Zones, w: vec[i64], f: i64, ante: i64) -> None:
    """RA57: from the card's player clockwise each antes or answers; R28: if its player cannot, nobody does."""
    owner = w[f + OWNER]
    if w[f + STEP] == 0:
        w[f + AMOUNT] = w[COINS]
    elif w[f + STEP] == 1 and w[COINS] == w[f + AMOUNT] and w[GAMBLERS] & seat_bit(owner) != 0:
        w[f + STEP] = w[SEATS]
    while w[f + STEP] < w[SEATS]:
        seat = clockwise(w, owner, w[f + STEP])
        w[f + STEP] += 1
        if w[GAMBLERS] & seat_bit(seat) != 0:
            due = push(w, state.inn.ante, seat)
            w[due + TARGETS] = THE_POT
            w[due + TRAITS] = IN_THE_ROUND
            w[due + AMOUNT] = ante
            return
    w[f + AMOUNT] = 0
    advance(w, f)


def judge_round(state: Zones, w: vec[i64], f: i64, won: i64) -> None:
    """RA62: whether the Round is over, and who has won it; `won` is where its program goes on then."""
    if w[IN_ROUND] != 0 and w[WINNER] == 0:
        left = number(w[GAMBLERS])
        if left == 1:
            w[WINNER] = place(w[GAMBLERS], 0) + 1
        elif left == 0:
            to_inn(state, w)
    if w[IN_ROUND] == 0:
        w[f + STEP] = 0
        w[f + PC] = state.inn.end
    elif w[WINNER] != 0:
        state.tell(w, WINS_ROUND, winner_of(w), 0, 0)
        w[f + STEP] = 0
        w[f + PC] = won
    else:
        advance(w, f)


def to_inn(state: Zones, w: vec[i64]) -> None:
    """R25: the pot goes to the Inn and the Round is over."""
    state.pot_goes(w, INN, w[COINS])
    w[IN_ROUND] = 0


def pass_bet(state: Zones, w: vec[i64], f: i64) -> None:
    """R19, R20, RA61, R142."""
    seat = next_gambler(w)
    state.tell(w, PASSES_BET, seat, 0, 0)
    w[BETTOR] = seat
    w[PASSES] += 1
    if w[MASTER] != 0:
        if w[PASSES] >= number(w[GAMBLERS]) - 1:
            w[WINNER] = w[MASTER]
    elif w[PASSES] >= number(w[GAMBLERS]):
        to_inn(state, w)
    advance(w, f)


def take_control(state: Zones, w: vec[i64], f: i64, winning_hand: i64) -> None:
    """R18, R23."""
    state.takes_control(w, w[f + OWNER], winning_hand)
    w[PASSES] = 0
    advance(w, f)


def eject(state: Zones, w: vec[i64], f: i64) -> None:
    """R26, RA20: the target leaves the Round if it is still in it."""
    if w[GAMBLERS] & w[f + TARGETS] != 0:
        state.leaves(w, place(w[f + TARGETS], 0))
    advance(w, f)


def leave(state: Zones, w: vec[i64], f: i64, below: i64) -> None:
    """R24: the ante below is not paid."""
    state.leaves(w, w[f + OWNER])
    w[below + PC] = state.inn.end
    w[below + STEP] = 0
    advance(w, f)


def end_round(state: Zones, w: vec[i64], f: i64) -> None:
    """RA65, RA66: pot to the Inn; all below that works on the Round is discarded without effect, the rest goes on."""
    to_inn(state, w)
    below: i64 = STACK + FRAME
    while below < f:
        if w[below + TRAITS] & IN_THE_ROUND != 0:
            w[below + PC] = state.inn.end
            w[below + STEP] = 0
            w[below + TRAITS] = 0
        below += FRAME
    advance(w, f)


def take_from_pot(state: Zones, w: vec[i64], f: i64, amount: i64) -> None:
    if amount > w[COINS]:
        amount = w[COINS]
    state.takes_pot(w, w[f + OWNER], amount)
    advance(w, f)


def pay_pot(state: Zones, w: vec[i64], f: i64) -> None:
    """R20, RA68."""
    receiver = w[TAKER] if w[TAKER] != 0 else w[WINNER]
    state.pot_goes(w, receiver - 1 + RECEIVER, w[COINS])
    w[IN_ROUND] = 0
    w[WINNER] = 0
    w[TAKER] = 0
    advance(w, f)
