"""The gate: a verdict after duplicate deals, the same for any number of processes and interruptions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tavern_bots.cli import main
from tavern_bots.measure.gate import Gate
from tavern_bots.measure.ledger import BadLedger
from tavern_bots.measure.sprt import Sprt
from tavern_bots.measure.strength import Pairing, thinking


def gate_of(*others: str, rival: str = "random", **test: float) -> Gate:
    return Gate.between(Pairing("tavern-brawl", "rules", others, 2, "test"), rival, Sprt(**test))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["gate", *map(str, arguments)], catch_exceptions=False)


def test_a_better_bot_passes_and_a_worse_one_does_not(tmp_path: Path) -> None:
    common = ("--game", "tavern-brawl", "--workers", 1, "--ledger", tmp_path / "ledger")
    better = run("rules", "random", *common)
    assert better.exit_code == 0
    assert "rules is better than random at Tavern Brawl, 2 seats (par 50 %): " in better.output
    assert "% +- " in better.output
    (tmp_path / "ledger").unlink()
    worse = run("random", "rules", *common, "--json")
    assert worse.exit_code == 1
    figures = json.loads(worse.stdout)
    assert figures["verdict"] == "not better"
    assert figures["ratio"] <= figures["bounds"][0]
    assert figures["share"] < 0.5 == figures["par"]


def test_without_a_verdict_the_exit_code_is_2(tmp_path: Path) -> None:
    common = ("--game", "tavern-brawl", "--workers", 1, "--ledger", tmp_path / "ledger")
    undecided = run("rules", "random", *common, "--most", 1)
    assert undecided.exit_code == 2
    assert "rules may or may not be better than random" in undecided.output
    for mistake, said in (
        (("rules", "radnom"), "There is no bot 'radnom'. Did you mean 'random'?"),
        (("rules", "random", "--seats", 3), "is played with 2 or 4 seats"),
        (("rules", "random", "--low", 1), "the low one first"),
        (("rules", "random", "--seed", "other"), "is of something else"),
        (("rules", "random", "--ledger", tmp_path), "is a directory"),
    ):
        result = run(*mistake[:2], *common, *mistake[2:])
        assert result.exit_code == 2
        assert said in result.output
        assert "Traceback" not in result.output


def test_it_goes_on_from_its_ledger_and_a_torn_line_is_played_again(tmp_path: Path) -> None:
    gate = gate_of()
    *_, whole = gate.play(tmp_path / "whole", 6, 1)
    *_, _half = gate.play(tmp_path / "half", 3, 1)
    with (tmp_path / "half").open("a") as file:
        file.write("[1.0,0.")
    *_, rest = gate.play(tmp_path / "half", 6, 1)
    assert rest.figures() == whole.figures()
    assert (tmp_path / "half").read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.slow
def test_it_ends_at_the_same_block_for_any_number_of_processes(tmp_path: Path) -> None:
    for workers in (1, 2):
        list(gate_of().play(tmp_path / str(workers), 30, workers))
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_among_others_both_bots_play_the_same_deals(tmp_path: Path) -> None:
    """A bot that plays like the other: no block differs, for the luck is the same too."""
    (tmp_path / "alike.py").write_text("from tavern_bots.shipped import RulesBot\nclass Alike(RulesBot):\n    pass\n")
    *_, same = gate_of("random", rival=f"{tmp_path / 'alike.py'}:Alike").play(tmp_path / "same", 3, 1)
    assert same.mine == same.theirs
    assert same.figures()["rival_share"] == same.figures()["share"]
    *_, other = gate_of("rules", rival="random").play(tmp_path / "other", 3, 1)
    assert other.difference.share > 0
    assert " apart, log-likelihood ratio " in str(other)


def test_a_bot_against_itself_is_refused_however_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("from tavern_bots.shipped import RandomBot\nclass Mine(RandomBot):\n    pass\n")
    for one, other in (
        ("rules", "rules"),
        ("rules", "rules:errors=0"),
        ("mcts:reuse=true,trust=0.1", "mcts:trust=0.1,reuse=true"),
        ("mine.py:Mine", f"{tmp_path / 'mine.py'}:Mine"),
    ):
        result = run(one, other, "--game", "tavern-brawl", "--workers", 1)
        assert result.exit_code == 2
        told = f"A gate is between two bots, and at Tavern Brawl {one!r} is the same as {other!r}, options and all."
        assert told in result.output


def test_others_take_the_seats_in_turn() -> None:
    pairing = Pairing("dragon-vault", "rules", ("random", "flat"), 4)
    texts = [[choice.text for choice in pairing.line_up(range(4), deal, 1)] for deal in range(2)]
    assert texts == [["random", "rules", "random", "flat"], ["flat", "rules", "flat", "random"]]


@pytest.mark.parametrize("row", ["[1.0]", '["1", 0]', "[2.0, 0.5]", "[NaN, 0.5]", "{}", "null"])
def test_a_block_that_cannot_be_is_refused(tmp_path: Path, row: str) -> None:
    gate = gate_of()
    (tmp_path / "ledger").write_text(json.dumps(gate.header()) + f"\n{row}\n")
    with pytest.raises(BadLedger, match="has a block that cannot be"):
        list(gate.play(tmp_path / "ledger", 3, 1))


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    gate = gate_of()
    (tmp_path / "ledger").write_text(json.dumps(gate.header()) + "\n[1.0,\n[1.0,0.5]\n")
    with pytest.raises(BadLedger, match=r"Line 2 of the ledger .* is damaged"):
        list(gate.play(tmp_path / "ledger", 3, 1))


def test_only_one_can_write_to_a_ledger(tmp_path: Path) -> None:
    gate = gate_of()
    playing = gate.play(tmp_path / "ledger", 3, 1)
    next(playing)
    with pytest.raises(BadLedger, match="Somebody else is writing"):
        list(gate.play(tmp_path / "ledger", 3, 1))
    playing.close()  # type: ignore[attr-defined]


def test_a_time_budget_leaves_simulations_open_and_what_was_said_alone() -> None:
    assert thinking("rules", 0.2) == "rules"
    assert thinking("mcts", 0) == "mcts"
    assert thinking("mcts", 0.2) == "mcts:seconds=0.2,simulations=10000000"
    assert thinking("mcts:reuse=true", 0.2) == "mcts:reuse=true,seconds=0.2,simulations=10000000"
    assert thinking("mcts:simulations=50,seconds=1", 0.2) == "mcts:simulations=50,seconds=1"
