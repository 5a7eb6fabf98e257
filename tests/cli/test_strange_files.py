"""Files that are no ordinary ones, are nested without end, or hold half a character: a sentence, and nobody waits."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from leagues import LONG, write_league
from solo_games import START, run
from warm import run as run_warm

from tavern_engine import game
from tavern_engine.reading import Unreadable, json_of, read_bytes, toml_of

VAULT = game("dragon-vault")
ENGINE, BOTS, TOURNEY = "tavern_engine", "tavern_bots", "tavern_tournament"
PLAY = "tavern_tournament.solo.cli"
JSON = [(TOURNEY, "rate", "run"), (PLAY, "--resume", "FILE"), (PLAY, "replay", "FILE")]
READERS = [
    *JSON,
    (ENGINE, "scenario", "FILE"),
    (ENGINE, "components", "dragon-vault", "--data", "FILE"),
    (BOTS, "strength", "rules", "--data", "FILE"),
    (TOURNEY, "--config", "FILE"),
    (TOURNEY, "--config", "league.toml"),
    (PLAY, "dragon-vault", "--data", "FILE"),
]
DEEP = {"toml": f"a = {'[' * 9000}{']' * 9000}\n", "dots": f"{'a.' * 3000}a = 1\n", "json": "[" * 9000 + "]" * 9000}


def told_by(arguments: tuple[str, ...], folder: Path, file: Path) -> str:
    """What a command says that is given a file, of a league with such component data, and of such a run."""
    write_league(folder, replace={"seats = 2": f'seats = 2\ndata = "{file}"'})
    (folder / "run").mkdir()
    (folder / "run" / "league.json").symlink_to(file)
    words = [str(file) if word == "FILE" else word for word in arguments]
    call = run_warm(
        [sys.executable, "-m", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    told = call.stdout + call.stderr
    assert call.returncode in (1, 2), told
    assert "Traceback" not in told
    return told


@pytest.mark.parametrize("arguments", READERS, ids=" ".join)
def test_a_pipe_and_a_device_are_refused_at_once(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe")
    for number, file in enumerate((tmp_path / "pipe", Path("/dev/zero"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert "it is a pipe or a device, not an ordinary file" in told_by(arguments, folder, file)


@pytest.mark.parametrize("arguments", READERS, ids=" ".join)
def test_what_is_nested_without_end_is_refused(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    for form, text in DEEP.items():
        folder = tmp_path / form
        folder.mkdir()
        (folder / "deep").write_text(text)
        told = told_by(arguments, folder, folder / "deep")
        assert ("it is nested too deeply" in told) == ((arguments in JSON) == (form == "json"))


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="Is a directory"):
        read_bytes(tmp_path)


def test_a_file_that_is_far_too_large_is_not_read(tmp_path: Path) -> None:
    with open(tmp_path / "large", "wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(Unreadable, match="more than 67,108,864 bytes"):
        read_bytes(tmp_path / "large")


@pytest.mark.parametrize("name", ["\0", "\ud800"])
def test_a_name_that_no_file_has_is_refused(name: str) -> None:
    with pytest.raises(Unreadable, match="no file can have that name"):
        read_bytes(name)


def test_a_number_that_cannot_be_printed_is_refused() -> None:
    with pytest.raises(Unreadable, match="more than 1000 bits"):
        toml_of(f"a = [0x{'f' * 9000}]")
    with pytest.raises(Unreadable):
        json_of("9" * 9000)


@pytest.mark.parametrize("data", ["\ud800", "\0"])
def test_a_saved_game_whose_data_no_file_can_be_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: str
) -> None:
    monkeypatch.chdir(tmp_path)
    run(*START, typed="q\n")
    fields = json.loads(Path("tavern-dragon-vault-5.json").read_text())
    Path("changed.json").write_text(json.dumps({**fields, "data": data}))
    assert "The saved game changed.json cannot be read: " in run("--resume", "changed.json").output


@pytest.mark.parametrize("seed", [b"\x80", b"\xff1"])
@pytest.mark.parametrize(
    "arguments",
    [
        (TOURNEY, "--config", "league.toml", "--dry-run"),
        (TOURNEY, "--config", "league.toml"),
        (BOTS, "strength", "rules"),
    ],
    ids=" ".join,
)
def test_a_seed_that_is_no_text_is_refused(tmp_path: Path, arguments: tuple[str, ...], seed: bytes) -> None:
    write_league(tmp_path)
    words: list[str | bytes] = [sys.executable, "-m", *arguments, "--seed", seed]
    call = run_warm(words, cwd=tmp_path, capture_output=True, text=True, timeout=LONG)
    assert call.returncode in (1, 2)
    assert "A seed is made of whole characters" in call.stderr
    assert "Traceback" not in call.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("seed", ["\ud800", "text\udc80"])
def test_a_saved_seed_that_is_no_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    monkeypatch.chdir(tmp_path)
    run(*START, typed="q\n")
    fields = json.loads(Path("tavern-dragon-vault-5.json").read_text())
    fields["record"]["seed"] = seed
    Path("changed.json").write_text(json.dumps(fields))
    assert "A seed is made of whole characters" in run("--resume", "changed.json").output


LONG_NAME = "a" * 300


@pytest.mark.parametrize(
    "arguments",
    [
        (ENGINE, "scenario", LONG_NAME),
        (ENGINE, "golden", "--folder", LONG_NAME),
        (ENGINE, "golden", "--write", "--folder", LONG_NAME),
        (ENGINE, "components", "dragon-vault", "--data", LONG_NAME),
        (BOTS, "info", f"{LONG_NAME}.py:Bot"),
        (BOTS, "new", LONG_NAME),
        (TOURNEY, "--config", LONG_NAME),
        (TOURNEY, "--config", "league.toml", "--out", LONG_NAME),
        (TOURNEY, "--config", "league.toml", "--out", LONG_NAME, "--fresh"),
        (TOURNEY, "rate", LONG_NAME),
        (PLAY, "dragon-vault", "--data", LONG_NAME),
        (PLAY, "dragon-vault", "--save", LONG_NAME),
        (PLAY, "--resume", LONG_NAME),
    ],
    ids=lambda arguments: " ".join(arguments[:3]),
)
def test_a_name_longer_than_files_can_have_is_refused(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    write_league(tmp_path)
    call = run_warm(
        [sys.executable, "-m", *arguments], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert call.returncode in (1, 2, 4), call.stdout
    assert "Traceback" not in call.stderr
    assert LONG_NAME[:20] in call.stdout + call.stderr


def test_a_file_whose_name_is_no_text_is_told_of(tmp_path: Path) -> None:
    """Names of files are bytes: they can be read, and they can be said."""
    name = os.fsencode(tmp_path) + b"/\xff.toml"
    shutil.copy(os.fsencode(VAULT.data_file), name)
    call = subprocess.run([sys.executable, "-m", ENGINE, "scenario", name], capture_output=True, timeout=LONG)
    assert call.returncode == 1
    assert b"BROKEN" in call.stdout
    assert b"\\udcff.toml" in call.stdout
    assert call.stderr == b""
