"""The schedule: fair to every pair and seat, the same deals for all, and nothing but names decides it."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavern_tournament.schedule import (
    Entries,
    Fixture,
    Games,
    LineUp,
    Seeds,
    line_ups,
    seating,
)

BOTS = [f"bot{number:02}" for number in range(20)]


def meetings(chosen: list[LineUp]) -> Counter[tuple[str, str]]:
    return Counter(pair for line_up in chosen for pair in combinations(line_up, 2))


def test_all_line_ups_are_played_when_they_are_few() -> None:
    chosen = line_ups(Entries(BOTS[:6], [], seats=4, most=200))
    assert len(chosen) == len(set(chosen)) == comb(6, 4)
    assert set(meetings(chosen).values()) == {6}


@pytest.mark.parametrize(("bots", "seats", "most"), [(10, 4, 100), (12, 4, 60), (20, 6, 50), (9, 3, 30)])
def test_a_choice_of_line_ups_is_balanced(bots: int, seats: int, most: int) -> None:
    chosen = line_ups(Entries(BOTS[:bots], [], seats, most))
    assert len(chosen) == len(set(chosen)) == most
    sat = Counter(bot for line_up in chosen for bot in line_up)
    met = [meetings(chosen)[pair] for pair in combinations(BOTS[:bots], 2)]
    assert max(sat.values()) - min(sat.values()) <= 1
    assert max(met) - min(met) <= 3
    assert min(met) > 0


def test_under_the_cap_whoever_joins_only_adds_line_ups_with_itself() -> None:
    before = line_ups(Entries(BOTS[:6], [], seats=4, most=35))
    after = line_ups(Entries(BOTS[:6], ["newcomer"], seats=4, most=35))
    assert after[: len(before)] == before
    assert len(set(after)) == len(after) == comb(7, 4)
    assert all("newcomer" in line_up for line_up in after[len(before) :])


@st.composite
def grown(draw: st.DrawFn) -> Entries:
    """A league that bots have joined, some against themselves, some in a gauntlet."""
    names = draw(st.permutations(BOTS[:16]))
    founders = draw(st.integers(0, 9))
    last = draw(st.integers(founders, len(names)))
    challengers = draw(st.sampled_from([[], [], names[:1], names[2:4]]))
    seats, most, self_play = draw(st.integers(2, 5)), draw(st.integers(1, 60)), draw(st.booleans())
    return Entries(names[:founders], names[founders:last], seats, most, self_play, challengers)


@given(grown())
def test_a_league_that_grows_stays_under_its_cap_and_in_balance(entries: Entries) -> None:
    """However many joined: as many line-ups as there may be, and nobody sits or meets much more often than others."""
    chosen = line_ups(entries)
    everybody = line_ups(replace(entries, most=100_000))
    assert len(set(chosen)) == len(chosen) == min(entries.most, len(everybody))
    if len(everybody) <= entries.most:
        return
    sat = Counter(bot for line_up in chosen for bot in line_up)
    met = meetings(chosen)
    bots = [*entries.founders, *entries.joined]
    for side in (False, True):
        alike = [bot for bot in bots if (bot in entries.challengers) == side]
        counts = [sat[bot] for bot in alike] or [0]
        assert min(counts) > 0 or sum(counts) < len(counts)
        assert max(counts) - min(counts) <= (6 if entries.self_play else 3)
        pairs = [met[min(pair), max(pair)] for pair in combinations(alike, 2)] or [0]
        assert max(pairs) - min(pairs) <= 4


def test_a_league_of_eight_grows_to_twenty_four() -> None:
    bots = [f"bot{number:02}" for number in range(24)]
    chosen = line_ups(Entries(bots[:8], bots[8:], seats=4, most=20))
    assert len(chosen) == 20
    assert set(Counter(bot for line_up in chosen for bot in line_up).values()) == {3, 4}
    assert max(meetings(chosen).values()) == 1


def test_most_line_ups_stay_when_one_bot_joins() -> None:
    """Only as many make room as the newcomer sits in."""
    before = line_ups(Entries(BOTS[:12], [], seats=4, most=60))
    after = line_ups(Entries(BOTS[:12], ["newcomer"], seats=4, most=60))
    share = 60 * 4 // 13
    assert len(after) == 60
    assert [line_up for line_up in before if line_up in after] == after[: 60 - share]
    assert all("newcomer" in line_up for line_up in after[60 - share :])


def test_the_first_plan_of_a_league_never_changes() -> None:
    """Its results would be of line-ups that are not planned."""
    chosen = line_ups(Entries(BOTS[:9], [], seats=3, most=30))
    assert [" ".join(bot[-1] for bot in line_up) for line_up in chosen[:3]] == ["0 6 8", "1 2 3", "4 5 7"]
    assert [" ".join(bot[-1] for bot in line_up) for line_up in chosen[-2:]] == ["1 5 7", "0 2 7"]


def test_a_bot_that_joined_and_left_has_never_been_there() -> None:
    entries = Entries(BOTS[:10], BOTS[10:13], seats=4, most=40)
    assert line_ups(entries, {BOTS[12]}) == line_ups(replace(entries, joined=BOTS[10:12]))
    assert line_ups(entries, set(BOTS[10:13])) == line_ups(replace(entries, joined=[]))


@given(grown(), st.sets(st.sampled_from(BOTS[:16]), max_size=4))
def test_whoever_leaves_a_league_that_grew_changes_nothing_for_the_others(entries: Entries, gone: set[str]) -> None:
    gone = gone - set(entries.joined[-1:])
    after = line_ups(entries, gone)
    stay = [line_up for line_up in line_ups(entries) if not gone & set(line_up)]
    assert after[: len(stay)] == stay
    assert len(set(after)) == len(after) <= entries.most
    assert not any(gone & set(line_up) for line_up in after)


def test_whoever_leaves_is_replaced_and_those_who_stay_keep_their_line_ups() -> None:
    entries = Entries(BOTS, [], seats=4, most=100)
    gone = set(BOTS[10:])
    before, after = line_ups(entries), line_ups(entries, gone)
    kept = [line_up for line_up in before if not gone & set(line_up)]
    assert after[: len(kept)] == kept
    assert len(after) == len(set(after)) == 100
    assert not any(gone & set(line_up) for line_up in after)
    sat = Counter(bot for line_up in after for bot in line_up)
    assert max(sat.values()) - min(sat.values()) <= 2


def test_without_a_cap_nobody_needs_to_be_replaced() -> None:
    left = line_ups(Entries(BOTS[:6], [], seats=4, most=200), {BOTS[0]})
    assert set(left) == set(line_ups(Entries(BOTS[1:6], [], seats=4, most=200)))


def test_in_a_gauntlet_every_line_up_has_one_challenger() -> None:
    chosen = line_ups(Entries(BOTS[:6], [], seats=3, most=100, challengers=[BOTS[1], BOTS[4]]))
    assert len(chosen) == 2 * comb(4, 2)
    assert all(len({BOTS[1], BOTS[4]} & set(line_up)) == 1 for line_up in chosen)


def test_a_big_gauntlet_is_cut_down_evenly() -> None:
    chosen = line_ups(Entries(BOTS, [], seats=4, most=40, challengers=[BOTS[0]]))
    assert len(chosen) == 40
    assert all(BOTS[0] in line_up for line_up in chosen)
    sat = Counter(bot for line_up in chosen for bot in line_up)
    assert max(sat[bot] for bot in BOTS[1:]) - min(sat[bot] for bot in BOTS[1:]) <= 1


@given(st.integers(1, 6), st.integers(1, 4), st.integers(2, 4), st.integers(1, 30), st.booleans(), st.booleans())
def test_a_gauntlet_has_line_ups_of_one_challenger_each(
    others: int, challengers: int, seats: int, most: int, self_play: bool, late: bool
) -> None:
    """Whoever is there: line-ups of one challenger each, or none at all."""
    names = BOTS[:challengers]
    bots = BOTS[: challengers + others]
    entries = Entries([] if late else bots, bots if late else [], seats, most, self_play, names)
    chosen = line_ups(entries)
    assert all(sum(bot in names for bot in line_up) == 1 for line_up in chosen)
    assert bool(chosen) == (others >= seats - 1 or self_play)


def test_self_play_seats_a_bot_against_itself() -> None:
    chosen = line_ups(Entries(["a", "b"], [], seats=3, most=100, self_play=True))
    assert chosen == [("a", "a", "a"), ("a", "a", "b"), ("a", "b", "b"), ("b", "b", "b")]


@given(st.integers(2, 8), st.integers(0, 10_000))
def test_in_a_block_everybody_sits_everywhere_once(seats: int, deal: int) -> None:
    line_up = tuple(BOTS[:seats])
    rows = [seating(line_up, deal, turn) for turn in range(seats)]
    for seat in range(seats):
        assert {row[seat] for row in rows} == set(line_up)


def test_everybody_sits_left_of_everybody_else_equally_often() -> None:
    line_up = ("a", "b", "c", "d")
    pairs: Counter[tuple[str, str]] = Counter()
    for deal in range(6):
        row = seating(line_up, deal, 0)
        pairs.update(zip(row, row[1:] + row[:1], strict=True))
    assert set(pairs.values()) == {2}
    assert len(pairs) == 12


def test_games_go_deal_by_deal_and_have_names() -> None:
    fixtures = [Fixture("vault-2", ("a", "b"), 2, "x"), Fixture("vault-2", ("a", "c"), 1, "y")]
    planned = list(Games(fixtures))
    names = ["vault-2/a+b/0/0", "vault-2/a+b/0/1", "vault-2/a+c/0/0", "vault-2/a+c/0/1", "vault-2/a+b/1/0"]
    assert [game.id for game in planned] == [*names, "vault-2/a+b/1/1"]
    assert planned[1].bots == ("b", "a")


def test_games_are_counted_without_a_list_of_them() -> None:
    """So many would fit nowhere."""
    fixtures = [Fixture("vault-2", ("a", "b"), 10**15, "x"), Fixture("vault-3", ("a", "b", "c"), 2, "y")]
    planned = Games(fixtures)
    assert len(planned) == 2 * 10**15 + 6
    assert [game.id for game in islice(planned, 3)] == ["vault-2/a+b/0/0", "vault-2/a+b/0/1", "vault-3/a+b+c/0/0"]


def test_games_that_are_done_are_left_out() -> None:
    fixtures = [Fixture("vault-2", ("a", "b"), 2, "x"), Fixture("vault-2", ("a", "c"), 1, "y")]
    left = Games(fixtures, {"vault-2/a+b/0/1", "vault-2/a+c/0/0", "vault-2/a+c/0/1", "vault-2/a+d/0/0"})
    assert [game.id for game in left] == ["vault-2/a+b/0/0", "vault-2/a+b/1/0", "vault-2/a+b/1/1"]
    assert len(left) == 3
    assert list(left.by_fixture().values()) == [3, 0]


def test_luck_depends_on_the_seed_and_on_names_only() -> None:
    seeds, other = Seeds("an evening", ""), Seeds("another evening", "")
    assert seeds.deal("dragon-vault", 3) == Seeds("an evening", "").deal("dragon-vault", 3)
    lucks = {seeds.deal("dragon-vault", 3), seeds.deal("dragon-vault", 4), other.deal("dragon-vault", 3)}
    assert len(lucks) == 3
    assert len({seeds.bot("a/b/0/0", 0), seeds.bot("a/b/0/0", 1), seeds.bot("a/b/0/1", 0)}) == 3
    assert seeds.text("a", "b c") != seeds.text("a b", "c")
