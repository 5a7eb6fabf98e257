"""Luck is even, repeatable, and separate for every purpose."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavern_engine import BadScenario, BadSetup, Rng
from tavern_engine.chance import MASK, Script, mix, pick, seed_words
from tavern_engine.multiset import of

words = st.integers(0, MASK)


@given(words, words)
def test_mixing_keeps_words_apart(one: int, other: int) -> None:
    assert (mix(one) == mix(other)) == (one == other)
    assert 0 <= mix(one) <= MASK


@given(st.integers(), st.integers(1, 1000))
def test_below_stays_below(seed: int, limit: int) -> None:
    rng = Rng(seed)
    assert all(0 <= rng.below(limit) < limit for _ in range(20))


def test_draws_are_even_over_seeds_purposes_and_counts() -> None:
    zone = of(list(range(8)))
    a, b = seed_words("even")
    drawn = {
        "seeds": Counter(int(pick(*seed_words(n), 1, 1, zone)) for n in range(4000)),
        "purposes": Counter(int(pick(a, b, n, 1, zone)) for n in range(4000)),
        "counts": Counter(int(pick(a, b, 1, n, zone)) for n in range(4000)),
    }
    for source, counts in drawn.items():
        chi_square = sum((counts[kind] - 500) ** 2 / 500 for kind in range(8))
        assert chi_square < 40, source  # 7 degrees of freedom: p about 1e-6


def test_a_script_draws_what_it_says_and_the_seed_draws_the_rest() -> None:
    zone = of([0, 1, 2, 3])
    seed = seed_words(5)
    script = Script(seed, {(7, 0): 3})
    assert pick(*script.words, 7, 0, zone) == 3
    assert pick(*script.words, 7, 1, zone) == pick(*seed, 7, 1, zone)
    with pytest.raises(BadScenario, match="no such card"):
        pick(*script.words, 7, 0, of([0, 1]))


@pytest.mark.parametrize("limit", [0, -3, 2**32, 2**40])
def test_what_cannot_be_drawn_is_refused(limit: int) -> None:
    with pytest.raises(BadSetup, match="cannot be drawn"):
        Rng(1).below(limit)


def test_a_huge_seed_is_a_seed() -> None:
    assert seed_words(10**5000) != seed_words(10**5000 + 1)


@pytest.mark.parametrize("seed", [None, 1.5, True, b"x"])
def test_a_seed_is_a_number_or_a_text(seed: object) -> None:
    with pytest.raises(BadSetup, match="A seed is"):
        seed_words(seed)
