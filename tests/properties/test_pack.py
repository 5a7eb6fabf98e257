"""Packs in two words agree with the plain lists they stand for."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavern_engine.chance import Rng, deal
from tavern_engine.pack import COMMON, copies, kinds, nth, of, several, size, there

commons = st.lists(st.integers(0, COMMON - 1), max_size=100)
singles = st.lists(st.integers(COMMON, COMMON + 53), unique=True, max_size=54)
packs = st.builds(lambda many, single: [*many, *single], commons, singles)


@given(packs)
def test_a_pack_holds_its_cards(cards: list[int]) -> None:
    counts, guests = of(cards)
    assert list(kinds(counts, guests)) == sorted(cards)
    assert size(counts, guests) == len(cards)
    assert [nth(counts, guests, index) for index in range(len(cards))] == sorted(cards)
    assert [kind for kind in range(COMMON + 54) if there(counts, guests) >> kind & 1] == sorted(set(cards))
    for kind in range(COMMON + 54):
        assert kind >= COMMON or copies(counts, kind) == cards.count(kind)


@given(packs, st.data())
def test_parts_are_added_and_taken_away_word_by_word(cards: list[int], data: st.DataObject) -> None:
    part = [card for card in cards if data.draw(st.booleans())]
    rest = Counter(cards)
    rest.subtract(part)
    whole, taken, left = of(cards), of(part), of(list(rest.elements()))
    assert (whole[0] - taken[0], whole[1] - taken[1]) == left
    assert (taken[0] + left[0], taken[1] + left[1]) == whole


@given(st.integers(0, COMMON - 1), st.integers(0, 127))
def test_several_cards_of_a_kind(kind: int, amount: int) -> None:
    assert [*kinds(int(several(kind, amount)), 0)] == [kind] * amount


@given(packs.filter(bool), st.integers(0, 2**60), st.integers(0, 99))
def test_a_card_dealt_is_one_of_the_pack(cards: list[int], seed: int, count: int) -> None:
    rng = Rng(seed)
    assert int(deal(rng.next(), rng.next(), 3, count, *of(cards))) in cards


@pytest.mark.parametrize("cards", [[0, 0, 0, 2, 9], [7], [1, 1, 8, 60]])
def test_every_single_card_is_dealt_equally_often(cards: list[int]) -> None:
    rng = Rng(1)
    a, b = rng.next(), rng.next()
    dealt = Counter(int(deal(a, b, 0, count, *of(cards))) for count in range(2000))
    for kind, number in Counter(cards).items():
        assert abs(dealt[kind] - 2000 * number / len(cards)) < 120
