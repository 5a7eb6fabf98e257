"""Where a matchup is won: what the games name is told where it stands out, and nowhere else."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from saved_runs import saved_run
from small_league import GAME, fault, info, league, result

from tavern_engine import Table, game
from tavern_tournament.ratings.rate import rate
from tavern_tournament.replay import Again
from tavern_tournament.report.answers import why
from tavern_tournament.report.counts import count_pairs
from tavern_tournament.report.matchups import Dimensions, Reason, find_examples, find_reasons
from tavern_tournament.report.summary import summarise
from tavern_tournament.results import GameResult
from tavern_tournament.solo.telling import OPEN, news


def nothing(_result: GameResult) -> Sequence[Dimensions]:
    return []


def games_of(strong: float, weak: float, deals: int = 40, seed: int = 3) -> list[GameResult]:
    """The first seat's bot wins with one chance if it is strong, with another if it is weak."""
    luck = Random(seed)
    games = []
    for deal in range(deals):
        for turn, bots in enumerate((("strong", "weak"), ("weak", "strong"))):
            wins = luck.random() < (strong if bots[0] == "strong" else weak)
            games.append(result(bots, (1, 2) if wins else (2, 1), deal, turn, actions=tuple(range(20 + deal % 7))))
    return games


def reasons(results: list[GameResult], dimensions: object = nothing) -> list[Reason]:
    return find_reasons(results, count_pairs(results), dimensions)  # type: ignore[arg-type]


def test_a_seat_in_which_a_bot_loses_is_named() -> None:
    games = games_of(strong=0.95, weak=0.5)
    (found,) = reasons(games)
    assert (found.bot, found.other, found.what) == ("weak", "strong", "when its seat is 1")
    assert found.here < 0.2 < found.there
    summary = summarise(games, rate(games, bootstrap=0), info(games))
    told = why(replace(summary, reasons=[found]), GAME, "weak", "strong")
    assert "Mostly when its seat is 1: " in told
    assert told.startswith("It placed better in ")


def test_what_the_game_names_is_found() -> None:
    """The weak bot loses as a wizard, and has less of what everybody has."""
    luck = Random(5)

    def dimensions(one: GameResult) -> list[Dimensions]:
        lost = one.placement[one.bots.index("weak")] == 2
        roles = [("wizard" if lost else "thief") if bot == "weak" else "fighter" for bot in one.bots]
        return [
            {"character": role, "gold": luck.randint(3, 5) - 2 * (role != "fighter"), "luck": luck.randint(0, 9)}
            for role in roles
        ]

    found = {one.what: one for one in reasons(games_of(0.75, 0.25), dimensions)}
    assert set(found) == {"when its character is wizard", "gold"}
    assert found["gold"].here == pytest.approx(2, abs=0.2)
    assert found["gold"].there == pytest.approx(4, abs=0.2)


def test_what_is_not_there_is_not_told() -> None:
    """Of twenty leagues without anything to find, at most a few say something: that is what 5 % means."""
    luck = Random(7)

    def dimensions(one: GameResult) -> list[Dimensions]:
        return [
            {"colour": luck.choice("rgb"), "stars": luck.randint(0, 5), "moons": luck.randint(0, 5)} for _ in one.bots
        ]

    said = sum(bool(reasons(games_of(0.75, 0.25, deals=30, seed=seed), dimensions)) for seed in range(40))
    assert said <= 5


def test_only_who_clearly_loses_is_looked_at_and_few_games_say_nothing() -> None:
    even = games_of(strong=0.9, weak=0.9)  # the first seat wins, whoever sits there
    assert reasons(even) == []
    assert reasons(games_of(1.0, 0.0, deals=7)) == []


def test_faults_and_tables_are_kinds_of_games_too() -> None:
    games = league({"good": 5.0, "bad": 0.0}, 2, 20)
    failing = [
        replace(one, faults=(fault("no", seat=one.bots.index("bad")),)) if one.deal % 2 else
        replace(one, placement=(1, 1)) for one in games
    ]  # fmt: skip
    assert next(one.what for one in reasons(failing)) == "in games in which it makes a fault"
    small = [replace(one, table="small", placement=(1, 1)) for one in games]
    assert "at dragon-vault-2" in [one.what for one in reasons([*games, *small])]


def test_an_example_is_a_lost_game_of_usual_length() -> None:
    games = [
        result(("a", "b"), (2, 1), deal, actions=tuple(range(length))) for deal, length in enumerate((90, 20, 50))
    ] + [result(("a", "b"), (1, 2), 3)]
    examples = find_examples(games, count_pairs(games))
    assert examples[GAME, "a", "b"] == games[2].id
    assert examples[GAME, "b", "a"] == games[3].id


@pytest.mark.parametrize(
    ("game_id", "named"),
    [
        ("dragon-vault", {"coins lost in round 1"}),
        ("red-dragon-inn", {"character", "Gold won by gambling"}),
        ("tavern-brawl", {"first pick", "points by dark"}),
        ("tiefenthal", {"points on nobles", "points on guests"}),
    ],
)
def test_our_games_name_dimensions_that_add_up(game_id: str, named: set[str]) -> None:
    rules = game(game_id)
    table = Table(rules, 2, "dimensions")
    while not table.over:
        table.answer(table.ask()[1].legal()[-1])
    events, state = news(table, OPEN), table.truth()
    for seat in range(2):
        found = rules.dimensions(state, seat, events)
        assert named <= set(found)
        assert all(isinstance(value, (int, str)) for value in found.values())
        parts = [value for name, value in found.items() if name.startswith(("points", "coins")) and value != ""]
        points = rules.points(int(state.score(seat)))
        if parts and len(parts) != 4:  # of more rounds than four, the last are not looked at
            assert sum(map(int, parts)) == points
        assert (points is None) == (game_id == "red-dragon-inn")


def test_the_dimensions_of_recorded_games_are_read_again(tmp_path: Path) -> None:
    run = saved_run(tmp_path)
    again = Again(run.setup)
    for one in run.counted(run.read()):
        seats = again.dimensions(one)
        assert len(seats) == 2
        if len(seats[0]) < 4:
            assert [sum(map(int, seat.values())) for seat in seats] == again.points(one) == [-s for s in one.scores]
        assert again.dimensions(replace(one, actions=one.actions[:-1])) == []  # it does not come to its end
        assert again.dimensions(replace(one, actions=(10**6, *one.actions))) == []
