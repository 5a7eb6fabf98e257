"""The insider knows every hand and foresees nothing: its worlds keep what somebody knows and nothing else."""

from __future__ import annotations

import pytest

from tavern_bots.api import BadBot, Clock
from tavern_bots.discover import choose_bot
from tavern_bots.shipped import InsiderBot, TrueHands
from tavern_engine import Game, Rng, State, Table, game, games
from tavern_engine.games.dragon_vault import zones as vault
from tavern_engine.games.red_dragon_inn import zones as inn
from tavern_engine.games.tiefenthal import zones as tiefenthal
from tavern_engine.state import SEATS, SEED_A, SEED_B
from tavern_engine.testing.walk import Case, game_positions

#: Where each game keeps what only its owner knows.
OWN = {"dragon-vault": vault.HAND, "red-dragon-inn": inn.HAND, "tiefenthal": tiefenthal.SECRET}


def decisions(rules: Game, number: int) -> list[State]:
    """Decisions from the middle of a random game."""
    states = [one.state for one in game_positions(Case(rules, 2, rules.checked_options({})), 5)]
    return states[len(states) // 2 : len(states) // 2 + number]


def with_other_luck(state: State) -> State:
    """The same hands with another future: another seed, and in the Vault other closed cards and another pile."""
    other = state.clone()
    other.w[SEED_A] += 1
    other.w[SEED_B] += 2
    if state.tables.game.id == "dragon-vault":
        first, second = other.w[vault.CLOSED], other.w[vault.CLOSED + 1]
        if vault.closed_total(first) == vault.closed_total(second):
            other.w[vault.CLOSED], other.w[vault.CLOSED + 1] = second, first
        low, next_up = int(vault.trouble_card(other.w, 0)), int(vault.trouble_card(other.w, 1))
        other.w[vault.TROUBLE] += (next_up - low) - 16 * (next_up - low)
    return other


def decide(state: State) -> int:
    seat = int(state.seat())
    bot = choose_bot("insider:simulations=8").seat(state.tables.game, seat, int(state.w[SEATS]), Rng(3))
    assert isinstance(bot, InsiderBot)
    return bot.choose_seeing(state)


@pytest.mark.parametrize("rules", games(), ids=lambda one: one.id)
def test_it_decides_the_same_whatever_luck_is_to_come(rules: Game) -> None:
    for state in decisions(rules, 3):
        other = with_other_luck(state)
        assert other.to_bytes() != state.to_bytes()
        assert TrueHands(other).sample(Rng(1)).to_bytes() == TrueHands(state).sample(Rng(1)).to_bytes()
        assert decide(other) == decide(state)


@pytest.mark.parametrize("rules", games(), ids=lambda one: one.id)
def test_every_world_has_the_true_hands_and_luck_of_its_own(rules: Game) -> None:
    for state in decisions(rules, 3):
        worlds = [TrueHands(state).sample(Rng(seed)) for seed in range(5)]
        assert len({(int(world.w[SEED_A]), int(world.w[SEED_B])) for world in (state, *worlds)}) == 6
        for seat in range(2):
            assert {world.observe(seat).to_bytes() for world in worlds} == {state.observe(seat).to_bytes()}
            if rules.id in OWN:
                word = OWN[rules.id] + seat
                assert {int(world.w[word]) for world in worlds} == {int(state.w[word])}


def test_what_nobody_knows_differs_from_world_to_world() -> None:
    state = decisions(game("dragon-vault"), 1)[0]
    piles = {tuple(TrueHands(state).sample(Rng(seed)).w[vault.TROUBLE : vault.TROUBLE + 2]) for seed in range(8)}
    assert len(piles) == 8


def test_it_plays_only_for_a_referee_that_means_it() -> None:
    rules = game("dragon-vault")
    seat, infoset = Table(rules, 2, 1).ask()
    with pytest.raises(BadBot, match="only where the referee allows it"):
        choose_bot("insider").seat(rules, seat, 2, Rng(1)).choose(infoset, Clock())
