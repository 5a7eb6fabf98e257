"""Multisets in a word agree with the plain lists they stand for."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tavern_engine.multiset import at_most_four, copies, four_each, kinds, nth, of, one_each, size, without

cards = st.lists(st.integers(0, 14), max_size=60).filter(lambda hand: max(Counter(hand).values(), default=0) <= 15)


@given(cards)
def test_a_zone_holds_its_cards(hand: list[int]) -> None:
    zone = of(hand)
    assert list(kinds(zone)) == sorted(hand)
    assert size(zone) == len(hand)
    assert [nth(zone, i) for i in range(len(hand))] == sorted(hand)
    assert all(copies(zone, kind) == hand.count(kind) for kind in range(15))


@given(cards)
def test_masks_count_kinds(hand: list[int]) -> None:
    counts = Counter(hand)
    assert list(kinds(one_each(of(hand)))) == sorted(counts)
    assert list(kinds(four_each(of(hand)))) == sorted(kind for kind in counts if counts[kind] >= 4)
    assert Counter(kinds(at_most_four(of(hand)))) == {kind: min(count, 4) for kind, count in counts.items()}


@given(cards, st.integers(0, 14), st.integers(0, 15))
def test_without_takes_at_most_what_is_there(hand: list[int], kind: int, amount: int) -> None:
    left = Counter(hand)
    left[kind] -= min(amount, left[kind])
    assert Counter(kinds(without(of(hand), kind, amount))) == +left
