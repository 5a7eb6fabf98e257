"""Panels: fixed decisions with a judge's word on every action, and what a bot's answers cost by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tavern_bots.cli import main
from tavern_bots.measure.judge import Judge, Judged
from tavern_bots.measure.panel import BadPanel, Panel, Regret, ask_game, posed_of, regrets, stamp
from tavern_bots.measure.panel_making import make_panel
from tavern_engine import Game, TavernError, game, games
from tavern_engine.games.tavern_brawl.game import TavernBrawl

LEAST = 4  # worlds, for making panels quickly
BRAWL = ("--game", "tavern-brawl", "--workers", "1")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["panel", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A panel of ten decisions, hardly judged."""
    path = tmp_path_factory.mktemp("panel") / "small.jsonl"
    result = run("--make", *BRAWL, "--decisions", 10, "--worlds", LEAST, "--file", path, "--seed", "test")
    assert f"wrote {path}: 10 decisions" in result.output
    return path


def test_a_panel_says_what_made_it(small: Path) -> None:
    header = json.loads(small.read_text().splitlines()[0])
    assert header["command"] == "tavern-bots panel --make --game tavern-brawl --decisions 10 --worlds 4 --seed test"
    assert header["of"] == stamp(game("tavern-brawl"))


def test_regret_is_valued_by_the_half_that_did_not_pick() -> None:
    judged = Judged((0.5, 0.6, 0.1), (0.5, 0.4, 0.1), (0.0, 0.0, 0.0))
    assert [judged.regret(place) for place in range(3)] == pytest.approx([-0.05, -0.05, 0.35])


def test_the_interval_is_of_games_not_of_decisions() -> None:
    regret = Regret.of([[0.1] * 10, [0.3] * 10] * 20)
    assert regret.mean == pytest.approx(0.2)
    assert 0.16 < regret.low < 0.19
    assert 0.21 < regret.high < 0.24
    assert str(Regret(0.01234, 0.01, 0.02)) == "0.0123 (0.0100 to 0.0200)"


@pytest.mark.parametrize("rules", games(), ids=lambda one: one.id)
def test_shipped_panels_fit_the_games_of_today(rules: Game) -> None:
    panel = Panel(rules)
    assert panel.decisions == 600
    assert panel.path.stat().st_size < 300_000
    assert panel.header["command"].startswith(f"tavern-bots panel --make --game {rules.id} ")
    seats, errors = set(), []
    for number in range(len(panel.rows)):
        record, posed = panel.record(number)
        seats.add(record.seats)
        errors += [error for one in posed for error in (*one.sampled.error, *one.true.error)]
    assert seats == {2, 4}
    assert 0 < sum(errors) / len(errors) < 0.05
    record, posed = panel.record(3)
    assert len(ask_game((rules.id, panel.path, "random", 3))[0]) == len(posed) == 10


def test_a_judge_gives_all_actions_the_same_luck_and_repeats_itself() -> None:
    """At the end of the line nothing is left to luck or to others: whoever can win at once should."""
    rules = game("dragon-vault").tiny()
    judge = Judge(rules, 8)
    state = rules.new(2, 3)
    sampled, true = judge.judge(state, "seed")
    assert judge.judge(state, "seed") == (sampled, true) != judge.judge(state, "other seed")
    assert len(sampled.first) == len(true.second) == len(true.error) == len(state.legal())
    assert all(0 <= value <= 1 for value in (*sampled.first, *true.second))


def test_a_panel_that_is_broken_off_goes_on_to_the_same_bytes(small: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(small.read_bytes()[:-20])
    assert list(make_panel("tavern-brawl", torn, 10, LEAST, "test", 1)) == [0, 10]
    assert torn.read_bytes() == small.read_bytes()


def test_a_bots_regret_is_the_same_every_time(small: Path) -> None:
    panel = Panel(game("tavern-brawl"), small)
    once = list(regrets(panel, "random", 1))
    assert list(regrets(panel, "random", 1)) == once
    assert [len(sampled) for sampled, _ in once] == [10]


def test_the_command_says_what_a_bot_regrets(small: Path) -> None:
    told = run("rules", *BRAWL, "--file", small).output
    assert told.startswith("rules at 10 decisions of Tavern Brawl: mean regret ")
    assert told.endswith(" with the true hands.\n")
    figures = json.loads(run("oracle:simulations=4", *BRAWL, "--file", small, "--json").output)
    assert figures["decisions"] == 10
    assert figures["true"]["low"] <= figures["true"]["mean"] <= figures["true"]["high"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Name a bot, or write --make without one."),
        (("rules", "--make"), "Name a bot, or write --make without one."),
        (("rules", "--game", "chess"), "There is no game 'chess'."),
        (("rulse",), "There is no bot 'rulse'. Did you mean 'rules'?"),
        (("rules", "--file", "nowhere.jsonl"), "cannot be read"),
    ],
)
def test_a_users_mistake_is_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments, "--workers", 1)
    assert result.exit_code in (1, 2)
    assert said in result.output


def test_a_panel_of_other_components_or_words_is_refused(small: Path, tmp_path: Path) -> None:
    brawl = game("tavern-brawl")
    first, *rest = small.read_text().splitlines(keepends=True)
    for place in range(1, 4):
        header = json.loads(first)
        header["of"][place] = "other"
        (tmp_path / "other").write_text("".join([json.dumps(header) + "\n", *rest]))
        with pytest.raises(
            BadPanel, match=r"is of other rules, components or actions of .* --make --game tavern-brawl"
        ):
            Panel(brawl, tmp_path / "other")


def test_a_game_without_a_shipped_panel_is_told_how_to_make_one() -> None:
    class NewGame(TavernBrawl):
        id = "new-game"

    with pytest.raises(BadPanel, match="No panel of Tavern Brawl is shipped: make it anew with"):
        Panel(NewGame.from_box())


def test_a_game_that_does_not_go_by_the_rules_is_told(small: Path, tmp_path: Path) -> None:
    first, row = small.read_text().splitlines()
    fields = json.loads(row)
    fields["posed"][0][1] = [0] * len(fields["posed"][0][1])
    (tmp_path / "wrong").write_text(f"{first}\n{json.dumps(fields)}\n")
    with pytest.raises(TavernError, match="does not go by today's rules"):
        list(regrets(Panel(game("tavern-brawl"), tmp_path / "wrong"), "random", 1))


@pytest.mark.parametrize(
    "row", [[1, [2, 3]], [1, [2], [0], [0], [0], [0], [0]], [-1, [2], *[[0]] * 6], [0, [2], *[[10**9]] * 6]]
)
def test_a_decision_that_cannot_be_is_refused(row: list[object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        posed_of(*row)  # type: ignore[arg-type]
