"""Layout rows: they cover all words, and the decoder refuses by name what is out of range or not the seat's to see."""

import hashlib

import pytest

from tavern_engine import BadBytes, Game, RandomPolicy, Rng, State, games
from tavern_engine.layout import ALL, NOBODY, OWNER, Row
from tavern_engine.state import CHECK_BYTES, MAGIC, SEATS

all_games = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)


def position(game: Game, seed: int = 3, decisions: int = 25) -> State:
    state = game.new(game.usual_size, seed)
    state.playout(RandomPolicy(), Rng(seed), decisions)
    return state


def forged(state: State, word: int, value: int) -> bytes:
    """The bytes of a state with one word changed, under a right checksum."""
    raw = bytearray(state.to_bytes()[:-CHECK_BYTES])
    start = len(MAGIC) + 16 + 8 * word
    raw[start : start + 8] = value.to_bytes(8, "little", signed=True)
    return bytes(raw) + hashlib.blake2b(bytes(raw), digest_size=CHECK_BYTES).digest()


@all_games
def test_the_rows_cover_all_words(game: Game) -> None:
    assert game.layout.gaps() == []


def too_much(row: Row, seats: int) -> list[int]:
    """Values that no word of the row can have."""
    kind = row.range
    if kind.bits:
        return [-1, 1 << kind.bits * kind.numbers] if kind.bits * kind.numbers < 63 else [-1]
    high = seats - 1 + kind.seat if kind.seat is not None else (1 << seats) - 1 if kind.mask else kind.high
    return [kind.low - 1, high + 1]


@all_games
def test_a_number_out_of_its_range_is_refused_by_name(game: Game) -> None:
    state = position(game)
    for row in game.layout.rows:
        for value in too_much(row, int(state.w[SEATS])):
            with pytest.raises(BadBytes, match=row.name):
                game.decode(forged(state, row.word, value))


@all_games
def test_a_view_that_holds_more_than_its_seat_may_see_is_refused(game: Game) -> None:
    state = position(game)
    view = state.observe(0).view
    for row in game.layout.rows:
        words = {NOBODY: range(row.words), OWNER: range(row.many, int(view.w[SEATS]) * row.many)}.get(row.sight, ())
        for place in words:
            with pytest.raises(BadBytes, match=row.name):
                game.decode(forged(view, row.word + place, 1))


@all_games
def test_words_of_seats_that_are_not_there_are_refused(game: Game) -> None:
    state = position(game)
    seats = int(state.w[SEATS])
    for row in game.layout.rows:
        if row.seats > seats and row.sight == ALL:
            with pytest.raises(BadBytes, match=row.name):
                game.decode(forged(state, row.word + row.many * seats, 1))
