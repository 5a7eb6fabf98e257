"""Dragon's Vault under random play: the books balance, and bytes cannot hurt."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavern_engine import BadBytes, RandomPolicy, Rng, State, TavernError, game
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.state import MAGIC, SEATS

VAULT = game("dragon-vault")
OPTIONS = {"hindrances": True, "tricks": True}

positions = st.tuples(st.integers(2, 6), st.integers(0, 50), st.integers(0, 300), st.booleans())


def position(seats: int, seed: int, decisions: int, optional: bool) -> State:
    """A state somewhere in a random game."""
    state = VAULT.new(seats, seed, OPTIONS if optional else {})
    state.playout(RandomPolicy(), Rng(seed), decisions)
    return state


@given(positions)
@settings(max_examples=60)
def test_no_card_is_lost_or_made(where: tuple[int, int, int, bool]) -> None:
    state = position(*where)
    VAULT.state_from_bytes(state.to_bytes())  # checks that the cards add up
    for seat in range(-1, where[0]):
        VAULT.infoset_from_bytes(state.observe(seat).to_bytes())


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
