"""Swiss rounds: everybody sits as often as others, near its own rating, and meets nobody twice while that can be."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from league_files import complaints, loaded
from leagues import derived, lines, tourney
from simulated import block

from tavern_tournament.config.file import StopSection
from tavern_tournament.epochs import ROUNDS_PLAYED, Course
from tavern_tournament.ratings.rate import rate
from tavern_tournament.results import GameResult
from tavern_tournament.schedule import Fixture, LineUp, Meetings
from tavern_tournament.swiss import Rounds, next_line_ups

BOTS = [f"bot{number:03}" for number in range(300)]


def rounds_of(number: int, bots: int, seats: int, deals: int = 1) -> Rounds:
    def fixtures(line_ups: Sequence[LineUp]) -> list[Fixture]:
        return [Fixture(f"cups-{seats}", one, deals, "") for one in line_ups]

    return Rounds(BOTS[:bots], seats, deals, number, fixtures)


def played(
    bots: int, seats: int, rounds: int, noise: float = 1.0, seed: int = 1
) -> tuple[list[list[LineUp]], Meetings]:
    """Rounds of bots whose ranking is a little different every time, and how often they met."""
    chance = random.Random(seed)
    meetings = Meetings([])
    found = []
    for _ in range(rounds):
        ranked = sorted(BOTS[:bots], key=lambda bot: BOTS.index(bot) + chance.gauss(0, noise * bots / 10))
        found.append(next_line_ups(ranked, meetings, seats))
        for line_up in found[-1]:
            meetings.count(line_up, 1)
    return found, meetings


@pytest.mark.parametrize(("bots", "seats", "rounds"), [(60, 2, 7), (61, 2, 7), (90, 4, 8), (90, 6, 5), (20, 2, 19)])
def test_nobody_meets_again_and_all_sit_equally_often(bots: int, seats: int, rounds: int) -> None:
    found, meetings = played(bots, seats, rounds)
    assert max(meetings.met.values()) == 1
    sat = [meetings.sat[bot] for bot in BOTS[:bots]]
    assert max(sat) - min(sat) <= 1
    for line_ups in found:
        assert len(line_ups) == bots // seats
        assert all(len(set(line_up)) == seats for line_up in line_ups)
        assert len({bot for line_up in line_ups for bot in line_up}) == bots // seats * seats


def test_neighbours_in_the_table_meet() -> None:
    assert next_line_ups(BOTS[:8], Meetings([]), 4) == [tuple(BOTS[:4]), tuple(BOTS[4:8])]
    met = Meetings([(BOTS[0], BOTS[1]), (BOTS[2], BOTS[3])])
    assert next_line_ups(BOTS[:4], met, 2) == [(BOTS[0], BOTS[2]), (BOTS[1], BOTS[3])]


def test_300_bots_need_a_few_rounds_in_which_neighbours_meet() -> None:
    found, meetings = played(300, 2, 4, noise=0)
    assert max(meetings.met.values()) == 1
    for line_up in found[-1]:
        assert BOTS.index(line_up[1]) - BOTS.index(line_up[0]) <= 8


def test_the_lowest_sits_out_but_nobody_twice_before_all_did() -> None:
    found, _ = played(5, 2, 10, noise=0)
    out = [(set(BOTS[:5]) - {bot for line_up in line_ups for bot in line_up}).pop() for line_ups in found]
    assert out[0] == BOTS[4]
    assert len(set(out[:5])) == len(set(out[5:])) == 5


def groupings(bots: Sequence[str], seats: int) -> Iterator[list[LineUp]]:
    """All ways to seat everybody."""
    if not bots:
        yield []
        return
    for others in combinations(bots[1:], seats - 1):
        rest = [bot for bot in bots[1:] if bot not in others]
        yield from ([(bots[0], *others), *more] for more in groupings(rest, seats))


def again(line_ups: Sequence[LineUp], meetings: Meetings) -> int:
    return sum(meetings.met[pair] > 0 for line_up in line_ups for pair in combinations(sorted(line_up), 2))


@given(st.integers(2, 9), st.integers(2, 4), st.integers(1, 8), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_who_meets_again_could_not_avoid_it(bots: int, seats: int, rounds: int, seed: int) -> None:
    """Against a look at all ways to seat those who do not sit out, or others who sat out as seldom."""
    if bots < seats:
        return
    found, _ = played(bots, seats, rounds, seed=seed)
    meetings = Meetings([line_up for line_ups in found[:-1] for line_up in line_ups])
    if all(meetings.met[pair] for pair in combinations(BOTS[:bots], 2)):
        return  # then they begin anew
    seated = [bot for line_up in found[-1] for bot in line_up]
    assert (again(found[-1], meetings) == 0) or not any(
        again(ways, meetings) == 0 for ways in groupings(sorted(seated), seats)
    )


def test_when_all_have_met_they_meet_a_second_time_not_a_third() -> None:
    for bots, rounds in ((4, 6), (3, 6)):
        _, meetings = played(bots, 2, rounds, noise=0)
        assert {meetings.met[pair] for pair in combinations(BOTS[:bots], 2)} == {2}


def league(skills: dict[str, float], rounds: Rounds, seats: int) -> tuple[list[list[Fixture]], str]:
    """All rounds of a league whose results are drawn by the model, and why there are no more."""
    table = f"cups-{seats}"
    course = Course(StopSection(), {table: 99}, {table: "cups"}, rounds={table: rounds})
    fixtures = rounds.after([], ())
    found = [fixtures]
    while True:
        results: list[GameResult] = []
        for one in fixtures:
            for deal in range(one.deals):
                results += [replace(game, table=table) for game in block(skills, one, deal, 1)]
        epoch = course.next_epoch(fixtures, rate(results, bootstrap=0), 0.0)
        if epoch.stopped:
            return found, epoch.stopped
        fixtures = list(epoch.fixtures)
        found.append(fixtures)


@pytest.mark.parametrize(("bots", "seats"), [(12, 2), (25, 3)])
def test_a_league_goes_from_round_to_round_and_brings_equals_together(bots: int, seats: int) -> None:
    skills = {bot: 45.0 - 30 * number / bots for number, bot in enumerate(BOTS[:bots])}
    found, why = league(skills, rounds_of(4, bots, seats, deals=3), seats)
    assert why == ROUNDS_PLAYED
    assert [sum(one.deals for one in fixtures) for fixtures in found] == [
        number * 3 * (bots // seats) for number in (1, 2, 3, 4)
    ]

    def apart(fixtures: Sequence[Fixture]) -> float:
        return sum(max(map(BOTS.index, one.bots)) - min(map(BOTS.index, one.bots)) for one in fixtures) / len(fixtures)

    last = [one for one in found[-1] if one not in found[-2]]
    assert apart(last) < bots / 2


FILE = """
[league]
name = "test"
seed = 1
secret = "public"
out = "run"
[[tables]]
game = "tavern-brawl"
seats = 2
[[tables]]
game = "dragon-vault"
seats = 3
{bots}
[schedule]
kind = "swiss"
deals = 1
{keys}
[run]
workers = 2
batch_seconds = 0.05
[rating]
bootstrap = 5
[report]
replays = 1
"""


def swiss_file(bots: int, keys: str = "rounds = 3", more: str = "") -> str:
    rows = [
        f'[[bots]]\nbot = "rules"\nname = "b{number}"\noptions = {{ errors = 0.{number} }}' for number in range(bots)
    ]
    return FILE.format(bots="\n".join(rows), keys=keys) + more


def test_a_swiss_league_has_as_many_rounds_as_a_knock_out_unless_it_is_said(tmp_path: Path) -> None:
    for bots, rounds in ((3, 2), (4, 2), (5, 3), (9, 4)):
        assert loaded(tmp_path, swiss_file(bots, "")).rounds == rounds
    made = loaded(tmp_path, swiss_file(5))
    assert (made.rounds, made.resolved()["schedule"]["rounds"]) == (3, 3)
    assert [made.most_deals(table) for table in made.tables] == [3, 3]


WRONG = [
    ("rounds = 0", "schedule.rounds: must be at least 1, not 0."),
    (
        "rounds = 1000\n[[tables]]\ngame = 'tiefenthal'\nseats = 2\ndeals = 1001",
        "schedule.rounds: 1,000 rounds of 1,001 deals are more than the 1,000,000 that a line-up may play.",
    ),
    ("line_ups = 9", "schedule.line_ups: in a Swiss schedule everybody sits at a table in every round: leave it out."),
    ("self_play = true", "schedule.self_play: in a Swiss schedule nobody meets itself: leave it out."),
    ("most_deals = 9", "schedule.most_deals: only an adaptive schedule adds deals: leave it out."),
    ("challenger = 'b0'", "schedule.challenger: only a gauntlet has a challenger: write kind = 'gauntlet', or leave"),
    ("[stop]\ngames = 6", "stop.games: a budget of 6 games is spent before the first epoch ends, which has 7 games:"),
    ("[stop]\ngames = 22", "stop.games: the schedule ends after 21 games, so that is never reached: plan more deals."),
]


@pytest.mark.parametrize(("keys", "told"), WRONG)
def test_what_a_swiss_schedule_does_not_have_is_named(tmp_path: Path, keys: str, told: str) -> None:
    (found,) = complaints(tmp_path, swiss_file(5, keys))
    assert told in found


def test_swiss_rounds_need_others_and_full_tables(tmp_path: Path) -> None:
    alone = complaints(tmp_path, swiss_file(1))
    assert [line.split(": ", 1)[1] for line in alone] == [
        "tables[0].seats: 2 seats, but only 1 of the bots play tavern-brawl: add bots.",
        "tables[1].seats: 3 seats, but only 1 of the bots play dragon-vault: add bots.",
        "schedule.kind: Swiss rounds pair bots, and there is only one: add others.",
    ]
    assert "only a Swiss schedule has rounds" in complaints(tmp_path, swiss_file(5).replace("swiss", "round-robin"))[0]


@pytest.mark.slow
def test_a_swiss_league_is_the_same_for_all_workers_and_grows_with_its_rounds_and_bots(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    path.write_text(swiss_file(7))
    dry = tourney(tmp_path, "--config", "league.toml", "--dry-run")
    assert "5 line-ups, 12 games.\nThere are 3 rounds: who meets in those to come depends on the results." in dry.stdout
    one = tourney(tmp_path, "--config", "league.toml", "--workers", "1")
    assert one.returncode == 0, one.stderr
    assert "All rounds were played." in one.stdout
    assert lines(tmp_path) == 36
    first = derived(tmp_path / "run")
    assert tourney(tmp_path, "--config", "league.toml", "--workers", "3", "--fresh").returncode == 0
    assert derived(tmp_path / "run") == first
    path.write_text(swiss_file(7, "rounds = 4"))
    assert "36 of the 36 games that were played stay valid" in tourney(tmp_path, "--config", "league.toml").stderr
    assert lines(tmp_path) == 48
    path.write_text(swiss_file(8, "rounds = 4"))
    joined = tourney(tmp_path, "--config", "league.toml")
    assert joined.returncode == 0, joined.stderr
    assert "bots.b7: added" in joined.stderr
    assert "\n48 of the 48 games that were played stay valid" in joined.stderr
