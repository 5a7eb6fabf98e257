"""The bot kit is worth its name: it passes honest bots and catches every planted fault."""

import random

import pytest
from bad_bots import BAD_BOTS, Exits, Hangs, HonestBot, Prints, Raises, named

import tavern_engine
from tavern_bots.api import Value
from tavern_bots.discover import choose_bot, discover
from tavern_bots.testing import CHECKS, check_bot
from tavern_bots.testing.changes import Snapshot
from tavern_bots.testing.seated import small_budget
from tavern_engine import game
from tavern_tournament.moves import KeptMoves

VAULT = game("dragon-vault")
SEARCHES = ("flat", "determinized", "mcts", "released")
# All search alike: one of them is asked about all games, the others about some.
SOME: dict[str, tuple[str, ...]] = {
    "house": ("dragon-vault",),
    "released": ("dragon-vault",),
    "flat": ("dragon-vault", "red-dragon-inn"),
    "determinized": ("tavern-brawl", "tiefenthal"),
}
SHIPPED = ("house", "random", "rules", "learned", *SEARCHES)
EFFORT = 0.05 if tavern_engine.COMPILED else 0.01


def test_the_honest_bot_passes() -> None:
    """Where those with faults, which derive from it, are caught."""
    assert [str(finding) for finding in check_bot(named(HonestBot), [VAULT], effort=EFFORT)] == []


def test_what_a_league_remembers_is_no_bot_s_doing() -> None:
    """Whoever reads moves keeps those of one game at hand; the kit may run in the same process."""
    before = Snapshot()
    assert list(KeptMoves([3, 1, 2])) == [3, 1, 2]
    assert before.changed() == []


@pytest.mark.parametrize("bot", BAD_BOTS, ids=lambda bot: bot.__name__)
def test_a_fault_is_caught_and_named(bot: type[HonestBot]) -> None:
    check, problem = BAD_BOTS[bot]
    effort = 1.0 if "the game ended" in problem else 0.05
    findings = check_bot(named(bot), [VAULT], effort, [check], late=0.1 if check == "clock" else 2.0)
    assert any(problem in finding.problem for finding in findings), [str(finding) for finding in findings]


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_bots_pass(name: str) -> None:
    options = dict.fromkeys(SEARCHES, ":simulations=4") | {"house": ":level=1"}
    choice = choose_bot(f"{name}{options.get(name, '')}")
    where = [game(one) for one in SOME[name]] if name in SOME else None
    findings = check_bot(choice, where, min(EFFORT, 0.01) if name in options else EFFORT)
    assert [str(finding) for finding in findings] == []


def test_all_shipped_bots_are_under_test() -> None:
    ours = [bot for bot in discover() if bot.packages[0].startswith("tavern-tourney ")]
    assert sorted(SHIPPED) == [bot.name for bot in ours if not getattr(bot.load(), "oracle", False)]


def test_a_finding_names_bot_game_seats_and_reason() -> None:
    finding = str(check_bot(named(Raises), checks=["quiet"], effort=0.01)[0])
    assert finding.startswith("quiet: ")
    assert "bad_bots.py:Raises: it raised ValueError: no idea when it was asked to choose" in finding
    assert "[dragon-vault, 2 seats" in finding


def test_a_bot_that_hangs_is_given_up_on() -> None:
    findings = check_bot(named(Hangs), [VAULT], effort=0.01, late=0.2)
    assert [(finding.check, finding.hangs) for finding in findings] == [("legal", True)]


def test_every_table_size_has_its_finding() -> None:
    tables = " ".join(finding.table for finding in check_bot(named(Raises), checks=["quiet"], effort=0.01))
    assert [seats for seats in range(2, 7) if f"{seats} seats" in tables] == [2, 3, 4, 5, 6]


def test_a_bot_that_exits_fails_checks_but_not_the_kit() -> None:
    found = {finding.check for finding in check_bot(named(Exits), effort=0.01)}
    assert found == set(CHECKS) - {"seats"}


def test_what_a_bot_prints_is_caught(capsys: pytest.CaptureFixture[str]) -> None:
    check_bot(named(Prints), [VAULT], effort=0.01)
    assert capsys.readouterr().out == ""


def test_the_kit_leaves_the_global_random_as_it_was() -> None:
    before = random.getstate()
    check_bot(named(HonestBot), [VAULT], effort=0.01, checks=["repeatable"])
    assert random.getstate() == before


def test_a_bot_without_games_is_a_finding() -> None:
    assert "it plays none of the games" in str(check_bot(named(HonestBot), games=[])[0])


@pytest.mark.parametrize(
    ("text", "simulations"),
    [("mcts", 40), ("mcts:simulations=3", 3), ("mcts:simulations=100", 100), ("mcts:goal=win", 40)],
)
def test_budgets_are_small_unless_the_bot_is_named_with_one(text: str, simulations: Value) -> None:
    assert small_budget(choose_bot(text), "dragon-vault")["simulations"] == simulations
