"""No bot peeks unseen: not late, not in some hands, not in a league only, and not by what it has prepared."""

import gc
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import bad_bots
import peeking_bots
import pytest
from bad_bots import HonestBot, OwnRandom, Prints, named
from peeking_bots import PEEKING_BOTS, MarksCards, Peeker

import tavern_engine
from tavern_bots.discover import choose_bot
from tavern_bots.testing import Finding, check_bot
from tavern_bots.testing.changes import SNAPSHOT
from tavern_engine import game

VAULT = game("dragon-vault")
EFFORT = 0.05  # so that some games are played to their end
HONESTY = ("twins", "games", "league", "changes")


@pytest.fixture(autouse=True)
def _all_as_it_was() -> Iterator[None]:
    """What bots change must not reach other tests."""
    cap = VAULT.tables.cap
    gc.freeze()  # who looks among all objects need not look through those of pytest
    yield
    gc.unfreeze()
    SNAPSHOT.put_back()
    VAULT.tables.cap = cap


@cache
def findings_of(name: str) -> list[Finding]:
    """What the check finds that must catch this bot."""
    bot = getattr(peeking_bots, name)
    return check_bot(named(bot), [VAULT], EFFORT, [PEEKING_BOTS[bot][0]])


@pytest.mark.parametrize("bot", PEEKING_BOTS, ids=lambda bot: bot.__name__)
def test_who_peeks_is_caught(bot: type[Peeker]) -> None:
    findings, problem = findings_of(bot.__name__), PEEKING_BOTS[bot][1]
    assert any(problem in finding.problem for finding in findings), [str(finding) for finding in findings]


def test_what_a_bot_changes_when_it_is_imported_is_seen() -> None:
    choice = choose_bot(f"{Path(bad_bots.__file__).with_name('patching_bot.py')}:PatchingBot")
    first, *others = check_bot(choice, [VAULT], EFFORT, ["changes"])
    assert first.problem == "it changed tavern_engine.table.Table.ask when it was loaded"
    assert others == []  # it was put back


def test_a_finding_names_the_decision() -> None:
    finding = findings_of("PeeksLate")[0]
    told = re.match(r"at decision (\d+) of seat \d in deal \d+ it chose '", finding.problem)
    assert told is not None
    assert int(told[1]) >= 6  # it peeks from there on, and what it sees need not differ at once


def test_a_bot_with_random_numbers_of_its_own_is_not_said_to_peek() -> None:
    problem = check_bot(named(OwnRandom), [VAULT], EFFORT, ["games"])[0].problem
    assert "when the same game is played again: it remembers other games, or draws random numbers of its own" in problem


@pytest.mark.parametrize("bot", [HonestBot, Prints], ids=lambda bot: bot.__name__)
def test_honest_bots_peek_nowhere(bot: type[HonestBot]) -> None:
    assert [str(finding) for finding in check_bot(named(bot), [VAULT], EFFORT, HONESTY)] == []


def test_a_bot_that_cannot_be_loaded_in_another_process_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "moving.py"
    file.write_text(Path(bad_bots.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    choice = choose_bot(f"{file}:HonestBot")
    file.unlink()
    problem = check_bot(choice, [VAULT], EFFORT, ["league"])[0].problem
    assert problem.startswith("in a process of its own as a league gives it: There is no file")


def test_a_snapshot_sees_data_and_puts_names_back() -> None:
    VAULT.tables.cap += 1
    tavern_engine.table.Table.over = True  # type: ignore[assignment]
    assert SNAPSHOT.changed() == ["tavern_engine.table.Table.over", "the data of Dragon's Vault"]
    SNAPSHOT.put_back()
    assert SNAPSHOT.changed() == ["the data of Dragon's Vault"]
    assert PEEKING_BOTS[MarksCards][0] == "changes"
