"""Good league files: what they become, how flags and changes show, and the files in configs/."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from league_files import BOT, GOOD, loaded

from tavern_engine import game
from tavern_tournament.config.file import FaultsSection
from tavern_tournament.config.load import differences, load, override, schema
from tavern_tournament.results import FAULT_KINDS

CONFIGS = Path(__file__).parent.parent.parent / "configs"


def test_a_good_file_is_resolved_with_all_defaults(tmp_path: Path) -> None:
    made = loaded(
        tmp_path, GOOD.replace("seats = 2", "seats = [2, 3]\noptions.tricks = true") + "[schedule]\nself_play = true"
    )
    assert (made.name, made.seed, made.title, made.out) == ("test", "1", "test", Path("runs/league"))
    assert [(table.label, table.seats, table.deals) for table in made.tables] == [
        ("dragon-vault-2", 2, 20),
        ("dragon-vault-3", 3, 20),
    ]
    assert made.tables[0].options == {"hindrances": False, "tricks": True}
    assert made.tables[0].data_hash == game("dragon-vault").data_hash
    rules, mcts = made.bots
    assert (rules.name, rules.isolation, "dragon-vault" in rules.games) == ("rules", "inprocess", True)
    assert (mcts.package, mcts.version) == ("tavern-tourney", version("tavern-tourney"))
    assert (mcts.text, mcts.options["simulations"], mcts.options["goal"]) == ("mcts:simulations=9", 9, "lead")
    assert made.faults == dict.fromkeys(FAULT_KINDS, "forfeit")
    assert (made.clock.move, made.clock.patience) == (None, 60)


def test_what_the_file_sets_is_kept(tmp_path: Path) -> None:
    text = GOOD.replace("seats = 2", 'seats = 2\nlabel = "with tricks"\ndeals = 3')
    text = text.replace('bot = "rules"', f'bot = "rules"\nname = "r-1"\nversion = "{version("tavern-tourney")}"')
    text += "[clock]\nmove = 5\n[faults]\ndefault = 'void'\nraise = 'substitute'\n[schedule]\n"
    made = loaded(tmp_path, text + "kind = 'gauntlet'\nchallenger = 'r-1'\n[report]\ntitle = 'T'\n")
    assert [(table.label, table.deals) for table in made.tables] == [("with tricks-2", 3)]
    assert [bot.name for bot in made.bots] == ["r-1", "mcts"]
    assert (made.clock.move, made.clock.patience) == (5, 10)
    assert (made.faults["raise"], made.faults["hang"]) == ("substitute", "void")
    assert (made.schedule.challenger, made.title) == (("r-1",), "T")


def test_corrected_components_change_the_data_hash(tmp_path: Path) -> None:
    text = game("dragon-vault").data_file.read_text(encoding="utf-8")
    components = tomllib.loads(text)["scoring"]["round_cap"]
    (tmp_path / "box.toml").write_text(
        text.replace(f"round_cap = {components}", f"round_cap = {components + 1}"), encoding="utf-8"
    )
    (kind,) = loaded(tmp_path, GOOD.replace("seats = 2", 'seats = 2\ndata = "box.toml"')).tables
    assert kind.data_hash == kind.rules().data_hash != game("dragon-vault").data_hash


def test_resolved_is_plain_data_that_names_no_place(tmp_path: Path) -> None:
    text = GOOD + f'[[bots]]\nbot = "my_bot.py:MyBot"\n[[bots]]\nname = "c"\ncommand = ["{tmp_path}/run"]\n'
    made = loaded(tmp_path, text + 'games = "dragon-vault"\n', my_bot=BOT.format(games="all games"))
    resolved = made.resolved()
    assert json.loads(json.dumps(resolved)) == resolved
    assert str(tmp_path) not in json.dumps(resolved)
    assert override(made, out=Path("elsewhere"), workers=7).resolved() == resolved


def test_flags_override_the_file(tmp_path: Path) -> None:
    made = override(loaded(tmp_path), seed="other", out=Path("there"), workers=3)
    assert (made.seed, made.out, made.run.workers) == ("other", Path("there"), 3)
    assert override(made) == made


def test_differences_are_named_by_bot_and_table(tmp_path: Path) -> None:
    old = loaded(tmp_path).resolved()
    text = GOOD.replace("simulations = 9", "simulations = 400").replace('"rules"', '"random"')
    new = loaded(tmp_path, text + "[schedule]\ndeals = 30\n[clock]\nmove = 2.5\n").resolved()
    assert differences(old, old) == []
    assert differences(old, new) == [
        "tables.dragon-vault-2.deals: 20 -> 30",
        "bots.rules: removed",
        "bots.mcts.options.simulations: 9 -> 400",
        "bots.random: added",
        "clock.move: none -> 2.5",
        "clock.patience: 60.0 -> 10.0",
    ]


def test_every_kind_of_fault_can_be_set() -> None:
    assert {field.alias or name for name, field in FaultsSection.model_fields.items()} == {"default", *FAULT_KINDS}


def test_the_schema_for_editors_is_up_to_date() -> None:
    written = json.loads((CONFIGS / "league.schema.json").read_text(encoding="utf-8"))
    assert written == schema(), "write it anew: tavern-tourney schema > configs/league.schema.json"
    sections = schema()["$defs"].values()
    assert all(key.get("description") for section in sections for key in section["properties"].values())


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.name)
def test_every_league_in_configs_loads(path: Path) -> None:
    made = load(path)
    assert made.out == Path("runs", path.stem)
    assert path.read_text(encoding="utf-8").startswith("#:schema ./league.schema.json\n")


def test_the_default_league_has_all_games_and_all_bots_that_do_not_see_all_cards() -> None:
    """The house plays in a league of its own, of its levels, and who has learned one game in that of the game; the last
    release is there to measure against."""
    from tavern_bots.discover import discover
    from tavern_engine import games

    made = load(CONFIGS / "league.toml")
    ours = {bot.name for bot in discover() if bot.packages[0].startswith("tavern-tourney ")}
    assert {bot.bot for bot in made.bots} == ours - {"oracle", "insider", "released", "house", "learned"}
    assert {bot.bot for bot in load(CONFIGS / "levels.toml").bots} == {"house", "rules", "random"}
    assert {table.game for table in made.tables} == {known.id for known in games()}


def test_windows_line_ends_and_marks_are_read(tmp_path: Path) -> None:
    (tmp_path / "windows.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load(tmp_path / "windows.toml").resolved() == loaded(tmp_path).resolved()
