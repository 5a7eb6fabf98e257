"""A gate over several games and table sizes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tavern_tournament.cli import main

QUICK = ("--table", "tavern-brawl:2", "--table", "dragon-vault:3", "--workers", "1")


def gate(*words: object) -> Result:
    return CliRunner().invoke(main, ["gate", *map(str, words)])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_says_who_is_better_in_a_sentence_and_by_exit_code() -> None:
    better = gate("rules", "random", *QUICK)
    assert better.exit_code == 0, better.output
    assert "rules is better than random over 2 tables and " in better.output
    assert "  Tavern Brawl, 2 seats: +" in better.output
    assert "  Dragon's Vault, 3 seats: +" in better.output
    worse = gate("random", "rules", *QUICK)
    assert (worse.exit_code, "random is not better than rules" in worse.output) == (1, True)


def test_it_goes_on_where_it_was_and_tells_all_as_json() -> None:
    words = ("rules", "rules:errors=0.3", *QUICK, "--json", "--ledger", "kept.jsonl")
    first = gate(*words, "--most", 2)
    assert first.exit_code == 2
    kept = Path("kept.jsonl").read_text()
    assert json.loads(first.stdout)["blocks"] == 2
    again = gate(*words, "--most", 4)
    assert Path("kept.jsonl").read_text().startswith(kept)
    figures = json.loads(again.stdout)
    assert (figures["blocks"], len(figures["tables"])) == (4, 2)
    Path("kept.jsonl").unlink()
    assert gate(*words, "--most", 4).stdout == again.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", "rules"), "'rules' is the same as 'rules', options and all."),
        (("rules", "rules:style=0"), "'rules' is the same as 'rules:style=0', options and all."),
        (("mcts:reuse=true,trust=0.1", "mcts:trust=0.1,reuse=true"), "options and all."),
        (("rules", "random", "--table", "dragon-vault"), "and 'dragon-vault' is none"),
        (("rules", "random", "--table", "dragon-vault:2", "--table", "dragon-vault:2"), "named twice"),
        (("rules", "random", "--table", "dragon-volt:2"), "dragon-vault"),
        (("rules", "randon"), "random"),
        (("rules", "random", "--table", "tavern-brawl:3"), "2 or 4 seats"),
    ],
)
def test_bad_input_is_a_sentence_and_no_verdict(words: tuple[str, ...], said: str) -> None:
    result = gate(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output
