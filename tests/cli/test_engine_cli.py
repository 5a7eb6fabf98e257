"""The engine's command line: what a person sees, and a sentence where they err."""

import hashlib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tavern_engine
from tavern_engine.cli import main
from tavern_engine.golden import golden_games
from tavern_engine.testing import CHECKS

ROOT = Path(__file__).parent.parent.parent
RULINGS = ROOT / "tests" / "rulings"
GOLDEN = ROOT / "tests" / "golden"
SCENARIO = """
title = "A 5 skips"
game = "dragon-vault"
seats = 2

[situation]
pile = ["4"]
seats.0.hand = ["5", "7"]
seats.1.hand = ["1", "2"]

[[step]]
seat = 0
does = "play 5"
expect.asked = 0
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "skip.toml"
    path.write_text(SCENARIO)
    return path


def test_version_says_which_build_runs() -> None:
    build = "compiled" if tavern_engine.COMPILED else "pure Python"
    assert f"tavern_engine {tavern_engine.__version__} ({build}" in run("--version").output


def test_a_stale_build_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = tmp_path / "engine" / "tavern_engine"
    sources.mkdir(parents=True)
    (sources / "state.py").write_text("changed")
    monkeypatch.chdir(tmp_path)
    assert "older than the sources here (state.py): run `make build`" in run("games").output


def test_games_are_listed_with_their_options() -> None:
    output = run("games").output
    assert "dragon-vault  Dragon's Vault, 2 to 6 seats" in output
    assert "tricks=false" in output


def test_a_scenario_passes(scenario: Path) -> None:
    result = run("scenario", scenario)
    assert (result.exit_code, result.output) == (0, "1 passed, 0 failed\n")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("expect.asked = 0", "expect.asked = 1", "step 1 ('play 5'): asked is 0, not 1."),
        ("seat = 0\ndoes", "seat = 1\ndoes", "step 1 ('play 5'): seat 0 is asked, not seat 1"),
        ('"play 5"', '"play 7 x2"', "Seat 0 cannot play 7 x2: there are only 1 in the hand."),
        ('"play 5"', '"paly 5"', "has no action 'paly 5'. Did you mean 'play 5'?"),
        ("seats = 2", "seats = 9", "is played with 2 to 6 seats, not with 9"),
        ("pile =", "plie =", "The situation has an unknown key 'plie'. Did you mean 'pile'?"),
        ('["4"]', '["14"]', "There is no '14' for 'pile'. Did you mean"),
        ('["4"]', '["4", "4", "4", "4", "4", "4", "4", "4", "4"]', "has a 4 more than there are"),
        ('"dragon-vault"', '"dragon-valt"', "There is no game 'dragon-valt'. Did you mean 'dragon-vault'?"),
        ("expect.asked", "expect.aksed", "There is no fact 'aksed' to expect. Did you mean 'asked'?"),
        ("seats = 2", "seats = ", "cannot be read"),
        ('does = "play 5"', "", "The step 1 has no 'does', a text in quotes."),
        ("seats = 2", 'seats = 2\nrules = ["D99"]', "There is no rule 'D99' in the rules of Dragon's Vault."),
        ("seats = 2", "seats = 2\nrefused = { 'PLAY 7' = 'D18' }", "'PLAY 7' is legal, but should be refused."),
        ("seats = 2", "seats = 2\nrefused = { take = '' }", "In the scenario, 'take' is refused without a part of the"),
        ("does =", "refused = { 'play 7' = ' ' }\ndoes =", "In the step 1, 'play 7' is refused without a part of the"),
        ("does =", "refused = { 'play 7' = 3 }\ndoes =", "In the step 1, 'play 7' is refused without a part of the"),
        ("seats = 2", "seats = 2\nlegal = 3", "In the scenario, 'legal' is a list of texts in quotes, not 3."),
        ("seats = 2", "seats = 2\nrefused = ['take']", "'refused' is a table of keys and values"),
        ("seat = 0\ndoes", "seat = true\ndoes", "In the step 1, 'seat' is a whole number, not True."),
        ("expect.asked = 0", "expect = 6", "'expect' is a table of keys and values, not 6."),
        ("expect.asked = 0", "expect.view.bob.hit = 1", "There is no view of 'bob'"),
        ("expect.asked = 0", "says = ['seat 1 wins']", "'seat 1 wins' did not happen. What happened: seat 0 plays 5;"),
        ("pile =", "direction = 0\npile =", "The situation's direction is 1 or -1, not 0."),
        ("pile =", "tricks = 'surprise'\npile =", "The entry 'tricks' is a list of names, not 'surprise'."),
        ('seats.1.hand = ["1", "2"]', "seats.1 = 3", "The situation's seats are tables"),
        ('seats.1.hand = ["1", "2"]', "seats.1 = { hand = [], open = [], closed = [] }", "Seat 1 has no card at all"),
        ("[[step]]", "[chance]\nstolen = ['5']\n[[step]]", "1 of the draws that [chance] scripts never came."),
        ("[[step]]", "[chance]\nstolen = 3\n[[step]]", "The entry 'stolen' is a list of names, not 3."),
        ("expect.asked = 0", "expect.asked = 0\n[[step]]\nseat = 0\ndoes = 'pass'", "cannot choose 'pass' now"),
    ],
)
def test_what_is_wrong_with_a_scenario_is_said_in_a_sentence(scenario: Path, old: str, new: str, expected: str) -> None:
    scenario.write_text(SCENARIO.replace(old, new, 1))
    result = run("scenario", scenario)
    assert result.exit_code == 1
    assert expected in result.output
    assert str(scenario) in result.output
    assert "0 passed, 1 failed" in result.output


def test_a_missing_scenario_is_a_sentence(tmp_path: Path) -> None:
    result = run("scenario", tmp_path / "none.toml")
    assert result.exit_code == 1
    assert "cannot be read" in result.output


def test_coverage_lists_every_rule() -> None:
    result = run("coverage", "dragon-vault", "--scenarios", RULINGS)
    assert result.exit_code == 0
    assert "DX1   dx01_two_fives" in result.output
    assert "105 of 105 numbers have a scenario" in result.output


def test_coverage_shows_one_rule_with_its_files() -> None:
    output = run("coverage", "dragon-vault", "DX1", "--scenarios", RULINGS).output
    assert "two 5s" in output
    assert "dx01_two_fives.toml" in output


def test_coverage_names_a_broken_file(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("broken = [")
    assert "bad.toml: cannot be read" in run("coverage", "--scenarios", tmp_path).output


def test_a_folder_without_scenarios_is_a_mistake(tmp_path: Path) -> None:
    result = run("scenario", tmp_path)
    assert result.exit_code == 1
    assert "There are no scenario files" in result.output


def test_actions_are_listed() -> None:
    assert "play 4 x2\n" in run("actions", "dragon-vault").output


def test_what_learners_are_shown_is_listed() -> None:
    shown = run("fields", "dragon-vault", "--seats", 2).output
    assert "    0  which seat you are: 2 one-hot  (seat 0, seat 1)\n" in shown
    assert "a hand, you: 12 counts to 8  (1, 2, 3, 4, 5, 6, 7, 8, 9, Zero, Fire-breather, Protector)\n" in shown
    assert "    -  the open tricks: not at this table\n" in shown
    assert shown.endswith("184 numbers, 89 actions\n")
    assert "the open tricks: 7 counts" in run("fields", "dragon-vault", "--option", "tricks=true").output
    assert "    0  code 0     play 1\n" in run("fields", "dragon-vault", "--actions").output
    assert "seats, not with 9" in run("fields", "dragon-vault", "--seats", 9).output


def test_coverage_fails_where_a_rule_has_no_scenario(tmp_path: Path) -> None:
    result = run("coverage", "dragon-vault", "--scenarios", tmp_path)
    assert result.exit_code == 1
    assert "-- none --" in result.output


def test_golden_games_are_compared_and_written(tmp_path: Path) -> None:
    assert run("golden", "tavern-brawl", "--folder", tmp_path).exit_code == 1
    assert "wrote" in run("golden", "tavern-brawl", "--write", "--folder", tmp_path).output
    assert run("golden", "tavern-brawl", "--folder", tmp_path).output == "golden games are unchanged\n"
    changed = tmp_path / "tavern-brawl-2.txt"
    changed.write_text(changed.read_text().replace("seat 0 may", "seat 0 can", 1))
    result = run("golden", "tavern-brawl", "--folder", tmp_path)
    assert result.exit_code == 1
    assert "was 'seat 0 can" in result.output


def test_golden_games_that_cannot_be_written_or_read_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "games" / "tavern-brawl-2.txt").mkdir(parents=True)
    for folder in (tmp_path / "file" / "below", tmp_path / "games", Path("/dev/null/games")):
        result = run("golden", "tavern-brawl", "--write", "--folder", folder)
        assert result.exit_code == 1
        assert f"Error: The golden games cannot be written to {folder}: " in result.output
    assert (
        "tavern-brawl-2.txt cannot be read: Is a dir"
        in run("golden", "tavern-brawl", "--folder", tmp_path / "games").output
    )


def test_whole_golden_games_are_printed_and_their_files_have_the_digest() -> None:
    game = tavern_engine.game("tavern-brawl")
    printed = run("golden", "tavern-brawl", "--whole").output
    texts = dict(golden_games(game))
    assert printed == "".join(text + "\n" for text in texts.values())
    for name, text in texts.items():
        digest = hashlib.sha256(text.encode()).hexdigest()
        assert (GOLDEN / name).read_text().endswith(f"\nSHA-256 of the whole text: {digest}\n")


def test_the_kit_runs_as_numbered_steps() -> None:
    result = run("check", "dragon-vault", "--effort", "0.01")
    assert result.exit_code == 0
    assert " 1 passed  repeatable:" in result.output
    assert f"{len(CHECKS)} passed  worlds:" in result.output


def test_bench_prints_every_figure() -> None:
    output = run("bench", "dragon-vault", "--seats", 2, "--seconds", 0.05).output
    for figure in ("playout decisions per second", "steps from Python", "clone ns", "sample ns", "bytes per state"):
        assert figure in output
    assert '"seats": 3' in run("bench", "dragon-vault", "--seats", 3, "--seconds", 0.05, "--json").output


def test_components_show_their_sources() -> None:
    assert 'source = "reconstructed"' in run("components", "dragon-vault").output


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("coverage", "tavern-braul"), "There is no game 'tavern-braul'. Did you mean 'tavern-brawl'?"),
        (("coverage", "chess"), "The games are: dragon-vault, red-dragon-inn, tavern-brawl, tiefenthal."),
        (("bench", "dragon-vault", "--seats", "7"), "is played with 2 to 6 seats, not with 7"),
        (("components", "dragon-vault", "--data", "nowhere.toml"), "cannot be read"),
        (("coverage", "dragon-vault", "D99", "--scenarios", RULINGS), "There is no rule 'D99'"),
        (("golden", "--folder", "nowhere"), "There is no folder nowhere here"),
        (("bench", "--seconds", "nan"), "must be an ordinary number"),
        (("coverage", "--scenarios", "nowhere"), "There is no folder nowhere here"),
    ],
)
def test_a_users_mistake_is_a_sentence(
    arguments: tuple[str, ...], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert expected in result.output
    assert "Traceback" not in result.output
