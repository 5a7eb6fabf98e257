"""A run whose files somebody changed: what cannot be is damaged, is told as such, and costs nothing else."""

import copy
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from saved_runs import saved_run

from tavern_tournament import plan
from tavern_tournament.cli import main
from tavern_tournament.disk import DiskTrouble
from tavern_tournament.journal import line_of, read
from tavern_tournament.match import void_result
from tavern_tournament.reading import BadJournal
from tavern_tournament.results import GameResult
from tavern_tournament.run import NoRun, Run
from tavern_tournament.scratch import scratch_folder
from tavern_tournament.secret import NoSecret
from tavern_tournament.shape import BadShape

Change = Callable[[Any], object]
NOTHING, MUCH = float("nan"), 10**30


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved_run(tmp_path_factory.mktemp("league")).folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "run"))


def tavern_tourney(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def put(**fields: object) -> Change:
    return lambda entry: entry.update(fields)


def fault(**fields: object) -> dict[str, object]:
    return {"seat": 0, "move": 1, "kind": "raise", "said": "", **fields}


WRONG_GAMES: list[Change] = [
    put(game=7),
    put(table=None),
    put(line_up=["random"]),
    put(line_up="random+nobody"),
    put(bots=["random", "nobody"]),
    put(bots="random"),
    put(bots=[]),
    put(bots={"random": 1}),
    put(deal=-1),
    put(deal=0.0),
    put(deal=True),
    put(turn=2),
    put(turn=MUCH),
    put(stamp=1),
    put(teams=[0]),
    put(teams=["a", "b"]),
    put(placement=[]),
    put(placement=[0, 3]),
    put(placement=[1, None]),
    put(placement=[1, 2, 3]),
    put(scores=[MUCH, 1]),
    put(scores=[NOTHING, 1]),
    put(scores=[1]),
    put(actions=[-1]),
    put(actions=[[1]]),
    put(actions=7),
    put(decisions=[1]),
    put(decisions=[-1, 2]),
    put(faults=None),
    put(faults=[7]),
    put(faults=[fault(seat=2)]),
    put(faults=[fault(kind="yawn")]),
    put(faults=[fault(kind=["raise"])]),
    put(faults=[fault(said=None)]),
    put(faults=[fault(more=1)]),
    put(faults=[{"seat": 0}]),
    put(void=True),
    put(void="but it has places"),
    put(clocked=0),
    put(seconds=[NOTHING, 0.0]),
    put(seconds=[float("inf"), 0.0]),
    put(seconds=[-1.0, 0.0]),
    put(seconds=["1", 0.0]),
    put(more=1),
    put(journal="tavern-tourney"),
    lambda entry: entry.pop("actions"),
    lambda entry: entry.clear(),
    lambda entry: entry["bots"].reverse(),  # others sat there
    put(game="tavern-brawl"),
    put(seconds=[1e15, 0.0]),
    put(decisions=[1 << 62, 1 << 62]),
]


@pytest.mark.parametrize("number", range(len(WRONG_GAMES)))
def test_a_line_with_the_right_checksum_and_no_game_in_it_is_damaged(folder: Path, number: int) -> None:
    path = folder / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    entry = json.loads(lines[3])["entry"]
    assert entry is not None
    WRONG_GAMES[number](entry)
    lines[3] = line_of(json.dumps(entry).encode())
    path.write_bytes(b"".join(lines))
    run = Run.load(folder)
    reading = run.read()
    assert reading.damaged == [4]
    assert len(run.counted(reading)) == len(run.left(())) - 1
    checked = tavern_tourney("verify", folder)
    assert checked.exit_code == 6
    assert "1 lines of the journal are damaged (line 4); they do not count." in checked.output
    assert tavern_tourney("rate", folder).exit_code == 0


def test_a_game_that_is_played_again_takes_the_place_of_one_that_was_none(folder: Path) -> None:
    path = folder / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    entry = json.loads(lines[3])["entry"]
    assert entry is not None
    planned = Run.load(folder).game(GameResult.from_fields(entry))
    lost = void_result(planned, entry["game"], "its worker was lost").fields()
    others = {**entry, "bots": entry["bots"][::-1]}
    attempts = [line_of(json.dumps(each).encode()) for each in (lost, others, entry, others)]
    path.write_bytes(b"".join([*lines[:3], *attempts, *lines[4:]]))
    run = Run.load(folder)
    reading = run.read()
    assert reading.damaged == [5]
    assert not run.left(run.counted(reading))
    assert GameResult.from_fields(entry) in run.counted(reading)


@pytest.mark.parametrize("body", [b"7", b"null", b"[]", b'"journal"', b"{}", b"[" * 9000 + b"]" * 9000, b"\xff", b"{"])
def test_a_line_of_something_else_is_damaged(folder: Path, body: bytes) -> None:
    with (folder / "journal.jsonl").open("ab") as file:
        file.write(line_of(body))
    assert read(folder / "journal.jsonl").damaged == [len(Run.load(folder).left(())) + 2]


def test_a_pipe_is_no_journal(folder: Path) -> None:
    (folder / "journal.jsonl").unlink()
    os.mkfifo(folder / "journal.jsonl")
    with pytest.raises(BadJournal, match="is a pipe or a device"):
        read(folder / "journal.jsonl")


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in what JSON holds."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    inner = [(*path, key) for key in keys]
    return inner + [place for key in keys for place in places(value[key], (*path, key))]  # type: ignore[index]


def changed(fields: Any, place: tuple[str | int, ...], value: object) -> Any:
    fields = copy.deepcopy(fields)
    within = fields
    for key in place[:-1]:
        within = within[key]
    within[place[-1]] = value
    return fields


@pytest.mark.parametrize("value", [None, True, -1, MUCH, NOTHING, 1.5, "text", [], {}, [[]], {"a": 1}], ids=repr)
def test_a_plan_with_anything_else_anywhere_is_damaged_or_a_plan(folder: Path, value: object) -> None:
    """In the config of the league, which is only shown, anything may be."""
    fields = json.loads((folder / "league.json").read_text())
    refused = 0
    for place in places(fields):
        if place[0] == "config":
            continue
        try:
            loaded = plan.Plan.from_fields(changed(fields, place, value)) if place[0] != "format" else None
        except BadShape:
            refused += 1
        else:
            assert all(list(fixture.games(0)) for fixture in (loaded.fixtures if loaded else ()))
    assert refused > 50


@pytest.mark.parametrize(
    ("place", "value", "told"),
    [
        (("fixtures",), {}, "fixtures should be a list"),
        (("fixtures", 0, "deals"), MUCH, "fixtures[0].deals should be a whole number"),
        (("fixtures", 0, "deals"), 10**12, "fixtures[0] cannot be that"),
        (("fixtures", 0, "table"), "nowhere", "fixtures[0] cannot be that"),
        (("fixtures", 0, "bots"), ["rules"], "fixtures[0] cannot be that"),
        (("fixtures", 0, "sides"), [0, 7], "fixtures[0] cannot be that"),
        (("former",), [{}], "former[0].table is missing"),
        (("jail",), "whole", "jail should be a list"),
        (("founders",), ["rules", "rules"], "founders and joined cannot be that"),
        (("setup",), [], "setup should be an object"),
        (("setup", "seed"), 7, "setup.seed should be a text"),
        (("setup", "seed"), "\ud800", "A seed is made of whole characters"),
        (
            ("setup", "bots", 1, "limits", "memory_mb"),
            "much",
            "setup.bots[1].limits.memory_mb should be a whole number",
        ),
        (("setup", "bots", 1, "nmae"), "rules", "setup.bots[1].nmae is unknown"),
        (("setup", "bots", 1, "limits", "threads"), 1, "setup.bots[1].limits.threads should be true or false"),
        (("setup", "bots", 1, "files"), [7], "setup.bots[1].files[0] should be a text"),
        (("setup", "bots", 1, "isolation"), "trust", "setup.bots cannot be that"),
        (("setup", "secret"), "5a" * 32, "setup.secret cannot be that"),
        (("config", "league", "secret"), 7, "config.league cannot be that"),
        (("setup", "policies", "raise"), "scold", "setup.policies cannot be that"),
        (("setup", "times", "bank"), -1.0, "setup.times cannot be that"),
        (("command",), 7, "command should be a text"),
        (("config",), 7, "config should be an object"),
        (("config", "rating"), [], "config.rating cannot be that"),
        (("config", "rating", "bootstrap"), MUCH, "config.rating cannot be that"),
        (("config", "report", "title"), None, "config.report cannot be that"),
    ],
)
def test_a_damaged_plan_is_told_with_its_place(
    folder: Path, place: tuple[str | int, ...], value: object, told: str
) -> None:
    fields = json.loads((folder / "league.json").read_text())
    (folder / "league.json").write_text(json.dumps(changed(fields, place, value)))
    for arguments in (("rate", folder), ("verify", folder), ("report", folder), ("replay", folder, "x")):
        result = tavern_tourney(*arguments)
        assert result.exit_code == 2
        assert f"league.json is damaged: {told}" in result.output


def test_a_plan_without_one_of_its_parts_is_damaged(folder: Path) -> None:
    fields = json.loads((folder / "league.json").read_text())
    for name in set(fields) - {"format", "jail", "former", "stopped"}:
        (folder / "league.json").write_text(json.dumps({key: part for key, part in fields.items() if key != name}))
        with pytest.raises(NoRun, match=f"is damaged: {name} is missing"):
            Run.load(folder)


def test_a_plan_from_before_the_jail_and_the_secret_is_whole(folder: Path) -> None:
    fields = json.loads((folder / "league.json").read_text())
    del fields["jail"], fields["former"], fields["config"]["league"]["secret"]
    for bot in fields["setup"]["bots"]:
        del bot["files"], bot["limits"]["disk_mb"], bot["limits"]["threads"]
    run = Run.load(folder)
    (folder / "league.json").write_text(json.dumps(fields))
    assert Run.load(folder).setup == run.setup
    assert tavern_tourney("verify", folder).exit_code == 0


def test_a_line_up_that_is_planned_twice_is_damaged(folder: Path) -> None:
    fields = json.loads((folder / "league.json").read_text())
    fields["former"] = fields["fixtures"][:1]
    (folder / "league.json").write_text(json.dumps(fields))
    with pytest.raises(NoRun, match="fixtures and former cannot be that"):
        Run.load(folder)


def test_a_secret_that_cannot_be_read_is_told(folder: Path) -> None:
    fields = json.loads((folder / "league.json").read_text())
    (folder / "league.json").write_text(json.dumps(changed(fields, ("config", "league", "secret"), "random")))
    with pytest.raises(NoSecret, match="is missing"):
        Run.load(folder)
    os.mkfifo(folder / "secret")
    with pytest.raises(NoSecret, match="is a pipe or a device"):
        Run.load(folder)


@pytest.mark.parametrize("text", ["", "[]", "7", '{"format": 1}', '{"format": 1, "setup": [], "config": 7}'])
def test_a_file_of_something_else_is_no_plan(folder: Path, text: str) -> None:
    (folder / "league.json").write_text(text)
    with pytest.raises(NoRun, match=r"is damaged|cannot be read|is not of format"):
        Run.load(folder)


def test_without_room_for_temporary_files_a_league_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_keys: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkdtemp", full)
    with pytest.raises(DiskTrouble, match=r"no room for temporary files.*No space left.*TMPDIR"), scratch_folder():
        pass
    saved_run(tmp_path)
    (tmp_path / "stranger.py").write_text("")
    (tmp_path / "league.toml").write_text(
        (tmp_path / "league.toml").read_text() + '[[bots]]\nbot = "stranger.py:Bot"\nname = "stranger"\n'
    )
    result = tavern_tourney("--config", tmp_path / "league.toml", "--out", tmp_path / "other")
    assert result.exit_code == 4
    assert "There is no room for temporary files" in result.output
