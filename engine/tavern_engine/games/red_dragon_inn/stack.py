"""The stack of what is under way: cards, Drinks, Events, Rounds, payments, and the turn at the bottom."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import zones as z

ROOM: Final = 7  # frames that there is room for on top: one card and all that follows before the next decision


def is_deep(w: vec[i64]) -> bool:
    """Whether the words are, or must become, longer than usual."""
    return w[z.DEPTH] > z.USUAL_DEPTH - ROOM or len(w) > z.LENGTH


def fitted(w: vec[i64]) -> vec[i64]:
    """The same words, just as long as the stack needs; RA120: there is no limit to it."""
    length = z.STACK + z.FRAME * (w[z.DEPTH] + ROOM)
    if length < z.LENGTH:
        length = z.LENGTH
    words = w[:length]
    while len(words) < length:
        words = append(words, 0)
    return words


def top(w: vec[i64]) -> i64:
    """Where the words of the top frame begin."""
    return z.STACK + z.FRAME * (w[z.DEPTH] - 1)


def push(w: vec[i64], pc: i64, owner: i64) -> i64:
    """A new frame on top, of a program that begins at `pc`; where its words begin. All words above the top are 0."""
    f = z.STACK + z.FRAME * w[z.DEPTH]
    w[z.DEPTH] += 1
    w[f + z.PC] = pc
    w[f + z.OWNER] = owner
    return f


def pop(w: vec[i64]) -> None:
    """Take the top frame away and leave no trace of it."""
    w[z.DEPTH] -= 1
    f = z.STACK + z.FRAME * w[z.DEPTH]
    for i in range(i64(z.SIDE)):
        w[f + i] = 0
    if w[z.RULES] & z.WITH_SIDES != 0:  # else the rest was never used
        for i in range(z.SIDE, i64(z.FRAME)):
            w[f + i] = 0


def clear(w: vec[i64]) -> None:
    """Nothing is under way."""
    for i in range(z.CONTROL, i64(len(w))):
        w[i] = 0


def present(w: vec[i64]) -> i64:
    """Who can play and be picked: a mask of the seats in the game, fallen in no contest (RA53), not outside (RA105)."""
    return w[z.STILL_IN] & ~(w[z.FALLEN] | w[z.OUTSIDE])


def in_reach(w: vec[i64]) -> i64:
    """Who gets drinks and pays for the empty Drink Deck: also who is outside (RA105, RA118)."""
    return w[z.STILL_IN] & ~w[z.FALLEN]


def boosted(w: vec[i64], f: i64, amount: i64) -> i64:
    """RA90: a number of the card as its Story raises it, away from 0."""
    return amount + w[f + z.BOOST] if amount > 0 else amount - w[f + z.BOOST]


def advance(w: vec[i64], f: i64) -> None:
    """The verb of the frame is done: on to the next one."""
    w[f + z.STEP] = 0
    w[f + z.PC] += 2


def jump(w: vec[i64], f: i64, pc: i64) -> None:
    """The frame goes on at another verb."""
    w[f + z.STEP] = 0
    w[f + z.PC] = pc
