"""Less luck: what came by lot is taken off results, which are the same on average and vary less."""

from dataclasses import replace
from random import Random
from statistics import fmean, pstdev

import pytest
from leagues import LEAGUE
from saved_runs import played_run
from small_league import result

from tavern_bots.evaluation import Evaluation
from tavern_engine import game
from tavern_tournament.ratings.luck import Corrected, take_luck_out
from tavern_tournament.ratings.windfalls import Judge, judge_of, windfalls, windfalls_of
from tavern_tournament.report.counts import LessLuck, count_less_luck
from tavern_tournament.report.less_luck import less_luck_text
from tavern_tournament.results import GameResult
from tavern_tournament.run import Run

TRUTH = 0.6


def luck_s_league(seed: int, deals: int, told: float) -> tuple[list[GameResult], dict[str, tuple[float, float]]]:
    """Two bots, of which one wins so often; windfalls tell so much of what decides, and the rest is noise."""
    luck = Random(seed)
    games, came = [], {}
    for deal in range(deals):
        for turn, bots in enumerate((("a", "b"), ("b", "a"))):
            lot = luck.gauss(0, 1)  # a windfall of a: with it, it wins more often
            wins = luck.random() < min(max(TRUTH + 0.25 * lot, 0.0), 1.0)
            one = result(bots, (1, 2) if wins == (bots[0] == "a") else (2, 1), deal, turn)
            seen = told * 0.25 * lot + (1 - told) * luck.gauss(0, 0.25)
            games.append(one)
            came[one.id] = (seen, -seen) if bots[0] == "a" else (-seen, seen)
    return games, came


def corrected(seed: int, deals: int, told: float) -> Corrected:
    (pair,) = take_luck_out(*luck_s_league(seed, deals, told))
    return pair


@pytest.mark.parametrize("deals", [3, 12, 30])
@pytest.mark.parametrize("told", [1.0, 0.3])
def test_the_mean_stays_the_same_however_well_luck_is_told(deals: int, told: float) -> None:
    """Over many leagues; the part that is taken off is fitted, but never to the deals that it is taken off."""
    pairs = [corrected(seed, deals, told) for seed in range(400)]
    off = [fmean(pair.less_luck) - fmean(pair.plain) for pair in pairs]
    assert abs(fmean(off)) < 3.5 * pstdev(off) / len(off) ** 0.5


def test_it_saves_what_luck_tells() -> None:
    rows = [[count_less_luck([corrected(seed, 40, told)])[0].saved for seed in range(40)] for told in (1.0, 0.0)]
    good, bad = map(fmean, rows)
    assert good > 0.1
    assert -0.1 < bad < 0.02


def test_the_part_that_is_taken_off_a_deal_is_not_fitted_to_it() -> None:
    games, came = luck_s_league(4, 12, 1.0)
    taken = []
    for winner in "ab":
        won = [replace(one, placement=(1, 2) if one.bots[0] == winner else (2, 1)) for one in games]
        results = [other if one.deal == 5 else one for one, other in zip(games, won, strict=True)]
        (pair,) = take_luck_out(results, came)
        taken.append([plain - less for plain, less in zip(pair.plain, pair.less_luck, strict=True)])
    assert taken[0][5] == pytest.approx(taken[1][5])
    assert taken[0] != pytest.approx(taken[1])  # but to the others it is


def test_one_deal_or_no_luck_leaves_nothing_to_say() -> None:
    (pair,) = take_luck_out(*luck_s_league(1, 1, 1.0))
    assert pair.less_luck == pair.plain
    games, came = luck_s_league(1, 9, 1.0)
    assert take_luck_out(games, dict.fromkeys(came, (0.0, 0.0))) == []
    assert take_luck_out(games, {}) == []


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Real games of a good player, a worse one and one that plays at random."""
    erring = 'bot = "rules"\nname = "other"\noptions = { errors = 0.2 }'
    text = LEAGUE.format(deals=15, more="").replace('bot = "random"\nname = "other"', erring)
    return played_run(tmp_path_factory.mktemp("luck"), text)


def test_what_comes_by_lot_in_real_games_is_nothing_on_average(run: Run) -> None:
    results = run.counted(run.read())
    came = windfalls_of(run.setup, results)
    assert set(came) == {one.id for one in results}
    assert all(abs(sum(seats)) < 1e-3 for seats in came.values())  # what one gets, another misses
    for bot in ("rules", "random", "other"):  # whoever plays, and however well
        own = [came[one.id][one.bots.index(bot)] for one in results if bot in one.bots]
        assert pstdev(own) > 0.05
        assert abs(fmean(own)) < 3.5 * pstdev(own) / len(own) ** 0.5
    assert came == windfalls_of(run.setup, results)


def test_what_play_gains_is_no_windfall(run: Run) -> None:
    """Against random play the rules win nearly always, by skill: that is not counted as luck."""
    judge = judge_of(game("dragon-vault"))
    assert isinstance(judge, Judge)
    results = [one for one in run.counted(run.read()) if one.line_up == "random+rules"]
    won = [one.placement[one.bots.index("rules")] == 1 for one in results]
    assert fmean(won) > 0.9
    own = [windfalls(run.setup, one, judge)[one.bots.index("rules")] for one in results]
    assert abs(fmean(own)) < 0.2


def test_games_without_a_value_function_say_so() -> None:
    assert judge_of(game("tavern-brawl")) == "Nobody has trained an evaluation of Tavern Brawl."
    found = judge_of(game("red-dragon-inn"))
    assert isinstance(found, Judge)
    assert isinstance(found.evaluation, Evaluation)
    assert less_luck_text([], "Tavern Brawl", "Nobody knows.").endswith(
        "cannot be taken off the results. Nobody knows."
    )


def test_bots_that_see_all_cards_and_changed_records_are_left_out(run: Run) -> None:
    results = run.counted(run.read())[:4]
    seeing = replace(run.setup, bots=tuple(replace(bot, oracle=bot.name == "rules") for bot in run.setup.bots))
    assert all("rules" not in one for one in windfalls_of(seeing, results))
    changed = [replace(one, actions=(10**6,)) for one in results]
    assert windfalls_of(run.setup, changed) == {}


def test_both_figures_stand_beside_each_other() -> None:
    (row,) = count_less_luck([corrected(2, 40, 1.0)])
    assert isinstance(row, LessLuck)
    assert row.blocks == 40
    assert row.less.high - row.less.low < row.plain.high - row.plain.low
    assert "saved " in less_luck_text([row], "Dragon's Vault", "an evaluation")
