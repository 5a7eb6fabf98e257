"""Modules that strike while they are imported: their code runs in processes of their own, and nowhere else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from league_files import GOOD, complaints
from leagues import family, real_tourney, write_league

from tavern_bots.asked import BotFault
from tavern_bots.confine import Limits, keep_orphans
from tavern_tournament.host import Host
from tavern_tournament.journal import read
from tavern_tournament.players.interview import interview
from tavern_tournament.players.keepers import Terms
from tavern_tournament.run import Run

pytestmark = pytest.mark.slow
OWN = 'isolation = "process"\n'  # they write down what they did, which the jail does not let them do
HOSTILE = Path(__file__).parent.parent / "support" / "hostile_imports.py"


def hostile(folder: Path, strike: str) -> str:
    """A bot whose module strikes when it is imported."""
    shutil.copy(HOSTILE, folder / f"{strike}.py")
    return f"{folder / strike}.py:Guest"


def test_modules_that_strike_at_import_are_named_and_hurt_nobody(tmp_path: Path) -> None:
    names = ("breeds", "exits", "scribbles", "patches", "chatters")
    rows = "".join(f'[[bots]]\nbot = "{hostile(tmp_path, name)}"\nname = "{name}"\n{OWN}' for name in names)
    before = set(family())
    found = complaints(tmp_path, GOOD + rows)
    assert set(family()) <= before
    assert [line.split(": ")[1] for line in found] == ["bots[3].bot", "bots[4].bot"]
    assert found[0].endswith(
        "exits.py:Guest' cannot be loaded. Its process ended with exit code 3. Printed last: farewell"
    )
    assert "scribbles.py:Guest' cannot be loaded. It answered what is no message" in found[1]
    assert {(tmp_path / f"{name}.program").read_text() for name in names} == {"tavern_bots.keeper\n"}


@pytest.mark.parametrize(
    ("strike", "seconds", "said"),
    [("hangs", 0.5, "It did not answer in time."), ("forges", 120.0, "It did not say what it is.")],
)
def test_a_module_that_never_comes_back_is_ended(tmp_path: Path, strike: str, seconds: float, said: str) -> None:
    before = set(family())
    (told,) = interview({hostile(tmp_path, strike): Terms(Limits(start_seconds=seconds), jail=False)}).values()
    assert isinstance(told, BotFault)
    assert told.said == said
    assert set(family()) <= before


def test_the_others_play_as_if_nobody_had_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the process that checks the config nor a worker imports such a module."""
    monkeypatch.chdir(tmp_path)
    keep_orphans()  # so that whatever bots leave behind descends from this process
    before = set(family())
    strikes = ("patches", "breeds", "exits")
    patches, breeds, exits = (
        f'[[bots]]\nbot = "{hostile(tmp_path, name)}"\nname = "{name}"\n{OWN}' for name in strikes
    )
    write_league(tmp_path, deals=1, more=patches + breeds + exits)
    refused = real_tourney(tmp_path, "--config", "league.toml")
    assert refused.returncode == 7
    assert refused.stderr.count("cannot be loaded") == 1
    assert "exits.py:Guest" in refused.stderr
    write_league(tmp_path, deals=1, more=patches + breeds)
    ended = real_tourney(tmp_path, "--config", "league.toml", "--strict", "--seed", "a-secret")
    assert ended.returncode == 0, ended.stderr
    run = Run.load(tmp_path / "run")
    results = {result.id: result.actions for result in run.counted(read(run.journal))}
    assert len(results) == 10 * 2
    host = Host(run.setup)
    honest = [planned for planned in run.left([]) if not {"patches", "breeds"} & set(planned.bots)]
    assert len(honest) == 3 * 2
    assert {one.id: results[one.id] for one in honest} == {one.id: host.play(one).actions for one in honest}
    for strike in strikes:
        assert set((tmp_path / f"{strike}.program").read_text().splitlines()) == {"tavern_bots.keeper"}
        assert "secret" not in (tmp_path / f"{strike}.parent").read_text()
    assert (tmp_path / "breeds.children").read_text()
    assert set(family()) <= before
