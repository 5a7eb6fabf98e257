"""Shards: every game is in just one of them, and each has as much to do as the others."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavern_tournament.schedule import Fixture, Games
from tavern_tournament.shards import BadShard, Shard, Share, paces_of


def fixtures(sizes: list[tuple[int, int]]) -> list[Fixture]:
    """Line-ups of so many bots that play so many deals."""
    return [
        Fixture(f"table-{number}", tuple(f"bot-{bot}" for bot in range(bots)), deals, "stamp")
        for number, (bots, deals) in enumerate(sizes)
    ]


def shares(planned: list[Fixture], of: int, paces: dict[str, float]) -> list[Share]:
    return [Shard(number, of, paces).share(planned) for number in range(1, of + 1)]


SIZES = st.lists(st.tuples(st.integers(2, 5), st.integers(1, 12)), min_size=1, max_size=8)


@given(SIZES, st.integers(1, 20), st.data())
def test_every_game_is_in_one_shard(sizes: list[tuple[int, int]], of: int, data: st.DataObject) -> None:
    planned = fixtures(sizes)
    paces = {one.key: data.draw(st.floats(0.001, 1000)) for one in planned if data.draw(st.booleans())}
    dealt: Counter[str] = Counter()
    for share in shares(planned, of, paces):
        games = Games(planned, frozenset(), share)
        ids = [game.id for game in games]
        assert len(games) == len(ids)
        dealt.update(ids)
    assert dealt == Counter(game.id for game in Games(planned))


@given(SIZES, st.integers(1, 20))
def test_no_shard_has_much_more_to_do_than_another(sizes: list[tuple[int, int]], of: int) -> None:
    """Of each line-up at most one game more, and of all at most the slowest game."""
    planned = fixtures(sizes)
    paces = {one.key: 1.0 + 7 * number for number, one in enumerate(planned)}
    loads = []
    for share in shares(planned, of, paces):
        left = Games(planned, frozenset(), share).by_fixture()
        assert all(one.size // of <= left[one] <= math.ceil(one.size / of) for one in planned)
        loads.append(sum(paces[one.key] * left[one] for one in planned))
    assert max(loads) - min(loads) <= max(paces.values())


def test_a_shard_sits_its_bots_in_different_seats() -> None:
    planned = fixtures([(2, 40)])
    turns = Counter(game.turn for game in Games(planned, frozenset(), Shard(1, 2).share(planned)))
    assert turns == {0: 20, 1: 20}


def test_what_is_done_is_counted_in_the_shard_alone() -> None:
    planned = fixtures([(2, 5)])
    share = Shard(1, 2).share(planned)
    ours = [game.id for game in Games(planned, frozenset(), share)]
    others = [game.id for game in Games(planned) if game.id not in ours]
    assert len(Games(planned, {ours[0], *others}, share)) == len(ours) - 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("17/16", "There is no shard 17/16: they are numbered from 1 to 16."),
        ("0/4", "There is no shard 0/4: they are numbered from 1 to 4."),
        ("1/0", "There can be 1 to 10,000 shards, not 0."),
        ("1/999999999", "There can be 1 to 10,000 shards, not 999,999,999."),
        ("3 of 4", "A shard is written like 3/16, the third of sixteen, not '3 of 4'."),
        ("\u0663/4", "A shard is written like 3/16, the third of sixteen, not '\u0663/4'."),
    ],
)
def test_a_shard_that_there_cannot_be(text: str, sentence: str) -> None:
    with pytest.raises(BadShard) as error:
        Shard.from_text(text)
    assert str(error.value) == sentence


def test_nothing_is_known_of_paces_without_games() -> None:
    assert paces_of([]) == {}
