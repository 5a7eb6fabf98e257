"""The stack of what is under way: cards, Drinks, Events, Rounds, payments, and the turn at the bottom."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn.zones import (
    AMOUNT,
    CARD,
    CONTROL,
    DEPTH,
    EXTRA,
    FALLEN,
    FRAME,
    IGNORED,
    LENGTH,
    LOSERS,
    OWNER,
    PC,
    STACK,
    STEP,
    STILL_IN,
    TARGETS,
    TRAITS,
)

ROOM: Final = 3  # frames that must fit on top: two that one verb can push, and a card from hand


def has_room(w: vec[i64]) -> bool:
    """Whether the words have room for what can come on top now."""
    return STACK + FRAME * (w[DEPTH] + ROOM) <= len(w)


def fitted(w: vec[i64]) -> vec[i64]:
    """The same words, just as long as the stack needs; RA120: there is no limit to it."""
    length = STACK + FRAME * (w[DEPTH] + ROOM)
    if length < LENGTH:
        length = LENGTH
    words = w[:length]
    while len(words) < length:
        words = append(words, 0)
    return words


def top(w: vec[i64]) -> i64:
    """Where the words of the top frame begin."""
    return STACK + FRAME * (w[DEPTH] - 1)


def push(w: vec[i64], pc: i64, owner: i64) -> i64:
    """A new frame on top, of a program that begins at `pc`; where its words begin."""
    f = STACK + FRAME * w[DEPTH]
    w[DEPTH] += 1
    w[f + PC] = pc
    w[f + CARD] = 0
    w[f + OWNER] = owner
    w[f + TARGETS] = 0
    w[f + IGNORED] = 0
    w[f + LOSERS] = 0
    w[f + STEP] = 0
    w[f + TRAITS] = 0
    w[f + AMOUNT] = 0
    w[f + EXTRA] = 0
    return f


def pop(w: vec[i64]) -> None:
    """Take the top frame away and leave no trace of it."""
    w[DEPTH] -= 1
    f = STACK + FRAME * w[DEPTH]
    i: i64 = 0
    while i < FRAME:
        w[f + i] = 0
        i += 1


def clear(w: vec[i64]) -> None:
    """Nothing is under way."""
    i: i64 = CONTROL
    while i < len(w):
        w[i] = 0
        i += 1


def present(w: vec[i64]) -> i64:
    """Who can play and be picked: a mask of the seats in the game that have not fallen in a contest (RA53)."""
    return w[STILL_IN] & ~w[FALLEN]


def advance(w: vec[i64], f: i64) -> None:
    """The verb of the frame is done: on to the next one."""
    w[f + STEP] = 0
    w[f + PC] += 2
