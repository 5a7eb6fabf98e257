"""The scratch folders of runs: none stays, also of a run that was killed with all its processes."""

import os
from pathlib import Path

import pytest

from tavern_tournament.scratch import OWNER, PREFIX, hold, scratch_folder


def left_behind(place: Path, name: str) -> Path:
    """The folder of a run, with something of a bot in it."""
    folder = place / f"{PREFIX}{name}"
    (folder / "tavern-bot-x").mkdir(parents=True)
    (folder / OWNER).touch()
    return folder


def test_the_next_run_removes_what_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    dead, alive = left_behind(tmp_path, "dead"), left_behind(tmp_path, "alive")
    (strange := tmp_path / f"{PREFIX}strange").mkdir()  # without a lock: just being made
    other = tmp_path / "another"
    other.mkdir()
    owner = hold(str(alive / OWNER))
    assert owner is not None
    with scratch_folder() as own:
        assert {*tmp_path.iterdir()} == {alive, strange, other, Path(own)}
    os.close(owner)
    with scratch_folder():
        assert not dead.exists()
        assert not alive.exists()
    assert {*tmp_path.iterdir()} == {strange, other}
