"""Games of other packages: found by their entry points, listed unimported, played by everything, broken ones named."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from shelves import FAILING, GAMES, on_path, publish, publish_game

import tavern_bots.cli
import tavern_engine.cli
import tavern_engine.guard
import tavern_tournament.solo.cli
from tavern_bots.api import BadBot
from tavern_bots.code import game_origin
from tavern_bots.discover import choose_bot
from tavern_bots.measure.strength import Pairing, play_game
from tavern_engine import BadGame, Game, Record, Rng, Table, UnknownGame, game, games, registry

OURS = ["dragon-vault", "red-dragon-inn", "tavern-brawl", "tiefenthal"]
TOY = "show-and-play = show_and_play:ShowAndPlay"  # a game without components, in one file of tests/support


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Path]:
    """An empty folder of packages that this process looks into."""
    with on_path(tmp_path):
        yield tmp_path


@pytest.fixture
def mine(shelf: Path) -> Game:
    publish_game(shelf)
    return game("my-game")


def run(program: object, *arguments: str, input: str = "") -> str:
    """What a command prints, and whether it ended well."""
    result = CliRunner().invoke(program, arguments, input=input, catch_exceptions=False)  # type: ignore[arg-type]
    return f"{result.exit_code} {result.output}"


def test_listing_imports_nothing(shelf: Path) -> None:
    publish(shelf, "curious-game", GAMES, "curious = curious_module:Game", {"curious_module.py": "raise SystemExit"})
    names = [one.name for one in registry.discover()]
    assert names == [*OURS, "curious"]
    assert registry.listed("curious").packages == ["curious-game 0.7"]
    assert registry.listed("tiefenthal").packages == ["tavern-tourney"]
    assert "curious_module" not in sys.modules


def test_a_game_is_found_with_its_package(mine: Game) -> None:
    assert mine in games()
    assert [one.id for one in games()] == [*OURS, "my-game"]
    assert "my-game (my-game 0.7)  My Game, 2 to 4 seats, version 1" in run(tavern_engine.cli.main, "games")


def test_a_game_of_one_file_needs_no_box(shelf: Path) -> None:
    publish(shelf, "toy", GAMES, TOY, {})
    assert game("show-and-play").title == "Show and Play"


@pytest.mark.parametrize("bot", ["random", "flat:simulations=8", "determinized:simulations=8", "mcts:simulations=8"])
def test_bots_that_need_no_rules_play_it(mine: Game, bot: str) -> None:
    assert 0 <= play_game(Pairing("my-game", bot, ("random",), 2), deal=1, mine=0) <= 1


def test_the_rules_player_says_that_it_cannot(mine: Game) -> None:
    with pytest.raises(BadBot, match="The bot 'rules' does not play My Game"):
        choose_bot("rules").seat(mine, 0, 2, Rng(1))


def test_a_person_plays_it_and_sees_it_again(mine: Game, tmp_path: Path) -> None:
    saved = str(tmp_path / "mine.json")
    arguments = ["my-game", "--level", "1", "--seed", "1", "--save", saved, "--plain"]
    shown = run(tavern_tournament.solo.cli.main, *arguments, input="1\n" * 12)
    assert "The result:" in shown, shown
    again = run(tavern_tournament.solo.cli.main, "replay", saved, "--all", "--plain")
    assert "Seat 0 (you) drinks" in again


def test_where_no_bot_is_named_one_plays_that_can(mine: Game, tmp_path: Path) -> None:
    arguments = ["my-game", "--save", str(tmp_path / "mine.json"), "--seconds", "0.01", "--plain"]
    shown = run(tavern_tournament.solo.cli.main, *arguments, input="h\nq\n")
    assert "seat 1 (mcts)" in shown
    assert "mcts would choose: " in shown


def test_the_commands_of_the_engine_take_it(mine: Game, tmp_path: Path) -> None:
    golden = ("golden", "my-game", "--folder", str(tmp_path / "golden"))
    assert run(tavern_engine.cli.main, *golden, "--write").count("wrote ") == 4
    assert "golden games are unchanged" in run(tavern_engine.cli.main, *golden)
    assert "drink spirit" in run(tavern_engine.cli.main, "actions", "my-game")
    assert 'name = "spirit"' in run(tavern_engine.cli.main, "components", "my-game")
    assert "my-game, 4 seats" in run(tavern_engine.cli.main, "bench", "my-game", "--seconds", "0.05")
    assert "My Game for bot authors" in run(tavern_bots.cli.main, "page", "my-game")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import no_such_module", "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        ("other = 7", "AttributeError"),
        ("Game = 7", "7 is not a game: it needs to be a class derived from tavern_engine.Game."),
        ("class Game: pass", "is not a game: it needs to be a class derived from tavern_engine.Game."),
        ("from tavern_engine import Game", "TypeError: Can't instantiate abstract class Game"),
        ("from show_and_play import ShowAndPlay as Game", "its id is 'show-and-play', and its package names it"),
        (
            "from show_and_play import ShowAndPlay\nclass Game(ShowAndPlay):\n    id, title = 'broken', None",
            "its title is missing or of the wrong type",
        ),
        (
            "from show_and_play import ShowAndPlay\nclass Game(ShowAndPlay):\n    id, max_seats = 'broken', 9",
            "it has 2 to 9 seats, and a table has 2 to 8",
        ),
        (
            "from show_and_play import ShowAndPlay\nclass Game(ShowAndPlay):\n    id, options = 'broken', (1,)",
            "its options are not all of the type Option",
        ),
        (
            "from show_and_play import ShowAndPlay\nclass Game(ShowAndPlay):\n    id = 'broken'\n"
            "    @classmethod\n    def from_box(cls):\n        return 1 // 0",
            "ZeroDivisionError: integer division or modulo by zero (broken_module.py, line 6)",
        ),
    ],
    ids=[
        *("import error", "exit", "no such class", "no class", "no game", "abstract", "other id", "no title"),
        *("too many seats", "wrong options", "fails"),
    ],
)
def test_a_broken_game_is_named_with_its_reason_and_stops_no_other(shelf: Path, text: str, reason: str) -> None:
    publish(shelf, "broken-game", GAMES, "broken = broken_module:Game", {"broken_module.py": text})
    assert [one.id for one in games()] == OURS
    listed = run(tavern_engine.cli.main, "games")
    assert listed.startswith("0 dragon-vault  ")
    assert "broken (broken-game 0.7)  BROKEN: The game 'broken' of broken-game 0.7 cannot be loaded: " in listed
    assert reason in listed
    with pytest.raises(BadGame, match=r"The game 'broken' of broken-game 0\.7 cannot be loaded"):
        game("broken")


@pytest.mark.parametrize("name", ["Broken", "my_game", "a.b", "-", "tavern brawl", "é"])
def test_an_entry_point_whose_name_is_no_id_is_broken(shelf: Path, name: str) -> None:
    publish(shelf, "odd-game", GAMES, f"{name} = show_and_play:ShowAndPlay", {})
    with pytest.raises(BadGame, match=r"of odd-game 0\.7 cannot be loaded: its name is no id"):
        game(name)
    assert [one.id for one in games()] == OURS


def test_a_game_that_hangs_when_it_is_imported_is_waited_for_once(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tavern_engine.guard, "PATIENCE", 0.05)
    publish(shelf, "slow-game", GAMES, "slow = slow_module:Game", {"slow_module.py": "while True: pass"})
    told = "The game 'slow' of slow-game 0.7 cannot be loaded: it took longer than 0.05 seconds."
    assert registry.broken() == [told]
    monkeypatch.setattr(tavern_engine.guard, "PATIENCE", 1000)
    assert registry.broken() == [told]


def test_two_packages_that_claim_one_id_are_both_named(shelf: Path) -> None:
    publish_game(shelf, package="first-game")
    publish_game(shelf, package="second-game")
    with pytest.raises(BadGame, match=r"'my-game' is claimed by .* and by .*: uninstall one") as error:
        game("my-game")
    assert "first-game 0.7" in str(error.value)
    assert "second-game 0.7" in str(error.value)
    assert "my_game" not in sys.modules


def test_a_package_that_claims_an_id_of_ours_is_named_with_ours(shelf: Path) -> None:
    publish(shelf, "false-vault", GAMES, "dragon-vault = show_and_play:ShowAndPlay", {})
    with pytest.raises(
        BadGame, match=r"'dragon-vault' is claimed by tavern-tourney and by false-vault 0\.7: uninstall"
    ):
        game("dragon-vault")
    assert [one.id for one in games()] == OURS[1:]
    refused = run(tavern_tournament.solo.cli.main, "dragon-vault")
    assert refused.startswith("1 Error: The game 'dragon-vault' is claimed by ")


def test_metadata_that_cannot_be_read_hide_no_other_package(shelf: Path) -> None:
    publish_game(shelf)
    publish(shelf, "torn", GAMES, "this is no entry point", {})
    assert game("my-game").title == "My Game"


def test_a_game_that_is_not_installed_is_unknown() -> None:
    with pytest.raises(UnknownGame, match=r"There is no game 'my-game'\. The games are: dragon-vault"):
        game("my-game")


def test_files_that_a_game_should_have_are_missed_in_a_sentence(shelf: Path) -> None:
    publish_game(shelf)
    (shelf / "my_game" / "GAME.md").unlink()
    assert "Error: A page of My Game cannot be read: " in run(tavern_bots.cli.main, "page", "my-game")
    (shelf / "my_game" / "RULES.md").write_bytes(b"\xff")
    refused = run(tavern_engine.cli.main, "coverage", "my-game", "--scenarios", str(shelf))
    assert "RULES.md: it is not UTF-8 text, from byte 0 on." in refused


def test_its_code_is_part_of_its_origin(mine: Game, shelf: Path) -> None:
    package, digest = game_origin("my-game")
    assert package == "my-game 0.7"
    with (shelf / "my_game" / "rules.py").open("a") as file:
        file.write("# changed\n")
    assert game_origin("my-game")[1] != digest
    assert game_origin("dragon-vault") == ("", "")


MEASURED = ("--against", "random", "--game", "my-game", "--deals", "1", "--workers", "1")
FAILS = "failed: KeyError: 'no such mug' (rules.py, line "


@pytest.fixture
def failing(shelf: Path) -> Game:
    """A game whose rules raise an error in the middle."""
    publish_game(shelf, FAILING)
    return game("my-game")


def test_a_table_with_rules_that_fail_says_where(failing: Game) -> None:
    table = Table(failing, 2, 1)
    for _ in range(2):
        table.answer(table.ask()[1].legal()[0])
    _, infoset = table.ask()
    with pytest.raises(BadGame, match=r"^The rules of My Game failed: KeyError: 'no such mug' \(rules\.py, line \d+\)"):
        table.answer(infoset.legal()[0])
    assert isinstance(table.record, Record)
    assert len(table.record.actions) == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("texts.py", "r.DRAW: Happening", "9: Happening"), "there are no words for the event 0."),
        (("rules.py", "TURN: Final = 1", "TURN: Final = 5"), "there are no words for the phase 5."),
    ],
    ids=["event", "phase"],
)
def test_what_there_are_no_words_for_is_told_in_some(shelf: Path, change: tuple[str, str, str], reason: str) -> None:
    publish_game(shelf, change)
    table = Table(game("my-game"), 2, 1)
    with pytest.raises(BadGame, match=f"^The rules of My Game failed: {reason}$"):
        (table.ask()[1].facts(), table.game.told(table.news(0)))


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        (tavern_engine.cli.main, ["golden", "my-game", "--whole"]),
        (tavern_engine.cli.main, ["bench", "my-game", "--seconds", "0.05"]),
        (tavern_bots.cli.main, ["strength", "random", *MEASURED]),
        (tavern_bots.cli.main, ["strength", "flat:simulations=9", *MEASURED]),
        (tavern_bots.cli.main, ["gate", "random", "flat:simulations=9", "--game", "my-game", "--workers", "1"]),
        (tavern_tournament.solo.cli.main, ["my-game", "--against", "random", "--save", "saved.json"]),
    ],
    ids=["golden", "bench", "strength", "search", "gate", "play"],
)
def test_rules_that_fail_are_a_sentence_in_every_command(
    failing: Game, program: object, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = run(program, *arguments, input="1\n" * 9)
    assert int(shown[0]) > 0, shown
    assert any(f"Error: The {what} {FAILS}" in shown for what in ("rules of My Game", "game 'my-game' of my-game 0.7"))


def test_rules_that_fail_are_findings_of_both_kits(failing: Game) -> None:
    checked = run(tavern_engine.cli.main, "check", "my-game", "--effort", "0.01")
    assert checked.startswith("1 ")
    assert "FAILED  repeatable" in checked
    assert FAILS in checked
    asked = run(tavern_bots.cli.main, "check", "random", "--game", "my-game", "--effort", "0.01")
    assert asked.startswith("1 ")
    assert FAILS in asked
