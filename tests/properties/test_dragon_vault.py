"""Dragon's Vault under random play: the books balance, and bytes cannot hurt."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavern_engine import BadBytes, InfoSet, RandomPolicy, Rng, State, TavernError, game
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.state import CHECK_BYTES, MAGIC, SEATS, TRUTH, VIEWER, WORDS

VAULT = game("dragon-vault")
OPTIONS = {"hindrances": True, "tricks": True}

positions = st.tuples(st.integers(2, 6), st.integers(0, 50), st.integers(0, 300), st.booleans())


def position(seats: int, seed: int, decisions: int, optional: bool) -> State:
    """A state somewhere in a random game."""
    state = VAULT.new(seats, seed, OPTIONS if optional else {})
    state.playout(RandomPolicy(), Rng(seed), decisions)
    return state


def test_the_words_of_a_state_follow_each_other_without_gap() -> None:
    seat_words = [z.HAND, z.SIZE, z.KNOWN, z.OPEN, z.CLOSED, z.LOST]
    assert seat_words == list(range(WORDS, z.LEARNED, 6))
    assert z.PILE - z.LEARNED == 36
    table = [z.PILE, z.TOP, z.RUN, z.EFFECTIVE, z.GONE, z.DEBT, z.ORIGIN, z.HITS, z.TURN, z.DIRECTION, z.TURNS]
    table += [z.THEFTS, z.STARTER, z.ROUND, z.WINNER, z.TRICKS, z.RULES, z.FRESH, z.UNDER, z.TAKEN, z.HELD]
    assert [*table, z.LEFT_TROUBLE, z.TROUBLE] == list(range(z.PILE, z.TROUBLE + 1))
    assert z.TROUBLE + z.TROUBLE_WORDS == z.LAID == z.LENGTH - 1


@given(positions)
@settings(max_examples=60)
def test_no_card_is_lost_or_made(where: tuple[int, int, int, bool]) -> None:
    state = position(*where)
    VAULT.state_from_bytes(state.to_bytes())  # checks that the cards add up
    for seat in range(-1, where[0]):
        VAULT.infoset_from_bytes(state.observe(seat).to_bytes())


@given(positions, st.data())
@settings(max_examples=150)
def test_forged_bytes_are_refused_or_play_on(where: tuple[int, int, int, bool], data: st.DataObject) -> None:
    """Words changed at will under a right checksum: either BadBytes, or a state that can be played to its end."""
    raw = bytearray(position(*where).to_bytes()[:-CHECK_BYTES])
    for _ in range(data.draw(st.integers(1, 3))):
        word = data.draw(st.integers(0, z.LENGTH - 1))
        start = len(MAGIC) + 16 + 8 * word
        value = data.draw(st.one_of(st.integers(-3, 16), st.integers(-(2**63), 2**63 - 1)))
        raw[start : start + 8] = value.to_bytes(8, "little", signed=True)
    forged = bytes(raw) + hashlib.blake2b(bytes(raw), digest_size=CHECK_BYTES).digest()
    try:
        state = VAULT.decode(forged)
    except BadBytes:
        return
    world = state if state.w[VIEWER] == TRUTH else InfoSet(state).sample(Rng(1))
    world.playout(RandomPolicy(), Rng(1), 2000)
    str(world), VAULT.facts(world), world.placement()


@given(st.binary(max_size=1200))
def test_foreign_bytes_are_refused(data: bytes) -> None:
    for decode in (VAULT.state_from_bytes, VAULT.infoset_from_bytes):
        with pytest.raises(BadBytes):
            decode(data)
        with pytest.raises(BadBytes):
            decode(MAGIC + data)


@given(positions, st.lists(st.integers(0, 109), max_size=40))
@settings(max_examples=60)
def test_any_sequence_of_actions_is_played_or_refused(where: tuple[int, int, int, bool], actions: list[int]) -> None:
    state = position(*where)
    for action in actions:
        legal = state.legal()
        before = state.to_bytes()
        try:
            state.apply(action)
        except TavernError:
            assert action not in legal
            assert state.to_bytes() == before
        else:
            assert action in legal


def test_a_deal_stays_the_same_whatever_the_seats_do() -> None:
    """Duplicate deals: the next round's cards do not depend on how this round was played."""
    hands = set()
    for luck in range(12):
        state = VAULT.new(3, 9)
        rng = Rng(luck)
        while state.w[z.ROUND] == 1:
            state.playout(RandomPolicy(), rng, 1)
        hands.add(tuple(int(state.w[z.HAND + seat]) for seat in range(int(state.w[SEATS]))))
    assert len(hands) == 1
